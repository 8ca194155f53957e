"""Consumer groups of confluent-kafka (both protocols), kafka-python and aiokafka, each through `groups_course.py`."""

import pytest

from groups_course import PYTHON_MEMBER, QUICK_GROUPS, Course, Kind, by_pattern, come_and_go, static_return


def kind(client, protocol, assignor, static=True):
    name = "-".join(filter(None, (client, protocol, assignor)))
    return Kind(name, [*PYTHON_MEMBER, client], protocol, assignor, static)


KINDS = [
    kind("confluent-kafka", "classic", "range"),
    kind("confluent-kafka", "classic", "roundrobin"),
    kind("confluent-kafka", "classic", "cooperative-sticky"),
    kind("confluent-kafka", "consumer", None),
    kind("confluent-kafka", "consumer", "range"),
    kind("kafka-python", "classic", "range"),
    kind("kafka-python", "classic", "roundrobin"),
    kind("kafka-python", "classic", "sticky"),
    kind("kafka-python", "classic", "cooperative-sticky"),
    kind("aiokafka", "classic", "range"),
    kind("aiokafka", "classic", "roundrobin"),
    kind("aiokafka", "classic", "sticky"),
]
FIRST_OF_EACH = [KINDS[0], KINDS[3], KINDS[5], KINDS[9]]


@pytest.fixture(scope="module")
def groups_node(start_module_node):
    return start_module_node(QUICK_GROUPS)


@pytest.fixture
def course(groups_node, topic_name):
    return lambda kind: Course(groups_node.bootstrap, topic_name, kind, "g-" + topic_name)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_come_and_go(course, kind):
    with course(kind) as made:
        come_and_go(made)


@pytest.mark.parametrize("kind", FIRST_OF_EACH, ids=lambda kind: kind.name)
def test_static_return(course, kind):
    with course(kind) as made:
        static_return(made)


@pytest.mark.parametrize("kind", FIRST_OF_EACH, ids=lambda kind: kind.name)
def test_pattern(course, kind):
    with course(kind) as made:
        by_pattern(made)
