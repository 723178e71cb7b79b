"""What the service sends is what the page's scripts are type-checked against.

``tools/page.d.ts`` and each game's ``page.d.ts`` say what comes in; here the type checker is shown what does come in.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from redpip.core.catalog import Game, all_games
from redpip.template import GAME as TEMPLATE
from redpip.testing.showing import scenes_of
from redpip.testing.tables import tables_of
from redpip.web.offer import offered_games

from .conftest import Service

ROOT = Path(__file__).parents[2]
NODE = Path(sys.executable).parent / "node"
TSC = ROOT / "tools/node_modules/typescript/bin/tsc"

PLAIN = ROOT / "src/redpip/web/static/plain/view.js"

pytestmark = pytest.mark.skipif(not TSC.exists(), reason="make lint installs the type checker")


def checked(folder: Path, *values: tuple[str, Iterable[Any]]) -> str:
    """What the type checker says of values of such types."""
    source = folder / "sent.ts"
    lines = [f"const _{i}: ({kind})[] = {json.dumps(list(sent))};" for i, (kind, sent) in enumerate(values)]
    source.write_text("\n".join([*lines, "export {};"]))
    files = [str(ROOT / "tools/page.d.ts"), str(source)]
    options = {"checkJs": False}  # make lint does
    config = {"extends": str(ROOT / "tools/tsconfig.json"), "files": files, "include": [], "compilerOptions": options}
    (folder / "tsconfig.json").write_text(json.dumps(config))
    return subprocess.run([NODE, TSC, "-p", folder], capture_output=True, text=True, check=False).stdout


def shape(value: Any) -> Any:
    """What stands where, whatever its value is."""
    match value:
        case dict():
            return {name: shape(part) for name, part in value.items()}
        case list() | tuple():
            return sorted({json.dumps(shape(part)) for part in value})
    return type(value).__name__


def scenes(game: Game) -> Iterator[Any]:
    """One scene of each shape that turns up in a game at each kind of table."""
    seen = set()
    for table in tables_of(game):
        for drawn in scenes_of(table, seed=1) if table.match is None else ():
            for scene in drawn.drawn.values():
                if (key := json.dumps(shape(scene))) not in seen:
                    seen.add(key)
                    yield scene


def test_scenes_are_what_their_views_draw(tmp_path: Path) -> None:
    views = [(game, ROOT / "src/redpip/games" / game.id / "view.js") for game in all_games().values()]
    sent = [(f'import("{view}").View["now"]["scene"]', scenes(game)) for game, view in views if view.exists()]
    plain = [(f'import("{PLAIN}").View["now"]["scene"]', scenes(game)) for game in (TEMPLATE,)]
    assert checked(tmp_path, *sent, *plain) == ""


def test_messages_and_games_are_what_the_page_takes(service: Service, tmp_path: Path) -> None:
    mia = service.device()
    table = mia.open({"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}, clock={"seconds": 60}, match=2)
    messages = []
    with mia.stream(table) as stream:
        stream.send("ready", seat=0, nonce="nonce000")
        while not messages or not messages[-1].get("scene"):
            messages.append(stream.receive())
    for message in messages:  # these are the games' own
        message.pop("texts", None)
        message.update({name: None for name in ("scene", "ended") if name in message})
    sent = ('Exclude<Message, Snapshot> | Omit<Snapshot, "texts">', messages)
    assert checked(tmp_path, sent, ("OfferedGame", offered_games("en"))) == ""
