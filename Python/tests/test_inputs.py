"""Inputs of `recto.open`, as programs have them."""

import gzip
import io
import mmap
import os
import tempfile
import zipfile

import numpy
import pytest

import recto


def opened(source, **options):
    with recto.open(source, **options) as issue:
        return len(issue)


@pytest.fixture(scope="module")
def data(quay):
    with open(quay, "rb") as file:
        return file.read()


def test_files_without_a_descriptor_are_read(data, tmp_path):
    packed = tmp_path / "quay.pdf.gz"
    packed.write_bytes(gzip.compress(data))
    archive = tmp_path / "issues.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("quay.pdf", data)
    with gzip.open(packed) as file:
        assert opened(file) == 8, "the content and not the compressed bytes"
    with zipfile.ZipFile(archive).open("quay.pdf") as file:
        assert opened(file) == 8
    memory = io.BytesIO(data)
    memory.seek(0, io.SEEK_END)
    assert opened(memory) == 8 and memory.tell() == len(data), "from the beginning, and left where it was"


def test_files_that_are_written_to(data):
    for kind in (tempfile.TemporaryFile, tempfile.NamedTemporaryFile, tempfile.SpooledTemporaryFile):
        with kind() as file:
            file.write(data)
            assert opened(file) == 8, kind


def test_all_that_has_a_buffer(data):
    mapped = mmap.mmap(-1, len(data))
    mapped.write(data)
    for source in (bytearray(data), memoryview(data), mapped, numpy.frombuffer(data, "u1")):
        assert opened(source) == 8


def test_names_need_not_be_unicode(tmp_path):
    story = f"{tmp_path}/caf\udce9.md"
    with open(story, "w") as file:
        file.write("# A story\n\nwith words")
    assert opened(story) == 1
    for name in (story, os.fsencode(story)):
        with open(name, "rb") as file:
            assert opened(file) == 1
    with pytest.raises(recto.SourceNotFound, match="does not exist"):
        opened(f"{story}.md")


def test_the_name_of_a_file_tells_its_kind(tmp_path):
    story = tmp_path / "story.md"
    story.write_text("# A story\n\nwith words")
    with open(story, "rb") as file:
        assert opened(file) == 1
    with pytest.raises(recto.Unsupported):
        recto.open(io.BytesIO(story.read_bytes()))
    assert opened(io.BytesIO(story.read_bytes()), name="story.md") == 1


@pytest.mark.parametrize("source", [None, 1.5, ["issue.pdf"], io.StringIO("# A story"), -1])
def test_sources_of_a_wrong_kind(source):
    with pytest.raises(recto.BadRequest):
        recto.open(source)


def test_a_closed_file_and_one_that_cannot_be_read(data, tmp_path):
    closed = io.BytesIO(data)
    closed.close()
    with pytest.raises(recto.BadRequest):
        recto.open(closed)
    torn = io.BytesIO(gzip.compress(data)[:1000])
    with pytest.raises(recto.Unreadable):
        recto.open(gzip.open(torn))


def test_errors_name_the_source(tmp_path):
    with pytest.raises(recto.SourceNotFound) as caught:
        recto.open(tmp_path / "none.pdf")
    error = caught.value
    assert str(error) == f"{tmp_path}/none.pdf: no such file"
    assert (error.source, error.page, error.message) == (f"{tmp_path}/none.pdf", None, "no such file")
