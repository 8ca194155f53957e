"""O-FET-1: a batch larger than every limit must still be delivered.

Sources: IBM/sarama#3538, twmb/franz-go#809, confluentinc/librdkafka#320, thomhurst/Dekaf#1628.
"""

import pytest

import foreign
from wire import calls, messages, records
from wire.connection import Connection

LARGE = b"L" * 300_000
SMALL = [b"%d" % number * 100 for number in range(1, 4)]


@pytest.fixture
def topic(wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=2)
    for partition in (0, 1):
        for value in [LARGE, *SMALL]:
            calls.produce_ok(wire, topic_name, records.simple(value), partition)
    return topic_name


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_first_partition_with_data_gives_one_whole_batch(wire, topic, order):
    answer = calls.fetch(
        wire, topic, {partition: 0 for partition in order}, max_bytes=1, min_bytes=1, partition_max_bytes=1
    )
    rows = calls.partitions_in(answer)
    first, second = rows[order[0]], rows[order[1]]
    assert len(first.records) > len(LARGE)
    assert [batch.base_offset for batch in records.parse(first.records)] == [0]
    assert (second.error_code, second.records or b"") == (0, b"")


def test_only_a_later_batch_may_be_cut(wire, topic):
    row = calls.fetch_row(wire, topic, 1, partition_max_bytes=250)
    (whole,) = records.parse(row.records)
    assert whole.base_offset == 1
    assert len(row.records) == 250


def test_a_consumer_with_small_limits_makes_progress(bootstrap, topic):
    limits = dict(fetch_max_bytes=1000, max_partition_fetch_bytes=1000, message_max_bytes=1000)
    for partition in (0, 1):
        got = foreign.confluent_read(bootstrap, topic, 4, partition, **limits)
        assert [row.value for row in got] == [LARGE, *SMALL]


def test_fetch_versions_with_a_hard_limit_are_gone(bootstrap, topic):
    with Connection(bootstrap) as wire:
        assert wire.versions[messages.FETCH.key][0] == 4
        wire.send(messages.FETCH, 3, **calls.fetch_request(topic, {0: 0}))
        assert wire.closed_within(5)
