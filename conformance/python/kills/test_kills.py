"""`kill -9` under an idempotent producer and a reader: every acknowledged record exactly once, in order.

MOLDAU_KILLS sets the rounds (50 by default against Moldau, 5 against Apache Kafka, which starts slowly).
"""

import os
import random

import pytest

from load import Load
from wire import calls, records
from wire.connection import Connection

TOPIC = "killed"


@pytest.fixture
def rounds(on_kafka):
    return int(os.environ.get("MOLDAU_KILLS") or (5 if on_kafka else 50))


@pytest.fixture
def chance():
    """Repeatable: MOLDAU_SEED prints with a failure and sets the same course again."""
    seed = int(os.environ.get("MOLDAU_SEED") or random.randrange(1 << 32))
    print(f"MOLDAU_SEED={seed}")
    return random.Random(seed)


def run_rounds(own, rounds, chance, end, between=lambda: None):
    load = Load(own.bootstrap, TOPIC)
    try:
        for _ in range(rounds):
            load.run_for(chance.uniform(0.2, 0.9))
            end()
            between()
            own.start()
    finally:
        if not own.alive():
            own.start()
        load.finish_and_check()
    assert load.acknowledged() > rounds * 10
    assert "panicked" not in own.log_text()


@pytest.mark.timeout(400)
def test_kill(start_node, rounds, chance):
    own = start_node()
    run_rounds(own, rounds, chance, own.kill)


@pytest.mark.timeout(400)
def test_clean_stop(start_node, rounds, chance):
    own = start_node()
    run_rounds(own, max(1, rounds // 5), chance, own.stop)


class Damage:
    """What a crash can do to a partition beyond its acknowledged bytes: rubbish after the last batch, and indexes
    and snapshots that are missing, cut or full of rubbish."""

    def __init__(self, own, chance):
        self.own, self.chance = own, chance

    def __call__(self):
        for folder in self.own.data.glob(TOPIC + "-*"):
            segment = sorted(folder.glob("*.log"))[-1]
            self.chance.choice([self.rubbish, self.half_batch, self.zeroes])(segment)
            for pattern in ("*.index", "*.timeindex", "*.snapshot"):
                for path in sorted(folder.glob(pattern)):
                    self.chance.choice([self.keep, self.delete, self.cut, self.overwrite])(path)

    def append(self, path, data):
        with path.open("ab") as file:
            file.write(data)

    def rubbish(self, segment):
        self.append(segment, self.chance.randbytes(self.chance.randrange(1, 300)))

    def half_batch(self, segment):
        """The start of a batch that fits at the end of this log."""
        data = segment.read_bytes()
        batches = records.parse(data)
        next_offset = batches[-1].base_offset + batches[-1].last_offset_delta + 1 if batches else int(segment.stem)
        batch = next_offset.to_bytes(8, "big") + records.simple(b"never acknowledged" * 10)[8:]
        self.append(segment, batch[: self.chance.randrange(1, len(batch))])

    def zeroes(self, segment):
        self.append(segment, bytes(self.chance.randrange(1, 5000)))

    def keep(self, path):
        pass

    def delete(self, path):
        path.unlink()

    def cut(self, path):
        os.truncate(path, self.chance.randrange(path.stat().st_size + 1))

    def overwrite(self, path):
        path.write_bytes(self.chance.randbytes(self.chance.randrange(1, 100)))


@pytest.mark.timeout(400)
def test_kill_with_a_torn_log(start_node, rounds, chance):
    own = start_node()
    run_rounds(own, rounds, chance, own.kill, Damage(own, chance))


@pytest.mark.timeout(300)
def test_cut_or_overwritten_tail_leaves_a_valid_prefix(start_node, rounds, chance):
    """Acknowledged bytes are destroyed here, so they may be lost; what is left must be a prefix, and work."""
    own = start_node()
    sent = 0
    for number in range(max(1, rounds // 5)):
        with Connection(own.bootstrap) as wire:
            if number == 0:
                calls.create_topic(wire, TOPIC, segment_bytes=1 << 20)
            for _ in range(chance.randrange(1, 40)):
                calls.produce_ok(wire, TOPIC, records.simple(*[b"%d" % (sent + i) + b" " * 3000 for i in range(10)]))
                sent += 10
        own.kill()
        segment = own.active_segment(TOPIC)
        size = segment.stat().st_size
        if size and chance.random() < 0.5:
            os.truncate(segment, chance.randrange(size))
        elif size:
            with segment.open("r+b") as file:
                file.seek(chance.randrange(size))
                file.write(chance.randbytes(chance.randrange(1, 2000)))
        own.start()
        with Connection(own.bootstrap) as wire:
            calls.await_leaders(wire, TOPIC)
            stored = calls.read_records(wire, TOPIC)
            assert [(r.offset, int(r.value)) for r in stored] == [(n, n) for n in range(len(stored))]
            assert calls.list_offset(wire, TOPIC, calls.LATEST) == len(stored) <= sent
            sent = len(stored)
