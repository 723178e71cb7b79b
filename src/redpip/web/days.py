"""Days as people say them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from redpip.core.words import N_, Words

MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


def day_name(day: date, today: date, words: Words) -> str:
    """16 November, 16. November; with its year where that is another than today's"""
    month = words.say(MONTHS[day.month - 1])
    if day.year == today.year:
        return words.say("{day} {month}", day=day.day, month=month)
    return words.say("{day} {month} {year}", day=day.day, month=month, year=day.year)


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row somebody has been here, up to today; it is not lost before the day is over."""
    known = set(days)
    last = today if today in known else today - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in known:
        length += 1
    return length
