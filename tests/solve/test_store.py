"""Tables as files: whole or not there, and only for what they were made for."""

import os
import re
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from redpip.core.problem import Problem
from redpip.solve import files
from redpip.solve.files import cache_folder
from redpip.solve.store import Table


def test_arrays_come_back(tmp_path: Path) -> None:
    table = Table(tmp_path / "new" / "a.npz", {"game": "x"})
    assert table.load() is None
    table.save({"values": np.arange(5.0)})
    loaded = table.load()
    assert loaded is not None
    assert np.array_equal(loaded["values"], np.arange(5.0))
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["a.npz"]


def test_a_table_of_other_rules_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    Table(path, {"rolls": 30}).save({"values": np.zeros(1)})
    before = path.read_bytes()
    other = Table(path, {"rolls": 29})
    with pytest.raises(Problem, match="other rules"):
        other.load()
    with pytest.raises(Problem, match="other rules"):
        other.save({"values": np.ones(1)})
    assert path.read_bytes() == before
    other.save({"values": np.ones(1)}, replace=True)
    replaced = other.load()
    assert replaced is not None
    assert replaced["values"] == 1


@pytest.mark.parametrize("damaged", [b"", b"PK\x03\x04 and nothing more", b"\x93NUMPY\x01\x00", b"{}"])
def test_a_damaged_table_is_refused(tmp_path: Path, damaged: bytes) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(damaged)
    with pytest.raises(Problem, match=rf"{re.escape(str(path))}.*damaged.*move it away"):
        Table(path, {}).load()
    assert path.read_bytes() == damaged


def test_a_table_that_was_cut_off_or_changed_anywhere_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path / "a.npz", {"game": "x"})
    table.save({"values": np.arange(5.0)})
    whole = table.path.read_bytes()
    for place in range(0, len(whole), 7):
        table.path.write_bytes(whole[:place])
        with pytest.raises(Problem, match="damaged"):
            table.load()
        table.path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
        with suppress(Problem):  # a change in what nobody reads does no harm
            assert table.load()


def test_something_else_in_the_place_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    with path.open("wb") as file:
        np.savez(file, about=np.array("[1]"))
    with pytest.raises(Problem, match="damaged"):
        Table(path, {}).load()


def test_too_little_room_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "free_memory", lambda: 10)
    with pytest.raises(Problem, match="memory"):
        files.need_memory(1000)
    with pytest.raises(Problem, match="free"):
        files.need_disk(tmp_path, 10**18)


def test_the_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path


def test_only_the_newest_files_stay(tmp_path: Path) -> None:
    for age, name in enumerate(("a-1", "a-2", "b-1", "a-3")):
        path = tmp_path / name
        path.touch()
        os.utime(path, (age, age))
    files.keep_newest(tmp_path, "a-*", 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-2", "a-3", "b-1"]
