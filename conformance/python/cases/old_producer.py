"""Sends ten records with one codec. Runs under the interpreter that has the old librdkafka:
`old_producer.py BOOTSTRAP TOPIC CODEC`."""

import sys

from confluent_kafka import Producer, libversion

bootstrap, topic, codec = sys.argv[1:]
failures = []
producer = Producer({"bootstrap.servers": bootstrap, "compression.type": codec, "linger.ms": 100})
for number in range(10):
    producer.produce(topic, b"old client " * 50, partition=0, on_delivery=lambda error, _: failures.append(error) if error else None)
left = producer.flush(30)
print(libversion()[0])
sys.exit(f"{left} left, {failures}" if left or failures else 0)
