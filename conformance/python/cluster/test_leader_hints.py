"""KIP-951: who asks in an old epoch is told the new one, and where the leader is."""

from wire import calls, errors, records
from wire import messages
from wire.connection import Connection

FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH = 74, 75


def fetch(wire, topic, version, epoch, **fields):
    named = {"topic_id": calls.topic_id(wire, topic)} if version >= 13 else {"topic": topic}
    partition = {"partition": 0, "fetch_offset": 0, "current_leader_epoch": epoch}
    answer = wire.call(messages.FETCH, version, max_wait_ms=0, topics=[{**named, "partitions": [partition]}], **fields)
    return answer, answer.responses[0].partitions[0]


def test_a_fetch_in_an_old_epoch(start_formatted, topic_name):
    own = start_formatted()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, topic_name)
        calls.produce_ok(wire, topic_name, records.simple(b"x"))
    own.restart()
    with Connection(own.bootstrap) as wire:
        calls.await_leaders(wire, topic_name)
        epoch = calls.list_offset_row(wire, topic_name, calls.LATEST, 0).leader_epoch
        assert epoch > 0, "another epoch after a restart"
        endpoint = {"node_id": 1, "host": "127.0.0.1", "port": own.port, "rack": None}
        for version in (12, 15, 16, 17, 18):
            answer, partition = fetch(wire, topic_name, version, 0)
            assert partition.error_code == FENCED_LEADER_EPOCH
            hinted = version >= 16
            assert partition.current_leader == ({"leader_id": 1, "leader_epoch": epoch} if hinted else {}), version
            assert answer.get("node_endpoints", []) == ([endpoint] if hinted else [])
            answer, partition = fetch(wire, topic_name, version, epoch + 1)
            assert (partition.error_code, partition.current_leader) == (UNKNOWN_LEADER_EPOCH, {})
            assert answer.get("node_endpoints", []) == []
            answer, partition = fetch(wire, topic_name, version, epoch)
            assert (partition.error_code, partition.current_leader) == (0, {})


def test_unknown_partitions_have_no_hint(wire, topic_name):
    calls.create_topic(wire, topic_name)
    for version in (10, 12):
        row = {"name": topic_name, "partition_data": [{"index": 77, "records": records.simple(b"x")}]}
        answer = wire.call(messages.PRODUCE, version, acks=-1, topic_data=[row])
        partition = answer.responses[0].partition_responses[0]
        assert (partition.error_code, partition.current_leader) == (errors.UNKNOWN_TOPIC_OR_PARTITION, {})
        assert answer.node_endpoints == []


def test_a_replica_that_is_none_is_told_so(wire, topic_name):
    calls.create_topic(wire, topic_name)
    answer, partition = fetch(wire, topic_name, 17, 0, replica_state={"replica_id": 1, "replica_epoch": -1})
    assert (partition.error_code, partition.current_leader, answer.node_endpoints) == (UNKNOWN_LEADER_EPOCH, {}, [])
