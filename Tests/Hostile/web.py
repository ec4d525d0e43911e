"""HTTP/1.1 over sockets that are bound to addresses of a client's own."""

import asyncio
import heapq
import time


class Unanswered(Exception):
  """The server closed the connection, or said nothing in time."""


class Connection:
  """A connection of a client, which may send whatever it wants."""

  def __init__(self, reader, writer):
    self.reader = reader
    self.writer = writer

  @classmethod
  async def open(cls, server, address):
    family = {"local_addr": (address, 0)}
    reader, writer = await asyncio.open_connection(*server, limit=1 << 20, **family)
    return cls(reader, writer)

  async def send(self, data):
    self.writer.write(data)
    await self.writer.drain()

  async def answer(self, method="GET"):
    """The next answer: its status, its fields with names in lower case, and its body."""
    try:
      head = await self.reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError) as error:
      raise Unanswered(str(error)) from error
    lines = head.decode("latin-1").split("\r\n")
    fields = dict((name.lower(), value.strip()) for name, _, value in
                  (line.partition(":") for line in lines[1:] if line))
    status = int(lines[0].split(" ")[1])
    if method == "HEAD" or status in (204, 304):
      return status, fields, b""
    try:
      body = await self.reader.readexactly(int(fields.get("content-length", "0")))
    except (asyncio.IncompleteReadError, ConnectionError) as error:
      raise Unanswered(str(error)) from error
    return status, fields, body

  def close(self):
    self.writer.close()

  def reset(self):
    """Goes away at once, with whatever was on its way."""
    self.writer.transport.abort()


def request(target, *fields, method="GET", token=None, close=False):
  lines = [f"{method} {target} HTTP/1.1", "Host: library.example", *fields]
  if token:
    lines.append(f"Authorization: Bearer {token}")
  if close:
    lines.append("Connection: close")
  return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


async def fetch(server, address, target, *fields, method="GET", body=b"", token=None, seconds=120):
  """One request on a connection of its own: status, fields, body."""

  async def once():
    connection = await Connection.open(server, address)
    try:
      length = (f"Content-Length: {len(body)}",) if body else ()
      head = request(target, *fields, *length, method=method, token=token, close=True)
      await connection.send(head + body)
      return await connection.answer(method)
    finally:
      connection.close()

  return await asyncio.wait_for(once(), seconds)


class Clock:
  """Latencies, by phase and by what was requested."""

  def __init__(self):
    self.seconds = {}
    self.began = time.monotonic()
    self.requests = []

  def add(self, phase, kind, target, began):
    seconds = time.monotonic() - began
    self.seconds.setdefault((phase, kind), []).append(seconds)
    self.requests.append((seconds, phase, target, began - self.began))

  def slowest(self, phase, count):
    """The requests of a phase that took longest: seconds, target, and seconds since this clock was made."""
    return heapq.nlargest(count, ((seconds, target, at) for seconds, of_phase, target, at in self.requests
                                  if of_phase == phase))

  @property
  def kinds(self):
    return sorted({kind for _, kind in self.seconds})

  def latencies(self, phase, kind=None):
    """Those of a phase in ascending order: of one kind, or all."""
    return sorted(second for (of_phase, of_kind), seconds in self.seconds.items()
                  if of_phase == phase and kind in (None, of_kind) for second in seconds)

  def percentile(self, phase, share, kind=None):
    ordered = self.latencies(phase, kind)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")
