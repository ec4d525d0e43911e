"""A web server on a port of its own choice, which it prints, for downloads that go well and do not.

    peer.py [CERTIFICATE KEY]

/log tells what was asked for, a line for each request: path, Range, If-Range. A path is made of words
between slashes, each NAME=VALUE, of which these mean something:

    size=N      so many bytes: numbers of eight digits with a line feed each, cut off at the end
    etag=T      the entity tag "T"; `none` for no validator, `weak` for a weak one
    cut=N       the connection is closed after N bytes of an answer to a request without Range
    piece=N     the connection is closed after N bytes of any answer
    hold=N      likewise, nothing more is sent until the client has gone
    total=N     the total that an answer with a part of it names
    status=N    the status of the answer, if it is to be another
    field=F     a field of the header, F being in hexadecimal
    plain=1     no length: the end of the connection is the end of the body
    to=U        a redirect to U, in hexadecimal
    gzip=1      the body compressed
"""
import functools
import gzip
import http.server
import os
import re
import ssl
import sys
import threading

requests = []


@functools.lru_cache
def content(size):
    return b"".join(b"%08d\n" % number for number in range(size // 9 + 1))[:size]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/log":
            return self.answer(200, "\n".join(requests).encode())
        requests.append(" ".join(
            [self.path, self.headers.get("Range", "-"), self.headers.get("If-Range", "-")]))
        words = dict(word.split("=", 1) for word in self.path.split("/") if "=" in word)
        self.extra = [bytes.fromhex(words["field"]).decode()] if "field" in words else []
        if "to" in words:
            self.extra.append("Location: " + bytes.fromhex(words["to"]).decode())
            return self.answer(302, b"")
        tag = {"none": None, "weak": 'W/"v1"'}.get(words.get("etag"), f'"{words.get("etag", "v1")}"')
        body = content(int(words.get("size", 0)))
        whole = len(body)
        if "gzip" in words:
            self.extra.append("Content-Encoding: gzip")
            body = gzip.compress(body)
        if tag:
            self.extra.append("ETag: " + tag)
        asked = re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))
        if asked and self.headers.get("If-Range", tag) == tag:
            start, total = int(asked[1]), int(words.get("total", whole))
            self.extra.append(f"Content-Range: bytes {start}-{whole - 1}/{total}")
            return self.answer(206, body[start:], int(words.get("piece", -1)))
        cut = int(words.get("cut", words.get("hold", words.get("piece", -1))))
        self.answer(int(words.get("status", 200)), body, cut, "hold" in words, "plain" in words)

    def answer(self, status, body, cut=-1, holds=False, plain=False):
        lines = [f"HTTP/1.1 {status} Word"] + getattr(self, "extra", [])
        lines.append("Connection: close" if plain else f"Content-Length: {len(body)}")
        self.wfile.write("\r\n".join(lines).encode() + b"\r\n\r\n")
        self.wfile.write(body if cut < 0 else body[:cut])
        self.wfile.flush()
        if holds:
            while self.connection.recv(1):
                pass
        if plain or cut >= 0:
            self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


def leave_with_parent():
    """Ends when the test that started it is gone, which shows at its standard input."""
    sys.stdin.buffer.read()
    os._exit(0)


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
threading.Thread(target=leave_with_parent, daemon=True).start()
server.serve_forever()
