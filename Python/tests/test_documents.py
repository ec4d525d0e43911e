"""The code of the documents, run and checked, and the types of the package."""

import ast
import inspect
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing

import pytest

import recto

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
BLOCKS = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.S)
# The sample has neither attachments nor form fields.
SILENT = {"print(file.name, len(file.read()))", "print(field.name, field.value, field.box)"}


def test_the_tutorial_runs_and_each_line_prints(quay, tmp_path, monkeypatch, capsys):
    shutil.copy(quay, tmp_path / "issue.pdf")
    monkeypatch.chdir(tmp_path)
    assert len(BLOCKS) == 7
    printed = set()

    def show(*values):
        printed.add((number, sys._getframe(1).f_lineno))
        print(*values)

    names: dict = {"__name__": "tutorial", "print": show}
    for number, block in enumerate(BLOCKS):
        exec(compile(block, str(DOCUMENT), "exec"), names)
    assert (tmp_path / "small.png").exists()
    assert "840 1120 i" in capsys.readouterr().out
    calls = {
        (number, node.lineno): ast.unparse(node)
        for number, block in enumerate(BLOCKS) for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"}
    assert {call for place, call in calls.items() if place not in printed} == SILENT


def check_types(folder, sources):
    """What mypy says about modules with these sources."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    paths = []
    for number, source in enumerate(sources):
        paths.append(folder / f"part{number}.py")
        paths[-1].write_text(source)
    package = os.path.dirname(os.path.dirname(recto.__file__))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", *paths],
        cwd=folder, env=os.environ | {"MYPYPATH": package}, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_the_tutorial_has_right_types(tmp_path):
    parts = [block if "import recto" in block else f"import recto\n\n{block}" for block in BLOCKS]
    assert check_types(tmp_path, parts).startswith("Success")


# A comment that ignores no error is an error by itself.
TYPES = """
from collections.abc import AsyncGenerator, Iterator

import recto
from typing_extensions import assert_type

issue = recto.open("a.pdf", name="b.pdf", time_limit=5, workers=2, typeface="serif", engine="pdfium")
recto.open("a.pdf", time_limt=5)  # type: ignore[call-arg]
recto.open("a.pdf", workers="2")  # type: ignore[arg-type]
recto.open_async("a.pdf", time_limt=5)  # type: ignore[call-arg]
engine = recto.Engine("recto", cache="folder")
engine.open_async("a.pdf", time_limt=5)  # type: ignore[call-arg]

page = issue[0]
assert_type(page.label, str)
assert_type(page.width, float)
assert_type(page.height, float)
assert_type(page.rotation, int)
assert_type(page.text, str)
assert_type(page.render(144, mode="L"), recto.Image)
page.render(mode="CMYK")  # type: ignore[arg-type]
page.render(priority="soon")  # type: ignore[arg-type]
page.render(color="red")  # type: ignore[call-arg]
for picture in page.pictures:
    page.render(region=picture.box)
page.render(region=page.annotations[0].box)
page.render(region=page.read().boxes[0])
page.render(region=page.facts.trim_box)

assert_type(issue.render_pages(dpi=72), Iterator[recto.Image])
assert_type(issue.render_pages(errors="return"), Iterator[recto.Image | recto.RectoError])
assert_type(issue.read_pages(), Iterator[recto.Text])
assert_type(issue.read_pages(errors="return"), Iterator[recto.Text | recto.RectoError])
issue.render_pages(errors="ignore")  # type: ignore[call-overload]
issue.render_pages(color="red")  # type: ignore[call-overload]
assert_type(issue.render_pages_async(), AsyncGenerator[recto.Image, None])
memoryview(page.render())


async def main() -> None:
    assert_type(await recto.open_async("a.pdf"), recto.Publication)
    async with recto.open_async("a.pdf") as other, engine.open_async(b"") as third:
        assert_type(other, recto.Publication)
        assert_type(await third[0].render_async(fit=(10, 10)), recto.Image)
        assert_type(await third.markdown_async(first_page=1), recto.Markdown)
        assert_type(await third.read_outline_async(time_limit=1), list[recto.OutlineEntry])
        await third.search_async("a", regx=True)  # type: ignore[call-arg]
        async for text in other.read_pages_async(errors="return"):
            assert_type(text, recto.Text | recto.RectoError)
"""


def test_wrong_arguments_are_wrong_types(tmp_path):
    assert check_types(tmp_path, [TYPES]).startswith("Success")


def test_the_package_has_right_types(tmp_path):
    assert check_types(tmp_path, ["import recto as recto\n"]).startswith("Success")


def test_the_options_of_images_are_those_of_a_page():
    parameters = dict(inspect.signature(recto.Page.render).parameters)
    del parameters["self"]
    assert {name: each.annotation for name, each in parameters.items()} == {
        name: each.__forward_arg__ for name, each in recto.RenderOptions.__annotations__.items()}
    for function in (recto.Publication.render_pages, recto.Publication.render_pages_async):
        shown = inspect.signature(function).parameters
        assert parameters.keys() < shown.keys() and shown["priority"].default == "export"


def test_help_shows_the_options_of_openings():
    model = inspect.signature(recto.Engine.open)
    assert "time_limit" in model.parameters and model.return_annotation == "Publication"
    for function in (recto.open, recto.open_async):
        shown = inspect.signature(function)
        assert list(shown.parameters) == list(model.parameters)[1:]
    assert inspect.signature(recto.Engine.open_async).parameters == model.parameters
    assert typing.get_type_hints(recto.Facts)["media_box"] == tuple[float, float, float, float]
