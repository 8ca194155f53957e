"""KIP-714: which metrics a client is to push and when, and what becomes of a push.

Apache Kafka offers the two APIs only with a telemetry plug-in, which the reference is started without; the codes
were run on 4.4.0 with one. Reading the payload is the plug-in's there and ours here.
"""

import gzip
import struct
import time
import urllib.request
import uuid

import pytest

from harness.node import free_port
from waiting import eventually
from wire import errors, messages
from wire.connection import Connection

ZERO = uuid.UUID(int=0)
CLIENT_METRICS = 16
INTERVAL_MS = 300
UNKNOWN_SUBSCRIPTION_ID, TELEMETRY_TOO_LARGE, THROTTLED = 117, 118, 89
ZSTD, LZ4, GZIP, SNAPPY = 4, 3, 1, 2


def subscribe(wire, name, **settings):
    configs = [{"name": key.replace("_", "."), "config_operation": 0, "value": value} for key, value in settings.items()]
    resource = {"resource_type": CLIENT_METRICS, "resource_name": name, "configs": configs}
    version = wire.version(messages.INCREMENTAL_ALTER_CONFIGS, 1)
    (row,) = wire.call(messages.INCREMENTAL_ALTER_CONFIGS, version, resources=[resource]).responses
    assert row.error_code == errors.NONE, row.error_message


def get(wire, instance=ZERO):
    return wire.call(messages.GET_TELEMETRY_SUBSCRIPTIONS, 0, client_instance_id=instance)


def push(wire, told, metrics=b"", **fields):
    request = {"client_instance_id": told.client_instance_id, "subscription_id": told.subscription_id, "metrics": metrics}
    return wire.call(messages.PUSH_TELEMETRY, 0, **{**request, **fields}).error_code


def field(number, content):
    """A length-delimited field of protobuf; short ones are all that is needed."""
    assert len(content) < 128
    return bytes([number << 3 | 2, len(content)]) + content


def gauge(name, value):
    """MetricsData of OpenTelemetry with one gauge."""
    point = bytes([4 << 3 | 1]) + struct.pack("<d", value)
    metric = field(1, name.encode()) + field(5, field(1, point))
    return field(1, field(2, field(2, metric)))


@pytest.fixture
def served(start_node, on_kafka):
    """A server with one subscription, and where its metrics are."""
    if on_kafka:
        pytest.skip("Apache Kafka offers telemetry only with a plug-in")
    port = free_port()
    node = start_node({"http.listener": f"127.0.0.1:{port}"})
    with Connection(node.bootstrap, client_id="telling") as wire:
        yield node, wire, f"http://127.0.0.1:{port}/metrics"


def test_without_a_subscription_nothing_is_wanted(served):
    _, wire, _ = served
    told = get(wire)
    assert told.error_code == errors.NONE and told.client_instance_id != ZERO
    assert told.requested_metrics == [] and told.push_interval_ms == 300_000
    assert told.accepted_compression_types == [ZSTD, LZ4, GZIP, SNAPPY]
    assert (told.telemetry_max_bytes, told.delta_temporality) == (1 << 20, True)
    again = get(wire, told.client_instance_id)
    assert again.error_code == THROTTLED and again.client_instance_id == ZERO
    assert get(wire).error_code == errors.NONE, "another instance"
    mine = uuid.uuid4()
    assert get(wire, mine).client_instance_id == mine


def test_pushes_are_judged(served):
    _, wire, _ = served
    subscribe(wire, "all", interval_ms=str(INTERVAL_MS), metrics="a,org.apache.kafka.", match="client_id=tell.*")
    subscribe(wire, "others", interval_ms="100", metrics="*", match="client_id=other")
    told = get(wire)
    assert told.requested_metrics == ["a", "org.apache.kafka."] and told.push_interval_ms == INTERVAL_MS
    assert push(wire, told) == errors.NONE, "at once after asking"
    assert push(wire, told) == THROTTLED
    for fields, code in [
        ({"subscription_id": told.subscription_id + 1}, UNKNOWN_SUBSCRIPTION_ID),
        ({"compression_type": 9}, errors.UNSUPPORTED_COMPRESSION_TYPE),
        ({"metrics": bytes((1 << 20) + 1)}, TELEMETRY_TOO_LARGE),
        ({"metrics": b"\xff\xff"}, errors.INVALID_RECORD),
        ({"metrics": b"junk", "compression_type": GZIP}, errors.INVALID_RECORD),
        ({"metrics": gauge("a", 1)}, errors.NONE),
    ]:
        time.sleep(INTERVAL_MS / 1000 + 0.05)
        assert push(wire, told, **fields) == code, code
    for reserved in (0, 1):
        assert push(wire, told, client_instance_id=uuid.UUID(int=reserved)) == errors.INVALID_REQUEST
    assert push(wire, told, terminating=True) == errors.NONE, "the last one may come early"
    assert push(wire, told, terminating=True) == errors.INVALID_REQUEST


def test_a_changed_subscription_is_told_at_once(served):
    _, wire, _ = served
    told = get(wire)
    subscribe(wire, "all", interval_ms="100", metrics="*,b")
    assert push(wire, told) == UNKNOWN_SUBSCRIPTION_ID
    changed = get(wire, told.client_instance_id)
    assert changed.error_code == errors.NONE and changed.subscription_id != told.subscription_id
    assert changed.requested_metrics == ["*"]


def test_numbers_are_shown_by_client(served):
    _, wire, url = served
    subscribe(wire, "all", interval_ms="100", metrics="*")
    told = get(wire)
    assert push(wire, told, gzip.compress(gauge("org.example.depth", 4.5)), compression_type=GZIP) == errors.NONE
    shown = urllib.request.urlopen(url, timeout=10).read().decode()
    line = next(line for line in shown.splitlines() if "org.example.depth" in line)
    assert line.startswith('moldau_client_metric{client_id="telling",instance="') and line.endswith(" 4.5")


def test_real_clients_push(served):
    from confluent_kafka import Producer

    node, wire, url = served
    subscribe(wire, "all", interval_ms="100", metrics="org.apache.kafka.producer.", match="client_software_name=.*kafka.*,client_id=real")
    producer = Producer({"bootstrap.servers": node.bootstrap, "client.id": "real"})

    def shown():
        producer.produce("t", b"v")
        producer.poll(0.1)
        lines = urllib.request.urlopen(url, timeout=10).read().decode().splitlines()
        return any('client_id="real"' in line and "org.apache.kafka.producer." in line for line in lines)

    eventually(shown, what="a push of librdkafka")
    assert producer.flush(20) == 0
