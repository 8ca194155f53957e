"""What the server itself says of the groups, again and again: in a stable generation, and at any epoch of the consumer
protocol, no partition may have two members."""

import struct
import threading
from typing import Dict, List

from wire import errors, schema
from wire.connection import Closed, Connection

EVERY_S = 0.25


def assigned(data: bytes) -> List[tuple]:
    """Partitions of a ConsumerProtocolAssignment."""
    if not data:
        return []
    found, at = [], 6
    (topics,) = struct.unpack_from(">i", data, 2)
    for _ in range(topics):
        (size,) = struct.unpack_from(">h", data, at)
        topic = data[at + 2 : at + 2 + size].decode()
        (count,) = struct.unpack_from(">i", data, at + 2 + size)
        at += 6 + size
        found += [(topic, number) for number in struct.unpack_from(f">{count}i", data, at)]
        at += 4 * count
    return found


class Observer(threading.Thread):
    """`groups` maps a group to its protocol. `looks` counts the answers that were checked, for each group."""

    def __init__(self, bootstrap: str, groups: Dict[str, str]):
        super().__init__(daemon=True)
        self.bootstrap, self.groups = bootstrap, groups
        self.faults: List[str] = []
        self.looks = {group: 0 for group in groups}
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(EVERY_S):
            try:
                with Connection(self.bootstrap, timeout=5) as wire:
                    while not self.stopping.wait(EVERY_S):
                        for group, protocol in self.groups.items():
                            self.look(group, (classic if protocol == "classic" else consumer)(wire, group))
            except (OSError, Closed):
                continue

    def stop(self) -> None:
        self.stopping.set()
        self.join()

    def look(self, group: str, members: Dict[str, list]) -> None:
        owners: Dict[tuple, str] = {}
        for member, partitions in members.items():
            for key in partitions:
                if owners.setdefault(key, member) != member:
                    self.faults.append(f"{group}: the server gives {key} to {owners[key]} and {member}: {members}")
        self.looks[group] += bool(owners)


def classic(wire: Connection, group: str) -> Dict[str, list]:
    (row,) = schema.call(wire, "DescribeGroups", 5, groups=[group]).groups
    if row.error_code != errors.NONE or row.group_state != "Stable":
        return {}
    return {member.member_id: assigned(member.member_assignment) for member in row.members}


def consumer(wire: Connection, group: str) -> Dict[str, list]:
    (row,) = schema.call(wire, "ConsumerGroupDescribe", 0, group_ids=[group]).groups
    if row.error_code != errors.NONE:
        return {}
    return {
        member.member_id: [(topic.topic_name, number) for topic in member.assignment.topic_partitions for number in topic.partitions]
        for member in row.members
    }
