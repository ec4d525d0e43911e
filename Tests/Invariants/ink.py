"""Ink is where the words are, and ink that looks like text has a word."""

from PIL import Image, ImageChops, ImageDraw

import sources
from recto import Refused, words

KINDS = ("ink-missing", "word-outside", "ink-wordless", "blank-page", "narrow-column")

SCALE = 2
# Words that are lower or narrower, in points, may have too little ink to be seen.
SMALL = 2
# Elements that draw more than text and lines.
PICTURES = {
  "img", "svg", "image", "object", "video", "math", "table", "hr", "input", "button", "canvas",
}
# The difference from the surroundings that counts as ink, of 255.
CONTRAST = 12


def check(subject, random, report):
  if subject.backend not in ("pdf", "epub", "html", "text"):
    return
  if has_too_high_row(subject):
    report.not_judged("ink: a row of a table is higher than its frame")
    return
  for index in subject.sample(random, 12):
    page = subject.texts[index]
    width, height = page["size"]
    if width * height * SCALE * SCALE > 8e6 or width < 8 or height < 8:
      report.not_judged("ink: a page is too large or too small")
      continue
    try:
      image = subject.server.image(index, f"scale={SCALE}")
    except Refused:
      continue
    shown = unrotated(image, subject.facts[index]["rotation"]).convert("RGB")
    found = list(words(page))
    check_words(page, shown, found, report)
    if subject.backend in ("text", "epub"):
      check_blank(subject, page, shown, found, report)
      check_column(subject, page, report)
    if is_plain(subject):
      check_leftover(page, shown, found, 3 if subject.backend == "text" else 9, report)


def unrotated(image, rotation):
  turn = {90: Image.Transpose.ROTATE_90, 180: Image.Transpose.ROTATE_180,
          270: Image.Transpose.ROTATE_270}.get(rotation)
  return image.transpose(turn) if turn is not None else image


def corners(word):
  if word.get("quad"):
    quad = word["quad"]
    return min(quad[0::2]), min(quad[1::2]), max(quad[0::2]), max(quad[1::2])
  x, y, width, height = word["box"]
  return x, y, x + width, y + height


def has_too_high_row(subject):
  """True where a row of a table reaches over what is below it, with a warning."""
  return any("is higher than its frame" in w["message"] for w in subject.info.get("warnings", ()))


def contrast(image):
  return max(high - low for low, high in image.getextrema())


def check_words(page, image, found, report):
  missing, outside = [], []
  for _, word in found:
    if not any(c.isalnum() for c in word["text"]):
      continue
    x, y, x2, y2 = corners(word)
    if min(x2 - x, y2 - y) < SMALL:
      continue
    if x2 < SMALL or y2 < SMALL or page["size"][0] - x < SMALL or page["size"][1] - y < SMALL:
      outside.append(word["text"])
      continue
    area = (max(0, int(x * SCALE) - 1), max(0, int(y * SCALE) - 1),
            min(image.width, int(x2 * SCALE) + 2), min(image.height, int(y2 * SCALE) + 2))
    if area[2] - area[0] < 1 or area[3] - area[1] < 1 or contrast(image.crop(area)) < CONTRAST:
      missing.append((word, f"at {[round(v, 1) for v in (x, y, x2, y2)]} has no ink"))
  if outside:
    report.violation(
      "word-outside", page["index"] + 1,
      f"{len(outside)} of {len(found)} words stand outside of the page: “{outside[0]}”")
  if missing:
    word, what = missing[0]
    others = f"; so have {len(missing) - 1} others of {len(found)}" if len(missing) > 1 else ""
    report.violation("ink-missing", page["index"] + 1, f"“{word['text']}” {what}{others}")


def is_plain(subject):
  """True if a source has no pictures: what is drawn is text, with lines and grounds beside it."""
  if subject.backend == "text":
    return subject.name.startswith("made-")
  book = getattr(subject, "book", None)
  # Style sheets and the spine may name pictures too.
  return book is not None and not book.has_pictures() and not any(
    sources.local_name(element) in PICTURES
    for _, root in book.documents() for element in root.iter())


def check_leftover(page, image, found, least, report):
  """What remains where all words are covered must not be as high and as wide as letters."""
  gray = image.convert("L")
  paper = max(range(256), key=gray.histogram().__getitem__)
  covered = ImageDraw.Draw(gray)
  for _, word in found:
    x, y, x2, y2 = corners(word)
    more = max(2, 0.35 * word.get("size", 10))
    covered.rectangle(
      [(x - more) * SCALE, (y - more) * SCALE, (x2 + more) * SCALE, (y2 + more) * SCALE], paper)
  ink = ImageChops.difference(gray, Image.new("L", gray.size, paper)).point(
    lambda v: 255 if v > 60 else 0)
  box = ink.getbbox()
  if box is None:
    return
  # Rows of cells of a point: a rule is one cell high or wide.
  cells = ink.resize((gray.width // SCALE, gray.height // SCALE), Image.Resampling.BOX).point(
    lambda v: 255 if v > 40 else 0)
  for x, y, x2, y2 in parts(cells):
    # A book's markers of lists have no words.
    if x2 - x >= least and y2 - y >= 4 and min(x2 - x, y2 - y) < 80:
      report.violation(
        "ink-wordless", page["index"] + 1,
        f"ink at {[x, y, x2 - x, y2 - y]} has no word")
      return


def parts(image):
  """The boxes of connected parts."""
  width, height = image.size
  data = bytearray(image.tobytes())
  for start in range(len(data)):
    if not data[start]:
      continue
    stack, xs, ys = [start], [], []
    data[start] = 0
    while stack:
      cell = stack.pop()
      x, y = cell % width, cell // width
      xs.append(x)
      ys.append(y)
      for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)):
        if 0 <= x + dx < width and 0 <= y + dy < height and data[cell + dy * width + dx]:
          data[cell + dy * width + dx] = 0
          stack.append(cell + dy * width + dx)
    yield min(xs), min(ys), max(xs) + 1, max(ys) + 1


def check_blank(subject, page, image, found, report):
  """A page without ink, in a source that has text for it and asks for no empty page."""
  if found or contrast(image) >= CONTRAST:
    return
  if subject.backend == "text":
    if any(True for other in subject.pages for _ in words(other)):
      report.violation("blank-page", page["index"] + 1, "the page has neither words nor ink")
    return
  # A book's page between two of the same document, whose style sheets ask for no page of its own.
  index = page["index"]
  around = [subject.texts[k] for k in (index - 1, index + 1) if k in subject.texts]
  if all(any(True for _ in words(other)) for other in around):
    report.violation("blank-page", index + 1, "the page has neither words nor ink")


def is_upright(line):
  x, y, x2, y2 = line["baseline"]
  return abs(x2 - x) < abs(y2 - y)


def check_column(subject, page, report):
  """A column of text is no narrower than a fifth of the page, where one size fits all of them."""
  if not subject.info.get("reflowable") or subject.path.endswith((".json", ".yaml")):
    return
  blocks = [b for b in page["blocks"] if b["role"] != "artifact"]
  # Letters that stand upright in lines that run down are lines of their own.
  lines = [
    line for block in blocks for line in block["lines"]
    if sum(len(word["text"]) for word in line["words"]) > 3]
  if len(lines) < 10 or subject.backend == "text" and not subject.path.endswith(".md"):
    return
  # Lines that run down are as long as the page is high.
  if sum(is_upright(line) for line in lines) * 2 > len(lines):
    return
  left = min(line["box"][0] for line in lines)
  right = max(line["box"][0] + line["box"][2] for line in lines)
  if right - left < page["size"][0] / 5:
    report.violation(
      "narrow-column", page["index"] + 1,
      f"{len(lines)} lines are {right - left:.0f} of {page['size'][0]:.0f} points wide")
