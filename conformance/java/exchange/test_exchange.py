"""A directory that one server wrote is served by the other: same topics, same ids, same bytes, and it goes on.

Both servers get the same configuration file. Against Apache Kafka the suite hands the directory from Kafka to
Kafka, which shows that the test itself is right.
"""

import base64
import uuid

import pytest

import foreign
from harness.node import Kafka, Moldau
from waiting import eventually
from wire import calls, compression, errors, groups, messages, records, schema
from wire.connection import Connection

DIRECTIONS = {
    "moldau": [("kafka", "moldau"), ("moldau", "kafka")],
    "kafka": [("kafka", "kafka")],
}
PARTITIONS = 2
PER_CODEC = 30
# Lines that are there without an exchange as well: Apache Kafka's about itself, ours about settings that do nothing yet.
EXPECTED = [
    "Performing controller activation", "Attempting to close NetworkClient that has already been closed",
    "is accepted, but has no effect",
]


def pytest_generate_tests(metafunc):
    from conftest import SUBJECT

    if "direction" in metafunc.fixturenames:
        metafunc.parametrize("direction", DIRECTIONS.get(SUBJECT, []), ids="-to-".join)


@pytest.fixture
def servers(direction, need, tmp_path):
    """Two servers (writer, reader) that share ports, directory and configuration; not started."""
    need("kafka_jars")
    kinds = {"kafka": lambda port: Kafka(tmp_path, port=port), "moldau": lambda port: Moldau(tmp_path, port=port, properties=True)}
    writer = kinds[direction[0]](None)
    reader = kinds[direction[1]](writer.port)
    reader.controller_port = writer.controller_port
    writer.format(base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("="))
    yield writer, reader
    writer.kill()
    reader.kill()


class Content:
    """What is in the directory, seen through the protocol."""

    def __init__(self, wire):
        answer = wire.call(messages.METADATA, wire.version(messages.METADATA, 12), topics=None)
        self.cluster = answer.cluster_id
        self.topics = {
            topic.name: (topic.topic_id, len(topic.partitions)) for topic in answer.topics if not topic.is_internal
        }
        self.settings = settings(wire, sorted(self.topics))
        self.features = {
            (row.name, row.max_version_level) for row in schema.call(wire, "ApiVersions", 4, client_software_name="c", client_software_version="1").finalized_features
        }
        self.groups = groups_of(wire)
        self.logs = {}
        for name, (_, partitions) in self.topics.items():
            calls.await_leaders(wire, name, partitions)
            for partition in range(partitions):
                start = calls.list_offset(wire, name, calls.EARLIEST, partition)
                batches = calls.read_batches(wire, name, partition, start)
                self.logs[name, partition] = (start, [batch.raw for batch in batches])

    def check_same(self, other, clean):
        """`other` was read later. After a kill a log may start earlier again: Kafka notes the start of a trimmed
        log once a minute."""
        assert (self.cluster, self.topics) == (other.cluster, other.topics)
        assert self.settings == other.settings
        assert self.groups == other.groups
        assert self.logs.keys() == other.logs.keys()
        for key, (start, batches) in self.logs.items():
            other_start, other_batches = other.logs[key]
            if not clean:
                assert other_start <= start
                other_batches = other_batches[len(other_batches) - len(batches) :]
                other_start = start
            assert (other_start, other_batches) == (start, batches), key


# A group without members, one by the classic protocol, one by the consumer protocol.
READERS, CLASSIC, CONSUMER = "readers", "classic", "consumer"
MEMBER_ID = "member-AAAAAAAAAAAAAAA"
SESSION_S = 1800


class Groups:
    """Members that outlive the servers: a static one by the classic protocol, one by the consumer protocol."""

    def __init__(self, own):
        commit_offsets(own.bootstrap)
        with Connection(own.bootstrap) as wire:
            groups.await_coordinator(wire, CLASSIC)
            groups.await_coordinator(wire, CONSUMER)
            self.epoch = 0
            beat = self.beat(wire, rebalance_timeout_ms=60_000, subscribed_topic_names=["codecs"], topic_partitions=[])
            eventually(lambda: beat.assignment and beat.assignment.topic_partitions or self.beat(wire).assignment, 20, "an assignment")
            self.commit(wire, 4)
        self.classic = groups.Member(own.bootstrap, CLASSIC, "codecs", instance="i1", session_s=SESSION_S)
        with self.classic:
            self.classic.join()
            self.classic.sync()
            assert self.classic.commit(3) == errors.NONE

    def beat(self, wire, **fields):
        answer = schema.call(wire, "ConsumerGroupHeartbeat", 1, group_id=CONSUMER, member_id=MEMBER_ID, member_epoch=self.epoch, **fields)
        assert answer.error_code == errors.NONE, answer
        self.epoch = answer.member_epoch
        return answer

    def commit(self, wire, offset):
        by = {"generation_id_or_member_epoch": self.epoch, "member_id": MEMBER_ID}
        assert groups.commit(wire, CONSUMER, "codecs", offset, version=groups.COMMIT_BY_EPOCH, **by) == [errors.NONE]

    def check_go_on(self, own, wire, offset):
        """The members are known, and may commit."""
        self.beat(wire)
        self.commit(wire, offset)
        self.classic.reconnect(own.bootstrap)
        with self.classic:
            assert self.classic.heartbeat() == errors.NONE
            assert self.classic.commit(offset) == errors.NONE


def groups_of(wire):
    """Groups with their members and committed offsets."""
    found = {}
    for group in (READERS, CLASSIC, CONSUMER):
        groups.await_coordinator(wire, group)
        (row,) = schema.call(wire, "OffsetFetch", groups.FETCH, groups=[{"group_id": group, "topics": None}]).groups
        assert row.error_code == errors.NONE
        found[group] = {
            (topic.name, each.partition_index, each.committed_offset, each.metadata) for topic in row.topics for each in topic.partitions
        }
    for group in (READERS, CLASSIC):
        row = groups.describe(wire, group)
        members = [(each.member_id, each.group_instance_id, each.member_metadata, each.member_assignment) for each in row.members]
        found["described", group] = (row.group_state, row.protocol_type, row.protocol_data, members)
    (row,) = schema.call(wire, "ConsumerGroupDescribe", 1, group_ids=[CONSUMER], include_authorized_operations=False).groups
    members = [(each.member_id, each.member_epoch, each.subscribed_topic_names, each.assignment, each.target_assignment) for each in row.members]
    found["described", CONSUMER] = (row.error_code, row.group_state, row.group_epoch, row.assignment_epoch, row.assignor_name, members)
    return found


TOPIC, BROKER, CLIENT_METRICS, GROUP = 2, 4, 16, 32
DYNAMIC = {1, 2, 3, 6, 7, 8}
# Everything that is set while running, by the kind and name of what has it.
SETTINGS = {
    (TOPIC, "codecs"): {"retention.bytes": "123456789", "cleanup.policy": "delete"},
    (TOPIC, "empty"): {"compression.type": "zstd", "min.insync.replicas": "1"},
    (BROKER, "1"): {"log.cleaner.backoff.ms": "16000"},
    (BROKER, ""): {"log.cleaner.backoff.ms": "17000", "message.max.bytes": "2000000"},
    (CLIENT_METRICS, "subscription"): {"metrics": "org.apache.kafka.producer.", "interval.ms": "60000"},
    (GROUP, "readers"): {"consumer.session.timeout.ms": "50000"},
}


def change_settings(wire):
    answer = schema.call(wire, "IncrementalAlterConfigs", 1, validate_only=False, resources=[
        {"resource_type": kind, "resource_name": name, "configs": [{"name": key, "config_operation": 0, "value": value} for key, value in pairs.items()]}
        for (kind, name), pairs in SETTINGS.items()
    ])
    assert {(row.error_code, row.error_message) for row in answer.responses} <= {(0, None), (0, "")}


def settings(wire, topics):
    """{(kind, name): {(key, value, source)}} of what was set while running."""
    wanted = {*SETTINGS, *((TOPIC, name) for name in topics)}
    answer = schema.call(wire, "DescribeConfigs", 4, resources=[
        {"resource_type": kind, "resource_name": name, "configuration_keys": None} for kind, name in sorted(wanted)
    ])
    assert {row.error_code for row in answer.results} == {0}
    return {
        (row.resource_type, row.resource_name): {
            (entry.name, entry.value, entry.config_source) for entry in row.configs if entry.config_source in DYNAMIC
        }
        for row in answer.results
    }


def complaints(own):
    """Lines of its log that an operator would look at."""
    lines = own.log_text().splitlines()
    return [line for line in lines if (" ERROR " in line or '"level":"ERROR"' in line or " WARN " in line or '"level":"WARN"' in line) and not any(it in line for it in EXPECTED)]


class Producer:
    """One idempotent producer on partition 0 of a topic, going on across servers."""

    def __init__(self, wire, topic):
        self.topic, self.identity, self.next, self.last = topic, calls.init_producer(wire), 0, b""

    def send(self, wire):
        self.last = records.simple(b"number %d" % self.next, producer=self.identity, base_sequence=self.next)
        row = calls.produce_ok(wire, self.topic, self.last)
        self.next += 1
        return row.base_offset

    def check_goes_on(self, wire):
        assert calls.produce_ok(wire, self.topic, self.last).base_offset == self.next - 1, "the repeat is recognised"
        assert self.send(wire) == self.next - 1


def write_everything(own):
    """Topics of many kinds, over several segments. The idempotent producer that can go on."""
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, "codecs", PARTITIONS, segment_bytes=1 << 20)
        calls.create_topic(wire, "append-time", message_timestamp_type="LogAppendTime")
        calls.create_topic(wire, "recompressed", compression_type="gzip")
        calls.create_topic(wire, "trimmed", segment_bytes=1 << 20)
        calls.create_topic(wire, "small", max_message_bytes=1000)
        calls.create_topic(wire, "old", retention_ms=-1)
        calls.create_topic(wire, "gone")
        calls.create_topic(wire, "idempotent")
        calls.create_topic(wire, "empty", 3)
        for partition in range(PARTITIONS):
            for number in range(PER_CODEC * 5):
                rows = [
                    records.Record(b"%d " % number * 1500, b"key" if at % 2 else None, headers=[("h", b"%d" % at), ("n", None)])
                    for at in range(10)
                ]
                calls.produce_ok(wire, "codecs", records.build(rows, codec=number % 5), partition)
        for topic in ("append-time", "recompressed", "small"):
            for codec in range(5):
                calls.produce_ok(wire, topic, records.simple(b"some text " * 20, codec=codec))
        for timestamp in (1000, 3000, 2000):
            calls.produce_ok(wire, "old", records.build([records.Record(b"v", timestamp=timestamp)]))
        for _ in range(30):
            calls.produce_ok(wire, "trimmed", records.simple(b"x" * 100_000))
        assert calls.delete_records(wire, "trimmed", 25).error_code == errors.NONE
        assert calls.delete_topics(wire, ["gone"]) == {"gone": 0}
        change_settings(wire)
        producer = Producer(wire, "idempotent")
        for _ in range(7):
            producer.send(wire)
    for name in compression.NAMES:
        foreign.confluent_send(own.bootstrap, "codecs", [b"from a client"] * 20, compression_type=name)
    if own.kind == "kafka":
        lower_a_feature(own.bootstrap)
    return producer, Groups(own)


def commit_offsets(bootstrap):
    """An offset from outside of the group protocol."""
    from confluent_kafka import Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": READERS, "enable.auto.commit": False})
    consumer.commit(offsets=[TopicPartition("codecs", 0, 5)], asynchronous=False)
    consumer.close()


def lower_a_feature(bootstrap):
    """So that the levels are not those of a fresh directory."""
    with Connection(bootstrap) as wire:
        answer = schema.call(wire, "UpdateFeatures", 1, feature_updates=[
            {"feature": "share.version", "max_version_level": 1, "upgrade_type": 2},
        ])
        assert answer.error_code == 0, answer


def content(own):
    with Connection(own.bootstrap) as wire:
        return Content(wire)


def check_works(own, producer, members, new_topic):
    """Everything a server must go on doing with what it found."""
    with Connection(own.bootstrap) as wire:
        producer.check_goes_on(wire)
        row = calls.list_offset_row(wire, "old", 1500)
        assert (row.offset, row.timestamp) == (1, 3000)
        too_large = calls.produce(wire, "small", records.simple(b"x" * 1000))
        assert too_large.error_code == errors.MESSAGE_TOO_LARGE, "topic settings are kept"
        assert calls.produce_ok(wire, "append-time", records.build([records.Record(b"v", timestamp=5)])).log_append_time_ms > 0
        calls.create_topic(wire, new_topic)
        calls.produce_ok(wire, new_topic, records.simple(b"new"))
        identity = calls.init_producer(wire)
        assert identity[0] > producer.identity[0], "producer ids are never given twice"
        members.check_go_on(own, wire, len(new_topic))
    for codec in compression.NAMES:
        foreign.confluent_send(own.bootstrap, "codecs", [b"after"] * 5, compression_type=codec, partition=1)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("end", ["clean stop", "kill -9"])
def test_hand_over_and_back(servers, end):
    writer, reader = servers
    clean = end == "clean stop"
    finish = (lambda own: own.stop()) if clean else (lambda own: own.kill())
    writer.start()
    producer, members = write_everything(writer)
    written = content(writer)
    finish(writer)

    reader.start()
    written.check_same(content(reader), clean)
    check_works(reader, producer, members, "made-by-second")
    both = content(reader)
    finish(reader)

    writer.start()
    both.check_same(content(writer), clean)
    check_works(writer, producer, members, "made-by-third-one")
    assert content(writer).features == written.features
    writer.stop()
    if clean:
        found = complaints(writer) + complaints(reader)
        assert not found, "\n".join(found)
