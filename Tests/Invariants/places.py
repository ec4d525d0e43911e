"""Markdown says what the articles say, and each of its words has a place with its ink.

Passages are found again on the page: the letters that stand in their quads are theirs, by PDFium for
PDF, and by the text of the page for other sources.
"""

import collections
import json
import os
import re
import subprocess
import tempfile
import unicodedata
import xml.etree.ElementTree

from ink import CONTRAST, SCALE, SMALL, contrast, has_too_high_row
from recto import LIMITS, Refused

KINDS = ("markdown-letters", "markdown-map", "markdown-ink", "passage-wrong")

# More pages are looked at in part.
WHOLE = 60
PART = 12
PASSAGES = 40


def check(subject, random, report):
  count = subject.info["pageCount"]
  is_whole = count <= WHOLE
  first = 0 if is_whole else random.randrange(count - PART)
  pages = [] if is_whole else ["--pages", f"{first + 1}-{first + PART}"]
  markdown, spans = read(subject, pages)
  read_again = cmark(markdown)
  if read_again is None:
    report.not_judged("markdown: cmark-gfm's XML cannot be read")
  elif is_whole:
    articles = subject.recto.json("articles", "--json", *LIMITS, subject.path)["articles"]
    own = "".join(run["text"] for a in articles for b in a["blocks"] for run in b["runs"])
    compare(own, read_again, "the articles", report)
  check_map(markdown, spans, read_again, report)
  texts = [span for span in spans if "line" in span]
  for span in texts:
    span["text"] = markdown[span["start"]:span["end"]]
  check_ink(subject, random, texts, report)
  check_passages(subject, random, markdown, texts, report)


def read(subject, pages):
  with tempfile.TemporaryDirectory(prefix="recto-map-") as folder:
    path = os.path.join(folder, "map.json")
    output, _ = subject.recto.run(
      "text", "--format", "markdown", "--glyphs", "--map", path, *pages, *LIMITS, subject.path)
    with open(path, encoding="utf-8") as file:
      mapped = json.load(file)
  text = output.decode()
  assert text == mapped["markdown"]
  return text, mapped["spans"]


def cmark(markdown):
  """The text that an independent reader finds, with the numbers of lists; None if it is not available."""
  result = subprocess.run(
    ["cmark-gfm", "-e", "table", "-t", "xml"], input=markdown.encode(), capture_output=True, check=True)
  text = re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", result.stdout.decode())
  try:
    root = xml.etree.ElementTree.fromstring(text)
  except xml.etree.ElementTree.ParseError:
    return None
  found = []

  def walk(node):
    name = node.tag.rpartition("}")[2]
    if name == "image":
      return
    if name == "list" and node.get("type") == "ordered":
      for number, item in enumerate(node, int(node.get("start", "1"))):
        found.append(str(number))
        walk(item)
      return
    if node.text and name in ("text", "code", "code_block", "html_inline", "html_block"):
      found.append(node.text)
    for child in node:
      walk(child)

  walk(root)
  return "".join(found)


def letters(text):
  return "".join(c for c in text if c.isalnum())


def compare(expected, found, of, report):
  expected, found = letters(expected), letters(found)
  if expected == found:
    return
  place = next(
    (i for i, (a, b) in enumerate(zip(expected, found)) if a != b), min(len(expected), len(found)))
  report.violation(
    "markdown-letters", 0,
    f"cmark reads “{found[place:place + 20]}” where {of} have “{expected[place:place + 20]}”")


def check_map(markdown, spans, read_again, report):
  """Spans follow one another, in both counts, and have all letters."""
  data = markdown.encode()
  end = 0
  for span in spans:
    part = markdown[span["start"]:span["end"]]
    if span["start"] < end or part.encode() != data[span["startByte"]:span["endByte"]]:
      report.violation("markdown-map", span["page"] + 1, f"a span at {span['start']} is not in order")
      return
    end = span["end"]
    if "line" in span and len(span["glyphs"]) > len(part):
      report.violation("markdown-map", span["page"] + 1, f"“{part}” has {len(span['glyphs'])} boxes")
      return
  own = "".join(markdown[s["start"]:s["end"]] for s in spans if "line" in s)
  if read_again is not None and letters(own) != letters(read_again):
    report.violation("markdown-map", 0, "some letters are in no span")
  report.count("spans", len(spans))


def corners(box):
  x, y, width, height = box
  return x, y, x + width, y + height


def check_ink(subject, random, spans, report):
  if subject.backend not in ("pdf", "epub", "html", "text"):
    return
  by_page = collections.defaultdict(list)
  for span in spans:
    by_page[span["page"]].append(span)
  if has_too_high_row(subject):
    report.not_judged("markdown-ink: a row of a table is higher than its frame")
    return
  for index in sorted(random.sample(sorted(by_page), min(5, len(by_page)))):
    facts = subject.facts.get(index)
    if facts is None or facts["size"][0] * facts["size"][1] * SCALE * SCALE > 8e6:
      continue
    try:
      image = subject.recto.image(
        subject.path, index, "--scale", str(SCALE), "--rotate", str(-facts["rotation"] % 360))
    except Refused:
      continue
    missing = []
    for span in by_page[index]:
      if not letters(span["text"]) or min(span["box"][2:]) < SMALL:
        continue
      x, y, x2, y2 = corners(span["box"])
      area = (max(0, int(x * SCALE) - 1), max(0, int(y * SCALE) - 1),
              min(image.width, int(x2 * SCALE) + 2), min(image.height, int(y2 * SCALE) + 2))
      if area[2] - area[0] < 1 or area[3] - area[1] < 1 or contrast(image.crop(area)) < CONTRAST:
        missing.append(span)
    report.count("pages with ink")
    if missing:
      report.violation(
        "markdown-ink", index + 1,
        f"“{missing[0]['text']}” at {missing[0]['box']} has no ink; of {len(by_page[index])} spans "
        f"{len(missing)}")


def check_passages(subject, random, markdown, spans, report):
  if len(spans) < 5:
    return
  pages = Characters(subject)
  for _ in range(PASSAGES):
    count = random.randint(5, min(30, len(spans)))
    start = random.randrange(len(spans) - count + 1)
    passage = spans[start:start + count]
    by_page = collections.defaultdict(list)
    for span in passage:
      by_page[span["page"]].append(span)
    for index, own in by_page.items():
      characters = pages.of(index)
      if characters is None:
        report.not_judged("passages: PDFium reads other letters on a page")
        continue
      areas = lines(own)
      if lies_over_others(areas, spans, own):
        report.not_judged("passages: the page has text over text")
        continue
      found = collections.Counter(
        letter for letter, x, y in characters
        if any(holds(area, x, y) for area in areas))
      wanted = collections.Counter(letters(fold("".join(span["text"] for span in own))))
      report.count("passages")
      if found != wanted:
        report.violation(
          "passage-wrong", index + 1,
          f"“{' '.join(span['text'] for span in own)}” lacks {dict(wanted - found)}, and its quads "
          f"have {dict(found - wanted)} more")


def lies_over_others(areas, spans, own):
  """True if the middle of another span of the page is in a passage's areas.

  Also that of a letter of a word that is alone in its line, and so may be wider than its column, or
  that is of much smaller type than the passage, whose boxes may be higher than its lines.
  """
  known = set(map(id, own))
  highest = max((span["box"][3] for span in own if "quad" not in span), default=0)
  page = [span for span in spans if span["page"] == own[0]["page"]]
  words_of_lines = collections.Counter()
  before = None
  for span in page:
    # A word of several fonts has several spans.
    joins = before is not None and before.get("line") == span.get("line") and min(
      abs(corners(before["box"])[2] - span["box"][0]), abs(corners(span["box"])[2] - before["box"][0])) < 0.1
    words_of_lines[span.get("line")] += not joins
    before = span
  for span in page:
    if id(span) in known or "quad" in span or len(torn(span)) > 1:
      continue
    by_letter = words_of_lines[span.get("line")] == 1 or highest > 1.5 * span["box"][3]
    boxes = span["glyphs"] if by_letter else [span["box"]]
    for x, y, x2, y2 in map(corners, boxes):
      if any(holds(area, (x + x2) / 2, (y + y2) / 2) for area in areas):
        return True
  return False


def lines(spans):
  """One box for the spans that follow one another in a line, and a quad for each turned one."""
  boxes = []
  before = None
  for span in spans:
    if "quad" in span:
      boxes.append(span["quad"])
      before = None
      continue
    parts = torn(span)
    if len(parts) > 1:
      boxes += parts
      before = None
      continue
    box = corners(span["box"])
    last = boxes[-1] if before is not None else box
    heights = sorted((last[3] - last[1], box[3] - box[1]))
    if (before is not None and before["line"] == span["line"]
        and is_right_to_left(before) == is_right_to_left(span) and 2 * heights[0] > heights[1]):
      box = (min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]))
      boxes[-1] = box
    else:
      boxes.append(box)
    before = span
  return boxes


def torn(span):
  """The boxes of a span's letters, joined where they touch.

  A mark beside a word of the other direction may stand at the far end of a phrase.
  """
  parts = []
  for x, y, x2, y2 in sorted(corners(glyph) for glyph in span["glyphs"]):
    if parts and x - parts[-1][2] <= (y2 - y) / 2:
      last = parts[-1]
      parts[-1] = (last[0], min(last[1], y), max(last[2], x2), max(last[3], y2))
    else:
      parts.append((x, y, x2, y2))
  return parts


def is_right_to_left(span):
  return any(unicodedata.bidirectional(c) in ("R", "AL") for c in span["text"])


def holds(area, x, y):
  """True if an area has a point; coordinates are rounded to thousandths."""
  if len(area) == 4:
    return area[0] - 0.01 <= x <= area[2] + 0.01 and area[1] - 0.01 <= y <= area[3] + 0.01
  points = [(area[i], area[i + 1]) for i in (0, 2, 4, 6)]
  sides = [
    (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
    for a, b in zip(points, points[1:] + points[:1])]
  return min(sides) >= 0 or max(sides) <= 0


def fold(text):
  return unicodedata.normalize("NFKC", text).casefold()


class Characters:
  """The letters of pages with the middle of each, folded."""

  def __init__(self, subject):
    self._subject = subject
    self._pages = {}
    self._document = None
    if subject.backend == "pdf":
      import pypdfium2
      try:
        self._document = pypdfium2.PdfDocument(subject.path)
      except pypdfium2.PdfiumError:
        pass

  def of(self, index):
    """None if another reader finds other letters, which then says nothing of places."""
    if index not in self._pages:
      page = self._subject.texts.get(index)
      own = self._own(index)
      if self._subject.backend == "pdf":
        others = self._others(index) if self._document is not None and page else None
        same = others is not None and collections.Counter(o[0] for o in others) == collections.Counter(
          o[0] for o in own)
        self._pages[index] = others if same else None
      else:
        self._pages[index] = own
    return self._pages[index]

  def _own(self, index):
    page = self._subject.recto.text(self._subject.path, "--glyphs", "--pages", str(index + 1))[0]
    found = []
    for block in page["blocks"]:
      if block["role"] == "ruby":
        continue
      for line in block["lines"]:
        for word in line["words"]:
          x, y, x2, y2 = corners(word["box"])
          glyphs = word.get("glyphs", [])
          # Grapheme clusters, as far as Python knows them: marks belong to the letter before.
          clusters = re.findall(r".[\u0300-\u036f\u200c\u200d\ufe0f]*", word["text"], re.S)
          for number, cluster in enumerate(clusters):
            if glyphs and "quad" not in word:
              # Clusters of other scripts are fewer: a letter is about in the middle of its own.
              gx, gy, gx2, gy2 = corners(glyphs[number * len(glyphs) // len(clusters)])
              middle = (gx + gx2) / 2, (gy + gy2) / 2
            else:
              middle = (x + x2) / 2, (y + y2) / 2
            found += [(c, *middle) for c in letters(fold(cluster))]
    return found

  def _others(self, index):
    page = self._document[index]
    left, _, _, top = page.get_cropbox()
    text = page.get_textpage()
    found = []
    for number in range(text.count_chars()):
      character = text.get_text_range(number, 1)
      box = text.get_charbox(number)
      x, y = (box[0] + box[2]) / 2 - left, top - (box[1] + box[3]) / 2
      found += [(c, x, y) for c in letters(fold(character))]
    return found
