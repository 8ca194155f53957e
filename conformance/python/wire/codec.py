"""Primitive types of the protocol and a codec driven by field lists.

A message is a list of `Field`s; a field says in which versions it exists, in which it may be null, and
whether it is a tagged field. Values are `Row`s: dictionaries with attribute access. Decoding checks every
length against what is left, so that a wrong answer fails the test instead of hanging it.
"""

import struct
import uuid as uuid_module
from dataclasses import dataclass
from typing import Any, Optional, Union

INT_FORMATS = {"i8": ">b", "i16": ">h", "i32": ">i", "i64": ">q", "u16": ">H", "u32": ">I"}
FLOAT = ">d"
ZERO_UUID = uuid_module.UUID(int=0)


class Row(dict):
    """A decoded struct; `row.name` is `row["name"]`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


@dataclass(frozen=True)
class Field:
    """One field. `type` is a primitive name, a list of fields (array of structs), a one-element list with a
    primitive name (array of primitives) or a tuple of fields (one struct)."""

    name: str
    type: Union[str, list, tuple]
    since: int = 0
    until: int = 99
    null_since: Optional[int] = None
    tag: Optional[int] = None
    default: Any = None

    def present(self, version: int) -> bool:
        return self.since <= version <= self.until

    def nullable(self, version: int) -> bool:
        return self.null_since is not None and version >= self.null_since

    def value_when_unset(self, version: int) -> Any:
        if self.default is not None:
            return self.default
        if self.nullable(version):
            return None
        if isinstance(self.type, list):
            return []
        if isinstance(self.type, tuple):
            return {}
        return {"bool": False, "string": "", "uuid": ZERO_UUID}.get(self.type, b"" if self.type in ("records", "bytes") else 0)


def put_uvarint(out: bytearray, value: int) -> None:
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def put_varint(out: bytearray, value: int) -> None:
    """Zigzag, of any width (records use it for 32 and 64 bits alike)."""
    put_uvarint(out, value << 1 if value >= 0 else (-value << 1) - 1)


class Reader:
    """Reads from bytes; raises ValueError on anything that does not fit."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def left(self) -> int:
        return len(self.data) - self.at

    def take(self, size: int) -> bytes:
        if size < 0 or size > self.left():
            raise ValueError(f"{size} bytes wanted at {self.at}, {self.left()} left")
        self.at += size
        return self.data[self.at - size : self.at]

    def int(self, kind: str) -> int:
        form = INT_FORMATS[kind]
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def uvarint(self) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 63:
                raise ValueError("varint too long")

    def varint(self) -> int:
        raw = self.uvarint()
        return (raw >> 1) ^ -(raw & 1)


def encode(fields, row: dict, version: int, flexible: bool) -> bytes:
    """Encodes `row`; a name that is no field of this version is a mistake of the test and raises."""
    unknown = set(row) - {field.name for field in fields if field.present(version)} - {"unknown_tags"}
    if unknown:
        raise KeyError(f"no such field in version {version}: {sorted(unknown)}")
    out = bytearray()
    tagged = []
    for field in fields:
        if not field.present(version):
            continue
        if field.tag is None:
            value = row.get(field.name, field.value_when_unset(version))
            _put(out, field, value, version, flexible)
        elif row.get(field.name, field.value_when_unset(version)) != field.value_when_unset(version):
            body = bytearray()
            _put(body, field, row[field.name], version, flexible)
            tagged.append((field.tag, body))
    if flexible:
        tagged += row.get("unknown_tags", {}).items()
        put_uvarint(out, len(tagged))
        for tag, body in sorted(tagged):
            put_uvarint(out, tag)
            put_uvarint(out, len(body))
            out += body
    return bytes(out)


def _put_size(out: bytearray, size: int, flexible: bool, short: bool) -> None:
    """`size` -1 stands for null."""
    if flexible:
        put_uvarint(out, size + 1)
    else:
        out += struct.pack(">h" if short else ">i", size)


def _put(out: bytearray, field: Field, value: Any, version: int, flexible: bool) -> None:
    kind = field.type
    if isinstance(kind, tuple):
        if field.tag is None and field.nullable(version):
            out += struct.pack(">b", -1 if value is None else 1)
        if value is not None:
            out += encode(kind, value, version, flexible)
    elif isinstance(kind, list):
        _put_size(out, -1 if value is None else len(value), flexible, short=False)
        for item in value or []:
            if len(kind) == 1 and isinstance(kind[0], str):
                _put(out, Field(field.name, kind[0]), item, version, flexible)
            else:
                out += encode(kind, item, version, flexible)
    elif kind in INT_FORMATS:
        out += struct.pack(INT_FORMATS[kind], value)
    elif kind == "f64":
        out += struct.pack(FLOAT, value)
    elif kind == "bool":
        out.append(1 if value else 0)
    elif kind == "uuid":
        out += value.bytes
    else:
        raw = value.encode() if isinstance(value, str) else value
        _put_size(out, -1 if raw is None else len(raw), flexible, short=kind == "string")
        out += raw or b""


def decode(fields, reader: Reader, version: int, flexible: bool) -> Row:
    """Decodes one struct. Unknown tagged fields are kept under "unknown_tags"."""
    row = Row()
    for field in fields:
        if field.present(version):
            if field.tag is None:
                row[field.name] = _get(reader, field, version, flexible)
            else:
                row[field.name] = field.value_when_unset(version)
    if flexible:
        tags = {field.tag: field for field in fields if field.tag is not None and field.present(version)}
        for _ in range(reader.uvarint()):
            tag, size = reader.uvarint(), reader.uvarint()
            body = Reader(reader.take(size))
            if tag in tags:
                row[tags[tag].name] = _get(body, tags[tag], version, flexible)
            else:
                row.setdefault("unknown_tags", {})[tag] = body.data
    return row


def _get_size(reader: Reader, flexible: bool, short: bool) -> int:
    return reader.uvarint() - 1 if flexible else reader.int("i16" if short else "i32")


def _get(reader: Reader, field: Field, version: int, flexible: bool) -> Any:
    kind = field.type
    if isinstance(kind, tuple):
        if field.tag is None and field.nullable(version) and reader.int("i8") < 0:
            return None
        return decode(kind, reader, version, flexible)
    if isinstance(kind, list):
        size = _get_size(reader, flexible, short=False)
        if size < 0:
            return None
        if len(kind) == 1 and isinstance(kind[0], str):
            return [_get(reader, Field(field.name, kind[0]), version, flexible) for _ in range(size)]
        return [decode(kind, reader, version, flexible) for _ in range(size)]
    if kind in INT_FORMATS:
        return reader.int(kind)
    if kind == "f64":
        return struct.unpack(FLOAT, reader.take(8))[0]
    if kind == "bool":
        return reader.take(1) != b"\0"
    if kind == "uuid":
        return uuid_module.UUID(bytes=reader.take(16))
    size = _get_size(reader, flexible, short=kind == "string")
    if size < 0:
        return None
    raw = reader.take(size)
    return raw.decode() if kind == "string" else raw
