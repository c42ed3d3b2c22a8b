"""A link within the process: solo play, practice, and a host's own player. No socket."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from core.bots import LEVELS
from core.game import Game, Seat, plain_options
from core.match import header
from core.records.replay import Replay
from core.shuffle import SeededDecks
from net.client.background import Checks
from net.client.calls import reaches
from net.client.events import Answer, ClientEvent, Position, ReachWanted, Refusal
from net.client.handshake import Credentials, Handshake, seat_key
from net.client.reading import read_position
from net.client.seat import ClientSeat
from net.files.saved import Logs
from net.files.store import CredentialStore, Records
from net.host.bots import Bots
from net.host.factory import new_table, take_up
from net.host.runtime import Runtime
from net.secure import signing
from net.table.clock import SOLO_PAUSE
from net.table.effects import Peer
from net.table.lobby import Lobby, Shutdown
from net.table.log import BegunLine, LogError, LogLine, OpenedLine, RoomLine, SeatEntry, move_line
from net.table.log_contents import Log, players
from net.table.opening import NotTakenBackError
from net.wire.from_host import FromHost, Updated
from net.wire.message import Message
from net.wire.protocol import decode_from_host, decode_to_host, encode
from net.wire.to_host import Fill, Reached, Start, ToHost


class LocalLink:
    """A Link to a runtime in this process. `opening` is sent once, after the greeting."""

    def __init__(
        self,
        runtime: Runtime,
        client: ClientSeat,
        opening: Iterable[ToHost] = (),
        *,
        owns_runtime: bool = False,
    ) -> None:
        self.client = client
        self.runtime = runtime
        self._opening = list(opening)
        self._owns_runtime = owns_runtime
        self._queue: asyncio.Queue[Callable[[], None]] = asyncio.Queue()
        self._channel = _Channel(self._queue, self._take, self._drop)
        self._on_event: Callable[[ClientEvent], None] = lambda event: None
        self._dropped = False
        self._reaching: asyncio.Task[None] | None = None
        self._before: list[Updated] = []
        """After moves were taken back: the positions before the next one."""
        self._checks = Checks(client, self._hand_on)

    @property
    def troubles(self) -> tuple[str, ...]:
        """The troubles of this computer, as codes of net.wire.reasons.TROUBLES."""
        return self.runtime.troubles

    def send(self, message: Message) -> None:
        """Send without waiting."""
        # Encoded as bytes, so that a local player sees exactly the same as a remote one.
        sent = decode_to_host(encode(message))
        self._queue.put_nowait(partial(self.runtime.receive, self._channel, sent))
        self.client.sent(message)

    def take_back(self) -> None:
        """Take back this player's last decision, or report a Refusal with the reason."""
        self._queue.put_nowait(self._take_back)

    def _take_back(self) -> None:
        try:
            self._before = self.runtime.take_back(self._channel)
        except NotTakenBackError as error:
            self._hand_on([Refusal("back", error.reason, "", error.facts)])

    def _take(self, message: FromHost) -> None:
        heard = self.client.receive(message, asyncio.get_running_loop().time())
        self._hand_on(map(self._with_before, heard) if self._before else heard)
        self._checks.follow()

    def _with_before(self, event: ClientEvent) -> ClientEvent:
        """Add the earlier positions to the first position after moves were taken back."""
        client = self.client
        if not isinstance(event, Position) or client.game is None or client.room is None:
            return event
        read = partial(read_position, client.game, client.room, client.seat)
        before, self._before = tuple(map(read, self._before)), []
        client.taken_back = True
        return replace(event, before=before)

    def _hand_on(self, events: Iterable[ClientEvent]) -> None:
        for one in events:
            if isinstance(one, Answer):
                self.send(one.message)
            elif isinstance(one, ReachWanted):
                if self._reaching is not None:
                    self._reaching.cancel()  # a later place replaces it
                self._reaching = asyncio.create_task(self._try_to_reach(one))
            else:
                self._on_event(one)

    async def _try_to_reach(self, place: ReachWanted) -> None:
        """Tell the host whether this program can reach the new place of the table."""
        self.send(Reached(place.attempt, await reaches(place, place.address)))

    def _drop(self) -> None:
        self._dropped = True

    async def run(self, on_event: Callable[[ClientEvent], None]) -> None:
        """Carry messages until the table or this side closes."""
        self._on_event = on_event
        self._checks.begin()
        self._hand_on(self.client.greet())
        for message in self._opening:
            self.send(message)
        try:
            while not self._dropped:
                (await self._queue.get())()
        finally:
            if self._reaching is not None:
                self._reaching.cancel()
            self.client.lose(renewing=True)  # a link within the process is never lost
            self.runtime.lost(self._channel)
            if self._owns_runtime:
                await self.runtime.close(Shutdown.KEPT)
            await self._checks.finish()

    async def close(self) -> None:
        """End the connection; `run` returns."""
        self.runtime.lost(self._channel)
        self._channel.drop()


class _Channel:
    """The runtime's end of a local link."""

    peer = Peer(own=True)

    def __init__(
        self,
        queue: asyncio.Queue[Callable[[], None]],
        take: Callable[[FromHost], None],
        end: Callable[[], None],
    ) -> None:
        self._queue, self._take, self._end = queue, take, end

    def send(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self._queue.put_nowait(partial(self._take, decode_from_host(message)))

    def drop(self) -> None:
        self._queue.put_nowait(self._end)


def solo(
    game: Game,
    options: Any,
    seats: int,
    name: str,
    *,
    level: str = LEVELS[0],
    levels: Sequence[str] = (),
    seed: int | None = None,
    bot_seconds: float = 0.6,
    pause: int = SOLO_PAUSE,
    records: Records | None = None,
    logs: Logs | None = None,
) -> LocalLink:
    """Return a link to a solo table: bots take all other seats and the match starts.

    `levels` gives each bot its own level, if they do not all have `level`. With a `seed` the same
    moves give the same match, as both the decks and the bots' random choices follow from it. Only a
    bot that runs out of time may move differently.
    """
    decks = None if seed is None else partial(SeededDecks, seed)
    table = new_table(
        name,
        game,
        options,
        seats,
        decks=decks,
        bot_seconds=bot_seconds,
        pause=pause,
        shared=False,
    )
    client = ClientSeat(watch=False)
    client.join(name, table.id, seat=0)
    fills = [Fill(seat, each) for seat, each in enumerate(levels or [level] * (seats - 1), 1)]
    runtime = Runtime(Lobby(name, [table]), Bots(), records, logs)
    return LocalLink(runtime, client, [*fills, Start()], owns_runtime=True)


def solo_again(
    match: Log,
    now: float,
    *,
    bot_seconds: float = 0.6,
    records: Records | None = None,
    logs: Logs | None = None,
) -> LocalLink:
    """Return a link to a solo match from its log. Raises LogError."""
    table = take_up(match, now, bot_seconds=bot_seconds)
    runtime = Runtime(Lobby(match.opened.host, [table]), Bots(), records, logs)
    return LocalLink(runtime, own_seat(match), owns_runtime=True)


def own_seat(match: Log) -> ClientSeat:
    """Return the client's seat of a log's own player. Raises LogError."""
    own = match.own
    if own is None:
        raise LogError("you gave up your seat in it")
    key = seat_key(match.id, own.name)
    kept = None if match.alone else CredentialStore().get(key)
    secret = kept.secret if kept is not None and kept.token == own.token else ""
    handshake = Handshake(
        credentials={key: Credentials(own.token, "", secret)},
        signing=None if match.alone else signing,
    )
    client = ClientSeat(handshake, watch=not match.alone)
    client.join(own.name, match.id)
    client.taken_back = match.taken_back > 0
    return client


def play_on(
    replay: Replay, at: int, seat: Seat, level: str, now: float, *, bot_seconds: float = 0.6
) -> LocalLink:
    """Return a link to a match that continues from a position of a record, at one of its seats.

    The cards already dealt stay as they were, later deals are new. Bots of the record keep their
    levels; bots of `level` play for its players. No record is written, so that no statistics count
    it.
    """
    return solo_again(Log(tuple(_lines(replay, at, seat, level))), now, bot_seconds=bot_seconds)


def _lines(replay: Replay, at: int, own: Seat, level: str) -> Iterator[LogLine]:
    """Yield the log of a match up to a position, as if the table had been left there."""
    table, orders = secrets.token_hex(16), replay.orders(at)
    seats = (
        SeatEntry(player.name, token=secrets.token_urlsafe())
        if seat == own
        else SeatEntry(player.name, bot=_level(player.kind, level))
        for seat, player in enumerate(replay.players)
    )
    room, name = RoomLine(tuple(seats), own, ""), replay.players[own].name
    rules = dict(plain_options(replay.options))
    opened = table, name, replay.game.NAME, rules, 0, SOLO_PAUSE, room, table
    yield OpenedLine(*opened, own=own, host=name)
    yield header(replay.game, replay.options, players(room))
    seed = secrets.token_hex(32)
    yield BegunLine(1, 0, table, seed, pause=SOLO_PAUSE, given=len(orders))
    yield from ({"deck": [*order]} for order in replay.opening)
    for step in replay.steps[:at]:
        if step.seat is not None:
            yield move_line(step.seat, step.move)
        yield from ({"deck": [*order]} for order in step.orders)


def _level(kind: str, usual: str) -> str:
    level = kind.removeprefix("bot:")
    return level if kind != level and level in LEVELS else usual
