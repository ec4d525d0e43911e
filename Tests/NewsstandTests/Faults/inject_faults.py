#!/usr/bin/env python3
"""Ends a command, or fails it, at system calls with which it changes files, and checks what is left.

    inject_faults.py [--faults KILL,ENOSPC,EIO] [--all | --most N] [--prepare PROGRAM] --check PROGRAM
        -- COMMAND...

COMMAND and the programs are shell words in which {dir} is the folder that COMMAND works in; each attempt
has a copy of what --prepare made of it. For each attempt the checker is run twice, with a word added:
`interrupted` after the fault, and `complete` after COMMAND was run again with nothing injected. It ends
with another status than 0 where the folder holds neither the old state nor the new one, whole. A COMMAND that
hangs, or that a signal other than the injected one ends, is wrong as well.

strace counts the calls of each thread by itself, so calls are named by thread as well: an attempt injects
at the nth call of its kind in every thread. Only calls on files below {dir} count.

There is one attempt for each kind of call and each fault: at the first call of the kind, at its last one,
or at one between, in turn. With --all there is one for each call and each fault. With --most N as well,
but of a kind with more than N calls in a thread, the first, the last and some between are taken.

Before any attempt, the calls of a run in which nothing fails are checked: a file that gets another name is on the
disk before, so that a loss of power leaves the old state or the new one, too. With --durable the name itself is on the
disk at the end, so that it leaves the new one.

Prints a line for each attempt, which ends with "right" or with what is wrong, and one with the figures.
Ends with 1 where something was wrong.
"""
import argparse
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

# The calls that change a file, a name or the disk. The question mark skips calls that an
# architecture lacks.
CALLS = """open openat creat write pwrite64 writev pwritev pwritev2 copy_file_range sendfile truncate
ftruncate fallocate rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat rmdir mkdir
mkdirat fsync fdatasync sync_file_range msync chmod fchmod fchmodat utimensat setxattr fsetxattr""".split()
TRACE = "trace=" + ",".join("?" + call for call in CALLS)
OPENING = {"open", "openat", "creat"}
LINE = re.compile(r"^(\d+)\s+(\w+)\((.*)")
WRITING = {"write", "pwrite64", "writev", "pwritev", "pwritev2", "copy_file_range", "sendfile", "ftruncate", "fallocate"}


def words(text, folder):
    return [word.replace("{dir}", folder) for word in text]


def run(command, limit):
    """The status and what was said."""
    with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True) as process:
        # Seconds in which this script ran as well: a machine that stands still for a while stops both.
        for _ in range(math.ceil(limit)):
            try:
                said, _ = process.communicate(timeout=1)
                return process.returncode, said.decode(errors="replace")
            except subprocess.TimeoutExpired:
                pass
        # strace alone would leave the command behind, which has its output open.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, f"it did not end within {limit} s"


def traced(command, log, extra=()):
    return ["strace", "-f", "-y", "-qq", "-s", "0", "-o", log, "-e", TRACE, *extra, *command]


def changing_calls(log, folder):
    """By call, which ones of a thread changed something below the folder, counted from 1."""
    counts, found = {}, {}
    with open(log, errors="replace") as lines:
        for line in lines:
            match = LINE.match(line)
            if not match:
                continue
            thread, call, rest = match.groups()
            number = counts[thread, call] = counts.get((thread, call), 0) + 1
            if call in OPENING and not re.search(r"O_(CREAT|TRUNC|\w*TMPFILE)", rest):
                continue
            if folder not in rest:
                continue
            found.setdefault(call, {}).setdefault(thread, []).append(number)
    return found


def lost_with_power(log, folder, is_durable):
    """The differences that a power failure could leave from what the program intended, a sentence each."""
    unwritten, names, found = set(), set(), []
    with open(log, errors="replace") as lines:
        for line in lines:
            match = LINE.match(line)
            if not match or folder not in line or re.search(r"\) += -1 E", line):
                continue
            _, call, rest = match.groups()
            # Files are named after their descriptor; of two, the second one of copy_file_range is written.
            files = [path for path in re.findall(r"\d+<([^<>]*)>", rest) if path.startswith(folder)]
            texts = [text for text in re.findall(r'"([^"]*)"', rest) if text.startswith(folder)]
            if call in WRITING and files:
                unwritten.add(files[-1] if call == "copy_file_range" else files[0])
            elif call in ("fsync", "fdatasync") and files:
                unwritten.discard(files[0])
                names.discard(files[0])
            elif call.startswith("rename") and len(texts) == 2:
                source, target = texts
                moved = {path for path in unwritten if path == source or path.startswith(source + "/")}
                found += [f"{os.path.relpath(path, folder)} is moved before it is on the disk" for path in sorted(moved)]
                unwritten -= moved
                names.add(os.path.dirname(target))
            elif call.startswith("unlink"):
                unwritten.difference_update(texts)
            elif call == "rmdir":
                names.difference_update(texts)
    if not is_durable:
        return found
    return found + [f"names in {os.path.relpath(path, folder)} are not on the disk at the end" for path in sorted(names)]


def sample(numbers, most):
    """The first, the last, and those between that fit."""
    if most is None or len(numbers) <= most:
        return numbers
    step = (len(numbers) - 1) / (most - 1)
    return [numbers[round(index * step)] for index in range(most)]


def sweep_points(found, faults, most):
    """(fault, call, n): each call with each fault."""
    for fault in faults:
        for call in sorted(found):
            chosen = set()
            for numbers in found[call].values():
                chosen.update(sample(numbers, most))
            for number in sorted(chosen):
                yield fault, call, number


def sample_points(found, faults):
    """(fault, call, n): each kind of call once with each fault, at places that change by turns."""
    for turn, call in enumerate(sorted(found)):
        numbers = sorted({number for thread in found[call].values() for number in thread})
        places = sample(numbers, 3)
        for index, fault in enumerate(faults):
            yield fault, call, places[(turn + index) % len(places)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--faults", default="KILL,ENOSPC,EIO")
    parser.add_argument("--all", action="store_true", help="each call with each fault")
    parser.add_argument("--most", type=int, help="likewise, calls of a kind in a thread; from 2 on")
    parser.add_argument("--durable", action="store_true", help="names are on the disk at the end")
    parser.add_argument("--limit", type=float, default=120, help="seconds of one command")
    parser.add_argument("--prepare", type=shlex.split, help="fills a new {dir}")
    parser.add_argument("--check", type=shlex.split, required=True)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    base = os.path.realpath(tempfile.mkdtemp(prefix="faults-"))
    try:
        return sweep(options, base)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def prepare(options, base):
    """Fills the folder of the command and keeps a copy beside it."""
    folder = os.path.join(base, "work")
    os.makedirs(folder)
    if options.prepare:
        status, said = run(words(options.prepare, folder), options.limit)
        if status != 0:
            sys.exit(f"the preparation ended with {status}: {said}")
    shutil.copytree(folder, os.path.join(base, "prepared"), symlinks=True)
    return folder


def fresh(base):
    """The folder of the command as it was prepared, at the same path, with the same dates."""
    folder = os.path.join(base, "work")
    return shutil.copytree(os.path.join(base, "prepared"), folder, symlinks=True)


def judged(options, folder, stage):
    """Nothing, or what the checker found wrong."""
    status, said = run(words(options.check, folder) + [stage], options.limit)
    return None if status == 0 else f"{stage}: the check ended with {status}: {said.strip()}"


def injected(log):
    """The lines of the calls that met the fault, whole: strace divides a line where another thread has one."""
    begun, found = {}, []
    with open(log, errors="replace") as lines:
        for line in lines:
            thread = line.split(" ", 1)[0]
            if "<unfinished ...>" in line:
                begun[thread] = line
                continue
            whole = begun.pop(thread, "") + line
            if "(INJECTED)" in line or "killed by SIGKILL" in line:
                found.append(whole)
    return found


def misbehaved(status, said, fault, calls):
    """None, or a sentence if the command ended wrongly after a fault. strace ends with its command's signal.

    libdispatch aborts if it cannot read the list of threads in /proc; strace cannot exempt these calls.
    """
    if status is None:
        return "it hung"
    is_injected = fault == "KILL" and status == -signal.SIGKILL
    is_dispatch = -status in (signal.SIGILL, signal.SIGTRAP) and any('"/proc/' in line for line in calls)
    if status >= 0 or is_injected or is_dispatch:
        return None
    return f"signal {-status} ended it: {said.strip()}"


def attempt(options, base, log, fault, call, number):
    folder = fresh(base)
    command = words(options.command, folder)
    what = "signal=KILL" if fault == "KILL" else f"error={fault}"
    inject = f"inject={call}:{what}:when={number}"
    status, said = run(traced(command, log, ["-e", inject]), options.limit)
    hits = injected(log)
    wrong = misbehaved(status, said, fault, hits) or judged(options, folder, "interrupted")
    if wrong is None:
        status, said = run(command, options.limit)
        wrong = judged(options, folder, "complete") if status == 0 else (
            f"the next run ended with {status}: {said.strip()}")
    shutil.rmtree(folder)
    return bool(hits), wrong


def sweep(options, base):
    log = os.path.join(base, "log")
    folder = prepare(options, base)
    # Texts are shown here, so that paths are.
    command = ["strace", "-f", "-y", "-qq", "-s", "4096", "-o", log, "-e", TRACE]
    status, said = run(command + words(options.command, folder), options.limit)
    if status != 0:
        sys.exit(f"the command ended with {status} before anything was injected: {said}")
    wrong = judged(options, folder, "complete")
    if wrong:
        sys.exit(f"before anything was injected, {wrong}")
    found = changing_calls(log, folder)
    lost = lost_with_power(log, folder, options.durable)
    if lost:
        sys.exit("before anything was injected: " + "; ".join(lost))
    shutil.rmtree(folder)
    if not found:
        sys.exit("the command changes no file below {dir}")
    runs = hits = violations = 0
    faults = options.faults.split(",")
    is_sweep = options.all or options.most
    points = sweep_points(found, faults, options.most) if is_sweep else sample_points(found, faults)
    for fault, call, number in points:
        was_hit, wrong = attempt(options, base, log, fault, call, number)
        runs += 1
        hits += was_hit
        violations += wrong is not None
        print(f"{fault} at {call} {number}: {wrong or 'right'}", flush=True)
    calls = sum(len(numbers) for threads in found.values() for numbers in threads.values())
    print(f"calls {calls} kinds {len(found)} runs {runs} hit {hits} violations {violations}")
    return 1 if violations or not hits else 0


if __name__ == "__main__":
    sys.exit(main())
