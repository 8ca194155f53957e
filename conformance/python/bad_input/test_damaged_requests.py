"""Valid requests with bytes changed at random: an answer or a closed connection, and nothing worse."""

import os
import random

import pytest

from waiting import eventually
from wire import calls, messages, records
from wire.connection import Closed, Connection, frame, request_bytes

ROUNDS = 300
GROWTH_MIB = 96
ANSWER_S = 10


@pytest.fixture(scope="module")
def own(start_module_node):
    return start_module_node({"auto.create.topics.enable": "false"})


def requests(topic, topic_id):
    """(api, version, fields) over the versions with and without compact types."""
    batch = records.simple(b"value", b"other")
    named = {"topic": topic, "partitions": [{"partition": 0, "fetch_offset": 0}]}
    return [
        (messages.PRODUCE, 7, {"acks": -1, "topic_data": [{"name": topic, "partition_data": [{"index": 0, "records": batch}]}]}),
        (messages.PRODUCE, 13, {"acks": -1, "topic_data": [{"topic_id": topic_id, "partition_data": [{"index": 0, "records": batch}]}]}),
        (messages.FETCH, 11, {"max_wait_ms": 0, "topics": [named]}),
        (messages.FETCH, 17, {"max_wait_ms": 0, "topics": [{"topic_id": topic_id, "partitions": named["partitions"]}]}),
        (messages.LIST_OFFSETS, 5, {"topics": [{"name": topic, "partitions": [{"partition_index": 0, "timestamp": -1}]}]}),
        (messages.LIST_OFFSETS, 9, {"topics": [{"name": topic, "partitions": [{"partition_index": 0, "timestamp": -1}]}]}),
        (messages.METADATA, 8, {"topics": [{"name": topic}]}),
        (messages.METADATA, 12, {"topics": [{"name": topic}]}),
        (messages.API_VERSIONS, 3, {}),
        (messages.CREATE_TOPICS, 4, {"validate_only": True, "topics": [{"name": "n", "num_partitions": 1, "replication_factor": 1}]}),
        (messages.CREATE_TOPICS, 7, {"validate_only": True, "topics": [{"name": "n", "num_partitions": 1, "replication_factor": 1}]}),
        (messages.DELETE_RECORDS, 2, {"topics": [{"name": topic, "partitions": [{"partition_index": 0, "offset": 0}]}]}),
        (messages.INIT_PRODUCER_ID, 4, {}),
    ]


def damage(chance, data):
    out = bytearray(data)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(out))
        kind = chance.randrange(4)
        if kind == 0:
            out[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            out[at] = chance.choice([0, 0x7F, 0x80, 0xFF])
        elif kind == 2:
            del out[at:]
        else:
            out[at:at] = chance.randbytes(chance.randrange(1, 9))
        if not out:
            return b"\0"
    return bytes(out)


@pytest.mark.timeout(240)
def test_damaged_requests(own, on_kafka):
    seed = int(os.environ.get("MOLDAU_SEED") or random.randrange(1 << 32))
    print(f"MOLDAU_SEED={seed}")
    chance = random.Random(seed)
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, "target")
        topic_id = calls.topic_id(wire, "target")
    before = own.rss_mib()
    for _ in range(ROUNDS):
        for api, version, fields in requests("target", topic_id):
            with Connection(own.bootstrap, timeout=ANSWER_S) as bad:
                body = request_bytes(api, version, 1, fields)
                # The header (key, version, correlation id) stays, so that the damage is the API's to find.
                try:
                    bad.send_raw(frame(body[:8] + damage(chance, body[8:])))
                    bad.socket.shutdown(1)
                    bad.receive_frame()
                except (Closed, OSError):
                    pass
    assert own.alive(), own.log_tail()
    assert "panicked" not in own.log_text()
    with Connection(own.bootstrap) as wire:
        eventually(lambda: calls.list_offset_row(wire, "target", calls.LATEST).error_code == 0, what="the topic is still served")
    if not on_kafka:
        assert own.rss_mib() - before < GROWTH_MIB
