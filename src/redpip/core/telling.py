"""What happened, in words: the game's own story, and what a match adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Acted, Back, Event, Noted, Over, Seat, Thrown
from redpip.core.match import Begin, MatchState
from redpip.core.measure import POINTS, Measure
from redpip.core.noting import Note, NoteLine
from redpip.core.setup import Setup
from redpip.core.showing import dice_told
from redpip.core.words import Words, points


def tell(setup: Setup, event: Event[Any], view: Any, words: Words) -> str:
    """An event in one sentence or two, from a view after it; nothing where the next event will say it."""
    match event:
        case Back():
            return words.say("That is taken back")
        case Acted(action=Begin(seat=first)):
            return words.say("{name} starts the next game", name=setup.names[first])
    game = view.shown if isinstance(view, MatchState) else view
    if isinstance(event, Noted):
        told = noted_turn(setup, event, words)
    else:
        told = setup.game.story(setup.game_rules, event, game, setup.names, words)
    if isinstance(view, MatchState) and view.between:
        return ". ".join([*([told] if told else []), game_result(setup, view, words), match_score(setup, view, words)])
    return told


def bust_told(setup: Setup, event: Event[Any], view: Any, words: Words) -> str:
    """What a throw costs at once, in a word or two; nothing for most."""
    if setup.game.bust is None or not isinstance(event, Thrown):
        return ""
    game = view.shown if isinstance(view, MatchState) else view
    return setup.game.bust(setup.game_rules, event, game, words)


def noted_turn(setup: Setup, event: Noted, words: Words) -> str:
    """All that is known of a turn."""
    note = event.note
    said = words.say("{name} notes {what}", name=setup.names[event.seat], what=_line_noted(setup, note, words))
    dice = [dice_told(note.dice, words)] if note.dice is not None else []
    facts = ", ".join([*_points_noted(note, words), *dice, *_rolls_noted(note, words)])
    return f"{said}: {facts}" if facts else said


def what_was_noted(setup: Setup, note: Note, words: Words) -> str:
    """The same without a name, for a list that shows its dice."""
    return " · ".join([_line_noted(setup, note, words), *_points_noted(note, words), *_rolls_noted(note, words)])


def _line_noted(setup: Setup, note: Note, words: Words) -> str:
    if setup.game.noting is None:
        return note.what
    line: NoteLine = setup.game.noting.line_of(setup.game_rules, note.what)
    return line.said(words, setup.names)


def _points_noted(note: Note, words: Words) -> list[str]:
    if len(note.points) == 1:
        return [points(note.points[0], 0, words)]
    return [", ".join(map(str, note.points))] if note.points else []


def _rolls_noted(note: Note, words: Words) -> list[str]:
    return [] if note.rolls is None else [words.count("{number} roll", "{number} rolls", note.rolls)]


def verdict(names: Sequence[str], over: Over, words: Words, measure: Measure = POINTS, you: Seat | None = None) -> str:
    """How a game or a match ended; ``you`` is the seat of whoever reads it."""
    score = over.scores[over.winners[0]]
    if len(names) == 1:
        return words.say("Your result: {score}.", score=measure.told(score, 1, words))
    others, won = [names[seat] for seat in over.winners if seat != you], measure.won(score, words)
    if you in over.winners:
        if not others:
            return words.say("You win {with_score}.", with_score=won)
        you_and_others = words.listed([words.say("You"), *others])
        return words.say("{you_and_others} share the win {with_score}.", you_and_others=you_and_others, with_score=won)
    if len(others) == 1:
        return words.say("{name} wins {with_score}.", name=others[0], with_score=won)
    return words.say("{names} share the win {with_score}.", names=words.listed(others), with_score=won)


def measure_of(game: Game, match: bool) -> Measure:
    """How results are counted: in a match always in points."""
    return POINTS if match else game.measure


def game_result(setup: Setup, state: MatchState[Any], words: Words) -> str:
    """How the last game of a match ended."""
    winners = [setup.names[seat] for seat in state.results[-1].winners]
    number = len(state.results)
    if len(winners) == 1:
        return words.say("{name} wins game {number}", name=winners[0], number=number)
    if len(winners) == len(setup.names):
        return words.say("Game {number} is a tie", number=number)
    return words.say("Game {number} goes to {names} together", number=number, names=", ".join(winners))


def match_score(setup: Setup, state: MatchState[Any], words: Words) -> str:
    score = ", ".join(f"{name} {won}" for name, won in zip(setup.names, state.points, strict=True))
    told = words.say("Match to {games}: {score}", games=setup.match, score=score)
    if state.stake > 1 and state.choosing:
        told += ". " + words.say("The next game is worth {stake} points", stake=state.stake)
    elif state.stake > 1:
        told += ". " + words.say("This game is worth {stake} points", stake=state.stake)
    return told
