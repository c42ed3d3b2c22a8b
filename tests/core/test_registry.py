"""A registry reads like a dict of modules, and imports each when it is first requested."""

import subprocess
import sys

import pytest

from core.advice import can_advise
from core.bots import BOTS, levels
from core.games import GAMES, Registry
from core.games.kozel import rules as kozel


def test_a_registry_gives_the_module_of_a_name() -> None:
    assert GAMES["kozel"] is kozel


def test_every_game_is_found_under_its_own_name() -> None:
    assert [game.NAME for game in GAMES.values()] == list(GAMES)


def test_an_unknown_name_is_a_missing_key() -> None:
    assert "whist" not in GAMES
    assert GAMES.get("whist") is None
    with pytest.raises(KeyError):
        GAMES["whist"]


def test_a_module_that_is_no_game_is_not_found() -> None:
    """Only the given names count, whatever else lies in the package."""
    assert "search" not in BOTS
    with pytest.raises(KeyError):
        BOTS["search"]


def test_a_folder_may_lack_a_part() -> None:
    """Each game has its sheet of points in a module of another name."""
    parts: Registry[object] = Registry("core.games", "poker")
    assert list(parts) == ["graph_poker"]
    assert "joker" not in parts
    with pytest.raises(KeyError):
        parts["joker"]


def test_asking_for_a_part_does_not_import_it() -> None:
    program = (
        "import sys; from core.bots import BOTS; assert 'kozel' in BOTS and len(BOTS);"
        "assert 'core.games.kozel.bot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=50)


def test_a_game_without_a_bot_has_no_levels_and_no_hints() -> None:
    assert levels("whist") == ()
    assert not can_advise("whist")
