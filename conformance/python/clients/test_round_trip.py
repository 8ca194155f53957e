"""confluent-kafka, kafka-python and aiokafka: every client writes, every client reads what it wrote.

Keys, values, headers (also repeated and empty ones), timestamps and each codec.
"""

import asyncio

import aiokafka
import kafka
import pytest

import foreign
from wire import calls, compression, records

COUNT = 20


def rows():
    """(key, value, timestamp, headers) of the records that go through."""
    now = records.now_ms()
    made = [
        (b"k%d" % n, b"value %d " % n * 30, now + n, [("name", b"v%d" % n), ("name", b"again"), ("empty", b"")])
        for n in range(COUNT - 2)
    ]
    return made + [(None, b"no key", now + COUNT, []), (b"no value", None, now + COUNT + 1, [])]


def with_confluent(bootstrap, topic, codec):
    sent = rows()
    failures = []
    producer = foreign.confluent_producer(bootstrap, compression_type=codec, linger_ms=50)
    for key, value, timestamp, headers in sent:
        producer.produce(
            topic, value, key, partition=0, timestamp=timestamp, headers=headers,
            on_delivery=lambda error, _: failures.append(error) if error else None,
        )
    assert producer.flush(30) == 0 and not failures
    return sent


def with_kafka_python(bootstrap, topic, codec):
    sent = rows()
    producer = kafka.KafkaProducer(
        bootstrap_servers=bootstrap, compression_type=None if codec == "none" else codec, linger_ms=50
    )
    futures = [
        producer.send(topic, value, key, headers=headers, partition=0, timestamp_ms=timestamp)
        for key, value, timestamp, headers in sent
    ]
    for future in futures:
        future.get(timeout=30)
    producer.close()
    return sent


def with_aiokafka(bootstrap, topic, codec):
    sent = rows()

    async def send():
        async with aiokafka.AIOKafkaProducer(
            bootstrap_servers=bootstrap, compression_type=None if codec == "none" else codec, linger_ms=50
        ) as producer:
            futures = [
                await producer.send(topic, value, key, partition=0, timestamp_ms=timestamp, headers=headers)
                for key, value, timestamp, headers in sent
            ]
            await asyncio.gather(*futures)

    asyncio.run(asyncio.wait_for(send(), 30))
    return sent


WRITERS = {"confluent-kafka": with_confluent, "kafka-python": with_kafka_python, "aiokafka": with_aiokafka}


@pytest.mark.parametrize("codec", compression.NAMES)
@pytest.mark.parametrize("writer", WRITERS)
def test_round_trip(wire, bootstrap, topic_name, writer, codec):
    calls.create_topic(wire, topic_name)
    sent = WRITERS[writer](bootstrap, topic_name, codec)
    batches = calls.read_batches(wire, topic_name)
    assert {batch.codec for batch in batches} == {compression.NAMES.index(codec)}
    assert all(batch.crc_valid for batch in batches)
    expected = [
        foreign.Got(offset, value, key, timestamp, foreign.CREATE_TIME, headers)
        for offset, (key, value, timestamp, headers) in enumerate(sent)
    ]
    for name, read in foreign.READERS.items():
        assert read(bootstrap, topic_name, COUNT) == expected, name
