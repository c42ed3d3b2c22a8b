"""Home, new table, settings, rules, help: the screens before a match."""

import sys
from pathlib import Path

import pytest
from rich.console import Group

from core.games import GAMES
from net.installation import CARRYING, load
from net.lan.found import Found
from net.wire.protocol import VERSION
from tests.support.matches import daily
from tests.support.screens import app_of, opened, pick, play_on, read, seen, table_of, until
from tui.language.games import game_title
from tui.lessons.screen import LessonScreen
from tui.palette import offered
from tui.program import TablesFound, open_rules, open_settings, tell_theme_mistakes
from tui.screens.dialog import Question
from tui.screens.games import GamesScreen
from tui.screens.home import HomeScreen
from tui.screens.new_table import NewTableScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import WIDE, SettingsScreen
from tui.start import StartSolo
from tui.table.table_screens import DRAWING
from tui.widgets.form import Field
from tui.widgets.menu import Menu


def found(id: str, phase: str = "gathering") -> Found:
    where = ("10.0.0.1", 4040, VERSION, 0.001)
    return Found(id, "Kitchen", "kozel", "Zoe", 3, 2, phase, *where)


async def test_a_newcomer_is_at_a_table_in_two_keys_and_afterwards_in_one() -> None:
    async with opened(lessons_seen=()) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        await seen(pilot, "4 players · 24 deals, about 30 min")
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot) is not None)
        app = app_of(pilot)
        app.navigator.leave(give_up=True)
        await seen(pilot, "play Joker, 3 × easy bot")
        await pilot.press("1")
        await until(pilot, lambda: table_of(pilot) is not None)


async def test_the_last_game_is_played_as_it_was_last_played() -> None:
    last = {"game": "kozel", "seats": 3, "level": "hard", "rules": {"target": 60}}
    async with opened(table=last) as pilot:
        assert "play Kozel, 2 × hard bot" in read(pilot)
        await pilot.press("1")
        await until(pilot, lambda: table_of(pilot) is not None)
        await seen(pilot, "goat at 60")
        session = app_of(pilot).navigator.session
        assert [seat.kind for seat in session.seats] == ["human", "bot:hard", "bot:hard"]


@pytest.mark.parametrize("size", [(44, 30), (60, 20), (80, 24), (100, 30), (160, 48)])
async def test_the_home_screen_fits_and_every_game_is_shown_with_how_long_it_takes(
    size: tuple[int, int],
) -> None:
    async with opened(size=size) as pilot:
        home = read(pilot)
        assert "quit" in home
        assert "help" in home.splitlines()[-1]
        await pilot.press("1")
        for number, game in enumerate(GAMES, 1):
            await seen(pilot, f"{number}  {game_title(game)}")
        assert read(pilot).count(" min") == len(GAMES)


async def test_another_game_is_chosen_by_arrows_digit_or_click_or_learnt_first() -> None:
    async with opened(table={"game": "joker", "seats": 4, "level": "easy"}) as pilot:
        await pilot.press("down", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, GamesScreen)
        await pilot.press("right", "down", "left")
        assert screen.at == 2
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTableScreen))
        form = pilot.app.screen
        assert isinstance(form, NewTableScreen)
        assert form.table.chosen["game"] == "kozel"
        await pilot.press("escape", "l")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))


async def test_the_language_changes_at_once_everywhere() -> None:
    async with opened() as pilot:
        await pick(pilot, "settings")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        await until(pilot, lambda: pilot.app.focused)
        await pilot.press("right")
        await seen(pilot, "Русский")
        await seen(pilot, "Настройки")
        await pilot.press("escape")
        await seen(pilot, "правила")


async def test_the_first_screen_says_how_many_tables_are_open_and_forgets_those_closed() -> None:
    async with opened() as pilot:
        assert "tables on the LAN" in read(pilot)
        assert " open" not in read(pilot)
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        home.post_message(TablesFound((found("a"), found("b"), found("c", phase="playing"))))
        await seen(pilot, "tables on the LAN: 2 open")
        home.post_message(TablesFound(()))
        await until(pilot, lambda: " open" not in read(pilot))
        home.post_message(TablesFound(tuple(found(str(number)) for number in range(77))))
        await seen(pilot, "tables on the LAN: 77 open")
        home.count_tables()
        await until(pilot, lambda: "77 open" not in read(pilot))


async def test_the_palette_has_what_the_first_screen_and_its_forms_offer() -> None:
    async with opened() as pilot:
        titles = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert not {"continue", "stop waiting"} & set(titles), "they belong to another state"
        await pilot.press("ctrl+p", *"learn")
        await seen(pilot, "learn a game")
        await pilot.press("enter")
        await seen(pilot, "Which game?")
        await pilot.press("escape")
        await pilot.app.push_screen(NewTableScreen(hosting=False))
        await seen(pilot, "Play alone against bots")
        titles = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert {"Start", "rules", "settings", "back", "quit"} <= set(titles)
        await pilot.press("ctrl+p", *"Start")
        await seen(pilot, "Start")
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot) is not None)
        titles = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert len(titles) == len(set(titles))


async def test_the_palette_has_no_action_of_a_list_or_a_form_that_nobody_worded() -> None:
    async with opened(language="ru") as pilot:
        app = app_of(pilot)
        await app.change_settings(language="ru")
        for key in ("", "1"):
            await pilot.press(*key)
            await pilot.pause()
            titles = [command.title for command in app.get_system_commands(app.screen)]
            assert not [title for title in titles if title.isascii()]
        await app.change_settings(language="en")


async def test_in_a_window_that_shrinks_the_row_in_hand_stays_in_sight() -> None:
    async with opened(table={"game": "joker"}, size=(80, 40)) as pilot:
        await pilot.app.push_screen(NewTableScreen(hosting=False))
        row = pilot.app.screen.query("Field").last()
        row.focus()
        await pilot.pause()
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: row.region.bottom <= 18 and row.region.y > 0)


async def test_every_theme_can_be_worn() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        themes, depth = app.appearance.themes, app.appearance.depth
        for name in themes.offered(depth):
            await app.change_settings(theme=name)
            await pilot.pause()
            assert app.appearance.look.felt == themes.by_name[name].colours(depth)[1]["felt"]


async def test_a_window_too_small_says_so_and_everything_comes_back() -> None:
    async with opened() as pilot:
        await pilot.resize_terminal(59, 19)
        await seen(pilot, "enlarge the window to 60x20")
        await seen(pilot, "or to 44x30")
        await pilot.press("1")
        assert len(pilot.app.screen_stack) == 2
        for size in ((60, 20), (44, 29), (44, 30)):
            await pilot.resize_terminal(*size)
            await seen(pilot, "enlarge" if size == (44, 29) else "play alone against bots")
        await until(pilot, lambda: pilot.app.focused)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))


@pytest.mark.parametrize("key", daily(["question_mark", "f1"], "f1"))
async def test_every_screen_explains_itself(key: str) -> None:
    async with opened() as pilot:
        await pilot.press(key)
        await seen(pilot, "On the LAN one person hosts")
        await pilot.press("escape")
        await pick(pilot, "settings")
        await pilot.press(key)
        await seen(pilot, "saved in")


async def test_the_rule_book_opens_at_a_paragraph() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        open_rules(app, "kozel", "K-R7")
        await seen(pilot, "K-R7")
        book = app.screen
        assert isinstance(book, RulesScreen)
        assert book.found is not None
        lines = read(pilot).splitlines()
        assert any(line.strip().startswith("K-R7 ") for line in lines[1:4]), "at the top"


async def test_the_search_names_a_paragraph_of_the_book_at_hand() -> None:
    async with opened() as pilot:
        for game, letter in zip(GAMES, "JDKG", strict=True):
            open_rules(app_of(pilot), game, "")
            await seen(pilot, f"search: a word or {letter}-R7")


async def test_the_home_screen_is_used_with_the_mouse() -> None:
    async with opened() as pilot:
        await pilot.click("#home-menu", offset=(8, 6))
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        keys = pilot.app.screen.query_one("#keys")
        await seen(pilot, "back")
        x = read(pilot).splitlines()[-1].index("back")
        await pilot.click(keys, offset=(x, 0))
        await seen(pilot, "play alone against bots")


async def test_mistakes_in_themes_are_told_in_one_message_with_their_brackets(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    lines = "\n".join(f'colour-{n} = "#000000"' for n in range(7))
    (folder / "sea.toml").write_text(f"[table]\n{lines}\n", "utf-8")
    async with opened(folder=tmp_path) as pilot:
        await seen(pilot, "sea.toml:2: colour-0: no such")
        await seen(pilot, "and 3 more")
        assert "colour in [table]" in " ".join(read(pilot).split())


@pytest.mark.nightly
async def test_what_looks_like_markup_can_be_searched_for() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        open_rules(app, "kozel")
        await seen(pilot, "The tiles")
        await pilot.press("tab", *"[/b", "enter")
        await seen(pilot, "not found in any book: [/b")


async def test_all_mistakes_in_the_settings_are_told_in_one_message(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('them = "x"\nmouse = 3\n', "utf-8")
    async with opened(folder=tmp_path, keys={"scroes": "x", "play": "frob"}) as pilot:
        await seen(pilot, "settings.toml:1: them: no such")
        await seen(pilot, "settings.toml:2: mouse: must be")
        await seen(pilot, "there is no action scroes")
        await seen(pilot, "play: there is no key frob")
        assert len(pilot.app.screen.query("Toast")) == 1


async def test_a_change_that_cannot_be_saved_holds_and_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("# mine\n", "utf-8")
    path.chmod(0o444)
    async with opened(folder=tmp_path) as pilot:
        app = app_of(pilot)
        for name in "Bob":
            await app.change_settings(name=name)
            await seen(pilot, "it cannot be saved:")
        assert app.settings.name == "b"
        assert len(app.screen.query("Toast")) == 1
    assert path.read_text("utf-8") == "# mine\n"


@pytest.mark.nightly
async def test_what_stands_in_another_book_is_found_there() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        open_rules(app, "joker")
        await seen(pilot, "search: a word or J-R7")
        await pilot.press("tab", *"K-R7", "enter")
        await until(
            pilot, lambda: isinstance(app.screen, RulesScreen) and app.screen.found is not None
        )
        await seen(pilot, "Rules · Kozel")


async def test_the_digits_of_the_home_screen_stay_whatever_can_be_resumed() -> None:
    entries = [("kept-1", "continue: Kozel"), ("solo", "play alone"), ("quit", "quit")]
    menu = Menu(entries, unnumbered=["kept-1"])
    shown = [str(menu.get_option_at_index(at).prompt) for at in range(3)]
    assert [line.split()[0] for line in shown] == ["continue:", "1", "2"]


async def test_a_click_beside_a_question_goes_back() -> None:
    async with opened() as pilot:
        question = Question("Who sits here?", [("", "leave it free"), ("easy", "easy bot")])
        pilot.app.push_screen(question)
        await seen(pilot, "Who sits here?")
        await pilot.click(offset=(1, 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_a_mistake_in_a_theme_is_told_once(tmp_path: Path) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    (folder / "sea.toml").write_text('[table]\nfelt = "oops"\n', "utf-8")
    async with opened(folder=tmp_path) as pilot:
        app = app_of(pilot)
        await seen(pilot, "sea.toml:2: felt: not a colour")
        app.clear_notifications()
        await until(pilot, lambda: not app.screen.query("Toast"))
        (folder / "sky.toml").write_text('[table]\nfelt = "#001122"\n', "utf-8")
        assert app.appearance.themes.reload()
        tell_theme_mistakes(app)
        await pilot.pause()
        assert not app.screen.query("Toast")


async def test_the_search_for_actions_leads_to_what_the_home_screen_offers() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        open_rules(app, "kozel")
        await seen(pilot, "The tiles")
        titles = [command.title for command in offered(app, app.screen)]
        assert {"play alone against bots", "tables on the LAN", "past matches"} <= set(titles)
        assert "scroll" not in titles


async def test_a_new_table_starts_a_match_by_its_house_rules_with_bots_of_their_own_levels() -> (
    None
):
    async with opened(table={"game": "kozel", "seats": 3}) as pilot:
        await pilot.app.push_screen(NewTableScreen(hosting=False))
        form = pilot.app.screen

        def row(name: str) -> Field:
            return next(field for field in form.query(Field) if field.name == name)

        row("level").focus()
        await pilot.press("left")
        await seen(pilot, "bot 2")
        row("bot-2").focus()
        await pilot.press("right")
        await until(pilot, lambda: row("bot-2").value == "medium")
        row("seats").focus()
        await pilot.press("right")
        await seen(pilot, "bot 3")
        assert row("bot-2").value == "medium"
        row("rule-target").focus()
        await pilot.press("5", "1")
        await seen(pilot, "about 3 deals")
        assert "● length: target" in read(pilot)
        form.query_one("#start").focus()
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot))
        await seen(pilot, "goat at 51")
        assert app_of(pilot).settings.table["rules"] == {"target": 51}
        table = table_of(pilot)
        kinds = [seat.kind for seat in table.session.seats]
        assert kinds == ["human", "bot:easy", "bot:medium", "bot:easy"]


async def test_a_program_that_was_replaced_while_it_runs_says_so_and_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(StartSolo("kozel", 2, "easy", {"target": 50}, 4, "Ann")) as pilot:
        await seen(pilot, "Your turn")
        load((*CARRYING, *DRAWING, "core.games.kozel", "tui.games.kozel"))
        monkeypatch.delitem(sys.modules, "tui.screens.help", raising=False)
        monkeypatch.setattr("kozyr.STARTED", (1, 1, 1))
        await pilot.press("question_mark")
        await seen(pilot, "Kozyr has been replaced")
        await play_on(pilot)
        app_of(pilot).action_ask_quit()
    assert app_of(pilot).return_code == 0


async def test_home_and_end_go_to_rows_of_the_settings() -> None:
    async with opened(size=(80, 24)) as pilot:
        await pick(pilot, "settings")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        before = pilot.app.settings
        await pilot.press("pagedown", "down", "home")
        focused = pilot.app.focused
        assert isinstance(focused, Field)
        assert focused.name == "language"
        assert pilot.app.settings == before
        assert "▝" in read(pilot), "the sample cards are whole"


async def test_all_values_of_the_settings_stand_in_one_column(spoken: str) -> None:
    async with opened(language=spoken) as pilot:
        app = app_of(pilot)
        open_settings(app)
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.pause()
        for field in app.screen.query(Field):
            for value in field.values:
                field.value = value
                rendered = field.render()
                line = str(rendered.renderables[0] if isinstance(rendered, Group) else rendered)
                assert line.index("‹") == WIDE, line


async def test_the_names_of_games_side_by_side_stand_in_one_row() -> None:
    async with opened(size=(160, 48)) as pilot:
        await pilot.app.push_screen(GamesScreen())
        await seen(pilot, "4 players · 24 deals")
        assert any("Joker" in line and "Domino Poker" in line for line in read(pilot).splitlines())


async def test_the_bar_of_the_games_has_all_its_keys_in_both_languages(spoken: str) -> None:
    async with opened(language=spoken) as pilot:
        await pilot.app.push_screen(GamesScreen())
        await until(pilot, lambda: "Enter" in read(pilot).splitlines()[-1])
        assert {"l", "o", "Esc", "?"} <= set(read(pilot).splitlines()[-1].split())
