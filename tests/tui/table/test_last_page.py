"""The last page at the table: never over the last deal, read, scrolled, copied, left."""

import pytest
from textual.pilot import Pilot

from net.files.history import load_replay
from tests.support.screens import app_of, opened, pick, play_on, read, seen, table_of, until
from tui.language.text import use_language
from tui.replay.cursor import practice_start
from tui.review.after_match import record_of
from tui.start import StartSolo
from tui.table.last_page import LastPage
from tui.table.screen import TableScreen
from tui.widgets.menu import Menu

SHORT = StartSolo("kozel", 2, "easy", {"target": 50}, seed=4)
"""A match that a player of first legal moves loses after one deal."""


async def test_a_match_ends_with_its_deal_then_its_page_then_another_match(reviewed: None) -> None:
    """The review runs beside its page, and no longer than that."""
    async with opened(SHORT) as pilot:
        await play_on(pilot)
        table, page = table_of(pilot), pilot.app.screen
        assert isinstance(page, LastPage)
        assert table.model.match.reading is None, "the deal has been read before"
        for there in ("points", "deals at 0", "the goat!", "look at the table", "play again"):
            assert there in read(pilot)
        assert "evening" not in read(pilot), "alone, one match is none"
        assert "evening" not in table.model.possible
        await seen(pilot, "The match is being reviewed: ")
        await pilot.press("c")
        assert "Kozel: the match is over\n" in app_of(pilot).clipboard
        assert "reviewed" not in app_of(pilot).clipboard
        await pilot.press("l")
        await until(pilot, lambda: pilot.app.screen is table)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LastPage))
        await pick(pilot, "again")
        await until(pilot, lambda: table.session.phase == "playing" and not over(pilot))
        await seen(pilot, "deal 1")
        assert not table.session.events.seen, "nothing is left of the match before"
        await until(pilot, lambda: not any(worker.node is page for worker in pilot.app.workers))


async def test_a_decision_played_again_leads_back_to_the_page_and_its_match() -> None:
    async with opened(SHORT) as pilot:
        await play_on(pilot)
        page, navigator = pilot.app.screen, app_of(pilot).navigator
        session = navigator.session
        assert isinstance(page, LastPage)
        assert session is not None
        path = record_of(session, page.match.result)
        assert path is not None
        replay = load_replay(path)
        at = next(at for at in range(replay.last) if len(replay.legal(at)) > 1)
        for keys in (("escape",), ("u", "escape")):
            navigator.go(practice_start(replay, path, at, replay.steps[at].seat or 0))
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            await until(pilot, lambda: navigator.session is not session)
            await pilot.press(*keys)
            await pick(pilot, "leave")
            await until(pilot, lambda: pilot.app.screen is page)
            assert navigator.session is session
        await pilot.press("n")
        await until(pilot, lambda: session.phase == "playing" and not over(pilot))


def over(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, LastPage)


@pytest.mark.nightly
async def test_a_tall_window_shows_every_choice() -> None:
    async with opened(SHORT, (160, 48)) as pilot:
        await play_on(pilot)
        menu = pilot.app.screen.query_one("#what-next", Menu)
        menu.offer([(f"choice {number}", f"choice {number}") for number in range(9)])
        await until(pilot, lambda: menu.size.height == 9)
        await seen(pilot, "choice 8")


@pytest.mark.nightly
async def test_the_page_speaks_the_language_chosen_meanwhile() -> None:
    async with opened(SHORT, (100, 30)) as pilot:
        await play_on(pilot)
        page = pilot.app.screen
        assert isinstance(page, LastPage)
        use_language("ru")
        await page.relabel()
        await seen(pilot, "скопировать текстом")
        assert "козёл!" in read(pilot)
        assert "Грач" in read(pilot)
