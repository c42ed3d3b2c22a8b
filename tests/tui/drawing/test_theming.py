"""Theme files, the supplied ones and the user's own."""

import os
import re
from pathlib import Path

import pytest
from textual.app import App

from tui.appearance import textual_theme
from tui.drawing.look import DEFAULTS
from tui.drawing.theming import ORDER, SCREEN_DEFAULTS, Themes, read_theme
from tui.terminal.depth import CUBE

SUPPLIED = Themes()


@pytest.mark.parametrize("name", ORDER)
def test_the_themes_of_the_house_are_complete_and_faultless(name: str) -> None:
    text = (Path(__file__).parents[3] / "themes" / f"{name}.toml").read_text("utf-8")
    theme, problems = read_theme(text, f"{name}.toml")
    assert not problems
    assert theme.name == name
    given = set(re.findall(r"^([\w-]+) = ", text, re.MULTILINE))
    assert given >= {*SCREEN_DEFAULTS, *DEFAULTS}


def test_with_16_colours_only_what_is_made_of_them_is_offered() -> None:
    assert SUPPLIED.offered("16") == ("tty16", "mono")
    assert SUPPLIED.offered("256") == ORDER
    assert SUPPLIED.choose("paper", "16").name == "tty16"
    assert SUPPLIED.choose("no such", "true").name == "felt"
    assert SUPPLIED.choose("auto", "mono").name == "mono"
    assert SUPPLIED.choose("night", "256").name == "night"


@pytest.mark.parametrize("name", ORDER)
def test_with_256_colours_every_value_is_one_of_them(name: str) -> None:
    screen, table = SUPPLIED.by_name[name].colours("256")
    assert {*screen.values(), *table.values()} <= set(CUBE) | {"#000000", "#ffffff"}


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("name", ORDER)
async def test_textual_takes_every_theme(name: str, depth: str) -> None:
    class Empty(App[None]):
        CSS = "Screen { background: $felt; color: $ink; }"

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return dict(DEFAULTS)

    app = Empty()
    async with app.run_test() as pilot:
        theme = textual_theme(SUPPLIED.by_name[name], depth)
        app.register_theme(theme)
        app.theme = name
        await pilot.pause()
        assert app.theme_variables["felt"] == theme.variables["felt"]


# --- bad files ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, said",
    [
        ('felt = "notacolor"', "mine.toml:4: felt: not a colour"),
        ('felt = ""', "mine.toml:4: felt: not a colour"),
        ('felt = "#0e3b2e; color: red"', "mine.toml:4: felt: not a colour"),
        ("felt = 7", "mine.toml:4: felt: not a colour"),
        ('flet = "#000000"', "mine.toml:4: flet: no such colour in [table]"),
        ('felt = "#000', "mine.toml:4:"),
    ],
)
def test_a_bad_value_is_reported_by_line_and_the_rest_holds(line: str, said: str) -> None:
    theme, problems = read_theme(f'name = "mine"\n[table]\nink = "#ABCDEF"\n{line}\n', "mine.toml")
    assert str(problems[0]).startswith(said)
    if theme is not None:
        assert theme.table["felt"] == DEFAULTS["felt"]
        assert theme.table["ink"] == "#abcdef"


def test_other_mistakes_are_reported_too() -> None:
    text = 'name = "a b; c"\ndark = "yes"\nscreen = 5\ncolour = "red"\n'
    theme, problems = read_theme(text, "odd.toml")
    assert theme is not None
    assert {(p.line, p.reason.split(":")[0]) for p in problems} == {
        (1, "name"),
        (2, "dark"),
        (3, "screen"),
        (4, "colour"),
    }


def test_a_mistake_is_looked_for_in_its_own_table() -> None:
    text = '[table]\nfelt = "#001122"\n[colours-256]\nfelt = "blue"\n'
    _, problems = read_theme(text, "sea.toml")
    assert [p.line for p in problems] == [4]


def test_what_a_theme_does_not_say_is_as_in_the_one_it_is_like() -> None:
    text = 'like = "paper"\n[table]\nfelt = "#d7d7ff"\n'
    theme, problems = read_theme(text, "sky.toml", SUPPLIED.by_name)
    paper = SUPPLIED.by_name["paper"]
    assert not problems
    assert (theme.name, theme.dark) == ("sky", False)
    assert theme.table == {**paper.table, "felt": "#d7d7ff"}
    assert theme.screen == paper.screen
    assert theme.colours("256")[1]["felt"] == "#d7d7ff", "its own colour, not that of paper"
    assert theme.colours("256")[1]["ink"] == paper.colours("256")[1]["ink"]


def test_a_theme_like_no_other_is_like_felt() -> None:
    theme, problems = read_theme('\nlike = "velvet"\n', "sky.toml", SUPPLIED.by_name)
    assert str(problems[0]).startswith("sky.toml:2: like: must be one of felt, night")
    assert theme.table == SUPPLIED.by_name["felt"].table == DEFAULTS
    assert theme.screen == SUPPLIED.by_name["felt"].screen == SCREEN_DEFAULTS


def test_a_bad_name_is_replaced_by_that_of_the_file() -> None:
    theme, _ = read_theme('name = "two words!"\n', "sky.toml")
    assert theme.name == "sky"


def test_a_users_file_comes_changes_and_goes_while_the_program_runs(tmp_path: Path) -> None:
    themes = Themes(tmp_path)
    assert not themes.reload()
    file = tmp_path / "sea.toml"
    file.write_text('[table]\nfelt = "#003355"\n', "utf-8")
    assert themes.reload()
    assert not themes.reload()
    assert themes.by_name["sea"].table["felt"] == "#003355"
    file.write_text('[table]\nfelt = "oops"\n', "utf-8")
    os.utime(file, ns=(1, 1))
    assert themes.reload()
    assert [str(p) for p in themes.problems] == [
        "sea.toml:2: felt: not a colour like \"#0e3b2e\": 'oops'"
    ]
    assert themes.by_name["sea"].table["felt"] == DEFAULTS["felt"]
    file.write_text('[table]\nfelt = "#003355"\n', "utf-16")
    os.utime(file, ns=(2, 2))
    assert themes.reload()
    assert "sea" not in themes.by_name
    said = "sea.toml: this is UTF-16 text; save it as UTF-8"
    assert [str(p) for p in themes.problems] == [said]
    file.write_text('[table]\nfelt = "#003355"\n', "utf-8-sig")
    os.utime(file, ns=(3, 3))
    assert themes.reload()
    assert not themes.problems
    assert themes.by_name["sea"].table["felt"] == "#003355"
    file.unlink()
    assert themes.reload()
    assert not themes.problems
    assert tuple(themes.by_name) == ORDER


def test_a_folder_that_is_not_there_has_no_themes(tmp_path: Path) -> None:
    assert tuple(Themes(tmp_path / "none").by_name) == ORDER
