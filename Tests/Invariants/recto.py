"""Asks recto: as a command, or as a server on loopback."""

import functools
import http.client
import io
import json
import os
import subprocess
import tempfile
import threading
import urllib.parse

from PIL import Image

Image.MAX_IMAGE_PIXELS = None

# The limit that says "stuck", in seconds: no verdict depends on it.
TIMEOUT = 600 * float(os.environ.get("RECTO_TEST_PATIENCE", "1"))
# A limit of pages that is so high that a busy machine does not reach it.
LIMITS = ["--time-limit", "120"]
# Refusals with a sentence: bad source, none, not installed, cannot be written, a limit.
REFUSALS = {64, 65, 66, 69, 73, 75}


class Refused(Exception):
  """recto says in a sentence why it does not do it."""


class Crash(Exception):
  """recto ended by a signal, or by a bug that it names."""


class Recto:
  """The command, with a cache folder of its own."""

  def __init__(self, path):
    self.path = os.path.abspath(path)
    self._folder = tempfile.TemporaryDirectory(prefix="recto-invariants-")
    self.folder = self._folder.name

  def environment(self, **others):
    return {**os.environ, "RECTO_CACHE_DIR": os.path.join(self.folder, "cache"), **others}

  def run(self, *arguments, **environment):
    """Standard output and standard error; throws `Refused` or `Crash`."""
    result = subprocess.run(
      [self.path, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
      env=self.environment(**environment), check=False)
    errors = result.stderr.decode(errors="replace")
    sentence = (errors.strip().splitlines() or [""])[-1]
    if result.returncode in REFUSALS:
      raise Refused(sentence)
    if result.returncode != 0:
      raise Crash(f"recto {arguments[0]} ended with {result.returncode}: {sentence}")
    return result.stdout, errors

  def json(self, *arguments, **environment):
    return json.loads(self.run(*arguments, **environment)[0])

  def text(self, source, *arguments, **environment):
    """The pages of `recto text --json`."""
    output, _ = self.run(
      "text", "--json", *limits(arguments), *arguments, source, **environment)
    return json.loads(output)["pages"]

  def image(self, source, page, *arguments, **environment):
    """The page of `recto render`, which counts from 0 here, as pixels."""
    output, _ = self.run(
      "render", *limits(arguments), "--pages", str(page + 1), "--level", "1", *arguments, source, "-o", "-",
      **environment)
    return pixels(output)


def limits(arguments):
  """What is not in a worker keeps none."""
  return [] if "--in-process" in arguments else LIMITS


class Server:
  """One `recto serve` of one source with one worker and, unless it is said, without caches."""

  def __init__(self, recto, source, cache="0"):
    self._process = subprocess.Popen(
      [recto.path, "serve", "--port", "0", "--access-log", "none", "--jobs", "1",
       "--cache-size", "0", "--cache-memory", cache, *LIMITS, source],
      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
      env=recto.environment())
    self._timer = threading.Timer(TIMEOUT, self._process.kill)
    self._timer.start()
    url = urllib.parse.urlsplit(self._process.stdout.readline().decode().strip())
    self._timer.cancel()
    if not url.port:
      self.close()
      raise Refused("recto serve does not begin")
    self._address = (url.hostname, url.port)
    try:
      items = json.loads(self.get("/api/1/publications")[2])["publications"]
      if len(items) != 1:
        raise Refused(f"recto serve lists {len(items)} publications")
    except BaseException:
      self.close()
      raise
    self.base = "/api/1/publications/" + items[0]["id"]

  def get(self, target):
    """Status, media type and body; `target` is below the publication unless it begins with /."""
    path = target if target.startswith("/") else f"{self.base}/{target}".removesuffix("/")
    connection = http.client.HTTPConnection(*self._address, timeout=TIMEOUT)
    try:
      connection.request("GET", path)
      response = connection.getresponse()
      return response.status, response.getheader("Content-Type"), response.read()
    finally:
      connection.close()

  def json(self, target):
    status, _, body = self.get(target)
    if status != 200:
      raise Refused(f"{target}: {status}")
    return json.loads(body)

  def image(self, page, query):
    status, _, body = self.get(f"pages/{page}/image.png?{query}")
    if status != 200:
      raise Refused(f"page {page + 1} has no image: {body[:300].decode(errors='replace')}")
    return pixels(body)

  def close(self):
    self._process.kill()
    self._process.wait()
    self._process.stdout.close()

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.close()


def pixels(data):
  image = Image.open(io.BytesIO(data))
  return image.convert("RGBA" if "A" in image.getbands() else "RGB")


class Subject:
  """A source with what recto says of it, asked once."""

  def __init__(self, recto, path, name):
    self.recto, self.path, self.name = recto, path, name
    self._server = None

  @functools.cached_property
  def info(self):
    # A book's pages are known once they are laid out.
    return self.recto.json("info", "--json", "--pages", "all", *LIMITS, self.path)

  @functools.cached_property
  def facts(self):
    """What `recto info` says of pages, by index; a page that can't be read is missing."""
    return {page["index"]: page for page in self.info["pages"]}

  @functools.cached_property
  def texts(self):
    """The pages of `pages` by index."""
    return {page["index"]: page for page in self.pages}

  @functools.cached_property
  def pages(self):
    """The pages of `recto text --json`."""
    return self.recto.text(self.path)

  @functools.cached_property
  def outline(self):
    return self.recto.json("outline", "--json", *LIMITS, self.path)

  @property
  def backend(self):
    return self.info["backend"]["id"]

  @property
  def server(self):
    if self._server is None:
      self._server = Server(self.recto, self.path)
    return self._server

  def sample(self, random, count):
    """Indices of some pages, in order."""
    indices = sorted(self.facts.keys() & self.texts.keys())
    return sorted(random.sample(indices, min(count, len(indices))))

  def close(self):
    if self._server is not None:
      self._server.close()
      self._server = None


def words(page):
  """The words of a page with their blocks, in order."""
  for block in page["blocks"]:
    for line in block["lines"]:
      for word in line["words"]:
        yield block, word
