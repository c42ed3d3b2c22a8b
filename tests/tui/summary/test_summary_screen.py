"""The last page on its screen: late lines are seen where the reader has scrolled to."""

from dataclasses import replace

from core.games import GAMES
from core.records.replay import walk
from tests.support.past_matches import played
from tests.support.screens import opened, read, seen
from tui.summary.screen import SummaryScreen
from tui.summary.words import ending_of


async def test_what_is_found_late_is_in_sight_of_whoever_reads_the_end() -> None:
    match = ending_of(walk(GAMES, played("joker").text().splitlines()), 0)
    assert match is not None
    match = replace(match, deal_check="checked, " * 60 + "and in order")
    page = SummaryScreen(replace(match, reviewing="the match is being reviewed: 99%"))
    async with opened(size=(60, 20)) as pilot:
        await pilot.app.push_screen(page)
        await seen(pilot, match.names[0])
        assert "order." not in read(pilot)
        await pilot.press("end")
        await seen(pilot, "order.")
        page.show(replace(match, mistake=f"the dearest {'and dearest ' * 12}decision"), anew=False)
        await seen(pilot, "order.")
        await pilot.press("home")
        await seen(pilot, "total")
        page.show(replace(match, mistake="short"), anew=False)
        await pilot.pause()
        assert "order." not in read(pilot), "whoever reads the beginning goes on reading it"


async def test_a_small_window_shows_a_whole_ladder_without_scrolling() -> None:
    match = ending_of(walk(GAMES, played("joker").text().splitlines()), 0)
    assert match is not None
    rungs = tuple(f"{number}. a bot: place 1 of 4" for number in (1, 2, 3))
    mistake = f"the dearest {'and dearest ' * 80}decision"
    page = SummaryScreen(replace(match, ladder=(*rungs, "First on 3 of 3 rungs"), mistake=mistake))
    async with opened(size=(80, 24)) as pilot:
        await pilot.app.push_screen(page)
        await seen(pilot, "First on 3 of 3 rungs.")
