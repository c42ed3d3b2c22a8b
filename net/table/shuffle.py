"""How the matches of a table are shuffled by everybody, and what people are told about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.deal_proof import unshared
from core.game import Decks, Seat
from core.match import Player
from core.shuffle import SeededDecks
from net.table.ceremony import Ceremony, committed, revealed
from net.table.effects import ConnectionKey
from net.table.journal import RoomEntry
from net.table.journal_writer import MatchSetup
from net.table.match import RunningMatch
from net.table.record_parts import recorded
from net.table.room import Room
from net.table.sender import Sender
from net.wire.reasons import RefusalError
from net.wire.to_host import Commit, Reveal


@dataclass(frozen=True, slots=True)
class Undealt:
    """A match that has begun and is not dealt yet."""

    setup: MatchSetup
    players: list[Player]
    """Who sat down to it."""
    room: RoomEntry
    decks: Decks


class Shuffle:
    """The shuffle in progress, and the proofs of finished ones.

    `new_nonce` gives the nonces of bots; without it nobody but the host has a share.
    """

    def __init__(self, room: Room, sender: Sender, new_nonce: Callable[[], bytes] | None) -> None:
        self._room = room
        self._sender = sender
        self._new_nonce = new_nonce
        self._undealt: Undealt | None = None
        self._ceremony: Ceremony | None = None

    @property
    def running(self) -> bool:
        """Whether a match is waiting for its decks."""
        return self._undealt is not None

    def begin(self, undealt: Undealt, now: float) -> None:
        """Shuffle for a match."""
        decks, setup = undealt.decks, undealt.setup
        self._undealt = undealt
        if not isinstance(decks, SeededDecks):
            return
        if self._new_nonce is None:
            proof = unshared(decks)
            setup = replace(setup, proof=proof, new_decks=proof.decks, seed=decks.seed)
            self._undealt = replace(undealt, setup=setup)
        else:
            self._ceremony = Ceremony(
                setup.number, setup.begun, decks, self._room, self._new_nonce, now
            )

    def take(self, seat: Seat, message: Commit | Reveal) -> None:
        """Take somebody's share. Raises RefusalError."""
        match self._ceremony, message:
            case None, _:
                raise RefusalError("shuffled")
            case Ceremony() as ceremony, Commit():
                ceremony.commit(seat, message)
            case Ceremony() as ceremony, Reveal():
                ceremony.reveal(seat, message)

    def follow(self, now: float) -> Undealt | None:
        """Go on as far as possible; return the match once it can be dealt."""
        ceremony, undealt = self._ceremony, self._undealt
        if undealt is not None and ceremony is not None:
            for stage in ceremony.follow(now):
                self._sender.send_all(stage)
            if ceremony.stage != "done":
                return None
            proof = ceremony.proof()
            setup = replace(undealt.setup, proof=proof)
            undealt = replace(undealt, setup=setup, decks=proof.decks())
        self.stop()
        return undealt

    def stop(self) -> None:
        """Stop shuffling."""
        self._ceremony = self._undealt = None

    def deadline(self) -> float | None:
        """When it goes on in any case."""
        return None if self._ceremony is None else self._ceremony.deadline()

    def tell(self, connection: ConnectionKey, match: RunningMatch | None) -> None:
        """Tell somebody how far it has got, or how the match at this table is dealt.

        That is what was committed to, and what shows it of each finished deal.
        """
        if self._ceremony is not None:
            self._sender.send(connection, self._ceremony.message())
        elif match is not None and (proof := match.shown_proof) is not None:
            setup, live = match.setup, match.live
            self._sender.send(connection, committed(setup.number, setup.begun, proof))
            finished = live.over or live.between_deals
            for deal in range(1, len(live.deals) + finished):
                for message in revealed(setup.number, live, deal):
                    self._sender.send(connection, message)

    def record(self, match: RunningMatch, connection: ConnectionKey | None = None) -> None:
        """Give everybody, or one, the record of a match that is over."""
        if self._new_nonce is None:
            return  # nobody is here who could keep one
        for part in recorded(match.setup.number, match.setup.begun, match.live.match.lines):
            if connection is None:
                self._sender.send_all(part)
            else:
                self._sender.send(connection, part)
