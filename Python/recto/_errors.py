"""The errors, by kind."""

from __future__ import annotations


class RectoError(Exception):
    """A failure; `str` is one sentence: the problem, its place, and the remedy.

    `page` is the index of the page that was asked for, or None; `source` the path, or the name of other
    sources, where opening it failed, or None.
    """

    def __init__(self, message: str, page: int | None = None, source: str | None = None) -> None:
        places = ([] if source is None else [source]) + ([] if page is None else [f"page {page}"])
        super().__init__(": ".join([*places, message]))
        self.message = message
        self.page = page
        self.source = source

    def __reduce__(self) -> tuple[type[RectoError], tuple[str, int | None, str | None]]:
        return type(self), (self.message, self.page, self.source)


class BadRequest(RectoError, ValueError):
    """The arguments are invalid."""


class Closed(RectoError, ValueError):
    """The publication was closed, or belongs to the process that this one was forked from."""


class NoSuchPage(RectoError, IndexError):
    """The publication has no page of that index."""


class SourceNotFound(RectoError, FileNotFoundError):
    """The source does not exist."""


class Unreadable(RectoError, OSError):
    """The source exists and cannot be read."""


class Unsupported(RectoError):
    """The source is of an unknown kind."""


class Damaged(RectoError):
    """The source is of a known kind and broken."""


class PasswordNeeded(RectoError):
    """The source is encrypted, and the password is missing or wrong."""


class NotInstalled(RectoError):
    """The recto command, its library, or a library that a source needs is missing."""


class LimitReached(RectoError):
    """A limit on time, memory, pixels or size was reached."""


class Busy(RectoError):
    """Too many requests at once; a later attempt may succeed."""


class Cancelled(RectoError):
    """The request was cancelled."""


class NotWritable(RectoError, OSError):
    """The results of a batch cannot be written."""


class InternalError(RectoError):
    """A bug in Recto."""


OK, PENDING = 0, 1
KINDS: dict[int, type[RectoError]] = {
    2: BadRequest, 3: Closed, 4: NoSuchPage, 5: SourceNotFound, 6: Unreadable, 7: Unsupported,
    8: Damaged, 9: PasswordNeeded, 10: NotInstalled, 11: LimitReached, 12: Busy, 13: Cancelled,
    14: InternalError,
}
