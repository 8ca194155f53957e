"""Members of a consumer group as processes (`group_member.py` says what they print), and the course each client goes
through with them: join, rebalance when a second one comes and goes, commit, resume.
"""

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from wire import calls, records
from wire.connection import Connection

PARTITIONS = 4
EACH = 25
SESSION_MS = 6000
SETTLE_S = 40
UNKNOWN = -2
PYTHON_MEMBER = [sys.executable, str(Path(__file__).with_name("group_member.py"))]
# A broker on which groups move quickly, with both protocols.
QUICK_GROUPS = {
    "group.consumer.min.heartbeat.interval.ms": "100",
    "group.consumer.heartbeat.interval.ms": "300",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": str(SESSION_MS),
}


class Kind(NamedTuple):
    """A client in one of its ways to be a member. `command` takes the settings as its last word."""

    name: str
    command: List[str]
    protocol: str = "classic"
    assignor: Optional[str] = "range"
    can_be_static: bool = True


class Member:
    """A process. `owned` is what it says it has, {(topic, partition): committed offset when it was assigned}."""

    def __init__(self, kind: Kind, bootstrap: str, topic: str, group: str, name: str, instance: Optional[str] = None, environment=None):
        settings = {
            "bootstrap": bootstrap, "topic": topic, "group": group, "protocol": kind.protocol, "assignor": kind.assignor,
            "instance": instance, "name": name, "session_ms": SESSION_MS,
        }
        self.kind, self.name, self.instance = kind, name, instance
        self.events: List[dict] = []
        self.owned: Dict[tuple, int] = {}
        self.reads: Dict[tuple, List[tuple]] = {}
        self.ended = queue.Queue()
        self.process = subprocess.Popen(
            [*kind.command, json.dumps(settings)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=environment, start_new_session=True)
        self.errors: List[str] = []
        self.killed = False
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._listen_to_errors, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                self.errors.append(line)
                continue
            self._take(event)
            self.events.append(event)
        self.ended.put(True)

    def _take(self, event: dict) -> None:
        kind = event["event"]
        if kind == "assigned":
            self.owned = {**self.owned, **{(topic, number): offset for topic, number, offset in event["partitions"]}}
        elif kind in ("revoked", "lost"):
            gone = {(topic, number) for topic, number in event["partitions"]}
            self.owned = {key: offset for key, offset in self.owned.items() if key not in gone}
        elif kind == "read":
            self.reads.setdefault((event["topic"], event["partition"]), []).append((event["first"], event["last"]))

    def _listen_to_errors(self) -> None:
        for line in self.process.stderr:
            self.errors.append(line)

    def of(self, kind: str) -> List[dict]:
        return [event for event in self.events if event["event"] == kind]

    def committed(self) -> Dict[tuple, int]:
        return {(event["topic"], event["partition"]): event["offset"] for event in self.of("committed")}

    def stop(self) -> None:
        """Leaves in order."""
        self.process.stdin.close()
        assert self.process.wait(SETTLE_S) == 0, self.tail()
        self.ended.get(timeout=SETTLE_S)
        self.owned = {}

    def signal(self, which: signal.Signals) -> None:
        self.process.send_signal(which)

    def kill(self) -> None:
        self.killed = True
        self.process.kill()
        self.process.wait()

    def tail(self) -> str:
        return f"{self.name} ({self.kind.name}):\n" + "\n".join(map(str, self.events[-12:])) + "\n" + "".join(self.errors[-12:])


class Course:
    """One group on one topic."""

    def __init__(self, bootstrap: str, topic: str, kind: Kind, group: str, environment=None):
        self.bootstrap, self.topic, self.kind, self.group, self.environment = bootstrap, topic, kind, group, environment
        self.members: List[Member] = []
        with Connection(bootstrap) as wire:
            calls.create_topic(wire, topic, PARTITIONS)

    def __enter__(self) -> "Course":
        return self

    def __exit__(self, *_) -> None:
        for member in self.members:
            member.kill()

    def start(self, name: str, instance: Optional[str] = None, topic: Optional[str] = None) -> Member:
        member = Member(self.kind, self.bootstrap, topic or self.topic, self.group, name, instance, self.environment)
        self.members.append(member)
        return member

    def produce(self) -> None:
        with Connection(self.bootstrap) as wire:
            for partition in range(PARTITIONS):
                calls.produce_ok(wire, self.topic, records.build([records.Record(b"v") for _ in range(EACH)]), partition)

    def owns(self, *shares) -> None:
        """Waits until each (member, number of partitions) is as said, and all partitions have one owner each."""
        def settled():
            owned = [key for member, _ in shares for key in member.owned]
            right = all(len(member.owned) == share for member, share in shares)
            return right and len(set(owned)) == len(owned) == PARTITIONS

        self.wait(settled, "the partitions are shared as wanted")

    def committed_to(self, offset: int, *members: Member) -> None:
        def reached():
            found: Dict[tuple, int] = {}
            for member in members:
                for key, value in member.committed().items():
                    found[key] = max(value, found.get(key, 0))
            return list(found.values()) == [offset] * PARTITIONS

        self.wait(reached, f"all is committed up to {offset}")

    def wait(self, probe, what: str) -> None:
        deadline = time.monotonic() + SETTLE_S
        while not probe():
            dead = [member for member in self.members if member.process.poll() not in (None, 0) and not member.killed]
            if dead or time.monotonic() > deadline:
                raise AssertionError(f"{what}: not so\n" + "\n".join(member.tail() for member in dead or self.members))
            time.sleep(0.05)


def come_and_go(course: Course) -> None:
    """Join, a second member comes and goes, commit and resume."""
    course.produce()
    first = course.start("first")
    course.owns((first, PARTITIONS))
    course.committed_to(EACH, first)
    second = course.start("second")
    course.owns((first, PARTITIONS // 2), (second, PARTITIONS // 2))
    course.produce()
    course.committed_to(2 * EACH, first, second)
    # Each record was read once: what the second took over began at the first one's commit.
    assert all(spans[0][0] == EACH for spans in second.reads.values()), second.tail()
    second.stop()
    course.owns((first, PARTITIONS))
    first.stop()
    course.produce()
    again = course.start("again")
    course.owns((again, PARTITIONS))
    assert set(again.owned.values()) <= {2 * EACH, UNKNOWN}, again.tail()
    course.committed_to(3 * EACH, again)
    assert all(spans[0][0] == 2 * EACH for spans in again.reads.values()), again.tail()
    again.stop()


def static_return(course: Course) -> None:
    """A static member that goes and comes back within the session has its partitions again; nobody else moves. In the
    classic protocol it may be killed; in the other one its place is free only once it has said that it will be back."""
    first, second = course.start("first", "i1"), course.start("second", "i2")
    course.owns((first, PARTITIONS // 2), (second, PARTITIONS // 2))
    had, moves = set(second.owned), len(first.of("revoked")) + len(first.of("assigned"))
    second.kill() if course.kind.protocol == "classic" else second.stop()
    back = course.start("back", "i2")
    course.wait(lambda: set(back.owned) == had, "the same partitions again")
    assert len(first.of("revoked")) + len(first.of("assigned")) == moves, first.tail()
    course.produce()
    course.committed_to(EACH, first, back)


def by_pattern(course: Course) -> None:
    """A subscription by regular expression takes up a topic that is made later."""
    first = course.start("first", topic=f"^{course.topic}.*")
    course.owns((first, PARTITIONS))
    with Connection(course.bootstrap) as wire:
        calls.create_topic(wire, course.topic + "-more", 2)
    course.wait(lambda: len(first.owned) == PARTITIONS + 2, "the new topic is read as well")
    first.stop()
