"""One seat of a table: whose it is, whether the player is away, which bot plays there."""

from __future__ import annotations

from dataclasses import dataclass

from core.match import Player
from net.table.effects import ConnectionKey
from net.table.peer import UNKNOWN, Peer
from net.wire.from_host import SeatLine


@dataclass(slots=True)
class Place:
    """One seat. It is free while it has neither a token nor a bot."""

    name: str = ""
    token: str = ""
    """Opens the seat again; only a person's seat has one."""
    connection: ConnectionKey | None = None
    peer: Peer = UNKNOWN
    """Where the person here last came from."""
    bot: str = ""
    """The level of the bot that plays here, for itself or for a person who is away or idle."""
    ready: bool = False
    number: int = 0
    """The number of the last move accepted from the person here."""
    away_since: float | None = None
    answer_by: float | None = None
    """When the person here has to have answered the owner, who asked whether anybody is there."""
    idle: bool = False
    """Whether a bot plays because there was no answer."""

    @property
    def free(self) -> bool:
        return not self.token and not self.bot

    @property
    def human(self) -> bool:
        """Whether the seat belongs to a person, present or away."""
        return bool(self.token)

    @property
    def away(self) -> bool:
        return self.human and self.connection is None

    @property
    def kind(self) -> str:
        if self.bot:
            return f"bot:{self.bot}"
        return "human" if self.human else ""

    def line(self) -> SeatLine:
        return SeatLine(self.name, self.kind, self.ready, self.away, self.idle)

    def player(self) -> Player:
        return Player(self.name, self.kind)

    def clear(self) -> None:
        """Free the seat."""
        self.name = self.token = self.bot = ""
        self.connection = self.away_since = self.answer_by = None
        self.peer = UNKNOWN
        self.ready = self.idle = False
        self.number = 0
