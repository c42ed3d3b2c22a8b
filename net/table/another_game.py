"""The owner chooses another game, or another number of seats: the room stays. Over a table.

    Gathered of the old game,  ChangeGame ->  GameChanged to each connection, Gathered of the new
    phase gathering or over                   game, phase gathering; programs that do not know the
                                              game hear Closed `changed`

Players keep their seats as far as the game has them. Others get a free seat or a bot's, first the
owner and the host's own player, then those present, then those away. If no seat is left, a player
watches.
"""

from collections.abc import Collection
from dataclasses import replace

from core.bots import levels
from core.game import Game, OptionError, Seat, check_seats, parse_options, plain_options
from core.games import GAMES
from net.table.base import BaseTable
from net.table.room import Holder
from net.wire.from_host import GameChanged
from net.wire.reasons import GameRefusalError, RefusalError, closing
from net.wire.to_host import ChangeGame


def change_game(table: BaseTable, wanted: ChangeGame) -> None:
    """Play another game at the table from now on. Raises RefusalError."""
    game, room = _known(wanted.game), table.room
    try:
        check_seats(game.NAME, game.SEATS, wanted.seats)
        options = parse_options(game.Options, wanted.options)
    except OptionError as error:
        raise GameRefusalError(error) from None
    if not table.migration.outgoing.idle:
        raise RefusalError("moving")
    before = table.game.NAME
    asked = game.NAME, wanted.seats, plain_options(options)
    if asked == (before, len(room), plain_options(table.agreement.options)):
        return
    room.changes.note("game", game=game.NAME, before=before)
    _dismiss_strangers(table, game.NAME)
    _take_game(table, game, wanted.seats)
    _seat_all(table, wanted.seats, levels(game.NAME))
    table.agreement.change_game(game, options)
    for connection in room.connections():
        table.sender.send(connection, GameChanged(game.NAME, room.seat_of.get(connection)))


def _known(name: str) -> Game:
    if name not in GAMES:
        raise RefusalError("game")
    return GAMES[name]


def _take_game(table: BaseTable, game: Game, seats: int) -> None:
    """Play that game from now on; after all players have left, the table opens with its bots."""
    known = levels(game.NAME)
    table.game, table.match = game, None
    table.opened_with = tuple(each for each in table.opened_with if each in known)[: seats - 1]
    table.plan = replace(table.plan, bots=table.opened_with, has_bots=bool(known))


def _dismiss_strangers(table: BaseTable, game: str) -> None:
    """Dismiss players whose programs would not follow the table to the game."""
    room = table.room
    for connection, watcher in list(room.watchers.items()):
        if game not in watcher.peer.games:
            table.sender.dismiss(connection, "changed")
    for seat, holder in enumerate(room):
        if holder.human and game not in holder.peer.games:
            _let_go(table, seat)


def _let_go(table: BaseTable, seat: Seat) -> None:
    """Free the seat of a player, who is told now or on resuming."""
    holder = table.room[seat]
    table.room.changes.note("left", seat, holder.name)
    if holder.connection is None:
        table.room.access.tell_absent(holder.token, closing("changed"))
    else:
        table.sender.dismiss(holder.connection, "changed")
    holder.clear()


def _seat_all(table: BaseTable, seats: int, known: Collection[str]) -> None:
    """Give the players and bots seats in a room of this size; others watch."""
    room = table.room
    owner, old = room.owner, list(room)

    def precedence(seat: Seat) -> tuple[bool, bool, bool, Seat]:
        holder = old[seat]
        return seat != owner, not holder.peer.own, holder.away, seat

    people = sorted(room.people(), key=precedence)
    staying, without = people[:seats], people[seats:]
    for seat in sorted(without):
        _watch_instead(table, seat)
    placed = {seat: seat for seat in staying if seat < seats}
    free = [seat for seat in range(seats) if seat not in placed]
    free.sort(key=lambda seat: seat < len(old) and not old[seat].free)  # bots make room last
    placed |= dict(zip(sorted({*staying} - {*placed}), free, strict=False))
    new = [Holder() for _ in range(seats)]
    for before, seat in placed.items():
        new[seat] = old[before]
    for seat, holder in enumerate(old[:seats]):
        if holder.bot in known and not holder.human and new[seat].free:
            new[seat] = holder
    room.settle(new, {placed[seat]: old[seat].connection for seat in staying})
    room.owner = None if owner is None else placed.get(owner)


def _watch_instead(table: BaseTable, seat: Seat) -> None:
    """Have a player without a seat in the new game watch, if that is possible."""
    room, holder = table.room, table.room[seat]
    connection = holder.connection
    if connection is None or not room.access.limits.watching or room.crowded:
        _let_go(table, seat)
        return
    del room.seat_of[connection]
    name, peer = holder.name, holder.peer
    room.changes.note("left", seat, name)
    holder.clear()
    room.watch(connection, name, peer)
