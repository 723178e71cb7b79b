"""The table as one pair of eyes sees it: what goes to a page, in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from redpip.core.dice import shown
from redpip.core.game import Over, Seat, Thrown, legal
from redpip.core.match import Begin, MatchState
from redpip.core.record import event_json, read_event
from redpip.core.telling import game_result, match_score, tell, verdict
from redpip.core.words import N_, Words
from redpip.table.chair import SHAPES
from redpip.table.command import Presence
from redpip.table.events import Played, StoodIn, TableEvent, TimedOut, public_data
from redpip.table.table import REFUSALS, Table, Told

REACTION_TEXTS = {
    "nice": N_("Nice roll!"),
    "lucky": N_("Lucky!"),
    "ouch": N_("Ouch."),
    "thinking": N_("Let me think."),
    "thanks": N_("Thanks for the game."),
    "again": N_("One more?"),
}


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device and the seat whose eyes it has now; None watches."""

    device: str | None
    seat: Seat | None = None


def table_words(table: Table, language: str) -> Words:
    return table.game.words(table.opened.preset, language, REFUSALS)


def eyes(table: Table, viewer: Viewer) -> Seat | None:
    """The seat that this viewer sees with: where nothing is secret, a shared device follows the turn by itself."""
    mine = table.seats_of(viewer.device)
    if table.game.secrets and len(mine) > 1:
        return viewer.seat if viewer.seat in mine else None
    return next((seat for seat in table.movers if seat in mine), mine[0] if mine else None)


def still_looking(table: Table, viewer: Viewer) -> Viewer:
    """A device that several share is nobody's again as soon as another of them is to move."""
    others = set(table.turn) & set(table.seats_of(viewer.device))
    return Viewer(viewer.device) if viewer.seat is not None and others and viewer.seat not in others else viewer


def heard(table: Table, event: TableEvent, viewer: Viewer) -> dict[str, Any]:
    """An event as this viewer may hear of it."""
    if not isinstance(event, Played) or table.play is None:
        return public_data(event)
    seen = table.play.rules.seen(read_event(event.event, table.play.setup), eyes(table, viewer))
    return {"kind": "played", "event": event_json(seen)}


class Moment:
    """The table as it is now. What several viewers see alike is drawn once."""

    def __init__(self, table: Table, presence: Presence, now: float) -> None:
        self._table = table
        self._presence = presence
        self._now = now
        self._scenes: dict[tuple[str, Seat | None], tuple[Any, Any]] = {}
        self._common: dict[str, dict[str, Any]] = {}

    def sight(self, viewer: Viewer, words: Words) -> dict[str, Any]:
        """The table and the game's own scene."""
        scene, ended = self._drawn(viewer, words)
        return {"table": self._picture(viewer, words, scene), "scene": scene, "ended": ended}

    def _drawn(self, viewer: Viewer, words: Words) -> tuple[Any, Any]:
        seat = eyes(self._table, viewer)
        if not self._table.game.secrets and seat not in self._table.movers:
            seat = None  # whoever only watches sees what every spectator sees
        key = (words.language, seat)
        if key not in self._scenes:
            self._scenes[key] = _scenes(self._table, seat, words)
        return self._scenes[key]

    def _picture(self, viewer: Viewer, words: Words, scene: Any) -> dict[str, Any]:
        """Everything about the table but the game's own scene."""
        if words.language not in self._common:
            self._common[words.language] = _common(self._table, words, self._now)
        return self._common[words.language] | self._own(viewer, words, scene)

    def _own(self, viewer: Viewer, words: Words, scene: Any) -> dict[str, Any]:
        """What is different for each viewer."""
        table = self._table
        seat, mine = eyes(table, viewer), table.seats_of(viewer.device)
        return {
            "host": viewer.device == table.opened.host,
            "me": seat,
            "mine": list(mine),
            "unready": [s for s in table.unready if s in mine],
            "seats": [_seat(table, s, viewer, self._presence, self._now) for s in range(len(table.chairs))],
            "say": _say(table, seat, viewer, words, scene),
            "undo": {"can": seat is not None and table.can_undo(seat), "asked": _own_question(table, seat)},
            "ask": _question(table, viewer, words),
            "match": _match(table, seat, words),
        }


def _scenes(table: Table, seat: Seat | None, words: Words) -> tuple[Any, Any]:
    """What the game's own page draws, and how the game before stood at its end, where a match has just gone on."""
    play = table.play
    if play is None:
        return None, None
    view = play.rules.view(play.state, seat)
    options = legal(play.next, seat)
    if not isinstance(view, MatchState):
        return table.game.scene(play.setup.game_rules, view, seat, words, options), None
    if view.choosing:
        options = ()  # it is no action of the game that is chosen now
    scene, ended = (
        None if game is None else table.game.scene(play.setup.game_rules, game, seat, words, legal)
        for game, legal in ((view.game, options), (view.ended, ()))
    )
    return scene, ended


def _common(table: Table, words: Words, now: float) -> dict[str, Any]:
    opened = table.opened
    preset = table.game.presets[opened.preset]
    return {
        "id": table.id,
        "game": table.game.id,
        "preset": opened.preset,
        "art": opened.preset if preset.edition else table.game.id,
        "title": table.game.title(opened.preset),
        "variant": words.name(preset.name),
        "phase": table.phase,
        "turn": list(table.turn),
        "clock": _clock(table, words, now),
        "fair": {"commitment": opened.commitment, "revealed": table.revealed},
        "result": _result(table, words),
        "log": [line for told in table.told if (line := _told(table, told, words))["text"]],
        "rematch": f"/t/{table.rematch}" if table.rematch else None,
        "reactions": [{"reaction": key, "text": words.say(text)} for key, text in REACTION_TEXTS.items()],
    }


def _seat(table: Table, seat: Seat, viewer: Viewer, presence: Presence, now: float) -> dict[str, Any]:
    chair = table.chairs[seat]
    mine = viewer.device in chair.devices
    person = chair.kind == "person"
    return {
        "seat": seat,
        "name": chair.name,
        "shape": SHAPES[seat % len(SHAPES)],
        "kind": chair.kind,
        "bot": chair.player_bot,
        "here": not person or presence.is_here(chair.devices),
        "mine": mine,
        "away": person and presence.is_away(chair.devices, now),
        "invite": invitation(table, seat, viewer.device),
    }


def invitation(table: Table, seat: Seat, device: str | None) -> str | None:
    """The link to this seat, for those who may hand it on: who sits there, and the host while nobody does."""
    chair = table.chairs[seat]
    if device in chair.devices or (device == table.opened.host and chair.kind == "open"):
        return f"/t/{table.id}#{table.secrets.invitation(chair.number)}"
    return None


def _say(table: Table, seat: Seat | None, viewer: Viewer, words: Words, scene: Any) -> dict[str, Any]:
    mine = any(own in table.turn and _plays_now(table, own) for own in table.seats_of(viewer.device))
    title, text = _headline(table, seat, words), ""
    if table.phase == "playing":
        text = _choice(table, words) or scene["say"]
    elif table.phase == "waiting":
        text = words.say("Send each friend a link, or let a bot take the seat.")
    return {"title": title, "text": text, "loud": mine}


def _headline(table: Table, seat: Seat | None, words: Words) -> str:
    if table.phase == "waiting":
        return words.say("Waiting for players")
    if table.phase == "abandoned":
        return words.say("The table was closed")
    if table.over:
        return verdict(table.names, table.over, words)
    names = ", ".join(table.chairs[s].name for s in table.movers)
    if seat is not None and _plays_now(table, seat):
        return words.say("Your turn, {name}", name=names)
    return words.say("{name} is playing", name=names)


def _plays_now(table: Table, seat: Seat) -> bool:
    """It is this seat's turn, and no bot plays for it."""
    return seat in table.movers and not table.chairs[seat].player_bot


def _own_question(table: Table, seat: Seat | None) -> dict[str, Any] | None:
    if table.ask is None or table.ask.by != seat:
        return None
    return {"kind": table.ask.what, "waiting": [table.chairs[s].name for s in sorted(table.ask.waiting)]}


def _question(table: Table, viewer: Viewer, words: Words) -> dict[str, Any] | None:
    """A question that this viewer is to answer."""
    ask = table.ask
    answering = sorted(ask.waiting & set(table.seats_of(viewer.device))) if ask else []
    if ask is None or not answering:
        return None
    by, who = table.chairs[ask.by].name, table.chairs[ask.seat].name
    if ask.what == "undo":
        text = words.say("{name} would like to take back the last move.", name=by)
    else:
        text = words.say("{name} would like a bot to play for {who}, who is away.", name=by, who=who)
    return {"kind": ask.what, "by": ask.by, "seat": answering[0], "text": text}


def _clock(table: Table, words: Words, now: float) -> dict[str, Any] | None:
    if table.opened.clock is None:
        return None
    deadline = table.deadline
    iso = datetime.fromtimestamp(deadline, UTC).isoformat() if deadline is not None else None
    then = words.say("When the time is up, a bot plays the rest of the turn.")
    left = max(0.0, deadline - now) if deadline is not None else None
    return {"seconds": table.opened.clock, "deadline": iso, "left": left, "then": then}


def _choice(table: Table, words: Words) -> str:
    """What is asked between two games of a match."""
    state = table.play.state if table.play else None
    if not isinstance(state, MatchState) or not state.choosing:
        return ""
    return words.say("{name} says who starts the next game.", name=table.chairs[state.chooser].name)


def _match(table: Table, seat: Seat | None, words: Words) -> dict[str, Any] | None:
    if table.play is None or not isinstance(table.play.state, MatchState):
        return None
    setup, state = table.play.setup, table.play.state
    mine = state.choosing and seat == state.chooser and table.over is None
    return {
        "games": setup.match,
        "points": list(state.points),
        "stake": state.stake,
        "worth": words.say("worth {stake} points", stake=state.stake) if state.stake > 1 else None,
        "score": match_score(setup, state, words),
        "ended": game_result(setup, state, words) if state.between else None,
        "choose": [_start(table, first, words) for first in range(len(state.points))] if mine else [],
    }


def _start(table: Table, first: Seat, words: Words) -> dict[str, str]:
    return {"action": str(Begin(first)), "text": words.say("{name} starts", name=table.chairs[first].name)}


def _result(table: Table, words: Words) -> dict[str, Any] | None:
    over = table.over
    if over is None:
        return None
    scores = over.scores
    places = sorted(range(len(scores)), key=lambda seat: (seat not in over.winners, -over.returns[seat], -scores[seat]))
    return {
        "title": verdict(table.names, over, words),
        "scores": list(scores),
        "winners": list(over.winners),
        "places": [[seat, scores[seat], _rank(over, seat)] for seat in places],
    }


def _rank(over: Over, seat: Seat) -> int:
    """1 for whoever won, then by what is better for a player; equals share a rank."""
    if seat in over.winners:
        return 1
    mine = (over.returns[seat], over.scores[seat])
    losers = [s for s in range(len(over.scores)) if s not in over.winners]
    return 1 + len(over.winners) + sum((over.returns[s], over.scores[s]) > mine for s in losers)


def _told(table: Table, told: Told, words: Words) -> dict[str, Any]:
    if words.language not in told.lines:
        told.lines[words.language] = _line(table, told, words)
    return told.lines[words.language]


def _line(table: Table, told: Told, words: Words) -> dict[str, Any]:
    assert table.play is not None
    dice = []
    match told.event:
        case TimedOut(seat=seat):
            text = words.say("The time is up: a bot plays this turn for {name}", name=table.names[seat])
        case StoodIn(seat=seat, bot=bot):
            name = table.names[seat]
            text = words.say("A bot plays for {name}", name=name) if bot else words.say("{name} is back", name=name)
        case event:
            text = tell(table.play.setup, event, told.view, words)
    if isinstance(told.event, Thrown) and told.event.faces:
        dice = [[die, told.event.faces[die - 1]] for die in shown(told.event.faces)]
    return {"seq": told.seq, "seat": getattr(told.event, "seat", None), "text": text, "dice": dice}
