"""The programs compared: where they are, which version, and the two that are built here."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIND_PDFIUM = "import pathlib, PIL, pypdfium2_raw as p; print(next(pathlib.Path(p.__file__).parent.glob('libpdfium.*')))"
PDFIUM_VERSION = "import PIL, pypdfium2.version as v; print('pypdfium2', v.PYPDFIUM_INFO, 'PDFium', v.PDFIUM_INFO, 'Pillow', PIL.__version__)"


def answer(*argv: str) -> str | None:
    """First line that `argv` prints, or None if it is not there or fails."""
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip().split("\n")[0] if done.returncode == 0 else None


class Tools:
    """Finds each program by the name the tables use; the value is the start of its command line."""

    def __init__(self, recto: str | None, python: str, build: Path, latency: Path | None, plugin: Path | None,
                 typesetting: Path | None, samples: Path | None, snapshots: Path | None, web_readers: Path | None,
                 foliate: Path | None) -> None:  # fmt: skip
        self.samples = samples
        self.python = python
        self.web_readers = web_readers
        self.foliate = foliate
        self.programs: dict[str, list[str]] = {}
        for name in ["pdftoppm", "pdftocairo", "pdftotext", "mutool", "qpdf", "pdfinfo"]:
            if path := shutil.which(name):
                self.programs[name] = [path]
        if recto:
            self.programs["recto"] = [recto]
        if latency:
            self.programs["latency"] = [str(latency.resolve())]
        if plugin:
            self.programs["misbehaving"] = [str(plugin.resolve())]
        if typesetting:
            self.programs["typesetting"] = [str(typesetting.resolve())]
        if snapshots:
            self.programs["snapshots"] = [str(snapshots.resolve())]
        if flags := answer("pkg-config", "--cflags", "--libs", "pangocairo"):
            peer = build / "pango_peer"
            if answer("cc", "-O2", "-D_GNU_SOURCE", "-o", str(peer), str(HERE / "pango_peer.c"), *flags.split()) is not None:
                self.programs["pango_peer"] = [str(peer)]
        if library := answer(python, "-c", FIND_PDFIUM):
            self.programs["pdfium_png"] = [python, str(HERE / "pdfium_png.py")]
            self.programs["wide_pictures"] = [python, str(HERE / "wide_pictures.py")]
            if recto:
                self.programs["recto_pdfium"] = ["env", f"RECTO_PDFIUM={library}", recto]
            peer = build / "pdfium_peer"
            if answer("cc", "-O2", "-o", str(peer), str(HERE / "pdfium_peer.c"), "-ldl", "-lm") is not None:
                self.programs["pdfium_peer"] = [str(peer), library]
        self.versions: dict[str, str | bool | None] = {
            "recto": recto and answer(recto, "--version"),
            "poppler": answer("pdftoppm", "-v"),
            "poppler-data": Path("/usr/share/poppler").is_dir() and "installed",
            "mupdf": answer("mutool", "-v"),
            "pdfium": library and answer(python, "-c", PDFIUM_VERSION),
            "qpdf": answer("qpdf", "--version"),
            "pango": answer("pkg-config", "--modversion", "pango"),
        }

    def pages(self, file: Path) -> int:
        """The page count, by pdfinfo: a peer's word, so that a recto that loses pages is noticed."""
        done = subprocess.run([*self.programs["pdfinfo"], str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in done.stdout.decode(errors="replace").splitlines():
            if line.startswith("Pages:"):
                return int(line.split()[1])
        raise SystemExit(f"bench: {file}: not a PDF that pdfinfo can open")

    def thousand_pages(self, source: Path, pages: int, target: Path) -> bool:
        """Repeats `source` until `target` has 1,000 pages. False without qpdf."""
        if "qpdf" not in self.programs:
            return False
        whole, rest = divmod(1000, pages)
        parts = [str(source), "1-z"] * whole + ([str(source), f"1-{rest}"] if rest else [])
        argv = [*self.programs["qpdf"], "--empty", "--warning-exit-0", "--pages", *parts, "--", str(target)]
        return subprocess.run(argv, stderr=subprocess.DEVNULL).returncode == 0


def machine() -> dict[str, str]:
    """What the numbers depend on besides the programs."""
    info = Path("/proc/cpuinfo").read_text()
    model = next((line.split(": ", 1)[1] for line in info.splitlines() if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return {
        "cpu": model,
        "cores": str(len(os.sched_getaffinity(0))),
        "memory": f"{memory:.0f} GiB",
        "kernel": platform.release(),
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def elsewhere() -> float:
    """Processor seconds that the machine has spent so far on anything but this process and the ones it waited for."""
    user, nice, system, _, _, irq, softirq, _ = processor_ticks()
    own = os.times()
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK") - sum(own[:4])


def stolen() -> float:
    """Processor seconds so far that this machine, a virtual one, wanted and its host gave to others."""
    return processor_ticks()[7] / os.sysconf("SC_CLK_TCK")


def processor_ticks() -> list[int]:
    return list(map(int, Path("/proc/stat").read_text().split()[1:9]))
