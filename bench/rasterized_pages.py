"""Pages of PDFs as PNG files of one size, by recto and by four other rasterizers, and their words."""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path

RASTERIZERS = ["pdftoppm", "pdftocairo", "mutool", "pdfium"]
TIMEOUT = 60.0
PDFIUM = """
import sys, pypdfium2, pypdfium2.raw as raw
path, out, width, height = *sys.argv[1:3], *map(int, sys.argv[3:])
document = pypdfium2.PdfDocument(path)
document.init_forms()
page = document[0]
bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT)
if document.formenv:
    raw.FPDF_FFLDraw(document.formenv, bitmap, page, 0, 0, width, height, 0, raw.FPDF_ANNOT)
bitmap.to_pil().convert("RGB").save(out)
"""


def run(*argv: str) -> bool:
    try:
        return subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=TIMEOUT).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def size(picture: Path) -> tuple[int, int]:
    """Of a PNG file, from its header."""
    return struct.unpack(">II", picture.read_bytes()[16:24])


def golden(recto: str, pdf: Path, dpi: int, picture: Path) -> bool:
    """The first page as recto draws it, as goldens are."""
    return run(recto, "render", "--deterministic", "--pages", "1", "--dpi", str(dpi), "--level", "1", str(pdf), "-o", str(picture)) and picture.exists()


def words(recto: str, pdf: Path, text: Path) -> bool:
    """The words of the first page, as goldens have them."""
    whole = text.with_suffix(".all")
    if not run(recto, "text", "--format", "json", "--glyphs", "--pages", "1", str(pdf), "-o", str(whole)):
        return False
    text.write_text(json.dumps(json.loads(whole.read_text())["pages"][0]))
    whole.unlink()
    return True


def redrawn(rasterizer: str, python: str, pdf: Path, width: int, height: int, picture: Path) -> bool:
    """The first page as another rasterizer draws it, in as many pixels."""
    scale = ["-cropbox", "-png", "-f", "1", "-l", "1", "-singlefile", "-scale-to-x", str(width), "-scale-to-y", str(height)]
    scale += ["-x", "0", "-y", "0", "-W", str(width), "-H", str(height)]  # pdftocairo adds a pixel where a length is just above a whole number
    argv = {
        "pdftoppm": ["pdftoppm", *scale, str(pdf), str(picture.with_suffix(""))],
        "pdftocairo": ["pdftocairo", *scale, str(pdf), str(picture.with_suffix(""))],
        "mutool": ["mutool", "draw", "-q", "-F", "png", "-w", str(width), "-h", str(height), "-f", "-o", str(picture), str(pdf), "1"],
        "pdfium": [python, "-c", PDFIUM, str(pdf), str(picture), str(width), str(height)],
    }[rasterizer]
    return run(*argv) and picture.exists() and size(picture) == (width, height)
