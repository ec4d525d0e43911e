"""Scores pairs of PNG files as pixelmatch and structural similarity see them: a line of JSON each.

    picture_scores.py FOLDER COUNT

The pairs are NUMBER-golden.png and NUMBER-current.png, from 0. Needs requirements.txt.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy
from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch
from skimage.metrics import structural_similarity


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        golden, current = (Image.open(folder / f"{number}-{name}.png").convert("RGB") for name in ("golden", "current"))
        if golden.size != current.size:
            print(json.dumps({"pixels": None, "dssim": None}), flush=True)
            continue
        pixels = pixelmatch(golden, current, threshold=0.1)
        likeness = structural_similarity(numpy.asarray(golden), numpy.asarray(current), channel_axis=2)
        print(json.dumps({"pixels": pixels, "dssim": 1 / max(likeness, 1e-9) - 1}), flush=True)


if __name__ == "__main__":
    main()
