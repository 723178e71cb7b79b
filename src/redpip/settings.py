"""Where settings come from: a flag, else ``REDPIP_*``, else ./redpip.toml, else the user's config file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from redpip.core.problem import Problem, reason_of, unknown
from redpip.core.words import LANGUAGES
from redpip.home import own_folder

# what the service can be told, each also by an option of ``redpip serve``
SERVICE = (
    "host",
    "port",
    "data",
    "db",
    "proxy",
    "allowed_host",
    "browser",
    "pace",
    "log_format",
    "log_level",
    "metrics_from",
    "metrics_token",
    "keep_finished",
    "keep_unfinished",
    "end_idle",
)
SETTINGS = ("lang", "coach", "state_dir", "data_dir", *SERVICE)
SECRET = ("db", "metrics_token")  # never shown; the address of a database can hold a password


def setting(name: str, flag: str | None = None) -> str | None:
    """The value of a setting, or None where nobody set it."""
    found = origin(name, flag)
    return found[0] if found else None


def origin(name: str, flag: str | None = None) -> tuple[str, str] | None:
    """The value of a setting and where it comes from: an option, a variable of the environment, or a file."""
    if flag is not None:
        return flag, f"--{name.replace('_', '-')}"
    variable = f"REDPIP_{name.upper()}"
    if value := os.environ.get(variable):
        return value, variable
    for file in _config_files():
        if name in (settings := _read(file)):
            return settings[name], str(file)
    return None


def listed(name: str, flags: list[str]) -> list[str]:
    """The values of a setting that can have several, with commas between them where it is no flag."""
    return flags or [value.strip() for value in (setting(name) or "").split(",") if value.strip()]


def language(flag: str | None = None) -> str:
    """The player's language; the system's where it is one of ours, English otherwise."""
    system = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "en")[:2]
    chosen = setting("lang", flag) or (system if system in LANGUAGES else "en")
    if chosen not in LANGUAGES:
        raise unknown("language", chosen, list(LANGUAGES))
    return chosen


def coach_speaks() -> bool:
    """May the coach be asked at this keyboard?"""
    chosen = setting("coach") or "on"
    if chosen not in ("on", "off"):
        raise Problem("bad_config", "The setting {name} is on or off, not {given!r}.", name="coach", given=chosen)
    return chosen == "on"


def state_folder() -> Path:
    """Saved games and interrupted work."""
    if given := setting("state_dir"):
        return Path(given)
    return own_folder("state")


def data_folder() -> Path:
    """The database of tables."""
    if given := setting("data_dir"):
        return Path(given)
    return own_folder("data")


def _config_files() -> Iterator[Path]:
    yield Path("redpip.toml")
    with suppress(Problem):  # without a home there is none
        yield own_folder("config") / "config.toml"


def _read(file: Path) -> dict[str, str]:
    try:
        settings = tomllib.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise _bad_config(file, reason_of(error)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _bad_config(file, error) from None
    for name, value in settings.items():
        if name not in SETTINGS:
            problem = unknown("setting", name, list(SETTINGS))
            raise Problem(problem.code, "{file}: {problem}", file=file, problem=problem)
        if not isinstance(value, str):
            raise Problem("bad_config", "{file}: {name} should be a text, in quotes.", file=file, name=name)
    return settings


def _bad_config(file: Path, error: object) -> Problem:
    return Problem("bad_config", "The settings in {file} cannot be read: {error}.", file=file, error=error)
