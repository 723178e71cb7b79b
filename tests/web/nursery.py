"""Programs that begin with all of the service already imported, which takes longer than many a test.

A process has imported it once and forks for each of them; it ends with this one.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from typing import IO, Any

# the child goes on after the loop and ends as any program does
NURSERY = """
import json, os, signal, socket, sys
import redpip.web.serve
signal.signal(signal.SIGINT, signal.SIG_IGN)
line = socket.socket(fileno=0)
while True:
    said, given, *_ = socket.recv_fds(line, 1 << 20, 1)
    if not said:
        sys.exit()
    told = json.loads(said)
    if "wait" in told:
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(told["wait"], 0)[1])).encode())
    elif child := os.fork():
        os.close(given[0])
        line.send(str(child).encode())
    else:
        break
line.close()
for number in (1, 2):
    os.dup2(given[0], number)
os.close(given[0])
os.open(os.devnull, os.O_RDONLY)
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.clear()
os.environ.update(told["environ"])
sys.argv = told["words"]
exec(compile(told["program"], "<string>", "exec"), {"__name__": "__main__"})
"""


class Nursery:
    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen([sys.executable, "-c", NURSERY], stdin=theirs)
        theirs.close()
        self._turn = threading.Lock()

    def ask(self, told: Mapping[str, Any], *given: int) -> int:
        with self._turn:
            socket.send_fds(self._line, [json.dumps(told).encode()], given)
            return int(self._line.recv(100))

    def close(self) -> None:
        self._line.close()
        self._process.wait()


@cache
def nursery() -> Nursery:
    """The one of this process."""
    return Nursery()


def close_nursery() -> None:
    if nursery.cache_info().currsize:
        nursery().close()


class Forked:
    """A program; as far as tests need it, what ``subprocess.Popen`` is."""

    def __init__(self, program: str, words: list[str]) -> None:
        ours, theirs = os.pipe()
        told = {"program": program, "words": ["-c", *words], "environ": dict(os.environ)}
        self.pid = nursery().ask(told, theirs)
        os.close(theirs)
        self.stdout: IO[str] = os.fdopen(ours)
        self.returncode: int | None = None

    def send_signal(self, how: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, how)

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """What it says until it has ended; nobody waits for one that does not end longer than for other programs."""
        alarm = threading.Timer(timeout, self.send_signal, [signal.SIGKILL]) if timeout else None
        if alarm:
            alarm.start()
        said = "" if self.stdout.closed else self.stdout.read()
        self.stdout.close()
        if self.returncode is None:
            self.returncode = nursery().ask({"wait": self.pid})
        if alarm:
            alarm.cancel()
        return said, None
