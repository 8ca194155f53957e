"""One server with a controller listener of its own for the whole folder."""

import tempfile
from pathlib import Path

import pytest

from harness.node import HOST, formatted_node
from wire.connection import Connection


@pytest.fixture(scope="session")
def node(subject):
    if subject not in ("moldau", "kafka"):
        pytest.skip("needs a server that the tests themselves start")
    with tempfile.TemporaryDirectory(prefix="moldau-node-") as root:
        shared = formatted_node(subject, Path(root)).start()
        yield shared
        shared.kill()


@pytest.fixture
def start_formatted(subject, tmp_path):
    """Starts a node of the test's own, formatted with the options given."""
    started = []

    def start(*options):
        own = formatted_node(subject, tmp_path / f"node{len(started)}", *options)
        started.append(own)
        return own.start()

    yield start
    for own in started:
        own.remove()


@pytest.fixture
def controller(node):
    """A raw connection to the controller listener."""
    with Connection(f"{HOST}:{node.controller_port}") as connection:
        yield connection


@pytest.fixture(params=["broker", "controller"])
def either(request, node):
    """A raw connection to each kind of listener in turn."""
    port = node.port if request.param == "broker" else node.controller_port
    with Connection(f"{HOST}:{port}") as connection:
        connection.kind = request.param
        yield connection
