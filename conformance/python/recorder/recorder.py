"""Sends a case to one server and gives what came back, ready for comparison."""

import struct

import cases
from wire import calls, records, schema
from wire.codec import Reader, Row, decode, encode
from wire.connection import Closed, Connection, frame

TIMEOUT_S = 4
ALLOWED = cases.allowed()


class Speaker:
    """One listener of one server; its connection is made again when the server closed it."""

    def __init__(self, side, listener: str):
        self.side = side
        self.listener = listener
        self.address = side.bootstrap if listener == "broker" else side.controller
        self.connection = None
        self.last = None

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None

    def advertised(self) -> dict:
        """{API key: its versions}."""
        answer = self.ask(schema.apis()["ApiVersions"], 0, {})
        return {row.api_key: range(row.min_version, row.max_version + 1) for row in answer.api_keys}

    def names(self, version: int) -> dict:
        return {
            "v": version, "l": self.listener[0], "last": self.last, "id": self._topic_id, "batch": _batch, "records": records, "Record": records.Record,
        }

    def _topic_id(self, name: str):
        with Connection(self.side.bootstrap) as wire:
            return calls.topic_id(wire, name)

    def send(self, data: bytes) -> bytes:
        """One frame there and one back. Raises Closed."""
        if self.connection is None:
            self.connection = Connection(self.address, timeout=TIMEOUT_S)
        try:
            self.connection.send_raw(frame(data))
            return self.connection.receive_frame()
        except (Closed, TimeoutError):
            self.close()
            raise

    def ask(self, api, version: int, fields: dict, spoil=lambda body: body) -> Row:
        """`spoil` changes the bytes after the header."""
        flexible = api.request.is_flexible(version)
        body = encode(api.request.fields(version), fields, version, flexible)
        answer = Reader(self.send(header(api, version, flexible) + spoil(body)))
        assert answer.int("i32") == 7
        if api.response.is_flexible(version) and api.name != "ApiVersions":
            assert answer.uvarint() == 0
        row = decode(api.response.fields(version), answer, version, api.response.is_flexible(version))
        assert answer.left() == 0, f"{answer.left()} bytes after the answer"
        return row


def header(api, version: int, flexible: bool) -> bytes:
    client = b"recorder"
    return struct.pack(">hhih", api.key, version, 7, len(client)) + client + (b"\0" if flexible else b"")


def _batch(*values, **options) -> bytes:
    """A batch of values, or of Records; times are fixed so that both servers store the same bytes."""
    rows = [value if isinstance(value, records.Record) else records.Record(value, timestamp=1000) for value in values]
    return records.build(rows, **options)


def build_request(api, version: int, text: str, names: dict) -> dict:
    """The fields that this version has. A name that no version has is a mistake in the script."""
    fields = eval(f"dict({text})", names)
    known = api.request.all_names()

    def cut(declared, value):
        if isinstance(declared, tuple) and isinstance(value, dict):
            assert set(value) <= known, f"{api.name} has no {set(value) - known}"
            by_name = {field.name: field for field in declared}
            return {name: cut(by_name[name].type, it) for name, it in value.items() if name in by_name}
        if isinstance(declared, list) and isinstance(value, list):
            element = declared[0] if isinstance(declared[0], str) else tuple(declared)
            return [cut(element, it) for it in value]
        return value

    return cut(tuple(api.request.fields(version)), fields)


def has_error(row) -> bool:
    """Whether some error code in it is not zero."""
    if isinstance(row, dict):
        return any((name.endswith("error_code") and value != 0) or has_error(value) for name, value in row.items())
    return isinstance(row, list) and any(has_error(item) for item in row)


def shown(side, api: str, value, path: str = ""):
    """The lines of an answer, without what may differ."""
    if is_allowed("mask", api, path):
        value = "*" if value is not None else None
    if isinstance(value, dict):
        lines = []
        for name, it in value.items():
            lines += shown(side, api, it, f"{path}.{name}".lstrip("."))
        return lines
    if isinstance(value, list):
        items = [shown(side, api, item, path) for item in value if not is_dropped(api, path, item)]
        if is_allowed("order", api, path):
            items.sort()
        return [f"{path}: {len(items)} items"] + [f"[{at}] {line}" for at, item in enumerate(items) for line in item]
    if isinstance(value, str):
        value = side.mask(value)
    return [f"{path} = {value!r}"]


def is_allowed(kind: str, api: str, path: str) -> bool:
    return bool({(api, path), ("*", path)} & ALLOWED[kind])


def is_dropped(api: str, path: str, item) -> bool:
    return isinstance(item, dict) and (api, path, item.get("name")) in ALLOWED["drop"]
