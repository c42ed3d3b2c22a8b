"""Taking moves back at the table: past the end of a deal, while pieces move, with a hint open."""

from textual.pilot import Pilot

from core.games.kozel import rules as kozel
from net.client.events import Position
from tests.support.machine import Ann
from tests.support.screens import opened, pick, read, table_of, until
from tui.screens.dialog import Question
from tui.start import StartSolo
from tui.table.effects import TakeBack
from tui.table.last_page import LastPage
from tui.table.screen import TableScreen

SHORT = {"full_deals": 1, "blind_deals": 1, "hapok_deals": 1, "mizer_deals": 1, "stage5": "off"}


def table(pilot: Pilot[None]) -> TableScreen:
    found = table_of(pilot)
    assert found is not None
    return found


def at_choice(pilot: Pilot[None]) -> bool:
    found = table_of(pilot)
    return found is not None and len(found.model.match.legal) > 1


async def to_choice(pilot: Pilot[None]) -> None:
    """Make forced moves until there is something to choose."""
    while not at_choice(pilot):
        await until(pilot, lambda: due(pilot))
        if not at_choice(pilot):
            await pilot.press("enter")


async def choose(pilot: Pilot[None]) -> None:
    """Make a move that is a choice; Enter may first ask for the end of the line."""
    before = table(pilot).model.match.shown
    while table(pilot).model.match.shown is before:
        if table(pilot).model.match.legal:
            await pilot.press("enter")
        await pilot.pause()


async def take_back(pilot: Pilot[None]) -> None:
    """Take back a decision for the first time in a match."""
    await pilot.press("u")
    await pick(pilot, "undo")


async def gone(pilot: Pilot[None], before: Position | None) -> None:
    """Wait until the position is no longer shown."""
    await until(pilot, lambda: table(pilot).model.match.shown is not before)


def over(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, LastPage)


def due(pilot: Pilot[None]) -> bool:
    found = table_of(pilot)
    return found is not None and bool(found.model.match.legal or found.model.match.reading)


async def enter_until(pilot: Pilot[None], deal: int) -> None:
    """Press Enter until a deal is over and open."""
    while True:
        await until(pilot, lambda: due(pilot))
        reading = table(pilot).model.match.reading
        if reading is not None and reading.view.deal == deal:
            return
        await pilot.press("enter")


async def test_before_the_first_time_it_is_asked_and_never_again_in_that_match() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {}, 5)) as pilot:
        for question in (True, False):
            for _ in range(2):
                await to_choice(pilot)
                await choose(pilot)
            await to_choice(pilot)
            before = table(pilot).model.match.shown
            await pilot.press("u")
            assert isinstance(pilot.app.screen, Question) is question
            if question:
                await pilot.press("enter")
                assert table(pilot).model.match.shown is before, "the first answer is harmless"
                await take_back(pilot)
            await gone(pilot, before)
            assert table(pilot).session.client.taken_back


async def test_the_key_is_not_offered_once_all_is_taken_back() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {}, 5), (120, 40)) as pilot:
        await to_choice(pilot)
        await choose(pilot)
        await to_choice(pilot)
        await take_back(pilot)
        await until(pilot, lambda: table(pilot).session.client.taken_back)
        await to_choice(pilot)
        assert "u undo" not in read(pilot)
        await choose(pilot)
        await to_choice(pilot)
        assert "u undo" in read(pilot)


async def test_a_finished_deal_is_taken_back_with_the_log_and_what_the_last_page_shows() -> None:
    async with opened(StartSolo("domino_poker", 2, "easy", SHORT, 3)) as pilot:
        await enter_until(pilot, 2)
        seen = list(table(pilot).session.events.seen)
        await take_back(pilot)
        await until(pilot, lambda: at_choice(pilot))
        match = table(pilot).model.match
        assert match.reading is None
        assert match.last_deal.view.deal == 1
        assert len(table(pilot).session.events.seen) < len(seen)
        lines = [line.say() for line in table(pilot).session.log.lines]
        assert lines[-1] == "Taken back. This match no longer counts in statistics"
        assert not [line for line in lines if line.startswith("The second deal")]
        await enter_until(pilot, 2)
        assert table(pilot).session.events.seen == seen


async def test_a_match_with_moves_taken_back_says_so_on_its_last_page() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {"target": 50}, 4), (100, 40)) as pilot:
        await to_choice(pilot)
        await choose(pilot)
        await to_choice(pilot)
        await take_back(pilot)
        await until(pilot, lambda: table(pilot).session.client.taken_back)
        while not over(pilot):
            await until(pilot, lambda: due(pilot) or over(pilot))
            if not over(pilot):
                await pilot.press("enter")
        assert "Moves were taken back" in read(pilot)


async def test_the_key_is_shown_alone_and_says_why_not_elsewhere() -> None:
    async with opened(StartSolo("kozel", 2, "easy", {}, 5), (120, 40)) as pilot:
        await until(pilot, lambda: due(pilot))
        assert "u undo" not in read(pilot), "there is nothing to take back yet"
        await to_choice(pilot)
        await choose(pilot)
        await to_choice(pilot)
        assert "u undo" in read(pilot)
    ann = Ann(kozel)
    assert TakeBack() in ann.do("undo")
    assert "alone against bots" in ann.connection.take_back()


async def test_pieces_that_move_are_no_obstacle() -> None:
    """Neither the movement nor waiting positions are seen afterwards."""
    async with opened(StartSolo("kozel", 2, "easy", {}, 5), animation="normal") as pilot:
        await to_choice(pilot)
        first = table(pilot).model.match.shown
        await choose(pilot)
        await take_back(pilot)
        await until(pilot, lambda: table(pilot).session.client.taken_back)
        await until(pilot, lambda: at_choice(pilot))
        assert table(pilot).model.match.shown.view == first.view
        assert not table(pilot).model.board.motion.busy
