"""The log of a table: its lines, and the people they are about."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
from textual.pilot import Pilot

from core.game import PlainEvent
from core.games.kozel import rules as kozel
from core.games.kozel.moves import moved
from net.client.events import Connected, DealChecked, Disconnected
from net.wire.to_host import Fill, Ready, Start
from tests.support.harness import Harness, Visitor
from tests.support.harness_app import HarnessLink, at_harness
from tests.support.screens import my_turn, opened, read, seen, table_of, until
from tui.boards import BOARDS
from tui.boards.seats import letters_of, put_seat
from tui.drawing.canvas import Canvas
from tui.drawing.look import look_from
from tui.language.games import speak_of_game
from tui.language.text import language, use_language
from tui.start import StartJoin, StartSolo
from tui.table.deal_words import deal_said
from tui.table.log import Badge, TableLog, badge_of
from tui.table.session import TableSession

NAMES = ("Root", "Rook", "Magpie", "Badger")


@asynccontextmanager
async def begun(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Pilot[None], TableSession, HarnessLink, Visitor]]:
    """Ann before her screen and Zoe begin a match."""
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(100, 30)) as (pilot, session):
        link = session.link
        assert isinstance(link, HarnessLink)
        link.send(Ready())
        zoe.send(Ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        yield pilot, session, link, zoe


def test_a_line_of_the_log_carries_the_badge_of_who_did_it() -> None:
    log = TableLog()
    log.tell(BOARDS["kozel"], [moved(1, "pass"), moved(3, "pass")], NAMES, 0)
    assert [line.badge for line in log.lines] == [Badge(1, "O"), Badge(3, "B")]


def test_lines_of_a_match_keep_the_words_of_its_game_in_the_next_one() -> None:
    use_language("ru")
    played = ["kozel"]
    log = TableLog(lambda: played[0])
    log.note(partial(deal_said, DealChecked(2)))
    played[0] = "joker"
    log.note(partial(deal_said, DealChecked(1)))
    for spoken in ("joker", "kozel"):
        speak_of_game(spoken)
        assert [line.say().split()[0] for line in log.lines] == ["Кон", "Раздача"]


def test_a_line_of_the_log_is_worded_once_in_each_language() -> None:
    worded = []

    def say() -> str:
        worded.append(language())
        return language()

    use_language("en")
    log = TableLog()
    log.note(say)
    for spoken in ("ru", "en", "ru"):
        use_language(spoken)
        assert log.lines[0].say() == spoken
    assert worded == ["en", "ru"]


def test_whoever_watches_talks_without_a_badge() -> None:
    log = TableLog()
    log.chat("Ann", lambda: "hello", badge_of(NAMES, None))
    log.chat("Rook", lambda: "hello", badge_of(NAMES, 1))
    assert [line.badge for line in log.lines] == [None, Badge(1, "O")]


def test_a_seat_shows_the_same_letter_on_the_same_colour() -> None:
    look = look_from({})
    canvas = Canvas(20, 2, look.ink, look.felt)
    letter = letters_of(NAMES)[1]
    put_seat(canvas, look, 1, "Rook", (0, 0, 20, "left"), letter=letter, turn=True)
    assert canvas.lines()[0] == "▶ O Rook"
    assert canvas.styles[0][2][1] == look.owners[1]


def test_a_name_comes_first_where_there_is_no_room_for_its_letter() -> None:
    look = look_from({})
    canvas = Canvas(6, 2, look.ink, look.felt)
    put_seat(canvas, look, 1, "Magpie", (0, 0, 6, "left"), letter="M", roomy=True)
    assert canvas.lines()[0] == "Magpie"


async def test_alone_no_line_of_the_log_tells_which_bots_sit_down() -> None:
    async with opened(StartSolo("graph_poker", 6, "easy", {}, 9), size=(100, 30)) as pilot:
        await my_turn(pilot)
        await seen(pilot, "The match begins")
        assert "sits" not in read(pilot)


async def test_what_happened_meanwhile_is_told_of_a_name_since_a_bot_may_have_done_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel)
    async with begun(harness, monkeypatch) as (pilot, session, link, zoe):
        link.visitor.cut()
        zoe.send(Fill(1, "easy"))
        gone = len(harness.live.moves)
        while not any(seat == 1 for seat, _ in harness.live.moves[gone:]):
            if harness.live.to_act() == (0,):
                zoe.play(harness.live.legal(0)[0])
            elif harness.asked:
                harness.answer()
            else:
                harness.pass_time(1)
        link.visitor = Visitor(harness, link.client)
        link.visitor.hear = link.hear
        link.visitor.greet()
        await seen(pilot, "What happened meanwhile:")
        said = [line.say() for line in session.log.lines]
        told = said[said.index("What happened meanwhile:") + 1 :]
        assert any(line.startswith("Ann ") for line in told), told
        assert [line for line in told if line.startswith("You ")] == [
            "You could not be reached: a bot has moved for you"
        ]


async def test_a_check_that_tells_the_end_of_a_deal_stands_after_the_moves_that_ended_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check comes while the last trick of the deal before still lies on the table."""
    async with begun(Harness(kozel), monkeypatch) as (pilot, session, *_):
        table = table_of(pilot)
        writer, last = session.log_writer, table.model.match.shown
        ending = replace(last, seq=last.seq + 1, events=(moved(1, "pass"),))
        writer.absorb(ending)
        writer.absorb(DealChecked(1))
        writer.absorb(replace(ending, seq=last.seq + 2))
        assert "Deal 1" not in [*session.log.lines][-1].say()
        writer.tell(ending)
        moves, check = [line.say() for line in session.log.lines][-2:]
        assert "pass" in moves
        assert check.startswith("Deal 1 checked")


def test_whoever_has_no_seat_yet_reads_nothing_of_the_connection() -> None:
    harness = Harness(kozel)
    session = TableSession(HarnessLink(harness, "Ann"), StartJoin(("harness", 1)))
    session.absorb(Disconnected())
    session.absorb(Connected("Zoe", (), again=True))
    assert not session.log.lines
    harness.join("Zoe")
    visitor = harness.join("Ann")
    seated = TableSession(HarnessLink(harness, "Ann"), StartJoin(("harness", 1)))
    seated.client.seated = visitor.client.seated
    seated.absorb(Disconnected())
    assert [line.say() for line in seated.log.lines] == ["The connection is lost; trying again"]


@pytest.mark.parametrize("game", ["joker", "kozel", "domino_poker"])
def test_of_a_deal_the_log_says_the_players_own_result_in_one_line(game: str) -> None:
    board, names = BOARDS[game], ("Ann", "Boris", "Vera", "Greg")
    facts = {"deal": 1, "points": [13, 20, 0, 5], "totals": [13, 20, 0, 5], "left": [13, 20, 0, 5]}
    if game != "kozel":
        del facts["left"]
    event = PlainEvent("deal", None, facts)
    for viewer in (1, None):
        said, noted = (tell(event, names, viewer) for tell in (board.sentence, board.noted))
        assert said.count("; ") == 3
        if viewer is None:
            assert noted == said
        else:
            assert said.startswith(noted.rstrip("."))
            assert noted.startswith("You ")
