"""Games of other packages: entry points in the group ``redpip.games``. One that is broken is left out and named, once,
and everything else goes on without it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from redpip.core.problem import Phrase, Problem

GROUP = "redpip.games"
LOG = logging.getLogger("redpip.plugins")
LOG.addHandler(logging.NullHandler())  # commands and service listen; a worker process need not say it again


def load_plugins(take: Callable[[object], None]) -> dict[str, Problem]:
    """Hands what each plug-in brings to ``take``, which may refuse it. Those left out, by name."""
    left_out = {}
    for point in sorted(entry_points(group=GROUP)):
        try:
            take(point.load())
        except (Exception, SystemExit) as error:  # whatever a plug-in does, it is one plug-in that does it
            left_out[point.name] = _fault(point, error)
            LOG.warning("%s", left_out[point.name])
    return left_out


def _fault(point: EntryPoint, error: BaseException) -> Problem:
    reason = error if isinstance(error, Problem) else Phrase("{error} ({place})", error=_named(error), place=_at(error))
    return Problem("broken_plugin", "The plug-in {plugin} is left out: {reason}", plugin=_title(point), reason=reason)


def _title(point: EntryPoint) -> str:
    return f"{point.name} ({point.dist.name} {point.dist.version})" if point.dist else point.name


def _named(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]


def _at(error: BaseException) -> Phrase:
    """The last line that ran before it went wrong."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return Phrase("{file}, line {line}", file=frame.filename, line=frame.lineno)
