"""Pages as recto draws them beside pdftocairo, mutool and PDFium: a table of those on which recto stands alone.

usage, with numpy, Pillow and pypdfium2: fidelity.py RECTO FOLDER… [--pages N] [--pictures FOLDER] [--json OUT]

Every picture is blurred by 1.5 pixels, so that places of glyphs do not count. A page is near where its mean difference
from pdftocairo's is at most 1 of 255, or where it is nearer to mutool's and to PDFium's than pdftocairo's is. A pixel is
alone where the three peers agree and recto differs from all of them. `--pictures` keeps the pages with such pixels, side by side.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy
import pypdfium2
import pypdfium2.raw
from PIL import Image, ImageFilter

DPI = 96
BLUR = 1.5  # pixels
AGREE, DIFFER = 20, 40  # of 255, in any channel: peers are alike within the first, recto is alone beyond the second
ALONE = 20  # pixels that are alone: a page with fewer is not listed
PEERS = ["pdftocairo", "mutool", "pdfium"]
SECONDS, MEMORY = 20, 2 << 30  # of processor time and bytes, for one run of a program: some peers take all that there is

Picture = numpy.ndarray  # rows, columns, red green blue


@dataclass
class Compared:
    file: str
    page: int
    recto: float  # the mean difference from pdftocairo's page, of 255
    mutool: tuple[float, float]  # the mean differences of recto's and of pdftocairo's page from mutool's
    pdfium: tuple[float, float]
    alone: int  # pixels
    says: str = ""  # what recto said where it drew no page

    @property
    def is_near(self) -> bool:
        return self.recto <= 1 or all(own <= other for own, other in (self.mutool, self.pdfium))


def run(*argv: str) -> str:
    """Standard error of a program, whatever its exit status is."""
    limited = ["prlimit", f"--cpu={SECONDS}", f"--as={MEMORY}", *argv]
    return subprocess.run(limited, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace").stderr


def by_pdfium(file: Path, pages: int, folder: Path) -> None:
    try:
        document = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError:
        return
    document.init_forms()
    for index in range(min(pages, len(document))):
        try:
            bitmap = document[index].render(scale=DPI / 72, may_draw_forms=True)
        except (pypdfium2.PdfiumError, ValueError):
            continue
        bitmap.to_pil().convert("RGB").save(folder / f"pdfium-{index + 1}.png", compress_level=1)


def draw(recto: str, file: Path, pages: int, folder: Path) -> str:
    """Pages as `PROGRAM-NUMBER.png`; returns what recto says."""
    last = str(pages)
    run("pdftocairo", "-cropbox", "-png", "-r", str(DPI), "-l", last, str(file), str(folder / "pdftocairo"))
    run("mutool", "draw", "-q", "-F", "png", "-r", str(DPI), "-o", str(folder / "mutool-%d.png"), str(file), f"1-{last}")
    by_pdfium(file, pages, folder)
    count = max((number(path) for path in folder.iterdir()), default=1)
    return run(recto, "render", str(file), "--dpi", str(DPI), "--pages", f"1-{count}", "--level", "1", "-o", str(folder / "recto-{page}.png"))


def number(path: Path) -> int:
    return int(path.stem.rpartition("-")[2])


def blurred(path: Path) -> Picture:
    picture = Image.open(path).convert("RGB").filter(ImageFilter.GaussianBlur(BLUR))
    return numpy.asarray(picture, dtype=numpy.int16)


def difference(one: Picture, other: Picture) -> Picture:
    """The largest of the channels', of each pixel."""
    return abs(one - other).max(axis=2)


def compare(file: Path, page: int, paths: dict[str, Path], says: str) -> Compared | None:
    """None where the peers do not draw the page in one size."""
    if not all(name in paths for name in PEERS):
        return None
    pictures = {name: blurred(path) for name, path in paths.items()}
    sizes = [pictures[name].shape for name in PEERS]
    if any(max(side) - min(side) > 1 for side in zip(*sizes)):
        return None
    if "recto" not in pictures:
        return Compared(file.name, page, 255, (255, 0), (255, 0), sizes[0][0] * sizes[0][1], says.strip()[-200:])
    height, width = (min(picture.shape[side] for picture in pictures.values()) for side in (0, 1))
    pictures = {name: picture[:height, :width] for name, picture in pictures.items()}
    cairo, mutool, pdfium = (pictures[name] for name in PEERS)
    agree = numpy.maximum(numpy.maximum(difference(cairo, mutool), difference(cairo, pdfium)), difference(mutool, pdfium)) <= AGREE
    differs = numpy.minimum.reduce([difference(pictures["recto"], pictures[name]) for name in PEERS]) > DIFFER

    def mean(one: str, other: str) -> float:
        return round(float(abs(pictures[one] - pictures[other]).mean()), 2)

    return Compared(
        file.name, page, mean("recto", "pdftocairo"),
        (mean("recto", "mutool"), mean("pdftocairo", "mutool")),
        (mean("recto", "pdfium"), mean("pdftocairo", "pdfium")),
        int((agree & differs).sum()),
    )  # fmt: skip


def keep(paths: dict[str, Path], target: Path) -> None:
    """Writes the pages side by side: recto, then its peers."""
    pictures = [Image.open(paths[name]).convert("RGB") for name in ["recto", *PEERS] if name in paths]
    sheet = Image.new("RGB", (sum(one.width + 8 for one in pictures), max(one.height for one in pictures)), "magenta")
    left = 0
    for one in pictures:
        sheet.paste(one, (left, 0))
        left += one.width + 8
    sheet.save(target)


def look_at(recto: str, file: Path, pages: int, pictures: Path | None) -> list[Compared]:
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        says = draw(recto, file, pages, folder)
        drawn: dict[int, dict[str, Path]] = {}
        for path in folder.glob("*.png"):
            drawn.setdefault(number(path), {})[path.stem.rpartition("-")[0]] = path
        for page, paths in sorted(drawn.items()):
            one = compare(file, page, paths, says)
            if not one:
                continue
            found.append(one)
            if pictures and (one.alone >= ALONE or not one.is_near):
                keep(paths, pictures / f"{file.stem}-{page}.png")
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("recto")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=1000, help="of each document, at most")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    found: list[Compared] = []
    files = [file for folder in arguments.folders for file in (sorted(folder.glob("*.pdf")) if folder.is_dir() else [folder])]
    for file in files:
        found += look_at(arguments.recto, file, arguments.pages, arguments.pictures)
        print(f"{file.name}: {len(found)} pages so far", file=sys.stderr, flush=True)
    listed = [one for one in found if one.alone >= ALONE or not one.is_near]
    print(f"{len(found)} pages of {len(files)} files; {len(listed)} listed\n")
    print("| file | page | from pdftocairo | from mutool, pdftocairo's | from PDFium, pdftocairo's | pixels alone | |")
    print("|---|---|---|---|---|---|---|")
    for one in sorted(listed, key=lambda one: -one.alone):
        pairs = " | ".join(f"{own}, {other}" for own, other in (one.mutool, one.pdfium))
        print(f"| {one.file} | {one.page} | {one.recto} | {pairs} | {one.alone} | {one.says.replace('|', ' ')} |")
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(one) for one in found], indent=1))


if __name__ == "__main__":
    main()
