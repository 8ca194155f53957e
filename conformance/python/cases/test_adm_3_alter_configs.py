"""O-ADM-3: AlterConfigs wipes, IncrementalAlterConfigs does not.

Sources: redpanda-data/redpanda#1502, redpanda-data/docs#635, redpanda-data/redpanda#935.
"""

import time

import pytest

from waiting import eventually
from wire import calls, errors, messages, records
from wire.connection import Closed, Connection

TOPIC, BROKER, LOGGER, CLIENT_METRICS, GROUP = 2, 4, 8, 16, 32
SET, DELETE, APPEND, SUBTRACT = 0, 1, 2, 3
FROM_TOPIC, FROM_BROKER, FROM_ALL_BROKERS, FROM_FILE, DEFAULT = 1, 2, 3, 4, 5
# A change is acknowledged before every broker has taken it over.
EFFECT_TIMEOUT_S = 10


def changes(kind, name, *operations):
    return {
        "resource_type": kind,
        "resource_name": name,
        "configs": [{"name": key, "config_operation": operation, "value": value} for key, operation, value in operations],
    }


def incremental(wire, *resources, validate_only=False, version=1):
    version = wire.version(messages.INCREMENTAL_ALTER_CONFIGS, version)
    answer = wire.call(
        messages.INCREMENTAL_ALTER_CONFIGS, version, resources=list(resources), validate_only=validate_only
    )
    return [(row.error_code, row.error_message) for row in answer.responses]


def legacy(wire, kind, name, configs, validate_only=False, version=2):
    version = wire.version(messages.ALTER_CONFIGS, version)
    resource = {
        "resource_type": kind,
        "resource_name": name,
        "configs": [{"name": key, "value": value} for key, value in configs.items()],
    }
    answer = wire.call(messages.ALTER_CONFIGS, version, resources=[resource], validate_only=validate_only)
    return answer.responses[0].error_code, answer.responses[0].error_message


def describe(wire, kind, name, keys=None):
    version = wire.version(messages.DESCRIBE_CONFIGS, 4)
    resource = {"resource_type": kind, "resource_name": name, "configuration_keys": keys}
    answer = wire.call(messages.DESCRIBE_CONFIGS, version, resources=[resource], include_synonyms=True)
    (result,) = answer.results
    assert result.error_code == errors.NONE, result.error_message
    return {row.name: row for row in result.configs}


def own(wire, topic):
    """What is set on the topic itself."""
    rows = describe(wire, TOPIC, topic).values()
    return {row.name: row.value for row in rows if row.config_source == FROM_TOPIC}


def becomes(read, expected):
    deadline = time.monotonic() + EFFECT_TIMEOUT_S
    while (found := read()) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found == expected


@pytest.fixture
def topic(wire, topic_name):
    return calls.create_topic(wire, topic_name, retention_ms=1000, cleanup_policy="compact")


def test_only_what_is_named_changes(wire, topic):
    def apply(*operations):
        assert incremental(wire, changes(TOPIC, topic, *operations)) == [(errors.NONE, None)]

    apply(("segment.ms", SET, "60000"))
    becomes(lambda: own(wire, topic), {"retention.ms": "1000", "cleanup.policy": "compact", "segment.ms": "60000"})
    apply(("retention.ms", DELETE, None))
    becomes(lambda: own(wire, topic), {"cleanup.policy": "compact", "segment.ms": "60000"})
    row = describe(wire, TOPIC, topic, ["retention.ms"])["retention.ms"]
    assert row.config_source != FROM_TOPIC and row.value == "604800000"
    for _ in range(2):
        apply(("cleanup.policy", APPEND, "delete"))
        becomes(lambda: own(wire, topic)["cleanup.policy"], "compact,delete")
    apply(("cleanup.policy", SUBTRACT, "compact"))
    becomes(lambda: own(wire, topic)["cleanup.policy"], "delete")
    apply(("cleanup.policy", SUBTRACT, "delete"))
    becomes(lambda: own(wire, topic)["cleanup.policy"], "")
    apply(("no.such.key", DELETE, None))
    assert own(wire, topic) == {"cleanup.policy": "", "segment.ms": "60000"}


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("validate_only", [False, True])
def test_what_is_refused(wire, topic, version, validate_only):
    before = own(wire, topic)
    not_a_number = "Invalid value x for configuration retention.ms: Not a number of type LONG"
    for operations, code, message in [
        ([("retention.ms", APPEND, "5")], errors.INVALID_CONFIG, "Can't APPEND to key retention.ms because its type is not LIST."),
        ([("retention.ms", SET, None)], errors.INVALID_REQUEST, "Null value not supported for : retention.ms"),
        (
            [("retention.ms", SET, "5"), ("retention.ms", DELETE, None)],
            errors.INVALID_REQUEST,
            "Error due to duplicate config keys",
        ),
        ([("retention.ms", SET, "x")], errors.INVALID_CONFIG, not_a_number),
        ([("no.such.key", SET, "1")], errors.INVALID_CONFIG, "Unknown topic config name: no.such.key"),
    ]:
        verdicts = incremental(wire, changes(TOPIC, topic, *operations), version=version, validate_only=validate_only)
        assert verdicts == [(code, message)], operations
    twice = changes(TOPIC, topic, ("retention.ms", SET, "7"))
    verdicts = incremental(wire, twice, twice, version=version, validate_only=validate_only)
    assert verdicts == [(errors.INVALID_REQUEST, "Each resource must appear at most once.")] * 2
    for name, code in [("no-such-topic", errors.UNKNOWN_TOPIC_OR_PARTITION), ("", errors.INVALID_REQUEST), ("a b", errors.INVALID_TOPIC_EXCEPTION)]:
        ((found, message),) = incremental(wire, changes(TOPIC, name, ("retention.ms", SET, "7")), version=version)
        assert found == code and message
    ((found, message),) = incremental(wire, changes(77, topic, ("retention.ms", SET, "7")), version=version)
    assert (found, message) == (errors.INVALID_REQUEST, "Unknown resource type 77")
    assert own(wire, topic) == before


def test_one_verdict_per_topic(wire, topic):
    other = calls.create_topic(wire, topic + "-other")
    good = changes(TOPIC, topic, ("retention.ms", SET, "5000"))
    bad = changes(TOPIC, other, ("retention.ms", SET, "x"))
    assert [code for code, _ in incremental(wire, good, bad)] == [errors.NONE, errors.INVALID_CONFIG]
    becomes(lambda: own(wire, topic)["retention.ms"], "5000")
    assert own(wire, other) == {}


def test_a_trial_changes_nothing(wire, topic):
    before = own(wire, topic)
    trial = changes(TOPIC, topic, ("segment.ms", SET, "60000"), ("retention.ms", DELETE, None))
    assert incremental(wire, trial, validate_only=True) == [(errors.NONE, None)]
    assert legacy(wire, TOPIC, topic, {}, validate_only=True) == (errors.NONE, None)
    assert own(wire, topic) == before


@pytest.mark.parametrize("version", [0, 1, 2])
def test_the_old_api_replaces_everything(wire, topic, version):
    for configs, code, message in [
        ({"segment.bytes": None}, errors.INVALID_REQUEST, "Null value not supported for : segment.bytes"),
        (
            {"segment.bytes": "1"},
            errors.INVALID_CONFIG,
            "Invalid value 1 for configuration segment.bytes: Value must be at least 1048576",
        ),
        ({"no.such.key": "1"}, errors.INVALID_CONFIG, "Unknown topic config name: no.such.key"),
    ]:
        assert legacy(wire, TOPIC, topic, configs, version=version) == (code, message)
    assert own(wire, topic) == {"retention.ms": "1000", "cleanup.policy": "compact"}
    assert legacy(wire, TOPIC, topic, {"segment.bytes": "2097152"}, version=version) == (errors.NONE, None)
    becomes(lambda: own(wire, topic), {"segment.bytes": "2097152"})
    assert legacy(wire, LOGGER, "1", {}, version=version) == (errors.INVALID_REQUEST, "Unknown resource type 8")


def test_a_change_takes_effect_at_once(wire, topic_name):
    topic = calls.create_topic(wire, topic_name)

    def produce(size, acks=-1):
        batch = records.build([records.Record(b"x" * size)])
        return calls.produce(wire, topic, batch, acks=acks).error_code

    assert produce(1000) == errors.NONE
    assert incremental(wire, changes(TOPIC, topic, ("max.message.bytes", SET, "500"))) == [(errors.NONE, None)]
    becomes(lambda: produce(1000), errors.MESSAGE_TOO_LARGE)
    assert produce(100) == errors.NONE
    assert incremental(wire, changes(TOPIC, topic, ("max.message.bytes", DELETE, None))) == [(errors.NONE, None)]
    becomes(lambda: produce(1000), errors.NONE)


def test_old_records_go_when_retention_shrinks(wire, topic_name):
    topic = calls.create_topic(wire, topic_name, segment_bytes=1 << 20)
    old = records.now_ms() - 60_000
    for _ in range(3):
        calls.produce_ok(wire, topic, records.build([records.Record(b"x" * 600_000, timestamp=old)]))
    assert calls.list_offset(wire, topic, calls.EARLIEST) == 0
    assert incremental(wire, changes(TOPIC, topic, ("retention.ms", SET, "30000"))) == [(errors.NONE, None)]
    # The periodic work on logs begins half a minute after the start.
    eventually(lambda: calls.list_offset(wire, topic, calls.EARLIEST) > 0, 60, "the old segments go")


def test_too_few_in_sync_replicas(wire, topic_name):
    topic = calls.create_topic(wire, topic_name)

    def produce():
        return calls.produce(wire, topic, records.simple(b"v")).error_code

    assert produce() == errors.NONE
    assert incremental(wire, changes(TOPIC, topic, ("min.insync.replicas", SET, "2"))) == [(errors.NONE, None)]
    # Kafka 4.4.0 bounds the setting by the number of replicas, which is one.
    time.sleep(0.5)
    assert produce() == errors.NONE


def test_limits_of_a_broker_take_effect(start_node):
    node = start_node()
    with Connection(node.bootstrap) as wire:
        topic = calls.create_topic(wire, "t")

        def produce():
            return calls.produce(wire, topic, records.of_size(1000)).error_code

        def set_to(key, value):
            operation = (key, DELETE, None) if value is None else (key, SET, value)
            assert incremental(wire, changes(BROKER, "", operation)) == [(errors.NONE, None)]

        def connects():
            """Whether one more connection from this address is served."""
            try:
                with Connection(node.bootstrap, timeout=2) as other:
                    return bool(other.versions)
            except (Closed, OSError):
                return False

        assert produce() == errors.NONE and connects()
        set_to("message.max.bytes", "500")
        becomes(produce, errors.MESSAGE_TOO_LARGE)
        set_to("message.max.bytes", None)
        becomes(produce, errors.NONE)
        set_to("max.connections.per.ip", "1")
        becomes(connects, False)
        set_to("max.connections.per.ip", None)
        becomes(connects, True)


def test_settings_of_brokers(start_node):
    node = start_node({"log.retention.hours": "100"})
    with Connection(node.bootstrap) as wire:
        broker = str(wire.call(messages.METADATA, wire.version(messages.METADATA, 9), topics=[]).brokers[0].node_id)
        topic = calls.create_topic(wire, "t")

        def retention():
            row = describe(wire, TOPIC, topic, ["retention.ms"])["retention.ms"]
            return row.value, row.config_source

        # The synonym that decides is not the first one, which makes it a default without synonyms.
        assert retention() == ("360000000", DEFAULT)
        for name, value, seen in [("", "6000", FROM_ALL_BROKERS), (broker, "5000", FROM_BROKER)]:
            assert incremental(wire, changes(BROKER, name, ("log.retention.ms", SET, value))) == [(errors.NONE, None)]
            becomes(retention, (value, seen))
        for name, operations, message in [
            (broker, [("log.retention.ms", SET, "x")], "Invalid value x for configuration log.retention.ms: Not a number of type LONG"),
            (broker, [("num.partitions", SET, "2")], "Cannot update these configs dynamically: [num.partitions]"),
            (
                "",
                [("listeners", SET, "PLAINTEXT://:1")],
                "Cannot update these configs at default cluster level, broker id must be specified: [listeners]",
            ),
            ("99", [], f"Unexpected broker id, expected {broker}, but received 99"),
            ("x", [], "Node id must be an integer, but it is: x"),
        ]:
            assert incremental(wire, changes(BROKER, name, *operations)) == [(errors.INVALID_REQUEST, message)]
        row = describe(wire, BROKER, broker, ["log.retention.ms"])["log.retention.ms"]
        assert not row.read_only and (row.value, row.config_source) == ("5000", FROM_BROKER)
        assert [(each.name, each.value, each.source) for each in row.synonyms] == [
            ("log.retention.ms", "5000", FROM_BROKER),
            ("log.retention.ms", "6000", FROM_ALL_BROKERS),
            ("log.retention.hours", "100", FROM_FILE),
            ("log.retention.hours", "168", DEFAULT),
        ]
        assert describe(wire, BROKER, "")["log.retention.ms"].value == "6000"
    node.stop()
    node.start()
    with Connection(node.bootstrap) as wire:
        becomes(retention, ("5000", FROM_BROKER))
        assert incremental(wire, changes(BROKER, broker, ("log.retention.ms", DELETE, None))) == [(errors.NONE, None)]
        becomes(retention, ("6000", FROM_ALL_BROKERS))


def test_levels_of_loggers(wire):
    broker = str(wire.call(messages.METADATA, wire.version(messages.METADATA, 9), topics=[]).brokers[0].node_id)
    levels = {name: row.value for name, row in describe(wire, LOGGER, broker).items()}
    logger = next(name for name in sorted(levels) if name != "root")
    assert levels["root"] in ("ERROR", "WARN", "INFO", "DEBUG", "TRACE")
    for name, operations, verdict in [
        (broker, [(logger, SET, "DEBUG")], (errors.NONE, None)),
        (broker, [("nosuch", SET, "DEBUG")], (errors.INVALID_CONFIG, "Logger nosuch does not exist!")),
        (
            broker,
            [(logger, SET, "loud")],
            (
                errors.INVALID_CONFIG,
                f"Cannot set the log level of {logger} to loud as it is not a supported log level. "
                "Valid log levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN",
            ),
        ),
        (broker, [(logger, APPEND, "DEBUG")], (errors.INVALID_REQUEST, "APPEND operation is not allowed for the BROKER_LOGGER resource")),
        (broker, [("root", DELETE, None)], (errors.INVALID_REQUEST, "Removing the log level of the root logger is not allowed")),
        ("99", [(logger, SET, "DEBUG")], (errors.INVALID_REQUEST, f"Unexpected node id. Expected {broker}, but received 99")),
    ]:
        assert incremental(wire, changes(LOGGER, name, *operations)) == [verdict], operations
    assert describe(wire, LOGGER, broker, [logger])[logger].value == "DEBUG"
    assert incremental(wire, changes(LOGGER, broker, (logger, DELETE, None))) == [(errors.NONE, None)]
    assert describe(wire, LOGGER, broker, [logger])[logger].value == levels[logger]


def test_groups_and_client_metrics(wire, topic_name):
    group, subscription = topic_name + "-group", topic_name + "-metrics"
    for resource, verdict in [
        (changes(GROUP, group, ("consumer.session.timeout.ms", SET, "46000")), (errors.NONE, None)),
        (
            changes(GROUP, group, ("consumer.session.timeout.ms", SET, "1")),
            (errors.INVALID_CONFIG, "consumer.session.timeout.ms must be in the range 45000 to 60000 inclusive."),
        ),
        (changes(GROUP, group, ("foo", SET, "1")), (errors.INVALID_CONFIG, "Unknown group config name: foo")),
        (changes(GROUP, "", ("foo", SET, "1")), (errors.INVALID_REQUEST, "Default group resources are not allowed.")),
        (changes(CLIENT_METRICS, subscription, ("interval.ms", SET, "1000")), (errors.NONE, None)),
        (
            changes(CLIENT_METRICS, subscription, ("interval.ms", SET, "99")),
            (errors.INVALID_REQUEST, "Invalid value 99 for interval.ms, interval must be between 100 and 3600000 (1 hour)"),
        ),
        (
            changes(CLIENT_METRICS, subscription, ("match", SET, "client_id=(")),
            (errors.INVALID_CONFIG, "Illegal client matching pattern: client_id=("),
        ),
        (
            changes(CLIENT_METRICS, subscription, ("foo", SET, "1")),
            (errors.INVALID_REQUEST, "Unknown client metrics configuration: foo"),
        ),
    ]:
        assert incremental(wire, resource) == [verdict]
    becomes(lambda: describe(wire, GROUP, group)["consumer.session.timeout.ms"].value, "46000")
    row = describe(wire, GROUP, group)["consumer.session.timeout.ms"]
    assert [(each.name, each.source) for each in row.synonyms] == [
        ("consumer.session.timeout.ms", 8),
        ("group.consumer.session.timeout.ms", DEFAULT),
    ]
    rows = describe(wire, CLIENT_METRICS, subscription)
    assert (rows["interval.ms"].value, rows["interval.ms"].config_source) == ("1000", 7)
    assert (rows["match"].value, rows["match"].config_source) == ("", DEFAULT)

    def listed(version, **fields):
        answer = wire.call(messages.LIST_CONFIG_RESOURCES, version, **fields)
        return answer.error_code, [(row.get("resource_type"), row.resource_name) for row in answer.config_resources]

    assert listed(0) == (errors.NONE, [(None, subscription)])
    assert listed(1, resource_types=[CLIENT_METRICS, GROUP]) == (errors.NONE, [(GROUP, group), (CLIENT_METRICS, subscription)])
    code, everything = listed(1, resource_types=[])
    assert code == errors.NONE and everything[:2] == [(GROUP, group), (CLIENT_METRICS, subscription)]
    assert [kind for kind, _ in everything[2:4]] == [LOGGER, BROKER]
    for wrong in ([0], [99], [GROUP, 1]):
        assert listed(1, resource_types=wrong) == (errors.UNSUPPORTED_VERSION, [])
    assert legacy(wire, GROUP, group, {}) == legacy(wire, CLIENT_METRICS, subscription, {}) == (errors.NONE, None)
    becomes(lambda: listed(1, resource_types=[CLIENT_METRICS, GROUP]), (errors.NONE, []))
