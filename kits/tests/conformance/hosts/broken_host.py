"""Hosts that break one sentence of the page each: a lobby whose ears or tongue are spoilt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from core.shuffle import SeededDecks
from net.table.effects import Effect, Send
from net.table.lobby import Lobby
from net.table.table import Table
from net.wire.from_host import (
    Committed,
    Confirmed,
    Gathered,
    Message,
    Moved,
    Offered,
    Paused,
    Peers,
    Ponged,
    Recorded,
    Refused,
    Revealed,
    Said,
    Updated,
    Welcomed,
)
from net.wire.message import EventLine
from net.wire.protocol import padded
from net.wire.to_host import Continue, Leave, Play, ToHost, Wait

Spoil = Callable[["BrokenLobby", Send], Iterable[Effect]]
"""The messages sent instead of one."""
Mishear = Callable[["BrokenLobby", Any, ToHost], ToHost | None]
"""The message heard instead of the one sent; None for none."""


class BrokenLobby(Lobby):
    """Sends `spoil` of all messages, and hears `mishear` instead of the message sent."""

    def __init__(
        self,
        table: Table,
        spoil: Spoil = lambda lobby, send: [send],
        mishear: Mishear = lambda lobby, who, said: said,
    ) -> None:
        super().__init__("Broken", [table])
        self.table = table
        self.held: list[Send] = []
        """The messages sent later."""
        self.code = ""
        """The first code of the table, once it was seen."""
        self._spoil = spoil
        self._mishear = mishear

    def receive(self, connection: Any, message: ToHost, now: float) -> list[Effect]:
        heard = self._mishear(self, connection, message)
        return [] if heard is None else self._spoilt(super().receive(connection, heard, now))

    def lost(self, connection: Any, now: float) -> list[Effect]:
        return self._spoilt(super().lost(connection, now))

    def tick(self, now: float) -> list[Effect]:
        return self._spoilt(super().tick(now))

    def bot_moved(self, *answer: Any) -> list[Effect]:
        return self._spoilt(super().bot_moved(*answer))

    def _spoilt(self, effects: list[Effect]) -> list[Effect]:
        return [
            spoilt
            for effect in effects
            for spoilt in (self._spoil(self, effect) if isinstance(effect, Send) else [effect])
        ]

    def seat_of(self, connection: Any) -> int | None:
        return self.table.room.seat_of.get(connection)


def changing(kind: type[Message], change: Callable[[BrokenLobby, Any, Any], Message]) -> Spoil:
    """Change all messages of a kind, knowing who is to hear them."""

    def spoil(lobby: BrokenLobby, send: Send) -> list[Effect]:
        if not isinstance(send.message, kind):
            return [send]
        return [Send(send.connection, change(lobby, send.connection, send.message))]

    return spoil


def saying(kind: type[Message], **fields: Any) -> Spoil:
    """Say the same in every message of a kind, or what a function makes of each."""

    def change(lobby: BrokenLobby, who: Any, said: Any) -> Message:
        values = {name: value(said) if callable(value) else value for name, value in fields.items()}
        return replace(said, **values)

    return changing(kind, change)


def with_view(message: Updated, **fields: Any) -> Updated:
    return replace(message, view={**message.view, **fields})


def show_watchers_a_hand(lobby: BrokenLobby, who: Any, message: Updated) -> Updated:
    if lobby.seat_of(who) is not None or lobby.table.match is None:
        return message
    live = lobby.table.match.live
    hand = live.match.game.view(live.match.state, 0).hand
    return with_view(message, hand=list(hand)) if hand else message


def tell_whoever_draws_what(lobby: BrokenLobby, who: Any, message: Updated) -> Updated:
    """All hear which tile was drawn: the last one that its player holds."""
    if lobby.table.match is None:
        return message
    live = lobby.table.match.live
    events = []
    for line in message.events:
        data = dict(line.data)
        if line.kind == "drew" and line.seat is not None:
            hand = live.match.game.view(live.match.state, line.seat).hand
            data["tile"] = hand[-1]
        events.append(EventLine(line.kind, line.seat, data))
    return replace(message, events=events)


def hurry(lobby: BrokenLobby, who: Any, message: Gathered) -> Gathered:
    """Give less time once the match has begun."""
    begins = any(change.kind == "begun" for change in message.happened)
    later = message.phase == "playing" and not begins
    return replace(message, clock=60 if message.clock == 15 else 15) if later else message


def rename(lobby: BrokenLobby, who: Any, message: Gathered) -> Gathered:
    """Call all players otherwise once the match has begun."""
    begins = any(change.kind == "begun" for change in message.happened)
    if message.phase != "playing" or begins:
        return message
    return replace(message, seats=[replace(line, name=f"{line.name}!") for line in message.seats])


def forget_a_total(lobby: BrokenLobby, who: Any, message: Updated) -> Updated:
    totals = [total + (lobby.seat_of(who) == 1) for total in message.view["totals"]]
    return with_view(message, totals=totals)


def lose_a_field(lobby: BrokenLobby, who: Any, message: Updated) -> Updated:
    events = [
        EventLine(
            line.kind, line.seat, {name: part for name, part in line.data.items() if name != "move"}
        )
        for line in message.events
    ]
    return replace(message, events=events)


def make_it_again(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Make a move that was made already once more, with another move of the seat."""
    seat = lobby.seat_of(who)
    if not isinstance(said, Play) or seat is None or lobby.table.match is None:
        return said
    live = lobby.table.match.live
    taken = lobby.table.room[seat].number
    if 0 < said.number <= taken and seat in live.to_act():
        return Play(taken + 1, live.seq, live.legal(seat)[0])
    return said


def hold_a_move_back(lobby: BrokenLobby, who: Any, message: Offered) -> Offered:
    return padded(replace(message, moves=message.moves[1:]))


def spoil_nonces(lobby: BrokenLobby, who: Any, message: Committed) -> Committed:
    if message.stage != "done":
        return message
    return replace(message, shares=[replace(line, nonce="0" * 64) for line in message.shares])


def stack_the_deck(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Play a match with decks that have nothing to do with the commitments."""
    match = lobby.table.match
    if match is not None:
        match.live.match.decks = SeededDecks(7)
    return said


def leaving_out(kind: type[Message]) -> Spoil:
    """Send no messages of a kind."""
    return lambda lobby, send: [] if isinstance(send.message, kind) else [send]


def reveal_the_last_late(lobby: BrokenLobby, send: Send) -> list[Effect]:
    """Hold the Revealed of the last deal back until the room has said that the match is over."""
    over = lobby.table.phase == "over"
    if isinstance(send.message, Revealed) and over:
        lobby.held.append(send)
        return []
    if isinstance(send.message, Gathered) and send.message.phase == "over":
        held = [each for each in lobby.held if each.connection == send.connection]
        lobby.held = [each for each in lobby.held if each not in held]
        return [send, *held]
    return [send]


def ignore(kind: type[Message]) -> Mishear:
    return lambda lobby, who, said: None if isinstance(said, kind) else said


SPOILT: dict[str, tuple[str, Spoil]] = {
    "a watcher sees a hand": ("secrets", changing(Updated, show_watchers_a_hand)),
    "all see what is drawn": ("secrets", changing(Updated, tell_whoever_draws_what)),
    "one sees other totals": ("same-views", changing(Updated, forget_a_total)),
    "a view has a field more": (
        "views",
        saying(Updated, view=lambda told: {**told.view, "weather": "fair"}),
    ),
    "events lack the move": ("events", changing(Updated, lose_a_field)),
    "a number has a fraction": ("plain-values", saying(Updated, number=0.5)),
    "positions are numbered by twos": ("counted", saying(Updated, seq=lambda told: 2 * told.seq)),
    "pings are answered with zero": ("pings", saying(Ponged, sent=0)),
    "pings are answered with fractions": ("plain-values", saying(Ponged, sent=0.5)),
    "the clock changes in a match": ("same-terms", changing(Gathered, hurry)),
    "names change in a match": ("same-seats", changing(Gathered, rename)),
    "refusals have a code of their own": ("codes", saying(Refused, code="no")),
    "the room does not say what changed": ("changes", saying(Gathered, happened=[])),
    "a legal move is not offered": ("offers", changing(Offered, hold_a_move_back)),
    "the length of an offer tells of the hand": ("filled-up", saying(Offered, padding="")),
    "the code is not proved": ("code-proof", saying(Confirmed, proof="0" * 64)),
    "another seed is revealed": ("seed", saying(Revealed, seed="0" * 64)),
    "the last moves are not revealed": (
        "dealt-again",
        saying(Revealed, moves=lambda told: told.moves[:-1]),
    ),
    "a free seat is not listed": (
        "hello-again",
        saying(
            Welcomed,
            tables=lambda told: [replace(line, free=max(1, line.free - 1)) for line in told.tables],
        ),
    ),
    "the record has another end": (
        "records",
        saying(Recorded, text=lambda told: told.text.replace('"places":[', '"places":[9,')),
    ),
    "a nonce is another one": ("nonces", changing(Committed, spoil_nonces)),
    "the evening is forgotten": ("evening", saying(Gathered, evening=[])),
    "what is proposed is not shown": ("rematch", saying(Gathered, rematch="")),
    "nobody is told of another seat": ("moved", leaving_out(Moved)),
    "a line is said in another name": ("talk", saying(Said, name=lambda told: f"{told.name}!")),
    "the last deal is revealed late": ("revealed", reveal_the_last_late),
    "all are said to have gone on": (
        "pauses-told",
        saying(Paused, awaited=[], gone_on=lambda told: sorted([*told.awaited, *told.gone_on])),
    ),
    "a pause is said to have no end": ("pauses-told", saying(Paused, left=-1)),
    "no time is left": ("time-left", saying(Updated, left=0)),
    "nobody is told of keys": ("peers", leaving_out(Peers)),
    "other keys are told": (
        "peers",
        saying(Peers, peers=lambda told: [replace(line, key="0f" * 32) for line in told.peers]),
    ),
    "the table belongs to nobody": ("first-owner", saying(Gathered, owner=None)),
}
"""A fault in a host's messages -> the sentence it breaks, and the fault itself."""
MISHEARD: dict[str, tuple[str, Mishear]] = {
    "the deck is another one": ("dealt-again", stack_the_deck),
    "a repeated move is made again": ("once", make_it_again),
    "nobody can leave": ("leaving", ignore(Leave)),
    "Continue is swallowed": ("no-silence", ignore(Continue)),
    "Wait is swallowed": ("no-silence", ignore(Wait)),
}
"""A fault in a host's hearing -> the same."""
