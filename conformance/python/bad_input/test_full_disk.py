"""A full disk (a small tmpfs): appends are refused, reads go on, and appends resume when there is room.

Metadata is on another disk: a metadata append that fails stops the node, as it has to.
"""

import os
import subprocess

import pytest

from waiting import eventually
from wire import calls, errors, groups, records
from wire.connection import Connection

DISK_MIB = 64
VALUE = b"v" * 100_000
TOPIC = "full"


@pytest.fixture
def small_disk(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("needs root, to mount a small tmpfs")
    path = tmp_path / "disk"
    path.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "tmpfs", str(path)], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"cannot mount a tmpfs: {mounted.stderr.strip()}")
    yield path
    subprocess.run(["umount", "-l", str(path)], check=True)


def fill(path):
    """Takes all the room that is left on the disk of `path`."""
    with path.open("wb") as file:
        try:
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        except OSError:
            pass


def test_a_full_disk(start_node, small_disk, tmp_path, on_kafka):
    if on_kafka:
        pytest.skip("Apache Kafka takes the directory off line and stops: not the mark")
    own = start_node({"metadata.log.dir": str(tmp_path / "metadata"), "log.dirs": str(small_disk / "data")})
    own.data = small_disk / "data"
    filler = small_disk / "filler"
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, TOPIC, segment_bytes=4 << 20)
        identity = calls.init_producer(wire)
        stored = 0

        def append():
            batch = records.simple(VALUE, producer=identity, base_sequence=stored)
            return calls.produce(wire, TOPIC, batch)

        def append_ok():
            nonlocal stored
            row = append()
            if row.error_code == errors.NONE:
                assert row.base_offset == stored
                stored += 1
            return row.error_code == errors.NONE

        for _ in range(20):
            assert append_ok()
        fill(filler)
        while append_ok():
            assert stored < 1000
        for _ in range(5):
            assert append().error_code == errors.KAFKA_STORAGE_ERROR
        assert own.alive()
        assert [r.offset for r in calls.read_records(wire, TOPIC)] == list(range(stored)), "reads go on"
        filler.unlink()
        eventually(append_ok, 30, "appends resume when there is room")
        for _ in range(20):
            assert append_ok()
        assert [r.offset for r in calls.read_records(wire, TOPIC)] == list(range(stored))
    own.kill()
    own.start()
    with Connection(own.bootstrap) as wire:
        calls.await_leaders(wire, TOPIC)
        assert [r.value for r in calls.read_records(wire, TOPIC)] == [VALUE] * stored
    assert "panicked" not in own.log_text()


def test_commits_on_a_full_disk(start_node, small_disk, tmp_path, on_kafka):
    """Refused, never half done: what is committed stays, and commits go on when there is room."""
    if on_kafka:
        pytest.skip("Apache Kafka takes the directory off line and stops: not the mark")
    own = start_node({"metadata.log.dir": str(tmp_path / "metadata"), "log.dirs": str(small_disk / "data")})
    own.data = small_disk / "data"
    filler = small_disk / "filler"
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, TOPIC)
        groups.await_coordinator(wire, "g")
        assert groups.commit(wire, "g", TOPIC, 5) == [errors.NONE]
        fill(filler)
        long = "m" * 4000
        last = 5
        while groups.commit(wire, "g", TOPIC, last + 1, metadata=long) == [errors.NONE]:
            last += 1
            assert last < 1000
        for _ in range(5):
            assert groups.commit(wire, "g", TOPIC, last + 1, metadata=long) == [errors.NOT_COORDINATOR]
        assert groups.committed(wire, "g", TOPIC) == last
        filler.unlink()
        eventually(lambda: groups.commit(wire, "g", TOPIC, last + 7) == [errors.NONE], 30, "commits resume")
        own.kill()
    own.start()
    with Connection(own.bootstrap) as wire:
        groups.await_coordinator(wire, "g")
        assert groups.committed(wire, "g", TOPIC) == last + 7
