"""One socket that speaks frames: single calls, pipelined requests and raw bytes."""

import socket
import struct
import time
from typing import Optional

from wire import messages
from wire.codec import Reader, Row, decode, encode

TIMEOUT_S = 30


class Closed(Exception):
    """The server closed the connection."""


def frame(body: bytes) -> bytes:
    return struct.pack(">i", len(body)) + body


def request_bytes(api: messages.Api, version: int, correlation_id: int, fields: dict, client_id: str = "conformance") -> bytes:
    """A whole request without the length before it."""
    flexible = api.flexible(version)
    name = client_id.encode()
    header = struct.pack(">hhih", api.key, version, correlation_id, len(name)) + name + (b"\0" if flexible else b"")
    return header + encode(api.request, fields, version, flexible)


class Connection:
    """`versions` maps API keys to the (min, max) the server offers; it is asked for on first use."""

    def __init__(self, address, timeout: float = TIMEOUT_S, client_id: str = "conformance"):
        host, port = address.rsplit(":", 1) if isinstance(address, str) else address
        self.socket = socket.create_connection((host, int(port)), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client_id = client_id
        self.correlation = 0
        self._versions: Optional[dict] = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        self.socket.close()

    @property
    def versions(self) -> dict:
        if self._versions is None:
            answer = self.call(messages.API_VERSIONS, 0)
            self._versions = {row.api_key: (row.min_version, row.max_version) for row in answer.api_keys}
        return self._versions

    def version(self, api: messages.Api, wanted: int) -> int:
        """The highest version at or below `wanted` that the server offers."""
        assert api.key in self.versions, f"{api.name} is not offered"
        low, high = self.versions[api.key]
        version = min(wanted, high)
        assert version >= low, f"{api.name} v{wanted} wanted, offered is {low}-{high}"
        return version

    def send_raw(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except (ConnectionError, BrokenPipeError) as error:
            raise Closed(str(error)) from error

    def send(self, api: messages.Api, version: int, correlation_id: Optional[int] = None, **fields) -> int:
        self.correlation = self.correlation + 1 if correlation_id is None else correlation_id
        self.send_raw(frame(request_bytes(api, version, self.correlation, fields, self.client_id)))
        return self.correlation

    def receive_frame(self) -> bytes:
        (size,) = struct.unpack(">i", self._receive(4))
        assert 0 <= size <= 1 << 30, f"response length {size}"
        return self._receive(size)

    def receive(self, api: messages.Api, version: int, correlation_id: int) -> Row:
        reader = Reader(self.receive_frame())
        got = reader.int("i32")
        assert got == correlation_id, f"correlation id {got}, expected {correlation_id}"
        if api.flexible(version) and api is not messages.API_VERSIONS:
            assert reader.uvarint() == 0
        row = decode(api.response, reader, version, api.flexible(version))
        assert reader.left() == 0, f"{reader.left()} bytes after a {api.name} v{version} response"
        return row

    def call(self, api: messages.Api, version: int, **fields) -> Row:
        """Sends exactly this version and waits for the answer."""
        return self.receive(api, version, self.send(api, version, **fields))

    def _receive(self, size: int) -> bytes:
        out = bytearray()
        while len(out) < size:
            try:
                piece = self.socket.recv(min(size - len(out), 1 << 20))
            except ConnectionError as error:
                raise Closed(str(error)) from error
            if not piece:
                raise Closed(f"after {len(out)} of {size} bytes")
            out += piece
        return bytes(out)

    def closed_within(self, seconds: float) -> bool:
        """Whether the server closes this connection in that time without sending a byte first."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(1)
            except socket.timeout:
                return False
            except ConnectionError:
                return True
            assert not data, f"an answer came: {data!r}..."
            return True

    def silent_for(self, seconds: float) -> bool:
        """Whether nothing comes and the connection stays open for that time."""
        self.socket.settimeout(seconds)
        try:
            self.socket.recv(1, socket.MSG_PEEK)
            return False
        except socket.timeout:
            return True
        finally:
            self.socket.settimeout(TIMEOUT_S)
