"""What the words of the test vectors mean in 2 Out of 3 Ain't Bad. There are no rules here: the game is asked.

``tests/conformance.py`` says what it looks for in this file. A single game stands beside a match of which
nothing ever changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, shown, turn_die
from redpip.core.game import Choose, Over, Seat, act, throw
from redpip.core.match import Begin, MatchRules, MatchState
from redpip.core.options import make_rules
from redpip.games.two_of_three.board import LINES, SQUARES, lines_of
from redpip.games.two_of_three.match import GrowingStakes
from redpip.games.two_of_three.notation import Done, Place, RollDice
from redpip.games.two_of_three.rules import Phase, State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import Board, Piece, line_owner, owners, score

Fields = Mapping[str, Any]
Scores = tuple[int, ...] | None
COURSE = GrowingStakes()


@dataclass(frozen=True, slots=True)
class TwoOfThreeTable:
    rules: Any  # of one game, or of a match
    state: Any
    standing: MatchState[State] | None  # what is said of the match beside a single game, and never changes
    last: Scores  # how the game before ended

    steps: ClassVar[Mapping[str, Callable[..., TwoOfThreeTable]]]

    @classmethod
    def begin(
        cls,
        options: Fields,
        mode: Literal["single", "match"],
        board: Sequence[Sequence[int] | None],
        hands: Sequence[Sequence[int]],
        turn: Seat,
        phase: Phase | Literal["choose"],
        rolled: Sequence[tuple[int, int]],
        starter: Seat,
        chooser: Seat,
        mp: Sequence[int],
        stake: int,
        mp_target: int | None,
        last_scores: Sequence[int] | None,
        winner: Seat | None,
        match_winner: Seat | None,
    ) -> TwoOfThreeTable:
        rules = make_rules(TwoOfThreeRules, options, seats=2)
        over: Phase = "over" if phase == "choose" else phase
        game = State(_board(board), tuple(map(tuple, hands)), turn, starter, over, faces=_faces(rolled))
        match = MatchState(game, starter, tuple(mp), (), stake, chooser, choosing=phase == "choose")
        last = tuple(last_scores) if last_scores else None
        if mode == "single":
            table = cls(rules, game, match, last)
        else:
            table = cls(MatchRules(COURSE.inside(rules), mp_target or 0, COURSE), match, None, last)
        # a full board may be asked about before anybody has said who won
        if winner not in (table._winner(), None) or match_winner not in (winner, None):
            raise ValueError("the position contradicts itself")
        return table

    @property
    def game(self) -> State:
        game: State = self.state.game if isinstance(self.state, MatchState) else self.state
        return game

    @property
    def match(self) -> MatchState[State]:
        return self.standing or self.state

    # ---- steps

    def act(self, action: Any, by: Seat | None) -> TwoOfThreeTable:
        due = self.rules.next(self.state)
        mover = next(iter(due.options)) if isinstance(due, Choose) else self.game.seat
        return self._reached(act(self.rules, self.state, mover if by is None else by, action))

    def roll(self, dice: Sequence[int], result: Mapping[str, int], by: Seat | None = None) -> TwoOfThreeTable:
        table = self.act(RollDice(tuple(sorted(dice))), by)
        faces = tuple(result[str(die)] if die in dice else 0 for die in DICE)
        return table._reached(throw(table.rules, table.state, faces))

    def place(self, at: Sequence[tuple[int, int]], by: Seat | None = None) -> TwoOfThreeTable:
        """Die by die. Where dice are left over, being done is what the game refuses."""
        table = self
        for die, square in at:
            table = table.act(Place(die, square + 1), by)
        return table.act(Done(), by) if any(table.game.faces) or not at else table

    def choose_start(self, first: Seat, by: Seat | None = None) -> TwoOfThreeTable:
        return self.act(Begin(first), by)

    def _reached(self, state: Any) -> TwoOfThreeTable:
        table = replace(self, state=state)
        return replace(table, last=table._ended() or self.last)

    def _ended(self) -> Scores:
        """How the game ended that has just come to its end."""
        if isinstance(self.state, MatchState):
            return self.state.results[-1].scores if self.state.results else None
        ended = self.state.board if self.state.phase == "over" else self.state.tied
        return score(ended) if ended else None

    # ---- what is asserted

    def look(self) -> Fields:
        return {"position": {**self._match_facts(), **self._game_facts(), "last_scores": self.last}}

    def _match_facts(self) -> Fields:
        winner, single = self._winner(), self.standing is not None
        # a decisive game settles stake and choice, also where no other follows
        state = self.match if single or winner is None else COURSE.following(self.rules, self.match)
        return {
            "mode": "single" if single else "match",
            "chooser": state.chooser,
            "mp": state.points,
            "stake": state.stake,
            "mp_target": None if single else self.rules.target,
            "winner": winner,
            "match_winner": None if single else winner,
        }

    def _winner(self) -> Seat | None:
        match self.rules.next(self.state):
            case Over(winners=(seat,)):
                return seat
        return None

    def _game_facts(self) -> Fields:
        game = self.game
        return {
            "board": [piece and (piece.seat, piece.die, piece.face) for piece in game.board],
            "hands": game.hands,
            "turn": game.seat,
            "phase": "choose" if self.match.choosing else game.phase,
            "rolled": [(die, game.faces[die - 1]) for die in shown(game.faces)],
            "starter": game.first,
        }


TwoOfThreeTable.steps = {
    "roll": TwoOfThreeTable.roll,
    "place": TwoOfThreeTable.place,
    "choose_start": TwoOfThreeTable.choose_start,
}


def _piece(cell: Sequence[int] | None) -> Piece | None:
    return Piece(*cell) if cell else None


def _board(cells: Sequence[Sequence[int] | None]) -> Board:
    return tuple(map(_piece, cells))


def _faces(rolled: Sequence[tuple[int, int]]) -> Faces:
    faces = NO_FACES
    for die, face in rolled:
        faces = turn_die(faces, die, face)
    return faces


def geometry(_table: TwoOfThreeTable | None) -> Fields:
    return {"squares": SQUARES, "lines": LINES, "degree": [len(lines_of(square)) for square in range(len(SQUARES))]}


def line(_table: TwoOfThreeTable | None, cells: Sequence[Sequence[int] | None]) -> Seat | None:
    return line_owner(_board(cells))


def lines(table: TwoOfThreeTable) -> Mapping[str, Seat | None]:
    return owners(table.game.board)


def scores(table: TwoOfThreeTable) -> tuple[int, int]:
    return score(table.game.board)


def roll_counts(table: TwoOfThreeTable) -> Sequence[int]:
    match table.rules.next(table.state):
        case Choose(options):
            (actions,) = options.values()
            return sorted({len(action.dice) for action in actions if isinstance(action, RollDice)})
    return []


BOOKLET = TwoOfThreeTable
QUERIES = {"geometry": geometry, "line": line, "lines": lines, "score": scores, "roll_counts": roll_counts}
