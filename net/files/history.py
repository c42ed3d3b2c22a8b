"""The records of past matches, read for lists, replays and statistics. Writes nothing.

A list reads only the first and the last lines of each file, so thousands of records are no problem.
"""

import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from core.deal_proof import LINKS
from core.game import Plain, Seat, WordedError
from core.games import GAMES
from core.match import Player
from core.records import BrokenRecordError, Fault, broken
from core.records.career import Career, Outcome, careers, seat_of
from core.records.made_bids import BidDeal, has_bids, made_bids
from core.records.record import MAX_BYTES, announced, read
from core.records.replay import Replay, walk
from net.files.folders import EncodingError, decoded, named_table, state_directory, tables_folder
from net.wire.names import readable_name, unique_name

HEAD_BYTES: Final = 1 << 16
TAIL_BYTES: Final = 1 << 13
"""The part of a file read for a list; first lines are below 2 kB, last ones below 200 B."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A past match, from the first and the last lines of its record."""

    path: Path
    begun: datetime
    game: str = ""
    options: Any = None
    players: tuple[Player, ...] = ()
    totals: tuple[int, ...] = ()
    """The last totals in the record, even of an unfinished match."""
    places: tuple[int, ...] = ()
    goats: tuple[Seat, ...] = ()
    going_on: bool = False
    """Whether it is still being played, or saved to be resumed."""
    kept_for: tuple[Seat, str] | None = None
    """The seat of the owner of a copy of another host's record, and the name in the Join."""
    taken_back: int = 0
    """The number of times that its player took back moves; if any, the match does not count."""
    apart: bool = False
    """Whether some of its players continued without the others, in an early release."""
    branch: int = 0
    """The first deal of a branch of a match whose host was lost; 0 if it is no branch."""
    shuffle: str = ""
    """The commitment of its first shuffle, which all branches of a match share."""
    release: str = ""
    """The release whose bots played; empty if the record does not name it."""
    fault: Fault | None = None
    """The reason why it cannot be listed as a match."""

    @property
    def finished(self) -> bool:
        return bool(self.places)

    def seat_of(self, names: Iterable[str]) -> Seat | None:
        """Return the seat of a player with one of these names; "Ann" may have sat as "Ann 2"."""
        known = tuple(names)
        if self.kept_for is not None:
            seat, name = self.kept_for
            if name.casefold() in map(str.casefold, known):
                return seat
        return seat_of(self.players, known)


class StillGoingOnError(WordedError):
    """A match that is not over: its record would show all hands."""

    def __init__(self) -> None:
        super().__init__("this match is still going on: it can be watched when it is over")


def matches_folder() -> Path:
    """Return the folder of records."""
    return state_directory() / "matches"


def record_paths(folder: Path | None = None) -> list[Path]:
    """List the records of a folder, newest first; none if the folder does not exist.

    Raises OSError if it cannot be read.
    """
    try:
        with os.scandir(folder or matches_folder()) as found:
            named = (entry for entry in found if entry.name.endswith(".jsonl"))
            # Opening a pipe would wait for a writer.
            paths = [Path(entry.path) for entry in named if entry.is_file() or entry.is_dir()]
    except FileNotFoundError:
        return []
    return sorted(paths, key=lambda path: (_begun(path), path.name), reverse=True)


def past_matches(folder: Path | None = None) -> Iterator[PastMatch]:
    """Yield the past matches, newest first; one that cannot be read has its `fault`.

    Raises OSError if not even the folder can be read.
    """
    paths, kept = record_paths(folder), _unfinished_tables()
    return (past_match(path, kept) for path in paths)


def past_match(path: Path, kept: Collection[str] | None = None) -> PastMatch:
    """Read the beginning and the end of a record.

    Raises nothing. `kept` names the tables whose match is not over; they are looked up if it is not
    given.
    """
    begun = _begun(path)
    try:
        head, tail = _ends(path)
    except OSError as error:
        unread = broken(0, "it cannot be read: {reason}", reason=error.strerror or str(error))
        return PastMatch(path, begun, fault=unread.fault)
    try:
        entry = next((entry for _, entry in read([head])), None)
        if entry is None:
            raise broken(1, "the file is empty")
        game, options, announced_players = announced(GAMES, entry)
    except BrokenRecordError as error:
        return PastMatch(path, begun, fault=error.fault)
    players = _readable(announced_players)
    totals, places, goats = _standing(tail, len(players))
    kept_for = _kept_for(entry, players)
    going_on = not places and _table_of(path) in (_unfinished_tables() if kept is None else kept)
    return PastMatch(
        path,
        begun,
        game.NAME,
        options,
        players,
        totals,
        places,
        goats,
        going_on,
        kept_for,
        _taken_back(entry, players),
        entry.get("apart") is True,
        _branch(entry.get("branch")),
        _first_shuffle(entry.get("deal_proof")),
        _release(entry.get("release")),
    )


def _release(said: Plain) -> str:
    """Return the name of a release; empty for anything else, as any program may write records."""
    return said if isinstance(said, str) and _RELEASE.fullmatch(said) else ""


_RELEASE: Final = re.compile(r"[0-9][0-9A-Za-z.+-]{0,30}")


def _branch(said: Plain) -> int:
    """Return the first deal of a branch; 0 if the match is none."""
    deal = said.get("deal") if isinstance(said, Mapping) else None
    return deal + 1 if type(deal) is int and 0 <= deal < LINKS else 0


def _first_shuffle(proof: Plain) -> str:
    """Return the commitment of the first shuffle of a match; empty if there is none."""
    match proof:
        case {"chains": [{"commitment": str(commitment)}, *_]}:
            return commitment
    return ""


def _taken_back(entry: Mapping[str, Plain], players: Sequence[Player]) -> int:
    """Return how often moves were taken back in a match of one player alone; 0 in others.

    Otherwise a host could keep its guests' victories out of their statistics.
    """
    times = entry.get("taken_back")
    alone = sum(player.kind == "human" for player in players) == 1 and "kept_for" not in entry
    return times if alone and type(times) is int and times > 0 else 0


def _kept_for(entry: Mapping[str, Plain], players: Sequence[Player]) -> tuple[Seat, str] | None:
    match entry.get("kept_for"):
        case {"seat": int(seat), "name": str(name)} if 0 <= seat < len(players):
            return (seat, readable_name(name)) if players[seat].kind == "human" else None
    return None


def _readable(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return players with names that any terminal can show: a foreign record may have any."""
    names: list[str] = []
    for player in players:
        names.append(unique_name(player.name, names))
    kinds = (readable_name(player.kind) for player in players)
    return tuple(map(Player, names, kinds))


def _unfinished_tables() -> frozenset[str]:
    """Return the names, in records, of tables whose match is in play or can be resumed."""
    try:
        return frozenset(named_table(path.stem) for path in tables_folder().glob("*.jsonl"))
    except OSError:
        return frozenset()


def _table_of(path: Path) -> str:
    """Return the table in the name of a record: "2026-11-20-190000-GAME-0a1b2c-1.jsonl"."""
    return path.stem.rpartition("-")[0].rpartition("-")[2]


def _ends(path: Path) -> tuple[str, list[str]]:
    """Return the first line of a file, and the last complete ones."""
    with path.open("rb") as file:
        head = file.readline(HEAD_BYTES)
        size = os.fstat(file.fileno()).st_size
        file.seek(max(file.tell(), size - TAIL_BYTES))
        tail = file.read(TAIL_BYTES)
    return head.decode("utf-8-sig", "surrogateescape"), tail.decode("utf-8", "replace").split("\n")


def _standing(
    tail: Iterable[str], seats: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Seat, ...]]:
    """Return totals, places and goats; no places if the last complete line is not a result."""
    entries = filter(None, map(_entry, reversed([line for line in tail if '"totals"' in line])))
    last = next(entries, {})
    if isinstance(result := last.get("result"), dict):
        totals, places = _numbers(result.get("totals")), _numbers(result.get("places"))
        goats = tuple(seat for seat in _numbers(result.get("goats")) if 0 <= seat < seats)
        possible = all(1 <= place <= seats for place in places) and 1 in places
        if len(totals) == len(places) == seats and possible:
            return totals, places, goats
    written = (_numbers(entry.get("totals")) for entry in (last, *entries))
    return next((totals for totals in written if len(totals) == seats), ()), (), ()


def _entry(line: str) -> dict[str, Plain] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _numbers(value: Plain) -> tuple[int, ...]:
    right = isinstance(value, list) and all(
        type(number) is int and abs(number) < _TOO_MANY for number in value
    )
    return tuple(value) if right else ()


_TOO_MANY: Final = 10**9
"""No match can have this many points; sums and averages of smaller numbers are exact."""


def _begun(path: Path) -> datetime:
    """Return the beginning of a match from its file name, or else the time of the last change."""
    try:
        return datetime.strptime(path.name[:17], "%Y-%m-%d-%H%M%S")
    except ValueError:
        pass
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).replace(microsecond=0)
    except (OSError, ValueError, OverflowError):
        return datetime.min


# --- whole records ------------------------------------------------------------------------------


def record_lines(path: Path) -> list[str]:
    """Read a record except for the half line that a killed program may have left at the end.

    Raises OSError, or BrokenRecordError for a file that is far too large for a record.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise broken(1, "too large for a record: more than {n} MB", n=MAX_BYTES >> 20)
    try:
        lines = decoded(data, "surrogateescape").split("\n")
    except EncodingError as error:
        raise broken(1, error.reason) from None
    if lines[-1].strip() and _entry(lines[-1]) is None and len(lines) > 1:
        lines.pop()
    return lines


def load_replay(path: Path) -> Replay:
    """Return the replay of a record.

    Raises OSError, BrokenRecordError, or StillGoingOnError for a match that is not over.
    """
    if _table_of(path) in _unfinished_tables() and past_match(path).going_on:
        raise StillGoingOnError
    replay = walk(GAMES, record_lines(path))
    replay.players = _readable(replay.players)
    return replay


def find_record(game: str, totals: Iterable[int], places: Iterable[int]) -> Path | None:
    """Return the record of the match that has just ended with this result, if there is one."""
    ended = (game, tuple(totals), tuple(places))
    try:
        paths = record_paths()
    except OSError:
        return None
    for path in paths[:_RECENT]:
        past = past_match(path)
        if (past.game, past.totals, past.places) == ended:
            return path
    return None


_RECENT: Final = 20
"""The most matches that may have begun during one that has just ended."""


# --- a player's matches ------------------------------------------------------------------------


def outcome(past: PastMatch, names: Iterable[str]) -> Outcome | None:
    """Return the outcome of a match for the player with one of these names; None without one.

    A match that is not over, or in which moves were taken back, has none.
    """
    seat = past.seat_of(names)
    if seat is None or past.going_on or past.taken_back:
        return None
    bids = _bids(past) if past.finished and has_bids(past.game) else ()
    return Outcome(
        past.game,
        seat,
        past.players,
        past.totals if past.finished else (),
        past.places,
        past.goats,
        bids,
        past.begun.isoformat(timespec="minutes"),
        past.options,
    )


def _bids(past: PastMatch) -> tuple[BidDeal, ...]:
    try:
        lines = record_lines(past.path)
    except (OSError, BrokenRecordError):
        return ()
    return tuple(made_bids(past.game, past.options, len(past.players), lines))


def people(matches: Iterable[PastMatch]) -> dict[str, int]:
    """Return the players of these matches and the number of their matches, most first."""
    counted: dict[str, int] = {}
    spelt: dict[str, str] = {}
    for past in matches:
        names = {s: each.name for s, each in enumerate(past.players) if each.kind == "human"}
        if past.kept_for is not None:
            names |= [past.kept_for]
        for name in set(names.values()):
            known = spelt.setdefault(name.casefold(), name)
            counted[known] = counted.get(known, 0) + 1
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0].casefold())))


def outcomes_of(matches: Iterable[PastMatch], names: Iterable[str]) -> list[Outcome]:
    """Return the outcomes for the player with these names, in the order of the matches.

    Whole records are read if bids are to be counted.
    """
    known, once = tuple(names), counted_once(matches)
    return [found for past in once if (found := outcome(past, known)) is not None]


def counted_once(matches: Iterable[PastMatch]) -> list[PastMatch]:
    """Return the matches in the order given, but only the best of the branches of one match.

    That is the finished one, or else the one that begins with the latest deal.
    """
    listed, best = list(matches), dict[str, PastMatch]()
    for past in listed:
        other = best.setdefault(past.shuffle, past)
        if (past.finished, past.branch) > (other.finished, other.branch):
            best[past.shuffle] = past
    return [past for past in listed if not past.shuffle or best[past.shuffle] is past]


def careers_of(matches: Sequence[PastMatch], names: Iterable[str]) -> dict[str, Career]:
    """Add up a player's matches, given newest first; the game played last comes first."""
    return careers_by_game(outcomes_of(matches, names))


def careers_by_game(outcomes: Sequence[Outcome]) -> dict[str, Career]:
    """Add up outcomes, given newest first; the game and length played last come first."""
    added = careers(reversed(outcomes))
    names = (Career(each.game, each.length).name for each in outcomes)
    return {name: added[name] for name in dict.fromkeys(names)}
