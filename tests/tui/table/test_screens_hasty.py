"""Keys that come faster than screens change, and clicks where the window was."""

import asyncio

import pytest
from textual import events
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.widget import Widget

from core.games import GAMES
from net.client.events import Spoken
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from tests.support.cut_proxy import CutProxy
from tests.support.harness_app import SilentLink, silent_links
from tests.support.robots import Robot
from tests.support.screens import app_of, my_turn, opened, pick, seen, table_of, until
from tui.screens.dialog import Question
from tui.screens.games import GamesScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.new_table import NewTableScreen
from tui.screens.rules import RulesScreen
from tui.screens.tables import TablesScreen
from tui.start import StartJoin, StartSolo
from tui.table.effects import TickAt
from tui.widgets.form import Field, Form
from tui.widgets.menu import Menu

KOZEL = StartSolo("kozel", 3, "easy", {}, 3, "Ann")


async def test_enter_held_down_opens_a_form_once() -> None:
    async with opened() as pilot:
        opening = pilot.app.screen_stack[:]
        menu = pilot.app.screen.focused
        assert isinstance(pilot.app.screen, HomeScreen)
        assert menu is not None
        for _ in range(20):
            await pilot.app.run_action("select", menu)
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        await pilot.pause()
        assert len(pilot.app.screen_stack) == len(opening) + 1


async def test_a_question_answered_many_times_at_once_closes_alone() -> None:
    async with opened(KOZEL) as pilot:
        asked = await _asked(pilot)
        menu = asked.focused
        assert menu is not None
        for _ in range(20):
            await pilot.app.run_action("select", menu)
        await until(pilot, lambda: pilot.app.screen is not asked)
        await pilot.pause()
        assert pilot.app.screen is table_of(pilot)


async def test_clicks_hammered_at_the_help_close_only_the_help() -> None:
    async with opened(KOZEL) as pilot:
        await my_turn(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        help_screen = pilot.app.screen
        for _ in range(5):
            help_screen.post_message(_click(help_screen, 0, 0))
        await until(pilot, lambda: pilot.app.screen is table_of(pilot))
        await pilot.pause()
        assert pilot.app.screen is table_of(pilot)


async def test_clicks_round_the_search_for_actions_do_no_harm() -> None:
    async with opened(KOZEL) as pilot:
        await my_turn(pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
        search = pilot.app.screen
        for x in (0, 150) * 5:  # beside the window, and where it was
            search.post_message(_click(search, x, 20))
        await pilot.pause()
        assert pilot.app.screen in (table_of(pilot), search)


async def test_what_was_due_before_it_was_asked_for_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(KOZEL) as pilot:
        table = await my_turn(pilot)
        ticks: list[bool] = []
        monkeypatch.setattr(table.driver, "tick", lambda: ticks.append(True))
        table.driver.carry_out([TickAt(0.0)])
        await until(pilot, lambda: ticks)


async def _asked(pilot: Pilot[None]) -> Question:
    """Ask on the player's turn whether to leave."""
    await my_turn(pilot)
    await pilot.press("escape")
    await seen(pilot, "Leave the match?")
    asked = pilot.app.screen
    assert isinstance(asked, Question)
    return asked


def _click(widget: Widget, x: int, y: int) -> events.Click:
    return events.Click(widget, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> list[SilentLink]:
    """The links opened; no host answers on any of them."""
    return silent_links(monkeypatch)


def _join(port: int) -> StartJoin:
    return StartJoin(("127.0.0.1", port), None)


async def test_whoever_asks_for_a_table_twice_goes_there_once(silent: list[SilentLink]) -> None:
    async with opened() as pilot:
        app_of(pilot).navigator.go(_join(1))
        app_of(pilot).navigator.go(_join(1))
        await until(pilot, lambda: silent)
        await pilot.pause()
        app_of(pilot).navigator.go(_join(1))
        await pilot.pause()
        assert len(silent) == 1
        app_of(pilot).navigator.leave(give_up=False)
        app_of(pilot).navigator.go(_join(1))
        await until(pilot, lambda: len(silent) == 2)


async def test_a_table_waited_for_in_vain_says_nothing_at_the_next(
    silent: list[SilentLink],
) -> None:
    async with opened() as pilot:
        app_of(pilot).navigator.go(_join(1))
        await until(pilot, lambda: silent)
        await pilot.pause()
        app_of(pilot).navigator.go(_join(2))
        await until(pilot, lambda: len(silent) == 2 and silent[0].closed.is_set())
        silent[0].tell(Spoken(None, "Eve", "too late"))
        session = app_of(pilot).navigator.session
        assert session.start == _join(2)
        assert not session.log.lines


async def test_whoever_goes_back_while_connecting_takes_no_seat() -> None:
    table = new_table("Kitchen", GAMES["kozel"], GAMES["kozel"].Options(), 2)
    async with (
        Host(Lobby("Bob", [table]), address="127.0.0.1", port=0) as host,
        CutProxy(host.port) as proxy,
        opened() as pilot,
    ):
        navigator = app_of(pilot).navigator
        proxy.relaying.clear()
        pilot.app.push_screen(TablesScreen())
        navigator.go(_join(proxy.port))
        await proxy.met.wait()
        await pilot.press("escape")
        await until(pilot, lambda: not navigator.running_links)
        proxy.relaying.set()
        robot = Robot(RemoteLink("127.0.0.1", proxy.port, ClientSeat()), "Zoe")
        await robot.until(lambda: robot.client.room)
        assert [place.name for place in table.room] == ["Zoe", ""]
        assert isinstance(pilot.app.screen, HomeScreen)
        await robot.close()


async def test_a_screen_closed_before_all_of_it_is_there_does_no_harm() -> None:
    async with opened(KOZEL) as pilot:
        table = await my_turn(pilot)
        for _ in range(5):
            table.action_help()
            pilot.app.screen.dismiss()
        table.action_do("back")
        await pilot.app.run_action("move(1)", pilot.app.screen)
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is table)


async def test_a_click_on_an_entry_that_has_gone_does_no_harm() -> None:
    async with opened() as pilot:
        await pilot.pause()
        menu = pilot.app.screen.query_one(Menu)
        x, y = menu.content_region.x + 5, menu.content_region.bottom - 1
        style = pilot.app.screen.get_style_at(x, y)
        assert style.meta["option"] == menu.option_count - 1
        click = _click(menu, x, y)
        click.style = style
        menu.offer([("solo", "play alone against bots")])
        menu.post_message(click)
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_leafing_in_the_search_where_there_is_no_room_does_no_harm() -> None:
    async with opened(KOZEL) as pilot:
        await my_turn(pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
        await pilot.press("down", "down")
        await pilot.resize_terminal(20, 1)
        await pilot.press("pagedown", "pageup", "end", "home")
        assert not pilot.app.screen.query_one(CommandList).scrollable_content_region
        await pilot.resize_terminal(80, 24)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is table_of(pilot))


async def test_left_and_right_after_the_answer_do_no_harm() -> None:
    async with opened(KOZEL) as pilot:
        asked = await _asked(pilot)
        await asked.query_one(Menu).remove()
        asked.action_move(1)


async def test_a_rule_changed_while_the_form_is_made_anew_does_no_harm() -> None:
    async with opened() as pilot:
        pilot.app.push_screen(NewTableScreen(hosting=False))
        await seen(pilot, "the usual ones")
        form = pilot.app.screen
        assert isinstance(form, NewTableScreen)
        form.unfolded = True
        await form.rebuild("fold")
        rule = next(field for field in form.query(Field) if field.hint)
        await asyncio.gather(form.rebuild("fold"), _change(rule))
        await pilot.pause()
        assert form.table.rules == {}


async def _change(field: Field) -> None:
    field.action_turn(1)


async def test_leafing_in_a_menu_where_there_is_no_room_does_no_harm() -> None:
    async with opened(size=(20, 1)) as pilot:
        menu = pilot.app.screen.query_one(Menu)
        assert not menu.scrollable_content_region
        await pilot.app.run_action("page_down", menu)
        await pilot.app.run_action("page_up", menu)


async def test_a_search_that_goes_on_after_the_palette_has_closed_does_no_harm() -> None:
    async with opened(KOZEL) as pilot:
        await my_turn(pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
        search = pilot.app.screen
        assert isinstance(search, CommandPalette)
        await search.query_one(CommandList).remove()
        assert not search.check_action("command_list", ("page_up",))
        worker = search._gather_commands("rules")
        await until(pilot, lambda: worker.is_finished)
        assert pilot.app.is_running


async def test_the_usual_rules_taken_while_the_language_changes_do_no_harm() -> None:
    async with opened() as pilot:
        pilot.app.push_screen(NewTableScreen(hosting=False))
        await seen(pilot, "the usual ones")
        form = pilot.app.screen
        assert isinstance(form, NewTableScreen)
        form.table.rules["khisht"] = 500
        form.action_usual()
        await seen(pilot, "Change 1 house rule back?")
        await form.query_one(Form).remove()
        await pick(pilot, "usual")
        await until(pilot, lambda: pilot.app.screen is form)
        await form.relabel()
        await seen(pilot, "the usual ones")
        assert form.table.rules == {}


async def test_a_rule_book_closed_before_its_paragraph_is_found_does_no_harm() -> None:
    async with opened() as pilot:
        pilot.app.push_screen(RulesScreen("kozel", "K-R7"))
        await seen(pilot, "Rules · Kozel")
        rules = pilot.app.screen
        assert isinstance(rules, RulesScreen)
        await rules.query_one("#book").remove()
        assert not rules.find("K-R7")
