"""Pictures put together from changes, as docs/protocol.md tells it to whoever reads a stream."""

from __future__ import annotations

from typing import Any

Frame = dict[str, Any]


def whole(before: Frame, frame: Frame) -> Frame:
    """The frame with its whole picture; ``before`` is the one that was shown last."""
    if not frame.get("changes"):
        return frame
    table = {**before["table"], **frame["table"]}
    if "log" in frame["table"]:
        change = frame["table"]["log"]
        table["log"] = [line for line in before["table"]["log"] if line["seq"] >= change["since"]] + change["lines"]
    if frame["type"] == "presence":
        return {"type": "presence", "table": table}
    kept = {name: before[name] for name in ("ended", "options")}
    scene = before["scene"] and {**before["scene"], **frame.get("scene", {})}
    told = {name: value for name, value in frame.items() if name != "changes"}
    return {**kept, **told, "table": table, "scene": scene}
