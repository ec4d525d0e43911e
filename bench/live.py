"""Live reload: `recto preview --serve` on a copy of the sample layout, and a story of it that is saved again and again."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from tools import Tools

KEY = "live"
TITLE = "Live reload of the sample layout, all cores"
NOTE = (
    "Milliseconds from the save of a story (another file takes its place) until the event of the first page that it changed has come "
    "and its new picture is fetched, until the last page of the publication's own layout that changed, and until the whole proof is "
    "made again. A browser decodes the picture on top. Goal: a page in 1,000 ms."
)
SAVES = 5  # for each of --runs
FIGURES = ["first page", "last page", "all done"]


@dataclass(frozen=True)
class Found:
    grid: list[list[str]]
    rows: list[dict[str, object]]
    notes: list[str]
    failed: bool = False


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs or not tools.samples:
        return Found([], [], ["Not measured: it needs --recto and --samples."])
    rows: list[dict[str, object]] = []
    for label, options in [("its own layout", ["--device", "none"]), ("and on all devices", [])]:
        issue = scratch / "issue"
        shutil.rmtree(issue, ignore_errors=True)
        shutil.copytree(tools.samples / "quay-layout", issue)
        served = subprocess.Popen([*tools.programs["recto"], "preview", "--serve", *options, str(issue)], stdout=subprocess.PIPE, text=True)
        try:
            address = urlsplit(served.stdout.readline().strip())
            rows.append({"label": label, "saves": saves(address.port, issue / "stories" / "tide.md", SAVES * runs)})
        except (OSError, ValueError, http.client.HTTPException) as error:
            return Found([], rows, [f"{label}: {error}"], failed=True)
        finally:
            served.send_signal(signal.SIGINT)
            served.wait(30)
    grid = [["ms", *FIGURES, "slowest page"]]
    for row in rows:
        columns = list(zip(*row["saves"]))
        grid.append([str(row["label"]), *(f"{median(column):,.0f}" for column in columns), f"{max(columns[1]):,.0f}"])
    return Found(grid, rows, [])


def saves(port: int, story: Path, count: int) -> list[list[float]]:
    """For each save the three figures."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/events")
    stream = connection.getresponse()
    text = story.read_text(encoding="utf-8")
    event(stream)  # hello
    took = []
    for number in range(count):
        copy = story.with_name(".next")
        copy.write_text(text.replace("moon", f"moon{number}", 1), encoding="utf-8")
        start = time.monotonic()
        os.replace(copy, story)
        pages = []
        while (name_and_data := event(stream))[0] != "proof":
            name, data = name_and_data
            if name == "page" and data["edition"] == "own":
                fetch(port, data["page"]["picture"]["path"])
                pages.append((time.monotonic() - start) * 1000)
        took.append([pages[0], pages[-1], (time.monotonic() - start) * 1000])
    connection.close()
    return took


def event(stream: http.client.HTTPResponse) -> tuple[str, dict]:
    name, data = "", ""
    while line := stream.readline().decode().rstrip("\n"):
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data += line.removeprefix("data: ")
    return name, json.loads(data)


def fetch(port: int, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/{path}")
    answer = connection.getresponse()
    if answer.status != 200 or not answer.read():
        raise ValueError(f"{path}: status {answer.status}")
    connection.close()
