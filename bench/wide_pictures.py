"""A page as pictures of 20,000 pixels' width, as a scanner of newspapers makes them: wide.jpg, and wide.tif in tiles.

usage: wide_pictures.py PICTURE FOLDER

The picture is enlarged, so that there is no more in it than before; what a decoder does is much the same.
"""

import struct
import sys
import zlib
from pathlib import Path

from PIL import Image

WIDTH = 20_000
SIDE = 512  # of a tile
SHORT, LONG = 3, 4  # TIFF 6.0, section 2: types of fields


def save_tiled(image: Image.Image, path: Path) -> None:
    """TIFF 6.0, section 15, RGB, each tile compressed with Deflate: what Pillow reads and does not write."""
    body, offsets, counts = bytearray(8), [], []
    for top in range(0, image.height, SIDE):
        for left in range(0, image.width, SIDE):
            tile = zlib.compress(image.crop((left, top, left + SIDE, top + SIDE)).tobytes(), 1)
            offsets.append(len(body))
            counts.append(len(tile))
            body += tile + bytes(len(tile) % 2)
    fields = [
        (256, LONG, [image.width]), (257, LONG, [image.height]), (258, SHORT, [8, 8, 8]),  # bits of each sample
        (259, SHORT, [8]), (262, SHORT, [2]), (277, SHORT, [3]),  # Deflate, RGB, three samples
        (322, LONG, [SIDE]), (323, LONG, [SIDE]), (324, LONG, offsets), (325, LONG, counts),
    ]  # fmt: skip
    entries = b""
    for tag, kind, values in fields:
        data = struct.pack(f"<{len(values)}{'H' if kind == SHORT else 'I'}", *values)
        if len(data) > 4:
            place, body = len(body), body + data + bytes(len(data) % 2)
            data = struct.pack("<I", place)
        entries += struct.pack("<HHI4s", tag, kind, len(values), data)
    body[:8] = struct.pack("<2sHI", b"II", 42, len(body))
    path.write_bytes(body + struct.pack("<H", len(fields)) + entries + bytes(4))


source, folder = sys.argv[1], Path(sys.argv[2])
small = Image.open(source).convert("RGB")
wide = small.resize((WIDTH, round(small.height * WIDTH / small.width)), Image.Resampling.BILINEAR)
wide.save(folder / "wide.jpg", quality=85)
save_tiled(wide, folder / "wide.tif")
