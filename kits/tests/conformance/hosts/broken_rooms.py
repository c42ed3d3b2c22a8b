"""Hosts that break a sentence about another game, watchers who want a seat, or who is here."""

from collections.abc import Callable
from dataclasses import replace as changed
from math import inf
from typing import Any

from msgspec.structs import replace

from core.game import plain_options
from core.games import GAMES
from kits.tests.conformance.hosts.broken_host import (
    BrokenLobby,
    Mishear,
    Spoil,
    changing,
    ignore,
    leaving_out,
    saying,
)
from net.table.effects import Effect, Send
from net.wire import to_host
from net.wire.from_host import (
    Closed,
    GameChanged,
    Gathered,
    Given,
    Message,
    Refused,
    Said,
    Seated,
    Tallied,
    Updated,
)
from net.wire.reasons import CLOSINGS, REFUSALS

FIRST = "kozel"
"""The game of the table before it changes."""


def other_game(lobby: BrokenLobby) -> bool:
    return lobby.table.game.NAME != FIRST


def after(change: Callable[[BrokenLobby, Gathered], Gathered]) -> Spoil:
    """Change the room once there is another game."""
    return changing(
        Gathered, lambda lobby, who, room: change(lobby, room) if other_game(lobby) else room
    )


def keep_the_rules(lobby: BrokenLobby, room: Gathered) -> Gathered:
    return replace(room, options=plain_options(GAMES[FIRST].Options()))


def hand_on(lobby: BrokenLobby, room: Gathered) -> Gathered:
    return replace(room, owner=((room.owner or 0) + 1) % len(room.seats))


def still_ready(lobby: BrokenLobby, room: Gathered) -> Gathered:
    return replace(room, seats=[replace(line, ready=line.kind == "human") for line in room.seats])


def another_result(lobby: BrokenLobby, who: Any, message: Tallied) -> Tallied:
    last = message.matches[-1]
    seats = [replace(seat, points=seat.points + 1) for seat in last.seats]
    return replace(message, matches=[*message.matches[:-1], replace(last, seats=seats)])


def tell_players_alone(lobby: BrokenLobby, send: Send) -> list[Effect]:
    """Tell no watcher of another game."""
    watches = lobby.seat_of(send.connection) is None
    return [] if isinstance(send.message, GameChanged) and watches else [send]


def after_the_room(kind: type[Message]) -> Spoil:
    """Send a message after the Gathered that has to follow it."""

    def spoil(lobby: BrokenLobby, send: Send) -> list[Effect]:
        if isinstance(send.message, kind):
            lobby.held.append(send)
            return []
        if not isinstance(send.message, Gathered):
            return [send]
        held = [each for each in lobby.held if each.connection == send.connection]
        lobby.held = [each for each in lobby.held if each not in held]
        return [send, *held]

    return spoil


def tell_strangers(lobby: BrokenLobby, send: Send) -> list[Effect]:
    """Tell a program of another game that has not listed any."""
    if isinstance(send.message, Closed) and send.message.code == "changed":
        return [Send(send.connection, GameChanged(lobby.table.game.NAME, None)), send]
    return [send]


def closing_with(code: str, instead: str) -> Spoil:
    """Say Closed with another code."""

    def change(lobby: BrokenLobby, who: Any, message: Closed) -> Closed:
        return (
            replace(message, code=instead, reason=CLOSINGS[instead])
            if message.code == code
            else message
        )

    return changing(Closed, change)


def give_to_others(lobby: BrokenLobby, send: Send) -> list[Effect]:
    """Give the seat to another watcher than the owner has named."""
    if not isinstance(send.message, Given):
        return [send]
    others = [each for each in lobby.table.room.watchers if each != send.connection]
    return [Send(each, send.message) for each in others[:1]]


def no_limit(lobby: BrokenLobby, who: Any, message: Refused) -> Refused:
    if message.code == "fast" and lobby.seat_of(who) is None:
        return replace(message, code="asked", reason=REFUSALS["asked"])
    return message


def without_code(kind: type[Message], code: str) -> Spoil:
    """Send no message of a kind with this code."""

    def spoil(lobby: BrokenLobby, send: Send) -> list[Effect]:
        message: Any = send.message
        return [] if isinstance(message, kind) and message.code == code else [send]

    return spoil


def obeying(kind: type[Message]) -> Mishear:
    """Take each player for the owner in a request of a kind, and answer with the room."""

    def hear(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost:
        seat = lobby.seat_of(who)
        guest = seat is not None and seat != lobby.table.room.owner
        return to_host.Here() if isinstance(said, kind) and guest else said

    return hear


def granting(
    kind: type[Message], when: Callable[[BrokenLobby, Any], bool] = lambda lobby, said: True
) -> Mishear:
    """Answer a request that is to be refused with the room."""
    return lambda lobby, who, said: (
        to_host.Here() if isinstance(said, kind) and when(lobby, said) else said
    )


def is_occupied(lobby: BrokenLobby, said: to_host.Give) -> bool:
    holder = lobby.table.room[said.seat]
    return holder.human and not holder.away


def puts_nobody_out(lobby: BrokenLobby, said: to_host.PutOut) -> bool:
    return said.seat is None and not said.watcher


def ask_in_vain(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost | None:
    """Leave a second Request without an answer."""
    watcher = lobby.table.room.watchers.get(who)
    return None if isinstance(said, to_host.Request) and watcher and watcher.asks else said


def lines(*parts: str, **fields: Any) -> Spoil:
    """Say the same in every line of a seat or watcher; `parts` names the lists of lines."""

    def change(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
        told = {part: [replace(line, **fields) for line in getattr(room, part)] for part in parts}
        return replace(room, **told)

    return changing(Gathered, change)


def untold(kind: str) -> Spoil:
    """Leave a change of the room out of `happened`."""
    return saying(Gathered, happened=lambda room: [c for c in room.happened if c.kind != kind])


def count_anew(lobby: BrokenLobby, who: Any, message: Updated) -> Updated:
    """Number the positions of another game from 1."""
    match = lobby.table.match
    if not other_game(lobby) or match is None:
        return message
    return replace(message, seq=message.seq - match.setup.seq + 1)


def open_to_all(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost:
    """Let watchers talk again as soon as one of them sends Request."""
    if isinstance(said, to_host.Request):
        lobby.table.room.access.limit(watchers_talk=True)
    return said


def never_due(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost:
    """Wait for an answer to Nudge without end."""
    for holder in lobby.table.room:
        holder.answer_by = None
    return said


def quick_at_once(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost:
    """Let the line of a watcher change as often as it is measured."""
    room = lobby.table.room
    if isinstance(said, to_host.Ping) and who in room.watchers:
        room.watchers[who] = changed(room.watchers[who], measured=-inf)
    return said


def always_first_code(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
    lobby.code = lobby.code or room.code
    return replace(room, code=lobby.code)


def take_first_code(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost:
    """Take the code with which the table was opened, and no other."""
    lobby.code = lobby.code or lobby.table.code
    if isinstance(said, to_host.Prove):
        lobby.table.code = lobby.code
    return said


def keep_the_match(lobby: BrokenLobby, who: Any, said: to_host.ToHost) -> to_host.ToHost:
    """Change house rules after a match, and leave the position where it is."""
    if not isinstance(said, to_host.Rule) or lobby.table.phase != "over":
        return said
    lobby.table.agreement.change_rules(said.options)
    return to_host.Here()


SPOILT: dict[str, tuple[str, Spoil]] = {
    "another game keeps the old house rules": ("new-rules", after(keep_the_rules)),
    "watchers are not told of another game": ("game-changed", tell_players_alone),
    "another game is told after its room": ("game-changed", after_the_room(GameChanged)),
    "the room does not say that the game is another": ("game-changed", untold("game")),
    "some are ready for another game": ("nobody-ready", after(still_ready)),
    "another game has another owner": ("room-stays", after(hand_on)),
    "positions of another game count from 1": ("go-on", changing(Updated, count_anew)),
    "all change seats with the game": (
        "seats-kept",
        saying(GameChanged, seat=lambda told: None if told.seat is None else (told.seat + 1) % 3),
    ),
    "a player without a seat is told of one": (
        "unseated",
        saying(GameChanged, seat=lambda told: told.seat or 0),
    ),
    "a seat is said to be of the old game": ("game-in-seated", saying(Seated, game=FIRST)),
    "programs that know no games are not told to go": ("changed", without_code(Closed, "changed")),
    "programs that know no games are put out": ("changed", closing_with("changed", "removed")),
    "programs that know no games are told of another": ("games-unasked", tell_strangers),
    "the evening begins anew with another game": (
        "evening",
        after(lambda lobby, room: replace(room, evening=[])),
    ),
    "the matches of another game are forgotten": (
        "tallied",
        saying(Tallied, matches=lambda told: [m for m in told.matches if m.game != FIRST]),
    ),
    "nobody is told the matches of the evening": ("tallied", leaving_out(Tallied)),
    "a match of the evening has other points": ("tallied", changing(Tallied, another_result)),
    "the matches are told after the end": ("tallied", after_the_room(Tallied)),
    "nobody sees that a watcher asks": ("request", lines("watchers", asks=False)),
    "nobody hears that a watcher asks": ("request", untold("requested")),
    "watchers may ask without end": ("requests-limit", changing(Refused, no_limit)),
    "a watcher is denied in silence": ("denied", without_code(Refused, "denied")),
    "another watcher is given the seat": ("given", give_to_others),
    "a seat is given with a token of no seat": ("given", saying(Given, token="0" * 32)),
    "another seat is given": ("given", saying(Given, seat=lambda told: (told.seat + 1) % 3)),
    "nobody hears to whom a seat is given": ("giving", untold("given")),
    "a player whose seat was given is put out": ("given-away", closing_with("given", "removed")),
    "a watcher who is kept out is put out": ("kept-out", closing_with("barred", "removed")),
    "a phrase is passed on as text": ("phrase", saying(Said, phrase="")),
    "a phrase is passed on without its text": (
        "phrase",
        saying(Said, text=lambda told: told.phrase or told.text),
    ),
    "nobody sees how others play": ("way", lines("seats", "watchers", way="")),
    "nobody sees a slow line": ("slow", lines("seats", slow=False)),
    "a line that was slow stays so": ("quick", lines("watchers", slow=True)),
    "nobody sees that a bot stands in": ("unanswered", lines("seats", idle=False)),
    "nobody sees another code": ("new-code", changing(Gathered, always_first_code)),
}
"""A fault in a host's messages -> the sentence it breaks, and the fault itself."""
MISHEARD: dict[str, tuple[str, Mishear]] = {
    "the house rules of ChangeGame are lost": (
        "new-rules",
        lambda lobby, who, said: (
            replace(said, options={}) if isinstance(said, to_host.ChangeGame) else said
        ),
    ),
    "an unknown game is taken": (
        "games-listed",
        granting(to_host.ChangeGame, lambda lobby, said: said.game not in GAMES),
    ),
    "too few seats are taken": (
        "misfitting",
        granting(to_host.ChangeGame, lambda lobby, said: said.seats == 1),
    ),
    "a guest changes the game": ("phases", obeying(to_host.ChangeGame)),
    "a guest gives a seat": ("phases", obeying(to_host.Give)),
    "a guest answers a watcher": ("phases", obeying(to_host.Deny)),
    "a second request has no answer": ("asked-before", ask_in_vain),
    "a watcher may ask where none may talk": ("request-refused", open_to_all),
    "Deny is swallowed": ("no-silence", ignore(to_host.Deny)),
    "the seat of a player who is here is given": ("occupied", granting(to_host.Give, is_occupied)),
    "nobody is let in again": ("kept-out", granting(to_host.LetIn)),
    "a pause is not set": ("pause", granting(to_host.Pause)),
    "any clock is set": ("clocks", granting(to_host.Clock)),
    "any pause is set": ("pauses", granting(to_host.Pause)),
    "any house rule is set": ("rules", granting(to_host.Rule)),
    "a code is made where there is none": ("codeless", granting(to_host.NewCode)),
    "silence is said": ("no-words", granting(to_host.Say)),
    "a player is asked who is not waited for": ("unawaited", granting(to_host.Nudge)),
    "nobody is put out": ("put-out-nobody", granting(to_host.PutOut, puts_nobody_out)),
    "calls of other programs have no answer": ("calls", ignore(to_host.Consult)),
    "a return to a table that is no branch has no answer": ("no-branch", ignore(to_host.Return)),
    "a line is quick again at once": ("quick", quick_at_once),
    "nobody plays for a silent player": ("unanswered", never_due),
    "the earlier code is right": ("new-code", take_first_code),
    "a match stays when a rule has changed": ("rule-after", keep_the_match),
}
"""A fault in a host's hearing -> the same."""
