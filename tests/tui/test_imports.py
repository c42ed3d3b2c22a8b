"""Modules that a start does not import: each one once delayed the first frame."""

import subprocess
import sys

import pytest

from core.games import NAMES

CRYPTOGRAPHY = ("cryptography", "spake2")
NETWORK = ("net.wire.protocol", "net.lan.discovery", "zeroconf", "ifaddr", "msgpack", "msgspec")
GAMES = ("core.games", "core.bots", "tui.boards", "tui.games")

CODED_HOST = """
import asyncio
from core.games import GAMES
from net.host.factory import new_table
from net.host.server import Host
from net.secure.tls import load_identity
from net.table.lobby import Lobby

async def open_and_close():
    identity = await load_identity(None)
    game = GAMES["kozel"]
    table = new_table("Ann's table", game, game.Options(), 4, code="acorn")
    async with Host(Lobby("Ann", [table]), address="127.0.0.1", port=0, identity=identity):
        assert table.code

asyncio.run(open_and_close())
"""
"""A certificate, and a table with a code that nobody has proved yet."""


def loaded_by(program: str) -> list[str]:
    """Run a program in a fresh interpreter; return the modules it has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{program}\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    return done.stdout.splitlines()[-1].split()


def dotted(names: tuple[str, ...]) -> tuple[str, ...]:
    """Turn modules into the beginnings of the names of everything inside them."""
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
                "tui.table.session",
                "tui.table.screen",
            ),
        ),
        (
            "import tui.plain.start",
            ("textual", "rich", "zeroconf", "core.games.kozel", *CRYPTOGRAPHY),
        ),
        # A guest's confined program has no folder for the file that ifaddr writes as it loads.
        ("import tui.table.links", ("ifaddr",)),
        (
            f"import net.host.local, net.client.link, net.lan.discovery\n{CODED_HOST}",
            CRYPTOGRAPHY,
        ),
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
    ids=["screen", "plain", "guest", "host", "version", "worker", "games"],
)
def test_a_start_loads_nothing_it_does_not_need(program: str, without: tuple[str, ...]) -> None:
    assert [name for name in loaded_by(program) if f"{name}.".startswith(dotted(without))] == []


REGISTRIES = """
from core.bots import BOTS
from core.games import GAMES
from tui.boards import BOARDS
GAMES['kozel'], BOTS['kozel'], BOARDS['kozel']
"""


def test_one_game_does_not_load_the_others() -> None:
    loaded = loaded_by(REGISTRIES)
    folders = tuple(f"{parent}.games.{name}." for parent in ("core", "tui") for name in NAMES)
    games = {name.split(".")[2] for name in loaded if name.startswith(folders)}
    parts = {f"core.games.kozel.{name}" for name in ("rules", "bot")} | {"tui.games.kozel.board"}
    assert parts <= {*loaded}
    assert games == {"kozel"}
