"""What the dice under two cups count for a bid, and who is right then."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import DICE, red_dice, shown
from redpip.core.example import Box, Example, Group, Laid, Setting, first_of
from redpip.core.words import N_, Words
from redpip.games.perfecto.names import NUMBERS, of_rank
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count

MOST = 14  # no bid on two hands of six can be true above this


def score(_rules: PerfectoRules, laid: Laid, words: Words) -> Sequence[Box]:
    quantity, rank = map(int, laid.values)
    total, bid = count(laid.throws, rank), of_rank(quantity, rank, words)
    return [*_parts(laid, rank, words), _together(total, rank, words), *_calls(total, quantity, bid, words)]


def _parts(laid: Laid, rank: int, words: Words) -> Sequence[Box]:
    plain = sum(faces[die - 1] == rank != die for faces in laid.throws for die in shown(faces))
    own = sum(rank in red_dice(faces) for faces in laid.throws)
    other = sum(len(red_dice(faces)) for faces in laid.throws) - own
    return [
        Box(
            "white",
            words.say("white"),
            str(plain),
            words.say("Every white {rank} counts one.", rank=rank),
            good=plain > 0,
        ),
        Box(
            "own",
            words.say("red {face}", face=rank),
            str(2 * own),
            words.say("A red {rank} counts twice: as a {rank} and as a red.", rank=rank),
            "×2" if own else "",
            own > 0,
        ),
        Box(
            "reds",
            words.say("other reds"),
            str(other),
            words.say("Any other red counts one for every number."),
            good=other > 0,
        ),
    ]


def _together(total: int, rank: int, words: Words) -> Box:
    say = words.say("All dice together count {total} for the {rank}.", total=total, rank=rank)
    return Box("count", words.say("together"), str(total), say, good=total > 0, wide=True)


def _calls(total: int, quantity: int, bid: str, words: Words) -> Sequence[Box]:
    facts = {"total": total, "bid": bid}
    if total >= quantity:
        challenged = words.say("Challenged, the bid of {bid} holds: the dice count {total}.", **facts)
    else:
        challenged = words.say("Challenged, the bid of {bid} fails: the dice count only {total}.", **facts)
    if total == quantity:
        called = words.say("Exactly {bid}: whoever calls Perfecto is right.", **facts)
    else:
        called = words.say("Not exactly {bid} but {total}: a Perfecto is wrong, and the bidder right.", **facts)
    bidder, caller = words.say("bidder"), words.say("caller")
    return [
        Box("challenge", words.say("Challenge"), bidder if total >= quantity else caller, challenged, wide=True),
        Box("perfecto", words.say("Perfecto"), caller if total == quantity else bidder, called, wide=True),
    ]


def _quantity(value: str, words: Words) -> str:
    return words.say(NUMBERS[int(value) - 1])


def _rank(value: str, _words: Words) -> str:
    return value


EXAMPLE = Example(
    (Group(N_("Mia's cup"), gaps=True), Group(N_("Jonas's cup"), gaps=True, dress="far")),
    "55355- 1313-- 6 5",
    "the-showdown",
    score,
    first_of("challenge"),
    (
        Setting(N_("Bid: how many"), tuple(map(str, range(1, MOST + 1))), _quantity),
        Setting(N_("of which number"), tuple(map(str, DICE)), _rank),
    ),
)
