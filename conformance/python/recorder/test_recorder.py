"""The same requests to Apache Kafka and to the server under test: the decoded answers must be equal.

Every API that the server advertises has a script in `scripts/` with good and bad cases for each version; besides,
every version gets a body that is cut short and one with a byte too many, and the versions next to the range are
asked for. What may differ is in `allowed.txt`. Differences that are known and wait for other work are in
`not-yet.txt`; one that is gone fails the run, so that the list shrinks.
"""

import difflib
import time
from dataclasses import replace

import pytest

import cases
import recorder
from harness.pair import Pair
from wire import calls, groups, records, schema
from wire.connection import Closed, Connection

RETRY_S = 2
# Lines of one difference that are printed.
SHOWN = 40
# Asking again changes nothing.
READS = ("Describe", "List", "Metadata", "Find", "OffsetFor", "OffsetFetch", "ConsumerGroupDescribe", "Api")
SETTINGS = {
    "offsets.topic.num.partitions": "1", "broker.rack": "rack-a", "num.partitions": "2",
    # The records are of 1970; none is deleted meanwhile.
    "log.retention.ms": "-1",
    # Apache Kafka assigns in the same heartbeat only if it may.
    "group.consumer.assignor.offload.enable": "false", "group.consumer.assignment.interval.ms": "0",
}
SCRIPTS = cases.all_scripts()
BY_LISTENER = [(script, listener) for script in SCRIPTS for listener in script.listeners()]
CLOSED = ["the connection was closed"]


def not_yet() -> dict:
    """{(script, listener, version, title): reason}; the version may be "*"."""
    found, reason = {}, ""
    for line in cases.FOLDER.with_name("not-yet.txt").read_text().splitlines():
        if line.startswith("["):
            reason = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            api, listener, version, title = line.split(maxsplit=3)
            found[api, listener, version.lstrip("v"), title] = reason
    return found


NOT_YET = not_yet()


@pytest.fixture(scope="module")
def pair(need, subject, tmp_path_factory):
    need("kafka_jars")
    if subject not in ("moldau", "kafka"):
        pytest.skip("starts both servers itself")
    pair = Pair(subject, tmp_path_factory.mktemp("pair"), SETTINGS)
    for script in SCRIPTS:
        pair.both(lambda side: set_up(side, script))
    yield pair
    pair.remove()


def set_up(side, script):
    with Connection(side.bootstrap) as wire:
        for kind, topic, *numbers in script.setup:
            if kind == "topic":
                calls.create_topic(wire, topic, int(numbers[0]))
            else:
                partition, count = map(int, numbers)
                for number in range(count):
                    batch = records.build([records.Record(b"value %d" % number, timestamp=1000 * (number + 1))])
                    calls.produce_ok(wire, topic, batch, partition)
        # The first id is late: the broker asks the controller for a block of them.
        calls.init_producer(wire)
        groups.await_coordinator(wire, "recorder")


@pytest.fixture
def speakers(pair):
    made = []

    def make(listener):
        made.extend(recorder.Speaker(side, listener) for side in pair.sides)
        return made[-2:]

    yield make
    for speaker in made:
        speaker.close()


@pytest.mark.parametrize("listener", ["broker", "controller"])
def test_every_advertised_api_has_a_script(speakers, listener, on_kafka):
    """And a good and a bad case in each version."""
    _, subject = speakers(listener)
    scripts = {script.api: [case for case in script.cases if case.listener == listener] for script in SCRIPTS}
    missing = []
    for api in schema.apis().values():
        for version in subject.advertised().get(api.key, []) if not on_kafka else []:
            for kind in ("good", "bad"):
                if version in api.versions and not any(
                    case.kind in (kind, "any") and not case.api and case.has(version) for case in scripts.get(api.name, [])
                ):
                    missing.append(f"{api.name} v{version}: no {kind} case")
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("script,listener", BY_LISTENER, ids=[f"{script.api}-{listener}" for script, listener in BY_LISTENER])
def test_api(pair, speakers, subject, script, listener):
    both = speakers(listener)
    api = schema.apis()[script.api]
    versions = [version for version in both[1].advertised().get(api.key, []) if version in api.versions]
    if not versions:
        pytest.skip(f"{api.name} is not served on the {listener} listener yet")
    differences, waiting = [], set()
    for speaker in both:
        for kind, topic, *_ in script.setup:
            speaker.topic_id(topic)
    for version in versions:
        for speaker in both:
            speaker.begin(script.name, version)
        chosen = [case for case in script.cases if case.listener == listener and case.has(version)]
        for case in chosen:
            compare(both, api, version, case, subject, differences, waiting)
        first = next(case for case in chosen if case.kind in ("good", "any") and not case.api)
        for title, spoil in SPOILED.items():
            compare(both, api, version, replace(first, kind="any", title=title), subject, differences, waiting, spoil)
    assert not differences, "\n" + "\n".join(differences)
    expected = {key for key in NOT_YET if key[:2] == (api.name, listener)}
    if subject == "moldau":
        assert expected == waiting, f"equal now, take out of not-yet.txt: {expected - waiting}"


# What the body of the first good case is changed to.
SPOILED = {
    "cut short": lambda body: body[:-1],
    "a byte too many": lambda body: body + b"\0",
}


def compare(both, api, version, case, subject, differences, waiting, spoil=None):
    """`version` is the one tested; a step of a history says its own."""
    of, at = (schema.apis()[case.api], int(case.at or version)) if case.api else (api, version)
    reference, other = (answer(speaker, of, at, case, spoil) for speaker in both)
    until = time.monotonic() + RETRY_S
    while of.name.startswith(READS) and reference[0] != other[0] and time.monotonic() < until:
        # A change reaches what other requests see a little later, in both servers.
        time.sleep(0.1)
        reference, other = (answer(speaker, of, at, case, spoil) for speaker in both)
    name = f"{api.name} v{version} {case.kind} {case.title}"
    is_bad = reference[0] == CLOSED or recorder.has_error(reference[1])
    if case.kind in ("good", "bad") and is_bad != (case.kind == "bad"):
        differences.append(f"{name}: what Apache Kafka says of it\n" + "\n".join(reference[0][:12]))
    if reference[0] == other[0]:
        return
    for key in ((api.name, case.listener, str(version), case.title), (api.name, case.listener, "*", case.title)):
        if key in NOT_YET and subject == "moldau":
            waiting.add(key)
            return
    lines = difflib.unified_diff(reference[0], other[0], "Apache Kafka", "subject", lineterm="", n=1)
    differences.append(name + "\n" + "\n".join(list(lines)[2:SHOWN]))


def answer(speaker, api, version, case, spoil):
    """(lines to compare, the answer itself)."""
    try:
        if case.kind == "end":
            api = speaker.started[case.keep][1]
            row = speaker.end(case.keep)
        else:
            fields = recorder.build_request(api, version, case.request, speaker.names())
            if case.kind == "start":
                speaker.start(case.keep, api, version, fields)
                return [], None
            row = speaker.ask(api, version, fields, spoil or (lambda body: body))
    except Closed:
        return CLOSED, None
    except NameError as missing:
        return [f"an answer before this one did not come: {missing}"], None
    except TimeoutError:
        return [f"no answer within {recorder.TIMEOUT_S} s"], None
    speaker.last = row
    if case.keep:
        speaker.kept[case.keep] = row
    return recorder.shown(speaker, api.name, row), row


@pytest.mark.parametrize("listener", ["broker", "controller"])
def test_versions_next_to_the_range(speakers, listener):
    """A version that is not offered ends the connection."""
    both = speakers(listener)
    offered = both[1].advertised()
    for api in schema.apis().values():
        # ApiVersions answers any version.
        if api.key in offered and api.name != "ApiVersions":
            for version in (api.request.versions[0] - 1, api.request.versions[1] + 1):
                outcomes = []
                for speaker in both:
                    try:
                        speaker.send(recorder.bare_request(api, version))
                        outcomes.append("an answer")
                    except Closed:
                        outcomes.append("closed")
                assert outcomes == ["closed", "closed"], f"{api.name} v{version}"
