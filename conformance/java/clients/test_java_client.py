"""The Java client 4.4.0: producer, consumer by assignment, admin; over a restart and a kill."""

import pytest

from wire import compression


@pytest.mark.parametrize("codec", compression.NAMES)
def test_round_trip(java, bootstrap, topic_name, codec):
    assert f"OK {topic_name} {codec} from 0" in java.run("RoundTrip", bootstrap, topic_name, codec)


def test_over_restart_and_kill(java, start_node, topic_name):
    own = start_node()
    java.run("RoundTrip", own.bootstrap, topic_name, "lz4")
    own.restart()
    assert "from 500" in java.run("RoundTrip", own.bootstrap, topic_name, "none")
    own.kill()
    own.start()
    assert "from 1000" in java.run("RoundTrip", own.bootstrap, topic_name, "zstd")
