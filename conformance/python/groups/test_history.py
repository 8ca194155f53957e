"""The checker sees what it is there for."""

from history import REBALANCE_MS, Life, faults

KEY = ("t", 0)


def life(name, *events, end=None, pauses=()):
    return Life(name, [dict(zip(("event", "at", "partitions"), event)) if event[0] != "committed" else
                       dict(zip(("event", "sent", "at", "offset"), event), topic="t", partition=0) for event in events], end, list(pauses))


def had(at, offset=-1):
    return ("assigned", at, [[*KEY, offset]])


def gave(at, how="revoked"):
    return (how, at, [list(KEY)])


def check(until, *lives, downs=()):
    return [fault.split(") ")[1][:13] if ") " in fault else fault.split(": ")[1][:20] for fault in faults(list(lives), until, list(downs))]


def test_one_after_the_other():
    assert check(5000, life("a", had(0), gave(1000)), life("b", had(1001))) == []


def test_two_owners():
    assert check(5000, life("a", had(0), gave(2000)), life("b", had(1500))) == ["has two owner"]
    assert check(5000, life("a", had(0), end=2000), life("b", had(1500))) == ["has two owner"]


def test_who_was_paused_or_lost_it_may_not_know():
    assert check(20000, life("a", had(0), gave(12000), pauses=[(1000, 11000)]), life("b", had(8000))) == []
    assert check(20000, life("a", had(0), gave(12000, "lost")), life("b", had(8000))) == []
    assert check(20000, life("a", had(0), gave(12000), pauses=[(1000, 1500)]), life("b", had(8000))) == ["has two owner"]


def test_no_owner():
    late = REBALANCE_MS + 2000
    assert check(late, life("a", had(0), gave(1000))) == ["had no owner "]
    assert check(late, life("a", had(0), gave(1000)), life("b", had(late - 10))) == ["had no owner "]
    assert check(late, life("a", had(0), gave(1000)), downs=[(1500, 4000)]) == []


def test_commits():
    first = life("a", had(0), ("committed", 10, 20, 100), gave(500))
    assert check(2000, first, life("b", had(600, 100), ("committed", 700, 710, 150))) == []
    assert check(2000, first, life("b", had(600, 90))) == ["b was told 90 at 600"]
    assert check(2000, first, life("b", had(600, -1))) == ["b was told -1 at 600"]
    assert check(2000, first, life("b", had(600, -2), ("committed", 700, 710, 99))) == ["b committed 99 at 70"]
    # Sent before the other was accepted: their order is not known.
    assert check(2000, life("a", had(0), ("committed", 10, 900, 100), gave(950)), life("b", had(960, -2), ("committed", 890, 990, 99))) == []
