"""Several people at one table, as one of them sees it: the events, and the player's actions."""

import asyncio
from typing import Any

import pytest

from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.branch.company import Offer, OpenBranch
from net.branch.statements import Branch
from net.client.events import (
    HostingWanted,
    HostLost,
    Spoken,
    TableStays,
    TimeChanged,
)
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.to_host import Clear, Clock, Fill, Give, Leave, Ready, Rule, Say, Start
from tests.support.harness import Harness, two
from tests.support.harness_app import HarnessLink, at_harness, match_with_zoe, silent_links
from tests.support.robots import Robot
from tests.support.screens import (
    app_of,
    make,
    my_turn,
    opened,
    pick,
    play_on,
    read,
    seen,
    table_of,
    until,
)
from tui.language.text import use_language
from tui.room.house_rules import HouseRulesScreen
from tui.room.screen import RoomScreen
from tui.screens.dialog import Question
from tui.start import StartHost, StartJoin
from tui.table import links, navigator
from tui.table.last_page import LastPage
from tui.table.session import TableSession
from tui.widgets.menu import Menu


async def test_a_watcher_is_told_so_and_takes_a_seat_that_becomes_free() -> None:
    table = new_table("Kitchen", kozel, kozel.Options(), 2, bot_seconds=0, code="K7QM2X")
    async with Host(Lobby("Zoe", [table]), address="127.0.0.1", port=0) as host:
        zoe = Robot(host.local_link(ClientSeat()), "Zoe", plays=False)
        await zoe.until(lambda: zoe.client.seat == 0)
        zoe.send(Fill(1, "easy"))
        async with opened(StartJoin(("127.0.0.1", host.port), code="K7QM2X")) as pilot:
            await seen(pilot, "Every seat at this table is taken.")
            await pilot.press("enter")
            await seen(pilot, "You are watching.")
            assert "I am ready" not in read(pilot)
            zoe.send(Say("one moment"))
            await seen(pilot, "Zoe: one moment")
            zoe.send(Clear(1))
            await seen(pilot, "take the free seat")
            pilot.app.screen.query_one("#main-act").focus()
            await pilot.press("enter")
            await seen(pilot, "I am ready")
            await until(pilot, lambda: zoe.client.room and zoe.client.room.seats[1].name == "Ann")
            assert "Zoe: one moment" in read(pilot), "what was read while watching"
        await zoe.close()


async def test_a_watcher_finds_the_waiting_room_and_a_free_seat_after_a_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, target=50, new_decks=lambda: SeededDecks(50))  # over in one deal
    zoe, bob = harness.two()
    async with at_harness(harness, monkeypatch, watch=True) as (pilot, _):
        await until(pilot, lambda: table_of(pilot))
        await play_on(pilot, zoe, bob)
        bob.send(Leave())
        await seen(pilot, "to the waiting room")
        await pick(pilot, "room")
        await seen(pilot, "take the free seat")


async def test_a_watcher_who_is_given_the_seat_that_is_awaited_sees_the_cards_and_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness, zoe, bob = two(kozel)
    while harness.live.to_act() != (1,):
        zoe.play(harness.live.legal(0)[0])
    async with at_harness(harness, monkeypatch, watch=True) as (pilot, ann):
        await seen(pilot, "Bob is thinking")
        bob.cut()
        zoe.send(Give(1, "Ann 2"))
        table = await my_turn(pilot)
        assert table.model.match.shown is ann.client.position
        make(table, table.model.board.legal[0])
        await until(pilot, lambda: ann.client.moves.taken == 1)


async def test_whoever_comes_back_to_a_seat_that_was_given_away_is_told_so_and_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=3)
    zoe, bob = harness.join("Zoe"), harness.join("Bob")
    eve = harness.join("Eve", watch=True)
    async with at_harness(harness, monkeypatch) as (pilot, ann):
        ann.send(Ready())
        harness.start(bob, owner=zoe)
        await until(pilot, lambda: table_of(pilot))
        link = ann.link
        assert isinstance(link, HarnessLink)
        link.lose()
        zoe.send(Give(2, "Eve"))
        eve.cut()
        eve.again()
        link.renew()
        await seen(pilot, "Eve plays there now")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot))
        session = app_of(pilot).navigator.session
        assert session.client.seat is None


async def test_whoever_comes_back_without_the_key_reads_how_to_get_the_seat_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness, _, bob = two(kozel)
    bob.cut()
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await seen(pilot, "The match has begun; you can watch it.")
        await seen(pilot, "If you had a seat here, watch:")
        await pilot.press("enter")
        await seen(pilot, "Bob is away; waiting")


async def test_whoever_waits_for_a_table_to_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = asyncio.Event()

    async def open_link(*_: Any, **__: Any) -> TableSession:
        await waiting.wait()
        raise links.LinkError("closed")

    monkeypatch.setattr(links, "open_link", open_link)
    monkeypatch.setattr(navigator, "SLOW_SECONDS", 0.01)
    async with opened(StartHost("kozel", 2, port=0)) as pilot:
        await seen(pilot, "One moment: the table")
        waiting.set()
        await seen(pilot, "closed")


async def test_the_log_tells_who_watches_comes_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel, seats=3)
    zoe, bob = harness.join("Zoe"), harness.join("Bob")
    async with at_harness(harness, monkeypatch, size=(160, 48)) as (pilot, _):
        max_ = harness.join("Max", watch=True)
        await seen(pilot, "1 person is watching")
        max_.cut()
        await seen(pilot, "Nobody is watching now")
        bob.send(Ready())
        await pilot.press("enter")
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        bob.cut()
        zoe.send(Fill(1, "easy"))
        await seen(pilot, "A bot plays for Bob now")
        bob.again()
        await seen(pilot, "Bob is back")
        harness.visitors[-1].send(Leave())
        await seen(pilot, "Bob leaves the table")
        await seen(pilot, "sits down")


async def test_whoever_was_ready_is_told_that_other_rules_need_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel)
    zoe = harness.join("Zoe")
    again = "You are no longer marked as"
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await pilot.press("enter")
        await seen(pilot, "✓ ready")
        await pilot.press("enter")
        await seen(pilot, "not ready")
        assert again not in read(pilot)
        for message in (Rule({"target": 61}), Clock(30)):
            await pilot.press("enter")
            await until(pilot, lambda: session.seats[1].ready)
            zoe.send(message)
            await until(pilot, lambda: not session.seats[1].ready)
        await until(pilot, lambda: read(pilot).count(again) == 2)


async def test_a_refusal_stays_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        session.send(Start())
        trouble = "only the owner of the table can do that"
        await seen(pilot, trouble)
        for told in (TimeChanged(None), Spoken(0, "Zoe", "hello")):
            await app_of(pilot).navigator.screens.receive(session, told)
        assert trouble in read(pilot)
        zoe.send(Ready())
        await until(pilot, lambda: trouble not in read(pilot))


async def test_the_arrows_lead_out_of_the_list_of_seats() -> None:
    async with opened(StartHost("kozel", 2, port=0)) as pilot:
        await seen(pilot, "start the match")
        room = pilot.app.screen
        seats, main = room.query_one("#seats"), room.query_one("#main-act")
        fill = room.query_one("#fill-act")
        await pilot.press("up")
        assert seats.has_focus
        assert room.query_one("#seats", Menu).highlighted == 1, "the nearest seat"
        await pilot.press("down")
        assert main.has_focus
        await pilot.press("right")
        assert fill.has_focus
        await pilot.press("right")
        assert fill.has_focus, "nothing lies beyond"
        await pilot.press("down")
        assert room.query_one("#game-act").has_focus
        await pilot.press("up")
        assert main.has_focus
        await pilot.press("up", "up", "up")
        assert room.query_one("#say").has_focus


async def test_between_matches_the_owner_may_change_the_house_rules() -> None:
    """The room stays, and the page of the rules in front of it."""
    start = StartHost("kozel", 2, {"target": 50}, bots=("easy",), port=0)
    async with opened(start, autoplay="bids") as pilot:
        await seen(pilot, "easy bot")
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot))
        await play_on(pilot)
        await pick(pilot, "room")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, HouseRulesScreen))
        next(r for r in pilot.app.screen.query("Field") if r.name == "rule-target").focus()
        await pilot.press("6", "1")
        session = app_of(pilot).navigator.session
        assert session is not None
        await until(pilot, lambda: session.client.room.options.target == 61)
        await until(pilot, lambda: session.phase == "gathering")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HouseRulesScreen)
        await pilot.press("escape")
        await seen(pilot, "● target: 61")
        await pilot.press("enter")
        await until(pilot, lambda: session.phase == "playing")
        await until(pilot, lambda: pilot.app.screen is table_of(pilot))


@pytest.mark.nightly
async def test_whoever_looks_at_the_end_of_a_match_is_not_disturbed_by_other_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, target=50, new_decks=lambda: SeededDecks(50))
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        session.send(Ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        await play_on(pilot, zoe)
        zoe.send(Rule({"target": 61}))
        await until(pilot, lambda: session.phase == "gathering")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LastPage)
        await pick(pilot, "room")
        await seen(pilot, "● target: 61")
        await pilot.press("enter")
        await seen(pilot, "✓ ready")
        await pilot.press("escape")
        assert pilot.app.screen is table_of(pilot)
        zoe.send(Start())
        await until(pilot, lambda: session.phase == "playing")
        await seen(pilot, "deal 1")


async def test_while_the_connection_is_lost_neither_time_nor_a_kept_seat_is_promised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, clock=30)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await pilot.press("enter")
        zoe.send(Start())
        await seen(pilot, "0:30")
        link = session.link
        assert isinstance(link, HarnessLink)
        for told in session.client.lose():
            link.hear(told)
        await seen(pilot, "connection lost")
        await until(pilot, lambda: "0:30" not in read(pilot))
        link.hear(HostLost(Offer(0, 3, suggested=1)))
        await seen(pilot, "does not answer any more")
        assert "connection lost" not in read(pilot)
        link.hear(HostLost(None))
        await seen(pilot, "connection lost")
        await pilot.press("escape")
        await seen(pilot, "The table does not answer.")
        assert "Your seat is kept" not in read(pilot)
        await pick(pilot, "stay")
        link.visitor.send(session.client.handshake.hello())
        await seen(pilot, "The connection is back")
        assert session.client.connected


async def test_the_answer_at_hand_stays_at_hand_when_a_branch_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It then has another number, and a player who presses Enter means the highlighted one."""
    async with match_with_zoe(monkeypatch) as (pilot, link):
        link.hear(HostLost(Offer(0, 3, suggested=1)))
        await seen(pilot, "2  go on here from deal 4")
        await pilot.press("down")
        branch = Branch(0, "t", 1, 1, 3, "10.0.0.2", 4000, "a" * 64)
        link.hear(HostLost(Offer(0, 3, (OpenBranch(branch, (0,), behind=False),), suggested=1)))
        await seen(pilot, "3  go on here from deal 4")
        assert "2  come along to Zoe, from deal 4" in read(pilot)
        assert pilot.app.screen.query_one(Menu).chosen == "1"
        link.hear(HostLost(None))
        await until(pilot, lambda: pilot.app.screen is table_of(pilot))


async def test_nobody_answers_a_question_to_have_the_table_that_is_asked_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked again, the player answers the second question; after a withdrawal there is none."""
    async with match_with_zoe(monkeypatch) as (pilot, link):
        for attempt in (1, 2):
            link.hear(HostingWanted(attempt, at_once=attempt > 1))
            await seen(pilot, "Have the table on this computer")
        assert sum(isinstance(each, Question) for each in pilot.app.screen_stack) == 1
        link.hear(TableStays())
        await seen(pilot, "The table does not come")
        assert pilot.app.screen is table_of(pilot)


async def test_what_can_be_done_for_whoever_is_away_stands_first_in_the_bottom_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, clock=30)
    zoe = harness.join("Zoe")
    use_language("ru")
    async with at_harness(harness, monkeypatch, size=(60, 20), language="ru") as (pilot, ann):
        await pilot.press("enter")
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        while not zoe.client.my_turn:
            game = ann.client.game
            ann.send(ann.client.play(game.legal(ann.client.view)[0]))
        await seen(pilot, "Zoe думает")
        await until(pilot, lambda: read(pilot).splitlines()[-1].startswith(" F8 ещё время"))


async def test_a_host_that_does_not_answer_is_named_while_it_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent_links(monkeypatch)
    monkeypatch.setattr("tui.table.navigator.SLOW_SECONDS", 0.01)
    async with opened(StartJoin(("10.1.2.3", 23636))) as pilot:
        await seen(pilot, "No answer from 10.1.2.3:23636 yet")


async def test_escape_on_the_first_screen_stops_waiting_for_a_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent = silent_links(monkeypatch)
    async with opened(StartJoin(("10.1.2.3", 23636))) as pilot:
        navigator = pilot.app.navigator
        await until(pilot, lambda: navigator.session is not None)
        await pilot.press("escape")
        await seen(pilot, "No longer waiting for an answer")
        assert navigator.session is None
        await until(pilot, silent[0].closed.is_set)
        await pilot.press("escape")
        await seen(pilot, "play alone against bots")
