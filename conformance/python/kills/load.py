"""Idempotent load that lives through kills, and the check that follows it.

One producer for each partition writes the numbers 0, 1, 2, ... with acks=all and never gives up; one reader
per partition follows from offset 0. Since a producer retries until it is acknowledged, the log must in the end
hold every number exactly once and in order, whatever happened to the server meanwhile.
"""

import threading
import time
from typing import Dict, List

from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition

from waiting import eventually
from wire import calls
from wire.connection import Connection

# Keeps the load from outrunning the check: librdkafka holds at most this many unacknowledged records.
QUEUE = 2_000
RECONNECT = {"reconnect.backoff.ms": 20, "reconnect.backoff.max.ms": 200, "log_level": 0, "log.connection.close": False}
FILLER = b" " * 100


class Writer(threading.Thread):
    def __init__(self, bootstrap: str, topic: str, partition: int):
        super().__init__(name=f"writer {partition}")
        self.topic, self.partition = topic, partition
        self.acknowledged: Dict[int, int] = {}
        self.failures: List[str] = []
        self.sent = 0
        self.stopping = threading.Event()
        self.producer = Producer({
            "bootstrap.servers": bootstrap,
            "acks": "all",
            "enable.idempotence": True,
            "linger.ms": 2,
            "batch.num.messages": 50,
            "queue.buffering.max.messages": QUEUE,
            "message.timeout.ms": 600_000,
            "retry.backoff.ms": 20,
            "retry.backoff.max.ms": 200,
            **RECONNECT,
        })

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.producer.produce(
                    self.topic, b"%d" % self.sent + FILLER, partition=self.partition, on_delivery=self._delivered
                )
                self.sent += 1
            except BufferError:
                self.producer.poll(0.01)
            self.producer.poll(0)

    def _delivered(self, error, message) -> None:
        number = int(message.value())
        if error:
            self.failures.append(f"{number}: {error}")
        else:
            self.acknowledged[number] = message.offset()

    def finish(self, seconds: float = 60) -> None:
        self.stopping.set()
        self.join()
        left = self.producer.flush(seconds)
        assert not self.failures, self.failures[:3]
        assert left == 0, f"{left} records never acknowledged"


class Reader(threading.Thread):
    """Follows a partition and notes the first record that is out of place."""

    def __init__(self, bootstrap: str, topic: str, partition: int):
        super().__init__(name=f"reader {partition}")
        self.next = 0
        self.fault = ""
        self.stopping = threading.Event()
        self.consumer = Consumer({
            "bootstrap.servers": bootstrap, "group.id": "unused", "enable.auto.commit": False, "auto.offset.reset": "error",
            **RECONNECT,
        })
        self.consumer.assign([TopicPartition(topic, partition, 0)])

    def run(self) -> None:
        while not self.stopping.is_set() and not self.fault:
            message = self.consumer.poll(0.1)
            if message is None:
                continue
            error = message.error()
            if error:
                if error.code() == KafkaError._AUTO_OFFSET_RESET:
                    self.fault = f"out of range at {self.next}: {error}"
                continue
            if (message.offset(), int(message.value())) != (self.next, self.next):
                self.fault = f"offset {message.offset()}, number {int(message.value())}, expected {self.next}"
            self.next += 1

    def finish(self) -> None:
        self.stopping.set()
        self.join()
        self.consumer.close()


class Load:
    def __init__(self, bootstrap: str, topic: str, partitions: int = 4):
        self.bootstrap, self.topic = bootstrap, topic
        with Connection(bootstrap) as wire:
            calls.create_topic(wire, topic, partitions, segment_bytes=1 << 20)
        self.writers = [Writer(bootstrap, topic, partition) for partition in range(partitions)]
        self.readers = [Reader(bootstrap, topic, partition) for partition in range(partitions)]
        for thread in [*self.writers, *self.readers]:
            thread.start()

    def acknowledged(self) -> int:
        return sum(len(writer.acknowledged) for writer in self.writers)

    def run_for(self, seconds: float) -> None:
        """Goes on until that time has passed and every writer has got something acknowledged in it."""
        before = [len(writer.acknowledged) for writer in self.writers]
        time.sleep(seconds)
        eventually(
            lambda: all(len(writer.acknowledged) > had for writer, had in zip(self.writers, before)), 30, "acknowledgements go on"
        )
        self.check_readers()

    def check_readers(self) -> None:
        for reader in self.readers:
            assert not reader.fault, reader.fault

    def finish_and_check(self) -> None:
        try:
            for writer in self.writers:
                writer.finish()
            for writer, reader in zip(self.writers, self.readers):
                eventually(
                    lambda r=reader, w=writer: r.fault or r.next >= w.sent, 60, f"{reader.name} reads all, is at {reader.next} of {writer.sent}"
                )
            self.check_readers()
        finally:
            for thread in [*self.writers, *self.readers]:
                thread.stopping.set()
            for reader in self.readers:
                reader.finish()
        with Connection(self.bootstrap) as wire:
            for partition, writer in enumerate(self.writers):
                stored = calls.read_records(wire, self.topic, partition)
                assert [(r.offset, int(r.value)) for r in stored] == [(n, n) for n in range(writer.sent)]
                assert writer.acknowledged == {n: n for n in range(writer.sent)}
