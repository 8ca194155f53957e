"""O-PRD-1: snappy comes in two framings (xerial and bare) and both must survive.

Sources: dpkp/kafka-python#2414, kafka-protocol-rs/kafka-protocol-rs#143, dpkp/kafka-python#127.
"""

import pytest
import snappy

import foreign
from wire import calls, compression, errors, records

VALUES = [(f"{number:04}-" + "snappy text " * 200)[:2048].encode() for number in range(50)]


def bare_batch(values):
    """A batch as librdkafka sends it."""
    rows = [records.Record(value, timestamp=1000) for value in values]
    payload = snappy.compress(records.encode_records(rows, 1000))
    return records.build(rows, codec=compression.SNAPPY, payload=payload)


def xerial_batch(values):
    return records.build([records.Record(value, timestamp=1000) for value in values], codec=compression.SNAPPY)


def values_of(got):
    return [row.value for row in got]


def test_both_framings_are_kept_and_all_clients_read_them(wire, bootstrap, topic_name):
    calls.create_topic(wire, topic_name, compression_type="producer")
    foreign.kafka_python_send(bootstrap, topic_name, VALUES, compression_type="snappy", linger_ms=50)
    foreign.confluent_send(bootstrap, topic_name, VALUES, compression_type="snappy", linger_ms=50)

    batches = calls.read_batches(wire, topic_name)
    assert all(batch.codec == compression.SNAPPY and batch.crc_valid for batch in batches)
    for batch in batches:
        if batch.base_offset < len(VALUES):
            assert batch.payload.startswith(compression.XERIAL_HEADER)
        else:
            assert not batch.payload.startswith(compression.XERIAL_MAGIC)
    for name, read in foreign.READERS.items():
        assert values_of(read(bootstrap, topic_name, 100)) == VALUES + VALUES, name


@pytest.mark.parametrize("topic_codec", ["producer", "snappy"])
@pytest.mark.parametrize("make", [bare_batch, xerial_batch])
def test_a_snappy_batch_is_stored_as_it_came(wire, topic_name, make, topic_codec):
    calls.create_topic(wire, topic_name, compression_type=topic_codec, retention_ms=-1)
    sent = make(VALUES[:5])
    calls.produce_ok(wire, topic_name, sent)
    (stored,) = calls.read_batches(wire, topic_name)
    assert stored.raw[16:] == sent[16:], "all but base offset, length and leader epoch is as sent"


def test_what_the_broker_compresses_is_in_xerial_framing(wire, bootstrap, topic_name):
    calls.create_topic(wire, topic_name, compression_type="snappy")
    calls.produce_ok(wire, topic_name, records.simple(*VALUES[:5]))
    (stored,) = calls.read_batches(wire, topic_name)
    assert stored.codec == compression.SNAPPY and stored.crc_valid
    assert stored.payload.startswith(compression.XERIAL_HEADER), stored.payload[:16].hex()
    for name, read in foreign.READERS.items():
        assert values_of(read(bootstrap, topic_name, 5)) == VALUES[:5], name


@pytest.mark.parametrize("make", [bare_batch, xerial_batch])
def test_the_broker_decodes_both_framings(wire, topic_name, make):
    calls.create_topic(wire, topic_name, compression_type="gzip", retention_ms=-1)
    row = calls.produce(wire, topic_name, make(VALUES[:5]))
    assert row.error_code == errors.NONE
    (stored,) = calls.read_batches(wire, topic_name)
    assert stored.codec == compression.GZIP and stored.crc_valid
    assert values_of(stored.records()) == VALUES[:5]
