"""Folders among the sources of a batch."""

import os

import pytest

import recto
import recto.arrow
from recto import _folders


def made(folder, *paths):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(b"")


def found(folder):
    return [os.path.relpath(path, folder) for path in _folders.sources(str(folder))]


@pytest.mark.parametrize("files, sources", [
    (["b.pdf", "a.PDF", "sub/deep/c.epub", "notes.txt", ".hidden/d.pdf", ".e.pdf"], [
        "a.PDF", "b.pdf", "sub/deep/c.epub"]),
    (["a.pdf", "cover.jpg", "scans/1.png", "scans/2.png", "read.md"], ["a.pdf", "read.md", "scans"]),
    (["a.cbz", "issue/recto.json", "issue/part.pdf", "book/META-INF/container.xml"], ["a.cbz", "book", "issue"]),
    (["a.md", "b.md"], ["a.md", "b.md"]), (["only.pdf"], ["only.pdf"]),
    (["1.png", "2.png"], ["."]), (["one/1.png", "two/1.png"], ["."]), (["recto.json", "part.pdf"], ["."]),
    (["story.md", "pictures/a.png"], ["."]), (["index.html"], ["."]), (["notes.txt"], ["."]), ([".keep"], ["."]),
])
def test_a_folder_stands_for_the_publications_in_it(tmp_path, files, sources):
    made(tmp_path, *files)
    assert found(tmp_path) == sources


def test_a_publication_is_one_source_beside_its_folder(tmp_path):
    made(tmp_path, "in/a.pdf", "in/b.pdf")
    assert found(tmp_path / "in") == ["a.pdf", "b.pdf"]
    paths = [f"{tmp_path}/in/b.pdf", f"{tmp_path}/in/", tmp_path / "in"]
    assert [os.path.basename(path) for path in _folders.sources(paths)] == ["b.pdf", "a.pdf"]


def test_links_that_form_a_loop_end(tmp_path):
    made(tmp_path, "in/a.pdf", "other/b.pdf")
    os.symlink(tmp_path / "in", tmp_path / "in/loop")
    os.symlink(tmp_path / "other", tmp_path / "in/other")
    assert found(tmp_path / "in") == ["a.pdf", "other/b.pdf"]


def test_a_folder_that_cannot_be_listed_is_reported(tmp_path, monkeypatch):
    made(tmp_path, "a.pdf", "sub/b.pdf")
    listdir = os.listdir

    def refused(path):
        if str(path).endswith("sub"):
            raise PermissionError(13, "Permission denied")
        return listdir(path)

    monkeypatch.setattr(os, "listdir", refused)
    with pytest.raises(recto.Unreadable, match="sub cannot be listed: Permission denied"):
        recto.arrow.pages(tmp_path)


def test_the_results_of_a_batch_are_not_its_sources(tmp_path):
    key = "0123456789abcdef"
    made(tmp_path, "a.pdf", f"out/requests/{key}.json", f"out/images/{key}/ab/1.png", f"out/rows/{key}/a.parquet")
    made(tmp_path, "images/1.png")
    assert found(tmp_path) == ["a.pdf", "images"]
    made(tmp_path, f"requests/{key}.json")
    assert found(tmp_path) == ["a.pdf"]


def test_a_pipe_in_a_folder_is_left_out(tmp_path):
    made(tmp_path, "a.pdf")
    os.mkfifo(tmp_path / "b.pdf")
    os.symlink("nowhere", tmp_path / "c.pdf")
    os.symlink("a.pdf", tmp_path / "d.pdf")
    assert found(tmp_path) == ["a.pdf", "d.pdf"]


def test_the_pages_of_a_folder(folder):
    rows = [row for batch in recto.arrow.pages(folder, dpi=36) for row in batch.to_pylist()]
    assert len(rows) == 21 and not any(row["error"] for row in rows)
    assert {os.path.basename(row["source"]) for row in rows} == {f"{n}.pdf" for n in range(6)}
