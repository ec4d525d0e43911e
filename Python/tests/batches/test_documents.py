"""The code of docs/batches.md, run."""

import os
import pathlib
import re

import documents

DOCUMENT = pathlib.Path(__file__).parents[3] / "docs" / "batches.md"


def test_the_tutorial_runs(tmp_path, monkeypatch, capsys):
    import ray

    monkeypatch.chdir(tmp_path)
    os.makedirs("scans/2026")
    for number in range(3):
        pathlib.Path(f"scans/2026/{number}.pdf").write_bytes(documents.pdf(2, f"document {number}"))
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.S)
    assert len(blocks) == 5
    names: dict = {"__name__": "tutorial"}
    ray.shutdown()
    try:
        for block in blocks:
            exec(compile(block, str(DOCUMENT), "exec"), names)
    finally:
        ray.shutdown()
    assert "6 pages in" in capsys.readouterr().out
