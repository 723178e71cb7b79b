"""Who is calling: a device known by a random token, in a cookie or (for programs) as a bearer token."""

from __future__ import annotations

import hashlib
from secrets import token_urlsafe
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from redpip.core.problem import Problem
from redpip.core.words import LANGUAGES
from redpip.web.hosts import same_caller

COOKIE = "redpip_device"
LANG_COOKIE = "redpip_lang"
YEAR = 365 * 24 * 3600


def token_of(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        if len(token) < 32:
            raise Problem("bad_token", "A bearer token is a secret of your own, 32 characters or longer.")
        return token
    return connection.cookies.get(COOKIE)


def device_of(connection: HTTPConnection) -> str | None:
    """The device as tables and log know it: a hash, so that neither can give the token away."""
    token = token_of(connection)
    return hashed(token) if token else None


def known_device(connection: HTTPConnection, response: Response) -> str:
    """The caller's device; a new caller becomes one."""
    device = device_of(connection)
    if device:
        return device
    token = token_urlsafe(32)
    give_token(connection, response, token)
    return hashed(token)


def give_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """No script can read it, no other site can send it along, and what came by https never goes out by http."""
    secure = is_secure(connection)
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure)


def is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def address_of(connection: HTTPConnection) -> str:
    """Where the caller is, as far as callers are counted by that."""
    return same_caller(connection.client.host) if connection.client else ""


def check_origin(connection: HTTPConnection) -> None:
    """A browser says where a request comes from; other sites' pages have no business here."""
    origin = connection.headers.get("origin")
    if origin is not None and _place(origin) != connection.headers.get("host"):
        raise Problem("foreign_origin", "Requests from other sites are not accepted.")


def _place(origin: str) -> str | None:
    """Host and port of a site; None where it is no address at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def language_of(connection: HTTPConnection) -> str:
    asked = connection.query_params.get("lang") or connection.cookies.get(LANG_COOKIE)
    if asked in LANGUAGES:
        return asked
    for part in connection.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "en"
