"""python -m recto.batch, and what it leaves behind."""

import json
import os
import signal
import subprocess
import sys
import time

import documents
import pyarrow
import pyarrow.parquet
import pytest

import recto
from recto import _jobs, _store
from recto._request import Request


def run(*words, **environment):
    return subprocess.run(
        [sys.executable, "-m", "recto.batch", *map(str, words)], capture_output=True, text=True,
        timeout=600, env=os.environ | environment)


def rows_of(output, key=None):
    return [
        row for path in sorted(output.glob(f"rows/{key or '*'}/*.parquet"))
        for row in pyarrow.parquet.read_table(path).to_pylist()]


def counts(done):
    return json.loads(done.stdout)


def test_a_batch_in_processes_and_its_second_run(folder, tmp_path):
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    output = tmp_path / "out"
    words = (f"{folder}/**/*.pdf", "-o", output, "--dpi", "36", "--text", "--no-ray", "--jobs", "2", "--json")
    first = run(*words)
    assert first.returncode == 65, first.stderr
    assert first.stderr.count("recto: ") == 1 and "broken.pdf: " in first.stderr
    assert counts(first)["rendered"] == 21 and counts(first)["errors"] == {"damaged": 1}
    rows = rows_of(output)
    assert len({(row["source"], row["page"]) for row in rows}) == len(rows) == 22
    for row in rows:
        if row["error"] is None:
            assert (output / row["image"]).read_bytes()[:4] == b"\x89PNG"
            assert row["digest"] in row["image"] and f"-{row['page']:05}." in row["image"]
    second = run(*words)
    assert second.returncode == 0, second.stderr
    assert counts(second)["rendered"] == 0 and counts(second)["skipped"] == 7
    assert rows_of(output) == rows
    # Another request is another result.
    assert counts(run(*words, "--words"))["rendered"] == 21
    # Documents that have changed, and new ones, are rendered again.
    (folder / "0/0.pdf").write_bytes(documents.pdf(2, "changed"))
    (folder / "0/new.pdf").write_bytes(documents.pdf(1, "new"))
    assert counts(run(*words))["rendered"] == 3
    assert not list(output.rglob(".recto-*"))


@pytest.mark.parametrize("left", [None, 0, 0.5])
def test_pages_that_are_missing_are_made(folder, tmp_path, left):
    """A run that has lost one of its files, or its end, makes the pages of that again and no others."""
    output = tmp_path / "out"
    words = (f"{folder}/**/*.pdf", "-o", output, "--dpi", "36", "--no-ray", "--jobs", "1", "--json")
    run(*words)
    lost = sorted(output.glob("rows/*/*.parquet"))[0]
    number = pyarrow.parquet.read_table(lost).num_rows
    if left is None:
        lost.unlink()
    else:
        os.truncate(lost, int(lost.stat().st_size * left))
        assert _store.Store(str(output), Request(dpi=36.0)).table().num_rows == 21 - number
    assert counts(run(*words))["rendered"] == number
    assert len({(row["source"], row["page"]) for row in rows_of(output)}) == len(rows_of(output)) == 21


def test_long_documents_are_cut_into_runs(tmp_path):
    from recto import _runs

    path = tmp_path / "long.pdf"
    path.write_bytes(documents.pdf(60, "long"))
    runs = _runs.inspect(str(path), Request(dpi=36))
    assert [page for run in runs for page in range(run.first, run.first + run.count)] == list(range(60))
    assert _runs._cut([0, 1, 2, 5, 6, 9], 2) == [(0, 2), (2, 1), (5, 2), (9, 1)]
    many = [_runs.Run(f"{n}", 0, 4, "d", 3.0) for n in range(40)]
    groups = _runs.bundles(many, 2)
    assert [run for group in groups for run in group] == many
    assert all(sum(run.seconds for run in group) <= _runs.TASK_SECONDS for group in groups)
    (few,) = {len(group) for group in _runs.bundles([_runs.Run("a", 0, 100, "d", 10.0)], 1)}
    parts = [group[0] for group in _runs.bundles([_runs.Run("a", 5, 100, "d", 10.0)], 1)]
    assert few == 1 and [(part.first, part.count) for part in parts] == [(5 + n, 20) for n in range(0, 100, 20)]
    heavy = _runs.bundles([_runs.Run("a", 0, 1, "d", 50.0)] * 3, 1)
    assert [len(group) for group in heavy] == [1, 1, 1]


def test_failures_that_pass_are_tried_again(folder, tmp_path):
    missing = str(folder / "later.pdf")
    request, output = Request(dpi=36), str(tmp_path / "out")
    first = _jobs.write([missing], request, output, _jobs.Processes(1))
    assert first.errors == {"source_not_found": 1} and first.rendered == 0
    (folder / "later.pdf").write_bytes(documents.pdf(2, "later"))
    second = _jobs.write([missing], request, output, _jobs.Processes(1))
    assert second.rendered == 2 and not second.errors
    table = _store.Store(output, request).table()
    assert table["error"].null_count == table.num_rows == 2


def test_a_file_name_may_be_no_unicode(folder, tmp_path):
    os.rename(folder / "0/0.pdf", os.fsencode(folder) + b"/0/caf\xe9.pdf")
    output = tmp_path / "out"
    words = (f"{folder}/0/*.pdf", f"{folder}/n\udce9.pdf", "-o", output, "--dpi", "36", "--no-ray", "--json")
    first = run(*words)
    assert first.returncode == 66 and "Traceback" not in first.stderr, first.stderr
    assert counts(first)["rendered"] == 9 and counts(first)["errors"] == {"source_not_found": 1}
    assert f"{folder}/0/caf\\udce9.pdf" in {row["source"] for row in rows_of(output)}
    assert counts(run(*words))["skipped"] == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_goes_on_where_it_was(tmp_path, number):
    for document in range(12):
        (tmp_path / f"{document}.pdf").write_bytes(documents.pdf(30, f"document {document}"))
    output = tmp_path / "out"
    words = (f"{tmp_path}/*.pdf", "-o", output, "--dpi", "200", "--no-ray", "--jobs", "2", "--json")
    process = subprocess.Popen(
        [sys.executable, "-m", "recto.batch", *map(str, words)], stderr=subprocess.PIPE, text=True,
        start_new_session=True)
    while not list(output.glob("rows/*/*.parquet")):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    # As a terminal does: to all processes of the command.
    os.killpg(process.pid, number)
    status = process.wait(60)
    errors = process.stderr.read()
    if number == signal.SIGINT:
        assert status == 130 and "the same command resumes" in errors and "Traceback" not in errors, errors
    kept = {(row["source"], row["page"]) for row in rows_of(output)}
    assert 0 < len(kept) < 360
    again = run(*words)
    assert again.returncode == 0, again.stderr
    assert counts(again)["rendered"] == 360 - len(kept)
    rows = rows_of(output)
    assert len({(row["source"], row["page"]) for row in rows}) == len(rows) == 360


def test_a_process_that_is_killed_loses_no_page(folder, tmp_path, monkeypatch):
    killed = []

    def kill(report):
        if not killed and report.tasks:
            import multiprocessing

            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    report = _jobs.write(
        [str(path) for path in folder.rglob("*.pdf")], Request(dpi=72), str(tmp_path / "out"),
        _jobs.Processes(2), progress=kill)
    assert killed and not report.errors
    rows = rows_of(tmp_path / "out")
    assert len({(row["source"], row["page"]) for row in rows}) == len(rows) == 21


@pytest.mark.parametrize("words, status, sentence", [
    (["{0}/**/*.cbz", "-o", "{1}"], 66, "nothing matches"),
    (["{0}/0/0.pdf"], 64, "required"), (["-o", "{1}"], 64, "required"),
    (["{0}/0/0.pdf", "-o", "{1}", "--dpi", "nan"], 64, "dpi"),
    (["{0}/0/0.pdf", "-o", "{1}", "--fit", "axb"], 64, "--fit"),
    (["{0}/0/0.pdf", "-o", "{1}", "--format", "none"], 64, "nothing is requested"),
    (["{0}/0/0.pdf", "-o", "{1}", "--jobs", "0"], 64, "--jobs"),
    (["", "-o", "{1}"], 64, "a path is empty"), (["{0}/0/0.pdf", "-o", ""], 64, "the output is empty"),
    (["{0}/0/0.pdf", "-o", "/proc/nothing"], 73, "cannot be written"),
    (["{0}/0/0.pdf", "-o", "{0}/0/0.pdf"], 73, "cannot be written"),
    (["{0}/0/0.pdf", "-o", "{1}", "--password-file", "{0}/none"], 66, "cannot be read"),
    (["{0}/none.pdf", "-o", "{1}"], 66, "does not exist"),
])
def test_wrong_words_have_a_sentence_and_a_status(folder, tmp_path, words, status, sentence):
    done = run(*(word.format(folder, tmp_path / "out") for word in words), "--no-ray")
    assert done.returncode == status, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("recto: ")]
    assert len(lines) == 1 and sentence in lines[0], done.stderr
    assert "Traceback" not in done.stderr


def test_without_ray_it_says_so(folder, tmp_path):
    """Ray is hidden from the import."""
    (tmp_path / "hide").mkdir()
    (tmp_path / "hide/sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'ray' else find(name, package)\n")
    path = f"{tmp_path}/hide:{os.environ.get('PYTHONPATH', '')}"
    words = (f"{folder}/0/0.pdf", "-o", tmp_path / "out", "--dpi", "36")
    done = run(*words, PYTHONPATH=path)
    assert done.returncode == 0 and "Ray is not installed" in done.stderr, done.stderr
    done = run(*words, "--address", "auto", PYTHONPATH=path)
    assert done.returncode == 69 and "pip install 'recto[ray]'" in done.stderr


def test_a_library_of_another_version_is_told(folder, tmp_path):
    done = run(
        f"{folder}/0/0.pdf", "-o", tmp_path / "out", "--no-ray", RECTO_LIBRECTO="libc.so.6")
    assert done.returncode == 69 and "is not librecto" in done.stderr, done.stderr


def test_the_output_may_be_a_bucket_that_fails(folder, bucket):
    name, sure, failing = bucket
    request = Request(dpi=36, text=True)
    sources = [str(path) for path in sorted(folder.rglob("*.pdf"))]
    pool = _jobs.Processes(2)
    report = _jobs.write(sources, request, f"{name}/out", pool, output_filesystem=failing)
    assert report.rendered == 21 and not report.errors
    table = _store.Store(f"{name}/out", request, sure).table()
    assert table.num_rows == 21
    assert all(sure.cat_file(f"{name}/out/{path}")[:4] == b"\x89PNG" for path in table["image"].to_pylist())
    again = _jobs.write(sources, request, f"{name}/out", pool, output_filesystem=failing)
    assert again.rendered == 0 and again.skipped == 6


def test_a_bucket_for_the_output_that_does_not_exist(folder, bucket):
    with pytest.raises(recto.NotWritable, match="cannot be written"):
        _jobs.write(
            [str(folder / "0/0.pdf")], Request(dpi=36), "nobucket/out", _jobs.Processes(1),
            output_filesystem=bucket[1])
