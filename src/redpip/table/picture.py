"""The table as one pair of eyes sees it: what goes to a page, in the viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from redpip.core.choices import describe_options
from redpip.core.game import Over, Seat, legal
from redpip.core.match import Begin, MatchState
from redpip.core.measure import POINTS, POINTS_OR_TURNS, Measure
from redpip.core.telling import game_result, match_score, measure_of, verdict
from redpip.core.words import N_, Words, points
from redpip.table.chair import SHAPES, Chair
from redpip.table.command import Presence
from redpip.table.keeping import keeping
from redpip.table.lines import lines, who_starts
from redpip.table.links import device_code, invitation
from redpip.table.refusals import REFUSALS
from redpip.table.table import LOG_GAP, Table
from redpip.table.viewer import Viewer, eyes

Part = dict[str, Any]
REACTION_TEXTS = {
    "nice": N_("Nice roll!"),
    "lucky": N_("Lucky!"),
    "ouch": N_("Ouch."),
    "thinking": N_("Let me think."),
    "thanks": N_("Thanks for the game."),
    "again": N_("One more?"),
}


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer is shown. Where several see the same, a part is one object for all of them."""

    common: Part  # of the table, the same for everybody in one language
    own: Part  # of the table, this viewer's
    drawn: Part  # the game's own scene, and what may be done

    @property
    def table(self) -> Part:
        return self.common | self.own

    @property
    def whole(self) -> Part:
        return {"table": self.table, **self.drawn}


class Moment:
    """The table at one moment. What several viewers see alike is drawn once, and once for all what stays the same."""

    def __init__(
        self,
        table: Table,
        presence: Presence,
        now: float,
        thinking: Seat | None = None,
        before: Moment | None = None,
    ) -> None:
        self.table = table
        self._presence = presence
        self._now = now
        self._thinking = thinking  # whose bot has been thinking for a while
        self._scenes: dict[tuple[str, Seat | None], Part] = {}
        self._watched: dict[str, Sight] = {}
        self._common: dict[str, Part] = {}
        self._chairs = _chairs(table, presence, now)
        self._fixed: dict[str, Part] = before._fixed if before else {}
        same = before is not None and self._same_seats(before)
        self._seats: dict[str | None, list[Part]] = before._seats if before and same else {}

    def sight(self, viewer: Viewer, words: Words) -> Sight:
        """The table, the game's own scene, and what may be done. All who only watch share one picture."""
        if viewer.device == self.table.host or self.table.seats_of(viewer.device):
            return self._sight(viewer, words)
        if words.language not in self._watched:
            self._watched[words.language] = self._sight(Viewer(None), words)
        return self._watched[words.language]

    def _sight(self, viewer: Viewer, words: Words) -> Sight:
        seat = eyes(self.table, viewer)
        drawn = self._drawn(seat, words)
        return Sight(self._told_to_all(words), self._own(viewer, seat, words, drawn["scene"]), drawn)

    def _drawn(self, seat: Seat | None, words: Words) -> Part:
        """Without secrets all who have nothing to choose see the same scene."""
        play = self.table.play
        watches = not self.table.game.secrets and not (play and legal(play.next, seat))
        key = words.language, None if watches else seat
        if key not in self._scenes:
            self._scenes[key] = _drawn(self.table, key[1], words)
        return self._scenes[key]

    def _told_to_all(self, words: Words) -> Part:
        language = words.language
        if language not in self._common:
            if language not in self._fixed:
                self._fixed[language] = _fixed(self.table, words)
            changing = _changing(self.table, words, self._now, self._thinking)
            self._common[language] = self._fixed[language] | changing
        return self._common[language]

    def _own(self, viewer: Viewer, seat: Seat | None, words: Words, scene: Any) -> Part:
        """What is different for each viewer."""
        table = self.table
        mine = table.seats_of(viewer.device)
        return {
            "host": viewer.device == table.host,
            "me": seat,
            "mine": list(mine),
            "unready": [s for s in table.unready if s in mine],
            "seats": self._seats_for(viewer, mine),
            "say": self._say(viewer, seat, words, scene),
            "keep": keeping(table, mine, words) if table.own_dice else None,
            "undo": {"can": seat is not None and table.can_undo(seat), "asked": _own_question(table, seat)},
            "ask": _question(table, mine, words),
            "match": _match(table, seat, words),
            "result": _result(table, mine, words),
        }

    def _same_seats(self, before: Moment) -> bool:
        """Nothing about the seats has changed, and nothing about them runs out by itself."""
        table = self.table
        return (
            table.chairs is before.table.chairs
            and table.host == before.table.host
            and table.phase == before.table.phase
            and self._presence.here == before._presence.here
            and self._chairs == before._chairs
            and not any(chair.code_until for chair in table.chairs)
        )

    def _seats_for(self, viewer: Viewer, mine: Sequence[Seat]) -> list[Part]:
        if viewer.device not in self._seats:
            self._seats[viewer.device] = [
                self._seat(seat, facts, viewer, mine) for seat, facts in enumerate(self._chairs)
            ]
        return self._seats[viewer.device]

    def _seat(self, seat: Seat, facts: Part, viewer: Viewer, mine: Sequence[Seat]) -> Part:
        link = invitation(self.table, seat, viewer.device)
        if seat not in mine:
            return {**facts, "mine": False, "invite": link}
        code = device_code(self.table, seat, viewer.device, self._now)
        devices = self._devices(self.table.chairs[seat], viewer)
        return {**facts, "mine": True, "invite": link, "code": code, "devices": devices}

    def _say(self, viewer: Viewer, seat: Seat | None, words: Words, scene: Any) -> Part:
        table = self.table
        mine = table.seats_of(viewer.device)
        loud = any(own in table.turn and _plays_now(table, own) for own in mine)
        title, text = _headline(table, seat, mine, words), ""
        if table.phase == "playing":
            text = _choice(table, words) or _starting(table, words) or scene["say"]
            if self._thinking is not None:
                title = words.say("{name} is thinking", name=table.chairs[self._thinking].name)
        elif table.phase == "waiting" and viewer.device == table.host:  # the links are theirs
            text = words.say("Send each friend a link, or let a bot take the seat.")
        return {"title": title, "text": text, "loud": loud}

    def _devices(self, chair: Chair, viewer: Viewer) -> list[Part]:
        """From where a seat is played, for whoever sits there."""
        return [
            {
                "device": device.label,
                "since": datetime.fromtimestamp(device.since, UTC).isoformat(),
                "this": device.id == viewer.device,
                "here": device.id in self._presence.here,
            }
            for device in chair.devices
        ]


def _chairs(table: Table, presence: Presence, now: float) -> list[Part]:
    """What everybody sees of the seats."""
    return [
        {
            "seat": seat,
            "name": chair.name,
            "shape": SHAPES[seat % len(SHAPES)],
            "kind": chair.kind,
            "bot": chair.player_bot,
            "here": chair.kind != "person" or presence.is_here(chair.device_ids),
            "away": chair.kind == "person" and presence.is_away(chair.device_ids, now),
        }
        for seat, chair in enumerate(table.chairs)
    ]


def _drawn(table: Table, seat: Seat | None, words: Words) -> Part:
    """What the game's own page draws; how the game before stood at its end, where a match has just gone on; and the
    actions that this seat may choose from."""
    play = table.play
    if play is None:
        return {"scene": None, "ended": None, "options": []}
    rules, view = play.setup.game_rules, play.rules.view(play.state, seat)
    options = legal(play.next, seat)
    told = describe_options(options)
    if not isinstance(view, MatchState):
        return {"scene": table.game.scene(rules, view, seat, words, options), "ended": None, "options": told}
    if view.choosing:
        options = ()  # it is no action of the game that is chosen now
    scene, ended = (
        None if game is None else table.game.scene(rules, game, seat, words, may)
        for game, may in ((view.game, options), (view.ended, ()))
    )
    return {"scene": scene, "ended": ended, "options": told}


def _fixed(table: Table, words: Words) -> Part:
    """What stays as it was when the table was opened."""
    opened = table.opened
    preset = table.game.presets[opened.preset]
    return {
        "id": table.id,
        "game": table.game.id,
        "preset": opened.preset,
        "art": opened.preset if preset.edition else table.game.id,
        "title": table.game.title(opened.preset),
        "variant": words.name(preset.name),
        "dice": opened.dice,
        "limits": {"seconds": table.limits.seconds, "memory": table.limits.memory},
        "reactions": [{"reaction": key, "text": words.say(text)} for key, text in REACTION_TEXTS.items()],
    }


def _changing(table: Table, words: Words, now: float, thinking: Seat | None) -> Part:
    return {
        "phase": table.phase,
        "turn": list(table.turn),
        "position": table.position,
        "thinking": thinking,
        "outdated": _outdated(table, words),
        "clock": _clock(table, words, now),
        "coach": _coach(table),
        "fair": {"commitment": table.opened.commitment, "revealed": table.revealed},
        "log": lines(table, words),
        "rematch": f"/t/{table.rematch}" if table.rematch else None,
    }


def _coach(table: Table) -> bool:
    """May it be asked, or is it wanted while people are still coming?"""
    agreed = table.play.setup.coach if table.play else table.opened.coach
    return agreed and table.game.advisor is not None


def _outdated(table: Table, words: Words) -> str | None:
    if table.outdated is None:
        return None
    if table.outdated == LOG_GAP:
        return words.say(REFUSALS[LOG_GAP])
    return words.say("This game was played by other rules than ours. What you see is what was written down then.")


def _starting(table: Table, words: Words) -> str:
    """With real dice, before anything was told: who was drawn to start."""
    play = table.play
    drawn = table.own_dice and table.opened.first is None and len(table.chairs) > 1
    return f"{who_starts(table, play.setup.first, words)}." if play and drawn and not play.standing else ""


def _headline(table: Table, seat: Seat | None, mine: Sequence[Seat], words: Words) -> str:
    match table.phase:
        case "waiting":
            return words.say("Waiting for players")
        case "abandoned":
            return _closing(table, words)
    if table.over:
        return _verdict(table, table.over, mine, words)
    names = ", ".join(table.chairs[s].name for s in table.movers)
    if not names:
        return words.say("The dice are falling")
    if seat is not None and _plays_now(table, seat):
        return words.say("Your turn, {name}", name=table.chairs[seat].name)
    return words.count("{name} is playing", "{name} are playing", len(table.movers), name=names)


def _closing(table: Table, words: Words) -> str:
    """Who ended the table, where somebody at it did."""
    by = table.abandoned_by
    if by is None or not 0 <= by < len(table.chairs) or not table.chairs[by].name:
        return words.say("The table was closed")
    return words.say("{name} closed the table", name=table.chairs[by].name)


def _plays_now(table: Table, seat: Seat) -> bool:
    """It is this seat's turn, and no bot plays for it, nor because its time is up."""
    return seat in table.movers and not table.chairs[seat].player_bot and seat != table.timed_out


def _own_question(table: Table, seat: Seat | None) -> Part | None:
    if table.ask is None or table.ask.by != seat:
        return None
    return {"kind": table.ask.what, "waiting": [table.chairs[s].name for s in sorted(table.ask.waiting)]}


def _question(table: Table, mine: Sequence[Seat], words: Words) -> Part | None:
    """A question that this viewer is to answer."""
    ask = table.ask
    answering = sorted(ask.waiting.intersection(mine)) if ask else []
    if ask is None or not answering:
        return None
    by, who = table.chairs[ask.by].name, table.chairs[ask.seat].name
    match ask.what:
        case "undo":
            text = words.say("{name} would like to take back the last move.", name=by)
        case "bot":
            text = words.say("{name} would like a bot to play for {who}, who is away.", name=by, who=who)
        case "end":
            text = words.say("{name} would like to end the game here.", name=by)
    return {"kind": ask.what, "by": ask.by, "seat": answering[0], "text": text}


def _clock(table: Table, words: Words, now: float) -> Part | None:
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


def _match(table: Table, seat: Seat | None, words: Words) -> Part | None:
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


def _result(table: Table, mine: Sequence[Seat], words: Words) -> Part | None:
    over = table.over
    if over is None:
        return None
    scores, measure = over.scores, _measure(table)
    return {
        "title": _verdict(table, over, mine, words),
        "told": [measure.told(score, len(scores), words) for score in scores],
        "scores": list(scores),
        "winners": list(over.winners),
        "places": places_of(over),
        "review": f"/t/{table.id}/review" if table.game.advisor and not table.outdated else None,
        "margin": _margin(table, over, words),
        "same": table.opened.same or None,
        "challenge": table.lends_dice,
    }


def _margin(table: Table, over: Over, words: Words) -> str | None:
    """By how much it was won, where that is counted in points and one alone has won."""
    if len(over.winners) != 1 or len(over.scores) < 2 or _measure(table) not in (POINTS, POINTS_OR_TURNS):
        return None
    (_, best, _), (seat, second, _), *_ = places_of(over)
    ahead = points(best - second, len(over.scores), words)
    return words.say("{points} ahead of {name}", points=ahead, name=table.names[seat]) if best > second else None


def places_of(over: Over) -> list[list[int]]:
    """Seat, score and rank, the best first."""
    seats = range(len(over.scores))
    order = sorted(seats, key=lambda seat: (seat not in over.winners, -over.returns[seat], -over.scores[seat]))
    return [[seat, over.scores[seat], _rank(over, seat)] for seat in order]


def _verdict(table: Table, over: Over, mine: Sequence[Seat], words: Words) -> str:
    """How it ended, told to whoever plays one seat from this device, or to all who look at it."""
    return verdict(table.names, over, words, _measure(table), mine[0] if len(mine) == 1 else None)


def _measure(table: Table) -> Measure:
    match = table.play.setup.match if table.play else table.opened.match
    return measure_of(table.game, match is not None)


def _rank(over: Over, seat: Seat) -> int:
    """1 for whoever won, then by what is better for a player; equals share a rank."""
    if seat in over.winners:
        return 1
    mine = (over.returns[seat], over.scores[seat])
    losers = [s for s in range(len(over.scores)) if s not in over.winners]
    return 1 + len(over.winners) + sum((over.returns[s], over.scores[s]) > mine for s in losers)
