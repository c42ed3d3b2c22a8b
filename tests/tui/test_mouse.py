"""The buttons of a mouse, everywhere: the left one acts, the right one is Esc, the middle none."""

from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import OptionList

from tests.support.screens import my_turn, opened, read, seen, until
from tui.drawing.canvas import Hit
from tui.screens.dialog import Question
from tui.start import StartSolo
from tui.table.screen import TableScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.form import Field
from tui.widgets.menu import Menu

LEFT, MIDDLE, RIGHT = 1, 2, 3

JOKER = StartSolo("joker", 4, "easy", {}, 3)
"""One card each; the player bids first."""


def bid_of(table: TableScreen) -> Hit | None:
    """The place of the first button within the lines over the hand."""
    painting = table.query_one("#prompt", CanvasView).painting
    hits = painting.hits if painting else ()
    return next((hit for hit in hits if hit.what == ("button", 0)), None)


async def click(pilot: Pilot[None], x: int, y: int, button: int) -> None:
    """Click as a terminal reports it: the pilot's own clicks bypass the application."""
    for kind in (events.MouseDown, events.MouseUp):
        pilot.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
        await pilot.pause()


async def test_the_middle_button_bids_nothing_and_the_right_one_is_esc_but_leaves_no_table() -> (
    None
):
    async with opened(JOKER) as pilot:
        table = await my_turn(pilot)
        await until(pilot, lambda: bid_of(table) is not None)
        hit = bid_of(table)
        region = table.query_one("#prompt").region
        place = region.x + hit.x, region.y + hit.y
        await click(pilot, *place, MIDDLE)
        assert table.model.match.legal
        assert table.session.client.pending is None
        await click(pilot, *place, RIGHT)
        assert pilot.app.screen is table
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        assert table.session.client.pending is None
        await click(pilot, *place, RIGHT)
        await until(pilot, lambda: pilot.app.screen is table)
        await click(pilot, *place, LEFT)
        await until(pilot, lambda: table.session.client.view.bids[0] is not None)


async def test_a_right_click_where_nothing_is_yet_is_esc_too() -> None:
    async with opened(JOKER) as pilot:
        table = await my_turn(pilot)
        beyond = table.size.width + 5, table.size.height + 5  # as before the first frame
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await click(pilot, *beyond, RIGHT)
        await until(pilot, lambda: pilot.app.screen is table)


async def test_what_comes_while_the_program_ends_means_nothing() -> None:
    async with opened() as pilot:
        app = pilot.app
    assert not app.screen_stack
    await app.on_event(events.Key("escape", None))
    await app.on_event(events.MouseDown(None, 1, 1, 0, 0, RIGHT, False, False, False, 1, 1))
    assert not await app._check_bindings("escape")


async def test_in_a_form_the_arrows_are_what_they_look_like_and_a_right_click_goes_back() -> None:
    async with opened() as pilot:
        await pilot.press("1", "o")
        await until(pilot, lambda: pilot.app.screen.query(Field))
        await seen(pilot, "‹")
        field = pilot.app.screen.query(Field)[1]  # another game has another form
        y = field.region.y
        for sign, button, steps in (
            ("‹", LEFT, -1),
            ("›", LEFT, 1),
            ("›", RIGHT, -1),
            ("›", MIDDLE, 0),
        ):
            before = field.values.index(field.value)
            x = read(pilot).splitlines()[y].index(sign)
            await click(pilot, x, y, button)
            field = pilot.app.screen.query(Field)[1]
            after = field.values.index(field.value)
            assert after == (before + steps) % len(field.values), (sign, button)


async def test_nothing_of_a_menu_is_chosen_with_the_other_buttons() -> None:
    async with opened() as pilot:
        home = pilot.app.screen
        menu = home.query_one(OptionList)
        await click(pilot, menu.region.x + 8, menu.region.y + 2, MIDDLE)
        assert pilot.app.screen is home


class WatchedMenu(Menu):
    """Remembers which lines it has drawn."""

    drawn: set[int]

    def render_line(self, y: int) -> Strip:
        self.drawn.add(y)
        return super().render_line(y)


async def test_the_mouse_over_a_menu_draws_the_entry_it_leaves_and_the_one_it_comes_to() -> None:
    menu = WatchedMenu([(str(number), f"entry {number}") for number in range(8)])
    menu.drawn = set()

    class Screen(App[None]):
        def compose(self) -> list[Menu]:
            return [menu]

    async with Screen().run_test() as pilot:
        await pilot.hover(menu, (4, 2))
        await pilot.pause()
        menu.drawn.clear()
        await pilot.hover(menu, (4, 5))
        await pilot.pause()
        assert menu.drawn == {2, 5}
        menu.drawn.clear()
        await pilot.press("down")
        await pilot.pause()
        assert menu.drawn == {0, 1}
