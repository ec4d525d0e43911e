"""Locks that are free in a forked child, whoever held them in its parent."""

from __future__ import annotations

import os
import threading


def fork_safe_lock() -> threading.RLock:
    """A lock that a fork takes first, so that what it guards is whole in the child."""
    lock = threading.RLock()
    os.register_at_fork(
        before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock
