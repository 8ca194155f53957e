"""DumpLogSegments reads every file of our directories with no complaint."""

import re

import pytest

from wire import calls, compression, records
from wire.connection import Connection

TOPIC = "dumped"
TRIMMED = "trimmed"
COUNT = 3000


@pytest.fixture(scope="module")
def stopped(start_module_node):
    """A server that ran, was killed, ran again and was stopped: several segments, all codecs, an idempotent
    producer, a trimmed and a deleted topic."""
    own = start_module_node()

    def write(wire):
        identity = calls.init_producer(wire)
        for number in range(COUNT // 10):
            rows = [records.Record(b"%d " % number * 700, key=b"k%d" % at, headers=[("h", b"v")]) for at in range(10)]
            batch = records.build(rows, codec=number % 5, producer=identity, base_sequence=number * 10)
            calls.produce_ok(wire, TOPIC, batch)

    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, TOPIC, segment_bytes=1 << 20)
        calls.create_topic(wire, TRIMMED, segment_bytes=1 << 20)
        calls.create_topic(wire, "gone")
        write(wire)
        for _ in range(40):
            calls.produce_ok(wire, TRIMMED, records.simple(b"x" * 100_000))
        calls.delete_records(wire, TRIMMED, 30)
        calls.delete_topics(wire, ["gone"])
    own.kill()
    own.start()
    with Connection(own.bootstrap) as wire:
        calls.await_leaders(wire, TOPIC)
        write(wire)
    own.stop()
    return own


@pytest.mark.parametrize("topic", [TOPIC, TRIMMED])
def test_segments(java, stopped, topic):
    files = sorted(stopped.partition_dir(topic).glob("*.log"))
    out = java.dump(files, "--deep-iteration", "--print-data-log")
    offsets = [int(offset) for offset in re.findall(r"\| offset: (\d+) ", out)]
    assert offsets == list(range(offsets[0], offsets[-1] + 1))
    if topic == TOPIC:
        assert len(files) > 1 and len(offsets) == 2 * COUNT
        for name in compression.NAMES:
            assert f"compresscodec: {name}" in out


@pytest.mark.parametrize("topic", [TOPIC, TRIMMED])
def test_indexes(java, stopped, topic):
    files = sorted(stopped.partition_dir(topic).glob("*.index")) + sorted(stopped.partition_dir(topic).glob("*.timeindex"))
    assert files
    assert java.dump(files, "--index-sanity-check").count("passed sanity check") == len(files)
    java.dump(files, "--verify-index-only")
    java.dump(files)


def test_producer_snapshots(java, stopped):
    files = sorted(stopped.partition_dir(TOPIC).glob("*.snapshot"))
    assert files, "a clean stop leaves one"
    assert "producerId: " in java.dump(files)


def test_metadata_log(java, stopped):
    folder = stopped.data / "__cluster_metadata-0"
    out = java.dump(sorted(folder.glob("*.log")), "--cluster-metadata-decoder")
    for kind in ("REGISTER_BROKER_RECORD", "TOPIC_RECORD", "PARTITION_RECORD", "REMOVE_TOPIC_RECORD", "PRODUCER_IDS_RECORD", "CONFIG_RECORD"):
        assert f'"type":"{kind}"' in out, kind
    # Not the time index: the tool finds fault with the one that Apache Kafka itself keeps for this log.
    java.dump(sorted(folder.glob("*.index")), "--index-sanity-check")


def test_metadata_snapshots(java, stopped):
    files = sorted((stopped.data / "__cluster_metadata-0").glob("*.checkpoint"))
    assert files, "formatting leaves the first one"
    out = java.dump(files, "--cluster-metadata-decoder")
    assert "SnapshotHeader" in out and "SnapshotFooter" in out
