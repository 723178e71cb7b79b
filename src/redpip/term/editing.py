"""Line editing, history and completion where there is a terminal, as far as the system's readline has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

NextWords = Callable[[Sequence[str]], Sequence[str]]  # from the words before the cursor to those that may follow


class Editor:
    """Python's own prompt is edited once readline is there. Where it is not, lines are typed as in a pipe."""

    def __init__(self) -> None:
        self._readline = _readline()

    def offer(self, next_words: NextWords) -> None:
        """Tab completes a word to one of these."""
        readline = self._readline
        if readline is None:
            return

        def complete(begun: str, number: int) -> str | None:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            fitting = [word for word in next_words(before) if word.casefold().startswith(begun.casefold())]
            return f"{fitting[number]} " if number < len(fitting) else None

        readline.set_completer(complete)

    def forget(self) -> None:
        """What one player typed is nothing to the next."""
        if self._readline:
            self._readline.clear_history()


def _readline() -> Any:
    with suppress(ImportError):
        import readline

        readline.set_completer_delims(" ")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
            return readline
        # a terminal without colours gets no escape codes at all
        for setting in ("set enable-bracketed-paste off", "set enable-meta-key off", "set completion-ignore-case on"):
            readline.parse_and_bind(setting)
        readline.parse_and_bind("tab: complete")
        return readline
    return None
