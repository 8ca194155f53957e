"""Fixtures of the Java suites."""

from pathlib import Path

import pytest

from java_tools import Java


@pytest.fixture(scope="session")
def java(need, tmp_path_factory):
    java = Java(need("kafka_jars"), tmp_path_factory.mktemp("java"))
    java.compile(Path(__file__).parent / "programs")
    return java
