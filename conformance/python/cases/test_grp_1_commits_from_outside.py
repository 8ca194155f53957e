"""O-GRP-1: commits from outside the group protocol.

Sources: confluentinc/librdkafka#2999, confluentinc/confluent-kafka-python#1004, apache/kafka#12598, apache/kafka#14067.
"""

import pytest

from wire import calls, errors, groups


@pytest.fixture
def topic(wire, new_name):
    return calls.create_topic(wire, new_name(), 2)


@pytest.fixture
def group(wire, new_name):
    name = new_name()
    groups.await_coordinator(wire, name)
    return name


@pytest.fixture
def member(bootstrap, group, topic):
    with groups.Member(bootstrap, group, topic) as member:
        yield member


def test_unknown_group(wire, group, topic):
    assert groups.commit(wire, group, topic, 7) == [errors.NONE]
    assert groups.committed(wire, group, topic) == 7
    described = groups.describe(wire, group)
    assert (described.group_state, described.protocol_type) == ("Empty", "")


def test_unknown_group_with_a_generation(wire, group, topic):
    refused = groups.commit(wire, group, topic, generation_id_or_member_epoch=5, member_id="x")
    assert refused == [errors.ILLEGAL_GENERATION]


def test_while_members_are_there(wire, member, group, topic):
    member.join()
    assert groups.commit(wire, group, topic) == [errors.UNKNOWN_MEMBER_ID], "CompletingRebalance"
    assert member.commit(3) == errors.REBALANCE_IN_PROGRESS
    member.sync()
    assert groups.describe(wire, group).group_state == "Stable"
    assert groups.commit(wire, group, topic) == [errors.UNKNOWN_MEMBER_ID]
    stranger = {"generation_id_or_member_epoch": member.generation, "member_id": "nobody"}
    assert groups.commit(wire, group, topic, **stranger) == [errors.UNKNOWN_MEMBER_ID]
    late = {"generation_id_or_member_epoch": member.generation - 1, "member_id": member.id}
    assert groups.commit(wire, group, topic, **late) == [errors.ILLEGAL_GENERATION]
    assert groups.committed(wire, group, topic) == -1
    assert member.commit(3) == errors.NONE
    assert groups.committed(wire, group, topic) == 3


def test_once_the_members_are_gone(wire, member, group, topic):
    member.join()
    member.sync()
    member.leave_row()
    assert groups.describe(wire, group).group_state == "Empty"
    assert groups.commit(wire, group, topic, 9, group_instance_id="i1") == [errors.NONE]
    assert groups.committed(wire, group, topic) == 9
    refused = groups.commit(wire, group, topic, generation_id_or_member_epoch=member.generation, member_id=member.id)
    assert refused == [errors.UNKNOWN_MEMBER_ID]


@pytest.mark.parametrize("size, code", [(4096, errors.NONE), (4097, errors.OFFSET_METADATA_TOO_LARGE), (5000, errors.OFFSET_METADATA_TOO_LARGE)])
def test_size_of_metadata(wire, group, topic, size, code):
    assert groups.commit(wire, group, topic, metadata="m" * size) == [code]


def test_what_does_not_exist(wire, group, topic):
    unknown = errors.UNKNOWN_TOPIC_OR_PARTITION
    assert groups.commit(wire, group, topic, 4, partitions=(0, 1, 2)) == [errors.NONE, errors.NONE, unknown]
    assert groups.commit(wire, group, topic + "-no") == [unknown]
    assert [groups.committed(wire, group, topic, partition) for partition in (0, 1, 2)] == [4, 4, -1]
