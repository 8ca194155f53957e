"""kcat (librdkafka in C): metadata, produce, consume, offsets by time, and a file through the server."""

import hashlib
import json
import subprocess

import pytest

from wire import calls, compression

TIMEOUT_S = 60


@pytest.fixture
def kcat(need, bootstrap):
    program = need("kcat")

    def run(*arguments, stdin=b""):
        ran = subprocess.run([program, "-b", bootstrap, *arguments], input=stdin, capture_output=True, timeout=TIMEOUT_S)
        assert ran.returncode == 0, ran.stderr.decode()
        return ran.stdout

    return run


def test_metadata(kcat, wire, topic_name):
    calls.create_topic(wire, topic_name, partitions=3)
    listing = json.loads(kcat("-L", "-J", "-t", topic_name))
    (topic,) = listing["topics"]
    assert topic["topic"] == topic_name
    assert [row["partition"] for row in topic["partitions"]] == [0, 1, 2]
    assert {row["leader"] for row in topic["partitions"]} == {listing["brokers"][0]["id"]}


@pytest.mark.parametrize("codec", compression.NAMES)
def test_produce_and_consume(kcat, wire, topic_name, codec):
    calls.create_topic(wire, topic_name)
    lines = [b"key%d:%s" % (number, b"value %d " % number * 20) for number in range(200)]
    kcat("-P", "-t", topic_name, "-p", "0", "-K", ":", "-z", codec, "-H", "h1=one", "-H", "h2=two", stdin=b"\n".join(lines))
    assert {batch.codec for batch in calls.read_batches(wire, topic_name)} == {compression.NAMES.index(codec)}
    out = kcat("-C", "-t", topic_name, "-p", "0", "-o", "beginning", "-e", "-q", "-f", "%o %k:%s %h\n").splitlines()
    assert out == [b"%d %s h1=one,h2=two" % (number, line) for number, line in enumerate(lines)]


def test_offsets(kcat, wire, topic_name):
    calls.create_topic(wire, topic_name)
    kcat("-P", "-t", topic_name, "-p", "0", stdin=b"a\nb\nc\nd")
    assert kcat("-C", "-t", topic_name, "-p", "0", "-o", "-2", "-e", "-q") == b"c\nd\n"
    assert kcat("-C", "-t", topic_name, "-p", "0", "-o", "1", "-c", "2", "-q") == b"b\nc\n"
    assert b"offset 4" in kcat("-Q", "-t", f"{topic_name}:0:-1")
    assert b"offset 0" in kcat("-Q", "-t", f"{topic_name}:0:1")


def test_a_file_comes_back_whole(kcat, wire, topic_name, tmp_path):
    calls.create_topic(wire, topic_name, segment_bytes=1 << 20)
    text = b"".join(b"%08d the quick brown fox jumps over the lazy dog %s\n" % (n, b"." * (n % 60)) for n in range(100_000))
    path = tmp_path / "input"
    path.write_bytes(text)
    kcat("-P", "-t", topic_name, "-p", "0", "-z", "lz4", "-l", str(path))
    out = kcat("-C", "-t", topic_name, "-p", "0", "-o", "beginning", "-e", "-q")
    assert hashlib.sha256(out).hexdigest() == hashlib.sha256(text).hexdigest()
