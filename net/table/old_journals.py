"""Converts the journals of earlier releases, versions 2 and 3, to logs; a file is rewritten when
its match is resumed.

A journal had entries of its own for moves and deals. The match is played again for the lines of its
record. In version 2 a match had one seed, in version 3 a chain of them. No release wrote version 1.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from core.game import IllegalMoveError, Move, OptionError, parse_options
from core.games import GAMES
from core.match import Match, header
from net.table import log
from net.table.live import LiveMatch
from net.table.log import Hex, LogLine, OtherReleaseError, Port, ProofEntry, Reach
from net.table.log_contents import Log, decks_of, players
from net.table.log_writer import PublicLines
from net.wire.bounds import Natural
from net.wire.message import Standing, part_of


class _Room(log.RoomLine, frozen=True, tag_field="kept", tag="room"):
    """The seats and the owner."""


class _Port(log.PortLine, frozen=True, tag_field="kept", tag="port"):
    """The address of the table."""


class _Moved(log.MovedLine, frozen=True, tag_field="kept", tag="moved"):
    """The new place of the match."""


class _Back(log.BackLine, frozen=True, tag_field="kept", tag="back"):
    """A taking back of moves."""


class _Chain(log.ChainLine, frozen=True, tag_field="kept", tag="chain"):
    """A later shuffle."""


class _Shuffle(log.ShuffleLine, frozen=True, tag_field="kept", tag="shuffle"):
    """A later shuffle that was not finished."""


class _Void(log.VoidLine, frozen=True, tag_field="kept", tag="void"):
    """A deal that was lost with a host."""


class _Move(msgspec.Struct, frozen=True, tag_field="kept", tag="move"):
    seat: Natural
    move: Move
    number: Natural | None = None
    late: bool = False


class _Deal(msgspec.Struct, frozen=True, tag_field="kept", tag="deal"):
    deal: Natural


class _Terms(msgspec.Struct, frozen=True, tag_field="kept", tag="terms"):
    """The first line: the game, its terms and the place."""

    kozyr_table: int
    id: Annotated[str, Meta(min_length=1, max_length=32)]
    name: str
    game: str
    options: dict[str, int | str]
    clock: Natural
    seed: Hex
    shuffler: Hex
    match: Natural
    seq: Natural
    room: _Room
    own: Natural | None = None
    host: str = ""
    port: Port = 0
    begun: Annotated[str, Meta(max_length=32)] = ""
    pause: Annotated[int, Meta(ge=-1, lt=1 << 53)] = 0
    proof: ProofEntry | None = None
    bots: tuple[str, ...] = ()
    reach: Reach = Reach()
    evening: tuple[Standing, ...] = ()
    epoch: Natural = 0
    apart: bool = False


_Kept: TypeAlias = _Room | _Port | _Moved | _Back | _Chain | _Shuffle | _Void
_Change: TypeAlias = _Move | _Deal | _Kept
_change = msgspec.json.Decoder(_Change)
_LineT = TypeVar("_LineT", bound=msgspec.Struct)


def converted(raw: Sequence[bytes]) -> Log:
    """Return the log of a journal's whole lines. Raises LogError."""
    number, changes = 1, list[_Change]()
    try:
        check = log.check_line(raw[0], 0)
        terms = msgspec.json.decode(raw[0], type=_Terms)
        for line in raw[1:]:
            number += 1
            check = log.check_line(line, check)
            changes.append(_change.decode(line))
            if isinstance(last := changes[-1], _Back):
                changes = [*_taken_back(changes[:-1], last.moves), last]
    except (ValueError, RecursionError) as error:
        raise log.damaged(number) from error
    opened = replace(_common(log.OpenedLine, terms), room=_line(terms.room))
    begun = _common(log.BegunLine, terms)
    journal = Log((opened, begun, *map(_line, (c for c in changes if isinstance(c, _Kept)))))
    return Log((opened, *_played(terms, begun, changes, journal)))


def _taken_back(changes: Sequence[_Change], moves: int) -> Iterator[_Change]:
    made = 0
    for change in changes:
        made += isinstance(change, _Move)
        if made <= moves or not isinstance(change, _Move | _Deal):
            yield change


def _common(kind: type[_LineT], terms: _Terms) -> _LineT:
    """Return a line with the terms of its name."""
    names = [name for name in kind.__struct_fields__ if name in terms.__struct_fields__]
    return kind(**{name: getattr(terms, name) for name in names})


def _line(kept: _Kept) -> Any:
    """Return an entry as a line of this release."""
    (kind,) = (base for base in type(kept).__bases__)
    return part_of(kind, kept)


def _played(
    terms: _Terms, begun: log.BegunLine, changes: Sequence[_Change], known: Log
) -> Iterator[LogLine]:
    """Play the match again; yield the lines after the first one. Raises LogError."""
    game, number = GAMES.get(terms.game), 1
    if game is None:
        raise OtherReleaseError("this program does not know its game, {game}", game=terms.game[:40])
    try:
        options, people = parse_options(game.Options, terms.options), players(terms.room)
        match = Match(game, options, people, decks_of(known))
        live = LiveMatch(match, terms.seq)
        public = PublicLines(match)
        remarks = {"epoch": terms.epoch, "apart": terms.apart}
        yield {**header(game, options, people), **{k: v for k, v in remarks.items() if v}}
        yield begun
        yield from list(public.take())[1:]
        for change in changes:
            number += 1
            match change:
                case _Move():
                    live.play(change.seat, change.move)
                    yield log.move_line(change.seat, change.move, change.number, late=change.late)
                case _Deal():
                    if not live.between_deals:
                        raise ValueError("no deal was over")
                    live.deal()
                case _:
                    yield _line(change)
            yield from public.take()
    except (IllegalMoveError, OptionError, ValueError, IndexError) as error:
        raise log.damaged(number) from error
