"""Kafka's own tools print the same and end with the same code on both servers, line by line of `scripts/`.

What Moldau does not answer yet is in `not-yet.txt` with the reason; a line there that passes fails, so that the
list shrinks. Against Apache Kafka, Kafka runs beside Kafka, which shows that the masks are right.
"""

import difflib
import re
import struct
import time

import pytest

import script
from harness.pair import Pair
from tool_runner import ToolRunner
from wire import calls, groups, records, schema
from wire.connection import Connection

RETRY_S = 2
# A stack trace shows the way an answer took in the tool, not the answer.
STACK = re.compile(r"\s+(at |\.\.\. \d+ more)")
# What a logger adds on standard error: the tool has said it already, and whether it arrives before the tool's exit is
# a matter of chance.
LOGGED = re.compile(r"(ERROR|WARN|INFO) [\w.$]+ |$")
# A run with one of these words is not repeated.
CHANGES = {"--create", "--alter", "--delete", "--delete-offsets", "--execute", "--cancel", "upgrade", "downgrade", "disable", "unregister", "--election-type"}
ALWAYS_MASKED = (r"clientId=adminclient-(\d+)",)
SETTINGS = {
    "offsets.topic.num.partitions": "1", "broker.rack": "rack-a", "num.partitions": "2",
    # Apache Kafka assigns in the same heartbeat only if it may.
    "group.consumer.assignor.offload.enable": "false", "group.consumer.assignment.interval.ms": "0",
}
# Members stay as long as the suite runs.
SESSION_MS = 1_800_000
STEPS = script.all_steps()
NOT_YET = script.not_yet()


@pytest.fixture(scope="module")
def pair(need, subject, tmp_path_factory):
    need("kafka_jars")
    if subject not in ("moldau", "kafka"):
        pytest.skip("starts both servers itself")
    pair = Pair(subject, tmp_path_factory.mktemp("pair"), SETTINGS)
    yield pair
    pair.remove()


@pytest.fixture(scope="module")
def runner(java):
    runner = ToolRunner(java)
    yield runner
    runner.close()


def test_not_yet_names_lines_that_are_there():
    assert set(NOT_YET) <= {step.name for step in STEPS}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_line(pair, runner, subject, step):
    if step.kind == ">":
        check_run(pair, runner, step, NOT_YET.get(step.name) if subject == "moldau" else None)
    else:
        pair.both(lambda side: prepare(side, step))


def prepare(side, step):
    """A line that is no run: the same for both, and it must succeed."""
    if step.kind == "file":
        name, text = step.text.split(" ", 1)
        (side.node.root / name).write_text(text.replace("FOLDER", str(side.node.root)))
        return
    with Connection(side.bootstrap) as wire:
        if step.kind == "topic":
            name, partitions = step.words
            calls.create_topic(wire, name, int(partitions))
        elif step.kind in GROUP_STEPS:
            groups.await_coordinator(wire, step.words[0])
            GROUP_STEPS[step.kind](wire, *step.words)
        else:
            topic, partition, count = step.words
            for number in range(int(count)):
                batch = records.build([records.Record(b"x" * 100, timestamp=1000 * (number + 1))])
                calls.produce_ok(wire, topic, batch, int(partition))


def commit(wire, group, topic, partition, offset):
    assert groups.commit(wire, group, topic, int(offset), [int(partition)], "said") == [0]


def classic_member(wire, group, topic):
    fields = {"group_id": group, "member_id": "", "group_instance_id": "member-1"}
    protocols = [{"name": "range", "metadata": groups.subscription(topic)}]
    joined = schema.call(
        wire, "JoinGroup", 5, **fields, session_timeout_ms=SESSION_MS, rebalance_timeout_ms=SESSION_MS, protocol_type="consumer", protocols=protocols)
    assert joined.error_code == 0
    fields["member_id"] = joined.member_id
    # ConsumerProtocolAssignment v0: two partitions of one topic, and no data.
    assignment = struct.pack(">hih", 0, 1, len(topic)) + topic.encode() + struct.pack(">iiii", 2, 0, 1, -1)
    rows = [{"member_id": joined.member_id, "assignment": assignment}]
    assert schema.call(wire, "SyncGroup", 3, **fields, generation_id=joined.generation_id, assignments=rows).error_code == 0


def consumer(wire, group, topic):
    member = f"{group}-AAAAAAAAAAAAAAAAAAAAAA"
    answer = schema.call(
        wire, "ConsumerGroupHeartbeat", 1, group_id=group, member_id=member, member_epoch=0, rebalance_timeout_ms=SESSION_MS,
        subscribed_topic_names=[topic], topic_partitions=[])
    assert answer.error_code == 0


GROUP_STEPS = {"commit": commit, "member": classic_member, "consumer": consumer}


def check_run(pair, runner, step, missing):
    until = time.monotonic() + RETRY_S
    while True:
        reference, subject = pair.both(lambda side: run(side, runner, step))
        # A change reaches what other requests see a little later, in both servers.
        if reference == subject or missing or CHANGES & set(step.words) or time.monotonic() > until:
            break
    if reference != subject:
        if missing:
            pytest.xfail(missing)
        lines = difflib.unified_diff(reference, subject, "Apache Kafka", "subject", lineterm="", n=1)
        pytest.fail(f"> {step.text}\n" + "\n".join(list(lines)[2:]), pytrace=False)
    assert not missing, f"passes now: take it out of {script.NOT_YET.name}"


def run(side, runner, step):
    """What a run shows: lines, the exit code last."""
    words = [
        word.replace("BOOTSTRAP", side.bootstrap).replace("CONTROLLER", side.controller).replace("@", f"{side.node.root}/")
        for word in step.tool[1:] + tuple(step.words)
    ]
    outcome = runner.run(step.tool[0], words, step.limit_s)
    assert "java.lang.ClassNotFoundException" not in outcome.err, f"no such tool: {step.tool[0]}"
    lines = []
    for name, text in (("", outcome.out), ("stderr: ", outcome.err)):
        wanted = [line for line in side.mask(text).splitlines() if not STACK.match(line) and not any(drop in line for drop in step.drops)]
        if name:
            wanted = [line for line in wanted if not LOGGED.match(line)]
        shown = [masked(name + line.rstrip(), ALWAYS_MASKED + step.masks) for line in wanted]
        lines += sorted(shown) if step.is_sorted else shown
    return lines + [f"exit code {outcome.code}"]


def masked(line, masks):
    for mask in masks:
        line = re.sub(mask, lambda found: found[0][: found.start(1) - found.start()] + "*" + found[0][found.end(1) - found.start() :], line)
    return line
