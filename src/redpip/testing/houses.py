"""Every house rule can be played to the end, by chance and by the house bot, and a page offers only what is legal."""

from __future__ import annotations

from redpip.core.game import Over
from redpip.core.scene import offered
from redpip.testing.bots import play_by
from redpip.testing.playing import check_next
from redpip.testing.playouts import MOST_EVENTS, whole_game
from redpip.testing.showing import scenes_of
from redpip.testing.suite import Suite
from redpip.testing.tables import Table


class Houses(Suite):
    def test_house_rule_is_played_by_chance(self, house: Table) -> None:
        playout = whole_game(house, 1)
        for state in playout.states:
            check_next(playout.rules.next(state), range(house.seats))

    def test_page_offers_what_a_house_rule_allows(self, house: Table) -> None:
        for scenes in scenes_of(house, 1):
            assert all(set(offered(scene)) <= scenes.legal for scene in scenes.drawn.values())

    def test_bot_plays_by_a_house_rule(self, house: Table) -> None:
        play = play_by(house.game.house_bot, house.setup(seed=1), MOST_EVENTS)
        assert isinstance(play.next, Over)
