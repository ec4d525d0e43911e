"""Scores pairs of PNG files as pixelmatch and structural similarity see them: a line of JSON each.

    picture_scores.py FOLDER COUNT

The pairs are NUMBER-golden.png and NUMBER-current.png, from 0. The last line has the milliseconds
that each takes for speed-golden.png and speed-current.png, decoded, and with itself for equal ones.
Needs requirements.txt.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy
from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch
from skimage.metrics import structural_similarity


def pixels(golden: Image.Image, current: Image.Image) -> int:
    return pixelmatch(golden, current, threshold=0.1)


def dssim(golden: Image.Image, current: Image.Image) -> float:
    likeness = structural_similarity(numpy.asarray(golden), numpy.asarray(current), channel_axis=2)
    return 1 / max(likeness, 1e-9) - 1


def load(folder: Path, name: str) -> list[Image.Image]:
    return [Image.open(folder / f"{name}-{side}.png").convert("RGB") for side in ("golden", "current")]


def milliseconds(score: Callable[[Image.Image, Image.Image], float], golden: Image.Image, current: Image.Image) -> float:
    start = time.perf_counter()
    score(golden, current)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        golden, current = load(folder, str(number))
        if golden.size != current.size:
            print(json.dumps({"pixels": None, "dssim": None}), flush=True)
            continue
        print(json.dumps({"pixels": pixels(golden, current), "dssim": dssim(golden, current)}), flush=True)
    golden, current = load(folder, "speed")
    times = {
        name: {"equal": milliseconds(score, golden, golden.copy()), "unequal": milliseconds(score, golden, current)}
        for name, score in [("pixels", pixels), ("dssim", dssim)]
    }
    print(json.dumps(times), flush=True)


if __name__ == "__main__":
    main()
