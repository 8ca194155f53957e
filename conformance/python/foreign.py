"""Readers and writers over the real Python clients, with one shape of record for all of them.

Consumers use `assign` with explicit offsets: no groups, so they work before groups do.
"""

import asyncio
import time
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

import aiokafka
import kafka
from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition

READ_TIMEOUT_S = 30
CREATE_TIME, LOG_APPEND_TIME = 0, 1


class Got(NamedTuple):
    offset: int
    value: Optional[bytes]
    key: Optional[bytes]
    timestamp: int
    timestamp_type: int
    headers: List[Tuple[str, bytes]]


def confluent_producer(bootstrap: str, **settings) -> Producer:
    """Setting names take "_" for "."."""
    return Producer({"bootstrap.servers": bootstrap, **{key.replace("_", "."): value for key, value in settings.items()}})


def confluent_send(bootstrap: str, topic: str, values: List[bytes], partition: int = 0, timestamps=None, **settings) -> list:
    """Produces, waits, and returns the delivered messages in order; fails on the first error."""
    delivered = []

    def report(error, message):
        assert error is None, error
        delivered.append(message)

    producer = confluent_producer(bootstrap, **settings)
    for at, value in enumerate(values):
        options = {"timestamp": timestamps[at]} if timestamps else {}
        producer.produce(topic, value, partition=partition, on_delivery=report, **options)
    assert producer.flush(READ_TIMEOUT_S) == 0
    assert len(delivered) == len(values)
    return delivered


def confluent_read(bootstrap: str, topic: str, count: int, partition: int = 0, offset: int = 0, **settings) -> List[Got]:
    consumer = Consumer({
        "bootstrap.servers": bootstrap,
        "group.id": "unused",
        "enable.auto.commit": False,
        **{key.replace("_", "."): value for key, value in settings.items()},
    })
    got: List[Got] = []
    try:
        consumer.assign([TopicPartition(topic, partition, offset)])
        deadline = time.monotonic() + READ_TIMEOUT_S
        while len(got) < count:
            assert time.monotonic() < deadline, f"confluent-kafka read {len(got)} of {count} records"
            message = consumer.poll(0.2)
            if message is None:
                continue
            if message.error():
                assert message.error().code() == KafkaError._PARTITION_EOF or message.error().retriable(), message.error()
                continue
            kind, timestamp = message.timestamp()
            kind = LOG_APPEND_TIME if kind == 2 else CREATE_TIME
            got.append(Got(message.offset(), message.value(), message.key(), timestamp, kind, message.headers() or []))
    finally:
        consumer.close()
    return got


def kafka_python_read(bootstrap: str, topic: str, count: int, partition: int = 0, offset: int = 0) -> List[Got]:
    consumer = kafka.KafkaConsumer(bootstrap_servers=bootstrap, group_id=None, enable_auto_commit=False)
    got: List[Got] = []
    try:
        assigned = kafka.TopicPartition(topic, partition)
        consumer.assign([assigned])
        consumer.seek(assigned, offset)
        deadline = time.monotonic() + READ_TIMEOUT_S
        while len(got) < count:
            assert time.monotonic() < deadline, f"kafka-python read {len(got)} of {count} records"
            for messages in consumer.poll(timeout_ms=200).values():
                got += [
                    Got(m.offset, m.value, m.key, m.timestamp, m.timestamp_type, list(m.headers)) for m in messages
                ]
    finally:
        consumer.close()
    return got


def kafka_python_send(bootstrap: str, topic: str, values: List[bytes], partition: int = 0, **settings) -> None:
    producer = kafka.KafkaProducer(bootstrap_servers=bootstrap, **settings)
    try:
        sent = [producer.send(topic, value, partition=partition) for value in values]
        for future in sent:
            future.get(timeout=READ_TIMEOUT_S)
    finally:
        producer.close()


def aiokafka_read(bootstrap: str, topic: str, count: int, partition: int = 0, offset: int = 0) -> List[Got]:
    async def read() -> List[Got]:
        consumer = aiokafka.AIOKafkaConsumer(bootstrap_servers=bootstrap, group_id=None, enable_auto_commit=False)
        await consumer.start()
        try:
            assigned = aiokafka.TopicPartition(topic, partition)
            consumer.assign([assigned])
            consumer.seek(assigned, offset)
            got: List[Got] = []
            while len(got) < count:
                for messages in (await consumer.getmany(timeout_ms=200)).values():
                    got += [Got(m.offset, m.value, m.key, m.timestamp, m.timestamp_type, list(m.headers)) for m in messages]
            return got
        finally:
            await consumer.stop()

    return asyncio.run(asyncio.wait_for(read(), READ_TIMEOUT_S))


def aiokafka_send(bootstrap: str, topic: str, values: List[bytes], partition: Optional[int] = 0, **settings) -> None:
    async def send() -> None:
        producer = aiokafka.AIOKafkaProducer(bootstrap_servers=bootstrap, **settings)
        await producer.start()
        try:
            for value in values:
                await producer.send_and_wait(topic, value, partition=partition)
        finally:
            await producer.stop()

    asyncio.run(asyncio.wait_for(send(), READ_TIMEOUT_S))


READERS: Dict[str, Callable[..., List[Got]]] = {
    "confluent-kafka": confluent_read,
    "kafka-python": kafka_python_read,
    "aiokafka": aiokafka_read,
}
