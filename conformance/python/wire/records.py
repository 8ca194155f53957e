"""Record batches v2: building them (valid or wrong in one chosen place) and reading them back."""

import struct
import time
import uuid
from dataclasses import dataclass, field
from typing import List, Optional, Tuple

from crc32c import crc32c

from wire import compression
from wire.codec import Reader, put_varint

# base_offset, batch_length, leader_epoch, magic, crc | attributes, last_offset_delta, base_timestamp,
# max_timestamp, producer_id, producer_epoch, base_sequence, record_count
PREFIX = struct.Struct(">qiibI")
CHECKED = struct.Struct(">hiqqqhii")
HEADER_SIZE = PREFIX.size + CHECKED.size
CODEC_MASK = 0x07
LOG_APPEND_TIME = 0x08
TRANSACTIONAL = 0x10


def now_ms() -> int:
    return int(time.time() * 1000)


@dataclass
class Record:
    value: Optional[bytes]
    key: Optional[bytes] = None
    timestamp: Optional[int] = None
    headers: List[Tuple[str, Optional[bytes]]] = field(default_factory=list)
    offset: int = -1


@dataclass
class Batch:
    """A decoded batch; `raw` is all of its bytes, `payload` what follows the header, as stored."""

    raw: bytes
    base_offset: int
    leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    count: int

    @property
    def codec(self) -> int:
        return self.attributes & CODEC_MASK

    @property
    def payload(self) -> bytes:
        return self.raw[HEADER_SIZE:]

    @property
    def crc_valid(self) -> bool:
        return crc32c(self.raw[PREFIX.size :]) == self.crc

    def records(self) -> List[Record]:
        reader = Reader(compression.decompress(self.codec, self.payload))
        return [self._record(reader) for _ in range(self.count)]

    def _record(self, reader: Reader) -> Record:
        body = Reader(reader.take(reader.varint()))
        body.take(1)
        timestamp = self.base_timestamp + body.varint()
        if self.attributes & LOG_APPEND_TIME:
            timestamp = self.max_timestamp
        offset = self.base_offset + body.varint()
        key, value = (_get_bytes(body) for _ in range(2))
        headers = [(_get_bytes(body).decode(), _get_bytes(body)) for _ in range(body.varint())]
        return Record(value, key, timestamp, headers, offset)


def _get_bytes(reader: Reader) -> Optional[bytes]:
    size = reader.varint()
    return None if size < 0 else reader.take(size)


def _put_bytes(out: bytearray, data: Optional[bytes]) -> None:
    put_varint(out, -1 if data is None else len(data))
    out += data or b""


def encode_records(records: List[Record], base_timestamp: int) -> bytes:
    out = bytearray()
    for delta, record in enumerate(records):
        body = bytearray(b"\0")
        put_varint(body, (record.timestamp if record.timestamp is not None else base_timestamp) - base_timestamp)
        put_varint(body, delta)
        _put_bytes(body, record.key)
        _put_bytes(body, record.value)
        put_varint(body, len(record.headers))
        for name, value in record.headers:
            _put_bytes(body, name.encode())
            _put_bytes(body, value)
        put_varint(out, len(body))
        out += body
    return bytes(out)


def build(
    records: List[Record],
    codec: int = compression.NONE,
    producer: Tuple[int, int] = (-1, -1),
    base_sequence: int = -1,
    payload: Optional[bytes] = None,
    count: Optional[int] = None,
    magic: int = 2,
    crc_xor: int = 0,
    transactional: bool = False,
) -> bytes:
    """One batch. `payload` replaces the encoded (and compressed) records, `count` their number in the header,
    and `crc_xor` spoils the checksum."""
    times = [record.timestamp for record in records if record.timestamp is not None] or [now_ms()]
    base_timestamp = records[0].timestamp if records and records[0].timestamp is not None else times[0]
    if payload is None:
        payload = compression.compress(codec, encode_records(records, base_timestamp))
    count = len(records) if count is None else count
    attributes = codec | (TRANSACTIONAL if transactional else 0)
    checked = CHECKED.pack(attributes, count - 1, base_timestamp, max(times), *producer, base_sequence, count) + payload
    size = PREFIX.size - 12 + len(checked)
    return PREFIX.pack(0, size, -1, magic, crc32c(checked) ^ crc_xor) + checked


def simple(*values: bytes, **options) -> bytes:
    """A batch of records that have only values."""
    return build([Record(value) for value in values], **options)


def of_size(size: int) -> bytes:
    """A batch with one record that takes exactly `size` bytes from base_offset to its end."""
    guess = size - HEADER_SIZE - 16
    while True:
        batch = simple(b"x" * guess)
        if len(batch) == size:
            return batch
        guess += 1 if len(batch) < size else -1


def parse(data: Optional[bytes]) -> List[Batch]:
    """The whole batches in `data`; a cut last one, which a fetch may carry, is left out."""
    batches, at, data = [], 0, data or b""
    while at + 12 <= len(data):
        base_offset, size = struct.unpack_from(">qi", data, at)
        end = at + 12 + size
        if end > len(data):
            break
        _, _, leader_epoch, magic, crc = PREFIX.unpack_from(data, at)
        batches.append(
            Batch(bytes(data[at:end]), base_offset, leader_epoch, magic, crc, *CHECKED.unpack_from(data, at + PREFIX.size))
        )
        at = end
    return batches


def old_message_set(value: bytes, magic: int = 1) -> bytes:
    """A message set of the format before 0.11 (magic 0 or 1) with one message."""
    import zlib

    body = struct.pack(">bb", magic, 0) + (struct.pack(">q", now_ms()) if magic else b"")
    body += struct.pack(">i", -1) + struct.pack(">i", len(value)) + value
    message = struct.pack(">I", zlib.crc32(body)) + body
    return struct.pack(">qi", 0, len(message)) + message


def uuid_of(number: int) -> uuid.UUID:
    """An id that no topic has."""
    return uuid.UUID(int=number)
