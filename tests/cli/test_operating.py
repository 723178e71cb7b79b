"""Commands for whoever runs the service: where settings come from, backups, tidying up, and what the doctor finds."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from redpip.core.words import common_words
from redpip.store.log import Log
from redpip.web import greeting as greetings
from redpip.web.house import SeatPlan, TablePlan, laid_out, new_id
from redpip.web.live import Pace

from .conftest import Run


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What services would have been started with."""
    found: list[dict[str, Any]] = []

    def serve(host: str, port: int | None, place: object, **how: Any) -> None:
        found.append({"host": host, "port": port, "place": place, **how})

    monkeypatch.setattr("redpip.web.serve.serve", serve)
    return found


def test_options_come_before_the_environment_and_that_before_files(
    inside: Run, started: list[dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "redpip.toml").write_text('host = "10.0.0.1"\nport = "81"\npace = "2"\nkeep_finished = "30d"\n')
    here = {"REDPIP_HOST": "10.0.0.2", "REDPIP_PORT": "82", "REDPIP_BROWSER": "no", "REDPIP_METRICS_FROM": "10.0.0.0/8"}
    assert inside("serve", "--host", "10.0.0.3", "--data", "games", set_env=here).returncode == 0
    (one,) = started
    assert (one["host"], one["port"], one["pace"], one["browser"]) == ("10.0.0.3", 82, Pace(2, 2), False)
    assert one["place"] == Path("games")
    operation = one["operation"]
    assert (operation.retention.finished, operation.metrics_from) == (30 * 86400, (ip_network("10.0.0.0/8"),))


def test_without_a_word_the_service_is_for_this_machine_alone(inside: Run, started: list[dict[str, Any]]) -> None:
    assert inside("serve").returncode == 0
    assert (started[0]["host"], started[0]["port"], started[0]["browser"]) == ("127.0.0.1", None, True)


def test_a_user_without_a_home_can_run_it(
    inside: Run, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the one of a system's service may be."""
    monkeypatch.setattr("os.path.expanduser", str)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    homeless = {"HOME": "", "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""}
    assert inside("serve", set_env={**homeless, "REDPIP_DATA_DIR": "games"}).returncode == 0
    assert started[0]["place"] == Path("games/tables.sqlite")
    refused = inside("serve", set_env=homeless)
    assert (refused.returncode, "REDPIP_DATA_DIR" in refused.stderr) == (1, True)


@pytest.mark.parametrize(
    ("setting", "given", "status", "code"),
    [
        ("PORT", "eighty", 1, "bad_config"),
        ("PORT", "70000", 1, "bad_config"),
        ("BROWSER", "maybe", 1, "bad_config"),
        ("METRICS_FROM", "everywhere", 1, "bad_config"),
        ("METRICS_TOKEN", "short", 2, "bad_metrics_token"),
        ("LOG_FORMAT", "xml", 2, "unknown_form"),
        ("LOG_LEVEL", "loud", 2, "unknown_log_level"),
        ("KEEP_FINISHED", "soon", 2, "bad_age"),
    ],
)
def test_settings_that_cannot_be(
    setting: str, given: str, status: int, code: str, inside: Run, started: list[dict[str, Any]]
) -> None:
    done = inside("serve", set_env={f"REDPIP_{setting}": given})
    assert (done.returncode, done.stderr.count("\n"), started) == (status, 1, [])
    assert given in done.stderr or code == "bad_metrics_token"


def filled(file: Path) -> str:
    plan = TablePlan("spicy", None, {}, [SeatPlan("person", "Mia", devices=("d" * 64,)), SeatPlan("open")], "d" * 64)
    table = laid_out(new_id(), plan, 1000.0)

    async def fill() -> None:
        async with Log(file) as log:
            await log.append(table)

    asyncio.run(fill())
    return table.table.id


def test_backup_tidy_and_restore(inside: Run, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    table = filled(file)
    where = ("--data", str(file))
    assert inside("backup", "copy", *where).stdout == "copy: 1 table, 2 events\n"
    would = inside("tidy", "--keep-unfinished", "1d", "--dry-run", *where, "--json")
    assert json.loads(would.stdout) == {"removed": [table], "ended": [], "dry_run": True}
    assert json.loads(inside("tidy", "--end", table, *where, "--json").stdout)["ended"] == [table]
    assert inside("tidy", "--remove", table, *where).stdout == f"{table} removed\nRemoved: 1, ended: 0\n"
    assert inside("tidy", "--remove", table, *where).returncode == 2
    assert inside("tidy", *where).returncode == 2
    assert inside("restore", "copy", *where).returncode == 1
    assert json.loads(inside("restore", "copy", "--replace", *where, "--json").stdout)["tables"] == 1


def test_the_doctor_names_what_is_wrong(inside: Run, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    table = filled(file)
    secret = {"REDPIP_METRICS_TOKEN": "a token of sixteen"}
    done = inside("doctor", "--data", str(file), "--json", set_env=secret)
    told = json.loads(done.stdout)
    assert (done.returncode, told["ok"]) == (0, True), told
    checks = {one["check"] for one in told["checks"]}
    assert checks == {
        *("python", "settings", "data", "state", "cache", "disk", "clock", "port", "workers"),
        *("database", "service", "games"),
    }
    assert "a token of" not in done.stdout
    assert "REDPIP_METRICS_TOKEN" in done.stdout
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM events WHERE seq = 1")
    done = inside("doctor", "--data", str(file))
    assert done.returncode == 1
    assert f"WRONG  games      Table {table}" in done.stdout
    file.write_bytes(b"Dear diary")
    assert inside("doctor", "--data", str(file)).returncode == 1


def test_others_on_the_network_are_told_where_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    words = common_words("de")
    monkeypatch.setattr(greetings, "network_address", lambda: "192.168.1.7")
    near, far, https = greetings.greeting("0.0.0.0", 8000, words)
    assert "http://localhost:8000/" in near
    assert "http://192.168.1.7:8000/" in far
    assert "HTTPS" in https
    assert len(list(greetings.greeting("127.0.0.1", 8000, words))) == 1
    monkeypatch.setattr(greetings, "network_address", lambda: None)
    assert len(list(greetings.greeting("0.0.0.0", 8000, words))) == 2
    assert "▀" in greetings.qr_code("http://192.168.1.7:8000/")
