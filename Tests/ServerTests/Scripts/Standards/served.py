"""What every validator wants of a server."""

import json
import sys
import time
import urllib.error
import urllib.request

import patience


def get(url, **headers):
    """The body and the media type of what is at a URL; anything but 200 ends the script. A server that
    is busy is asked again, as it says."""
    request = urllib.request.Request(url, headers=headers)
    end = time.monotonic() + patience.SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(request, timeout=patience.SECONDS) as answer:
                return answer.read(), answer.headers["Content-Type"]
        except urllib.error.HTTPError as error:
            if error.code != 503:
                sys.exit(f"{url}: {error.code} {error.read().decode()[:300]}")
            time.sleep(int(error.headers["Retry-After"]))
    sys.exit(f"{url}: the server is busy all the time")


def get_json(url, media_type):
    body, found = get(url)
    if found != media_type:
        sys.exit(f"{url} is {found}, not {media_type}")
    return json.loads(body)


class Complaints:
    """Gathers what is wrong, and ends the script with it."""

    def __init__(self):
        self.lines = []
        self.checked = 0

    def expect(self, is_so, *what):
        self.checked += 1
        if not is_so:
            self.lines.append(" ".join(str(part) for part in what))

    def finish(self):
        if not self.checked:
            sys.exit("nothing was looked at")
        if self.lines:
            sys.exit("\n".join(self.lines[:40]))
        print(f"{self.checked} checks")
