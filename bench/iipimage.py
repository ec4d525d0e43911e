"""IIPImage as one would run it here: a process a core, which take requests from one socket, behind nginx."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAM = Path("/usr/lib/iipimage-server/iipsrv.fcgi")
PATIENCE = 10.0  # seconds until a server that has not answered counts as broken

# One process is enough for the proxy: it only hands on. A FastCGI connection is not kept, since a process of
# IIPImage serves one at a time. The temporary folders are named so that those of Debian are not touched.
CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
  access_log off;
  keepalive_requests 10000000;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      fastcgi_pass unix:{folder}/fastcgi.socket;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param REQUEST_URI $request_uri;
      fastcgi_param SERVER_PROTOCOL $server_protocol;
      fastcgi_param HTTP_HOST $http_host;
    }}
  }}
}}
"""


def missing() -> list[str]:
    """What of it is not installed."""
    return [name for name, there in [("nginx", nginx()), ("iipimage-server", PROGRAM.exists())] if not there]


def nginx() -> str | None:
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


@contextlib.contextmanager
def served(pictures: Path, scratch: Path, quality: int, cache: int) -> Iterator[tuple[int, list[int]]]:
    """Serves a folder: lends the port and the processes. `cache` is in MiB, of each process."""
    folder = scratch / "iipimage"
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=port))
    environment = dict(
        os.environ, FILESYSTEM_PREFIX=f"{pictures}/", URI_MAP="iiif=>IIIF", JPEG_QUALITY=str(quality),
        MAX_IMAGE_CACHE_SIZE=str(cache), OMP_NUM_THREADS="1")  # fmt: skip
    started: list[subprocess.Popen] = []
    try:
        with socket.socket(socket.AF_UNIX) as listening:  # FastCGI 1.0, section 2.2: it is their standard input
            listening.bind(f"{folder}/fastcgi.socket")
            listening.listen(256)
            for _ in os.sched_getaffinity(0):
                started.append(subprocess.Popen([PROGRAM], stdin=listening, env=environment, stdout=subprocess.DEVNULL))
        argv = [nginx(), "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"]
        started.append(subprocess.Popen(argv, stdin=subprocess.DEVNULL))
        wait_for(port)
        yield port, [process.pid for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(folder)


def wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        finally:
            connection.close()
