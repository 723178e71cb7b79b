"""A review on a terminal: the sum for each player, luck and skill, the dearest decisions, the strangest throws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from redpip.core.effort import Effort
from redpip.core.problem import Problem, reason_of
from redpip.core.record import Record
from redpip.core.showing import dice_text
from redpip.core.words import N_, Line, Words, line
from redpip.play.review import Review, review
from redpip.play.review_told import Moment, Retelling, TermKind
from redpip.term.solving import Meter, manners

OURS = b'content="redpip review"'  # in the head of the pages that we write
LEAST = 9  # columns of a number
LABELS: dict[TermKind, str] = {
    "start": N_("expected"),
    "luck": N_("luck"),
    "others": N_("what the others did"),
    "cost": N_("given away"),
    "result": N_("result"),
}


def look_at(record: Record, wrong: Problem | None, threads: int, words: Words) -> Review:
    """Shows how far it is on a terminal. What must be solved first is kept, also when it is stopped."""
    setup = record.setup
    with setup.game.concerned(setup.preset), manners(words):
        return review(record, wrong, Effort(Meter(words.say("working"), words), threads))


def check_place(file: Path) -> None:
    """Before the long work: can a page be written here? Only another review gives way to it."""
    with _writing(file):
        file.parent.stat()
        if not file.exists():
            return
        with file.open("rb") as known:
            ours = OURS in known.read(1000)
    if not ours:
        raise Problem("file_exists", "{file} is there already, and it is no review. Nothing was changed.", file=file)


def write_page(file: Path, page: str) -> None:
    """All of it or nothing."""
    with _writing(file), NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as part:
        try:
            part.write(page.encode())
            part.flush()
            Path(part.name).chmod(0o644)
            Path(part.name).replace(file)
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Problem(
            "cannot_write", "{file} cannot be written: {reason}.", file=file, reason=reason_of(error)
        ) from None


def review_lines(told: Retelling) -> Iterator[Line]:
    words, names = told.words, told.review.setup.names
    yield line((told.title, "strong"))
    yield line((told.about, "faint"))
    if told.sentence:
        yield line(told.sentence)
    for note in told.notes:
        yield line((note, "could"))
    yield from _sums(told)
    yield from _table(told)
    for seat, name in enumerate(names):
        yield from _moments(words.say("What cost {name} most", name=name), told.dearest(seat), told)
    yield from _moments(words.say("The luckiest throws"), told.luckiest(), told)
    yield from _moments(words.say("The unluckiest throws"), told.luckiest(worst=True), told)


def _sums(told: Retelling) -> Iterator[Line]:
    names = told.review.setup.names
    width = max(map(len, names)) + 2
    known = [(name, terms) for seat, name in enumerate(names) if (terms := told.terms(seat))]
    if not known:
        return
    yield line()
    for name, terms in known:
        numbers = " ".join(f"{term.sign} {term.amount}".strip() for term in terms)
        yield line((f"{name:<{width}}", "strong"), numbers)
    yield line((" " * width + ", ".join(told.words.say(LABELS[term.kind]) for term in known[0][1]), "faint"))


def _table(told: Retelling) -> Iterator[Line]:
    rows = list(told.rows())
    if not rows:
        return
    names = told.review.setup.names
    texts = [[" ".join(filter(None, (cell.text, cell.note))) for cell in cells] for _, cells in rows]
    widths = [max(LEAST, len(name), *(len(row[seat]) for row in texts)) for seat, name in enumerate(names)]
    first = max(len(label) for label, _ in rows)
    yield line()
    yield line((" " * first + _columns(names, widths), "strong"))
    for (label, _), row in zip(rows, texts, strict=True):
        yield line(f"{label:<{first}}", _columns(row, widths))


def _columns(texts: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"   {text:>{width}}" for text, width in zip(texts, widths, strict=True))


def _moments(heading: str, moments: Sequence[Moment], told: Retelling) -> Iterator[Line]:
    if not moments:
        return
    yield line()
    yield line((heading, "strong"))
    for moment in moments:
        yield from _throw(moment, told) if moment.is_throw else _decision(moment, told)


def _throw(moment: Moment, told: Retelling) -> Iterator[Line]:
    where = told.words.say("event {number}", number=moment.event)
    yield line(f"  {moment.amount:>7}  ", moment.told, (f"  ({_joined(moment.where, where)})", "faint"))


def _decision(moment: Moment, told: Retelling) -> Iterator[Line]:
    words = told.words
    where = _joined(moment.where, words.say("event {number}", number=moment.event))
    amount = f"{moment.amount} {moment.error}".strip()
    yield line((f"  {amount:>7}  {moment.mark_name}", "mine"), f"  {dice_text(moment.dice)}", (f"  ({where})", "faint"))
    labels = {words.say("played"): moment.told, words.say("better"): moment.better, words.say("why"): moment.why}
    width = max(map(len, labels))
    for label, text in labels.items():
        if text:
            yield line(" " * 11, (f"{label:<{width}}", "faint"), f"  {text}")


def _joined(*texts: str) -> str:
    return ", ".join(filter(None, texts))
