"""O-PRD-3: a de-duplication window of five batches, with the original offset in the answer.

Sources: redpanda-data/redpanda#3038, redpanda-data/redpanda#3039, twmb/franz-go#846.
"""

import pytest

from wire import calls, errors, messages, records
from wire.connection import Connection

OUT_OF_ORDER = errors.OUT_OF_ORDER_SEQUENCE_NUMBER


class IdempotentProducer:
    """One producer id that keeps each batch it sent, to send it again byte for byte."""

    def __init__(self, wire, topic):
        self.wire = wire
        self.topic = topic
        self.identity = calls.init_producer(wire)
        self.sent = {}

    def batch(self, sequence, *values):
        return records.simple(*values, producer=self.identity, base_sequence=sequence)

    def send(self, sequence):
        if sequence not in self.sent:
            self.sent[sequence] = self.batch(sequence, b"value %d" % sequence)
        return calls.produce(self.wire, self.topic, self.sent[sequence])

    def outcome(self, sequence):
        row = self.send(sequence)
        return (row.error_code, row.base_offset)


@pytest.fixture
def producer(wire, topic_name):
    calls.create_topic(wire, topic_name)
    producer = IdempotentProducer(wire, topic_name)
    assert producer.identity[1] == 0
    for sequence in range(7):
        row = producer.send(sequence)
        assert (row.error_code, row.base_offset, row.log_append_time_ms) == (0, sequence, -1)
    return producer


def test_repeats_inside_and_outside_the_window(wire, producer):
    repeat = producer.send(4)
    assert (repeat.error_code, repeat.base_offset) == (0, 4)
    (stored,) = [batch for batch in calls.read_batches(wire, producer.topic) if batch.base_offset == 4]
    assert repeat.log_append_time_ms == stored.max_timestamp
    assert calls.list_offset(wire, producer.topic, calls.LATEST) == 7
    assert producer.outcome(1)[0] == OUT_OF_ORDER
    two = calls.produce(wire, producer.topic, producer.batch(3, b"x", b"y"))
    assert two.error_code == OUT_OF_ORDER, "same first sequence, other last one"
    assert calls.list_offset(wire, producer.topic, calls.LATEST) == 7


def test_the_same_batch_twice_in_flight_is_stored_once(wire, producer):
    batch = producer.batch(7, b"twice")
    version = wire.version(messages.PRODUCE, 11)
    request = {
        "acks": -1,
        "topic_data": [{"name": producer.topic, "partition_data": [{"index": 0, "records": batch}]}],
    }
    correlations = [wire.send(messages.PRODUCE, version, **request) for _ in range(2)]
    rows = [wire.receive(messages.PRODUCE, version, c).responses[0].partition_responses[0] for c in correlations]
    assert [(row.error_code, row.base_offset) for row in rows] == [(0, 7), (0, 7)]
    assert calls.list_offset(wire, producer.topic, calls.LATEST) == 8
    assert producer.outcome(3) == (0, 3)
    assert producer.outcome(2)[0] == OUT_OF_ORDER


def test_the_window_after_restart_and_kill(start_node, topic_name):
    own = start_node()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, topic_name)
        producer = IdempotentProducer(wire, topic_name)
        for sequence in range(8):
            assert producer.outcome(sequence) == (0, sequence)

    def check_last_is_recognised():
        with Connection(own.bootstrap) as wire:
            calls.await_leaders(wire, topic_name)
            producer.wire = wire
            assert producer.outcome(7) == (0, 7)
            # Kafka keeps only the last batch of a producer on disk; remembering more is as good.
            assert producer.outcome(6) in [(OUT_OF_ORDER, -1), (0, 6)]
            assert calls.list_offset(wire, topic_name, calls.LATEST) == 8

    own.restart()
    check_last_is_recognised()
    own.kill()
    own.start()
    check_last_is_recognised()
    with Connection(own.bootstrap) as wire:
        producer.wire = wire
        assert producer.outcome(8) == (0, 8), "the sequence goes on"
