"""Runs the real ``redpip`` command: in a pipe, or on a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import resource
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from redpip.cli import main

COMMAND = Path(sys.executable).with_name("redpip")

Result = subprocess.CompletedProcess[str]
Run = Callable[..., Result]


def full_after(size: int) -> Callable[[], None]:
    """No file may grow beyond so many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """A newcomer's environment: English, no settings, nothing saved."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    return kept | {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "REDPIP_STATE_DIR": str(tmp_path / "state"),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLUMNS": "80",
    }


@pytest.fixture
def redpip(tmp_path: Path, env: dict[str, str]) -> Run:
    """Runs a command to its end. Whatever happens, nobody is shown a traceback."""

    def run(*words: str, typed: str | bytes = "", set_env: Mapping[str, str] | None = None, **how: Any) -> Result:
        data = typed.encode() if isinstance(typed, str) else typed
        if "stdin" not in how:
            how["input"] = data
        for stream in ("stdout", "stderr"):
            how.setdefault(stream, subprocess.PIPE)
        done = subprocess.run(
            [COMMAND, *words], cwd=tmp_path, env=env | dict(set_env or {}), timeout=PATIENCE, check=False, **how
        )
        out, err = ((text or b"").decode("utf-8", "backslashreplace") for text in (done.stdout, done.stderr))
        assert "Traceback" not in out + err
        assert "Exception ignored" not in out + err
        return Result(done.args, done.returncode, out, err)

    return run


@pytest.fixture
def inside(
    tmp_path: Path, env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """The same within this process, for the many cases that need no process of their own."""
    for name in (*env, "LC_ALL", "REDPIP_LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str, typed: str = "", set_env: Mapping[str, str] | None = None) -> Result:
        with monkeypatch.context() as patch:
            for name, value in (env | dict(set_env or {})).items():
                patch.setenv(name, value)
            patch.chdir(tmp_path)
            patch.setattr("sys.argv", ["redpip", *words])
            patch.setattr("sys.stdin", TextIOWrapper(BytesIO(typed.encode()), "utf-8"))
            with pytest.raises(SystemExit) as stop:
                main()
        assert isinstance(stop.value.code, int)
        return Result(words, stop.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[], Path]:
    """The only saved game there is."""

    def only() -> Path:
        (path,) = (tmp_path / "state" / "games").glob("*.jsonl")
        return path

    return only


class Terminal:
    """A command on a terminal."""

    def __init__(self, words: tuple[str, ...], cwd: Path, env: Mapping[str, str], columns: int) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (40, columns))

        def take_over() -> None:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [COMMAND, *words], cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=take_over
        )
        os.close(theirs)
        self.raw = ""
        self._answered = -1  # how much was shown when we last typed something

    @property
    def text(self) -> str:
        """All that was shown, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw).replace("\r\n", "\n")

    def send(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def answer(self, prompt: str, text: str) -> None:
        """Waits for the next prompt at the end of the screen and types a line."""
        self.wait_for(lambda: len(self.raw) > self._answered and self.text.endswith(prompt), prompt)
        self._answered = len(self.raw)
        self.send(text + "\n")

    def wait_for(self, ready: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not ready():
            if time.monotonic() > end or not self._read():
                raise AssertionError(f"no {what!r} after:\n{self.text[-2000:]}")

    def interrupt(self) -> None:
        """Ctrl-C, as often as it takes: Python does not notice one that comes between its prompt and its reading."""
        end = time.monotonic() + PATIENCE
        before = len(self.raw)
        while "\n" not in self.raw[before:] and time.monotonic() < end:
            self.send("\x03")
            while self._read(1):
                pass

    def finish(self) -> int:
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def _read(self, patience: float = PATIENCE) -> bool:
        """Reads what there is; False once the other side is closed."""
        if not select.select([self._ours], [], [], patience)[0]:
            return False
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # Linux tells us so that nobody is there any more
            return False
        self.raw += data.decode()
        return bool(data)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def terminal(tmp_path: Path, env: dict[str, str]) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(*words: str, set_env: Mapping[str, str] | None = None, columns: int = 80) -> Terminal:
        opened.append(Terminal(words, tmp_path, env | dict(set_env or {}), columns))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()
