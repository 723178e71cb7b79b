"""From one picture to the next: only what has changed, told once for all who saw the same and see the same."""

from __future__ import annotations

from typing import Any

from redpip.table.picture import Part, Sight


class Whole(Exception):
    """What has changed cannot be told by changes alone."""


class Changes:
    """From whatever was shown before to one moment."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Part, Part, Part]] = {}

    def common(self, before: Sight, after: Sight) -> Part:
        """The members that differ; of the log the new lines, and from which one on the old ones stay."""
        return self._once(before.common, after.common, _common)

    def drawn(self, before: Sight, after: Sight) -> Part:
        """What is drawn differently; of the scene the members that differ."""
        return self._once(before.drawn, after.drawn, _drawn)

    def _once(self, before: Part, after: Part, tell: Any) -> Part:
        key = id(before), id(after)
        if key not in self._known:
            # the two are kept, so that nothing else can come by their ids
            self._known[key] = before, after, tell(before, after)
        return self._known[key][2]


def changed(before: Part, after: Part) -> Part:
    """The members that are new or differ; ``Whole`` where one is gone."""
    if before.keys() - after.keys():
        raise Whole
    return {name: value for name, value in after.items() if name not in before or before[name] != value}


def _common(before: Part, after: Part) -> Part:
    differing = changed(before, after)
    if "log" in differing:
        differing["log"] = _log(before["log"], after["log"])
    return differing


def _log(before: list[Part], after: list[Part]) -> Part:
    last = before[-1]["seq"] if before else 0
    new = [line for line in after if line["seq"] > last]
    since = after[0]["seq"] if after else last + 1
    if [line for line in before if line["seq"] >= since] + new != after:
        raise Whole
    return {"since": since, "lines": new}


def _drawn(before: Part, after: Part) -> Part:
    differing = changed(before, after)
    if "scene" in differing:
        if before["scene"] is None or after["scene"] is None:
            raise Whole
        differing["scene"] = changed(before["scene"], after["scene"])
    return differing
