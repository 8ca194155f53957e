"""Options of the suite `apache`, and which tests it is made of."""

import os
from pathlib import Path

import pytest

import apache_suite

SUBJECT = os.environ.get("MOLDAU_SUBJECT", "moldau")


def pytest_addoption(parser):
    group = parser.getgroup("apache")
    group.addoption("--class", action="append", default=[], dest="apache_classes", help="class, glob of classes, or Class#method; all of it runs")
    group.addoption("--group", action="append", default=[], dest="apache_groups", help="a group of groups.tsv; all of it runs")
    group.addoption("--nodes", choices=["one", "asked"], default="one", help="one node for each cluster, or as many as the test asks for")
    group.addoption("--out", default=None, help="folder that keeps results.tsv and all logs")
    group.addoption("--record", action="store_true", help="against kafka: put the results into the baseline")
    group.addoption("--grow", action="store_true", help="add what passes to allow.txt")


class Plan:
    """What runs, which tests of it are known beforehand, and which of those must pass."""

    def __init__(self, config):
        option = config.getoption
        self.nodes = option("nodes")
        self.baseline = apache_suite.baseline(self.nodes)
        self.allowed = apache_suite.allowed() if self.nodes == "one" else set()
        self.by_hand = bool(option("apache_classes") or option("apache_groups"))
        if self.by_hand:
            self.chosen = apache_suite.choose(option("apache_classes"), option("apache_groups"))
        else:
            names = [(name, self.methods(name)) for name in apache_suite.fast_classes()]
            self.chosen = [apache_suite.Chosen(name, methods) for name, methods in names if methods]
        if SUBJECT == "kafka":
            self.must_pass = {key for key, status in self.baseline.items() if status == "passed"}
        else:
            self.must_pass = self.allowed

    def methods(self, name):
        return sorted({key.split("#")[1].split("[")[0] for key in self.allowed if key.startswith(name + "#")})

    def tests(self):
        """(number in `chosen`, key) of each test known before the run, and one without a key for each class."""
        for number, chosen in enumerate(self.chosen):
            known = self.allowed | set(self.baseline) if self.by_hand else self.allowed
            for key in sorted(known):
                name, _, method = key.partition("#")
                if name == chosen.name and (chosen.methods is None or method.split("[")[0] in chosen.methods):
                    yield number, key
            if self.by_hand:
                yield number, None


def plan_of(config) -> Plan:
    if not hasattr(config, "apache_plan"):
        config.apache_plan = Plan(config)
    return config.apache_plan


def pytest_generate_tests(metafunc):
    if "key" in metafunc.fixturenames:
        plan = plan_of(metafunc.config)
        cases = list(plan.tests())
        ids = [key or f"{plan.chosen[number].name}: nothing unexpected" for number, key in cases]
        metafunc.parametrize("number, key", cases, ids=ids)


@pytest.fixture(scope="session")
def plan(request) -> Plan:
    return plan_of(request.config)


@pytest.fixture(scope="session")
def results(request, plan, need, tmp_path_factory):
    """`results(number)`: {key: row} of a class, which runs when it is first asked for."""
    if SUBJECT not in ("moldau", "kafka"):
        pytest.skip("starts its servers itself")
    jars = Path(need("apache_jars"))
    if SUBJECT == "kafka":
        need("kafka_jars")
    out = request.config.getoption("out")
    out = Path(out).resolve() if out else tmp_path_factory.mktemp("apache")
    runner = apache_suite.Runner(jars, out, SUBJECT, plan.nodes)
    done = {}

    def get(number):
        if number not in done:
            rows = runner.run(plan.chosen[number])
            done[number] = {row.key: row for row in rows}
            with (out / "results.tsv").open("a", encoding="utf-8") as file:
                file.writelines("\t".join(row) + "\n" for row in rows)
            keep(request.config, plan, plan.chosen[number], rows)
        return done[number]

    return get


def keep(config, plan, chosen, rows):
    """What `--record` and `--grow` ask for."""
    if config.getoption("record") and SUBJECT == "kafka":
        apache_suite.record(apache_suite.baseline_path(plan.nodes), "4.4.0", rows, chosen.methods is None)
    if config.getoption("grow") and SUBJECT == "moldau" and plan.nodes == "one":
        path = apache_suite.HERE / "allow.txt"
        comments = [line for line in path.read_text().splitlines(True) if line.startswith("#")]
        plan.allowed |= {row.key for row in rows if row.status == "passed"}
        path.write_text("".join(comments + [f"{key}\n" for key in sorted(plan.allowed)]))
