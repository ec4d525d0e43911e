"""Violations: one line each, in a stable order, and the ones that are known."""

import collections
import dataclasses
import fnmatch
import pathlib
import posixpath
import urllib.parse


@dataclasses.dataclass(frozen=True, order=True)
class Violation:
  """An invariant that does not hold: its class, the file, the page (0 where none) and what is wrong."""

  kind: str
  file: str
  page: int
  detail: str

  def line(self):
    """The violation as a user would send it."""
    place = f"{self.file} page {self.page}" if self.page else self.file
    return f"{self.kind}: {place}: {' '.join(self.detail.split())}"


class Report:
  """Collects the violations of one file."""

  # More of one class in one file say no more than these.
  LIMIT = 5

  def __init__(self, file):
    self.file = file
    self.violations = []
    # Why something was not judged, in a few words each.
    self.unjudged = []
    # How much was looked at, by name.
    self.counts = collections.Counter()
    self._counts = {}

  def violation(self, kind, page, detail):
    """`page` counts from 1; 0 where the violation is not of one page."""
    self._counts[kind] = self._counts.get(kind, 0) + 1
    if self._counts[kind] <= self.LIMIT:
      self.violations.append(Violation(kind, self.file, page, detail))

  def count(self, name, number=1):
    self.counts[name] += number

  def not_judged(self, reason):
    if reason not in self.unjudged:
      self.unjudged.append(reason)


class Known:
  """The violations that are known: lines of a class, a file and a cause, space-separated.

  A file is its name without folders, with %20 for a space, or a pattern such as *.epub. Lines that
  begin with # are comments.
  """

  def __init__(self, path):
    self._entries = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
      if line.strip() and not line.startswith("#"):
        parts = line.split(None, 2)
        if len(parts) < 3:
          raise ValueError(f"{path}: a line needs a class, a file and a cause: {line}")
        self._entries.append((parts[0], urllib.parse.unquote(parts[1])))

  def has(self, violation):
    name = posixpath.basename(violation.file)
    return any(
      kind == violation.kind and fnmatch.fnmatchcase(name, file) for kind, file in self._entries)

  def absent(self, violations, files, kinds):
    """The entries of files and classes that were checked, and that did not occur."""
    found = {(v.kind, posixpath.basename(v.file)) for v in violations}
    names = {posixpath.basename(file) for file in files}
    return sorted(
      f"{kind} {file}" for kind, file in self._entries
      if file in names and kind in kinds and (kind, file) not in found)
