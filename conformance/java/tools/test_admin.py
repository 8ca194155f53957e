"""Moldau's tools beside Apache Kafka's on the same server: the same text (`--output plain`) and the same success.

What fails, fails in both; the words then are our own, and a wrong command line ends with 2 where Kafka's tools end with 1.
A call that the server does not serve yet fails in both as well.
"""

import json
import re
import subprocess

import pytest

from java_tools import Session
from wire import calls, records

TOOLS = {
    "config": "ConfigCommand",
    "topic": "TopicCommand",
    "cluster": "ClusterTool",
    "cluster features": "FeatureCommand",
    "cluster log-dirs": "LogDirsCommand",
    "quorum": "MetadataQuorumCommand",
    "cluster elect-leaders": "LeaderElectionCommand",
    "cluster offsets": "GetOffsetShell",
    "cluster delete-records": "DeleteRecordsCommand",
    "reassign": "reassign.ReassignPartitionsCommand",
}
TRIES = 3
# No server is asked, so no server may be named.
OFFLINE = ("version-mapping", "feature-dependencies")


def masked(text: str) -> str:
    """Without what changes from one second to the next: times and the end of the metadata log."""
    text = re.sub(r"\b\d{13}\b", "TIME", text)
    text = re.sub(r"\d+ ms ago *", "PAST", text)
    text = re.sub(r"(Epoch:|HighWatermark:) *\d+", r"\1 N", text)
    return re.sub(r"(?m)^(\d+ *\t\S+\s*\t)\d+", r"\1END", text).rstrip()


class Script:
    """Command lines, each run by Kafka's tool and then by ours."""

    def __init__(self, java, moldau, bootstrap):
        self.java, self.moldau, self.bootstrap = java, moldau, bootstrap

    def differences(self, lines):
        server = ["--bootstrap-server", self.bootstrap]
        found = []
        with Session(self.java) as session:
            for tool, line in lines:
                words = line.split()
                theirs = [self.java.tool_class(TOOLS[tool])]
                # Only ClusterTool takes the server behind its command.
                theirs += words + server if tool == "cluster" else server + words
                ours = [self.moldau, *tool.split(), *words]
                ours += [] if words[0] in OFFLINE else [*server, "--output", "plain"]
                # A change takes effect a moment after it was acknowledged.
                for _ in range(TRIES):
                    difference = self.difference(session, theirs, ours)
                    if not difference:
                        break
                else:
                    found.append(f"{tool} {line}: {difference}")
        return found

    @staticmethod
    def difference(session, theirs, ours):
        code, out, err = session.run(theirs)
        ran = subprocess.run(ours, capture_output=True, text=True, timeout=60)
        if "UnsupportedVersionException" in err:
            # The server does not serve a call that ours may do without.
            return None
        if (code == 0) == (ran.returncode == 0) and (code != 0 or masked(out) == masked(ran.stdout)):
            return None
        return f"exit {code}/{ran.returncode}\n{out[:800]}{err[:300]}\n-- ours:\n{ran.stdout[:800]}{ran.stderr[:300]}"


@pytest.fixture
def script(java, need, bootstrap):
    return Script(java, need("moldau"), bootstrap)


@pytest.fixture
def topic(wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=2, retention_ms=-1)
    for timestamp in (1000, 3000, 2000):
        calls.produce_ok(wire, topic_name, records.build([records.Record(b"v", timestamp=timestamp)]), partition=1)
    return topic_name


def test_config(script, topic):
    lines = [
        f"--describe --topic {topic}",
        f"--describe --entity-type topics --entity-name {topic} --all",
        f"--alter --topic {topic} --add-config retention.ms=100000,cleanup.policy=[compact,delete]",
        f"--describe --topic {topic}",
        f"--alter --topic {topic} --delete-config cleanup.policy,retention.ms",
        f"--describe --topic {topic}",
        "--describe --topic nowhere",
        "--describe --broker 1",
        "--describe --entity-type brokers",
        "--describe --broker-defaults",
        "--alter --broker-defaults --add-config log.cleaner.backoff.ms=13000",
        "--describe --entity-type brokers --entity-default",
        "--alter --entity-type brokers --entity-default --delete-config log.cleaner.backoff.ms",
        "--alter --broker 1 --add-config log.cleaner.backoff.ms=14000",
        "--describe --broker 1",
        "--alter --broker 1 --delete-config log.cleaner.backoff.ms",
        "--describe --broker 77",
        "--alter --group grp --add-config consumer.session.timeout.ms=50000",
        "--describe --group grp",
        "--alter --client-metrics sub --add-config interval.ms=1000,metrics=[a.,b.]",
        "--describe --client-metrics sub",
        "--describe --entity-type client-metrics",
        "--describe --client-metrics nobody",
        "--describe --group nobody",
        f"--alter --topic {topic} --add-config nonsense=1",
        f"--alter --topic {topic} --add-config retention.ms=x",
        f"--alter --topic {topic} --add-config retention.ms",
        f"--alter --topic {topic}",
        "--alter --topic nowhere --add-config retention.ms=1",
        "--describe",
        "--describe --entity-type nonsense",
        "--alter --broker x --add-config log.cleaner.backoff.ms=13000",
    ]
    found = script.differences([("config", line) for line in lines])
    assert not found, "\n".join(found)


def test_cluster(script, topic):
    found = script.differences([
        ("cluster", "cluster-id"),
        ("cluster", "list-endpoints"),
        ("cluster", "list-endpoints --include-fenced-brokers"),
        ("cluster", "unregister --id 77"),
        ("cluster features", "describe"),
        ("cluster features", "upgrade --feature nonsense=1"),
        ("cluster features", "upgrade --feature metadata.version=99 --dry-run"),
        ("cluster features", "version-mapping"),
        ("cluster features", "version-mapping --release-version 4.0"),
        ("cluster features", "feature-dependencies --feature transaction.version=2"),
        ("cluster log-dirs", "--describe --broker-list 9"),
        ("quorum", "describe --status"),
        ("quorum", "describe --replication"),
        ("quorum", "describe --replication --human-readable"),
        ("quorum", "describe"),
        ("cluster elect-leaders", "--election-type other --all-topic-partitions"),
    ])
    assert not found, "\n".join(found)


def test_partitions(script, topic, tmp_path):
    def file(name, content):
        path = tmp_path / name
        path.write_text(json.dumps(content))
        return path

    one = file("one.json", {"version": 1, "partitions": [{"topic": topic, "partition": 0, "replicas": [1]}]})
    nowhere = file("nowhere.json", {"version": 1, "partitions": [{"topic": topic, "partition": 0, "replicas": [77]}]})
    deletion = file("deletion.json", {"version": 1, "partitions": [{"topic": topic, "partition": 1, "offset": 1}]})
    move = file("move.json", {"version": 1, "topics": [{"topic": topic}]})
    found = script.differences([
        ("cluster offsets", f"--topic {topic}"),
        ("cluster offsets", f"--topic {topic} --time earliest"),
        ("cluster offsets", f"--topic {topic} --time -3"),
        ("cluster offsets", f"--topic {topic} --time 2500"),
        ("cluster offsets", f"--topic {topic} --time 99999999999999"),
        ("cluster offsets", f"--topic {topic} --partitions 1"),
        ("cluster offsets", f"--topic-partitions {topic}:1-"),
        ("cluster offsets", f"--topic-partitions {topic}:0-1"),
        ("cluster offsets", "--topic nowhere"),
        ("cluster offsets", f"--topic {topic} --time soon"),
        ("cluster delete-records", f"--offset-json-file {deletion}"),
        ("cluster offsets", f"--topic {topic} --time -2"),
        ("cluster elect-leaders", f"--election-type preferred --topic {topic} --partition 0"),
        ("cluster elect-leaders", f"--election-type preferred --path-to-json-file {one}"),
        ("cluster elect-leaders", "--election-type preferred"),
        ("reassign", "--list"),
        ("reassign", f"--generate --topics-to-move-json-file {move} --broker-list 1"),
        ("reassign", f"--execute --reassignment-json-file {one}"),
        ("reassign", f"--verify --reassignment-json-file {one} --preserve-throttles"),
        ("reassign", f"--execute --reassignment-json-file {nowhere}"),
    ])
    assert not found, "\n".join(found)


def test_more_partitions(need, bootstrap, java, topic):
    command = [need("moldau"), "topic", "alter", "--topic", topic, "--partitions", "3", "--bootstrap-server", bootstrap]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    described = java.tool("TopicCommand", "--bootstrap-server", bootstrap, "--describe", "--topic", topic)
    assert (ran.returncode, "PartitionCount: 3" in described) in ((0, True), (1, False)), ran.stderr
    again = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert again.returncode == 1 and again.stderr.startswith("error: adding partitions to topic"), again.stderr
