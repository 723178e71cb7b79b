"""Days as people say them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from redpip.core.problem import Phrase
from redpip.core.words import Words

MONTHS = (
    Phrase("January"),
    Phrase("February"),
    Phrase("March"),
    Phrase("April"),
    Phrase("May"),
    Phrase("June"),
    Phrase("July"),
    Phrase("August"),
    Phrase("September"),
    Phrase("October"),
    Phrase("November"),
    Phrase("December"),
)


def day_phrase(day: date, today: date) -> Phrase:
    """16 November, 16. November; with its year where that is another than today's"""
    month = MONTHS[day.month - 1]
    if day.year == today.year:
        return Phrase("{day} {month}", day=day.day, month=month)
    return Phrase("{day} {month} {year}", day=day.day, month=month, year=day.year)


def day_name(day: date, today: date, words: Words) -> str:
    return words.phrase(day_phrase(day, today))


def month_name(month: str, words: Words) -> str:
    """November 2026, of 2026-11"""
    year, number = month.split("-")
    return words.phrase(Phrase("{month} {year}", month=MONTHS[int(number) - 1], year=year))


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row somebody has been here, up to today; it is not lost before the day is over."""
    known = set(days)
    last = today if today in known else today - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in known:
        length += 1
    return length
