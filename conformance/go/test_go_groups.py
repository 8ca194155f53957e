"""Consumer groups of franz-go (each balancer, both protocols), sarama and kafka-go, each through `groups_course.py`."""

import pytest

from groups_course import QUICK_GROUPS, Course, Kind, by_pattern, come_and_go, static_return

WAYS = [
    *(("franz-go", "classic", balancer) for balancer in ("range", "roundrobin", "sticky", "cooperative-sticky")),
    *(("franz-go", "consumer", assignor) for assignor in ("uniform", "range")),
    *(("sarama", "classic", strategy) for strategy in ("range", "roundrobin", "sticky")),
    *(("kafka-go", "classic", balancer) for balancer in ("range", "roundrobin")),
]


@pytest.fixture(scope="module")
def groups_node(start_module_node):
    return start_module_node(QUICK_GROUPS)


@pytest.fixture
def course(need, groups_node, topic_name):
    def make(way):
        client, protocol, assignor = way
        kind = Kind("-".join(way), [need("go_clients"), "group-member", client], protocol, assignor)
        return Course(groups_node.bootstrap, topic_name, kind, "g-" + topic_name)

    return make


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_come_and_go(course, way):
    with course(way) as made:
        come_and_go(made)


@pytest.mark.parametrize("way", [WAYS[0], WAYS[3], WAYS[6]], ids="-".join)
def test_static_return(course, way):
    """Not with franz-go's consumer protocol, where a static member that goes does not say that it will be back."""
    with course(way) as made:
        static_return(made)


@pytest.mark.parametrize("way", [WAYS[0], WAYS[3], WAYS[4]], ids="-".join)
def test_pattern(course, way):
    with course(way) as made:
        by_pattern(made)
