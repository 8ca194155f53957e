// A member of a consumer group, as ../python/group_member.py describes. Usage: node group_member.js SETTINGS
// kafkajs tells nothing of lost partitions, and knows no static members.
const { Kafka, PartitionAssigners, logLevel } = require('kafkajs')

const settings = JSON.parse(process.argv[2])
const say = (event, fields = {}) => {
  const at = Number(process.hrtime.bigint() / 1000000n)
  process.stdout.write(JSON.stringify({ event, at, ...fields }) + '\n')
}
const unknownOffset = -2

const kafka = new Kafka({ brokers: [settings.bootstrap], clientId: settings.name, logLevel: logLevel.ERROR })
const consumer = kafka.consumer({
  groupId: settings.group,
  sessionTimeout: settings.session_ms,
  rebalanceTimeout: 15000,
  heartbeatInterval: Math.floor(settings.session_ms / 12),
  metadataMaxAge: 2000,
  partitionAssigners: [PartitionAssigners.roundRobin],
  retry: { initialRetryTime: 100, retries: 50 },
})

let owned = []
const pairs = assignment =>
  Object.entries(assignment).flatMap(([topic, numbers]) => numbers.map(number => [topic, number]))
const revoke = () => {
  say('revoked', { partitions: owned })
  owned = []
}
consumer.on(consumer.events.REBALANCING, revoke)
consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
  revoke()
  owned = pairs(payload.memberAssignment)
  say('assigned', { partitions: owned.map(pair => [...pair, unknownOffset]) })
})

async function eachBatch({ batch, heartbeat }) {
  const { topic, partition } = batch
  const first = Number(batch.firstOffset())
  const last = Number(batch.lastOffset())
  say('read', { topic, partition, first, last })
  try {
    await consumer.commitOffsets([{ topic, partition, offset: String(last + 1) }])
    say('committed', { topic, partition, offset: last + 1 })
  } catch (error) {
    say('refused', { reason: String(error) })
  }
  await heartbeat()
}

async function main() {
  const stopped = new Promise(resolve => process.stdin.resume().on('end', resolve).on('data', resolve))
  await consumer.connect()
  const isPattern = settings.topic.startsWith('^')
  await consumer.subscribe({ topics: [isPattern ? new RegExp(settings.topic) : settings.topic], fromBeginning: true })
  await consumer.run({ autoCommit: false, eachBatch })
  await stopped
  await consumer.disconnect()
  revoke()
  say('left')
  process.exit(0)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
