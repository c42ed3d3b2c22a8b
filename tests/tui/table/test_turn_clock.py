"""The turn clock as players see it: the form, the waiting room, the countdown, plain mode."""

from argparse import ArgumentTypeError
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from core.game import plain_options
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.client.seat import ClientSeat
from net.wire.from_host import FromHost, Gathered, Seated, Timed, Updated
from net.wire.message import Message, SeatLine
from net.wire.to_host import Clock, Ready, Start, Wait
from net.wire.views import brief_view
from tests.support.dealing import begin as dealt_state
from tests.support.harness import Harness, Visitor
from tests.support.harness_app import at_harness
from tests.support.screens import app_of, opened, read, seen, table_of, until
from tui.commands.table import clock_seconds
from tui.drawing.look import look_from
from tui.language.text import use_language
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.room.screen import RoomScreen
from tui.screens.new_table import NewTableScreen
from tui.start import StartHome, StartHost
from tui.table.countdown import Countdown, clock_said, clock_value, time_text
from tui.table.screen import TableScreen
from tui.table.session import TableSession
from tui.terminal.output import Notice
from tui.widgets.prompt import paint_prompt, prompt_lines


class TestCountdown:
    @pytest.mark.parametrize(
        "now, seconds, short", [(0, 30, False), (19.5, 11, False), (20, 10, True), (31, 0, True)]
    )
    def test_it_counts_begun_seconds(self, now: float, seconds: int, *, short: bool) -> None:
        countdown = Countdown(30.0)
        assert countdown.seconds(now) == seconds
        assert countdown.is_short(now) is short

    def test_it_changes_once_a_second_and_not_after_the_end(self) -> None:
        countdown = Countdown(30.0)
        for now in (0.0, 0.4, 12.9, 29.99):
            wait = countdown.next_change(now)
            assert wait is not None
            assert 0 < wait <= 1.02
            assert countdown.seconds(now + wait) == countdown.seconds(now) - 1
        assert countdown.next_change(30.0) is None

    def test_times_and_settings_are_worded(self) -> None:
        assert [time_text(n) for n in (0, 7, 60, 119)] == ["0:00", "0:07", "1:00", "1:59"]
        assert [clock_value(n) for n in (0, 30)] == ["no clock", "30 seconds"]
        assert clock_said(15) == "Clock: 15 seconds for each decision"
        use_language("ru")
        assert clock_said(15) == "Часы: 15 секунд на решение"

    def test_little_time_is_told_by_a_sign_and_not_by_colour_alone(self) -> None:
        look = look_from({}, depth="mono")
        said = "Ann is thinking about something that fills the line"
        rows = []
        for clock, short in (("0:11", False), ("0:10", True)):
            painted = paint_prompt(look, said, "", (), None, 60, 2, clock=clock, short=short)
            rows.append(painted.canvas.lines()[0].rstrip())
        assert rows[0].endswith(" 0:11")
        assert rows[1].endswith(" ! 0:10")

    def test_long_words_give_way_to_the_time(self) -> None:
        said = "x" * 28 + " " + "y" * 28
        assert prompt_lines(said, 60, foot=False) == 2
        look = look_from({}, depth="mono")
        lines = paint_prompt(look, said, "", (), None, 60, 2, clock="1:00").canvas.lines()
        assert lines[0].split() == ["x" * 28, "1:00"]
        assert lines[0].rstrip().endswith(" " * 10 + "1:00")
        assert "y" * 28 in lines[1]


# --- the form and the room --------------------------------------------------------------------


async def test_the_form_has_a_clock_only_for_the_lan_and_remembers_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(table={"game": "kozel", "clock": 30}) as pilot:
        app = app_of(pilot)
        begun: list[object] = []
        monkeypatch.setattr(app, "begin", begun.append)
        await app.push_screen(NewTableScreen(hosting=False))
        assert "clock" not in {field.name for field in app.screen.query("Field")}
        await app.push_screen(NewTableScreen(hosting=True))
        await seen(pilot, "‹ 30 seconds ›")
        next(f for f in app.screen.query("Field") if f.name == "clock").focus()
        await pilot.press("right")
        await seen(pilot, "‹ 60 seconds ›")
        app.screen.query_one("#start").focus()
        await pilot.press("enter")
        await until(pilot, lambda: begun)
        start = begun[0]
        assert isinstance(start, StartHost)
        assert start.clock == 60
        assert app.settings.table["clock"] == 60


async def test_a_remembered_clock_that_does_not_exist_is_none() -> None:
    async with opened(StartHome(), table={"game": "kozel", "clock": "soon"}) as pilot:
        await pilot.app.push_screen(NewTableScreen(hosting=True))
        await seen(pilot, "‹ no clock ›")


async def test_the_owner_changes_the_clock_in_the_room_and_everybody_hears_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel)
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "No clock")
        zoe = harness.join("Zoe")
        zoe.send(Ready())
        await pilot.press("f5")
        await seen(pilot, "‹ no clock ›")
        await pilot.press("right")
        await until(pilot, lambda: zoe.last(Gathered).clock == 15)
        assert not zoe.last(Gathered).seats[1].ready
        await pilot.press("escape")
        await seen(pilot, "Clock: 15 seconds for each decision")


async def test_the_clock_names_its_seconds_where_it_does_not_take_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_harness(Harness(kozel), monkeypatch) as (pilot, _):
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await pilot.press("f5")
        await seen(pilot, "‹ no clock ›")
        await pilot.press("3", "enter")
        await seen(pilot, "3 cannot be chosen: 0, 15, 30, 60, 120")


async def test_a_guest_reads_the_clock_and_cannot_change_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, clock=60)
    harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await seen(pilot, "Clock: 60 seconds for each decision")
        await pilot.press("f5")
        await seen(pilot, "House rules · Kozel")
        assert "Clock: 60 seconds for each decision" in read(pilot)
        assert "‹ 60 seconds ›" not in read(pilot)


def test_the_command_line_takes_the_offered_times_only() -> None:
    assert clock_seconds("30") == 30
    with pytest.raises(ArgumentTypeError, match="0, 15, 30, 60, 120; got 7"):
        clock_seconds("7")


# --- the table --------------------------------------------------------------------------------


async def at_table(pilot: Pilot[None]) -> TableScreen:
    await until(pilot, lambda: table_of(pilot))
    table = table_of(pilot)
    assert table is not None
    await until(pilot, lambda: table.model.match.shown)
    return table


def begin(harness: Harness, zoe: Visitor) -> None:
    """Start the match of Zoe, who owns the table, against Ann, whose screen this is."""
    harness.table.room[1].ready = True
    zoe.send(Start())


def pass_turn_to(harness: Harness, zoe: Visitor, ann: TableSession, seat: int) -> None:
    """Play until this seat is to act and has a choice."""
    live = harness.live
    while live.to_act() != (seat,) or len(live.legal(seat)) < 2:
        mover = live.to_act()[0]
        move = live.legal(mover)[0]
        if mover == 0:
            zoe.play(move)
        else:
            ann.send(ann.client.play(move))


@asynccontextmanager
async def turn_of(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Pilot[None], Harness]]:
    """A match with 30 seconds a decision in which this seat has just come to choose."""
    harness = Harness(kozel, clock=30)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(160, 48)) as (pilot, ann):
        begin(harness, zoe)
        pass_turn_to(harness, zoe, ann, seat)
        yield pilot, harness


@pytest.mark.parametrize(
    "size",
    [
        (60, 20),
        pytest.param((80, 24), marks=pytest.mark.nightly),
        pytest.param((160, 48), marks=pytest.mark.nightly),
    ],
)
async def test_the_time_stands_beside_whose_turn_it_is(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = Harness(kozel, clock=60)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=size) as (pilot, _):
        begin(harness, zoe)
        table = await at_table(pilot)
        await seen(pilot, "1:00")
        line = next(row for row in read(pilot).splitlines() if "1:00" in row)
        assert "Your turn" in line or "Zoe is thinking" in line
        harness.now += 50.0
        table.driver.tick()
        await seen(pilot, "! 0:10")


async def test_without_a_clock_no_timer_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(kozel)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, _):
        begin(harness, zoe)
        table = await at_table(pilot)
        assert table.model.match.time.text == ""
        assert table.model.match.time.due is None
        assert "more time" not in read(pilot)


class TestInTheMatch:
    async def test_a_key_gives_the_one_waited_for_more_time_once(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with turn_of(0, monkeypatch) as (pilot, _):
            await at_table(pilot)
            await seen(pilot, "more time")
            await seen(pilot, "Zoe is thinking")
            await pilot.press("f8")
            await seen(pilot, "1:00")
            await seen(pilot, "Ann gives more time: Zoe")
            await until(pilot, lambda: "F8" not in read(pilot).splitlines()[-1])

    async def test_time_up_is_said_and_the_hand_is_played_on(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with turn_of(1, monkeypatch) as (pilot, harness):
            await at_table(pilot)
            await seen(pilot, "Your turn")
            harness.pass_time(31)
            await pilot.press("enter")
            await seen(pilot, "your time is up: a bot moves for you")
            harness.answer()
            harness.pass_time(1)
            await seen(pilot, "Your time is up: a bot has moved for you")

    async def test_a_player_who_looks_elsewhere_is_called_once_before_the_end(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with turn_of(1, monkeypatch) as (pilot, harness):
            app = app_of(pilot)
            table = await at_table(pilot)
            await seen(pilot, "Your turn")
            written: list[str] = []
            app.notice = Notice(written.append)
            app.app_focus = False
            for _ in range(3):
                harness.now += 7
                table.driver.tick()
            assert len(written) == 1
            assert "your time is running out" in written[0]

    async def test_where_nothing_tells_which_window_is_in_front_the_bell_rings_until_it_does(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with turn_of(1, monkeypatch) as (pilot, _):
            app = app_of(pilot)
            written: list[str] = []
            app.notice, app.focus_told = Notice(written.append), False
            app.call_to_table()
            assert written == ["\a"], "no title and no message: the player may be looking"
            for report in (events.AppBlur(), events.AppFocus()):
                app.post_message(report)
            await until(pilot, lambda: app.focus_told)
            await until(pilot, lambda: app.app_focus)
            written.clear()
            app.call_to_table()
            assert not written


# --- plain mode -------------------------------------------------------------------------------


class Listener:
    """A player of plain mode at a table with a clock."""

    def __init__(self, clock: int = 30) -> None:
        self.said: list[str] = []
        self.sent: list[Message] = []
        self.client = ClientSeat()
        self.client.join("Ann")
        self.dialogue = PlainDialogue(
            PlainContext(self.client, self.sent.append, self.said.append, Plan())
        )
        self.state = dealt_state(kozel, kozel.Options(), 2, SeededDecks(1))
        self.mine = kozel.to_act(self.state)[0]
        self.hear(Seated("t", "Kitchen", "kozel", self.mine, "token", 0))
        seats = [SeatLine("Ann", kind="human"), SeatLine("Bob", kind="human")]
        if self.mine == 1:
            seats.reverse()
        rules = plain_options(kozel.Options())
        self.room = Gathered("gathering", seats, 0, rules, clock=clock)
        self.hear(self.room)

    def hear(self, message: FromHost) -> None:
        for told in self.client.receive(message, 100.0):
            self.dialogue.receive(told, 100.0)

    def position(self, left: int = 30_000, late: int | None = None) -> None:
        view = brief_view(GAMES["kozel"].view(self.state, self.mine))
        self.hear(replace(self.room, phase="playing"))
        self.hear(Updated(1, view, [], 0, left, late))


class TestPlainMode:
    def test_the_clock_of_a_room_is_said_when_there_is_one(self) -> None:
        assert "Clock: 30 seconds for each decision." in Listener().said
        assert not any("lock" in sentence for sentence in Listener(clock=0).said)

    def test_the_time_is_said_with_the_turn_and_once_before_the_end(self) -> None:
        ann = Listener()
        ann.position()
        assert ann.said[-1] == "You have 30 seconds."
        ann.dialogue.hurry(120.0)
        assert ann.said[-1] == "You have 10 seconds."

    def test_nothing_is_said_about_time_where_none_runs(self) -> None:
        ann = Listener(clock=0)
        ann.position(left=0)
        assert not any("second" in sentence for sentence in ann.said)

    def test_a_move_that_is_on_its_way_is_not_hurried(self) -> None:
        ann = Listener()
        ann.position()
        ann.client.play("draw")
        ann.said.clear()
        ann.dialogue.hurry(120.0)
        assert ann.said == []

    def test_it_says_for_whom_a_bot_has_moved(self) -> None:
        ann = Listener()
        ann.position(late=ann.mine)
        assert "Your time is up: a bot has moved for you." in ann.said
        ann.position(late=1 - ann.mine)
        assert "Bob's time is up: a bot has moved." in ann.said

    def test_more_time_is_given_and_heard_of(self) -> None:
        ann = Listener()
        ann.position()
        ann.dialogue.typed("more")
        assert ann.sent == [Wait()]
        ann.hear(Timed(42_000, 1 - ann.mine, [ann.mine]))
        assert ann.said[-2:] == ["Bob gives more time: Ann.", "You have 42 seconds."]
        ann.said.clear()
        ann.hear(Timed(42_000))
        assert ann.said == []

    def test_the_clock_can_be_asked_for_and_set(self) -> None:
        ann = Listener()
        ann.dialogue.typed("clock")
        assert ann.said[-1] == "Clock: 30 seconds for each decision."
        ann.dialogue.typed("часы 60")
        ann.dialogue.typed("clock 99999")
        assert ann.sent == [Clock(60), Clock(3600)]
        ann.dialogue.typed("clock soon")
        assert ann.said[-1] == "clock SECONDS; 0, 15, 30, 60, 120"
