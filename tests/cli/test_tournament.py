"""A tournament comes out the same however it is cut up: by processes, a kill, or a cluster that loses a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE

from .conftest import full_after

COMMAND = Path(sys.executable).with_name("redpip")
DASK = Path(sys.executable).with_name("dask")

Run = Callable[..., subprocess.CompletedProcess[str]]
THREE = ["tournament", "hot", "--players", "bot:cool,bot:random,bot:cool", "--games", "22", "--json"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the tournament comes to in one process."""
    own = {**os.environ, "REDPIP_STATE_DIR": str(tmp_path_factory.mktemp("state"))}
    return subprocess.run([COMMAND, *THREE, "--processes", "1"], env=own, stdout=subprocess.PIPE, text=True).stdout


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_each_pair_plays_the_same_deals_from_both_seats(whole: str) -> None:
    data = json.loads(whole)
    assert [(pair["first"], pair["second"], pair["games"]) for pair in data["pairs"]] == [
        ("bot:cool", "bot:random", 22),
        ("bot:cool", "bot:cool", 22),
        ("bot:random", "bot:cool", 22),
    ]
    strong, same, weak = data["pairs"]
    assert strong["score"] == 1 - weak["score"]  # the same bots with the same dice
    assert same["score"] == 0.5  # against itself, each deal from both seats
    assert 0 < same["low"] < 0.5 < same["high"] < 1
    assert strong["low"] > 0.5
    names = [player["name"] for player in data["players"]]
    assert sorted(names) == ["Cool", "Cool 2", "Random"]
    assert names[-1] == "Random"
    assert [player["rating"] for player in data["players"]] == sorted(
        (player["rating"] for player in data["players"]), reverse=True
    )
    assert all(player["uncertainty"] > 0 for player in data["players"])


def test_killed_and_taken_up(tmp_path: Path, env: dict[str, str], redpip: Run, whole: str) -> None:
    file = tmp_path / "kept.jsonl"
    words = [*THREE, "--results", str(file)]
    with subprocess.Popen([COMMAND, *words], env=env, stdout=subprocess.DEVNULL, start_new_session=True) as running:
        until(lambda: lines(file) > 1 or running.poll() is not None)
        os.killpg(running.pid, signal.SIGKILL)
    kept = file.read_bytes()
    file.write_bytes(kept + b'{"block":0,"pa')  # as if it had been cut off while it wrote
    assert redpip(*words).stdout == whole
    after = file.read_bytes()
    assert after.startswith(kept[: kept.rfind(b"\n") + 1])
    assert after.count(b"\n") == 1 + 3 * 3
    assert redpip(*words).stdout == whole  # nothing is left to play
    assert file.read_bytes() == after


def test_batches_leave_the_same_behind(inside: Run, tmp_path: Path) -> None:
    """The same lines in the file and the same numbers; also where a batch goes on from a line that was cut off."""
    words = ["tournament", "hot", "--players", "bot:cool,bot:cool,bot:cool", "--games", "62", "--json"]
    words += ["--option", "target=1000", "--option", "opening=300", "--processes", "1", "--results"]
    by_rules = inside(*words, "rules", "--by-rules").stdout
    kept = (tmp_path / "rules").read_bytes()
    (tmp_path / "stopped").write_bytes(kept[: kept.index(b"\n", 600) + 20])
    for name in ("batches", "stopped"):
        assert inside(*words, name).stdout == by_rules
        assert sorted((tmp_path / name).read_bytes().splitlines()) == sorted(kept.splitlines())


def test_a_page_to_read(inside: Run) -> None:
    done = inside(*THREE[:-1], "--processes", "1", "--lang", "de")
    assert done.returncode == 0
    assert done.stdout.startswith("Hot Dice: 22 Spiele je Paar, Startwert 1\n")
    assert " – Random" in done.stdout
    assert (done.stdout.count("±"), done.stderr) == (3, "")


def test_teams_sit_across(inside: Run) -> None:
    words = ["tournament", "perfecto", "--preset", "teams", "--players", "bot:odds,bot:random", "--games", "4"]
    (pair,) = json.loads(inside(*words, "--processes", "1", "--json").stdout)["pairs"]
    assert (pair["games"], pair["score"] * 4 % 1) == (4, 0)


BAD = {
    "people": (["--players", "Mia,bot:cool"], 2, "bad_player", "Only bots can play a tournament; 'Mia' is not one"),
    "one alone": (["--players", "bot:cool"], 2, "bad_player", "A tournament needs two bots or more"),
    "no such bot": (["--players", "bot:cool,bot:club9"], 2, "unknown_bot", "club9"),
    "no games": (["--games", "0"], 2, "bad_games", "at least one game"),
    "nobody there": (["--cluster", "tcp://127.0.0.1:9"], 1, "no_cluster", "No Dask cluster answers"),
    "no address": (["--cluster", "elsewhere::"], 1, "no_cluster", "No Dask cluster answers"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case: str, inside: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redpip.play.cluster.PATIENCE", 1.0)
    words, status, code, sentence = BAD[case]
    done = inside(*THREE, *words)
    assert done.returncode == status
    error = json.loads(done.stderr)["error"]
    assert error["code"] == code
    assert sentence in error["message"]


def test_what_is_no_address_is_asked_nothing(inside: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that cannot be made would print a traceback when it is thrown away."""
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("a client was made"))
    assert json.loads(inside(*THREE, "--cluster", "garbage").stderr)["error"]["code"] == "no_cluster"


OTHERS = {
    "another tournament": (b'{"format":"redpip-tournament/1","tournament":["hot"],"rules":"x"}\n', "other_tournament"),
    "another file": (b"Dear diary", "other_tournament"),
    "other lines": (b"Dear\ndiary\n", "other_tournament"),
}


@pytest.mark.parametrize("case", OTHERS)
def test_nothing_is_written_over(case: str, inside: Run, tmp_path: Path) -> None:
    text, code = OTHERS[case]
    (tmp_path / "mine").write_bytes(text)
    done = inside(*THREE, "--results", "mine")
    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (1, code)
    assert (tmp_path / "mine").read_bytes() == text


def test_a_full_disk_is_named(redpip: Run) -> None:
    done = redpip(*THREE, "--results", "here", preexec_fn=full_after(10))
    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (1, "cannot_save")


def test_a_damaged_line_is_named(inside: Run, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    words = [*THREE, "--results", str(file), "--processes", "1"]
    inside(*words)
    header, *blocks = file.read_bytes().splitlines(keepends=True)
    damaged = b"".join([header, blocks[0], b'{"block":7,"pair":[0,9],"games":[]}\n', *blocks[1:]])
    file.write_bytes(damaged)
    error = json.loads(inside(*words).stderr)["error"]
    assert error["code"] == "bad_results"
    assert error["message"].startswith(f"Line 3 of {file} is damaged.")
    assert file.read_bytes() == damaged


@contextmanager
def cluster(folder: Path, env: dict[str, str], workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A real one: a scheduler and workers, each a process."""
    note = folder / "scheduler.json"
    quiet: Any = {"env": env, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    common = ["--scheduler-file", str(note), "--no-dashboard"]
    here = ["--host", "127.0.0.1", "--port", "0"]
    running = [subprocess.Popen([DASK, "scheduler", *here, *common], **quiet)]
    try:
        until(note.exists)
        alone = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--host", "127.0.0.1"]
        running += [subprocess.Popen([DASK, "worker", *alone, *common], **quiet) for _ in range(workers)]
        yield json.loads(note.read_text())["address"], running[1:]
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


def test_a_cluster_that_loses_a_worker(tmp_path: Path, env: dict[str, str], whole: str) -> None:
    file = tmp_path / "kept.jsonl"
    with cluster(tmp_path, env, 2) as (address, workers):
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2)
        words = [*THREE, "--results", str(file), "--cluster", address]
        with subprocess.Popen([COMMAND, *words], env=env, stdout=subprocess.PIPE, text=True) as running:
            until(lambda: lines(file) > 1 or running.poll() is not None)
            workers[0].kill()
            out, _ = running.communicate(timeout=PATIENCE)
    assert out == whole
    assert lines(file) == 1 + 3 * 3
