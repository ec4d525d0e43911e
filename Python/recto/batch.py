"""Pages of many documents to images and Parquet: python -m recto.batch SOURCES -o OUT"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import signal
import socket
import sys
import time
import urllib.parse
from typing import Any

from . import _errors, _processors, _rows, _sources

#: The exit statuses of the command line, by the code of a failure.
STATUSES = {
    "bad_request": 64, "closed": 64, "no_such_page": 64, "damaged": 65, "unsupported": 65,
    "password_needed": 65, "source_not_found": 66, "unreadable": 66, "not_installed": 69,
    "internal_error": 70, "not_writable": 73, "limit_reached": 75, "busy": 75, "cancelled": 75,
}
_INTERRUPTED = 130
_EPILOG = """\
A folder stands for the PDFs, books and archives in it and in the folders below, and for folders of page
images beside them. A folder without documents is one publication.

examples:
  python -m recto.batch 'scans/**/*.pdf' -o pages --dpi 144 --text
  python -m recto.batch 's3://bucket/2026/**/*.pdf' -o s3://out/ --address auto --format webp

Results that the output already has are not made again: run the same command to resume.
Exit status: 0 done; 65, 66, 69, 75 that of the first failure; 64 wrong arguments; 73 the output
cannot be written; 130 interrupted."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise _errors.BadRequest(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m recto.batch", epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter, description=(
            "Writes the pages of many documents as images and as rows of Parquet. A document or page "
            "that fails is a row with its error, and stops no other."))
    add = parser.add_argument
    add("sources", nargs="+", metavar="SOURCE", help=(
        "file, URL, pattern such as 's3://bucket/**/*.pdf', or folder with publications in it"))
    add("-o", "--output", required=True, metavar="OUT", help="folder or URL")
    add("--dpi", type=float, help="resolution of the images (150)")
    add("--fit", metavar="WxH", help="fit the images into W x H pixels")
    add("--format", default="png", choices=["png", "jpeg", "webp", "none"], help="format of the images (png)")
    add("--quality", type=int, help="1 to 100, for jpeg and webp")
    add("--gray", action="store_true", help="gray images")
    add("--text", action="store_true", help="the text of each page")
    add("--words", action="store_true", help="words with their boxes")
    add("--time-limit", type=float, metavar="SECONDS", help="time limit for a page (10)")
    add("--memory-limit", type=int, metavar="MIB", help="memory limit for a worker (512)")
    add("--password-file", metavar="FILE", help="the password of encrypted documents")
    add("--address", help="a Ray cluster, such as auto or ray://host:10001")
    add("--jobs", type=int, help="processes on this machine (one a processor)")
    add("--no-ray", action="store_true", help="processes of this machine, also where Ray is installed")
    add("--json", action="store_true", help="the counts as JSON on standard output")
    add("--progress", choices=["json"], help="progress as lines of JSON on standard error")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """The exit status of the command."""
    try:
        return _run(_parser().parse_args(arguments))
    except KeyboardInterrupt:
        _say("interrupted: finished results are kept, and the same command resumes")
        return _INTERRUPTED
    except _errors.RectoError as error:
        _say(error.message)
        return STATUSES[_rows.code(error)]


def _run(options: argparse.Namespace) -> int:
    missing = [
        name for name, module in (("pyarrow", "pyarrow"), ("fsspec", "fsspec"), ("Pillow", "PIL"))
        if importlib.util.find_spec(module) is None]
    if missing:
        raise _errors.NotInstalled(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} needed: pip install 'recto[arrow]'")
    from . import _folders, _jobs
    from ._request import Request

    if options.address and (options.no_ray or options.jobs is not None):
        raise _errors.BadRequest(
            f"--address names a cluster, and {'--no-ray' if options.no_ray else '--jobs'} is for processes of "
            "this machine: leave one of them out")
    if options.jobs is not None and options.jobs < 1:
        raise _errors.BadRequest("--jobs must be a whole number greater than zero")
    request = Request.of({
        "dpi": options.dpi, "fit": _fit(options.fit), "quality": options.quality, "text": options.text,
        "format": None if options.format == "none" else options.format,
        "mode": "L" if options.gray else "RGB", "words": options.words, "time_limit": options.time_limit,
        "memory_limit": options.memory_limit, "password": _password(options.password_file),
    }, is_for_others=bool(options.address))
    sources = _folders.sources(options.sources)
    progress = _Progress(options.progress == "json")
    pool = _pool(options, request)
    try:
        report = _jobs.write(sources, request, options.output, pool, progress=progress)
    finally:
        progress.end()
    for number, failure in enumerate(report.failures):
        _say(_line(*failure) + (" (kept from an earlier run)" if number < report.kept else ""))
    if more := sum(report.errors.values()) - len(report.failures):
        _say(f"{more} more failures are in the rows of {options.output}")
    if options.json:
        _print(json.dumps({
            "documents": report.documents, "rows": report.rows, "rendered": report.rendered,
            "skipped": report.skipped, "kept": report.kept, "seconds": round(report.seconds, 3),
            "errors": dict(report.errors), "slowest": [
                {"seconds": round(seconds, 3), "source": source}
                for seconds, source in report.slowest]}))
    else:
        _tell(f"{report}\n")
    return STATUSES[report.failures[0][2]] if report.failures else 0


def _line(source: str, page: int | None, _: str, message: str) -> str:
    """A failure as a sentence with its source, which some messages name themselves."""
    places = ([] if source in message else [source]) + ([] if page is None else [f"page {page + 1}"])
    return ": ".join([*places, message])


def _reach(address: str) -> None:
    """Raises `OSError` if nothing answers at `HOST:PORT` or `ray://HOST:PORT`, which Ray tries for
    minutes. Other addresses, such as `auto`, are Ray's to find."""
    parts = urllib.parse.urlsplit(address if "://" in address else f"ray://{address}")
    if parts.scheme == "ray" and parts.hostname and parts.port:
        socket.create_connection((parts.hostname, parts.port), timeout=20).close()


def _pool(options: argparse.Namespace, request: Any) -> Any:
    from . import _jobs

    has_ray = importlib.util.find_spec("ray") is not None
    if has_ray and not options.no_ray:
        import ray

        from . import ray as cluster

        try:
            if options.address:
                _reach(options.address)
                ray.init(options.address, log_to_driver=False, logging_level="error")
            else:
                # Without an address Ray would join a cluster that runs on this machine.
                ray.init(
                    "local", num_cpus=options.jobs or _processors.count(), include_dashboard=False,
                    log_to_driver=False, logging_level="error")
        except Exception as error:
            raise _errors.NotInstalled(
                f"the cluster {options.address or 'on this machine'} cannot be reached: "
                f"{_sources.sentence(error)}") from None
        return cluster.Cluster(cluster._memory(request))
    if options.address:
        raise _errors.NotInstalled("--address needs Ray: pip install 'recto[ray]'")
    if not has_ray and not options.no_ray:
        _say("Ray is not installed: the batch runs in processes of this machine")
    return _jobs.Processes(options.jobs or _processors.count())


def _fit(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise _errors.BadRequest(f"--fit must be a width and a height such as 800x600, not {text}")
    return int(width), int(height)


def _password(path: str | None) -> str | None:
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().rstrip("\r\n")
    except OSError as error:
        raise _errors.Unreadable(f"--password-file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _errors.Unreadable(f"--password-file {path} cannot be read: it is not UTF-8 text") from None


def _say(text: str) -> None:
    _tell(f"recto: {_rows.printable(text)}\n")


def _tell(text: str) -> None:
    """Writes to standard error where it can: the batch goes on without its terminal."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def _print(text: str) -> None:
    """Writes a line to standard output. Raises `NotWritable`."""
    try:
        print(text, flush=True)
    except OSError as error:
        # The interpreter tries again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise _errors.NotWritable(f"standard output cannot be written: {error.strerror}") from None


class _Progress:
    """A line on a terminal, lines of JSON where they are asked for, and nothing otherwise."""

    def __init__(self, is_json: bool) -> None:
        self.is_json = is_json
        self.is_shown = is_json or sys.stderr is not None and sys.stderr.isatty()
        #: The counts that have not been shown.
        self._hidden: Any = None
        self._last = 0.0

    def __call__(self, report: Any) -> None:
        self._hidden = report
        if self.is_shown and time.monotonic() - self._last >= 0.2:
            self._last = time.monotonic()
            self._show(report)

    def _show(self, report: Any) -> None:
        self._hidden = None
        failed = sum(report.errors.values())
        if self.is_json:
            _tell(json.dumps({
                "tasks": report.tasks, "tasksDone": report.tasks_done, "rows": report.rows,
                "failures": failed}) + "\n")
            return
        stage = (
            f"{report.tasks_done} of {report.tasks} tasks" if report.tasks else "opening documents")
        rate = report.rendered / report.seconds if report.seconds else 0
        _tell(f"\r\033[K{stage}, {report.rendered} pages, {rate:.1f} a second, {failed} failures")

    def end(self) -> None:
        """Shows the last counts as JSON, or clears the line of a terminal."""
        if self.is_json and self._hidden is not None:
            self._show(self._hidden)
        elif self._last and not self.is_json:
            _tell("\r\033[K")


if __name__ == "__main__":
    # Service managers and schedulers end it by this signal.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
