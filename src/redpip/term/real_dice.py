"""A game with real dice at the keyboard: people type what they see, in one of three ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from redpip.core import referee
from redpip.core.dice import Faces, faces_text
from redpip.core.entries import entry_sentence
from redpip.core.game import Back, Choose, Event, Noted, Over, Roll, Seat, Thrown
from redpip.core.naming import NUMBERING, is_settled
from redpip.core.noting import Column, NoteLine, Way, find_way, inner, ways_of
from redpip.core.playing import Play
from redpip.core.problem import Problem, unknown
from redpip.core.referee import entry_text
from redpip.core.seen import is_seen
from redpip.core.setup import Setup
from redpip.core.sheets import sheets
from redpip.core.witness import throw_seen
from redpip.core.words import N_
from redpip.term.client import HELP_COLUMN, Client, Quit
from redpip.term.reading import FEW
from redpip.term.rulebook import told

SOURCES = ("seeded", "typed")
ENTRIES = 20  # so many can be pointed at
WAY_TEXTS: dict[Way, str] = {
    "tally": N_("You tally: Enter for each roll, then the result and its points."),
    "final": N_("You type the dice at the end of a turn; Enter counts a roll."),
    "every": N_("You type every roll."),
}
UNCOUNTED_TEXTS: dict[Way, str] = {  # in games whose rolls nobody counts
    **WAY_TEXTS,
    "tally": N_("You type the result of each turn and its points."),
    "final": N_("You type the dice at the end of a turn."),
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
        self._tell_way()

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
        self._offer()
        while not self._told(self._typed_line(prompt), due.seat, lambda text: throw_seen(self._play.history, text)):
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

    def _show(self, seat: Seat | None) -> None:
        super()._show(seat)
        if seat is not None:
            self._offer()

    def _lines(self, seat: Seat) -> Sequence[NoteLine]:
        return referee.turn_of(self._play.history, seat).lines

    def _note_prompt(self, seat: Seat) -> str:
        name, lines = self._setup.names[seat], self._lines(seat)
        if _counted(lines):
            rolls = self._words.count("{number} roll", "{number} rolls", self._rolls)
            return f"{name} ({rolls})"
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
        self._enter(self._renumbered(found))
        return bool(found)

    def _renumbered(self, found: Sequence[Event[Any]]) -> Sequence[Event[Any]]:
        """What is new of a throw: where the dice have got other numbers for it, all before it is as it was."""
        if not found or not isinstance(found[0], Back) or not isinstance(found[-1], Thrown):
            return found
        self._out.tell(self._words.say("Which white die was which was a guess; now others fit."))
        for event in found[:-1]:
            self._keep(self._play.again(event))
        return found[-1:]

    def _noted(self, seat: Seat, text: str) -> Sequence[Event[Any]]:
        """A roll is counted, dice are told, or the result ends the turn."""
        lines = self._lines(seat)
        if not text:
            return self._tapped(seat, lines)
        names = {
            name.casefold(): line.what
            for line in lines
            for name in (line.what, line.said(self._words, self._setup.names))
        }
        first, *others = text.casefold().split()
        dice = first[0].isdecimal() and (len(others) > 2 or (others and first not in names))
        if dice and not {"rolls", "dice"}.intersection(others):
            self._dice = referee.lying(self._play.history, seat, text)
            self._show_worths(seat, lines, self._dice)
            return ()
        note = " ".join([names.get(first, first), *others])
        if _counted(lines) and self._rolls and "rolls" not in note:
            note, lying = note.partition(" dice ")[0::2]
            note += f" rolls {self._rolls}" + (f" dice {lying}" if lying else "")
        if self._dice is not None and "dice" not in note:
            note += f" dice {faces_text(self._dice)}"
        return referee.note_told(self._play.history, seat, note)

    def _tapped(self, seat: Seat, lines: Sequence[NoteLine]) -> Sequence[Event[Any]]:
        """Enter alone: one roll more, or how things stand where nobody counts rolls."""
        if _counted(lines):
            self._rolls += 1
        else:
            self._show(seat)
        return ()

    def _show_worths(self, seat: Seat, lines: Sequence[NoteLine], dice: Faces) -> None:
        noting = self._setup.game.noting
        game = inner(self._setup, referee.turn_of(self._play.history, seat).state)
        assert noting is not None
        for line in lines:
            points = noting.worth(self._setup.game_rules, game, seat, line.what, dice) if line.takes(dice) else None
            if points is not None:
                self._out.tell(f"  {line.said(self._words, self._setup.names):<12}{points:>5}")

    def _answered(self, text: str, seat: Seat, options: Sequence[Any]) -> bool:
        """In the middle of a turn: a choice, its dice by number or, after a =, by what they show."""
        command = self._book.command(text)
        if command and command[0] in ("undo", "redo", "correct", "keep", "entries"):
            return self._told(text, seat, lambda _: ())
        if self._has_rolled(text, seat, options):
            self._ahead.insert(0, (-1, text))
            text = ""
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

    def _has_rolled(self, text: str, seat: Seat, options: Sequence[Any]) -> bool:
        """Are these the dice of the only roll there is? Whoever types them need not say first that it is made."""
        if len(options) != 1 or not is_seen(text):
            return False
        rules = self._play.rules
        return isinstance(rules.next(rules.play(self._play.state, seat, options[0])), Roll)

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
            case "undo", _ if self._rolls > referee.turn_of(history, seat).rolls:
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
                self._enter(referee.corrected(history, self._entry(number), text))
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
        before, self._way = self._way, find_way(self._setup.game, wanted)
        self._tell_way()
        if before != "every" != self._way:
            return False  # rolls that were counted stay
        self._rolls = 0
        return True

    def _tell_way(self) -> None:
        texts = WAY_TEXTS if _counted(self._lines(self._seat)) else UNCOUNTED_TEXTS
        self._out.tell(self._words.say(texts[self._way]))

    @property
    def _seat(self) -> Seat:
        """Whoever is asked now."""
        match self._play.next:
            case Choose(options):
                return min(options)
            case Roll(seat=int(seat)):
                return seat
        return 0

    def _entries(self) -> None:
        """What stands, counted from the first: by these numbers it can be corrected."""
        standing = list(enumerate(self._play.history.standing, 1))
        if not standing:
            self._out.tell(self._words.say("Nothing was typed yet."))
        for number, at in standing[-ENTRIES:]:
            event = self._play.events[at]
            name = self._setup.names[seat] if (seat := getattr(event, "seat", None)) is not None else "-"
            self._out.tell(f"{number:>5}  {name}: {entry_text(event)}")

    def _entry(self, typed: str) -> int:
        """The event that somebody means by the number of an entry."""
        standing = self._play.history.standing
        if not (typed.isdecimal() and len(typed) < 9 and 0 < int(typed) <= len(standing)):
            raise Problem("no_such_entry", "There is no entry {number} that stands.", number=typed[:20] or "?")
        return standing[int(typed) - 1]

    def _offer(self) -> None:
        """What was taken back, one entry after another, until it is done again or something else is told."""
        history = self._play.history
        if not history.offered_numbers:
            return
        entry = entry_sentence(history, history.offered_numbers[0], self._words)
        if referee.redo_fits(history, tuple(self._bots)):
            self._out.tell(self._words.say("Taken back; redo does it again: {entry}", entry=entry))
        else:
            self._out.tell(self._words.say("No longer fits, tell what it was instead: {entry}", entry=entry))

    # ---- the end

    def _finish(self, over: Over) -> None:
        super()._finish(over)
        if self._setup.match is None:
            for name, (column, gains) in zip(self._setup.names, sheets(self._play.history), strict=False):
                steps = self._steps(column, gains)
                if len(steps) > 1:
                    self._out.tell(f"{name}: {' + '.join(steps)} = {column.score}")

    def _steps(self, column: Column, gains: Sequence[int]) -> list[str]:
        """How a score came about."""
        boxes = [f"{self._words.name(name)} {points}" for name, points in column.boxes if points is not None]
        extras = [f"{self._words.say(text)} {points}" for text, points in column.extras]
        return [*(boxes or map(str, gains)), *extras]

    def _is_agreed(self) -> bool:
        """Whoever sees a slip in the sum can still put it right; Enter ends the game, and so does the end of input."""
        if len(self._bots) == len(self._setup.players):
            return True
        prompt = self._words.say("Enter ends the game; u or correct puts a slip right")
        while True:
            try:
                text = self._typed_line(prompt)
            except EOFError:
                self._out.tell("")
                return True
            if not text or self._book.command(text) == ("quit", ""):
                return True
            if self._told(text, None, lambda told: referee.note_told(self._play.history, 0, told)):
                return False

    def _enter(self, events: Sequence[Event[Any]]) -> None:
        if events:
            self._rolls, self._dice = 0, None
        for event in events:
            self._happened(self._play.again(event))

    def _common_help(self) -> Iterator[str]:
        yield self._words.say("4 2r 4 4r    what the dice show, in any order; r is red")
        yield self._words.say("roll = 4 2r  dice by what they show, after any word that takes dice")
        lines = self._lines(self._seat)
        if lines:
            example = _example(lines[0], len(self._setup.players)).ljust(HELP_COLUMN)
            yield example + self._words.say("the result of a turn, where you keep results")
        if _counted(lines):
            yield self._words.say("rolls 4      after a result: it took so many rolls")
        ways = ", ".join(ways_of(self._setup.game))
        yield self._words.say("keep tally   change how much you type; there are: {ways}", ways=ways)
        yield self._words.say("entries      what was typed; correct 3 4 2r: something else in place of number 3")
        yield from super()._common_help()
        if lines:
            results = " ".join(line.what for line in lines)
            yield self._words.say("Results that can be noted now: {results}", results=results)

    def _undo_help(self) -> str:
        return self._words.say("u, redo      take back the last entry, and do it again")


def _counted(lines: Sequence[NoteLine]) -> bool:
    """Do rolls count in this game?"""
    return any(line.rolls is not None for line in lines)


def _example(line: NoteLine, seats: int) -> str:
    """A result as it could be typed."""
    if line.points == ():
        return line.what
    if line.each:
        return f"{line.what} {','.join('1' + '0' * (seats - 1))}"
    return f"{line.what} {max(line.points or (24,))}"
