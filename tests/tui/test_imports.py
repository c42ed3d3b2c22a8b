"""What a start does without: each of these once stood between Enter and the first frame."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.games import NAMES

CRYPTOGRAPHY = ("cryptography", "spake2")
NETWORK = ("net.wire.protocol", "net.lan.discovery", "zeroconf", "ifaddr", "msgpack", "msgspec")
GAMES = ("core.games", "core.bots", "tui.boards", "tui.games")


def loaded_by(program: str) -> list[str]:
    """Run a program in a fresh interpreter; return the modules it has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; print(*sys.modules)"],
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    return done.stdout.splitlines()[-1].split()


def dotted(names: tuple[str, ...]) -> tuple[str, ...]:
    """Turn modules into what the names of all inside them begin with."""
    return tuple(f"{name}." for name in names)


@pytest.mark.parametrize(
    "program, without",
    [
        (
            "import tui.app",
            (
                *NETWORK,
                *GAMES,
                "markdown_it",
                "sqlite3",
                "tui.table.connection",
                "tui.table.screen",
            ),
        ),
        (
            "import tui.plain.start",
            ("textual", "rich", "zeroconf", "core.games.kozel", *CRYPTOGRAPHY),
        ),
        ("import net.host.local, net.client.link, net.lan.discovery", CRYPTOGRAPHY),
        (
            "from tui import cli; cli.run(['--version'])",
            ("textual", "asyncio", "ssl", *NETWORK, *GAMES),
        ),
        (
            "import net.host.bot_worker",
            ("net.wire.protocol", "asyncio", "core.games.kozel", "msgspec"),
        ),
        (
            "import core.games",
            ("core.games.joker", "core.games.kozel", "core.tricks"),
        ),
    ],
    ids=["screen", "plain", "tables", "version", "worker", "games"],
)
def test_a_start_loads_nothing_it_does_not_need(program: str, without: tuple[str, ...]) -> None:
    assert [name for name in loaded_by(program) if f"{name}.".startswith(dotted(without))] == []


@pytest.mark.parametrize(
    "package, registry, part",
    [
        ("core.games", "GAMES", "core.games.kozel.rules"),
        ("core.bots", "BOTS", "core.games.kozel.bot"),
        ("tui.boards", "BOARDS", "tui.games.kozel.board"),
    ],
)
def test_one_game_does_not_load_the_others(package: str, registry: str, part: str) -> None:
    loaded = loaded_by(f"from {package} import {registry}; {registry}['kozel']")
    folders = tuple(f"{parent}.games.{name}." for parent in ("core", "tui") for name in NAMES)
    games = {name.split(".")[2] for name in loaded if name.startswith(folders)}
    assert part in loaded
    assert games == {"kozel"}
