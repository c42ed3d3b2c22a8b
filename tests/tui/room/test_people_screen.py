"""The owner's list of people, and the news for those whom an action concerns."""

import pytest
from textual.pilot import Pilot

from core.games.kozel import rules as kozel
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from net.table.room import SLOW_MS
from net.table.seating import ANSWER_SECONDS
from net.wire.from_host import Gathered, Given, Refused
from net.wire.to_host import (
    Deny,
    Fill,
    Give,
    HandOver,
    Leave,
    Nudge,
    Ping,
    PutOut,
    Ready,
    Request,
    Say,
    Start,
)
from tests.support.harness import Harness, Visitor
from tests.support.harness_app import at_harness
from tests.support.matches import daily
from tests.support.robots import Robot
from tests.support.screens import app_of, opened, pick, read, seen, table_of, until
from tui.room.people_screen import AreYouThere
from tui.room.screen import RoomScreen
from tui.screens.dialog import Question
from tui.screens.home import HomeScreen
from tui.start import StartJoin
from tui.table.session import TableSession


async def test_the_owner_puts_a_guest_out_in_the_waiting_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=3)
    async with at_harness(harness, monkeypatch) as (pilot, _):
        bob = harness.join("Bob")
        await seen(pilot, "Bob")
        await pilot.press("f10")
        await seen(pilot, "People at the table")
        await pick(pilot, "Bob")
        await seen(pilot, "hand the table over")
        await pick(pilot, "put out")
        await seen(pilot, "Put Bob out?")
        await pilot.press("enter")
        assert not bob.dropped, "the harmless answer comes first"
        await pilot.press("o")
        await pick(pilot, "Bob")
        await pick(pilot, "put out")
        await seen(pilot, "Put Bob out?")
        await pick(pilot, "yes")
        await until(pilot, lambda: bob.dropped)
        await seen(pilot, "has put")


async def test_a_click_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel, seats=2)
    async with at_harness(harness, monkeypatch) as (pilot, _):
        bob = harness.join("Bob")
        await seen(pilot, "Bob")
        lines = read(pilot).split("\n")
        row = next(number for number, line in enumerate(lines) if " 2  B Bob" in line)
        await pilot.click(offset=(lines[row].index("Bob"), row))
        await seen(pilot, "keep out for this evening")
        lines = read(pilot).split("\n")
        row = next(n for n, line in enumerate(lines) if "keep out for this evening" in line)
        await pilot.click(offset=(lines[row].index("keep"), row))
        await seen(pilot, "Put Bob out and keep out for this evening?")
        lines = read(pilot).split("\n")
        row = next(n for n, line in enumerate(lines) if "2  keep out" in line)
        await pilot.click(offset=(lines[row].index("keep"), row))
        await until(pilot, lambda: bob.dropped)
        await seen(pilot, "Kept out for this evening: Bob")
        await pilot.press("o")
        await seen(pilot, "Bob · kept out")
        await pick(pilot, "Bob")
        await seen(pilot, "let in again")
        await pick(pilot, "let in again")
        await until(pilot, lambda: not harness.table.room.access.kept_out)


async def test_in_a_match_a_bot_plays_on_and_everybody_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=3)
    async with at_harness(harness, monkeypatch, size=(160, 48)) as (pilot, _):
        bob, cid = harness.join("Bob"), harness.join("Cid")
        for guest in (bob, cid):
            guest.send(Ready())
        await seen(pilot, "✓ ready")
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot))
        await pilot.press("o")
        await pick(pilot, "Bob")
        await seen(pilot, "ask: are you there?")
        await pick(pilot, "put out")
        await seen(pilot, "A bot plays on in that seat.")
        await pick(pilot, "yes")
        await until(pilot, lambda: bob.dropped)
        await seen(pilot, "has put")
        assert harness.table.room[1].kind == "bot:easy"
        assert harness.table.phase == "playing"


async def test_the_table_is_locked_and_opened_in_the_list_that_the_own_seat_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=2)
    async with at_harness(harness, monkeypatch, size=(60, 20)) as (pilot, _):
        await seen(pilot, "you · owner")
        lines = read(pilot).split("\n")
        row = next(number for number, line in enumerate(lines) if "you · owner" in line)
        await pilot.click(offset=(lines[row].index("Ann"), row))
        await seen(pilot, "lock the table to newcomers")
        await pick(pilot, "lock the table")
        await until(pilot, lambda: harness.table.room.access.limits.locked)
        await seen(pilot, "is locked")
        await pilot.press("o")
        await seen(pilot, "let newcomers in again")
        await pick(pilot, "let newcomers in")
        await until(pilot, lambda: not harness.table.room.access.limits.locked)


async def test_watching_is_forbidden_after_a_question_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=2)
    async with at_harness(harness, monkeypatch) as (pilot, _):
        eve = harness.join("Eve", watch=True)
        await seen(pilot, "1 person is watching")
        await pilot.press("o")
        await seen(pilot, "Eve · watches")
        await pick(pilot, "forbid watching")
        await seen(pilot, "Everybody who is watching has to go.")
        await pick(pilot, "yes")
        await until(pilot, lambda: eve.dropped)
        await seen(pilot, "Nobody may watch")


async def test_everything_can_be_chosen_in_the_smallest_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=4)
    async with at_harness(harness, monkeypatch, size=(60, 20)) as (pilot, _):
        for name in ("Bob", "Cid", "Dan"):
            harness.join(name)
        for number in range(16):
            harness.join(f"Watcher {number}", watch=True)
        await pilot.press("o")
        await seen(pilot, "Bob")
        await pilot.press("up")  # round to the last entry
        await seen(pilot, "stop watchers from talking")
        await pilot.press("enter")
        await until(pilot, lambda: not harness.table.room.access.limits.watchers_talk)


async def test_everybody_sees_who_is_here_and_the_owner_alone_is_offered_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=3)
    zoe = harness.join("Zoe")
    harness.join("Eve", watch=True)
    async with at_harness(harness, monkeypatch, size=(160, 48)) as (pilot, session):
        await seen(pilot, "Zoe")
        await pilot.press("o")
        await seen(pilot, "Zoe · with Kozyr")
        await seen(pilot, "Eve · watches · with Kozyr")
        assert "lock the table" not in read(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        assert not zoe.dropped
        zoe.send(HandOver(1))
        await seen(pilot, "The table is yours now")
        await until(pilot, lambda: session.client.owns)
        await pilot.press("o")
        await seen(pilot, "lock the table to newcomers")


async def test_the_list_of_people_follows_the_room_while_it_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=3)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(160, 48)) as (pilot, _):
        await seen(pilot, "Zoe")
        await pilot.press("o")
        await seen(pilot, "Zoe · with Kozyr")
        eve = harness.join("Eve", watch=True)
        await seen(pilot, "Eve · watches · with Kozyr")
        eve.send(Ping(1, SLOW_MS))
        await seen(pilot, "slow line")
        zoe.send(HandOver(1))
        await seen(pilot, "lock the table to newcomers")
        await pilot.press("down", "down")
        zoe.send(Leave())
        await until(pilot, lambda: "Zoe · " not in read(pilot))
        await pilot.press("enter")
        await seen(pilot, "keep out for this evening")
        assert "Eve · watches" in read(pilot), "the entry under the cursor stays under it"
        eve.send(Leave())
        await seen(pilot, "Eve is no longer there")
        assert "keep out" not in read(pilot)


async def test_somebody_who_has_gone_meanwhile_is_not_mistaken_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=2)
    async with at_harness(harness, monkeypatch) as (pilot, session):
        bob = harness.join("Bob")
        await seen(pilot, "Bob")
        await pilot.press("o")
        await pick(pilot, "Bob")
        await pick(pilot, "put out")
        await seen(pilot, "Put Bob out?")
        bob.cut()
        harness.pass_time(61)
        dan = harness.join("Dan")
        await until(pilot, lambda: session.seats[1].name == "Dan")
        await pick(pilot, "yes")
        await seen(pilot, "Bob is no longer there")
        assert not dan.dropped


async def test_whoever_is_put_out_reads_why_on_the_first_screen() -> None:
    table = new_table("Kitchen", kozel, kozel.Options(), 2, bot_seconds=0)
    async with Host(Lobby("Zoe", [table]), address="127.0.0.1", port=0) as host:
        zoe = Robot(host.local_link(ClientSeat()), "Zoe", plays=False)
        await zoe.until(lambda: zoe.client.seat == 0)
        async with opened(StartJoin(("127.0.0.1", host.port))) as pilot:
            await seen(pilot, "I am ready")
            await pilot.press("enter")
            await zoe.until(lambda: zoe.client.room is not None and zoe.client.room.seats[1].ready)
            zoe.send(Start())
            await until(pilot, lambda: table_of(pilot))
            zoe.send(PutOut(1, keep_out=True))
            await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
            await seen(pilot, "out for this evening")
            app_of(pilot).clear_notifications()
            await until(pilot, lambda: "out for this evening" not in read(pilot))
            app_of(pilot).begin(StartJoin(("127.0.0.1", host.port), name="Ann 2"))
            await seen(pilot, "out for this evening")
            assert isinstance(pilot.app.screen, HomeScreen)
        assert table.phase == "playing"
        await zoe.close()


async def asked(pilot: Pilot[None], zoe: Visitor, session: TableSession) -> None:
    """A match has begun, it is the player's turn, and Zoe asks whether the player is there."""
    await seen(pilot, "I am ready")
    await pilot.press("enter")
    await seen(pilot, "✓ ready")
    zoe.send(Start())
    await until(pilot, lambda: table_of(pilot))
    while not session.client.my_turn:
        zoe.play(kozel.legal(zoe.client.view)[0])
        await pilot.pause()
    zoe.send(Nudge(1))
    await seen(pilot, "Are you there?")


async def test_any_key_answers_and_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel, seats=2)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await asked(pilot, zoe, session)
        await seen(pilot, "plays for you after 30")
        seq = session.client.seq
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, AreYouThere))
        assert not session.client.questioned
        assert session.client.seq == seq
        assert session.client.my_turn


async def test_a_key_takes_the_seat_back_from_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel, seats=2)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(60, 20)) as (pilot, session):
        await asked(pilot, zoe, session)
        harness.pass_time(ANSWER_SECONDS + 1)
        await seen(pilot, "A bot plays for you")
        assert session.client.idle
        await pilot.click()
        await until(pilot, lambda: not session.client.idle)
        await until(pilot, lambda: not isinstance(pilot.app.screen, AreYouThere))


async def test_the_question_goes_when_it_is_answered_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=2)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await asked(pilot, zoe, session)
        session.send(Say("a moment, please"))
        await until(pilot, lambda: not isinstance(pilot.app.screen, AreYouThere))


async def test_the_owner_gives_a_bots_seat_to_a_watcher_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=3, bots=("easy",))
    async with at_harness(harness, monkeypatch) as (pilot, _):
        bob = harness.join("Bob")
        eve, zoe = harness.join("Eve", watch=True), harness.join("Zoe", watch=True)
        eve.send(Request())
        zoe.send(Request())
        await seen(pilot, "Eve would like to play. Give a seat?")
        await pick(pilot, "give the seat of the bot")
        await until(pilot, lambda: any(isinstance(each, Given) for each in eve.heard))
        await seen(pilot, "Zoe would like to play. Give a seat?")
        await pilot.press("escape")
        await pilot.press("o")
        await seen(pilot, "Zoe · with Kozyr · asks for a seat")
        await pick(pilot, "Zoe")
        await pick(pilot, "no seat now")
        await until(pilot, lambda: zoe.last(Refused).code == "denied")
        assert not bob.dropped


async def test_the_question_goes_when_the_watcher_does(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel, seats=2)
    async with at_harness(harness, monkeypatch) as (pilot, _):
        eve = harness.join("Eve", watch=True)
        eve.send(Request())
        await seen(pilot, "Eve would like to play. Give a seat?")
        eve.cut()
        await until(pilot, lambda: not isinstance(pilot.app.screen, Question))


async def test_a_watcher_asks_with_one_key_and_reads_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, seats=2)
    zoe = harness.join("Zoe")
    zoe.send(Fill(1, "easy"))
    zoe.send(Start())
    async with at_harness(harness, monkeypatch, watch=True) as (pilot, _):
        await until(pilot, lambda: table_of(pilot))
        await seen(pilot, "ask for a seat")
        await pilot.press("j")
        await seen(pilot, "Zoe has been asked for a seat for you")
        assert [line.name for line in zoe.last(Gathered).watchers if line.asks] == ["Ann"]
        zoe.send(Deny("Ann"))
        await seen(pilot, "the owner of the table has no seat for you now")
        await pilot.press("j")
        zoe.send(Give(1, "Ann"))
        await seen(pilot, "The owner has given you a seat")


@pytest.mark.parametrize("key", daily(["enter", "j"], "enter"))
async def test_a_watcher_asks_in_the_waiting_room(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = Harness(kozel, seats=2)
    zoe = harness.join("Zoe")
    zoe.send(Fill(1, "easy"))
    async with at_harness(harness, monkeypatch, watch=True) as (pilot, _):
        await seen(pilot, "ask for a seat")
        await pilot.press(key)
        await seen(pilot, "Zoe has been asked for a seat for you")
        assert [line.name for line in zoe.last(Gathered).watchers if line.asks] == ["Ann"]
