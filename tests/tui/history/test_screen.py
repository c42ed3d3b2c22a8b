"""The list of past matches: the parts that fit into the smallest windows."""

from pathlib import Path

from tests.support.past_matches import kept, played
from tests.support.screens import opened, pick, read, seen, until


async def test_a_narrow_list_has_room_for_the_place_as_it_leaves_out_the_year(
    own_places: Path,
) -> None:
    kept(own_places / "state" / "matches", played("domino_poker"), "2026-11-20-190000")
    async with opened(size=(44, 30)) as pilot:
        await pick(pilot, "history")
        await seen(pilot, "11-20")
        (line,) = [line for line in read(pilot).splitlines() if "11-20" in line]
        assert "Domino Poker" in line
        assert " of 4, " in line


async def test_an_empty_list_offers_nothing_to_choose() -> None:
    async with opened() as pilot:
        await pick(pilot, "history")
        await seen(pilot, "Past matches")
        await seen(pilot, "Esc back")
        await until(pilot, lambda: "Enter continue" not in read(pilot))
