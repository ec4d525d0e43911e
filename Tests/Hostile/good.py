"""Readers: each answer is compared with that of a quiet server, byte by byte."""

import asyncio
import hashlib
import random
import time

import shelf
import web

# The share of requests for pages that no client has requested before. The cache has most of the rest.
COLD = 0.1


async def reference(server, token, targets):
  """The digests of the right answers, and the requests that a quiet server does not answer well, such as those
  that need a browser where there is none."""
  right, without = {}, []
  for target, fields in targets:
    status, _, body = await web.fetch(server, "198.18.1.1", target, *fields, token=token)
    if status not in (200, 206):
      without.append(f"{target}: {status} {body[:200]!r}")
      continue
    right[target, fields] = (status, hashlib.sha256(body).hexdigest())
  return right, without


async def open_all(server, token, targets):
  """Has each publication opened, in one order, so that as many are open and have a browser whenever figures are
  taken."""
  seen = set()
  for target, fields in targets:
    publication = target.split("/")[4] if target.startswith("/api/") else None
    if publication and publication not in seen:
      seen.add(publication)
      await web.fetch(server, "198.18.1.1", target, *fields, token=token)


class Reader:
  """A reader who turns pages, with one connection that is kept."""

  def __init__(self, number, server, token, right, warm, cold, clock):
    """`warm` is a list of targets, and `cold` an iterator over targets that all readers take theirs from."""
    self.address = f"198.18.1.{10 + number}"
    self.server = server
    self.token = token
    self.right = right
    self.warm = warm
    self.cold = cold
    self.clock = clock
    self.random = random.Random(number)
    self.connection = None
    self.wrong = []
    self.failed = []

  async def read(self, phase, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
      cold = next(self.cold, None) if self.random.random() < COLD else None
      target, fields = cold or self.random.choice(self.warm)
      await self.turn(phase, "cold pages" if cold else shelf.kind(target), target, fields)
      await asyncio.sleep(self.random.uniform(0.05, 0.25))

  async def turn(self, phase, kind, target, fields):
    began = time.monotonic()
    try:
      status, _, body = await asyncio.wait_for(self.ask(target, fields), 120)
    except (OSError, web.Unanswered, asyncio.TimeoutError) as error:
      self.failed.append(f"{phase}: {target}: {type(error).__name__} {error}")
      self.connection = None
      return
    self.clock.add(phase, kind, target, began)
    right, digest = self.right[target, fields]
    if status != right:
      self.failed.append(f"{phase}: {target}: {status} {body[:200]!r}")
    elif hashlib.sha256(body).hexdigest() != digest:
      self.wrong.append(f"{phase}: {target}: {len(body)} other bytes, which end with {body[-80:]!r}")

  async def ask(self, target, fields):
    kept = self.connection
    for connection in (kept, None):
      if connection is None:
        connection = await web.Connection.open(self.server, self.address)
      try:
        await connection.send(web.request(target, *fields, token=self.token))
        answer = await connection.answer()
      except (ConnectionError, web.Unanswered):
        # A server may close a connection that nothing is asked on.
        connection.close()
        if connection is kept:
          continue
        raise
      self.connection = connection
      return answer
    raise web.Unanswered("no connection")

  def leave(self):
    if self.connection:
      self.connection.close()
      self.connection = None
