"""The server under load: `recto serve` with the sample issue, asked by wrk and by clients of this program."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tools import Tools

KEY = "serve"
TITLE = "Serving the sample issue on loopback, clients and server on the same cores"
NOTE = (
    "Requests answered in a second, and milliseconds until the last byte. Cached: wrk, 16 connections, a page of 800 pixels from memory. "
    "Fresh: 50 clients, each image another one. Killed: the same with 8 clients, while a worker is ended with SIGKILL each half second; "
    "only the image that it was drawing may fail. Goals: 1,000 cached pages a second, 99 % within 20 ms; no request of fresh ones "
    "unanswered; no more images lost than workers killed."
)
SECONDS = 8  # for each of --runs
IMAGE = "/api/1/publications/quay.pdf/pages/{page}/image.jpg"


@dataclass(frozen=True)
class Found:
    grid: list[list[str]]
    rows: list[dict[str, object]]
    notes: list[str]
    failed: bool = False


@dataclass
class Load:
    """What clients saw."""

    took: list[float] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, status: object, seconds: float) -> None:
        with self.lock:
            self.took.append(seconds * 1000)
            self.statuses[str(status)] = self.statuses.get(str(status), 0) + 1

    def percentile(self, share: float) -> float:
        return sorted(self.took)[min(len(self.took) - 1, int(len(self.took) * share))] if self.took else 0.0


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs or not tools.samples:
        return Found([], [], ["Not measured: it needs --recto and --samples."])
    environment = dict(os.environ, RECTO_CACHE_DIR=str(scratch / "cache"))
    argv = [*tools.programs["recto"], "serve", "--port", "0", "--access-log", "none", "--cache-size", "0", "--requests-per-client", "128"]
    served = subprocess.Popen([*argv, str(tools.samples / "quay.pdf")], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        port = urlsplit(served.stdout.readline().strip()).port
        rows = [cached(port, runs), fresh(port, runs, served.pid), killed(port, runs, served.pid)]
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Found([], [], [f"serve: {error}"], failed=True)
    finally:
        served.send_signal(signal.SIGINT)
        served.wait(30)
    rows = [row for row in rows if row]
    grid = [["", "a second", "median ms", "99 % ms", "not 200", "MB at most"]]
    for row in rows:
        memory = f"{row['memory']:,.0f}" if "memory" in row else ""
        grid.append([str(row["label"]), f"{row['rate']:,.0f}", f"{row['median']:,.1f}", f"{row['slow']:,.1f}", str(row["lost"]), memory])
    notes = [] if shutil.which("wrk") else ["wrk is not installed: cached pages were not measured."]
    return Found(grid, rows, notes, failed=any(row["bad"] for row in rows))


def cached(port: int, runs: int) -> dict[str, object] | None:
    if not shutil.which("wrk"):
        return None
    url = f"http://127.0.0.1:{port}{IMAGE.format(page=3)}?width=800"
    subprocess.run(["curl", "-s", "-o", os.devnull, url], check=True)
    argv = ["wrk", "-t1", "-c16", f"-d{SECONDS * runs}s", "--latency", url]
    text = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    found = {share: milliseconds(text, share) for share in ["50%", "99%"]}
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    lost = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    count = int(lost[1]) if lost else 0
    return {"label": "cached", "rate": rate, "median": found["50%"], "slow": found["99%"], "lost": count, "bad": count > 0}


def milliseconds(text: str, share: str) -> float:
    number, unit = re.search(rf"{share}\s+([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def fresh(port: int, runs: int, process: int) -> dict[str, object]:
    most = [0.0]
    load = run(port, 50, SECONDS * runs, lambda: most.append(max(most.pop(), memory_of(process))))
    lost = len(load.took) - load.statuses.get("200", 0)
    return figures("fresh", load, SECONDS * runs, lost) | {"memory": most[0], "bad": lost > 0}


def killed(port: int, runs: int, process: int) -> dict[str, object]:
    victims: list[int] = []

    def kill() -> None:
        workers = [worker for zygote in children(process) for worker in children(zygote)]
        if workers:
            os.kill(workers[len(victims) % len(workers)], signal.SIGKILL)
            victims.append(1)

    load = run(port, 8, SECONDS * runs, kill)
    lost = len(load.took) - load.statuses.get("200", 0)
    label = f"killed ({len(victims)} workers)"
    return figures(label, load, SECONDS * runs, lost) | {"bad": lost > len(victims)}


def figures(label: str, load: Load, seconds: float, lost: int) -> dict[str, object]:
    rate = len(load.took) / seconds
    return {"label": label, "rate": rate, "median": load.percentile(0.5), "slow": load.percentile(0.99), "lost": lost, "statuses": load.statuses}


def run(port: int, clients: int, seconds: float, each_half_second) -> Load:
    load, end = Load(), time.monotonic() + seconds
    threads = [threading.Thread(target=client, args=(port, number, end, load)) for number in range(clients)]
    for thread in threads:
        thread.start()
    while time.monotonic() < end:
        each_half_second()
        time.sleep(0.5)
    for thread in threads:
        thread.join()
    return load


def client(port: int, number: int, end: float, load: Load) -> None:
    """Asks for one image after the other, none of which anybody has asked for."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    count = 0
    while (start := time.monotonic()) < end:
        count += 1
        scale = 0.5 + number / 1000 + (count + int(start * 1000) % 997 * 1000) / 1e8
        try:
            connection.request("GET", f"{IMAGE.format(page=(number + count) % 8)}?scale={scale:.9f}")
            answer = connection.getresponse()
            answer.read()
            load.add(answer.status, time.monotonic() - start)
        except (OSError, http.client.HTTPException) as error:
            load.add(type(error).__name__, time.monotonic() - start)
            connection.close()


def children(process: int) -> list[int]:
    try:
        return [int(child) for task in Path(f"/proc/{process}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return []


def memory_of(process: int) -> float:
    """Megabytes of the process and all below it, pages that they share counted once for each."""
    total = 0.0
    for one in [process, *(grand for child in children(process) for grand in [child, *children(child)])]:
        try:
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            continue
    return total
