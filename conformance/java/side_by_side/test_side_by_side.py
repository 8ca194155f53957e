"""Kafka's own tools print the same and end with the same code on both servers, line by line of `scripts/`.

What Moldau does not answer yet is in `not-yet.txt` with the reason; a line there that passes fails, so that the
list shrinks. Against Apache Kafka, Kafka runs beside Kafka, which shows that the masks are right.
"""

import difflib
import re
import time

import pytest

import script
from harness.pair import Pair
from groups_course import PYTHON_MEMBER, QUICK_GROUPS, Kind, Member
from tool_runner import ToolRunner
from waiting import eventually
from wire import calls, groups, records
from wire.connection import Connection

RETRY_S = 2
# A stack trace shows the way an answer took in the tool, not the answer.
STACK = re.compile(r"\s+(at |\.\.\. \d+ more)")
# What a logger adds on standard error: the tool has said it already, and whether it arrives before the tool's exit is
# a matter of chance.
LOGGED = re.compile(r"(ERROR|WARN|INFO) [\w.$]+ |$")
# A run with one of these words is not repeated.
CHANGES = {"--create", "--alter", "--delete", "--execute", "--cancel", "upgrade", "downgrade", "disable", "unregister", "--election-type", "--delete-offsets"}
ALWAYS_MASKED = (r"clientId=adminclient-(\d+)",)
SETTINGS = {**QUICK_GROUPS, "offsets.topic.num.partitions": "1", "broker.rack": "rack-a", "num.partitions": "2"}
MEMBER = Kind("librdkafka", [*PYTHON_MEMBER, "confluent-kafka"])
STEPS = script.all_steps()
NOT_YET = script.not_yet()


@pytest.fixture(scope="module")
def pair(need, subject, tmp_path_factory):
    need("kafka_jars")
    if subject not in ("moldau", "kafka"):
        pytest.skip("starts both servers itself")
    pair = Pair(subject, tmp_path_factory.mktemp("pair"), SETTINGS)
    yield pair
    for side in pair.sides:
        for member in getattr(side, "members", {}).values():
            member.kill()
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
    if step.kind in ("member", "gone"):
        move_member(side, step)
        return
    with Connection(side.bootstrap) as wire:
        if step.kind == "commit":
            group, topic, partition, offset = step.words
            groups.await_coordinator(wire, group)
            assert groups.commit(wire, group, topic, int(offset), [int(partition)]) == [0]
        elif step.kind == "topic":
            name, partitions = step.words
            calls.create_topic(wire, name, int(partitions))
        else:
            topic, partition, count = step.words
            for number in range(int(count)):
                batch = records.build([records.Record(b"x" * 100, timestamp=1000 * (number + 1))])
                calls.produce_ok(wire, topic, batch, int(partition))


def move_member(side, step):
    members = side.__dict__.setdefault("members", {})
    if step.kind == "gone":
        members.pop(step.text).stop()
        return
    name, group, protocol, assignor, topic, partitions = step.words
    kind = MEMBER._replace(protocol=protocol, assignor=None if assignor == "-" else assignor)
    members[name] = Member(kind, side.bootstrap, topic, group, name)
    try:
        eventually(lambda: len(members[name].owned) == int(partitions), 30, f"{name} has its partitions")
    except AssertionError as error:
        raise AssertionError(f"{error}\n{members[name].tail()}") from None


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
