"""The usual way from PDFium to PNG: pypdfium2 renders, Pillow encodes.

usage: pdfium_png.py FILE FOLDER DPI FIRST LAST
"""

import sys

import pypdfium2

path, folder = sys.argv[1:3]
dpi, first, last = map(int, sys.argv[3:6])
document = pypdfium2.PdfDocument(path)
for index in range(first - 1, last):
    bitmap = document[index].render(scale=dpi / 72, rev_byteorder=True)  # RGB, as Pillow has it: no conversion
    bitmap.to_pil().save(f"{folder}/{index + 1}.png")
