"""Which tests of librdkafka run: MOLDAU_LIBRDKAFKA is empty (the quick ones that must pass), `all`, or numbers."""

import os
from pathlib import Path

import pytest

import librdkafka_suite as suite
from harness.node import new_node

SUBJECT = os.environ.get("MOLDAU_SUBJECT", "moldau")
WANTED = os.environ.get("MOLDAU_LIBRDKAFKA", "")


def chosen():
    """Cases to run; those outside of allow.txt only when asked for."""
    allowed = suite.allowed()
    if not WANTED:
        return [case for case, marks in allowed.items() if "slow" not in marks]
    tests = os.environ.get("MOLDAU_LIBRDKAFKA_TESTS")
    known = sorted({*allowed, *(suite.cases_of(Path(tests)) if tests else [])})
    if WANTED == "all":
        return known
    return [case for case in known if case.number in WANTED.split(",")]


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", chosen(), ids=str)


@pytest.fixture(scope="session")
def run_case(need, tmp_path_factory):
    """`run_case(case)`: its outcome on the server that all of them share; a server that died is started again."""
    tests = Path(need("librdkafka"))
    out = Path(os.environ.get("MOLDAU_LIBRDKAFKA_OUT") or tmp_path_factory.mktemp("librdkafka")).resolve()
    runner = suite.Runner(tests, out, os.environ.get("MOLDAU_KAFKA_LIB"))
    if SUBJECT not in ("moldau", "kafka"):
        yield lambda case: runner.run(case, SUBJECT)
        return
    node = new_node(SUBJECT, tmp_path_factory.mktemp("node"), suite.SETTINGS)

    def run(case):
        if not node.alive():
            node.start()
        result = runner.run(case, node.bootstrap)
        if not node.alive():
            return suite.Outcome("failed", result.seconds, f"the server ended\n{node.log_tail()}")
        return result

    yield run
    node.remove()
