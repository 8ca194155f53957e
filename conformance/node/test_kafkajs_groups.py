"""Consumer groups of kafkajs, through `groups_course.py`. It has one assigner, no static members, and resolves a
pattern only when it subscribes."""

import os
from pathlib import Path

import pytest

from groups_course import QUICK_GROUPS, Course, Kind, come_and_go


@pytest.fixture(scope="module")
def groups_node(start_module_node):
    return start_module_node(QUICK_GROUPS)


@pytest.fixture
def course(need, groups_node, topic_name):
    environment = {**os.environ, "NODE_PATH": need("node_modules"), "KAFKAJS_NO_PARTITIONER_WARNING": "1"}
    kind = Kind("kafkajs", ["node", str(Path(__file__).with_name("group_member.js"))], assignor="roundrobin")
    with Course(groups_node.bootstrap, topic_name, kind, "g-" + topic_name, environment) as made:
        yield made


def test_come_and_go(course):
    come_and_go(course)
