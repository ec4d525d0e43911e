"""The usual way from PDFium to PNG: pypdfium2 renders, Pillow encodes.

usage: pdfium_png.py FILE FOLDER DPI PAGES
"""

import sys

import pypdfium2

path, folder, dpi, pages = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
document = pypdfium2.PdfDocument(path)
for index in range(pages):
    bitmap = document[index].render(scale=dpi / 72, rev_byteorder=True)  # RGB, as Pillow has it: no conversion
    bitmap.to_pil().save(f"{folder}/{index + 1}.png")
