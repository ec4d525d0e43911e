"""Arguments as programs pass them, and wrong ones."""

import copy
import hashlib
import io
import os
import pathlib
import pickle
import subprocess
import sys

import numpy
import PIL.Image
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
    {"engine": "steam"}, {"engine": 2}, {"time_limit": 10**400}, {"page_size": (10**400, 400)},
    {"margin": 10**400}, {"margin": float("inf")}, {"line_spacing": 10**5000}, {"memory_limit": 10**5000},
    {"time_limit": 0}, {"memory_limit": 0}, {"workers": 0}, {"font_scale": 0},
])
def test_openings_that_cannot_be(options):
    with pytest.raises(recto.BadRequest):
        recto.open(b"# A story", name="story.md", **options)


@pytest.mark.parametrize(("options", "sentence"), [
    ({"time_limit": "5"}, "time_limit must be a number of seconds from 0.01 to 86400, not '5'"),
    ({"time_limit": 0}, "time_limit must be a number of seconds from 0.01 to 86400, not 0"),
    ({"memory_limit": 1.5}, "memory_limit must be a whole number of MiB from 16 to 1048576, not 1.5"),
    ({"workers": 0}, "workers must be a whole number from 1 to 256, not 0"),
    ({"font_scale": "big"}, "font_scale must be a number from 0.25 to 5, not 'big'"),
    ({"margin": "a"}, "margin must be a number of points of at least 0, not 'a'"),
    ({"engine": ""}, "engine must be a name such as pdfium, and is empty"),
    ({"theme": 3}, "theme must be a string, not 3"),
    ({"password": 1234}, "password must be a string, not int"),
])
def test_an_argument_that_cannot_be_is_named(options, sentence):
    with pytest.raises(recto.BadRequest) as caught:
        recto.open(b"# A story", name="story.md", **options)
    assert caught.value.message == sentence


@pytest.mark.parametrize(("options", "sentence"), [
    ({"priority": "x"}, "priority must be one of visible, neighbor, thumbnail, export, not 'x'"),
    ({"mode": "x"}, "mode must be one of RGB, RGBA, L, BGRX, BGRA, not 'x'"),
    ({"rotation": "left"}, "rotation must be 0, 90, 180 or 270, not 'left'"),
    ({"background": 7}, "background must be a string, not 7"),
    ({"time_limit": 0}, "time_limit must be a number of seconds from 0.01 to 86400, not 0"),
])
def test_an_argument_of_an_image_that_cannot_be_is_named(issue, options, sentence):
    with pytest.raises(recto.BadRequest) as caught:
        issue[0].render(**options)
    assert (caught.value.page, caught.value.message) == (0, sentence)


@pytest.mark.parametrize("options", [
    {"program": ""}, {"program": 5}, {"program": "a\0"}, {"cache": 5}, {"cache": ""}, {"cache": ["a"]}])
def test_an_engine_that_cannot_be(options):
    with pytest.raises(recto.BadRequest, match="^(program|cache) must"):
        recto.Engine(**options)


def test_an_engine_takes_paths(tmp_path):
    with pytest.raises(recto.NotInstalled):
        recto.Engine(tmp_path / "none")
    with recto.Engine(cache=pathlib.Path(tmp_path)).open(b"# A story", name="story.md") as issue:
        assert len(issue) == 1


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


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "BGRX", "BGRA"])
def test_an_image_has_a_buffer(quay, tmp_path, mode):
    with recto.open(quay) as issue:
        image = issue[1].render(dpi=36, mode=mode)
    samples = bytes(image.data)
    view = memoryview(image)
    assert (view.shape, view.format, view.readonly) == (image.shape, "B", False)
    assert bytes(image) == io.BytesIO(image).getvalue() == bytes(view.cast("B")) == samples
    (tmp_path / "samples").write_bytes(image)
    assert (tmp_path / "samples").read_bytes() == samples
    hashed = image if sys.version_info >= (3, 12) else image.data
    assert hashlib.sha256(hashed).digest() == hashlib.sha256(samples).digest()
    image.data[0] ^= 255
    assert memoryview(image).cast("B")[0] == image.data[0] == numpy.asarray(image).flat[0], "no copy"
    assert image.stride * image.height == len(image.data)
    if not mode.startswith("BGR"):
        assert PIL.Image.fromarray(image).tobytes() == image.to_pil().tobytes() == bytes(image)


def test_an_array_keeps_the_memory_of_its_image(quay):
    with recto.open(quay) as issue:
        arrays = [numpy.asarray(issue[1].render(dpi=36)) for _ in range(3)]
        expected = numpy.array(issue[1].render(dpi=36))
    for array in arrays:
        assert (array == expected).all() and array.flags.writeable


def test_an_image_can_be_copied_and_pickled(issue):
    image = issue[1].render(dpi=36)
    for other in (pickle.loads(pickle.dumps(image)), copy.deepcopy(image)):
        assert isinstance(other, recto.Image) and bytes(other) == bytes(image)
        assert (other.shape, other.scale, other.transform) == (image.shape, image.scale, image.transform)
    assert len({image, image}) == 1
    with pytest.raises(TypeError):
        recto.Image()


def test_pillow_of_debian_12_takes_images(quay):
    python = "/usr/bin/python3"
    found = subprocess.run([python, "-c", "import PIL; print(PIL.__version__)"], capture_output=True, text=True)
    if not found.stdout.startswith("9."):
        pytest.skip("the system has no Pillow 9")
    code = (
        "import PIL.Image, recto, sys\n"
        "for mode in ('RGB', 'RGBA', 'L'):\n"
        "    image = recto.open(sys.argv[1])[1].render(dpi=36, mode=mode)\n"
        "    assert image.to_pil().tobytes() == PIL.Image.fromarray(image).tobytes() == bytes(image)\n")
    package = os.path.dirname(os.path.dirname(recto.__file__))
    done = subprocess.run(
        [python, "-c", code, quay], env=os.environ | {"PYTHONPATH": package}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


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
