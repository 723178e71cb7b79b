"""The verb ``doctor``: is everything there that a service needs, and is what it keeps whole?"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from redpip.term.arguments import Data, Db, Json, Lang
from redpip.term.place import place_of


def doctor(
    data: Data = None,
    db: Db = None,
    whole: Annotated[bool, typer.Option("--whole", help="Read every table, as if somebody came to it.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Check whether a service can run here and whether its games are whole. Status 1 where something is wrong."""
    from redpip.core.words import common_words
    from redpip.settings import language
    from redpip.term.examining import WRONG, examined, finding_line

    words = common_words(language(lang))
    found = []
    for finding in examined(place_of(data, db), whole=whole):
        found.append(finding)
        if not as_json:
            print(finding_line(finding, words), flush=True)
    wrong = any(finding.state == WRONG for finding in found)
    if as_json:
        told = [{"check": one.check, "state": one.state, "detail": words.fact(one.detail)} for one in found]
        print(json.dumps({"ok": not wrong, "checks": told}, ensure_ascii=False, indent=2))
    if wrong:
        raise typer.Exit(1)
