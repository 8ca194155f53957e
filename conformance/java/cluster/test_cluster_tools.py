"""What Kafka's tools print about partitions and the cluster. Every expectation is Apache Kafka 4.4.0's own output."""

import json
import re

import pytest

from wire import calls, records

BOTH = pytest.mark.parametrize("to", ["broker", "controller"])
WHOLE = "The update failed for all features since the following feature had an error: "


def test_more_partitions(tool, wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=2)
    alter = ("--alter", "--topic", topic_name, "--partitions")
    failed = "Error while executing topic command : "
    assert tool("TopicCommand", *alter, 4) == []
    assert tool("TopicCommand", *alter, 4, code=1) == [failed + "Topic already has 4 partition(s)."]
    assert tool("TopicCommand", *alter, 5, "--replica-assignment", "1,1,1,1,1") == []
    assert tool("TopicCommand", *alter, 6, "--replica-assignment", "1,1,1,1,1,7", code=1) == [
        failed + "The manual partition assignment includes broker 7, but no such broker is registered."
    ]
    described = tool("TopicCommand", "--describe", "--topic", topic_name)
    assert f"\tTopic: {topic_name}\tPartition: 4\tLeader: 1\tReplicas: 1\tIsr: 1\tElr: \tLastKnownElr:" in described
    assert tool("TopicCommand", "--describe", "--under-replicated-partitions") == []


def test_log_dirs(tool, wire, topic_name):
    calls.create_topic(wire, topic_name)
    batch = records.simple(b"x")
    calls.produce_ok(wire, topic_name, batch)
    lines = tool("LogDirsCommand", "--describe", "--topic-list", topic_name)
    assert lines[:2] == ["Querying brokers for log directories information", "Received log directory information from brokers 1"]
    partition = {"partition": f"{topic_name}-0", "size": len(batch), "offsetLag": 0, "isFuture": False}
    assert json.loads(lines[2]) == {
        "version": 1, "brokers": [{"broker": 1, "logDirs": [{"partitions": [partition], "error": None, "logDir": "DATA"}]}],
    }


@BOTH
def test_features(tool, to):
    described = "\n".join(tool("FeatureCommand", "describe", to=to))
    for name, low, high, level in (("kraft.version", "0", "1", "1"), ("metadata.version", "3.3-IV3", "4.4-IV2", "4.4-IV2")):
        row = rf"Feature: {name}\s+SupportedMinVersion: {low}\s+SupportedMaxVersion: {high}\s+FinalizedVersionLevel: {level}\s+Epoch: \d+"
        assert re.search(row, described), described
    assert tool("FeatureCommand", "upgrade", "--feature", "metadata.version=33", to=to) == ["metadata.version was upgraded to 33."]
    assert tool("FeatureCommand", "upgrade", "--feature", "nope.version=1", to=to, code=1) == [
        f"Could not upgrade nope.version to 1. {WHOLE}Invalid update version 1 for feature nope.version. Local controller 1 does not"
        " support this feature."
    ]
    assert tool("FeatureCommand", "downgrade", "--feature", "metadata.version=32", to=to, code=1) == [
        f"Could not downgrade metadata.version to 32. {WHOLE}Unsupported metadata.version downgrade from 33 to 32. Refusing to perform"
        " the requested downgrade because it might delete metadata information."
    ]
    assert tool("FeatureCommand", "downgrade", "--feature", "metadata.version=30", "--unsafe", to=to, code=1) == [
        f"Could not downgrade metadata.version to 30. {WHOLE}Unsupported metadata.version downgrade from 33 to 30. Unsafe metadata"
        " downgrade is not supported in this version."
    ]
    assert tool("FeatureCommand", "upgrade", "--dry-run", "--feature", "metadata.version=33", "--feature", "kraft.version=1", to=to) == [
        "kraft.version can be upgraded to 1.", "metadata.version can be upgraded to 33.",
    ]
    assert tool("FeatureCommand", "disable", "--feature", "nope.version", to=to, code=1) == [
        f"Could not disable nope.version. {WHOLE}Invalid update version 0 for feature nope.version. Feature nope.version not found."
    ]


@BOTH
def test_the_quorum(tool, to):
    status = dict(re.split(r":\s+", line, maxsplit=1) for line in tool("MetadataQuorumCommand", "describe", "--status", to=to))
    (voter,) = json.loads(status["CurrentVoters"])
    assert (voter["id"], voter["endpoints"]) == (1, ["CONTROLLER://127.0.0.1:CONTROLLER_PORT"])
    assert (status["LeaderId"], status["MaxFollowerLag"], status["CurrentObservers"]) == ("1", "0", "[]")
    assert int(status["LeaderEpoch"]) >= 1 and int(status["HighWatermark"]) > 0
    header, row = tool("MetadataQuorumCommand", "describe", "--replication", "--human-readable", to=to)
    assert header.split() == ["NodeId", "DirectoryId", "LogEndOffset", "Lag", "LastFetchTimestamp", "LastCaughtUpTimestamp", "Status"]
    assert re.fullmatch(rf"1\s+{voter['directoryId']}\s+\d+\s+0\s+\d+ ms ago\s+\d+ ms ago\s+Leader", row), row


@BOTH
def test_the_cluster(tool, node, to):
    assert tool("ClusterTool", "cluster-id", to=to) == ["Cluster ID: bW9sZGF1LWNvbmZvcm0tMQ"]
    tool("ClusterTool", "unregister", "--id", 9, to=to, code=1)
    _, row = tool("ClusterTool", "list-endpoints", to=to)
    expected = ["1", "127.0.0.1", str(node.port), "null", "unfenced", "broker"]
    if to == "controller":
        expected = ["1", "127.0.0.1", str(node.controller_port), "null", "controller"]
    assert row.split() == expected


def test_elections(tool, wire, topic_name):
    calls.create_topic(wire, topic_name)
    preferred = ("LeaderElectionCommand", "--election-type", "preferred")
    assert tool(*preferred, "--all-topic-partitions") == []
    assert tool(*preferred, "--topic", topic_name, "--partition", 0) == [f"Valid replica already elected for partitions {topic_name}-0"]
    failed = tool("LeaderElectionCommand", "--election-type", "unclean", "--topic", topic_name, "--partition", 99, code=1)
    assert failed[0] == (
        f"Error completing leader election (UNCLEAN) for partition: {topic_name}-99:"
        f" org.apache.kafka.common.errors.UnknownTopicOrPartitionException: No such partition as {topic_name}-99"
    )


def test_reassignments(tool, wire, topic_name, tmp_path):
    calls.create_topic(wire, topic_name, partitions=2)
    reassign = "reassign.ReassignPartitionsCommand"
    topics, plan = tmp_path / "topics.json", tmp_path / "plan.json"
    topics.write_text(json.dumps({"version": 1, "topics": [{"topic": topic_name}]}))
    generated = tool(reassign, "--generate", "--topics-to-move-json-file", topics, "--broker-list", 1)

    def assignment(*dirs):
        rows = [{"topic": topic_name, "partition": index, "replicas": [1], "log_dirs": list(dirs)} for index in (0, 1)]
        return {"version": 1, "partitions": rows}

    assert json.loads(generated[1]) == assignment("DATA")
    assert json.loads(generated[3]) == assignment("any")
    plan.write_text(generated[3])
    executed = tool(reassign, "--execute", "--reassignment-json-file", plan)
    assert json.loads(executed[1]) == assignment("DATA")
    assert executed[-1] == f"Successfully started partition reassignments for {topic_name}-0,{topic_name}-1"
    throttles = ["Clearing broker-level throttles on broker 1", f"Clearing topic-level throttles on topic {topic_name}"]
    assert tool(reassign, "--verify", "--reassignment-json-file", plan) == [
        "Status of partition reassignment:",
        f"Reassignment of partition {topic_name}-0 is completed.",
        f"Reassignment of partition {topic_name}-1 is completed.",
        *throttles,
    ]
    assert tool(reassign, "--cancel", "--reassignment-json-file", plan) == [
        "None of the specified partition reassignments are active.",
        "None of the specified partition moves are active." + throttles[0],
        throttles[1],
    ]
    for to in ("broker", "controller"):
        assert tool(reassign, "--list", to=to) == ["No partition reassignments found."]
    plan.write_text(json.dumps({"version": 1, "partitions": [{"topic": topic_name, "partition": 0, "replicas": [7]}]}))
    assert tool(reassign, "--execute", "--reassignment-json-file", plan, code=1)[0] == "Error: Unknown broker id 7"


def test_active_producers(tool, wire, topic_name):
    calls.create_topic(wire, topic_name)
    producer = calls.init_producer(wire)
    batch = records.build([records.Record(b"a", timestamp=5)], producer=producer, base_sequence=0)
    calls.produce_ok(wire, topic_name, batch)
    header, row = tool("TransactionsCommand", "describe-producers", "--topic", topic_name, "--partition", 0)
    assert header.split("\t")[0].strip() == "ProducerId"
    assert row.split() == [str(producer[0]), "0", "-1", "0", "5", "None"]
