"""The permissions of messages, by role and phase of a table; printed in docs/protocol.md."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, get_args

from net.table.effects import ConnectionKey
from net.table.room import Room
from net.wire import to_host
from net.wire.message import Message
from net.wire.reasons import RefusalError

GATHERING: Final = "gathering"
PLAYING: Final = "playing"
OVER: Final = "over"

PHASES: Final = (GATHERING, PLAYING, OVER)


class Role(IntEnum):
    """The roles at a table; each has the permissions of those before it."""

    WATCHER = 0
    PLAYER = 1
    OWNER = 2


@dataclass(frozen=True, slots=True)
class Permission:
    """The role and the phases in which a message may be sent."""

    role: Role
    phases: tuple[str, ...] = PHASES
    code: str = ""
    """The code of the Refused in other phases."""
    note: str = ""
    """A further condition, for readers of the protocol."""


def role_of(room: Room, connection: ConnectionKey) -> Role:
    """Return the role of a connection in a room."""
    seat = room.seat_of.get(connection)
    if seat is None:
        return Role.WATCHER
    return Role.OWNER if seat == room.owner else Role.PLAYER


_BEFORE: Final = (GATHERING, OVER)
_DURING: Final = (PLAYING,)

PERMISSIONS: Final[dict[type[Message], Permission]] = {
    to_host.Say: Permission(
        Role.WATCHER, note="refused as `quiet` to a watcher where the owner does not allow it"
    ),
    to_host.Request: Permission(
        Role.WATCHER,
        note="refused as `joined` to a player, as `asked` until there is an answer, as `locked` or "
        "`quiet` where the owner has locked the table or does not let watchers talk",
    ),
    to_host.Leave: Permission(Role.WATCHER),
    to_host.Ready: Permission(Role.PLAYER, _BEFORE, "running"),
    to_host.Rematch: Permission(
        Role.PLAYER,
        _BEFORE,
        "running",
        "refused as `proposed` if it differs from what others have proposed",
    ),
    to_host.Commit: Permission(
        Role.PLAYER, _DURING, "idle", "only while the deck is shuffled, else refused as `shuffled`"
    ),
    to_host.Reveal: Permission(
        Role.PLAYER, _DURING, "idle", "only while the deck is shuffled, else refused as `shuffled`"
    ),
    to_host.Play: Permission(
        Role.PLAYER, (PLAYING, OVER), "idle", "in `over` only one that was taken before"
    ),
    to_host.Continue: Permission(
        Role.PLAYER, _DURING, "idle", "only in the intermission it names, else refused as `dealt`"
    ),
    to_host.Wait: Permission(
        Role.PLAYER, _DURING, "idle", "refused as `time` where there is nobody to give time to"
    ),
    to_host.Ask: Permission(Role.PLAYER),
    to_host.Here: Permission(Role.PLAYER),
    to_host.Fill: Permission(
        Role.OWNER, note="in `playing` only for a player who is away, else refused as `running`"
    ),
    to_host.Clear: Permission(Role.OWNER, _BEFORE, "running"),
    to_host.Rule: Permission(Role.OWNER, _BEFORE, "running"),
    to_host.ChangeGame: Permission(
        Role.OWNER,
        _BEFORE,
        "running",
        "refused as `rule` for seats or house rules that the game does not have, as `moving` while "
        "the table is being moved",
    ),
    to_host.Clock: Permission(Role.OWNER, _BEFORE, "running"),
    to_host.NewCode: Permission(Role.OWNER),
    to_host.Pause: Permission(Role.OWNER, _BEFORE, "running"),
    to_host.Start: Permission(Role.OWNER, _BEFORE, "running"),
    to_host.PutOut: Permission(
        Role.OWNER, note="in `playing` a bot takes the seat; refused as `botless` if there is none"
    ),
    to_host.Give: Permission(
        Role.OWNER,
        note="only a seat that is free or a bot's, or whose player is away, else refused as "
        "`occupied`",
    ),
    to_host.HandOver: Permission(Role.OWNER, note="only to a player who is present"),
    to_host.Migrate: Permission(
        Role.OWNER, note="only to a player who is present and whose program can, else `rooted`"
    ),
    to_host.Accept: Permission(Role.PLAYER, note="only after Chosen, else refused as `unasked`"),
    to_host.Decline: Permission(Role.PLAYER, note="only after Chosen, else refused as `unasked`"),
    to_host.Reached: Permission(
        Role.PLAYER, note="only after Announced, else refused as `unasked`"
    ),
    to_host.Prepared: Permission(Role.PLAYER, note="only after Handed, else refused as `unasked`"),
    to_host.Identify: Permission(Role.PLAYER),
    to_host.Nudge: Permission(
        Role.OWNER, _DURING, "idle", "only a player who is waited for, else refused as `unawaited`"
    ),
}
"""The permission of each message at a table. Hello and Ping are always answered."""

for _kind in get_args(to_host.OwnerRequest):
    PERMISSIONS.setdefault(_kind, Permission(Role.OWNER))


UNATTENDED: Final = (
    to_host.Ask,
    to_host.Continue,
    to_host.Commit,
    to_host.Reveal,
    to_host.Reached,
    to_host.Prepared,
    to_host.Identify,
)
"""Messages that clients send by themselves: they do not prove that the player is present."""

UNLIMITED: Final = (
    *(
        to_host.Say,
        to_host.Request,
        to_host.Leave,
        to_host.Play,
        to_host.Continue,
        to_host.Wait,
        to_host.Ask,
    ),
    *(to_host.Commit, to_host.Reveal, to_host.Start),
    *(to_host.Accept, to_host.Decline, to_host.Reached, to_host.Prepared),
)
"""Messages without a limit on changes: others hear of them once a decision, a deal, a match or a
move of the table, or they have a limit of their own.
"""


def check(message: Message, role: Role, phase: str) -> None:
    """Raise RefusalError unless this role may send a message in this phase."""
    permission = PERMISSIONS[type(message)]
    if role < permission.role:
        raise RefusalError("watching" if role is Role.WATCHER else "owner")
    if phase not in permission.phases:
        raise RefusalError(permission.code)
