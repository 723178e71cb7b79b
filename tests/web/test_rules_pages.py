"""Rules on the page: dice to look at, sections to link to, and nothing that only the terminal understands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from redpip.core.catalog import Game, all_games
from redpip.core.words import LANGUAGES
from redpip.web.offer import offered_games, rules_page
from redpip.web.rules_pages import kept_rules

from .client import get
from .conftest import NewPerson, Service

ME = {"kind": "me", "name": "Mia"}
SIZES = [(160, 284), (320, 568), (360, 640), (390, 844), (768, 1024), (844, 390), (1280, 860), (1920, 1080)]
PAGES = [one["art"] for one in offered_games("en")]
every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)
# words that stand on two lines: a hyphen or a slash may end a line, a letter may not
BROKEN = r"""() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}"""


def anchors(html: str) -> list[str]:
    return re.findall(r'<h[23] id="([^"]+)"', html)


@every_language
@every_game
def test_rules_speak_to_people(game: Game, language: str) -> None:
    html = rules_page(game.id, language)["html"]
    names = {option.name for option in game.options.values()}
    assert not names & set(re.findall(r"<code>(.*?)</code>", html))
    assert not re.search(r"<code>[1-6-]+</code>|<pre>|--option|redpip play|\b(true|false)\b", html)


def test_a_board_is_drawn() -> None:
    html = rules_page("two_of_three", "de")["html"]
    assert (
        'role="img" id="the-board-2" aria-label="Loch, 1, 2, 3; 4, 5, Loch, 6; 7, 8, 9, Loch; 10, Loch, 11, 12"' in html
    )
    assert "<span><b>4</b><b>5</b><i></i><b>6</b></span>" in html


@pytest.mark.parametrize(("language", "names"), [("en", "X of a kind (SET)"), ("de", "Pasch (SET)")])
def test_an_edition_begins_with_what_is_its_own_and_names_boxes_as_it_does(language: str, names: str) -> None:
    chili, spicy = (rules_page(name, language) for name in ("chili", "spicy"))
    assert anchors(chili["html"])[0] == "chili-dice"
    assert anchors(spicy["html"])[0] == "the-dice"
    assert sorted(anchors(chili["html"])) == sorted(anchors(spicy["html"]))
    assert re.findall(r'href="#([^"]+)"', chili["contents"]) == anchors(chili["html"])
    assert f"<td>{names}</td>" in chili["html"]
    section = chili["html"].split("<h2")[1]
    assert "SET" in section
    others = re.sub(r" \(.*?\)</td>", "", chili["html"].replace(section, ""))
    assert not re.search(r"\b(RUN|SET|SUM|ROT|RED|Pepper|Peperoni)\b", others)
    assert not re.search(r"RUN|SET|Pep", chili["contents"])
    assert f"<td>{names}</td>" not in spicy["html"]


@every_language
def test_what_is_found_shows_dice_and_the_cells_of_tables(language: str) -> None:
    lines = [line for one in kept_rules(language)["paragraphs"] for line in one["lines"]]
    pieces = [piece for line in lines for piece in line]
    said = [piece for piece in pieces if isinstance(piece, str)]
    assert not [text for text in said if re.search(r"[1-6-]{6}|\|", text)]
    assert not [text for text in said if re.search(r"--\w", text)]  # what the terminal alone says is on no page
    assert ["a 1 · 100"] in lines or ["eine 1 · 100"] in lines
    drawn = [piece["dice"] for piece in pieces if not isinstance(piece, str)]
    assert list(enumerate((5, 5, 5, 3, 5, 5), 1)) in drawn  # of Catch 6


@every_game
def test_every_section_has_a_link_that_holds_in_both_languages(game: Game) -> None:
    english, german = (rules_page(game.id, language) for language in ("en", "de"))
    assert anchors(english["html"]) == anchors(german["html"])
    assert len(set(anchors(english["html"]))) == len(anchors(english["html"]))
    sections = re.findall(r'href="#([^"]+)"', german["contents"])
    assert sections
    assert set(sections) <= set(anchors(german["html"]))


def test_dice_have_names() -> None:
    html = rules_page("rolling", "en")["html"]
    assert 'role="img" aria-label="die 1: 5, die 3: 5, die 4: red 4"' in html
    assert 'role="img" aria-label="red 1, 1, 2, 3, 4, 5"' in html
    assert 'aria-label="Würfel 1: 5, Würfel 3: 5, Würfel 4: rote 4"' in rules_page("rolling", "de")["html"]


def test_house_rules_are_told_in_words() -> None:
    html = rules_page("hot", "en")["html"]
    assert "What four or more of a kind in one roll double." in html
    assert "Usual: their own set." in html
    assert "Usual: no." in html
    assert "Usual: 10000." in html


@every_language
def test_all_rules_are_found_from_one_page(language: str, service: Service) -> None:
    index = get(f"{service.url}/rules?lang={language}")
    assert index.status_code == 200
    assert re.findall(r'href="/rules/(\w+)"', index.text) == PAGES
    for name in PAGES:
        answer = get(f"{service.url}/rules/{name}?lang={language}")
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text


def test_reading_the_rules_on_a_phone(person: NewPerson) -> None:
    mia = person(viewport={"width": 320, "height": 568})
    mia.page.goto(mia.url + "/rules")
    mia.check_access()
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= 320
    mia.page.get_by_role("link", name=re.compile("Spicy Dice")).click()
    expect(mia.page.get_by_role("button", name="Lay out 4, red 2, 4, red 4, 2, 5").locator("svg")).to_have_count(6)
    mia.page.get_by_text("Contents").click()
    mia.page.get_by_role("link", name="Peppers", exact=True).click()
    expect(mia.page).to_have_url(re.compile("#peppers$"))
    expect(mia.page.get_by_role("heading", name="Peppers")).to_be_in_viewport()
    mia.check_access()


def test_what_is_found_is_marked_and_of_a_table_its_row(service: Service) -> None:
    told = get(f"{service.url}/rules?q=pepper+hot&lang=en").text
    assert re.search(r">\d+ places<", told)
    assert "<span><mark>Hot</mark> <mark>Pepper</mark> · six reds " in told
    assert "<mark>Peppers</mark></a>" in get(f"{service.url}/rules?q=peppers&lang=en").text  # a heading
    assert ">1 place<" in get(f"{service.url}/rules?q=bust+points+lost&lang=en").text


def test_contents_stand_in_a_line(person: NewPerson) -> None:
    mia = person(viewport={"width": 768, "height": 1024})
    mia.page.goto(f"{mia.url}/rules/two_of_three")
    tops = mia.page.locator(".toc li").evaluate_all("(items) => items.map((item) => item.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


@every_language
@pytest.mark.parametrize("name", PAGES)
def test_no_word_is_broken_and_nothing_sticks_out(name: str, language: str, person: NewPerson) -> None:
    mia = person(viewport={"width": 320, "height": 568})
    mia.page.goto(f"{mia.url}/rules/{name}?lang={language}")
    expect(mia.page.locator("#example .lane").first).to_be_visible()
    assert mia.page.evaluate(BROKEN) == []
    for width, height in SIZES:
        mia.resize(width, height)
        assert mia.page.evaluate("document.documentElement.scrollWidth") <= width, f"{width} wide"


def test_a_menu_that_has_nothing_yet_waits(person: NewPerson) -> None:
    mia = person()
    table = mia.open(ME, {"kind": "bot", "bot": "greedy"}, first=0)
    expect(mia.page.locator("#menu")).to_be_enabled()
    mia.page.route(re.compile("/js/table"), lambda _: None)  # held up
    mia.page.goto(f"{mia.url}/t/{table}", wait_until="commit")
    expect(mia.page.locator("#menu")).to_be_disabled()
    mia.page.unroute_all()
    expect(mia.page.locator("#menu")).to_be_enabled()


def test_rules_at_the_table_can_be_closed_wherever_one_reads(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    mia.open(ME, {"kind": "bot", "bot": "greedy"}, first=0)
    mia.page.locator("#menu").click()
    mia.page.get_by_role("button", name="Rules").click()
    slip = mia.page.get_by_role("dialog")
    slip.get_by_text("Contents").click()
    slip.get_by_role("link", name="House options", exact=True).click()
    expect(slip.get_by_role("heading", name="House options")).to_be_in_viewport()
    assert "#" not in mia.page.url
    expect(slip.get_by_role("button", name="Close")).to_be_in_viewport()
    slip.get_by_role("button", name="Close").click()
    expect(slip).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_longest_rules_print_on_one_sheet(language: str, person: NewPerson) -> None:
    mia = person()
    mia.page.goto(f"{mia.url}/rules/spicy?lang={language}")
    sheet = mia.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
