"""Tasks and sources that end their process."""

import os
import pathlib
import signal
import threading
from dataclasses import dataclass

import fsspec


@dataclass(frozen=True)
class Ending:
    """Ends its process so many times, as files in the folder count them; then it gives its name."""

    name: str
    folder: pathlib.Path
    times: int = 0
    number: int = signal.SIGKILL

    def __call__(self):
        for time in range(self.times):
            try:
                (self.folder / f"{self.name}{time}").touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), self.number)
            threading.Event().wait()
        return self.name

    def parts(self):
        return [self]

    def lost(self):
        return f"lost {self.name}"


class Waiting:
    """Tells its process, and does not end."""

    def __call__(self):
        print(os.getpid(), flush=True)
        threading.Event().wait()


class Deadly(fsspec.AbstractFileSystem):
    """The files of this machine; opening those that are called deadly.pdf ends the process."""

    def _open(self, path, mode="rb", **_):
        if path.endswith("deadly.pdf"):
            os.kill(os.getpid(), signal.SIGKILL)
        return open(path, mode)
