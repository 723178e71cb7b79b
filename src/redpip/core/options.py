"""Options are the fields of a game's rules; this reads them as facts and makes rules from what people typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_args, get_origin, get_type_hints

from redpip.core.codec import from_json, to_json
from redpip.core.problem import Phrase, Problem, unknown

_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_READ: dict[type[Any], Mapping[str, Option]] = {}


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    kind: Any  # bool, int, str or tuple[...] of one of them
    default: Any
    about: str
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # the choices in words
    least: int | None = None
    most: int | None = None
    label: str = ""  # a short name, for a switch in a narrow place
    per_seat: bool = False  # one value a seat; a single value stands for all of them
    lab: bool = False  # shrinks the game for tests and research; pages do not offer it

    @property
    def values(self) -> str | Phrase:
        """What may be written, the default first."""
        default = option_text(self.default)
        if self.choices:
            return ", ".join([default, *(choice for choice in self.choices if choice != default)])
        if self.per_seat:
            return Phrase("true or false, or one a seat")
        if self.kind is bool:
            return "true, false" if self.default else "false, true"
        return default or Phrase("none")

    @property
    def choice_names(self) -> dict[str, str]:
        return dict(zip(self.choices, self.names or [choice.replace("_", " ") for choice in self.choices], strict=True))

    def read(self, text: str) -> Any:
        """The value that a person typed."""
        parts = text.split(",")
        item = self._item()
        if item is None or (self.per_seat and len(parts) == 1 and text):
            return self.check(self._read_one(item or self.kind, text))
        return self.check(tuple(self._read_one(item, part) for part in parts if part))

    def from_json(self, data: Any) -> Any:
        """The value whose JSON form this is."""
        try:
            return from_json(self.kind, data)
        except Problem:
            raise self._problem(str(data)[:40]) from None

    def check(self, value: Any) -> Any:
        """The value itself where it is allowed; a single value for a per-seat option is left for ``spread``."""
        item = self._item()
        plain = type(value) is self.kind or (self.per_seat and type(value) is item)
        listed = item is not None and isinstance(value, tuple) and all(type(part) is item for part in value)
        if not (plain or listed) or not all(self._allowed(part) for part in (value if listed else (value,))):
            raise self._problem(option_text(value))
        return value

    def _item(self) -> Any:
        return get_args(self.kind)[0] if get_origin(self.kind) is tuple else None

    def _allowed(self, value: Any) -> bool:
        if self.choices:
            return value in self.choices
        if type(value) is int:
            return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        return True

    def _read_one(self, kind: Any, text: str) -> Any:
        text = text.strip()
        try:
            return _TRUTH[text.lower()] if kind is bool else kind(text)
        except (KeyError, ValueError):
            raise self._problem(text) from None

    def _problem(self, given: str) -> Problem:
        right = self._numbers() if self.kind is int and not self.choices else self.values
        return Problem(
            "bad_option",
            "Option {name} cannot be {given!r}; it takes {right}.",
            name=self.name,
            given=given,
            right=right,
        )

    def _numbers(self) -> Phrase:
        if self.least is None and self.most is None:
            return Phrase("a whole number")
        if self.most is None:
            return Phrase("a whole number at least {least}", least=self.least)
        if self.least is None:
            return Phrase("a whole number at most {most}", most=self.most)
        return Phrase("a whole number at least {least} and at most {most}", least=self.least, most=self.most)


def option(default: Any, about: str, **facts: Any) -> Any:
    """A dataclass field of rules that is an option."""
    return field(default=default, metadata={"about": about, **facts})


def options_of(rules: type[Any]) -> Mapping[str, Option]:
    """Read once: every game that is set up asks, and to read types takes Python long."""
    if rules not in _READ:
        hints = get_type_hints(rules)
        _READ[rules] = {
            f.name: Option(f.name, hints[f.name], f.default, **f.metadata)
            for f in fields(rules)
            if "about" in f.metadata
        }
    return _READ[rules]


def unknown_option(name: str, known: Mapping[str, Option]) -> Problem:
    """Those that shrink a game are no help to somebody who mistyped a house rule."""
    return unknown("option", name, [option.name for option in known.values() if not option.lab])


def make_rules(rules: type[Any], values: Mapping[str, Any], seats: int) -> Any:
    """Rules with these options, normalised: per-seat options get one value for each seat."""
    known = options_of(rules)
    chosen = {}
    for name, value in values.items():
        if name not in known:
            raise unknown_option(name, known)
        chosen[name] = _spread(known[name], known[name].check(value), seats)
    return rules(**chosen)


def _spread(option: Option, value: Any, seats: int) -> Any:
    if not option.per_seat:
        return value
    spread = value if isinstance(value, tuple) else (value,) * seats
    if spread and len(spread) != seats:
        raise Problem(
            "bad_option", "Option {name} needs one value for each of the {seats} seats.", name=option.name, seats=seats
        )
    return spread if any(spread) else ()


def changed_options(rules: Any) -> dict[str, Any]:
    """The JSON form of those options that differ from their defaults."""
    known = options_of(type(rules))
    values = {name: getattr(rules, name) for name in known}
    return {name: to_json(value) for name, value in values.items() if value != known[name].default}


def read_options(rules: type[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The values behind such a JSON form."""
    known = options_of(rules)
    for name in data:
        if name not in known:
            raise unknown_option(name, known)
    return {name: known[name].from_json(value) for name, value in data.items()}


def option_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(option_text(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
