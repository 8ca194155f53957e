"""kafkajs 2.2.4: producer with the codecs it has, and the admin calls; it speaks old, non-flexible versions.

What it wrote is read back by the other clients; its own consumer is in test_kafkajs_groups.py.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

import foreign
from wire import calls, compression

PROGRAM = Path(__file__).with_name("kafkajs.js")
COUNT = 50


@pytest.fixture
def kafkajs(need, bootstrap, topic_name):
    modules = need("node_modules")

    def run(scenario):
        ran = subprocess.run(
            ["node", str(PROGRAM), bootstrap, topic_name, scenario], capture_output=True, text=True, timeout=60,
            env={**os.environ, "NODE_PATH": modules, "KAFKAJS_NO_PARTITIONER_WARNING": "1"},
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return run


@pytest.mark.parametrize("scenario", ["none", "gzip", "snappy", "idempotent"])
def test_producer(kafkajs, wire, bootstrap, topic_name, scenario):
    """Without the topic there at first: the producer has it created."""
    (answer,) = kafkajs(scenario)
    assert (answer["topicName"], answer["errorCode"], answer["baseOffset"]) == (topic_name, 0, "0")
    codec = compression.NAMES.index(scenario) if scenario in compression.NAMES else compression.NONE
    assert {batch.codec for batch in calls.read_batches(wire, topic_name)} == {codec}
    expected = [
        (number, b"key %d" % number, f"{scenario} {number} ".encode() * 20, [("number", b"%d" % number)]) for number in range(COUNT)
    ]
    for name, read in foreign.READERS.items():
        got = read(bootstrap, topic_name, COUNT)
        assert [(row.offset, row.key, row.value, row.headers) for row in got] == expected, name


def test_admin(kafkajs):
    seen = kafkajs("admin")
    assert (seen["created"], seen["again"], seen["listed"], seen["gone"]) == (True, False, True, True)
    assert (seen["partitions"], seen["brokers"]) == (2, 1)
    first = {row["partition"]: (row["low"], row["high"]) for row in seen["offsets"]}
    assert first == {0: ("0", "50"), 1: ("0", "0")}
    assert {row["partition"]: row["low"] for row in seen["trimmed"]} == {0: "20", 1: "0"}
