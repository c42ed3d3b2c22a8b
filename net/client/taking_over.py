"""A table that this client's computer takes over: handed by its host, or as a branch. No I/O.

Nothing is taken on trust. A handed table has to be the one that this client was shown: the player's
computer answers for it to all others from then on, and a host could otherwise slip in other seeds,
moves or house rules. For a branch the match is played again from the client's own record, which has
to agree with what the client was shown.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import asdict, replace

from core.game import Game, View, WordedError, is_deal_over, plain_options
from core.match import Match, Player
from core.records.record import MAX_ORIGINS
from net.branch.statements import Origin, Origins, remark
from net.client.deal_check import UNKNOWN
from net.client.deal_watch import DealWatch
from net.client.events import RoomState
from net.client.seat import ClientSeat
from net.table import log
from net.table.base import Evening
from net.table.live import LiveMatch
from net.table.log_contents import Log
from net.table.log_writer import PublicLines, proof_entry
from net.table.table import Table
from net.wire.message import PeerLine, PersonFacts, SeatLine, part_of

UNSEEN = 1000
"""The most positions of the void deal that others may have seen beyond this client's last one."""

UNHEARD = 100
"""The most matches that may have been played at the table before this client joined."""


class NotTakenError(WordedError):
    """The reason why this client cannot take the table over."""


def branch_from_record(
    client: ClientSeat,
    deals: DealWatch | None,
    branch: str,
    host: str,
    new_token: Callable[[], str],
) -> Log:
    """Return the log of a branch with the id `branch`, up to the last finished deal.

    `host` is the name of the player whose computer was lost, and `deals` the result of
    `client.checking.finish`. The seats get new tokens. Raises NotTakenError if this client does not
    know the whole match, or if its knowledge contradicts itself.
    """
    room, seated, game = client.room, client.seated, client.game
    if room is None or seated is None or game is None or deals is None:
        raise NotTakenError("this program does not know enough of the table")
    assert deals.match.check is None, "the host would be blamed for a check that is not finished"
    view, seq = client.view, client.seq + UNSEEN
    peers = {} if client.peers is None else {line.seat: line for line in client.peers.peers}
    seats = (_seat_entry(line, new_token, peers.get(s)) for s, line in enumerate(room.seats))
    now = _room_line(room, tuple(seats))
    table = deals.match.table or hashlib.sha256(new_token().encode()).digest()[:16]
    over = view is not None and view.result is not None
    origins = (Origin(seated.table, deals.match.checked, host), *client.origins)[:MAX_ORIGINS]
    begun = view is not None or bool(deals.match.table)
    began, played, undealt = now, list[log.LogLine](), None
    if playing := room.phase == "playing" and begun and not over:
        _check_known(deals, view)
        began = _room_line(room, _began(deals))
        if deals.match.checked:
            played = [*_match_lines(client, deals, game, room, origins), log.VoidLine(seq), now]
        else:
            undealt, began = log.UndealtMatch(deals.match.begun, began), now
    evening = _evening(client, room)
    opened = log.OpenedLine(
        branch,
        seated.table_name,
        seated.game,
        plain_options(room.options),
        room.clock,
        room.pause,
        began,
        table.hex(),
        evening=tuple(evening.standings),
        branch=origins,
        played=evening.matches,
    )
    handed = log.HandedLine(
        room.terms,
        deals.match.number if playing else deals.match.number + UNHEARD,
        seq,
        0,
        "",
        now,
        tuple(bool(seat.name and not seat.token) for seat in now.seats),
        tuple(False for _ in now.seats),
        undealt=undealt,
        guests=tuple(_guests(now.seats)),
    )
    return Log((opened, *played, handed))


def _check_known(deals: DealWatch, view: View | None) -> None:
    """Raise NotTakenError unless every finished deal of the match is known and in order."""
    if not deals.match.table:
        raise NotTakenError("the host has shown nothing by which deals could be checked")
    if deals.match.verdict is not None and deals.match.verdict.fault not in ("", *UNKNOWN):
        raise NotTakenError("the host of this match has cheated: it is not played on here")
    before = 0 if view is None else view.deal - 1
    if deals.match.checked < before:  # the last one may have been broken off before it was shown
        raise NotTakenError("the host has not shown how deal {deal} was dealt", deal=before)


def _match_lines(
    client: ClientSeat, deals: DealWatch, game: Game, room: RoomState, origins: Origins
) -> list[log.LogLine]:
    """Play the match again from its revealed deals; return its log up to the last finished one."""
    proof, first = deals.match.proof, deals.match.shown[1].seq
    assert proof is not None
    begun = log.BegunLine(
        deals.match.number,
        first,
        proof.table.hex(),
        begun=deals.match.begun,
        clock=room.clock,
        pause=room.pause,
        proof=proof_entry(proof.chains[0]),
    )
    live = LiveMatch(Match(game, room.options, deals.match.players, proof.decks()), first, proof)
    public = PublicLines(live.match)
    header, *dealt = public.take()
    lines = [{**header, **remark(origins)}, begun, *dealt, *_deal_lines(live, public, deals)]
    if list(live.match.lines[1:]) != list(deals.record[1:]) or not _agrees(live, client):
        raise NotTakenError("what was shown of the match does not agree with its record")
    return lines


def _deal_lines(live: LiveMatch, public: PublicLines, deals: DealWatch) -> Iterator[log.LogLine]:
    """Play the finished deals again; yield their lines of the log."""
    proof, shown = deals.match.proof, deals.match.shown
    later = {chain.first: chain for chain in proof.chains[1:]} if proof is not None else {}
    for deal in range(1, deals.match.checked + 1):
        if (chain := later.get(deal)) is not None:
            live.renumber(shown[deal].seq - 1)
            yield log.VoidLine(live.seq)
            yield log.ChainLine(deal, proof_entry(chain))
        if deal > 1:
            live.deal()
            yield from public.take()
        for seat, move in shown[deal].moves:  # the record may have secret moves in another order
            live.play(seat, move)
            yield log.move_line(seat, move)
            yield from public.take()


def _agrees(live: LiveMatch, client: ClientSeat) -> bool:
    """Return whether the finished deals lead to the last position shown."""
    shown, now = client.view, live.view(client.seat)
    if shown is None or not is_deal_over(shown):
        return shown is None or shown.totals == now.totals
    return shown.deal > len(live.deals) or bool(shown == now)


def _evening(client: ClientSeat, room: RoomState) -> Evening:
    """Return the evening, with the match whose end is only known from its last position."""
    view, evening, seated = client.view, Evening(room.evening, client.matches), client.seated
    if room.phase == "playing" and view is not None and view.result is not None:
        players = [Player(line.name, line.kind) for line in client.players]
        begun = client.deals.match.begun if client.deals is not None else ""
        evening.add(seated.game if seated else "", begun, players, view.result)
    return evening


def _room_line(room: RoomState, seats: tuple[log.SeatEntry, ...]) -> log.RoomLine:
    return log.RoomLine(seats, room.owner, room.code, **asdict(part_of(log.Restrictions, room)))


def _seat_entry(
    line: SeatLine, new_token: Callable[[], str], peer: PeerLine | None
) -> log.SeatEntry:
    """Return a seat as it was; a bot that stood in for a player stays until the player resumes."""
    person = line.kind == "human" or line.away or line.idle
    bot = line.kind.removeprefix("bot:") if line.kind != "human" else ""
    token = new_token() if person else ""
    seat = log.SeatEntry(**asdict(part_of(PersonFacts, line)), token=token, bot=bot)
    if peer is None or not person:
        return seat
    return replace(seat, key=peer.key, address=peer.address, port=peer.port)


def _guests(seats: Iterable[log.SeatEntry]) -> Iterator[log.GuestEntry]:
    """Yield the players whose programs cannot be called: marks lead them to their seats."""
    for seat in seats:
        if seat.key and not seat.port:
            yield log.GuestEntry(seat.name, seat.token, "", (seat.key,))


def _began(deals: DealWatch) -> tuple[log.SeatEntry, ...]:
    """Return the seats with which the match began."""
    players = deals.match.players
    kinds = [each.kind.removeprefix("bot:").removeprefix("human") for each in players]
    return tuple(
        log.SeatEntry(player.name, bot=kind) for player, kind in zip(players, kinds, strict=True)
    )


def is_own_table(table: Table, client: ClientSeat) -> bool:
    """Return whether an opened table is the one last shown to this client."""
    room, seated = client.room, client.seated
    if room is None or seated is None:
        return False
    agreed, names = table.agreement, [holder.name for holder in table.room]
    handed = table.id, table.game.NAME, names, agreed.options, agreed.clock, agreed.pause
    known = [line.name for line in room.seats]
    shown = seated.table, seated.game, known, room.options, room.clock, room.pause
    if handed != shown or table.room.find_token(seated.token) != seated.seat:
        return False
    return room.phase == "gathering" or _is_own_match(table, client)


def _is_own_match(table: Table, client: ClientSeat) -> bool:
    """Return whether its match is at the position shown, with the decks committed to."""
    match, position, deals = table.match, client.position, client.deals
    if match is None or position is None:
        return False
    live = match.live
    if (live.seq, live.view(client.seat)) != (position.seq, position.view):
        return False
    committed = None if deals is None else deals.match.committed()
    if committed is None:
        return True
    proof = live.proof
    return proof is not None and proof.unseeded() == committed and not proof.fault()
