"""The thin line: kcat and the Python clients write; clean restart; kill -9; everything is read back."""

import subprocess

import foreign
from wire import calls
from wire.connection import Connection

VALUES = [b"value %d" % number for number in range(500)]


def test_write_restart_kill_read(start_node, need, topic_name):
    own = start_node()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, topic_name)
    foreign.confluent_send(own.bootstrap, topic_name, VALUES, acks="all", enable_idempotence=True)
    own.restart()
    subprocess.run(
        [need("kcat"), "-b", own.bootstrap, "-P", "-t", topic_name, "-p", "0"], input=b"\n".join(VALUES), check=True, timeout=60
    )
    own.kill()
    own.start()
    foreign.kafka_python_send(own.bootstrap, topic_name, VALUES)
    for name, read in foreign.READERS.items():
        got = read(own.bootstrap, topic_name, 3 * len(VALUES))
        assert [row.value for row in got] == VALUES * 3, name
        assert [row.offset for row in got] == list(range(3 * len(VALUES))), name
