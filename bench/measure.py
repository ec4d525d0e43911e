"""One run of one program: its own process, timed, limited, and gone with everything it started."""

from __future__ import annotations

import os
import select
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 120.0  # seconds for one run
SAMPLE = 0.01  # seconds between two looks at a process tree's memory


@dataclass(frozen=True)
class Run:
    """What one process did. Seconds and bytes."""

    wall: float
    user: float
    system: float
    maxrss: int  # ru_maxrss; never below the size of this script, from which the process was started
    largest: int  # peak resident size of its largest process; 0 if not watched
    tree: int  # peak of all its processes together, pages shared between them counted once; 0 if not watched
    exit: int | None  # None: stopped at the timeout
    message: str  # last line of its standard error
    files: int  # what it wrote
    bytes: int


def run(argv: list[str], out: Path, watch: bool = False) -> Run:
    """Runs `argv` with an empty folder `out` to write to; `out` is gone afterwards."""
    out.mkdir(parents=True)
    errors = out.with_suffix(".stderr")
    redirect = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_RDWR, 0),
        (os.POSIX_SPAWN_OPEN, 2, str(errors), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    try:
        start = time.perf_counter()
        pid = os.posix_spawnp(argv[0], argv, os.environ, file_actions=redirect, setsid=True)
        ended, largest, tree = False, 0, 0
        try:
            ended, largest, tree = wait(pid, start + TIMEOUT, watch)
        finally:
            if not ended:
                os.killpg(pid, signal.SIGKILL)  # setsid above: the group is the program and what it started
            wall = time.perf_counter() - start
            _, status, usage = os.wait4(pid, 0)
        written = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
        return Run(
            wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss * 1024, largest, tree,
            os.waitstatus_to_exitcode(status) if ended else None,
            (errors.read_text(errors="replace").strip().splitlines() or [""])[-1],
            len(written), sum(written),
        )  # fmt: skip
    finally:
        shutil.rmtree(out)
        errors.unlink(missing_ok=True)


def wait(pid: int, deadline: float, watch: bool) -> tuple[bool, int, int]:
    """Waits for `pid` until `deadline`. Returns whether it ended and, with `watch`, the peak sizes of its largest process and of its tree."""
    descriptor, largest, tree = os.pidfd_open(pid), 0, 0
    try:
        while (left := deadline - time.perf_counter()) > 0:
            if select.select([descriptor], [], [], min(left, SAMPLE) if watch else left)[0]:
                return True, largest, tree
            if watch:
                peaks, shares = zip(*map(memory, family(pid) or [pid]))
                largest, tree = max(largest, *peaks), max(tree, sum(shares))
        return False, largest, tree
    finally:
        os.close(descriptor)


def family(pid: int) -> list[int]:
    """`pid` and its living descendants."""
    try:
        children = [Path(f"/proc/{pid}/task/{task}/children").read_text() for task in os.listdir(f"/proc/{pid}/task")]
    except OSError:  # it has just ended
        return []
    return [pid] + [one for child in " ".join(children).split() for one in family(int(child))]


def memory(pid: int) -> tuple[int, int]:
    """Peak resident size so far, and the proportional set size now (the resident size where it may not be read)."""
    try:
        status = kilobytes(f"/proc/{pid}/status")
        try:
            share = kilobytes(f"/proc/{pid}/smaps_rollup")["Pss:"]
        except PermissionError:
            share = status["VmRSS:"]
        return status["VmHWM:"] * 1024, share * 1024
    except (OSError, KeyError):  # it has just ended
        return 0, 0


def kilobytes(path: str) -> dict[str, int]:
    fields = map(str.split, Path(path).read_text().splitlines())
    return {words[0]: int(words[1]) for words in fields if words[-1:] == ["kB"]}
