"""Files that people name on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from redpip.core.problem import Problem, reason_of


def read_text(file: Path) -> str:
    """What is in a file; - is standard input."""
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise Problem("cannot_read", "{file} cannot be read: {reason}.", file=file, reason=reason_of(error)) from None
    except UnicodeDecodeError:
        raise Problem("bad_record", "{file} is not a text file.", file=file) from None
