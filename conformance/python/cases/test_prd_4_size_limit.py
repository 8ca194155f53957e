"""O-PRD-4: the size limit is on the stored (compressed) batch, for each partition by itself.

Sources: confluentinc/librdkafka#1716, IBM/sarama#1045, redpanda-data/redpanda#31362, confluentinc/librdkafka#488.
"""

from wire import calls, compression, errors, records

BIG = b"repeat! " * 625


def end(wire, topic, partition=0):
    return calls.list_offset(wire, topic, calls.LATEST, partition)


def test_limit_counts_the_compressed_batch(wire, topic_name):
    calls.create_topic(wire, topic_name, max_message_bytes=1000)
    batch = records.simple(BIG, codec=compression.ZSTD)
    assert len(batch) < 1000
    calls.produce_ok(wire, topic_name, batch)


def test_one_partition_too_large_does_not_touch_the_other(wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=2, max_message_bytes=1000)
    rows = calls.produce(wire, topic_name, {0: records.simple(BIG), 1: records.simple(b"0123456789")})
    assert rows[0].error_code == errors.MESSAGE_TOO_LARGE
    assert (rows[1].error_code, rows[1].base_offset) == (0, 0)
    assert (end(wire, topic_name, 0), end(wire, topic_name, 1)) == (0, 1)


def test_the_limit_is_inclusive(wire, topic_name):
    calls.create_topic(wire, topic_name, max_message_bytes=1000)
    assert calls.produce(wire, topic_name, records.of_size(1001)).error_code == errors.MESSAGE_TOO_LARGE
    assert calls.produce(wire, topic_name, records.of_size(1000)).error_code == errors.NONE


def test_the_limit_is_checked_again_after_re_encoding(wire, topic_name):
    calls.create_topic(wire, topic_name, compression_type="uncompressed", max_message_bytes=1000)
    row = calls.produce(wire, topic_name, records.simple(BIG, codec=compression.ZSTD))
    assert row.error_code == errors.MESSAGE_TOO_LARGE
    assert end(wire, topic_name) == 0


def test_size_is_checked_before_the_checksum(wire, topic_name):
    calls.create_topic(wire, topic_name, max_message_bytes=1000)
    assert calls.produce(wire, topic_name, records.simple(BIG, crc_xor=1)).error_code == errors.MESSAGE_TOO_LARGE
    assert calls.produce(wire, topic_name, records.simple(b"small", crc_xor=1)).error_code == errors.CORRUPT_MESSAGE
    assert end(wire, topic_name) == 0


def test_a_batch_larger_than_a_segment(wire, topic_name):
    calls.create_topic(wire, topic_name, segment_bytes=1 << 20, max_message_bytes=4 << 20)
    row = calls.produce(wire, topic_name, records.of_size((1 << 20) + 1))
    assert row.error_code == errors.RECORD_LIST_TOO_LARGE
    assert end(wire, topic_name) == 0
