"""O-AV-1: "Produce 0.." is listed even though 0 to 2 are not served; nothing else is listed that is not served.

Sources: confluentinc/librdkafka#4956, apache/kafka#18727, apache/kafka#18288, kroxylicious/kroxylicious#2851.
"""

import subprocess
from pathlib import Path

import pytest

from wire import calls, compression, errors, messages, records
from wire.connection import Closed, Connection, frame, request_bytes

OLD_PRODUCER = Path(__file__).with_name("old_producer.py")


def listed(wire, version=3):
    answer = wire.call(messages.API_VERSIONS, version)
    assert answer.error_code == errors.NONE
    return {row.api_key: (row.min_version, row.max_version) for row in answer.api_keys}


def test_produce_is_listed_from_zero(wire):
    low, high = listed(wire)[messages.PRODUCE.key]
    assert low == 0
    assert high >= 9


@pytest.mark.parametrize("codec", compression.NAMES[1:])
def test_an_old_client_compresses(wire, bootstrap, topic_name, need, codec):
    calls.create_topic(wire, topic_name)
    ran = subprocess.run(
        [need("old_python"), str(OLD_PRODUCER), bootstrap, topic_name, codec], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("2.6."), f"librdkafka {ran.stdout}"
    batches = calls.read_batches(wire, topic_name)
    assert {batch.codec for batch in batches} == {compression.NAMES.index(codec)}


@pytest.mark.parametrize("version", [0, 1, 2])
def test_old_produce_versions_close_the_connection(bootstrap, wire, topic_name, version):
    calls.create_topic(wire, topic_name)
    old = {
        "acks": 1,
        "topic_data": [{"name": topic_name, "partition_data": [{"index": 0, "records": records.old_message_set(b"old")}]}],
    }
    with Connection(bootstrap) as connection:
        connection.send(messages.PRODUCE, version, **old)
        assert connection.closed_within(5)
    assert calls.list_offset(wire, topic_name, calls.LATEST) == 0


@pytest.mark.parametrize("magic", [0, 1])
def test_an_old_message_set_in_a_new_produce(wire, topic_name, magic):
    calls.create_topic(wire, topic_name)
    row = calls.produce(wire, topic_name, records.old_message_set(b"old", magic), version=3)
    assert row.error_code == errors.INVALID_RECORD
    assert calls.list_offset(wire, topic_name, calls.LATEST) == 0


def test_one_version_outside_any_listed_range_closes(wire, bootstrap):
    for key, (low, high) in listed(wire).items():
        for version in [high + 1] + ([low - 1] if low else []):
            with Connection(bootstrap) as connection:
                header = key.to_bytes(2, "big") + version.to_bytes(2, "big") + b"\0\0\0\7\xff\xff\0"
                connection.send_raw(frame(header))
                if key == messages.API_VERSIONS.key:
                    answer = connection.receive(messages.API_VERSIONS, 0, 7)
                    assert answer.error_code == errors.UNSUPPORTED_VERSION
                    own = [row for row in answer.api_keys if row.api_key == key]
                    assert [(row.min_version, row.max_version) for row in own] == [(low, high)]
                    assert listed(connection), "the connection stays open"
                else:
                    assert connection.closed_within(5), f"API {key} version {version}"


def minimal_requests(topic, topic_id):
    """For each API a function from version to the fields of a small request that can be answered."""
    batch = records.simple(b"v")

    def named(version, first_with_id, key):
        return {"topic_id": topic_id} if version >= first_with_id else {key: topic}

    return {
        messages.PRODUCE: lambda v: {
            "acks": -1, "topic_data": [{**named(v, 13, "name"), "partition_data": [{"index": 0, "records": batch}]}],
        },
        messages.FETCH: lambda v: {
            "max_wait_ms": 0, "topics": [{**named(v, 13, "topic"), "partitions": [{"partition": 0, "fetch_offset": 0}]}],
        },
        messages.LIST_OFFSETS: lambda v: {
            "topics": [{"name": topic, "partitions": [{"partition_index": 0, "timestamp": -1}]}],
        },
        messages.METADATA: lambda v: {"topics": [{"name": topic}]},
        messages.API_VERSIONS: lambda v: {},
        messages.CREATE_TOPICS: lambda v: {
            "validate_only": True, "topics": [{"name": topic + "-new", "num_partitions": 1, "replication_factor": 1}],
        },
        messages.DELETE_TOPICS: lambda v: {"topics": [{"name": "no-such"}]} if v >= 6 else {"topic_names": ["no-such"]},
        messages.DELETE_RECORDS: lambda v: {
            "topics": [{"name": topic, "partitions": [{"partition_index": 0, "offset": 0}]}],
        },
        messages.INIT_PRODUCER_ID: lambda v: {},
        messages.DESCRIBE_CLUSTER: lambda v: {},
    }


@pytest.mark.parametrize("api", messages.ALL, ids=lambda api: api.name)
def test_every_listed_version_is_served(wire, topic_name, api):
    calls.create_topic(wire, topic_name)
    calls.init_producer(wire)
    fields = minimal_requests(topic_name, calls.topic_id(wire, topic_name))[api]
    low, high = listed(wire)[api.key]
    low = max(low, 3) if api is messages.PRODUCE else low
    errors_seen = {}
    for version in range(low, high + 1):
        try:
            answer = wire.call(api, version, **fields(version))
        except Closed:
            pytest.fail(f"{api.name} v{version} is listed, but closes the connection")
        errors_seen[version] = sorted(set(error_codes(answer)))
    expected = [errors.UNKNOWN_TOPIC_OR_PARTITION] if api is messages.DELETE_TOPICS else [errors.NONE]
    assert all(seen == expected for seen in errors_seen.values()), errors_seen


def error_codes(value):
    """Every error_code anywhere in an answer."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "error_code" and not (inner == 0 and "responses" in value):
                yield inner
            else:
                yield from error_codes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from error_codes(inner)


def test_client_name_and_version_are_checked(bootstrap):
    """ApiVersions v3 with a name outside [a-zA-Z0-9](?:[a-zA-Z0-9\\-.]*[a-zA-Z0-9])? answers INVALID_REQUEST."""
    with Connection(bootstrap) as connection:
        answer = connection.call(messages.API_VERSIONS, 3, client_software_name="bad name!", client_software_version="1")
        assert answer.error_code == errors.INVALID_REQUEST


def test_bytes_after_the_body_are_ignored(bootstrap):
    """Named in O-CON-1."""
    with Connection(bootstrap) as connection:
        connection.send_raw(frame(request_bytes(messages.METADATA, 1, 1, {"topics": []}) + b"left over"))
        assert connection.receive(messages.METADATA, 1, 1).brokers
