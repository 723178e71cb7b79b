"""Small words of the commands: one thing or several, whose name stands above, and how a language writes numbers."""

from pathlib import Path

import pytest

from redpip.store import records

from .conftest import Run
from .test_operating import filled


async def one_written(*_: object) -> tuple[int, int]:
    return 1, 0


def test_one_is_no_plural(inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path / "tables.sqlite")
    monkeypatch.setattr(records, "export_records", one_written)
    assert inside("export", "folder", "--data", str(tmp_path / "tables.sqlite")).stdout == "1 record in folder\n"
    one = inside(
        "simulate", "spicy", "--players", "bot:greedy", "--games", "1", "--processes", "1", "--seed", "1"
    ).stdout
    assert one.startswith("1 game of Spicy Dice, seed 1\n")


@pytest.mark.parametrize(("name", "title"), [("spicy", "Spicy Dice"), ("chili", "Chili Dice")])
def test_the_bots_of_an_edition_stand_under_its_name(name: str, title: str, inside: Run) -> None:
    assert inside("bots", name).stdout.splitlines()[0] == title


@pytest.mark.parametrize(("language", "point"), [("en", "."), ("de", ",")])
def test_numbers_are_written_as_the_language_writes_them(language: str, point: str, inside: Run) -> None:
    words = ("advise", "spicy", "424425_3_4.5.6", "--option", "boxes=4,5,6", "--option", "rolls=6", "--lang", language)
    numbers = [line.split()[0] for line in inside(*words).stdout.splitlines()[1:]]
    assert numbers
    assert all(point in one for one in numbers)


def test_the_only_move_is_named_as_it_is_typed(inside: Run) -> None:
    told = inside("play", "spicy", "--players", "Mia", "--no-save", typed="").stdout
    assert "Mia, Enter: roll 1 2 3 4 5 6>" in told
