"""Why there is no result, by kind."""

from __future__ import annotations


class RectoError(Exception):
    """Something has no result; `str` is one sentence: what, where, and what to do.

    `page` is the index of the page that was asked for, or None.
    """

    def __init__(self, message: str, page: int | None = None) -> None:
        super().__init__(message if page is None else f"page {page}: {message}")
        self.message = message
        self.page = page

    def __reduce__(self):
        return type(self), (self.message, self.page)


class BadRequest(RectoError, ValueError):
    """The arguments make no sense."""


class Closed(RectoError, ValueError):
    """The issue was closed, or belongs to the process that this one was forked from."""


class NoSuchPage(RectoError, IndexError):
    """The issue has no page of that index."""


class SourceNotFound(RectoError, FileNotFoundError):
    """The source does not exist."""


class Unreadable(RectoError, OSError):
    """The source exists and cannot be read."""


class Unsupported(RectoError):
    """The source is of no kind that Recto knows."""


class Damaged(RectoError):
    """The source is of a known kind and broken."""


class PasswordNeeded(RectoError):
    """The source is encrypted, and the password is missing or wrong."""


class NotInstalled(RectoError):
    """The recto command or its library, or what a source needs, is not there."""


class LimitReached(RectoError):
    """A limit on time, memory, pixels or size was reached."""


class Busy(RectoError):
    """Too much is asked for at once; the same may succeed later."""


class Cancelled(RectoError):
    """The request was given up."""


class NotWritable(RectoError, OSError):
    """The results of a batch cannot be written."""


class InternalError(RectoError):
    """Recto itself is wrong."""


OK, PENDING = 0, 1
KINDS: dict[int, type[RectoError]] = {
    2: BadRequest, 3: Closed, 4: NoSuchPage, 5: SourceNotFound, 6: Unreadable, 7: Unsupported,
    8: Damaged, 9: PasswordNeeded, 10: NotInstalled, 11: LimitReached, 12: Busy, 13: Cancelled,
    14: InternalError,
}
