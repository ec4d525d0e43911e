"""How far two pictures of a page are apart in what every rasterizer should draw alike, leaving all detail aside.

usage: drawn_alike.py < LIST. LIST has a tab-separated line `A.png B.png SIDE` for each pair, SIDE in pixels. Prints two numbers for each, 0 to 255:
the largest difference of the means of squares, and how far the color that is missing in the other picture is from the nearest one there.
"""

from __future__ import annotations

import sys

import numpy
from PIL import Image

COMMON = 0.0003  # the share of the page that a color must have in one picture to be looked for in the other
RARE = 0.0001  # and there


def means(picture: Image.Image, side: int) -> numpy.ndarray:
    """Of each channel in each square that lies in the picture as a whole."""
    width, height = (length // side * side for length in picture.size)
    return numpy.asarray(picture.crop((0, 0, width, height)).reduce(side), dtype=numpy.int16)


def colors(picture: Image.Image, share: float) -> numpy.ndarray:
    """Those that have at least such a share; only where all four neighbors have the same, since edges are smoothed."""
    red, green, blue = (numpy.asarray(band, dtype=numpy.int32) for band in picture.split())
    every = red << 16 | green << 8 | blue
    inner = every[1:-1, 1:-1]
    around = [every[:-2, 1:-1], every[2:, 1:-1], every[1:-1, :-2], every[1:-1, 2:]]
    counts = numpy.bincount(inner[numpy.all([inner == one for one in around], axis=0)], minlength=1)
    found = numpy.flatnonzero(counts >= share * every.size)
    return numpy.stack([found >> 16, found >> 8 & 255, found & 255], 1)


def missing(a: Image.Image, b: Image.Image) -> int:
    """How far the common color of a picture that is furthest from the other's colors is from the nearest of them."""
    sought, there = colors(a, COMMON), colors(b, RARE)
    return max(int(numpy.abs(there - color).max(1).min()) for color in sought) if len(sought) and len(there) else 0


def main() -> None:
    for line in sys.stdin:
        first, second, side = line.rstrip("\n").split("\t")
        a, b = (Image.open(path).convert("RGB") for path in (first, second))
        print(numpy.abs(means(a, int(side)) - means(b, int(side))).max(initial=0), max(missing(a, b), missing(b, a)), flush=True)


main()
