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
    changing,
    ignore,
    leaving_out,
    saying,
)
from net.table.effects import Effect, Send
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
from net.wire.to_host import (
    ChangeGame,
    Clock,
    Consult,
    Deny,
    Give,
    Here,
    LetIn,
    NewCode,
    Nudge,
    Pause,
    Ping,
    Prove,
    PutOut,
    Request,
    Return,
    Rule,
    Say,
    ToHost,
)

FIRST = "kozel"
"""The game of the table before it changes."""


def other_game(lobby: BrokenLobby) -> bool:
    return lobby.table.game.NAME != FIRST


def after(change: Callable[[BrokenLobby, Gathered], Gathered]) -> Any:
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


def without_first(lobby: BrokenLobby, who: Any, message: Tallied) -> Tallied:
    """Forget the matches of the game before."""
    return replace(message, matches=[m for m in message.matches if m.game != FIRST])


def another_result(lobby: BrokenLobby, who: Any, message: Tallied) -> Tallied:
    last = message.matches[-1]
    seats = [replace(seat, points=seat.points + 1) for seat in last.seats]
    return replace(message, matches=[*message.matches[:-1], replace(last, seats=seats)])


def tell_players_alone(lobby: BrokenLobby, send: Send) -> list[Effect]:
    """Tell no watcher of another game."""
    watches = lobby.seat_of(send.connection) is None
    return [] if isinstance(send.message, GameChanged) and watches else [send]


def after_the_room(kind: type[Message]) -> Any:
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


def closing_with(code: str, instead: str) -> Any:
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


def without_code(kind: type[Message], code: str) -> Any:
    """Send no message of a kind with this code."""

    def spoil(lobby: BrokenLobby, send: Send) -> list[Effect]:
        message: Any = send.message
        return [] if isinstance(message, kind) and message.code == code else [send]

    return spoil


def obeying(kind: type[Message]) -> Any:
    """Take each player for the owner in a request of a kind, and answer with the room."""

    def hear(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
        seat = lobby.seat_of(who)
        guest = seat is not None and seat != lobby.table.room.owner
        return Here() if isinstance(said, kind) and guest else said

    return hear


def granting(kind: type[Message], when: Callable[[BrokenLobby, Any], bool]) -> Any:
    """Answer a request that is to be refused with the room."""
    return lambda lobby, who, said: Here() if isinstance(said, kind) and when(lobby, said) else said


def is_occupied(lobby: BrokenLobby, said: Give) -> bool:
    holder = lobby.table.room[said.seat]
    return holder.human and not holder.away


def puts_nobody_out(lobby: BrokenLobby, said: PutOut) -> bool:
    return said.seat is None and not said.watcher


def ask_in_vain(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost | None:
    """Leave a second Request without an answer."""
    watcher = lobby.table.room.watchers.get(who)
    return None if isinstance(said, Request) and watcher and watcher.asks else said


def lines(*parts: str, **fields: Any) -> Any:
    """Say the same in every line of a seat or watcher; `parts` names the lists of lines."""

    def change(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
        told = {part: [replace(line, **fields) for line in getattr(room, part)] for part in parts}
        return replace(room, **told)

    return changing(Gathered, change)


def nobody_asks(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
    return replace(room, watchers=[replace(line, asks=False) for line in room.watchers])


def untold(kind: str) -> Any:
    """Leave a change of the room out of `happened`."""

    def change(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
        return replace(room, happened=[each for each in room.happened if each.kind != kind])

    return changing(Gathered, change)


def count_anew(lobby: BrokenLobby, who: Any, message: Updated) -> Updated:
    """Number the positions of another game from 1."""
    match = lobby.table.match
    if not other_game(lobby) or match is None:
        return message
    return replace(message, seq=message.seq - match.setup.seq + 1)


def open_to_all(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Let watchers talk again as soon as one of them sends Request."""
    if isinstance(said, Request):
        lobby.table.room.access.limit(watchers_talk=True)
    return said


def never_due(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Wait for an answer to Nudge without end."""
    for holder in lobby.table.room:
        holder.answer_by = None
    return said


def quick_at_once(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Let the line of a watcher change as often as it is measured."""
    room = lobby.table.room
    if isinstance(said, Ping) and who in room.watchers:
        room.watchers[who] = changed(room.watchers[who], measured=-inf)
    return said


def always_first_code(lobby: BrokenLobby, who: Any, room: Gathered) -> Gathered:
    lobby.code = lobby.code or room.code
    return replace(room, code=lobby.code)


def take_first_code(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Take the code with which the table was opened, and no other."""
    lobby.code = lobby.code or lobby.table.code
    if isinstance(said, Prove):
        lobby.table.code = lobby.code
    return said


def keep_the_match(lobby: BrokenLobby, who: Any, said: ToHost) -> ToHost:
    """Change house rules after a match, and leave the position where it is."""
    if not isinstance(said, Rule) or lobby.table.phase != "over":
        return said
    lobby.table.agreement.change_rules(said.options)
    return Here()


BREAKS_OF_ROOMS: dict[str, tuple[str, dict[str, Any]]] = {
    "another game keeps the old house rules": ("new-rules", {"spoil": after(keep_the_rules)}),
    "the house rules of ChangeGame are lost": (
        "new-rules",
        {
            "mishear": lambda lobby, who, said: (
                replace(said, options={}) if isinstance(said, ChangeGame) else said
            )
        },
    ),
    "watchers are not told of another game": ("game-changed", {"spoil": tell_players_alone}),
    "another game is told after its room": ("game-changed", {"spoil": after_the_room(GameChanged)}),
    "the room does not say that the game is another": ("game-changed", {"spoil": untold("game")}),
    "an unknown game is taken": (
        "games-listed",
        {"mishear": granting(ChangeGame, lambda lobby, said: said.game not in GAMES)},
    ),
    "too few seats are taken": (
        "misfitting",
        {"mishear": granting(ChangeGame, lambda lobby, said: said.seats == 1)},
    ),
    "a guest changes the game": ("phases", {"mishear": obeying(ChangeGame)}),
    "a guest gives a seat": ("phases", {"mishear": obeying(Give)}),
    "a guest answers a watcher": ("phases", {"mishear": obeying(Deny)}),
    "some are ready for another game": ("nobody-ready", {"spoil": after(still_ready)}),
    "another game has another owner": ("room-stays", {"spoil": after(hand_on)}),
    "positions of another game count from 1": ("go-on", {"spoil": changing(Updated, count_anew)}),
    "all change seats with the game": (
        "seats-kept",
        {
            "spoil": changing(
                GameChanged,
                lambda lobby, who, said: (
                    said if said.seat is None else replace(said, seat=(said.seat + 1) % 3)
                ),
            )
        },
    ),
    "a player without a seat is told of one": (
        "unseated",
        {
            "spoil": changing(
                GameChanged, lambda lobby, who, said: replace(said, seat=said.seat or 0)
            )
        },
    ),
    "a seat is said to be of the old game": (
        "game-in-seated",
        {"spoil": saying(Seated, game=FIRST)},
    ),
    "programs that know no games are not told to go": (
        "changed",
        {"spoil": without_code(Closed, "changed")},
    ),
    "programs that know no games are put out": (
        "changed",
        {"spoil": closing_with("changed", "removed")},
    ),
    "programs that know no games are told of another": (
        "games-unasked",
        {"spoil": tell_strangers},
    ),
    "the evening begins anew with another game": (
        "evening",
        {"spoil": after(lambda lobby, room: replace(room, evening=[]))},
    ),
    "the matches of another game are forgotten": (
        "tallied",
        {"spoil": changing(Tallied, without_first)},
    ),
    "nobody is told the matches of the evening": ("tallied", {"spoil": leaving_out(Tallied)}),
    "a match of the evening has other points": (
        "tallied",
        {"spoil": changing(Tallied, another_result)},
    ),
    "the matches are told after the end": ("tallied", {"spoil": after_the_room(Tallied)}),
    "nobody sees that a watcher asks": ("request", {"spoil": changing(Gathered, nobody_asks)}),
    "nobody hears that a watcher asks": ("request", {"spoil": untold("requested")}),
    "a second request has no answer": ("asked-before", {"mishear": ask_in_vain}),
    "watchers may ask without end": ("requests-limit", {"spoil": changing(Refused, no_limit)}),
    "a watcher may ask where none may talk": ("request-refused", {"mishear": open_to_all}),
    "a watcher is denied in silence": ("denied", {"spoil": without_code(Refused, "denied")}),
    "Deny is swallowed": ("no-silence", {"mishear": ignore(Deny)}),
    "another watcher is given the seat": ("given", {"spoil": give_to_others}),
    "a seat is given with a token of no seat": ("given", {"spoil": saying(Given, token="0" * 32)}),
    "another seat is given": (
        "given",
        {
            "spoil": changing(
                Given, lambda lobby, who, said: replace(said, seat=(said.seat + 1) % 3)
            )
        },
    ),
    "nobody hears to whom a seat is given": ("giving", {"spoil": untold("given")}),
    "the seat of a player who is here is given": (
        "occupied",
        {"mishear": granting(Give, is_occupied)},
    ),
    "a player whose seat was given is put out": (
        "given-away",
        {"spoil": closing_with("given", "removed")},
    ),
    "a watcher who is kept out is put out": (
        "kept-out",
        {"spoil": closing_with("barred", "removed")},
    ),
    "nobody is let in again": (
        "kept-out",
        {"mishear": granting(LetIn, lambda lobby, said: True)},
    ),
    "a pause is not set": ("pause", {"mishear": granting(Pause, lambda lobby, said: True)}),
    "any clock is set": ("clocks", {"mishear": granting(Clock, lambda lobby, said: True)}),
    "any pause is set": ("pauses", {"mishear": granting(Pause, lambda lobby, said: True)}),
    "any house rule is set": ("rules", {"mishear": granting(Rule, lambda lobby, said: True)}),
    "a code is made where there is none": (
        "codeless",
        {"mishear": granting(NewCode, lambda lobby, said: True)},
    ),
    "silence is said": ("no-words", {"mishear": granting(Say, lambda lobby, said: True)}),
    "a player is asked who is not waited for": (
        "unawaited",
        {"mishear": granting(Nudge, lambda lobby, said: True)},
    ),
    "nobody is put out": ("put-out-nobody", {"mishear": granting(PutOut, puts_nobody_out)}),
    "calls of other programs have no answer": ("calls", {"mishear": ignore(Consult)}),
    "a return to a table that is no branch has no answer": (
        "no-branch",
        {"mishear": ignore(Return)},
    ),
    "a phrase is passed on as text": ("phrase", {"spoil": saying(Said, phrase="")}),
    "a phrase is passed on without its text": (
        "phrase",
        {
            "spoil": changing(
                Said, lambda lobby, who, said: replace(said, text=said.phrase or said.text)
            )
        },
    ),
    "nobody sees how others play": ("way", {"spoil": lines("seats", "watchers", way="")}),
    "nobody sees a slow line": ("slow", {"spoil": lines("seats", slow=False)}),
    "a line that was slow stays so": ("quick", {"spoil": lines("watchers", slow=True)}),
    "a line is quick again at once": ("quick", {"mishear": quick_at_once}),
    "nobody plays for a silent player": ("unanswered", {"mishear": never_due}),
    "nobody sees that a bot stands in": ("unanswered", {"spoil": lines("seats", idle=False)}),
    "nobody sees another code": ("new-code", {"spoil": changing(Gathered, always_first_code)}),
    "the earlier code is right": ("new-code", {"mishear": take_first_code}),
    "a match stays when a rule has changed": ("rule-after", {"mishear": keep_the_match}),
}
"""The fault of a host -> the sentence it breaks, and how."""
