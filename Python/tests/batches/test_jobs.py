"""Processes of a batch that are lost, and what the output keeps."""

import concurrent.futures
import os
import signal
import subprocess
import sys

import pytest
import tasks

from recto import _jobs, _rows, _store
from recto._request import Request
from recto._rows import Run


@pytest.fixture
def store(tmp_path):
    made = _store.Store(str(tmp_path / "out"), Request(dpi=36))
    made.prepare([])
    return made


def failed(source, code="damaged", **run):
    return _rows.document_row(Run(source, digest="d", **run), {"code": code, "message": "it fails"}, None, 0)


def drawn(source, page=0):
    return {"source": source, "digest": "d", "page": page, "page_count": 3, "seconds": 0.1}


def test_a_task_that_meets_a_broken_pool_is_done(tmp_path, monkeypatch):
    submit, futures = concurrent.futures.ProcessPoolExecutor.submit, []

    def late(executor, *arguments):
        if len(futures) == 1:
            assert futures[0].exception(), "the process has ended, and the pool knows it"
        futures.append(None)
        futures[-1] = submit(executor, *arguments)
        return futures[-1]

    monkeypatch.setattr(concurrent.futures.ProcessPoolExecutor, "submit", late)
    given = [tasks.Ending("a", tmp_path, 1), tasks.Ending("b", tmp_path)]
    assert sorted(_jobs.Processes(1).map(given)) == ["a", "b"]


def test_a_task_that_ends_each_process_stops_no_other(tmp_path):
    given = [tasks.Ending(f"{n}", tmp_path, 99 if n == 2 else 0) for n in range(6)]
    assert sorted(_jobs.Processes(2).map(given)) == ["0", "1", "3", "4", "5", "lost 2"]


def test_a_document_that_ends_each_process_is_a_row(folder, tmp_path):
    (folder / "deadly.pdf").write_bytes(b"")
    sources = [str(path) for path in sorted(folder.rglob("*.pdf"))]
    report = _jobs.write(
        sources, Request(dpi=36), str(tmp_path / "out"), _jobs.Processes(2), filesystem=tasks.Deadly())
    ((source, page, code, message),) = report.failures
    assert source == str(folder / "deadly.pdf") and page is None and code == "internal_error"
    assert "ended unexpectedly" in message and report.rendered == 21


def test_a_task_whose_process_is_asked_to_end_is_done_again(tmp_path):
    given = [tasks.Ending("a", tmp_path, 1, signal.SIGTERM), tasks.Ending("b", tmp_path)]
    assert sorted(_jobs.Processes(1).map(given)) == ["a", "b"]


def test_processes_end_with_a_host_that_is_killed():
    code = "import tasks; from recto import _jobs; list(_jobs.Processes(1).map([tasks.Waiting()]))"
    host = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([*filter(None, sys.path), os.path.dirname(__file__)])})
    process = int(host.stdout.readline())
    host.kill()
    try:
        # The pipe ends with the last process that has it.
        assert host.communicate(timeout=60)[0] == ""
    except subprocess.TimeoutExpired:
        os.kill(process, signal.SIGKILL)
        raise


@pytest.mark.parametrize("code", ["password_needed", "limit_reached", "bad_request"])
def test_failures_that_another_request_may_not_meet_are_tried_again(store, code):
    store.write([failed("a.pdf", code), failed("b.pdf")], "bundle")
    assert store.earlier().done == {"b.pdf": {"d": (0, None)}}
    assert store.table().num_rows == 2


def test_a_document_is_not_done_by_pages_that_could_not_be_opened(folder, store):
    path = str(folder / "1/5.pdf")
    _jobs.WriteTask((Run(path, 50, 2),), store, None)()
    assert store.table()["error"].to_pylist()[0]["code"] == "damaged" and store.earlier().done == {}
    # As earlier versions left it.
    store.write([drawn("a.pdf"), failed("a.pdf"), drawn("a.pdf", 2)], "bundle")
    assert store.earlier().done == {"a.pdf": {"d": (3, {0, 2})}}


def test_a_bundle_replaces_its_earlier_version(store):
    store.write([failed("a.pdf", "busy"), drawn("b.pdf")], "bundle")
    store.write([drawn("a.pdf"), drawn("b.pdf")], "bundle")
    assert store.table()["error"].null_count == store.table().num_rows == 2
    store.write([failed("a.pdf", "busy"), failed("b.pdf", "busy")], "bundle")
    assert store.table()["error"].null_count == 0 and store.table().num_rows == 2


def test_failures_of_other_sources_stay(store, tmp_path):
    store.write([failed("a.pdf", "busy"), failed("b.pdf", "busy")], "one")
    store.write([failed("a.pdf", "busy")], "two")
    store.prepare(["a.pdf", "c.pdf"])
    assert store.table()["source"].to_pylist() == ["b.pdf"]
    store.prepare(["b.pdf"])
    assert not list((tmp_path / "out").glob("failed/*/*"))
