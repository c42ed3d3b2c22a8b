"""The bottom line: the keys left out where not all of them fit."""

import pytest

from tui.widgets.keybar import Key, fitting

LAST_PAGE = [
    Key(shown, text, (name, None), name)
    for shown, text, name in (
        ("↑↓", "choose", "cursor_up"),
        ("PgUp/Dn", "scroll", "leaf(1)"),
        ("Enter", "continue", "select"),
        ("Esc", "look at the table", "back"),
        ("n", "play again", "again"),
        ("c", "copy as text", "copy"),
        ("?", "help", "help"),
    )
]
"""The keys of the last page of a match, in the order of the line."""


@pytest.mark.parametrize(
    "width, names",
    [
        (158, ["cursor_up", "leaf(1)", "select", "back", "again", "copy", "help"]),
        (79, ["leaf(1)", "select", "back", "again", "help"]),
        (59, ["leaf(1)", "back", "again", "help"]),
        (43, ["back", "again", "help"]),
    ],
)
def test_what_a_list_shows_by_itself_goes_before_what_only_a_key_does(
    width: int, names: list[str]
) -> None:
    assert [key.name for key in fitting(LAST_PAGE, width)] == names


AFTER_DEAL = [
    Key(shown, text, (name, None), name, special=special)
    for shown, text, name, special in (
        ("Enter", "continue", "play", True),
        ("a", "all hands", "all_hands", True),
        ("Esc", "continue", "back", True),
        ("Tab", "side", "side", False),
        ("←→", "choose", "step(-1)", False),
        ("u", "undo", "undo", False),
        ("F2", "scores", "scores", False),
        ("F3", "rules", "rules", False),
        ("?", "help", "help", False),
    )
]
"""The keys of the table after a deal, in the order of the line."""


@pytest.mark.parametrize("width", [79, 59, 43])
def test_what_can_be_done_only_after_a_deal_is_shown_in_every_window(width: int) -> None:
    assert {"play", "all_hands", "help"} <= {key.name for key in fitting(AFTER_DEAL, width)}


def test_of_two_keys_with_one_meaning_the_first_is_shown() -> None:
    assert [key.name for key in fitting(AFTER_DEAL, 200) if key.text == "continue"] == ["play"]
