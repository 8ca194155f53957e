"""O-GRP-3: half-joined members and leavers must not wedge a rebalance.

Sources: redpanda-data/redpanda#25270, streamnative/kop#380, apache/kafka#6251, redpanda-data/redpanda#3300.
"""

import contextlib
import time

import pytest

from waiting import eventually
from wire import calls, errors, groups

SESSION_S = 6


@pytest.fixture
def topic(wire, new_name):
    return calls.create_topic(wire, new_name(), 2)


@pytest.fixture
def new_member(wire, bootstrap, topic, new_name):
    """`new_member()` makes members of one group."""
    group = new_name()
    groups.await_coordinator(wire, group)
    with contextlib.ExitStack() as stack:
        yield lambda session_s=SESSION_S: stack.enter_context(groups.Member(bootstrap, group, topic, session_s=session_s))


def test_a_member_that_never_came_back(wire, bootstrap, new_member):
    first, half, third = (new_member() for _ in range(3))
    first.send_join(4)
    assert first.receive_join().error_code == errors.MEMBER_ID_REQUIRED
    first.join(4)
    first.sync()
    half.send_join(4)
    assert half.receive_join().error_code == errors.MEMBER_ID_REQUIRED
    state = lambda: (groups.describe(wire, first.group).group_state, len(groups.describe(wire, first.group).members))  # noqa: E731
    assert state() == ("Stable", 1)
    eventually(lambda: state() == ("Empty", 0), 2 * SESSION_S + 1, "an empty group", every=0.2)
    third.join(4)
    third.sync()
    assert state() == ("Stable", 1)


@pytest.fixture
def rebalancing(new_member):
    """a, b and c, with c and a waiting for b to rejoin; and when that began."""
    a, b, c = new_member(60), new_member(SESSION_S), new_member(60)
    a.join()
    a.sync()
    b.send_join()
    assert b.receive_join().error_code == errors.MEMBER_ID_REQUIRED
    rejoin_together(b, a)
    c.send_join()
    assert c.receive_join().error_code == errors.MEMBER_ID_REQUIRED
    c.send_join()
    eventually(lambda: a.heartbeat() == errors.REBALANCE_IN_PROGRESS, 5, "a rebalance")
    a.send_join()
    return a, b, c, time.monotonic()


def rejoin_together(newcomer, leader):
    newcomer.send_join()
    eventually(lambda: leader.heartbeat() == errors.REBALANCE_IN_PROGRESS, 5, "a rebalance")
    leader.send_join()
    assert leader.receive_join().error_code == newcomer.receive_join().error_code == errors.NONE
    for member in (leader, newcomer):
        member.sync()


def test_leaving_in_mid_rebalance(rebalancing):
    a, b, c, began = rebalancing
    assert b.leave_row().members[0].error_code == errors.NONE
    answered(a, c)
    assert time.monotonic() - began < 3


def test_a_closed_socket_in_mid_rebalance(rebalancing):
    a, b, c, began = rebalancing
    b.wire.close()
    answered(a, c)
    assert SESSION_S / 2 < time.monotonic() - began < 2 * SESSION_S


def answered(*members):
    for member in members:
        assert member.receive_join().error_code == errors.NONE
    assert {member.generation for member in members} == {members[0].generation}
    leader = next(member for member in members if member.id == member.leader)
    assert set(leader.members) == {member.id for member in members}
