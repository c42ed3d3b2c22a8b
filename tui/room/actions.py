"""The actions of the waiting room, one row each, with their effects on a `RoomDesk`. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from core.bots import levels
from net.wire.to_host import Fill, NewCode, Request
from tui.actions import Action
from tui.language.games import no_bots
from tui.lessons import LESSONS
from tui.table import effects
from tui.table.effects import Effect
from tui.table.session import TableSession


@dataclass(slots=True)
class RoomDesk:
    """Everything that an action of the waiting room may look at, and its effects."""

    session: TableSession
    level: str = ""
    """The level of bots that this player chose last."""
    over_table: bool = False
    """Whether the table is behind the room, as after a match."""
    typing: bool = False
    """Whether keys go to the chat line."""
    effects: list[Effect] = field(default_factory=list)


def known_levels(desk: RoomDesk) -> Sequence[str]:
    """List the levels of bots of this game; if it has none, say so."""
    seated = desk.session.client.seated
    known = levels(seated.game) if seated else ()
    if seated and not known:
        desk.effects.append(effects.Tell(no_bots(seated.game)))
    return known


def fill_all(desk: RoomDesk) -> None:
    """Put bots on all free seats."""
    if known := known_levels(desk):
        level = desk.level if desk.level in known else known[0]
        desk.effects += (
            effects.SendMessage(Fill(seat, level))
            for seat, line in enumerate(desk.session.seats)
            if not line.kind
        )


def _gives(effect: Effect) -> Callable[[RoomDesk], None]:
    return lambda desk: desk.effects.append(effect)


def _go_back(desk: RoomDesk) -> None:
    """Leave the chat line, then the room for the table behind it, then the table."""
    if desk.typing:
        desk.effects.append(effects.CloseChat())
    else:
        desk.effects.append(effects.CloseScreen() if desk.over_table else effects.AskLeave())


def _owns(desk: RoomDesk) -> bool:
    return desk.session.client.owns


def _may_ask_for_seat(desk: RoomDesk) -> bool:
    """Tell whether this is a watcher without an open request, and no seat is free."""
    client, room = desk.session.client, desk.session.client.room
    return room is not None and client.seat is None and not (client.requested or room.free)


def _has_code(desk: RoomDesk) -> bool:
    room = desk.session.client.room
    return _owns(desk) and room is not None and bool(room.code)


def _has_lesson(desk: RoomDesk) -> bool:
    seated = desk.session.client.seated
    return seated is not None and seated.game in LESSONS


ACTIONS: Final[tuple[Action, ...]] = (
    Action("", "up", action="beside(-1, 0)", hidden=True),
    Action("", "down", action="beside(1, 0)", hidden=True),
    Action("", "left", action="beside(0, -1)", hidden=True),
    Action("", "right", action="beside(0, 1)", hidden=True),
    Action("chat", "f4,c", "chat", key_effect=_gives(effects.OpenChat())),
    Action(
        *("house_rules", "f5,h", "house rules"),
        key_effect=_gives(effects.OpenPage("house rules")),
    ),
    Action("people", "f10,o", "people", key_effect=_gives(effects.OpenPage("people"))),
    Action("phrases", "v", "phrases", key_effect=_gives(effects.OpenPage("phrases"))),
    Action(
        *("ask_for_seat", "j", "ask for a seat"),
        when=_may_ask_for_seat,
        key_effect=_gives(effects.SendMessage(Request())),
    ),
    Action("invite", "i", "invite", key_effect=_gives(effects.OpenPage("ways"))),
    Action("fill", "f6,b", "fill with bots", when=_owns, key_effect=fill_all),
    Action(
        *("another_game", "f9,g", "another game"),
        when=lambda desk: desk.session.client.can_change_game,
        key_effect=_gives(effects.OpenPage("another game")),
    ),
    Action(
        *("evening", "f", "the evening"),
        when=lambda desk: bool(desk.session.client.matches),
        key_effect=_gives(effects.OpenPage("evening")),
    ),
    Action("rules", "f3,r", "rules", key_effect=_gives(effects.OpenRules())),
    Action(
        *("lesson", "f7,l", "lesson"),
        when=_has_lesson,
        key_effect=_gives(effects.OpenPage("lesson")),
    ),
    Action(
        *("new_code", "f8,n", "new code"),
        when=_has_code,
        key_effect=_gives(effects.SendMessage(NewCode())),
    ),
    Action(
        *("back", "escape", "leave"),
        when=lambda desk: "to the table" if desk.over_table else "leave",
        key_effect=_go_back,
    ),
)
"""The actions of the waiting room, in the order of the bar."""

WISHES: Final = {action.wished: action for action in ACTIONS}
