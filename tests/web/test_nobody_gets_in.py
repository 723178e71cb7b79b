"""Every endpoint, page and stream, found in the application itself, tried by those who have no business there.

Nothing that is Mia's alone is in any answer, and nothing of hers is changed.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute

from redpip.web.models import CommandRequest

from .client import Device
from .inside import Inside

API = "/api/v1"
ME, OPEN = {"kind": "me", "name": "Mia"}, {"kind": "open"}
COMMANDS: list[str] = CommandRequest.model_json_schema()["properties"]["do"]["enum"]
HARMLESS = {"me", "pass", "pace", "ping"}  # change what one's own stream shows, if anything
LAST = ("/mine", "/device/token")  # whoever calls these is somebody else afterwards
ROWS = {  # all that is Mia's in the database
    "events": "table_id in ({tables})",
    "secrets": "table_id in ({tables})",
    "devices": "table_id in ({tables})",
    "shares": "device = '{mia}'",
    "challenges": "device = '{mia}'",
    "profiles": "device = '{mia}'",
    "codes": "device = '{mia}'",
    "training": "device = '{mia}'",
    "rounds": "device = '{mia}'",
}


@dataclass
class Scene:
    """Mia plays in secret against Ben, waits for a guest elsewhere, and has finished and shared a game."""

    service: Inside
    file: Path
    mia: Device
    playing: str
    waiting: str
    over: str
    challenge: str
    stale: tuple[str, ...]  # links and codes that were good once
    callers: dict[str, Device]
    private: frozenset[str]

    @property
    def tables(self) -> tuple[str, ...]:
        return self.playing, self.waiting, self.over

    def rows(self) -> dict[str, list[Any]]:
        names = {"tables": ", ".join(f"'{table}'" for table in self.tables), "mia": hashed(self.mia)}
        with closing(sqlite3.connect(self.file)) as database:
            return {
                name: sorted(map(repr, database.execute(f"select * from {name} where {where.format(**names)}")))
                for name, where in ROWS.items()
            }


def hashed(device: Device) -> str:
    return hashlib.sha256(device.token.encode()).hexdigest()


def fragment(link: str) -> str:
    return link.partition("#")[2]


def joined(host: Device, table: str, seat: int, guest: Device, name: str) -> None:
    link = fragment(host.look(table)["table"]["seats"][seat]["invite"])
    assert guest.http.post(f"/tables/{table}/join", json={"token": link, "name": name}).status_code == 200


def finished(mia: Device) -> str:
    table = mia.open(ME, options={"boxes": ["SUM"], "rolls": 1})
    for command in (
        {"do": "ready", "seat": 0, "nonce": "n" * 8},
        {"do": "act", "seat": 0, "action": "roll 1 2 3 4 5 6"},
        {"do": "act", "seat": 0, "action": "score SUM"},
    ):
        assert mia.do(table, **command).status_code == 200
    return table


def code_of(mia: Device, table: str) -> str:
    assert mia.do(table, "code", seat=0).status_code == 200
    return fragment(mia.look(table)["table"]["seats"][0]["code"])


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("guarded")
    with Inside(folder) as service:
        mia, ben, eve, old, phone = (service.device() for _ in range(5))
        playing = mia.open(ME, OPEN, game="perfecto")
        joined(mia, playing, 1, ben, "Ben")
        used = code_of(mia, playing)
        assert phone.http.post(f"/tables/{playing}/join", json={"token": used}).status_code == 200
        label = next(one for one in mia.look(playing)["table"]["seats"][0]["devices"] if not one["this"])["device"]
        assert mia.do(playing, "remove", seat=0, device=label).status_code == 200
        for seat, device in enumerate((mia, ben)):
            assert device.do(playing, "ready", seat=seat, nonce="n" * 8).status_code == 200
        shown = code_of(mia, playing)
        waiting = mia.open(ME, OPEN)
        withdrawn = fragment(mia.look(waiting)["table"]["seats"][1]["invite"])
        assert mia.do(waiting, "withdraw", seat=1).status_code == 200
        invite = fragment(mia.look(waiting)["table"]["seats"][1]["invite"])
        over = finished(mia)
        assert mia.http.post(f"/tables/{over}/share").status_code == 201
        challenge = mia.http.post(f"/tables/{over}/challenge").json()["challenge"]
        mia.http.put("/profile", json={"name": "Mia-in-private"})
        profile = mia.http.post("/profile/code").json()["code"]
        eve.open({"kind": "me", "name": "Eve"})
        old.open({"kind": "me", "name": "Old"})
        assert old.http.put("/device/token", json={"token": secrets.token_hex(20)}).status_code == 204
        file = folder / "tables.sqlite"
        with closing(sqlite3.connect(file)) as database:
            seeds = [row[0] for row in database.execute("select server_seed from secrets where table_id != ?", [over])]
            keys = [row[0] for row in database.execute("select invite_key from secrets")]
        hands = set(record(mia, playing)) - set(record(eve, playing))
        assert hands, "Mia sees dice that nobody else sees"
        stranger = Device(service.url)
        del stranger.http.headers["Authorization"]
        stranger.headers.clear()
        callers = {"nobody": stranger, "another table's": eve, "another seat's": ben, "renewed": old, "removed": phone}
        private = {mia.token, hashed(mia), shown, invite, profile, "Mia-in-private", *seeds, *keys, *hands}
        stale = (used, withdrawn)
        yield Scene(service, file, mia, playing, waiting, over, challenge, stale, callers, frozenset(private))
        stranger.http.close()


def record(device: Device, table: str) -> list[str]:
    return device.http.get(f"/tables/{table}/record").text.splitlines()[1:]


# ---- what there is


def leaves(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    for route in routes:
        router = getattr(route, "original_router", None)
        if router is None:
            yield route
        else:
            yield from leaves(router.routes)


def endpoints(scene: Scene) -> list[tuple[str, str]]:
    described = scene.service.app.openapi()["paths"]
    found = [(method.upper(), path) for path, methods in described.items() for method in methods]
    return sorted(found, key=lambda one: one[1].endswith(LAST))


def pages(scene: Scene) -> list[str]:
    routes = leaves(scene.service.app.routes)
    return [route.path for route in routes if isinstance(route, Route) and not route.include_in_schema]


def addresses(scene: Scene, path: str) -> list[str]:
    """A path with its blanks filled in, once for each of Mia's tables. A blank that is new must be added here."""
    blanks = {
        "seat": 0,
        "event": 2,
        "game": "spicy",
        "name": "spicy",
        "art": "spicy",
        "token": scene.challenge if "challenges" in path or path.startswith("/c/") else "x" * 40,
        "card_id": "0" * 16,
        "day": "2026-11-16",
        "table_id": "",
    }
    tables = scene.tables if "{table_id}" in path else ("",)
    return [path.format(**{**blanks, "table_id": table}) for table in tables]


def bodies(scene: Scene, path: str) -> list[Any]:
    """What is sent there. An endpoint with a body that is new must be added here."""
    told: Mapping[str, list[Any]] = {
        "/training/cards/{card_id}": [{"line": "x"}],
        "/profile": [{"name": "Eve"}],
        "/profile/file": ["{}"],
        "/device/token": [{"token": secrets.token_hex(20)}],
        "/profile/code/use": [{"code": "aaaaaaaaaa"}],
        "/daily": [{"name": "Eve", "day": "2026-11-16"}],
        "/challenges/{token}": [{"name": "Eve"}],
        "/lessons/{game}": [{"choices": []}],
        "/lessons/{game}/other": [{"choices": [], "other": []}],
        "/games/{game}/example": [{"dice": ""}],
        "/tables": [{"game": "spicy", "seats": [ME]}],
        "/tables/{table_id}/link": [{"token": token} for token in ("x" * 24, *scene.stale)],
        "/tables/{table_id}/join": [{"token": token, "name": "Eve"} for token in ("x" * 24, *scene.stale)],
        "/tables/{table_id}/commands": [command(do) for do in COMMANDS],
        "/tables/{table_id}/branch": [{"event": 2}],
        "/tables/{table_id}/coach": [{"seat": 0}],
        "/tables/{table_id}/worth": [{"seat": 0, "faces": "1 2 3 4 5 6"}],
        "/pad": ["{}"],
        "/verify-dice": ["{}"],
    }
    return told[path.removeprefix(API)]


def command(do: str) -> dict[str, Any]:
    """Anything that one could want from Mia's seat."""
    facts = {"action": "roll 1 2 3 4 5 6", "faces": "1 2 3 4 5 6", "nonce": "e" * 8, "event": 1, "yes": True}
    more = {"reaction": "well_played", "bot": "greedy", "device": "a" * 8, "pace": "fast", "way": "every"}
    return {"key": secrets.token_hex(8), "do": do, "seat": 0, **facts, **more}


# ---- what they try


def texts_of(scene: Scene, caller: Device, method: str, path: str) -> Iterator[tuple[str, httpx.Response]]:
    """Each request that this caller makes there, and its answer."""
    about = scene.service.app.openapi()["paths"][path][method.lower()]
    is_ben = caller is scene.callers["another seat's"]
    for address in addresses(scene, path):
        for body in bodies(scene, path) if "requestBody" in about else [None]:
            if is_ben and bens_right(scene, method, address, body):
                continue
            yield f"{method} {address} {body}", send(scene, caller, method, address, body)


def bens_right(scene: Scene, method: str, address: str, body: Any) -> bool:
    """He plays at a table of Mia's too: may ask to end the game, and be somebody else or nobody there."""
    asks = scene.playing in address and isinstance(body, dict) and body.get("do") == "abandon"
    return asks or (method != "GET" and address.endswith(LAST))


def send(scene: Scene, caller: Device, method: str, address: str, body: Any, **headers: str) -> httpx.Response:
    url = scene.service.url + address
    caller.http.cookies.clear()  # who is nobody stays nobody
    sent = {"content": body, "headers": {"Content-Type": "text/plain", **headers}}
    if not isinstance(body, str):
        sent = {"json": body, "headers": headers} if body is not None else {"headers": headers}
    if not address.endswith("/events"):
        return caller.http.request(method, url, **sent)  # type: ignore[arg-type]
    with caller.http.stream(method, url) as answer:
        told = next(line for line in answer.iter_lines() if '"snapshot"' in line)
        return httpx.Response(answer.status_code, text=told)


WHO = ["nobody", "another table's", "another seat's", "renewed", "removed"]


@pytest.mark.parametrize("who", WHO)
def test_no_endpoint_tells_or_changes_what_is_mias(scene: Scene, who: str) -> None:
    caller, before = scene.callers[who], scene.rows()
    for method, path in endpoints(scene):
        for asked, answer in texts_of(scene, caller, method, path):
            assert answer.status_code < 500, asked
            assert not [one for one in scene.private if one in answer.text], asked
            if path.endswith("/commands"):
                assert answer.status_code in (401, 403, 404, 409, 422), asked
    assert scene.rows() == before
    assert scene.mia.look(scene.playing)["table"]["mine"] == [0]


@pytest.mark.parametrize("who", WHO)
def test_no_page_tells_what_is_mias(scene: Scene, who: str) -> None:
    before = scene.rows()
    for path in pages(scene):
        for address in addresses(scene, path):
            answer = send(scene, scene.callers[who], "GET", address, None)
            assert answer.status_code < 500, address
            assert not [one for one in scene.private if one in answer.text], address
    assert scene.rows() == before


@pytest.mark.parametrize("who", WHO)
def test_no_stream_tells_or_changes_what_is_mias(scene: Scene, who: str) -> None:
    sockets = [route.path for route in leaves(scene.service.app.routes) if isinstance(route, WebSocketRoute)]
    assert sockets == ["/tables/{table_id}/stream"], "a stream that is new must be tried here"
    caller, before = scene.callers[who], scene.rows()
    for table in scene.tables:
        told = []
        with caller.stream(table, since=0) as stream:
            told.append(stream.until("snapshot"))
            for do in COMMANDS:
                if do == "abandon" and who == "another seat's" and table == scene.playing:
                    continue  # Ben may ask for that
                stream.send(**command(do))
                while (answer := stream.receive())["type"] not in ("ack", "refused"):
                    told.append(answer)
                assert answer["type"] == "refused" or do in HARMLESS, (table, do)
                told.append(answer)
        heard = json.dumps(told, separators=(",", ":"))
        assert not [one for one in scene.private if one in heard], table
    assert scene.rows() == before


def test_a_page_of_another_site_changes_nothing_anywhere(scene: Scene) -> None:
    """Though its reader is Mia."""
    before, foreign = scene.rows(), {"Origin": "https://elsewhere.example"}
    for method, path in endpoints(scene):
        if method == "GET":
            continue
        about = scene.service.app.openapi()["paths"][path][method.lower()]
        body = bodies(scene, path)[0] if "requestBody" in about else None
        answer = send(scene, scene.mia, method, addresses(scene, path)[0], body, **foreign)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), (method, path)
    assert scene.rows() == before


def test_links_that_were_good_once_seat_nobody(scene: Scene) -> None:
    eve = scene.service.device()
    for token in scene.stale:
        for table in scene.tables:
            answer = eve.http.post(f"/tables/{table}/join", json={"token": token, "name": "Eve"})
            assert answer.status_code in (403, 409), answer.text
            assert eve.look(table)["table"]["mine"] == []
