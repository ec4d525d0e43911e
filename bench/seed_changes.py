"""Pages with one change each, drawn before and after; a line of JSON for each.

usage: seed_changes.py RECTO FOLDER NAME COUNT FILE...

COUNT of each kind, on the first pages of the files. NAME is the seed: the same files give the same changes.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import numpy
import pikepdf
from PIL import Image, ImageChops

import rasterized_pages as pages
from seeded_changes import KINDS, OVERLAY, Page

DPI = 150
MOST_PIXELS = 9_000_000
ROUNDS = 80
TRIES = 12
# The levels of a channel by which a change of the kind must alter at least that many pixels: a
# smaller change is invisible, such as a letter behind a picture.
VISIBLE = {"letter": (64, 3), "comma": (64, 3), "digit": (64, 3), "hairline": (96, 12), "color": (4, 64), "picture": (24, 20)}


def is_visible(kind: str, before: Path, after: Path) -> bool:
    """True if pdftocairo, an independent rasterizer, shows the change."""
    levels, least = VISIBLE[kind]
    difference = ImageChops.difference(Image.open(before).convert("RGB"), Image.open(after).convert("RGB"))
    return int((numpy.asarray(difference).max(2) >= levels).sum()) >= least


def seed(recto: str, kind: str, pdf: Path, draw: random.Random, may_draw_over: bool, stem: Path) -> dict[str, object] | None:
    """One change on the first page; None where it has nothing of the kind, or nothing that is seen."""
    before, after = Path(f"{stem}-before.pdf"), Path(f"{stem}-after.pdf")
    try:
        page = Page(pdf, draw)
        if not page.places[kind] and may_draw_over:
            page.overlay(kind)
        page.save(before)
        what = page.change(kind)
        if what is None:
            return None
        page.save(after)
    except (pikepdf.PdfError, pikepdf.DependencyError, pikepdf.PasswordError, AttributeError, KeyError, TypeError, ValueError, IndexError):
        return None  # damaged, encrypted, or in a form that is not read here
    golden, current = Path(f"{stem}-golden.png"), Path(f"{stem}-current.png")
    if not pages.golden(recto, before, DPI, golden):
        return None
    width, height = pages.size(golden)
    shown = [Path(f"{stem}-shown-before.png"), Path(f"{stem}-shown-after.png")]
    if width * height > MOST_PIXELS or not all(
        pages.redrawn("pdftocairo", sys.executable, pdf, width, height, picture) for pdf, picture in zip([before, after], shown)
    ):
        return None
    texts = [Path(f"{stem}-golden.json"), Path(f"{stem}-current.json")]
    if not is_visible(kind, *shown) or not pages.golden(recto, after, DPI, current):
        return None
    if not all(pages.words(recto, pdf, text) for pdf, text in zip([before, after], texts)):
        return None
    rasterizer = draw.choice(pages.RASTERIZERS)
    other = Path(f"{stem}-other.png")
    drew = pages.redrawn(rasterizer, sys.executable, after, width, height, other)
    row = {"kind": kind, "what": what, "document": pdf.name, "rasterizer": rasterizer, "other": str(other) if drew else None}
    return row | {"golden": str(golden), "golden_words": str(texts[0]), "current": str(current), "current_words": str(texts[1])}


def main() -> None:
    recto, folder, name, count = *sys.argv[1:4], int(sys.argv[4])
    files = [Path(file) for file in sys.argv[5:]]
    made = dict.fromkeys(KINDS, 0)
    for number in range(ROUNDS):
        for kind in KINDS:
            if made[kind] == count:
                continue
            for attempt in range(TRIES):
                draw = random.Random(f"{name} {number} {kind} {attempt}")
                may_draw_over = kind in OVERLAY and attempt >= 4
                row = seed(recto, kind, draw.choice(files), draw, may_draw_over, Path(folder) / f"{name}-{number}-{kind}")
                if row:
                    made[kind] += 1
                    print(json.dumps(row), flush=True)
                    break


main()
