"""`moldau group` beside Kafka's ConsumerGroupCommand and GroupsCommand, on one server with one history.

With `--output plain` both print the same lines. Their order is left out: Kafka's tool goes through hash maps. What fails
in Kafka's tool (which says so and ends with 0) ends with 1 in ours; where the whole command fails, ours gives the same
reason. Changes are made to two groups with the same history, one by each tool, and compared afterwards.

The members are librdkafka's, of both protocols and static, and stay in their groups for the whole file.
"""

import itertools
import json
import re
import shlex
import subprocess
import threading
import time

import pytest
from confluent_kafka import Consumer, KafkaException, TopicPartition

from tool_runner import ToolRunner
from wire import calls, records
from wire.connection import Connection

TOOLS = {"consumer-groups": "consumer.group.ConsumerGroupCommand", "groups": "GroupsCommand"}
LIMIT_S = 60
SETTLE_S = 60
OFFSET_COMMIT = 8
NOT_YET = {14, 15, 16}  # The coordinator loads, is not there, is elsewhere.
# 2023-11-14T22:13:20Z; record n of a partition is n seconds younger.
BEGIN_MS = 1_700_000_000_000
TOPICS = {"orders": 3, "events.log": 2, "a-topic-with-quite-a-long-name": 1, "empty": 1}
_numbers = itertools.count(1)
LONG = "a-topic-with-quite-a-long-name"


def commit(bootstrap, group, offsets):
    """Commits as somebody who is no member."""
    consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": group, "enable.auto.commit": False})
    deadline = time.monotonic() + SETTLE_S
    while True:
        try:
            consumer.commit(offsets=[TopicPartition(*at) for at in offsets], asynchronous=False)
            break
        except KafkaException as refusal:
            # The coordinator of a first commit is being made.
            assert refusal.args[0].code() in NOT_YET and time.monotonic() < deadline, refusal
            time.sleep(0.2)
    consumer.close()


class Members:
    """Consumers that stay; one thread polls them all."""

    def __init__(self, bootstrap):
        self.bootstrap = bootstrap
        self.all = []
        self.done = threading.Event()
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._poll, daemon=True)

    def add(self, group, client, topics, **settings):
        consumer = Consumer({
            "bootstrap.servers": self.bootstrap,
            "group.id": group,
            "client.id": client,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            **{key.replace("_", "."): value for key, value in settings.items()},
        })
        consumer.subscribe(topics)
        self.all.append(consumer)

    def settle(self):
        """Until each has read to the end of what it is given, and has committed that."""
        self.thread.start()
        deadline = time.monotonic() + SETTLE_S
        while True:
            time.sleep(0.2)
            with self.lock:
                if all([self._commit_all_read(consumer) for consumer in self.all]):
                    return
            assert time.monotonic() < deadline, f"the members have not read all they have: {self._state()}"

    def _state(self):
        with self.lock:
            return [
                [(at.topic, at.partition, at.offset, consumer.get_watermark_offsets(at, cached=True)) for at in consumer.position(given)]
                if (given := consumer.assignment()) else [] for consumer in self.all
            ]

    @staticmethod
    def _commit_all_read(consumer):
        given = consumer.assignment()
        read = [at for at in consumer.position(given) if at.offset >= 0] if given else []
        # What was committed before a rebalance is not read again, and has no position.
        known = {(at.topic, at.partition) for at in read}
        rest = [at for at in given if (at.topic, at.partition) not in known]
        done = read + (consumer.committed(rest, timeout=5) if rest else [])
        ends = {(at.topic, at.partition): consumer.get_watermark_offsets(at, cached=True)[1] for at in given}
        if not given or any(at.offset <= 0 or at.offset != ends[at.topic, at.partition] for at in done):
            return False
        if read:
            consumer.commit(offsets=read, asynchronous=False)
        return True

    def _poll(self):
        while not self.done.is_set():
            for consumer in self.all:
                with self.lock:
                    consumer.poll(0.02)

    def close(self):
        self.done.set()
        self.thread.join()
        for consumer in self.all:
            consumer.close()


@pytest.fixture(scope="module")
def server(start_module_node):
    node = start_module_node({"auto.create.topics.enable": "false"})
    with Connection(node.bootstrap) as wire:
        if OFFSET_COMMIT not in wire.versions:
            pytest.skip("this server has no groups yet")
        for topic, partitions in TOPICS.items():
            calls.create_topic(wire, topic, partitions, retention_ms=-1)
            for partition in range(partitions if topic != "empty" else 0):
                for number in range(10 * (partition + 1)):
                    batch = records.build([records.Record(b"v", timestamp=BEGIN_MS + 1000 * number)])
                    calls.produce_ok(wire, topic, batch, partition)
        calls.delete_records(wire, "orders", 4, 2)
    return node.bootstrap


@pytest.fixture(scope="module")
def history(server):
    """Groups of every kind: with members of both protocols, with offsets only, with odd names."""
    commit(server, "simple", [("orders", 0, 3), ("orders", 1, 20), ("orders", 2, 7), ("events.log", 0, 0)])
    commit(server, "second", [("orders", 1, 5), (LONG, 0, 2)])
    for group in ("a group", "with,comma", 'says "hi"', "exactly-twenty-four-chars", "exactly-24-characters-xx"):
        commit(server, group, [("orders", 0, 1)])
    members = Members(server)
    members.add("classic", "ca", ["orders"])
    members.add("classic", "cb", ["orders", "events.log"])
    members.add("static", "sa", ["orders"], group_instance_id="inst-1")
    members.add("modern", "ma", ["orders"], group_protocol="consumer")
    members.add("modern", "mb", ["orders", "events.log"], group_protocol="consumer")
    members.settle()
    yield members
    members.close()


class Both:
    """Runs a command line by Kafka's tool and by ours."""

    def __init__(self, java, moldau, bootstrap, folder):
        self.runner = ToolRunner(java)
        self.moldau, self.bootstrap, self.folder = moldau, bootstrap, folder

    def kafka(self, line, tool="consumer-groups"):
        words = [word.replace("FOLDER", str(self.folder)) for word in shlex.split(line)]
        return self.runner.run(TOOLS[tool], ["--bootstrap-server", self.bootstrap, *words], LIMIT_S)

    def ours(self, line, *more):
        words = [word.replace("FOLDER", str(self.folder)) for word in shlex.split(line)]
        command = [self.moldau, "group", *words, "--bootstrap-server", self.bootstrap, *more]
        return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)

    def difference(self, line, tool="consumer-groups"):
        theirs, ours = self.kafka(line, tool), self.ours(line, "--output", "plain")
        failed = theirs.code != 0 or "Error:" in theirs.out
        seen = f"> {line}\nexit {theirs.code}/{ours.returncode}\n{theirs.out[:1500]}{theirs.err[:500]}\n-- ours:\n{ours.stdout[:1500]}{ours.stderr[:500]}"
        if failed != (ours.returncode != 0):
            return seen
        whole = theirs.code != 0 or "Executing consumer group command failed" in theirs.out
        if whole:
            return None
        same = sorted(theirs.out.splitlines()) == sorted(ours.stdout.splitlines())
        notes = [sorted(line for line in text.splitlines() if line.startswith(("Consumer group", "Warning"))) for text in (theirs.err, ours.stderr)]
        return None if same and notes[0] == notes[1] else seen

    def differences(self, lines, tool="consumer-groups"):
        return [found for found in (self.difference(line, tool) for line in lines) if found]


@pytest.fixture(scope="module")
def both(java, need, server, tmp_path_factory):
    both = Both(java, need("moldau"), server, tmp_path_factory.mktemp("plans"))
    yield both
    both.runner.close()


def test_list(both, history):
    found = both.differences([
        "--list",
        "--list --state",
        "--list --type",
        "--list --state --type",
        "--list --state empty",
        "--list --state Stable,EMPTY",
        "--list --type consumer",
        "--list --type classic,consumer --state stable",
        "--list --state dead",
        "--list --state bogus",
        "--list --type bogus",
    ])
    found += both.differences([
        "--list --consumer",
        "--list --share",
        "--list --streams",
        "--list --group-type classic",
        "--list --group-type Consumer",
        "--list --protocol consumer",
        "--list --group-type classic --protocol consumer",
        "--list --group-type bogus",
        "--list --consumer --share",
    ], "groups")
    assert not found, "\n".join(found)


def test_describe(both, history):
    groups = "--group simple --group second --group classic --group static --group modern"
    found = both.differences([
        f"--describe {groups} {flags}"
        for flags in ("", "--offsets", "--offsets --verbose", "--members", "--members --verbose", "--state", "--state --verbose")
    ] + [
        "--describe --all-groups",
        "--describe --all-groups --members --verbose",
        "--describe --all-groups --state",
        "--describe --group nobody",
        "--describe --group ''",
        "--describe",
        "--describe --group simple --members --state",
    ])
    assert not found, "\n".join(found)


def test_what_would_be_reset(both, history):
    for name, text in {
        "one.csv": "orders,0,5\norders,1,500\nevents.log,0,0\n",
        "several.csv": "simple,orders,0,5\nsecond,orders,2,0\n",
        "other.csv": "other,orders,0,5\n",
        "negative.csv": "orders,0,-5\n",
    }.items():
        (both.folder / name).write_text(text)
    strategies = (
        "--to-earliest", "--to-latest", "--to-current", "--to-offset 15", "--to-offset 0", "--to-offset 999", "--to-offset -5",
        "--shift-by 2", "--shift-by -4", "--shift-by 1000", "--shift-by -1000",
        "--to-datetime 2023-11-14T22:13:25.000", "--to-datetime 2023-11-14T22:13:25.000Z", "--to-datetime 2023-11-15T00:13:25.500+02:00",
        "--to-datetime 2023-11-15T00:13:25.500+02", "--to-datetime 2099-01-01T00:00:00.000", "--by-duration PT1S",
        "--by-duration P300D", "--by-duration P7000DT12H3M0.5S",
    )
    lines = [f"--group simple --topic orders {strategy}" for strategy in strategies]
    lines += [f"--group simple --topic orders:0,2 --topic events.log:0 {strategy}" for strategy in ("--to-earliest", "--to-latest", "--shift-by 1")]
    lines += [f"{scope} --all-topics --to-latest" for scope in ("--group simple", "--group simple --group second", "--all-groups")]
    lines += [f"--group simple --from-file FOLDER/{name}" for name in ("one.csv", "several.csv", "other.csv")]
    lines += [
        "--group simple --group second --from-file FOLDER/several.csv",
        "--group simple --group second --from-file FOLDER/other.csv",
        "--group new --topic orders --to-latest",
        "--group new --all-topics --to-latest",
        "--group new --topic events.log --to-current",
        "--group simple --topic empty --to-datetime 2023-11-14T22:13:25.000",
        "--group classic --topic orders --to-latest",
        "--group simple --group modern --topic orders --to-latest",
        # What cannot be done as a whole.
        "--group simple --from-file FOLDER/negative.csv",
        "--group simple --from-file FOLDER/nowhere.csv",
        "--group simple --topic orders:0,9 --to-latest",
        "--group simple --topic nowhere --to-latest",
        "--group simple --topic orders:x --to-latest",
        "--group simple --topic orders:0:1 --to-latest",
        "--group simple --topic orders: --to-latest",
        "--group simple --topic events.log --shift-by 1",
        "--group simple --topic orders --to-datetime 2023-11-14T22:13:25",
        "--group simple --topic orders --to-datetime yesterday",
        "--group simple --topic orders --by-duration 1D",
        "--group simple --topic orders --by-duration P100000D",
        "--group simple --topic orders",
        "--group simple --to-latest",
        "--topic orders --to-latest",
        "--group simple --topic orders --to-latest --to-earliest",
        "--group simple --topic orders --to-latest --execute",
    ]
    found = both.differences([f"--reset-offsets {line} --dry-run" for line in lines])
    assert not found, "\n".join(found)


def without_warnings(text):
    """Kafka's tool writes some of its complaints among the rows."""
    return re.sub(r"\nError: .*\n", "", text)


def test_export_and_import(both, history):
    scopes = {
        "--group simple": "one", "--group second": "long", "--group simple --group second": "two", "--all-groups": "all",
    }
    for scope, name in scopes.items():
        line = f"--reset-offsets {scope} --all-topics --to-latest --dry-run --export"
        theirs, ours = both.kafka(line), both.ours(line)
        rows = without_warnings(theirs.out)
        assert sorted(rows.splitlines()) == sorted(ours.stdout.splitlines()), line
        assert len(rows) == len(ours.stdout)
        (both.folder / f"{name}-theirs.csv").write_text(rows)
        (both.folder / f"{name}-ours.csv").write_text(ours.stdout)
    for scope, name in scopes.items():
        idle = "--group simple --group second" if scope == "--all-groups" else scope
        lines = [f"--reset-offsets {idle} --from-file FOLDER/{name}-{whose}.csv --dry-run" for whose in ("theirs", "ours")]
        assert not (found := both.differences(lines)), "\n".join(found)


def described(both, group):
    """What Kafka's tool says of a group, without its name."""
    shown = both.kafka(f"--describe --group {group} --offsets --verbose")
    return shown.out.replace(group, "GROUP")


def pair_of_groups(both, name):
    """Two groups with one history, for a change by each tool."""
    names = (f"{name}-k", f"{name}-m")
    for group in names:
        commit(both.bootstrap, group, [("orders", 0, 3), ("orders", 1, 20), ("events.log", 0, 0), (LONG, 0, 2)])
    return names


def same_change(both, line, name):
    """By Kafka's tool on one group, by ours on the other; the texts and the groups are the same afterwards."""
    k, m = pair_of_groups(both, name)
    theirs, ours = both.kafka(line.replace("GROUP", k)), both.ours(line.replace("GROUP", m), "--output", "plain")
    failed = theirs.code != 0 or "Error:" in theirs.out
    assert failed == (ours.returncode != 0), (theirs, ours)
    assert sorted(theirs.out.replace(k, "GROUP").splitlines()) == sorted(ours.stdout.replace(m, "GROUP").splitlines())
    assert described(both, k) == described(both, m)
    return ours


@pytest.mark.parametrize("line", [
    "--reset-offsets --group GROUP --topic orders --to-earliest --execute",
    "--reset-offsets --group GROUP --all-topics --to-latest --execute",
    "--reset-offsets --group GROUP --topic orders:0 --shift-by 4 --execute",
    "--reset-offsets --group GROUP --topic orders --to-offset 5 --execute --export",
    "--reset-offsets --group GROUP --topic orders --to-datetime 2023-11-14T22:13:25.000 --execute",
    "--reset-offsets --group GROUP --topic orders --to-earliest",
    "--delete-offsets --group GROUP --topic orders",
    "--delete-offsets --group GROUP --topic orders:0 --topic events.log",
    "--delete-offsets --group GROUP --topic orders:0,7 --topic nowhere",
    f"--delete-offsets --group GROUP --topic {LONG}",
    "--delete --group GROUP",
    "--delete --group GROUP --group nobody",
    "--delete --group GROUP --group classic --group modern",
])
def test_changes(both, history, line):
    same_change(both, line, f"pair{next(_numbers):02}")


def test_what_may_not_be_changed(both, history):
    found = both.differences([
        "--delete-offsets --group nobody --topic orders",
        "--delete-offsets --group classic --topic orders:0",
        "--delete-offsets --group modern --topic orders --topic empty",
        "--delete-offsets --group classic --topic empty",
        "--delete-offsets --group '' --topic orders:0",
        "--delete-offsets --group simple --topic nowhere:0",
        "--delete-offsets --group simple",
        "--delete --group nobody",
        "--delete --group classic --group static",
        "--reset-offsets --group classic --topic orders --to-earliest --execute",
        "--reset-offsets --group '' --topic orders:0 --to-latest --execute",
    ])
    assert not found, "\n".join(found)


def test_words_of_failures(both, history):
    for line, words in {
        "describe --group nobody": "Group nobody not found.",
        "reset-offsets --group simple --topic orders:0,9 --to-latest": 'The partitions "orders-9" do not exist',
        "reset-offsets --group simple --topic events.log --shift-by 1":
            "Cannot shift offset for partition events.log-1 since there is no current committed offset",
        "reset-offsets --group classic --topic orders --to-latest":
            "Assignments can only be reset if the group 'classic' is inactive, but the current state is Stable.",
        "reset-offsets --group simple --to-latest": "One of the reset scopes should be defined: --all-topics, --topic.",
        "reset-offsets --group simple --topic orders:x --to-latest": "Invalid partition 'x' specified in topic arg 'orders:x'",
        "delete --group classic": "Group 'classic' could not be deleted due to: The group is not empty.",
        "delete-offsets --group classic --topic orders:0":
            "Deleting offsets of a topic is forbidden while the consumer group is actively subscribed to it.",
        "list --state bogus": "Invalid state list 'bogus'. Valid states are: ",
    }.items():
        ran = both.ours(line)
        assert ran.returncode in (1, 2) and words in ran.stderr, (line, ran)


def test_json(both, history):
    def read(line):
        ran = both.ours(line, "--output", "json")
        assert ran.returncode == 0, ran
        return json.loads(ran.stdout)

    listed = {group["group"]: (group["type"], group["protocol"], group["state"]) for group in read("list")}
    assert listed["simple"] == ("Classic", "", "Empty")
    assert listed["modern"] == ("Consumer", "consumer", "Stable")
    (modern,) = read("describe modern")
    assert {(row["topic"], row["partition"], row["lag"]) for row in modern["partitions"]} >= {("orders", 0, 0), ("events.log", 1, 0)}
    assert all(row["member"] and row["client"] in ("ma", "mb") for row in modern["partitions"])
    (simple,) = read("describe simple")
    assert [(row["current_offset"], row["log_end_offset"], row["lag"], row["member"]) for row in simple["partitions"]][1] == (3, 10, 7, None)
    (static,) = read("describe static --members")
    assert [member["instance"] for member in static["members"]] == ["inst-1"]
    assert len(static["members"][0]["assignment"]) == 3
    (plan,) = read("reset-offsets simple --topic orders:2 --to-earliest")
    assert plan == {"group": "simple", "executed": False, "offsets": [{"topic": "orders", "partition": 2, "new_offset": 4}]}
