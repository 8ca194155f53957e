"""What a node costs that has nothing to do: memory, time to be ready, and ten thousand idle connections.

Bounds are for a release build of Moldau; Apache Kafka is only measured (printed with -v).
"""

import resource
import socket
import time

import pytest

from harness.node import HOST

IDLE_MIB = 20
CONNECTED_MIB = 40
READY_S = 0.1
# The quickest counts: what else the machine does is not the server's doing.
STARTS = 20
CONNECTIONS = 10_000
# What this process and the server need besides the connections.
OTHER_FILES = 500


@pytest.fixture
def bounded(on_kafka):
    def check(what, value, bound):
        print(f"{what}: {value:.2f} (bound {bound})")
        assert on_kafka or value <= bound, what

    return check


def test_ready_at_once_and_small(start_node, bounded):
    own = start_node(start=False)
    times = []
    for _ in range(STARTS):
        own.stop()
        started = time.monotonic()
        own.start()
        times.append(time.monotonic() - started)
    bounded("first start, seconds", times[0], 10 * READY_S)
    bounded("ready after, seconds", min(times), READY_S)
    time.sleep(3)
    bounded("idle, MiB", own.rss_mib(), IDLE_MIB)


def test_idle_connections(start_node, bounded):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < CONNECTIONS + OTHER_FILES:
        pytest.skip(f"the limit of open files is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, CONNECTIONS + OTHER_FILES), hard))
    own = start_node({"socket.listen.backlog.size": "1024"})
    before = own.rss_mib()
    connections = []
    try:
        for number in range(CONNECTIONS):
            connections.append(socket.create_connection((HOST, own.port), timeout=10))
        connections[-1].sendall(bytes.fromhex("0000000a 0012 0000 00000001 ffff"))
        assert connections[-1].recv(4), "the last one is served"
        time.sleep(1)
        print(f"before: {before:.2f} MiB")
        bounded(f"with {CONNECTIONS} idle connections, MiB", own.rss_mib(), CONNECTED_MIB)
    finally:
        for connection in connections:
            connection.close()
