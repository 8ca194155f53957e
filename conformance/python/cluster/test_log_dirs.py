"""DescribeLogDirs and DescribeProducers: what is on this broker's disks and in its producer states."""

import shutil

import pytest

from wire import calls, errors, records
from wire import cluster_messages as messages


def dirs(wire, topics, version=5):
    wanted = None if topics is None else [{"topic": name, "partitions": ids} for name, ids in topics]
    return wire.call(messages.DESCRIBE_LOG_DIRS, version, topics=wanted)


def sizes(answer):
    return sorted(
        (row.name, each.partition_index, each.partition_size)
        for each_dir in answer.results for row in each_dir.topics for each in row.partitions
    )


@pytest.mark.parametrize("version", range(1, 6))
def test_sizes_and_room(node, wire, topic_name, version):
    calls.create_topic(wire, topic_name, partitions=3)
    batch = records.simple(b"some value")
    calls.produce_ok(wire, topic_name, batch, partition=1)
    answer = dirs(wire, [(topic_name, [0, 1, 99]), ("nope", [0])], version)
    (only,) = answer.results
    assert (only.error_code, only.log_dir) == (0, str(node.data))
    assert answer.get("error_code", 0) == 0
    assert sizes(answer) == [(topic_name, 0, 0), (topic_name, 1, len(batch))]
    every = {(name, index): size for name, index, size in sizes(dirs(wire, None, version))}
    assert [every[topic_name, index] for index in range(3)] == [0, len(batch), 0]
    assert not [name for name, _ in every if name.startswith("__cluster_metadata")]
    for partition in only.topics[0].partitions:
        assert (partition.offset_lag, partition.is_future_key) == (0, False)
    if version >= 4:
        assert only.total_bytes == shutil.disk_usage(node.data).total
        assert 0 < only.usable_bytes <= only.total_bytes
    if version >= 5:
        assert only.is_cordoned is False


def test_no_topics_and_repeated_ones(wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=2)
    (only,) = dirs(wire, []).results
    assert only.topics == []
    assert sizes(dirs(wire, [(topic_name, [0, 0]), (topic_name, [1]), ("nope", [])])) == [(topic_name, 0, 0), (topic_name, 1, 0)]


def producers(wire, *topics):
    answer = wire.call(
        messages.DESCRIBE_PRODUCERS, 0, topics=[{"name": name, "partition_indexes": ids} for name, ids in topics],
    )
    return [
        (row.name, each.partition_index, each.error_code, each.error_message, each.active_producers)
        for row in answer.topics for each in row.partitions
    ]


def test_active_producers(wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=2)
    producer = calls.init_producer(wire)
    batch = records.build([records.Record(b"a", timestamp=5), records.Record(b"b", timestamp=7)], producer=producer, base_sequence=0)
    calls.produce_ok(wire, topic_name, batch)
    state = {
        "producer_id": producer[0], "producer_epoch": producer[1], "last_sequence": 1, "last_timestamp": 7,
        "coordinator_epoch": -1, "current_txn_start_offset": -1,
    }
    unknown, invalid = errors.UNKNOWN_TOPIC_OR_PARTITION, errors.INVALID_TOPIC_EXCEPTION
    prefix = "Topic name is invalid: "
    assert producers(wire, (topic_name, [0, 1, 99, -1, 0]), ("nope", [0]), ("a b", [0]), ("", [0])) == [
        (topic_name, 0, 0, None, [state]),
        (topic_name, 1, 0, None, []),
        (topic_name, 99, unknown, None, []),
        (topic_name, -1, unknown, None, []),
        (topic_name, 0, 0, None, [state]),
        ("nope", 0, unknown, "This server does not host this topic-partition.", []),
        ("a b", 0, invalid, prefix + "'a b' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'", []),
        ("", 0, invalid, prefix + "the empty string is not allowed", []),
    ]
    assert producers(wire) == []
