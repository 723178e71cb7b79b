"""Bids, calls and outcomes in words, for screen and page alike."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.words import N_, Words
from redpip.games.perfecto.notation import CallName, Party
from redpip.games.perfecto.state import Call, Showdown

NUMBERS = (
    N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine"),
    N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen"), N_("fourteen"), N_("fifteen"), N_("sixteen"),
    N_("seventeen"), N_("eighteen"), N_("nineteen"), N_("twenty"), N_("twenty-one"), N_("twenty-two"),
    N_("twenty-three"), N_("twenty-four"), N_("twenty-five"), N_("twenty-six"), N_("twenty-seven"), N_("twenty-eight"),
)  # fmt: skip

CALL_NAMES: dict[CallName, str] = {
    "challenge": N_("Challenge"),
    "perfecto": N_("Perfecto"),
    "double": N_("Double"),
    "redouble": N_("Redouble"),
    "surrender": N_("Surrender"),
}


def of_rank(quantity: int, rank: int, words: Words) -> str:
    """``five 4s``."""
    word = words.say(NUMBERS[quantity - 1])
    match rank:
        case 1:
            return words.count("{word} 1", "{word} 1s", quantity, word=word)
        case 2:
            return words.count("{word} 2", "{word} 2s", quantity, word=word)
        case 3:
            return words.count("{word} 3", "{word} 3s", quantity, word=word)
        case 4:
            return words.count("{word} 4", "{word} 4s", quantity, word=word)
        case 5:
            return words.count("{word} 5", "{word} 5s", quantity, word=word)
    return words.count("{word} 6", "{word} 6s", quantity, word=word)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def call_text(call: Call, names: Sequence[str], words: Words) -> str:
    """What stands against the bid."""
    facts = {"name": names[call.seat]}
    if call.kind == "perfecto":
        told = words.say("{name} calls Perfecto", **facts)
    elif call.level == 1:
        told = words.say("{name} challenges", **facts)
    else:
        told = words.say("{name} challenges, {lives} lives at stake", lives=call.level, **facts)
    if call.surrendered is None:
        return told
    return told + ". " + words.say("{name} has surrendered", name=names[call.surrendered])


def side_text(party: Party, shown: Showdown, names: Sequence[str], words: Words) -> str:
    seat = shown.bid.seat if party == "bidder" else shown.call.seat
    return words.say("with {name}", name=names[seat])


def count_text(shown: Showdown, words: Words) -> str:
    """What the dice say about the bid."""
    bid = of_rank(shown.bid.quantity, shown.bid.rank, words)
    facts = {"bid": bid, "number": shown.count}
    if shown.call.kind == "challenge":
        if shown.bidder_right:
            return words.say("The dice count {number}: enough for {bid}", **facts)
        return words.say("The dice count {number}: too few for {bid}", **facts)
    if shown.bidder_right:
        return words.say("The dice count {number}, not exactly {bid}", **facts)
    return words.say("The dice count {number}, exactly {bid}: Perfecto", **facts)


def outcome_text(shown: Showdown, names: Sequence[str], words: Words) -> str:
    """Who won the round and what it cost."""
    parts = [words.say("{name} wins the round", name=names[shown.winner])]
    team = any(seat not in (shown.loser, *shown.wrong) for seat in shown.out)  # goes out together, not life by life
    for seat, lost in enumerate(shown.lost):
        if lost:
            parts.append(_loss_text(names[seat], lost, seat in shown.out and not team, words))
    if team:
        parts.append(words.say("out: {names}", names=", ".join(names[seat] for seat in shown.out)))
    return ", ".join(parts)


def _loss_text(name: str, lost: int, out: bool, words: Words) -> str:
    if out and lost == 1:
        return words.say("{name} loses the last life and is out", name=name)
    if out:
        return words.say("{name} loses the last {number} lives and is out", name=name, number=lost)
    return words.count("{name} loses {number} life", "{name} loses {number} lives", lost, name=name)


def lives_text(lives: int, words: Words) -> str:
    if lives == 0:
        return words.say("out")
    return words.say("Last Chance") if lives == 1 else words.count("{number} life", "{number} lives", lives)
