"""What the words of the test vectors mean in Perfecto. There are no rules here: everything is asked of the game.

``tests/conformance.py`` says what it looks for in this file. All is played by the rules of a match, a single game as
one to more points than a game can bring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from redpip.core.dice import DICE, Faces, shown
from redpip.core.game import Choose, Over, Roll, Seat, act, throw
from redpip.core.match import MatchRules, MatchState
from redpip.core.options import make_rules
from redpip.core.problem import Refusal, Refused
from redpip.games.perfecto.match import PerfectoCourse
from redpip.games.perfecto.notation import (
    Action,
    CallName,
    MakeBid,
    MakeCall,
    Pass,
    RollDice,
    Sidestep,
    TakeSide,
)
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count, hand_of
from redpip.games.perfecto.state import Bid, Call, Showdown, State

Fields = Mapping[str, Any]

COURSE = PerfectoCourse()
ENDLESS = 999
PHASES: Mapping[str, Any] = {
    "round_start": "deal",
    "bidding": "bidding",
    "bid_after_roll": "rolled",
    "sides": "sides",
    "game_over": "over",
    "match_over": "over",
}
NAMES = {phase: name for name, phase in PHASES.items() if name != "match_over"}


@dataclass(frozen=True, slots=True)
class PerfectoTable:
    rules: Any  # of a match
    state: MatchState[State]
    undealt: bool = False  # a round in which all dice are frozen begins without a throw; the vectors still deal it

    steps: ClassVar[Mapping[str, Callable[..., PerfectoTable]]]

    @classmethod
    def begin(
        cls,
        options: Fields,
        n: int,
        variant: str,
        lives: Sequence[int],
        hands: Sequence[Mapping[str, int]],
        frozen: Sequence[Sequence[int]],
        leader: Seat,
        turn: Seat,
        phase: str,
        bid: Fields | None,
        call: Fields | None,
        passes: int,
        sides: Mapping[str, Any],
        match: Fields | None,
        winner: Seat | None,
        match_winner: Seat | None,
    ) -> PerfectoTable:
        rules = make_rules(PerfectoRules, {**options, **_variant(variant)}, n)
        game = State(
            tuple(lives),
            tuple(map(_faces, hands)),
            tuple(map(tuple, frozen)),
            leader,
            turn,
            tuple(sides.get(str(seat)) for seat in range(n)),
            "deal" if phase == "match_over" and winner is None else PHASES[phase],
            bids=(_bid(**bid),) if bid else (),
            call=_call(**call) if call else None,
            passes=passes,
            chosen=tuple(sorted(map(int, sides))),
        )
        if undealt := phase == "round_start" and _all_frozen(rules, game):
            game = replace(game, phase="bidding")
        match_rules, state = _match(rules, game, match)
        goes_on = phase == "game_over"  # our matches go on by themselves, and show how the last game ended
        table = cls(match_rules, COURSE.following(rules, state) if goes_on else state, undealt)
        if table.look()["position"]["winner"] != winner or table.match_winner != match_winner:
            raise ValueError("the position contradicts itself")
        return table

    # ---- steps

    @property
    def game(self) -> State:
        return self.state.shown

    @property
    def game_rules(self) -> Any:
        return self.rules.rules

    @property
    def between(self) -> bool:
        return self.state.ended is not None

    def act(self, action: Action, by: Seat | None) -> PerfectoTable:
        if self.between:
            raise Refused(Refusal("game_over"))
        if self.undealt:
            raise Refused(Refusal("wrong_phase"))
        state = act(self.rules, self.state, self.game.seat if by is None else by, action)
        game = state.shown
        begun = game.phase == "bidding" and not game.bids and _all_frozen(self.game_rules, game)
        return replace(self, state=state, undealt=begun)

    @property
    def single_over(self) -> bool:
        return self.rules.target == ENDLESS and self.between

    def bid(self, q: int, r: int, by: Seat | None = None) -> PerfectoTable:
        return self.act(MakeBid(q, r), by)

    def sidestep(self, freeze: int, q: int, r: int, by: Seat | None = None) -> PerfectoTable:
        return self.act(Sidestep(freeze, q, r), by)

    def passing(self, by: Seat | None = None) -> PerfectoTable:
        return self.act(Pass(), by)

    def side(self, by: Seat, side: Any) -> PerfectoTable:
        return self.act(TakeSide(side), by)

    def roll(self, dice: Sequence[int], result: Mapping[str, int], by: Seat | None = None) -> PerfectoTable:
        return self.act(RollDice(tuple(sorted(dice))), by).fall(_faces(result))

    def deal(self, result: Sequence[Mapping[str, int]], by: Seat | None = None) -> PerfectoTable:
        if self.between or isinstance(self.due, Over):
            raise Refused(Refusal("game_over"))
        if self.game.phase != "deal" and not self.undealt:
            raise Refused(Refusal("wrong_phase"))
        table = replace(self, undealt=False)
        while table.game.phase == "deal":
            due = table.due
            assert isinstance(due, Roll)
            assert due.seat is not None
            dealt = result[due.seat]
            table = table.fall(tuple(dealt[str(die)] if die in due.dice else 0 for die in DICE))
        return table

    def fall(self, faces: Faces) -> PerfectoTable:
        return replace(self, state=throw(self.rules, self.state, faces))

    def next_game(self, by: Seat | None = None) -> PerfectoTable:
        """The game starts the next one by itself; until now we looked at the end of the last."""
        if isinstance(self.due, Over) or self.single_over:
            raise Refused(Refusal("game_over"))
        if not self.between:
            raise Refused(Refusal("wrong_phase"))
        return replace(self, state=replace(self.state, ended=None))

    # ---- what is to be seen

    @property
    def due(self) -> Any:
        return self.rules.next(self.state)

    @property
    def match_winner(self) -> int | None:
        return self._side(self.due.winners) if isinstance(self.due, Over) else None

    def look(self) -> Fields:
        game = self.game
        position = {
            "n": len(game.lives),
            "variant": ("team-" if self.game_rules.teams else "") + self.game_rules.calls,
            "lives": game.lives,
            "hands": [{str(die): hand[die - 1] for die in shown(hand)} for hand in game.hands],
            "frozen": game.frozen,
            "leader": game.leader,
            "turn": game.seat,
            "phase": self._phase(),
            "bid": _bid_json(game.bid),
            "call": _call_json(game.call),
            "passes": game.passes,
            "sides": {str(seat): game.sides[seat] for seat in game.chosen},
            "match": self._match_json(),
            "winner": self._side(self.game_rules.winners(game)),
            "match_winner": self.match_winner,
        }
        return {"position": position, "info": self._info()}

    def _phase(self) -> str:
        if isinstance(self.due, Over):
            return "match_over"
        return "round_start" if self.undealt else NAMES[self.game.phase]

    def _match_json(self) -> Fields | None:
        if self.rules.target == ENDLESS:
            return None
        points = self.state.points[:2] if self.game_rules.teams else self.state.points
        return {"points": points, "target": self.rules.target}

    def _side(self, winners: tuple[Seat, ...]) -> int | None:
        return COURSE.side(self.game_rules, winners[0]) if winners else None

    def _info(self) -> Fields:
        if self.game.phase == "rolled":
            return {"announced": self.game.announced}
        return _showdown_json(self.game.last) if self.game.last else {}


def _match(rules: PerfectoRules, game: State, match: Fields | None) -> tuple[MatchRules[State], MatchState[State]]:
    points = match["points"] if match else [0] * len(game.lives)
    each = tuple(points[COURSE.side(rules, seat)] for seat in range(len(game.lives)))
    match_rules: MatchRules[State] = MatchRules(rules, match["target"] if match else ENDLESS, COURSE)
    return match_rules, MatchState(game, game.leader, each, (), 1, game.leader)


def _all_frozen(rules: PerfectoRules, game: State) -> bool:
    return not any(rules.loose(game, seat) for seat in game.active)


def _variant(variant: str) -> Fields:
    *team, calls = variant.split("-")
    return {"calls": calls, "teams": bool(team)}


def _faces(hand: Mapping[str, int]) -> Faces:
    return tuple(hand.get(str(die), 0) for die in DICE)


def _bid(q: int, r: int, by: Seat) -> Bid:
    return Bid(q, r, by)


def _bid_json(bid: Bid | None) -> Fields | None:
    return {"q": bid.quantity, "r": bid.rank, "by": bid.seat} if bid else None


def _call(kind: Any, by: Seat, level: int, raiser: Seat | None, surrender: Seat | None) -> Call:
    return Call(kind, by, level, raiser, surrender)


def _call_json(call: Call | None) -> Fields | None:
    if call is None:
        return None
    facts = {"kind": call.kind, "by": call.seat, "level": call.level}
    return {**facts, "raiser": call.raiser, "surrender": call.surrendered}


def _showdown_json(shown: Showdown) -> Fields:
    return {
        "count": shown.count,
        "bidder_right": shown.bidder_right,
        "round_winner": shown.winner,
        "round_loser": shown.loser,
        "dice_lost": shown.stake,
        "wrong_sides": shown.wrong,
        "knocked_out": shown.out,
    }


def _calling(name: CallName) -> Callable[..., PerfectoTable]:
    def call(table: PerfectoTable, by: Seat | None = None) -> PerfectoTable:
        return table.act(MakeCall(name), by)

    return call


PerfectoTable.steps = {
    "deal": PerfectoTable.deal,
    "bid": PerfectoTable.bid,
    "roll": PerfectoTable.roll,
    "challenge": _calling("challenge"),
    "perfecto": _calling("perfecto"),
    "double": _calling("double"),
    "redouble": _calling("redouble"),
    "surrender": _calling("surrender"),
    "pass": PerfectoTable.passing,
    "sidestep": PerfectoTable.sidestep,
    "side": PerfectoTable.side,
    "next_game": PerfectoTable.next_game,
}


def count_of(table: PerfectoTable, r: int) -> int:
    return count(table.game.hands, r)


def higher(_: None, bid: Fields | None, q: int, r: int) -> bool:
    rules = PerfectoRules()
    state = rules.start(4, 0)
    return MakeBid(q, r) in rules.higher_bids(replace(state, bids=(_bid(**bid),) if bid else ()))


def in_hand(_: PerfectoTable | None, lives: int) -> tuple[int, ...]:
    return hand_of(lives)


def legal(table: PerfectoTable) -> list[str]:
    match table.due:
        case _ if table.between:
            return [] if table.single_over else ["next_game"]
        case _ if table.undealt:
            return ["deal"]
        case Over():
            return []
        case Roll():
            return ["deal"]
        case Choose(options):
            return sorted({str(action).split()[0] for actions in options.values() for action in actions})
    raise AssertionError(table)


def view(table: PerfectoTable, seat: Seat) -> Fields:
    seen = table.game_rules.view(table.game, seat)
    dealt = seen.phase in ("bidding", "rolled", "sides") and not table.undealt
    hands = [
        {str(die): hand[die - 1] or None for die in (table.game_rules.hand(seen, at) if dealt else shown(hand))}
        for at, hand in enumerate(seen.hands)
    ]
    return {"hands": hands, "sides": {str(at): seen.sides[at] for at in seen.chosen}}


BOOKLET = PerfectoTable
QUERIES = {"count": count_of, "higher": higher, "in_hand": in_hand, "legal": legal, "view": view}
