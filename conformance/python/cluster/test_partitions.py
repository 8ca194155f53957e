"""CreatePartitions and DescribeTopicPartitions: one verdict for each topic, and answers in pages."""

import pytest

from wire import calls, errors, records
from wire import cluster_messages as messages
from wire import messages as basic

INVALID_PARTITIONS, INVALID_REPLICA_ASSIGNMENT = 37, 39
REQUEST_TIMED_OUT, INVALID_REQUEST, POLICY_VIOLATION = 7, 42, 44
ALL_OPERATIONS = 3576
NOT_ASKED = -0x80000000


def grow(connection, *topics, version=3, timeout_ms=30_000, **fields):
    """{name: (code, message)}; a topic is (name, count) or (name, count, lists of brokers)."""
    wanted = [
        {"name": name, "count": count, "assignments": [{"broker_ids": ids} for ids in lists[0]] if lists else None}
        for name, count, *lists in topics
    ]
    answer = connection.call(messages.CREATE_PARTITIONS, version, topics=wanted, timeout_ms=timeout_ms, **fields)
    return [(row.name, row.error_code, row.error_message) for row in answer.results]


@pytest.mark.parametrize("version", range(4))
def test_new_partitions_can_be_used(wire, either, topic_name, version):
    calls.create_topic(wire, topic_name, partitions=1)
    assert grow(either, (topic_name, 4), version=version) == [(topic_name, 0, None)]
    calls.await_leaders(wire, topic_name, 4)
    for partition in range(4):
        calls.produce_ok(wire, topic_name, records.simple(b"x"), partition=partition)
        assert calls.list_offset(wire, topic_name, calls.LATEST, partition) == 1


def test_one_verdict_per_topic(wire, either, new_name):
    one, two, three, missing = (new_name() for _ in range(4))
    for name, partitions in ((one, 1), (two, 2), (three, 3)):
        calls.create_topic(wire, name, partitions=partitions)
    rows = grow(either, (one, 3), (missing, 3), (two, 1), (three, 3), ("twice", 2), ("twice", 3))
    assert rows[0] == ("twice", INVALID_REQUEST, "Duplicate topic name.")
    assert sorted(rows[1:]) == sorted([
        (one, 0, None),
        (missing, errors.UNKNOWN_TOPIC_OR_PARTITION, None),
        (two, INVALID_PARTITIONS, f"The topic {two} currently has 2 partition(s); 1 would not be an increase."),
        (three, INVALID_PARTITIONS, "Topic already has 3 partition(s)."),
    ])


@pytest.mark.parametrize(
    "count, lists, code, message",
    [
        (0, None, INVALID_PARTITIONS, "The topic {name} currently has 2 partition(s); 0 would not be an increase."),
        (-5, None, INVALID_PARTITIONS, "The topic {name} currently has 2 partition(s); -5 would not be an increase."),
        (4, [[1]], INVALID_REPLICA_ASSIGNMENT, "Attempted to add 2 additional partition(s), but only 1 assignment(s) were specified."),
        (3, [], INVALID_REPLICA_ASSIGNMENT, "Attempted to add 1 additional partition(s), but only 0 assignment(s) were specified."),
        (3, [[]], INVALID_REPLICA_ASSIGNMENT, "The manual partition assignment includes an empty replica list."),
        (3, [[9]], INVALID_REPLICA_ASSIGNMENT, "The manual partition assignment includes broker 9, but no such broker is registered."),
        (3, [[1, 1]], INVALID_REPLICA_ASSIGNMENT, "The manual partition assignment includes the broker 1 more than once."),
        (20_000, None, POLICY_VIOLATION, "Excessively large number of additional partitions per request."),
        (3, [[1]], 0, None),
    ],
)
def test_faults(wire, either, topic_name, count, lists, code, message):
    calls.create_topic(wire, topic_name, partitions=2)
    topic = (topic_name, count) if lists is None else (topic_name, count, lists)
    expected = message and message.format(name=topic_name)
    assert grow(either, topic) == [(topic_name, code, expected)]
    assert partitions(wire, topic_name) == (2 if code else 3)


@pytest.mark.parametrize("timeout_ms", [0, -1])
def test_topics_without_time(wire, either, topic_name, timeout_ms):
    """CreateTopics and DeleteTopics too are not tried when their time is over as they come."""
    calls.create_topic(wire, topic_name)
    wanted = [{"name": name, "num_partitions": 1, "replication_factor": 1} for name in ("x", "twice", "twice")]
    answer = either.call(basic.CREATE_TOPICS, 7, topics=wanted, timeout_ms=timeout_ms)
    rows = [(row.name, row.error_code, row.error_message, row.configs, row.num_partitions) for row in answer.topics]
    assert rows == [(name, REQUEST_TIMED_OUT, None, [], -1) for name in ("x", "twice", "twice")]
    named = [{"name": topic_name}, {"name": None, "topic_id": calls.topic_id(wire, topic_name)}]
    answer = either.call(basic.DELETE_TOPICS, 6, topics=named, timeout_ms=timeout_ms)
    assert [(row.error_code, row.error_message) for row in answer.responses] == [(REQUEST_TIMED_OUT, None)] * 2
    assert partitions(wire, topic_name) == 1


def partitions(wire, name):
    answer = wire.call(messages.DESCRIBE_TOPIC_PARTITIONS, 0, topics=[{"name": name}])
    return len(answer.topics[0].partitions)


def test_validate_only_and_no_time(wire, either, topic_name):
    calls.create_topic(wire, topic_name, partitions=2)
    assert grow(either, (topic_name, 5), validate_only=True) == [(topic_name, 0, None)]
    for timeout_ms in (0, -1):
        assert grow(either, (topic_name, 5), timeout_ms=timeout_ms) == [(topic_name, REQUEST_TIMED_OUT, None)]
    assert grow(either) == []
    assert partitions(wire, topic_name) == 2


def pages(wire, *names, limit=2000, cursor=None):
    """((topic, code, partition indexes) of each topic, next cursor)."""
    cursor = cursor and {"topic_name": cursor[0], "partition_index": cursor[1]}
    answer = wire.call(
        messages.DESCRIBE_TOPIC_PARTITIONS, 0, topics=[{"name": name} for name in names], response_partition_limit=limit, cursor=cursor,
    )
    rows = [(row.name, row.error_code, [each.partition_index for each in row.partitions]) for row in answer.topics]
    return rows, answer.next_cursor and (answer.next_cursor.topic_name, answer.next_cursor.partition_index)


def test_pages(wire, topic_name):
    a, b, missing = (f"{topic_name}-{suffix}" for suffix in ("a", "b", "m"))
    calls.create_topic(wire, a, partitions=2)
    calls.create_topic(wire, b, partitions=3)
    unknown = errors.UNKNOWN_TOPIC_OR_PARTITION
    assert pages(wire, b, missing, a, b) == ([(a, 0, [0, 1]), (b, 0, [0, 1, 2]), (missing, unknown, [])], None)
    assert pages(wire, a, b, limit=1) == ([(a, 0, [0])], (a, 1))
    assert pages(wire, a, b, limit=2) == ([(a, 0, [0, 1])], (b, 0))
    assert pages(wire, a, b, limit=2, cursor=(a, 1)) == ([(a, 0, [1]), (b, 0, [0])], (b, 1))
    assert pages(wire, a, b, limit=9, cursor=(b, 1)) == ([(b, 0, [1, 2])], None)
    assert pages(wire, a, b, cursor=(a, 7)) == ([(a, 0, []), (b, 0, [0, 1, 2])], None)
    assert pages(wire, b, missing, limit=3) == ([(b, 0, [0, 1, 2])], (missing, 0))
    for limit in (0, -1):
        assert pages(wire, b, limit=limit) == ([(b, 0, [0])], (b, 1))
    every = pages(wire, limit=2, cursor=(a, 1))
    assert every == ([(a, 0, [1]), (b, 0, [0])], (b, 1))


def test_wrong_cursors_and_names(wire, topic_name):
    calls.create_topic(wire, topic_name)
    for cursor in ((topic_name, -1), (topic_name + "x", 0), ("", 0)):
        assert pages(wire, topic_name, cursor=cursor) == ([(topic_name, INVALID_REQUEST, [])], None)
    assert pages(wire, cursor=(topic_name, -1)) == ([], None)
    assert pages(wire, topic_name, "") == ([(topic_name, errors.UNKNOWN_SERVER_ERROR, []), ("", errors.UNKNOWN_SERVER_ERROR, [])], None)
    for name in ("a b", ".", "b" * 250):
        assert pages(wire, name) == ([(name, errors.INVALID_TOPIC_EXCEPTION, [])], None)


def test_a_described_partition(wire, topic_name):
    calls.create_topic(wire, topic_name)
    answer = wire.call(messages.DESCRIBE_TOPIC_PARTITIONS, 0, topics=[{"name": topic_name}, {"name": "__consumer_offsets"}])
    internal, topic = answer.topics
    assert (internal.is_internal, internal.error_code) == (True, errors.UNKNOWN_TOPIC_OR_PARTITION)
    assert (topic.topic_id, topic.is_internal) == (calls.topic_id(wire, topic_name), False)
    assert topic.topic_authorized_operations == internal.topic_authorized_operations == ALL_OPERATIONS
    assert topic.partitions == [{
        "error_code": 0, "partition_index": 0, "leader_id": 1, "leader_epoch": 0, "replica_nodes": [1], "isr_nodes": [1],
        "eligible_leader_replicas": [], "last_known_elr": [], "offline_replicas": [],
    }]
