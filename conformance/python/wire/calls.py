"""The requests tests send most, on versions that the server offers, as plain functions over a connection."""

import time
from typing import Dict, List, Optional, Sequence, Union

from wire import errors, messages, records
from wire.codec import Row
from wire.connection import Connection

LEADER_WAIT_S = 20
EARLIEST, LATEST = -2, -1
NOT_READY = {errors.UNKNOWN_TOPIC_OR_PARTITION, errors.LEADER_NOT_AVAILABLE, errors.NOT_LEADER_OR_FOLLOWER}
NO_COORDINATOR = {errors.COORDINATOR_LOAD_IN_PROGRESS, errors.COORDINATOR_NOT_AVAILABLE, errors.NOT_COORDINATOR}


def create_topic(connection: Connection, name: str, partitions: int = 1, **configs) -> str:
    """Creates a topic and waits until every partition answers. Config names take "_" for "."."""
    answer = connection.call(
        messages.CREATE_TOPICS,
        connection.version(messages.CREATE_TOPICS, 7),
        topics=[{
            "name": name,
            "num_partitions": partitions,
            "replication_factor": 1,
            "configs": [{"name": key.replace("_", "."), "value": str(value)} for key, value in configs.items()],
        }],
    )
    row = answer.topics[0]
    assert row.error_code == errors.NONE, f"create {name}: {row.error_code} {row.error_message}"
    await_leaders(connection, name, partitions)
    return name


def await_leaders(connection: Connection, name: str, partitions: int = 1) -> None:
    deadline = time.monotonic() + LEADER_WAIT_S
    for partition in range(partitions):
        while True:
            row = list_offset_row(connection, name, LATEST, partition)
            if row.error_code not in NOT_READY:
                break
            assert time.monotonic() < deadline, f"{name}-{partition}: still error {row.error_code}"
            time.sleep(0.02)
        assert row.error_code == errors.NONE


def topic_id(connection: Connection, name: str):
    answer = connection.call(
        messages.METADATA,
        connection.version(messages.METADATA, 12),
        topics=[{"name": name}],
        allow_auto_topic_creation=False,
    )
    return answer.topics[0].topic_id


def produce(
    connection: Connection,
    topic: str,
    batches: Union[bytes, Dict[int, bytes]],
    acks: int = -1,
    version: int = 11,
) -> Union[Row, Dict[int, Row]]:
    """Sends one batch to partition 0, or {partition: batch}; answers likewise. acks=0 answers None."""
    by_partition = batches if isinstance(batches, dict) else {0: batches}
    version = connection.version(messages.PRODUCE, version)
    correlation = connection.send(
        messages.PRODUCE,
        version,
        acks=acks,
        topic_data=[{
            "name": topic,
            "partition_data": [{"index": index, "records": batch} for index, batch in by_partition.items()],
        }],
    )
    if acks == 0:
        return None
    answer = connection.receive(messages.PRODUCE, version, correlation)
    rows = {row.index: row for row in answer.responses[0].partition_responses}
    return rows if isinstance(batches, dict) else rows[0]


def produce_ok(connection: Connection, topic: str, batch: bytes, partition: int = 0) -> Row:
    row = produce(connection, topic, {partition: batch})[partition]
    assert row.error_code == errors.NONE, f"produce to {topic}-{partition}: {row.error_code} {row.error_message}"
    return row


def fetch_request(topic: str, offsets: Dict[int, int], partition_max_bytes: int = 1 << 24, **fields) -> dict:
    """Fields of a Fetch of version 12 or below; {} asks for nothing (in a session: for what changed)."""
    partitions = [
        {"partition": index, "fetch_offset": offset, "partition_max_bytes": partition_max_bytes}
        for index, offset in offsets.items()
    ]
    return {"topics": [{"topic": topic, "partitions": partitions}] if offsets else [], **fields}


def fetch(connection: Connection, topic: str, offsets: Union[int, Dict[int, int]], version: int = 11, **fields) -> Row:
    """One Fetch; partition 0 when `offsets` is a number. The whole answer."""
    by_partition = offsets if isinstance(offsets, dict) else {0: offsets}
    version = connection.version(messages.FETCH, version)
    return connection.call(messages.FETCH, version, **fetch_request(topic, by_partition, **fields))


def fetch_row(connection: Connection, topic: str, offset: int, partition: int = 0, **fields) -> Row:
    """The entry of one partition in the answer."""
    answer = fetch(connection, topic, {partition: offset}, **fields)
    return answer.responses[0].partitions[0]


def partitions_in(answer: Row) -> Dict[int, Row]:
    return {row.partition_index: row for topic in answer.responses for row in topic.partitions}


def read_batches(connection: Connection, topic: str, partition: int = 0, offset: int = 0, end: Optional[int] = None) -> List[records.Batch]:
    """All batches from `offset` to the end of the log (or to `end`)."""
    end = list_offset(connection, topic, LATEST, partition) if end is None else end
    found: List[records.Batch] = []
    while offset < end:
        row = fetch_row(connection, topic, offset, partition)
        assert row.error_code == errors.NONE, f"fetch {topic}-{partition}@{offset}: {row.error_code}"
        batches = records.parse(row.records)
        assert batches, f"no batch at offset {offset} of {topic}-{partition}, end is {end}"
        found += batches
        offset = batches[-1].base_offset + batches[-1].last_offset_delta + 1
    return found


def read_records(connection: Connection, topic: str, partition: int = 0, offset: int = 0) -> List[records.Record]:
    batches = read_batches(connection, topic, partition, offset)
    return [record for batch in batches for record in batch.records() if record.offset >= offset]


def list_offset_row(connection: Connection, topic: str, timestamp: int, partition: int = 0, version: int = 7) -> Row:
    answer = connection.call(
        messages.LIST_OFFSETS,
        connection.version(messages.LIST_OFFSETS, version),
        topics=[{"name": topic, "partitions": [{"partition_index": partition, "timestamp": timestamp}]}],
    )
    return answer.topics[0].partitions[0]


def list_offset(connection: Connection, topic: str, timestamp: int, partition: int = 0) -> int:
    row = list_offset_row(connection, topic, timestamp, partition)
    assert row.error_code == errors.NONE, f"list offsets of {topic}-{partition}: {row.error_code}"
    return row.offset


def delete_records(connection: Connection, topic: str, offset: int, partition: int = 0) -> Row:
    answer = connection.call(
        messages.DELETE_RECORDS,
        connection.version(messages.DELETE_RECORDS, 2),
        topics=[{"name": topic, "partitions": [{"partition_index": partition, "offset": offset}]}],
    )
    return answer.topics[0].partitions[0]


def delete_topics(connection: Connection, names: Sequence[str]) -> Dict[str, int]:
    answer = connection.call(
        messages.DELETE_TOPICS, connection.version(messages.DELETE_TOPICS, 5), topic_names=list(names)
    )
    return {row.name: row.error_code for row in answer.responses}


def init_producer(connection: Connection) -> tuple:
    """A fresh (producer id, epoch)."""
    deadline = time.monotonic() + LEADER_WAIT_S
    while True:
        answer = connection.call(messages.INIT_PRODUCER_ID, connection.version(messages.INIT_PRODUCER_ID, 4))
        if answer.error_code == errors.NONE:
            return answer.producer_id, answer.producer_epoch
        assert answer.error_code in NO_COORDINATOR and time.monotonic() < deadline, f"init: {answer.error_code}"
        time.sleep(0.05)
