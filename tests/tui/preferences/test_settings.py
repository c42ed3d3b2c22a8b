"""The settings file: read value by value, written whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from net.wire.names import readable_name
from tui.preferences.settings import (
    FILE_NAME,
    Settings,
    change,
    config_folder,
    load,
    parse,
    save,
    to_toml,
)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path) == (Settings(), [])


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    chosen = Settings(
        name='Аня "Ё"',
        language="ru",
        theme="night",
        four_colours=False,
        animation="off",
        keys={"play": "f2,ctrl+r"},
        table={
            "game": "kozel",
            "seats": 3,
            "bots": ["hard", "easy"],
            "rules": {"kozel": {"entry": 0}},
        },
    )
    assert save(tmp_path / "deep" / "er", chosen)
    assert load(tmp_path / "deep" / "er") == (chosen, [])
    assert [path.name for path in (tmp_path / "deep" / "er").iterdir()] == [FILE_NAME]


names = st.text(max_size=24).map(readable_name)
plain = st.recursive(
    st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
    lambda inner: st.dictionaries(st.text("ab-_ é.", min_size=1, max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(names, st.dictionaries(st.text("ab-_ é.", min_size=1, max_size=4), plain, max_size=3))
def test_whatever_is_saved_can_be_read(name: str, table: dict[str, object]) -> None:
    chosen = Settings(name=name, table=table)
    assert parse(to_toml(chosen)) == (chosen, [])


@pytest.mark.parametrize(
    "line, said",
    [
        ('language = "tlh"', "settings.toml:2: language: "),
        ("four_colours = 1", "settings.toml:2: four_colours: "),
        ("theme = true", "settings.toml:2: theme: "),
        ('animation = ["off"]', "settings.toml:2: animation: "),
        ("keys = 5", "settings.toml:2: keys: "),
        ("keys = { play = 5 }", "settings.toml:2: keys: "),
        ("[no_such]", "settings.toml:2: no_such: "),
        ("name = ", "settings.toml:2: "),
        ("colors = 256", "settings.toml:2: colors: "),
    ],
)
def test_a_bad_value_is_reported_by_line_and_the_default_holds(
    tmp_path: Path, line: str, said: str
) -> None:
    (tmp_path / FILE_NAME).write_text(f"bell = false\n{line}\n", "utf-8")
    settings, problems = load(tmp_path)
    assert len(problems) == 1
    assert str(problems[0]).startswith(said)
    assert settings in (Settings(bell=False), Settings())


def test_a_setting_misspelled_is_told_what_was_meant() -> None:
    (problem,) = parse("anmation = 'off'")[1]
    assert str(problem) == "settings.toml:1: anmation: no such setting - did you mean 'animation'?"


def test_a_file_that_is_no_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe")
    settings, problems = load(tmp_path)
    assert settings == Settings()
    assert len(problems) == 1


def test_what_cannot_be_written_does_not_hurt(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("here")
    assert not save(file, Settings())
    (tmp_path / FILE_NAME).mkdir()
    assert not save(tmp_path, Settings())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", FILE_NAME]


def test_single_changes_keep_what_another_window_has_saved(tmp_path: Path) -> None:
    save(tmp_path, Settings(theme="paper"))
    assert change(tmp_path, bell=False) == Settings(theme="paper", bell=False)
    assert load(tmp_path)[0] == Settings(theme="paper", bell=False)


def test_the_lessons_that_were_offered_are_remembered(tmp_path: Path) -> None:
    save(tmp_path, Settings(lessons_seen=("joker", "kozel")))
    assert load(tmp_path) == (Settings(lessons_seen=("joker", "kozel")), [])
    settings, problems = parse("lessons_seen = [1]")
    assert settings == Settings()
    assert "must be a list of texts in quotes" in str(problems[0])


def test_the_folder_can_be_moved(tmp_path: Path) -> None:
    assert config_folder({"KOZYR_CONFIG_DIR": str(tmp_path)}) == tmp_path
    assert config_folder({}).name == "kozyr"


def test_the_language_follows_the_locale_unless_chosen() -> None:
    assert Settings().spoken({"LANG": "ru_RU.UTF-8"}) == "ru"
    assert Settings(language="en").spoken({"LANG": "ru_RU.UTF-8"}) == "en"


def test_a_file_with_a_mistake_is_kept_when_the_program_saves_over_it(tmp_path: Path) -> None:
    broken = '[keys\nhint = "x"\n'
    (tmp_path / FILE_NAME).write_text(broken, "utf-8")
    change(tmp_path, theme="paper")
    assert load(tmp_path) == (Settings(theme="paper"), [])
    change(tmp_path, theme="night")
    assert (tmp_path / "settings.bad").read_text("utf-8") == broken


def test_settings_nested_without_end_are_a_mistake_like_any_other(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("x = " + "[" * 50_000, "utf-8")
    settings, problems = load(tmp_path)
    assert settings == Settings()
    assert len(problems) == 1


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_a_pipe_in_place_of_the_settings_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    settings, problems = load(tmp_path)
    assert settings == Settings()
    assert len(problems) == 1
