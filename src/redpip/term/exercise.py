"""Positions to decide at the keyboard, one after another. Every answer is kept before it is judged aloud."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from redpip.core.coaching import MARK_NAMES
from redpip.core.effort import Effort
from redpip.core.game import act
from redpip.core.problem import Problem
from redpip.core.words import Words, line
from redpip.play.amounts import amount
from redpip.play.progress import answer_entries
from redpip.play.reasons import reason_json
from redpip.play.schedule import Answer, days_until, due_after
from redpip.play.training import Card, Trainer, Verdict, options_at, seat_names
from redpip.term.client import Quit
from redpip.term.phrasebook import Phrasebook
from redpip.term.printer import Printer
from redpip.term.reading import read_action
from redpip.term.rulebook import show_rules, told
from redpip.term.solving import Meter
from redpip.term.stats_lines import coming_back, origin_of
from redpip.term.training_file import TrainingFile

COMMANDS = ("help", "rules", "undo", "quit")


class Exercise:
    def __init__(
        self, kept: TrainingFile, words: Words, printer: Printer, as_json: bool, clock: Callable[[], datetime]
    ) -> None:
        self.kept, self.words, self.out, self.as_json, self.clock = kept, words, printer, as_json, clock
        self.trainer = Trainer(Effort(Meter(words.say("solving"), words)))

    def run(self, cards: Iterable[Card]) -> None:
        asked = 0
        try:
            for card in cards:
                _Question(self, card).ask()
                asked += 1
        except Quit:
            return
        except EOFError:
            self.out.tell("")
            return
        say = self.words.say
        self.out.tell(say("That is all for today.") if asked else say("Nothing is due today. Come back tomorrow."))


class _Question:
    def __init__(self, exercise: Exercise, card: Card) -> None:
        self._exercise, self._card = exercise, card
        self._kept, self._out, self._trainer = exercise.kept, exercise.out, exercise.trainer
        self._setup, self._rules = card.setup, card.setup.game_rules
        self._words = self._setup.game.words(card.preset, exercise.words.language)
        self._book = Phrasebook(self._setup.game, self._words)

    def ask(self) -> None:
        words, card = self._words, self._card
        self._out.show([line()])
        title = f"{self._setup.game.title(card.preset)} · {words.name(self._setup.game.presets[card.preset].name)}"
        self._out.tell(title, "strong")
        self._out.tell(origin_of(card, self._kept.progress, words))
        self._show(card.position)
        self._out.tell(words.say("What do you do here?"))
        self._tell(self._trainer.judge(card, self._line()))

    def _line(self) -> Sequence[Any]:
        """All that is chosen until dice would fall. What is the only move is made without asking."""
        actions: list[Any] = []
        state = self._card.position
        while options := options_at(self._setup, state, self._card.seat):
            action = options[0] if len(options) == 1 else self._action(state, options)
            if action is None:  # taken back
                actions, state = [], self._card.position
                continue
            actions.append(action)
            state = self._after(state, action)
        return actions

    def _after(self, state: Any, action: Any) -> Any:
        after = act(self._rules, state, self._card.seat, action)
        if len(options_at(self._setup, after, self._card.seat)) > 1:
            self._show(after)
        return after

    def _action(self, state: Any, options: Sequence[Any]) -> Any | None:
        """An action that is legal, or None to begin anew."""
        while True:
            text = self._out.ask("> ", lambda before: self._book.next_words(before, options, COMMANDS)).strip()
            try:
                action = read_action(text, options, self._book, self._rules, COMMANDS)
                if action is not None:
                    act(self._rules, state, self._card.seat, action)
                    return action
                if self._command(text, state):
                    return None
            except Problem as problem:
                self._out.tell(told(problem, self._setup.game, self._book, self._words))

    def _command(self, text: str, state: Any) -> bool:
        """True to begin anew."""
        match self._book.command(text):
            case "quit", _:
                raise Quit
            case "undo", _:
                self._show(self._card.position)
                return True
            case "help", _:
                for shown in self._help():
                    self._out.tell(f"  {shown}")
            case "rules", anchor:
                show_rules(self._out, self._setup.game, self._setup.preset, self._words.language, anchor)
            case _:
                self._show(state)
        return False

    def _help(self) -> Iterator[str]:
        yield from self._setup.game.help(self._rules, self._words)
        yield self._words.say("u            begin the decision anew")
        yield self._words.say("rules        read the rules")
        yield self._words.say("q            stop training; every answer is kept")

    def _show(self, state: Any) -> None:
        view = self._rules.view(state, self._card.seat)
        lines = self._setup.game.screen(self._rules, view, seat_names(self._card, self._words), self._words)
        self._out.show([line(), *lines])

    def _tell(self, verdict: Verdict) -> None:
        now = self._exercise.clock()
        answer = Answer(self._card.id, now.isoformat(), verdict.line.text, verdict.cost, verdict.mark)
        self._kept.add(answer_entries(self._kept.progress, self._card, answer))
        due = due_after(self._kept.progress.answers[self._card.id])
        for text in verdict_lines(self._card, verdict, self._trainer, self._words):
            self._out.tell(text)
        self._out.tell(coming_back(days_until(due, now), self._words))
        if self._exercise.as_json:
            print(json.dumps(self._data(verdict, due), ensure_ascii=False, separators=(",", ":")), flush=True)

    def _data(self, verdict: Verdict, due: datetime) -> dict[str, Any]:
        counsel = verdict.counsel
        return {
            "card": self._card.id,
            "game": self._card.game,
            "preset": self._card.preset,
            "line": verdict.line.text,
            "cost": verdict.cost,
            "mark": verdict.mark,
            "best": counsel.best.text,
            "unit": counsel.unit,
            "exact": counsel.exact,
            "reason": counsel.reason.say(self._words),
            "why": reason_json(counsel.reason),
            "due": due.isoformat(),
        }


def verdict_lines(card: Card, verdict: Verdict, trainer: Trainer, words: Words) -> Iterator[str]:
    """What the answer cost, what is best, and why."""
    counsel, coaching = verdict.counsel, trainer.coach(card).coaching
    best = coaching.line(card.setup.game_rules, card.position, card.seat, counsel.best.actions, words)
    if verdict.cost == 0:
        yield words.say("That is best: {line}.", line=best)
    else:
        cost = amount(verdict.cost, counsel.unit, words, 2 if verdict.cost < 0.1 else 1)
        mark = words.text(MARK_NAMES[verdict.mark]) if verdict.mark else words.say("Nearly as good")
        yield words.say("{mark}: that costs {cost}.", mark=mark, cost=cost)
        yield words.say("Best is {line}.", line=best)
    yield counsel.reason.say(words)
    if not counsel.exact:
        yield words.say("These values are estimates.")
