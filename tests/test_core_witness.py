"""A turn told by sight alone is the turn that was played: what was rolled, turned and written, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.catalog import all_games, find_game
from redpip.core.dice import DICE
from redpip.core.game import Acted, Choose, Over, Roll, Thrown
from redpip.core.history import History, begin
from redpip.core.noting import inner, lines_now
from redpip.core.referee import action_told, dice_of, told_again
from redpip.core.seen import seen_of, seen_text
from redpip.core.setup import Player, Setup
from redpip.core.witness import saw_told, throw_seen
from redpip.games.catch6.scoring import first_way

WITNESSED = [
    (game, preset)
    for game in all_games().values()
    if game.noting is not None and game.noting.witnessed
    for preset in game.presets
]


def start(game: Any, preset: str = "", seats: int = 2) -> History:
    players = tuple(Player(f"P{seat}") for seat in range(seats))
    return begin(Setup(game, preset or next(iter(game.presets)), {}, players, 0, own_dice=True))


def columns(history: History, state: Any) -> Any:
    return history.setup.game.noting.columns(history.setup.game_rules, inner(history.setup, state))


def seen(faces: Any) -> str:
    return seen_text(seen_of(tuple(faces)))


def one_turn(history: History, luck: Random) -> History:
    """Played by the rules to its end, by dice with numbers."""
    due = history.next
    assert isinstance(due, Choose)
    seat, began = min(due.options), len(history.events)
    while True:
        due = history.next
        if isinstance(due, Roll):
            faces = [luck.choice(DICE) if die in due.dice else 0 for die in DICE]
            history = history.again(Thrown(due.seat, tuple(faces), len(due.dice)))
        elif (
            isinstance(due, Over)
            or seat not in due.options
            or (len(history.events) > began and lines_now(history.setup, history.state, due, seat))
        ):
            return history
        else:
            options = list(due.options[seat])
            short = [option for option in options if len(str(option)) <= 8] or options
            history = history.acted(seat, luck.choice([luck.choice(options), luck.choice(short)]))


def sights(before: History, after: History) -> Iterator[str]:
    """The same turn as somebody sees it."""
    seat = min(before.next.options)  # type: ignore[union-attr]
    noting = before.setup.game.noting
    here, rolls, last = before, 0, None
    for event in after.events[len(before.events) :]:
        lies = dice_of(here, seat)
        if isinstance(event, Thrown):
            due = here.next
            assert isinstance(due, Roll)
            if due.seat is None:
                yield f"fell: {seen(event.faces)}"
                continue
            picked = tuple(lies[die - 1] if die in due.dice else 0 for die in DICE)
            fresh = noting.some or (not rolls and not noting.stays(before.setup.game_rules))
            yield f"rolled {'' if fresh or not any(lies) else seen(picked)}: {seen(event.faces)}"
            rolls += 1
        elif isinstance(event, Acted) and hasattr(event.action, "face"):
            die = seen(face if die == event.action.die else 0 for die, face in enumerate(lies, 1))
            yield f"turned {die}: {event.action.face}"
        elif isinstance(event, Acted) and str(event.action).split()[0] in noting.chosen:
            if hasattr(event.action, "die"):
                die = seen(face if die == event.action.die else 0 for die, face in enumerate(lies, 1))
                yield f"put {die}: {getattr(event.action, 'row', getattr(event.action, 'square', 0))}"
            else:
                yield f"moved {event.action}"
        last = event
        here = here.again(event)
        ended = str(getattr(event, "action", "")) in ("done", "end")
        if noting.passes and (ended or isinstance(here.next, Over) or (noting.some and seat not in seats_next(here))):
            yield f"ended next-{next_of(after) + 1}"
    if not noting.passes:
        yield f"ended {result(before, after, seat, last)}"


def seats_next(history: History) -> tuple[int, ...]:
    due = history.next
    match due:
        case Choose(options=options):
            return tuple(options)
        case Roll(seat=int(seat)):
            return (seat,)
    return ()


def next_of(history: History) -> int:
    return min(seats_next(history), default=0)


def result(before: History, after: History, seat: int, last: Any) -> str:
    """As it would be written on paper."""
    old, new = (columns(one, one.state)[seat] for one in (before, after))
    match str(getattr(last, "action", "")).split():
        case ["score", box, *_]:
            return f"{box} {dict(new.boxes)[box]}"
        case ["catch", number, *how]:
            found = first_way(dice_of(after, seat), int(number)) if how[:1] in ([], ["carry"]) else how[0]
            return "-".join([number, found, *how[-1:]]) if "carry" in how else f"{number}-{found}"
        case ["pass"]:
            return "pass"
    what = lines_now(before.setup, before.state, before.next, seat)[0].what
    return f"{what} {new.score - old.score}" if new.score > old.score else "bust"


def rolls(history: History, since: int) -> list[Any]:
    events = [history.events[number] for number in history.standing[since:]]
    return [sorted(seen_of(event.faces or ())) for event in events if isinstance(event, Thrown)]


def lying(history: History) -> Any:
    """Where the dice of each seat lie, by what they show."""
    setup, state = history.setup, inner(history.setup, history.state)
    found = []
    for seat in range(len(setup.players)):
        lies = dice_of(history, seat)
        places = setup.game.noting.lying(setup.game_rules, state, seat, lies)
        found.append(sorted((place, lies[die - 1], lies[die - 1] == die) for die, place in places.items()))
    return found


@pytest.mark.parametrize(("game", "preset"), WITNESSED, ids=lambda one: getattr(one, "id", one))
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_turn_told_by_sight_is_the_turn_that_was_played(game: Any, preset: str, seed: int) -> None:
    luck = Random(seed)
    told = start(game, preset)
    for _ in range(6):
        if isinstance(told.next, Over):
            break
        played = one_turn(told, luck)
        before = len(told.standing)
        here = told
        for text in sights(told, played):
            here = told_again(here, saw_told(here, min(told.next.options), text))  # type: ignore[union-attr]
        assert columns(here, here.state) == columns(played, played.state)
        assert rolls(here, before) == rolls(played, before)
        assert lying(here) == lying(played)
        told = here


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_dice_named_by_what_they_show_may_be_others_that_look_alike(seed: int) -> None:
    luck = Random(seed)
    told = start(find_game("spicy")[0], seats=1)
    for _ in range(4):
        if isinstance(told.next, Over):
            break
        played = one_turn(told, luck)
        before = len(told.standing)
        for text in sights(told, played):
            verb, _, rest = text.partition(" ")
            picked, _, fell = rest.partition(":")
            if verb != "rolled":
                told = told_again(told, saw_told(told, 0, text))
                continue
            named = f"roll ={picked}" if picked.strip() else "roll 123456"
            told = told.acted(0, action_told(told, 0, named))
            told = told_again(told, throw_seen(told, fell))
        assert columns(told, told.state) == columns(played, played.state)
        assert rolls(told, before) == rolls(played, before)
