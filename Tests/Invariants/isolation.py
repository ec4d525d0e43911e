"""No request changes another: each answer is that of a server that was asked nothing else."""

import hashlib
import json

from recto import Server

KINDS = ("request-changes-another",)

# The numbers of different requests to the publication, and of requests in all.
REQUESTS, ASKED = 24, 240
# Pairs that are named for one source.
PAIRS = 3


def random_requests(subject, random, count):
  """Requests without repetition; the first are ones that were seen to spoil others."""
  pages = subject.info["pages"]
  vocabulary = [
    "the", "a", "e", "zzz", "%E6%B8%AF", "%D8%A7"] + [
      w["text"] for p in subject.pages[:5] for b in p["blocks"] for line in b["lines"]
      for w in line["words"][:2] if w["text"].isascii() and w["text"].isalnum()][:10]
  requests = ["pages/0/image.jpg?region=0,0,1,1&width=4000&height=4000", "pages/0/image.png?scale=1"]
  while len(requests) < count:
    page = random.choice(pages[:40])
    index = page["index"]
    width, height = page["size"]
    kind = random.random()
    if kind < 0.15:
      target = f"pages/{index}/text" + random.choice(["", "?glyphs=1"])
    elif kind < 0.22:
      target = f"search?q={random.choice(vocabulary)}"
    elif kind < 0.27:
      target = random.choice(["", "outline", f"pages/{index}", "articles"])
    else:
      # Ten to the power of -2 to 4; the server refuses scales beyond its limit.
      scale = 10 ** random.uniform(-2, 4)
      parts = [f"scale={scale:.6g}"]
      if random.random() < 0.6 or scale * scale * width * height > 15e6:
        side = min(width, height, random.choice([1, 200, 800, 3000]) / scale)
        x, y = random.uniform(0, width - side), random.uniform(0, height - side)
        parts.append(f"region={x:.4f},{y:.4f},{side:.6f},{side:.6f}")
      if random.random() < 0.2:
        parts = [f"region=0,0,{random.choice([1, 0.1, 50])},1",
                 f"width={random.choice([100, 1000, 4000])}&height={random.choice([100, 4000])}"]
      for value in ("dark=1", "gray=1", "rotate=90", "rotate=180"):
        if random.random() < 0.12:
          parts.append(value)
      if subject.info.get("reflowable") and random.random() < 0.2:
        parts.append(random.choice(["theme=night", "theme=sepia"]))
      target = f"pages/{index}/image.{random.choice(['png', 'jpg', 'webp'])}?" + "&".join(parts)
    if target not in requests:
      requests.append(target)
  return requests


def ask(server, target):
  """The compared parts of an answer."""
  status, kind, body = server.get(target)
  detail = body[:160].decode(errors="replace") if status >= 400 else ""
  if target == "" and status == 200:
    # The warnings of a publication grow as its pages are read.
    body = json.dumps(json.loads(body) | {"warnings": []}).encode()
  return status, kind, hashlib.sha256(body).hexdigest(), detail


def alone(subject, *targets):
  """The last answer of a fresh server that is asked these alone."""
  with Server(subject.recto, subject.path) as server:
    for target in targets[:-1]:
      ask(server, target)
    return ask(server, targets[-1])


def check(subject, random, report):
  pool = random_requests(subject, random, REQUESTS)
  expected = {target: alone(subject, target) for target in pool}
  for target in list(pool):
    # A request whose own answer varies cannot be judged.
    if expected[target][0] in (429, 503):
      pool.remove(target)
  if not pool:
    return
  found = 0
  while found < PAIRS:
    asked, broken = [], None
    with Server(subject.recto, subject.path) as server:
      for _ in range(ASKED):
        target = random.choice(pool)
        if ask(server, target) != expected[target]:
          broken = target
          break
        asked.append(target)
    if broken is None:
      return
    found += 1
    pair = shortest(subject, asked, broken, expected)
    if pair is None:
      return
    first, answer = pair
    says = f"{answer[0]} {answer[3]}" if answer[0] >= 400 else "another picture or text"
    after = f"after {first}" if first else "though it is asked alone"
    report.violation(
      "request-changes-another", 0,
      f"{broken} {after}: {says}; alone {expected[broken][0]} {expected[broken][3]}")
    # Go on without the request that spoils others.
    if first is None:
      pool.remove(broken)
    elif first in pool:
      pool.remove(first)


def shortest(subject, asked, broken, expected):
  """The one request that changes the broken one, with the changed answer; all of them if none does."""
  answer = alone(subject, broken)
  if answer != expected[broken]:
    return None, answer
  for first in dict.fromkeys(reversed(asked)):
    answer = alone(subject, first, broken)
    if answer != expected[broken]:
      return first, answer
  answer = alone(subject, *asked, broken)
  if answer != expected[broken]:
    while len(asked) > 1:
      half = len(asked) // 2
      for part in (asked[half:], asked[:half]):
        other = alone(subject, *part, broken)
        if other != expected[broken]:
          asked, answer = part, other
          break
      else:
        break
    return " and ".join(dict.fromkeys(asked)), answer
  return "what a fresh server does not repeat", answer
