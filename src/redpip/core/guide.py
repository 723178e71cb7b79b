"""Plays a lesson: the script's dice and the others' moves, and whatever the learner chooses.

Where the learner is follows from the lesson and the choices alone, so nobody has to keep anything. Whoever chooses
something else than what is asked plays on by the rules, with seeded dice and the house bot in the other seats, until
a later chapter of the script can be played from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Acted, Choose, Over, Roll, Seat, Thrown, legal
from redpip.core.history import History, begin
from redpip.core.lesson import LEARNER, Ending, Lesson, Move, Step, lesson_of, moves
from redpip.core.luck import luck_key
from redpip.core.problem import Problem
from redpip.core.seated import SeatedBot
from redpip.core.setup import Player, Setup

LOOKED = ">"  # the choice of whoever has looked at what a step shows
SEED = "lesson"  # of the dice that fall where the script says nothing


@dataclass(frozen=True)
class Guided:
    """Where a learner is."""

    lesson: Lesson
    history: History
    at: int = 0  # the step that asks, from 0; as many as there are steps when all are done
    done: int = 0  # so many of its actions
    strayed: int | None = None  # the number of choices before the one that left the script
    jumped: int = 0  # so many events need not be watched
    starts: tuple[tuple[int, int], ...] = ()  # the steps so far, and after how many choices each began
    picked_up: bool = False  # the script goes on here after another way

    @property
    def step(self) -> Step | None:
        return self.lesson.step[self.at] if self.at < len(self.lesson.step) else None

    @property
    def asked(self) -> tuple[str, ...]:
        """What is still to be chosen to do what this step asks."""
        if self.strayed is not None or self.step is None:
            return ()
        return self.step.do[self.done :] or (LOOKED,)

    @property
    def over(self) -> bool:
        return self.step is None or isinstance(self.history.next, Over)

    @property
    def alike(self) -> tuple[str, ...]:
        """All that would do what is asked next: two texts may mean the same."""
        due, state, rules = self.history.next, self.history.state, self.history.rules
        if not self.asked or self.asked[0] == LOOKED:
            return self.asked[:1]
        wanted = rules.play(state, LEARNER, rules.parse(self.asked[0]))
        return tuple(str(one) for one in legal(due, LEARNER) if rules.play(state, LEARNER, one) == wanted)

    def asks(self, action: str) -> bool:
        """Is this what is asked for?"""
        if LOOKED in (action, *self.asked[:1]):
            return self.asked[:1] == (action,)
        return str(self.history.rules.parse(action)) in self.alike

    @property
    def looked(self) -> Guided:
        """Whoever acts at once has looked at what there was to see, if nothing else was to happen first."""
        if self.asked != (LOOKED,) or self.at + 1 == len(self.lesson.step) or self.lesson.step[self.at + 1].before:
            return self
        return _enter(self, self.at + 1, self.starts[-1][1])


def setup_of(game: Game, preset: str | None, lesson: Lesson, name: str) -> Setup:
    """The learner, and the house bot in the seats of the others."""
    key, chosen = game.preset(preset or lesson.preset or None)
    others = tuple(Player(other, game.house_bot) for other in lesson.others)
    options = {**chosen.options, **(lesson.options or {})}
    return Setup(game, key, options, (Player(name), *others), lesson.first)


def guide(lesson: Lesson, setup: Setup, choices: Sequence[str]) -> Guided:
    """Where these choices lead. One that the rules do not allow is refused by them."""
    return go_on(_enter(Guided(lesson, begin(setup)), 0, 0), choices)


def go_on(guided: Guided, choices: Sequence[str], after: int = 0) -> Guided:
    """Where further choices lead, ``after`` so many."""
    for number, choice in enumerate(choices, after):
        guided = _chosen(guided, choice, number)
    return guided


def asked_all(guided: Guided) -> Iterator[Guided]:
    """Everything that is asked, to the end."""
    choices = 0
    while guided.step is not None:
        yield guided
        guided = _chosen(guided, guided.asked[0], choices)
        choices += 1
    yield guided


def lesson_and_setup(game: Game, preset: str | None, name: str) -> tuple[Lesson, Setup]:
    lesson = lesson_of(game)
    if lesson is None:
        raise Problem("no_lesson", "{game} brings no guided game.", game=game.name)
    return lesson, setup_of(game, preset, lesson, name)


def asked_part(guided: Guided, choices: Sequence[str]) -> tuple[Guided, Sequence[str]]:
    """As far as these choices are what is asked, and the rest of them."""
    guided = guided.looked
    for number, choice in enumerate(choices):
        if not guided.asks(choice):
            return guided, choices[number:]
        guided = _done(guided, choice)
    return guided, ()


def _done(guided: Guided, choice: str) -> Guided:
    return replace(guided, history=_acted(guided.history, choice), done=guided.done + 1)


def _chosen(guided: Guided, choice: str, number: int) -> Guided:
    guided = replace(guided, picked_up=False)
    guided = guided if choice == LOOKED else guided.looked
    if not guided.asks(choice):
        return _strayed(guided, choice, number)
    if choice == LOOKED:
        return _enter(guided, guided.at + 1, number + 1)
    acted = _done(guided, choice)
    return acted if acted.asked != (LOOKED,) else _enter(acted, acted.at + 1, number + 1)


def _acted(history: History, choice: str) -> History:
    if choice == LOOKED:
        raise Problem("not_asked", "There is nothing to look at here; a move is due.")
    return history.acted(LEARNER, history.rules.parse(choice))


def _strayed(guided: Guided, choice: str, number: int) -> Guided:
    first = number if guided.strayed is None else guided.strayed
    return _on_own_way(replace(guided, history=_acted(guided.history, choice), strayed=first), number + 1)


def _enter(guided: Guided, at: int, choices: int) -> Guided:
    """A step begins: what the script says happens first."""
    part: Step | Ending = guided.lesson.step[at] if at < len(guided.lesson.step) else guided.lesson.end
    history = _played(guided.lesson, guided.history, part.before)
    jumped = len(history.events) if isinstance(part, Step) and part.jump else guided.jumped
    starts = (*guided.starts, (at, choices))
    return replace(guided, history=history, at=at, done=0, jumped=jumped, starts=starts, strayed=None)


def _played(lesson: Lesson, history: History, lines: Iterable[str]) -> History:
    for move in (move for line in lines for move in moves(lesson, line)):
        if isinstance(move, Move):
            history = history.acted(move.seat, history.rules.parse(move.action))
        else:
            history = history.thrown(move)
    return history


def _on_own_way(guided: Guided, choices: int) -> Guided:
    """Until the learner is to choose again, or the script can go on."""
    while True:
        history = guided.history
        if (at := _chapter(guided)) is not None:
            return replace(_enter(guided, at, choices), picked_up=True)
        match history.next:
            case Roll():
                guided = replace(guided, history=history.thrown(history.seeded_faces(SEED)))
            case Choose(options=options):
                seat = next((seat for seat in options if seat != LEARNER), None)
                if seat is None:
                    return guided
                guided = replace(guided, history=history.acted(seat, _house_choice(history, seat)))
            case Over():
                return guided


def _house_choice(history: History, seat: Seat) -> Any:
    """What the house bot does in this seat, having heard what the seat may hear."""
    setup, rules = history.setup, history.rules
    bot = SeatedBot(setup, setup.game.house_bot, seat, luck_key(SEED, seat))
    for event in history.events:
        bot.heard(rules.seen(event, seat))
    return bot.choose(rules.view(history.state, seat), legal(history.next, seat))


def _chapter(guided: Guided) -> int | None:
    """The next chapter that the rules let us play from here, once the learner's turn is over."""
    history = guided.history
    due, last = history.next, history.events[-1]
    seats = due.options if isinstance(due, Choose) else {getattr(due, "seat", None)}
    if LEARNER in seats and isinstance(last, Thrown | Acted) and last.seat == LEARNER:
        return None  # the turn goes on
    chapters = (at for at, step in enumerate(guided.lesson.step) if at > guided.at and step.chapter)
    return next((at for at in chapters if _fits(guided, at)), None)


def _fits(guided: Guided, at: int) -> bool:
    try:
        *_, last = asked_all(_enter(guided, at, 0))
    except Problem:
        return False
    return last.step is None
