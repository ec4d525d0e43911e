"""Pages of many documents to images and Parquet: python -m recto.batch SOURCES -o OUT"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import socket
import sys
import time
import urllib.parse
from typing import Any

from . import _errors

#: The exit statuses of the command line, by the code of a failure.
STATUSES = {
    "bad_request": 64, "closed": 64, "no_such_page": 64, "damaged": 65, "unsupported": 65,
    "password_needed": 65, "source_not_found": 66, "unreadable": 66, "not_installed": 69,
    "internal_error": 70, "not_writable": 73, "limit_reached": 75, "busy": 75, "cancelled": 75,
}
_INTERRUPTED = 130
_EXAMPLES = """\
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
        prog="python -m recto.batch", epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter, description=(
            "Writes the pages of many documents as images and as rows of Parquet. A document or page "
            "that fails is a row with its error, and stops no other."))
    add = parser.add_argument
    add("sources", nargs="+", metavar="SOURCE", help="file, folder, URL, or pattern such as 's3://bucket/**/*.pdf'")
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
        from ._rows import code

        _say(error.message)
        return STATUSES[code(error)]


def _run(options: argparse.Namespace) -> int:
    missing = [
        name for name, module in (("pyarrow", "pyarrow"), ("fsspec", "fsspec"), ("Pillow", "PIL"))
        if importlib.util.find_spec(module) is None]
    if missing:
        raise _errors.NotInstalled(f"{', '.join(missing)} is needed: pip install 'recto[arrow]'")
    from . import _jobs, _sources
    from ._request import Request

    request = Request(
        dpi=options.dpi, fit=_fit(options.fit), quality=options.quality, text=options.text,
        format=None if options.format == "none" else options.format,
        mode="L" if options.gray else "RGB", words=options.words, time_limit=options.time_limit,
        memory_limit=options.memory_limit, password=_password(options.password_file))
    if options.jobs is not None and options.jobs < 1:
        raise _errors.BadRequest("--jobs must be a whole number greater than zero")
    sources = _sources.expand(options.sources)
    progress = _Progress(options.progress == "json")
    pool = _pool(options, request)
    try:
        report = _jobs.write(sources, request, options.output, pool, progress=progress)
    finally:
        progress.end()
    for source, page, _, message in report.failures:
        _say(f"{source}: {message}" if page is None else f"{source}: page {page + 1}: {message}")
    if options.json:
        print(json.dumps({
            "documents": report.documents, "rows": report.rows, "rendered": report.rendered,
            "skipped": report.skipped, "seconds": round(report.seconds, 3),
            "errors": dict(report.errors), "slowest": [
                {"seconds": round(seconds, 3), "source": source}
                for seconds, source in report.slowest]}))
    else:
        print(report, file=sys.stderr)
    return STATUSES[report.failures[0][2]] if report.failures else 0


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
                    "local", num_cpus=options.jobs, include_dashboard=False, log_to_driver=False,
                    logging_level="error")
        except Exception as error:
            from ._sources import sentence

            raise _errors.NotInstalled(
                f"the cluster {options.address or 'on this machine'} cannot be reached: "
                f"{sentence(error)}") from None
        return cluster.Cluster(cluster._memory(request))
    if options.address:
        raise _errors.NotInstalled("--address needs Ray: pip install 'recto[ray]'")
    if not has_ray:
        _say("Ray is not installed: the batch runs in processes of this machine")
    return _jobs.Processes(options.jobs or os.cpu_count() or 1)


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
    except (OSError, UnicodeDecodeError) as error:
        raise _errors.Unreadable(f"{path} cannot be read: {error}") from None


def _say(text: str) -> None:
    print(f"recto: {text}", file=sys.stderr)


class _Progress:
    """A line on a terminal, lines of JSON where they are asked for, and nothing otherwise."""

    def __init__(self, is_json: bool) -> None:
        self.is_json, self.is_shown, self._last = is_json, sys.stderr.isatty(), 0.0

    def __call__(self, report: Any) -> None:
        if not (self.is_json or self.is_shown) or time.monotonic() - self._last < 0.2:
            return
        self._last = time.monotonic()
        failed = sum(report.errors.values())
        if self.is_json:
            print(json.dumps({
                "tasks": report.tasks, "tasksDone": report.tasks_done, "rows": report.rows,
                "failures": failed}), file=sys.stderr, flush=True)
            return
        stage = (
            f"{report.tasks_done} of {report.tasks} tasks" if report.tasks else "opening documents")
        rate = report.rendered / report.seconds if report.seconds else 0
        print(
            f"\r\033[K{stage}, {report.rendered} pages, {rate:.1f} a second, {failed} failures",
            end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.is_shown and not self.is_json and self._last:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
