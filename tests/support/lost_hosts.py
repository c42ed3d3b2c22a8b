"""Tables whose host is lost: another player's program continues from its client's knowledge."""

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.client.taking_over import branch_from_record
from net.table.lobby import Lobby
from net.table.log import log_text
from net.table.log_reader import read_handed
from net.table.opening import open_table
from tests.support.harness import Visitor
from tests.support.shuffles import TABLE, ShuffledHarness, secret, verdict


def begun(moves: int, **settings: Any) -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people, a bot and a watcher at Kozel, after some moves."""
    harness = ShuffledHarness(kozel, 3, target=50, **{"pause": -1} | settings)
    people = harness.seat_people(1)
    watcher = harness.join("Eve", watch=True)
    harness.start(people[1], owner=people[0])
    harness.play_to_the_end(*people, moves=moves)
    return harness, [*people, watcher]


def into_deal(harness: ShuffledHarness, people: list[Visitor], deal: int) -> None:
    """Play until a deal has begun and a few of its moves are made."""
    while harness.live.match.state.deal < deal:
        harness.play_to_the_end(*people[:2], moves=1)
    harness.play_to_the_end(*people[:2], moves=4)


def lost(**settings: Any) -> tuple[ShuffledHarness, list[Visitor]]:
    """The table of two people, a bot and a watcher in deal 2, of which one is finished."""
    harness, everybody = begun(0, **settings)
    into_deal(harness, everybody, 2)
    return harness, everybody


def taken_on() -> tuple[ShuffledHarness, list[Visitor]]:
    """Return the table that Bob continues after a finished deal, before others come."""
    harness, everybody = lost()
    return go_on(harness, everybody[1]), everybody


def gone_on() -> tuple[ShuffledHarness, list[Visitor]]:
    """Return that table with all players there, a few moves into its first deal."""
    new, everybody = taken_on()
    everybody = come(new, everybody)
    into_deal(new, everybody, 2)
    return new, everybody


def go_on(lost: ShuffledHarness, taker: Visitor) -> ShuffledHarness:
    """Return the branch opened by the program of a visitor, before others join."""
    for visitor in [*lost.visitors]:
        verdict(visitor)  # checks the rest
    numbers = itertools.count(1)
    depth = len(lost.table.branch) + 1
    state = branch_from_record(
        taker.client,
        taker.client.deals,
        f"branch-{depth}",
        "Host",
        lambda: f"token-{depth}-{next(numbers)}",
    )
    other = ShuffledHarness(lost.game, len(lost.table.room))
    other.chance.table = TABLE
    other.secrets = secrets = lost.secrets
    other.chance.nonce = lambda: secret(f"nonce of host {next(secrets)}")
    other.chance.decks = lambda: SeededDecks(secret(f"seed of host {next(secrets)}"), TABLE)
    games = {lost.game.NAME: lost.game}
    handed = read_handed(log_text(state.lines))
    other.table = open_table(handed, other.now, lambda *_: other.chance, games=games)
    other.lobby = Lobby("Next", [other.table])
    other.write_down(log_text(handed.lines[:-1]) if handed.begun is not None else "")
    return other


def come(
    new: ShuffledHarness,
    visitors: Iterable[Visitor],
    *,
    depth: int | None = None,
    agreed: bool = True,
    visitor: Callable[[ClientSeat], Visitor] | None = None,
) -> list[Visitor]:
    """Have all players come to the branch; those who agreed expect another shuffle.

    `depth` is how many hosts have been lost, as they are told, if that is not so.
    """
    branch = new.table.branch
    here = []
    for old in visitors:
        client, seat = old.client, old.client.seat
        client.lose()
        if agreed:
            client.branch(new.table.id, depth or len(branch), branch[0].deal, branch[0].host)
        client.handshake = Handshake()
        there = (visitor or new.visitor)(client)
        assert old.client.seated is not None
        if seat is None:
            there.send(client.join("Eve", watch=True))
        else:
            holder = new.table.room[seat]
            there.send(replace(client.join(holder.name), token=holder.token))
        here.append(there)
    return here
