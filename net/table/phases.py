"""Which message may be sent by whom in which phase of a table. docs/protocol.md prints it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from net.table.effects import ConnectionKey
from net.table.room import Room
from net.wire.message import Message
from net.wire.reasons import RefusalError
from net.wire.to_host import (
    Accept,
    Allow,
    Ask,
    Clear,
    Clock,
    Commit,
    Continue,
    Decline,
    Fill,
    Give,
    HandOver,
    Here,
    Identify,
    Leave,
    LetIn,
    Migrate,
    NewCode,
    Nudge,
    Pause,
    Play,
    Prepared,
    PutOut,
    Reached,
    Ready,
    Rematch,
    Reveal,
    Rule,
    Say,
    Start,
    Wait,
)

GATHERING: Final = "gathering"
PLAYING: Final = "playing"
OVER: Final = "over"

PHASES: Final = (GATHERING, PLAYING, OVER)


class Role(IntEnum):
    """What somebody at a table is; each role may do what the ones before it may."""

    WATCHER = 0
    PLAYER = 1
    OWNER = 2


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may send a message, and when."""

    role: Role
    phases: tuple[str, ...] = PHASES
    code: str = ""
    """The code of the Refused in other phases."""
    note: str = ""
    """What else a reader of the protocol has to know."""


def role_of(room: Room, connection: ConnectionKey) -> Role:
    """Return what somebody in a room is."""
    seat = room.seat_of.get(connection)
    if seat is None:
        return Role.WATCHER
    return Role.OWNER if seat == room.owner else Role.PLAYER


_BEFORE: Final = (GATHERING, OVER)
_DURING: Final = (PLAYING,)

PERMISSIONS: Final[dict[type[Message], Permission]] = {
    Say: Permission(
        Role.WATCHER, note="refused as `quiet` to a watcher where the owner does not allow it"
    ),
    Leave: Permission(Role.WATCHER),
    Ready: Permission(Role.PLAYER, _BEFORE, "running"),
    Rematch: Permission(
        Role.PLAYER,
        _BEFORE,
        "running",
        "refused as `proposed` if it differs from what others have proposed",
    ),
    Commit: Permission(
        Role.PLAYER, _DURING, "idle", "only while the deck is shuffled, else refused as `shuffled`"
    ),
    Reveal: Permission(
        Role.PLAYER, _DURING, "idle", "only while the deck is shuffled, else refused as `shuffled`"
    ),
    Play: Permission(
        Role.PLAYER, (PLAYING, OVER), "idle", "in `over` only one that was taken before"
    ),
    Continue: Permission(
        Role.PLAYER, _DURING, "idle", "only in the intermission it names, else refused as `dealt`"
    ),
    Wait: Permission(
        Role.PLAYER, _DURING, "idle", "refused as `time` where there is nobody to give time to"
    ),
    Ask: Permission(Role.PLAYER),
    Here: Permission(Role.PLAYER),
    Fill: Permission(
        Role.OWNER, note="in `playing` only for a player who is away, else refused as `running`"
    ),
    Clear: Permission(Role.OWNER, _BEFORE, "running"),
    Rule: Permission(Role.OWNER, _BEFORE, "running"),
    Clock: Permission(Role.OWNER, _BEFORE, "running"),
    NewCode: Permission(Role.OWNER),
    Pause: Permission(Role.OWNER, _BEFORE, "running"),
    Start: Permission(Role.OWNER, _BEFORE, "running"),
    PutOut: Permission(
        Role.OWNER, note="in `playing` a bot takes the seat; refused as `botless` if there is none"
    ),
    LetIn: Permission(Role.OWNER),
    Allow: Permission(Role.OWNER),
    Give: Permission(
        Role.OWNER,
        note="only a seat that is free, or whose player is away, else refused as `occupied`",
    ),
    HandOver: Permission(Role.OWNER, note="only to a player who is present"),
    Migrate: Permission(
        Role.OWNER, note="only to a player who is present and whose program can, else `rooted`"
    ),
    Accept: Permission(Role.PLAYER, note="only after Chosen, else refused as `unasked`"),
    Decline: Permission(Role.PLAYER, note="only after Chosen, else refused as `unasked`"),
    Reached: Permission(Role.PLAYER, note="only after Announced, else refused as `unasked`"),
    Prepared: Permission(Role.PLAYER, note="only after Handed, else refused as `unasked`"),
    Identify: Permission(Role.PLAYER),
    Nudge: Permission(
        Role.OWNER, _DURING, "idle", "only a player who is waited for, else refused as `unawaited`"
    ),
}
"""What somebody at the table may send. Hello and Ping are always answered."""


UNATTENDED: Final = (Ask, Continue, Commit, Reveal, Reached, Prepared, Identify)
"""What clients send by themselves: it does not prove that a person is there."""


def check(message: Message, role: Role, phase: str) -> None:
    """Raise RefusalError unless somebody may send a message in this phase."""
    permission = PERMISSIONS.get(type(message))
    if permission is None:
        raise RefusalError("joined")
    if role < permission.role:
        raise RefusalError("watching" if role is Role.WATCHER else "owner")
    if phase not in permission.phases:
        raise RefusalError(permission.code)
