"""franz-go, sarama, kafka-go and confluent-kafka-go: each codec through a whole course (`main.go`), also idempotent."""

import subprocess

import pytest

from wire import compression

CLIENTS = ["franz-go", "sarama", "kafka-go", "confluent-kafka-go"]
# kafka-go has no idempotent producer.
IDEMPOTENT = [name for name in CLIENTS if name != "kafka-go"]


def run(need, *words):
    ran = subprocess.run([need("go_clients"), *words], capture_output=True, text=True, timeout=90)
    assert (ran.returncode, ran.stdout) == (0, "OK\n"), ran.stdout + ran.stderr


@pytest.mark.parametrize("codec", compression.NAMES)
@pytest.mark.parametrize("client", CLIENTS)
def test_course(need, bootstrap, topic_name, client, codec):
    run(need, client, bootstrap, topic_name, codec)


@pytest.mark.parametrize("client", IDEMPOTENT)
def test_idempotent(need, bootstrap, topic_name, client):
    run(need, client, bootstrap, topic_name, "lz4", "idempotent")
