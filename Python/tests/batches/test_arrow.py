"""Pages as Arrow batches."""

import collections
import hashlib
import http.server
import io
import math
import os
import shutil
import threading
import zipfile

import documents
import PIL.Image
import pyarrow
import pyarrow.fs
import pytest

import recto
import recto.arrow
from recto._request import Request


def table(*arguments, **options):
    return pyarrow.Table.from_batches(
        recto.arrow.pages(*arguments, **options), recto.arrow.schema())


def test_a_row_is_a_page(folder):
    rows = table(f"{folder}/**/*.pdf", dpi=72, text=True, words=True).to_pylist()
    assert len(rows) == 1 + 2 + 3 + 4 + 5 + 6
    names = [os.path.basename(row["source"]) for row in rows]
    assert names == [f"{n}.pdf" for n in (0, 2, 4, 1, 3, 5) for _ in range(n + 1)]
    for row in rows:
        number = int(os.path.basename(row["source"])[0])
        assert row["error"] is None and row["page_count"] == number + 1 and row["seconds"] > 0
        assert row["digest"] == hashlib.sha256(open(row["source"], "rb").read()).hexdigest()
        assert row["label"] == str(row["page"] + 1) and row["size"] == {"width": 200, "height": 280}
        picture = PIL.Image.open(io.BytesIO(row["image"]))
        assert picture.size == (200, 280) == (row["pixels"]["width"], row["pixels"]["height"])
        assert row["text"].strip() == f"document {number}, page {row['page']}"
        assert [word["text"] for word in row["words"]] == row["text"].split()
        box = row["words"][0]["box"]
        assert 19 <= box["x"] <= 22 and 25 <= box["y"] <= 45 and box["width"] > 20
        ink = picture.convert("L").crop((
            int(box["x"]), int(box["y"]), int(box["x"] + box["width"]), int(box["y"] + box["height"]) + 1))
        assert ink.getextrema()[0] < 128


@pytest.mark.parametrize("format, mode", [("png", "RGBA"), ("jpeg", "L"), ("webp", "RGB")])
def test_images_have_the_format_that_is_asked_for(folder, format, mode):
    row = table(folder / "0/0.pdf", format=format, mode=mode, fit=(50, 50)).to_pylist()[0]
    picture = PIL.Image.open(io.BytesIO(row["image"]))
    assert picture.format == format.upper() and max(picture.size) == 50
    assert row["text"] is None and row["words"] is None


def test_an_image_that_its_format_cannot_hold_is_reported(tmp_path):
    path = tmp_path / "long.pdf"
    path.write_bytes(documents.pdf(1, "long").replace(b"0 0 200 280", b"0 0 004 280"))
    row = table(path, format="webp", fit=(400, 17_000)).to_pylist()[0]
    assert row["error"]["code"] == "unsupported" and "use png or jpeg" in row["error"]["message"]
    assert row["pixels"]["height"] == 17_000 and row["image"] is None


def test_a_file_is_one_source_however_it_is_spelled(folder, monkeypatch):
    monkeypatch.chdir(folder)
    paths = ["0/0.pdf", "./0/0.pdf", "1/../0/0.pdf", folder / "0/0.pdf", f"{folder}/0/0*.pdf"]
    assert [row["source"] for row in table(paths, dpi=36).to_pylist()] == [f"{folder}/0/0.pdf"]


def test_patterns_find_links_to_files(folder):
    os.symlink("0.pdf", folder / "0/link.pdf")
    os.symlink("nowhere.pdf", folder / "0/broken.pdf")
    os.symlink("../1", folder / "0/folder.pdf")
    rows = table(f"{folder}/0/*.pdf", dpi=36).to_pylist()
    assert [os.path.basename(row["source"]) for row in rows if row["page"] == 0] == [
        "0.pdf", "2.pdf", "4.pdf", "link.pdf"]


def test_a_path_may_look_like_a_chain_of_file_systems(folder, monkeypatch):
    os.rename(folder / "0/0.pdf", folder / "0/a::b.pdf")
    monkeypatch.chdir(folder / "0")
    for path in ("a::b.pdf", f"{folder}/0/a::b.pdf", f"{folder}/0/a*.pdf", f"{folder}/0/a::*.pdf"):
        (row,) = table(path, dpi=36).to_pylist()
        assert row["error"] is None and row["source"] == f"{folder}/0/a::b.pdf"


def test_sources_that_are_not_files_are_reported(folder):
    os.mkfifo(folder / "pipe.pdf")
    paths = [folder / "pipe.pdf", "/dev/zero", f"zip://a.pdf::{folder}/none.zip"]
    errors = [row["error"] for row in table(paths, dpi=36).to_pylist()]
    assert [error["code"] for error in errors] == ["unreadable", "unreadable", "source_not_found"]
    assert errors[0]["message"] == f"{folder}/pipe.pdf is neither a file nor a folder"


def test_text_alone_draws_nothing(folder):
    row = table(folder / "0/0.pdf", format=None, text=True).to_pylist()[0]
    assert row["image"] is None and "document 0" in row["text"]


def test_what_fails_is_a_row(folder, tmp_path):
    for name, content in documents.broken().items():
        (folder / name).write_bytes(content)
    paths = [*sorted(map(str, folder.glob("*.pdf"))), str(folder / "none.pdf"), f"{folder}/0/0.pdf"]
    rows = table(paths, dpi=30, time_limit=5).to_pylist()
    failed = {os.path.basename(row["source"]): row["error"] for row in rows if row["error"]}
    assert set(failed) == {*documents.broken(), "none.pdf"}
    assert failed["none.pdf"]["code"] == "source_not_found"
    assert all(error["message"] and "\n" not in error["message"] for error in failed.values())
    assert rows[-1]["error"] is None and rows[-1]["image"]
    if os.environ.get("RECTO_CORPORA"):
        assert failed["encrypted_user.pdf"]["code"] == "password_needed"


def test_batches_are_bounded(folder):
    sizes = [batch.num_rows for batch in recto.arrow.pages(f"{folder}/1/*.pdf", dpi=36, batch_rows=5)]
    assert sizes == [5, 5, 2]
    assert [b.num_rows for b in recto.arrow.pages(f"{folder}/1/1.pdf", dpi=36, batch_bytes=1)] == [1, 1]


def test_a_batch_has_no_more_bytes_than_a_column_can_hold(folder, monkeypatch):
    monkeypatch.setattr(recto.arrow, "_MOST_BYTES", 1)
    batches = recto.arrow.pages(f"{folder}/1/1.pdf", dpi=36, batch_bytes=1 << 40)
    assert [batch.num_rows for batch in batches] == [1, 1]


def test_a_batch_that_is_given_up_leaves_nothing(folder):
    batches = recto.arrow.pages(f"{folder}/**/*.pdf", dpi=36, batch_rows=1)
    next(batches)
    batches.close()
    assert table(folder / "0/0.pdf", dpi=36).num_rows == 1


def test_file_systems_of_arrow_and_fsspec(folder):
    for filesystem in (pyarrow.fs.SubTreeFileSystem(str(folder), pyarrow.fs.LocalFileSystem()),):
        rows = table("0/*.pdf", filesystem=filesystem, dpi=36).to_pylist()
        assert len(rows) == 1 + 3 + 5 and all(row["image"] for row in rows)
    memory = pytest.importorskip("fsspec").filesystem("memory")
    memory.pipe_file("/a/story.md", b"# A story\n\nwith words")
    row = table("memory://a/*.md", dpi=36, text=True).to_pylist()[0]
    assert row["error"] is None and row["text"].startswith("A story"), row["error"]


def test_web_addresses(folder):
    pytest.importorskip("aiohttp", reason="aiohttp is not installed")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(folder))

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        rows = table([f"{address}/0/2.pdf?version=1", f"{address}/none.pdf"], dpi=36).to_pylist()
        server.shutdown()
    assert [row["error"] and row["error"]["code"] for row in rows] == [None] * 3 + ["source_not_found"]


def test_a_web_server_that_fails_now_and_then(folder):
    pytest.importorskip("aiohttp", reason="aiohttp is not installed")
    content = (folder / "0/2.pdf").read_bytes()
    asked = collections.Counter()

    class Failing(http.server.BaseHTTPRequestHandler):
        def answer(self):
            asked[self.path] += 1
            name = self.path.strip("/")
            if name == "cut" and asked[self.path] < 3:
                self.close_connection = True
                return
            status = int(name) if name.isdigit() and (asked[self.path] < 3 or name == "403") else 200
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(content)

        do_GET = do_HEAD = answer

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        rows = table([f"{address}/{name}" for name in ("500", "429", "cut", "403")], dpi=36).to_pylist()
        server.shutdown()
    assert [row["error"] and row["error"]["code"] for row in rows] == [None] * 9 + ["unreadable"]
    assert "403" in rows[-1]["error"]["message"]


def test_patterns_in_chains_of_file_systems(folder, tmp_path):
    archive = tmp_path / "issues.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("0/0.pdf", "0/2.pdf", "1/1.pdf"):
            file.write(folder / name, name)
    for pattern, pages in ((f"zip://0/*.pdf::{archive}", 4), (f"simplecache::file://{folder}/1/*.pdf", 12)):
        rows = table(pattern, dpi=36).to_pylist()
        assert len(rows) == pages and all(row["image"] for row in rows), pattern
        assert table(sorted({row["source"] for row in rows}), dpi=36).num_rows == pages


def test_a_request_is_the_same_however_its_numbers_are_written():
    numpy = pytest.importorskip("numpy")
    same = [Request(dpi=dpi, memory_limit=limit, page_size=size) for dpi, limit, size in (
        (144, 64, (300, 400)), (144.0, 64.0, [300.0, 400]),
        (numpy.float32(144), numpy.int64(64), numpy.array([300, 400])))]
    assert len({request.key for request in same}) == 1 and same[0] == same[1] == same[2]
    sizes = [Request(fit=fit) for fit in ((60, 80), [60.0, 80], numpy.array([60, 80]))]
    assert len({request.key for request in sizes}) == 1 and sizes[2].fit == (60, 80)


def test_a_bucket_that_fails_now_and_then(bucket):
    name, sure, failing = bucket
    contents = {f"{name}/in/{n}.pdf": documents.pdf(2, f"n {n}") for n in range(30)}
    for path, content in contents.items():
        sure.pipe_file(path, content)
    rows = table(f"{name}/in/*.pdf", filesystem=failing, dpi=36).to_pylist()
    assert len(rows) == 60 and not any(row["error"] for row in rows)
    for row in rows:
        assert row["digest"] == hashlib.sha256(contents[row["source"]]).hexdigest()


@pytest.mark.parametrize("options", [
    {"dpi": math.nan}, {"dpi": 0}, {"dpi": math.inf}, {"dpi": 72, "fit": (5, 5)}, {"fit": (0, 5)},
    {"format": "bmp"}, {"format": None}, {"quality": 50}, {"format": "jpeg", "quality": 101},
    {"mode": "CMYK"}, {"format": "jpeg", "mode": "RGBA"}, {"time_limit": -1}, {"time_limit": 0.001},
    {"time_limit": 1e5}, {"memory_limit": 8}, {"memory_limit": 64.5}, {"memory_limit": 1 << 21}, {"colour": 1},
    {"workers": 0}, {"batch_rows": 0}, {"batch_rows": "5"}, {"batch_bytes": 0.5}, {"fit": 5}, {"fit": (5.5, 5)},
    {"fit": "ab"}, {"dpi": 10**400}, {"page_size": (0, 0)}, {"page_size": "A4"}, {"margin": -1}, {"margin": "1"},
    {"typeface": "serif,justify=off"}, {"filesystem": "s3"}, {"page_size": (20, 400)}, {"page_size": (400, 20_000)},
    {"font_scale": 0.1}, {"font_scale": "2"}, {"font_scale": 9}, {"engine": 2}, {"engine": "nope"}, {"typeface": "zz"},
    {"theme": 5}, {"theme": ""}, {"password": 5}, {"text": "no"}, {"words": 1}, {"annotations": "x"}, {"dpi": True},
    {"workers": True}, {"justify": "on"}, {"line_spacing": "1.4"}, {"line_spacing": 9}, {"letter_spacing": math.nan},
    {"text_color": "red"}, {"paper_color": 5}, {"publisher_styles": 0}, {"margin": 300, "page_size": (400, 500)},
])
def test_options_that_make_no_sense(folder, options):
    for function in (recto.arrow.pages, recto.arrow.mapper):
        with pytest.raises(recto.BadRequest) as caught:
            function(f"{folder}/0/0.pdf", **options)
        assert str(caught.value) and "\n" not in str(caught.value)


def test_a_password_is_not_in_a_message():
    with pytest.raises(recto.BadRequest) as caught:
        Request(password=b"secret")
    assert "secret" not in str(caught.value)


def test_options_of_numpy_are_those_of_python():
    numpy = pytest.importorskip("numpy")
    assert Request(text=numpy.bool_(True), justify=numpy.bool_(False)) == Request(text=True, justify=False)


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_a_password_does_not_close_what_opens_without_one(tmp_path):
    documents.encrypted(tmp_path / "owner.pdf", 1, "", "owner")
    documents.encrypted(tmp_path / "user.pdf", 1, "right", "owner")
    rows = table(f"{tmp_path}/*.pdf", dpi=36, password="wrong").to_pylist()
    assert [row["error"] and row["error"]["code"] for row in rows] == [None, "password_needed"]


@pytest.mark.parametrize("paths, kind, words", [
    ("{0}/**/*.cbz", recto.SourceNotFound, "nothing matches"),
    ("{0}/none/*.pdf", recto.SourceNotFound, "does not exist"),
    ([], recto.SourceNotFound, "empty"), ([""], recto.BadRequest, "empty"), (7, recto.BadRequest, "strings"),
    ("gopher://a/*", recto.BadRequest, "neither a path"), ("memory://a/", recto.BadRequest, "is a folder"),
])
def test_paths_without_sources(folder, paths, kind, words):
    if isinstance(paths, str):
        paths = paths.format(folder)
    with pytest.raises(kind, match=words):
        recto.arrow.pages(paths)


def test_a_bucket_that_does_not_exist(bucket):
    with pytest.raises(recto.SourceNotFound, match="does not exist"):
        recto.arrow.pages("nobucket/*.pdf", filesystem=bucket[2])


def test_the_function_for_spark(folder):
    """Spark calls it with an iterator of batches and expects one of batches with the schema."""
    mapped = recto.arrow.mapper(column="path", dpi=36, text=True)
    paths = [f"{folder}/0/0.pdf", f"{folder}/1/1.pdf", f"{folder}/nothing/*.pdf"]
    batches = list(mapped(iter([pyarrow.RecordBatch.from_pydict({"path": paths})])))
    assert all(batch.schema == recto.arrow.schema() for batch in batches)
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert [row["page"] for row in rows] == [0, 0, 1, None]
    assert rows[-1]["error"]["code"] == "source_not_found"
    with pytest.raises(recto.BadRequest):
        recto.arrow.mapper(dpi=math.nan)
