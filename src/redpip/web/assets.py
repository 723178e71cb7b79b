"""The files of pages, served under addresses that name their version.

Whoever writes a page or a script says ``/static/…`` and ``/games/…``. What goes out says ``/v/VERSION/static/…``, so a
page and all that it loads are of one version, and a browser may keep each file for good.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from os import stat_result
from pathlib import Path
from typing import ClassVar

from anyio import to_thread
from fastapi import FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from redpip import __version__
from redpip.core.catalog import all_games

STATIC = Path(__file__).parent / "static"
KINDS = (".js", ".css", ".svg")  # what a page loads
OURS = re.compile(r"""(["'`(])/(static|games)/""")
FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def version() -> str:
    """Of all that pages load: another as soon as any of it differs. The service reads it once."""
    digest = hashlib.sha256(__version__.encode())
    for address, path in sorted(_files()):
        digest.update(address.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def versioned(text: str) -> str:
    """A page or script whose addresses of our files name the version."""
    return OURS.sub(rf"\1/v/{version()}/\2/", text)


def files() -> list[str]:
    """The addresses of all that pages load."""
    return sorted(f"/v/{version()}{address}" for address, _ in _files())


def _files() -> Iterator[tuple[str, Path]]:
    folders = {"/static": STATIC, **{f"/games/{game.id}": game.folder for game in all_games().values()}}
    for address, folder in folders.items():
        for path in folder.rglob("*"):
            if path.suffix in KINDS:
                yield f"{address}/{path.relative_to(folder).as_posix()}", path


class Files(StaticFiles):
    """Files as they are, at an address that stays: for programs, and for what is shown elsewhere."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)


class GameFiles(Files):
    """Of a game's folder only what its page needs. A game without a view or a picture has the plain ones."""

    _shared = StaticFiles(directory=STATIC)
    _pictures: ClassVar = {".svg": "plain/art.svg", ".png": "icons/card.png"}

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        kind = Path(path).suffix
        if kind not in (*KINDS, ".png"):
            return "", None
        full_path, found = super().lookup_path(path)
        return (full_path, found) if found else self._shared.lookup_path(self._pictures.get(kind, f"plain/{path}"))


class Versioned:
    """The same files as pages load them."""

    def __init__(self, files: Files) -> None:
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._files.get_response(self._files.get_path(scope), scope)
        if isinstance(response, FileResponse) and str(response.path).endswith(".js"):
            script = await to_thread.run_sync(Path(response.path).read_text, "utf-8")
            response = Response(versioned(script), media_type="text/javascript")
        response.headers["cache-control"] = FOR_GOOD
        await response(scope, receive, send)


def mount(app: FastAPI) -> None:
    """Unknown versions are not there: a page that is older than the service is told so, and never mixes the two."""
    folders: dict[str, Files] = {"/static": Files(STATIC)}
    folders |= {f"/games/{game.id}": GameFiles(game.folder) for game in all_games().values()}
    for address, files in folders.items():
        app.mount(f"/v/{version()}{address}", Versioned(files))
        app.mount(address, files)
