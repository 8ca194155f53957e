"""One member of a consumer group, over one of the Python clients: a process of its own that can be killed or paused.

Usage: python group_member.py CLIENT SETTINGS, with SETTINGS a JSON object: bootstrap, topic (a regex when it starts
with "^"), group, protocol (classic or consumer), assignor, instance, name (client id), session_ms. It reads until its
standard input ends or says "stop", commits what it read, and leaves. The members in the other languages do the same.

Prints a line for each event, JSON with the time `at` (ms of the monotonic clock, the same for all processes):

* `assigned`, `revoked`, `lost` with `partitions`, [topic, number] each; an assigned one with its committed offset, -1 for
  none, -2 when the client cannot tell. `at` of `assigned` is when the member was told, before it asks for offsets.
* `read` with `first` and `last` offset of a partition.
* `committed` with the offset, once the server has accepted it, and when that was `sent`; `refused` with the reason.
* `error`, and `left` at the end.
"""

import asyncio
import json
import sys
import threading
import time

POLL_INTERVAL_MS = 15000
UNKNOWN = -2
# More of them would take longer than a member may stay away from its poll.
COMMITTED_TRIES = 2
stopping = threading.Event()


def now():
    return time.monotonic_ns() // 1_000_000


def say(event, **fields):
    sys.stdout.write(json.dumps({"event": event, "at": now(), **fields}) + "\n")
    sys.stdout.flush()


def listen():
    sys.stdin.readline()
    stopping.set()


def spans(messages):
    """{partition: (first, last)} of messages with topic, partition and offset."""
    found = {}
    for topic, partition, offset in messages:
        first, _ = found.get((topic, partition), (offset, offset))
        found[(topic, partition)] = (first, offset)
    return found


def say_read(found):
    for (topic, partition), (first, last) in found.items():
        say("read", topic=topic, partition=partition, first=first, last=last)


def say_committed(offsets, sent=None):
    for (topic, partition), offset in offsets.items():
        say("committed", topic=topic, partition=partition, offset=offset, sent=sent)


def confluent(settings):
    from confluent_kafka import Consumer, KafkaException, TopicPartition

    config = {
        "bootstrap.servers": settings["bootstrap"], "group.id": settings["group"], "client.id": settings["name"],
        "group.protocol": settings["protocol"], "auto.offset.reset": "earliest", "enable.auto.commit": False,
        "max.poll.interval.ms": POLL_INTERVAL_MS, "topic.metadata.refresh.interval.ms": 2000,
    }
    if settings.get("instance"):
        config["group.instance.id"] = settings["instance"]
    if settings["protocol"] == "classic":
        config |= {
            "session.timeout.ms": settings["session_ms"], "heartbeat.interval.ms": settings["session_ms"] // 12,
            "partition.assignment.strategy": settings["assignor"],
        }
    elif settings.get("assignor"):
        config["group.remote.assignor"] = settings["assignor"]
    consumer = Consumer(config)

    def assigned(_, partitions):
        at = now()
        found = committed(partitions)
        say("assigned", at=at, partitions=found)
        # Reading goes on at what was said, so that a commit in between cannot make a difference.
        starts = [TopicPartition(topic, number, offset if offset >= 0 else -1001) for topic, number, offset in found]
        incremental = settings["protocol"] == "consumer" or settings["assignor"] == "cooperative-sticky"
        (consumer.incremental_assign if incremental else consumer.assign)(starts)

    def committed(partitions):
        for _ in range(COMMITTED_TRIES):
            try:
                return [[p.topic, p.partition, max(p.offset, -1)] for p in consumer.committed(partitions, timeout=5)] if partitions else []
            except KafkaException as error:
                say("error", reason=str(error))
        return [[p.topic, p.partition, UNKNOWN] for p in partitions]

    def gone(event):
        return lambda _, partitions: say(event, partitions=[[p.topic, p.partition] for p in partitions])

    consumer.subscribe([settings["topic"]], on_assign=assigned, on_revoke=gone("revoked"), on_lost=gone("lost"))
    while not stopping.is_set():
        messages = consumer.consume(200, timeout=0.1)
        for message in messages:
            if message.error():
                say("error", reason=str(message.error()))
        found = spans([(m.topic(), m.partition(), m.offset()) for m in messages if not m.error()])
        say_read(found)
        if found:
            wanted = {key: last + 1 for key, (_, last) in found.items()}
            sent = now()
            try:
                rows = consumer.commit(offsets=[TopicPartition(*key, offset) for key, offset in wanted.items()], asynchronous=False)
            except KafkaException as error:
                say("refused", reason=str(error))
                continue
            for row in rows:
                if row.error:
                    say("refused", reason=str(row.error))
                    wanted.pop((row.topic, row.partition), None)
            say_committed(wanted, sent)
    consumer.close()


def kafka_python(settings):
    import kafka
    from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
    from kafka.coordinator.assignors.range import RangePartitionAssignor
    from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
    from kafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
    from kafka.structs import OffsetAndMetadata

    assignors = {
        "range": RangePartitionAssignor, "roundrobin": RoundRobinPartitionAssignor, "sticky": StickyPartitionAssignor,
        "cooperative-sticky": CooperativeStickyAssignor,
    }
    consumer = kafka.KafkaConsumer(
        bootstrap_servers=settings["bootstrap"], group_id=settings["group"], client_id=settings["name"],
        group_instance_id=settings.get("instance"), auto_offset_reset="earliest", enable_auto_commit=False,
        session_timeout_ms=settings["session_ms"], heartbeat_interval_ms=settings["session_ms"] // 12,
        max_poll_interval_ms=POLL_INTERVAL_MS, partition_assignment_strategy=[assignors[settings["assignor"]]],
    )

    class Listener(kafka.ConsumerRebalanceListener):
        def on_partitions_revoked(self, revoked):
            say("revoked", partitions=[[p.topic, p.partition] for p in revoked])

        def on_partitions_lost(self, lost):
            say("lost", partitions=[[p.topic, p.partition] for p in lost])

        def on_partitions_assigned(self, assigned):
            # The client can ask the server nothing in here.
            say("assigned", partitions=[[p.topic, p.partition, UNKNOWN] for p in assigned])

    if settings["topic"].startswith("^"):
        consumer.subscribe(pattern=settings["topic"], listener=Listener())
    else:
        consumer.subscribe([settings["topic"]], listener=Listener())
    while not stopping.is_set():
        batches = consumer.poll(timeout_ms=100)
        found = {(p.topic, p.partition): (rows[0].offset, rows[-1].offset) for p, rows in batches.items()}
        say_read(found)
        if found:
            wanted = {key: last + 1 for key, (_, last) in found.items()}
            try:
                consumer.commit({kafka.TopicPartition(*key): OffsetAndMetadata(offset, "", -1) for key, offset in wanted.items()})
                say_committed(wanted)
            except kafka.errors.KafkaError as error:
                say("refused", reason=repr(error))
    consumer.close(autocommit=False)


def aiokafka_client(settings):
    import aiokafka
    from aiokafka.coordinator.assignors.range import RangePartitionAssignor
    from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
    from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor

    assignors = {"range": RangePartitionAssignor, "roundrobin": RoundRobinPartitionAssignor, "sticky": StickyPartitionAssignor}

    async def run():
        consumer = aiokafka.AIOKafkaConsumer(
            bootstrap_servers=settings["bootstrap"], group_id=settings["group"], client_id=settings["name"],
            group_instance_id=settings.get("instance"), auto_offset_reset="earliest", enable_auto_commit=False,
            session_timeout_ms=settings["session_ms"], heartbeat_interval_ms=settings["session_ms"] // 12,
            max_poll_interval_ms=POLL_INTERVAL_MS, partition_assignment_strategy=[assignors[settings["assignor"]]],
            metadata_max_age_ms=2000,
        )

        class Listener(aiokafka.ConsumerRebalanceListener):
            async def on_partitions_revoked(self, revoked):
                say("revoked", partitions=[[p.topic, p.partition] for p in revoked])

            async def on_partitions_assigned(self, assigned):
                found = [[p.topic, p.partition, await consumer.committed(p)] for p in assigned]
                say("assigned", partitions=[[topic, number, -1 if offset is None else offset] for topic, number, offset in found])

        if settings["topic"].startswith("^"):
            consumer.subscribe(pattern=settings["topic"], listener=Listener())
        else:
            consumer.subscribe([settings["topic"]], listener=Listener())
        await consumer.start()
        while not stopping.is_set():
            batches = await consumer.getmany(timeout_ms=100)
            found = {(p.topic, p.partition): (rows[0].offset, rows[-1].offset) for p, rows in batches.items()}
            say_read(found)
            if found:
                wanted = {key: last + 1 for key, (_, last) in found.items()}
                try:
                    await consumer.commit({aiokafka.TopicPartition(*key): offset for key, offset in wanted.items()})
                    say_committed(wanted)
                except aiokafka.errors.KafkaError as error:
                    say("refused", reason=repr(error))
        await consumer.stop()

    asyncio.run(run())


CLIENTS = {"confluent-kafka": confluent, "kafka-python": kafka_python, "aiokafka": aiokafka_client}

if __name__ == "__main__":
    threading.Thread(target=listen, daemon=True).start()
    CLIENTS[sys.argv[1]](json.loads(sys.argv[2]))
    say("left")
