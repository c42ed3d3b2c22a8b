"""An evening of two games over real connections: a guest joins late, and the host leaves."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from core.games import GAMES
from net.client.events import ClientEvent
from net.files import evenings
from net.way import Computer, TableTerms, opening
from net.way.table_link import TableLink
from net.wire.to_host import ChangeGame, Leave, Ready, Start

KOZEL = TableTerms("kozel", 2, {"target": 50}, port=0, pause=0)


class Player:
    """A program whose player is always ready, and makes the first legal move."""

    def __init__(self, link: TableLink) -> None:
        self.link, self.client = link, link.client
        self.agreed = -1
        self.running = asyncio.ensure_future(link.run(self.heard))

    def heard(self, event: ClientEvent) -> None:
        client, room = self.client, self.client.room
        if client.my_turn and client.game is not None:
            self.link.send(client.play(client.game.legal(client.view)[0]))
        waits = room is not None and room.phase != "playing" and not client.owns
        if waits and client.seat is not None and room is not None and room.terms != self.agreed:
            self.agreed = room.terms
            self.link.send(Ready())

    async def until(self, true: Callable[[], object]) -> None:
        while not true():  # noqa: ASYNC110 - it is seen in several programs
            await asyncio.sleep(0.01)

    async def start(self, others: int) -> None:
        """Start a match once all others are ready, and wait for its end."""
        played = len(self.client.matches)

        def complete() -> bool:
            seats = self.client.room.seats if self.client.room else ()
            return sum(line.ready for line in seats) == others

        await self.until(complete)
        self.link.send(Start())
        await self.until(lambda: len(self.client.matches) > played)


async def test_everybody_has_the_same_page_of_an_evening_when_the_host_has_left(
    tmp_path: Path,
) -> None:
    ann = Player(await opening.host(KOZEL, Computer("Ann", tmp_path, 0.01)))
    place = ("127.0.0.1", ann.link.hosting.host.port)
    bob = Player(opening.join(place, Computer("Bob", tmp_path, 0.01)))
    await ann.start(1)
    await ann.until(lambda: ann.client.room and ann.client.room.phase == "over")
    ann.link.send(ChangeGame("domino_poker", 3, {"deal_set": "largest"}))
    await bob.until(lambda: bob.client.game is GAMES["domino_poker"])
    cyr = Player(opening.join(place, Computer("Cyr", tmp_path, 0.01)))
    eve = Player(opening.join(place, Computer("Eve", tmp_path, 0.01), watch=True))
    bob.agreed = -1
    bob.link.send(Ready())
    await ann.start(2)
    ann.link.send(Leave())
    people = [ann, bob, cyr, eve]
    for each in people:
        await asyncio.wait_for(each.running, 20)
    assert [match.game for match in ann.client.matches] == ["kozel", "domino_poker"]
    assert [seat.name for seat in ann.client.matches[1].seats] == ["Ann", "Bob", "Cyr"]
    pages = [each.client.matches for each in people]
    assert pages.count(pages[0]) == len(people), "a latecomer and a watcher have all of it"
    assert tuple(next(evenings.past_evenings()).matches) == pages[0]
