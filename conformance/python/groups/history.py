"""What the members of a group said, checked: `faults` gives a line for each rule that was broken.

The rules, for each partition:
* Two members never own it at the same time. A member that was paused for long, or says that it lost the partition, may
  have been put out of the group without knowing; what it believes to own meanwhile does not count.
* It is not without an owner for longer than a rebalance takes, once it has had one.
* An accepted commit is never behind one that was accepted before it was sent, and who is assigned the partition is told
  an offset not behind the commits accepted before.
"""

import bisect
from typing import Dict, List, NamedTuple, Optional

from groups_course import SESSION_MS, UNKNOWN

POLL_INTERVAL_MS = 15000
# A member that is put out needs its session to end, and the rebalance after it all others to come back or to be put out.
REBALANCE_MS = SESSION_MS + POLL_INTERVAL_MS + 9000
# A pause from here on may end a session, what with a heartbeat that was due.
LONG_PAUSE_MS = SESSION_MS // 3


class Life(NamedTuple):
    """A process: its events, when it ended (None: it still runs), and its pauses."""

    name: str
    events: List[dict]
    end: Optional[int]
    pauses: List[tuple]


class Span(NamedTuple):
    """`sure` until: up to there the group had this member as the owner."""

    member: str
    start: int
    sure: int
    end: int


def spans_of(life: Life, until: int) -> Dict[tuple, List[Span]]:
    found: Dict[tuple, List[Span]] = {}
    open_since: Dict[tuple, int] = {}
    end = until if life.end is None else life.end

    def close(key: tuple, at: int, lost: bool) -> None:
        start = open_since.pop(key)
        sure = min([begin for begin, resumed in life.pauses if resumed - begin >= LONG_PAUSE_MS and start <= begin <= at], default=at)
        if lost:
            sure = min(sure, max(start, at - REBALANCE_MS))
        found.setdefault(key, []).append(Span(life.name, start, sure, at))

    for event in life.events:
        if event["event"] == "assigned":
            for topic, number, _ in event["partitions"]:
                open_since.setdefault((topic, number), event["at"])
        elif event["event"] in ("revoked", "lost"):
            for topic, number in event["partitions"]:
                if (topic, number) in open_since:
                    close((topic, number), event["at"], event["event"] == "lost")
    for key in list(open_since):
        close(key, max(end, open_since[key]), False)
    return found


def faults(lives: List[Life], until: int, downs: List[tuple]) -> List[str]:
    """`downs` are the times without a server."""
    spans: Dict[tuple, List[Span]] = {}
    for life in lives:
        for key, some in spans_of(life, until).items():
            spans.setdefault(key, []).extend(some)
    found = []
    for key, some in sorted(spans.items()):
        some.sort(key=lambda span: span.start)
        found += two_owners(key, some) + no_owner(key, some, until, downs)
    return found + commits_going_back(lives)


def two_owners(key: tuple, spans: List[Span]) -> List[str]:
    found = []
    for at, first in enumerate(spans):
        for second in spans[at + 1 :]:
            if second.start < first.sure and second.sure > second.start and second.member != first.member:
                found.append(f"{key} has two owners from {second.start} to {min(first.sure, second.sure)}: {first} and {second}")
    return found


def no_owner(key: tuple, spans: List[Span], until: int, downs: List[tuple]) -> List[str]:
    found = []
    covered = spans[0].end
    for span in [*spans[1:], Span("the end", until, until, until)]:
        down = sum(max(0, min(span.start, end) - max(covered, start)) for start, end in downs)
        if span.start - covered - down > REBALANCE_MS:
            found.append(f"{key} had no owner from {covered} to {span.start}, then {span.member}; without a server for {down} ms of it")
        covered = max(covered, span.end)
    return found


def commits_going_back(lives: List[Life]) -> List[str]:
    accepted: Dict[tuple, List[tuple]] = {}
    for life in lives:
        for event in life.events:
            if event["event"] == "committed":
                key = (event["topic"], event["partition"])
                accepted.setdefault(key, []).append((event["at"], event["offset"], event["sent"], life.name))
    highest = {key: running_maximum(rows) for key, rows in accepted.items()}
    found = []
    for key, rows in sorted(accepted.items()):
        for _, offset, sent, name in rows:
            before = highest_before(highest, key, sent)
            if offset < before:
                found.append(f"{key}: {name} committed {offset} at {sent}, after {before}")
    for life in lives:
        for event in life.events:
            for topic, number, offset in event["partitions"] if event["event"] == "assigned" else ():
                before = highest_before(highest, (topic, number), event["at"])
                if offset != UNKNOWN and offset < before:
                    found.append(f"{(topic, number)}: {life.name} was told {offset} at {event['at']}, after a commit of {before}")
    return found


def running_maximum(rows: List[tuple]) -> tuple:
    """The times, and the highest offset accepted by each of them."""
    rows.sort()
    times, tops = [], []
    for at, offset, *_ in rows:
        times.append(at)
        tops.append(max(offset, tops[-1] if tops else 0))
    return times, tops


def highest_before(highest: Dict[tuple, tuple], key: tuple, time: int) -> int:
    if key not in highest:
        return -1
    times, tops = highest[key]
    at = bisect.bisect_left(times, time)
    return tops[at - 1] if at else -1
