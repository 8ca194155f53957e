"""`moldau log dump` prints what `kafka-dump-log` prints, for the same files, with the same exit code."""

import json
import re
import subprocess

import pytest

from wire import calls, records
from wire.connection import Connection

from dump_corpus import write

DUMP = "org.apache.kafka.tools.DumpLogSegments"
DECODERS = {
    "offsets": "--offsets-decoder",
    "transaction": "--transaction-log-decoder",
    "share": "--share-group-state-decoder",
    "metadata": "--cluster-metadata-decoder",
    "remote": "--remote-log-metadata-decoder",
}


def masked(text: str) -> str:
    """The reason why a record cannot be decoded is Java's there and ours here."""
    return re.sub(r"(Error at (?:offset )?\d+, skipping\.) .*", r"\1", text)


def scripts(files):
    """Name, flags and files of each run."""
    runs = []
    for name, flag in DECODERS.items():
        for flags in ([flag], [flag, "--skip-record-metadata"]):
            runs.append((name, flags, [files[name]]))
    for name in ("kinds", "old", "bytes", "two", "flipped", "torn", "zeros", "garbage", "none", "gap", "count"):
        for flags in ([], ["--deep-iteration"], ["--print-data-log"], ["--print-data-log", "--skip-record-metadata"], ["--max-bytes", "140", "--print-data-log"]):
            runs.append((name, flags, [files[name]]))
    for kind in ("index", "timeindex"):
        for name in ("good", "unclosed", "empty", "wrong", "odd", "back", "beyond"):
            for flags in ([], ["--index-sanity-check"], ["--verify-index-only"]):
                runs.append((f"{name}.{kind}", flags, [files[f"{name}.{kind}"]]))
    runs.append(("good.index", ["--max-message-size", "100"], [files["good.index"]]))
    for name in ("aborted", "aborted-version", "aborted-none"):
        runs.append((name + ".txnindex", [], [files[name + ".txnindex"]]))
    for name in ("producers", "producers-crc", "producers-version"):
        runs.append((name, [], [files[name + ".snapshot"]]))
    for name in ("snapshot", "bootstrap"):
        runs.append((name, ["--cluster-metadata-decoder"], [files[name + ".checkpoint"]]))
    api = "org.apache.kafka.tools.api."
    runs.append(("ids", ["--key-decoder-class", api + "IntegerDecoder", "--value-decoder-class", api + "LongDecoder"], [files["ids"]]))
    runs.append(("ids", ["--value-decoder-class"], [files["two"]]))
    runs.append(("several", ["--deep-iteration"], [files["gap"], files["wrong.index"], files["unknown.txt"], files["wrong.timeindex"], files["two"]]))
    return runs


def same(java, moldau, runs, mask=masked):
    """Runs Kafka's tool and ours; what differs."""
    theirs = java.batch([[DUMP, *flags, "--files", ",".join(map(str, files))] for _, flags, files in runs])
    differences = []
    for (name, flags, files), (code, out, err) in zip(runs, theirs):
        command = [moldau, "log", "dump", *flags, "--files", ",".join(map(str, files))]
        ours = subprocess.run(command, capture_output=True, timeout=60)
        out, our_out = mask(out), mask(ours.stdout.decode())
        early = code != 0
        if ours.returncode != code or our_out != out or (not early and ours.stderr.decode() != err):
            at = next((n for n, (a, b) in enumerate(zip(out.splitlines(), our_out.splitlines())) if a != b), -1)
            lines = (out.splitlines()[at : at + 1], our_out.splitlines()[at : at + 1]) if at >= 0 else (out[-300:], our_out[-300:])
            differences.append(f"{name} {' '.join(flags)}: exit {code}/{ours.returncode}\n  {lines[0]}\n  {lines[1]}\n  {err[:300]!r}\n  {ours.stderr.decode()[:300]!r}")
    return differences


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return write(tmp_path_factory.mktemp("corpus"))


def test_every_record_and_every_damage(java, need, files):
    differences = same(java, need("moldau"), scripts(files))
    assert not differences, "\n".join(differences)


@pytest.fixture(scope="module")
def stopped(start_module_node):
    """A server that ran and was stopped: several segments, all codecs, an idempotent producer, a trimmed and a deleted topic."""
    own = start_module_node()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, "filled", segment_bytes=1 << 20, message_timestamp_type="LogAppendTime")
        calls.create_topic(wire, "trimmed", segment_bytes=1 << 20)
        calls.create_topic(wire, "gone")
        identity = calls.init_producer(wire)
        for number in range(200):
            rows = [records.Record(b"%d " % number * 700, key=b"k%d" % at, headers=[("h", b"v")]) for at in range(10)]
            for topic in ("filled", "trimmed"):
                calls.produce_ok(wire, topic, records.build(rows, codec=number % 5, producer=identity, base_sequence=number * 10))
        calls.delete_records(wire, "trimmed", 1500)
        calls.delete_topics(wire, ["gone"])
    own.stop()
    return own


def test_the_files_of_a_server(java, need, stopped):
    runs = []
    for topic in ("filled", "trimmed"):
        folder = stopped.partition_dir(topic)
        logs = sorted(folder.glob("*.log"))
        assert logs
        runs.append((topic, ["--print-data-log"], logs))
        indexes = sorted(folder.glob("*.index")) + sorted(folder.glob("*.timeindex"))
        for flags in ([], ["--index-sanity-check"], ["--verify-index-only"]):
            runs.append((topic, flags, indexes))
        snapshots = sorted(folder.glob("*.snapshot"))
        assert snapshots
        runs.append((topic, [], snapshots))
    metadata = stopped.data / "__cluster_metadata-0"
    runs.append(("metadata", ["--cluster-metadata-decoder"], sorted(metadata.glob("*.log")) + sorted(metadata.glob("*.checkpoint"))))
    differences = same(java, need("moldau"), runs)
    assert not differences, "\n".join(differences)


def test_json_has_one_object_a_line(need, files):
    for name, flags in [(name, [flag]) for name, flag in DECODERS.items()] + [("kinds", ["--print-data-log"]), ("good.index", []), ("producers.snapshot", [])]:
        command = [need("moldau"), "log", "dump", *flags, "--output", "json", "--files", files[name]]
        lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
        objects = [json.loads(line) for line in lines]
        assert objects and all(row["file"] == str(files[name]) and row["type"] for row in objects), name
