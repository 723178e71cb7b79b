"""Exchanges the code of functions that are loaded already, and empties what they remember."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Any

from mutants.ground import TREE, Target, original
from mutants.mutation import Function, Mutant

Functions = dict[str, dict[Function, list[FunctionType]]]


def functions_of(target: Target) -> Functions:
    """Every function of the target's files, wherever it is kept."""
    found: Functions = {file: {} for file in target.files}
    names = {str(TREE / file): file for file in target.files}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in names:
            code = thing.__code__
            key = Function(code.co_qualname, code.co_firstlineno)
            found[names[code.co_filename]].setdefault(key, []).append(thing)
    return found


def exchange(mutant: Mutant, functions: Functions) -> bool:
    """Gives the function its faulty code; False where there is no such code or it does not fit."""
    assert mutant.function is not None
    code = next((code for code in _codes(_compiled(mutant)) if _function_of(code) == mutant.function), None)
    live = functions[mutant.file].get(mutant.function, [])
    if code is None or not live:
        return False
    try:
        for function in live:
            function.__code__ = code
    except ValueError:  # other variables around it
        return False
    return True


def load_with(mutant: Mutant) -> None:
    """From now on whoever loads the file gets the faulty one."""
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return _compiled(mutant) if self.path == str(TREE / mutant.file) else usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def _compiled(mutant: Mutant) -> CodeType:
    return compile(mutant.edit.applied(original(mutant.file)), str(TREE / mutant.file), "exec")


def _function_of(code: CodeType) -> Function:
    return Function(code.co_qualname, code.co_firstlineno)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def caches_of(target: Target) -> Iterator[Any]:
    """What the target's package remembers of earlier questions."""
    package = target.code.removeprefix("src/").replace("/", ".")
    for thing in gc.get_objects():
        if type(thing).__name__ == "_lru_cache_wrapper" and str(thing.__module__).startswith(package):
            yield thing


def forget(caches: Iterable[Any]) -> None:
    for cache in caches:
        cache.cache_clear()
