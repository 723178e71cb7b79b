"""Perfecto as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.game import Acted, Event, Seat, Thrown
from redpip.core.measure import Measure
from redpip.core.showing import dice_told, face_name
from redpip.core.words import Line, Span, Style, Words, line
from redpip.games.perfecto.names import (
    call_text,
    count_text,
    lives_text,
    of_rank,
    outcome_text,
    side_text,
)
from redpip.games.perfecto.notation import MakeBid, MakeCall, Pass, RollDice, Rolling, Sidestep, SideTaken, TakeSide
from redpip.games.perfecto.odds import odds_of
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import counts_for
from redpip.games.perfecto.state import Showdown, State


def screen(rules: PerfectoRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    # a showdown is for all; whoever looks at their own dice afterwards has seen it
    before = view.last if not view.bids and not _owns_dice(view) else None
    return (
        *(_showdown(before, names, words) if before else ()),
        *(_standing(rules, view, names, words) if view.phase not in ("deal", "over") else ()),
        *_table(rules, view, names, words),
    )


def _standing(rules: PerfectoRules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    """The bid that stands, and what is said against it."""
    yield line((words.say("Round {number}", number=view.round), "strong"), _turn(view, names, words))
    if view.bid:
        yield line(*_bid(rules, view, names, words))
    if view.call:
        yield line(call_text(view.call, names, words) + ".")
    number = rules.dice_in_play(view)
    yield line(
        (words.say("{number} dice in play, about {part} of each number.", number=number, part=number // 3), "faint")
    )
    yield line()


def _turn(view: State, names: Sequence[str], words: Words) -> str:
    if view.phase == "sides":
        return "  " + words.say("The others take sides in secret.")
    if view.phase in ("show", "freezing"):
        return ""
    return "  " + words.say("{name} is to speak.", name=names[view.seat])


def _bid(rules: PerfectoRules, view: State, names: Sequence[str], words: Words) -> Iterator[Span | str]:
    bid = view.bid
    assert bid is not None
    named = of_rank(bid.quantity, bid.rank, words)
    yield words.say("{name} bids {bid}.", name=names[bid.seat], bid=named)
    odds = odds_of(rules, view)
    if _owns_dice(view):
        chance, exact = round(100 * odds.at_least(*bid.order)), round(100 * odds.exactly(*bid.order))
        yield (
            "  " + words.say("By your dice: true {chance} %, exactly {exact} %.", chance=chance, exact=exact),
            "odds",
        )


def _owns_dice(view: State) -> bool:
    """Is this somebody's own view, and not that of all or of nobody?"""
    seen = [seat for seat in view.active if any(die not in view.frozen[seat] for die in shown(view.hands[seat]))]
    return len(seen) == 1


def _table(rules: PerfectoRules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    """Narrow enough for 40 columns; what was said stands last, and below where there is no room."""
    width = max(8, *(len(name) for name in names)) + 1
    lives = [words.count("{number} life", "{number} lives", number) for number in view.lives]
    room = max(map(len, lives))
    for seat, name in enumerate(names):
        dice = rules.hand(view, seat) if view.phase != "over" else ()
        chance = lives_text(view.lives[seat], words) if view.lives[seat] < 2 else ""
        said = "".join(f"   {text}" for text in (chance, _last_bid(view, seat, words)) if text)
        yield line(
            (name.ljust(width), _style(view, seat)), lives[seat].ljust(room), *_hand(view, seat, dice), (said, "faint")
        )
    if any(view.frozen):
        yield line((words.say("* frozen for all to see; ? under a cup"), "faint"))


def _style(view: State, seat: Seat) -> Style:
    if not view.lives[seat]:
        return "faint"
    return "strong" if seat == view.seat and view.phase not in ("over", "sides") else "plain"


def _hand(view: State, seat: Seat, dice: tuple[int, ...]) -> Iterator[Span]:
    for die in dice:
        face = view.hands[seat][die - 1]
        frozen = "*" if die in view.frozen[seat] else ""
        yield _face(die, face, frozen) if face else ("  ?", "faint")


def _face(die: int, face: int, sign: str = "") -> Span:
    """A space, then a die; only a frozen red needs more room."""
    red = "r" if die == face else ""
    return " " + f"{face}{red}{sign}".rjust(2), "red" if red else "plain"


def _last_bid(view: State, seat: Seat, words: Words) -> str:
    bids = [bid for bid in view.bids if bid.seat == seat]
    if seat in view.chosen:
        return words.say("has taken a side")
    if not bids:
        return ""
    rolled = words.count(", rolled {number} die", ", rolled {number} dice", bids[-1].rolled) if bids[-1].rolled else ""
    return words.say("bid {bid}", bid=of_rank(bids[-1].quantity, bids[-1].rank, words)) + rolled


def _showdown(before: Showdown, names: Sequence[str], words: Words) -> Iterator[Line]:
    """The round before, counted die by die."""
    width = max(8, *(len(name) for name in names)) + 2
    bid = of_rank(before.bid.quantity, before.bid.rank, words)
    yield line((words.say("Showdown: {name} bid {bid}", name=names[before.bid.seat], bid=bid), "strong"))
    yield line(call_text(before.call, names, words) + ".")
    for seat, hand in enumerate(before.hands):
        if shown(hand):
            side = before.sides[seat]
            taken = "   " + side_text(side, before, names, words) if side else ""
            yield line(names[seat].ljust(width), *_counted(hand, before.bid.rank), (taken, "faint"))
    yield line(count_text(before, words) + ".")
    yield line((outcome_text(before, names, words) + ".", "strong"))
    yield line()


def _counted(hand: Faces, rank: int) -> Iterator[Span]:
    """What they come to, and each die: where it counts, for how much."""
    total = sum(counts_for(die, hand[die - 1], rank) for die in shown(hand))
    yield f"{total:>2} =", "strong"
    for die in shown(hand):
        face = hand[die - 1]
        number = counts_for(die, face, rank)
        text, style = _face(die, face)
        yield f" {text.strip()}{f'(+{number})' if number else ''}", style


def story(rules: PerfectoRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)) if seat in rules.cups:
            told = words.say("{name} shows {faces}", name=names[seat], faces=dice_told(faces, words))
            return ". ".join([told, *_end_of_round(after, names, words)])
        case Thrown():
            return _dealt(rules, after, names, words)
        case Acted(seat=seat, action=action):
            told = _told(seat, action, after, names, words)
            return ". ".join([told, *_end_of_round(after, names, words)])
    return ""


def _dealt(rules: PerfectoRules, after: State, names: Sequence[str], words: Words) -> str:
    """Said once, when all cups are down."""
    if after.phase != "bidding":
        return ""
    facts = {"number": after.round, "dice": rules.dice_in_play(after), "name": names[after.leader]}
    return words.say("Round {number}: {dice} dice are under the cups, {name} begins", **facts)


def _told(seat: Seat, action: Any, after: State, names: Sequence[str], words: Words) -> str:
    facts = {"name": names[seat]}
    match action:
        case MakeBid(quantity=quantity, rank=rank):
            return words.say("{name} bids {bid}", bid=of_rank(quantity, rank, words), **facts)
        case RollDice() | Rolling():
            number = action.count if isinstance(action, Rolling) else len(action.dice)
            return words.count(
                "{name} rolls {number} die in secret", "{name} rolls {number} dice in secret", number, **facts
            )
        case Sidestep(die=die, quantity=quantity, rank=rank) if not after.hands[seat][die - 1]:
            bid = of_rank(quantity, rank, words)
            return words.say("{name} freezes a die and bids {bid}", bid=bid, **facts)
        case Sidestep(die=die, quantity=quantity, rank=rank):
            face = face_name(die, after.hands[seat][die - 1], words)
            bid = of_rank(quantity, rank, words)
            return words.say("{name} freezes die {die}, {face}, and bids {bid}", die=die, face=face, bid=bid, **facts)
        case MakeCall(name=name):
            return _called(name, after, facts, names, words)
        case Pass():
            return words.say("{name} passes", **facts)
        case TakeSide() | SideTaken():
            return words.say("{name} has taken a side", **facts)
    return ""


def _called(call: str, after: State, facts: dict[str, str], names: Sequence[str], words: Words) -> str:
    match call:
        case "challenge":
            return words.say("{name} challenges", **facts)
        case "perfecto":
            return words.say("{name} calls Perfecto", **facts)
        case "double":
            return words.say("{name} doubles: 2 lives are at stake", **facts)
        case "redouble":
            return words.say("{name} redoubles: 3 lives are at stake", **facts)
    given_up = after.call.surrendered if after.call else None
    if given_up is not None and names[given_up] != facts["name"]:
        return words.say("{name} surrenders for {partner}", partner=names[given_up], **facts)
    return words.say("{name} surrenders", **facts)


def _end_of_round(after: State, names: Sequence[str], words: Words) -> Sequence[str]:
    before = after.last if not after.bids and not after.announced else None
    return (count_text(before, words), outcome_text(before, names, words)) if before else ()


def help_lines(rules: PerfectoRules, words: Words) -> Sequence[str]:
    lines = [
        words.say("b 5x4        bid five 4s"),
        words.say("rolling 2    two dice are rolled under the cup; then bid")
        if rules.cups
        else words.say("roll 1 3     roll dice 1 and 3 in secret, then bid"),
        words.say("c            challenge: the bid is too high"),
        words.say("perfecto     the bid is exactly right"),
    ]
    if not rules.teams:
        lines.append(words.say("side caller  take the caller's side; or: side bidder"))
    if rules.advanced:
        lines += [
            words.say("double       raise the stake; also: redouble, surrender"),
            words.say("pass         let the call stand"),
            words.say("sidestep 3 6x2  freeze die 3 and bid six 2s"),
        ]
    return lines


def _lives(score: int, _players: int, words: Words) -> str:
    return words.count("{number} die left", "{number} dice left", score)


def _with_lives(score: int, words: Words) -> str:
    return words.count("with {number} die left", "with {number} dice left", score)


MEASURE = Measure(_lives, _with_lives)
