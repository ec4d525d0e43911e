"""python -m recto.batch, and what it leaves behind."""

import json
import os
import shutil
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
    assert second.returncode == 65, second.stderr
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


def test_a_source_that_opens_slowly_is_not_opened_for_each_page(tmp_path, monkeypatch):
    from recto import _rows, _runs

    slow = _runs.Run("a", 0, 100, "d", 30.0, opening=20.0)
    assert _runs.bundles([slow], 2) == [[slow]]
    parts = [group[0] for group in _runs.bundles([_runs.Run("a", 0, 100, "d", 60.0, opening=20.0)], 2)]
    assert [(part.first, part.count, part.seconds) for part in parts] == [(0, 50, 40.0), (50, 50, 40.0)]
    opened = _rows.opened

    def slowly(*arguments, **options):
        time.sleep(0.3)
        return opened(*arguments, **options)

    path = tmp_path / "slow.pdf"
    path.write_bytes(documents.pdf(60, "slow"))
    monkeypatch.setattr(_rows, "opened", slowly)
    monkeypatch.setattr(_rows, "page_row", lambda *_: {"seconds": 0.02})
    monkeypatch.setattr(_runs, "TASK_SECONDS", 0.2)
    assert 1 < len(_runs.inspect(str(path), Request(dpi=36))) < 6


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


def test_failures_that_are_kept_are_reported_by_later_runs(folder, tmp_path):
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    output = tmp_path / "out"
    words = (f"{folder}/**/*.pdf", "-o", output, "--dpi", "36", "--no-ray", "--jobs", "1")
    run(*words)
    (folder / "later.pdf").write_bytes(b"%PDF-1.7\nanother")
    done = run(*words)
    assert done.returncode == 65
    lines = [line for line in done.stderr.splitlines() if line.startswith("recto: ")]
    assert len(lines) == 2 and "broken.pdf: " in lines[0] and lines[0].endswith("(kept from an earlier run)")
    assert "later.pdf: " in lines[1] and "earlier" not in lines[1]
    assert "2 failures (1 kept from earlier runs)" in done.stderr
    again = counts(run(*words, "--json"))
    assert again["kept"] == 2 and again["errors"] == {"damaged": 2} and again["rows"] == 0
    # A document that has changed, and one that is not among the sources, are told no longer.
    (folder / "broken.pdf").write_bytes(documents.pdf(1, "mended"))
    (folder / "later.pdf").unlink()
    mended = run(*words, "--json")
    assert mended.returncode == 0 and counts(mended)["kept"] == 0 and counts(mended)["rendered"] == 1


def test_failures_of_pages_are_kept(tmp_path):
    path, request, output = tmp_path / "a.pdf", Request(dpi=36), str(tmp_path / "out")
    path.write_bytes(documents.pdf(3, "a"))
    _jobs.write([str(path)], request, output, _jobs.Processes(1))
    (part,) = (tmp_path / "out").glob("rows/*/*.parquet")
    rows = pyarrow.parquet.read_table(part).to_pylist()
    rows[1]["error"] = {"code": "damaged", "message": "the page is broken"}
    # One page is left to be made.
    part.write_bytes(_store._parquet(rows[:2]))
    report = _jobs.write([str(path)], request, output, _jobs.Processes(1))
    assert report.rendered == 1 and report.kept == 1
    assert report.failures == [(str(path), 1, "damaged", "the page is broken")]


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_a_password_is_for_the_documents_that_need_it(tmp_path):
    documents.encrypted(tmp_path / "owner.pdf", 2, "", "owner")
    documents.encrypted(tmp_path / "user.pdf", 2, "batch", "owner")
    documents.encrypted(tmp_path / "other.pdf", 2, "else", "owner")
    (tmp_path / "plain.pdf").write_bytes(documents.pdf(2, "plain"))
    request = Request(dpi=36, password="batch")
    sources = sorted(map(str, tmp_path.glob("*.pdf")))
    report = _jobs.write(sources, request, str(tmp_path / "out"), _jobs.Processes(1))
    assert report.rendered == 6 and report.errors == {"password_needed": 1}
    assert report.failures[0][0].endswith("other.pdf")


def test_a_file_name_may_be_no_unicode(folder, tmp_path):
    os.rename(folder / "0/0.pdf", os.fsencode(folder) + b"/0/caf\xe9.pdf")
    output = tmp_path / "out"
    words = (f"{folder}/0/*.pdf", f"{folder}/n\udce9.pdf", "-o", output, "--dpi", "36", "--no-ray", "--json")
    first = run(*words)
    assert first.returncode == 66 and "Traceback" not in first.stderr, first.stderr
    assert counts(first)["rendered"] == 9 and counts(first)["errors"] == {"source_not_found": 1}
    assert f"{folder}/0/caf\\udce9.pdf" in {row["source"] for row in rows_of(output)}
    assert counts(run(*words))["skipped"] == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
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
    if number != signal.SIGKILL:
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
    (["{0}/0/0.pdf", "-o", "{1}", "--password-file", "{0}/none"], 66, "/none cannot be read: No such file or"),
    (["{0}/0/0.pdf", "-o", "{1}", "--password-file", "{0}/latin1"], 66, "/latin1 cannot be read: it is not UTF-8"),
    (["{0}/0/0.pdf", "-o", "{1}", "--address", "x:1"], 64, "--no-ray"),
    (["{0}/none.pdf", "-o", "{1}"], 66, "recto: {0}/none.pdf does not exist"),
    (["zzz://a.pdf", "-o", "{1}"], 64, "recto: zzz://a.pdf is neither a path nor"),
    (["s3://bucket/2026/", "-o", "{1}"], 64, "such as s3://bucket/2026/**/*.pdf"),
])
def test_wrong_words_have_a_sentence_and_a_status(folder, tmp_path, words, status, sentence):
    (folder / "latin1").write_bytes(b"caf\xe9")
    done = run(*(word.format(folder, tmp_path / "out") for word in words), "--no-ray")
    assert done.returncode == status, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("recto: ")]
    assert len(lines) == 1 and sentence.format(folder) in lines[0], done.stderr
    assert "Traceback" not in done.stderr


def without(folder, *modules):
    """A path for modules from which these are hidden."""
    (folder / "hide").mkdir()
    (folder / "hide/sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        f"u.find_spec = lambda name, package=None: None if name in {modules} else find(name, package)\n")
    return f"{folder}/hide:{os.environ.get('PYTHONPATH', '')}"


def test_packages_that_are_missing_are_named(folder, tmp_path):
    done = run(
        f"{folder}/0/0.pdf", "-o", tmp_path / "out", PYTHONPATH=without(tmp_path, "pyarrow", "fsspec"))
    assert done.returncode == 69
    assert done.stderr == "recto: pyarrow and fsspec are needed: pip install 'recto[arrow]'\n"


def test_without_ray_it_says_so(folder, tmp_path):
    path = without(tmp_path, "ray")
    words = (f"{folder}/0/0.pdf", "-o", tmp_path / "out", "--dpi", "36")
    done = run(*words, PYTHONPATH=path)
    assert done.returncode == 0 and "Ray is not installed" in done.stderr, done.stderr
    done = run(*words, "--no-ray", PYTHONPATH=path)
    assert done.returncode == 0 and "Ray" not in done.stderr, done.stderr
    done = run(*words, "--address", "auto", PYTHONPATH=path)
    assert done.returncode == 69 and "pip install 'recto[ray]'" in done.stderr


def test_names_of_files_stay_in_their_line(folder, tmp_path):
    name = "a\nb\x1b[2Jc.pdf"
    (folder / name).write_bytes(b"%PDF-1.7\nnothing else")
    done = run(f"{folder}/*.pdf", "-o", tmp_path / "out", "--dpi", "36", "--no-ray")
    lines = done.stderr.splitlines()
    assert done.returncode == 65 and "a\\nb\\x1b[2Jc.pdf: " in lines[0], done.stderr
    assert lines[1].startswith("1 document, 0 pages in ") and lines[1].endswith(", 1 failure")
    assert len(lines) == 4 and "a\\nb\\x1b[2Jc.pdf" in lines[3]
    (row,) = rows_of(tmp_path / "out")
    assert row["source"] == f"{folder}/{name}"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("target", ["closed", "full", "pipe"])
def test_streams_that_cannot_be_written_lose_no_result(folder, tmp_path, stream, target):
    """As of a terminal that has gone."""
    with open("/dev/full", "w") as full:
        reading, writing = os.pipe()
        os.close(reading)
        given = {"closed": None, "full": full, "pipe": writing}[target]
        done = subprocess.run(
            [sys.executable, "-m", "recto.batch", f"{folder}/0/0.pdf", "-o", str(tmp_path / "out"), "--dpi", "36",
             "--no-ray", "--json", "--progress", "json"],
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: given}, text=True, timeout=600,
            preexec_fn=(lambda: os.close({"stdout": 1, "stderr": 2}[stream])) if target == "closed" else None)
        os.close(writing)
    assert len(rows_of(tmp_path / "out")) == 1
    if stream == "stderr":
        assert done.returncode == 0 and counts(done)["rendered"] == 1
    elif target != "closed":
        assert done.returncode == 73 and "recto: standard output cannot be written: " in done.stderr
        assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_the_last_progress_has_all_counts(folder, tmp_path):
    done = run(
        f"{folder}/**/*.pdf", "-o", tmp_path / "out", "--dpi", "36", "--no-ray", "--progress", "json", "--json")
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert lines[-1]["tasks"] == lines[-1]["tasksDone"] > 0 and lines[-1]["rows"] == 21


def test_failures_beyond_those_listed_are_counted(folder, tmp_path, monkeypatch, capsys):
    from recto import batch

    for number in range(3):
        (folder / f"{number}.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    monkeypatch.setattr(_jobs, "_LISTED_FAILURES", 1)
    words = (f"{folder}/*.pdf", "-o", tmp_path / "out", "--dpi", "36", "--no-ray", "--jobs", "1")
    assert batch.main([*map(str, words)]) == 65
    lines = capsys.readouterr().err.splitlines()
    assert "0.pdf: " in lines[0] and lines[1] == f"recto: 2 more failures are in the rows of {tmp_path}/out"


def test_results_are_not_sources(folder, tmp_path):
    """An output among its sources is not read by the next run."""
    (folder / "cover.pdf").write_bytes(documents.pdf(1, "cover"))
    for source, output in ((folder, folder / "out"), (f"{folder}/**/*", folder / "more"), (folder, folder)):
        words = (source, "-o", output, "--dpi", "36", "--no-ray", "--jobs", "1", "--json")
        assert run(*words).returncode == 0
        before = counts(run(*words))
        assert before["rendered"] == 0 and before["documents"] == before["skipped"]
        if source == folder:
            assert before["documents"] == 7
        shutil.rmtree(folder / "more", ignore_errors=True)
        shutil.rmtree(folder / "out", ignore_errors=True)


def test_the_path_of_an_output_may_have_any_characters(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a::b", "c:d", "e#f", "g?*[h]", "i%20j"):
        report = _jobs.write([f"{folder}/0/0.pdf"], Request(dpi=36), name, _jobs.Processes(1))
        assert report.rendered == 1 and len(rows_of(tmp_path / name)) == 1
    assert sorted(os.listdir(tmp_path)) == ["a::b", "c:d", "e#f", "g?*[h]", "i%20j", "in"]


def test_a_library_of_another_version_is_reported(folder, tmp_path):
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
