"""A large text file through `moldau produce`, read back by kcat and ConsoleConsumer, before and after a restart.

MOLDAU_INPUT_MIB sets its size (256 by default).
"""

import hashlib
import os
import random
import subprocess

import pytest

from wire import calls
from wire.connection import Connection

MIB = int(os.environ.get("MOLDAU_INPUT_MIB", "256"))
TOPIC = "text"
TIMEOUT_S = 300


def write_text(path):
    """Lines of words, of very different lengths. (lines, SHA-256)"""
    chance = random.Random(3)
    words = [bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz", k=chance.randrange(1, 12))) for _ in range(5000)]
    block = b"".join(b" ".join(chance.choices(words, k=chance.randrange(1, 60))) + b"\n" for _ in range(5000))
    lines, digest = 0, hashlib.sha256()
    with path.open("wb") as file:
        while file.tell() < MIB << 20:
            marked = b"%d " % file.tell() + block
            file.write(marked)
            digest.update(marked)
            lines += 5000
    return lines, digest.hexdigest()


def digest_of(command):
    """SHA-256 of what a command prints."""
    digest = hashlib.sha256()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        while piece := process.stdout.read(1 << 20):
            digest.update(piece)
    assert process.returncode == 0
    return digest.hexdigest()


@pytest.mark.timeout(900)
def test_text_comes_back_whole(java, need, start_node, tmp_path):
    own = start_node()
    path = tmp_path / "input.txt"
    lines, expected = write_text(path)
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, TOPIC)
    subprocess.run(
        [need("moldau"), "produce", "--bootstrap-server", own.bootstrap, "--topic", TOPIC, "--file", str(path), "--quiet"],
        check=True, timeout=TIMEOUT_S,
    )
    readers = {
        "kcat": [need("kcat"), "-b", own.bootstrap, "-C", "-t", TOPIC, "-p", "0", "-o", "beginning", "-e", "-q"],
        "ConsoleConsumer": java.command(
            java.tool_class("consumer.ConsoleConsumer"), "--bootstrap-server", own.bootstrap, "--topic", TOPIC, "--partition", 0,
            "--offset", "earliest", "--max-messages", lines, "--timeout-ms", 60000,
        ),
        "moldau consume": [
            need("moldau"), "consume", "--bootstrap-server", own.bootstrap, "--topic", TOPIC, "--from", "beginning", "--exit-eof", "--quiet",
        ],
    }
    for _ in ("before", "after a restart"):
        for name, command in readers.items():
            assert digest_of(command) == expected, name
        own.restart()
