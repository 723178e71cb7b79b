"""A turn of which only the result is known: what is written down of it, and how a game checks that it can be.

A game that can be kept so brings a ``Noting`` (``GAME.noting``). One form serves all games: a word of the game's own (a
box, *bust*), points, how many rolls it took, and the dice as they lay at the end, each of them only if it is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Protocol

from redpip.core.dice import Faces, faces_text, parse_faces, shown
from redpip.core.game import Choose, Next, Over, Seat
from redpip.core.match import MatchRules
from redpip.core.problem import Phrase, Problem, Refusal, Refused, unknown
from redpip.core.seen import Seen, in_die_order, parse_seen
from redpip.core.words import N_, Words

Way = Literal["tally", "final", "every"]
WAYS: tuple[Way, ...] = ("tally", "final", "every")
NO_RESULTS = N_("Turns of this game have no result that could be noted: it is kept roll by roll.")

# codes of refusals that every game's noting shares; a game says which paragraph of its rules they are about
NOTE_CODES = ("no_such_note", "rolls_needed", "wrong_rolls", "impossible_points", "other_points")


def ways_of(game: Any) -> tuple[Way, ...]:
    """How a game with real dice can be kept."""
    return tuple(way for way in WAYS if way not in ways_without(game))


def ways_without(game: Any) -> Mapping[Way, str]:
    """How it cannot be kept, and why not."""
    if game.noting is None:
        return dict.fromkeys(("tally", "final"), NO_RESULTS)
    without: Mapping[Way, str] = game.noting.without
    return without


def find_way(game: Any, wanted: str) -> Way:
    """A way to keep this game by its name or the beginning of one."""
    way = next((way for way in WAYS if wanted and way.startswith(wanted)), None)
    if way is None:
        raise unknown("way to keep a game", wanted, list(WAYS))
    if why := ways_without(game).get(way):
        raise Problem("no_such_way", "This game is not kept in that way. {why}", why=Phrase(why))
    return way


_NOTE = re.compile(
    r"(?P<what>\S+)(\s+(?P<points>\d+(,\d+)*))?(\s+rolls\s+(?P<rolls>\d+))?(\s+dice\s+(?P<dice>.+))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Note:
    what: str
    points: tuple[int, ...] = ()  # one number, or one for each seat; empty: as the dice say
    rolls: int | None = None
    dice: Faces | None = None  # in die order

    def __str__(self) -> str:
        parts = [self.what]
        if self.points:
            parts.append(",".join(map(str, self.points)))
        if self.rolls is not None:
            parts.append(f"rolls {self.rolls}")
        if self.dice is not None:
            parts.append(f"dice {faces_text(self.dice)}")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One result that may be noted now, and what has to be said with it."""

    what: str
    text: str  # in English, for ``words.say`` with ``number``; or the game's name of a box
    points: tuple[int, ...] | None = ()  # which are possible; None: too many to list; empty: none are said
    rolls: tuple[int, int] | None = None  # the fewest and the most, where they count
    dice: int = 0  # how many dice tell the result; 0: they do not
    each: bool = False  # points for each seat
    needs_dice: bool = False
    fewer: bool = False  # fewer dice may tell it too
    number: int = 0  # what its text speaks of
    who: Seat | None = None  # and whom
    once: bool = False  # whoever has noted it cannot note it again
    leads: Seat | None = None  # whose turn it makes, where that is not the next seat

    def takes(self, dice: Faces) -> bool:
        """Are these as many dice as tell the result?"""
        told = len(shown(dice))
        return 0 < told <= self.dice if self.fewer else 0 < told == self.dice

    def said(self, words: Words, names: Sequence[str]) -> str:
        return words.name(self.text).format(number=self.number, name="" if self.who is None else names[self.who])


@dataclass(frozen=True, slots=True)
class Column:
    """What a pad of paper would have of one player."""

    score: int
    boxes: tuple[
        tuple[str, int | None], ...
    ] = ()  # where results stand in boxes: name and points, None where it is open
    rolls: tuple[int, int] | None = None  # spent, and allowed in the whole game, where they count
    extras: tuple[tuple[str, int], ...] = ()  # what the score has beside its boxes: a text for ``words.say``, points


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where dice are put, and where it is drawn."""

    name: str
    text: str  # in English, for ``words.say`` with ``number``
    row: int
    column: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """What people do with their dice as a whole, by the game's name of it."""

    action: str
    text: str  # in English, for ``words.say`` with ``number``
    number: int = 0
    after: Mapping[str, str] = field(default_factory=dict)  # where dice of a place lie then; others have left theirs


class Noting(Protocol):
    without: ClassVar[Mapping[Way, str]]  # ways in which the game cannot be kept, and why not
    later: ClassVar[str]  # what waits where nobody can ask the rules, and what can be told, where that is no whole turn
    # how a turn is told by sight; see witness.py
    witnessed: ClassVar[bool]  # is all of it told by dice that were rolled, turned or put somewhere, and by its end?
    turns: ClassVar[bool]  # may dice be turned?
    rests: ClassVar[bool]  # may a turn be without a roll?
    some: ClassVar[bool]  # is any number of dice rolled, and none of them again?
    passes: ClassVar[bool]  # has a turn no result, so that its end says who is next?
    neutral: ClassVar[str]  # what dice are called that are nobody's, "" where there are none
    chosen: ClassVar[tuple[str, ...]]  # verbs of choices that are seen: dice are put, markers moved

    def lines(self, rules: Any, state: Any, seat: Seat) -> Sequence[NoteLine]:
        """What may be noted for this seat, which is to choose; nothing in the middle of a turn."""

    def worth(self, rules: Any, state: Any, seat: Seat, what: str, dice: Faces) -> int | None:
        """What these dice bring there; None where they bring nothing that may be noted."""

    def noted(self, rules: Any, state: Any, seat: Seat, note: Note) -> Any:
        """The state after a turn with this result, or ``Refused``."""

    def unknown(self, rules: Any, state: Any) -> bool:
        """Does what is next need dice that nobody has told?"""

    def line_of(self, rules: Any, what: str) -> NoteLine:
        """The line in which this was noted, whatever may be noted now."""

    def columns(self, rules: Any, state: Any) -> Sequence[Column]:
        """The pad as it stands, a column for each seat."""

    def turn_of(self, rules: Any, state: Any, seat: Seat) -> Any:
        """The same position, were it this seat's turn: for those who write down what they cannot send yet."""

    def stays(self, rules: Any) -> bool:
        """May dice of a turn lie there for the next one of the same seat?"""

    def places(self, rules: Any) -> Sequence[Spot]:
        """Where dice are put."""

    def put(self, die: int, place: str) -> str:
        """The choice to put a die there, as it is typed."""

    def moves(self, rules: Any) -> Sequence[Move]:
        """What else is done."""

    def lying(self, rules: Any, state: Any, seat: Seat, lies: Faces) -> Mapping[int, str]:
        """Of the dice that showed this last, those that may be picked up or put somewhere now, each with the name of
        its place, "" where it has none."""


class BaseNoting:
    """What most games share."""

    without: ClassVar[Mapping[Way, str]] = {}
    later: ClassVar[str] = ""
    witnessed: ClassVar[bool] = False
    turns: ClassVar[bool] = False
    rests: ClassVar[bool] = False
    some: ClassVar[bool] = False
    passes: ClassVar[bool] = False
    neutral: ClassVar[str] = ""
    chosen: ClassVar[tuple[str, ...]] = ()

    def unknown(self, rules: Any, state: Any) -> bool:
        return False

    def line_of(self, rules: Any, what: str) -> NoteLine:
        return NoteLine(what, what)

    def stays(self, rules: Any) -> bool:
        return False

    def places(self, rules: Any) -> Sequence[Spot]:
        return ()

    def put(self, die: int, place: str) -> str:
        return f"place {die}>{place}"

    def moves(self, rules: Any) -> Sequence[Move]:
        return ()

    def lying(self, rules: Any, state: Any, seat: Seat, lies: Faces) -> Mapping[int, str]:
        return dict.fromkeys(shown(lies), "")


def parse_note(text: str) -> Note:
    """A note as it stands in a record, its dice in die order."""
    note, seen = read_note(text)
    if seen is not None:
        raise _bad_note(text)
    return note


def read_note(text: str) -> tuple[Note, Seen | None]:
    """What somebody typed; its dice may be as people see them."""
    found = _NOTE.fullmatch(text.strip())
    if found is None or len(text) > 120 or not text.isprintable():
        raise _bad_note(text)
    points = tuple(map(int, found["points"].split(","))) if found["points"] else ()
    note = Note(found["what"], points, int(found["rolls"]) if found["rolls"] else None)
    if max((*points, note.rolls or 0)) > 10**9:
        raise _bad_note(text)
    if not found["dice"]:
        return note, None
    if in_die_order(found["dice"]):
        return replace(note, dice=parse_faces(found["dice"].strip())), None
    return note, parse_seen(found["dice"])


def _bad_note(text: str) -> Problem:
    return Problem(
        "bad_note",
        "A note is a result, then what is known of its points, rolls and dice, such as RUN 21 rolls 4; got {given!r}.",
        given=text[:40],
    )


def lines_now(setup: Any, state: Any, due: Next[Any], seat: Seat) -> Sequence[NoteLine]:
    """What may be noted for this seat where this is next."""
    noting, game = setup.game.noting, inner(setup, state)
    if noting is None or isinstance(due, Over) or game is None:
        return ()
    if isinstance(due, Choose) and seat not in due.options:
        return ()
    found: Sequence[NoteLine] = noting.lines(setup.game_rules, game, seat)
    return found


def lines_ahead(setup: Any, state: Any, seat: Seat) -> Sequence[NoteLine]:
    """What this seat may note when its turn comes, as far as that is known now."""
    noting, game = setup.game.noting, inner(setup, state)
    if noting is None or game is None:
        return ()
    found: Sequence[NoteLine] = noting.lines(setup.game_rules, noting.turn_of(setup.game_rules, game, seat), seat)
    return found


def write_note(setup: Any, state: Any, due: Next[Any], seat: Seat, note: Note) -> Any:
    """The gate for notes: the state after it, or ``Refused``."""
    if isinstance(due, Over):
        raise Refused(Refusal("game_over"))
    if isinstance(due, Choose) and seat not in due.options:
        raise Refused(Refusal("not_your_turn", {"seat": min(due.options)}))
    check_note(lines_now(setup, state, due, seat), note)
    after = setup.game.noting.noted(setup.game_rules, inner(setup, state), seat, note)
    rules = setup.rules
    return rules.after(state, after) if isinstance(rules, MatchRules) else after


def inner(setup: Any, state: Any) -> Any:
    """The game's own state; None where a match asks for something else."""
    if not isinstance(setup.rules, MatchRules):
        return state
    return None if state.choosing else state.game


def check_note(lines: Sequence[NoteLine], note: Note) -> None:
    """What every game would check alike."""
    if not lines:
        raise Refused(Refusal("no_note"))
    line = next((line for line in lines if line.what.casefold() == note.what.casefold()), None)
    if line is None:
        known = " ".join(line.what for line in lines)
        raise Refused(Refusal("no_such_note", {"what": note.what[:20], "known": known}))
    if line.rolls is not None:
        least, most = line.rolls
        if note.rolls is None and least != most:
            raise Refused(Refusal("rolls_needed"))
        if note.rolls is not None and not least <= note.rolls <= most:
            raise Refused(Refusal("wrong_rolls", {"rolls": note.rolls, "least": least, "most": most}))
    if note.dice is not None and not line.dice:
        raise Refused(Refusal("no_dice_here"))
    if line.needs_dice if note.dice is None else not line.takes(note.dice):
        raise Refused(Refusal("dice_needed", {"dice": line.dice}))
    if note.dice is None and line.points != () and not note.points:
        raise Refused(Refusal("points_needed"))
    if note.points and line.points is not None and not line.each:
        check_points(note.points[0], line.points)


def check_points(points: int, possible: Sequence[int]) -> None:
    if points not in possible:
        near = sorted(possible, key=lambda other: abs(other - points))[:6]
        raise Refused(
            Refusal("impossible_points", {"points": points, "possible": ", ".join(map(str, sorted(near))) or "0"})
        )
