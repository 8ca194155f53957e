"""O-FET-4: edges of the log: start, end, beyond, and a fully trimmed log.

Sources: redpanda-data/redpanda#3159, redpanda-data/redpanda#3036.
"""

import threading
import time

import pytest

from wire import calls, errors, records
from wire.connection import Connection

READ_UNCOMMITTED, READ_COMMITTED = 0, 1


@pytest.fixture
def topic(wire, topic_name):
    calls.create_topic(wire, topic_name)
    for number in range(10):
        calls.produce_ok(wire, topic_name, records.simple(b"%d" % number))
    return topic_name


def timed_fetch(wire, topic, offset, isolation):
    started = time.monotonic()
    row = calls.fetch_row(wire, topic, offset, isolation_level=isolation, max_wait_ms=500, min_bytes=1)
    return row, time.monotonic() - started


def check_out_of_range(wire, topic, offset, isolation):
    row, seconds = timed_fetch(wire, topic, offset, isolation)
    assert row.error_code == errors.OFFSET_OUT_OF_RANGE
    assert (row.records or b"") == b""
    assert (row.high_watermark, row.last_stable_offset, row.log_start_offset) == (-1, -1, -1)
    assert seconds < 0.4, "answered at once"


def check_waits_at_end(wire, topic, isolation, log_start):
    row, seconds = timed_fetch(wire, topic, 10, isolation)
    assert (row.error_code, row.records or b"") == (0, b"")
    assert (row.high_watermark, row.last_stable_offset, row.log_start_offset) == (10, 10, log_start)
    assert 0.45 <= seconds < 2


@pytest.mark.parametrize("isolation", [READ_UNCOMMITTED, READ_COMMITTED])
def test_edges(wire, topic, isolation):
    trimmed = calls.delete_records(wire, topic, 5)
    assert (trimmed.error_code, trimmed.low_watermark) == (0, 5)
    for offset in (4, 11):
        check_out_of_range(wire, topic, offset, isolation)
    for offset in (5, 9):
        row, _ = timed_fetch(wire, topic, offset, isolation)
        assert row.error_code == errors.NONE
        assert records.parse(row.records)[0].base_offset == offset
    check_waits_at_end(wire, topic, isolation, log_start=5)

    trimmed = calls.delete_records(wire, topic, -1)
    assert (trimmed.error_code, trimmed.low_watermark) == (0, 10)
    for offset in (9, 11):
        check_out_of_range(wire, topic, offset, isolation)
    check_waits_at_end(wire, topic, isolation, log_start=10)
    assert calls.list_offset(wire, topic, calls.EARLIEST) == 10


def test_a_waiting_fetch_returns_with_the_produce(wire, bootstrap, topic):
    answered = []

    def wait():
        with Connection(bootstrap) as reader:
            row = calls.fetch_row(reader, topic, 10, max_wait_ms=5000, min_bytes=1)
            answered.append((row, time.monotonic()))

    waiter = threading.Thread(target=wait)
    waiter.start()
    waiter.join(0.5)
    assert waiter.is_alive(), "nothing to read yet"
    calls.produce_ok(wire, topic, records.simple(b"ten"))
    produced = time.monotonic()
    waiter.join(5)
    row, at = answered[0]
    assert records.parse(row.records)[0].base_offset == 10
    assert at - produced < 0.25


def test_delete_records_verdicts(wire, topic):
    """Named in O-ST-1: beyond the end is refused, below the start does nothing, -2 is no offset."""
    assert calls.delete_records(wire, topic, 5).low_watermark == 5
    for offset, error, low in [(11, errors.OFFSET_OUT_OF_RANGE, -1), (3, 0, 5), (-2, errors.OFFSET_OUT_OF_RANGE, -1)]:
        row = calls.delete_records(wire, topic, offset)
        assert (row.error_code, row.low_watermark) == (error, low), offset
    assert calls.delete_records(wire, topic, 0, partition=7).error_code == errors.UNKNOWN_TOPIC_OR_PARTITION
