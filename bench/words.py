"""Words and their order against texts that are known: recto by both engines, and what others read of the same PDFs."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import known_texts
from serving import Found
from tools import Tools

KEY = "words"
TITLE = "Words and order of PDFs whose text is known"
NOTE = (
    "PDFs that Typst, pdfTeX, WeasyPrint, Chromium and groff make here of texts in seven languages. F1 of words (runs of letters or digits, "
    "compatibility forms folded, a hyphen at the end of a line taken back for every tool alike), and order: twice the longest common "
    "subsequence of words, over the words of both. A third of the documents is held: it was not looked at while the text was worked on. "
    "Searches: titles and headings, of those that recto finds on their document. pdf-oxide and pdf-inspector are asked for text alone."
)

Reader = Callable[[Path], str]


def words(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text).replace("\u00ad\n", "").replace("\u00ad", "")
    text = re.sub(r"(\w)[-\u2010]\s*\n\s*(?=[^\W\d_])", r"\1", text)
    return re.findall(r"[^\W\d_]+|\d|[\u3040-\u30ff\u4e00-\u9fff]", "".join(with_spaces(text.casefold())))


def with_spaces(text: str):
    """Scripts without spaces have a word a letter."""
    for letter in text:
        yield f" {letter} " if "\u3040" <= letter <= "\u30ff" or "\u4e00" <= letter <= "\u9fff" else letter


def f1(found: list[str], known: list[str]) -> float:
    common = sum((Counter(found) & Counter(known)).values())
    return 2 * common / (len(found) + len(known)) if found or known else 1.0


def order(found: list[str], known: list[str]) -> float:
    """By the bits of a row of the table of common subsequences, all words of `known` at once (Hyyrö)."""
    masks: dict[str, int] = {}
    for at, word in enumerate(known):
        masks[word] = masks.get(word, 0) | 1 << at
    full = (1 << len(known)) - 1
    row = full
    for word in found:
        matched = row & masks.get(word, 0)
        row = (row + matched | row - matched) & full
    return 2 * (len(known) - row.bit_count()) / (len(found) + len(known)) if found or known else 1.0


def output(*argv: object) -> str:
    return subprocess.run([str(word) for word in argv], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120).stdout.decode(errors="replace")


def pdfium(file: Path) -> str:
    import pypdfium2

    return "\n".join(page.get_textpage().get_text_bounded().replace("\r\n", "\n").replace("\ufffe", "-\n") for page in pypdfium2.PdfDocument(file))


def oxide(file: Path) -> str:
    import pdf_oxide

    document = pdf_oxide.PdfDocument(str(file))
    return "\n".join(document.extract_text(page) for page in range(document.page_count()))


def inspector(file: Path) -> str:
    import pdf_inspector

    return pdf_inspector.extract_text(str(file))


def readers(tools: Tools) -> dict[str, Reader]:
    result: dict[str, Reader] = {}
    if recto := tools.programs.get("recto"):
        result["recto"] = lambda file: output(*recto, "text", file)
    if by_pdfium := tools.programs.get("recto_pdfium"):
        result["recto, pdfium"] = lambda file: output(*by_pdfium, "text", "--engine", "pdfium", "--one-engine", file)
    if program := tools.programs.get("pdftotext"):
        result["pdftotext"] = lambda file, program=program: output(*program, file, "-")
    if program := tools.programs.get("mutool"):
        result["mutool"] = lambda file, program=program: output(*program, "draw", "-q", "-F", "text", file)
    for name, module, reader in [("pdfium", "pypdfium2", pdfium), ("pdf-oxide", "pdf_oxide", oxide), ("pdf-inspector", "pdf_inspector", inspector)]:
        try:
            __import__(module)
        except ImportError:
            continue
        result[name] = reader
    return result


def missed(recto: list[str], known: known_texts.Known) -> list[str]:
    return [phrase for phrase in known.phrases if not output(*recto, "search", "--json", known.file, phrase).strip().strip("[]{}")]


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    folder = scratch / "words"
    folder.mkdir()
    try:
        documents, notes = known_texts.make(folder)
        return compare(tools, documents, notes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compare(tools: Tools, documents: list[known_texts.Known], notes: list[str]) -> Found:
    every = readers(tools)
    rows: list[dict[str, object]] = []
    for document in documents:
        known = words("\n".join(document.pages))
        row: dict[str, object] = {"document": document.name, "held": document.is_held_out}
        for name, reader in every.items():
            try:
                found = words(reader(document.file))
                row[name] = (f1(found, known), order(found, known))
            except Exception as error:  # a peer that gives up is a figure of its own
                notes.append(f"{document.name}, {name}: {error}")
                row[name] = (0.0, 0.0)
        if recto := tools.programs.get("recto"):
            row["missed"] = missed(recto, document)
        rows.append(row)
    grid = [["F1, order", *every]]
    for title, part in [("", rows), ("mean, worked on", [row for row in rows if not row["held"]]), ("mean, held", [row for row in rows if row["held"]])]:
        for row in part if not title else []:
            grid.append([f"{row['document']}{' (held)' if row['held'] else ''}", *(f"{row[name][0]:.3f} {row[name][1]:.3f}" for name in every)])
        if title and part:
            means = [[sum(row[name][at] for row in part) / len(part) for at in (0, 1)] for name in every]
            grid.append([title, *(f"{a:.3f} {b:.3f}" for a, b in means)])
    lost = [f"{row['document']}: {phrase}" for row in rows for phrase in row.get("missed", [])]
    phrases = sum(len(document.phrases) for document in documents)
    return Found(grid, rows, [*notes, f"Searches: {phrases - len(lost)} of {phrases} titles and headings found.", *(f"Not found: {one}" for one in lost)])
