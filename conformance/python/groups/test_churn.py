"""Twenty members of three groups, librdkafka's and Java's, static and not, of both protocols, through random joins,
leaves, kills, pauses, and `kill -9` of the server. `observer.py` looks at what the server says of the groups meanwhile;
`history.py` then checks what the members say they owned and committed.

MOLDAU_GROUP_ROUNDS is the number of rounds (12; 200 for acceptance): a member is moved in each, and the server killed as
well in every tenth. A failure names the seed that repeats the course (MOLDAU_SEED), as far as processes can be repeated.
"""

import os
import random
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from groups_course import PYTHON_MEMBER, QUICK_GROUPS, SESSION_MS, Kind, Member
from history import Life, faults
from java_tools import Java
from observer import Observer
from waiting import eventually
from wire import calls, errors, schema
from wire.connection import Connection

import foreign

ROUNDS = int(os.environ.get("MOLDAU_GROUP_ROUNDS", "12"))
KILL_EVERY = 10
TOPIC, PARTITIONS = "churn", 12
WRITE_EVERY_S = 0.2
PAUSES_S = (0.5, 10)
# Fewer awake members than this, and a group would stand still for reasons of its own.
LEAST_AWAKE = 2
SETTLE_S = 90
RUN_LIMIT_S = 120 + 12 * ROUNDS
PROGRAMS = Path(__file__).parents[2] / "java" / "programs"


def now() -> int:
    return time.monotonic_ns() // 1_000_000


class Seat:
    """A place in a group, with a name and perhaps an instance id; a process at a time sits in it."""

    def __init__(self, kind, group, name, instance):
        self.kind, self.group, self.name, self.instance = kind, group, name, instance
        self.member, self.started, self.paused_since, self.resume_at = None, 0, None, None
        self.free_at = 0
        self.pauses = []
        self.past = []

    def start(self, bootstrap):
        self.started += 1
        self.pauses = []
        self.member = Member(self.kind, bootstrap, TOPIC, self.group, f"{self.name}.{self.started}", self.instance)

    def end(self, how):
        """`how` ends the process."""
        member = self.member
        self.member = None
        at = now()
        how(member)
        self.past.append(Life(member.name, member.events, at, self.closed_pauses(at)))
        self.paused_since = self.resume_at = None

    def kill(self):
        self.end(lambda member: member.kill())
        # Such a place is free again when its session has ended.
        if self.kind.protocol == "consumer" and self.instance:
            self.free_at = now() + 2 * SESSION_MS

    def leave(self):
        self.end(lambda member: member.stop())

    def pause(self, seconds):
        self.member.signal(signal.SIGSTOP)
        self.paused_since, self.resume_at = now(), now() + int(seconds * 1000)

    def resume(self):
        self.pauses.append((self.paused_since, now()))
        self.paused_since = self.resume_at = None
        self.member.signal(signal.SIGCONT)

    def closed_pauses(self, at):
        return self.pauses + ([(self.paused_since, at)] if self.paused_since else [])

    def lives(self):
        running = [Life(self.member.name, self.member.events, None, self.closed_pauses(now()))] if self.member else []
        return self.past + running

    @property
    def awake(self):
        return self.member is not None and self.paused_since is None


def seats(java):
    python = [*PYTHON_MEMBER, "confluent-kafka"]
    kinds = []
    for protocol, assignor, librdkafka, jvm in (("classic", "range", 5, 1), ("classic", "cooperative-sticky", 4, 2), ("consumer", None, 5, 3)):
        group = "-".join(filter(None, (protocol, assignor)))
        commands = [("librdkafka", python)] * librdkafka + [("java", java.command("GroupMember"))] * jvm
        for number, (name, command) in enumerate(commands):
            # Every third is static, the last Java one among them.
            instance = f"i{number}" if number % 3 == 2 or number == len(commands) - 1 else None
            kinds.append(Seat(Kind(name, command, protocol, assignor), group, f"{group}/{name}{number}", instance))
    assert len(kinds) == 20
    return kinds


class Writer(threading.Thread):
    """Writes a record to every partition, again and again."""

    def __init__(self, bootstrap):
        super().__init__(daemon=True)
        self.producer = foreign.confluent_producer(bootstrap, acks="all", message_timeout_ms=120000)
        self.stopping = threading.Event()
        self.failures = []

    def run(self):
        while not self.stopping.wait(WRITE_EVERY_S):
            for partition in range(PARTITIONS):
                self.producer.produce(TOPIC, b"v", partition=partition, on_delivery=self.told)
            self.producer.poll(0)

    def told(self, error, _):
        if error:
            self.failures.append(error)

    def stop(self):
        self.stopping.set()
        self.join()
        assert self.producer.flush(60) == 0 and not self.failures, self.failures[:3]


class Churn:
    def __init__(self, server, java, seed):
        self.server, self.random, self.seats = server, random.Random(seed), seats(java)
        self.downs = []
        self.said = []

    def say(self, what):
        self.said.append(f"{now()} {what}")

    def groups(self):
        found = {}
        for seat in self.seats:
            found.setdefault(seat.group, []).append(seat)
        return found

    def round(self, number):
        self.resume_those_due()
        if number % KILL_EVERY == KILL_EVERY // 2:
            self.kill_server()
        while not self.disturb():
            self.resume_those_due()
            time.sleep(0.01)
        self.check_the_living()
        pause = self.random.uniform(0.2, 3)
        until = time.monotonic() + pause
        while time.monotonic() < until:
            self.resume_those_due()
            time.sleep(0.05)

    def resume_those_due(self):
        for seat in self.seats:
            if seat.resume_at and now() >= seat.resume_at:
                self.say(f"resume {seat.member.name}")
                seat.resume()

    def kill_server(self):
        self.say("kill -9 of the server")
        down = now()
        self.server.kill()
        self.server.start()
        self.downs.append((down, now()))

    def disturb(self):
        """One random member is moved; whether that one can be."""
        seat = self.random.choice(self.seats)
        if seat.member is None:
            if now() < seat.free_at:
                return False
            self.say(f"join {seat.name}")
            seat.start(self.server.bootstrap)
            return True
        awake = sum(other.awake for other in self.groups()[seat.group])
        if not seat.awake or awake <= LEAST_AWAKE:
            return False
        what = self.random.choice(["leave", "kill", "pause"])
        self.say(f"{what} {seat.member.name}")
        if what == "pause":
            seat.pause(self.random.uniform(*PAUSES_S))
        else:
            getattr(seat, what)()
        return True

    def check_the_living(self):
        for seat in self.seats:
            assert seat.member is None or seat.member.process.poll() is None, f"it ended by itself:\n{seat.member.tail()}"

    def settle(self):
        """All that sleep are woken; in the end each group's members have each partition once, and commit to its end."""
        for seat in self.seats:
            if seat.paused_since:
                seat.resume()
        for group, some in self.groups().items():
            living = [seat.member for seat in some if seat.member]
            shared = lambda: sorted(key for member in living for key in member.owned) == [(TOPIC, n) for n in range(PARTITIONS)]  # noqa: E731
            try:
                eventually(shared, SETTLE_S, f"every partition has one owner in {group}")
            except AssertionError as error:
                raise AssertionError(f"{error}\n" + "\n".join(member.tail() for member in living)) from None

    def committed_to_the_end(self):
        with Connection(self.server.bootstrap) as wire:
            ends = {number: calls.list_offset(wire, TOPIC, calls.LATEST, number) for number in range(PARTITIONS)}
            for group in self.groups():
                eventually(lambda: offsets(wire, group) == ends, SETTLE_S, f"{group} has committed up to the end")

    def end(self):
        for seat in self.seats:
            if seat.member:
                seat.kill()


def offsets(wire, group):
    asked = [{"group_id": group, "topics": [{"name": TOPIC, "partition_indexes": list(range(PARTITIONS))}]}]
    (answer,) = schema.call(wire, "OffsetFetch", 8, groups=asked).groups
    if answer.error_code != errors.NONE:
        return {}
    return {row.partition_index: row.committed_offset for row in answer.topics[0].partitions}


@pytest.mark.timeout(RUN_LIMIT_S + 3 * SETTLE_S)
def test_churn(need, start_node, tmp_path):
    java = Java(need("kafka_jars"), tmp_path)
    java.compile(PROGRAMS)
    seed = int(os.environ.get("MOLDAU_SEED") or random.randrange(1 << 32))
    print(f"MOLDAU_SEED={seed}", file=sys.stderr)
    server = start_node(QUICK_GROUPS)
    with Connection(server.bootstrap) as wire:
        calls.create_topic(wire, TOPIC, PARTITIONS)
    churn, writer = Churn(server, java, seed), Writer(server.bootstrap)
    observer = Observer(server.bootstrap, {group: some[0].kind.protocol for group, some in churn.groups().items()})
    try:
        writer.start()
        observer.start()
        for seat in churn.seats:
            seat.start(server.bootstrap)
        churn.settle()
        for number in range(ROUNDS):
            churn.round(number)
        churn.settle()
        writer.stop()
        churn.committed_to_the_end()
        observer.stop()
        assert all(observer.looks.values()), observer.looks
        until, found = now(), list(observer.faults)
        for group, some in churn.groups().items():
            lives = [life for seat in some for life in seat.lives()]
            found += [f"{group}: {fault}" for fault in faults(lives, until, churn.downs)]
        assert not found, "\n".join([f"{len(found)} faults, seed {seed}", *found[:20], *churn.said[-60:]])
    finally:
        keep_histories(churn)
        churn.end()


def keep_histories(churn):
    """In MOLDAU_GROUP_HISTORY, for who looks into a failure."""
    folder = os.environ.get("MOLDAU_GROUP_HISTORY")
    if not folder:
        return
    shutil.rmtree(folder, ignore_errors=True)
    for seat in churn.seats:
        for life in seat.lives():
            path = Path(folder) / f"{life.name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(map(str, [f"ended {life.end}, pauses {life.pauses}", *life.events])))
    (Path(folder) / "course.txt").write_text("\n".join([*churn.said, f"downs {churn.downs}"]))
