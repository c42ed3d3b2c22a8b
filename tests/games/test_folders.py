"""Each game lives in its own folders: no other module names it, and no part of it is missing.

The steps for a new game are listed in docs/adding.md, "Add a game".
"""

import re
from pathlib import Path

import pytest

from core.games import FACTS, GAMES, NAMES
from tui.boards import BOARDS
from tui.language.text import catalogue

ROOT = Path(__file__).parents[2]
PROGRAM = ("core", "net", "tui", "themes", "bench")
LIST = Path("core/games/__init__.py")
"""The only module that lists the games."""

COMMAND_LINE = re.compile(r'"kozyr [^"]*"')
"""An example in the help may name a game, as documents do."""

WORDS_OF_PIECES = (ROOT / "core" / "pieces.py").read_text("utf-8")
"""Words for cards or tiles may be written; a quoted word by itself still counts as a game."""


def is_of_a_game(path: Path) -> bool:
    return path.parts[:2] in (("core", "games"), ("tui", "games")) and len(path.parts) > 3


def naming(game: str) -> re.Pattern[str]:
    """Match the naming of a game: its title, its name in quotes, its modules, or the bare word."""
    bare = () if game in WORDS_OF_PIECES else (rf"\b{game}\b",)
    title = rf"\b{re.escape(FACTS[game].TITLE)}\b"
    return re.compile("|".join((title, rf"[\"']{game}[\"']", rf"\bgames\.{game}\b", *bare)))


@pytest.mark.parametrize("game", NAMES)
def test_no_module_outside_its_folders_names_a_game(game: str) -> None:
    named = naming(game)
    found = []
    for path in sorted(path for top in PROGRAM for path in (ROOT / top).rglob("*.py")):
        module = path.relative_to(ROOT)
        if module == LIST or is_of_a_game(module):
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if named.search(COMMAND_LINE.sub("", line)):
                found.append(f"{module}:{number}: {line.strip()}")
    assert not found, (
        f"these lines name {game}; what is particular to it belongs into core/games/{game} or "
        f"tui/games/{game}:\n" + "\n".join(found)
    )


@pytest.mark.parametrize("game", NAMES)
def test_nothing_that_a_game_must_have_is_missing(game: str) -> None:
    missing = [f"{path} ({why})" for path, why in wanted(game) if not any(ROOT.glob(path))]
    assert not missing, f"{game} lacks: " + "; ".join(missing)


def wanted(game: str) -> list[tuple[str, str]]:
    return [
        (f"core/games/{game}/rules.py", "the contract is core.game.Game"),
        (f"tui/games/{game}/board.py", "the contract is tui.boards.scene.Board"),
        (f"docs/rules/{game}.en.md", "the rule book"),
        (f"docs/rules/{game}.ru.md", "the rule book in Russian"),
        (f"tests/games/{game}/test_*.py", "tests of its own"),
        (f"tests/games/playthroughs/{game}.txt", "`pytest --renew tests/games` writes it"),
    ]


@pytest.mark.parametrize("game", NAMES)
def test_a_game_states_its_facts(game: str) -> None:
    facts = f"core/games/{game}/__init__.py"
    for name in ("TITLE", "LOWEST_WINS", "SHORT_MATCH"):
        assert hasattr(FACTS[game], name), f"{facts} does not say {name}"
    title = FACTS[game].TITLE
    assert title in catalogue("ru"), f"tui/texts/ru.toml has no word for {title!r}"
    assert game == GAMES[game].NAME, f"core/games/{game}/rules.py has another NAME"
    assert game in BOARDS


@pytest.mark.parametrize("game", NAMES)
def test_the_documents_tell_of_a_game(game: str) -> None:
    protocol = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert f"### {game}\n" in protocol, (
        f"docs/protocol.md does not describe the view of {game}: "
        "`pytest --renew tests/net/wire/test_protocol_doc.py` writes it"
    )
    records = (ROOT / "docs" / "records.md").read_text("utf-8")
    assert f"\n### {game}\n" in records, f"docs/records.md has no chapter on dealing {game}"
    assert f"rules/{game}.en.md#house-rules" in records, f"docs/records.md lacks options of {game}"
