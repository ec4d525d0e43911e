"""A `recto serve` of this run, and what it takes from the machine."""

import collections
import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.parse


class Served:
  """The server with a cache and temporary files of its own."""

  def __init__(self, recto, folder, place, options, plugins):
    self.temporary = pathlib.Path(place, "tmp")
    self.cache = pathlib.Path(place, "cache")
    self.log = pathlib.Path(place, "log")
    for made in (self.temporary, self.cache):
      made.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, TMPDIR=str(self.temporary), RECTO_CACHE_DIR=str(self.cache),
                       RECTO_PLUGIN_PATH=plugins)
    with open(pathlib.Path(place, "errors"), "wb") as errors:
      self.process = subprocess.Popen(
        [recto, "serve", "--access-log", str(self.log), *options, str(folder)],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
    url = self.process.stdout.readline().decode()
    if not url:
      raise SystemExit(f"recto serve ended: {pathlib.Path(place, 'errors').read_text()}")
    # Its host and port.
    self.address = urllib.parse.urlsplit(url.strip()).netloc

  @property
  def is_running(self):
    return self.process.poll() is None

  def figures(self):
    """RSS in MiB, that without pages of files, and the shared part of it; descriptors and threads of the server;
    processes below it, and which of them are dead."""
    host = pathlib.Path("/proc", str(self.process.pid))
    status = dict(line.split(":", 1) for line in (host / "status").read_text().splitlines())
    below = descendants(self.process.pid)
    return {
      "rss": int(status["VmRSS"].split()[0]) / 1024,
      # Pages of files, such as the program's own, are the kernel's to drop.
      "memory": (int(status["RssAnon"].split()[0]) + int(status["RssShmem"].split()[0])) / 1024,
      "shared": int(status["RssShmem"].split()[0]) / 1024,
      "descriptors": descriptors(host),
      "threads": int(status["Threads"]),
      "processes": len(below),
      "zombies": sum(1 for process in below if state(process) == "Z"),
    }

  def stop(self):
    """Ends it as Ctrl-C does: its status, and what it left behind."""
    below = descendants(self.process.pid)
    self.process.send_signal(signal.SIGINT)
    status = self.process.wait(60)
    # The kernel has killed those of a browser when the server ends; at their priority they get a processor late.
    end = time.monotonic() + 5
    while (left := [process for process in below if state(process) not in (None, "Z")]) and time.monotonic() < end:
      time.sleep(0.05)
    return status, left, sorted(str(path) for path in self.temporary.iterdir())


def descriptors(host):
  """The number of open descriptors by kind: sockets, pipes, shared memory, files by folder."""
  kinds = collections.Counter()
  for entry in (host / "fd").iterdir():
    try:
      target = os.readlink(entry)
    except FileNotFoundError:
      continue
    kind = re.sub(r":\[\d+\]$", "", target) if target[0] != "/" else os.path.dirname(target)
    kinds[re.sub(r"^/proc/\d+", "/proc/PID", kind)] += 1
  return kinds


def state(process):
  try:
    return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
  except (FileNotFoundError, ProcessLookupError):
    return None


def descendants(process):
  found = []
  try:
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
      for child in (task / "children").read_text().split():
        found += [int(child), *descendants(int(child))]
  except (FileNotFoundError, ProcessLookupError):
    pass
  return found
