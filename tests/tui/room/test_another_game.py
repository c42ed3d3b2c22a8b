"""Another game in the same room: the owner's form, and all players' screens then."""

import pytest

from core.games import GAMES
from net.client.seat import ClientSeat
from net.table.base import Evening
from net.wire.message import PlayedMatch, PlayedSeat
from net.wire.to_host import ChangeGame, HandOver, Ready, Start
from tests.support.harness import Harness, Visitor
from tests.support.harness_app import at_harness
from tests.support.screens import pick, read, seen, until
from tui.language.text import t, use_language
from tui.room.screen import RoomScreen
from tui.table.last_page import LastPage
from tui.table.screen import TableScreen
from tui.table.session import TableSession


class Room(Harness):
    """A table whose visitors know all games."""

    def client(self) -> ClientSeat:
        return ClientSeat(games=GAMES)


def room(game: str = "kozel", seats: int = 2, **options: int) -> Room:
    return Room(GAMES[game], seats, **options)


def play(harness: Harness, bob: Visitor, session: TableSession) -> None:
    """Play the match to its end, with the first legal moves."""
    while not harness.live.over:
        seat = harness.live.to_act()[0]
        move = harness.live.legal(seat)[0]
        if seat == bob.client.seat:
            bob.play(move)
        else:
            session.send(session.client.play(move))


async def test_the_owner_chooses_another_game_in_a_form_and_the_room_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = room(seats=3)
    seen_lessons = ("kozel",)
    async with at_harness(harness, monkeypatch, lessons_seen=seen_lessons) as (pilot, _):
        bob = harness.join("Bob")
        await seen(pilot, "another game")
        await pilot.press("g")
        await seen(pilot, "Another game in this room")
        assert "the bots" not in read(pilot), "bots are seated in the room"
        await pilot.press("down", "left")
        await seen(pilot, "Domino Poker")
        await pilot.press("up", "enter")
        await until(pilot, lambda: harness.table.game is GAMES["domino_poker"])
        assert isinstance(pilot.app.screen, RoomScreen)
        await seen(pilot, "Harness · Domino Poker")
        await seen(pilot, "The owner has chosen")
        await seen(pilot, "new to Domino Poker? a short lesson")
        assert bob.client.game is GAMES["domino_poker"]
        assert len(harness.table.room) == 3


async def test_a_refusal_is_read_in_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = room()
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await seen(pilot, "another game")
        session.send(ChangeGame("joker", 3))
        await seen(pilot, "is played at 4 seats")


async def test_only_the_owner_is_offered_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = room()
    bob = harness.join("Bob")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await seen(pilot, "Bob")
        assert "another game" not in read(pilot)
        bob.send(HandOver(session.client.seat or 0))
        await seen(pilot, "another game")


async def test_whoever_reads_the_last_page_is_told_and_goes_to_the_room_of_the_next_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = room(target=50)
    bob = harness.join("Bob")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await seen(pilot, "Bob")
        session.send(Ready())
        bob.send(Start())
        play(harness, bob, session)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        bob.send(ChangeGame("graph_poker", 3))
        await until(pilot, lambda: session.client.room is not None)
        assert session.board.__name__.endswith("kozel.board"), "what is shown is of the last match"
        bob.send(ChangeGame("domino_poker", 2))
        session.send(Ready())
        bob.send(Start())
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await until(pilot, lambda: session.client.view.result is None)
        await until(pilot, lambda: getattr(pilot.app.screen, "game", None) is GAMES["domino_poker"])
        assert session.board.__name__.endswith("domino_poker.board")


async def test_the_last_page_keeps_the_words_of_its_game_and_what_is_told_lies_over_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_language("ru")
    harness = room(target=50)
    bob = harness.join("Bob")
    async with at_harness(harness, monkeypatch, language="ru") as (pilot, session):
        await seen(pilot, "Bob")
        session.send(Ready())
        bob.send(Start())
        play(harness, bob, session)
        while not isinstance(pilot.app.screen, LastPage):
            await pilot.press("escape")
        assert "кон" in read(pilot)
        await pilot.press("f", "escape")
        bob.send(ChangeGame("graph_poker", 3))
        await seen(pilot, "Следующая игра в этой комнате — Граф-покер")
        assert "раздач" not in read(pilot), "only Graph-Poker has deals of cards"
        told = [str(toast.render()) for toast in pilot.app.screen.query("Toast")]
        assert not any("Граф" in said for said in told), told
        await pilot.press("escape")
        await seen(pilot, "Козёл  партия окончена")


async def test_the_last_page_leads_to_the_evening_once_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A phone has no key for that."""
    harness = room(target=50)
    first = PlayedMatch("joker", "2026-11-28T21:40:00", [PlayedSeat("Ann", False, 1, 900)])
    harness.table.evening = Evening((), [first])
    async with at_harness(harness, monkeypatch) as (pilot, session):
        bob = harness.join("Bob")
        await seen(pilot, "Bob")
        bob.send(Ready())
        session.send(Start())
        play(harness, bob, session)
        while not isinstance(pilot.app.screen, LastPage):
            await pilot.press("escape")
        await pick(pilot, "evening")
        await seen(pilot, "21:40  Joker  1. You 900")


async def test_whoever_loses_the_seat_watches_and_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = room("graph_poker", 3)
    owner, _ = harness.join("Bob"), harness.join("Cyr")
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await seen(pilot, "Cyr")
        owner.send(ChangeGame("kozel", 2))
        await until(pilot, lambda: pilot.app.screen.query("Toast"))
        assert session.client.seat is None
        await seen(pilot, t("You are watching."))


async def test_the_last_page_leads_the_owner_to_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = room(target=50)
    async with at_harness(harness, monkeypatch) as (pilot, session):
        bob = harness.join("Bob")
        await seen(pilot, "Bob")
        bob.send(Ready())
        session.send(Start())
        play(harness, bob, session)
        for _ in range(20):
            if "another game in this room" in read(pilot):
                break
            await pilot.press("enter")
        await pick(pilot, "another game in this room")
        await seen(pilot, "Another game in this room")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, RoomScreen)


async def test_a_line_of_chat_gives_the_keys_back_to_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = room()
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await seen(pilot, "another game")
        await pilot.press("c", "h", "i", "enter")
        await seen(pilot, "Ann: hi")
        await pilot.press("g")
        await seen(pilot, "Another game in this room")
