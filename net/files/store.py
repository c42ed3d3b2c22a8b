"""The records of matches, and the tokens that reopen seats, in files."""

import itertools
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from core.game import Plain
from core.match import to_line
from kozyr import is_replaced, own_version
from net.client.handshake import Credentials
from net.files import folders


class FiledRecord(NamedTuple):
    """A record among the past matches."""

    path: Path
    reused: bool
    """Whether another match of the same table had its number before."""


class Records:
    """A folder with one record per match, written when the match is over or given up."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or folders.state_directory() / "matches"

    def write(
        self, table: str, match: int, begun: str, lines: tuple[dict[str, Plain], ...]
    ) -> None:
        """Write the record of a match that began at the time `begun` ("2026-11-20T19:00:00").

        Raises OSError; then no half-written file is left.
        """
        first = {**lines[0], **_release_of_bots(lines[0])}
        self._write(self._path(_name(table, str(match), lines), begun), (first, *lines[1:]))
        self._take_in(match, lines)

    def _take_in(self, match: int, lines: tuple[dict[str, Plain], ...]) -> None:
        """Delete the earlier records of a match that a branch has continued: they are one match.

        No line is lost, as the new record has them all.
        """
        said = lines[0].get("branch")
        while isinstance(said, dict):
            name = _name(str(said.get("table")), str(match), lines)
            for path in self.folder.glob(f"*-{name}"):
                first, *others = _lines_in(path) or [{}]
                new = [json.loads(to_line(line)) for line in lines[1 : len(others) + 1]]
                if first and others == new:
                    path.unlink(missing_ok=True)
            said = said.get("before")

    def keep(
        self, table: str, match: int, begun: str, lines: tuple[dict[str, Plain], ...]
    ) -> FiledRecord:
        """Write a player's own record of a match at another host; return its place.

        A record of another program, the host's or another guest's, stays, and so does a finished
        one. If the host has reused the number of another match, the record gets a name of its own.
        Raises OSError.
        """
        for again in itertools.count(1):
            number = f"{match}.{again}" if again > 1 else str(match)
            path = self._path(_name(table, number, lines), begun)
            here = _lines_in(path)
            if not here or _may_grow(here, lines):
                self._write(path, lines)
                self._take_in(match, lines)
            elif not _same_match(here, lines):
                continue
            return FiledRecord(path, again > 1)
        raise AssertionError("some number is free")

    def has_any(self, game: str) -> bool:
        """Return whether there is a record of a game."""
        return any(self.folder.glob(f"*-{game}-*.jsonl"))

    def _write(self, path: Path, lines: tuple[dict[str, Plain], ...]) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folders.write_private(path, "".join(to_line(line) + "\n" for line in lines).encode())

    def _path(self, name: str, begun: str) -> Path:
        for path in self.folder.glob(f"*-{name}"):
            # This one is complete; the other comes from an earlier release, which wrote records
            # during matches, or from a program killed after the last move.
            return path
        try:
            started = datetime.fromisoformat(begun)
        except ValueError:
            started = datetime.now()
        return self.folder / f"{started:%Y-%m-%d-%H%M%S}-{name}"

    def paths(self) -> list[Path]:
        """Return the records in the folder, newest first."""
        return sorted(self.folder.glob("*.jsonl"), reverse=True)


def _release_of_bots(first: Mapping[str, Any]) -> dict[str, Plain]:
    """Return the remark on the bots of this program; none without bots, or if it is unknown."""
    if is_replaced() or all(seat["kind"] == "human" for seat in first.get("seats", ())):
        return {}
    release = own_version()
    return {"release": release} if release else {}


def _name(table: str, match: str, lines: tuple[dict[str, Plain], ...]) -> str:
    """Return the end of a record's file name; a foreign table id may have any characters."""
    safe = "".join(char for char in table if char.isascii() and char.isalnum())
    return f"{lines[0]['game']}-{folders.named_table(safe)}-{match}.jsonl"


def _lines_in(path: Path) -> list[dict[str, Any]]:
    """Read the lines of a record; one empty line if it is damaged, none if it does not exist.

    Another program may delete a record that a newer one includes. Raises OSError.
    """
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    except FileNotFoundError:
        return []
    except (ValueError, RecursionError):
        return [{}]
    return [each if isinstance(each, dict) else {} for each in lines] or [{}]


def _same_match(here: list[dict[str, Any]], lines: tuple[dict[str, Plain], ...]) -> bool:
    """Return whether two records are of one match, by the first deck."""
    first, second = ([to_line(each) for each in record[1:2]] for record in (here, lines))
    return here[0].get("game") == lines[0]["game"] and (first == second or not (first and second))


def _may_grow(here: list[dict[str, Any]], lines: tuple[dict[str, Plain], ...]) -> bool:
    """Return whether a record is an earlier state of a new one."""
    kept_for = here[0].get("kept_for")
    owned = kept_for is not None and kept_for == lines[0].get("kept_for")
    grows = len(here) <= len(lines) and "result" not in here[-1]
    return owned and grows and _same_match(here, lines)


class CredentialStore(MutableMapping[str, Credentials]):
    """The tokens of seats and their hosts in a file, for a player who starts the program again.

    A token in use by another running program is not given out: two players may share a machine and
    even a name, and must not take each other's seat.
    """

    def __init__(self, path: Path | None = None, kept: int = 64) -> None:
        self._path = path or folders.state_directory() / "seats.json"
        self._kept = kept

    def __getitem__(self, key: str) -> Credentials:
        for entry in reversed(self._read()):
            named = key in (entry["key"], f"{entry['key']}@{entry['host']}")
            if named and not _used_by_another(entry["pid"]):
                secret = str(entry.get("secret", ""))
                return Credentials(str(entry["token"]), str(entry["host"]), secret)
        raise KeyError(key)

    def __setitem__(self, key: str, credentials: Credentials) -> None:
        others = [entry for entry in self._read() if entry["token"] != credentials.token]
        entry = {
            "key": key,
            "token": credentials.token,
            "host": credentials.host,
            "pid": os.getpid(),
        }
        if credentials.secret:
            entry["secret"] = credentials.secret
        entries = [*others, entry]
        while len(entries) > self._kept:
            # The oldest token of the host with the most tokens: no host can push out those of
            # others.
            hosts = Counter(str(each["host"]) for each in entries)
            entries.remove(max(entries, key=lambda each: hosts[str(each["host"])]))
        self._write(entries)

    def __delitem__(self, key: str) -> None:
        token = self[key].token
        self._write([entry for entry in self._read() if entry["token"] != token])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(entry["key"] for entry in self._read()))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def hosts(self) -> dict[str, set[str]]:
        """Return the fingerprints of the hosts with a seat to resume, by the table's id."""
        found: dict[str, set[str]] = {}
        for entry in self._read():
            found.setdefault(str(entry["key"]).partition("/")[0], set()).add(str(entry["host"]))
        return found

    def _read(self) -> list[dict[str, Plain]]:
        try:
            entries = json.loads(folders.read_file(self._path))
        except (OSError, ValueError, RecursionError):
            return []
        return [
            entry
            for entry in (entries if isinstance(entries, list) else [])
            if isinstance(entry, dict) and {"key", "token", "host", "pid"} <= entry.keys()
        ]

    def _write(self, entries: list[dict[str, Plain]]) -> None:
        folders.keep_private(self._path, json.dumps(entries, indent=1).encode())


def _used_by_another(pid: Plain) -> bool:
    if not isinstance(pid, int) or pid in (0, os.getpid()) or os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Return whether a process has ended and only waits for its parent to notice."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return False  # this system has no /proc
    return status.rpartition(")")[2].split()[:1] == ["Z"]
