"""Perfecto for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import DICE, Faces, shown
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name, percent
from redpip.core.words import Words
from redpip.games.perfecto.names import CALL_NAMES, capital, lives_text, of_rank
from redpip.games.perfecto.notation import (
    PARTIES,
    Action,
    CallName,
    MakeBid,
    MakeCall,
    Party,
    Pass,
    RollDice,
    Rolling,
    Sidestep,
    TakeSide,
)
from redpip.games.perfecto.odds import Odds, odds_of
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count, counts_for
from redpip.games.perfecto.state import Bid, Showdown, State


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says while the player is still choosing; pairs are for one and for many."""
    return {
        "cup": words.text("your cup, for your eyes only"),
        "lift": words.text("Lift the cup"),
        "lower": words.text("Lower the cup"),
        "covered": words.text("Your dice are under the cup"),
        "ladder": words.text("Bid ladder"),
        "chance": words.text("chance that it holds, in %"),
        "odds": words.text("Chances"),
        "bid": words.text("Bid {bid}"),
        "choose": words.text("Bid or roll"),
        "fewer": words.text("fewer"),
        "more": words.text("more"),
        "rank": words.text("Number {rank}"),
        "roll_first": words.text("Roll first"),
        "roll_unseen": words.text("Roll first: how many dice?"),
        "roll": (words.text("Roll 1 die"), words.text("Roll {number} dice")),
        "pick_dice": words.text("Tap the dice to roll"),
        "pick_frozen": words.text("Tap the die to freeze"),
        "freeze_die": words.text("Freeze die {die}"),
        "freeze": words.text("Freeze die {die}, bid {bid}"),
        "cancel": words.text("Cancel"),
        "so_far": words.text("This round"),
        "rolled": (words.text("rolled 1 die, bid"), words.text("rolled {number} dice, bid")),
        "die": words.text("die {die}: {face}"),
        "frozen": words.text("frozen"),
        "lost": words.text("lost"),
        "counts": words.text("counts {number}"),
        "gave_up": words.text("{name} has surrendered"),
        "showdown": words.text("Showdown"),
        "bid_by": words.text("{name} bid {bid}"),
        "last_round": words.text("Last round:"),
        "in_brief": words.text("{name} bid {bid}. {counted}"),
        "hands": words.text("All hands"),
        "total": words.text("The count"),
    }


def scene(
    rules: PerfectoRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    odds = odds_of(rules, view) if seat is not None else None
    bidding = any(isinstance(action, MakeBid | Sidestep) for action in options)
    in_play = rules.dice_in_play(view)
    return {
        "about": words.say("round {number}", number=view.round),
        "say": _say(rules, view, seat, words),
        "tap": _tap(view, options, words) if options else None,
        "seat": view.seat,
        "phase": view.phase,
        "round": view.round,
        "seats": [_seat(rules, view, at, words) for at in range(len(view.lives))],
        "bid": _bid(view.bid, odds, words) if view.bid else None,
        "call": _call(view, words),
        "in_play": words.count("{number} die in play", "{number} dice in play", in_play),
        "of_each": words.say("about {number} of each number", number=round(in_play / 3)),
        "bids": [_bid(bid, None, words) for bid in view.bids],
        "cup": _cup(rules, view, seat, words),
        "hand": _hand_told(view, seat, words),
        "know": _know(view, seat, words),
        "ladder": _ladder(rules, view, options, odds, words) if bidding else None,
        "rank": _best_rank(view, seat),
        "freeze": _loose_for(Sidestep, rules, view, seat, options),
        "roll": _loose_for(RollDice, rules, view, seat, options),
        "unseen": [{"action": str(one), "number": one.count} for one in options if isinstance(one, Rolling)],
        "calls": [_offer(view, action, odds, words) for action in options if isinstance(action, MakeCall | Pass)],
        "sides": [_side(view, party, odds, words) for party in PARTIES] if TakeSide("bidder") in options else [],
        "chosen": view.chosen,
        "showdown": _showdown(view.last, words) if view.last else None,
        "fresh": view.last is not None and not view.bids and not view.announced,  # nothing has been said since
    }


def _loose_for(
    kind: type[Action], rules: PerfectoRules, view: State, seat: Seat | None, options: Sequence[Action]
) -> Sequence[int] | None:
    """The dice to choose from where such an action is legal."""
    return rules.loose(view, seat) if seat is not None and any(isinstance(a, kind) for a in options) else None


def _say(rules: PerfectoRules, view: State, seat: Seat | None, words: Words) -> str:
    mine = seat == view.seat
    match view.phase:
        case "sides" if seat in rules.side_takers(view) and seat not in view.chosen:
            return words.say("Bidder or caller: who is right?")
        case "sides":
            return words.say("The others take sides in secret.")
        case "rolled" if mine:
            return words.say("You rolled; now bid higher.")
        case "bidding" if mine and view.call and not rules.higher_bids(view):
            return words.say("Let it stand, or answer: no bid is higher.")
        case "bidding" if mine and view.call and rules.must_sidestep(view, view.seat):
            return words.say("Let it stand, or freeze a die and bid higher.")
        case "bidding" if mine and view.call:
            return words.say("Let it stand, or bid higher.")
        case "bidding" if mine and view.bid and not rules.higher_bids(view):
            return words.say("No bid is higher: challenge it.")
        case "bidding" if mine and view.bid:
            return words.say("Bid higher, or challenge it.")
        case "bidding" if mine:
            return words.say("You open the round with any bid.")
        case "freezing":
            return words.say("What does the frozen die show?")
        case "show":
            return words.say("Cups up: what lies under them?")
    return ""


def _tap(view: State, options: Sequence[Action], words: Words) -> Tap:
    def may(kind: type[Action]) -> bool:
        return any(isinstance(action, kind) for action in options)

    if may(TakeSide):
        return {
            "kind": "side",
            "text": words.say("Tap whom you believe, the bidder or the caller; all is shown at once."),
        }
    if may(Sidestep):
        text = words.say("Tap Pass to let it stand; or tap a higher bid and the die that you freeze for it.")
        return {"kind": "freeze", "text": text}
    if may(Pass) and not may(MakeBid):
        return {"kind": "answer", "text": words.say("Tap Pass to let it stand, or one of the answers.")}
    if may(Pass):
        text = words.say("Tap Pass to let it stand, or one of the answers; or tap a higher bid, then the button.")
        return {"kind": "answer", "text": text}
    if may(MakeCall) and not may(MakeBid):
        return {"kind": "doubt", "text": words.say("No bid is higher: tap how you doubt this one.")}
    if may(MakeCall):
        return {"kind": "doubt", "text": words.say("Tap a higher bid, then the button; or doubt this one.")}
    if view.bid:
        return {"kind": "bid", "text": words.say("Tap a higher bid, then the button.")}
    return {"kind": "open", "text": words.say("Tap how many of which number you bid, then the button.")}


def _seat(rules: PerfectoRules, view: State, seat: Seat, words: Words) -> Mapping[str, Any]:
    """Lives as small dice: in play, lost, or frozen with their face."""
    notes = [lives_text(view.lives[seat], words)] if view.lives[seat] < 2 else []
    if view.frozen[seat]:
        notes.append(words.say("{number} frozen", number=len(view.frozen[seat])))
    if seat in view.chosen:
        notes.append(words.say("has taken a side"))
    last = next((bid for bid in reversed(view.bids) if bid.seat == seat), None)
    return {
        "score": None,
        "note": " · ".join(notes),
        "told": _told_lives(view, seat, words),
        "dice": [_small_die(rules, view, seat, die) for die in DICE[: rules.dice]],
        "tag": [last.quantity, last.rank] if last else None,
    }


def _told_lives(view: State, seat: Seat, words: Words) -> str:
    frozen = ", ".join(face_name(die, view.hands[seat][die - 1], words) for die in view.frozen[seat])
    lives = lives_text(view.lives[seat], words)
    word = words.say("frozen")
    return f"{lives}, {word}: {frozen}" if frozen else lives


def _small_die(rules: PerfectoRules, view: State, seat: Seat, die: int) -> tuple[int, int, str]:
    """Its number, its face where all may see it, and how it fares."""
    if die not in rules.hand(view, seat):
        return die, 0, "gone"
    frozen = die in view.frozen[seat]
    return die, view.hands[seat][die - 1] if frozen else 0, "frozen" if frozen else "in"


def _bid(bid: Bid, odds: Odds | None, words: Words) -> Mapping[str, Any]:
    return {
        "seat": bid.seat,
        "quantity": bid.quantity,
        "rank": bid.rank,
        "rolled": bid.rolled,
        "text": of_rank(bid.quantity, bid.rank, words),
        "chance": percent(odds.at_least(*bid.order)) if odds else None,
    }


def _call(view: State, words: Words) -> Mapping[str, Any] | None:
    call = view.call
    if call is None:
        return None
    name: CallName = call.kind if call.level == 1 else "double" if call.level == 2 else "redouble"
    stake = words.count("{number} life at stake", "{number} lives at stake", call.level)
    return {"seat": call.seat, "name": words.say(CALL_NAMES[name]), "stake": stake, "surrendered": call.surrendered}


def _cup(rules: PerfectoRules, view: State, seat: Seat | None, words: Words) -> Sequence[Mapping[str, Any]] | None:
    """All the dice that one starts with: those in play as they lie, and the lost ones. Real cups stand on the table."""
    if seat is None or seat in rules.cups or not view.lives[seat]:
        return None
    hand = rules.hand(view, seat)
    return [_die(view, seat, die, words) if die in hand else {"die": die, "lost": True} for die in DICE[: rules.dice]]


def _die(view: State, seat: Seat, die: int, words: Words) -> Mapping[str, Any]:
    face = view.hands[seat][die - 1]
    return {
        "die": die,
        "face": face,
        "red": face == die,
        "name": face_name(die, face, words) if face else "",
        "frozen": die in view.frozen[seat],
        "cast": die in view.cast,
        "lost": False,
    }


def _hand_told(view: State, seat: Seat | None, words: Words) -> str:
    """One's own dice in words, for those who hear the page."""
    hand = view.hands[seat] if seat is not None else ()
    faces = ", ".join(face_name(die, hand[die - 1], words) for die in shown(hand)) if hand else ""
    return words.say("Your dice: {faces}", faces=faces) if faces else ""


def _know(view: State, seat: Seat | None, words: Words) -> str:
    """What one's own dice count for the bid that stands."""
    if seat is None or view.bid is None or not shown(view.hands[seat]):
        return ""
    rank = view.bid.rank
    number = count((view.hands[seat],), rank)
    bid = of_rank(view.bid.quantity, rank, words)
    told = words.say("Your dice count {number} towards {bid}.", number=number, bid=bid)
    if view.hands[seat][rank - 1] == rank:
        told += " " + words.say("The red {face} counts twice.", face=rank)
    return told


def _best_rank(view: State, seat: Seat | None) -> int:
    """The number that one holds most of: where the finger starts on the ladder."""
    hand = view.hands[seat] if seat is not None else ()
    return max(DICE, key=lambda rank: (count((hand,), rank), rank)) if seat is not None else 1


def _ladder(
    rules: PerfectoRules, view: State, options: Sequence[Action], odds: Odds | None, words: Words
) -> Sequence[Mapping[str, Any]]:
    """Every higher bid with its chance; a sidestep's die is chosen beside it."""
    assert odds is not None
    freezing = any(isinstance(action, Sidestep) for action in options)
    return [
        {
            "quantity": bid.quantity,
            "rank": bid.rank,
            "written": str(bid).removeprefix("bid "),
            "action": None if freezing else str(bid),
            "text": of_rank(bid.quantity, bid.rank, words),
            "chance": percent(odds.at_least(bid.quantity, bid.rank)),
        }
        for bid in rules.higher_bids(view)
    ]


def _offer(view: State, action: MakeCall | Pass, odds: Odds | None, words: Words) -> Mapping[str, Any]:
    """A call and how likely it is to win; giving up and letting stand have no chance to show."""
    label = words.say("Pass") if isinstance(action, Pass) else words.say(CALL_NAMES[action.name])
    chance = None
    if odds and view.bid and isinstance(action, MakeCall) and view.call is None:
        holds = odds.at_least(*view.bid.order)
        chance = percent(odds.exactly(*view.bid.order) if action.name == "perfecto" else 1 - holds)
    return {"action": str(action), "label": label, "chance": chance}


def _side(view: State, party: Party, odds: Odds | None, words: Words) -> Mapping[str, Any]:
    bid, call = view.bid, view.call
    assert bid is not None
    assert call is not None
    assert odds is not None
    holds = odds.at_least(*bid.order) if call.kind == "challenge" else 1 - odds.exactly(*bid.order)
    if party == "bidder":
        return {
            "action": str(TakeSide(party)),
            "seat": bid.seat,
            "label": words.say("The bidder"),
            "chance": percent(holds),
        }
    return {
        "action": str(TakeSide(party)),
        "seat": call.seat,
        "label": words.say("The caller"),
        "chance": percent(1 - holds),
    }


def _showdown(before: Showdown, words: Words) -> Mapping[str, Any]:
    """The round before, die by die."""
    return {
        "bid": _bid(before.bid, None, words),
        "caller": before.call.seat,
        "count": before.count,
        "winner": before.winner,
        "verdict": capital(_verdict(before, words)),
        "counted": _counted(before, words),
        "hands": [_shown_hand(before, seat, hand, words) for seat, hand in enumerate(before.hands) if shown(hand)],
    }


def _verdict(before: Showdown, words: Words) -> str:
    if before.call.kind == "perfecto":
        return words.say("not exact") if before.bidder_right else words.say("exactly right: Perfecto!")
    return words.say("the bid holds") if before.bidder_right else words.say("the bid was too high")


def _counted(before: Showdown, words: Words) -> str:
    """The same with its number, where there is little room."""
    if before.call.kind == "perfecto":
        if before.bidder_right:
            return words.say("Counted: {number}, not exact.", number=before.count)
        return words.say("Counted: {number}, exact: Perfecto!", number=before.count)
    if before.bidder_right:
        return words.say("Counted: {number}, enough.", number=before.count)
    return words.say("Counted: {number}, too few.", number=before.count)


def _shown_hand(before: Showdown, seat: Seat, hand: Faces, words: Words) -> Mapping[str, Any]:
    side, lost = before.sides[seat], before.lost[seat]
    notes = []
    if side:
        notes.append(words.say("sided with the bidder") if side == "bidder" else words.say("sided with the caller"))
    if before.call.surrendered == seat:
        notes.append(words.say("surrendered"))
    if lost:
        notes.append(words.count("loses {number} life", "loses {number} lives", lost))
    if seat in before.out:
        notes.append(words.say("out"))
    dice = [
        {
            "die": die,
            "face": hand[die - 1],
            "name": face_name(die, hand[die - 1], words),
            "counts": counts_for(die, hand[die - 1], before.bid.rank),
        }
        for die in shown(hand)
    ]
    return {
        "seat": seat,
        "dice": dice,
        "total": count((hand,), before.bid.rank),
        "note": " · ".join(notes),
        "lost": lost,
    }
