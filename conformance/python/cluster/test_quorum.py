"""DescribeQuorum, DescribeCluster, UnregisterBroker, UpdateFeatures and ApiVersions on both kinds of listener."""

import time

import pytest

from waiting import eventually
from wire import calls, records
from wire import messages as basic
from wire import cluster_messages as messages
from wire.connection import Connection

METADATA = "__cluster_metadata"
UNKNOWN_TOPIC_OR_PARTITION, INVALID_REQUEST, INVALID_UPDATE_VERSION = 3, 42, 95
BROKER_ID_NOT_REGISTERED, MISMATCHED_ENDPOINT_TYPE, UNSUPPORTED_ENDPOINT_TYPE, REBOOTSTRAP_REQUIRED = 102, 114, 115, 129
UPGRADE, SAFE_DOWNGRADE, UNSAFE_DOWNGRADE = 1, 2, 3


def quorum(connection, topics, version=2):
    wanted = [{"topic_name": name, "partitions": [{"partition_index": each} for each in ids]} for name, ids in topics]
    return connection.call(messages.DESCRIBE_QUORUM, version, topics=wanted)


@pytest.mark.parametrize("version", range(3))
def test_the_quorum_of_one(node, either, version):
    answer = quorum(either, [(METADATA, [0])], version)
    assert answer.error_code == 0
    (topic,) = answer.topics
    (partition,) = topic.partitions
    assert (topic.topic_name, partition.partition_index, partition.error_code, partition.leader_id) == (METADATA, 0, 0, 1)
    assert partition.leader_epoch >= 1
    (voter,) = partition.current_voters
    assert (voter.replica_id, partition.observers) == (1, [])
    assert 0 < partition.high_watermark <= voter.log_end_offset
    if version >= 1:
        for stamp in (voter.last_fetch_timestamp, voter.last_caught_up_timestamp):
            assert abs(stamp - time.time() * 1000) < 60_000
    if version >= 2:
        assert (answer.error_message, partition.error_message) == ("", "")
        assert voter.replica_directory_id.int != 0
        listener = {"name": "CONTROLLER", "host": "127.0.0.1", "port": node.controller_port}
        assert answer.nodes == [{"node_id": 1, "listeners": [listener]}]


@pytest.mark.parametrize(
    "topics",
    [[], [("x", [0])], [(METADATA, [1])], [(METADATA, [0, 0])], [(METADATA, [])], [(METADATA, [0]), ("x", [0])],
     [(METADATA, [0]), (METADATA, [0])]],
    ids=str,
)
@pytest.mark.parametrize("version", range(3))
def test_other_logs_have_no_quorum(either, topics, version):
    answer = quorum(either, topics, version)
    assert answer.error_code == 0
    rows = [(row.topic_name, each.partition_index) for row in answer.topics for each in row.partitions]
    assert rows == [(name, index) for name, ids in topics for index in ids]
    assert [row.topic_name for row in answer.topics] == [name for name, _ in topics]
    for row in answer.topics:
        for partition in row.partitions:
            assert (partition.error_code, partition.leader_id, partition.high_watermark) == (UNKNOWN_TOPIC_OR_PARTITION, 0, 0)
            if version >= 2:
                assert partition.error_message == "This server does not host this topic-partition."
    if version >= 2:
        assert (answer.error_message, answer.nodes) == ("", [])


@pytest.mark.parametrize("version, endpoint_type", [(0, 1), *((version, kind) for version in (1, 2) for kind in (1, 2, 3, 0, -1))])
def test_describe_cluster(node, either, version, endpoint_type):
    fields = {} if version == 0 else {"endpoint_type": endpoint_type}
    answer = either.call(basic.DESCRIBE_CLUSTER, version, include_cluster_authorized_operations=True, **fields)
    kinds = {"broker": 1, "controller": 2}
    if endpoint_type == kinds[either.kind]:
        port = node.port if either.kind == "broker" else node.controller_port
        expected = {"broker_id": 1, "host": "127.0.0.1", "port": port, "rack": None}
        assert answer.brokers == [{**expected, "is_fenced": False} if version >= 2 else expected]
        assert (answer.error_code, answer.error_message, answer.controller_id) == (0, None, 1)
        assert answer.cluster_authorized_operations == 8096
        assert answer.get("endpoint_type", endpoint_type) == endpoint_type
        return
    assert (answer.brokers, answer.cluster_id, answer.controller_id) == ([], "", -1)
    assert answer.cluster_authorized_operations == -0x80000000
    if endpoint_type in kinds.values():
        here, wanted = ("BROKER", "CONTROLLER") if either.kind == "broker" else ("CONTROLLER", "BROKER")
        assert answer.error_code == (MISMATCHED_ENDPOINT_TYPE if version else INVALID_REQUEST)
        assert answer.error_message == f"The request was sent to an endpoint of type {here}, but we wanted an endpoint of type {wanted}"
    else:
        assert (answer.error_code, answer.error_message) == (
            UNSUPPORTED_ENDPOINT_TYPE, f"Unsupported endpoint type {endpoint_type}",
        )


@pytest.mark.parametrize("broker_id", [99, -1])
def test_a_broker_that_is_not_there_cannot_be_unregistered(either, broker_id):
    answer = either.call(messages.UNREGISTER_BROKER, 0, broker_id=broker_id)
    assert (answer.error_code, answer.error_message) == (
        BROKER_ID_NOT_REGISTERED, f"Broker ID {broker_id} is not currently registered",
    )


def test_a_broker_that_lives_is_unregistered(start_formatted, on_kafka, topic_name):
    """Kafka's node is of no use any more until it restarts; ours registers again."""
    own = start_formatted()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, topic_name)
        answer = wire.call(messages.UNREGISTER_BROKER, 0, broker_id=1)
        assert (answer.error_code, answer.error_message) == (0, "")
        if not on_kafka:
            calls.await_leaders(wire, topic_name)
            calls.produce_ok(wire, topic_name, records.simple(b"x"))
            return
        (topic,) = wire.call(messages.DESCRIBE_TOPIC_PARTITIONS, 0, topics=[{"name": topic_name}]).topics
        (partition,) = topic.partitions
        assert (partition.error_code, partition.leader_id, partition.eligible_leader_replicas) == (0, -1, [1])


def update(connection, *updates, version=2, **fields):
    """(code, message without what every one begins with, results)."""
    wanted = []
    for name, level, *kind in updates:
        row = {"feature": name, "max_version_level": level}
        if kind:
            row["upgrade_type"] = kind[0]
        wanted.append(row)
    answer = connection.call(messages.UPDATE_FEATURES, version, feature_updates=wanted, **fields)
    prefix = "The update failed for all features since the following feature had an error: "
    message = answer.error_message
    if message is not None:
        assert message.startswith(prefix)
        message = message[len(prefix):]
    return answer.error_code, message, answer.get("results")


def invalid(name, level, reason):
    return INVALID_UPDATE_VERSION, f"Invalid update version {level} for feature {name}. {reason}"


LEVEL = "metadata.version"
NO_TYPE = "The controller does not support the given upgrade type."
NO_DOWNGRADE = "Can't downgrade the version of this feature without setting the upgrade type to either safe or unsafe downgrade."


@pytest.mark.parametrize(
    "change, expected",
    [
        ((LEVEL, 33), (0, None)),
        ((LEVEL, 33, SAFE_DOWNGRADE), (0, None)),
        ((LEVEL, 34), invalid(LEVEL, 34, "Local controller 1 only supports versions 7-33")),
        ((LEVEL, 6, SAFE_DOWNGRADE), invalid(LEVEL, 6, "Local controller 1 only supports versions 7-33")),
        ((LEVEL, 0), invalid(LEVEL, 0, "Local controller 1 only supports versions 7-33")),
        ((LEVEL, 32), invalid(LEVEL, 32, NO_DOWNGRADE)),
        ((LEVEL, 32, SAFE_DOWNGRADE), (INVALID_UPDATE_VERSION, "Unsupported metadata.version downgrade from 33 to 32. Refusing to"
                                      " perform the requested downgrade because it might delete metadata information.")),
        ((LEVEL, 29, UNSAFE_DOWNGRADE), (INVALID_UPDATE_VERSION, "Unsupported metadata.version downgrade from 33 to 29. Unsafe"
                                        " metadata downgrade is not supported in this version.")),
        ((LEVEL, 33, 0), invalid(LEVEL, 33, NO_TYPE)),
        ((LEVEL, 33, 4), invalid(LEVEL, 33, NO_TYPE)),
        ((LEVEL, 33, -1), invalid(LEVEL, 33, NO_TYPE)),
        (("kraft.version", 1), (0, None)),
        (("kraft.version", 0), invalid("kraft.version", 0, NO_DOWNGRADE)),
        (("kraft.version", 0, SAFE_DOWNGRADE), invalid("kraft.version", 0, "Can't downgrade the version of this feature.")),
        (("kraft.version", 2), invalid("kraft.version", 2, "Local controller 1 only supports versions 0-1")),
        (("nope", 1), invalid("nope", 1, "Local controller 1 does not support this feature.")),
        (("nope", 0), invalid("nope", 0, "Feature nope not found.")),
        (("nope", -1), invalid("nope", -1, "A feature version cannot be less than 0.")),
        (("", 1), invalid("", 1, "Local controller 1 does not support this feature.")),
    ],
    ids=str,
)
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("validate_only", [True, False])
def test_feature_levels(either, change, expected, version, validate_only):
    code, message, results = update(either, change, version=version, validate_only=validate_only)
    assert (code, message) == expected
    told = [] if code else [{"feature": change[0], "error_code": 0, "error_message": "NONE"}]
    assert results == (told if version < 2 else None)


def test_levels_go_up_and_stay(start_formatted, topic_name):
    """A node of an older level is raised, makes topics, and is still there after a restart."""
    own = start_formatted("--release-version", "4.1")
    with Connection(own.bootstrap) as wire:
        await_level(wire, 27)
        assert update(wire, (LEVEL, 26, SAFE_DOWNGRADE)) == (0, None, None), "nothing changed in between"
        await_level(wire, 26)
        kept = "Unsupported metadata.version downgrade from 26 to 22. Refusing to perform the requested downgrade because it"
        code, message, _ = update(wire, (LEVEL, 22, SAFE_DOWNGRADE))
        assert code == INVALID_UPDATE_VERSION and message.startswith(kept)
        assert update(wire, (LEVEL, 33), validate_only=True) == (0, None, None)
        assert level(wire) == 26
        assert update(wire, (LEVEL, 33)) == (0, None, None)
        await_level(wire, 33)
        calls.create_topic(wire, topic_name, partitions=2)
    own.restart()
    with Connection(own.bootstrap) as wire:
        await_level(wire, 33)
        calls.await_leaders(wire, topic_name, 2)


def level(wire):
    return {row.name: row.max_version_level for row in versions(wire).finalized_features}[LEVEL]


def await_level(wire, wanted):
    """A broker learns of it a moment after the controller has decided."""
    eventually(lambda: level(wire) == wanted, what=f"metadata.version {wanted}")


def test_all_levels_or_none(either):
    assert update(either) == (0, None, None)
    assert update(either, version=0) == (0, None, [])
    assert update(either, (LEVEL, 33), ("nope", 1)) == (*invalid("nope", 1, "Local controller 1 does not support this feature."), None)
    twice = [{"feature": LEVEL, "error_code": 0, "error_message": "NONE"}] * 2
    assert update(either, (LEVEL, 33), (LEVEL, 33), version=1) == (0, None, twice)
    assert update(either, (LEVEL, 33), timeout_ms=0) == (0, None, None), "there is no time limit"


@pytest.mark.parametrize("allow_downgrade", [True, False])
def test_the_flag_of_version_0_has_no_effect(either, allow_downgrade):
    row = {"feature": LEVEL, "max_version_level": 32, "allow_downgrade": allow_downgrade}
    answer = either.call(messages.UPDATE_FEATURES, 0, feature_updates=[row])
    assert answer.error_code == INVALID_UPDATE_VERSION and NO_DOWNGRADE in answer.error_message


def versions(connection, **fields):
    return connection.call(basic.API_VERSIONS, 5, **fields)


def test_who_is_meant(wire, either):
    """A client says which node it means with both ids or with neither; only brokers mind another one."""
    cluster = wire.call(basic.DESCRIBE_CLUSTER, 0).cluster_id
    other = REBOOTSTRAP_REQUIRED if either.kind == "broker" else 0
    for fields, code in [
        ({}, 0),
        ({"cluster_id": cluster, "node_id": 1}, 0),
        ({"cluster_id": "x", "node_id": 1}, other),
        ({"cluster_id": cluster, "node_id": 2}, other),
        ({"cluster_id": "x", "node_id": 9}, other),
        ({"node_id": 2}, INVALID_REQUEST),
        ({"node_id": -2}, INVALID_REQUEST),
        ({"cluster_id": cluster}, INVALID_REQUEST),
        ({"cluster_id": ""}, INVALID_REQUEST),
    ]:
        answer = versions(either, **fields)
        assert answer.error_code == code, fields
        assert bool(answer.api_keys) == bool(answer.supported_features) == bool(answer.finalized_features) == (code == 0)
        assert (answer.finalized_features_epoch >= 0) == (code == 0)


def test_levels_in_api_versions(either):
    answer = versions(either)
    finalized = {row.name: (row.min_version_level, row.max_version_level) for row in answer.finalized_features}
    supported = {row.name: (row.min_version, row.max_version) for row in answer.supported_features}
    assert (finalized["metadata.version"], finalized["kraft.version"]) == ((33, 33), (1, 1))
    assert (supported["metadata.version"], supported["kraft.version"]) == ((7, 33), (0, 1))


@pytest.mark.parametrize("api", messages.ALL, ids=lambda api: api.name)
def test_which_listener_serves_what(either, api):
    ranges = {35: (1, 5), 37: (0, 3), 43: (0, 2), 45: (0, 1), 46: (0, 0), 55: (0, 2), 57: (0, 2), 61: (0, 0), 64: (0, 0), 75: (0, 0)}
    only_brokers = (messages.DESCRIBE_LOG_DIRS, messages.DESCRIBE_PRODUCERS, messages.DESCRIBE_TOPIC_PARTITIONS)
    expected = None if either.kind == "controller" and api in only_brokers else ranges[api.key]
    assert either.versions.get(api.key) == expected
