"""The moment that decided a game: what moved the winner furthest away from whoever came next."""

from __future__ import annotations

from collections.abc import Iterator

from redpip.core.game import Over, Seat
from redpip.core.words import Words
from redpip.play.amounts import amount
from redpip.play.review import Decision, Review, Throw
from redpip.play.review_told import Moment, Retelling

LEAST = {"points": 1.0, "win chance": 0.02, "turns": 0.1}  # less decides nothing


def deciding(review: Review, over: Over) -> Throw | Decision | None:
    """Of one who played alone, what mattered most; None where several share the win or nothing stands out."""
    if len(over.winners) != 1:
        return None
    effect, found = max(_effects(review, over), key=lambda one: one[0], default=(0.0, None))
    return found if effect >= LEAST[review.unit] else None


def _effects(review: Review, over: Over) -> Iterator[tuple[float, Throw | Decision]]:
    """What each throw and each decision did for the winner, and against the one who came next."""
    winner, rival = over.winners[0], _rival(over)
    for throw in review.throws:
        if rival is None:
            yield abs(throw.luck), throw
        elif throw.seat in (winner, rival):
            yield throw.luck if throw.seat == winner else -throw.luck, throw
    for decision in review.decisions:
        if decision.seat == rival or rival is None:
            yield decision.cost, decision


def _rival(over: Over) -> Seat | None:
    others = [seat for seat in range(len(over.scores)) if seat not in over.winners]
    return max(others, key=lambda seat: (over.returns[seat], over.scores[seat]), default=None)


def told_moment(told: Retelling, found: Throw | Decision, words: Words) -> tuple[Moment, str]:
    """The moment, and what it did, in a sentence."""
    unit = told.review.unit
    if isinstance(found, Throw):
        moment, size = told.throw(found), amount(abs(found.luck), unit, words)
        if moment.good:
            return moment, words.say("This throw gave {name} {amount}.", name=moment.name, amount=size)
        return moment, words.say("This throw cost {name} {amount}.", name=moment.name, amount=size)
    moment, size = told.decision(found), amount(found.cost, unit, words)
    return moment, words.say("This decision cost {name} {amount}.", name=moment.name, amount=size)
