"""Two ways, one result."""

import os
import pathlib
import shutil
import tempfile

from PIL import ImageChops

from recto import LIMITS, Refused, pixels

# The shades of a region may differ a little where edges and pictures are smoothed.
SLIGHT = 16
KINDS = ("way-region", "way-region-shades", "way-spread", "way-jobs", "way-cache", "way-in-process", "way-server")


def differ(one, other):
  """How two pictures differ, in words and in shades of 255; None where they do not."""
  if one.size != other.size:
    return f"{one.size} and {other.size} pixels", 255
  one, other = one.convert("RGBA"), other.convert("RGBA")
  difference = ImageChops.difference(one, other)
  # The box of the alpha channel alone leaves differences of color out.
  box = difference.convert("RGB").getbbox() or difference.getchannel("A").getbbox()
  if box is None:
    return None
  most = max(high for _, high in difference.getextrema())
  return f"pixels differ in {box} by at most {most}", most


def check(subject, random, report):
  count = subject.info["pageCount"]
  if count == 0:
    return
  index = random.choice(sorted(subject.facts))
  page = subject.facts[index]
  width, height = page["size"]
  scale = round(random.uniform(0.5, 2.5), 3)
  if width * height * scale * scale > 8e6:
    scale = round((8e6 / width / height) ** 0.5, 3)
  if scale < 0.01 or width < 2 or height < 2:
    report.not_judged("ways: a page is too large or too small")
    return
  arguments = ["--scale", str(scale)]
  try:
    whole = subject.recto.image(subject.path, index, *arguments)
  except Refused as refusal:
    report.not_judged(f"ways: page {index + 1} is not shown: {refusal}")
    return

  def compare(kind, what, make):
    try:
      other = make()
    except Refused as refusal:
      difference = f"refused: {refusal}", 255
    else:
      difference = differ(whole, other) if not isinstance(other, tuple) else differ(*other)
    if difference:
      words, shades = difference
      own = "way-region-shades" if kind == "way-region" and shades <= SLIGHT else kind
      report.violation(own, index + 1, f"{what} at scale {scale}: {words}")

  compare("way-server", "the server's image", lambda: subject.server.image(index, f"scale={scale}"))
  compare("way-in-process", "--in-process",
          lambda: subject.recto.image(subject.path, index, "--in-process", *arguments))
  compare("way-cache", "--cache, the first time",
          lambda: subject.recto.image(subject.path, index, "--cache", *arguments))
  compare("way-cache", "--cache, the second time",
          lambda: subject.recto.image(subject.path, index, "--cache", *arguments))
  shutil.rmtree(os.path.join(subject.recto.folder, "cache"), ignore_errors=True)
  check_region(subject, random, whole, index, scale, compare)
  check_spread(subject, random, report)
  check_jobs(subject, report)


def check_region(subject, random, whole, index, scale, compare):
  if subject.facts[index]["rotation"]:
    return
  if whole.width < 3 or whole.height < 3:
    return
  x = random.randrange(whole.width - 1)
  y = random.randrange(whole.height - 1)
  x2, y2 = random.randint(x + 1, whole.width - 1), random.randint(y + 1, whole.height - 1)
  # The middle of pixels: the region is cut at the outer edges of those.
  region = [(x + 0.25) / scale, (y + 0.25) / scale, (x2 - x - 0.5) / scale, (y2 - y - 0.5) / scale]
  text = ",".join(f"{value:.6f}" for value in region)
  compare("way-region", f"the region {text}", lambda: (
    whole.crop((x, y, x2, y2)), subject.recto.image(
      subject.path, index, "--scale", str(scale), "--region", text)))


def check_spread(subject, random, report):
  spreads = subject.server.json("")["spreads"]
  # The server guesses the pages of chapters that are not laid out yet, and may guess too many.
  pairs = [spread for spread in spreads if len(spread) == 2 and all(page in subject.facts for page in spread)]
  if not pairs:
    return
  spread = random.choice(pairs)
  one, other = (subject.facts[index] for index in spread)
  # A whole number of pixels, so that pages begin at pixels.
  if (one["size"] != other["size"] or one["rotation"] or other["rotation"]
      or any(value != int(value) or value > 2000 for value in one["size"])):
    return
  number = spreads.index(spread)
  status, _, body = subject.server.get(f"spreads/{number}/image.png?scale=1")
  if status != 200:
    report.violation("way-spread", spread[0] + 1, f"the spread {number} is answered with {status}")
    return
  both = pixels(body)
  left, right = (subject.server.image(index, "scale=1") for index in spread)
  halves = (both.crop((0, 0, left.width, both.height)),
            both.crop((left.width, 0, both.width, both.height)))
  for index, half, single in zip(spread, halves, (left, right)):
    difference = differ(half, single)
    if difference:
      report.violation(
        "way-spread", index + 1, f"its half of the spread {number}: {difference[0]}")


def check_jobs(subject, report):
  count = subject.info["pageCount"]
  last = min(count, 20)
  texts = [subject.recto.text(subject.path, "--pages", f"1-{last}", "--jobs", jobs)
           for jobs in ("1", "2")]
  own = subject.recto.text(subject.path, "--pages", f"1-{last}", "--in-process")
  for kind, what, other in (("way-jobs", "--jobs 2", texts[1]), ("way-in-process", "--in-process", own)):
    for page, twin in zip(texts[0], other):
      if page != twin:
        report.violation(kind, page["index"] + 1, f"the text of {what} is another")
        break
    if len(texts[0]) != len(other):
      report.violation(kind, 0, f"{what} has {len(other)} pages, not {len(texts[0])}")
  pictures = []
  for jobs in ("1", "2"):
    with tempfile.TemporaryDirectory(dir=subject.recto.folder) as folder:
      subject.recto.run(
        "render", *LIMITS, "--jobs", jobs, "--pages", f"1-{min(count, 6)}", "--fit", "300x300",
        "--level", "1", subject.path, "-o", folder + "/")
      pictures.append({
        path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())})
  if pictures[0] != pictures[1]:
    names = [n for n in pictures[0] if pictures[0][n] != pictures[1].get(n)]
    report.violation("way-jobs", 0, f"with --jobs 2 other pictures: {names[:3]}")
