"""Many runs of Kafka's tools in one JVM (`programs/ToolRunner.java`), since a JVM takes seconds to start."""

import itertools
import struct
import subprocess
import threading
from typing import Dict, List, NamedTuple

from java_tools import TOOLS, Java

START_AND_ANSWER_S = 60


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class ToolRunner:
    """May be called from several threads."""

    def __init__(self, java: Java):
        command = java.command("ToolRunner")
        command.insert(1, "-Djava.security.manager=allow")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.numbers = itertools.count()
        self.lock = threading.Lock()
        self.answers: Dict[int, Outcome] = {}
        self.arrived = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def run(self, tool: str, arguments: List[str], limit_s: float) -> Outcome:
        """Runs to the end, or for `limit_s`."""
        number = next(self.numbers)
        name = tool if tool.startswith("org.") or tool.startswith("kafka.") else TOOLS + tool
        line = "\x1f".join([str(number), str(int(limit_s * 1000)), name, *arguments]) + "\n"
        with self.lock:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
        with self.arrived:
            came = self.arrived.wait_for(lambda: number in self.answers, limit_s + START_AND_ANSWER_S)
            assert came, f"no answer from the JVM for {tool} {arguments}"
            return self.answers.pop(number)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def _listen(self) -> None:
        stream = self.process.stdout
        while head := stream.read(12):
            number, code, size = struct.unpack(">iii", head)
            out = stream.read(size)
            (size,) = struct.unpack(">i", stream.read(4))
            outcome = Outcome(code, out.decode(errors="replace"), stream.read(size).decode(errors="replace"))
            with self.arrived:
                self.answers[number] = outcome
                self.arrived.notify_all()
