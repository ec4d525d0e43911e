"""Work beside the user interface."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from gi.repository import GLib

import recto


class Task:
    """Work in progress. If it is cancelled, none of its callbacks is called."""

    def __init__(self) -> None:
        self._future: Any = None
        self._is_cancelled = False

    def cancel(self) -> None:
        """Gives it up, which stops the worker that draws for it."""
        self._is_cancelled = True
        self._future.cancel()


class Background:
    """An event loop on a thread of its own, whose results come back on GTK's thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def run(
        self, work: Coroutine[Any, Any, Any], done: Callable[[Any], None],
        failed: Callable[[recto.RectoError], None],
    ) -> Task:
        """Begins `work`; one of the functions is called on GTK's thread with what comes of it."""
        task = Task()

        def deliver(future: Any) -> bool:
            if not task._is_cancelled:
                error = future.exception()
                if error is None:
                    done(future.result())
                elif isinstance(error, recto.RectoError):
                    failed(error)
                else:
                    raise error
            return GLib.SOURCE_REMOVE

        task._future = asyncio.run_coroutine_threadsafe(work, self._loop)
        task._future.add_done_callback(
            lambda future: future.cancelled() or GLib.idle_add(deliver, future))
        return task
