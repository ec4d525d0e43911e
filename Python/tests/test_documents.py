"""The code of the documents, run."""

import pathlib
import re
import shutil

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "python.md"


def test_the_tutorial_runs(quay, tmp_path, monkeypatch, capsys):
    shutil.copy(quay, tmp_path / "issue.pdf")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.S)
    assert len(blocks) == 7
    names: dict = {"__name__": "tutorial"}
    for block in blocks:
        exec(compile(block, str(DOCUMENT), "exec"), names)
    assert (tmp_path / "small.png").exists()
    assert "840 1120 i" in capsys.readouterr().out
