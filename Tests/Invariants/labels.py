"""Languages, directions, labels and targets are the source's, never the machine's."""

import json
import re
import subprocess

import sources
from recto import LIMITS, Refused, words

KINDS = ("language", "direction", "label", "locale", "outline-page")

# Settings of a machine that nothing of a source may depend on.
ELSEWHERE = {
  "LANG": "ar_EG.UTF-8", "LC_ALL": "ar_EG.UTF-8", "LANGUAGE": "tr:ar", "TZ": "Pacific/Kiritimati"}
HERE = {"LANG": "C", "LC_ALL": "C", "LANGUAGE": "", "TZ": "UTC"}


def check(subject, random, report):
  check_locale(subject, report)
  if subject.backend == "epub":
    check_book(subject, random, report)
  elif subject.backend == "pdf":
    check_pdf(subject, report)
  elif subject.backend == "text":
    check_headings(subject, report)


def check_locale(subject, report):
  last = min(subject.info["pageCount"], 10)
  answers = []
  for environment in (HERE, ELSEWHERE):
    info = subject.recto.json("info", "--json", *LIMITS, subject.path, **environment)
    try:
      outline = subject.recto.json("outline", "--json", *LIMITS, subject.path, **environment)
    except Refused as refusal:
      outline = str(refusal)
    try:
      text = subject.recto.text(subject.path, "--pages", f"1-{last}", **environment)
    except Refused as refusal:
      text = str(refusal)
    answers.append({"info": info, "outline": outline, "text": text})
  for what, answer in answers[0].items():
    other = answers[1][what]
    if answer != other:
      report.violation("locale", 0, f"{what}: {first_difference(answer, other)}")


def first_difference(one, other, path=""):
  """Where two JSON values differ."""
  if isinstance(one, dict) and isinstance(other, dict):
    for key in sorted(one.keys() | other.keys()):
      if one.get(key) != other.get(key):
        return first_difference(one.get(key), other.get(key), f"{path}.{key}")
  if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
    for k, (a, b) in enumerate(zip(one, other)):
      if a != b:
        return first_difference(a, b, f"{path}[{k}]")
  return f"{path} is {json.dumps(one)[:80]} here and {json.dumps(other)[:80]} elsewhere"


def check_book(subject, random, report):
  try:
    book = getattr(subject, "book", None) or sources.Book(subject.path)
  except (sources.Unjudged, KeyError, AttributeError, SyntaxError, ValueError) as error:
    report.not_judged(f"labels: {error}")
    return
  language = subject.info["metadata"].get("language", "")
  if book.language and language.lower() != book.language.lower():
    report.violation("language", 0, f"dc:language is {book.language}, and recto says “{language}”")
  direction = subject.info["direction"]
  if book.direction in ("ltr", "rtl") and direction != book.direction:
    report.violation(
      "direction", 0, f"page-progression-direction is {book.direction}, and recto says {direction}")
  if hasattr(subject, "index"):
    check_languages(subject, random, report)
    check_contents(subject, report)


def check_languages(subject, random, report):
  """The language that the source gives a word is the word's; without one it has none."""
  text, shown = subject.book_text, subject.shown
  matched = [k for k, j in enumerate(subject.index) if j is not None]
  # All where the language changes, and some others.
  changes = [k for k in matched if k and text.languages[k] != text.languages[k - 1]]
  for k in sorted(set(changes + random.sample(matched, min(200, len(matched))))):
    page, word, _ = shown.places[subject.index[k]]
    stated, given = text.languages[k], word.get("lang")
    if (stated or "").lower() == (given or "").lower():
      continue
    if stated is None and given and given.lower() == subject.book.language.lower():
      continue
    report.violation(
      "language", page + 1,
      f"“{word['text']}” is {stated or 'of no language'} in the source, and recto says "
      f"{given or 'nothing'}")
    return


def flat(outline):
  for item in outline:
    yield item
    yield from flat(item.get("children", []))


def check_contents(subject, report):
  """An entry leads to the page that shows the first letter after its target."""
  try:
    entries = subject.book.contents()
  except sources.Unjudged:
    return
  items = list(flat(subject.outline))
  by_title = {}
  for title, target in entries:
    by_title.setdefault(title, []).append(target)
  for item in items:
    title = " ".join(item["title"].split())
    targets = by_title.get(title, [])
    if len(targets) != 1:
      continue
    place = subject.book_text.places.get(targets[0])
    if place is None or place >= len(subject.index) or subject.index[place] is None:
      continue
    # The letter after a document without letters is in the next.
    documents = [name for name, start in subject.book_text.places.items()
                 if start == place and "#" not in name]
    if documents and targets[0].split("#")[0] != documents[-1]:
      continue
    page = subject.shown.places[subject.index[place]][0]
    if item.get("page") is None:
      report.violation("outline-page", 0, f"“{title}” leads to no page, and {targets[0]} is there")
    elif item["page"] != page:
      report.violation(
        "outline-page", item["page"] + 1, f"“{title}” is on page {page + 1}: {targets[0]}")


def check_headings(subject, report):
  """Each entry's page has the heading's words."""
  letters = {
    page["index"]: "".join(
      letter for _, word in words(page) for letter in sources.letters(word["text"]))
    for page in subject.pages}
  for item in flat(subject.outline):
    title = "".join(sources.letters(item["title"]))
    if item.get("page") is None:
      report.violation("outline-page", 0, f"“{item['title']}” leads to no page")
      continue
    shown = letters.get(item["page"], "")
    # It may go on on the next page, where other text may stand between.
    begins = title[:8] in shown + letters.get(item["page"] + 1, "")[:len(title)]
    first = "".join(sources.letters(item["title"].split()[0])) if item["title"].split() else ""
    if not begins and not (first and len(first) < 8 and first in shown):
      report.violation("outline-page", item["page"] + 1, f"the page does not show “{item['title']}”")


def check_pdf(subject, report):
  """Page labels, language and direction by qpdf."""
  result = subprocess.run(
    ["qpdf", "--json=2", "--json-key=pagelabels", "--json-key=outlines", "--json-key=qpdf",
     "--json-stream-data=none", subject.path], capture_output=True, check=False)
  # 3 is with warnings: the file is damaged, and readers repair it in different ways.
  if result.returncode != 0:
    report.not_judged("labels: qpdf reads it with warnings or not at all")
    return
  document = json.loads(result.stdout.decode(errors="replace"))
  objects = document["qpdf"][1]

  def value(item):
    while isinstance(item, str) and re.fullmatch(r"\d+ \d+ R", item):
      item = objects.get("obj:" + item, {}).get("value")
    return item

  root = value(value(objects["trailer"]["value"])["/Root"])
  language = value(root.get("/Lang"))
  said = subject.info["metadata"].get("language")
  if isinstance(language, str) and language.startswith("u:") and len(language) > 2:
    if said != language[2:]:
      report.violation("language", 0, f"/Lang is {language[2:]}, and recto says {said}")
  elif language is None and said:
    report.violation("language", 0, f"there is no /Lang, and recto says {said}")
  viewer = value(root.get("/ViewerPreferences")) or {}
  direction = "rtl" if value(viewer.get("/Direction")) == "/R2L" else "ltr"
  if subject.info["direction"] != direction:
    report.violation(
      "direction", 0, f"/Direction says {direction}, and recto {subject.info['direction']}")
  ranges = document["pagelabels"]
  for index, page in subject.facts.items():
    begun = [r for r in ranges if r["index"] <= index]
    expected = label(begun[-1]["label"], index - begun[-1]["index"]) if begun else str(index + 1)
    if expected and page["label"] != expected:
      report.violation(
        "label", index + 1, f"the label is “{expected}”, and recto says “{page['label']}”")
  check_bookmarks(subject, document["outlines"], report)


def label(range_, offset):
  number = range_.get("/St", 1) + offset
  style = range_.get("/S")
  prefix = range_.get("/P", "")
  prefix = prefix[2:] if prefix.startswith(("u:", "b:")) else prefix
  text = {
    "/D": lambda: str(number), "/R": lambda: roman(number).upper(), "/r": lambda: roman(number),
    "/A": lambda: alphabetic(number).upper(), "/a": lambda: alphabetic(number),
  }.get(style, lambda: "")()
  return prefix + text


def roman(number):
  text = ""
  for value, sign in ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
                      (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
    while number >= value:
      text, number = text + sign, number - value
  return text


def alphabetic(number):
  return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def check_bookmarks(subject, bookmarks, report):
  """Entries lead to the pages that qpdf finds, in order."""
  def flatten(items):
    for item in items:
      yield item
      yield from flatten(item.get("kids", []))

  expected = [(" ".join(b.get("title", "").split()), b.get("destpageposfrom1"))
              for b in flatten(bookmarks)]
  found = [(" ".join(i["title"].split()), i.get("page")) for i in flat(subject.outline)]
  if [title for title, _ in expected] != [title for title, _ in found]:
    report.violation(
      "outline-page", 0, f"{len(found)} entries, and {len(expected)} by qpdf, or other titles")
    return
  for (title, page), (_, own) in zip(expected, found):
    # qpdf resolves no names of targets and no actions.
    if page is not None and own != page - 1:
      report.violation(
        "outline-page", page, f"“{title}” leads to page {page}, and recto says {own}")
