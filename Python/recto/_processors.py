"""The processors that this process may use."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterator


def count() -> int:
    """The processors that this process may use: those it may run on, or the share of its container."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([found, *map(math.ceil, _limits())]))


def _limits(root: str = "/") -> Iterator[float]:
    """The limits of this process's cgroup and of those above it, of version 2."""
    try:
        (place,) = [line.removeprefix("0::/") for line in _lines(root, "proc/self/cgroup") if line.startswith("0::/")]
    except (OSError, ValueError):
        return
    parts = place.split("/") if place else []
    for depth in range(len(parts), -1, -1):
        # Microseconds of each period, or "max"; the root has no such file.
        with contextlib.suppress(OSError, ValueError, ZeroDivisionError):
            quota, period = map(int, _lines(root, "sys/fs/cgroup", *parts[:depth], "cpu.max")[0].split())
            yield quota / period


def _lines(*parts: str) -> list[str]:
    with open(os.path.join(*parts)) as file:
        return file.read().splitlines() or [""]
