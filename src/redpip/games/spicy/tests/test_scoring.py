"""Scoring against the rules' tables, written here once more in plain words, and against facts known beforehand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from redpip.core.dice import DICE, Faces, parse_faces, red_dice
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import BOXES, default_use, is_run, is_set, lines, pepper, uses, value, values

THROWS: list[Faces] = list(product(DICE, repeat=6))
SUBSETS = [dice for size in range(7) for dice in combinations(DICE, size)]

# every 97th throw, and those where something special happens
SPECIAL = ["123456", "111111", "444444", "324651", "552656", "661166", "161666", "333366", "222555", "113355", "254163"]
SAMPLE = [*THROWS[::97], *map(parse_faces, SPECIAL)]


# ---- the slow oracle


def reds_of(faces: Faces) -> list[int]:
    return [die for die in DICE if faces[die - 1] == die]


def oracle(faces: Faces, box: str) -> int:
    """What the rules' table of scoring lines says: the highest line that applies, 0 if none does."""
    return max([0, number_line(faces, box), *whole_lines(faces, box), red_line(faces, box)])


def number_line(faces: Faces, box: str) -> int:
    if not box.isdigit():
        return 0
    number = int(box)
    points = sum(face for face in faces if face == number)
    return points * 2 if faces[number - 1] == number else points


def red_line(faces: Faces, box: str) -> int:
    return 10 * len(reds_of(faces)) if box == "RED" else 0


def whole_lines(faces: Faces, box: str) -> list[int]:
    """The lines that need all six dice."""
    found = [sum(faces)] if box == "SUM" else []
    red_box = box.isdigit() and int(box) in reds_of(faces)
    if set(faces) == {1, 2, 3, 4, 5, 6} and (box == "RUN" or red_box):
        found.append(21)
    if all(faces.count(face) > 1 for face in faces) and (box == "SET" or red_box):
        found.append(sum(faces))
    if len(set(faces)) == 1:
        big = faces[0] >= 4
        at_home = box == str(faces[0])
        found.append((75 if big else 50) if at_home else (50 if big else 25))
    if faces == (1, 2, 3, 4, 5, 6):
        found.append(100 if box in ("RUN", "RED") else 50)
    return found


def declared(faces: Faces, box: str, used: tuple[int, ...]) -> int | None:
    """What the table of declared dice says; None where the declaration is not allowed."""
    shown = [faces[die - 1] for die in used]
    if not used:
        return 0
    if len(used) == 6:
        whole = whole_lines(faces, box)
        if box.isdigit() and set(faces) == {int(box)}:
            whole.append(number_line(faces, box))
        if box == "RED" and len(reds_of(faces)) == 6:
            whole.append(60)
        return max(whole) if whole else None
    if box == "SUM":
        return sum(shown)
    if box == "RED":
        return 10 * len(used) if set(used) <= set(reds_of(faces)) else None
    if box in ("RUN", "SET") or set(shown) != {int(box)}:
        return None
    return sum(shown) * (2 if int(box) in used else 1)


@pytest.mark.parametrize("first", DICE)
def test_every_throw_in_every_box(first: int) -> None:
    throws = [faces for faces in THROWS if faces[0] == first]
    assert len(throws) == 6**5
    assert [faces for faces in throws if values(faces) != {box: oracle(faces, box) for box in BOXES}] == []


def test_every_declaration() -> None:
    for faces in SAMPLE:
        for box in BOXES:
            allowed = {used: declared(faces, box, used) for used in SUBSETS}
            assert uses(faces, box) == {used: points for used, points in allowed.items() if points is not None}


def test_undeclared_dice_are_the_fewest_of_the_best_declaration() -> None:
    for faces in SAMPLE:
        for box in BOXES:
            found = uses(faces, box)
            best = max(found.values())
            fewest = min(len(used) for used, points in found.items() if points == best)
            chosen = default_use(faces, box)
            assert (found[chosen], len(chosen)) == (best, fewest)


def test_declaring_never_beats_the_classic_score() -> None:
    for faces in SAMPLE:
        for box in BOXES:
            assert max(uses(faces, box).values()) == value(faces, box)


# ---- the facts


def test_f1_red_is_the_die_that_shows_its_own_number() -> None:
    assert all(red_dice(faces) == tuple(reds_of(faces)) for faces in THROWS)


def test_f2_six_of_a_kind_has_its_own_red_and_no_other() -> None:
    kinds = [faces for faces in THROWS if len(set(faces)) == 1]
    assert [red_dice(faces) for faces in kinds] == [(1,), (2,), (3,), (4,), (5,), (6,)]


def test_f3_hot_pepper_and_the_reds_of_runs() -> None:
    assert [faces for faces in THROWS if pepper(faces) == "hot"] == [(1, 2, 3, 4, 5, 6)]
    assert {len(red_dice(faces)) for faces in THROWS if is_run(faces)} == {0, 1, 2, 3, 4, 6}
    assert sum(len(red_dice(faces)) == 5 for faces in THROWS) == 30


def test_f4_how_many_runs_and_sets() -> None:
    patterns = Counter(tuple(sorted(Counter(faces).values())) for faces in THROWS if is_set(faces))
    assert sum(is_run(faces) for faces in THROWS) == 720
    assert patterns == {(2, 2, 2): 1800, (3, 3): 300, (2, 4): 450, (6,): 6}
    assert patterns.total() == 2556


def test_f5_pepper_is_more_than_any_other_line() -> None:
    peppers = [faces for faces in THROWS if pepper(faces)]
    assert len(peppers) == 7
    for faces in peppers:
        for box in BOXES:
            *others, (best, _) = lines(faces)[box]
            assert all(points < best for points, _ in others)
            assert best == value(faces, box)


def test_f9_the_most_a_card_can_hold() -> None:
    best = {box: max(values(faces)[box] for faces in THROWS) for box in BOXES}
    assert [best[box] for box in BOXES] == [50, 50, 50, 75, 75, 75, 100, 50, 50, 100]
    rules = SpicyRules()
    assert sum(best.values()) == 675
    assert sum(best.values()) + rules.bonus * (rules.rolls - len(BOXES)) == 775


# ---- shrunken games score by the same lines


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("21----", "RUN", 3),
        ("12----", "RUN", 100),
        ("22----", "SET", 25),
        ("22----", "2", 50),
        ("13----", "1", 2),
        ("31----", "RED", 0),
        ("64----", "SUM", 10),
    ],
)
def test_two_dice(dice: str, box: str, points: int) -> None:
    assert value(parse_faces(dice), box) == points


def test_a_red_doubles_only_what_it_is_used_with() -> None:
    found = uses((4, 2, 4, 4, 2, 5), "4")
    assert (found[(1, 3)], found[(1, 4)], found[(4,)], found[()]) == (8, 16, 8, 0)
