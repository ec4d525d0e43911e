"""Attachments, layers, fonts, annotations, form fields, media and pictures."""

import asyncio
import os
import zlib

import numpy
import pytest

import recto
from pdfs import form
from recto import _lists

# PDFium's interface has neither layers nor fonts.
needs_poppler = pytest.mark.skipif(
    os.environ.get("RECTO_TEST_PDF", "pdf") != "pdf", reason="PDFium lists neither layers nor fonts")
FILES = {"tides.csv": b"high,low\n1,2\n", "..\\up/../notes.txt": b"Ebb"}


@pytest.fixture
def proof():
    with recto.open(form(FILES), name="form.pdf") as issue:
        yield issue


def test_attachments_are_read_and_saved(proof, tmp_path):
    found = {file.name: file for file in proof.attachments}
    assert {name: file.read() for name, file in found.items()} == {
        "tides.csv": FILES["tides.csv"], "..up/../notes.txt": FILES["..\\up/../notes.txt"]}
    assert found["tides.csv"].size == 13
    paths = [file.save(tmp_path) for file in proof.attachments]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt", "tides.csv"]
    assert all(path.startswith(str(tmp_path)) for path in paths)
    with pytest.raises(FileExistsError):
        found["tides.csv"].save(tmp_path)


def test_a_long_name_of_an_attachment_is_cut():
    # A million letters take for ever where each is cut off by itself.
    for name, cut in (("é" * 1_000_000 + ".txt", "é" * 98 + ".txt"), ("€" * 70 + "a", "€" * 66 + "a"), ("a", "a")):
        assert _lists.Attachment(name, None, None, None, None, 0).file_name == cut


def test_a_request_for_an_attachment_keeps_its_time():
    zeros = form({"zeros": zlib.compress(bytes(100 << 20))})
    packed = zeros.replace(b"/Type /EmbeddedFile", b"/Filter/FlateDecode")
    with recto.open(packed, name="form.pdf") as issue:
        (zeros,) = issue.attachments
        with pytest.raises(recto.LimitReached):
            zeros.read(time_limit=0.01)
        assert len(asyncio.run(zeros.read_async(time_limit=60))) == 100 << 20


def test_annotations_and_form_fields_have_places(proof):
    (note,) = proof[0].annotations
    assert (note.kind, note.contents, note.author, note.color) == ("text", "Check the tide", "Ida", "#ff0000")
    (field,) = proof[0].form_fields
    assert (field.kind, field.name, field.value, field.is_read_only) == ("text", "Name", "Ada", False)
    assert field.box == (60, 20, 80, 20)


@needs_poppler
def test_layers_are_shown_and_hidden(proof):
    (layer,) = proof.layers
    assert (layer.id, layer.title, layer.is_visible, layer.children) == ("Labels", "Labels", True, ())
    shown, hidden = (
        numpy.asarray(proof[0].render(dpi=72, layers={layer.id: state})) for state in (True, False))
    assert tuple(shown[80, 110]) == (255, 0, 0) and tuple(hidden[80, 110]) == (255, 255, 255)
    for wrong in (["Labels"], {"a\nb": True}, {7: True}, {"a\0": False}):
        with pytest.raises(recto.BadRequest):
            proof[0].render(layers=wrong)


def test_pictures_have_places_and_pixels(proof):
    (picture,) = proof[0].pictures
    assert picture.pixels == (8, 8) and picture.dpi == pytest.approx((16, 16))
    assert picture.box == pytest.approx((10, 14, 36, 36)) and picture.color == "rgb"
    assert proof[0].render(dpi=72, region=picture.box).width == 36


@needs_poppler
def test_fonts_are_listed(issue):
    assert all(font.is_embedded and font.name for font in issue.fonts) and issue.fonts


def test_lists_may_be_empty(issue):
    assert issue.attachments == [] and issue.layers == []
    assert issue[1].media == [] and issue[1].form_fields == []


def test_media_are_read(tmp_path):
    sound = b"ID3" + bytes(1000)
    (tmp_path / "horn.mp3").write_bytes(sound)
    (tmp_path / "a.md").write_text("The tide.\n")
    (tmp_path / "layout.json").write_text(
        '{"stories": {"a": "a.md"}, "size": {"width": 200, "height": 300}, "pages": [{"frames": '
        '[{"thread": "a"}], "media": [{"kind": "audio", "src": "horn.mp3", "x": 0, "y": 40, "width": 90, '
        '"height": 30}, {"kind": "video", "src": "https://example.org/a.mp4", "x": 0, "y": 90, "width": 90, '
        '"height": 30}]}]}')
    with recto.open(tmp_path) as issue:
        horn, film = issue[0].media
        assert (horn.kind, horn.is_embedded, horn.box) == ("audio", True, (0, 40, 90, 30))
        assert horn.read() == sound
        with pytest.raises(recto.SourceNotFound):
            film.read()


def test_lists_of_a_closed_issue_raise(quay):
    issue = recto.open(quay)
    page = issue[0]
    issue.close()
    for ask in (lambda: issue.attachments, lambda: issue.fonts, lambda: page.annotations, lambda: page.media):
        with pytest.raises(recto.Closed):
            ask()
