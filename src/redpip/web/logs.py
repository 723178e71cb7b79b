"""What the service writes down of itself: a line for each event, for people or for programs, and no secrets in it."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import IO, Any

import orjson

from redpip.core.discreet import discreet, outline

FORMS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
_TABLE = re.compile(r"\btable ([a-z0-9]{10})\b")

logger = logging.getLogger(__name__)


class Discreet(logging.Formatter):
    """The message with all facts that may be known; an exception by its kind and place alone."""

    def told(self, record: logging.LogRecord) -> dict[str, Any]:
        message = self._message(record)
        table = _TABLE.search(message)
        error = record.exc_info[1] if record.exc_info else None
        facts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
            "table": table[1] if table else None,
            "error": outline(error) if error else None,
        }
        return {name: fact for name, fact in facts.items() if fact is not None}

    def _message(self, record: logging.LogRecord) -> str:
        args = record.args
        if isinstance(args, Mapping):
            return str(record.msg) % {name: discreet(value) for name, value in args.items()}
        text = str(discreet(record.msg))
        return text % tuple(map(discreet, args)) if args else text


class TextLines(Discreet):
    def format(self, record: logging.LogRecord) -> str:
        told = self.told(record)
        line = "{time} {level:7} {logger}: {message}".format_map(told)
        return (f"{line} [{told['error']}]" if "error" in told else line).replace("\n", "\\n")


class JsonLines(Discreet):
    def format(self, record: logging.LogRecord) -> str:
        return orjson.dumps(self.told(record)).decode()


def write_logs(form: str = "text", level: str = "warning", stream: IO[str] | None = None) -> None:
    """From now on. Libraries tell more than they should where they are asked for more than warnings: paths of requests,
    whole messages, what a statement was given. So they are not asked."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    wanted = level.upper()
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("ERROR" if wanted == "ERROR" else "WARNING")
    logging.getLogger("redpip").setLevel(wanted)
    logging.captureWarnings(True)


def note_what_nobody_awaits(loop: asyncio.AbstractEventLoop) -> None:
    """asyncio would write down whole tasks and what they were given."""

    def unforeseen(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        logger.error("nobody waited for something that failed", exc_info=context.get("exception"))

    loop.set_exception_handler(unforeseen)
