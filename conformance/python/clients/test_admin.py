"""Admin calls of confluent-kafka and kafka-python: topics, partitions, cluster, offsets, deletions."""

import kafka
import kafka.errors
import pytest
from confluent_kafka import KafkaError, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic, OffsetSpec
from kafka.admin import KafkaAdminClient
from kafka.admin import NewTopic as KafkaPythonTopic

from waiting import eventually
from wire import calls, records

TIMEOUT_S = 30


def result(futures):
    (future,) = futures.values()
    return future.result(TIMEOUT_S)


@pytest.fixture
def admin(bootstrap):
    return AdminClient({"bootstrap.servers": bootstrap})


def test_confluent_topics(admin, topic_name):
    result(admin.create_topics([NewTopic(topic_name, 3, 1, config={"retention.ms": "60000"})]))
    listed = eventually(lambda: admin.list_topics(timeout=TIMEOUT_S).topics.get(topic_name), what="the topic is listed")
    assert sorted(listed.partitions) == [0, 1, 2]
    with pytest.raises(KafkaException) as again:
        result(admin.create_topics([NewTopic(topic_name, 3, 1)]))
    assert again.value.args[0].code() == KafkaError.TOPIC_ALREADY_EXISTS
    result(admin.delete_topics([topic_name]))
    eventually(lambda: topic_name not in admin.list_topics(timeout=TIMEOUT_S).topics, what="the topic is gone")
    with pytest.raises(KafkaException) as gone:
        result(admin.delete_topics([topic_name]))
    assert gone.value.args[0].code() == KafkaError.UNKNOWN_TOPIC_OR_PART


def test_confluent_cluster(admin):
    cluster = admin.describe_cluster().result(TIMEOUT_S)
    assert cluster.cluster_id
    assert cluster.controller.id in {node.id for node in cluster.nodes}


def test_confluent_offsets_and_delete_records(admin, wire, topic_name):
    calls.create_topic(wire, topic_name)
    for _ in range(5):
        calls.produce_ok(wire, topic_name, records.simple(b"v"))
    partition = TopicPartition(topic_name, 0)
    assert result(admin.list_offsets({partition: OffsetSpec.latest()})).offset == 5
    assert result(admin.delete_records([TopicPartition(topic_name, 0, 3)])).low_watermark == 3
    assert result(admin.list_offsets({partition: OffsetSpec.earliest()})).offset == 3


def test_a_topic_deleted_and_made_again_is_another_one(admin, wire, topic_name):
    calls.create_topic(wire, topic_name)
    calls.produce_ok(wire, topic_name, records.simple(b"old"))
    before = calls.topic_id(wire, topic_name)
    result(admin.delete_topics([topic_name]))
    eventually(lambda: topic_name not in admin.list_topics(timeout=TIMEOUT_S).topics, what="the topic is gone")
    calls.create_topic(wire, topic_name)
    assert calls.topic_id(wire, topic_name) != before
    assert calls.list_offset(wire, topic_name, calls.LATEST) == 0


def test_kafka_python_topics(bootstrap, topic_name):
    admin = KafkaAdminClient(bootstrap_servers=bootstrap)
    try:
        admin.create_topics([KafkaPythonTopic(topic_name, 2, 1)])
        eventually(lambda: topic_name in admin.list_topics(), what="the topic is listed")
        with pytest.raises(kafka.errors.TopicAlreadyExistsError):
            admin.create_topics([KafkaPythonTopic(topic_name, 2, 1)])
        assert admin.describe_cluster()["brokers"]
        admin.delete_topics([topic_name])
        eventually(lambda: topic_name not in admin.list_topics(), what="the topic is gone")
    finally:
        admin.close()
