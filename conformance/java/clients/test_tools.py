"""Kafka's own command-line tools against the server."""

import re

import pytest

from wire import calls, errors, records


def test_api_versions(java, bootstrap):
    out = java.tool("BrokerApiVersionsCommand", "--bootstrap-server", bootstrap)
    assert "Produce(0): 0 to" in out
    assert "UNSUPPORTED" not in out.split("Produce(0)")[1].splitlines()[0]


def test_topic_command(java, bootstrap, topic_name):
    def topics(*arguments, **options):
        return java.tool("TopicCommand", "--bootstrap-server", bootstrap, *arguments, **options)

    topics("--create", "--topic", topic_name, "--partitions", 3, "--config", "retention.ms=60000")
    assert topic_name in topics("--list").split()
    described = topics("--describe", "--topic", topic_name)
    assert re.search(rf"Topic: {topic_name}\s+TopicId: \S+\s+PartitionCount: 3\s+ReplicationFactor: 1", described)
    assert "retention.ms=60000" in described
    assert len(re.findall(r"Partition: \d+\s+Leader: 1\s+Replicas: 1\s+Isr: 1", described)) == 3
    assert "already exists" in topics("--create", "--topic", topic_name, fails=True)
    topics("--delete", "--topic", topic_name)
    assert topic_name not in topics("--list").split()
    assert "does not exist" in topics("--describe", "--topic", topic_name, fails=True)


def test_get_offset_shell(java, wire, bootstrap, topic_name):
    calls.create_topic(wire, topic_name, partitions=2, retention_ms=-1)
    for timestamp in (1000, 2000, 3000):
        calls.produce_ok(wire, topic_name, records.build([records.Record(b"v", timestamp=timestamp)]), partition=1)
    assert calls.delete_records(wire, topic_name, 1, partition=1).error_code == errors.NONE

    def offsets(time):
        out = java.tool("GetOffsetShell", "--bootstrap-server", bootstrap, "--topic", topic_name, "--time", time)
        return sorted(out.split())

    assert offsets(-1) == [f"{topic_name}:0:0", f"{topic_name}:1:3"]
    assert offsets(-2) == [f"{topic_name}:0:0", f"{topic_name}:1:1"]
    assert offsets(2500) == [f"{topic_name}:0:0", f"{topic_name}:1:2"] or offsets(2500) == [f"{topic_name}:1:2"]


@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_console_producer_and_consumer(java, wire, bootstrap, topic_name, codec):
    calls.create_topic(wire, topic_name)
    lines = [f"key{number}:value {number} {'.' * (number % 50)}" for number in range(1000)]
    java.tool(
        "ConsoleProducer", "--bootstrap-server", bootstrap, "--topic", topic_name, "--compression-codec", codec,
        "--reader-property", "parse.key=true", "--reader-property", "key.separator=:", stdin="\n".join(lines) + "\n",
    )
    out = java.tool(
        "consumer.ConsoleConsumer", "--bootstrap-server", bootstrap, "--topic", topic_name, "--partition", 0, "--offset", "earliest",
        "--max-messages", len(lines), "--timeout-ms", 30000, "--formatter-property", "print.key=true",
        "--formatter-property", "key.separator=:",
    )
    assert out.splitlines() == lines


def test_producer_performance(java, wire, bootstrap, topic_name):
    calls.create_topic(wire, topic_name, partitions=3)
    out = java.tool(
        "ProducerPerformance", "--bootstrap-server", bootstrap, "--topic", topic_name, "--num-records", 200_000,
        "--record-size", 100, "--throughput", -1, "--command-property", "acks=all", "linger.ms=5",
    )
    assert out.strip().splitlines()[-1].startswith("200000 records sent")
    assert sum(calls.list_offset(wire, topic_name, calls.LATEST, partition) for partition in range(3)) == 200_000
