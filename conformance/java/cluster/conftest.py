"""One server with a controller listener of its own, and the tools run against either of its listeners."""

import subprocess
import tempfile
from pathlib import Path

import pytest

from harness.node import HOST, formatted_node
from java_tools import TIMEOUT_S


@pytest.fixture(scope="session")
def node(subject):
    if subject not in ("moldau", "kafka"):
        pytest.skip("needs a server that the tests themselves start")
    with tempfile.TemporaryDirectory(prefix="moldau-node-") as root:
        shared = formatted_node(subject, Path(root)).start()
        yield shared
        shared.kill()


@pytest.fixture
def tool(java, node):
    """tool(name, argument, ...): (exit code, lines of standard output), with what is the node's own masked."""

    def run(name, *arguments, to="broker", code=0):
        address = ["--bootstrap-server", node.bootstrap]
        if to == "controller":
            address = ["--bootstrap-controller", f"{HOST}:{node.controller_port}"]
        if name == "ClusterTool":
            # Its sub-command comes first.
            arguments, address = arguments[:1], address + list(arguments[1:])
            command = java.command(java.tool_class(name), *arguments, *address)
        else:
            command = java.command(java.tool_class(name), *address, *arguments)
        ran = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
        assert ran.returncode == code, f"{arguments}: {ran.returncode}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
        text = ran.stdout.replace(str(node.data), "DATA").replace(f":{node.controller_port}", ":CONTROLLER_PORT")
        return [line.rstrip() for line in text.splitlines() if line.strip()]

    return run
