"""O-ADM-2: topic names: length, alphabet, and the clash of '.' and '_'.

Sources: apache/kafka#898, michelin/ns4kafka#63, gnuhpc/Kafka-zk-restapi#44, karafka/karafka#1325.
"""

import pytest

from waiting import eventually
from wire import calls, errors, messages

INVALID = errors.INVALID_TOPIC_EXCEPTION


def create(wire, name):
    topic = {"name": name, "num_partitions": 1, "replication_factor": 1}
    (row,) = wire.call(messages.CREATE_TOPICS, wire.version(messages.CREATE_TOPICS, 7), topics=[topic]).topics
    return row


def auto_create(wire, name):
    version = wire.version(messages.METADATA, 9)
    (row,) = wire.call(messages.METADATA, version, topics=[{"name": name}], allow_auto_topic_creation=True).topics
    return row.error_code


@pytest.mark.parametrize("name", ["a" * 250, "", ".", "..", "a b", "ä", "a/b"], ids=repr)
def test_refused_names(wire, name):
    row = create(wire, name)
    assert row.error_code == INVALID and row.error_message


@pytest.mark.parametrize("name", ["a" * 249, "..."], ids=repr)
def test_allowed_names(wire, name):
    assert create(wire, name).error_code == errors.NONE
    calls.await_leaders(wire, name)
    assert calls.delete_topics(wire, [name]) == {name: 0}


def test_dot_and_underscore_clash(wire):
    assert create(wire, "x.y").error_code == errors.NONE
    clash = create(wire, "x_y")
    assert clash.error_code == INVALID and "x.y" in clash.error_message
    assert create(wire, "x.y_z").error_code == errors.NONE
    assert create(wire, "x_y.z").error_code == INVALID
    assert create(wire, "xy").error_code == errors.NONE
    assert calls.delete_topics(wire, ["x.y"]) == {"x.y": 0}
    eventually(lambda: create(wire, "x_y").error_code == errors.NONE, 5, "x_y is free once x.y is gone")
    for _ in range(3):
        assert auto_create(wire, "x.y") == errors.UNKNOWN_TOPIC_OR_PARTITION


@pytest.mark.parametrize("name", ["a b", "b" * 250], ids=repr)
def test_metadata_does_not_create_bad_names(wire, name):
    for _ in range(3):
        assert auto_create(wire, name) == INVALID
