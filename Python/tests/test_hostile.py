"""Files that were made to break readers: each is an issue or an exception, and Python lives on."""

import json
import os
import pathlib

import pytest

import recto

FOLDER = os.environ.get("RECTO_CORPORA")
FILES = (
    sorted(path for path in pathlib.Path(FOLDER, "hostile").rglob("*")
           if path.is_file() and path.name != "manifest.json") if FOLDER else [])


EXPECTED = {
    f"{FOLDER}/hostile/{row['file']}": row["expect"]
    for row in json.loads(pathlib.Path(FOLDER, "hostile/manifest.json").read_text())["rows"]
} if FOLDER else {}


@pytest.fixture(scope="module")
def engine():
    return recto.Engine()


@pytest.mark.skipif(not FOLDER, reason="RECTO_CORPORA is not set to the folder of test files")
def test_there_are_hostile_files():
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_hostile_file_is_an_issue_or_an_exception(engine, path):
    try:
        issue = engine.open(path, time_limit=10)
        page = issue[0]
        assert page.render(fit=(300, 300)).width <= 300
        for box in page.read().boxes:
            assert all(side == side for side in box)
        assert EXPECTED.get(str(path)) != "clear error"
        issue.search("a")
    except recto.RectoError as error:
        assert type(error) is not recto.InternalError, str(error)
        assert str(error) and "\n" not in str(error)
        assert EXPECTED.get(str(path)) != "renders" or path.parent.name == "catalog", str(error)
