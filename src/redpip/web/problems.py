"""Whatever goes wrong, as problem+json with a stable code."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.routing import compile_path

from redpip.core.problem import Problem, Refused
from redpip.core.words import Words, common_words
from redpip.table.refusals import REFUSALS
from redpip.web.identity import language_of
from redpip.web.limits import Later
from redpip.web.metrics import limited

STATUS = {
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_card": 404,
    "no_example": 404,
    "unknown_challenge": 404,
    "unknown_share": 404,
    "wrong_code": 404,
    "other_day": 409,
    "token_taken": 409,
    "daily_done": 409,
    "no_lesson": 404,
    "wrong_link": 403,
    "not_your_seat": 403,
    "coach_silent": 403,
    "host_only": 403,
    "no_device": 401,
    "foreign_origin": 403,
    "bad_token": 401,
    "foreign_host": 421,
    "too_large": 413,
    "too_late": 408,
    "too_many": 429,
    "too_many_streams": 429,
    "too_many_watch": 429,
    "house_full": 503,
    "cannot_save": 503,
    "no_answer": 503,
    "closing": 503,
    "too_busy": 503,
    "cannot_read": 503,
    "unreadable_table": 409,
    "table_failed": 500,
    "cannot_draw": 500,
    "failed": 500,
}

ProblemPage = Callable[[Request, Problem], Response]


def body(code: str, status: int, detail: str, rule: str | None = None) -> dict[str, object]:
    title = HTTPStatus(status).phrase
    said: dict[str, object] = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail}
    return {**said, "rule": rule} if rule else said


def answer(
    code: str, status: int, detail: str, headers: dict[str, str] | None = None, rule: str | None = None
) -> Response:
    return JSONResponse(body(code, status, detail, rule), status, headers, media_type="application/problem+json")


def status_of(problem: Problem) -> int:
    return STATUS.get(problem.code, 409 if isinstance(problem, Refused) else 422)


def sentence(problem: Problem, words: Words | None, language: str) -> str:
    """The sentence in the caller's language; ``words`` are the game's where one is known."""
    return (words or common_words(language, REFUSALS)).problem(problem)


def problem_answer(problem: Problem, words: Words | None, language: str, rule: str | None = None) -> Response:
    count_limit(problem)
    return answer(problem.code, status_of(problem), sentence(problem, words, language), patience(problem), rule)


def patience(problem: Problem) -> dict[str, str]:
    """The header that says when to try again."""
    return {"Retry-After": str(problem.seconds)} if isinstance(problem, Later) else {}


def count_limit(problem: Problem) -> None:
    if status_of(problem) in (413, 429):
        limited(problem.code)


def asks_for_page(request: HTTPConnection) -> bool:
    """A browser that opens an address, and not a program or a script of a page."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def failed() -> Problem:
    return Problem("failed", "Something went wrong on our side. It is written down, and nothing else has changed.")


def install(app: FastAPI, lost_page: Callable[[Request], Response], problem_page: ProblemPage) -> None:
    """Programs get problems, browsers pages: ``lost_page`` where nothing is, else ``problem_page``."""

    @app.exception_handler(Problem)
    async def _problem(request: Request, problem: Problem) -> Response:
        if asks_for_page(request):
            return problem_page(request, problem)
        words = getattr(request.state, "words", None)
        rule = request.state.rule(problem.code) if hasattr(request.state, "rule") else None
        return problem_answer(problem, words, language_of(request), rule)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        if asks_for_page(request):
            return lost_page(request)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return answer("bad_request", 422, f"{where}: {first['msg']}" if where else str(first["msg"]))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and asks_for_page(request):
            return lost_page(request)
        code = {404: "not_found", 405: "bad_method"}.get(error.status_code, "bad_request")
        headers = dict(error.headers or {})
        if error.status_code == 405 and (methods := _methods(request)):
            headers["Allow"] = ", ".join(methods)
        return answer(code, error.status_code, str(error.detail), headers)

    @app.exception_handler(Exception)
    async def _bug(request: Request, _error: Exception) -> Response:
        """The server logs the traceback; the caller learns that it is not their fault."""
        problem = failed()
        if asks_for_page(request):
            return problem_page(request, problem)
        return answer(problem.code, status_of(problem), sentence(problem, None, language_of(request)))


def _methods(request: Request) -> list[str]:
    """What can be done at this address, whichever routes share it."""
    described = request.app.openapi()["paths"].items()
    return sorted(
        method.upper()
        for path, methods in described
        if compile_path(path)[0].match(request.url.path)
        for method in methods
    )
