"""Files for dump tools: every persisted record of Kafka's in every version, and files with damage.

The bytes of the records are those that the protocol crate's golden file holds, which Apache Kafka 4.4.0 wrote.
"""

import re
import struct
from pathlib import Path
from typing import Dict, List, Tuple

from wire import records

PROTOCOL = Path(__file__).resolve().parents[2] / "crates" / "protocol"
FIRST = "0" * 20
TIME = 1_796_000_000_000


def golden() -> Dict[str, List[Tuple[int, bytes]]]:
    """Versions and bytes of each message."""
    found: Dict[str, List[Tuple[int, bytes]]] = {}
    for line in (PROTOCOL / "tests/golden/messages.tsv").read_text().splitlines():
        if not line.startswith("#"):
            name, version, data = line.split("\t")
            found.setdefault(name, []).append((int(version), bytes.fromhex(data)))
    return found


def layouts(family: str) -> List[Tuple[str, int]]:
    """Name and number of the records of a family."""
    found = []
    for path in sorted((PROTOCOL / "schema/record" / family).glob("*.schema")):
        head = re.match(r"record (\w+) (\d+) family", path.read_text())
        if head:
            found.append((head[1], int(head[2])))
    return found


def coordinator(family: str) -> List[records.Record]:
    """Each key with each of its values, with a tombstone, and with damage."""
    data = golden()
    numbers = layouts(family)
    rows = []
    for name, number in numbers:
        if not name.endswith("Key"):
            continue
        value_name = next(other for other, same in numbers if same == number and other.endswith("Value"))
        keys = [struct.pack(">h", number) + key for _, key in data[name]]
        values = [struct.pack(">h", version) + value for version, value in data[value_name]]
        rows += [records.Record(value, key=key, timestamp=TIME) for key in keys for value in values]
        rows.append(records.Record(None, key=keys[0], timestamp=TIME))
        rows.append(records.Record(values[0][: len(values[0]) // 2], key=keys[0], timestamp=TIME))
        rows.append(records.Record(b"\x7f\xff", key=keys[0], timestamp=TIME))
        rows.append(records.Record(b"\0", key=keys[0], timestamp=TIME))
    rows.append(records.Record(b"\0\0", key=b"\x01\x00more", timestamp=TIME))
    rows.append(records.Record(b"\0\0", key=b"\0", timestamp=TIME))
    return rows


def consumer_members() -> List[records.Record]:
    """A classic group whose members' subscriptions and assignments are messages themselves."""
    data = golden()

    def text(value: bytes) -> bytes:
        return struct.pack(">h", len(value)) + value

    def blob(value: bytes) -> bytes:
        return struct.pack(">i", len(value)) + value

    rows = []
    for (version, subscription), (_, assignment) in zip(data["ConsumerProtocolSubscription"], data["ConsumerProtocolAssignment"]):
        opened = [struct.pack(">h", version) + subscription, struct.pack(">h", version) + assignment]
        for first, second in (opened, (b"", b"\0"), (b"\0\x09x", opened[1][:5])):
            member = text(b"m") + text(b"instance") + text(b"client") + text(b"/host") + struct.pack(">ii", 1, 2) + blob(first) + blob(second)
            value = struct.pack(">h", 3) + text(b"consumer") + struct.pack(">i", 7) + text(b"range") + text(b"m") + struct.pack(">qi", TIME, 1) + member
            rows.append(records.Record(value, key=struct.pack(">h", 2) + text(b"g"), timestamp=TIME))
    return rows


# The records of remote storage, as Apache Kafka's own classes write them.
REMOTE = """
01000002740000000000000001000000000000000200000003000000000000000004000000000000000500000000000000000000000000000000630000000100000000000003e800000000000007d004000000010000000000000000000000000700000000000000320000000028000000000000005a0000003039000000
01000002740000000000000001000000000000000200000003000000000000000004000000000000000500000000000000000000000000000000630000000100000000000003e80000000000000bb804000000010000000000000000000000000700000000000000320000000028000000000000005a00000030390401fe030100
01010002740000000000000001000000000000000200000003000000000000000004000000000000000500000000010000000000000bb80301fe0200
01010002740000000000000001000000000000000200000003000000000000000004000000000000000500000000010000000000000bb8000300
0102000274000000000000000100000000000000020000000300000000020000000000000fa00000
0102000274000000000000000100000000000000020000000300000000020000000000000fa00100
0102000274000000000000000100000000000000020000000300000000020000000000000fa00200
01030000000000000000040000000000000005000000000000000000000000000000630000000100000000000003e800000000000007d004000000010000000000000000000000000700000000000000320000000028000000000000005a000000303902090101000101
"""


def transactions() -> List[records.Record]:
    """A transaction in every state, and in one that does not exist."""
    key = struct.pack(">hh", 0, 1) + b"t"
    values = [struct.pack(">hqhibiqq", 0, 7, 1, 60000, state, -1, TIME, TIME) for state in range(9)]
    return [records.Record(value, key=key, timestamp=TIME) for value in values]


def framed(family: str) -> List[records.Record]:
    """Records whose value says type and version itself."""
    data = golden()
    rows = []
    for name, number in layouts(family):
        values = [bytes([1, number, version]) + value for version, value in data[name]]
        rows += [records.Record(value, timestamp=TIME) for value in values]
        rows.append(records.Record(values[0] + b"\0\0", timestamp=TIME))
        rows.append(records.Record(values[0][:-1], timestamp=TIME))
    for odd in (b"", b"\0\1\0", b"\2\1\0", b"\1\x7f\0", b"\1\0\x63", b"\1"):
        rows.append(records.Record(odd, timestamp=TIME))
    return rows


def batches() -> Dict[str, bytes]:
    """Batches of every kind that Kafka's own classes built."""
    text = (PROTOCOL / "src/records/golden/batches-4.4.0.txt").read_text()
    return {name: bytes.fromhex(data) for name, data in (line.split() for line in text.splitlines() if line[:1] != "#")}


def moved(batch: bytes, offset: int) -> bytes:
    """The batch at another offset, which no checksum covers."""
    return struct.pack(">q", offset) + batch[8:]


def write(folder: Path) -> Dict[str, Path]:
    """All files, by a short name."""
    files: Dict[str, Path] = {}

    def put(name: str, data: bytes, file: str = FIRST + ".log") -> None:
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        files[name + (path.suffix if path.suffix != ".log" else "")] = path

    put("offsets", records.build(coordinator("offsets") + consumer_members()))
    put("transaction", records.build(coordinator("transaction") + transactions(), codec=4))
    put("share", records.build(coordinator("share")))
    put("metadata", records.build(framed("metadata")))
    put("remote", records.build([records.Record(bytes.fromhex(row), timestamp=TIME) for row in REMOTE.split()] + framed("remote_log")))

    kinds = batches()
    new = [batch for name, batch in kinds.items() if not name.startswith("magic")]
    rows = b""
    for number, batch in enumerate(new):
        rows += moved(batch, 10 * number)
    put("kinds", rows)
    put("old", kinds["magic1"] + kinds["magic0_gzip"] + records.old_message_set(b"alone", 0) + records.old_message_set(b"alone", 1))
    put("ids", records.build([records.Record(struct.pack(">q", 7), key=struct.pack(">i", -9), timestamp=TIME)]))
    put("bytes", records.build([records.Record(b"\xff\xfe\xc5\xbe", key=b"\xe2\x82", headers=[("h\xe9", b"\xff"), ("", None)], timestamp=TIME)]))

    first, second = records.build([records.Record(b"v" * 50, timestamp=TIME)]), records.build([records.Record(b"w", timestamp=TIME + 1)])
    two = first + moved(second, 1)
    put("two", two)
    put("flipped", two[:-1] + b"\xff")
    put("torn", two[:-3])
    put("zeros", two + bytes(500))
    put("garbage", two + b"\x55" * 40)
    put("none", b"")
    put("gap", first + moved(second, 5))
    put("count", first[:57] + struct.pack(">i", 3) + first[61:])

    size = len(first)
    entry, time = struct.Struct(">ii"), struct.Struct(">qi")
    for name, index, times in (
        ("good", entry.pack(1, size), time.pack(TIME, 0) + time.pack(TIME + 1, 1)),
        ("unclosed", entry.pack(1, size) + bytes(64), time.pack(TIME, 0) + bytes(120)),
        ("empty", b"", b""),
        ("wrong", entry.pack(0, size) + entry.pack(7, 0), time.pack(TIME + 5, 0) + time.pack(TIME + 1, 1) + time.pack(TIME + 9, 9)),
        ("odd", entry.pack(1, size) + b"\0\0\0", time.pack(TIME, 0) + b"\0"),
        ("back", entry.pack(-3, 0), time.pack(TIME, 0) + time.pack(TIME - 1, 1)),
        ("beyond", entry.pack(1, 4000), time.pack(TIME, -1)),
    ):
        put(name, two)
        put(name, index, FIRST + ".index")
        put(name, times, FIRST + ".timeindex")

    aborted = struct.pack(">hqqqq", 0, 7, 10, 20, 5)
    put("aborted", aborted * 2, FIRST + ".txnindex")
    put("aborted-version", struct.pack(">h", 3) + aborted[2:], FIRST + ".txnindex")
    put("aborted-none", b"", FIRST + ".txnindex")
    entries = struct.pack(">i", 3) + b"".join(
        struct.pack(">qhiqiqiq", *entry)
        for entry in ((5, 1, 9, 100, 4, TIME, 3, 90), (6, 0, -1, -1, 0, TIME, -1, -1), (7, 2, 2, 50, 10, TIME, 0, -1))
    )
    snapshot = struct.pack(">hI", 1, records.crc32c(entries)) + entries
    put("producers", snapshot, FIRST + ".snapshot")
    put("producers-crc", snapshot[:-1] + b"\x01", FIRST + ".snapshot")
    put("producers-version", b"\0\2" + snapshot[2:], FIRST + ".snapshot")
    put("unknown", b"x", "notes.txt")
    quorum = [kinds[name] for name in ("snapshot_header", "kraft_version", "kraft_voters", "leader_change", "snapshot_footer")]
    put("snapshot", b"".join(moved(batch, at) for at, batch in enumerate(quorum)), "00000000000000000007-0000000003.checkpoint")
    put("bootstrap", b"".join(moved(batch, at) for at, batch in enumerate(quorum)), "bootstrap.checkpoint")
    return files
