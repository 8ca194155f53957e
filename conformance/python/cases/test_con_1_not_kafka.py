"""O-CON-1: not Kafka at all, or a mad length, with normal traffic beside it.

Sources: quarkusio/quarkus-quickstarts#1088, apache/kafka#3359, confluentinc/cp-docker-images#869.
"""

import struct
import threading

import pytest

from waiting import eventually
from wire import calls, messages, records
from wire.connection import Closed, Connection, frame, request_bytes

# How much the process may grow while bad peers do their worst.
GROWTH_MIB = 64
TLS_HELLO = bytes.fromhex(
    "16030100c8010000c40303" + "5a" * 32 + "20" + "a5" * 32 + "0002130101000079" + "00" * 121
)
LARGEST_FRAME = 104857600


@pytest.fixture(scope="module")
def own(start_module_node):
    return start_module_node()


@pytest.fixture
def traffic(own, topic_name):
    """Produces all the time on a connection of its own and fails the test when that is disturbed."""
    stop, failure, sent = threading.Event(), [], []

    def produce():
        try:
            with Connection(own.bootstrap) as wire:
                calls.create_topic(wire, topic_name)
                while not stop.is_set():
                    sent.append(calls.produce_ok(wire, topic_name, records.simple(b"x" * 100)).base_offset)
        except Exception as error:  # noqa: BLE001 reported below
            failure.append(error)

    worker = threading.Thread(target=produce)
    worker.start()
    eventually(lambda: len(sent) > 10 or failure, what="traffic")
    before = own.rss_mib()
    yield sent
    count = len(sent)
    eventually(lambda: len(sent) > count + 10 or failure, what="traffic going on afterwards")
    stop.set()
    worker.join()
    assert not failure, failure
    assert sent == list(range(len(sent)))
    assert own.alive()
    if own.kind == "moldau":
        assert own.rss_mib() - before < GROWTH_MIB


@pytest.mark.parametrize("data", [
    pytest.param(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", id="http"),
    pytest.param(TLS_HELLO, id="tls hello"),
    pytest.param(struct.pack(">i", 0x7FFFFFFF), id="2 GiB"),
    pytest.param(struct.pack(">i", -1), id="length -1"),
    pytest.param(struct.pack(">i", -0x80000000), id="smallest length"),
    pytest.param(struct.pack(">i", LARGEST_FRAME + 1), id="one too long"),
    pytest.param(struct.pack(">i", 0), id="length 0"),
    pytest.param(frame(b"\0"), id="one byte"),
    pytest.param(frame(b"\xff" * 100), id="garbage"),
    pytest.param(frame(struct.pack(">hhih", 9999, 0, 1, -1)), id="unknown api"),
    pytest.param(frame(struct.pack(">hhih", 3, 99, 1, -1) + b"\0" * 8), id="version too new"),
    pytest.param(frame(struct.pack(">hhih", 3, 1, 1, -1) + struct.pack(">i", 0x7FFFFFFF)), id="huge array"),
    pytest.param(frame(struct.pack(">hhih", 19, 2, 1, -1) + struct.pack(">i", -2)), id="array length -2"),
    pytest.param(frame(struct.pack(">hhihb", 3, 9, 1, -1, 0) + b"\xff\xff\xff\xff\x0f"), id="huge compact array"),
    pytest.param(frame(struct.pack(">hhih", 3, 1, 1, 30000)), id="client id longer than the frame"),
    pytest.param(frame(request_bytes(messages.METADATA, 1, 1, {"topics": [{"name": "abc"}]})[:-2]), id="body cut short"),
])
def test_closed_and_nothing_else_happens(own, traffic, data):
    for _ in range(3):
        with Connection(own.bootstrap) as bad:
            bad.send_raw(data)
            assert bad.closed_within(5)


def test_leaving_in_the_middle_of_a_frame(own, traffic):
    for _ in range(20):
        with Connection(own.bootstrap) as bad:
            bad.send_raw(struct.pack(">i", 100) + b"\0" * 50)


def test_announced_but_empty_frames_cost_nothing(own, traffic, on_kafka):
    if on_kafka:
        pytest.skip("Apache Kafka reserves the announced size at once and runs out of memory: not the mark")
    silent = []
    try:
        for _ in range(200):
            connection = Connection(own.bootstrap)
            connection.send_raw(struct.pack(">i", LARGEST_FRAME))
            silent.append(connection)
        count = len(traffic)
        eventually(lambda: len(traffic) > count + 10, what="traffic beside 200 announced frames")
        with Connection(own.bootstrap) as fresh:
            assert fresh.versions
    finally:
        for connection in silent:
            connection.close()


def test_a_log_line_for_each_and_no_panic(own, traffic):
    with Connection(own.bootstrap) as bad:
        bad.send_raw(b"GET / HTTP/1.1\r\n\r\n")
        assert bad.closed_within(5)
    eventually(lambda: "1195725856" in own.log_text() or "HTTP" in own.log_text(), 5, "a log line about the bad length")
    assert "panicked" not in own.log_text()


def test_a_request_in_small_pieces_is_served(own, traffic):
    request = frame(request_bytes(messages.METADATA, 1, 5, {"topics": []}))
    with Connection(own.bootstrap) as slow:
        for at in range(len(request)):
            slow.send_raw(request[at : at + 1])
        assert slow.receive(messages.METADATA, 1, 5).brokers


def test_many_requests_in_one_write_are_all_served(own, traffic):
    request = b"".join(frame(request_bytes(messages.METADATA, 1, number, {"topics": []})) for number in range(500))
    with Connection(own.bootstrap) as busy:
        try:
            busy.send_raw(request)
        except Closed:
            pytest.fail("closed while sending")
        for number in range(500):
            assert busy.receive(messages.METADATA, 1, number).brokers
