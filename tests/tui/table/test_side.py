"""The side of the table: talk is seen in every window, and typed words are never played."""

from collections.abc import Mapping

import pytest

from net.wire.to_host import Say
from tests.support.harness_app import match_with_zoe
from tests.support.screens import my_turn, opened, seen, shown_table, until
from tui.start import StartSolo
from tui.table.side import SidePanel

KOZEL = StartSolo("kozel", 3, "easy", {}, 3, "Ann")


async def test_a_line_being_typed_stays_in_sight_when_the_window_shrinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with match_with_zoe(monkeypatch) as (pilot, _):
        table = await shown_table(pilot)
        legal = table.model.board.legal
        await pilot.press("f4", *"wait ")
        for size in ((60, 20), (59, 19), (80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.press(*"sh")
        await seen(pilot, "wait sh")
        await pilot.press("enter")
        lines = table.session.log.lines
        await until(pilot, lambda: "Ann: wait sh" in [line.say() for line in lines])
        assert table.model.board.legal == legal


async def test_talk_is_shown_where_the_log_is_out_of_sight() -> None:
    async with opened(KOZEL, size=(60, 20)) as pilot:
        table = await my_turn(pilot)
        table.session.send(Say("[b]tea?"))
        await seen(pilot, "Ann: [b]tea?")


def arranged(side: SidePanel, *, looking: bool = False) -> Mapping[str, bool]:
    classes = side.arrange(7, edgeless=False, watching=False, looking=looking)
    assert classes is not None, "something has changed"
    return classes


def test_whoever_looks_back_sees_the_table_and_not_the_side() -> None:
    side = SidePanel()
    side.width = 60
    side.toggle()
    assert arranged(side)["-only-side"]
    looking = arranged(side, looking=True)
    assert looking["-hide-side"]
    assert not looking["-only-side"]
    side.width = 80
    assert not arranged(side, looking=True)["-hide-side"]
