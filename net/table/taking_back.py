"""Takes back the last decision of somebody who plays alone against bots.

The moves before it are made again with the same decks. Bots begin each decision with the same
random numbers, so the same moves give the same match, and nothing can be dealt or drawn anew. The
record says from then on that moves were taken back.
"""

from dataclasses import replace

from core.game import Seat, WordedError
from core.match import Match
from net.table.effects import ConnectionKey
from net.table.live import LiveMatch
from net.table.match import RunningMatch
from net.table.table import Table
from net.wire.from_host import Updated


class NotTakenBackError(WordedError):
    """Why nothing was taken back."""


def take_back(table: Table, connection: ConnectionKey, now: float) -> list[Updated]:
    """Show the position of the last decision again; return all positions up to it.

    The positions are as the player may see them, each with what led to it. A move counts as a
    decision if there was another one to choose. One that ended a deal can be taken back too, until
    the match is over. Raises NotTakenBackError.
    """
    match, seat = table.match, table.room.seat_of.get(connection)
    if match is None or seat is None:
        raise NotTakenBackError("there is nothing to take back")
    if match.setup.new_decks is None or len(table.room.people()) > 1:
        raise NotTakenBackError("moves are taken back only in a match alone against bots")
    if match.live.over:
        raise NotTakenBackError("the match is over: its moves stand")
    kept = _last_decision(match, seat)
    if kept is None:
        raise NotTakenBackError("there is nothing to take back")
    table.match, before = _played_again(table, match, kept, seat)
    table.journal.back(kept)
    table.match.show((), now)
    return before


def _last_decision(match: RunningMatch, seat: Seat) -> int | None:
    """Return how many moves had been made when a seat last had a choice; None if it never had one.

    What others decided in secret at the same time is decided anew, since bots that are asked later
    would know that somebody had decided already.
    """
    old, found = match.live, None
    begun: dict[Seat, int] = {}
    new_decks, played = match.setup.new_decks, old.match
    assert new_decks is not None, "others have a share in the decks"
    live = LiveMatch(Match(played.game, played.options, played.players, new_decks()), 0)
    for made, (mover, move) in enumerate(old.moves):
        if live.between_deals:
            live.deal()
        for waiting in live.to_act():
            begun.setdefault(waiting, made)
        began = begun.pop(mover)
        if mover == seat and len(live.legal(seat)) > 1:
            found = began
        live.play(mover, move)
    return found


def _played_again(
    table: Table, match: RunningMatch, moves: int, seat: Seat
) -> tuple[RunningMatch, list[Updated]]:
    """Return a match in which only the first moves were made, and its positions for a seat."""
    setup, old, number = match.setup, match.live, table.room[seat].number
    new_decks, players = setup.new_decks, list(old.match.players)
    assert new_decks is not None, "others have a share in the decks"
    # Positions go on being counted: a move chosen in one that was taken back is stale.
    setup = replace(setup, seq=old.seq + 1, taken_back=setup.taken_back + 1)
    again = table.new_match(players, new_decks(), setup)
    live = again.live
    seen = [live.position(seat, (), number)]
    for mover, move in old.moves[:moves]:
        if live.between_deals:
            seen.append(live.position(seat, live.deal(), number))
        seen.append(live.position(seat, live.play(mover, move), number))
    if live.between_deals:
        seen.append(live.position(seat, live.deal(), number))
    return again, seen
