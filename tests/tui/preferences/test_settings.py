"""The settings file: read value by value, written line by line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from net.files.folders import state_directory
from net.wire.names import readable_name
from tui.preferences.settings import (
    FILE_NAME,
    Settings,
    change,
    config_folder,
    load,
    parse,
    remember,
    with_changes,
)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path) == (Settings(), [])


def write(folder: Path, text: str) -> Path:
    """Write a settings file by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    path.write_bytes(text.encode())
    return path


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    chosen = {"name": 'Аня "Ё"', "language": "ru", "theme": "night", "four_colours": False}
    folder = tmp_path / "deep" / "er"
    assert change(folder, **chosen) is None
    assert load(folder) == (Settings(**chosen), [])
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]


OWN = """\
# Аня: моё

bell=false    # the neighbours
theme = 'paper'

# keys as in the other program
[keys]   # here
hint = "f10"
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_change_touches_only_its_own_line(tmp_path: Path, end: str) -> None:
    path = write(tmp_path, OWN.replace("\n", end))
    assert change(tmp_path, theme="night", language="ru", mouse=True) is None
    wanted = OWN.replace("'paper'", '"night"\nlanguage = "ru" # auto, en, ru')
    assert path.read_bytes().decode() == wanted.replace("\n", end)


@pytest.mark.parametrize(
    "before, after",
    [
        ("# mine", "# mine\nbell = false\n"),
        ("name = 'Ann'", "name = 'Ann'\nbell = false\n"),
        ("# one\n[keys]\nhint='x'\n", "bell = false\n# one\n[keys]\nhint='x'\n"),
        ("keys = {hint='x'}\n", "keys = {hint='x'}\nbell = false\n"),
        ("bell = false\n", "bell = false\n"),
    ],
)
def test_a_setting_that_is_new_in_the_file_stands_under_the_others(
    tmp_path: Path, before: str, after: str
) -> None:
    path = write(tmp_path, before)
    change(tmp_path, bell=False)
    assert path.read_text("utf-8") == after


names = st.text(max_size=24).map(readable_name)
plain = st.recursive(
    st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
    lambda inner: st.dictionaries(st.text("ab-_ é.", min_size=1, max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(
    names,
    st.booleans(),
    st.dictionaries(st.text('ab-_ é."', min_size=1), st.text("f2,+é"), max_size=3),
)
def test_whatever_is_saved_can_be_read(name: str, bell: bool, keys: dict[str, str]) -> None:
    own = "".join(f"{json.dumps(action)} = {json.dumps(key)}\n" for action, key in keys.items())
    text = with_changes(f"mouse = false\n[keys]\n{own}", {"name": name, "bell": bell})
    assert parse(text) == (Settings(name=name, bell=bell, mouse=False, keys=keys), [])


@given(st.dictionaries(st.text("ab-_ é.", min_size=1, max_size=4), plain, max_size=3))
def test_whatever_is_remembered_comes_back(table: dict[str, object]) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOZYR_STATE", folder)
        remember(Path(folder), table=table, lessons_seen=("joker",))
        assert load(Path(folder)) == (Settings(table=table, lessons_seen=("joker",)), [])


def test_a_link_stays_a_link_and_its_target_gets_the_change(tmp_path: Path) -> None:
    target = write(tmp_path / "dotfiles", OWN)
    target.chmod(0o640)
    config = tmp_path / "config"
    config.mkdir()
    (config / FILE_NAME).symlink_to(target)
    change(config, bell=True)
    assert (config / FILE_NAME).is_symlink()
    assert target.read_text("utf-8") == OWN.replace("bell=false", "bell=true")
    assert target.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (*config.iterdir(), *target.parent.iterdir())] == [FILE_NAME] * 2


def test_a_file_that_is_not_to_be_written_stays_as_it_is(tmp_path: Path) -> None:
    target = write(tmp_path / "store", OWN)
    target.chmod(0o444)
    (tmp_path / FILE_NAME).symlink_to(target)
    problem = change(tmp_path, theme="night")
    assert str(problem) == f"{target}: Permission denied"
    assert target.read_text("utf-8") == OWN
    assert [path.name for path in target.parent.iterdir()] == [FILE_NAME]


def test_what_the_program_remembers_leaves_the_players_file_alone(tmp_path: Path) -> None:
    old = 'lessons_seen = ["joker"]\n[table]\ngame = "kozel"\n'
    path = write(tmp_path, old)
    before = load(tmp_path)
    assert before == (Settings(lessons_seen=("joker",), table={"game": "kozel"}), [])
    change(tmp_path, lessons_seen=("joker", "kozel"))
    assert load(tmp_path)[0] == Settings(lessons_seen=("joker", "kozel"), table={"game": "kozel"})
    change(tmp_path, table={"game": "joker"})
    assert load(tmp_path)[0].table == {"game": "joker"}
    assert path.read_text("utf-8") == old


def test_what_is_remembered_wrongly_is_forgotten(tmp_path: Path) -> None:
    file = state_directory() / "remembered.json"
    change(tmp_path, table={"game": "joker"})
    file.write_text('{"lessons_seen": 5, "table": {"game": "kozel"}, "theme": "night"}', "utf-8")
    assert load(tmp_path) == (Settings(table={"game": "kozel"}), [])
    file.write_text("[", "utf-8")
    assert load(tmp_path) == (Settings(), [])


BUSY = """
import sys
from pathlib import Path
from tui.preferences.settings import change
print(flush=True)
sys.stdin.readline()
for _ in range(20):
    for name in sys.argv[2:]:
        change(Path(sys.argv[1]), **{name: False}, lessons_seen=(name,))
        change(Path(sys.argv[1]), **{name: True})
        change(Path(sys.argv[1]), **{name: False})
"""


@pytest.mark.skipif(os.name != "posix", reason="programs wait for each other only there")
def test_programs_that_change_settings_at_once_lose_none_of_them(tmp_path: Path) -> None:
    config = write(tmp_path / "config", OWN).parent
    shares = [("mouse", "bell"), ("ask", "four_colours")]
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", BUSY, str(config), *share],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "KOZYR_STATE": str(tmp_path / "state")},
        )
        for share in shares
    ]
    for each in programs:
        each.stdout.readline()
    for each in programs:
        each.communicate(b"\n")
        assert each.returncode == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOZYR_STATE", str(tmp_path / "state"))
        settings, problems = load(config)
    assert not problems
    switches = (settings.mouse, settings.bell, settings.ask, settings.four_colours)
    assert switches == (False, False, False, False)
    assert {*settings.lessons_seen} == {"mouse", "bell", "ask", "four_colours"}


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


@pytest.mark.parametrize(
    "data, said",
    [
        (OWN.encode("utf-16"), "settings.toml: this is UTF-16 text; save it as UTF-8"),
        (OWN.encode("utf-16-le"), "settings.toml: this is UTF-16 text; save it as UTF-8"),
        (
            "bell = true\nname = 'Аня'".encode("cp1251"),
            "settings.toml:2: this is not UTF-8 text; save it as UTF-8",
        ),
        (b"[keys\nhint = 'x'\n", "settings.toml:1: Expected ']'"),
    ],
)
def test_a_file_that_cannot_be_read_is_reported_and_left_as_it_is(
    tmp_path: Path, data: bytes, said: str
) -> None:
    (tmp_path / FILE_NAME).write_bytes(data)
    settings, problems = load(tmp_path)
    assert settings == Settings()
    assert [str(problem)[: len(said)] for problem in problems] == [said]
    assert [change(tmp_path, theme="night")] == problems
    assert (tmp_path / FILE_NAME).read_bytes() == data


def test_a_mark_before_the_text_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(OWN.encode("utf-8-sig"))
    assert load(tmp_path) == (Settings(bell=False, theme="paper", keys={"hint": "f10"}), [])
    assert change(tmp_path, theme="night") is None
    assert load(tmp_path)[0].theme == "night"


def test_what_cannot_be_written_does_not_hurt(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("here")
    assert change(file, bell=False) is not None
    (tmp_path / FILE_NAME).mkdir()
    assert change(tmp_path, bell=False) is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", FILE_NAME]


def test_single_changes_keep_what_another_window_has_saved(tmp_path: Path) -> None:
    change(tmp_path, theme="paper")
    change(tmp_path, bell=False)
    assert load(tmp_path)[0] == Settings(theme="paper", bell=False)


def test_lessons_in_an_old_file_are_checked(tmp_path: Path) -> None:
    settings, problems = parse("lessons_seen = [1]")
    assert settings == Settings()
    assert "must be a list of texts in quotes" in str(problems[0])


def test_the_folder_can_be_moved(tmp_path: Path) -> None:
    assert config_folder({"KOZYR_CONFIG_DIR": str(tmp_path)}) == tmp_path
    assert config_folder({}).name == "kozyr"


def test_the_language_follows_the_locale_unless_chosen() -> None:
    assert Settings().spoken({"LANG": "ru_RU.UTF-8"}) == "ru"
    assert Settings(language="en").spoken({"LANG": "ru_RU.UTF-8"}) == "en"


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
