"""Fetches what the suites need, at pinned versions, into one cache folder; a second call finds it there.

Each `...()` function returns where the thing is. A tool that has to be on the machine and is not raises
`Missing` with the command that installs it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Optional, Union

HERE = Path(__file__).resolve().parent.parent
REPOSITORY = HERE.parent
CACHE = Path(os.environ.get("MOLDAU_CACHE") or Path.home() / ".cache" / "moldau") / "conformance"
# The old librdkafka has wheels for these interpreters only.
OLD_CLIENT_PYTHONS = ["python3.11", "python3.12", "python3.10", "python3.13"]
IN_CI = bool(os.environ.get("CI"))


class Missing(Exception):
    """A tool of the machine is not there; `how` installs it."""

    def __init__(self, tool: str, how: str):
        super().__init__(f"{tool} is missing; install it with: {how}")


def tool(name: str, how: str) -> str:
    path = shutil.which(name)
    if not path:
        raise Missing(name, how)
    return path


def _run(command: List[str], cwd: Optional[Path] = None) -> None:
    print("+", " ".join(map(str, command)), file=sys.stderr, flush=True)
    result = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.stderr.write(result.stdout)
        raise SystemExit(f"failed with {result.returncode}: {' '.join(map(str, command))}")


def _cached(name: str, pins: Union[Path, List[Path]], build) -> Path:
    """A folder named after the pins' content; `build(folder)` fills it, and a half-made one is made again."""
    content = b"".join(path.read_bytes() for path in ([pins] if isinstance(pins, Path) else pins))
    folder = CACHE / f"{name}-{hashlib.sha256(content).hexdigest()[:12]}"
    done = folder / ".complete"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        build(folder)
        done.touch()
    return folder


def _venv(python: str, pins: Path):
    def build(folder: Path) -> None:
        _run([python, "-m", "venv", str(folder)])
        _run([
            str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
            "-r", str(pins),
        ])

    return build


def python() -> Path:
    """The interpreter that has the Python clients and pytest."""
    pins = HERE / "python" / "requirements.txt"
    return _cached("python", pins, _venv(sys.executable, pins)) / "bin" / "python"


def old_python() -> Path:
    """An interpreter with a librdkafka from before its fix for "Produce min version 3"."""
    pins = HERE / "python" / "requirements-old.txt"
    usable = next((name for name in OLD_CLIENT_PYTHONS if _works(name)), None)
    if usable is None:
        raise Missing("a Python from 3.10 to 3.13", "apt-get install -y python3 python3-venv")
    return _cached("python-old", pins, _venv(usable, pins)) / "bin" / "python"


def _works(name: str) -> bool:
    try:
        return subprocess.run([name, "-m", "venv", "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def kafka_jars() -> Path:
    """The folder of Apache Kafka's jars, clients and tools included."""
    tool("java", "apt-get install -y openjdk-17-jdk-headless")
    tool("javac", "apt-get install -y openjdk-17-jdk-headless")
    maven = tool("mvn", "apt-get install -y maven")
    pins = HERE / "java" / "pom.xml"

    def build(folder: Path) -> None:
        _run([maven, "-q", "-B", "-f", str(pins), "dependency:copy-dependencies", f"-DoutputDirectory={folder / 'lib'}"])

    return _cached("kafka-jars", pins, build) / "lib"


def apache_jars() -> Path:
    """Apache's published integration tests: `lib`, the jars, and `classes`, ours that take the place of some of theirs."""
    tool("java", "apt-get install -y openjdk-17-jdk-headless")
    javac = tool("javac", "apt-get install -y openjdk-17-jdk-headless")
    maven = tool("mvn", "apt-get install -y maven")
    pins = HERE / "apache" / "pom.xml"
    sources = sorted((HERE / "apache" / "src").rglob("*.java"))

    def fetch(folder: Path) -> None:
        _run([maven, "-q", "-B", "-f", str(pins), "dependency:copy-dependencies", f"-DoutputDirectory={folder / 'lib'}"])

    jars = _cached("apache-jars", pins, fetch)

    def build(folder: Path) -> None:
        (folder / "lib").symlink_to(jars / "lib")
        _run([javac, "-nowarn", "-proc:none", "-cp", f"{jars / 'lib'}/*", "-d", str(folder / "classes"), *map(str, sources)])

    return _cached("apache", [pins, *sources], build)


def node_modules() -> Path:
    """The `node_modules` folder with kafkajs."""
    tool("node", "apt-get install -y nodejs npm")
    npm = tool("npm", "apt-get install -y nodejs npm")
    pins = HERE / "node" / "package-lock.json"

    def build(folder: Path) -> None:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / "node" / name, folder)
        _run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder)

    return _cached("node", pins, build) / "node_modules"


def go_clients() -> Path:
    """The program with the Go clients. One of them is librdkafka, which needs a C compiler to link."""
    go = "/usr/local/go/bin/go"
    if not os.access(go, os.X_OK):
        go = tool("go", "see https://go.dev/dl (1.26 or newer)")
    tool("gcc", "apt-get install -y gcc")
    sources = HERE / "go"

    def build(folder: Path) -> None:
        _run([go, "build", "-o", str(folder / "clients"), "."], cwd=sources)

    return _cached("go", [*sorted(sources.glob("*.go")), sources / "go.sum"], build) / "clients"


def librdkafka() -> Path:
    """The folder of librdkafka's tests with its `test-runner`, built from the npm package that carries the sources."""
    npm = tool("npm", "apt-get install -y nodejs npm")
    make = tool("make", "apt-get install -y make")
    for compiler in ("gcc", "g++"):
        tool(compiler, "apt-get install -y gcc g++")
    pins = HERE / "librdkafka" / "package.txt"
    package, digest = pins.read_text().split()

    def build(folder: Path) -> None:
        _run([npm, "pack", "--silent", package], cwd=folder)
        (archive,) = folder.glob("*.tgz")
        if hashlib.sha256(archive.read_bytes()).hexdigest() != digest:
            raise SystemExit(f"{package} is not the package that {pins} pins")
        _run(["tar", "xzf", str(archive)], cwd=folder)
        archive.unlink()
        source = folder / "package" / "deps" / "librdkafka"
        source.rename(folder / "librdkafka")
        shutil.rmtree(folder / "package")
        source = folder / "librdkafka"
        # Built to be built soon; what the tests of one plain server do not need is left out.
        features = ["--disable-gssapi", "--disable-curl", "--disable-debug-symbols", "--disable-optimization"]
        _run(["./configure", *features], cwd=source)
        _run([make, "-j2", "libs"], cwd=source)
        _run([make, "-j2", "-C", "tests", "build"], cwd=source)

    return _cached("librdkafka", pins, build) / "librdkafka" / "tests"


def kcat() -> str:
    """kcat of the distribution; fetched only in CI, where the machine is ours to change."""
    if not shutil.which("kcat") and IN_CI and os.geteuid() == 0 and shutil.which("apt-get"):
        _run(["apt-get", "update", "-qq"])
        _run(["apt-get", "install", "-y", "-qq", "kcat"])
    return tool("kcat", "apt-get install -y kcat")


def moldau() -> str:
    """MOLDAU_BIN, or the release binary of this repository, built when it is not there."""
    if os.environ.get("MOLDAU_BIN"):
        return str(Path(os.environ["MOLDAU_BIN"]).resolve())
    target = Path(os.environ.get("CARGO_TARGET_DIR") or REPOSITORY / "target")
    binary = target / "release" / "moldau"
    if not binary.exists():
        _run([tool("cargo", "see https://rustup.rs"), "build", "--release"], cwd=REPOSITORY)
    return str(binary)
