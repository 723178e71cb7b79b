"""What several commands take, so that it has one name and one explanation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from redpip.term import completing

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game from `redpip games`.", autocompletion=completing.games)
]
AnyGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="A game; all otherwise.", autocompletion=completing.games)
]
PresetName = Annotated[
    str | None,
    typer.Option("--preset", help="The variant; the game's first one otherwise.", autocompletion=completing.presets),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A house rule; repeatable.", autocompletion=completing.options),
]
ByRules = Annotated[
    bool, typer.Option("--by-rules", help="Play all games by the rules, never in batches; the results are the same.")
]
Lang = Annotated[str | None, typer.Option("--lang", help="en or de.")]
Json = Annotated[bool, typer.Option("--json", help="Data for programs on standard output.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help="The file of the service's games.")]
Db = Annotated[str | None, typer.Option("--db", metavar="URL", help="PostgreSQL for them, instead of a file.")]
KeepFinished = Annotated[
    str | None, typer.Option("--keep-finished", metavar="AGE", help="Remove finished games after 180d, 26w, …")
]
KeepUnfinished = Annotated[
    str | None,
    typer.Option("--keep-unfinished", metavar="AGE", help="Remove unfinished ones idle for so long."),
]
EndIdle = Annotated[
    str | None, typer.Option("--end-idle", metavar="AGE", help="End, but keep, games idle for so long.")
]
