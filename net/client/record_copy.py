"""A client's copy of a record: its parts joined, and checked against its own knowledge. No I/O."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from core.deal_proof import DealProof, parse_proof
from core.game import Game, Move, Plain, Seat
from core.games import GAMES
from core.match import Player, to_line
from core.records import BrokenRecordError
from core.records.record import play_back, read
from net.wire.from_host import Recorded
from net.wire.message import SeatLine

Made: TypeAlias = Sequence[tuple[Seat, Move]]
"""The moves of a deal, in the order in which they were made."""


class RecordJoiner:
    """Joins the parts of one record after another; a part out of order drops the record."""

    def __init__(self) -> None:
        self._last: tuple[int, str] | None = None
        """The last match whose record arrived whole, with that record."""
        self._parts: list[Recorded] = []

    def take(self, message: Recorded) -> str | None:
        """Take a part; return the whole text with the last one, unless it was sent before."""
        if message.part == 1:
            self._parts = []
        before, first = self._parts, self._parts[0] if self._parts else message
        fits = (message.match, message.begun, message.parts) == (
            first.match,
            first.begun,
            first.parts,
        )
        if not fits or message.part != len(before) + 1 or message.part > message.parts:
            self._parts = []
            return None
        before.append(message)
        if message.part < message.parts:
            return None
        self._parts = []
        whole = message.match, "".join(part.text for part in before)
        if whole == self._last:
            return None  # sent again after a resumption
        self._last = whole
        return whole[1]


@dataclass(frozen=True, slots=True)
class Seen:
    """A client's own knowledge of a match that is over."""

    table: str
    game: Game
    view: Any
    """The last position as the View of this client's seat."""
    seat: Seat | None
    """None for a watcher."""
    asked: str
    """The name in this player's Join."""
    seats: tuple[SeatLine, ...]
    """The players by seat now."""
    begun: tuple[SeatLine, ...] = ()
    """The players by seat at the beginning; empty if this client was not there."""
    own: tuple[dict[str, Plain], ...] = ()
    """This client's own record; empty if it has not checked all deals."""
    proof: DealProof | None = None
    """The proof to which the host committed, without seeds; None without a commitment."""
    moves: tuple[Made, ...] | None = None
    """The moves that the host has revealed, by deal; None if it has committed to no deals."""
    followed: bool = False
    """Whether this client watches the shuffle at all."""


@dataclass(frozen=True, slots=True)
class RecordChecked:
    """The result of the check of a record."""

    fits: bool
    lines: tuple[dict[str, Plain], ...] = ()
    """The lines to file; none if the record disagrees, or this player only took the seat later."""
    players: tuple[Player, ...] = ()


def check_copy(text: str, seen: Seen) -> RecordChecked:
    """Check a record against the rules, its proof and `seen`; mark it as this player's copy."""
    lines = text.split("\n")
    try:
        match = play_back(GAMES, lines, prove=True)
    except BrokenRecordError:
        return RecordChecked(False)
    state, players = match.state, match.players
    if match.game is not seen.game or len(players) != len(seen.seats):
        return RecordChecked(False)
    entries = [entry for _, entry in read(lines)]
    if not _proves(entries[0], seen) or not _agrees(entries, seen):
        return RecordChecked(False)
    if seen.moves is not None and _by_seat(_moves_in(entries)) != _by_seat(seen.moves):
        return RecordChecked(False)
    if match.options != seen.view.options or match.game.view(state, seen.seat) != seen.view:
        return RecordChecked(False)
    if seen.begun and [*players] != [Player(each.name, each.kind) for each in seen.begun]:
        return RecordChecked(False)
    if seen.seat is not None and players[seen.seat].name != seen.seats[seen.seat].name:
        # This player sat down later: the match belonged to another player.
        return RecordChecked(not seen.begun, (), players)
    return RecordChecked(True, kept_copy(entries, seen.seat, seen.asked), players)


def _proves(header: Mapping[str, Plain], seen: Seen) -> bool:
    """Return whether a record claims exactly the shuffle that this client has seen."""
    claimed = parse_proof(header.get("deal_proof"), len(seen.seats))
    if seen.proof is None:
        return not (seen.followed and claimed is not None and claimed.shares)
    return claimed is not None and claimed.unseeded() == seen.proof


_REMARKS: Final = ("branch", "epoch", "apart", "taken_back")
"""Remarks in the first line on a match's course; a client that joined late may not know them."""


def _agrees(entries: Sequence[Mapping[str, Plain]], seen: Seen) -> bool:
    """Return whether a record agrees with this client's own, in the fields that both have."""
    own = seen.own
    if not own:
        return True
    compared = ("deal_proof", *(_REMARKS if seen.begun else ()))
    if any(entries[0].get(key) != own[0].get(key) for key in compared):
        return False
    return len(entries) == len(own) and all(
        {key: entry.get(key) for key in line} == json.loads(to_line(line))
        for entry, line in zip(entries[1:], own[1:], strict=True)
    )


def _moves_in(entries: Sequence[Mapping[str, Any]]) -> list[list[tuple[Seat, Move]]]:
    """Return the moves of each deal in a record that has been played back."""
    deals: list[list[tuple[Seat, Move]]] = []
    dealing = False
    for entry in entries:
        if "deck" in entry:
            deals += [] if dealing else [[]]
            dealing = True
        elif "move" in entry:
            deals[-1].append((entry["seat"], entry["move"]))
            dealing = False
    return deals


def _by_seat(deals: Sequence[Made]) -> list[dict[Seat, list[Move]]]:
    """Return the moves of each deal by seat: a record puts secret moves in another order."""
    return [_moves_by_seat(deal) for deal in deals]


def _moves_by_seat(deal: Made) -> dict[Seat, list[Move]]:
    made: dict[Seat, list[Move]] = {}
    for seat, move in deal:
        made.setdefault(seat, []).append(move)
    return made


def kept_copy(
    entries: Sequence[Mapping[str, Plain]], seat: Seat | None, asked: str
) -> tuple[dict[str, Plain], ...]:
    """Return a record that names its owner in the first line: "Ann" may have sat as "Ann 2"."""
    first = {key: value for key, value in entries[0].items() if key != "kept_for"}
    if seat is not None:
        first["kept_for"] = {"seat": seat, "name": asked}
    return (first, *map(dict, entries[1:]))
