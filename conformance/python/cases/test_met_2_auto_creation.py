"""O-MET-2: auto-creation needs both sides' consent and reports honestly.

Sources: redpanda-data/redpanda#3787, redpanda-data/redpanda#1256, segmentio/kafka-go#1208, IBM/sarama#3058.
"""

import time

import pytest

import foreign
from wire import calls, errors, messages, records
from wire.connection import Connection

UNKNOWN = errors.UNKNOWN_TOPIC_OR_PARTITION
WAIT_S = 10


def ask(wire, name, allow):
    version = wire.version(messages.METADATA, 9)
    (row,) = wire.call(messages.METADATA, version, topics=[{"name": name}], allow_auto_topic_creation=allow).topics
    return row


def all_topics(wire):
    version = wire.version(messages.METADATA, 9)
    answer = wire.call(messages.METADATA, version, topics=None, allow_auto_topic_creation=True)
    return {row.name for row in answer.topics}


def create_by_asking(wire, name):
    """Asks until there is no error; every answer on the way must be honest. The last answer."""
    first = ask(wire, name, allow=True)
    assert first.error_code in (UNKNOWN, errors.LEADER_NOT_AVAILABLE)
    deadline = time.monotonic() + WAIT_S
    while True:
        row = ask(wire, name, allow=True)
        if row.error_code == errors.NONE:
            assert row.partitions and all(p.error_code == 0 and p.leader_id >= 0 for p in row.partitions)
            return first, row
        assert row.error_code in (UNKNOWN, errors.LEADER_NOT_AVAILABLE)
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_both_sides_must_agree(wire, topic_name):
    assert ask(wire, topic_name, allow=False).error_code == UNKNOWN
    assert topic_name not in all_topics(wire), "neither that nor asking for all topics creates"
    create_by_asking(wire, topic_name)
    assert topic_name in all_topics(wire)


def test_produce_does_not_create(wire, topic_name):
    assert calls.produce(wire, topic_name, records.simple(b"x")).error_code == UNKNOWN
    assert ask(wire, topic_name, allow=False).error_code == UNKNOWN


def test_an_internal_topic_gets_its_own_settings(start_node):
    own = start_node({"offsets.topic.num.partitions": "7", "num.partitions": "2"})
    with Connection(own.bootstrap) as wire:
        first, row = create_by_asking(wire, "__consumer_offsets")
        assert first.is_internal and row.is_internal
        assert len(row.partitions) == 7
        create_by_asking(wire, "plain")
        assert len(ask(wire, "plain", allow=False).partitions) == 2


@pytest.mark.parametrize("name", ["plain", "__consumer_offsets"])
def test_the_server_forbids_it(start_node, name):
    own = start_node({"auto.create.topics.enable": "false"})
    with Connection(own.bootstrap) as wire:
        for _ in range(3):
            assert ask(wire, name, allow=True).error_code == UNKNOWN
        assert name not in all_topics(wire)


SENDERS = {
    "confluent-kafka": foreign.confluent_send,
    "kafka-python": foreign.kafka_python_send,
    "aiokafka": foreign.aiokafka_send,
}


@pytest.mark.parametrize("client", SENDERS)
def test_clients_succeed_by_retrying(wire, bootstrap, topic_name, client):
    SENDERS[client](bootstrap, topic_name, [b"first"])
    assert [record.value for record in calls.read_records(wire, topic_name)] == [b"first"]
