"""Locks that a forked child can use even if another thread of its parent held them."""

from __future__ import annotations

import os
import threading


def fork_safe_lock() -> threading.RLock:
    """A lock that each fork acquires first, so that the guarded state is consistent in the child."""
    lock = threading.RLock()
    os.register_at_fork(
        before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock
