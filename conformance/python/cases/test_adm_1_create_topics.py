"""O-ADM-1: CreateTopics gives one verdict per topic, with the right code for each fault.

Sources: redpanda-data/redpanda#1573, redpanda-data/redpanda#10379, redpanda-data/redpanda#13442.
"""

import pytest

from wire import errors, messages

# Partitions that one request may create, in Apache Kafka.
MOST_PARTITIONS = 10_000


def wanted(name, partitions=1, factor=1, assignments=None, configs=None):
    return {
        "name": name,
        "num_partitions": partitions,
        "replication_factor": factor,
        "assignments": [{"partition_index": p, "broker_ids": ids} for p, ids in (assignments or {}).items()],
        "configs": [{"name": key, "value": value} for key, value in (configs or {}).items()],
    }


def create(wire, *topics, validate_only=False):
    version = wire.version(messages.CREATE_TOPICS, 5)
    return wire.call(messages.CREATE_TOPICS, version, topics=list(topics), validate_only=validate_only).topics


def topic_exists(wire, name):
    answer = wire.call(
        messages.METADATA, wire.version(messages.METADATA, 9), topics=[{"name": name}], allow_auto_topic_creation=False
    )
    return answer.topics[0].error_code == errors.NONE


def test_one_verdict_per_topic(wire, topic_name):
    broker = wire.call(messages.METADATA, wire.version(messages.METADATA, 9), topics=[]).brokers[0].node_id
    cases = {
        "ok": (wanted("ok"), errors.NONE),
        "rf2": (wanted("rf2", factor=2), errors.INVALID_REPLICATION_FACTOR),
        "rf0": (wanted("rf0", factor=0), errors.INVALID_REPLICATION_FACTOR),
        "p0": (wanted("p0", partitions=0), errors.INVALID_PARTITIONS),
        "neg": (wanted("neg", partitions=-2), errors.INVALID_PARTITIONS),
        "dflt": (wanted("dflt", -1, -1), errors.NONE),
        "dup": (wanted("dup"), errors.INVALID_REQUEST),
        "man": (wanted("man", -1, -1, {0: [broker], 2: [broker]}), errors.INVALID_REPLICA_ASSIGNMENT),
        "man2": (wanted("man2", -1, 1, {0: [broker]}), errors.INVALID_REQUEST),
        "man2p": (wanted("man2p", 1, -1, {0: [broker]}), errors.INVALID_REQUEST),
        "man3": (wanted("man3", -1, -1, {0: [99]}), errors.INVALID_REPLICA_ASSIGNMENT),
        "manok": (wanted("manok", -1, -1, {0: [broker], 1: [broker]}), errors.NONE),
        "cfg": (wanted("cfg", configs={"foo.bar": "1"}), errors.INVALID_CONFIG),
        "cfgv": (wanted("cfgv", configs={"retention.ms": "abc"}), errors.INVALID_CONFIG),
    }
    prefix = f"{topic_name}."
    requests = [dict(request, name=prefix + name) for name, (request, _) in cases.items()]
    answer = create(wire, *requests, dict(cases["dup"][0], name=prefix + "dup"))
    rows = {row.name[len(prefix) :]: row for row in answer}
    assert len(answer) == len(cases), "the topic listed twice has one entry"
    assert {name: row.error_code for name, row in rows.items()} == {name: code for name, (_, code) in cases.items()}
    for name, row in rows.items():
        if row.error_code:
            assert row.error_message
            assert (row.num_partitions, row.replication_factor, row.configs) == (-1, -1, []), name
        else:
            assert row.error_message is None
            assert row.replication_factor == 1 and row.configs, name
        assert topic_exists(wire, prefix + name) == (row.error_code == 0), name
    assert (rows["dflt"].num_partitions, rows["manok"].num_partitions) == (1, 2)
    defaults = {config.name: config.value for config in rows["dflt"].configs}
    assert (defaults["cleanup.policy"], defaults["retention.ms"]) == ("delete", "604800000")

    (repeat,) = create(wire, wanted(prefix + "ok"))
    assert repeat.error_code == errors.TOPIC_ALREADY_EXISTS


def test_validate_only_creates_nothing(wire, topic_name):
    (row,) = create(wire, wanted(topic_name, 3, configs={"retention.ms": "5000"}), validate_only=True)
    assert (row.error_code, row.num_partitions, row.replication_factor) == (0, 3, 1)
    configs = {config.name: config.value for config in row.configs}
    assert configs["retention.ms"] == "5000"
    assert not topic_exists(wire, topic_name)


@pytest.mark.parametrize("partitions", [MOST_PARTITIONS + 1, 0x7FFFFFFF])
def test_far_too_many_partitions(wire, topic_name, partitions):
    (row,) = create(wire, wanted(topic_name, partitions))
    assert row.error_code == errors.POLICY_VIOLATION
    assert not topic_exists(wire, topic_name)
