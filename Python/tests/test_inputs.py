"""Inputs of `recto.open`, as programs have them."""

import gzip
import io
import mmap
import os
import socket
import subprocess
import sys
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


def test_pipes_and_sockets_are_read(quay, data):
    code = "import shutil, sys; shutil.copyfileobj(open(sys.argv[1], 'rb'), sys.stdout.buffer)"
    command = [sys.executable, "-c", code, quay]
    for options in ({}, {"bufsize": 0}, {"encoding": "latin-1"}):
        with subprocess.Popen(command, stdout=subprocess.PIPE, **options) as process:
            assert opened(process.stdout) == 8, options
    code = "import recto, sys; print(len(recto.open(sys.stdin.buffer)))"
    assert subprocess.run([sys.executable, "-c", code], input=data, capture_output=True).stdout == b"8\n"
    one, other = socket.socketpair()
    with one, other, other.makefile("rb") as file:
        one.sendall(b"# A story\n\nwith words")
        one.shutdown(socket.SHUT_WR)
        assert opened(file, name="story.md") == 1


class Upload:
    """An upload as frameworks of the web have it: the name of its field, that of its file, and little else."""

    name = "document"

    def __init__(self, content, filename=None):
        self.content = io.BytesIO(content)
        self.filename = filename

    def read(self, size=-1):
        return self.content.read(size)


class LateUpload(Upload):
    async def read(self, size=-1):
        return self.content.read(size)


def test_uploads_have_the_name_of_their_file(data):
    assert opened(Upload(b"# A story\n\nwith words", "story.md")) == 1
    assert opened(Upload(data)) == 8
    with pytest.raises(recto.BadRequest, match="event loop"):
        recto.open(LateUpload(data))


def test_names_may_be_paths(tmp_path):
    assert opened(b"# A story\n\nwith words", name=tmp_path / "story.md") == 1


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
    with pytest.raises(recto.SourceNotFound, match="no such file"):
        opened(f"{story}.md")


def test_a_path_that_is_not_unicode_is_treated_like_others(tmp_path):
    pipe, folder, story = (f"{tmp_path}/{name}\udce9" for name in ("pipe", "folder", "story"))
    os.mkfifo(pipe)
    os.mkdir(folder)
    with open(story, "w") as file:
        file.write("# A story\n\nwith words")
    # It would wait for a writer.
    with pytest.raises(recto.Unreadable, match="not a regular file") as caught:
        recto.open(pipe)
    str(caught.value).encode()
    with pytest.raises(recto.Unreadable, match="a folder whose path is not UTF-8: rename it"):
        recto.open(folder)
    with recto.open(story, name="story.md") as issue:
        assert issue.source == story


def test_a_name_tells_the_kind_of_a_path(tmp_path):
    upload = tmp_path / "upload123"
    upload.write_text("# A story\n\n![A boat](boat.png)")
    with pytest.raises(recto.Unsupported):
        recto.open(upload)
    for name in ("story.md", tmp_path / "story.md"):
        with recto.open(upload, name=name) as issue:
            assert issue.source == str(upload) and issue[0].text.startswith("A story")
    with pytest.raises(recto.SourceNotFound):
        recto.open(tmp_path / "none", name="story.md")
    with pytest.raises(recto.BadRequest, match="folder"):
        recto.open(tmp_path, name="story.md")


def test_a_name_like_that_of_the_path_leaves_files_beside_it(tmp_path):
    (tmp_path / "story.md").write_text("![A boat](boat.png)")
    with recto.open(b"# A boat", name="boat.md") as boat:
        boat[0].render(dpi=20).to_pil().save(tmp_path / "boat.png")
    by_path, named = (
        recto.open(tmp_path / "story.md", **options)[0].render(dpi=36) for options in ({}, {"name": "other.md"}))
    assert named.data == by_path.data


@pytest.mark.parametrize("name", [5, b"story.md", ["story.md"]])
def test_a_name_is_a_string_or_a_path(name, tmp_path):
    (tmp_path / "story").write_text("# A story")
    for source in (b"# A story", tmp_path / "story"):
        with pytest.raises(recto.BadRequest, match="name must be"):
            recto.open(source, name=name)


@pytest.mark.parametrize("descriptor", [-1, 2**31, 2**32, 2**64, -2**32])
def test_a_descriptor_is_not_cut_off(descriptor):
    with pytest.raises(recto.BadRequest, match="descriptor must be from 0"):
        recto.open(descriptor)


def test_an_empty_path_is_reported():
    with pytest.raises(recto.BadRequest, match="^the path is empty$"):
        recto.open("")


def test_the_name_of_a_file_tells_its_kind(tmp_path):
    story = tmp_path / "story.md"
    story.write_text("# A story\n\nwith words")
    with open(story, "rb") as file:
        assert opened(file) == 1
    with pytest.raises(recto.Unsupported):
        recto.open(io.BytesIO(story.read_bytes()))
    assert opened(io.BytesIO(story.read_bytes()), name="story.md") == 1


@pytest.mark.parametrize("source", [None, True, 1.5, ["issue.pdf"], io.StringIO("# A story"), -1])
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
