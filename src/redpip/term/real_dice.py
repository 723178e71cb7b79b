"""A game with real dice at the keyboard: people type what they see, in one of three ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from redpip.core import referee
from redpip.core.dice import Faces, faces_text
from redpip.core.game import Choose, Event, Noted, Roll, Seat
from redpip.core.naming import NUMBERING, is_settled
from redpip.core.noting import NoteLine, Way, find_way, inner
from redpip.core.playing import Play
from redpip.core.problem import Problem, unknown
from redpip.core.referee import entry_text
from redpip.core.setup import Setup
from redpip.core.words import N_
from redpip.term.client import Client, Quit
from redpip.term.reading import FEW
from redpip.term.rulebook import told

SOURCES = ("seeded", "typed")
ENTRIES = 20  # so many can be pointed at
WAY_TEXTS: dict[Way, str] = {
    "tally": N_("You tally: Enter for each roll, then the result and its points."),
    "final": N_("You type the dice at the end of a turn; Enter counts a roll."),
    "every": N_("You type every roll."),
}


def with_dice(setup: Setup, dice: str, keep: str | None) -> tuple[Setup, Way | None]:
    """The same game with the dice that somebody wants."""
    if dice not in SOURCES:
        raise unknown("source of dice", dice, list(SOURCES))
    if dice == "seeded":
        if keep is not None:
            raise Problem("bad_usage", "--keep is for real dice: add --dice typed.")
        return setup, None
    with setup.game.concerned(setup.preset):
        return replace(setup, own_dice=True), find_way(setup.game, keep or "every")


def usual_way(play: Play) -> Way:
    """How a game that is taken up was kept last."""
    return "tally" if play.events and isinstance(play.events[-1], Noted) else "every"


def typed_client(way: Way) -> Callable[..., Client]:
    return partial(TypedClient, way)


class TypedClient(Client):
    def __init__(self, way: Way, *given: Any, **named: Any) -> None:
        self._way: Way = way
        self._rolls = 0  # counted in this turn
        self._dice: Faces | None = None  # told as the last of this turn
        super().__init__(*given, **named)
        custom = self._setup.game.presets[self._setup.preset].starts
        if custom and len(self._setup.players) > 1 and not self._play.events:
            self._out.tell(self._words.say("Custom of the box: {custom}.", custom=self._words.say(custom)))
        self._out.tell(self._words.say(WAY_TEXTS[way]))

    # ---- what is asked

    def _fall(self, due: Roll) -> None:
        bots = tuple(self._bots)
        if due.seat in bots or len(bots) == len(self._setup.players):
            assert self._setup.seed is not None
            self._happened(self._play.throw(self._play.history.seeded_faces(self._setup.seed)))
            return
        if due.seat is not None and self._way != "every" and self._lines(due.seat):
            self._note_turn(due.seat)
            return
        name = self._setup.names[due.seat] if due.seat is not None else self._words.say("The scoring dice")
        prompt = self._words.count(
            "{name}, what does {number} die show", "{name}, what do {number} dice show", len(due.dice), name=name
        )
        while not self._told(
            self._typed_line(prompt), due.seat, lambda text: referee.throw_told(self._play.history, text)
        ):
            pass

    def _turn(self, seat: Seat, options: Sequence[Any]) -> None:
        lines = self._lines(seat)
        if seat in self._bots or self._way == "every" or not lines:
            super()._turn(seat, options)
            return
        self._note_turn(seat)

    def _note_turn(self, seat: Seat) -> None:
        self._show(seat)
        self._rolls, self._dice = referee.turn_of(self._play.history, seat).rolls, None
        while not self._told(self._typed_line(self._note_prompt(seat)), seat, lambda text: self._noted(seat, text)):
            pass

    def _lines(self, seat: Seat) -> Sequence[NoteLine]:
        return referee.turn_of(self._play.history, seat).lines

    def _note_prompt(self, seat: Seat) -> str:
        name, lines = self._setup.names[seat], self._lines(seat)
        if any(line.rolls is not None for line in lines):
            return f"{name} ({self._words.count('{number} roll', '{number} rolls', self._rolls)})"
        return f"{name} ({' / '.join(line.what for line in lines)})" if len(lines) <= FEW else name

    def _typed_line(self, prompt: str) -> str:
        if self._ahead:
            return self._ahead.pop(0)[1]
        typed = self._out.ask(f"{prompt}> ").strip()
        first, *others = (text.strip() for text in typed.split(";"))
        self._ahead = [(-1, text) for text in others if text]
        return first

    # ---- what was typed

    def _told(self, text: str, seat: Seat | None, events: Callable[[str], Sequence[Event[Any]]]) -> bool:
        """Does what was typed; False while the same is still to be told."""
        try:
            command = self._book.command(text)
            if command and command[0] in self._commands:
                return self._real_command(command, seat if seat is not None else 0)
            found = events(text)
        except Problem as problem:
            self._ahead = []
            self._out.tell(told(problem, self._setup.game, self._book, self._words))
            return False
        self._enter(found)
        return bool(found)

    def _noted(self, seat: Seat, text: str) -> Sequence[Event[Any]]:
        """A roll is counted, dice are told, or the result ends the turn."""
        if not text:
            self._rolls += 1
            return ()
        lines = self._lines(seat)
        names = {
            name.casefold(): line.what
            for line in lines
            for name in (line.what, line.said(self._words, self._setup.names))
        }
        first, *others = text.casefold().split()
        if not {"rolls", "dice"}.intersection(others) and (len(others) > 2 or (others and first not in names)):
            self._dice = referee.lying(self._play.history, seat, text)
            self._show_worths(seat, lines)
            return ()
        note = " ".join([names.get(first, first), *others])
        counted = any(line.rolls is not None for line in lines)
        if counted and self._rolls and "rolls" not in note:
            note, dice = note.partition(" dice ")[0::2]
            note += f" rolls {self._rolls}" + (f" dice {dice}" if dice else "")
        if self._dice is not None and "dice" not in note:
            note += f" dice {faces_text(self._dice)}"
        return referee.note_told(self._play.history, seat, note)

    def _show_worths(self, seat: Seat, lines: Sequence[NoteLine]) -> None:
        noting = self._setup.game.noting
        game = inner(self._setup, referee.turn_of(self._play.history, seat).state)
        assert noting is not None
        assert self._dice is not None
        for line in lines:
            points = noting.worth(self._setup.game_rules, game, seat, line.what, self._dice) if line.dice else None
            if points is not None:
                self._out.tell(f"  {line.said(self._words, self._setup.names):<12}{points:>5}")

    def _answered(self, text: str, seat: Seat, options: Sequence[Any]) -> bool:
        """In the middle of a turn: a choice, its dice by number or, after a =, by what they show."""
        command = self._book.command(text)
        if command and command[0] in ("undo", "redo", "correct", "keep", "entries"):
            return self._told(text, seat, lambda _: ())
        if "=" not in text:
            return super()._answered(text, seat, options)

        def acted(typed: str) -> Sequence[Event[Any]]:
            meant = self._book.meant(typed.partition("=")[0].strip(), options)
            action = referee.action_told(self._play.history, seat, f"{meant} ={typed.partition('=')[2]}")
            return (self._act(seat, action),)

        try:
            [event] = acted(text)
        except Problem as problem:
            self._ahead = []
            self._out.tell(told(problem, self._setup.game, self._book, self._words))
            return False
        self._happened(event)
        return True

    def _hint(self, seat: Seat, options: Sequence[Any], lean: str) -> None:
        super()._hint(seat, options, lean)
        if not is_settled(self._play.history, seat):
            self._out.tell(self._words.say(NUMBERING))

    # ---- commands

    @property
    def _commands(self) -> tuple[str, ...]:
        return (*super()._commands, "redo", "keep", "correct", "entries")

    def _real_command(self, command: tuple[str, str], seat: Seat) -> bool:
        history, bots = self._play.history, tuple(self._bots)
        match command:
            case "undo", _ if self._rolls:
                self._rolls -= 1
                return False
            case "undo", _:
                self._enter(referee.undone(history, bots))
                return True
            case "redo", _:
                self._enter(referee.redone(history, bots))
                return True
            case "correct", rest:
                number, _, text = rest.partition(" ")
                self._enter(referee.corrected(history, int(number) - 1 if number.isdecimal() else -1, text))
                self._offer()
                return True
            case "keep", way:
                return self._change(way)
            case "entries", _:
                self._entries()
            case "quit", _:
                raise Quit
            case "help", _:
                self._help()
            case _:
                due = self._play.next
                self._command(" ".join(command), seat, due.options.get(seat, ()) if isinstance(due, Choose) else ())
        return False

    def _change(self, wanted: str) -> bool:
        self._way = way = find_way(self._setup.game, wanted)
        self._out.tell(self._words.say(WAY_TEXTS[way]))
        return isinstance(self._play.next, Choose)

    def _entries(self) -> None:
        """What stands, with the numbers by which it can be corrected."""
        for number in self._play.history.standing[-ENTRIES:]:
            event = self._play.events[number]
            name = self._setup.names[seat] if (seat := getattr(event, "seat", None)) is not None else "-"
            self._out.tell(f"{number + 1:>5}  {name}: {entry_text(event)}")

    def _offer(self) -> None:
        offered = self._play.history.offered
        if offered:
            self._out.tell(
                self._words.say("No longer fits, type redo or tell it anew: {entry}", entry=entry_text(offered[0]))
            )

    def _enter(self, events: Sequence[Event[Any]]) -> None:
        for event in events:
            self._happened(self._play.again(event))

    def _common_help(self) -> Iterator[str]:
        yield self._words.say("4 2r 4 4r    what the dice show, in any order; r is red")
        yield self._words.say("roll = 4 2r  dice by what they show, after any word that takes dice")
        yield self._words.say("RUN 21       the result of a turn, where you keep results; rolls 4: it took so many")
        yield self._words.say("keep tally   keep results; keep final: final dice; keep every: every roll")
        yield self._words.say("entries      what was typed; correct 3 4 2r: something else in place of number 3")
        yield self._words.say("u, redo      take back the last entry, and do it again")
        yield from super()._common_help()
        seat = min(self._play.next.options) if isinstance(self._play.next, Choose) else 0
        if lines := self._lines(seat):
            results = " ".join(line.what for line in lines)
            yield self._words.say("Results that can be noted now: {results}", results=results)
