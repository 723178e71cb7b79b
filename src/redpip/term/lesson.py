"""A guided first game at the keyboard: the script's sentences, the game's own screen, and moves typed as in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.effort import Effort
from redpip.core.game import Over, legal
from redpip.core.guide import LOOKED, Guided, asked_part, go_on, guide
from redpip.core.lesson import LEARNER, Lesson, said
from redpip.core.other_way import cost_said, other_way, own_way_said, story
from redpip.core.problem import Problem
from redpip.core.setup import Setup
from redpip.core.telling import verdict
from redpip.core.words import Words, line
from redpip.play.amounts import amount
from redpip.play.coach import Coach
from redpip.term.client import Quit
from redpip.term.phrasebook import Phrasebook
from redpip.term.printer import Printer
from redpip.term.reading import move_prompt, read_action
from redpip.term.rulebook import show_rules, told
from redpip.term.solving import Meter

COMMANDS = ("help", "show", "undo", "skip", "rules", "quit")


class GuidedGame:
    def __init__(self, lesson: Lesson, setup: Setup, name: str, words: Words, printer: Printer, *, coach: bool) -> None:
        self._lesson, self._setup, self._name = lesson, setup, name
        self._words, self._out = words, printer
        self._book = Phrasebook(setup.game, words)
        self._coaching = coach and setup.game.advisor is not None
        self._coach: Coach | None = None  # from the first question on
        self._choices: list[str] = []
        self._guided = guide(lesson, setup, ())
        self._ahead: list[str] = []  # typed already

    def run(self) -> None:
        """To the end of the lesson, of input, or of the learner's patience."""
        say, name = self._words.say, self._name
        title, first = self._setup.game.title(self._setup.preset), say("Your first game")
        self._out.tell(f"{title} · {first}", "strong")
        self._out.tell(say("Type ? for what you can do."))
        try:
            self._show()
            while self._guided.step is not None:
                self._answer(self._ask())
        except (EOFError, Quit) as stop:
            if isinstance(stop, EOFError):
                self._out.tell("")
            self._out.tell_to_copy(say("The lesson ends here. Begin it anew with: redpip learn {game}", game=name))
        else:
            self._out.tell_to_copy(say("Now play it, against the house bot: redpip play {game}", game=name))

    # ---- what is typed

    def _ask(self) -> str:
        """Several moves may be typed at once, with semicolons between them."""
        if self._ahead:
            return self._ahead.pop(0)
        options = self._options
        typed = self._out.ask(f"{self._prompt}> ", lambda before: self._book.next_words(before, options, COMMANDS))
        first, *others = (text.strip() for text in typed.split(";"))
        self._ahead = [text for text in others if text]
        return first

    @property
    def _options(self) -> Sequence[Any]:
        return legal(self._guided.history.next, LEARNER)

    @property
    def _prompt(self) -> str:
        if self._looks:
            return self._words.say("Enter to go on")
        if self._ended:
            return self._words.say("Enter to stop, or back")
        return move_prompt(self._setup.names[LEARNER], self._options, self._book, self._words)

    @property
    def _looks(self) -> bool:
        """There is something to see, and nothing to do."""
        return self._guided.asked == (LOOKED,)

    @property
    def _ended(self) -> bool:
        """The game is over, another way than the script's."""
        return isinstance(self._guided.history.next, Over)

    def _answer(self, text: str) -> None:
        try:
            if not text and self._ended:
                raise Quit
            if not text and self._looks:
                self._go_on([LOOKED])
            elif (action := self._typed(text)) is None:
                self._command(text)
            else:
                self._choose(str(action))
        except Problem as problem:
            self._ahead = []
            self._out.tell(told(problem, self._setup.game, self._book, self._words))

    def _typed(self, text: str) -> Any | None:
        return read_action(text, self._options, self._book, self._setup.game_rules, COMMANDS)

    def _command(self, text: str) -> None:
        match self._book.command(text):
            case "quit", _:
                raise Quit
            case "undo", _:
                self._go_back()
            case "show", _:
                self._do_asked(shown=True)
            case "skip", _:
                self._do_asked(shown=False)
            case "help", _:
                for shown in self._help():
                    self._out.tell(f"  {shown}")
            case "rules", anchor:
                show_rules(self._out, self._setup.game, self._setup.preset, self._words.language, anchor)
            case _:
                self._show()

    def _help(self) -> Iterator[str]:
        yield from self._setup.game.help(self._setup.game_rules, self._words)
        yield self._words.say("show         have done what is asked, and see how it is typed")
        yield self._words.say("back         go back to the step before, or to the lesson")
        yield self._words.say("skip         go on to the next step at once")
        yield self._words.say("rules        read the rules")
        yield self._words.say("Enter        go on where you only look, or make the only move there is")
        yield self._words.say("q            leave the lesson")

    # ---- ways through the lesson

    def _choose(self, choice: str) -> None:
        guided, other = asked_part(self._guided, [choice])
        if other and self._guided.strayed is None and not self._wanted(guided, other):
            self._say_step()
            return
        self._go_on([choice])

    def _wanted(self, guided: Guided, other: Sequence[str]) -> bool:
        """Something else than what is asked: what it is good for, what it costs, and whether that is meant."""
        way = other_way(guided, other, self._words)
        self._ahead = []
        self._out.tell("")
        self._out.tell(self._words.say("Something else? You may."), "strong")
        self._out.tell(" ".join(part for part in (way.told and f"{way.told}.", way.say) if part))
        if cost := self._cost(guided, other):  # the coach may have to think, and meanwhile there is something to read
            self._out.tell(cost)
        return self._confirmed()

    def _confirmed(self) -> bool:
        while True:
            typed = self._out.ask(self._words.say("Enter to go on with it, or back") + "> ").strip()
            command, _ = self._book.command(typed) or ("", "")
            if not typed or command == "undo":
                return not typed
            if command == "quit":
                raise Quit
            self._out.tell(self._words.say("Press Enter to do it, or type back to take it back."))

    def _cost(self, guided: Guided, other: Sequence[str]) -> str:
        """What the coach thinks of it; nothing where there is none, or nobody wants to wait for it."""
        history = guided.history
        if not self._coaching or len(legal(history.next, LEARNER)) == 1:
            return ""
        try:
            self._coach = self._coach or Coach(self._setup, Effort(Meter(self._words.say("solving"), self._words)))
            lean = [history.rules.parse(choice) for choice in other]
            counsel = self._coach.counsel_at(history.state, LEARNER, history.events, lean)
        except (Problem, KeyboardInterrupt):
            return ""
        cost = counsel.cost(counsel.lean) if counsel.lean else 0.0
        return cost_said(amount(cost, counsel.unit, self._words) if cost else "", self._words)

    def _do_asked(self, *, shown: bool) -> None:
        asked = self._guided.asked
        if not asked:
            self._say_step()
            return
        if shown and asked != (LOOKED,):
            moves = "; ".join(map(self._book.shown, asked))
            self._out.tell(self._words.say("That is typed: {moves}", moves=moves))
        self._go_on(asked, watched=shown)

    def _go_on(self, choices: Sequence[str], *, watched: bool = True) -> None:
        since, strayed = len(self._guided.history.events), self._guided.strayed
        self._guided = go_on(self._guided, choices, len(self._choices))
        self._choices += choices
        history = self._guided.history
        if watched:
            for text in story(history, max(since, self._guided.jumped), self._words):
                self._out.tell(f"{text}.")
        if strayed is None and self._guided.strayed is not None and not self._ended:
            self._out.tell(self._words.say("You go your own way. That works too."), "strong")
            self._out.tell(own_way_said(self._lesson, self._words))
        self._show()

    def _go_back(self) -> None:
        starts = [start for _, start in self._guided.starts if start < len(self._choices)]
        if not starts:
            self._out.tell(self._words.say("This is where the lesson begins."))
            return
        strayed = self._guided.strayed
        del self._choices[starts[-1] if strayed is None else strayed :]
        self._guided = guide(self._lesson, self._setup, self._choices)
        self._ahead = []
        self._show()

    # ---- what is shown

    def _show(self) -> None:
        state, rules = self._guided.history.state, self._setup.game_rules
        screen = self._setup.game.screen(rules, rules.view(state, LEARNER), self._setup.names, self._words)
        self._out.show([line(), *screen, line()])
        over = self._guided.history.next
        if isinstance(over, Over):
            self._out.tell(verdict(self._setup.names, over, self._words, self._setup.game.measure, LEARNER), "strong")
        self._say_step()

    def _say_step(self) -> None:
        """What is asked, and why."""
        step, say = self._guided.step, self._words.say
        if step is None:
            self._say(self._lesson.end.title, self._lesson.end.say)
            return
        title = said(step.title, self._words)
        if self._guided.strayed is not None:
            self._out.tell(say("The lesson waits; back leads to: {title}", title=title), "faint")
            return
        if self._guided.picked_up:
            self._out.tell(say("The lesson goes on from here."))
        number, steps = self._guided.at + 1, len(self._lesson.step)
        self._out.tell(say("Step {number} of {all}: {title}", number=number, all=steps, title=title), "faint")
        self._say(step.ask, step.why)

    def _say(self, ask: str, why: str) -> None:
        self._out.tell(said(ask, self._words), "strong")
        if why:
            self._out.tell(said(why, self._words))
