"""The contract's tests find the faults that they are for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from contract.hidden_game import HIDDEN, HiddenRules, State
from redpip.core.catalog import Game
from redpip.core.dice import Faces
from redpip.core.game import Over
from redpip.core.options import option
from redpip.core.scene import scene_faults
from redpip.testing.bots import Bots
from redpip.testing.forms import Forms
from redpip.testing.houses import Houses
from redpip.testing.playing import Playing
from redpip.testing.playouts import MOST_EVENTS
from redpip.testing.showing import Showing
from redpip.testing.suite import SEEDS
from redpip.testing.tables import Table, houses_of, tables_of

Failed: type[BaseException] = pytest.fail.Exception


def check_all(test: Callable[[Table, int], None], game: Game) -> None:
    for table in tables_of(game):
        for seed in SEEDS:
            test(table, seed)


class Endless(HiddenRules):
    throws = 0

    def next(self, state: State) -> Any:
        due = super().next(replace(state, shown=()))
        assert not isinstance(due, Over)
        return due

    def rolled(self, state: State, faces: Faces) -> State:
        Endless.throws += 1
        return super().rolled(state, faces)


def test_game_without_an_end_is_found_once_and_told_at_once() -> None:
    game = replace(HIDDEN, rules=Endless)
    for test in (Playing().test_game_ends, Playing().test_same_seed_same_game, Forms().test_state_json) * 3:
        with pytest.raises(Failed, match=r"hidden-usual-2 has not ended after 10000 events of play by chance"):
            check_all(test, game)
    assert Endless.throws < MOST_EVENTS


def low_game(ending: Callable[[tuple[int, ...]], Over]) -> Game:
    """The hidden game, but whoever guesses badly wins; how it ends is told by ``ending``."""

    class LowRules(HiddenRules):
        def next(self, state: State) -> Any:
            due = super().next(state)
            return ending(due.scores) if isinstance(due, Over) else due

    return replace(HIDDEN, rules=LowRules, playout_options={"rounds": 5}, least_seats=3)


def lowest(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, score in enumerate(scores) if score == min(scores))


def test_lowest_score_may_win_if_returns_say_so() -> None:
    game = low_game(lambda scores: Over(scores, tuple(-float(score) for score in scores), lowest(scores)))
    check_all(Playing().test_game_ends, game)
    Playing().test_returns_say_who_is_ahead(game)


def test_lowest_score_wins_and_returns_say_the_contrary() -> None:
    game = low_game(lambda scores: Over(scores, tuple(map(float, scores)), lowest(scores)))
    with pytest.raises(AssertionError, match="who has most has won"):
        check_all(Playing().test_game_ends, game)


def test_lowest_score_wins_and_returns_do_not_rank_the_others() -> None:
    game = low_game(lambda scores: Over(scores, tuple(float(s == min(scores)) for s in scores), lowest(scores)))
    with pytest.raises(AssertionError, match="equal returns: -score will do"):
        Playing().test_returns_say_who_is_ahead(game)


def test_nobody_wins() -> None:
    game = low_game(lambda scores: Over(scores, tuple(map(float, scores)), ()))
    with pytest.raises(AssertionError, match="who has most has won"):
        check_all(Playing().test_game_ends, game)


def test_game_without_a_random_bot() -> None:
    with pytest.raises(AssertionError, match="random"):
        Bots().test_there_is_a_bot_that_does_anything(replace(HIDDEN, bots={}))


class Cheat:
    def __init__(self, *_: Any) -> None:
        pass

    def choose(self, _view: Any, _options: Any) -> str:
        return "win"


def test_bot_that_cheats() -> None:
    kind = replace(HIDDEN.bots["random"], seat=Cheat)
    with pytest.raises(AssertionError, match="bot:cheat chose win"):
        Bots().test_bots_choose_what_is_legal(replace(HIDDEN, bots={"cheat": kind}))


@dataclass(frozen=True, slots=True)
class WildRules(HiddenRules):
    wild: bool = option(False, "anything goes")


def test_bot_that_cheats_by_a_house_rule() -> None:
    kind = HIDDEN.bots["random"]
    bots = {"random": replace(kind, seat=lambda rules, *more: Cheat() if rules.wild else kind.seat(rules, *more))}
    game = replace(HIDDEN, rules=WildRules, bots=bots)
    (house,) = houses_of(game)
    assert str(house) == "hidden-usual-2-wild=true"
    Bots().test_bots_choose_what_is_legal(game)
    with pytest.raises(AssertionError, match="bot:random chose win"):
        Houses().test_bot_plays_by_a_house_rule(house)


def test_option_that_nobody_tells_of(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("# Hidden\n\nGuess.\n", "utf-8")
    with pytest.raises(AssertionError, match="does not tell of"):
        Showing().test_options_stand_in_the_rules(replace(HIDDEN, folder=tmp_path))


# ---- scenes

SCENE = {
    "seat": 1,
    "about": "",
    "say": "",
    "seats": [{"score": 3, "note": ""}, {"score": None, "note": "out"}],
    "tap": {"kind": "roll", "text": "Tap the button."},
}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, []),
        ({"more": {"of": ["the", "game's", "own"]}}, []),
        ({"seat": 2}, ["scene.seat is 2, and there are 2 seats"]),
        ({"say": None}, ["scene.say is None"]),
        ({"seats": SCENE["seats"][:1]}, ["scene.seats has 1 entries, and there are 2 seats"]),  # type: ignore[index]
        ({"seats": [{"score": "3", "note": ""}] * 2}, [f"scene.seats[{at}].score is '3'" for at in (0, 1)]),
        ({"seats": [{"score": 3}] * 2}, [f"scene.seats[{at}].note is missing" for at in (0, 1)]),
        ({"tap": None}, []),
        ({"tap": {"kind": "roll"}}, ["scene.tap.text is missing"]),
        ({"tap": {"kind": "", "text": 3}}, ["scene.tap.text is 3", "scene.tap.kind is empty"]),
        ({"tap": {"kind": "roll", "text": "a" * 121}}, ["scene.tap.text has more than 120 characters"]),
        ({"hand": {1, 2}}, ["scene is no JSON: Object of type set is not JSON serializable"]),
    ],
)
def test_scene_faults(change: Mapping[str, Any], told: list[str]) -> None:
    assert list(scene_faults({**SCENE, **change}, seats=2)) == told


def test_missing_part_of_a_scene_is_told() -> None:
    for name in SCENE:
        without = {key: value for key, value in SCENE.items() if key != name}
        assert f"scene.{name} is missing" in list(scene_faults(without, seats=2))


def test_plain_page_that_hides_a_choice() -> None:
    def scene(rules: HiddenRules, view: State, seat: int | None, words: Any, options: Any) -> Mapping[str, Any]:
        return HIDDEN.scene(rules, view, seat, words, options[1:])

    table = next(tables_of(replace(HIDDEN, scene=scene)))
    with pytest.raises(AssertionError):
        Showing().test_plain_page_offers_all_that_is_legal(table, seed=1)


def test_scene_that_finds_its_choices_itself() -> None:
    def scene(rules: HiddenRules, view: State, seat: int | None, words: Any, _options: Any) -> Mapping[str, Any]:
        due = seat is not None and view.guesses[seat] is None
        return HIDDEN.scene(rules, view, seat, words, rules.guesses(view) if due else ())

    table = next(tables_of(replace(HIDDEN, scene=scene)))
    with pytest.raises(AssertionError):
        Showing().test_scene_takes_its_choices_from_what_it_is_given(table, seed=1)
