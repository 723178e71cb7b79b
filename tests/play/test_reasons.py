"""The coach's sentences about Spicy Dice are true: every number, box and die is read out of the text again and worked
out in another way, from the position alone (``reasons_truth.py``).

The positions are in ``reasons.txt``; ``reasons_corpus.py`` made them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from play.reasons_corpus import PRESETS
from play.reasons_truth import Truth, make_ready
from redpip.core.by_faces import by_faces
from redpip.core.coaching import LONGEST
from redpip.core.words import Words
from redpip.games.spicy import GAME
from redpip.play.reasons import read_reason, reason_for, reason_json

CORPUS = Path(__file__).with_name("reasons.txt").read_text("utf-8").splitlines()
EMPTY = re.compile(
    r"better odds|more points\b(?! than)|bessere Chancen|good idea|in general|usually|normalerweise", re.IGNORECASE
)
NUMBERS = ("one", "two", "three", "four", "five", "six"), ("eins", "zwei", "drei", "vier", "fünf", "sechs")

WORDS = "|".join(rf"\b{word}\b" for word in chain(*NUMBERS))

# ---- what is said: our own idea of each sentence, in English; German by the translation

SENTENCES = {
    "same_points": "Both boxes get {points} now, and {other} left open is worth {gain} points more than {box}.",
    "zero_somewhere": "A zero has to go somewhere: {other} left open is worth {gain} points more than {box}.",
    "keeps_open": "{other} would get {other_points} now and {box} gets {points}, but {other} left open is worth {gain} "
    "points more than {box}.",
    "more_now": "{points} in {box} are {more} more than {other} gets, and {box} left open would be worth only {loss} "
    "points more than {other}.",
    "more_now_and_later": "{points} in {box} are {more} more than {other} gets, and {other} left open is also worth "
    "{gain} points more.",
    "last_write": "No roll is left and empty boxes get 0, so only this counts: {points} in {box}, {other_points} in "
    "{other}.",
    "turned": "{box} gets {points} instead of {other_points} with {reds}.",
    "stays_red": "{box} gets {points} instead of {other_points} with {reds}.",
    "left_out": "To leave out {dice} for the next turn is worth {gain} points; "
    "to use the same in {box} brings {points}.",
    "counted_now": "To use {dice} in {box} brings {points} points more; "
    "to hold the same for the next turn is worth only {gain}.",
    "held_after": "{box} gets {points} and leaves dice worth {held} points to hold; {other} gets {other_points} and "
    "leaves {other_held}.",
    "roll_saved": "A roll saved is worth {price} points here, and the throw would gain only {gain}.",
    "breaks_up": "{points} in {box} are sure; to roll again loses {loss} points on average, and a roll worth {price}.",
    "last_box_stop": "{box} is the last box: rolling on would add {gain} points, and a roll saved pays {bonus}.",
    "few_rolls": "After one more throw the rolls reach for only {left} of the {boxes} other boxes, and a box without a "
    "roll gets 0: the roll is worth {price} points, the throw gains {gain}.",
    "rarely_better": "The throw makes more than {points} in {box} only {times}, and a roll saved is worth {price} "
    "points.",
    "roll_pays": "To roll gains {gain} points, and a roll saved is worth only {price}.",
    "too_little": "{points} in {box} are too little: left open the box is worth {worth} points.",
    "box_grows": "{box} would get {points} now and gets {mean} on average after the throw; a roll saved is worth only "
    "{price} points.",
    "last_box_go": "{box} is the last box: to roll adds {gain} points, and a roll saved pays only {bonus}.",
    "chance": "{after} {box} has {points} points or more {times}, and {safe} are safe.",
    "chance_of_any": "{after} {box} has {points} points or more {times}, and otherwise less or nothing.",
    "chance_of_pepper": "{after} there is a {pepper} {times}, {points} in {box}, and {safe} are safe.",
    "higher_mean": "{after} {box} has {mean} points on average if you roll these dice now, {other_mean} with the other "
    "throw.",
    "turned_mean": "{after} {box} has {mean} points on average with {reds}, {other_mean} otherwise.",
    "red_mean": "{after} {box} has {mean} points on average with {reds}, {other_mean} otherwise.",
    "better_chance": "{after} {box} has {points} points or more {times} if you roll these dice now, {other_times} with "
    "the other throw.",
    "other_aim": "{after} {box} has {mean} points on average; kept for later it is worth {worth}. The other throw "
    "suits {other} best: {other_mean} points, kept for later {other_worth}.",
    "more_boxes": "On average the throw is better for {better} of the {boxes} open boxes, most of all for {box}: "
    "{mean} points instead of {other_mean}.",
    "nearly_equal": "Both are nearly equal: {cost} points lie between them.",
    "worth_more": "In the end you can expect {best} with it, and {other} with the other.",
}
REAL = {"gain", "loss", "price", "mean", "other_mean", "worth", "other_worth", "held", "other_held", "cost"}
FORMS = {
    "reds": r"(?:the red|der roten|der unberührten roten) .+?",
    "pepper": r"\w+ \w+",
    "after": r"After .+? throws?|Nach .+? W[uü]rfe?n?",
    "dice": r"(?:the|die) .+?",
    "times": r"(?:one time|\d+ times) in \w+|in (?:einem|\d+) von \w+ Fällen",
}


def form(sentence: str, name: str, words: Words) -> str:
    kind = name.removeprefix("other_")
    if sentence == "worth_more":
        return r"\d+[.,]\d+ (?:points|Punkte)"
    if kind in FORMS:
        return FORMS[kind]
    if kind in ("box", "other"):
        return "|".join(re.escape(text) for text in box_names(words))
    return r"\d+[.,]\d+" if name in REAL else r"\d+"


def box_names(words: Words) -> dict[str, str]:
    """By what is said, in small letters: the box that is meant."""
    numbers = {f"{'Feld' if words.language == 'de' else 'box'} {n}".lower(): str(n) for n in range(1, 7)}
    return numbers | {words.name(box).lower(): box for box in ("RUN", "SET", "SUM", "RED")}


@cache
def pattern(kind: str, words: Words) -> re.Pattern[str]:
    seen: set[str] = set()

    def group(found: re.Match[str]) -> str:
        name = found[1]
        again = name in seen
        seen.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>{form(kind, name, words)})"

    text = re.sub(r"([.?()])", r"\\\1", words.text(SENTENCES[kind]))
    return re.compile(re.sub(r"\{(\w+)\}", group, text), re.IGNORECASE)


def read(kind: str, text: str, words: Words) -> dict[str, Any] | None:
    found = pattern(kind, words).fullmatch(text)
    return found and {name: meaning(name, said, words) for name, said in found.groupdict().items()}


@dataclass(frozen=True)
class Rounded:
    value: float
    near: float = 1e-9

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float) and abs(self.value - other) <= self.near + 1e-9


def rounded(text: str) -> Rounded:
    return Rounded(float(text.replace(",", ".")), 0.5 / 10 ** len(re.split("[.,]", text)[1]))


def meaning(name: str, said: str, words: Words) -> Any:
    if re.fullmatch(r"\d+[.,]\d+.*", said):
        return rounded(said.split(" ")[0])
    match name.removeprefix("other_"):
        case "box" | "other" | "":
            return box_names(words)[said.lower()]
        case "dice":
            return said.lower()
        case "reds":
            return [tuple(map(int, re.findall(r"\d", part))) for part in re.split(r", | and | und ", said)]
        case "times":
            many, of = map(counted, re.findall(rf"\d+|\beinem\b|{WORDS}", said))
            return Rounded(many / of, 0.5 / of if of in (100, 1000, 10_000, 100_000) else 0)
        case "after":
            number = re.search(WORDS, said)
            return counted(number[0]) if number else 1
        case "pepper":
            return said
    return int(said)


def counted(word: str) -> int:
    if word.isdecimal():
        return int(word)
    return 1 if word == "einem" else next(n.index(word) + 1 for n in NUMBERS if word in n)


# ---- each kind of sentence against the truth


def expected(kind: str, t: Truth, said: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What each fact should be. Boxes and dice that are a matter of choice are taken as said, if they can be."""
    best, other, box = t.best, t.other, said.get("box")
    if box:
        assert box in t.boxes
    both_write = not best.dice and not other.dice
    if both_write:
        yield "box", best.end.box
        yield "other", other.end.box
        yield "points", t.written(best)
        yield "other_points", t.written(other)
        yield "more", t.written(best) - t.written(other)
        if best.end.box != other.end.box:
            yield "gain", t.rest(best.end.box) - t.rest(other.end.box)
            yield "loss", t.rest(other.end.box) - t.rest(best.end.box)
        yield "held", t.held(best)
        yield "other_held", t.held(other)
        if kind == "turned":
            yield "reds", [(flip.die, flip.face) for flip in best.flips if flip not in other.flips]
        if kind == "stays_red":
            yield "reds", [(flip.die,) for flip in other.flips if flip not in best.flips]
    elif not best.dice or not other.dice:
        writes, rolls = (other, best) if best.dice else (best, other)
        yield "price", t.price(writes)
        yield "gain", t.gain(writes, rolls)
        yield "loss", -t.gain(writes, rolls)
        yield "bonus", 5
        yield "left", t.left - 1
        yield "boxes", len(t.boxes) - 1
        if kind.startswith("chance"):
            yield "safe", rolls.safe(box or "")
            yield "times", rolls.chance(box or "", said["points"], said["after"])
        else:
            yield "box", writes.end.box
            yield "points", t.written(writes)
            yield "times", rolls.chance(writes.end.box, t.written(writes) + 1)
            yield "mean", rolls.mean(writes.end.box)
            yield "worth", t.open(writes.end.box)
    else:
        throws = said.get("after", 1)
        second = said.get("other", box)
        yield "mean", best.mean(box or "SUM", throws)
        yield "other_mean", other.mean(second or "SUM", throws)
        yield "worth", t.open(box or t.boxes[0])
        yield "other_worth", t.open(second or t.boxes[0])
        if "points" in said:
            yield "times", best.chance(box or "", said["points"], throws)
            yield "other_times", other.chance(box or "", said["points"], throws)
        yield "boxes", len(t.boxes)
        yield "better", sum(best.mean(one) > other.mean(one) + 1e-9 for one in t.boxes)
        if kind == "turned_mean":
            wanted = [flip for flip in best.flips if flip.die not in best.dice]
            yield "reds", [(flip.die, flip.face) for flip in wanted if flip not in other.flips]
        if kind == "red_mean":
            spoilt = [flip for flip in other.flips if flip.die not in other.dice]
            yield "reds", [(flip.die,) for flip in spoilt if flip not in best.flips]
    yield "cost", t.cost


def extra_use(kind: str, t: Truth, words: Words) -> dict[str, Any]:
    """Extra Spicy: dice that one line uses and the other holds."""
    fewer, more = (t.best, t.other) if kind == "left_out" else (t.other, t.best)
    left_out = set(fewer.after.sheet.unused) - set(more.after.sheet.unused)
    return {
        "box": t.best.end.box,
        "dice": by_faces(sorted(left_out), t.best.faces, words).lower(),
        "points": t.written(more) - t.written(fewer),
        "gain": t.held(fewer) - t.held(more),
    }


def wrong(kind: str, text: str, t: Truth, words: Words) -> list[str]:
    """What is said and not so."""
    said = read(kind, text, words)
    if said is None:
        return ["it cannot be read"]
    if kind == "worth_more":
        truth: dict[str, Any] = {"best": t.lines[0].value, "other": t.lines[1].value}
    else:
        truth = extra_use(kind, t, words) if kind in ("left_out", "counted_now") else dict(expected(kind, t, said))
    free = {"after", "pepper"} | ({"box", "other", "points"} if t.best.dice else set())
    missing = said.keys() - truth.keys() - free
    assert not missing, (kind, missing)
    return [
        f"{name}: {fact}, not {truth[name]}" for name, fact in said.items() if name in truth and fact != truth[name]
    ]


# ---- the tests


@dataclass(frozen=True)
class Saying:
    truth: Truth
    words: Words
    kind: str
    text: str
    faults: list[str]
    unnoticed: list[str]  # changes that would have gone through


@pytest.fixture(scope="module")
def sayings(tmp_path_factory: pytest.TempPathFactory) -> list[Saying]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("REDPIP_CACHE_DIR", "REDPIP_STATE_DIR"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name)))
        return list(all_sayings())


def all_sayings() -> Iterator[Saying]:
    """Every position of the corpus in both languages; those of the Classic game also in the words of Chili Dice. The
    first of each kind is also tried with each of its numbers changed."""
    make_ready(CORPUS)
    tried: set[Any] = set()
    for entry in CORPUS:
        t = Truth(entry)
        reason = reason_for(t.coach.coaching, t.coach.case(t.state, 0, *t.lines))
        assert read_reason(t.coach.coaching, reason_json(reason)) == reason
        for words in spoken(t.preset):
            text, first = reason.say(words), (reason.kind, words) not in tried
            tried.add((reason.kind, words))
            unnoticed = [c for c in changed(text) if not noticed(reason.kind, c, t, words)] if first else []
            yield Saying(t, words, reason.kind, text, wrong(reason.kind, text, t, words), unnoticed)


@cache
def spoken(preset: str) -> list[Words]:
    presets = (preset, "chili") if preset == "classic" else (preset,)
    return [GAME.words(one, language) for one in presets for language in ("en", "de")]


def changed(text: str) -> list[str]:
    numbers = re.finditer(r"(?<!box )(?<!Feld )\b\d+", text)  # another box may be as good
    return [f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}" for number in numbers]


def noticed(kind: str, text: str, t: Truth, words: Words) -> bool:
    try:
        return bool(wrong(kind, text, t, words))
    except (AssertionError, KeyError, ValueError):
        return True


def test_the_corpus_is_wide(sayings: list[Saying]) -> None:
    assert len({entry.split(" | ")[0] for entry in CORPUS}) >= 300
    kinds = Counter(saying.kind for saying in sayings)
    assert kinds["worth_more"] <= len(sayings) / 20  # nearly always the game itself knows why
    for preset in PRESETS:
        assert len({saying.kind for saying in sayings if saying.truth.preset == preset}) >= 12


def test_what_is_best_is_best(sayings: list[Saying]) -> None:
    for t in {saying.truth for saying in sayings}:
        assert t.lines[0].value == pytest.approx(t.most)
        assert t.cost > 0


def test_every_word_is_true(sayings: list[Saying]) -> None:
    assert not [(saying.text, saying.faults) for saying in sayings if saying.faults]


def test_a_wrong_number_is_noticed(sayings: list[Saying]) -> None:
    assert not [saying.unnoticed for saying in sayings if saying.unnoticed]


def test_sentences_are_short_and_say_something(sayings: list[Saying]) -> None:
    for text in (saying.text for saying in sayings):
        assert len(text) <= LONGEST
        assert text[0].isupper() or text[0].isdecimal()
        assert re.search(r"\d", text)
        assert not EMPTY.search(text)
