"""What a start does without: each of these once stood between Enter and the first frame."""

from __future__ import annotations

import subprocess
import sys

import pytest

CRYPTOGRAPHY = ("cryptography", "spake2")
NETWORK = ("net.protocol", "net.discovery", "zeroconf", "ifaddr", "msgpack", "msgspec")
GAMES = ("core.games", "core.bots", "tui.boards")


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
            (*NETWORK, *GAMES, "markdown_it", "sqlite3", "tui.connection", "tui.screens.table"),
        ),
        (
            "import tui.plain_start",
            ("textual", "rich", "zeroconf", "core.games.kozel", *CRYPTOGRAPHY),
        ),
        ("import net.local, net.client, net.discovery", CRYPTOGRAPHY),
        (
            "from tui import cli; cli.run(['--version'])",
            ("textual", "asyncio", "ssl", *NETWORK, *GAMES),
        ),
        ("import net.bot_worker", ("net.protocol", "asyncio", "core.bots.kozel", "msgspec")),
        ("import core.games", ("core.games.joker", "core.games.kozel", "core.tricks")),
    ],
    ids=["screen", "plain", "tables", "version", "worker", "games"],
)
def test_a_start_loads_nothing_it_does_not_need(program: str, without: tuple[str, ...]) -> None:
    assert [name for name in loaded_by(program) if f"{name}.".startswith(dotted(without))] == []


@pytest.mark.parametrize("package", GAMES)
def test_one_game_does_not_load_the_others(package: str) -> None:
    name = {"core.games": "GAMES", "core.bots": "BOTS", "tui.boards": "BOARDS"}[package]
    loaded = loaded_by(f"from {package} import {name}; {name}['kozel']")
    modules = {other for other in loaded if other.startswith("core.games.")}
    assert f"{package}.kozel" in loaded
    assert modules <= {"core.games.kozel"}
