"""Apache Kafka's own integration tests: what allow.txt lists must pass, and what passes must be listed."""

import pytest


@pytest.mark.timeout(0)  # a class has its own limits, see apache_suite.py
def test_apache(plan, results, subject, number, key):
    rows = results(number)
    if key is None:
        return nothing_unexpected(plan, rows, subject)
    row = rows.get(key)
    status = row.status if row else "missing"
    reason = row.reason if row else "; ".join(other.reason for other in rows.values() if other.method == "(class)") or "it did not run"
    if key in plan.must_pass:
        assert status == "passed", f"{status}: {reason}"
    elif status == "passed" and subject == "moldau" and plan.nodes == "one":
        pytest.fail("unexpected pass: add it to allow.txt", pytrace=False)
    elif status != "passed":
        pytest.skip(f"{status}, as known; Apache Kafka: {plan.baseline.get(key, 'not run')}; {reason[:150]}")


def nothing_unexpected(plan, rows, subject):
    """Tests that neither allow.txt nor the baseline knows."""
    known = plan.allowed | set(plan.baseline)
    passed = [key for key, row in rows.items() if key not in known and row.status == "passed"]
    if subject == "moldau" and plan.nodes == "one":
        assert not passed, "unexpected passes: add them to allow.txt"
    unrun = [row.reason for row in rows.values() if row.method == "(class)" and row.status == "failed"]
    if unrun and plan.must_pass & known:
        pytest.skip("; ".join(unrun)[:200])
