"""Trials of a change of game between two matches, and of another number of seats.

    owner: ChangeGame  ->  programs that know the game: GameChanged, Gathered with `game`
                           others: Closed `changed`, at once or when they come back

Two of our players are away as the game changes; one of them knows no games, and neither does a
watcher. Then there are fewer seats than players for a moment: the player who has to watch asks for
a seat.
"""

from __future__ import annotations

from typing import Any, Final

from core.game import Game, house_rules, plain_options
from core.games import GAMES
from kozyr_kits.conformance.hosts.connections import FULL_HELLO, HELLO, Connection
from kozyr_kits.conformance.hosts.seat_trials import give
from kozyr_kits.conformance.hosts.steps import Step, Trial, carry_out
from kozyr_kits.conformance.hosts.table import NAME, TableUnderTest
from kozyr_kits.conformance.schema import brief
from net.wire.from_host import Closed, GameChanged, Gathered, Tallied
from net.wire.to_host import ChangeGame, Fill, Join, Ready

STAYING: Final = ("evening", "code", "locked", "watching", "watchers_talk", "kept_out")
"""Fields of Gathered that another game does not change."""


def _misfit(seats: int, **rules: str | int) -> Any:
    """Ask for the game of the table with a number of seats, or a house rule, that it lacks."""
    return lambda table, who: ChangeGame(table.players[0].observer.game.NAME, seats, rules)


REFUSED: Final[Trial] = (
    Step("games-listed", "owner", ChangeGame("no such game", 2), "Refused game"),
    Step("misfitting", "owner", _misfit(1), "Refused rule"),
    Step("misfitting", "owner", _misfit(2, no_such_rule=1), "Refused rule"),
)


async def try_another_game(table: TableUnderTest) -> None:
    """Change to another game, then to one seat fewer than our players, and back."""
    await table.net.catch_up(table.players[0])
    game, seats = _wanted(table), len(table.players[0].observer.room.seats)
    if table.owner is None or game is None or _others(table):
        return
    await carry_out(table, REFUSED)
    stranger = await table.watch(hello=HELLO)
    played = table.players[0].observer.tallied
    await carry_out(table, (Step("", "owner", Ready(), "Gathered"),))
    absent = await _part(table)
    if not await _change(table, game, seats):
        return
    if stranger is not None:
        await _expect_gone(table, stranger)
    for player in absent:
        await (_follow if player.observer.hello.games else _join_anew)(table, player, game)
    await _expect_tallied(table, played)
    await _try_fewer_seats(table, game, seats)


def _others(table: TableUnderTest) -> bool:
    """Tell whether people other than ours are here, whose programs may not know the game."""
    room = table.players[0].observer.room
    people = sum(line.kind == "human" for line in room.seats)
    return people > len(table.players) or len(room.watchers) > len(table.watchers)


def _wanted(table: TableUnderTest) -> Game | None:
    """Return another game for as many seats as there are now."""
    observer = table.players[0].observer
    now, seats = observer.game, len(observer.room.seats)
    games = (GAMES[name] for name in table.net.games if name in GAMES)
    return next((each for each in games if each is not now and seats in each.SEATS), None)


def _rules(game: Game) -> dict[str, Any]:
    """Return a house rule that differs from the usual one."""
    rule = house_rules(game.Options)[0]
    return {rule.name: next(value for value in rule.values if value != rule.default)}


async def _part(table: TableUnderTest) -> list[Connection]:
    """Break the connections of a player who knows the games, and of one who does not."""
    others = [player for player in table.players if player is not table.owner]
    absent = [
        *[player for player in others if player.observer.hello.games][:1],
        *[player for player in others if not player.observer.hello.games],
    ]
    for player in absent:
        await player.close()
    seats = [player.observer.seat or 0 for player in absent]
    await table.expect_all(
        "away",
        lambda each: all(each.observer.line(seat).away for seat in seats),
        f"does not see that the seats {brief(seats)} are away",
    )
    return absent


async def _change(table: TableUnderTest, game: Game, seats: int) -> bool:
    """Have the owner change the game; check the messages to ours. Tell whether it has changed."""
    owner, report = table.owner, table.report
    if owner is None:
        return False
    before, now = owner.observer.room, owner.observer.game
    mark = {each: len(each.observer.heard) for each in table}
    sitting = {each: each.observer.seat for each in table.players if not each.ended}
    wanted = ChangeGame(game.NAME, seats, _rules(game))
    room = await table.net.ask(owner, wanted, Gathered)
    told_of = [change.facts for change in room.happened if change.kind == "game"] if room else []
    changed = told_of == [{"game": game.NAME, "before": now.NAME if now else ""}]
    said = f"ChangeGame to {game.NAME} is answered with {brief(owner.observer.heard[-1:])}"
    if not report.expect("game-changed", changed, said) or room is None:
        return False

    def told(each: Connection) -> bool:
        heard = each.observer.heard[mark[each] :]
        rooms = (m for m in heard if isinstance(m, Gathered))
        new = any(isinstance(m, GameChanged) and m.game == game.NAME for m in heard)
        return new and any(change.kind == "game" for each in rooms for change in each.happened)

    said = f"hears no GameChanged to {game.NAME}"
    await table.expect_all(
        "game-changed", lambda each: not each.observer.hello.games or told(each), said
    )
    _compare(table, before, room, wanted)
    for each, seat in sitting.items():
        got = each.observer.seat
        kept = got == seat or each.ended or seats < len(table.players)
        said = f"{each.observer.who}: GameChanged.seat is {brief(got)}, and it was {brief(seat)}"
        report.expect("seats-kept", kept, said)
    return True


def _compare(table: TableUnderTest, before: Gathered, room: Gathered, wanted: ChangeGame) -> None:
    """Compare the room of another game with the earlier room."""
    report, options = table.report, plain_options(GAMES[wanted.game].Options(**wanted.options))
    rules = options.keys() | room.options.keys()
    other = [name for name in sorted(rules) if room.options.get(name) != options.get(name)]
    said = "; ".join(f"Gathered.options.{n} is {brief(room.options.get(n))}" for n in other[:3])
    report.expect("new-rules", not other, f"{said} after {brief(wanted)}")
    seats = len(room.seats)
    report.expect("new-rules", seats == wanted.seats, f"{seats} seats, not {wanted.seats}")
    for name in STAYING:
        old, new = getattr(before, name), getattr(room, name)
        said = f"Gathered.{name} is {brief(new)} in another game, and was {brief(old)}"
        report.expect("evening" if name == "evening" else "room-stays", old == new, said)
    known = (each.observer for each in table.players if each.observer.hello.games)
    names = {before.seats[each.seat].name for each in known if each.seat is not None}
    here = {line.name for line in room.seats} | {line.name for line in room.watchers}
    gone = names - here
    report.expect("room-stays", not gone, f"Gathered no longer has {brief(gone)}")
    owner = room.seats[room.owner].name if room.owner is not None else ""
    was = before.seats[before.owner].name if before.owner is not None else ""
    report.expect("room-stays", owner == was, f"the owner is {brief(owner)}, and was {brief(was)}")


async def _expect_gone(table: TableUnderTest, stranger: Connection) -> None:
    """Expect that a watcher whose program knows no games has to leave, and may join anew."""
    ended, closed = await table.net.is_ended(stranger), stranger.observer.closed
    right = ended and closed is not None and closed.code == "changed"
    said = f"{stranger.observer.who} whose Hello has no `games` hears {brief(closed)}"
    table.report.expect("changed", right, said)
    await table.forget(stranger)
    again = await table.watch(hello=HELLO)
    table.report.expect("changed", again is not None, "it may not join again as a newcomer")
    if again is not None:
        await table.net.catch_up(again)
        await table.leave(again)


async def _follow(table: TableUnderTest, player: Connection, game: Game) -> None:
    """Have an absent player come back who knows the game."""
    back = await table.come_back(player)
    named = back.observer.seated.game if back.observer.seated else ""
    said = f"Seated.game is {brief(named)} after a change to {game.NAME}"
    table.report.expect("game-in-seated", named == game.NAME, said)


async def _join_anew(table: TableUnderTest, player: Connection, game: Game) -> None:
    """Have an absent player come back who cannot play the game; then a newcomer."""
    seated = player.observer.seated
    assert seated is not None
    join = Join(NAME, table.line.id, seated.token)
    connection, told = await table.join(join, known=player)
    right = isinstance(told, Closed) and told.code == "changed"
    said = f"Join with the token of a player without `games` is answered with {brief(told)}"
    table.report.expect("changed", right, said)
    await connection.close()
    await table.forget(player)
    newcomer = await table.sit(hello=FULL_HELLO)
    table.report.expect("changed", newcomer is not None, "it may not join again as a newcomer")


async def _expect_tallied(table: TableUnderTest, played: Tallied | None) -> None:
    """Expect that a newcomer hears the matches of the evening, including those of the last game."""
    late = await table.watch()
    if late is None or played is None:
        return
    await table.net.catch_up(late)
    told = late.observer.tallied
    said = f"a newcomer hears {brief(told)} after Join, not {brief(played.matches)}"
    table.report.expect("tallied", told == played, said)
    await table.leave(late)


async def _try_fewer_seats(table: TableUnderTest, game: Game, seats: int) -> None:
    """Have one seat fewer than players, then as many as before; the player who watches gets one."""
    fewer = len(table.players) - 1
    known = (GAMES[name] for name in table.net.games if name in GAMES)
    small = next((each for each in known if fewer in each.SEATS), None)
    named = {each: each.observer.line(each.observer.seat or 0).name for each in table.players}
    if small is None or not await _change(table, small, fewer):
        return
    without = [each for each in table.players if each.observer.seat is None]
    said = f"{len(without)} of {fewer + 1} players watch as there are {fewer} seats"
    right = len(without) == 1 and table.owner is not None
    if not table.report.expect("unseated", right, said):
        return
    (loser,) = without
    table.players.remove(loser)
    table.watchers.append(loser)
    if not await _change(table, game, seats) or not table.free:
        return
    table.asker, table.asker_name = loser, named[loser]
    free, *others = table.free
    await give(table, free)
    for seat in others:
        await carry_out(table, (Step("", "owner", Fill(seat, "easy"), "Gathered"),))
