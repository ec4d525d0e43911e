"""Markdown leads back to the page."""

import copy
import pickle

import numpy
import pytest

import recto


def ink(image, quad):
    """The darkest sample in a quad, of 255."""
    pixels = numpy.asarray(image).min(axis=2)
    left, top, right, bottom = quad[0], quad[1], quad[4], quad[5]
    x, y, width, height = (round(v) for v in image.to_pixels((left, top, right - left, bottom - top)))
    return pixels[y : y + height + 1, x : x + width + 1].min()


def test_each_span_has_its_ink(issue):
    page = issue[3]
    image = page.render(dpi=144)
    markdown = page.markdown()
    words = set(page.read().words)
    assert isinstance(markdown, str) and len(markdown.spans) > 100 and markdown.failures == {}
    for span in markdown.spans:
        text = markdown[span.start : span.end]
        assert span.page == 3
        if span.line is None:
            assert text.startswith("![")
        elif text.isalnum():
            assert ink(image, span.quad) < 160, text
            assert text in words or any(word.startswith(text) for word in words), text


def test_a_passage_is_found_on_its_page(issue):
    markdown = issue.markdown()
    start = markdown.index("visitors take it for a bus timetable")
    quads = markdown.quads(start, start + 36)
    hit = issue.search("visitors take it for a bus timetable")[0]
    assert [page for page, _ in quads] == [page for page, _ in hit.quads] == [4] * len(hit.quads)
    for (_, mine), (_, theirs) in zip(quads, hit.quads, strict=True):
        assert mine == pytest.approx(theirs, abs=3)


def test_a_part_of_a_word_is_a_part_of_its_area():
    issue = recto.open("Ein *süßer* Kai am Hafen".encode(), name="a.md")
    markdown = issue[0].markdown()
    start = markdown.index("süßer")
    (_, whole), = markdown.quads(start, start + 5)
    parts = [markdown.quads(start + i, start + i + 1)[0][1] for i in range(5)]
    lefts = [part[0] for part in parts]
    assert lefts == sorted(lefts) and lefts[0] == pytest.approx(whole[0], abs=1)
    assert parts[-1][2] == pytest.approx(whole[2], abs=1)
    assert markdown.quads(start, start) == [] and markdown.quads(start - 1, start) == []
    assert markdown.quads() == markdown.quads(0, len(markdown)) == markdown.quads(-len(markdown))


def test_pages_and_the_issue_say_the_same(issue):
    whole = issue.markdown()
    assert {span.page for span in whole.spans} == set(range(8)) - {
        page.index for page in issue if not page.markdown().spans}
    assert "# Reading the Tide" in issue[4].markdown()
    assert issue[0].markdown(time_limit=5).spans[0].page == 0


def test_markdown_goes_where_strings_go(issue):
    markdown = issue[1].markdown()
    for other in (pickle.loads(pickle.dumps(markdown)), copy.copy(markdown), str(markdown)):
        assert type(other) is str and other == markdown
    del issue
    assert markdown.quads(), "the map outlives the issue"


def test_markdown_of_what_is_not_there(quay):
    issue = recto.open(quay)
    page = issue[0]
    with pytest.raises(recto.BadRequest):
        page.markdown(time_limit=float("nan"))
    issue.close()
    with pytest.raises(recto.Closed):
        issue.markdown()
    with pytest.raises(recto.Closed):
        page.markdown()


def test_markdown_of_a_range_of_pages(issue):
    some = issue.markdown(first_page=3, page_count=2)
    assert {span.page for span in some.spans} == {3, 4} and "# Reading the Tide" in some
    assert {span.page for span in issue.markdown(first_page=6, time_limit=60).spans} <= {6, 7}
    with pytest.raises(recto.NoSuchPage):
        issue.markdown(first_page=99)
    for wrong in ({"first_page": -1}, {"page_count": 0}, {"page_count": 1.5}):
        with pytest.raises(recto.BadRequest):
            issue.markdown(**wrong)
