"""A finished game of Grand Poobah as a picture shows it: the hands, and the scoring dice that ended it."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.keepsake import Keepsake, Row, Token, hand_of
from redpip.core.words import Words
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.screen import payment


def keepsake(_rules: PoobahRules, view: State, names: Sequence[str], words: Words) -> Keepsake | None:
    hands: list[Row] = [(Token(seat), *hand_of(hand, seat)) for seat, hand in enumerate(view.hands) if any(hand)]
    if not hands or not any(view.scoring):
        return None  # of real dice nobody told how they lie
    last = (words.say("The last scoring dice"),), (None, *hand_of(view.scoring))
    return Keepsake([(words.say("The dice at the end"),), *hands, *last], [payment(view.gains, names, words)])
