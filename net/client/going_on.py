"""A table as one client knows it, for its computer to go on with as a branch. No I/O.

Nothing is taken on trust: the match is played again from the record that the client has made
itself, and has to agree with what the client was shown.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from core.game import Game, View, WordedError, is_deal_over, plain_options
from core.match import Match, Player
from core.records.record import MAX_ORIGINS
from net.branch.statements import Origin, Origins, remark
from net.client.deal_watch import DealWatch
from net.client.events import RoomState
from net.client.faults import UNKNOWN
from net.client.seat import ClientSeat
from net.table.evening import Evening
from net.table.live import LiveMatch
from net.table.log import (
    BegunLine,
    ChainLine,
    HandedLine,
    Log,
    LogLine,
    OpenedLine,
    RoomLine,
    SeatEntry,
    UndealtMatch,
    VoidLine,
    move_line,
)
from net.table.log_writer import PublicLines, proof_entry
from net.wire.from_host import PeerLine, SeatFacts, SeatLine, Standing

UNSEEN = 1000
"""How many positions of the void deal others may have been shown that this client was not."""

UNHEARD = 100
"""How many matches may have been played at the table before this client came."""


class NotTakenError(WordedError):
    """Why this client cannot go on with the table."""


def branch_from_record(
    client: ClientSeat,
    deals: DealWatch | None,
    branch: str,
    host: str,
    new_token: Callable[[], str],
) -> Log:
    """Return the log of a branch with that id, as far as the match was finished deal by deal.

    `host` is the name of the player whose computer was lost, and `deals` what
    `client.checking.finish` returned. The seats have new tokens. Raises NotTakenError if this
    client does not know the whole match, or what it knows does not agree.
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
    began, played, undealt = now, list[LogLine](), None
    if playing := room.phase == "playing" and begun and not over:
        _check_known(deals, view)
        began = _room_line(room, _began(deals))
        if deals.match.checked:
            played = [*_match_lines(client, deals, game, room, origins), VoidLine(seq), now]
        else:
            undealt, began = UndealtMatch(deals.match.begun, began), now
    opened = OpenedLine(
        branch,
        seated.table_name,
        seated.game,
        plain_options(room.options),
        room.clock,
        room.pause,
        began,
        table.hex(),
        evening=tuple(_evening(client, room)),
        branch=origins,
    )
    handed = HandedLine(
        room.terms,
        deals.match.number if playing else deals.match.number + UNHEARD,
        seq,
        0,
        "",
        now,
        tuple(bool(seat.name and not seat.token) for seat in now.seats),
        tuple(False for _ in now.seats),
        undealt=undealt,
    )
    return Log((opened, *played, handed))


def _check_known(deals: DealWatch, view: View | None) -> None:
    """Raise NotTakenError unless all finished deals of the match are known and in order."""
    if not deals.match.table:
        raise NotTakenError("the host has shown nothing by which deals could be checked")
    if deals.match.verdict is not None and deals.match.verdict.fault not in ("", *UNKNOWN):
        raise NotTakenError("the host of this match has cheated: it is not played on here")
    before = 0 if view is None else view.deal - 1
    if deals.match.checked < before:  # the last one may have been broken off before it was shown
        raise NotTakenError("the host has not shown how deal {deal} was dealt", deal=before)


def _match_lines(
    client: ClientSeat, deals: DealWatch, game: Game, room: RoomState, origins: Origins
) -> list[LogLine]:
    """Play the match again from what was shown; return its log up to the last finished deal."""
    proof, first = deals.match.proof, deals.match.shown[1].seq
    assert proof is not None
    begun = BegunLine(
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


def _deal_lines(live: LiveMatch, public: PublicLines, deals: DealWatch) -> Iterator[LogLine]:
    """Play the finished deals again; yield what they write into a log."""
    proof, shown = deals.match.proof, deals.match.shown
    later = {chain.first: chain for chain in proof.chains[1:]} if proof is not None else {}
    for deal in range(1, deals.match.checked + 1):
        if (chain := later.get(deal)) is not None:
            live.renumber(shown[deal].seq - 1)
            yield VoidLine(live.seq)
            yield ChainLine(deal, proof_entry(chain))
        if deal > 1:
            live.deal()
            yield from public.take()
        for seat, move in shown[deal].moves:  # which the record may have in another order
            live.play(seat, move)
            yield move_line(seat, move)
            yield from public.take()


def _agrees(live: LiveMatch, client: ClientSeat) -> bool:
    """Tell whether the finished deals lead to what this client was shown last."""
    shown, now = client.view, live.match.game.view(live.match.state, client.seat)
    if shown is None or not is_deal_over(shown):
        return shown is None or shown.totals == now.totals
    return shown.deal > len(live.deals) or bool(shown == now)


def _evening(client: ClientSeat, room: RoomState) -> Sequence[Standing]:
    """Return the evening, with a match of whose end only the last position was shown."""
    view, evening = client.view, Evening(room.evening)
    if room.phase == "playing" and view is not None and view.result is not None:
        evening.add([Player(line.name, line.kind) for line in client.players], view.result)
    return evening.standings


def _room_line(room: RoomState, seats: tuple[SeatEntry, ...]) -> RoomLine:
    allowed = room.locked, room.watching, room.watchers_talk
    return RoomLine(seats, room.owner, room.code, *allowed)


def _seat_entry(line: SeatLine, new_token: Callable[[], str], peer: PeerLine | None) -> SeatEntry:
    """Return a seat as it was; a bot that stood in for somebody goes on until they come."""
    person = line.kind == "human" or line.away or line.idle
    bot = line.kind.removeprefix("bot:") if line.kind != "human" else ""
    facts = {name: getattr(line, name) for name in SeatFacts.__struct_fields__}
    seat = SeatEntry(**facts, token=new_token() if person else "", bot=bot)
    if peer is None or not person:
        return seat
    return replace(seat, key=peer.key, address=peer.address, port=peer.port)


def _began(deals: DealWatch) -> tuple[SeatEntry, ...]:
    """Return who sat where when the match began."""
    players = deals.match.players
    kinds = [each.kind.removeprefix("bot:").removeprefix("human") for each in players]
    return tuple(
        SeatEntry(player.name, "", kind, 0) for player, kind in zip(players, kinds, strict=True)
    )
