"""Guided first games: requests. Nothing is kept here; a learner's choices say where the lesson is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from redpip.core.catalog import find_game
from redpip.core.guide import LOOKED, Guided, asked_part, guide, lesson_and_setup
from redpip.core.history import History
from redpip.core.lesson import LEARNER, said
from redpip.core.other_way import cost_said, other_way
from redpip.core.problem import Problem
from redpip.core.words import Words, common_words
from redpip.play.errands import counsel_errand
from redpip.play.thinking import Thinkers
from redpip.table.lesson import lesson_frames
from redpip.table.viewer import page_words
from redpip.web.calls import Language, commanding, same_site
from redpip.web.identity import address_of, device_of
from redpip.web.models import Model

router = APIRouter(prefix="/lessons")

Choices = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=400)]


class LessonRequest(Model):
    """All that the learner has chosen so far; ``>`` says that something was looked at."""

    choices: Choices
    since: Annotated[int, Field(ge=0)] | None = None  # so many events are shown already
    name: Annotated[str, Field(max_length=40)] = ""


class OtherRequest(LessonRequest):
    """Something else than what is asked, which the learner has in mind."""

    other: Choices


@router.post("/{game}", dependencies=[Depends(same_site)], summary="Go on in a guided first game")
async def go_on(game: str, wanted: LessonRequest, request: Request, language: Language) -> dict[str, Any]:
    """Where a guided game is after these choices: what a page is to show, and what the lesson asks and says."""
    commanding.take(address_of(request), device_of(request) or address_of(request))
    return await asyncio.to_thread(_told, game, wanted, language)


@router.post(
    "/{game}/other", dependencies=[Depends(same_site)], summary="Ask what another choice would mean in a guided game"
)
async def look_at_other(game: str, wanted: OtherRequest, request: Request, language: Language) -> dict[str, Any]:
    """What the lesson has to say of another choice, before it is made, and what the coach thinks that it costs."""
    commanding.take(address_of(request), device_of(request) or address_of(request))
    guided, words = await asyncio.to_thread(_guided, game, wanted, language)
    guided, other = asked_part(guided, wanted.other)
    if not other:
        return {"asked": True}
    way = await asyncio.to_thread(other_way, guided, other, words)
    cost = await _cost(request.app.state.thinkers, guided.history, other, words, named=bool(way.told))
    return {"asked": False, "told": way.told, "say": way.say, "cost": cost}


def _guided(name: str, wanted: LessonRequest, language: str) -> tuple[Guided, Words]:
    game, edition = find_game(name)
    player = wanted.name.strip() or common_words(language).say("Guest")
    with game.concerned(edition):
        lesson, setup = lesson_and_setup(game, edition, player)
        return guide(lesson, setup, wanted.choices), page_words(game, setup.preset, language)


def _told(name: str, wanted: LessonRequest, language: str) -> dict[str, Any]:
    guided, words = _guided(name, wanted, language)
    return {"frames": lesson_frames(guided, wanted.since, words), "lesson": lesson_part(guided, words)}


def lesson_part(guided: Guided, words: Words) -> dict[str, Any]:
    """What the lesson says now."""
    lesson, step = guided.lesson, guided.step
    before = [start for at, start in guided.starts if at < guided.at or guided.strayed is not None]
    return {
        "events": len(guided.history.events),
        "at": guided.at,
        "titles": [said(one.title, words) for one in lesson.step],
        "title": said(step.title if step else lesson.end.title, words),
        "ask": said(step.ask if step else lesson.end.title, words),
        "why": said(step.why if step else lesson.end.say, words),
        "looks": guided.asked == (LOOKED,),
        "asked": list(guided.asked),
        "alike": list(guided.alike),
        "marks": list(step.mark) if step else [],
        "strayed": guided.strayed,
        "picked_up": guided.picked_up,
        "back": before[-1] if before else None,
        "done": guided.over,
    }


async def _cost(thinkers: Thinkers, history: History, other: Sequence[str], words: Words, *, named: bool) -> str:
    """What the coach thinks of it, in a sentence; nothing where there is no coach."""
    if history.setup.game.advisor is None:
        return ""
    try:
        says = await thinkers.run(counsel_errand(history, LEARNER, other, words.language))
    except Problem:
        return ""
    lean = says["lean"]
    return cost_said(lean["loss"], words, "" if named else lean["text"])
