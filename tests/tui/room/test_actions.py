"""The actions of the waiting room on a desk alone: which keys mean something, and their effects."""

from typing import Any, cast

from core.games.kozel import rules as kozel
from net.wire.to_host import Fill, NewCode
from tests.support.harness import Harness
from tui.actions import Action
from tui.room.actions import WISHES, RoomDesk
from tui.start import StartHome
from tui.table import effects
from tui.table.effects import Effect
from tui.table.session import TableSession


def desk_of(harness: Harness, name: str, **chosen: object) -> RoomDesk:
    """The desk of a player who sits down now."""
    session = TableSession(cast("Any", harness.join(name)), StartHome())
    return RoomDesk(session, **cast("Any", chosen))


def done(desk: RoomDesk, name: str) -> list[Effect]:
    action: Action = WISHES[name]
    assert action.key_effect is not None
    action.key_effect(desk)
    return desk.effects


def meant(desk: RoomDesk) -> set[str]:
    return {name for name, row in WISHES.items() if row.when is None or row.when(desk)}


def test_only_the_owner_has_the_keys_for_bots_and_a_code() -> None:
    harness = Harness(kozel, 4)
    owner, guest = desk_of(harness, "Zoe"), desk_of(harness, "Ann")
    assert "fill" in meant(owner)
    assert "new_code" not in meant(owner), "there is none"
    harness.table.code = "K7QM2X"
    owner.session.send(Fill(2, "easy"))  # the room is sent again
    assert "new_code" in meant(owner)
    assert not {"fill", "new_code"} & meant(guest)
    assert done(owner, "new_code") == [effects.SendMessage(NewCode())]


def test_bots_take_all_free_seats_at_the_level_chosen_last_if_the_game_has_it() -> None:
    harness = Harness(kozel, 4)
    for level, expected in (("hard", "hard"), ("none", "easy")):
        desk = desk_of(harness, f"Zoe{level}", level=level)
        free = [seat for seat, line in enumerate(desk.session.seats) if not line.kind]
        assert done(desk, "fill") == [effects.SendMessage(Fill(seat, expected)) for seat in free]


def test_escape_leaves_the_chat_line_then_the_room_then_the_table() -> None:
    harness = Harness(kozel, 4)
    back = WISHES["back"]
    for name, chosen, means, effect in (
        ("Ann", {"typing": True, "over_table": True}, "to the table", effects.CloseChat()),
        ("Bob", {"over_table": True}, "to the table", effects.CloseScreen()),
        ("Cat", {}, "leave", effects.AskLeave()),
    ):
        desk = desk_of(harness, name, **chosen)
        assert back.when is not None
        assert back.when(desk) == means
        assert done(desk, "back") == [effect]
