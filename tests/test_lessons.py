"""Every guided first game can still be played by the rules, in both languages, and so can any other way through it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from string import Formatter

import pytest

from redpip.core.catalog import Game, all_games, find_game
from redpip.core.effort import Effort
from redpip.core.game import Choose, legal
from redpip.core.guide import LOOKED, Guided, asked_all, guide, lesson_and_setup
from redpip.core.lesson import LEARNER, lesson_of, read_lesson, said
from redpip.core.problem import Problem, Refused
from redpip.core.record import event_json
from redpip.core.words import LANGUAGES, Words, common_words
from redpip.play.coach import Coach
from redpip.table.lesson import lesson_frames
from redpip.web.lesson_pages import lesson_texts
from redpip.web.lessons import lesson_part

NAMES = [name for game in all_games().values() if lesson_of(game) for name in game.names]


def begun(name: str, *choices: str) -> Guided:
    game, edition = find_game(name)
    return guide(*lesson_and_setup(game, edition, "Mia"), choices)


def words_of(guided: Guided, language: str) -> Words:
    game: Game = guided.history.setup.game
    return game.words(guided.history.setup.preset, language)


def test_every_game_of_the_house_teaches_itself() -> None:
    assert set(NAMES) == {name for game in all_games().values() for name in game.names}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_goes_to_its_end_by_the_rules(name: str, language: str) -> None:
    """Each thing asked is legal where it is asked, each sentence is whole, and the learner wins."""
    guided = begun(name)
    words = words_of(guided, language)
    for guided in asked_all(begun(name)):
        part = lesson_part(guided, words)
        assert not [field for _, field, _, _ in Formatter().parse(part["ask"] + part["why"]) if field]
        assert part["ask"]
        assert part["why"]
        assert guided.step is None or guided.asked == (LOOKED,) or guided.asked[0] in guided.alike
    assert guided.over
    assert guided.history.next.winners == (LEARNER,)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", NAMES)
def test_of_dice_to_roll_and_to_keep_those_to_tap_are_ringed(name: str) -> None:
    """A die is tapped to keep it, and must not be among those that are rolled then; "off" is the other way round."""
    game, _ = find_game(name)
    for step in lesson_of(game).step:  # type: ignore[union-attr]
        rolled = {die for action in step.do if action.startswith("roll ") for die in action.split()[1:]}
        for kind, die, *off in (mark.split() for mark in step.mark):
            assert kind != "die" or not rolled or (die in rolled) == bool(off), step.title


@pytest.mark.parametrize("name", NAMES)
def test_nobody_waits_for_the_coach_of_a_lesson(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another choice costs is told from what the package brings: whoever begins has solved nothing yet."""
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path))

    def long_work(_: float) -> None:
        raise AssertionError("a learner would wait for this")

    chosen = (one for one in asked_all(begun(name)) if one.step and len(legal(one.history.next, LEARNER)) > 1)
    history = next(chosen).history
    assert Coach(history.setup, Effort(long_work)).counsel_at(history.state, LEARNER, history.events).best


@pytest.mark.parametrize("name", NAMES)
def test_all_that_is_said_of_other_choices_can_come_up(name: str) -> None:
    """No sentence waits for a choice that the rules do not offer there, and each is whole in both languages."""
    heard = set()
    for guided in asked_all(begun(name)):
        options = legal(guided.history.next, LEARNER)
        if guided.step is None:
            continue
        heard |= {guided.step.about(str(option)) for option in options if str(option) not in guided.alike}
    written = {other.say for step in begun(name).lesson.step for other in step.other}
    assert written - heard == set()
    assert all(said(text, words_of(begun(name), language)) for text in written for language in LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_whoever_does_something_else_plays_on(name: str) -> None:
    """From each choice: some other move is played, named and answered, and the way back leads where it was."""
    choices: list[str] = []
    for before in asked_all(begun(name)):
        if before.step is None:
            break
        others = (str(one) for one in legal(before.history.next, LEARNER) if str(one) not in before.looked.alike)
        for other in islice(others, 2):
            strayed = begun(name, *choices, other)
            assert strayed.strayed == len(choices) or strayed.picked_up
            due = strayed.history.next
            assert strayed.over or (isinstance(due, Choose) and LEARNER in due.options)
            assert begun(name, *choices) == before
        choices.append(before.asked[0])


def test_a_lesson_picks_up_whoever_comes_back_to_it() -> None:
    """Written too early, but in the same box: the next turn is the script's again."""
    strayed = begun("spicy", "roll 1 2 3 4 5 6", LOOKED, "score 4")
    assert strayed.picked_up
    assert strayed.step is not None
    assert strayed.step.title == "Your next turn"
    assert strayed.strayed is None


def test_what_cannot_be_done_is_refused_by_the_rules() -> None:
    with pytest.raises(Refused, match="must_roll"):
        begun("spicy", "score 4")
    with pytest.raises(Problem) as nothing:
        begun("spicy", LOOKED)
    assert nothing.value.code == "not_asked"


def test_other_words_for_what_is_asked_are_what_is_asked() -> None:
    asked = [guided.asked[0] for guided in asked_all(begun("catch6")) if guided.step]
    third = asked.index("catch 5 red")
    assert begun("catch6", *asked[:third], "catch 5").at == begun("catch6", *asked[: third + 1]).at


def test_the_page_names_who_really_sits_there() -> None:
    lesson = replace(begun("spicy").lesson, others=("Grace", "Alan"))
    assert "the dice and Grace, Alan follow" in lesson_texts(lesson, common_words("en"))["own_way_about"]
    assert "Würfel und Grace, Alan folgen" in lesson_texts(lesson, common_words("de"))["own_way_about"]


def test_an_edition_says_it_in_its_own_words() -> None:
    for name, word in (("spicy", "RUN"), ("chili", "Straight")):
        last = next(guided for guided in asked_all(begun(name)) if guided.step and "{RUN}" in guided.step.ask)
        assert word in lesson_part(last, words_of(last, "en"))["ask"]


def test_secrets_stay_hidden() -> None:
    """The other cup is nowhere in what the page is given before the cups are lifted."""
    guided = begun("perfecto", LOOKED)
    (frame,) = lesson_frames(guided, None, words_of(guided, "en"))
    assert "425163" not in str(frame)
    assert not any(die[1] for die in frame["scene"]["seats"][1]["dice"])


def test_a_lesson_is_a_table_like_any_other() -> None:
    """Before the first throw, and when it is over."""
    for guided, seq, phase, say in (
        (begun("chili"), 1, "playing", "Your turn, Mia"),
        ([*asked_all(begun("chili"))][-1], None, "over", "You win with "),
    ):
        words = words_of(guided, "en")
        (frame,) = lesson_frames(guided, None, words)
        table = frame["table"]
        assert frame["type"] == "snapshot"
        assert frame["seq"] == (seq or len(guided.history.events) + 2)
        assert frame["texts"] == guided.history.setup.game.page_texts(words)
        assert (table["game"], table["preset"], table["phase"]) == ("spicy", "chili", phase)
        assert [(one["name"], one["kind"], one["mine"]) for one in table["seats"]] == [
            ("Mia", "person", True),
            *((player.name, "bot", False) for player in guided.history.setup.players[1:]),
        ]
        assert table["say"]["title"].startswith(say)
    result, over = table["result"], guided.history.next
    assert (result["scores"], result["winners"]) == (list(over.scores), list(over.winners))  # type: ignore[union-attr]


def test_a_learner_hears_of_the_own_dice() -> None:
    guided = begun("perfecto", LOOKED)
    told = [frame["event"]["event"] for frame in lesson_frames(guided, 0, words_of(guided, "en"))]
    assert [isinstance(one["throw"], str) for one in told if "throw" in one] == [
        one["seat"] == LEARNER for one in told if "throw" in one
    ]


def test_frames_follow_each_event_and_pass_over_jumps() -> None:
    guided = begun("spicy", "roll 1 2 3 4 5 6")
    frames = lesson_frames(guided, 0, words_of(guided, "en"))
    assert [frame["type"] for frame in frames] == ["event"] * len(guided.history.events)
    assert [frame["seq"] for frame in frames] == [2, 3]
    assert [frame["event"]["event"] for frame in frames] == list(map(event_json, guided.history.events))
    assert lesson_frames(guided, 1, words_of(guided, "en")) == frames[1:]
    *_, jumped = (guided for guided in asked_all(begun("spicy")) if guided.step and guided.step.jump)
    assert [frame["type"] for frame in lesson_frames(jumped, 20, words_of(jumped, "en"))] == ["snapshot"]


HEAD = 'others = ["Ada"]\n[end]\ntitle = "E"\nsay = "F"\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("others = [", "TOML"),
        (HEAD, "at least one"),
        (HEAD + '[[step]]\ntitle = "A"\n', "'ask'"),
        (HEAD + '[[step]]\ntitle = "A"\nask = "B"\nwhat = 1\n', "'what'"),
        (HEAD + '[[step]]\ntitle = "A"\nask = 3\n', "a text"),
        ('step = 3\nothers = []\n[end]\ntitle = ""\nsay = ""', "[[step]]"),
    ],
)
def test_a_script_that_is_none_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(Problem) as problem:
        read_lesson(text)
    assert problem.value.code == "bad_lesson"
    assert fault in str(problem.value)
