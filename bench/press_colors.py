#!/usr/bin/env python3
"""Fits the numbers of Sources/C/PopplerPage/press_colors.cc to a profile of a press.

    python3 bench/press_colors.py PROFILE.icc

The inks of a color cover the paper as their amounts to the power of a gain; the light of each way to print inks in
full or not at all is mixed in proportion (Neugebauer), to the power of 1 / LIGHT (Yule and Nielsen). Prints a gain
for each ink and the 16 lights for red, green and blue, and how far the colors are from the profile's, of 255.
Needs NumPy, SciPy and Pillow. The profile of Debian's libgs-common is the one that was used.
"""

import sys

import numpy as np
from PIL import Image, ImageCms
from scipy.optimize import least_squares

LIGHT = 0.64
INKS = 4
PRIMARIES = np.array([[index >> ink & 1 for ink in range(INKS)] for index in range(16)])


def profile_colors(path):
    """A function from rows of bytes of ink to rows of sRGB."""
    black_point = 0x2000
    transform = ImageCms.buildTransform(
        path, ImageCms.createProfile("sRGB"), "CMYK", "RGB", renderingIntent=1, flags=black_point)

    def colors(inks):
        picture = Image.fromarray(inks.reshape(1, len(inks), INKS), "CMYK")
        return np.asarray(ImageCms.applyTransform(picture, transform)).reshape(-1, 3).astype(float)

    return colors


def random_inks(count, seed):
    """Random rows of ink, in bytes. One amount in four is zero, since most colors lack an ink."""
    generator = np.random.default_rng(seed)
    amounts, kind = generator.random((count, INKS)), generator.random((count, INKS))
    amounts[kind < 0.25] = 0
    amounts[(kind > 0.25) & (kind < 0.3)] = 1
    return np.round(amounts * 255).astype(np.uint8)


def ramp(ink):
    rows = np.zeros((52, INKS), np.uint8)
    rows[:, ink] = np.arange(0, 256, 5)
    return rows


def light(parameters, inks):
    """One channel of the colors, from 0 to 255."""
    cover = np.clip(inks / 255, 1e-9, 1) ** parameters[:INKS]
    shares = np.ones((len(inks), len(PRIMARIES)))
    for ink in range(INKS):
        shares *= np.where(PRIMARIES[:, ink], cover[:, ink : ink + 1], 1 - cover[:, ink : ink + 1])
    mixture = shares @ parameters[INKS:]
    return np.clip(np.sign(mixture) * np.abs(mixture) ** LIGHT * 255, 0, 255)


def main():
    colors = profile_colors(sys.argv[1])
    # Text is black on paper: these two count most, then pure inks.
    samples = [(random_inks(8000, 1), 1), *((ramp(ink), 4) for ink in range(INKS)), (ramp(3), 8)]
    samples += [((PRIMARIES * 255).astype(np.uint8), 6), (ramp(3)[[0, -1]], 60)]
    inks = np.concatenate([rows for rows, _ in samples])
    weights = np.concatenate([np.full(len(rows), float(weight)) for rows, weight in samples])
    expected, tried = colors(inks), random_inks(20000, 2)
    for channel, name in enumerate(("red", "green", "blue")):
        full = colors((PRIMARIES * 255).astype(np.uint8))[:, channel] / 255
        start = np.concatenate([np.full(INKS, 0.8), full ** (1 / LIGHT)])
        fit = least_squares(lambda p: (light(p, inks) - expected[:, channel]) * weights, start, max_nfev=300)
        numbers = np.round(fit.x, 3)
        error = np.abs(light(numbers, tried) - colors(tried)[:, channel])
        print(f"{name}: gains {numbers[:INKS].tolist()}, lights {numbers[INKS:].tolist()}")
        print(f"  off by {error.mean():.1f} on average, {np.percentile(error, 99):.1f} for 1 %, {error.max():.1f} at most")


if __name__ == "__main__":
    main()
