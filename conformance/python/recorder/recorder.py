"""Sends a case to one server and gives what came back, ready for comparison."""

import struct
import time
import uuid

import cases
from wire import calls, groups, records, schema
from wire.codec import Row, encode
from wire.connection import Closed, Connection, frame

TIMEOUT_S = 4
# A request that is not waited for is there before the next one, which comes on another connection.
HEAD_START_S = 0.15
# No id that the server draws is shorter.
DRAWN_LENGTH = 22
CORRELATION = 7
CLIENT = b"recorder"
ALLOWED = cases.allowed()


class Speaker:
    """One listener of one server; its connection is made again when the server closed it."""

    def __init__(self, side, listener: str):
        self.side = side
        self.listener = listener
        self.address = side.bootstrap if listener == "broker" else side.controller
        self.connection = None
        self.topics = {}
        self.begin("", 0)

    def begin(self, script: str, version: int) -> None:
        """Forgets the version before: answers, names and requests without an answer."""
        self.script, self.version = script, version
        self.last, self.kept, self.drawn, self.started = None, {}, {}, {}

    def close(self) -> None:
        """Requests that wait are left to the server: an answer may still come to `started`."""
        if self.connection:
            self.connection.close()
        self.connection = None

    def start(self, name: str, api, version: int, fields: dict) -> None:
        """Sends without waiting."""
        wire = Connection(self.address, timeout=TIMEOUT_S)
        wire.send_raw(frame(schema.request_bytes(api, version, fields, CORRELATION, CLIENT)))
        self.started[name] = wire, api, version
        time.sleep(HEAD_START_S)

    def end(self, name: str) -> Row:
        wire, api, version = self.started.pop(name)
        with wire:
            return schema.read_answer(api, version, wire.receive_frame(), CORRELATION)

    def placeholder(self, text: str, is_drawn: bool) -> str:
        """`text` with the names that the server drew replaced by numbers, in the order in which they came."""
        if is_drawn and len(text) >= DRAWN_LENGTH:
            self.drawn.setdefault(text, f"<{len(self.drawn) + 1}>")
        for drawn, number in self.drawn.items():
            text = text.replace(drawn, number)
        return text

    def advertised(self) -> dict:
        """{API key: its versions}."""
        answer = self.ask(schema.apis()["ApiVersions"], 0, {})
        return {row.api_key: range(row.min_version, row.max_version + 1) for row in answer.api_keys}

    def names(self) -> dict:
        return {
            "v": self.version, "l": self.listener[0], "g": f"{self.script}-{self.version}", "last": self.last, "id": self.topic_id, "batch": _batch,
            "records": records, "Record": records.Record, "subscription": groups.subscription, "consumer": _consumer, "commits": self._commits,
            "fetches": self._fetches, **self.kept,
        }

    def _commits(self, topic: str, offsets: dict, **fields) -> list:
        """The topics of an OffsetCommit, {partition: offset}."""
        partitions = [{"partition_index": index, "committed_offset": offset, "committed_metadata": "", **fields} for index, offset in offsets.items()]
        return [{"name": topic, "topic_id": self.topic_id(topic), "partitions": partitions}]

    def _fetches(self, group: str, topics, **fields) -> dict:
        """OffsetFetch for one group in every version, {topic: partitions} or None."""
        rows = topics and [{"name": name, "topic_id": self.topic_id(name), "partition_indexes": indexes} for name, indexes in topics.items()]
        short = rows and [{"name": row["name"], "partition_indexes": row["partition_indexes"]} for row in rows]
        return {"group_id": group, "topics": short, "groups": [{"group_id": group, "topics": rows, **fields}]}

    def topic_id(self, name: str):
        with Connection(self.side.bootstrap) as wire:
            found = calls.topic_id(wire, name)
        self.topics[found] = name
        return found

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
        whole = schema.request_bytes(api, version, fields, CORRELATION, CLIENT)
        body_at = len(whole) - len(encode(api.request.fields(version), fields, version, api.request.is_flexible(version)))
        return schema.read_answer(api, version, self.send(whole[:body_at] + spoil(whole[body_at:])), CORRELATION)


def bare_request(api, version: int) -> bytes:
    """A header and no body, in any version."""
    return struct.pack(">hhih", api.key, version, CORRELATION, len(CLIENT)) + CLIENT + (b"\0" if api.request.is_flexible(version) else b"")


def _batch(*values, **options) -> bytes:
    """A batch of values, or of Records; times are fixed so that both servers store the same bytes."""
    rows = [value if isinstance(value, records.Record) else records.Record(value, timestamp=1000) for value in values]
    return records.build(rows, **options)


def _consumer(*topics: str, protocols=("range",), **fields) -> dict:
    """What a consumer says in JoinGroup; it stays a member for as long as the suite runs."""
    rows = [{"name": name, "metadata": groups.subscription(*topics)} for name in protocols]
    return {"session_timeout_ms": 900_000, "rebalance_timeout_ms": 300_000, "protocol_type": "consumer", "protocols": rows, **fields}


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


def shown(speaker, api: str, value, path: str = ""):
    """The lines of an answer, without what may differ."""
    if is_allowed("mask", api, path):
        value = "*" if value is not None else None
    if isinstance(value, dict):
        lines = []
        for name, it in value.items():
            lines += shown(speaker, api, it, f"{path}.{name}".lstrip("."))
        return lines
    if isinstance(value, list):
        items = [shown(speaker, api, item, path) for item in value if not is_dropped(api, path, item)]
        if is_allowed("order", api, path):
            items.sort()
        return [f"{path}: {len(items)} items"] + [f"[{at}] {line}" for at, item in enumerate(items) for line in item]
    if isinstance(value, str):
        value = speaker.placeholder(speaker.side.mask(value), is_allowed("name", api, path))
    if isinstance(value, uuid.UUID) and value in speaker.topics:
        value = f"id of {speaker.topics[value]}"
    return [f"{path} = {value!r}"]


def is_allowed(kind: str, api: str, path: str) -> bool:
    return bool({(api, path), ("*", path)} & ALLOWED[kind])


def is_dropped(api: str, path: str, item) -> bool:
    return isinstance(item, dict) and (api, path, item.get("name", item.get("resource_name"))) in ALLOWED["drop"]
