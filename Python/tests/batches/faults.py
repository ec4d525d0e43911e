"""A proxy on loopback that answers some requests with 500 and cuts some answers."""

import http.client
import http.server
import random
import socket
import socketserver
import threading
import time


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for_port(port: int, process, seconds: float = 120) -> None:
    """Returns when something listens; fails when the process ends or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert process.poll() is None, "the server ended"
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")


class FailingProxy:
    """Passes requests on to `target`; of each pair of failures one is a 500 and one a cut answer."""

    def __init__(self, target: str, share: float) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.requests = self.failures = 0
        # The choice is the same in every run for the same order of requests.
        self._random, self._lock, self._share = random.Random(7), threading.Lock(), share
        proxy, host = self, target.removeprefix("http://")

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                fault = proxy.fault()
                if fault == "500":
                    self.send_response(500)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                connection = http.client.HTTPConnection(host, timeout=60)
                try:
                    connection.request(self.command, self.path, body, dict(self.headers))
                    answer = connection.getresponse()
                    content = answer.read()
                finally:
                    connection.close()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                        self.send_header(name, value)
                length = answer.getheader("Content-Length") if self.command == "HEAD" else len(content)
                self.send_header("Content-Length", str(length or 0))
                self.end_headers()
                if fault == "cut":
                    self.wfile.write(content[: len(content) // 2])
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                if self.command != "HEAD":
                    self.wfile.write(content)

            do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = answer

            def log_message(self, *_: object) -> None:
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_: object) -> None:
                pass

        self._server = Server(("127.0.0.1", self.port), Handler)

    def fault(self) -> str | None:
        with self._lock:
            self.requests += 1
            if self._random.random() >= self._share:
                return None
            self.failures += 1
            return "500" if self.failures % 2 else "cut"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
