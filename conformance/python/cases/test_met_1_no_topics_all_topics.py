"""O-MET-1: no topics, all topics, and the exception of v0.

Sources: dpkp/kafka-python#867, zendesk/ruby-kafka#508, tulios/kafkajs#1184, confluentinc/librdkafka#3622.
"""

import pytest

from wire import calls, messages
from wire.codec import Reader, decode
from wire.connection import Connection

EMPTY_V1 = bytes.fromhex("0000000F 0003 0001 00000002 0001 74 00000000")
NULL_V1 = bytes.fromhex("0000000F 0003 0001 00000003 0001 74 FFFFFFFF")
EMPTY_V0 = bytes.fromhex("0000000F 0003 0000 00000001 0001 74 00000000")


@pytest.fixture(params=[3, 0], ids=["three topics", "no topics"])
def server(request, start_node):
    """A server of its own, so that the set of topics is known, and that set."""
    own = start_node({"auto.create.topics.enable": "true"})
    names = {f"m{number}" for number in range(request.param)}
    with Connection(own.bootstrap) as connection:
        for name in names:
            calls.create_topic(connection, name)
    return own, names


def raw(connection, request, version):
    connection.send_raw(request)
    reader = Reader(connection.receive_frame())
    assert reader.int("i32") == request[11]
    return decode(messages.METADATA.response, reader, version, False)


def check_brokers(answer, version, topics):
    assert answer.brokers
    if version >= 1:
        assert answer.controller_id in {broker.node_id for broker in answer.brokers}
    if version >= 2:
        assert answer.cluster_id
    assert {topic.name for topic in answer.topics} == topics


def test_empty_and_null(server):
    own, names = server
    with Connection(own.bootstrap) as connection:
        check_brokers(raw(connection, EMPTY_V1, 1), 1, set())
        check_brokers(raw(connection, NULL_V1, 1), 1, names)
        low, high = connection.versions[messages.METADATA.key]
        if low == 0:
            check_brokers(raw(connection, EMPTY_V0, 0), 0, names)
        for version in range(1, min(high, 13) + 1):
            check_brokers(connection.call(messages.METADATA, version, topics=[]), version, set())
            check_brokers(connection.call(messages.METADATA, version, topics=None), version, names)
