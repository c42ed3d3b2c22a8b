"""A registry reads like a dict of modules and imports each when it is first asked for."""

from __future__ import annotations

import pytest

from core.bots import BOTS
from core.games import GAMES
from core.games.kozel import rules as kozel


def test_a_registry_gives_the_module_of_a_name() -> None:
    assert GAMES["kozel"] is kozel


def test_every_game_is_found_under_its_own_name() -> None:
    assert [game.NAME for game in GAMES.values()] == list(GAMES)
    assert list(BOTS) == list(GAMES)


def test_an_unknown_name_is_a_missing_key() -> None:
    assert "whist" not in GAMES
    assert GAMES.get("whist") is None
    with pytest.raises(KeyError):
        GAMES["whist"]


def test_a_module_that_is_no_game_is_not_found() -> None:
    """Only the names given count, whatever else lies in the package."""
    assert "search" not in BOTS
    with pytest.raises(KeyError):
        BOTS["search"]
