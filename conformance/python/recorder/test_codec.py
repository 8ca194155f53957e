"""The codec of this suite reads and writes every message and version as the Java library does: its golden bytes,
which the protocol crate keeps, come out as they went in."""

import pytest

from wire import schema
from wire.codec import Reader, decode, encode

GOLDEN = schema.FOLDER.parents[1] / "tests" / "golden" / "messages.tsv"
MESSAGES = {f"{api.name}{way}": getattr(api, way.lower()) for api in schema.apis().values() for way in ("Request", "Response")}


def lines():
    for line in GOLDEN.read_text().splitlines():
        name, version, data = line.split("\t") if not line.startswith("#") else ("", 0, "")
        if name in MESSAGES:
            yield name, int(version), bytes.fromhex(data)


def test_golden_bytes():
    count = 0
    for name, version, data in lines():
        message = MESSAGES[name]
        reader = Reader(data)
        row = decode(message.fields(version), reader, version, message.is_flexible(version))
        assert reader.left() == 0, (name, version)
        assert encode(message.fields(version), row, version, message.is_flexible(version)) == data, (name, version)
        count += 1
    assert count > 2 * sum(len(api.versions) for api in schema.apis().values())
