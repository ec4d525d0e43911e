"""What the tests of batches share: made documents, an S3 server that fails, a cluster."""

import os
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: see Tests/ray-requirements.txt")

import documents  # noqa: E402
import faults  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    """Six small documents of 1, 2, 3, … pages."""
    for number in range(6):
        (tmp_path / "in" / f"{number % 2}").mkdir(parents=True, exist_ok=True)
        path = tmp_path / "in" / f"{number % 2}" / f"{number}.pdf"
        path.write_bytes(documents.pdf(number + 1, f"document {number}"))
    return tmp_path / "in"


@pytest.fixture(scope="session")
def s3_server():
    """The address of an S3 server of moto on loopback."""
    pytest.importorskip("moto", reason="moto is not installed: see Tests/ray-requirements.txt")
    port = faults.free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    faults.wait_for_port(port, server)
    yield f"http://127.0.0.1:{port}"
    server.kill()
    server.wait()


@pytest.fixture(scope="session")
def failing_s3(s3_server):
    """The proxy before it that answers one request in twenty with 500 or cuts it."""
    with faults.FailingProxy(s3_server, share=0.05) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def credentials():
    """Settings that the S3 client and the processes of a cluster inherit."""
    settings = {
        "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1"}
    os.environ.update(settings)
    return settings


@pytest.fixture
def bucket(failing_s3, s3_server, credentials):
    """An empty bucket, its client beside the proxy, and the one through it."""
    s3fs = pytest.importorskip("s3fs", reason="s3fs is not installed: see Tests/ray-requirements.txt")
    name = f"bucket{time.monotonic_ns()}"
    sure = s3fs.S3FileSystem(client_kwargs={"endpoint_url": s3_server}, skip_instance_cache=True)
    sure.mkdir(name)
    failing = s3fs.S3FileSystem(client_kwargs={"endpoint_url": failing_s3.address})
    return name, sure, failing
