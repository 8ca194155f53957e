"""O-RET-1: records from the future: refused by default, and where allowed, never deleted out of order.

Sources: redpanda-data/redpanda#9820, redpanda-data/documentation#845.
"""

import time

import pytest

from waiting import eventually
from wire import calls, errors, records

MINUTE_MS = 60_000
YEAR_MS = 365 * 24 * 60 * MINUTE_MS
ANY_FUTURE = 9223372036854775807
# Two retention checks of the shared server (1 s each) and the time its deleter may take.
TWO_CHECKS_S = 3


def at(timestamp, value=b"v"):
    return records.build([records.Record(value, timestamp=timestamp)])


def log_start(wire, topic):
    return calls.list_offset(wire, topic, calls.EARLIEST)


def test_more_than_an_hour_ahead_is_refused(wire, topic_name):
    calls.create_topic(wire, topic_name)
    now = records.now_ms()
    times = [now, now + 120 * MINUTE_MS, now, now + 121 * MINUTE_MS]
    row = calls.produce(wire, topic_name, records.build([records.Record(b"v", timestamp=time) for time in times]))
    assert row.error_code == errors.INVALID_TIMESTAMP
    assert sorted(error.batch_index for error in row.record_errors) == [1, 3]
    assert calls.list_offset(wire, topic_name, calls.LATEST) == 0, "the whole batch is refused"
    calls.produce_ok(wire, topic_name, at(now + 30 * MINUTE_MS))


def test_ten_years_ago_is_stored(wire, topic_name):
    calls.create_topic(wire, topic_name)
    calls.produce_ok(wire, topic_name, at(records.now_ms() - 10 * YEAR_MS))


@pytest.mark.timeout(180)
def test_deletion_is_only_ever_a_prefix(wire, topic_name):
    calls.create_topic(
        wire, topic_name, message_timestamp_after_max_ms=ANY_FUTURE, segment_ms=1000, retention_ms=5000
    )
    for _ in range(2):
        calls.produce_ok(wire, topic_name, at(records.now_ms()))
    time.sleep(3)
    calls.produce_ok(wire, topic_name, at(records.now_ms() + 10 * YEAR_MS))
    for _ in range(5):
        time.sleep(2)
        calls.produce_ok(wire, topic_name, at(records.now_ms()))
    eventually(lambda: log_start(wire, topic_name) == 2, 20, "the two old records expire")
    time.sleep(5 + TWO_CHECKS_S)
    assert log_start(wire, topic_name) == 2, "and nothing behind the future record does"
    assert [record.offset for record in calls.read_records(wire, topic_name, offset=2)] == list(range(2, 8))


def test_size_retention_removes_it(wire, topic_name):
    calls.create_topic(
        wire, topic_name, message_timestamp_after_max_ms=ANY_FUTURE, segment_bytes=1 << 20, retention_bytes=1
    )
    calls.produce_ok(wire, topic_name, at(records.now_ms() + 10 * YEAR_MS))
    time.sleep(TWO_CHECKS_S)
    assert log_start(wire, topic_name) == 0, "the active segment is never removed by size"
    for _ in range(30):
        calls.produce_ok(wire, topic_name, at(records.now_ms(), b"x" * 100_000))
    eventually(lambda: log_start(wire, topic_name) > 0, 20, "old segments go by size")
    end = calls.list_offset(wire, topic_name, calls.LATEST)
    start = log_start(wire, topic_name)
    assert [r.offset for r in calls.read_records(wire, topic_name, offset=start)] == list(range(start, end))


def test_log_append_time_expires_normally(wire, topic_name):
    calls.create_topic(wire, topic_name, message_timestamp_type="LogAppendTime", retention_ms=3000)
    calls.produce_ok(wire, topic_name, at(records.now_ms() + 10 * YEAR_MS))
    (stored,) = calls.read_records(wire, topic_name)
    assert abs(stored.timestamp - records.now_ms()) < MINUTE_MS
    eventually(lambda: log_start(wire, topic_name) == 1, 20, "the active segment expires as well")
