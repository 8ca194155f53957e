"""Record batches that are wrong in one place, and ones that expand to more than a gibibyte.

Wrong batches get Kafka's error and nothing is appended. Bombs may be stored or refused; what counts is that
memory stays bounded and that other connections are served meanwhile.
"""

import struct
import zlib

import lz4.frame
import pytest
import zstandard
from crc32c import crc32c

from wire import calls, compression, errors, records
from wire.codec import put_varint
from wire.connection import Connection

BOMB_BYTES = 1200 << 20
CHUNK = bytes(1 << 20)
GROWTH_MIB = 96
# Apache Kafka answers UNKNOWN_SERVER_ERROR for a payload it cannot expand; a clearer code is as good.
UNREADABLE = {
    errors.UNKNOWN_SERVER_ERROR, errors.CORRUPT_MESSAGE, errors.INVALID_RECORD, errors.UNSUPPORTED_COMPRESSION_TYPE,
}
REFUSALS = UNREADABLE | {errors.MESSAGE_TOO_LARGE}


def patched(batch, at, form, value):
    """`batch` with one header field changed and the checksum made right again."""
    out = bytearray(batch)
    struct.pack_into(form, out, at, value)
    struct.pack_into(">I", out, 17, crc32c(bytes(out[21:])))
    return bytes(out)


GOOD = records.simple(b"a", b"b", b"c")
# Names: places in the batch header of the protocol guide.
WRONG = {
    "checksum": (records.simple(b"a", crc_xor=1), errors.CORRUPT_MESSAGE),
    "no batch at all": (b"", errors.INVALID_RECORD),
    "shorter than a header": (GOOD[:40], errors.INVALID_RECORD),
    "length past the end": (patched(GOOD, 8, ">i", len(GOOD)), errors.INVALID_RECORD),
    "length of zero": (patched(GOOD, 8, ">i", 0), errors.CORRUPT_MESSAGE),
    "length negative": (patched(GOOD, 8, ">i", -5), errors.CORRUPT_MESSAGE),
    "magic 3": (patched(GOOD, 16, ">b", 3), errors.CORRUPT_MESSAGE),
    "magic -1": (patched(GOOD, 16, ">b", -1), errors.CORRUPT_MESSAGE),
    "two batches": (GOOD + GOOD, errors.INVALID_RECORD),
    "count too high": (patched(GOOD, 57, ">i", 4), errors.INVALID_RECORD),
    "count negative": (patched(GOOD, 57, ">i", -1), errors.INVALID_RECORD),
    "count enormous": (patched(patched(GOOD, 57, ">i", 0x7FFFFFFF), 23, ">i", 0x7FFFFFFE), errors.INVALID_RECORD),
    "last offset delta too high": (patched(GOOD, 23, ">i", 7), errors.INVALID_RECORD),
    "count zero": (patched(GOOD, 57, ">i", 0), errors.INVALID_RECORD),
    "codec 6": (patched(GOOD, 21, ">h", 6), UNREADABLE),
    "control batch": (patched(GOOD, 21, ">h", 0x20), errors.INVALID_RECORD),
    "says gzip, is plain": (patched(GOOD, 21, ">h", 1), UNREADABLE),
    "says snappy, is plain": (patched(GOOD, 21, ">h", 2), UNREADABLE),
    "says lz4, is plain": (patched(GOOD, 21, ">h", 3), UNREADABLE),
    "says zstd, is plain": (patched(GOOD, 21, ">h", 4), UNREADABLE),
    "record cut short": (records.build([records.Record(b"abc")], payload=b"\x18\0\0\0\1\6ab"), errors.INVALID_RECORD),
    "record length huge": (records.build([records.Record(b"abc")], payload=b"\xfe\xff\xff\xff\x0f\0\0\0\1\6abc\0"), errors.INVALID_RECORD),
    "header count huge": (records.build([records.Record(b"a")], payload=b"\x14\0\0\0\1\2a\xfe\xff\xff\xff\x0f"), errors.INVALID_RECORD),
    "empty gzip payload": (records.build([records.Record(b"a")], codec=1, payload=b""), UNREADABLE),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_batch_is_refused(wire, topic_name, name):
    batch, expected = WRONG[name]
    calls.create_topic(wire, topic_name)
    row = calls.produce(wire, topic_name, batch)
    assert row.error_code in (expected if isinstance(expected, set) else {expected})
    assert calls.list_offset(wire, topic_name, calls.LATEST) == 0
    assert calls.produce_ok(wire, topic_name, GOOD).base_offset == 0


def one_huge_record():
    """The bytes of a record with a value of BOMB_BYTES zeroes, in pieces."""
    body_head = bytearray(b"\0\0\0\1")
    put_varint(body_head, BOMB_BYTES)
    head = bytearray()
    put_varint(head, len(body_head) + BOMB_BYTES + 1)
    yield bytes(head + body_head)
    for _ in range(BOMB_BYTES // len(CHUNK)):
        yield CHUNK
    yield b"\0"


def gzip_bomb():
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(map(packer.compress, one_huge_record())) + packer.flush()


def zstd_bomb():
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    return b"".join(map(packer.compress, one_huge_record())) + packer.flush()


def lz4_bomb():
    packer = lz4.frame.LZ4FrameCompressor(block_size=lz4.frame.BLOCKSIZE_MAX4MB, block_linked=False)
    return packer.begin() + b"".join(map(packer.compress, one_huge_record())) + packer.flush()


def snappy_claim():
    """Bare snappy that announces almost 4 GiB and has a few bytes."""
    return b"\xff\xff\xff\xff\x0f\x04ab"


def xerial_claim():
    block = snappy_claim()
    return compression.XERIAL_HEADER + struct.pack(">i", len(block)) + block


BOMBS = {
    "gzip": (compression.GZIP, gzip_bomb), "zstd": (compression.ZSTD, zstd_bomb), "lz4": (compression.LZ4, lz4_bomb),
    "snappy": (compression.SNAPPY, snappy_claim), "xerial": (compression.SNAPPY, xerial_claim),
}


@pytest.fixture(scope="module")
def own(start_module_node):
    return start_module_node({"message.max.bytes": str(16 << 20)})


@pytest.mark.parametrize("topic_codec", ["producer", "uncompressed"])
@pytest.mark.parametrize("name", BOMBS)
def test_a_decompression_bomb(own, topic_name, name, topic_codec, on_kafka):
    if on_kafka and topic_codec == "uncompressed":
        pytest.skip("Apache Kafka expands the batch in memory: not the mark")
    codec, make = BOMBS[name]
    batch = records.build([records.Record(b"")], codec=codec, payload=make())
    with Connection(own.bootstrap) as wire, Connection(own.bootstrap) as other:
        calls.create_topic(wire, topic_name, compression_type=topic_codec)
        before = own.rss_mib()
        row = calls.produce(wire, topic_name, batch)
        assert row.error_code == errors.NONE and topic_codec == "producer" or row.error_code in REFUSALS
        assert other.versions
        end = calls.list_offset(other, topic_name, calls.LATEST)
        assert end == (1 if row.error_code == errors.NONE else 0)
        assert calls.produce_ok(other, topic_name, GOOD).base_offset == end
    assert own.alive()
    if not on_kafka:
        assert own.rss_mib() - before < GROWTH_MIB
