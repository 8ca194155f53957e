"""Members of classic consumer groups as raw requests, each on a connection of its own.

`send_join` does not wait, since the server answers a JoinGroup when the rebalance is over; `receive_join` does.
"""

import struct
import time
from typing import Dict, List, Optional

from wire import calls, errors, schema
from wire.codec import Row
from wire.connection import Connection, frame

JOIN, SYNC, HEARTBEAT, LEAVE, COMMIT, FETCH = 7, 4, 4, 4, 8, 8
# The first whose generation may be the epoch of a member by the consumer protocol.
COMMIT_BY_EPOCH = 9
READY_S = 30


def subscription(*topics: str) -> bytes:
    """ConsumerProtocolSubscription v0."""
    names = b"".join(struct.pack(">h", len(name)) + name.encode() for name in topics)
    return struct.pack(">hi", 0, len(topics)) + names + struct.pack(">i", -1)


def await_coordinator(wire: Connection, group: str) -> None:
    """Until the group's coordinator is there: __consumer_offsets is made on first use."""
    deadline = time.monotonic() + READY_S
    while True:
        (row,) = schema.call(wire, "FindCoordinator", 4, key_type=0, coordinator_keys=[group]).coordinators
        if row.error_code == errors.NONE:
            fetched = schema.call(wire, "OffsetFetch", FETCH, groups=[{"group_id": group}]).groups[0]
            if fetched.error_code not in calls.NO_COORDINATOR:
                return
        assert time.monotonic() < deadline, f"no coordinator for {group}: error {row.error_code}"
        time.sleep(0.05)


def commit(wire: Connection, group: str, topic: str, offset: int = 1, partitions=(0,), metadata: str = "", version: int = COMMIT, **fields) -> List[int]:
    """Error code of each partition, by number (Kafka answers those it refuses first)."""
    rows = [{"partition_index": index, "committed_offset": offset, "committed_metadata": metadata} for index in partitions]
    answer = schema.call(wire, "OffsetCommit", version, group_id=group, topics=[{"name": topic, "partitions": rows}], **fields)
    return [row.error_code for row in sorted(answer.topics[0].partitions, key=lambda row: row.partition_index)]


def committed(wire: Connection, group: str, topic: str, partition: int = 0) -> int:
    """-1 where nothing is committed."""
    asked = [{"group_id": group, "topics": [{"name": topic, "partition_indexes": [partition]}]}]
    (row,) = schema.call(wire, "OffsetFetch", FETCH, groups=asked).groups[0].topics[0].partitions
    assert row.error_code == errors.NONE
    return row.committed_offset


def describe(wire: Connection, group: str) -> Row:
    (row,) = schema.call(wire, "DescribeGroups", 5, groups=[group]).groups
    return row


class Member:
    """`id` and `generation` are what the last JoinGroup answered."""

    def __init__(self, bootstrap: str, group: str, topic: str, instance: Optional[str] = None, session_s=30, rebalance_s=60):
        self.wire = Connection(bootstrap, timeout=90)
        self.group, self.topic, self.instance = group, topic, instance
        self.session_ms, self.rebalance_ms = int(session_s * 1000), int(rebalance_s * 1000)
        self.id, self.generation, self.leader = "", -1, ""
        self.members: List[str] = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wire.close()

    def reconnect(self, bootstrap: str) -> None:
        self.wire.close()
        self.wire = Connection(bootstrap, timeout=90)

    def who(self) -> Dict:
        return {"group_id": self.group, "member_id": self.id, "group_instance_id": self.instance}

    def send_join(self, version: int = JOIN) -> None:
        fields = {
            **self.who(), "session_timeout_ms": self.session_ms, "rebalance_timeout_ms": self.rebalance_ms, "protocol_type": "consumer",
            "protocols": [{"name": "range", "metadata": subscription(self.topic)}],
        }
        if version < 5:
            del fields["group_instance_id"]
        self.joining = version
        self.wire.send_raw(frame(schema.request_bytes(schema.apis()["JoinGroup"], version, fields, 1, b"conformance")))

    def receive_join(self) -> Row:
        row = schema.read_answer(schema.apis()["JoinGroup"], self.joining, self.wire.receive_frame(), 1)
        if row.error_code in (errors.NONE, errors.MEMBER_ID_REQUIRED):
            self.id = row.member_id
        if row.error_code == errors.NONE:
            self.generation, self.leader, self.members = row.generation_id, row.leader, [member.member_id for member in row.members]
        return row

    def join(self, version: int = JOIN) -> Row:
        """The whole round of one member: with a second JoinGroup when the first only gives an id."""
        self.send_join(version)
        row = self.receive_join()
        if row.error_code == errors.MEMBER_ID_REQUIRED:
            self.send_join(version)
            row = self.receive_join()
        assert row.error_code == errors.NONE, f"JoinGroup: {row.error_code}"
        return row

    def sync_row(self, assignments: Optional[Dict[str, bytes]] = None) -> Row:
        rows = [{"member_id": member, "assignment": data} for member, data in (assignments or {}).items()]
        return schema.call(
            self.wire, "SyncGroup", SYNC, **self.who(), generation_id=self.generation, assignments=rows)

    def sync(self) -> bytes:
        """As the leader it gives each member its own id as assignment."""
        row = self.sync_row({member: member.encode() for member in self.members})
        assert row.error_code == errors.NONE, f"SyncGroup: {row.error_code}"
        return row.assignment

    def heartbeat(self) -> int:
        return schema.call(self.wire, "Heartbeat", HEARTBEAT, **self.who(), generation_id=self.generation).error_code

    def commit(self, offset: int) -> int:
        (code,) = commit(
            self.wire, self.group, self.topic, offset, generation_id_or_member_epoch=self.generation, member_id=self.id,
            group_instance_id=self.instance)
        return code

    def leave_row(self) -> Row:
        members = [{"member_id": self.id, "group_instance_id": self.instance}]
        return schema.call(self.wire, "LeaveGroup", LEAVE, group_id=self.group, members=members)
