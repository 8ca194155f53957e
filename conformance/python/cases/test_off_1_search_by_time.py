"""O-OFF-1: search by timestamp finds the first record whose time is at or after the target.

Sources: streamnative/kop#334, Parsely/pykafka#728, confluentinc/librdkafka#1957.
"""

import pytest

from wire import calls, compression, errors, messages, records


def make_topic(wire, name, *batches, codec=compression.NONE):
    calls.create_topic(wire, name, retention_ms=-1)
    for times in batches:
        rows = [records.Record(b"at %d" % time, timestamp=time) for time in times]
        calls.produce_ok(wire, name, records.build(rows, codec=codec))
    return name


def found(wire, topic, timestamp):
    row = calls.list_offset_row(wire, topic, timestamp)
    assert row.error_code == errors.NONE
    return row.offset, row.timestamp


def test_ordered_times(wire, topic_name):
    make_topic(wire, topic_name, [2000], [4000], [6000], [8000])
    expected = {
        0: (0, 2000), 2000: (0, 2000), 3000: (1, 4000), 5000: (2, 6000), 8000: (3, 8000), 8001: (-1, -1),
        calls.LATEST: (4, -1), calls.EARLIEST: (0, -1),
    }
    assert {asked: found(wire, topic_name, asked) for asked in expected} == expected
    assert calls.delete_records(wire, topic_name, 2).error_code == errors.NONE
    assert found(wire, topic_name, 0) == (2, 6000)
    assert found(wire, topic_name, calls.EARLIEST)[0] == 2


def test_unordered_times(wire, topic_name):
    make_topic(wire, topic_name, [1000], [5000], [3000], [7000])
    assert found(wire, topic_name, 4000) == (1, 5000)
    assert found(wire, topic_name, 6000) == (3, 7000)


@pytest.mark.parametrize("codec", range(5), ids=compression.NAMES)
def test_inside_a_batch(wire, topic_name, codec):
    make_topic(wire, topic_name, range(1000, 1010), codec=codec)
    assert found(wire, topic_name, 1004) == (4, 1004), "not the base of the batch"


def test_max_timestamp(wire, topic_name):
    """Target -3 (KIP-734): the record with the largest time."""
    make_topic(wire, topic_name, [1000], [5000], [3000])
    assert found(wire, topic_name, -3) == (1, 5000)


def test_the_same_partition_twice(wire, topic_name):
    make_topic(wire, topic_name, [2000])
    partition = {"partition_index": 0, "timestamp": 0}
    answer = wire.call(
        messages.LIST_OFFSETS,
        wire.version(messages.LIST_OFFSETS, 7),
        topics=[{"name": topic_name, "partitions": [partition, partition]}],
    )
    assert [row.error_code for row in answer.topics[0].partitions] == [errors.INVALID_REQUEST]
