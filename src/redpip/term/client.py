"""A game at one keyboard: people and bots take turns, every event is saved before it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from redpip.core.game import Choose, Event, Next, Over, Roll, Seat
from redpip.core.match import Begin, MatchState
from redpip.core.notation import bad_action
from redpip.core.playing import Play
from redpip.core.problem import Problem
from redpip.core.record import event_json
from redpip.core.seated import SeatedBot
from redpip.core.telling import match_score, measure_of, tell, verdict
from redpip.core.words import Words, line
from redpip.play.hints import Adviser
from redpip.term.curtain import Curtain
from redpip.term.hinting import hint_lines
from redpip.term.phrasebook import Phrasebook
from redpip.term.printer import Printer
from redpip.term.reading import FEW, move_prompt, read_action
from redpip.term.rulebook import show_rules, told

LOG = 20  # so many events are told again, unless somebody says how many
HELP_COLUMN = 13  # where what is typed has been explained so far

Save = Callable[[Event[Any]], None]


class Quit(Exception):
    """The player leaves; the game is saved."""


class Client:
    def __init__(
        self,
        play: Play,
        bots: Mapping[Seat, SeatedBot],
        words: Words,
        printer: Printer,
        save: Save,
        *,
        coach: bool = True,
    ) -> None:
        self._play = play
        self._setup = play.setup
        self._bots = bots
        self._words = words
        self._out = printer
        self._save = save
        self._book = Phrasebook(play.setup.game, words)
        self._adviser = Adviser(play) if coach else None
        people = [seat for seat in range(len(play.setup.players)) if seat not in bots]
        self._curtain = Curtain(play.setup, people, words, self._book, printer)
        self._odds = True  # chances are shown
        self._ahead: list[tuple[Seat, str]] = []  # typed already, for when this seat is asked again
        self._revealed = False  # something was turned up that all are to see
        for seat, bot in bots.items():
            self._catch_up(bot, seat)

    def run(self) -> Over:
        """Plays to the end. ``Quit``, EOFError and KeyboardInterrupt come out with the game as it was."""
        try:
            return self._run()
        finally:
            self._curtain.close()

    def _run(self) -> Over:
        while True:
            due = self._play.next
            self._curtain.keep_only_for(due)
            self._show_revealed(due)
            match due:
                case Roll():
                    self._fall(due)
                case Choose(options):
                    seat = min(options)
                    self._turn(seat, options[seat])
                case Over() as over:
                    self._finish(over)
                    if self._is_agreed():
                        return over

    def _fall(self, _due: Roll) -> None:
        """Dice are due."""
        self._happened(self._play.shake())

    def _show_revealed(self, due: Next[Any]) -> None:
        """What was turned up is for all to see; the end has a screen of its own."""
        if self._revealed:
            self._curtain.close()
            self._revealed = False
            if not isinstance(due, Over):
                self._show(None)

    def _turn(self, seat: Seat, options: Sequence[Any]) -> None:
        if seat in self._bots:
            choice = self._bots[seat].choose(self._play.rules.view(self._play.state, seat), options)
            self._happened(self._act(seat, choice))
            return
        if not self._curtain.open_for(seat):
            raise Quit
        self._show(seat)
        while not self._answered(self._ask(seat, options), seat, options):
            pass

    def _ask(self, seat: Seat, options: Sequence[Any]) -> str:
        """What is typed next. Several moves may be typed at once, with semicolons between them."""
        if self._ahead and self._ahead[0][0] == seat:
            return self._ahead.pop(0)[1]
        commands = self._commands
        prompt = f"{self._prompt(seat, options)}> "
        typed = self._out.ask(prompt, lambda before: self._book.next_words(before, options, commands)).strip()
        if ";" not in typed or self._book.command(typed):
            return typed
        first, *others = (text.strip() for text in typed.split(";"))
        self._ahead = [(seat, text) for text in others if text]
        return first

    def _answered(self, text: str, seat: Seat, options: Sequence[Any]) -> bool:
        """Does what was typed; False while the seat is still to choose from the same options."""
        try:
            event = self._chosen(text, seat, options)
        except Problem as problem:
            self._ahead = []
            self._out.tell(told(problem, self._setup.game, self._book, self._words))
            self._tell_what_is_right(problem.code, options)
            return False
        if event:
            self._happened(event)
        return event is not None

    def _tell_what_is_right(self, code: str, options: Sequence[Any]) -> None:
        """The words for what can be done now, or how each is used, where the prompt does not say it already."""
        by_verb: dict[str, str] = {}
        for option in options:
            shown = self._book.shown(option)
            by_verb.setdefault(shown.split()[0], shown)
        if code == "wrong_phase":
            self._out.tell(self._words.say("What you can do now: {verbs}.", verbs=", ".join(by_verb)))
        elif code == "bad_action" and len(options) > FEW:
            self._out.tell(self._words.say("For example: {moves}", moves=" / ".join(by_verb.values())))

    def _chosen(self, text: str, seat: Seat, options: Sequence[Any]) -> Event[Any] | None:
        action = self._typed(text, options)
        return self._command(text, seat, options) if action is None else self._act(seat, action)

    def _typed(self, text: str, options: Sequence[Any]) -> Any | None:
        return read_action(text, options, self._book, self._play.rules, self._commands)

    def _act(self, seat: Seat, action: Any) -> Event[Any]:
        before = self._play.state
        event = self._play.act(seat, action)
        self._revealed = self._play.rules.reveals(before, self._play.state)
        return event

    @property
    def _commands(self) -> tuple[str, ...]:
        usual = ("help", "hint", "rules", "log", "undo", "quit")
        return (*usual, "odds") if self._setup.game.odds else usual

    def _command(self, text: str, seat: Seat, options: Sequence[Any]) -> Event[Any] | None:
        """Commands about the game; the event when one has changed the position."""
        match self._book.command(text):
            case "quit", _:
                raise Quit
            case "undo", _:
                return self._take_back(seat)
            case "help", _:
                self._help()
            case "hint", lean:
                self._hint(seat, options, lean)
            case "rules", anchor:
                show_rules(self._out, self._setup.game, self._setup.preset, self._words.language, anchor)
            case "log", number:
                self._log(int(number) if number.isdecimal() else LOG)
            case command:
                self._odds ^= command is not None
                self._show(seat)
        return None

    def _hint(self, seat: Seat, options: Sequence[Any], lean: str) -> None:
        """What the coach says, or the strongest bot, knowing what this seat may see."""
        from redpip.term.solving import Meter

        if self._adviser is None:
            self._out.tell(self._words.say("The coach is silent: your settings say so."))
            return
        inclined = [self._inclined(text.strip(), options) for text in lean.split(";") if text.strip()]
        try:
            hint = self._adviser.ask(seat, options, Meter(self._words.say("solving"), self._words), inclined)
        except KeyboardInterrupt:
            self._out.tell("")
            self._out.tell(self._words.say("No hint, then."))
            return
        for text in hint_lines(hint, self._play.setup, self._book, self._words):
            self._out.tell(text)

    def _inclined(self, text: str, options: Sequence[Any]) -> Any:
        """An action that somebody has in mind."""
        action = self._typed(text, options)
        if action is None:
            raise bad_action(text)
        return action

    def _log(self, number: int) -> None:
        """What happened last, as all could see it."""
        again = Play(self._setup)
        told = []
        for event in self._play.events:
            again.again(event)
            seen = again.rules.seen(event, None)
            told.append(tell(self._setup, seen, again.rules.view(again.state, None), self._words))
        for text in [text for text in told if text][-number:]:
            self._out.tell(f"{text}.")

    def _catch_up(self, bot: SeatedBot, seat: Seat) -> None:
        for event in self._play.events:
            bot.heard(self._play.rules.seen(event, seat))

    def _take_back(self, seat: Seat) -> Event[Any]:
        to = self._play.last_choice(seat)
        if to is None:
            raise Problem("cannot_undo", "Only what you chose since the last throw can be taken back.")
        return self._play.back(to)

    def _happened(self, event: Event[Any]) -> None:
        self._keep(event)
        rules = self._play.rules
        told = tell(self._setup, rules.seen(event, None), rules.view(self._play.state, None), self._words)
        if told:
            self._curtain.tell(f"{told}.")
        self._show_end()

    def _keep(self, event: Event[Any]) -> None:
        self._save(event)
        for seat, bot in self._bots.items():
            bot.heard(self._play.rules.seen(event, seat))

    def _show_end(self) -> None:
        """How a game of a match stands at its end, unless somebody is shown it who now says who starts."""
        state = self._play.state
        if isinstance(state, MatchState) and state.between and not (state.choosing and state.chooser not in self._bots):
            self._curtain.close()
            self._revealed = False
            self._out.show([line()])
            self._show_game(self._play.rules.view(state, None).shown)

    def _prompt(self, seat: Seat, options: Sequence[Any]) -> str:
        name = self._setup.names[seat]
        if self._choosing and len(options) > 1:
            starts = " / ".join(f"{self._book.shown(option)} ({self._setup.names[option.seat]})" for option in options)
            return self._words.say("{name}, who starts the next game? {choices}", name=name, choices=starts)
        return move_prompt(name, options, self._book, self._words)

    @property
    def _choosing(self) -> bool:
        """Somebody says who starts the next game of a match."""
        state = self._play.state
        return isinstance(state, MatchState) and state.choosing

    def _show(self, seat: Seat | None) -> None:
        view = self._play.rules.view(self._play.state, seat)
        self._out.show([line()])
        if isinstance(view, MatchState):
            self._out.tell(match_score(self._setup, view, self._words))
            view = view.game
        self._show_game(view)

    def _show_game(self, view: Any) -> None:
        lines = self._setup.game.screen(self._setup.game_rules, view, self._setup.names, self._words)
        self._out.show(tuple(span for span in one if self._odds or span[1] != "odds") for one in lines)

    def _help(self) -> None:
        game = self._setup.game.help(self._setup.game_rules, self._words)
        for text in self._starts() if self._choosing else game:
            self._out.tell(f"  {text}")
        for text in self._common_help():
            self._out.tell(f"  {text}")

    def _common_help(self) -> Iterator[str]:
        yield self._words.say("hint         ask what is best")
        if self._setup.game.advisor:
            yield self._words.say("coach r 1    ask what something else would cost")
        yield self._undo_help()
        if self._setup.game.odds:
            yield self._words.say("o            hide the chances, or show them again")
        yield self._words.say("rules        read the rules")
        yield self._words.say("log          what happened so far; log 50: more of it")
        yield self._words.say("Enter        make the only move there is, or show the table again")
        yield self._words.say("Tab          complete a word")
        yield self._words.say("q            leave the game")

    def _undo_help(self) -> str:
        return self._words.say("u            take back what you chose since the last throw")

    def _starts(self) -> Iterator[str]:
        for seat, name in enumerate(self._setup.names):
            typed = self._book.shown(Begin(seat)).ljust(HELP_COLUMN)
            yield typed + self._words.say("{name} starts the next game", name=name)

    def _finish(self, over: Over) -> None:
        self._show(None)
        self._out.tell("")
        self._out.tell(
            verdict(self._setup.names, over, self._words, measure_of(self._setup.game, self._setup.match is not None)),
            "strong",
        )

    def _is_agreed(self) -> bool:
        """Is the end the end? Of dice that fell here nothing was told wrongly."""
        return True


def json_saver(save: Save) -> Save:
    """Also prints each event on standard output, as its line in the record."""

    def both(event: Event[Any]) -> None:
        save(event)
        print(json.dumps(event_json(event), ensure_ascii=False, separators=(",", ":")), flush=True)

    return both
