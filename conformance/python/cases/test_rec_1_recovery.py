"""O-REC-1: kill -9, torn tail, wrong bytes at the end, no indexes. (Transactions left out; the long run of
kills under load is the suite `kills`.)

Sources: AutoMQ/automq#106, linkedin/kafka#409, AutoMQ/automq#525.
"""

import os
import random

import pytest

from wire import calls, errors, records
from wire.connection import Connection

BATCHES = 40
TOPIC = "r"
PER_BATCH = 10
HOUR_MS = 3_600_000


@pytest.fixture
def own(start_node):
    return start_node()


class Written:
    """What was acknowledged: values by offset, and the raw batches of one idempotent producer."""

    def __init__(self, wire):
        calls.create_topic(wire, TOPIC, segment_bytes=1 << 20, retention_ms=-1)
        self.identity = calls.init_producer(wire)
        self.batches = []
        self.values = []
        self.start_time = records.now_ms() - HOUR_MS

    def append(self, wire):
        row = calls.produce_ok(wire, TOPIC, self.next_batch())
        assert row.base_offset == len(self.values)
        self.values += self.new_values()

    def new_values(self):
        number = len(self.batches) - 1
        return [f"{number}/{inner} ".encode() * 2000 for inner in range(PER_BATCH)]

    def next_batch(self):
        """Sequence numbers go by record, ten in a batch; times rise by one a record."""
        first = len(self.batches) * PER_BATCH
        self.batches.append(b"")
        rows = [
            records.Record(value, timestamp=self.start_time + first + inner) for inner, value in enumerate(self.new_values())
        ]
        self.batches[-1] = records.build(rows, producer=self.identity, base_sequence=first)
        return self.batches[-1]


@pytest.fixture
def written(own):
    """Forty acknowledged batches over several segments, then a kill."""
    with Connection(own.bootstrap) as wire:
        written = Written(wire)
        for _ in range(BATCHES):
            written.append(wire)
    own.kill()
    assert len(list(own.partition_dir(TOPIC).glob("*.log"))) > 3
    return written


def check_goes_on(own, written, kept_batches):
    """After a start the log is the first `kept_batches` batches, and everything goes on from there."""
    own.start()
    with Connection(own.bootstrap) as wire:
        calls.await_leaders(wire, TOPIC)
        end = kept_batches * PER_BATCH
        assert calls.list_offset(wire, TOPIC, calls.LATEST) == end
        stored = calls.read_records(wire, TOPIC)
        assert [r.offset for r in stored] == list(range(end))
        assert [r.value for r in stored] == written.values[:end]
        for offset in (0, end // 2, end - 1):
            row = calls.list_offset_row(wire, TOPIC, written.start_time + offset)
            assert (row.offset, row.timestamp) == (offset, written.start_time + offset)

        # The last batch that is left is known; one that was cut off is stored when it is sent again.
        repeat = calls.produce_ok(wire, TOPIC, written.batches[kept_batches - 1])
        assert repeat.base_offset == end - PER_BATCH
        for batch in written.batches[kept_batches:] + [written.next_batch()]:
            assert calls.produce_ok(wire, TOPIC, batch).base_offset == end
            end += PER_BATCH
        assert [r.offset for r in calls.read_records(wire, TOPIC)] == list(range(end))


def test_kill_alone_loses_nothing(own, written):
    check_goes_on(own, written, BATCHES)


def test_random_bytes_at_the_end(own, written):
    with own.active_segment(TOPIC).open("ab") as segment:
        segment.write(random.Random(1).randbytes(37))
    check_goes_on(own, written, BATCHES)


def test_half_of_a_next_batch_at_the_end(own, written):
    """What a kill in the middle of a write leaves."""
    batch = bytearray(written.batches[-1])
    batch[:8] = (BATCHES * PER_BATCH).to_bytes(8, "big")
    with own.active_segment(TOPIC).open("ab") as segment:
        segment.write(batch[: len(batch) // 2])
    check_goes_on(own, written, BATCHES)


def test_last_bytes_cut(own, written):
    segment = own.active_segment(TOPIC)
    os.truncate(segment, segment.stat().st_size - 10)
    check_goes_on(own, written, BATCHES - 1)


def test_a_flipped_byte_in_the_last_batch(own, written):
    segment = own.active_segment(TOPIC)
    with segment.open("r+b") as file:
        file.seek(-len(written.batches[-1]) // 2, os.SEEK_END)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 0xFF]))
    check_goes_on(own, written, BATCHES - 1)


def test_zeroes_at_the_end(own, written):
    with own.active_segment(TOPIC).open("ab") as segment:
        segment.write(bytes(4096))
    check_goes_on(own, written, BATCHES)


def delete(path):
    path.unlink()


def garble(path):
    size = max(path.stat().st_size, 40)
    path.write_bytes(random.Random(2).randbytes(size))


def cut(path):
    os.truncate(path, path.stat().st_size // 2 + 1)


@pytest.mark.parametrize("spoil", [delete, garble, cut], ids=["deleted", "garbage", "cut"])
def test_indexes_are_rebuilt(own, written, spoil):
    for suffix in ("*.index", "*.timeindex"):
        for path in own.partition_dir(TOPIC).glob(suffix):
            spoil(path)
    check_goes_on(own, written, BATCHES)


@pytest.mark.parametrize("spoil", [delete, garble], ids=["deleted", "garbage"])
def test_producer_snapshots_are_rebuilt(own, written, spoil):
    for path in own.partition_dir(TOPIC).glob("*.snapshot"):
        spoil(path)
    check_goes_on(own, written, BATCHES)


def test_log_start_survives_a_clean_stop(start_node):
    own = start_node()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, TOPIC)
        for _ in range(4):
            calls.produce_ok(wire, TOPIC, records.simple(b"v"))
        assert calls.delete_records(wire, TOPIC, 3).error_code == errors.NONE
    own.restart()
    with Connection(own.bootstrap) as wire:
        calls.await_leaders(wire, TOPIC)
        assert calls.list_offset(wire, TOPIC, calls.EARLIEST) == 3
        assert calls.fetch_row(wire, TOPIC, 2).error_code == errors.OFFSET_OUT_OF_RANGE
