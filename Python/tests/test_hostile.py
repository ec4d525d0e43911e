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


# One in three, or all of them in the soak, as in the tests in Swift.
if os.environ.get("RECTO_TEST_LAYER") != "soak":
    FILES = FILES[-int(os.environ.get("RECTO_TEST_SEED") or 0) % 3::3]


EXPECTED = {
    f"{FOLDER}/hostile/{row['file']}": row["expect"]
    for row in json.loads(pathlib.Path(FOLDER, "hostile/manifest.json").read_text())["rows"]
} if FOLDER else {}


@pytest.fixture(scope="module")
def engine():
    return recto.Engine()


@pytest.mark.skipif(not FOLDER, reason="RECTO_CORPORA is not set to the folder of test files")
def test_there_are_hostile_files():
    assert len(FILES) > 30


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_hostile_file_is_an_issue_or_an_exception(engine, path):
    if path.parent.name == "epub" and os.environ.get("RECTO_TEST_BOOKS") == "no":
        pytest.skip("recto is built without books (trait EPUB)")
    # Catalogs are for stores, and a page of a gigabyte that is nothing is drawn or refused.
    expected = EXPECTED.get(str(path), "either") if path.parent.name != "catalog" else "either"
    if path.name == "flate_flate_1gb.pdf":
        expected = "either"
    issue = None
    try:
        issue = engine.open(path)
        image = issue[0].render()
        assert image.width * image.height <= 50_000_000 and expected != "clear error"
    except recto.RectoError as error:
        check(error)
        assert expected != "renders", str(error)
    if issue is None:
        return
    try:
        for box in issue[0].read().boxes:
            assert all(side == side for side in box)
        issue.search("a")
    except recto.RectoError as error:
        check(error)


def check(error):
    assert type(error) is not recto.InternalError, str(error)
    assert str(error) and "\n" not in str(error)
