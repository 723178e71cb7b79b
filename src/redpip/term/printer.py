"""Lines on the screen: plain in a pipe, styled on a terminal, never meaning anything by colour alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from redpip.core.folding import fold
from redpip.core.words import Line, Style, line, plain
from redpip.term.editing import Editor, NextWords

STYLES: dict[Style, str] = {
    "plain": "",
    "strong": "bold",
    "red": "bold red",
    "faint": "dim",
    "could": "italic cyan",
    "odds": "italic cyan",
    "mine": "yellow",
}


class Printer:
    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream or sys.stdout
        self._console = _console(self._stream) if _is_styled(self._stream) else None
        self._editor: Editor | None = None  # from the first question on

    def show(self, lines: Iterable[Line]) -> None:
        for text in lines:
            self._print(text)

    def tell(self, text: str, style: Style = "plain") -> None:
        self._print(line((text, style)))

    def tell_to_copy(self, text: str) -> None:
        """A line with a command in it, which stays one line."""
        self._print_piece(line(text))

    def _print(self, text: Line) -> None:
        width = _width(self._stream)
        for piece in fold(text, width) if width else (text,):
            self._print_piece(piece)

    def _print_piece(self, text: Line) -> None:
        # what must not be parted has not been: now any terminal can print it
        text = line(*((part.replace("\N{NO-BREAK SPACE}", " "), style) for part, style in text))
        if self._console is None:
            print(plain(text), file=self._stream, flush=True)
            return
        from rich.text import Text

        self._console.print(Text.assemble(*((part, STYLES[style]) for part, style in text)), soft_wrap=True)

    def document(self, text: str) -> None:
        """Markdown: as it is in a pipe, laid out on a terminal."""
        if self._console is None:
            print(text, end="", file=self._stream, flush=True)
            return
        from rich.markdown import Markdown

        self._console.print(Markdown(text), width=min(self._console.width, 100))

    @property
    def can_cover(self) -> bool:
        """Can what is shown now be taken off the screen again?"""
        return self._stream.isatty() and os.environ.get("TERM") != "dumb"

    def cover(self) -> None:
        """A screen of its own, which is gone without a trace when ``uncover`` comes back to the old one."""
        self._send("\x1b[?1049h\x1b[2J\x1b[H")

    def uncover(self) -> None:
        # the other screen is wiped before it is left: some terminals would keep it
        self._send("\x1b[2J\x1b[?1049l")

    def _send(self, codes: str) -> None:
        if self.can_cover:
            print(codes, end="", file=self._stream, flush=True)

    def forget_typed(self) -> None:
        """Drops what was typed before, and too early: an Enter too many must not open the next player's curtain."""
        if self._editor:
            self._editor.forget()
        if sys.stdin.isatty():
            with suppress(ImportError, OSError):
                import termios

                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def ask(self, prompt: str, next_words: NextWords = lambda _: ()) -> str:
        """A line from the player, who may complete words with Tab; EOFError at the end of input."""
        if self._stream is sys.stdout:
            if sys.stdin.isatty() and sys.stdout.isatty():
                self._editor = self._editor or Editor()
                self._editor.offer(next_words)
            return input(prompt)
        print(prompt, end="", file=self._stream, flush=True)
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        return text.rstrip("\n")


def _width(stream: IO[str]) -> int:
    """Columns of the terminal; 0 for what is not one and takes lines of any length."""
    return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0


def _is_styled(stream: IO[str]) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _console(stream: IO[str]) -> Any:
    from rich.console import Console

    return Console(file=stream, highlight=False)


def open_streams() -> None:
    """Makes any standard streams usable: one that was closed is empty, and no letter is too strange to pass."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def drop_output() -> None:
    """Nobody reads standard output any more; the interpreter must not try to write what is left of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
