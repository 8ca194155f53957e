"""O-GRP-2: a static member that returns gets a new member id, the old one is fenced, and all of it survives a restart.

Sources: apache/kafka#6899, twmb/franz-go#931, confluentinc/confluent-kafka-go#494.
"""

import contextlib

import pytest

from waiting import eventually
from wire import calls, errors, groups, schema
from wire.connection import Connection

TOPIC, GROUP = "t", "g"


@pytest.fixture
def own(start_node):
    return start_node()


def test_static_member_returns(own):
    with contextlib.ExitStack() as stack:
        wire = stack.enter_context(Connection(own.bootstrap))
        calls.create_topic(wire, TOPIC, 2)
        groups.await_coordinator(wire, GROUP)
        first, second, back = (
            stack.enter_context(groups.Member(own.bootstrap, GROUP, TOPIC, name)) for name in ("i1", "i2", "i2"))
        joined_without_a_second_round(first)
        both_stable(first, second)
        generation, assigned = first.generation, second.id.encode()

        row = back.join()
        assert (row.error_code, back.generation) == (errors.NONE, generation)
        assert back.id not in ("", second.id)
        assert back.sync() == assigned
        assert first.heartbeat() == errors.NONE, "no rebalance for the other"
        old_id_is_fenced(second)

        wire.close()
        own.restart()
        wire = stack.enter_context(Connection(own.bootstrap))
        groups.await_coordinator(wire, GROUP)
        for member in (first, back):
            member.reconnect(own.bootstrap)
            assert member.heartbeat() == errors.NONE
        assert leave(wire, "i2") == errors.NONE
        eventually(lambda: first.heartbeat() == errors.REBALANCE_IN_PROGRESS, 5, "i1 is told to rejoin")
        assert leave(wire, "i2") == errors.UNKNOWN_MEMBER_ID
        assert leave(wire, "zz") == errors.UNKNOWN_MEMBER_ID


def joined_without_a_second_round(member):
    member.send_join()
    assert member.receive_join().error_code == errors.NONE
    member.sync()


def both_stable(first, second):
    second.send_join()
    eventually(lambda: first.heartbeat() == errors.REBALANCE_IN_PROGRESS, 5, "a rebalance")
    first.send_join()
    for member in (first, second):
        assert member.receive_join().error_code == errors.NONE
    assert first.id == first.leader
    for member in (first, second):
        assert member.sync() == member.id.encode()


def old_id_is_fenced(old):
    assert old.heartbeat() == errors.FENCED_INSTANCE_ID
    assert old.commit(1) == errors.FENCED_INSTANCE_ID
    assert old.sync_row().error_code == errors.FENCED_INSTANCE_ID
    left = old.leave_row()
    assert (left.error_code, left.members[0].error_code) == (errors.NONE, errors.FENCED_INSTANCE_ID)
    old.send_join()
    assert old.receive_join().error_code == errors.FENCED_INSTANCE_ID
    old.instance = None
    assert old.heartbeat() == errors.UNKNOWN_MEMBER_ID


def leave(wire, instance):
    """The error code inside the entry of the member."""
    answer = schema.call(wire, "LeaveGroup", groups.LEAVE, group_id=GROUP, members=[{"member_id": "", "group_instance_id": instance}])
    assert answer.error_code == errors.NONE
    return answer.members[0].error_code
