"""The waiting room and the list of tables, with another player at a real port of this machine."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from core.games.kozel import rules as kozel
from net.client.events import ClientEvent, RoomChanged
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.lan.discovery import Found
from net.table.lobby import Lobby
from net.wire.protocol import VERSION
from net.wire.to_host import Fill, Ready, Rematch, Say, Start
from tests.support.matches import daily
from tests.support.screens import (
    app_of,
    opened,
    pick,
    play_on,
    read,
    room_open,
    seen,
    table_of,
    until,
)
from tui.app import KozyrApp
from tui.lessons.screen import LessonScreen
from tui.program import TablesFound
from tui.room.house_rules import HouseRulesScreen
from tui.room.screen import RoomScreen
from tui.screens.dialog import AskText
from tui.screens.tables import TablesScreen
from tui.start import StartHost, StartJoin
from tui.table.screen import TableScreen
from tui.widgets.menu import Menu


def port_of(pilot: Pilot[None]) -> int:
    app = app_of(pilot)
    return int(app.navigator.session.address.rpartition(":")[2])


@asynccontextmanager
async def guest(
    port: int, name: str, hear: Callable[[ClientEvent], None] = lambda told: None
) -> AsyncIterator[RemoteLink]:
    """A guest who joins over a socket."""
    client = ClientSeat()
    client.join(name)
    link = RemoteLink("127.0.0.1", port, client)
    running = asyncio.ensure_future(link.run(hear))
    try:
        yield link
    finally:
        await link.close()
        await running


async def agreed_by(pilot: Pilot[None], zoe: RemoteLink) -> None:
    """Zoe sits down at the table and says ready."""
    await seen(pilot, "Zoe sits down")
    zoe.send(Ready())
    await seen(pilot, "✓ ready")


async def begun_with(pilot: Pilot[None], zoe: RemoteLink) -> None:
    """Zoe agrees and the match begins."""
    await agreed_by(pilot, zoe)
    await pilot.press("enter")
    await until(pilot, lambda: table_of(pilot))


async def test_a_host_waits_for_a_guest_fills_up_and_starts() -> None:
    async with room_open(
        StartHost("kozel", 3, {"target": 51}, port=0, table_name="Kitchen")
    ) as pilot:
        await seen(pilot, "join with: kozyr join 127.0.0.1:")
        assert "Kitchen" in read(pilot)
        assert "● target: 51" in read(pilot)
        async with guest(port_of(pilot), "Zoe") as zoe:
            await seen(pilot, "Zoe sits down")
            zoe.send(Say("hello there"))
            await seen(pilot, "Zoe: hello there")
            await pilot.press("f6")
            await seen(pilot, "easy bot")
            await pilot.press("enter")
            await seen(pilot, "Zoe is not ready yet")
            zoe.send(Ready())
            await seen(pilot, "✓ ready")
            await pilot.press("enter")
            await until(pilot, lambda: table_of(pilot))
            await seen(pilot, "target 51")


async def test_a_guest_who_loses_the_connection_is_shown_as_away() -> None:
    async with room_open(StartHost("kozel", 2, port=0)) as pilot:
        async with guest(port_of(pilot), "Zoe") as zoe:
            await begun_with(pilot, zoe)
        await seen(pilot, "Zoe has lost the")


async def test_the_room_offers_the_lesson_and_the_match_goes_before_it() -> None:
    """A player who is ready may learn meanwhile; the lesson closes when the match begins."""
    start = StartHost("kozel", 2, port=0)
    async with room_open(start, lessons_seen=("joker",)) as pilot:
        await seen(pilot, "new to Kozel? a short lesson")
        async with guest(port_of(pilot), "Zoe") as zoe:
            await agreed_by(pilot, zoe)
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
            app = app_of(pilot)
            app.navigator.session.send(Start())
            await until(pilot, lambda: table_of(pilot))
            await seen(pilot, "The match begins")
            assert not any(isinstance(screen, LessonScreen) for screen in app.screen_stack)
            assert app.settings.lessons_seen == ("joker", "kozel")


async def test_who_has_played_the_game_is_offered_no_lesson_in_the_room() -> None:
    """Nor is it offered a second time after a first match at a table."""
    start = StartHost("kozel", 2, bots=("easy",), port=0)
    async with opened(start, lessons_seen=()) as pilot:
        await seen(pilot, "new to Kozel?")
        await seen(pilot, "easy bot")
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot))
        app = app_of(pilot)
        await until(pilot, lambda: app.settings.lessons_seen == ("kozel",))
    async with opened(start) as pilot:
        await seen(pilot, "easy bot")
        assert "lesson" not in read(pilot)


@pytest.mark.nightly
async def test_people_meet_in_the_waiting_room_for_another_match() -> None:
    """A player who wants to play on says so again; the room lies in front of the table."""
    start = StartHost("kozel", 2, {"target": 50}, port=0)
    async with room_open(start, autoplay="bids") as pilot, guest(port_of(pilot), "Zoe") as zoe:
        await begun_with(pilot, zoe)
        await play_on(pilot, zoe)
        first = table_of(pilot)
        await seen(pilot, "to the waiting room")
        await pick(pilot, "room")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "Esc to the table")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is first)
        await pilot.press("enter")
        await pick(pilot, "room")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "start the match")
        await pilot.press("enter")
        await seen(pilot, "Zoe is not ready yet")
        zoe.send(Ready())
        await seen(pilot, "✓ ready")
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot) not in (None, first))
        assert isinstance(pilot.app.screen, TableScreen)


async def test_one_key_on_the_last_page_asks_the_same_players_to_play_again() -> None:
    start = StartHost("kozel", 2, {"target": 50}, port=0)
    async with room_open(start, autoplay="bids") as pilot, guest(port_of(pilot), "Zoe") as zoe:
        await begun_with(pilot, zoe)
        await play_on(pilot, zoe)
        first = table_of(pilot)
        await seen(pilot, "the same players again")
        await pilot.press("n")
        await seen(pilot, "The same players again? Agreed: Ann. Waiting for Zoe.")
        await seen(pilot, "not ready after all")
        zoe.send(Rematch())
        await until(pilot, lambda: table_of(pilot) not in (None, first))
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_owner_leaves_a_table_that_stays_open_and_comes_back_to_it() -> None:
    async with (
        room_open(StartHost("kozel", 2, port=0)) as pilot,
        guest(port_of(pilot), "Zoe") as zoe,
    ):
        await begun_with(pilot, zoe)
        await pilot.press("escape")
        await seen(pilot, "leave, but keep the table open here")
        await pick(pilot, "open")
        await seen(pilot, "back to your open table: Ann's table")
        room = zoe.client
        await until(pilot, lambda: bool(room.room and room.room.seats[0].away))
        assert room.dismissed is None
        await pilot.press("ctrl+q")
        await seen(pilot, "Your table is open in this program")
        await pilot.press("escape")
        await seen(pilot, "back to your open table")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await until(pilot, lambda: not (room.room and room.room.seats[0].away))
        app = app_of(pilot)
        assert app.navigator.open_here is None


async def test_a_table_that_its_owner_closes_passes_neither_to_a_bot_nor_to_another_owner() -> None:
    heard: list[ClientEvent] = []
    async with room_open(StartHost("kozel", 2, port=0)) as pilot:
        async with guest(port_of(pilot), "Zoe", heard.append) as zoe:
            await begun_with(pilot, zoe)
            heard.clear()
            await pilot.press("escape")
            await seen(pilot, "close the table for good")
            await pick(pilot, "end")
            await seen(pilot, "The match ends unfinished for everybody")
            await pilot.press("enter")
            assert zoe.client.dismissed is None, "the first answer is harmless"
            await pilot.press("escape")
            await pick(pilot, "end")
            await pick(pilot, "end")
            await until(pilot, lambda: zoe.client.dismissed)
            assert zoe.client.dismissed.code == "host"
        await seen(pilot, "host a table on the LAN")
    assert not [event for event in heard if isinstance(event, RoomChanged)]


async def test_the_owner_lets_a_bot_play_for_somebody_who_has_gone() -> None:
    async with room_open(StartHost("kozel", 2, port=0)) as pilot:
        async with guest(port_of(pilot), "Zoe") as zoe:
            await begun_with(pilot, zoe)
            # A player who leaves during the shuffle ends it, so the next line shows at once.
            await until(pilot, lambda: zoe.client.position)
            await pilot.press("f9")
            assert isinstance(pilot.app.screen, TableScreen)
        session = app_of(pilot).navigator.session
        assert session is not None
        await until(pilot, lambda: session.seats[1].away)
        await pilot.press("f9")
        await seen(pilot, "Let a bot play for Zoe?")
        await pick(pilot, "easy")
        await until(pilot, lambda: session.seats[1].kind == "bot:easy")
        assert not session.lost
        await seen(pilot, "Zoe (bot)")
        assert "away" not in read(pilot)


async def test_the_owner_puts_a_bot_on_a_seat_changes_its_level_and_frees_it_again() -> None:
    async with room_open(StartHost("kozel", 2, port=0)) as pilot:
        await seen(pilot, "free seat")
        await pilot.press("up")
        await pick(pilot, "1")
        await seen(pilot, "Who sits here?")
        await pick(pilot, "easy")
        await seen(pilot, "easy bot")
        await pick(pilot, "1")
        await seen(pilot, "leave it as it is")
        await pick(pilot, "hard")
        await seen(pilot, "hard bot · bold")
        await pick(pilot, "1")
        await seen(pilot, "leave it as it is")
        await pick(pilot, "clear")
        await seen(pilot, "free seat")


async def test_a_host_who_leaves_the_waiting_room_closes_the_table_and_is_at_home() -> None:
    async with room_open(StartHost("kozel", 3, port=0)) as host:
        async with guest(port_of(host), "Zoe") as zoe:
            await seen(host, "Zoe sits down")
            zoe.send(Fill(2, "easy"))
            await host.press("escape")
            await seen(host, "It is open in your program")
            await pick(host, "leave")
            await until(host, lambda: zoe.client.dismissed)
            assert zoe.client.dismissed.code == "host"
            zoe.send(Start())
        await seen(host, "host a table on the LAN")


async def test_whoever_reaches_nobody_is_asked_once_and_may_try_again_or_elsewhere() -> None:
    async with opened(StartJoin(("127.0.0.1", 1))) as pilot:
        await seen(pilot, "Nobody answers at 127.0.0.1:1.")
        assert not pilot.app.screen.query("Toast")
        asked = pilot.app.screen
        await pick(pilot, "again")
        await until(pilot, lambda: not asked.is_attached)
        await seen(pilot, "Nobody answers at 127.0.0.1:1.")
        await pick(pilot, "address")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskText))
        assert pilot.app.screen.query_one(Input).value == "127.0.0.1:1"


async def test_the_owner_sees_that_everybody_is_ready_and_enter_starts() -> None:
    async with room_open(StartHost("kozel", 3, bots=("easy",), port=0)) as pilot:
        room = pilot.app.screen
        await until(pilot, lambda: room.query("#fill-act"))
        fill = room.query_one("#fill-act")
        assert fill.display
        await pilot.press("right")
        assert fill.has_focus
        async with guest(port_of(pilot), "Zoe") as zoe:
            await seen(pilot, "0 of 1 ready")
            assert not fill.display, "there is no seat left to fill"
            zoe.send(Ready())
            await seen(pilot, "Everybody is ready: start the match")
            assert room.query_one("#main-act").has_focus
            await pilot.press("enter")
            await until(pilot, lambda: table_of(pilot))


async def test_q_in_the_waiting_room_asks_and_a_word_begun_with_it_ends_nothing() -> None:
    async with room_open(StartHost("kozel", 3, port=0)) as pilot:
        await pilot.press(*"quite")
        await seen(pilot, "It is open in your program")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        assert pilot.app.is_running


@pytest.mark.nightly
async def test_a_guest_who_quits_in_the_waiting_room_frees_the_seat() -> None:
    async with (
        room_open(StartHost("kozel", 2, port=0)) as host,
        opened(StartJoin(("127.0.0.1", port_of(host)), name="Zoe")) as zoe,
    ):
        await seen(zoe, f"join with: kozyr join 127.0.0.1:{port_of(host)}")
        await seen(host, "Zoe sits down")
        await until(zoe, lambda: isinstance(zoe.app.screen, RoomScreen))
        await zoe.press("q")
        await seen(zoe, "Your seat becomes free.")
        await pick(zoe, "leave")
        await seen(host, "Zoe leaves the table")


async def test_the_highlight_lies_on_the_first_table_one_can_join_until_it_is_moved() -> None:
    full = Found("id", "Root", "kozel", "Root", 4, 0, "playing", "10.0.0.1", 4040, VERSION, 0.012)
    free = Found("id2", "Ann", "kozel", "Ann", 3, 2, "gathering", "10.0.0.2", 4040, VERSION, 0.012)
    async with opened(StartJoin(), (80, 24)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        menu = pilot.app.screen.query_one(Menu)
        pilot.app.screen.post_message(TablesFound((full,)))
        await seen(pilot, "Root")
        assert menu.highlighted == 0
        pilot.app.screen.post_message(TablesFound((full, free)))
        await until(pilot, lambda: menu.highlighted == 1)
        await pilot.press("up")
        pilot.app.screen.post_message(TablesFound((full, replace(free, free=1))))
        await seen(pilot, "1/3")
        assert menu.highlighted == 0, "the player chose it"


async def test_a_table_with_long_names_is_one_line_of_the_list_in_any_window() -> None:
    found = Found(
        *("id", "The long table in the kitchen", "domino_poker", "Alexandra Maria", 4, 3),
        *("playing", "10.0.0.1", 4040, 1, 0.012),
    )
    async with opened(StartJoin(), (60, 20)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        pilot.app.screen.post_message(TablesFound((found,)))
        await seen(pilot, "3/4 plays")
        (line,) = [row for row in read(pilot).splitlines() if "Domino Poker" in row]
        assert line.rstrip().endswith(" 12")
        assert "…" in line
        await pilot.resize_terminal(100, 30)
        await seen(pilot, "The long table in the kitchen")
        await seen(pilot, "Alexandra Maria")


async def test_a_typed_address_that_is_none_is_explained() -> None:
    async with opened(StartJoin(None, None)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        await pilot.press("ф")
        await seen(pilot, "The address of the host")
        await pilot.press(*"1.2.3", "enter")
        await seen(pilot, "not an IPv4 address")


async def test_the_link_of_an_invitation_in_place_of_an_address_leads_to_the_seat() -> None:
    table = new_table("Kitchen", kozel, kozel.Options(), 2, code="K7QM2X")
    async with (
        Host(Lobby("Ann", [table]), address="127.0.0.1", port=0) as host,
        opened(StartJoin(None, None, name="Zoe")) as zoe,
    ):
        await until(zoe, lambda: isinstance(zoe.app.screen, TablesScreen))
        await zoe.press("a")
        await seen(zoe, "The address of the host")
        link = f"https://127.0.0.1:8443/#code=k7q-m2x&port={host.port}"
        zoe.app.screen.query_one(Input).value = link
        await zoe.press("enter")
        await until(zoe, lambda: table.room[0].name == "Zoe")


async def test_free_seats_are_offered_to_bots_when_the_match_is_started() -> None:
    async with room_open(StartHost("kozel", 3, port=0)) as pilot:
        await seen(pilot, "free seat")
        await pilot.press("enter")
        await seen(pilot, "2 seats are free.")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await pilot.press("enter")
        await seen(pilot, "2 seats are free.")
        await pick(pilot, "fill")
        await until(pilot, lambda: table_of(pilot))


async def test_the_owner_changes_house_rules_in_the_room_and_nobody_is_ready_any_more() -> None:
    async with (
        room_open(StartHost("kozel", 2, port=0)) as pilot,
        guest(port_of(pilot), "Zoe") as zoe,
    ):
        await agreed_by(pilot, zoe)
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, HouseRulesScreen))
        row = next(r for r in pilot.app.screen.query("Field") if r.name == "rule-target")
        row.focus()
        await pilot.press("6", "1")
        await until(pilot, lambda: zoe.client.room.options.target == 61)
        await pilot.press("right")
        await until(pilot, lambda: zoe.client.room.options.target == 62)
        await pilot.press("escape")
        await seen(pilot, "● target: 62")
        await seen(pilot, "not ready")
        assert "is now 62" in read(pilot)
        assert "is now 61" not in read(pilot), "only where it has come to is written down"


async def test_a_guest_reads_the_house_rules_and_cannot_change_them() -> None:
    """The host is a program of its own here: the screens are the guest's."""
    table = new_table("Kitchen", kozel, kozel.Options(target=51), 2)
    async with (
        Host(Lobby("Zoe", [table]), address="127.0.0.1", port=0) as host,
        guest(host.port, "Zoe") as zoe,
        opened() as ann,
    ):
        await until(ann, lambda: zoe.client.seated)
        assert isinstance(ann.app, KozyrApp)
        ann.app.begin(StartJoin(("127.0.0.1", host.port)))
        await seen(ann, "● target: 51")
        await seen(ann, "By saying ready you accept them.")
        await ann.press("f5")
        await until(ann, lambda: isinstance(ann.app.screen, HouseRulesScreen))
        assert not ann.app.screen.query("Field")


@pytest.mark.parametrize("width", daily([60, 80, 130], 60))
async def test_a_long_name_leaves_every_seat_its_one_line(width: int) -> None:
    start = StartHost("kozel", 3, port=0, name="Сташек из-за соседнего дома", table_name="Den")
    async with opened(start, size=(width, 20)) as pilot:
        await seen(pilot, "free seat")
        async with guest(port_of(pilot), "Бронислава-Аделаида вторая"):

            def listed(*said: str) -> bool:
                lines = read(pilot).splitlines()
                first = next((at for at, line in enumerate(lines) if "Сташек" in line), -3)
                owner, *others = lines[first : first + 3]
                return "you · owner" in owner and all(each in " ".join(others) for each in said)

            await until(pilot, lambda: listed("Брон", "not ready", "free seat"))


async def test_whoever_only_watches_is_offered_no_keys_of_a_hand() -> None:
    table = new_table("Kitchen", kozel, kozel.Options(), 2, bot_seconds=60)
    async with (
        Host(Lobby("Zoe", [table]), address="127.0.0.1", port=0) as host,
        guest(host.port, "Ann") as ann,
        opened(StartJoin(("127.0.0.1", host.port), watch=True)) as pilot,
    ):
        await until(pilot, lambda: ann.client.seat is not None)
        ann.send(Fill(1, "easy"))
        ann.send(Start())
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await seen(pilot, "Esc leave")
        for offered in ("hint", "choose", "Enter play"):
            assert offered not in read(pilot)


async def test_the_tenth_seat_has_the_digit_0() -> None:
    async with opened(StartHost("graph_poker", 10, port=0)) as pilot:
        await seen(pilot, " 0  ")
        seats = pilot.app.screen.query_one("#seats", Menu)
        seats.focus()
        await pilot.pause()
        await pilot.press("0")
        await until(pilot, lambda: seats.highlighted == 9)


async def test_in_an_upright_window_the_talk_is_below_the_seats() -> None:
    async with opened(StartHost("kozel", 4, port=0, code="K7QM2X"), (44, 30)) as pilot:
        await seen(pilot, "code of this table: K7QM2X")
        rows = read(pilot).splitlines()
        places = [
            next(y for y, row in enumerate(rows) if text in row)
            for text in (
                "you · owner",
                "start the match",
                "code of this table",
                "at the table",
                "say some",
            )
        ]
        assert places == sorted(places)


@pytest.mark.usefixtures("russian")
async def test_in_an_upright_window_no_value_of_a_form_breaks_over_two_lines() -> None:
    async with opened(size=(44, 30), table={"game": "joker"}) as pilot:
        await pick(pilot, "host")
        await seen(pilot, "от 1 до 8 и назад ›")
        assert all(row.count("‹") == row.count("›") for row in read(pilot).splitlines())


async def test_on_an_upright_phone_the_rules_take_the_rows_that_nobody_talks_in() -> None:
    chosen = {"straight_order": "any_order", "straight_step": "any_increasing", "decks": 2}
    chosen |= {"round_starter": "rotate", "multi_deck_tie": "earlier"}
    start = StartHost("graph_poker", 4, options=chosen, port=0)
    async with opened(start, (44, 50)) as pilot:
        await seen(pilot, "House rules that differ from the usual")
        await seen(pilot, "ranks of a straight: any order")
        for part in ("#rules-line", "#room-left"):
            assert app_of(pilot).screen.query_one(part).max_scroll_y == 0, part
