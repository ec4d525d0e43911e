"""What each engine makes of PDFs, and both together: a table, and the files on which they differ.

usage: engines.py RECTO FOLDER… [--pages LIST]

Draws the pages of each PDF at 72 dpi by Poppler alone, by PDFium alone, and as `recto` does it by default,
where one engine stands in for the other. Each file counts by its worst page: drawn, refused, limit, crash.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

WAYS = {
    "poppler": ["--engine", "poppler", "--one-engine"],
    "pdfium": ["--engine", "pdfium", "--one-engine"],
    "both": [],
}


def outcome(status, errors):
    """The first of these that is said of any page that was not drawn."""
    if status == 0:
        return "drawn"
    if "crashed" in errors or "ended without an answer" in errors or status < 0:
        return "crash"
    if "limit was reached" in errors or "refused for" in errors:
        return "limit"
    return "refused"


def draw(recto, path, way, pages):
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        result = subprocess.run(
            [recto, "render", str(path), "--dpi", "72", "--pages", pages, "-o", folder + "/", *WAYS[way]],
            capture_output=True, text=True, errors="replace", timeout=600)
        return {
            "outcome": outcome(result.returncode, result.stderr),
            "files": len(list(pathlib.Path(folder).iterdir())),
            "seconds": round(time.monotonic() - start, 2),
            "says": result.stderr.strip()[:300],
        }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("recto")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--pages", default="1")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    found = {}
    for folder in arguments.folders:
        counts = {way: collections.Counter() for way in WAYS}
        for path in sorted(folder.glob("*.pdf")):
            made = {way: draw(arguments.recto, path, way, arguments.pages) for way in WAYS}
            found[str(path)] = made
            for way in WAYS:
                counts[way][made[way]["outcome"]] += 1
            if len({made[way]["outcome"] for way in WAYS}) > 1:
                print(f"{path.name}: " + ", ".join(f"{way} {made[way]['outcome']}" for way in WAYS), file=sys.stderr)
        print(f"\n{folder.name}, {sum(counts['both'].values())} files\n")
        print("| engine | drawn | refused | limit | crash |\n|---|---|---|---|---|")
        for way in WAYS:
            print(f"| {way} | " + " | ".join(str(counts[way][x]) for x in ("drawn", "refused", "limit", "crash")) + " |")
        sys.stdout.flush()
        if arguments.json:
            arguments.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
