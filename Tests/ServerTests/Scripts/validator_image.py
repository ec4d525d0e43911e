"""Writes the test image of the IIIF validator: squares of the colors that the validator has."""
import sys

from iiif_validator.validator import ValidationInfo
from PIL import Image

image = Image.new("RGB", (1000, 1000))
for x, column in enumerate(ValidationInfo().colorInfo):
    for y, color in enumerate(column):
        image.paste(color, (x * 100, y * 100, x * 100 + 100, y * 100 + 100))
image.save(sys.argv[1])
