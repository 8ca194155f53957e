// What kafkajs does against the server. Usage: node kafkajs.js BOOTSTRAP TOPIC SCENARIO
// Producer and admin; its consumer is in group_member.js. Prints one JSON value; fails with a stack trace.
const { CompressionCodecs, CompressionTypes, Kafka, logLevel } = require('kafkajs')
const SnappyCodec = require('kafkajs-snappy')

CompressionCodecs[CompressionTypes.Snappy] = SnappyCodec

const [bootstrap, topic, scenario] = process.argv.slice(2)
const kafka = new Kafka({ brokers: [bootstrap], logLevel: logLevel.ERROR, connectionTimeout: 10000 })

const messages = prefix =>
  Array.from({ length: 50 }, (_, number) => ({
    key: `key ${number}`,
    value: `${prefix} ${number} `.repeat(20),
    headers: { number: String(number) },
    partition: 0,
  }))

async function withClient(client, use) {
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.disconnect()
  }
}

const produce = (compression, settings = {}) =>
  withClient(kafka.producer({ allowAutoTopicCreation: true, ...settings }), producer =>
    producer.send({ topic, compression, messages: messages(scenario) }))

const scenarios = {
  none: () => produce(CompressionTypes.None),
  gzip: () => produce(CompressionTypes.GZIP),
  snappy: () => produce(CompressionTypes.Snappy),
  idempotent: () => produce(CompressionTypes.None, { idempotent: true, maxInFlightRequests: 1 }),
  admin: () =>
    withClient(kafka.admin(), async admin => {
      const created = await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true })
      const again = await admin.createTopics({ topics: [{ topic }] })
      const listed = (await admin.listTopics()).includes(topic)
      const metadata = await admin.fetchTopicMetadata({ topics: [topic] })
      const cluster = await admin.describeCluster()
      await produce(CompressionTypes.None)
      const offsets = await admin.fetchTopicOffsets(topic)
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '20' }] })
      const trimmed = await admin.fetchTopicOffsets(topic)
      await admin.deleteTopics({ topics: [topic] })
      const gone = !(await admin.listTopics()).includes(topic)
      const partitions = metadata.topics[0].partitions.length
      return { created, again, listed, partitions, brokers: cluster.brokers.length, offsets, trimmed, gone }
    }),
}

scenarios[scenario]().then(
  result => console.log(JSON.stringify(result)),
  error => {
    console.error(error)
    process.exit(1)
  },
)
