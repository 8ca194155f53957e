"""Payload codecs of record batches, with the framings that brokers and clients really use."""

import gzip
import struct

import lz4.frame
import snappy
import zstandard

NONE, GZIP, SNAPPY, LZ4, ZSTD = range(5)
NAMES = ["none", "gzip", "snappy", "lz4", "zstd"]

XERIAL_MAGIC = b"\x82SNAPPY\x00"
XERIAL_HEADER = XERIAL_MAGIC + struct.pack(">ii", 1, 1)
XERIAL_BLOCK = 32 * 1024


def xerial(data: bytes) -> bytes:
    """Snappy in the framing of snappy-java: header, then blocks with a length before each."""
    out = bytearray(XERIAL_HEADER)
    for at in range(0, len(data), XERIAL_BLOCK):
        block = snappy.compress(data[at : at + XERIAL_BLOCK])
        out += struct.pack(">i", len(block)) + block
    return bytes(out)


def unsnappy(data: bytes) -> bytes:
    """Xerial when its magic is there, bare snappy otherwise."""
    if not data.startswith(XERIAL_MAGIC):
        return snappy.decompress(data)
    out, at = bytearray(), len(XERIAL_HEADER)
    while at < len(data):
        (size,) = struct.unpack_from(">i", data, at)
        out += snappy.decompress(data[at + 4 : at + 4 + size])
        at += 4 + size
    return bytes(out)


def compress(codec: int, data: bytes) -> bytes:
    """Snappy comes out in xerial framing; use `snappy.compress` for the bare one."""
    return {
        NONE: lambda: data,
        GZIP: lambda: gzip.compress(data),
        SNAPPY: lambda: xerial(data),
        LZ4: lambda: lz4.frame.compress(data, block_linked=False),
        ZSTD: lambda: zstandard.ZstdCompressor().compress(data),
    }[codec]()


def decompress(codec: int, data: bytes) -> bytes:
    return {
        NONE: lambda: data,
        GZIP: lambda: gzip.decompress(data),
        SNAPPY: lambda: unsnappy(data),
        LZ4: lambda: lz4.frame.decompress(data),
        ZSTD: lambda: zstandard.ZstdDecompressor().decompressobj().decompress(data),
    }[codec]()
