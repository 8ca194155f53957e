"""Runs classes of Apache's published test jars against a server started as a process; see README.md.

Each class gets a JVM and a process group of its own, which is killed as a whole. Its servers are started by the two
commands in SUT_FORMAT and SUT_START, which the Java side reads (`src/apachesuite/Sut.java`).
"""

import csv
import fnmatch
import os
import signal
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Set

from harness.node import LOG4J, Kafka

HERE = Path(__file__).resolve().parent
TEST_TIMEOUT_S = 120
CLASS_TIMEOUT_S = 3600
KAFKA_FLAGS = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
TEST_FLAGS = ["-Xmx1g", "-XX:+UseSerialGC", "-XX:+EnableDynamicAgentLoading"] + [
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.lang", "java.nio", "java.nio.file", "java.util", "java.util.concurrent", "java.util.regex",
                    "java.util.stream", "java.text", "java.time", "java.security")
]
BASELINE_FIELDS = ["class", "method", "status", "seconds", "server", "reason"]


class Row(NamedTuple):
    """One test as it ended; `method` has the number of the invocation, `testX[2]`, where there are several."""

    name: str
    method: str
    status: str
    seconds: str
    reason: str

    @property
    def key(self) -> str:
        return f"{self.name}#{self.method}"


class Chosen(NamedTuple):
    """A class and the methods to run, by name without number; None for all."""

    name: str
    methods: Optional[List[str]]


def table(path: Path) -> List[List[str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row and not row[0].startswith("#")]


def groups() -> Dict[str, List[str]]:
    """Group: its classes."""
    found: Dict[str, List[str]] = {}
    for row in table(HERE / "groups.tsv"):
        found.setdefault(row[0], []).append(row[1])
    return found


def fast_classes() -> List[str]:
    return [row[1] for row in table(HERE / "groups.tsv") if "fast" in row[2:]]


def allowed() -> Set[str]:
    """`Class#method[n]` that must pass."""
    return {row[0] for row in table(HERE / "allow.txt")}


def baseline_path(nodes: str) -> Path:
    return HERE / {"one": "baseline-one-node.tsv", "asked": "baseline.tsv"}[nodes]


def baseline(nodes: str) -> Dict[str, str]:
    """`Class#method[n]`: what Apache Kafka got."""
    return {f"{row[0]}#{row[1]}": row[2] for row in table(baseline_path(nodes))[1:]}


def choose(patterns: List[str], wanted: List[str]) -> List[Chosen]:
    """`patterns` are names or globs of classes, full or simple, perhaps with `#method`; `wanted` are groups."""
    known = groups()
    names = [name for group in known.values() for name in group]
    chosen = [Chosen(name, None) for group in wanted for name in known[group]]
    for pattern in patterns:
        pattern, _, method = pattern.partition("#")
        found = [name for name in names if matches(name, pattern)]
        if not found and os.environ.get("MOLDAU_APACHE_JARS"):
            found = [name for name in classes_in_jars(Path(os.environ["MOLDAU_APACHE_JARS"])) if matches(name, pattern)]
        if not found:
            raise SystemExit(f"no class of Apache's jars matches {pattern}")
        chosen += [Chosen(name, [method] if method else None) for name in found]
    return chosen


def matches(name: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name.rsplit(".", 1)[1], pattern)


def classes_in_jars(folder: Path) -> List[str]:
    entries = (entry for jar in folder.glob("lib/*-test.jar") for entry in zipfile.ZipFile(jar).namelist())
    return sorted({entry[:-6].replace("/", ".") for entry in entries if entry.endswith(".class") and "$" not in entry})


def record(path: Path, server: str, rows: List[Row], whole: bool) -> None:
    """Puts the rows into a baseline, in place of what it had of these tests, or of their classes with `whole`."""
    classes, keys = {row.name for row in rows}, {row.key for row in rows}
    kept = [row for row in table(path)[1:] if (row[0] not in classes if whole else f"{row[0]}#{row[1]}" not in keys)]
    fresh = [[row.name, row.method, row.status, row.seconds, server, row.reason] for row in rows]
    lines = [BASELINE_FIELDS, *sorted(kept + fresh, key=lambda row: (row[0], row[1]))]
    path.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")


class Runner:
    """`jars` has `lib` (the tests' class path) and `classes` (ours, first on it)."""

    def __init__(self, jars: Path, out: Path, subject: str, nodes: str):
        self.jars = jars
        self.out = out
        (out / "classes").mkdir(parents=True, exist_ok=True)
        self.log4j = out / "log4j2.properties"
        self.log4j.write_text(LOG4J.replace("level=warn", "level=error"))
        self.environment = {**os.environ, **self.commands(subject), "APACHE_SUITE_NODES": nodes}

    def commands(self, subject: str) -> Dict[str, str]:
        if subject == "kafka":
            return {"SUT_FORMAT": "builtin", "SUT_START": self.kafka_command()}
        binary = os.environ["MOLDAU_BIN"]
        return {
            "SUT_FORMAT": f"{binary} storage format -t {{cluster_id}} -c {{config}} {{format_args}}",
            "SUT_START": f"{binary} server -c {{config}}",
        }

    def kafka_command(self) -> str:
        """With an archive of its classes, which halves the time of a start."""
        archive = self.out / "kafka.jsa"
        java = f"java {' '.join(KAFKA_FLAGS)} -Dlog4j2.configurationFile=file:{self.log4j} -cp '{os.environ['MOLDAU_KAFKA_LIB']}/*'"
        trained = Kafka(self.out / "training")
        command = trained.command()
        at = command.index("-cp")
        # The flags that the archive depends on are those of the command below.
        trained.command = lambda: ["java", *KAFKA_FLAGS, f"-XX:ArchiveClassesAtExit={archive}", *command[at:]]
        trained.start().stop()
        trained.remove()
        quiet = "-Xshare:auto -Xlog:disable -Xlog:all=error:stderr"
        return java.replace("java ", f"java -XX:SharedArchiveFile={archive} {quiet} ", 1) + " kafka.Kafka {config}"

    def run(self, chosen: Chosen) -> List[Row]:
        simple = chosen.name.rsplit(".", 1)[1]
        results = self.out / "classes" / f"{simple}.tsv"
        results.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(prefix="apache-suite-", ignore_cleanup_errors=True) as work:
            note = self.run_jvm(chosen, results, Path(work), self.out / "classes" / f"{simple}.log")
        rows = [Row(*row) for row in table(results)]
        if note or not rows:
            rows.append(Row(chosen.name, "(class)", "failed", "0.0", note or "no test was found"))
        return rows

    def run_jvm(self, chosen: Chosen, results: Path, work: Path, log: Path) -> str:
        """What went wrong with the JVM itself."""
        command = [
            "java", *TEST_FLAGS, "-cp", f"{self.jars / 'classes'}:{self.jars / 'lib'}/*",
            f"-Dlog4j2.configurationFile=file:{self.log4j}", f"-Djava.io.tmpdir={work}", f"-Dapachesuite.logs={self.out / 'nodes'}",
            "-Djunit.jupiter.extensions.autodetection.enabled=true",  # how @ClusterTest gets its extension
            f"-Djunit.jupiter.execution.timeout.default={TEST_TIMEOUT_S} s",
            "apachesuite.SuiteLauncher", chosen.name, str(results), *([",".join(chosen.methods)] if chosen.methods else []),
        ]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT, cwd=work, env=self.environment,
                start_new_session=True,
            )
            try:
                code = process.wait(CLASS_TIMEOUT_S)
                return f"the test JVM exited {code}; see {log}" if code else ""
            except subprocess.TimeoutExpired:
                return f"the class took more than {CLASS_TIMEOUT_S} s"
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
