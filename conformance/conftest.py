"""Fixtures that all suites share: the server under test, connections to it, and topic names.

Sharing: `node` is one server for a whole folder of tests, started with Kafka's defaults; a test that changes the
process (restart, kill, settings) asks `start_node` for its own.
"""

import itertools
import os
import tempfile
from pathlib import Path

import pytest

from harness.node import External, new_node
from wire.connection import Connection

SUBJECT = os.environ.get("MOLDAU_SUBJECT", "moldau")
# What `conformance/run` provides, and the variable that says where it is.
PROVIDED = {
    "kcat": "MOLDAU_KCAT",
    "old_python": "MOLDAU_OLD_PYTHON",
    "kafka_jars": "MOLDAU_KAFKA_LIB",
    "node_modules": "MOLDAU_NODE_MODULES",
    "moldau": "MOLDAU_BIN",
    "go_clients": "MOLDAU_GO_CLIENTS",
    "apache_jars": "MOLDAU_APACHE_JARS",
    "librdkafka": "MOLDAU_LIBRDKAFKA_TESTS",
}
_numbers = itertools.count(1)


def is_external() -> bool:
    return SUBJECT not in ("moldau", "kafka")


def skip_or_fail(reason: str) -> None:
    """A tool is missing: tolerable on a user's machine, a fault in CI."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def subject() -> str:
    return SUBJECT


@pytest.fixture(scope="session")
def on_kafka() -> bool:
    """Whether the reference itself is tested; for the few points where it is not the mark."""
    return SUBJECT == "kafka"


@pytest.fixture(scope="session")
def need():
    """`need("kcat")` gives what `conformance/run` provided for the suite, or skips (fails in CI)."""

    def find(name: str) -> str:
        value = os.environ.get(PROVIDED[name])
        if not value:
            skip_or_fail(os.environ.get("MOLDAU_MISSING_" + name.upper(), f"{name} was not provided"))
        return value

    return find


@pytest.fixture(scope="session")
def node(request):
    """The server most tests share."""
    if is_external():
        yield External(SUBJECT)
        return
    with tempfile.TemporaryDirectory(prefix="moldau-node-") as root:
        shared = new_node(SUBJECT, Path(root), {"log.retention.check.interval.ms": "1000", "log.segment.delete.delay.ms": "1000"})
        shared.start()
        yield shared
        shared.kill()


def _starter(root: Path):
    """`start({"key": "value"})` starts a server; all of them are killed and removed at the end."""
    if is_external():
        pytest.skip("needs a server that the test itself starts")
    started = []

    def start(settings=None, start=True, **options):
        own = new_node(SUBJECT, root / f"node{len(started)}", settings, **options)
        started.append(own)
        return own.start() if start else own

    yield start
    for own in started:
        own.remove()


@pytest.fixture
def start_node(tmp_path):
    """Starts servers of the test's own."""
    yield from _starter(tmp_path)


@pytest.fixture(scope="module")
def start_module_node(tmp_path_factory):
    """Starts servers that the tests of one file share."""
    yield from _starter(tmp_path_factory.mktemp("nodes"))


@pytest.fixture
def bootstrap(node) -> str:
    return node.bootstrap


@pytest.fixture
def wire(node):
    """A raw connection to the shared server."""
    with Connection(node.bootstrap) as connection:
        yield connection


@pytest.fixture
def topic_name() -> str:
    """A name no other test uses."""
    return f"t{os.getpid()}-{next(_numbers)}"


@pytest.fixture
def new_name():
    return lambda: f"t{os.getpid()}-{next(_numbers)}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A failed test shows the end of its servers' logs."""
    outcome = yield
    report = outcome.get_result()
    if report.when == "call" and report.failed:
        for name in ("node", "own"):
            server = item.funcargs.get(name)
            if hasattr(server, "log_tail"):
                report.sections.append((f"log of {server.kind}", server.log_tail()))
