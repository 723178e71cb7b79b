"""Practice against the rules, word by word, and what it has taught."""

from random import Random

import numpy as np
import pytest

from redpip.core.game import Choose, Over, Roll, act, throw
from redpip.core.shaker import SeededShaker
from redpip.games.perfecto import gist, practice
from redpip.games.perfecto.best import BestBot
from redpip.games.perfecto.experience import Sight, experience, idle_dice, learned
from redpip.games.perfecto.notation import Action, MakeBid, MakeCall, RollDice
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State

RULES = PerfectoRules()


def as_numbers(state: State) -> tuple[np.ndarray, np.ndarray]:
    """A position as practice has it, the leader first."""
    seats = (state.leader, 1 - state.leader)
    quantity, rank = state.bid.order if state.bid else gist.NO_BID
    dice = [len(RULES.hand(state, seat)) for seat in seats]
    kept = [
        max((number - bid.rolled for bid in state.bids if bid.seat == seat and bid.rolled), default=gist.NEVER)
        for seat, number in zip(seats, dice, strict=True)
    ]
    said = [next((bid.rank for bid in reversed(state.bids) if bid.seat == seat), 0) for seat in seats]
    if state.phase == "rolled":
        mover = seats.index(state.seat)
        kept[mover] = max(kept[mover], dice[mover] - state.announced)
    now = [quantity, rank, seats.index(state.seat), int(state.phase == "rolled"), *dice, *kept, *said]
    return np.array([state.hands[seat] for seat in seats]), np.array(now)


def meant(way: int, means: int, own: int, state: State) -> Action:
    if way < gist.THEIRS:
        return MakeCall(("challenge", "perfecto")[way])
    if way < gist.ROLL_THEIRS:
        return MakeBid(*divmod(means, 10))
    assert way == gist.ROLL_OWN or state.bid
    return RollDice(idle_dice(state.hands[state.seat], own if way == gist.ROLL_OWN else state.bid.rank))  # type: ignore[union-attr]


def test_practice_plays_by_the_rules() -> None:
    """Whole games by the rules, any way that practice has open: a bot sees the same gist, the rules allow the way and
    make the same of it."""
    luck, shaker, calls = Random(3), SeededShaker(3), 0
    counts, means = np.zeros(6, np.int64), np.zeros(gist.WAYS, np.int64)
    for _ in range(6):
        state = RULES.start(seats=2, first=0)
        while not isinstance(due := RULES.next(state), Over):
            if isinstance(due, Roll):
                state = throw(RULES, state, shaker.throw(due))
                continue
            hands, now = as_numbers(state)
            at, own = practice.sight(hands, now, counts)
            assert Sight(RULES, RULES.view(state, state.seat), state.seat).gist == at
            assert practice.openings(hands, now, counts, own, means)
            way = luck.choice([way for way in range(gist.WAYS) if means[way]])
            before, result = state, practice.done(hands, now, way, means[way], own)
            state = act(RULES, state, state.seat, meant(way, int(means[way]), own, state))
            if way < gist.THEIRS:
                assert state.last is not None
                assert (result == 1) == (state.last.winner == before.leader)
                calls += 1
            elif way < gist.ROLL_THEIRS:
                assert [*now] == [*as_numbers(state)[1]]
    assert calls > 40


def test_practice_learns_what_cannot_be() -> None:
    """After some rounds: a bid that takes six or more of the other's dice is challenged rather than anything else."""
    empty = np.zeros((gist.GISTS, gist.WAYS), np.float32)
    known = practice.Practice(empty, empty.copy(), empty.copy(), empty.copy())
    practice.practise(known, 3000, 1)
    claims = np.arange(gist.GISTS) // (gist.NEEDS * gist.KEPT * gist.SAID * gist.ROLLED) % gist.CLAIMS
    bold = (claims == gist.CLAIMS - 1) & (known.tried[:, gist.CHALLENGE] > 0)
    assert bold.sum() > 50
    worth = known.won[bold, gist.CHALLENGE].sum() / known.tried[bold, gist.CHALLENGE].sum()
    assert worth > 0.8
    chosen = known.chosen[bold].sum(axis=0)
    assert chosen[gist.CHALLENGE] > chosen[gist.CHALLENGE + 1 :].max()


def dealt(*hands: tuple[int, ...]) -> State:
    state = RULES.start(seats=2, first=0)
    for hand in hands:
        state = throw(RULES, state, hand)
    return state


def test_what_was_learned_is_what_can_be_done() -> None:
    state = dealt((3, 3, 1, 3, 6, 2), (1, 4, 4, 2, 4, 5))
    state = act(RULES, state, 0, MakeBid(3, 3))
    due = RULES.next(state)
    assert isinstance(due, Choose)
    known = learned(RULES, RULES.view(state, 1), 1)
    assert sum(one.often for one in known) == pytest.approx(1)
    assert all(-1 <= one.value <= 1 and 0 < one.error < 1 for one in known)
    assert {one.choice for one in known} >= {"challenge", "perfecto", 3, 4, MakeBid(3, 4), MakeBid(4, 3)}
    for number in range(20):
        assert BestBot(RULES, 1, Random(number)).choose(RULES.view(state, 1), due.options[1]) in due.options[1]


def test_nothing_is_known_where_nobody_practised() -> None:
    state = dealt((3, 3, 1, 3, 6, 2), (1, 4, 4, 2, 4, 5))
    assert learned(PerfectoRules(teams=True), RULES.view(state, 0), 0) == []
    assert learned(PerfectoRules(roll_on_opening=False), RULES.view(state, 0), 0) == []
    assert learned(RULES, RULES.view(state, 1), 0) == []  # dice that it cannot see


def test_more_practice_is_more_certain() -> None:
    known = experience()
    assert (np.diff(known.gists) > 0).all()
    assert known.gists[-1] < gist.GISTS
    assert (known.tried >= 1.99).all()
