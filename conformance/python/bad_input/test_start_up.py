"""Start-up that must not succeed, and says why: bad values, a directory in use or not writable, a busy port."""

import os
import shutil
import socket
import tempfile
from pathlib import Path

import pytest

from harness.node import HOST, new_node
from wire.connection import Connection

NOBODY = 65534

# key, value, and what else the message must name (the range that is allowed)
BAD_VALUES = [
    ("num.partitions", "abc", []),
    ("num.partitions", "0", ["1"]),
    ("log.segment.bytes", "10", []),
    ("log.retention.check.interval.ms", "0", ["1"]),
    ("compression.type", "middle-out", ["zstd"]),
    ("auto.create.topics.enable", "perhaps", []),
    ("log.cleanup.policy", "forget", ["compact", "delete"]),
    ("log.message.timestamp.type", "Tomorrow", ["LogAppendTime"]),
    ("queued.max.requests", "-3", ["1"]),
]


@pytest.mark.parametrize("key,value,named", BAD_VALUES, ids=lambda part: str(part))
def test_a_bad_value_stops_start_up(start_node, key, value, named):
    own = start_node({key: value}, start=False)
    said = own.expect_refusal()
    for word in [key, value, *named]:
        assert word in said
    assert "panicked" not in said


def test_an_unknown_key_is_a_warning_with_the_nearest_known_one(start_node, on_kafka):
    if on_kafka:
        pytest.skip("Apache Kafka does not say which key is nearest")
    own = start_node({"num.partition": "3"})
    lines = [line for line in own.log_text().splitlines() if "num.partition" in line]
    assert any("num.partitions" in line and "WARN" in line.upper() for line in lines), own.log_tail()


def test_an_address_nobody_can_connect_to_is_not_advertised(start_node):
    own = start_node({"advertised.listeners": "PLAINTEXT://0.0.0.0:9092"}, start=False)
    said = own.expect_refusal()
    assert "advertised.listeners" in said


def test_a_second_server_on_the_same_directory(start_node):
    first = start_node()
    second = start_node(start=False)
    second.data = first.data
    said = second.expect_refusal()
    assert str(first.data) in said and "lock" in said.lower()
    assert first.alive()
    with Connection(first.bootstrap) as connection:
        assert connection.versions


def test_a_busy_port(start_node):
    with socket.socket() as busy:
        busy.bind((HOST, 0))
        busy.listen()
        own = start_node(start=False, port=busy.getsockname()[1])
        said = own.expect_refusal()
        assert str(own.port) in said


@pytest.fixture
def as_nobody(subject):
    """A server that runs as another user, in a folder that user can reach."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to run the server as another user")
    if subject != "moldau":
        pytest.skip("the jars of Apache Kafka are in a folder of root's")
    root = Path(tempfile.mkdtemp(prefix="moldau-nobody-"))
    os.chmod(root, 0o755)
    binary = root / "moldau"
    shutil.copy(os.environ["MOLDAU_BIN"], binary)
    own = new_node(subject, root / "node", binary=str(binary))
    os.chown(own.root, NOBODY, NOBODY)
    own.uid = NOBODY
    yield own
    own.kill()
    shutil.rmtree(root, ignore_errors=True)


def test_a_directory_that_cannot_be_made(as_nobody):
    as_nobody.data = as_nobody.root.parent / "of-root" / "data"
    as_nobody.data.parent.mkdir(mode=0o755)
    said = as_nobody.expect_refusal(20)
    assert str(as_nobody.data) in said and "panicked" not in said


def test_a_read_only_directory(as_nobody):
    as_nobody.data.mkdir(mode=0o555)
    said = as_nobody.expect_refusal(20)
    assert str(as_nobody.data) in said and "panicked" not in said


def test_a_data_directory_that_became_read_only(as_nobody):
    """Everything in it belongs to root when the server comes back."""
    as_nobody.start()
    as_nobody.stop()
    for path in [as_nobody.data, *as_nobody.data.rglob("*")]:
        os.chown(path, 0, 0)
        os.chmod(path, 0o555 if path.is_dir() else 0o444)
    said = as_nobody.expect_refusal(20)
    assert str(as_nobody.data) in said and "panicked" not in said
