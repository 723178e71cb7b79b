"""Bots in worker processes: real bots answer as they would here, and no bot can stop the others."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from patience import PATIENCE
from plugins import install
from redpip.core.catalog import Game, all_games, find_game, shelf
from redpip.core.game import Choose, Over, Roll
from redpip.core.history import History, begin
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup
from redpip.play.seating import seat_bots
from redpip.play.thinking import Answer, Limits, Question, Thinkers
from redpip.play.thinking_lanes import QUICK, Lanes

LIMITS = Limits(seconds=PATIENCE)

# Hot Dice with bots as nobody wants them; they leave notes for the test
ODD = """
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

from redpip.core.advice import BotKind, RandomBot
from redpip.games.hot import GAME as HOT

NOTES = Path(os.environ["ODD_NOTES"])


def note(text):
    with NOTES.open("a") as notes:
        notes.write(f"{text}\\n")


class Raises(RandomBot):
    def choose(self, view, options):
        print("this goes wrong")
        raise LookupError("no idea")


class Leaves(RandomBot):
    def choose(self, view, options):
        raise SystemExit(0)


class Cheats(RandomBot):
    def choose(self, view, options):
        return "win"


class Loops(RandomBot):
    def choose(self, view, options):
        note(os.getpid())
        while True:
            pass


class Eats(RandomBot):
    def choose(self, view, options):
        eaten = []
        while True:
            eaten.append(bytearray(2**24))


class Dies(RandomBot):
    def choose(self, view, options):
        note(os.getpid())
        os.kill(os.getpid(), signal.SIGKILL)


class WaitsOnce(RandomBot):
    def choose(self, view, options):
        if NOTES.exists():
            return options[0]
        note(os.getpid())
        while True:
            time.sleep(60)


class MakesRoom(RandomBot):
    def choose(self, view, options):
        while os.sched_getscheduler(0) != os.SCHED_IDLE:
            time.sleep(0.01)
        return options[0]


class Listens(RandomBot):
    def heard(self, event):
        note(f"{os.getpid()} {event}")

    def choose(self, view, options):
        return options[0]


KINDS = (Raises, Leaves, Cheats, Loops, Eats, Dies, WaitsOnce, MakesRoom, Listens)
GAME = replace(
    HOT,
    id="odd",
    folder=Path(__file__).parent,
    bots={**HOT.bots, **{kind.__name__.lower(): BotKind("odd", kind) for kind in KINDS}},
)
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Installs the odd game; what its bots note."""
    install(tmp_path / "site", "odd", ODD)
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.setenv("ODD_NOTES", str(tmp_path / "notes"))
    shelf.cache_clear()
    yield tmp_path / "notes"
    monkeypatch.undo()
    shelf.cache_clear()


def started(game: Game, bot: str, seed: str = "1") -> History:
    """A game of bots in which the first of them is to choose."""
    preset = next(iter(game.presets))
    players = tuple(Player(f"P{seat}", bot) for seat in range(max(2, game.seats(preset)[0])))
    options = {**game.playout_options, **game.presets[preset].options}
    return thrown(begin(Setup(game, preset, options, players, first=0, seed=seed)))


def thrown(play: History) -> History:
    while isinstance(play.next, Roll):
        play = play.shaken()
    return play


def question(bot: str, table: str = "one", limits: Limits = LIMITS, game: str = "odd") -> Question:
    return Question.of(table, 7, started(find_game(game)[0], bot), 0, bot, limits)


def within(work: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(run())


async def problem_of(asking: Awaitable[Answer]) -> Problem:
    with pytest.raises(Problem) as caught:
        await asking
    return caught.value


async def noted(notes: Path, lines: int = 1) -> list[str]:
    """What bots have noted, once it is so much."""
    while not notes.exists() or len(found := notes.read_text().splitlines()) < lines:
        await asyncio.sleep(0.01)
    return found


async def gone(pid: int) -> None:
    """The process has ended; its parent need not have taken notice."""
    stat = Path(f"/proc/{pid}/stat")
    while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] not in "ZX":
        await asyncio.sleep(0.01)


# ---- bots as they should be


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="this system has no such priority")
@pytest.mark.usefixtures("notes")
def test_a_bot_that_thinks_for_long_makes_room_for_everybody() -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            assert (await thinkers.ask(question("makesroom"))).action

    within(work)


def test_bots_of_all_games_answer_as_they_would_here() -> None:
    async def play_here_and_there(thinkers: Thinkers, game: Game, bot: str) -> None:
        play = started(game, bot)
        bots, told = seat_bots(play.setup, play.setup.seed), 0
        for seq in range(6):
            play = thrown(play)
            due = play.next
            if isinstance(due, Over):
                return
            assert isinstance(due, Choose)
            seat = min(due.options)
            for event in play.events[told:]:
                for at, one in bots.items():
                    one.heard(play.rules.seen(event, at))
            told = len(play.events)
            answer = await thinkers.ask(Question.of(f"{game.id}-{bot}", seq, play, seat, bot, LIMITS))
            assert answer.seq == seq
            assert answer.action == bots[seat].choose(play.rules.view(play.state, seat), due.options[seat])
            play = play.acted(seat, answer.action)

    async def work() -> None:
        async with Thinkers(2) as thinkers:
            kinds = [(game, bot) for game in all_games().values() for bot in {"random", game.house_bot}]
            await asyncio.gather(*(play_here_and_there(thinkers, *kind) for kind in kinds))

    within(work)


def test_bot_hears_each_event_once_and_all_of_them_where_it_is_new(notes: Path) -> None:
    async def work() -> None:
        play = started(find_game("odd")[0], "listens")
        async with Thinkers(1) as thinkers:

            async def ask(play: History) -> History:
                answer = await thinkers.ask(Question.of("one", 1, play, 0, "listens", LIMITS))
                return thrown(play.acted(0, answer.action))

            after = await ask(play)
            await ask(after)
            heard = [line.partition(" ") for line in notes.read_text().splitlines()]
            assert [event for *_, event in heard] == [str(event) for event in after.events]
            thinkers.forget("one")
            notes.unlink()
            await ask(after)
            assert len(notes.read_text().splitlines()) == len(after.events)
            notes.unlink()
            os.kill(int(heard[0][0]), signal.SIGKILL)
            await ask(after)
            assert len(notes.read_text().splitlines()) == len(after.events)

    within(work)


def test_question_tells_nothing_that_the_seat_may_not_know() -> None:
    play = started(find_game("perfecto")[0], "odds", seed="known to nobody")
    asked = Question.of("one", 1, play, 0, "odds", LIMITS)
    assert "known to nobody" not in repr(asked)
    assert asked.view == play.rules.view(play.state, 0) != play.state


# ---- bots as nobody wants them


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("raises", "LookupError: no idea"),
        ("leaves", "SystemExit: 0"),
        ("cheats", "ValueError: 'win' is not among its options"),
    ],
)
@pytest.mark.usefixtures("notes")
def test_bot_that_fails(bot: str, reason: str, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            problem = await problem_of(thinkers.ask(question(bot)))
            assert problem.code == "bot_failed"
            assert problem.message == f"The bot of player 1 failed: {reason}"
            assert (await thinkers.ask(question("cool"))).seq == 7

    with caplog.at_level(logging.WARNING, "redpip"):
        within(work)
    assert "Traceback (most recent call last)" in caplog.text
    assert reason in caplog.text
    assert ("this goes wrong" in caplog.text) == (bot == "raises")


def test_bot_that_takes_too_long(notes: Path) -> None:
    async def until_noted(seconds: float) -> None:
        """The bot's time is up as soon as it has begun."""
        if seconds == 5.0:
            await noted(notes)
        else:
            await asyncio.Event().wait()

    async def work() -> None:
        async with Thinkers(1, sleep=until_noted) as thinkers:
            slow, other = asyncio.create_task(thinkers.ask(question("loops", limits=Limits(5.0)))), question("cool")
            problem = await problem_of(asyncio.shield(slow))
            assert (problem.code, problem.message) == ("bot_overran", "The bot of player 1 took longer than 5 s.")
            await gone(int(notes.read_text()))
            assert (await thinkers.ask(other)).action in other.options

    within(work)


@pytest.mark.usefixtures("notes")
def test_bot_that_eats_memory() -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            problem = await problem_of(thinkers.ask(question("eats", limits=Limits(PATIENCE, 2**28))))
            assert problem.code == "bot_too_large"
            assert problem.message == "The bot of player 1 needed more than 256 MiB of memory."
            assert (await thinkers.ask(question("cool"))).seq == 7

    within(work)


def test_worker_killed_in_thought_is_replaced_and_the_question_asked_again(notes: Path) -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            asking = asyncio.create_task(thinkers.ask(question("waitsonce")))
            (pid,) = await noted(notes)
            os.kill(int(pid), signal.SIGKILL)
            assert (await asking).action == question("waitsonce").options[0]

    within(work)


def test_bot_that_ends_its_worker_is_tried_twice(notes: Path) -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            problem = await problem_of(thinkers.ask(question("dies")))
            assert problem.message == "The bot of player 1 failed: its process ended"
            assert len(set(notes.read_text().splitlines())) == 2
            assert (await thinkers.ask(question("cool"))).seq == 7

    within(work)


def test_question_that_cannot_be_sent_is_told() -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            unsendable = replace(question("cool", game="hot"), view=lambda: None)
            assert (await problem_of(thinkers.ask(unsendable))).code == "bot_failed"

    within(work)


def test_slow_bots_leave_a_worker_to_others(notes: Path) -> None:
    async def work() -> None:
        async with Thinkers(2) as thinkers:
            slow = [asyncio.create_task(thinkers.ask(question("loops", table))) for table in ("one", "two", "three")]
            await noted(notes)
            for table in ("four", "five"):
                assert (await thinkers.ask(question("cool", table))).seq == 7
            assert len(notes.read_text().splitlines()) == 1  # the others of its kind wait
            for task in slow:
                task.cancel()

    within(work)


# ---- stopping


def test_cancelled_question_frees_its_worker(notes: Path) -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            slow = asyncio.create_task(thinkers.ask(question("loops")))
            waiting = asyncio.create_task(thinkers.ask(question("cool", "two")))
            given_up = asyncio.create_task(thinkers.ask(question("cool", "three")))
            (pid,) = await noted(notes)
            slow.cancel()
            given_up.cancel()
            assert (await waiting).seq == 7
            await gone(int(pid))
            assert slow.cancelled()
            assert given_up.cancelled()

    within(work)


def test_closing_answers_everybody_and_leaves_no_worker(notes: Path) -> None:
    async def work() -> None:
        async with Thinkers(1) as thinkers:
            asking = [asyncio.create_task(thinkers.ask(question("loops", table))) for table in ("one", "two")]
            (pid,) = await noted(notes)
        for task in asking:
            assert (await problem_of(task)).code == "bot_failed"
        await gone(int(pid))
        assert (await problem_of(thinkers.ask(question("cool")))).code == "bot_failed"

    within(work)


def test_worker_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        async with Thinkers(2) as thinkers:
            asked = [thinkers.ask(question("cool", table, game="hot")) for table in ("one", "two", "three")]
            for problem in await asyncio.gather(*map(problem_of, asked)):
                assert problem.code == "bot_failed"

    within(work)


SERVICE = """
import asyncio, sys
from test_play_thinking import question
from redpip.play.thinking import Thinkers

async def serve():
    async with Thinkers(2) as thinkers:
        await asyncio.gather(thinkers.ask(question("loops")), thinkers.ask(question("waitsonce")))

asyncio.run(serve())
"""


def test_killed_parent_leaves_no_worker(notes: Path) -> None:
    async def work() -> None:
        path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
        service = subprocess.Popen([sys.executable, "-c", SERVICE], env={**os.environ, "PYTHONPATH": path})
        pids = await noted(notes)
        service.kill()
        service.wait()
        for pid in pids:
            await gone(int(pid))

    within(work)


# ---- who may start


def test_lanes() -> None:
    lanes, slow, quick, new = Lanes(2), ("rules", "slow"), ("rules", "quick"), ("rules", "new")
    for kind, seconds in ((slow, QUICK), (quick, 0.01)):
        lanes.begin(kind)
        lanes.end(kind, seconds)
    lanes.begin(slow)
    assert not lanes.may_start(slow)
    assert lanes.may_start(quick)
    assert lanes.may_start(new)
    lanes.begin(new)
    assert not lanes.may_start(new)
    lanes.end(new, 0.01)
    assert lanes.may_start(new)
    lanes.end(slow, 0.0)  # it had its tables this time
    lanes.begin(slow)
    assert lanes.may_start(slow)


def test_one_worker_answers_everybody() -> None:
    lanes = Lanes(1)
    lanes.begin(("rules", "slow"))
    lanes.end(("rules", "slow"), 9.0)
    assert lanes.may_start(("rules", "slow"))
