"""Text in is text out: letters are neither lost nor added, doubled, moved or changed."""

import re
import urllib.parse

import sources
from recto import LIMITS, Refused, words

KINDS = (
  "text-lost", "text-added", "text-doubled", "text-moved", "text-changed", "search-missed", "phrase-missed")

# The number of phrases of a source that are searched, and of their words.
PHRASES, FEWEST, MOST = 24, 3, 7

# The number of equal letters at which two texts are in step again.
SURE = 12
# A marker of a list, which the source has no letters for.
MARKER = re.compile(r"\W*([0-9]{1,4}|[ivxlcdm]{1,7}|[a-zα-ω])\W*$")


class Letters:
  """The letters that recto returns, with the page and the word of each."""

  def __init__(self, pages, has_role=lambda role: role != "artifact", cells=None):
    self.letters, self.places = [], []
    # A table's head stands again on each of its pages.
    cells = set() if cells is None else cells
    for page in pages:
      block_before = None
      for block, word in words(page):
        if not has_role(block["role"]):
          continue
        if block is not block_before:
          is_marker = block["role"] in ("listItem", "note") and MARKER.match(word["text"])
          if block["role"] == "tableCell":
            cell = " ".join(w["text"] for line in block["lines"] for w in line["words"])
            is_head = cell in cells
            cells.add(cell)
          else:
            is_head = False
        else:
          is_marker = False
        block_before = block
        for letter in sources.letters(word["text"]):
          self.letters.append(letter)
          self.places.append((page["index"], word, bool(is_marker or is_head)))


def differences(before, after):
  """Where two lists of letters differ, as ranges of both: (i, i2, j, j2)."""
  i = j = 0
  found = []
  while i < len(before) or j < len(after):
    if i < len(before) and j < len(after) and before[i] == after[j]:
      i, j = i + 1, j + 1
      continue
    i2, j2 = meeting(before, i, after, j)
    found.append((i, i2, j, j2))
    i, j = i2, j2
  return found


def meeting(before, i, after, j):
  """Where two texts go on together after they differ at `i` and `j`; their ends if nowhere."""
  window = 40
  while True:
    best = None
    left, right = before[i:i + window], after[j:j + window]
    at_end = i + window >= len(before) and j + window >= len(after)
    size = min(SURE, max(4, window // 10))
    starts = {}
    for b in range(len(right) - size + 1):
      starts.setdefault(tuple(right[b:b + size]), b)
    for a in range(len(left) - size + 1):
      b = starts.get(tuple(left[a:a + size]))
      if b is not None and (best is None or a + b < best[0] + best[1]):
        best = (a, b)
    if best is not None:
      return i + best[0], j + best[1]
    if at_end:
      # The very ends may be too short to be sure of.
      same = 0
      while (same < min(len(before) - i, len(after) - j)
             and before[len(before) - 1 - same] == after[len(after) - 1 - same]):
        same += 1
      return len(before) - same, len(after) - same
    window *= 8


def compare(source, shown, report):
  """Reports how the letters shown differ from a source's; gives the index of each source letter."""
  index = [None] * len(source.letters)
  edits = differences(source.letters, shown.letters)
  i = j = 0
  for a, a2, b, b2 in edits + [(len(source.letters),) * 2 + (len(shown.letters),) * 2]:
    for k in range(a - i):
      index[i + k] = j + k
    i, j = a2, b2
  lost = {}
  for a, a2, b, b2 in edits:
    lost.setdefault("".join(source.letters[a:a2]), []).append(a)
  whole = None
  added = []
  for a, a2, b, b2 in edits:
    gone = "".join(source.letters[a:a2])
    new = "".join(shown.letters[b:b2])
    # Markers and heads, and what is too short between them to be in step again.
    if gone == "".join(shown.letters[k] for k in range(b, b2) if not shown.places[k][2]):
      continue
    added.append((a, gone, b, new))
  news = {new for _, _, _, new in added if new}
  for a, gone, b, new in added:
    page = shown.places[min(b, len(shown.places) - 1)][0] + 1 if shown.places else 0
    before = "".join(source.letters[max(0, a - 20):a])
    if gone and new:
      if sorted(gone) == sorted(new):
        report.violation("text-moved", page, f"“{short(gone)}” is “{short(new)}” after “{before}”")
      elif abs(len(gone) - len(new)) <= max(len(gone), len(new)) // 4:
        report.violation("text-changed", page, f"“{short(gone)}” is “{short(new)}” after “{before}”")
      else:
        kind = "text-lost" if len(gone) > len(new) else "text-added"
        report.violation(
          kind, page, f"{len(gone)} letters are {len(new)}: “{short(gone)}” is “{short(new)}” after "
          f"“{before}”")
    elif gone:
      moved = len(gone) >= 2 and gone in news
      report.violation(
        "text-moved" if moved else "text-lost", page,
        f"{len(gone)} letters “{short(gone)}” after “{before}”")
    elif new:
      if len(new) >= 2 and new in lost:
        continue  # It is named where it is lost.
      if whole is None:
        whole = "".join(source.letters)
      doubled = len(new) >= 8 and new in whole
      report.violation(
        "text-doubled" if doubled else "text-added", page,
        f"{len(new)} letters “{short(new)}” after “{before}”")
  return index


def short(text):
  return text if len(text) <= 60 else f"{text[:40]}…{text[-15:]}"


def weave(stories, blocks, report, furniture, overset):
  """Each block of a page goes on with one of the stories, and all stories come to their end.

  `blocks` are (page, letters, letters without a marker). Where a block could go on with several
  stories, all ways are followed (`ways` are places in the stories, in their order).
  """
  names = list(stories)
  ways = {(0,) * len(names)}
  for page, *forms in blocks:
    following = {
      way[:k] + (way[k] + len(block),) + way[k + 1:]
      for way in ways for k, name in enumerate(names) for block in forms
      if stories[name].letters[way[k]:way[k] + len(block)] == block}
    if following:
      ways = set(sorted(following)[:500])
      continue
    block = forms[-1]
    if "".join(block) in furniture:
      continue
    # Everything that a way left out would be named again and again: go on with one.
    way = max(ways, key=sum)
    jumps = [
      (there - way[k], k) for k, name in enumerate(names)
      for there in [find(stories[name].letters, block, way[k])] if there is not None]
    text = short("".join(block))
    if jumps and len(block) >= 4:
      count, k = min(jumps)
      gone = "".join(stories[names[k]].letters[way[k]:way[k] + count])
      report.violation(
        "text-lost", page,
        f"{count} letters of the story {names[k]} before “{text}”: “{short(gone)}”")
      ways = {way[:k] + (way[k] + count + len(block),) + way[k + 1:]}
    else:
      earlier = any(find(story.letters, block, 0) is not None for story in stories.values())
      report.violation(
        "text-doubled" if earlier and len(block) >= 8 else "text-added", page,
        f"“{text}” goes on with no story")
      ways = {way}
  way = max(ways, key=sum)
  for place, name in zip(way, names):
    gone = "".join(stories[name].letters[place:])
    if gone and name not in overset:
      report.violation("text-lost", 0, f"the last {len(gone)} letters of {name}: “{short(gone)}”")


def find(text, piece, start):
  """Where a list of letters has another, from `start` on."""
  place = "".join(text).find("".join(piece), start)
  return place if place >= 0 else None


def check(subject, random, report):
  kind = subject.backend
  if kind == "epub":
    check_book(subject, report)
  elif kind == "html":
    text, findings = sources.html_text(subject.path)
    if findings:
      report.not_judged("text: " + ", ".join(sorted(findings)))
    else:
      compare(text, Letters(subject.pages), report)
  elif kind == "text":
    check_stories(subject, report)
  check_search(subject, random, report)
  check_phrases(subject, random, report)


def check_book(subject, report):
  try:
    book = sources.Book(subject.path)
    text = book.text()
  except sources.Unjudged as reason:
    report.not_judged(f"text: {reason}")
    return
  except (KeyError, AttributeError, SyntaxError, ValueError) as error:
    report.not_judged(f"text: lxml does not read it: {error}")
    return
  subject.book, subject.book_text = book, text
  shown = Letters(subject.pages, lambda r: r not in ("artifact", "ruby"))
  ruby = Letters(subject.pages, lambda r: r == "ruby")
  if book.findings:
    report.not_judged("text: " + ", ".join(sorted(book.findings)))

    class Silent:
      def violation(self, *_):
        pass
    subject.index = compare(text, shown, Silent())
  else:
    subject.index = compare(text, shown, report)
    compare(text.ruby, ruby, report)
  subject.shown = shown


def check_stories(subject, report):
  path = subject.path
  if path.endswith(".txt"):
    text = sources.Text()
    with open(path, encoding="utf-8") as file:
      text.add(file.read(), None)
    compare(text, Letters(subject.pages), report)
    return
  if path.endswith(".md"):
    with open(path, encoding="utf-8") as file:
      body, notes = sources.markdown_text(file.read())
    compare(body, Letters(subject.pages, lambda r: r not in ("artifact", "note")), report)
    compare(notes, Letters(subject.pages, lambda r: r == "note"), report)
    return
  try:
    layout, threads = sources.layout_stories(path)
  except FileNotFoundError as error:
    report.not_judged(f"text: {error}")
    return
  stories = {}
  for name, parts in threads.items():
    stories[name], stories[name + " notes"] = sources.Text(), sources.Text()
    for body, notes in parts:
      stories[name].letters += body.letters
      stories[name + " notes"].letters += notes.letters
  blocks = []
  cells = set()
  for page in subject.pages:
    for block in page["blocks"]:
      shown = Letters([{"index": page["index"], "blocks": [block]}], cells=cells)
      if shown.letters:
        number = sum(1 for _, _, is_marker in shown.places if is_marker)
        forms = [shown.letters] + ([shown.letters[number:]] if number else [])
        blocks.append((page["index"] + 1, *forms))
  overset = {
    name for warning in subject.info["warnings"] if warning["code"] == "overset"
    for thread in re.findall(r"threads\.(\S+?):", warning["message"])
    for name in (thread, thread + " notes")}
  furniture = "".join(sources.letters(" ".join(texts(layout))))
  weave(stories, blocks, report, furniture, overset)


def texts(value):
  """The texts in a layout, which stand on pages by themselves."""
  if isinstance(value, dict):
    for inner in value.values():
      yield from texts(inner)
  elif isinstance(value, list):
    for inner in value:
      yield from texts(inner)
  elif isinstance(value, str):
    yield value


def check_search(subject, random, report):
  """A sample of the words is found where it stands."""
  candidates = []
  for page in subject.pages:
    before = False
    for block, word in words(page):
      joined = before or word.get("joined", False)
      before = word.get("joined", False)
      text = word["text"]
      if not joined and 5 <= len(text) <= 30 and text.isalpha() and block["role"] != "artifact":
        candidates.append((page["index"], text, word["box"]))
  for page, text, box in random.sample(candidates, min(2, len(candidates))):
    try:
      hits = subject.recto.json(
        "search", "--json", *LIMITS, "--pages", str(page + 1), subject.path, text)["hits"]
    except Refused as refusal:
      report.violation("search-missed", page + 1, f"“{text}” can't be searched: {refusal}")
      continue
    if not any(hit["page"] == page and overlaps(q, box) for hit in hits for q in hit["quads"]):
      report.violation(
        "search-missed", page + 1, f"“{text}” at {box} is not among {len(hits)} hits")


def check_phrases(subject, random, report):
  """A sample of the phrases is found, over the ends of lines and pages too, with quads on all their words."""
  runs, block_before = [], None
  for page in subject.pages:
    for block, word in words(page):
      if block["role"] in ("artifact", "ruby"):
        continue
      if block is not block_before:
        runs.append([])
      block_before = block
      runs[-1].append((page["index"], word))
  starts = [(run, k) for run in runs for k in range(len(run) - FEWEST + 1)]
  for run, k in random.sample(starts, min(PHRASES, len(starts))):
    phrase = run[k:k + random.randint(FEWEST, MOST)]
    text = " ".join("".join(as_typed(word) for _, word in phrase).split())
    if sum(c.isalnum() for c in text) < 6 or overlaps_itself(text):
      continue
    report.count("phrases")
    try:
      hits = subject.server.json(f"search?q={urllib.parse.quote(text)}")["hits"]
    except Refused as refusal:
      report.violation("phrase-missed", phrase[0][0] + 1, f"“{text}” can't be searched: {refusal}")
      continue
    if not any(has_all(hit, phrase) for hit in hits):
      report.violation("phrase-missed", phrase[0][0] + 1, f"“{text}” is not among {len(hits)} hits")


def as_typed(word):
  """The word as a person types it in a phrase: whole, without the hyphen at a line's end."""
  if not word.get("joined"):
    return word["text"] + " "
  return word["text"].rstrip("-\u2010\u00ad") if word["text"][-1:] in "-\u2010\u00ad" else word["text"]


def overlaps_itself(text):
  """True for “drop drop drop”: hits don't overlap, so that those of “drop drop drop drop” are one."""
  parts = text.casefold().split()
  return any(parts[k:] == parts[:-k] for k in range(1, len(parts)))


def has_all(hit, phrase):
  """True if each word of a phrase has a quad of the hit on it."""
  quads = [(place["page"], quad) for place in hit.get("places", [hit]) for quad in place["quads"]]
  return all(
    any(at == page and overlaps(quad, word["box"]) for at, quad in quads)
    for page, word in phrase if any(c.isalnum() for c in word["text"]))


def overlaps(quad, box):
  x, y, width, height = box
  return (min(quad[0::2]) <= x + width + 1 and max(quad[0::2]) >= x - 1
          and min(quad[1::2]) <= y + height + 1 and max(quad[1::2]) >= y - 1)
