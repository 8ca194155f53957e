"""O-PRD-2: LogAppendTime must be visible in four places: response, batch, record, and time search.

Sources: redpanda-data/redpanda#29189, redpanda-data/redpanda#27674, tulios/kafkajs#768, redpanda-data/redpanda#626.
"""

from confluent_kafka import TIMESTAMP_LOG_APPEND_TIME

import foreign
from wire import calls, compression, records

TIMES = [1000, 2000, 3000]
VALUES = [b"a" * 50, b"b" * 50, b"c" * 50]


def lz4_batch(times):
    return records.build(
        [records.Record(value, timestamp=time) for value, time in zip(VALUES, times)], codec=compression.LZ4
    )


def test_log_append_time_everywhere(wire, bootstrap, topic_name):
    calls.create_topic(wire, topic_name, message_timestamp_type="LogAppendTime")
    before = records.now_ms()
    delivered = foreign.confluent_send(
        bootstrap, topic_name, VALUES, timestamps=TIMES, linger_ms=200, compression_type="lz4"
    )
    after = records.now_ms()
    kind, append_time = delivered[0].timestamp()
    assert kind == TIMESTAMP_LOG_APPEND_TIME
    assert before <= append_time <= after

    (batch,) = calls.read_batches(wire, topic_name)
    assert batch.attributes == records.LOG_APPEND_TIME | compression.LZ4
    assert (batch.base_timestamp, batch.max_timestamp) == (1000, append_time)
    assert batch.crc_valid

    for name, read in foreign.READERS.items():
        got = read(bootstrap, topic_name, 3)
        assert [(row.timestamp, row.timestamp_type) for row in got] == [(append_time, foreign.LOG_APPEND_TIME)] * 3, name

    for asked, offset, timestamp in [(append_time, 0, append_time), (1500, 0, append_time), (append_time + 1, -1, -1)]:
        row = calls.list_offset_row(wire, topic_name, asked)
        assert (row.error_code, row.offset, row.timestamp) == (0, offset, timestamp), asked


def test_only_time_attributes_and_crc_change(wire, topic_name):
    calls.create_topic(wire, topic_name, message_timestamp_type="LogAppendTime")
    sent = lz4_batch(TIMES)
    row = calls.produce_ok(wire, topic_name, sent)
    (stored,) = calls.read_batches(wire, topic_name)
    assert row.log_append_time_ms == stored.max_timestamp
    assert stored.payload == sent[records.HEADER_SIZE :]


def test_create_time_answers_minus_one(wire, topic_name):
    calls.create_topic(wire, topic_name)
    now = records.now_ms()
    sent = lz4_batch([now, now + 1, now + 2])
    assert calls.produce_ok(wire, topic_name, sent).log_append_time_ms == -1
    (stored,) = calls.read_batches(wire, topic_name)
    assert (stored.attributes, stored.base_timestamp, stored.max_timestamp) == (compression.LZ4, now, now + 2)
    assert stored.raw[16:] == sent[16:]
