"""ElectLeaders, AlterPartitionReassignments and ListPartitionReassignments on one node: mostly the right refusals."""

import pytest

from wire import calls, errors
from wire import cluster_messages as messages

REQUEST_TIMED_OUT, INVALID_REPLICA_ASSIGNMENT, INVALID_REQUEST = 7, 39, 42
ELECTION_NOT_NEEDED, NO_REASSIGNMENT_IN_PROGRESS = 84, 85
NEEDLESS = "Leader election not needed for topic partition."


def elect(connection, topics, version=2, kind=0, **fields):
    if version > 0:
        fields["election_type"] = kind
    wanted = None if topics is None else [{"topic": name, "partitions": ids} for name, ids in topics]
    answer = connection.call(messages.ELECT_LEADERS, version, topic_partitions=wanted, **fields)
    rows = [
        (row.topic, each.partition_id, each.error_code, each.error_message)
        for row in answer.replica_election_results for each in row.partition_result
    ]
    return answer.get("error_code", 0), rows


@pytest.mark.parametrize("version", range(3))
def test_no_election_is_needed(wire, either, topic_name, version):
    calls.create_topic(wire, topic_name, partitions=2)
    expected = [(topic_name, index, ELECTION_NOT_NEEDED, NEEDLESS) for index in (0, 1, 0)]
    assert elect(either, [(topic_name, [0, 1]), (topic_name, [0])], version) == (0, expected)
    if version > 0:
        assert elect(either, [(topic_name, [0])], version, kind=1) == (0, expected[:1])
    assert elect(either, None, version) == (0, []), "asked for all, those that need none are left out"


def test_unknown_partitions_and_wrong_elections(wire, either, topic_name):
    calls.create_topic(wire, topic_name)
    unknown = errors.UNKNOWN_TOPIC_OR_PARTITION
    assert elect(either, [(topic_name, [99]), ("nope", [0]), ("", [0])]) == (0, [
        (topic_name, 99, unknown, f"No such partition as {topic_name}-99"),
        ("nope", 0, unknown, "No such topic as nope"),
        ("", 0, unknown, "No such topic as "),
    ])
    for kind in (5, -1):
        expected = [(topic_name, 0, INVALID_REQUEST, f"Unknown election type {kind}")]
        assert elect(either, [(topic_name, [0])], kind=kind) == (INVALID_REQUEST, expected)
        assert elect(either, None, kind=kind) == (INVALID_REQUEST, [])
    for timeout_ms in (0, -1):
        assert elect(either, [(topic_name, [0])], timeout_ms=timeout_ms) == (
            REQUEST_TIMED_OUT, [(topic_name, 0, REQUEST_TIMED_OUT, None)],
        )
    assert elect(either, []) == (0, [])


def move(connection, *partitions, version=1, **fields):
    """A partition is (topic, index, replicas); neighbours of one topic go together."""
    topics = []
    for name, index, replicas in partitions:
        if not topics or topics[-1]["name"] != name:
            topics.append({"name": name, "partitions": []})
        topics[-1]["partitions"].append({"partition_index": index, "replicas": replicas})
    answer = connection.call(messages.ALTER_PARTITION_REASSIGNMENTS, version, topics=topics, **fields)
    rows = [
        (row.name, each.partition_index, each.error_code, each.error_message)
        for row in answer.responses for each in row.partitions
    ]
    return answer, rows


@pytest.mark.parametrize("version, allow", [(0, None), (1, True), (1, False)])
def test_reassignments(wire, either, topic_name, version, allow):
    calls.create_topic(wire, topic_name, partitions=4)
    fields = {} if allow is None else {"allow_replication_factor_change": allow}
    answer, rows = move(
        either,
        (topic_name, 0, [1]), (topic_name, 1, None), (topic_name, 99, [1]), (topic_name, 99, None), (topic_name, 2, []),
        (topic_name, 3, [1, 1]), (topic_name, 0, [2]), ("nope", 0, [1]), ("nope", 1, None), ("", 0, [1]),
        version=version, **fields,
    )
    assert answer.error_code == 0
    if version > 0:
        assert answer.allow_replication_factor_change == allow
    unknown, invalid = errors.UNKNOWN_TOPIC_OR_PARTITION, INVALID_REPLICA_ASSIGNMENT
    includes = "The manual partition assignment includes"
    assert rows == [
        (topic_name, 0, 0, None),
        (topic_name, 1, NO_REASSIGNMENT_IN_PROGRESS, None),
        (topic_name, 99, unknown, f"Unable to find partition {topic_name}:99."),
        (topic_name, 99, unknown, f"Unable to find partition {topic_name}:99."),
        (topic_name, 2, invalid, f"{includes} an empty replica list."),
        (topic_name, 3, invalid, f"{includes} the broker 1 more than once."),
        (topic_name, 0, invalid, f"{includes} broker 2, but no such broker is registered."),
        ("nope", 0, unknown, "Unable to find a topic named nope."),
        ("nope", 1, unknown, "Unable to find a topic named nope."),
        ("", 0, unknown, "Unable to find a topic named ."),
    ]


def test_reassignments_without_time(wire, either, topic_name):
    calls.create_topic(wire, topic_name)
    answer, rows = move(either, (topic_name, 0, [1]), timeout_ms=0)
    assert (answer.error_code, rows) == (REQUEST_TIMED_OUT, [(topic_name, 0, REQUEST_TIMED_OUT, None)])


def test_nothing_is_on_the_move(wire, either, topic_name):
    calls.create_topic(wire, topic_name)
    for topics in (None, [], [{"name": topic_name, "partition_indexes": [0, 99]}, {"name": "nope", "partition_indexes": [0]}]):
        for timeout_ms in (60_000, 0):
            answer = either.call(messages.LIST_PARTITION_REASSIGNMENTS, 0, topics=topics, timeout_ms=timeout_ms)
            assert (answer.error_code, answer.error_message, answer.topics) == (0, None, [])
