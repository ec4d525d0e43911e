"""Hostile clients. Each attack is repeated until the time is over; it says what it found."""

import asyncio
import gzip
import os
import random
import ssl
import urllib.parse

import web

API = "/api/1/publications"
ODD = ["", "-1", "0", "1e309", "NaN", "99999999999999999999", "%00", "%ff%fe", "../../etc/passwd", "a" * 4000,
       "1,2,3", "0,0,0,0", "-5,-5,1e9,1e9", "true", "()", "[", "(a+)+$", "{}", "\u202e", "1;2", "0x10", "%25"]
NAMES = ["width", "height", "scale", "dpi", "region", "rotate", "dark", "background", "quality", "digest", "for",
         "page-size", "font-scale", "margin", "theme", "excerpt", "q", "offset", "limit", "regex", "profile", "page"]
PUBLICATIONS = ["quay.pdf", "quay-pages", "story0.md", "quay.epub", "none", "..%2f..", "quay.pdf~0", "hang.misbehave"]
ENDS = ["", "/pages/0", "/pages/0/text", "/pages/0/image.jpg", "/pages/0/image.png", "/spreads/0/image.webp",
        "/pages/-1/image.png", "/pages/99999999999/image.png", "/outline", "/search", "/locate", "/media/0/0",
        "/warnings", "/articles", "/preflight"]


class World:
  """The state that the attacks share: the server, whether the run is over, counts and findings."""

  def __init__(self, server, token):
    self.server = server
    self.token = token
    self.is_over = False
    self.counts = {}
    self.findings = []
    self.random = random.Random(29)

  def address(self, group, number=None):
    return f"198.18.{group}.{number if number is not None else self.random.randrange(1, 255)}"

  def count(self, name, status=None):
    key = (name, status)
    self.counts[key] = self.counts.get(key, 0) + 1

  def judge(self, name, what, status, allowed=()):
    """A status of 500 is a fault whatever was asked for."""
    self.count(name, status)
    if status in (500, 502) or (allowed and status not in allowed):
      self.findings.append(f"{name}: {what[:350]} is answered with {status}")

  async def ask(self, name, address, target, *fields, allowed=(), **more):
    try:
      more.setdefault("token", self.token)
      status, fields, body = await web.fetch(self.server, address, target, *fields, **more)
    except (OSError, web.Unanswered, asyncio.TimeoutError, asyncio.LimitOverrunError):
      self.count(name, "closed")
      return None
    self.judge(name, f"{target[:120]} {body[:200]}", status, allowed)
    return status, fields, body


SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: library.example\r\n\r\n"
FORMS = [
  b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  b"Content-Length: 4\r\nContent-Length: 49\r\n\r\nabcd",
  b"Content-Length: +4\r\n\r\nabcd", b"Content-Length: 4, 4\r\n\r\nabcd", b"Content-Length: 0x4\r\n\r\nabcd",
  b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
  b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
  b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n", b"X: y\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  b"Host: other.example\r\n\r\n", b" Folded: x\r\n\r\n", b"X\x00Y: z\r\n\r\n", b"Content-Length\t: 4\r\n\r\nabcd",
  b"X: a\rb\r\nContent-Length: 4\r\n\r\nabcd", b"Content-Length: 4\r\n Content-Length: 0\r\n\r\nabcd",
]


async def smuggling(world):
  """Heads that two programs could read differently: none may have the second request answered."""
  for form in FORMS:
    address = world.address(2)
    try:
      connection = await web.Connection.open(world.server, address)
      head = b"POST /api/1/publications/quay.pdf/locate HTTP/1.1\r\nHost: library.example\r\n"
      head += f"Authorization: Bearer {world.token}\r\n".encode()
      await connection.send(head + form + SMUGGLED)
      data = await asyncio.wait_for(connection.reader.read(-1), 60)
      connection.close()
    except (OSError, asyncio.TimeoutError):
      world.count("smuggling", "closed")
      continue
    answers = data.split(b"HTTP/1.1 ")[1:]
    world.count("smuggling", answers[0][:3].decode() if answers else "closed")
    # libmicrohttpd says twice, in the same words, that a length is wrong; the first answer ends the connection.
    heads = {answer.partition(b"\r\n\r\n")[0] for answer in answers}
    is_one = len(answers) < 2 or len(heads) == 1 and b"connection: close" in answers[0].lower()
    if any(not answer.startswith(b"4") for answer in answers) or not is_one:
      world.findings.append(f"smuggling: {form!r} is answered with {[answer[:60] for answer in answers]}")


async def slow(world, connections=40):
  """Connections of one client that send a byte each second, and some that take no answer."""

  async def one(number):
    try:
      connection = await web.Connection.open(world.server, world.address(3, number % 3 + 1))
    except OSError:
      return world.count("slow", "refused")
    try:
      if number % 3 == 0:
        await connection.send(web.request("/files/quay.pdf", token=world.token) * 20)
        await asyncio.sleep(20)
      elif number % 3 == 1:
        await connection.send(b"POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
      for byte in b"GET /" + b"a" * 60:
        await connection.send(bytes([byte]))
        await asyncio.sleep(1)
      world.count("slow", "held for 60 s")
    except OSError:
      world.count("slow", "closed")
    finally:
      connection.reset()

  await asyncio.gather(*(one(number) for number in range(connections)))


async def ranges(world):
  many = ",".join(f"{start}-{start}" for start in range(0, 3000, 3))
  overlapping = ",".join(["0-"] * 500)
  for value in (many, overlapping, "0-0,-1," * 300, "-0", "5-2", f"{10 ** 30}-", "0-" + "9" * 200, "a-b"):
    answer = await world.ask("ranges", world.address(4), "/files/quay.pdf", f"Range: bytes={value}",
                             allowed=(200, 206, 400, 416, 429, 431, 503))
    if answer and len(answer[2]) > 64 << 20:
      world.findings.append(f"ranges: {value[:50]} gives {len(answer[2])} bytes")


async def headers(world):
  address = world.address(5)
  await world.ask("headers", address, "/healthz", *(f"X-{n}: y" for n in range(2_000)))
  await world.ask("headers", address, "/healthz", "X: " + "y" * 100_000)
  await world.ask("headers", address, "/healthz?" + "a" * 60_000)
  await world.ask("headers", address, "/healthz", *("Cookie: recto-session=" + "a" * 500 for _ in range(30)))
  await world.ask("headers", address, "/healthz", "Accept-Encoding: " + "gzip;q=0.1," * 1_000)
  await world.ask("headers", address, "/healthz", "If-None-Match: " + "\"a\"," * 3_000)


async def decompression(world):
  bomb = gzip.compress(b"\0" * (50 << 20))
  for coding in ("gzip", "deflate", "br", "gzip, gzip"):
    await world.ask("decompression", world.address(6), f"{API}/quay.pdf/locate",
                    f"Content-Encoding: {coding}", "Content-Type: application/json", method="POST", body=bomb)


async def pipelining(world):
  """Many requests at once: answers come in their order, or the connection ends."""
  try:
    connection = await web.Connection.open(world.server, world.address(7))
    targets = [f"{API}/story{n % 6}.md/pages/0/image.png?scale=0.{n % 9 + 1}" for n in range(30)]
    await connection.send(b"".join(web.request(target, method="HEAD", token=world.token) for target in targets))
    for _ in targets:
      status, _, _ = await asyncio.wait_for(connection.answer("HEAD"), 120)
      world.judge("pipelining", "HEAD", status)
    await connection.send(b"".join(web.request(target, token=world.token) for target in targets * 10))
    await asyncio.sleep(0.2)
    connection.reset()
  except (OSError, web.Unanswered, asyncio.TimeoutError):
    world.count("pipelining", "closed")


async def half_closed(world):
  for number in range(10):
    try:
      connection = await web.Connection.open(world.server, world.address(8))
      target = f"{API}/quay.pdf/pages/1/image.png?scale={world.random.uniform(0.5, 2):.6f}"
      await connection.send(web.request(target, token=world.token)[: None if number % 2 else -2])
      connection.writer.write_eof()
      if number % 3 == 0:
        connection.reset()
        continue
      await asyncio.wait_for(connection.reader.read(-1), 60)
      connection.close()
      world.count("half-closed", "ended")
    except (OSError, asyncio.TimeoutError):
      world.count("half-closed", "closed")


async def handshakes(world):
  """TLS handshakes on a plain port, broken off, and random bytes."""
  incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
  tls = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="library.example")
  try:
    tls.do_handshake()
  except ssl.SSLWantReadError:
    pass
  hello = outgoing.read()
  for data in (hello, hello[:50], b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", os.urandom(5_000), b"\r\n" * 2_000, b"\0" * 100):
    try:
      connection = await web.Connection.open(world.server, world.address(9))
      await connection.send(data)
      await asyncio.wait_for(connection.reader.read(1_000), 1)
      connection.reset()
    except (OSError, asyncio.TimeoutError):
      pass
    world.count("handshakes", "sent")


async def odd_values(world):
  for _ in range(20):
    pairs = [(world.random.choice(NAMES), world.random.choice(ODD)) for _ in range(world.random.randrange(1, 4))]
    query = "&".join(f"{name}={urllib.parse.quote(value, safe='%,')}" for name, value in pairs)
    target = f"{API}/{world.random.choice(PUBLICATIONS)}{world.random.choice(ENDS)}?{query}"
    await world.ask("odd values", world.address(10), target)


async def labels(world):
  for _ in range(30):
    word = "%x" % world.random.getrandbits(64)
    target = world.random.choice([f"/{word}", f"{API}/{word}", f"/iiif/{word}/{word}", f"/{word}.php", f"/files/{word}"])
    method = world.random.choice(["GET", "GET", "GET", word.upper()[:10], "TRACE", "CONNECT"])
    await world.ask("labels", world.address(11), target, f"User-Agent: {word}", f"X-Forwarded-For: {word}",
                    method=method, token=world.random.choice([world.token, word]))


async def logins(world):
  """Guesses from 250 networks."""
  for _ in range(20):
    guess = "%032x" % world.random.getrandbits(128)
    await world.ask("logins", world.address(12), "/login", method="POST", body=f"token={guess}".encode(),
                    token=None, allowed=(401, 429, 503))
    await world.ask("logins", world.address(12), "/metrics", token=guess, allowed=(401, 429, 503))


async def layouts(world):
  """Forty layouts at once of healthy publications."""
  for name in ("quay.epub", "story2.md"):
    await asyncio.gather(*(
      world.ask("layouts", world.address(13, 1), f"{API}/{name}?font-scale={world.random.uniform(0.5, 3):.4f}",
                allowed=(200, 429, 503))
      for _ in range(40)))
  await asyncio.sleep(5)


async def poison(world):
  for name in ("crash", "hang", "memory", "lies", "closed", "broken"):
    await asyncio.gather(*(
      world.ask("poison", world.address(14, page + 1), f"{API}/{name}.misbehave/pages/{page}/image.png?scale=0.5")
      for page in range(5)))


async def cold(world):
  """Sixty pages at a time that no client has requested before."""
  await asyncio.gather(*(
    world.ask("cold pages", world.address(15, 1),
              f"{API}/{world.random.choice(['quay.pdf', 'quay-pages', 'story3.md'])}/pages/{n % 2}/image.jpg"
              f"?scale={world.random.uniform(0.3, 2.5):.6f}", allowed=(200, 429, 503))
    for n in range(60)))


async def cancelled(world):
  """Requests whose client has gone when their page is drawn."""
  for _ in range(20):
    try:
      connection = await web.Connection.open(world.server, world.address(16))
      target = f"{API}/quay.pdf/pages/2/image.png?scale={world.random.uniform(1, 4):.6f}"
      await connection.send(web.request(target, token=world.token))
      await asyncio.sleep(world.random.uniform(0, 0.2))
      connection.reset()
      world.count("cancelled", "reset")
    except OSError:
      world.count("cancelled", "closed")


async def searches(world):
  for query in ("(a%2B)%2B%24&regex=1", "(.*a){20}&regex=1", "e", "%s" % ("a" * 250)):
    await world.ask("searches", world.address(17, 1), f"{API}/quay.pdf/search?q={query}")
  await world.ask("searches", world.address(17, 1), f"{API}/quay.pdf/preflight")
  await world.ask("searches", world.address(17, 1), f"{API}/quay.pdf/articles")


ALL = [smuggling, slow, ranges, headers, decompression, pipelining, half_closed, handshakes, odd_values, labels,
       logins, layouts, poison, cold, cancelled, searches]


async def repeat(attack, world):
  while not world.is_over:
    await attack(world)
    await asyncio.sleep(0.5)
