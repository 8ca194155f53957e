"""Consumer groups of the Java client: every assignor of both protocols through `groups_course.py`; VerifiableConsumer."""

import json
import subprocess

import pytest

from groups_course import QUICK_GROUPS, Course, Kind, by_pattern, come_and_go, static_return
from wire import calls, records
from wire.connection import Connection

WAYS = [("classic", assignor) for assignor in ("range", "roundrobin", "sticky", "cooperative-sticky", None)] + [
    ("consumer", assignor) for assignor in ("uniform", "range", None)]
BOTH = [("classic", "range"), ("consumer", None)]
WAIT_S = 60


def name_of(way):
    return "-".join(word or "default" for word in way)


@pytest.fixture(scope="module")
def groups_node(start_module_node):
    return start_module_node(QUICK_GROUPS)


@pytest.fixture
def course(java, groups_node, topic_name):
    def make(way):
        kind = Kind("java-" + name_of(way), java.command("GroupMember"), *way)
        return Course(groups_node.bootstrap, topic_name, kind, "g-" + topic_name)

    return make


@pytest.mark.parametrize("way", WAYS, ids=name_of)
def test_come_and_go(course, way):
    with course(way) as made:
        come_and_go(made)


@pytest.mark.parametrize("way", BOTH, ids=name_of)
def test_static_return(course, way):
    with course(way) as made:
        static_return(made)


@pytest.mark.parametrize("way", BOTH, ids=name_of)
def test_pattern(course, way):
    with course(way) as made:
        by_pattern(made)


@pytest.mark.parametrize("protocol", ["classic", "consumer"])
def test_verifiable_consumer(java, groups_node, topic_name, protocol):
    """It checks the order of what it reads itself, and prints what it committed."""
    with Connection(groups_node.bootstrap) as wire:
        calls.create_topic(wire, topic_name, 2)
        for partition in range(2):
            calls.produce_ok(wire, topic_name, records.build([records.Record(b"v") for _ in range(50)]), partition)
    command = java.command(
        "org.apache.kafka.tools.VerifiableConsumer", "--bootstrap-server", groups_node.bootstrap, "--topic", topic_name,
        "--group-id", "v-" + topic_name, "--group-protocol", protocol, "--max-messages", 100, "--reset-policy", "earliest",
        *(["--session-timeout", 6000] if protocol == "classic" else []))
    ran = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert sum(event["count"] for event in events if event["name"] == "records_consumed") == 100
    ends = {}
    for event in events:
        assert event.get("success", True), event
        if event["name"] == "offsets_committed":
            ends.update({row["partition"]: row["offset"] for row in event["offsets"]})
    assert ends == {0: 50, 1: 50}
