"""A server under test, started as a process of its own: Moldau, Apache Kafka, or one that runs already.

`start` returns when the server answers ApiVersions and Metadata (bounded wait). `stop` is SIGTERM, `kill` is
SIGKILL; both wait for the end. Every process has its own process group and is ended at exit. Data, log and
configuration are under `root`.
"""

import atexit
import os
import shutil
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Optional

START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 60
HOST = "127.0.0.1"

# Keys that make a single node small and quick to test; the same for both servers.
COMMON = {
    "offsets.topic.replication.factor": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.min.isr": "1",
    "offsets.topic.num.partitions": "5",
    "group.initial.rebalance.delay.ms": "0",
}
# Only Apache Kafka: how it keeps to the same behaviour in less time and memory.
KAFKA_ONLY = {
    "log.initial.task.delay.ms": "500",
    "log.cleaner.dedupe.buffer.size": "2097152",
}
JVM = ["-Xms128m", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"]
LOG4J = """status=error
rootLogger.level=warn
rootLogger.appenderRef.a.ref=c
appender.c.type=Console
appender.c.name=c
appender.c.layout.type=PatternLayout
appender.c.layout.pattern=%d %p %c %m%n
"""

_running: List["Node"] = []


@atexit.register
def _end_all() -> None:
    for node in list(_running):
        node.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    """Whether a server there answers ApiVersions v0, and Metadata v1 with at least one broker."""
    try:
        with socket.create_connection((HOST, port), timeout=5) as link:
            for api, version, body in ((18, 0, b""), (3, 1, struct.pack(">i", 0))):
                request = struct.pack(">hhih", api, version, 1, -1) + body
                link.sendall(struct.pack(">i", len(request)) + request)
                (size,) = struct.unpack(">i", _exactly(link, 4))
                answer = _exactly(link, size)
            (brokers,) = struct.unpack_from(">i", answer, 4)
            return brokers > 0
    except (OSError, EOFError):
        return False


def _exactly(link: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = link.recv(size - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


class StartFailed(Exception):
    """The server ended, or did not answer in time. The message ends with its output."""


class Node:
    """One server process. Subclasses say how to build the command line."""

    kind = ""

    def __init__(self, root: Path, settings: Optional[Dict[str, str]] = None, port: Optional[int] = None):
        self.root = Path(root)
        self.root.mkdir(parents=True, exist_ok=True)
        self.data = self.root / "data"
        self.log_path = self.root / f"{self.kind}.log"
        self.port = port or free_port()
        self.controller_port = free_port()
        self.settings = {**COMMON, **(settings or {})}
        self.uid: Optional[int] = None
        self.process: Optional[subprocess.Popen] = None

    @property
    def bootstrap(self) -> str:
        return f"{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        return self.process.pid

    def command(self) -> List[str]:
        raise NotImplementedError

    def spawn(self) -> None:
        """Starts the process and does not wait for it."""
        command = self.command()
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                cwd=self.root, user=self.uid,
            )
        _running.append(self)

    def start(self) -> "Node":
        self.spawn()
        deadline = time.monotonic() + START_TIMEOUT_S
        while not answers(self.port):
            if self.process.poll() is not None:
                raise StartFailed(f"{self.kind} ended with {self.process.returncode}\n{self.log_tail()}")
            if time.monotonic() > deadline:
                self.kill()
                raise StartFailed(f"{self.kind} not ready after {START_TIMEOUT_S} s\n{self.log_tail()}")
            time.sleep(0.01)
        return self

    def run_tool(self, command: List[str]) -> None:
        """Runs a command to its end; its output goes to the log."""
        with self.log_path.open("ab") as log:
            ran = subprocess.run(command, stdout=log, stderr=log, timeout=START_TIMEOUT_S, user=self.uid)
        if ran.returncode:
            raise StartFailed(f"{command[:3]} ended with {ran.returncode}\n{self.log_tail()}")

    def expect_refusal(self, timeout: float = START_TIMEOUT_S) -> str:
        """Starts a server that must not come up; what it said."""
        try:
            self.spawn()
            code = self.wait_exit(timeout)
        except StartFailed:
            return self.log_text()
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.kind} started, or hangs\n{self.log_tail()}") from None
        assert code != 0, "ended, but with success"
        return self.log_text()

    def wait_exit(self, timeout: float = STOP_TIMEOUT_S) -> int:
        """The exit code of a process that ends by itself."""
        code = self.process.wait(timeout)
        self._ended()
        return code

    def stop(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def restart(self) -> "Node":
        self.stop()
        return self.start()

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _signal(self, which: int) -> None:
        if self.alive():
            os.killpg(self.process.pid, which)
            try:
                self.process.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
                raise AssertionError(f"{self.kind} did not stop within {STOP_TIMEOUT_S} s\n{self.log_tail()}") from None
        self._ended()

    def _ended(self) -> None:
        if self in _running:
            _running.remove(self)

    def log_text(self) -> str:
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def log_tail(self, lines: int = 25) -> str:
        return "\n".join(line[:300] for line in self.log_text().splitlines()[-lines:])

    def rss_mib(self) -> float:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise AssertionError("no VmRSS")

    def partition_dir(self, topic: str, partition: int = 0) -> Path:
        return self.data / f"{topic}-{partition}"

    def active_segment(self, topic: str, partition: int = 0) -> Path:
        return sorted(self.partition_dir(topic, partition).glob("*.log"))[-1]

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.root, ignore_errors=True)

    def server_properties(self) -> Dict[str, str]:
        """Both roles in one process, as Kafka's own configuration file says it."""
        return {
            "process.roles": "broker,controller",
            "node.id": "1",
            "controller.quorum.bootstrap.servers": f"{HOST}:{self.controller_port}",
            "listeners": f"PLAINTEXT://{HOST}:{self.port},CONTROLLER://{HOST}:{self.controller_port}",
            "advertised.listeners": f"PLAINTEXT://{HOST}:{self.port},CONTROLLER://{HOST}:{self.controller_port}",
            "controller.listener.names": "CONTROLLER",
            "inter.broker.listener.name": "PLAINTEXT",
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
            "log.dirs": str(self.data),
            **self.settings,
        }

    def write_properties(self, extra: Optional[Dict[str, str]] = None) -> Path:
        path = self.root / f"{self.kind}.properties"
        lines = [f"{key}={value}" for key, value in {**self.server_properties(), **(extra or {})}.items()]
        path.write_text("\n".join(lines) + "\n")
        return path


class Moldau(Node):
    """`options` mode passes everything by `-o` and lets the node format itself; `properties` mode uses a
    configuration file and expects a formatted directory, as the exchange with Apache Kafka needs."""

    kind = "moldau"

    def __init__(self, root: Path, settings=None, port=None, binary: str = "", properties: bool = False):
        super().__init__(root, settings, port)
        self.binary = binary or os.environ["MOLDAU_BIN"]
        self.properties = properties

    def command(self) -> List[str]:
        if self.properties:
            return [self.binary, "server", "-c", str(self.write_properties())]
        options = {
            "listeners": f"PLAINTEXT://{HOST}:{self.port}", "log.dirs": str(self.data), "node.id": "1", **self.settings,
        }
        return [self.binary, "server"] + [word for pair in options.items() for word in ("-o", "=".join(pair))]

    def format(self, cluster_id: str, *options: str) -> None:
        command = [
            self.binary, "storage", "format", "--standalone", "--cluster-id", cluster_id, "-c", str(self.write_properties()), *options,
        ]
        self.run_tool(command)


class Kafka(Node):
    """Apache Kafka from the jars in MOLDAU_KAFKA_LIB."""

    kind = "kafka"

    def java(self, *arguments: str) -> List[str]:
        log4j = self.root / "log4j2.properties"
        log4j.write_text(LOG4J)
        return [
            "java", *JVM, f"-Dlog4j2.configurationFile=file:{log4j}", f"-Dkafka.logs.dir={self.root}",
            "-cp", f"{os.environ['MOLDAU_KAFKA_LIB']}/*", *arguments,
        ]

    def format(self, cluster_id: str, *options: str) -> None:
        command = self.java(
            "kafka.tools.StorageTool", "format", "--standalone", "-t", cluster_id, "-c", str(self.write_properties()), *options,
        )
        self.run_tool(command)

    def command(self) -> List[str]:
        properties = str(self.write_properties(KAFKA_ONLY))
        directories = self.settings.get("log.dirs", str(self.data)).split(",")
        if not (Path(directories[0]) / "meta.properties").exists():
            self.format("bW9sZGF1LWNvbmZvcm0tMQ")
        return self.java("kafka.Kafka", properties)


class External:
    """A server that somebody else started: it can be talked to and nothing else."""

    kind = "external"

    def __init__(self, bootstrap: str):
        self.bootstrap = bootstrap


def new_node(subject: str, root: Path, settings: Optional[Dict[str, str]] = None, **options) -> Node:
    """`subject` is "moldau" or "kafka"."""
    return {"moldau": Moldau, "kafka": Kafka}[subject](root, settings, **options)


CLUSTER_ID = "bW9sZGF1LWNvbmZvcm0tMQ"


def formatted_node(subject: str, root: Path, *options: str) -> Node:
    """A node with a controller listener of its own: formatted with `options`, and configured by a file."""
    node = new_node(subject, root, **({"properties": True} if subject == "moldau" else {}))
    node.format(CLUSTER_ID, *options)
    return node
