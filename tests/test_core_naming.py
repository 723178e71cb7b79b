"""Real dice have no visible number: a referee who sees faces and red marks alone never refuses what numbered dice can
do, and always refuses what they cannot."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core import naming
from redpip.core.catalog import Game, all_games, find_game
from redpip.core.dice import DICE, shown
from redpip.core.game import Choose, Event, Over, Roll, Thrown
from redpip.core.history import History, begin
from redpip.core.problem import Problem
from redpip.core.referee import corrected, redone, throw_told, undone
from redpip.core.seen import Seen, SeenDie, all_showings, laid_on, parse_seen, seen_of, seen_text
from redpip.core.setup import Player, Setup

GAMES = list(all_games().values())
SMALL = {"rows": (2, 1)}  # where a game has no option ``dice``


class Hands:
    """Real, numbered dice: which of them bears which name in the record is known here alone."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self.at = dict(zip(DICE, DICE, strict=True))  # by name
        self.worlds = {DICE}  # all that somebody who only looks can think

    def throw(self, due: Roll) -> Seen:
        among = due.among or due.dice
        if due.numbered:
            self.at = dict(zip(DICE, DICE, strict=True))
        mixed = self._luck.sample([self.at[name] for name in among], len(among))
        self.at.update(zip(among, mixed, strict=True))
        self.fell = [(self.at[name], self._luck.choice(DICE)) for name in due.dice]
        seen = [SeenDie(face, die == face) for die, face in self.fell]
        return tuple(self._luck.sample(seen, len(seen)))

    def follow(self, thrown: Thrown, names: naming.Names) -> None:
        """The dice that were not thrown may have other names now; the others are told apart by what they show."""
        self.at = {names[name - 1]: die for name, die in self.at.items()}
        fell = list(self.fell)
        for name in shown(thrown.faces or ()):
            face = (thrown.faces or ())[name - 1]
            one = next(one for one in fell if one[1] == face and (one[0] == face) == (name == face))
            fell.remove(one)
            self.at[name] = one[0]


def start(game: Game, seats: int = 2, **options: Any) -> History:
    players = tuple(Player(f"P{seat}") for seat in range(seats))
    return begin(Setup(game, next(iter(game.presets)), options, players, 0, own_dice=True))


def after(history: History, events: Iterable[Event[Any]]) -> History:
    for event in events:
        history = history.again(event)
    return history


def acted(history: History, luck: Random) -> History:
    due = history.next
    assert isinstance(due, Choose)
    seat = min(due.options)
    options = list(due.options[seat])
    short = [option for option in options if len(str(option)) <= 8] or options
    return history.acted(seat, luck.choice([luck.choice(options), luck.choice(short)]))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_lawful_throw_is_ever_refused(game: Game, seed: int) -> None:
    luck = Random(seed)
    history = start(game, max(2, game.least_seats))
    hands = {seat: Hands(luck) for seat in (None, *range(len(history.setup.players)))}
    for _ in range(50):
        due = history.next
        if isinstance(due, Over):
            break
        if not isinstance(due, Roll):
            history = acted(history, luck)
            continue
        seen = hands[due.seat].throw(due)
        placing = naming.told(history, due.seat, due, seen)
        history = after(history, placing.events)
        thrown = history.events[-1]
        assert isinstance(thrown, Thrown)
        assert sorted(seen_of(thrown.faces or ())) == sorted(seen)
        hands[due.seat].follow(thrown, placing.names)
    assert after(begin(history.setup), history.events).state == history.state


def possible(worlds: set[tuple[int, ...]], due: Roll, seen: Seen) -> bool:
    """The slow oracle: every way in which real dice can lie, every order in which they can be told."""
    return any(_shows(world, due, order) for world in mixed(worlds, due) for order in set(permutations(seen)))


def mixed(worlds: set[tuple[int, ...]], due: Roll) -> set[tuple[int, ...]]:
    among = due.among or due.dice
    found = set()
    for world in worlds:
        for dice in permutations(among):
            moved = dict(zip(among, dice, strict=True))
            found.add(tuple(world[moved.get(name, name) - 1] for name in DICE))
    return found


def _shows(world: tuple[int, ...], due: Roll, seen: Iterable[SeenDie]) -> bool:
    pairs = zip(due.dice, seen, strict=True)
    return all((world[name - 1] == one.face) == one.red for name, one in pairs)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_told_is_refused_exactly_where_no_dice_can_show_it(game: Game, seed: int) -> None:
    luck = Random(seed)
    small = {"dice": 3} if "dice" in game.options else SMALL
    history = start(game, max(2, game.least_seats), **small)
    worlds: dict[int | None, set[tuple[int, ...]]] = {}
    for _ in range(40):
        due = history.next
        if isinstance(due, Over):
            break
        if not isinstance(due, Roll):
            history = acted(history, luck)
            continue
        before = {DICE} if due.numbered else worlds.get(due.seat, {DICE})
        faces = [luck.choice(DICE[:4]) for _ in due.dice]
        seen = tuple(SeenDie(face, luck.random() < 0.5) for face in faces)
        if not possible(before, due, seen):
            with pytest.raises(Problem) as problem:
                naming.told(history, due.seat, due, seen)
            assert problem.value.code in {"two_reds", "red_elsewhere", "must_be_red", "impossible_dice"}
            continue
        placing = naming.told(history, due.seat, due, seen)
        renamed_worlds = {_called(world, placing.names) for world in mixed(before, due)}
        history = after(history, placing.events)
        thrown = history.events[-1]
        assert isinstance(thrown, Thrown)
        shows = [(name, face) for name, face in enumerate(thrown.faces or (), 1) if face]
        worlds[due.seat] = {world for world in renamed_worlds if all((world[n - 1] == f) == (n == f) for n, f in shows)}
        assert worlds[due.seat], "the names in the record fit nothing"
        assert DICE in worlds[due.seat], "the names in the record are not among those that fit"


def _called(world: tuple[int, ...], names: naming.Names) -> tuple[int, ...]:
    """What is known of name i is known of its new name."""
    found = [0] * len(DICE)
    for name, die in enumerate(world, 1):
        found[names[name - 1] - 1] = die
    return tuple(found)


# ---- slips


def spicy(*told: str) -> History:
    """A game of one: dice as seen, anything else an action."""
    history = start(find_game("spicy")[0], 1)
    for text in told:
        if isinstance(history.next, Roll):
            history = after(history, throw_told(history, text))
        else:
            history = history.acted(0, history.rules.parse(text))
    return history


@pytest.mark.parametrize(
    ("told", "code"),
    [
        (("roll 123456", "4r 4r 1 1 2 2"), "two_reds"),
        (("roll 123456", "4 4 4 4 4 4"), "must_be_red"),
        (("roll 123456", "4r 1 1 2 2 3", "roll 1", "4r"), "red_elsewhere"),
        (("roll 123456", "1r 2r 3r 5r 6r 3", "roll 4", "4"), "must_be_red"),
        (("roll 123456", "1 1"), "wrong_count"),
        (("roll 123456", "7 1 1 1 1 1"), "bad_dice"),
    ],
)
def test_what_is_probably_a_slip_is_pointed_out(told: tuple[str, ...], code: str) -> None:
    with pytest.raises(Problem) as problem:
        spicy(*told)
    assert problem.value.code == code


def test_a_die_that_showed_white_turns_out_to_be_another() -> None:
    history = spicy("roll 123456", "6 6 6 6 1 1")
    named = history.state.sheet.dice
    other = next(die for die in DICE if named[die - 1] != 1 and die != 4)
    history = after(history.acted(0, history.rules.parse(f"roll {other}")), ())
    history = after(history, throw_told(history, "4r"))
    faces = history.state.sheet.dice
    assert faces[3] == 4
    assert sorted(faces) == sorted((6, 6, 6, 1, 1, 4))
    assert history.state.sheet.used == 2


def test_a_throw_is_corrected_and_what_came_after_it_is_told_again() -> None:
    history = spicy(
        "roll 123456", "6 6 6 3 1 1", "roll 2", "5", "score SUM", "roll 123456", "1 2 3 4 5 6r", "score RUN"
    )
    right = after(history, corrected(history, 1, "6 6 6 2 1 1"))
    assert right.state.sheet.card[8] == history.state.sheet.card[8] - 1
    assert right.state.sheet.card[6] == history.state.sheet.card[6]
    assert right.offered == ()
    assert right.events[: len(history.events)] == history.events


def test_what_no_longer_fits_is_offered_again() -> None:
    history = spicy("roll 123456", "6 6 6 3 1 1", "score 6", "roll 123456", "1 1 2 2 3 3", "score SET")
    right = after(history, corrected(history, 2, "score SET"))
    assert [str(getattr(event, "action", "")) for event in right.offered] == ["score SET"]
    assert right.state.sheet.card[7] is not None
    with pytest.raises(Problem):
        after(right, redone(right, ()))


def test_undo_and_redo() -> None:
    history = spicy("roll 123456", "6 6 6 3 1 1", "score SUM")
    one = after(history, undone(history, ()))
    two = after(one, undone(one, ()))
    assert isinstance(two.next, Roll)
    again = after(two, redone(two, ()))
    assert again.state == one.state
    again = after(again, redone(again, ()))
    assert again.state == history.state
    with pytest.raises(Problem, match="taken back"):
        redone(again, ())


# ---- what people see


@given(st.tuples(*[st.integers(1, 6)] * 6))
def test_what_is_seen_of_numbered_dice_can_be_laid_on_them(faces: tuple[int, ...]) -> None:
    seen = seen_of(faces)
    assert parse_seen(seen_text(seen)) == seen
    laid = laid_on(DICE, seen, faces)
    assert laid == faces
    assert sorted(seen_of(laid_on(DICE, seen) or ())) == sorted(seen)


def test_there_are_so_many_showings_and_each_once() -> None:
    seen = [tuple(sorted(seen_of(faces))) for faces in all_showings()]
    assert len(seen) == len(set(seen)) == 5144
    few = {tuple(sorted(seen_of((one, two, 0, 0, 0, 0)))) for one in DICE for two in DICE}
    assert len(all_showings(2)) == len(few)


@pytest.mark.parametrize("text", ["", "x", "4 7", "0", "4rr", "1 2 3 4 5 6 1", "४"])
def test_what_is_no_dice_is_refused(text: str) -> None:
    with pytest.raises(Problem) as problem:
        parse_seen(text)
    assert problem.value.code == "bad_dice"
