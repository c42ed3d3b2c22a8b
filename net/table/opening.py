"""Opens a log: as its match, up to any place, or as a table.

This is the only code that fills a table or plays a match again. It serves the resumption of a
match, a table that moves here, a branch, moves taken back, practice from a record, and the record
of a match that will not be continued.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from core.bots import LEVELS, levels
from core.deal_proof import DealProof
from core.game import Event, Game, IllegalMoveError, OptionError, Seat, WordedError, parse_options
from core.games import GAMES
from core.match import Match, to_line
from core.records import BrokenRecordError
from core.records.record import announced
from net.table import log as table_log
from net.table.base import Evening
from net.table.effects import Chance, ConnectionKey, Peer, TablePlan
from net.table.live import LiveMatch
from net.table.log_contents import Log, chain_of, decks_of, proof_of, upto as up_to
from net.table.log_writer import MatchSetup, room_line
from net.table.room import Room
from net.table.table import Table
from net.wire.from_host import Updated
from net.wire.message import PersonFacts, part_of

Watch: TypeAlias = Callable[[LiveMatch, Sequence[Event]], None]
"""Called with the events of the first deal, each move and each later deal."""


@dataclass(slots=True)
class OpenedMatch:
    """The match of a log, up to its last line."""

    live: LiveMatch
    setup: MatchSetup
    at: int
    """The number of its record's lines that are in the log."""
    late: dict[Seat, bool] = field(default_factory=dict)
    """Whether a bot made the last move of a seat because its time was up."""
    numbers: dict[Seat, int] = field(default_factory=dict)
    """The number of each seat's last Play since the room was last written."""
    shuffle: tuple[Literal["commit", "reveal"], DealProof] | None = None
    """The stage of an unfinished new shuffle, and its shares."""


def open_log(
    log: Log,
    *,
    upto: int | None = None,
    seq: int | None = None,
    games: Mapping[str, Game] = GAMES,
    watch: Watch = lambda live, events: None,
) -> OpenedMatch:
    """Play the match of a log again, up to `upto` moves or to its end.

    Its positions are numbered from `seq`, or as they were. Raises LogError, also for a line that
    does not follow from the earlier ones.
    """
    lines = log.lines if upto is None else up_to(log.lines, upto)
    number, begun, header = 1, log.begun, log.header
    if begun is None or header is None:
        raise table_log.damaged(len(lines))
    _named(log.opened.game, games)  # a game of another release is no damage
    try:
        game, options, players = announced(games, header)
        if (game.NAME, len(players)) != (log.opened.game, len(log.opened.room.seats)):
            raise ValueError("a match of another table")
        proof = proof_of(log)
        match = Match(game, options, players, decks_of(log))
        live = LiveMatch(match, begun.seq if seq is None else seq, proof)
        opened = OpenedMatch(live, setup_of(log), 1)
        match.lines[0] |= opened.setup.remarks
        watch(live, ())
        number = 0
        for line in lines:
            number += 1
            _follow(opened, line, begun.shuffler, watch)
    except (BrokenRecordError, IllegalMoveError, OptionError, ValueError) as error:
        raise table_log.damaged(number) from error
    return opened


def _follow(opened: OpenedMatch, line: table_log.LogLine, shuffler: str, watch: Watch) -> None:
    """Apply a line. Raises ValueError if it does not follow from the earlier ones."""
    live = opened.live
    match line:
        case dict() if "move" in line:
            seat, move = line["seat"], line["move"]
            assert isinstance(seat, int)
            events = live.play(seat, str(move))
            opened.late[seat] = bool(line.get("late"))
            if type(number := line.get("number")) is int:
                opened.numbers[seat] = number
            watch(live, events)
        case dict() if "kozyr" not in line:
            if "deck" in line and live.between_deals:
                watch(live, live.deal())
            _compare(opened, line)
        case table_log.RoomLine():
            opened.numbers.clear()
        case table_log.VoidLine():
            live.renumber(line.seq)
        case table_log.ShuffleLine():
            proof = replace(chain_of(line.proof, shuffler), first=line.first)
            opened.shuffle = line.stage, proof
        case table_log.ChainLine():
            opened.shuffle = None


def _compare(opened: OpenedMatch, line: table_log.PublicLine) -> None:
    """Find a line in the record of the match; earlier ones may be missing from the log."""
    said = opened.live.match.lines
    for at in range(opened.at, len(said)):
        known: table_log.PublicLine = json.loads(to_line(said[at]))
        if known.items() <= line.items():
            opened.at = at + 1
            return
    raise ValueError("not what the moves have led to")


def record_of(log: Log, games: Mapping[str, Game] = GAMES) -> tuple[table_log.PublicLine, ...]:
    """Return the record of the match so far. Raises LogError."""
    return tuple(open_log(log, games=games).live.match.lines)


def setup_of(log: Log) -> MatchSetup:
    """Return the setup with which a match began."""
    begun, header, proof = log.begun, log.header, proof_of(log)
    assert begun is not None
    assert header is not None
    seed = b""
    if log.alone:
        seed = bytes.fromhex(begun.seed) if proof is None else proof.seed
    return MatchSetup(
        begun.match,
        begun.seq,
        begun.clock,
        begun.pause,
        begun.begun,
        proof,
        log.alone,
        seed,
        log.taken_back,
        {key: header[key] for key in ("branch", "epoch", "apart") if key in header},
    )


# --- the table ------------------------------------------------------------------------------------


def _named(name: str, games: Mapping[str, Game]) -> Game:
    """Return a game. Raises OtherReleaseError if this release does not know it."""
    game = games.get(name)
    if game is None:
        raise table_log.OtherReleaseError(
            "this program does not know its game, {game}", game=name[:40]
        )
    return game


def open_table(
    log: Log,
    now: float,
    new_chance: Callable[[bytes, bool], Chance],
    *,
    games: Mapping[str, Game] = GAMES,
    bot_seconds: float = 0.6,
    unattended: bool = False,
) -> Table:
    """Return the table of a log, with all players away. Raises LogError.

    `new_chance` takes the table id of the formulas of the shuffle, and whether other players have a
    share in it.
    """
    opened = log.opened
    game = _named(opened.game, games)
    if len(opened.bots) >= len(opened.room.seats) or not {*opened.bots} <= {*LEVELS}:
        raise table_log.damaged(1)
    try:
        plan = TablePlan(
            opened.id,
            opened.name,
            game,
            parse_options(game.Options, opened.options),
            len(opened.room.seats),
            opened.clock,
            opened.pause,
            bots=opened.bots,
            bot_seconds=bot_seconds,
            has_bots=bool(levels(game.NAME)),
            unattended=unattended,
        )
        table = Table(plan, new_chance(bytes.fromhex(opened.shuffler), not log.alone))
    except (OptionError, ValueError) as error:  # a clock, a pause or seats that do not exist
        raise table_log.damaged(1) from error
    fill(table, log, now, games)
    return table


def fill(table: Table, log: Log, now: float, games: Mapping[str, Game] = GAMES) -> None:
    """Fill a new table from its log. Raises LogError."""
    last = log.lines[-1]
    handed = last if isinstance(last, table_log.HandedLine) else None
    table.branch = log.opened.branch
    table.evening = Evening(log.opened.evening, log.opened.played)
    if log.begun is not None:
        _fill_match(table, log, now, games, handed=handed is not None)
    if handed is not None:
        _take_over(table, handed, now)


def _fill_match(
    table: Table, log: Log, now: float, games: Mapping[str, Game], *, handed: bool
) -> None:
    opened = open_log(log, games=games)
    live, setup = opened.live, opened.setup
    if live.over and not handed:  # the move that ends a match is never written down
        raise table_log.damaged(len(log.lines))
    put_back(table.room, log.room, now)
    table.match = match = table.run(live, setup)
    for seat, late in opened.late.items():
        match.time.clock.note(seat, late=late)
    for seat, number in opened.numbers.items():
        table.room[seat].number = number
    if opened.shuffle is not None:
        table.shuffle.put_back(setup, *opened.shuffle)
    match.time.missed = {seat for seat, holder in enumerate(table.room) if holder.human}
    if log.own is not None and not table.room.unattended:
        table.room.coming = log.opened.own
    match.pause_if_due()
    table.keys.put_back(setup.number, log.opened.own)
    table.matches, table.seq = setup.number, live.seq
    table.code = log.room.code
    match.ended = live.over
    lines = log.lines[:-1] if handed else log.lines
    table.log.resume(lines, live, opened.at, room_line(table.room, table.code), over=live.over)


def put_back(room: Room, line: table_log.RoomLine, now: float) -> None:
    """Fill the seats from a line; all players are away."""
    for holder, seat in zip(room, line.seats, strict=True):
        holder.clear()
        holder.facts = part_of(PersonFacts, seat)
        holder.token = seat.token
        holder.bot, holder.number = seat.bot, seat.number
        holder.key, holder.port = seat.key, seat.port
        holder.peer = Peer(seat.address)
        holder.away_since = now if seat.token else None
    room.owner = line.owner
    room.access.limits = part_of(table_log.Restrictions, line)


def _take_over(table: Table, handed: table_log.HandedLine, now: float) -> None:
    """Fill a table with the further facts from its old host."""
    put_back(table.room, handed.room, now)
    table.code = handed.room.code
    table.room.guests, table.migration.watchers = handed.guests, handed.watchers
    table.room.access.put_back(handed.kept_out, handed.untold)
    for place, ready, played in zip(table.room, handed.ready, handed.played, strict=True):
        place.ready, place.played = ready, played
    table.agreement.terms = handed.terms
    table.matches, table.seq = handed.matches, max(table.seq, handed.seq)
    if handed.undealt is not None:
        table.shuffle_again(handed.undealt.begun, handed.undealt.room)
        table.keys.put_back(handed.matches, None)
    table.migration.outgoing.attempt, table.migration.word = handed.attempt, handed.word


# --- moves taken back -----------------------------------------------------------------------------


class NotTakenBackError(WordedError):
    """The reason why no move was taken back."""


def take_back(table: Table, connection: ConnectionKey, now: float) -> list[Updated]:
    """Show the position of the last decision again; return all positions up to it.

    The log is opened up to the move before it, and dealt from the same decks. Bots begin each
    decision with the same random numbers, so the same moves give the same match, and no card can be
    dealt or drawn anew. From then on the record states that moves were taken back.

    The positions are those of the player's View, each with the events that led to it. A move counts
    as a decision if there was another one to choose. A decision that ended a deal can be taken back
    too, until the match is over. Raises NotTakenBackError.
    """
    match, seat = table.match, table.room.seat_of.get(connection)
    if match is None or seat is None:
        raise NotTakenBackError("there is nothing to take back")
    if not match.setup.alone or len(table.room.people()) > 1:
        raise NotTakenBackError("moves are taken back only in a match alone against bots")
    if match.live.over:
        raise NotTakenBackError("the match is over: its moves stand")
    known, games = Log(tuple(table.log.lines)), {table.game.NAME: table.game}
    decisions = _Decisions(seat)
    open_log(known, games=games, watch=decisions.look)
    if (kept := decisions.last) is None:
        raise NotTakenBackError("there is nothing to take back")
    before: list[Updated] = []
    number = table.room[seat].number

    def look(live: LiveMatch, events: Sequence[Event]) -> None:
        before.append(live.position(seat, events, number))

    # The numbers of positions continue: a move chosen in a position that was taken back is stale.
    again = open_log(known, upto=kept, seq=match.live.seq + 1, games=games, watch=look)
    live = again.live
    setup = replace(again.setup, taken_back=again.setup.taken_back + 1)
    live.match.lines[0] |= setup.remarks
    table.log.back(kept, live)
    table.match = table.run(live, setup)
    table.match.show((), now)
    return before


class _Decisions:
    """The number of moves before the last choice of a seat.

    Others' secret decisions of the same moment are made anew: bots that are asked later would know
    that another seat had already decided.
    """

    def __init__(self, seat: Seat) -> None:
        self.last: int | None = None
        """None if the seat has had no choice."""
        self._seat = seat
        self._begun: dict[Seat, int] = {}
        """For each awaited seat, the number of moves before it began to be awaited."""
        self._made = 0
        self._free = False

    def look(self, live: LiveMatch, events: Sequence[Event]) -> None:
        if len(live.moves) > self._made:
            self._made, (mover, _) = len(live.moves), live.moves[-1]
            began = self._begun.pop(mover)
            if mover == self._seat and self._free:
                self.last = began
        for waiting in live.to_act():
            self._begun.setdefault(waiting, self._made)
        self._free = self._seat in live.to_act() and len(live.legal(self._seat)) > 1
