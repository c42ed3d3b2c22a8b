"""Matches that all players shuffle at a harness, played to their end and checked."""

import hashlib
import itertools
from types import ModuleType
from typing import Any

from core.shuffle import SeededDecks
from net.client.deal_watch import DealWatch
from net.client.events import MatchChecked, Shuffled
from net.client.seat import ClientSeat
from net.wire.to_host import Continue, Fill
from tests.support import tiny_game
from tests.support.harness import Visitor
from tests.support.logged_harness import LoggedHarness

TABLE = bytes(range(16))


def secret(label: str) -> bytes:
    """32 bytes that differ with their label."""
    return hashlib.sha256(label.encode()).digest()


class ShuffledHarness(LoggedHarness):
    """A harness in which all visitors have a share in the shuffle and answer by themselves."""

    def __init__(self, game: ModuleType | None = None, seats: int = 2, **settings: Any) -> None:
        self._nonces, seeds = itertools.count(1), itertools.count(1)
        shuffled = {
            "new_nonce": lambda: secret(f"bot's nonce {next(self._nonces)}"),
            "new_decks": lambda: SeededDecks(secret(f"seed {next(seeds)}"), TABLE),
        }
        super().__init__(game or tiny_game, seats, **shuffled | settings)
        self.secrets = itertools.count(1)
        """Numbers of the secrets of those that go on as hosts of this table after this one."""

    def client(self) -> ClientSeat:
        client = super().client()
        client.deals = DealWatch(lambda: secret(f"nonce {next(self._nonces)}"))
        return client

    def visitor(self, client: ClientSeat | None = None) -> Visitor:
        visitor = super().visitor(client)
        visitor.answers = True
        return visitor

    def seat_people(self, bots: int = 0) -> list[Visitor]:
        """People at all seats but the last ones, which are bots'; nothing has begun."""
        seats = len(self.table.room)
        people = [self.join(f"Player {number}") for number in range(seats - bots)]
        for seat in range(seats - bots, seats):
            people[0].send(Fill(seat, "easy"))
        return people

    def begin(self, owner: Visitor, *others: Visitor) -> None:
        """Start a match and have the first hands dealt."""
        self.start(*others, owner=owner)
        self.pass_time(5)

    def play_to_the_end(self, *people: Visitor, moves: int = 10_000) -> None:
        """Make the first legal moves until the match is over, or for `moves` moves."""
        for _ in range(moves):
            if self.table.phase != "playing":
                break
            match = self.table.match
            if match is None or self.table.shuffle.running:
                self.pass_time(5)
            elif match.intermission is not None:
                for visitor in people:
                    if self.table.match is match and match.intermission is not None:
                        visitor.send(Continue(match.live.seq))
            elif self.asked:
                self.answer()
                self.pass_time(5)
            else:
                seat = self.live.to_act()[0]
                mover = next(v for v in people if v.client.seat == seat)
                mover.play(self.live.legal(seat)[0])


def seated(*table: Any, bots: int = 0, **settings: Any) -> tuple[ShuffledHarness, list[Visitor]]:
    """A harness with people at all seats but the last ones, which are bots'."""
    harness = ShuffledHarness(*table, **settings)
    return harness, harness.seat_people(bots)


def end_deal(harness: ShuffledHarness, *people: Visitor) -> None:
    """Play to the end of a deal, which then lies open."""
    while harness.table.match.intermission is None:
        harness.play_to_the_end(*people, moves=1)


def verdict(visitor: Visitor) -> MatchChecked | None:
    """The verdict of a visitor's program, once it has checked all deals."""
    while visitor.client.checking.due:
        for event in visitor.client.checking.step():
            visitor.hear(event)
    return visitor.client.deals.match.verdict


def fault(visitor: Visitor) -> str:
    """The fault reported to a visitor, or ""."""
    found = verdict(visitor)
    return "" if found is None else found.fault


def missing(visitor: Visitor) -> tuple[int, ...] | None:
    """The seats that had no share in the last shuffle; None if none was reported."""
    told = [each.missing for each in visitor.events if isinstance(each, Shuffled)]
    return told[-1] if told else None
