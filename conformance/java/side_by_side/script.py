"""The scripts of this suite: lines that are run by both servers, one after the other.

    # a comment
    tool TopicCommand --bootstrap-server BOOTSTRAP    what the following runs begin with
    > --create --topic a                              one run: output and exit code must be the same
    topic a 3                                         creates a topic with so many partitions
    write a 0 100                                     so many records of 100 bytes to a partition
    commit g a 0 7                                    a committed offset of a group without members
    member g a                                        a member of a classic group that reads a whole topic
    consumer g a                                      the same by heartbeats; it is gone after 45 seconds
    file offsets.json {"partitions": []}              a file; @offsets.json in a run is its path
    mask TopicId: (\\S+)                               the group differs by nature, from here on
    drop flush.on.ack                                 lines with this are left out, from here on
    sorted                                            the order of lines has no meaning, from here on
    limit 3                                           runs end by being stopped after so many seconds

BOOTSTRAP and CONTROLLER stand for the two listeners. Words are split as a shell does.
"""

import shlex
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import List, Tuple

FOLDER = Path(__file__).with_name("scripts")
NOT_YET = Path(__file__).with_name("not-yet.txt")
LIMIT_S = 60


@dataclass(frozen=True)
class Step:
    """One line, with what holds at that point of its script."""

    script: str
    kind: str
    text: str
    tool: Tuple[str, ...] = ()
    masks: Tuple[str, ...] = ()
    drops: Tuple[str, ...] = ()
    is_sorted: bool = False
    limit_s: float = LIMIT_S
    # Counts runs of the same text in a script, from 1.
    occurrence: int = 1

    @property
    def words(self) -> List[str]:
        return shlex.split(self.text)

    @property
    def name(self) -> str:
        """As `not-yet.txt` says it."""
        again = f" #{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.script}: {self.text}{again}".rstrip()


def read(path: Path) -> List[Step]:
    state = Step(path.stem, "", "")
    steps, seen = [], Counter()
    for line in path.read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if not line.strip() or kind == "#":
            continue
        if kind == "tool":
            state = replace(state, tool=tuple(shlex.split(rest)))
        elif kind == "mask":
            state = replace(state, masks=state.masks + (rest,))
        elif kind == "drop":
            state = replace(state, drops=state.drops + (rest,))
        elif kind == "sorted":
            state = replace(state, is_sorted=True)
        elif kind == "limit":
            state = replace(state, limit_s=float(rest))
        elif kind in (">", "topic", "write", "commit", "member", "consumer", "file"):
            seen[rest] += 1
            steps.append(replace(state, kind=kind, text=rest, occurrence=seen[rest]))
        else:
            raise ValueError(f"{path.name}: what is {line!r}?")
    return steps


def all_steps() -> List[Step]:
    return [step for path in sorted(FOLDER.glob("*.txt")) for step in read(path)]


def not_yet() -> dict:
    """{name of a step: reason}. A line in brackets is the reason of those that follow."""
    reasons, reason = {}, None
    for line in NOT_YET.read_text().splitlines():
        if line.startswith("["):
            reason = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            assert reason, "a line in front of the first reason"
            reasons[line.strip()] = reason
    return reasons
