"""Runs tests of librdkafka's own suite, each number in a process of its own, and says how it ended.

Never `-Q`: that mode leaves most parts of a test out and still prints PASSED. For the same reason a test that passes in
less than `NOT_RUN_S` counts as not run, unless allow.txt says that it is that short.
"""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Set

HERE = Path(__file__).resolve().parent
PROTOCOLS = ("classic", "consumer")
NOT_RUN_S = 0.05
# What the tests allow themselves is for a quiet machine.
TIMEOUT_MULTIPLIER = 3
# More than any test takes with that multiplier; it ends a runner that hangs.
PROCESS_LIMIT_S = 1800
# Decides which tests apply; share groups are from 4.2 on.
KAFKA_VERSION = "4.2.0"
# What the suite expects of a server, by its own test scripts.
SETTINGS = {
    "num.partitions": "4",
    # 0113 expects members that come together in the first generation.
    "group.initial.rebalance.delay.ms": "500",
    "group.consumer.min.heartbeat.interval.ms": "1000",
    "group.consumer.heartbeat.interval.ms": "1000",
}


class Case(NamedTuple):
    """A test number with the group protocol that its consumers use; `part` is text of the name of its sub-tests that run."""

    number: str
    protocol: str
    part: str = ""

    def __str__(self) -> str:
        return "-".join(filter(None, (self.number, self.part, self.protocol)))


class Outcome(NamedTuple):
    """`status` is passed, failed, skipped or not-run."""

    status: str
    seconds: float
    reason: str


def lines(name: str) -> List[List[str]]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def allowed() -> Dict[Case, Set[str]]:
    """The cases that must pass, with their marks: `slow`, `short`."""
    found = {}
    for name, protocol, *marks in lines("allow.txt"):
        number, _, part = name.partition(":")
        found[Case(number, protocol, part)] = set(marks)
    return found


def left_out() -> Dict[str, str]:
    """Numbers that are not run, and why."""
    return {words[0]: " ".join(words[1:]) for words in lines("left-out.txt")}


def cases_of(tests: Path) -> List[Case]:
    """What the suite has for one server: with both protocols where a consumer subscribes."""
    table = re.search(r"^struct test tests\[\] = \{(.*?)^\};", (tests / "test.c").read_text(), re.S | re.M).group(1)
    numbers: Set[str] = set()
    for entry in re.split(r"_TEST\(", table)[1:]:
        flags = set(re.findall(r"TEST_F_\w+", entry))
        if not flags & {"TEST_F_LOCAL", "TEST_F_MANUAL", "TEST_F_KNOWN_ISSUE"} and "noautocreate" not in entry:
            numbers.add(entry[:4])
    found = []
    for number in sorted(numbers - set(left_out())):
        source = "".join(path.read_text(errors="replace") for path in tests.glob(f"{number}[-_]*.c*"))
        found += [Case(number, protocol) for protocol in PROTOCOLS if protocol == "classic" or "subscribe" in source]
    return found


class Runner:
    """`tests` is the folder of the built `test-runner`; logs and reports stay in `out`."""

    def __init__(self, tests: Path, out: Path, kafka_jars: Optional[str]):
        self.tests = tests
        self.out = out
        self.kafka_jars = kafka_jars
        out.mkdir(parents=True, exist_ok=True)
        if kafka_jars:
            self.write_tools()

    def write_tools(self) -> None:
        """Some tests call Kafka's scripts under $KAFKA_PATH/bin."""
        folder = self.out / "bin"
        folder.mkdir(exist_ok=True)
        for name, program in (("kafka-topics", "TopicCommand"), ("kafka-configs", "ConfigCommand"), ("kafka-acls", "AclCommand")):
            package = "kafka.admin" if program == "ConfigCommand" else "org.apache.kafka.tools"
            script = folder / f"{name}.sh"
            script.write_text(f'#!/bin/sh\nexec java -Xmx256m -XX:TieredStopAtLevel=1 -cp "{self.kafka_jars}/*" {package}.{program} "$@"\n')
            script.chmod(0o755)

    def run(self, case: Case, bootstrap: str) -> Outcome:
        config, report = self.out / f"{case}.conf", self.out / f"{case}.json"
        config.write_text(
            f"bootstrap.servers={bootstrap}\nbroker.address.family=v4\ntest.topic.random=true\n"
            f"test.timeout.multiplier={TIMEOUT_MULTIPLIER}\n"
        )
        # CI changes concurrency and time limits of the runner: here it is the same everywhere.
        environment = {key: value for key, value in os.environ.items() if key not in ("CI", "TEST_LEVEL", "TEST_DEBUG", "SUBTESTS")}
        environment.update({
            "TESTS": case.number, "TEST_KAFKA_VERSION": KAFKA_VERSION, "TEST_CONSUMER_GROUP_PROTOCOL": case.protocol,
            "RDKAFKA_TEST_CONF": str(config), "TEST_REPORT": str(report), "KAFKA_PATH": str(self.out), "BROKERS": bootstrap,
            **({"SUBTESTS": case.part} if case.part else {}),
            "LD_LIBRARY_PATH": f"{self.tests.parent / 'src'}:{self.tests.parent / 'src-cpp'}",
        })
        log = self.out / f"{case}.log"
        report.unlink(missing_ok=True)
        with log.open("wb") as output:
            process = subprocess.Popen(
                [str(self.tests / "test-runner"), "-L", "-p1"], cwd=self.out, env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            )
            try:
                process.wait(PROCESS_LIMIT_S)
            except subprocess.TimeoutExpired:
                return Outcome("failed", PROCESS_LIMIT_S, "the runner hangs")
            finally:
                kill_group(process)
        short = "short" in allowed().get(case, ())
        result = outcome(report, case, log.read_text(errors="replace"), 0.0 if short else NOT_RUN_S)
        if result.status == "passed" and process.returncode:
            return result._replace(status="failed", reason=f"passed, but the runner ended with {process.returncode}")
        return result


def kill_group(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def outcome(report: Path, case: Case, log: str, least_s: float) -> Outcome:
    """A number stands for all its tests that need a server: it passes when one did and none failed."""
    try:
        tests = json.loads(report.read_text())["tests"]
    except (OSError, ValueError):
        return Outcome("failed", 0.0, "no report: " + failure(log))
    ran = [test for name, test in tests.items() if name.startswith(case.number) and test["state"] not in ("SKIPPED", "DNS")]
    seconds = sum(test["duration"] for test in ran)
    if any(test["state"] != "PASSED" for test in ran):
        return Outcome("failed", seconds, failure(log))
    if not ran:
        return Outcome("skipped", 0.0, failure(log))
    if case.part and not re.search(rf"\[ .*{case.part}.*PASS", log):
        return Outcome("not-run", seconds, "no such part")
    if any(test["duration"] < least_s for test in ran):
        return Outcome("not-run", seconds, f"passed in less than {least_s} s")
    return Outcome("passed", seconds, "")


def failure(log: str) -> str:
    """What the runner said: the place and the text of the first failure, the reason of a skip, or the end of its output."""
    said = re.sub(r"\x1b\[[0-9;]*m", "", log).splitlines()
    for at, line in enumerate(said):
        if line.startswith("### Test"):
            return " ".join(said[at : at + 2])[:400]
    skipped = [line.split("SKIPPING TEST:")[1].strip() for line in said if "SKIPPING TEST:" in line and "negative test flags" not in line]
    return " / ".join(skipped or said[-3:])[:400]
