"""A node that stops lists itself to the end.

The controller fences the last broker a moment before its listeners close. An answer without brokers in that moment
makes librdkafka drop the only address it knows: such a client never comes back (confluentinc/librdkafka#5301).
"""

import threading

import pytest

from wire import calls, messages
from wire.connection import Closed, Connection

TOPIC = "stopped"
STOPS = 5
ASKERS = 4


def ask_until_closed(connection: Connection, answers: list) -> None:
    try:
        while True:
            metadata = connection.call(messages.METADATA, 9, topics=[{"name": TOPIC}], allow_auto_topic_creation=False)
            answers.append(("Metadata", [row.node_id for row in metadata.brokers], metadata.controller_id))
            cluster = connection.call(messages.DESCRIBE_CLUSTER, 0)
            answers.append(("DescribeCluster", [row.broker_id for row in cluster.brokers], cluster.controller_id))
    except Closed:
        pass


def test_the_last_broker_is_listed_until_its_listeners_close(start_node, on_kafka):
    if on_kafka:
        pytest.skip("Apache Kafka sends answers without brokers here")
    own = start_node()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, TOPIC)
    for _ in range(STOPS):
        answers = []
        connections = [Connection(own.bootstrap) for _ in range(ASKERS)]
        askers = [threading.Thread(target=ask_until_closed, args=(each, answers)) for each in connections]
        for asker in askers:
            asker.start()
        own.stop()
        for asker, connection in zip(askers, connections):
            asker.join()
            connection.close()
        assert len(answers) > ASKERS
        assert all(brokers == [1] and controller == 1 for _, brokers, controller in answers), [a for a in answers if a[1:] != ([1], 1)]
        own.start()
