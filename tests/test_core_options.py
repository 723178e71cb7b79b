"""Options: what may be written, and the problem in anything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from redpip.core.options import changed_options, make_rules, option, option_text, options_of, read_options
from redpip.core.problem import Problem


@dataclass(frozen=True)
class Rules:
    extra: bool = option(False, "more of it")
    kind: bool = option(True, "the other way")
    rolls: int = option(30, "how many", least=1, most=99)
    free: int = option(0, "any number")
    tie: str = option("shared", "who wins", choices=("shared", "first"))
    young: tuple[bool, ...] = option((), "for beginners", per_seat=True)
    boxes: tuple[str, ...] = option(("a", "b"), "which", choices=("a", "b", "c"), lab=True)
    helper: int = 3  # no option: it says nothing about itself


OPTIONS = options_of(Rules)


def code_and_message(make: Any, *arguments: Any) -> tuple[str, str]:
    with pytest.raises(Problem) as caught:
        make(*arguments)
    return caught.value.code, caught.value.message


def test_options_are_the_fields_that_say_what_they_are_about() -> None:
    assert list(OPTIONS) == ["extra", "kind", "rolls", "free", "tie", "young", "boxes"]
    assert OPTIONS["boxes"].lab
    assert not OPTIONS["rolls"].lab


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("extra", "false, true"),
        ("kind", "true, false"),
        ("rolls", "30"),
        ("tie", "shared, first"),
        ("young", "true or false, or one a seat"),
    ],
)
def test_values_begin_with_the_default(name: str, values: str) -> None:
    assert str(OPTIONS[name].values) == values


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("extra", "true", True),
        ("extra", " Yes ", True),
        ("extra", "off", False),
        ("extra", "0", False),
        ("rolls", "12", 12),
        ("free", "-5", -5),
        ("tie", "first", "first"),
        ("young", "true,no", (True, False)),
        ("young", "yes", True),
        ("young", "", ()),
        ("boxes", "a,c", ("a", "c")),
    ],
)
def test_typed_value(name: str, text: str, value: Any) -> None:
    assert OPTIONS[name].read(text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("extra", "maybe"),
        ("extra", ""),
        ("rolls", "many"),
        ("rolls", "0"),
        ("rolls", "100"),
        ("rolls", "3.5"),
        ("tie", "last"),
        ("tie", ""),
        ("young", "true,maybe"),
        ("boxes", "a,d"),
    ],
)
def test_malformed_value_is_a_problem_that_names_option_and_value(name: str, text: str) -> None:
    code, message = code_and_message(OPTIONS[name].read, text)
    assert code == "bad_option"
    assert message.startswith(f"Option {name} cannot be ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("extra", 1),
        ("rolls", True),
        ("rolls", "3"),
        ("rolls", 0),
        ("tie", 3),
        ("young", 1),
        ("young", (1,)),
        ("boxes", "a"),
        ("boxes", ("d",)),
        ("extra", None),
    ],
)
def test_value_of_another_kind_is_refused(name: str, value: Any) -> None:
    assert code_and_message(make_rules, Rules, {name: value}, 2)[0] == "bad_option"


def test_unknown_option_is_told_with_a_suggestion() -> None:
    code, message = code_and_message(make_rules, Rules, {"roll": 3}, 1)
    assert code == "unknown_option"
    assert "Did you mean 'rolls'?" in message
    assert code_and_message(read_options, Rules, {"helper": 3})[0] == "unknown_option"


def test_per_seat_option_is_spread_and_normalised() -> None:
    assert make_rules(Rules, {"young": True}, 3).young == (True, True, True)
    assert make_rules(Rules, {"young": (True, False)}, 2).young == (True, False)
    assert make_rules(Rules, {"young": False}, 3) == make_rules(Rules, {"young": (False,) * 3}, 3) == Rules()
    assert code_and_message(make_rules, Rules, {"young": (True,)}, 2)[0] == "bad_option"


def test_changed_options_lead_back() -> None:
    rules = make_rules(Rules, {"rolls": 12, "young": (True, False), "boxes": ("a",), "extra": False}, 2)
    data = changed_options(rules)
    assert data == {"rolls": 12, "young": [True, False], "boxes": ["a"]}
    assert make_rules(Rules, read_options(Rules, data), 2) == rules
    assert changed_options(Rules()) == {}


@pytest.mark.parametrize(("value", "text"), [(True, "true"), ((False, True), "false,true"), (3, "3"), (("a",), "a")])
def test_option_text(value: Any, text: str) -> None:
    assert option_text(value) == text
