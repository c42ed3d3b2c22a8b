"""The form for a new table, by keys alone: its rows, its numbers, its buttons."""

import pytest
from textual.events import MouseDown
from textual.pilot import Pilot
from textual.widgets import Input

from core.games import GAMES
from tests.support.screens import app_of, opened, pick, read, seen, until
from tui.drawing.canvas import text_width
from tui.language.games import words_of
from tui.language.text import LANGUAGES, use_language
from tui.screens.new_table import NewTableScreen, table_rows
from tui.screens.table_choices import TableChoices
from tui.start import StartSolo, as_chosen
from tui.widgets.form import LABEL, Field, Fold


def form_of(pilot: Pilot[None]) -> NewTableScreen:
    screen = pilot.app.screen
    assert isinstance(screen, NewTableScreen)
    return screen


async def open_form(pilot: Pilot[None]) -> None:
    """Open the form for a match alone, as the games in pictures do."""
    await pilot.app.push_screen(NewTableScreen(hosting=False))


async def choose_next_game(pilot: Pilot[None]) -> None:
    """Change the row of the game, which the name of the table may precede."""
    next(field for field in form_of(pilot).query(Field) if field.name == "game").focus()
    await pilot.press("right")


def focused_name(pilot: Pilot[None]) -> str:
    focused = pilot.app.focused
    assert focused is not None
    return focused.name or focused.id or ""


async def test_the_name_of_the_table_stays_in_sight_and_enter_goes_to_the_next_row() -> None:
    async with opened(table={"game": "kozel"}) as pilot:
        await pick(pilot, "host")
        await seen(pilot, "name of the table")
        await choose_next_game(pilot)
        await until(pilot, lambda: form_of(pilot).table.chosen["game"] != "kozel")
        await seen(pilot, "Ann's table")
        row = form_of(pilot).query_one(Input)
        await until(pilot, lambda: row.region.width > 20)
        row.focus()
        await pilot.press(*"Attic")
        await seen(pilot, "Attic")
        await pilot.press("enter")
        await until(pilot, lambda: focused_name(pilot) == "game")
        assert form_of(pilot).table.chosen["table"] == "Attic"


async def test_the_name_of_the_table_has_the_room_of_a_value_in_a_narrow_window() -> None:
    async with opened(size=(44, 30), table={"game": "kozel"}) as pilot:
        await pick(pilot, "host")
        await seen(pilot, "name of the table")
        await choose_next_game(pilot)
        await until(pilot, lambda: form_of(pilot).table.chosen["game"] != "kozel")
        await seen(pilot, "Ann's table")
        lines = read(pilot).splitlines()
        value = next(line for line in lines if "a code to join" in line).index("‹")
        name = next(line for line in lines if "Ann's table" in line).index("Ann")
        assert value <= name <= value + 2


async def test_the_form_speaks_as_the_players_of_the_game_chosen_do() -> None:
    async with opened(table={"game": "kozel"}) as pilot:
        await app_of(pilot).change_settings(language="ru")
        pilot.app.push_screen(NewTableScreen(hosting=True))
        await seen(pilot, "пауза после кона")
        await choose_next_game(pilot)
        await until(pilot, lambda: form_of(pilot).table.chosen["game"] == "graph_poker")
        await seen(pilot, "пауза после раздачи")
        await app_of(pilot).change_settings(language="en")


async def test_a_click_on_a_row_that_has_just_gone_ends_nothing() -> None:
    """A player who clicks through the games quickly presses the button while the rows change."""
    async with opened(table={"game": "kozel"}) as pilot:
        await pick(pilot, "host")
        await seen(pilot, "name of the table")
        form = form_of(pilot)
        row = form.query(Field).first()
        x, y = row.region.x + 4, row.region.y
        await row.remove()
        assert form.get_widget_at(x, y)[0] is row, "it is still shown"
        press = MouseDown(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)
        form._forward_event(press)
        await pilot.pause()
        assert pilot.app.is_running
        assert "name of the table" in read(pilot)


async def test_q_throws_away_nothing_that_was_chosen() -> None:
    async with opened(table={"game": "kozel"}) as pilot:
        await open_form(pilot)
        await seen(pilot, "Play alone against bots")
        assert "q quit" not in read(pilot).splitlines()[-1]
        await pilot.press("q")
        await seen(pilot, "q quit")
        assert pilot.app.is_running


async def test_a_row_says_its_range_and_enter_takes_a_number_or_says_why_not() -> None:
    async with opened(table={"game": "kozel"}) as pilot:
        await open_form(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTableScreen))
        row = next(field for field in form_of(pilot).query("Field") if field.name == "rule-target")
        row.focus()
        await seen(pilot, "50 to 500")
        assert "0-9 type a number" in read(pilot)
        await pilot.press("2", "5", "enter")
        await seen(pilot, "25 cannot be chosen: 50 to 500")
        assert focused_name(pilot) == "rule-target", "the number can be typed again"
        assert form_of(pilot).table.rules == {}
        await pilot.press("6")
        await until(pilot, lambda: "cannot be chosen" not in read(pilot))
        await pilot.press("0", "enter")
        await until(pilot, lambda: focused_name(pilot) != "rule-target")
        assert form_of(pilot).table.rules == {"target": 60}


async def test_the_first_and_the_last_row_are_one_key_from_the_button() -> None:
    async with opened(table={"game": "kozel"}) as pilot:
        await open_form(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTableScreen))
        assert focused_name(pilot) == "start"
        for key, row in (("down", "game"), ("home", "game")):
            form_of(pilot).query_one("#start").focus()
            await pilot.press(key)
            await until(pilot, lambda row=row: focused_name(pilot) == row)
        form_of(pilot).query_one("#start").focus()
        await pilot.press("up")
        await until(pilot, lambda: focused_name(pilot) == "fold")
        form_of(pilot).table.rules["target"] = 60
        form_of(pilot).check()
        form_of(pilot).query_one("#start").focus()
        await pilot.press("right")
        await until(pilot, lambda: focused_name(pilot) == "usual")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_name_of_a_row_is_longer_than_the_room_for_it(game: str, language: str) -> None:
    use_language(language)
    rows = table_rows(TableChoices({}, game), "Ann's", unfolded=True, length_said=str)
    with words_of(game):
        labels = [row.label for row in rows if isinstance(row, Field)]
    assert not [label for label in labels if text_width(f"  {label} ") > LABEL]


async def test_where_there_is_room_every_rule_has_its_name_in_one_line() -> None:
    async with opened(size=(160, 48), table={"game": "domino_poker"}) as pilot:
        await open_form(pilot)
        await seen(pilot, "first-stage hands")
        fold = next(field for field in pilot.app.screen.query(Fold))
        fold.action_turn(1)
        await seen(pilot, "all hands after a deal")
        for field in pilot.app.screen.query(Field):
            assert field.label in str(field.render_line(0).text)


@pytest.mark.parametrize("hosting", [False, True])
async def test_house_rules_are_behind_one_row_that_says_which_differ(hosting: bool) -> None:
    async with opened(table={"game": "joker", "rules": {"khisht": 500}}) as pilot:
        await pilot.app.push_screen(NewTableScreen(hosting=hosting))
        await seen(pilot, "khisht 500")
        assert "▸" in read(pilot)
        form_of(pilot).query_one(Fold).focus()
        await pilot.press("enter")
        await seen(pilot, "● khisht")
        assert focused_name(pilot) == "fold"
        await pilot.press("enter")
        await until(pilot, lambda: "● khisht" not in read(pilot))


async def test_the_length_is_said_in_deals_and_minutes_and_follows_what_is_chosen() -> None:
    async with opened(table={"game": "joker"}) as pilot:
        await open_form(pilot)
        await seen(pilot, "1 to 8 and back: 24 deals, about 30 min")
        row = next(field for field in form_of(pilot).query(Field) if field.name == "rule-deal_set")
        row.focus()
        await pilot.press("right", "right")
        await seen(pilot, "only 1 to 8: 8 deals, about 10 min")


async def test_the_usual_rules_come_back_only_if_the_player_means_it() -> None:
    async with opened(table={"game": "kozel", "rules": {"target": 60}}) as pilot:
        await open_form(pilot)
        await seen(pilot, "Usual rules")
        await pilot.press("backspace")
        await seen(pilot, "Change 1 house rule back?")
        await pilot.press("enter")
        assert form_of(pilot).table.rules == {"target": 60}, "the first answer is harmless"
        await pilot.press("backspace", "2")
        await until(pilot, lambda: not form_of(pilot).table.rules)
        await until(pilot, lambda: "Usual rules" not in read(pilot))


async def test_the_button_follows_the_rows_and_is_in_sight_however_many_there_are() -> None:
    async with opened() as pilot:
        for unfolded in (False, True):
            screen = NewTableScreen(hosting=False)
            screen.unfolded = unfolded
            await pilot.app.push_screen(screen)
            await seen(pilot, "Start")
            await pilot.pause()
            lines = read(pilot).splitlines()
            at = next(y for y, line in enumerate(lines) if line.strip().startswith("Start"))
            assert at == (len(lines) - 2 if unfolded else len(screen.query(Field)) + 2)


@pytest.mark.parametrize("levels", [("hard", "hard"), ("easy", "expert")])
def test_a_match_begun_by_a_command_is_chosen_again_as_it_was(levels: tuple[str, ...]) -> None:
    start = StartSolo("kozel", 3, levels[0], {"target": 51}, None, "Ann", levels)
    last = {"game": "joker", "seats": 4, "level": "easy", "rules": {"khisht": 500}, "clock": 30}
    chosen = TableChoices(as_chosen(start, last))
    assert chosen.solo("Ann") == start
    assert chosen.chosen["clock"] == 30
