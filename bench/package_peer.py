"""One package for Python at one task: package_peer.py PACKAGE TASK FILE PAGES PROCESSES

PACKAGE is recto, recto-pdfium (with PDFium as the engine), pypdfium2, pymupdf, pdf-oxide or docling-parse; TASK is images (pages at 144 dpi as numpy
arrays, in this process) or words (with boxes). Prints JSON: the seconds of the import, from the start of
the process to the first page, and of all pages in a warm process, with their processor time.
"""

import json
import os
import sys
import time

START = time.perf_counter() - (time.clock_gettime(time.CLOCK_BOOTTIME) - float(
    open("/proc/self/stat").read().rpartition(")")[2].split()[19]) / os.sysconf("SC_CLK_TCK"))
DPI = 144


class Recto:
    """Its workers are processes already, as many as there may be."""

    def __init__(self, path, workers, engine):
        import importlib.util

        import recto

        if package := importlib.util.find_spec("pypdfium2_raw"):
            os.environ.setdefault("RECTO_PDFIUM", os.path.join(os.path.dirname(package.origin), "libpdfium.so"))
        self.issue = recto.open(path, workers=workers, engine=engine)

    def images(self, pages):
        import numpy

        return [numpy.asarray(image) for image in self.issue.render_pages(pages, dpi=DPI)]

    def words(self, pages):
        return [list(zip(text.words, text.boxes)) for text in self.issue.read_pages(pages)]


class PDFium:
    def __init__(self, path):
        import pypdfium2

        self.document = pypdfium2.PdfDocument(path)

    def images(self, pages):
        return [self.document[page].render(scale=DPI / 72).to_numpy() for page in pages]


class MuPDF:
    def __init__(self, path):
        import pymupdf

        self.document = pymupdf.open(path)

    def images(self, pages):
        import numpy

        found = []
        for page in pages:
            picture = self.document[page].get_pixmap(dpi=DPI)
            found.append(numpy.frombuffer(picture.samples, numpy.uint8).reshape(picture.height, picture.width, -1))
        return found

    def words(self, pages):
        return [self.document[page].get_text("words") for page in pages]


class Oxide:
    def __init__(self, path):
        import pdf_oxide

        self.document = pdf_oxide.PdfDocument(path)

    def images(self, pages):
        import numpy

        found = []
        for page in pages:
            picture = self.document.render_pixmap(page, dpi=DPI)
            found.append(numpy.frombuffer(picture.data, numpy.uint8).reshape(picture.height, picture.width, -1))
        return found

    def words(self, pages):
        return [[(word.text, word.bbox) for word in self.document.extract_words(page)] for page in pages]


class Docling:
    def __init__(self, path):
        from docling_parse.pdf_parser import DoclingPdfParser

        self.document = DoclingPdfParser(loglevel="fatal").load(path)

    def words(self, pages):
        return [
            [(cell.text, cell.rect) for cell in self.document.get_page(page + 1).word_cells] for page in pages]


PEERS = {"pypdfium2": PDFium, "pymupdf": MuPDF, "pdf-oxide": Oxide, "docling-parse": Docling}
ENGINES = {"recto": "poppler", "recto-pdfium": "pdfium"}
MODULES = {"recto-pdfium": "recto", "pdf-oxide": "pdf_oxide", "docling-parse": "docling_parse.pdf_parser"}
_opened = None


def share(package, path, task, pages):
    """In a process of a pool: it keeps its document open."""
    global _opened
    if _opened is None:
        _opened = PEERS[package](path)
    return getattr(_opened, task)(pages)


def processor_seconds():
    """Of this process and all below it, ended or not."""
    total, left = 0.0, [os.getpid()]
    while left:
        process = left.pop()
        try:
            fields = open(f"/proc/{process}/stat").read().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            for thread in os.listdir(f"/proc/{process}/task"):
                left += map(int, open(f"/proc/{process}/task/{thread}/children").read().split())
        except OSError:
            continue
    return total


def main(package, task, path, count, processes):
    pages, processes, pool = list(range(int(count))), int(processes), None
    began, spent = time.perf_counter(), time.process_time()
    __import__(MODULES.get(package, package))
    imported, importing = time.perf_counter() - began, time.process_time() - spent
    if package in ENGINES:
        peer = Recto(path, processes, ENGINES[package])
        work = lambda some: getattr(peer, task)(some)  # noqa: E731
    elif processes == 1:
        peer = PEERS[package](path)
        work = lambda some: getattr(peer, task)(some)  # noqa: E731
    else:
        import concurrent.futures
        import multiprocessing

        pool = concurrent.futures.ProcessPoolExecutor(processes, multiprocessing.get_context("forkserver"))

        def work(some):
            # Pages in turn, since neighbors are alike, in pieces that hide the cost of asking.
            pieces = [some[place : place + 4] for place in range(0, len(some), 4)]
            asked = [pool.submit(share, package, path, task, piece) for piece in pieces]
            return [page for piece in asked for page in piece.result()]

    work(pages[:1])
    first = time.perf_counter() - START
    work(pages)
    began, spent = time.perf_counter(), processor_seconds()
    made = work(pages)
    wall, processor = time.perf_counter() - began, processor_seconds() - spent
    print(json.dumps({
        "import": imported, "import_processor": importing, "first": first, "wall": wall, "processor": processor,
        "results": len(made), "items": sum(len(page) for page in made) if task == "words" else 0}))
    sys.stdout.flush()
    # Processes of a pool would keep the output open.
    if pool is not None:
        pool.shutdown()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
