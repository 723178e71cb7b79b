"""Today's dice at the keyboard: the same for everybody, saved as they fall, played once."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from redpip.term import daily

from .conftest import Run

DAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
TURNS = "".join(f"roll\nscore {box}\n" for box in ("1", "2", "3", "4", "5", "6", "RUN", "SET", "SUM", "RED"))


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "clock", lambda: DAY)


@pytest.mark.usefixtures("today")
def test_the_dice_of_a_day_are_played_once(inside: Run, tmp_path: Path) -> None:
    file = tmp_path / "state" / "games" / "daily-2026-11-16.jsonl"
    begun = inside("daily", typed="roll\n")
    assert begun.returncode == 3
    assert json.loads(file.read_text().splitlines()[0])["seed"] == "daily/2026-11-16/spicy"
    done = inside("daily", typed=TURNS.removeprefix("roll\n"))
    assert done.returncode == 0, done.stderr
    assert "The game goes on where it stopped." in done.stdout
    kept = file.read_bytes()
    again = inside("daily")
    assert (again.returncode, again.stderr) == (
        1,
        f"redpip: You have played the dice of 2026-11-16 already. Look at the game with: redpip review {file}\n",
    )
    assert "Die Würfel vom 2026-11-16 hast du schon gespielt." in inside("daily", "--lang", "de").stderr
    assert file.read_bytes() == kept
