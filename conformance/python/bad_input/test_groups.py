"""Groups and what can be wrong with them: bytes of members, sizes, floods, and a damaged `__consumer_offsets`."""

import re
import struct

import pytest

from waiting import eventually
from wire import calls, errors, groups, records, schema
from wire.connection import Connection, frame

OFFSETS_PARTITIONS = 5
FLOOD = 100_000
MAX_GROWTH_MIB = 48
LOAD_S = 20


def partition_of(group: str) -> int:
    """As Kafka finds it: Java's hash of the name."""
    value = 0
    for character in group:
        value = (31 * value + ord(character)) & 0xFFFFFFFF
    signed = value - (1 << 32) if value >> 31 else value
    return abs(signed) % OFFSETS_PARTITIONS


def group_in(partition: int) -> str:
    return next(name for number in range(1000) if partition_of(name := f"damaged-{number}") == partition)


def join(wire, group, metadata, protocols=None, version=4, **fields):
    protocols = protocols or [{"name": "range", "metadata": metadata}]
    fields = {"member_id": "", "session_timeout_ms": 30_000, "rebalance_timeout_ms": 30_000, "protocol_type": "consumer", **fields}
    return schema.call(wire, "JoinGroup", version, group_id=group, protocols=protocols, **fields)


@pytest.fixture
def group(wire, new_name):
    name = new_name()
    groups.await_coordinator(wire, name)
    return name


@pytest.mark.parametrize("metadata", [b"", b"\0", b"\0\0\0\0", b"\0\1\x7f\xff\xff\xff", b"\xff" * 40, b"\0\0" + struct.pack(">i", 1 << 30)])
def test_a_subscription_that_cannot_be_read(wire, group, metadata):
    """The coordinator does not need to understand it: the group works as one of another kind."""
    row = join(wire, group, metadata, version=3)
    assert row.error_code == errors.NONE
    assignment = [{"member_id": row.member_id, "assignment": metadata}]
    synced = schema.call(
        wire, "SyncGroup", 3, group_id=group, generation_id=row.generation_id, member_id=row.member_id, assignments=assignment)
    assert (synced.error_code, synced.assignment) == (errors.NONE, metadata)
    (member,) = groups.describe(wire, group).members
    assert (member.member_metadata, member.member_assignment) == (metadata, metadata)
    assert groups.commit(wire, group, calls.create_topic(wire, group), 1, generation_id_or_member_epoch=row.generation_id, member_id=row.member_id) == [0]


def test_ten_mebibytes_of_metadata(wire, group):
    """More than a batch of the topic holds: refused as a whole, and the group is as it was."""
    row = join(wire, group, bytes(10 << 20), version=3)
    if row.error_code == errors.NONE:
        assignment = [{"member_id": row.member_id, "assignment": b"x"}]
        row = schema.call(
            wire, "SyncGroup", 3, group_id=group, generation_id=row.generation_id, member_id=row.member_id, assignments=assignment)
    assert row.error_code == errors.UNKNOWN_SERVER_ERROR
    small = join(wire, group + "-2", b"small", version=3)
    assert small.error_code == errors.NONE


def test_a_bad_regular_expression(wire, group):
    row = schema.call(
        wire, "ConsumerGroupHeartbeat", 1, group_id=group, member_id="m1", member_epoch=0, rebalance_timeout_ms=30_000,
        subscribed_topic_regex="a[", topic_partitions=[])
    assert row.error_code == errors.INVALID_REGULAR_EXPRESSION
    assert "a[" in row.error_message
    described = schema.call(wire, "ConsumerGroupDescribe", 1, group_ids=[group], include_authorized_operations=False).groups[0]
    assert described.error_code == errors.GROUP_ID_NOT_FOUND


def test_a_flood_of_members(start_node, on_kafka):
    """Member ids that are handed out and never used do not pile up without bound."""
    if on_kafka:
        pytest.skip("Apache Kafka keeps them all until their session ends: not the mark")
    own = start_node({"offsets.topic.num.partitions": str(OFFSETS_PARTITIONS)})
    with Connection(own.bootstrap) as wire:
        groups.await_coordinator(wire, "flood")
        before = own.rss_mib()
        fields = {
            "group_id": "flood", "session_timeout_ms": 1_800_000, "rebalance_timeout_ms": 1_800_000, "protocol_type": "consumer",
            "protocols": [{"name": "range", "metadata": bytes(100)}], "member_id": "", "group_instance_id": None,
        }
        request = frame(schema.request_bytes(schema.apis()["JoinGroup"], 7, fields, 1, b"conformance"))
        window, codes = 1000, set()
        for _ in range(FLOOD // window):
            wire.send_raw(request * window)
            for _ in range(window):
                codes.add(schema.read_answer(schema.apis()["JoinGroup"], 7, wire.receive_frame(), 1).error_code)
        assert codes <= {errors.MEMBER_ID_REQUIRED, errors.GROUP_MAX_SIZE_REACHED}
        grown = own.rss_mib() - before
        assert grown < MAX_GROWTH_MIB, f"{grown:.1f} MiB more"
        assert join(wire, "other", b"x", version=3).error_code == errors.NONE


def damaged(own, wire, partition, damage, end="stop"):
    """Commits in every partition, ends the server, damages the log of one, starts; the group of that one.

    After a clean stop the logs are not looked at, so the damage is found by the coordinator. What is appended has
    to be found by recovery first, which a kill brings about."""
    calls.create_topic(wire, "t")
    for index in range(OFFSETS_PARTITIONS):
        groups.await_coordinator(wire, group_in(index))
        assert groups.commit(wire, group_in(index), "t", 7) == [errors.NONE]
    wire.close()
    getattr(own, end)()
    (log,) = (own.data / f"__consumer_offsets-{partition}").glob("*.log")
    data = bytearray(log.read_bytes())
    log.write_bytes(damage(data))
    own.start()
    return group_in(partition)


def others_work(wire, broken):
    for index in range(OFFSETS_PARTITIONS):
        name = group_in(index)
        if name != broken:
            eventually(lambda: fetched(wire, name).error_code != errors.COORDINATOR_LOAD_IN_PROGRESS, LOAD_S, f"{name} loads")
            assert groups.committed(wire, name, "t") == 7


def fetched(wire, group):
    return schema.call(wire, "OffsetFetch", groups.FETCH, groups=[{"group_id": group}]).groups[0]


def flip_last(data):
    data[-1] ^= 1
    return data


@pytest.mark.parametrize("partition", [0, 3])
def test_a_corrupt_batch(start_node, partition):
    """Only that partition becomes unavailable; the log says which, where and why."""
    own = start_node({"offsets.topic.num.partitions": str(OFFSETS_PARTITIONS)})
    broken = damaged(own, Connection(own.bootstrap), partition, flip_last)
    with Connection(own.bootstrap) as wire:
        others_work(wire, broken)
        eventually(lambda: fetched(wire, broken).error_code == errors.NOT_COORDINATOR, LOAD_S, "the load fails")
        assert groups.commit(wire, broken, "t", 8) == [errors.NOT_COORDINATOR]
        assert re.search(rf"__consumer_offsets-{partition}\b", own.log_text())


def append(data, key, value):
    """`data` and one more batch behind it."""
    last = records.parse(bytes(data))[-1]
    offset = last.base_offset + last.last_offset_delta + 1
    batch = bytearray(records.build([records.Record(value, key)]))
    batch[0:8] = struct.pack(">q", offset)
    return bytes(data) + bytes(batch)


def test_a_record_of_an_unknown_type(start_node):
    """Written by a later version: passed over."""
    own = start_node({"offsets.topic.num.partitions": str(OFFSETS_PARTITIONS)})
    group = damaged(own, Connection(own.bootstrap), 1, lambda data: append(data, struct.pack(">h", 999) + b"?", b"\0\0"), "kill")
    with Connection(own.bootstrap) as wire:
        others_work(wire, None)
        assert groups.committed(wire, group, "t") == 7


def test_a_record_that_cannot_be_read(start_node):
    own = start_node({"offsets.topic.num.partitions": str(OFFSETS_PARTITIONS)})
    key = struct.pack(">h", 1) + struct.pack(">h", 2000) + b"short"
    broken = damaged(own, Connection(own.bootstrap), 2, lambda data: append(data, key, b"\0\3"), "kill")
    with Connection(own.bootstrap) as wire:
        others_work(wire, broken)
        eventually(lambda: fetched(wire, broken).error_code == errors.NOT_COORDINATOR, LOAD_S, "the load fails")


def test_too_few_brokers_for_the_topic(start_node):
    """`__consumer_offsets` cannot be made with its replication factor: no coordinator, and no topic with fewer copies."""
    own = start_node({"offsets.topic.replication.factor": "3"})
    with Connection(own.bootstrap) as wire:
        for _ in range(3):
            (row,) = schema.call(wire, "FindCoordinator", 4, key_type=0, coordinator_keys=["g"]).coordinators
            assert row.error_code == errors.COORDINATOR_NOT_AVAILABLE
        assert join(wire, "g", b"x").error_code in (errors.COORDINATOR_NOT_AVAILABLE, errors.NOT_COORDINATOR)
        assert schema.call(wire, "Metadata", 9, topics=None).topics == []
