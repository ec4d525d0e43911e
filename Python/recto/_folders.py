"""Folders among the sources of a batch: publications, or folders of publications, as `recto serve` has them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from . import _errors, _sources

#: The folders of an output, whose images are no publications; see `_store`.
RESULTS = ("images", "rows", "failed", "requests")
#: Names that make a folder one publication.
_MANIFESTS = {"recto.json", "layout.json", "layout.yaml", "layout.yml", "book.json", "META-INF"}
#: The endings of files that are publications wherever they are, of Markdown, which may be the story of its
#: folder, and of pages.
_DOCUMENTS = {
    ".pdf", ".epub", ".fb2", ".mobi", ".prc", ".azw", ".azw3", ".cbz", ".cbr", ".cb7", ".cbt", ".zip", ".hpub"}
_STORIES = {".md", ".markdown"}
_PAGES = {
    ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".tif", ".tiff", ".avif", ".heic", ".heif", ".hif",
    ".jxl", ".jp2", ".jpx", ".j2k", ".jpf", ".ppm", ".pgm", ".pbm", ".pnm", ".svg", ".bmp", ".html", ".htm",
    ".xhtml", ".xht"}


def sources(paths: Any, filesystem: Any = None) -> list[str]:
    """Returns the sources as `_sources.expand` does, with each local folder replaced by its publications.

    Raises `Unreadable` for a folder that cannot be listed, and `BadRequest` for one elsewhere.
    """
    found: dict[str, None] = {}
    for source in _sources.expand(paths, filesystem):
        is_local = filesystem is None and os.path.isabs(source)
        if not is_local and source.endswith("/") and not source.startswith(("http://", "https://")):
            raise _errors.BadRequest(
                f"{source} is a folder: name its files with a pattern such as {source}**/*.pdf")
        found.update(dict.fromkeys(_in_folder(source) if is_local and os.path.isdir(source) else [source]))
    return list(found)


def _in_folder(folder: str) -> list[str]:
    """The publications in a folder, or the folder itself if it has only pages or one story."""
    found = list(_publications(folder, set()))
    endings = [_ending(path) for path in found]
    stories = sum(ending in _STORIES for ending in endings)
    return found if stories > 1 or not _DOCUMENTS.isdisjoint(endings) else [folder]


def _publications(folder: str, seen: set[tuple[int, int]]) -> Iterator[str]:
    try:
        # Each folder once: links may form a loop.
        facts = os.stat(folder)
        if (facts.st_dev, facts.st_ino) in seen:
            return
        seen.add((facts.st_dev, facts.st_ino))
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
        if _has_results(folder, names):
            names = [name for name in names if name not in RESULTS]
    except OSError as error:
        raise _errors.Unreadable(f"{folder} cannot be listed: {error.strerror}") from None
    endings = set(map(_ending, names))
    has_pages_alone = not _PAGES.isdisjoint(endings) and _DOCUMENTS.isdisjoint(endings)
    if has_pages_alone or not _MANIFESTS.isdisjoint(names):
        yield folder
        return
    for name in names:
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            yield from _publications(path, seen)
        elif _ending(name) in _DOCUMENTS | _STORIES and os.path.isfile(path):
            yield path


def _has_results(folder: str, names: list[str]) -> bool:
    """True for the output of a batch."""
    requests = os.path.join(folder, "requests")
    return "requests" in names and os.path.isdir(requests) and any(
        re.fullmatch("[0-9a-f]{16}[.]json", name) for name in os.listdir(requests))


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()
