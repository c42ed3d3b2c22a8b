"""The pages of past evenings: kept for each table, found by a match, harmless when damaged."""

from datetime import datetime
from pathlib import Path

import pytest

from net.files import evenings
from net.wire.message import PlayedMatch, PlayedSeat

SEATS = [PlayedSeat("Ann", False, 1, 10), PlayedSeat("Bob", False, 2, 40)]
KOZEL = PlayedMatch("kozel", "2026-11-28T21:40:00", SEATS)
JOKER = PlayedMatch("joker", "2026-11-28T22:30:00", SEATS)


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path))


def test_a_table_has_one_page_which_grows() -> None:
    evenings.keep("table-1", "Kitchen", [KOZEL])
    evenings.keep("table-1", "Kitchen", [KOZEL, JOKER])
    evenings.keep("table-2", "Hall", [])
    (kept,) = evenings.past_evenings()
    assert (kept.table, kept.matches) == ("Kitchen", [KOZEL, JOKER])


def test_the_evening_of_a_match_is_found_by_its_game_and_beginning() -> None:
    evenings.keep("table-1", "Kitchen", [KOZEL])
    evenings.keep("table-2", "Hall", [JOKER])
    assert evenings.evening_of("kozel", datetime(2026, 11, 28, 21, 40)).table == "Kitchen"
    assert evenings.evening_of("joker", datetime(2026, 11, 28, 21, 40)) is None


def test_an_id_that_is_no_name_of_a_file_leads_nowhere_else() -> None:
    evenings.keep("../../etc/x", "Kitchen", [KOZEL])
    (path,) = evenings.evenings_folder().iterdir()
    assert path.suffix == ".json"
    assert len([*evenings.past_evenings()]) == 1


def test_damaged_pages_are_left_out() -> None:
    assert list(evenings.past_evenings()) == []
    evenings.keep("table-1", "Kitchen", [KOZEL])
    (evenings.evenings_folder() / "odd.json").write_text('{"table": 5}')
    (evenings.evenings_folder() / "half.json").write_bytes(b'{"table": "x", "mat')
    assert [each.table for each in evenings.past_evenings()] == ["Kitchen"]


def test_the_oldest_pages_make_room() -> None:
    for number in range(evenings.MOST + 3):
        evenings.keep(f"table-{number}", f"Table {number}", [KOZEL])
    assert len([*evenings.past_evenings()]) == evenings.MOST
