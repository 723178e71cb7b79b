"""What each game is called, who can play it and how. Games are found, never listed: a folder in ``games/`` with a
``GAME`` in it, or an installed package with an entry point in the group ``redpip.games``."""

from __future__ import annotations

import hashlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from redpip.core.advice import Advisor, BotKind, MakeAdvisor, Unit, best_bot
from redpip.core.batch import BatchKind
from redpip.core.coaching import USUAL_BANDS, Bands, MakeCoaching
from redpip.core.effort import QUIET, Effort
from redpip.core.example import Example
from redpip.core.game import Seat
from redpip.core.keepsake import Keepsake
from redpip.core.level import LEVELS, Level, LevelBot, MakeJudge, levels
from redpip.core.match import PLAIN, Course
from redpip.core.measure import POINTS, Measure
from redpip.core.noting import Noting
from redpip.core.options import Option, changed_options, make_rules, option_text, options_of
from redpip.core.plugins import load_plugins
from redpip.core.problem import Phrase, Problem, unknown
from redpip.core.solution import Figures, Solver
from redpip.core.words import LANGUAGES, N_, Line, Words

MOST_SEATS = 256  # where the rules set no limit: who starts is drawn from one byte


@dataclass(frozen=True, slots=True)
class Preset:
    """Named options; an edition has a name and words of its own and is shown as a game of its own."""

    name: str
    about: str
    options: Mapping[str, Any] = field(default_factory=dict)
    least_seats: int | None = None
    most_seats: int | None = None
    edition: str | None = None  # the name on that edition's box
    words: Mapping[str, str] = field(default_factory=dict)  # our word -> that edition's word
    fixed: tuple[str, ...] = ()  # options that nobody may change in this preset
    starts: str = ""  # who begins by the custom of the box
    match: bool = False  # a match, as long as the game's course has it, unless somebody says how long


class ReadPosition(Protocol):
    def __call__(self, rules_for: Callable[[int], Any], given: Any, seats: int | None) -> tuple[int, Any]:
        """How many sit there and the state they are in. ``rules_for`` has the rules for so many seats; ``seats`` is
        what somebody said of it."""


@dataclass(frozen=True, slots=True)
class Game:
    """All that lobby, command line and documents need to know of a game. The first preset is the usual one."""

    id: str
    name: str
    about: str
    folder: Path
    rules: type[Any]
    presets: Mapping[str, Preset]
    bots: Mapping[str, BotKind]
    house_bot: str  # the one to meet where nobody chose: quick, and a fair match for a newcomer
    refusals: Mapping[str, str]  # code -> sentence
    screen: Callable[..., Sequence[Line]]  # (rules, view, names, words) -> the position in lines of text
    story: Callable[..., str]  # (rules, event, view after it, names, words) -> what happened, in one sentence
    help: Callable[..., Sequence[str]]  # (rules, words) -> what can be typed
    scene: Callable[..., Mapping[str, Any]]  # (rules, view, seat, words, options) -> what its page draws: core.scene
    page_texts: Callable[[Words], Mapping[str, Any]]  # what the page says by itself
    # (rules, event, view after it, words) -> what a throw costs at once, in a word or two, "" for most: its dice alone
    # do not show it
    bust: Callable[..., str] | None = None
    # (rules, view, names, words) -> what a picture of the end shows beside the places, None: nothing that is known
    keepsake: Callable[..., Keepsake | None] | None = None
    paragraphs: Mapping[str, str] = field(default_factory=dict)  # refusal or reason -> anchor in RULES.md
    example: Example | None = None  # dice to turn beside its rules
    measure: Measure = POINTS  # a result with its unit
    rank: int = 50  # where it stands in lists, low numbers first
    least_seats: int = 1
    minutes: int = 15  # how long a game among people takes
    secrets: bool = False  # seats see different things, so a shared device asks who is looking
    odds: bool = False  # it tells chances that a player may rather not see
    # the words of its actions, verbs before the semicolon, for languages that have their own; a|b: b is understood too
    typed: str = ""
    most_seats: int | None = None
    course: Course[Any] = PLAIN  # how game follows game in a match
    playout_options: Mapping[str, Any] = field(default_factory=dict)  # keep a game that is played by chance short
    advisor: MakeAdvisor | None = None  # with it comes bot:best, unless the game brings its own
    best_bot: str = N_("takes what the advice ranks first")  # what that bot does
    # (rules): a Problem where the advisor has no answer by these rules, so that nobody chooses bot:best in vain
    check_advice: Callable[[Any], None] = lambda _: None
    judge: MakeJudge | None = None  # quicker than the advisor, for the levels below the best; with either come levels
    levels: Mapping[str, Level] = field(default_factory=levels)  # how those below the best err
    coaching: MakeCoaching | None = None  # (rules, unit) -> what its coach says beyond values
    solver: Callable[..., Solver] | None = None  # (rules, effort, **questions), where the game is solved
    questions: Mapping[str, str] = field(
        default_factory=dict
    )  # what its solver can be asked beside: name -> what it is
    figures: Callable[[Any, Effort], Figures] | None = None  # (rules, effort) -> how best play goes
    batch: BatchKind | None = None  # its bots' games of two, many at once
    noting: Noting | None = None  # what the result of a turn is, where people keep no more of it
    position: ReadPosition | None = None  # the state that a line of text or a JSON value means

    def __post_init__(self) -> None:
        bots = dict(self.bots)
        if self.judge or self.advisor:
            bots |= {name: self._rung(level) for name, level in self.levels.items()}
        if self.advisor:
            bots["best"] = self.bots.get("best") or best_bot(self.best_bot, self.advisor)
        object.__setattr__(self, "bots", bots)

    def _rung(self, level: Level) -> BotKind:
        make, bands = (self.judge, _usual_bands) if self.judge else (self._advised, self._bands)
        return BotKind(level.about, partial(LevelBot, level, make, bands, sees_all=not self.secrets), level.strength)

    def _advised(self, rules: Any, seat: Seat) -> Advisor[Any]:
        assert self.advisor
        return self.advisor(rules, seat, QUIET)

    def _bands(self, rules: Any, unit: Unit) -> Bands:
        """What a slip costs, and what a blunder, as the coach has it."""
        return self.coaching(rules, unit).bands if self.coaching else _usual_bands(rules, unit)

    @property
    def ladder(self) -> tuple[str, ...]:
        """Its levels, the weakest first."""
        return tuple(name for name in LEVELS if name in self.bots)

    @property
    def options(self) -> Mapping[str, Option]:
        return options_of(self.rules)

    def preset(self, name: str | None) -> tuple[str, Preset]:
        name = name or next(iter(self.presets))
        if name not in self.presets:
            raise unknown("preset", name, list(self.presets))
        return name, self.presets[name]

    def seats(self, preset: str) -> tuple[int, int | None]:
        """The fewest and the most that can play it, None where there is no limit."""
        chosen = self.presets[preset]
        return chosen.least_seats or self.least_seats, chosen.most_seats or self.most_seats

    def check_seats(self, preset: str, seats: int) -> None:
        least, most = self.seats(preset)
        if least <= seats <= (most or MOST_SEATS):
            return
        chosen, players = self.presets[preset], seats_phrase(least, most or MOST_SEATS)
        title: object = self.title(preset)
        if not chosen.edition and (chosen.least_seats or chosen.most_seats):
            title = Phrase("{title} with the preset {preset}", title=title, preset=preset)
        raise Problem("bad_seats", "{title} is for {players}, not {seats}.", title=title, players=players, seats=seats)

    def check_options(self, preset: str, options: Mapping[str, Any]) -> None:
        chosen = self.presets[preset]
        for name in chosen.fixed:
            value = chosen.options.get(name, self.options[name].default)
            if options.get(name, value) != value:
                free = ", ".join(key for key, other in self.presets.items() if name not in other.fixed)
                raise Problem(
                    "bad_option",
                    "Option {name} is always {value} in the preset {preset}. Presets that let you choose: {free}.",
                    name=name,
                    value=option_text(value),
                    preset=preset,
                    free=free or Phrase("none"),
                )

    def match_length(self, preset: str, rules: Any, seats: int, wanted: int | None) -> int | None:
        """What the match is to; None for a single game."""
        if wanted is not None or not self.presets[preset].match:
            return wanted
        return self.course.usual(len({self.course.side(rules, seat) for seat in range(seats)}))

    def title(self, preset: str) -> str:
        return self.presets[preset].edition or self.name

    def bot(self, name: str) -> BotKind:
        if name not in self.bots:
            raise unknown("bot", name, list(self.bots))
        return self.bots[name]

    def check_bot(self, name: str, rules: Any) -> None:
        """Refuses a bot that could not answer by these rules."""
        self.bot(name)
        if name == "best" and self.advisor:
            self.check_advice(rules)

    def words(self, preset: str | None, language: str, refusals: Mapping[str, str] | None = None) -> Words:
        """The game's words; ``refusals`` are those of whoever else may refuse."""
        _, chosen = self.preset(preset)
        return Words(self.folder / "locale", language, {**(refusals or {}), **self.refusals}, chosen.words)

    @contextmanager
    def concerned(self, preset: str | None) -> Iterator[None]:
        """Problems that arise in here are said in this game's words, whoever says them."""
        try:
            yield
        except Problem as problem:
            problem.words = problem.words or partial(self.words, preset)
            raise

    def rules_text(self, language: str) -> str:
        """The rules to read; in English where nobody has written them in this language."""
        translated = self.folder / f"RULES.{language}.md"
        return (translated if translated.is_file() else self.folder / "RULES.md").read_text("utf-8")

    @property
    def names(self) -> list[str]:
        """What it can be found by: its id, and the presets that are editions."""
        return [self.id, *(name for name, preset in self.presets.items() if preset.edition)]


def _usual_bands(_rules: Any, unit: Unit) -> Bands:
    return USUAL_BANDS[unit]


def seats_phrase(least: int, most: int | None) -> Phrase:
    if most is None:
        return Phrase("{least} or more players", least=least)
    if least == most:
        return Phrase("{count} players", count=most)
    return Phrase("{least} to {most} players", least=least, most=most)


def ruleset_hash(game: str, rules: Any) -> str:
    """Names a game, its rules version and its options in 16 characters: equal hash, equal rules."""
    facts = json.dumps([game, rules.version, changed_options(rules)], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def all_games() -> Mapping[str, Game]:
    return shelf()[0]


@cache
def shelf() -> tuple[Mapping[str, Game], Mapping[str, Problem]]:
    """The games in the order of lists, and why a plug-in is not among them."""
    package = import_module("redpip.games")
    games = [import_module(f"redpip.games.{m.name}").GAME for m in pkgutil.iter_modules(package.__path__) if m.ispkg]
    taken = {name for game in games for name in game.names}

    def take(found: object) -> None:
        game = checked(found, taken)
        games.append(game)
        taken.update(game.names)

    left_out = load_plugins(take)
    return {game.id: game for game in sorted(games, key=lambda game: (game.rank, game.id))}, left_out


def checked(found: object, taken: Set[str]) -> Game:
    """The game itself, if lists and pages can tell of it and nobody else bears its names."""
    if not isinstance(found, Game):
        raise Problem("bad_game", "{found} is no Game.", found=repr(found)[:80])
    for name in found.names:
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
            raise Problem("bad_game", "A name is small letters, digits, - and _, not {name!r}.", name=name)
        if name in taken:
            raise Problem("bad_game", "There is a game {name!r} already.", name=name)
    if not (found.folder / "RULES.md").is_file():
        raise Problem("bad_game", "There is no RULES.md in {folder}.", folder=found.folder)
    if not found.presets:
        raise Problem("bad_game", "There is no preset, not even a usual one.")
    for name in ("random", found.house_bot):
        if name not in found.bots:
            raise Problem("bad_game", "There is no bot {name!r}.", name=name)
    _try_out(found)
    return found


def _try_out(game: Game) -> None:
    """Asks all that lists ask, so that what is missing shows here and not to a player."""
    for name, preset in game.presets.items():
        least, _ = game.seats(name)
        rules = make_rules(game.rules, preset.options, least)
        rules.next(rules.start(least, 0))
        game.check_options(name, {})
    for language in LANGUAGES:
        words = game.words(None, language)
        things: list[Any] = [game, *game.presets.values(), *game.bots.values(), *game.options.values()]
        for thing in things:
            words.say(thing.about)
        game.page_texts(words)
        game.rules_text(language)


def find_game(name: str) -> tuple[Game, str | None]:
    """The game of that name, and the preset where the name is an edition's."""
    games, left_out = shelf()
    for game in games.values():
        if name in game.names:
            return game, None if name == game.id else name
    if name in left_out:
        fault = left_out[name]
        raise Problem("unknown_game", "There is no game {given!r}. {fault}", given=name, fault=fault)
    raise unknown("game", name, [*games, *(name for game in games.values() for name in game.names[1:])])


def chosen_preset(edition: str | None, preset: str | None) -> str | None:
    """The preset that is meant where a game is named, perhaps by an edition, and perhaps a preset too."""
    if edition is not None and preset not in (None, edition):
        raise Problem(
            "bad_usage",
            "{edition} is a preset itself, so it cannot have the preset {preset!r}. House rules can be added: --option"
            " NAME=VALUE.",
            edition=edition,
            preset=preset,
        )
    return preset or edition


def find_at_once(name: str) -> tuple[Game, str | None]:
    """The same for who waits for an answer: a game of the house is found without a look at all others."""
    package = import_module("redpip.games")
    ours = {module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg}
    return (import_module(f"redpip.games.{name}").GAME, None) if name in ours else find_game(name)
