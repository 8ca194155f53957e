"""docs/reference/apis.md says which APIs and versions are served, beside Apache Kafka's, and what brings the rest.

It is made here from the answers of both servers, on both listeners. `missing.txt` names the work for each API that
is not there; the test fails when the page is not current. MOLDAU_RENEW=1 writes it.
"""

import os
from pathlib import Path

import pytest

from harness.node import Kafka, Moldau
from wire import schema
from wire.connection import Connection

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "apis.md"
MISSING = Path(__file__).with_name("missing.txt")
HEADER = """# APIs

<!-- Made by `conformance/run apis` from the answers of both servers to ApiVersions; MOLDAU_RENEW=1 renews it. -->

Which APIs Moldau serves, and in which versions, beside Apache Kafka 4.4.0, on the listeners of brokers and of
controllers. An API that is not served completely is not offered, with one exception: FindCoordinator answers for
transactional ids although there is no coordinator of transactions yet (ARCHITECTURE.md, decision 13). *Comes with*
names the work that brings an API.
"""
LISTENERS = {"broker": "Listeners of brokers", "controller": "Listeners of controllers"}
NAMES = {api.key: api.name for api in schema.apis().values()}


@pytest.fixture(scope="module")
def offered(need, subject, tmp_path_factory):
    """{(server, listener): {API key: (lowest, highest)}}."""
    need("kafka_jars")
    if subject != "moldau":
        pytest.skip("the page is about Moldau")
    found = {}
    for kind in (Kafka, Moldau):
        options = {"properties": True} if kind is Moldau else {}
        own = kind(tmp_path_factory.mktemp(kind.kind), **options)
        own.format("bW9sZGF1LWNvbmZvcm0tMQ")
        own.start()
        for listener, port in (("broker", own.port), ("controller", own.controller_port)):
            with Connection(f"127.0.0.1:{port}") as wire:
                found[own.kind, listener] = wire.versions
        own.remove()
    return found


def missing() -> dict:
    """{API name: the work that brings it}."""
    work, found = "", {}
    for line in MISSING.read_text().splitlines():
        if line.startswith("["):
            work = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            found.update((name, work) for name in line.split())
    return found


def page(offered, works) -> str:
    text = HEADER
    for listener, title in LISTENERS.items():
        kafka, moldau = offered["kafka", listener], offered["moldau", listener]
        whole = sum(kafka.get(key) == versions for key, versions in moldau.items())
        text += f"\n## {title}\n\n{whole} of {len(kafka)} as Apache Kafka has them.\n\n"
        text += "| Key | API | Apache Kafka 4.4.0 | Moldau | Comes with |\n|---|---|---|---|---|\n"
        for key in sorted(set(kafka) | set(moldau)):
            ours = moldau.get(key)
            comes = "" if ours == kafka.get(key) else works.get(NAMES[key], "?") if key in kafka else "here without a plug-in, see below"
            text += f"| {key} | {NAMES[key]} | {shown(kafka.get(key))} | {shown(ours)} | {comes} |\n"
    return text + NOTES


NOTES = """
Apache Kafka offers GetTelemetrySubscriptions and PushTelemetry once a plug-in that takes the metrics is configured;
Moldau always does, and shows what clients push on `/metrics`.
"""


def shown(versions) -> str:
    return "-" if versions is None else f"{versions[0]} to {versions[1]}"


def test_the_page_is_current(offered):
    current = page(offered, missing())
    if os.environ.get("MOLDAU_RENEW"):
        PAGE.write_text(current)
    assert PAGE.read_text() == current, "not current: MOLDAU_RENEW=1 conformance/run apis"


def test_every_gap_names_the_work_that_fills_it(offered):
    works = missing()
    gaps = {
        NAMES[key]
        for listener in LISTENERS
        for key, versions in offered["kafka", listener].items()
        if offered["moldau", listener].get(key) != versions
    }
    assert gaps <= set(works), "name the work for these in missing.txt"
    assert set(works) <= gaps, "served now: take these out of missing.txt"
