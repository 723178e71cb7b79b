"""What several commands take, so that it has one name and one explanation."""

from __future__ import annotations

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
Lang = Annotated[str | None, typer.Option("--lang", help="en or de.")]
Json = Annotated[bool, typer.Option("--json", help="Data for programs on standard output.")]
