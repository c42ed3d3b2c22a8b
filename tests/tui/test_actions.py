"""The rows of actions: each key and each word belongs to one of them."""

import re
from collections.abc import Iterable
from typing import Any, cast

import pytest
from textual.binding import Binding

from tests.support.screens import my_turn, opened
from tui.actions import Action
from tui.boards.choosing import CAMERA, CURSOR
from tui.palette import offered
from tui.plain.actions import TYPED
from tui.plain.replay import EFFECTS
from tui.program import SCREENS, screen_class
from tui.replay import model as replay
from tui.start import StartSolo
from tui.summary.screen import SummaryScreen
from tui.table.actions import ACTIONS
from tui.table.last_page import LastPage
from tui.widgets.keybar import bindings


def taken(claims: Iterable[tuple[str, str]]) -> list[str]:
    """Return the keys, or words, that two actions claim, with the names of both."""
    first: dict[str, str] = {}
    return [
        f"{name}: {claimed!r} is taken by {first[claimed]}"
        for name, claimed in claims
        if first.setdefault(claimed, name) != name
    ]


def keys_of(rows: Iterable[Action]) -> list[tuple[str, str]]:
    return [(row.name or row.wished, key) for row in rows for key in row.keys.split(",") if key]


def words_of(rows: Iterable[Action]) -> list[tuple[str, str]]:
    return [(row.word, word) for row in rows if row.words for word in row.words.split(", ")]


def rows_of(name: str) -> tuple[Action, ...]:
    return tuple(screen_class(name).ACTIONS)


@pytest.mark.parametrize("name", SCREENS)
def test_no_key_of_a_screen_has_two_actions(name: str) -> None:
    assert taken(keys_of(rows_of(name))) == []


ALIKE_BY_REASON = {
    "b": "a bot sits down for a player at a table, and for all in a replay",
    "c": "the last page has no chat",
    "l": "looks back, at the table too",
    "n": "the next match, the next costly move",
    "v": "a replay has nobody to say a phrase to",
}
"""Letters with two actions among the screens with a board, and the reason."""


def test_a_letter_has_one_meaning_wherever_there_is_a_board() -> None:
    bound = [
        (str(binding.id), key)
        for binding in SummaryScreen.BINDINGS + LastPage.BINDINGS
        if isinstance(binding, Binding)
        for key in binding.key.split(",")
    ]
    rows = [*ACTIONS, *replay.ACTIONS, *rows_of("lesson")]
    meant = dict[str, set[str]]()
    for name, key in (*keys_of(rows), *bound):
        if len(key) == 1 and key.isalpha():
            meant.setdefault(key, set()).add(name)
    assert {key for key, names in meant.items() if len(names) > 1} == ALIKE_BY_REASON.keys()


def test_a_row_with_a_key_that_is_taken_is_named() -> None:
    mute = Action(name="mute", keys="f12,k", label="mute")
    assert taken(keys_of((*ACTIONS, mute))) == ["mute: 'k' is taken by coach"]


def test_no_word_of_plain_mode_has_two_actions() -> None:
    assert taken(words_of((*ACTIONS, *TYPED))) == []
    assert taken(words_of(replay.ACTIONS)) == []
    mute = Action(words="mute, hush, тренер")
    assert taken(words_of((*ACTIONS, mute))) == ["mute: 'тренер' is taken by coach"]


@pytest.mark.parametrize("name", SCREENS)
def test_each_name_in_the_settings_is_one_action(name: str) -> None:
    named = [row.name for row in rows_of(name) if row.name]
    assert sorted(named) == sorted(set(named))


def test_whatever_can_be_typed_does_something_and_is_told_in_the_help() -> None:
    typed = [row for row in (*ACTIONS, *TYPED) if row.words]
    assert [row.word for row in typed if row.effect is None] == []
    told = set(re.findall(r"\w+", " ".join(row.help for row in typed)))
    asked = {"accept", "decline", "at"}  # a question names these itself
    untold = {row.word for row in typed if not told.issuperset(row.word.split())}
    assert untold <= asked | {"help"}


@pytest.mark.parametrize("name", SCREENS)
def test_every_key_of_a_row_has_an_effect_or_moves_the_cursor_or_the_camera(name: str) -> None:
    idle = [
        row.name
        for row in rows_of(name)
        if row.keys and not (row.effect or row.key_effect or row.action)
        if row.wished not in CURSOR | CAMERA
    ]
    assert idle == []


@pytest.mark.parametrize("name", ["lesson", "replay", "room", "table"])
def test_all_keys_of_a_screen_with_rows_come_from_them(name: str) -> None:
    screen = screen_class(name)
    assert vars(screen)["BINDINGS"] == bindings(screen.ACTIONS)


def test_every_word_of_a_replay_has_an_effect() -> None:
    assert {row.word for row in replay.ACTIONS if row.words} == EFFECTS.keys()


async def test_the_palette_has_each_action_of_a_table_once_and_no_way_of_a_cursor() -> None:
    async with opened(StartSolo("graph_poker", 2, "easy", {}, 5)) as pilot:
        await my_turn(pilot)
        found = [command.title for command in offered(cast("Any", pilot.app), pilot.app.screen)]
        assert sorted(set(found)) == sorted(found)
        assert {"hint", "rules", "scores", "coach", "zoom out"} <= set(found)
        assert not {"choose", "look around", "the first piece"} & set(found)


async def test_a_key_whose_wish_has_two_numbers_moves_the_camera() -> None:
    async with opened(StartSolo("graph_poker", 2, "easy", {}, 5)) as pilot:
        table = await my_turn(pilot)
        before = table.model.board.focus.camera
        await pilot.press("shift+left")
        assert table.model.board.focus.camera != before
