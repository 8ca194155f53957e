"""librdkafka's own tests: what allow.txt lists must pass, and what passes must be listed."""

import pytest

import librdkafka_suite as suite


@pytest.mark.timeout(0)  # the runner has its own limits, see librdkafka_suite.py
def test_librdkafka(run_case, case, subject, record_property):
    result = run_case(case)
    record_property("seconds", result.seconds)
    if case in suite.allowed():
        assert result.status == "passed", f"{result.status}: {result.reason}"
    elif result.status == "passed" and subject == "moldau":
        pytest.fail(f"unexpected pass in {result.seconds:.1f} s: add it to allow.txt", pytrace=False)
    elif result.status != "passed":
        pytest.skip(f"{result.status} after {result.seconds:.1f} s, as known: {result.reason}")
