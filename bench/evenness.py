"""A page at the resolution of a screen beside its own at four times that, averaged down: letters that stand where they should.

usage, with numpy and Pillow: evenness.py FOLDER, which holds NAME-small.png and NAME-large.png
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import documents
from serving import Found
from tools import Tools

KEY = "evenness"
TITLE = "Evenness: a page at 96 dpi beside its own at 384 dpi, averaged down"
NOTE = (
    "The mean difference of 255 over the ink (where one of the two is darker than 250), of page 2 of each of the documents "
    "that Debian packages bring. Goal: no more than MuPDF's on any."
)
RECTO = ["render", "{file}", "--pages", "{page}", "--gray", "--dpi", "{dpi}", "--format", "png", "-o", "{out}.png"]
COMMANDS = {
    "recto": RECTO,
    "recto_pdfium": [*RECTO, "--engine", "pdfium", "--one-engine"],
    "mutool": ["draw", "-q", "-c", "gray", "-r", "{dpi}", "-o", "{out}.png", "{file}", "{page}"],
    "pdftoppm": ["-r", "{dpi}", "-gray", "-png", "-cropbox", "-singlefile", "-f", "{page}", "-l", "{page}", "{file}", "{out}"],
    "pdftocairo": ["-r", "{dpi}", "-gray", "-png", "-cropbox", "-singlefile", "-f", "{page}", "-l", "{page}", "{file}", "{out}"],
}
SMALL, FACTOR = 96, 4


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    folder = scratch / KEY
    folder.mkdir()
    try:
        files, notes = documents.unpack(documents.GENERAL, folder)
        names = [name for name in COMMANDS if name in tools.programs]
        rows: list[dict[str, object]] = []
        for file in files:
            page = min(2, tools.pages(file))
            for name in names:
                for dpi, size in ((SMALL, "small"), (SMALL * FACTOR, "large")):
                    values = {"file": file, "page": page, "dpi": dpi, "out": folder / f"{name}-{size}"}
                    words = [word.format_map(values) for word in COMMANDS[name]]
                    subprocess.run([*tools.programs[name], *words], check=True, capture_output=True, text=True)
            scores = subprocess.run([tools.python, __file__, str(folder)], check=True, capture_output=True, text=True)
            rows.append({"document": file.name} | json.loads(scores.stdout))
    except subprocess.CalledProcessError as error:
        return Found([], [], [f"{KEY}: {error}: {error.stderr.strip()[-300:]}"], failed=True)
    finally:
        shutil.rmtree(folder)
    return Found([["of 255", *names], *([row["document"], *(f"{row[name]:.1f}" for name in names)] for row in rows)], rows, notes)


def main() -> None:
    import numpy
    from PIL import Image

    folder = Path(sys.argv[1])

    def gray(path: Path) -> numpy.ndarray:
        return numpy.asarray(Image.open(path).convert("L"), dtype=numpy.float32)

    scores = {}
    for path in folder.glob("*-small.png"):
        small, large = gray(path), gray(path.with_name(path.name.replace("small", "large")))
        rows, columns = (min(one, other // FACTOR) for one, other in zip(small.shape, large.shape))
        large = large[: rows * FACTOR, : columns * FACTOR].reshape(rows, FACTOR, columns, FACTOR).mean(axis=(1, 3))
        small = small[:rows, :columns]
        ink = numpy.minimum(small, large) < 250
        scores[path.name.removesuffix("-small.png")] = float(abs(small - large)[ink].mean()) if ink.any() else 0.0
    print(json.dumps(scores))


if __name__ == "__main__":
    main()
