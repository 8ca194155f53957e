"""Runs the Java programs: ours, and the tools in Apache Kafka's jars."""

import subprocess
from pathlib import Path
from typing import List, Tuple

TIMEOUT_S = 90
TOOLS = "org.apache.kafka.tools."
JVM = ["-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"]
LOG4J = """status=error
rootLogger.level=error
rootLogger.appenderRef.a.ref=c
appender.c.type=Console
appender.c.name=c
appender.c.target=SYSTEM_ERR
appender.c.layout.type=PatternLayout
appender.c.layout.pattern=%p %c %m%n
"""


class Java:
    """`jars` is the folder of Kafka's jars; `work` takes compiled classes and the logging configuration."""

    def __init__(self, jars: str, work: Path):
        self.classes = work / "classes"
        self.class_path = f"{jars}/*:{self.classes}"
        self.log4j = work / "log4j2.properties"
        self.log4j.write_text(LOG4J)

    def compile(self, folder: Path) -> None:
        sources = [str(path) for path in folder.glob("*.java")]
        subprocess.run(["javac", "-cp", self.class_path, "-d", str(self.classes), *sources], check=True, timeout=TIMEOUT_S)

    def command(self, main: str, *arguments: object) -> List[str]:
        java = ["java", *JVM, f"-Dlog4j2.configurationFile=file:{self.log4j}", "-cp", self.class_path, main]
        return java + [str(argument) for argument in arguments]

    def run(self, main: str, *arguments: object, stdin: str = "", fails: bool = False) -> str:
        """Standard output of a run that succeeds (`fails`: must not succeed, and all it printed)."""
        ran = subprocess.run(
            self.command(main, *arguments), input=stdin, capture_output=True, text=True, timeout=TIMEOUT_S
        )
        assert (ran.returncode != 0) == fails, f"{main} ended with {ran.returncode}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
        return ran.stdout + ran.stderr if fails else ran.stdout

    def tool_class(self, name: str) -> str:
        return TOOLS + name

    def tool(self, name: str, *arguments: object, **options) -> str:
        return self.run(self.tool_class(name), *arguments, **options)

    def batch(self, runs: List[List[str]]) -> List[Tuple[int, str, str]]:
        """Exit code, output and errors of each run (class and arguments), all in one JVM."""
        with Session(self) as session:
            return [session.run(run) for run in runs]

    def dump(self, files: List[Path], *flags: str) -> str:
        """DumpLogSegments over these files. It reports damage in its text, not by its exit code."""
        out = self.tool("DumpLogSegments", *flags, "--files", ",".join(map(str, files)))
        for complaint in ("isvalid: false", "Mismatches in", "Found timestamp mismatch", "Found out of order", "Non-consecutive",
                          "Could not", "Exception", "ndex file is corrupt", "bytes at end of"):
            assert complaint not in out, out[-3000:]
        return out


class Session:
    """One JVM that runs tool after tool, see `programs/Batch.java`."""

    def __init__(self, java: Java):
        self.java = java

    def __enter__(self) -> "Session":
        self.process = subprocess.Popen(self.java.command("Batch"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def run(self, words: List[str]) -> Tuple[int, str, str]:
        """Exit code, output and errors of one run: class and arguments."""
        self.process.stdin.write(("\t".join(map(str, words)) + "\n").encode())
        self.process.stdin.flush()
        head = self.process.stdout.readline().split()
        assert len(head) == 3, f"the JVM ended at {words}"
        code, out, err = map(int, head)
        return code, self.process.stdout.read(out).decode(), self.process.stdout.read(err).decode()
