"""What a messenger shows of a link: a picture, a name and a sentence. What stands behind # never gets here."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.words import N_, Words
from redpip.table.links import free_seats
from redpip.table.table import Table
from redpip.table.viewer import table_words

LONGEST = 200  # letters that are shown almost everywhere
PAGES = {  # of no game in particular: what each is called, and what is there
    "/keep": (
        N_("Keep score"),
        N_("Real dice on the table; the pad, the count of the rolls and the referee are here."),
    ),
    "/learn": (N_("Learn a game by playing it"), N_("A guided first game of a few minutes, for each game.")),
    "/mine": (
        N_("My games"),
        N_("Your games on this device, running and finished, and a profile that you can take to another one."),
    ),
    "/rules": (N_("Rules"), N_("Each game on a page of its own, in our own words.")),
    "/stats": (N_("How you are doing"), N_("Your figures in each game: results, luck, and which mistakes cost most.")),
    "/train": (N_("Train"), N_("Five positions a day, and your own mistakes until you know them.")),
    "/verify": (N_("Fair dice"), N_("Sealed before the first throw; check every one of them.")),
}


@dataclass(frozen=True, slots=True)
class Card:
    title: str
    sentence: str
    picture: str  # an address of ours, without the version: a message may be older than the service


def about_us(words: Words) -> str:
    return words.text(
        "Games for the red-pip dice. Play alone, against a bot, round one phone, or with friends by a link."
    )


def house_card(path: str, words: Words) -> Card:
    title, sentence = PAGES.get(path, ("redpip", ""))
    return Card(words.text(title), words.text(sentence) if sentence else about_us(words), "/static/icons/card.png")


def game_card(game: str, art: str, title: str, sentence: str) -> Card:
    return Card(title, shortened(sentence), f"/games/{game}/art/{art}.png")


def table_card(table: Table, language: str) -> Card:
    """The table as everybody may know it who has its address."""
    words = table_words(table, language)
    preset = table.game.presets[table.opened.preset]
    art = table.opened.preset if preset.edition else table.game.id
    title = table.game.title(table.opened.preset)
    return game_card(table.game.id, art, title, _sentence(table, title, words))


def _sentence(table: Table, title: str, words: Words) -> str:
    host = next((chair.name for chair in table.chairs if chair.name and chair.holds(table.host)), "")
    people = [table.chairs[seat].name for seat in table.people]
    if host and free_seats(table):
        return words.say("{name} invites you to {title}.", name=host, title=title)
    if not people:
        return words.say(table.game.about)
    if table.over and len(people) == 1:
        return words.say("{name} played {title}. See how it ended.", name=people[0], title=title)
    if table.over:
        return words.say("{names} played {title}. See how it ended.", names=words.listed(people), title=title)
    if len(people) == 1:
        return words.say("{name} plays {title}.", name=people[0], title=title)
    return words.say("{names} play {title}.", names=words.listed(people), title=title)


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2].rstrip()} …"
