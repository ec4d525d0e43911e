"""Batches on Ray: one machine, and a cluster that loses a node while its bucket fails."""

import collections
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import documents
import pyarrow.parquet
import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: see Tests/ray-requirements.txt")

import recto  # noqa: E402
import recto.ray  # noqa: E402
from recto import _rows, _store  # noqa: E402
from recto._request import Request  # noqa: E402

#: Documents of the large test. 1,000 take some minutes on two idle processors.
COUNT = int(os.environ.get("RECTO_BATCH_DOCUMENTS", "1000"))


@pytest.fixture(scope="module")
def cluster(credentials):
    """A head and two nodes of one processor each, as processes of this machine."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "memory": 8 << 30})
    nodes = [made.add_node(num_cpus=1, memory=4 << 30) for _ in range(2)]
    made.wait_for_nodes()
    ray.init(made.address, log_to_driver=False, logging_level="error")
    yield made, nodes
    ray.shutdown()
    made.shutdown()


def test_a_dataset_has_a_row_a_page(cluster, folder):
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    pages = recto.ray.read_pages(f"{folder}/**/*.pdf", dpi=36, text=True)
    assert isinstance(pages, ray.data.Dataset)
    rows = pages.take_all()
    assert len(rows) == 22
    good = [row for row in rows if row["error"] is None]
    assert len({(row["source"], row["page"]) for row in good}) == 21
    assert all(row["text"].startswith("document") and row["image"][:4] == b"\x89PNG" for row in good)
    (failed,) = [row for row in rows if row["error"]]
    assert failed["error"]["code"] == "damaged" and failed["page"] is None
    long = pages.filter(lambda row: row["page_count"] == 6).select_columns(["page", "text"])
    assert sorted(row["page"] for row in long.take_all()) == list(range(6))
    with pytest.raises(recto.BadRequest, match="read_pages"):
        recto.ray.write(long, "nowhere")


def test_wrong_requests_are_reported_at_once(cluster, folder, tmp_path):
    with pytest.raises(recto.BadRequest):
        recto.ray.read_pages(f"{folder}/0/0.pdf", dpi=float("nan"))
    with pytest.raises(recto.BadRequest, match="no engine nope"):
        recto.ray.read_pages(f"{folder}/0/0.pdf", engine="nope")
    with pytest.raises(recto.SourceNotFound):
        recto.ray.read_pages(f"{folder}/*.cbz")
    with pytest.raises(recto.BadRequest, match="no node has"):
        recto.ray.read_pages(f"{folder}/0/0.pdf", dpi=36, memory_limit=1 << 20)
    pages = recto.ray.read_pages(f"{folder}/0/0.pdf", dpi=36)
    with pytest.raises(recto.NotWritable) as caught:
        recto.ray.write(pages, "/proc/nothing")
    assert "\n" not in str(caught.value)


def test_no_page_is_lost_or_made_twice(cluster, bucket):
    """One document in a hundred is hostile, one request in twenty fails, and a node is killed."""
    made, nodes = cluster
    name, sure, failing = bucket
    hostile = dict(list(documents.broken().items())[: max(1, COUNT // 100)])
    good = {
        f"{n:04}.pdf": documents.pdf(120 if n == 0 else 1 + n % 3, f"document {n}")
        for n in range(COUNT - len(hostile))}
    for path, content in (good | hostile).items():
        sure.pipe_file(f"{name}/in/{path}", content)
    request = {"dpi": 36, "text": True, "time_limit": 5}
    pages = recto.ray.read_pages(f"{name}/in/*.pdf", filesystem=failing, **request)
    killed = []

    def kill(report):
        if not killed and report.tasks and report.tasks_done >= report.tasks // 3:
            process = nodes[0].all_processes["raylet"][0].process
            os.kill(process.pid, signal.SIGKILL)
            killed.append(report.tasks_done)

    report = recto.ray.write(pages, f"{name}/out", filesystem=failing, progress=kill)
    print(f"\n{report}\nkilled a node after {killed[0]} of {report.tasks} tasks")
    assert killed and killed[0] < report.tasks
    store = _store.Store(f"{name}/out", Request(**request), sure)
    rows = store.table().to_pylist()
    by_name = collections.defaultdict(list)
    for row in rows:
        by_name[row["source"].rpartition("/")[2]].append(row)
    for path, content in good.items():
        found = by_name.pop(path)
        number = 120 if path == "0000.pdf" else 1 + int(path[:4]) % 3
        assert sorted(row["page"] for row in found) == list(range(number)), path
        for row in found:
            assert row["error"] is None, row
            assert row["digest"] == hashlib.sha256(content).hexdigest()
            assert row["text"].strip() == f"document {int(path[:4])}, page {row['page']}"
    assert set(by_name) == set(hostile)
    for path, found in by_name.items():
        assert all(row["error"] for row in found), path
    images = {
        path.removeprefix(f"{name}/out/") for path in sure.find(f"{name}/out/images")}
    assert images == {row["image"] for row in rows if row["image"]}
    again = recto.ray.write(
        recto.ray.read_pages(f"{name}/in/*.pdf", filesystem=failing, **request),
        f"{name}/out", filesystem=failing)
    print(again)
    tried = [row for row in rows if _rows.is_transient(row)]
    assert again.rows == len(tried) and again.rendered == sum(row["page"] is not None for row in tried)
    assert again.skipped == COUNT - len({row["source"] for row in tried})
    failed = [row for row in rows if row["error"]]
    assert again.kept == len(failed) - len(tried) and sum(again.errors.values()) == len(failed)
    made.add_node(num_cpus=1, memory=4 << 30)


def test_tasks_stay_short(cluster, tmp_path):
    """A long document is cut by the time that its pages take."""
    path = tmp_path / "long.pdf"
    path.write_bytes(documents.pdf(400, "long"))
    pages = recto.ray.read_pages(str(path), dpi=72)
    assert sorted(row["page"] for row in pages.select_columns(["page"]).take_all()) == list(range(400))
    report = recto.ray.write(pages, str(tmp_path / "out"))
    assert report.tasks > 1 and report.rendered == 400
    for part in (tmp_path / "out").glob("rows/*/*.parquet"):
        seconds = sum(pyarrow.parquet.read_table(part, columns=["seconds"])["seconds"].to_pylist())
        assert seconds < 40, "of some 14 s, with room for a busy machine"


def test_the_command_on_a_ray_of_its_own(cluster, folder, tmp_path):
    """Also where a cluster runs on the machine."""
    done = subprocess.run(
        [sys.executable, "-m", "recto.batch", f"{folder}/**/*.pdf", "-o", str(tmp_path / "out"),
         "--dpi", "36", "--jobs", "2", "--json"],
        capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rendered"] == 21


def test_the_command_on_a_cluster(cluster, folder, tmp_path):
    command = [sys.executable, "-m", "recto.batch", f"{folder}/**/*.pdf", "-o", str(tmp_path / "out"), "--dpi", "36"]
    done = subprocess.run(
        [*command, "--address", cluster[0].address, "--json"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and json.loads(done.stdout)["rendered"] == 21, done.stderr
    done = subprocess.run(
        [*command, "--address", "127.0.0.1:1"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 69 and "cannot be reached" in done.stderr, done.stderr
