"""The kits are of the release of the game that they stand beside."""

import tomllib
from pathlib import Path
from typing import Any

from tui.plugins import KITS, OF_KITS

ROOT = Path(__file__).parents[2]


def project(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_the_kits_have_the_version_of_the_game_and_want_no_other() -> None:
    game, kits = project(ROOT), project(ROOT / "kits")
    assert (kits["name"], kits["version"]) == (KITS, game["version"])
    assert kits["dependencies"] == [f"kozyr=={game['version']}"]


def test_the_game_knows_the_commands_that_it_sends_people_to_the_kits_for() -> None:
    assert sorted(OF_KITS) == sorted(project(ROOT / "kits")["entry-points"]["kozyr.commands"])
