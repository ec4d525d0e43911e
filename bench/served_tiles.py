"""Tiles of a big TIFF over HTTP: `recto serve` beside IIPImage, both asked by IIIF's Image API."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import iipimage
from serving import Found, Load, milliseconds
from tools import Tools

KEY = "served-tiles"
TITLE = "Tiles of a TIFF of 12,000 x 8,000 pixels, served beside IIPImage"
NOTE = (
    "The sample issue's pages side by side, with the noise of a scanner, as a pyramid of JPEG tiles and as tiles without compression of the full size "
    "alone; asked for by IIIF's Image API, each tile at the side that the file has, as JPEG of quality 85. Cold: servers that have just been started, "
    "8 connections, no tile asked for twice, at most 300 of a zoom level and 10 s; files are in the kernel's memory. Warm: wrk, 8 connections, the same tiles "
    "from memory; both may keep 512 MiB (IIPImage: each process, and as pixels that are encoded each time; recto: files). From disk: a new recto "
    "with the cache folder of an earlier one; IIPImage has none. IIPImage runs a process a core behind nginx; clients are on the same cores. CPU: "
    "milliseconds of all processes of the server a tile, which other work on the machine changes least. Goal: no fewer tiles a second than IIPImage."
)
WIDTH, HEIGHT = 12_000, 8_000  # four by two pages of 3 to 4
QUALITY = 85  # what recto serves; IIPImage is told
CACHE = 512  # MiB in memory: IIPImage keeps tiles as pixels
CONNECTIONS = 8
TILES = 300  # at most, of a zoom level
SECONDS = 10.0  # after which a cold walk ends with what it has
WARM = 2  # seconds, for each of --runs
SAME = 8.0  # levels of 255: tiles that differ more on average are not of the same picture
SERVERS = ["IIPImage", "recto"]


@dataclass(frozen=True)
class Picture:
    name: str
    title: str
    side: int  # of its tiles
    factors: list[int]  # the zoom levels that are walked: every so many pixels of the full size are one
    options: list[str]  # of vips

    @property
    def levels(self) -> dict[int, list[str]]:
        """Some tiles of each zoom level, in an order that no cache of neighbors profits from."""
        chance = random.Random(7)
        return {factor: chance.sample(tiles := list(self.tiles(factor)), min(TILES, len(tiles))) for factor in self.factors}

    def tiles(self, factor: int) -> Iterator[str]:
        step = self.side * factor
        for top, left in itertools.product(range(0, HEIGHT, step), range(0, WIDTH, step)):
            width, height = min(step, WIDTH - left), min(step, HEIGHT - top)
            yield f"{left},{top},{width},{height}/{-(-width // factor)},{-(-height // factor)}/0/default.jpg"


TILED = ["--tile", "--tile-width", "{side}", "--tile-height", "{side}"]
PYRAMID = [*TILED, "--pyramid", "--compression", "jpeg", "--Q", "90"]
PICTURES = [
    Picture("pyramid-512.tif", "pyramid, tiles of 512", 512, [1, 2, 4, 8], PYRAMID),
    Picture("pyramid-256.tif", "pyramid, tiles of 256", 256, [1, 2, 4, 8], PYRAMID),
    Picture("plain.tif", "full size alone, tiles of 256", 256, [1, 2], [*TILED, "--compression", "none"]),
]


@dataclass
class Cell:
    """What one server did in one row."""

    load: Load = field(default_factory=Load)
    seconds: float = 0.0
    processor: float = 0.0  # milliseconds
    bytes: int = 0
    warm: dict[str, float] | None = None  # instead of all that: what wrk says

    @property
    def rate(self) -> float:
        return self.warm["rate"] if self.warm else len(self.load.took) / self.seconds if self.seconds else 0.0

    @property
    def lost(self) -> int:
        return int(self.warm["lost"]) if self.warm else len(self.load.took) - self.load.statuses.get("200", 0)

    def plain(self) -> dict[str, float]:
        if self.warm:
            return self.warm
        count = max(1, len(self.load.took))
        return {
            "rate": self.rate, "median": self.load.percentile(0.5), "slow": self.load.percentile(0.99), "lost": self.lost,
            "processor": self.processor / count, "bytes": self.bytes / count, "tiles": count,
        }  # fmt: skip


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    missing = [name for name in ["vips", "wrk"] if not shutil.which(name)] + iipimage.missing()
    if "recto" not in tools.programs or not tools.samples:
        return Found([], [], ["Not measured: it needs --recto and --samples."])
    if missing:
        return Found([], [], [f"Not measured: {' and '.join(missing)} not installed; see packages.txt."])
    folder = scratch / "pictures"
    rows: dict[tuple[str, str], dict[str, Cell]] = {}
    try:
        make_pictures(tools, folder)
        for picture, _ in itertools.product(PICTURES, range(runs)):
            with iipimage.served(folder, scratch, QUALITY, CACHE) as (port, processes):
                walk_all(rows, "IIPImage", picture, port, f"/iiif/{picture.name}/", processes, scratch, runs)
                samples = [fetch(port, f"/iiif/{picture.name}/{tile}") for tile in compared(picture)]
            with recto_served(tools, folder / picture.name, scratch) as (port, processes):
                prefix = f"/iiif/image/3/{picture.name}%3A0/"
                walk_all(rows, "recto", picture, port, prefix, processes, scratch, runs)
                others = [fetch(port, prefix + tile) for tile in compared(picture)]
            pairs = list(zip(samples, others))
            rows.setdefault((picture.title, "differences"), {"recto": [differ(*pair, scratch) for pair in pairs]})
            disk = rows.setdefault((picture.title, "from disk"), {"recto": Cell()})["recto"]
            for cell in [Cell(), disk]:  # the first fills it
                with recto_served(tools, folder / picture.name, scratch, disk=CACHE) as (port, processes):
                    walk(cell, port, prefix, list(itertools.chain(*picture.levels.values())), processes)
            shutil.rmtree(scratch / "cache")
    except (OSError, ValueError, http.client.HTTPException, subprocess.SubprocessError) as error:
        return Found([], [], [f"{KEY}: {error}"], failed=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found(rows)


def found(rows: dict) -> Found:
    """The grid: a line for each level, with both servers side by side."""
    figures = ["a second", "median ms", "99 % ms", "CPU ms"]
    grid = [["", *(f"{server}: {figure}" for server in SERVERS for figure in figures), "recto / IIPImage"]]
    notes, plain, is_bad = [], [], False
    for (title, level), cells in rows.items():
        if level == "differences":
            notes.append(f"{title}: tiles of both differ by {sum(cells['recto']) / len(cells['recto']):.1f} of 255 levels on average")
            is_bad |= max(cells["recto"]) > SAME
            continue
        line = [f"{title}, {level}"]
        for server in SERVERS:
            one = cells[server].plain() if server in cells else {}
            line += [f"{one[key]:,.{0 if key == 'rate' else 1}f}" if key in one else "" for key in ["rate", "median", "slow", "processor"]]
            if one.get("lost"):
                is_bad = True
                notes.append(f"{title}, {level}: {server} did not answer {one['lost']:.0f} with 200: {cells[server].load.statuses}")
        line.append(f"{cells['recto'].rate / cells['IIPImage'].rate:.2f}x" if len(cells) == 2 else "")
        grid.append(line)
        plain.append({"label": line[0]} | {server: cell.plain() for server, cell in cells.items()})
    for title in dict.fromkeys(title for title, _ in rows):
        of_title = [cells for (one, level), cells in rows.items() if one == title and level.startswith("1/")]
        sizes = [sum(cells[server].bytes for cells in of_title) / sum(len(cells[server].load.took) for cells in of_title) for server in SERVERS]
        notes.append(f"{title}: kB a tile: " + ", ".join(f"{server} {size / 1000:.1f}" for server, size in zip(SERVERS, sizes)))
    return Found(grid, plain, notes, failed=is_bad)


def make_pictures(tools: Tools, folder: Path) -> None:
    """Pages of the sample issue at 3,000 x 4,000 pixels, four in a row, and what a scanner adds; all kinds of TIFF of it."""
    folder.mkdir()

    def vips(*words: object) -> None:
        subprocess.run(["vips", *map(str, words)], check=True, capture_output=True, timeout=120)

    render = ["render", tools.samples / "quay.pdf", "--fit", f"{WIDTH // 4}x{HEIGHT // 2}", "--format", "ppm", "-o", f"{folder}/page-{{page}}.ppm"]
    subprocess.run([*tools.programs["recto"], *render], check=True, capture_output=True, timeout=120)
    pages = sorted(folder.glob("page-*.ppm"))
    vips("arrayjoin", " ".join(map(str, pages)), folder / "pages.v", "--across", 4)
    vips("gaussnoise", folder / "noise.v", WIDTH, HEIGHT, "--sigma", 4, "--mean", 0)
    vips("add", folder / "pages.v", folder / "noise.v", folder / "sum.v")
    vips("cast", folder / "sum.v", folder / "scan.v", "uchar")
    for file in [*pages, *(folder / name for name in ["pages.v", "noise.v", "sum.v"])]:
        file.unlink()  # the folder may be memory
    for picture in PICTURES:
        vips("tiffsave", folder / "scan.v", folder / picture.name, *(word.format(side=picture.side) for word in picture.options))
    (folder / "scan.v").unlink()


@contextlib.contextmanager
def recto_served(tools: Tools, picture: Path, scratch: Path, disk: int = 0) -> Iterator[tuple[int, list[int]]]:
    environment = dict(os.environ, RECTO_CACHE_DIR=str(scratch / "cache"))
    options = ["--port", "0", "--access-log", "none", "--cache-memory", str(CACHE), "--cache-size", str(disk)]
    argv = [*tools.programs["recto"], "serve", *options, str(picture)]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield urlsplit(process.stdout.readline().strip()).port, [process.pid]
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def walk_all(rows: dict, server: str, picture: Picture, port: int, prefix: str, processes: list[int], scratch: Path, runs: int) -> None:
    """All levels cold, and then all of them warm."""
    fetch(port, prefix + "full/64,/0/default.jpg")  # opens the file
    for factor, tiles in picture.levels.items():
        cell = rows.setdefault((picture.title, f"1/{factor} ({len(tiles)})"), {}).setdefault(server, Cell())
        walk(cell, port, prefix, tiles, processes)
    paths = scratch / "paths"
    paths.write_text("".join(f"{prefix}{tile}\n" for tile in itertools.chain(*picture.levels.values())))
    argv = ["wrk", "-t1", f"-c{CONNECTIONS}", "--latency", "-s", Path(__file__).with_name("tiles.lua"), f"http://127.0.0.1:{port}/"]
    for _ in range(2):  # each process of IIPImage has a cache of its own, which the first fills
        text = subprocess.run([*argv, f"-d{WARM * runs}s", "--", paths], capture_output=True, text=True, check=True, timeout=60 + WARM * runs).stdout
    lost = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    warm = {"rate": float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), "lost": int(lost[1]) if lost else 0}
    warm |= {"median": milliseconds(text, "50%"), "slow": milliseconds(text, "99%")}
    rows.setdefault((picture.title, "warm"), {})[server] = Cell(warm=warm)


def walk(cell: Cell, port: int, prefix: str, tiles: list[str], processes: list[int]) -> None:
    """Asks for each tile once, over some connections; adds what came to the cell."""
    left, lock = iter(tiles), threading.Lock()
    start, before = time.monotonic(), processor(processes)

    def client() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while time.monotonic() < start + SECONDS:
            with lock:
                tile = next(left, None)
            if tile is None:
                break
            asked = time.monotonic()
            try:
                connection.request("GET", prefix + tile)
                answer = connection.getresponse()
                size = len(answer.read())
                cell.load.add(answer.status, time.monotonic() - asked)
                with lock:
                    cell.bytes += size
            except (OSError, http.client.HTTPException) as error:
                cell.load.add(type(error).__name__, time.monotonic() - asked)
                connection.close()
        connection.close()

    threads = [threading.Thread(target=client) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cell.seconds += time.monotonic() - start
    cell.processor += processor(processes) - before


def processor(processes: list[int]) -> float:
    """Milliseconds that these processes and all below them have had, those that have ended among them."""
    ticks = 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            tasks = list(Path(f"/proc/{process}/task").iterdir())
            children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
        except OSError:  # it has just ended
            continue
        ticks += sum(map(int, fields[11:15])) + processor(children) / 1000 * os.sysconf("SC_CLK_TCK")
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def compared(picture: Picture) -> list[str]:
    """Two tiles of each level."""
    return [tile for tiles in picture.levels.values() for tile in tiles[:2]]


def fetch(port: int, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise ValueError(f"{path}: status {answer.status}")
        return body
    finally:
        connection.close()


def differ(one: bytes, other: bytes, scratch: Path) -> float:
    """How much two JPEG files differ on average, in levels of 255."""
    files = [scratch / "one.jpg", scratch / "other.jpg"]
    for file, data in zip(files, [one, other]):
        file.write_bytes(data)
    difference, absolute = scratch / "difference.v", scratch / "absolute.v"
    for argv in [["subtract", *files, difference], ["abs", difference, absolute]]:
        subprocess.run(["vips", *argv], check=True, capture_output=True, timeout=60)
    return float(subprocess.run(["vips", "avg", absolute], check=True, capture_output=True, text=True, timeout=60).stdout)
