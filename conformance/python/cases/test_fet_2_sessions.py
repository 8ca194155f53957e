"""O-FET-2: forgotten partitions, wrong session epochs, evicted sessions.

Sources: platformatic/kafka#321, redpanda-data/redpanda#27749, apache/kafka#11104.
"""

import time

import pytest

from wire import calls, errors, records
from wire.connection import Connection

SESSIONS = 1000


def full(wire, topic):
    answer = calls.fetch(wire, topic, {0: 0, 1: 0}, session_id=0, session_epoch=0, max_wait_ms=0)
    assert answer.error_code == errors.NONE
    return answer


def next_in(wire, topic, session, epoch, forget=(), max_wait_ms=200):
    forgotten = [{"topic": topic, "partitions": list(forget)}] if forget else []
    return calls.fetch(
        wire, topic, {}, session_id=session, session_epoch=epoch, forgotten_topics_data=forgotten, max_wait_ms=max_wait_ms
    )


@pytest.fixture
def topic(wire, topic_name):
    return calls.create_topic(wire, topic_name, partitions=2)


def test_a_session_step_by_step(wire, topic):
    session = full(wire, topic).session_id
    assert session != 0
    for partition in (0, 1):
        calls.produce_ok(wire, topic, records.simple(b"one"), partition)

    answer = next_in(wire, topic, session, 1, forget=[1])
    assert set(calls.partitions_in(answer)) == {0}, "partition 1 was forgotten"

    calls.produce_ok(wire, topic, records.simple(b"two"), 1)
    answer = next_in(wire, topic, session, 2)
    assert set(calls.partitions_in(answer)) == {0}
    (again,) = records.parse(calls.partitions_in(answer)[0].records)
    assert again.base_offset == 0, "the offset in the session was not moved"

    answer = next_in(wire, topic, session, 2)
    assert (answer.error_code, answer.responses) == (errors.INVALID_FETCH_SESSION_EPOCH, [])
    answer = next_in(wire, topic, session + 1000, 1)
    assert (answer.error_code, answer.responses) == (errors.FETCH_SESSION_ID_NOT_FOUND, [])

    answer = next_in(wire, topic, session, 3, forget=[0])
    assert (answer.error_code, answer.responses) == (errors.NONE, [])
    answer = next_in(wire, topic, session, 4)
    assert answer.error_code == errors.FETCH_SESSION_ID_NOT_FOUND, "an empty session is closed"


def test_nothing_new_gives_no_partitions(wire, topic):
    session = full(wire, topic).session_id
    started = time.monotonic()
    answer = next_in(wire, topic, session, 1, max_wait_ms=100)
    assert (answer.error_code, answer.responses) == (errors.NONE, [])
    assert 0.09 <= time.monotonic() - started < 2


def test_a_full_cache_still_gives_data(start_node, topic_name):
    own = start_node()
    with Connection(own.bootstrap) as wire:
        calls.create_topic(wire, topic_name, partitions=2)
        calls.produce_ok(wire, topic_name, records.simple(b"one"))
        sessions = [full(wire, topic_name).session_id for _ in range(SESSIONS)]
        assert 0 not in sessions and len(set(sessions)) == SESSIONS
        answer = full(wire, topic_name)
        assert answer.session_id == 0
        assert records.parse(calls.partitions_in(answer)[0].records)
