"""Bounded waiting for something to become true."""

import time
from typing import Callable, TypeVar

Value = TypeVar("Value")


def eventually(probe: Callable[[], Value], seconds: float = 20, what: str = "it", every: float = 0.05) -> Value:
    """The first true answer of `probe`; fails when there is none in time."""
    deadline = time.monotonic() + seconds
    while True:
        value = probe()
        if value:
            return value
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds} s"
        time.sleep(every)
