"""O-CON-2: responses come in request order; acks=0 gives none.

Sources: streamnative/kop#199, ciena/afkak#83.
"""

import os
import random
import time

import foreign
from wire import calls, errors, messages, records
from wire.connection import Connection

LOAD_S = float(os.environ.get("MOLDAU_LOAD_SECONDS", "6"))
PARTITIONS = 50


def produce_fields(topic, acks):
    return {"acks": acks, "topic_data": [{"name": topic, "partition_data": [{"index": 0, "records": records.simple(b"v")}]}]}


def test_pipelined_requests_are_answered_in_order(wire, bootstrap, new_name):
    empty, target = (calls.create_topic(wire, new_name()) for _ in range(2))
    versions = {api: wire.version(api, wanted) for api, wanted in [
        (messages.FETCH, 11), (messages.PRODUCE, 8), (messages.API_VERSIONS, 2), (messages.METADATA, 8), (messages.LIST_OFFSETS, 5),
    ]}
    latest = {"topics": [{"name": target, "partitions": [{"partition_index": 0, "timestamp": -1}]}]}
    requests = [
        (messages.FETCH, calls.fetch_request(empty, {0: 0}, max_wait_ms=3000)),
        (messages.PRODUCE, produce_fields(target, 1)),
        (messages.API_VERSIONS, {}),
        (messages.METADATA, {"topics": []}),
        (messages.PRODUCE, produce_fields(target, 0)),
        (messages.LIST_OFFSETS, latest),
    ]
    with Connection(bootstrap) as pipeline:
        started = time.monotonic()
        for number, (api, fields) in enumerate(requests, 1):
            pipeline.send(api, versions[api], correlation_id=number, **fields)
        for number, (api, _) in enumerate(requests, 1):
            if number != 5:
                answer = pipeline.receive(api, versions[api], number)
        assert answer.topics[0].partitions[0].offset == 2, "the acks=0 batch before it was appended"
        assert time.monotonic() - started < 10


def test_acks_0_to_an_unknown_topic_closes(bootstrap, topic_name):
    with Connection(bootstrap) as connection:
        version = connection.version(messages.PRODUCE, 8)
        connection.send(messages.PRODUCE, version, **produce_fields(topic_name, 0))
        connection.send(messages.API_VERSIONS, 2)
        assert connection.closed_within(5)


def test_acks_0_success_is_silent(bootstrap, wire, topic_name):
    calls.create_topic(wire, topic_name)
    with Connection(bootstrap) as connection:
        calls.produce(connection, topic_name, records.simple(b"v"), acks=0)
        assert connection.silent_for(0.5)
        assert calls.list_offset(connection, topic_name, calls.LATEST) == 1


def test_acks_5_is_refused(wire, topic_name):
    calls.create_topic(wire, topic_name)
    row = calls.produce(wire, topic_name, records.simple(b"v"), acks=5)
    assert row.error_code == errors.INVALID_REQUIRED_ACKS
    assert calls.list_offset(wire, topic_name, calls.LATEST) == 0


def test_five_in_flight_over_many_partitions(wire, bootstrap, topic_name):
    calls.create_topic(wire, topic_name, partitions=PARTITIONS)
    delivered = {partition: [] for partition in range(PARTITIONS)}
    failed = []

    def report(error, message):
        if error:
            failed.append(error)
        else:
            delivered[message.partition()].append((message.offset(), message.value()))

    producer = foreign.confluent_producer(
        bootstrap, acks="all", max_in_flight_requests_per_connection=5, linger_ms=1, batch_num_messages=20
    )
    chooser = random.Random(1)
    deadline, number = time.monotonic() + LOAD_S, 0
    while time.monotonic() < deadline:
        try:
            producer.produce(topic_name, b"%d" % number, partition=chooser.randrange(PARTITIONS), on_delivery=report)
            number += 1
        except BufferError:
            producer.poll(0.05)
        producer.poll(0)
    assert producer.flush(60) == 0
    assert not failed, failed[:3]
    assert sum(map(len, delivered.values())) == number
    for partition, sent in delivered.items():
        stored = calls.read_records(wire, topic_name, partition)
        assert sorted(sent) == [(record.offset, record.value) for record in stored], partition
