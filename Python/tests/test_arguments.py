"""Arguments as programs pass them, and wrong ones."""

import copy
import pickle
import sys

import numpy
import pytest

import recto


def test_a_region_is_the_box_of_a_word(issue):
    page = issue[1]
    box = page.words[0]["box"]
    image = page.render(dpi=72, region=box)
    assert image.data == page.render(dpi=72, region=tuple(box)).data
    assert abs(image.width - box[2]) <= 2


def test_sizes_and_pages_may_be_numbers_of_numpy(issue):
    image = issue[numpy.int64(1)].render(fit=numpy.array([60, 80]), rotation=numpy.int32(0))
    assert (image.width, image.height) == (60, 80)
    assert issue[1].render(dpi=numpy.float32(36)).width == 210


@pytest.mark.parametrize("options", [
    {"dpi": "72"}, {"fit": 100}, {"fit": (100,)}, {"fit": (100, 100, 100)}, {"fit": (100.5, 100)},
    {"fit": "100x100"}, {"fit": (2**33, 100)}, {"region": (0, 0, 100)}, {"region": "abcd"},
    {"region": (0, 0, 1, 1, 1)}, {"rotation": 2**32}, {"rotation": 90.0}, {"mode": ["RGB"]},
    {"dpi": 10**400},
])
def test_images_that_cannot_be(issue, options):
    with pytest.raises(recto.BadRequest) as caught:
        issue[0].render(**options)
    assert caught.value.page == 0


@pytest.mark.parametrize("options", [
    {"memory_limit": 2**33}, {"page_size": (300,)}, {"page_size": (300, 400, 500)}, {"page_size": (0, 0)},
    {"page_size": "A5"}, {"page_size": (float("nan"), 400)}, {"workers": "2"}, {"margin": -3}, {"margin": "3"},
    {"margin": float("nan")}, {"typeface": "serif,justify=off"}, {"time_limit": numpy.ones(2)},
    {"engine": "steam"}, {"engine": 2},
])
def test_openings_that_cannot_be(options):
    with pytest.raises(recto.BadRequest):
        recto.open(b"# A story", name="story.md", **options)


def test_a_page_size_may_be_an_array():
    with recto.open(b"# A story", name="story.md", page_size=numpy.array([300, 400])) as issue:
        assert (issue[0].width, issue[0].height) == (300, 400)


def test_searches_take_any_truth_and_refuse_lone_surrogates(issue):
    assert issue.search("harbour", regex=None, case=0) == issue.search("harbour")
    with pytest.raises(recto.BadRequest):
        issue.search("\ud800")


def test_time_limits_of_readings(issue):
    assert issue[1].read(time_limit=None).words and issue[1].markdown(time_limit=None)
    for limit in ("5", -1, float("nan")):
        with pytest.raises(recto.BadRequest):
            issue[2].read(time_limit=limit)


def test_slices_and_equal_pages(issue):
    assert [page.index for page in issue[1:3]] == [1, 2] and issue[99:] == []
    assert [page.index for page in issue[::-4]] == [7, 3]
    assert issue[2] in issue and list(issue).index(issue[-1]) == 7 and len({issue[0], issue[0]}) == 1
    for index in (1.5, "cover"):
        with pytest.raises(TypeError):
            issue[index]


def test_open_issues_stay_in_their_process(issue):
    for value in (issue, issue.engine, issue[0], issue[1].read()):
        for action in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError):
                action(value)
    hit = issue.search("harbour")[0]
    assert pickle.loads(pickle.dumps(hit)) == hit


def test_an_array_keeps_its_samples(issue):
    image = issue[0].render(dpi=36)
    array = numpy.asarray(image)
    with pytest.raises(BufferError):
        image.data.clear()
    assert array.shape == image.shape


def test_pages_that_are_not_there_can_be_results(issue):
    images = list(issue.render_pages([0, 99], dpi=10, errors="return"))
    assert images[0].width == 59 and isinstance(images[1], recto.NoSuchPage) and images[1].page == 99
    with pytest.raises(recto.NoSuchPage):
        list(issue.render_pages([0, 99], dpi=10))
    with pytest.raises(recto.BadRequest):
        issue.render_pages(color="red")


def test_a_package_that_is_not_installed_is_named(issue, monkeypatch):
    image = issue[1].render(dpi=10)
    for name in ("numpy", "PIL"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(recto.NotInstalled, match="page 1: .*numpy"):
        issue[1].words
    with pytest.raises(recto.NotInstalled, match="Pillow"):
        image.to_pil()


def test_a_closed_issue_says_so(quay):
    issue = recto.open(quay)
    issue.close()
    with pytest.raises(recto.Closed), issue:
        pass
    with pytest.raises(recto.Closed, match="^page 0: the publication was closed"):
        issue[0].render()
