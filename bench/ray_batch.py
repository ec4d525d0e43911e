"""A batch on Ray with Recto, and the same job as one writes it with pypdfium2.

usage: ray_batch.py [COUNT]

Makes COUNT small PDFs (300), adds one broken or hostile file a hundred (of $RECTO_CORPORA where it is set), and
has each job draw all pages at 144 dpi with their text, and write them as Parquet. Needs the packages of
../Tests/ray-requirements.txt, RECTO_LIBRECTO and ../Python on the PYTHONPATH. The pypdfium2 job runs as it is, and
with every exception caught.
"""

import io
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "Python/tests/batches"))
os.environ.setdefault("RAY_DEDUP_LOGS", "1")

import documents  # noqa: E402
import ray  # noqa: E402

import recto.ray  # noqa: E402


def pages_of(row, catches):
    """The rows of a document, as in the examples of Ray and pypdfium2."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(row["path"])
        for number in range(len(document)):
            page = document[number]
            buffer = io.BytesIO()
            page.render(scale=2).to_pil().save(buffer, "png", compress_level=1)
            yield {
                "source": row["path"], "page": number, "image": buffer.getvalue(),
                "text": page.get_textpage().get_text_bounded(), "error": ""}
    except Exception as error:
        if not catches:
            raise
        yield {"source": row["path"], "page": -1, "image": b"", "text": "", "error": str(error)}


def pdfium(paths, output, catches):
    rows = ray.data.from_items([{"path": path} for path in paths]).flat_map(
        lambda row: pages_of(row, catches), num_cpus=1)
    rows.write_parquet(output)
    return ray.data.read_parquet(output)


def main(count=300):
    count = int(count)
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False
    with tempfile.TemporaryDirectory() as folder:
        hostile = dict(list(documents.broken().items())[: max(1, count // 100)])
        good = {f"{n:05}.pdf": documents.pdf(1 + n % 5, f"document {n}") for n in range(count - len(hostile))}
        for name, content in (good | hostile).items():
            Path(folder, name).write_bytes(content)
        paths = sorted(str(path) for path in Path(folder).glob("*.pdf"))
        pages = sum(1 + n % 5 for n in range(len(good)))
        print(f"{count} documents, {pages} pages of good ones, {len(hostile)} others: {', '.join(hostile)}", flush=True)

        def timed(name, action):
            began = time.monotonic()
            try:
                found = action()
            except Exception as error:
                found = f"the job failed: {type(error).__name__}: {str(error).strip().splitlines()[-1][:150]}"
            print(f"{name}: {time.monotonic() - began:.1f} s: {found}", flush=True)

        def counted(catches):
            rows = pdfium(paths, f"{folder}/pdfium{catches}", catches)
            bad = rows.filter(lambda row: row["error"] != "").count()
            return f"{rows.count() - bad} pages, {bad} errors"

        timed("pypdfium2", lambda: counted(False))
        timed("pypdfium2, exceptions caught", lambda: counted(True))
        timed("recto", lambda: recto.ray.write(
            recto.ray.read_pages(f"{folder}/*.pdf", dpi=144, text=True), f"{folder}/recto"))


if __name__ == "__main__":
    main(*sys.argv[1:])
