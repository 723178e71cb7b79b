"""What several commands take, so that it has one name and one explanation."""

from __future__ import annotations

from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game from `redpip games`.")]
PresetName = Annotated[str | None, typer.Option("--preset", help="The variant; the game's first one otherwise.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A house rule; repeatable.")]
Lang = Annotated[str | None, typer.Option("--lang", help="en or de.")]
Json = Annotated[bool, typer.Option("--json", help="Data for programs on standard output.")]
