"""The wheels of `make dist`, installed into an empty environment, work as the README says.

Left out of `make test`: packages have to be built first, and their dependencies come from an index.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import tomllib
import venv
from collections.abc import Sequence
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from core.games import GAMES
from tests.support.terminal import Terminal
from tui.plugins import OF_KITS

pytestmark = [pytest.mark.dist, pytest.mark.timeout(600)]

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES: Final = ("core", "net", "tui", "themes")
SOURCE: Final = "https://example.org/author/kozyr/blob/v1.0.0"
LINKS: Final = re.compile(r"(!?)\[[^]]*\]\(([^)]+)\)")
"""Whether a link is a picture, and its target."""


def built(pattern: str) -> Path:
    """Return the one file of a kind in dist/."""
    found = [*(ROOT / "dist").glob(pattern)]
    assert len(found) == 1, "make dist builds the packages first"
    return found[0]


def page_of(wheel: Path) -> Message:
    """Return the page of a package as an index shows it."""
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


def environment(folder: Path, *packages: Path) -> Path:
    """Make an environment with only some packages and their dependencies installed."""
    venv.create(folder, with_pip=True)
    install(folder, *packages)
    return folder


def install(folder: Path, *words: str | Path) -> None:
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, *words], check=True, cwd=folder)


@pytest.fixture(scope="module", params=["kozyr-*.whl", "kozyr-*.tar.gz"], ids=["wheel", "sdist"])
def prefix(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the game alone."""
    return environment(tmp_path_factory.mktemp("alone"), built(request.param))


@pytest.fixture(scope="module", params=["kozyr_kits-*.whl", "kozyr_kits-*.tar.gz"])
def together(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the game and the kits."""
    game, kits = built("kozyr-*.whl"), built(request.param)
    return environment(tmp_path_factory.mktemp("together"), game, kits)


def told(prefix: Path, *words: str, typed: str = "", **env: str) -> str:
    """Run the installed command in a folder of its own and return its output."""
    done = subprocess.run(
        [prefix / "bin" / "kozyr", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=prefix,
        env={**os.environ, "LC_ALL": "C.UTF-8", **env},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_says_its_version(prefix: Path) -> None:
    assert told(prefix, "--version") == f"kozyr {PROJECT['version']}\n"


FIRST_MOVES: Final = "1\n0\n" * 1500
"""More lines than a match has moves: the first move of the list, and a bid where 1 is forbidden."""


def places(folder: Path) -> dict[str, str]:
    """Return an environment of its own for a player at this computer."""
    return {
        "KOZYR_CONFIG_DIR": str(folder / "config"),
        "KOZYR_STATE": str(folder / "state"),
        "KOZYR_INTERFACES": "127.0.0.1",
        "KOZYR_PACE": "0",
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_match_against_bots_is_played_to_its_end(prefix: Path, game: str, tmp_path: Path) -> None:
    words = ["solo", game, "--plain", "--bots", "easy"]
    assert "Place 1: " in told(prefix, *words, typed=FIRST_MOVES, **places(tmp_path))


def test_one_hosts_and_one_joins_and_they_play_a_match(prefix: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["host", "kozel", "--plain", "--seats", "2", "--rule", "target=50"]
    words += ["--port", str(port), "--start-when-full", "--name", "Ann", "--lang", "en"]
    with subprocess.Popen(
        [prefix / "bin" / "kozyr", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=prefix,
        env={**os.environ, **places(tmp_path / "ann")},
    ) as host:
        assert host.stdout is not None
        while "Others join with" not in host.stdout.readline():
            assert host.poll() is None
        drained = threading.Thread(target=host.stdout.read)
        drained.start()
        host.stdin.write(FIRST_MOVES)
        host.stdin.flush()
        joining = ["join", f"127.0.0.1:{port}", "--plain", "--name", "Bob", "--ready"]
        said = told(prefix, *joining, typed=FIRST_MOVES, **places(tmp_path / "bob"))
        host.terminate()
        drained.join()
    assert "Place 1: " in said
    assert "No deal could be stacked: checked." in said


@pytest.mark.parametrize("command", OF_KITS)
def test_the_game_alone_says_how_to_get_the_kits(prefix: Path, command: str) -> None:
    done = complaint(prefix, command, "kozel")
    assert done.startswith(f"kozyr: the command {command} is one of the kits for authors")
    assert "pip install kozyr-kits" in done
    assert command not in told(prefix, "--help")


def complaint(prefix: Path, *words: str) -> str:
    """Run a command that cannot be carried out; return its single sentence of complaint."""
    done = subprocess.run(
        [prefix / "bin" / "kozyr", *words, "--lang", "en"],
        capture_output=True,
        encoding="utf-8",
        cwd=prefix,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_with_the_kits_bots_play_matches(together: Path, game: str) -> None:
    assert "seat" in told(together, "simulate", game, "--matches", "1")


def test_with_the_kits_bots_are_compared_and_help_names_the_commands(together: Path) -> None:
    decks = ["arena", "kozel", "--seats", "easy,outsider:1", "--decks", "1"]
    assert "outsider:1" in told(together, *decks)
    said = told(together, "--help")
    assert [name for name in OF_KITS if f"  {name} " not in said] == []


def test_the_kits_try_a_host_and_a_client(together: Path) -> None:
    client = f"{together / 'bin' / 'kozyr'} join 127.0.0.1:{{port}} --plain --ready"
    for words in (["--client", "--run", client, "--help"], ["localhost:1", "--help"]):
        assert "kozyr conformance" in told(together, "conformance", *words)
    assert "nobody listens at this port" in complaint(together, "conformance", "127.0.0.1:1")


@pytest.mark.parametrize("number", ["0.0.1", "99.0"], ids=["older", "newer"])
def test_kits_of_another_release_say_so(together: Path, number: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "kits", tmp_path / "kits")
    project = tmp_path / "kits" / "pyproject.toml"
    text = project.read_text("utf-8")
    project.write_text(text.replace(f'version = "{PROJECT["version"]}"', f'version = "{number}"'))
    install(together, "--no-deps", tmp_path / "kits")
    try:
        said = complaint(together, "arena", "kozel")
        assert f"are of release {number}, Kozyr is of {PROJECT['version']}; install both" in said
        assert "the kits" in told(together, "--help")
    finally:
        install(together, "--no-deps", "--force-reinstall", built("kozyr_kits-*.whl"))
    assert "seat" in told(together, "simulate", "kozel", "--matches", "1")


def test_a_broken_command_of_another_package_stops_nothing(together: Path) -> None:
    (site,) = together.glob("lib/python3*/site-packages")
    info = site / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[kozyr.commands]\ntheirs = no_such_module\n", "utf-8")
    try:
        assert "the package theirs 1.0 cannot be loaded" in complaint(together, "theirs")
        assert "solo" in told(together, "--help")
        assert "seat" in told(together, "simulate", "kozel", "--matches", "1")
    finally:
        shutil.rmtree(info)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rule_books_are_there(prefix: Path, game: str, language: str) -> None:
    book = (ROOT / "docs" / "rules" / f"{game}.{language}.md").read_text("utf-8")
    paragraphs = re.findall(r"^\*\*(\w-R\d+)\*\*", book, re.MULTILINE)
    assert len(paragraphs) > 10
    shown = told(prefix, "--lang", language, "rules", game)
    assert not [name for name in paragraphs if name not in shown]


@pytest.mark.parametrize("folder", ["man1", "ru/man1"])
def test_man_finds_the_page_beside_the_program(prefix: Path, folder: str) -> None:
    page = prefix / "share" / "man" / folder / "kozyr.1"
    assert page.is_file()
    if shutil.which("man") is None:
        pytest.skip("there is no man here")
    asked = {
        "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "ru" if folder.startswith("ru") else "en",
    }
    command = ["man", "-L", "ru_RU.UTF-8"] if folder.startswith("ru") else ["man"]
    done = subprocess.run(
        [*command, "-w", "kozyr"], capture_output=True, text=True, check=True, env=asked
    )
    assert Path(done.stdout.strip()).resolve() == page.resolve()


def test_bash_completes_what_is_typed(prefix: Path) -> None:
    script = prefix / "completion"
    script.write_text(told(prefix, "completion", "bash"), "utf-8")
    ask = 'source "$0"; COMP_WORDS=(kozyr sol) COMP_CWORD=1; c=$(complete -p kozyr); c=${c##*-F }'
    done = subprocess.run(
        ["bash", "--norc", "-c", f'{ask}; ${{c%% *}} kozyr sol kozyr; echo "$COMPREPLY"', script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["solo"]


def test_the_full_screen_opens_and_leaves_the_terminal_as_it_was(prefix: Path) -> None:
    places = {"KOZYR_CONFIG_DIR": str(prefix / "config"), "KOZYR_STATE": str(prefix / "state")}
    with Terminal([str(prefix / "bin" / "kozyr"), "--lang", "en"], env=places) as terminal:
        terminal.wait_for("play alone against bots")
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()


def test_a_package_that_overwrites_its_files_is_named(prefix: Path) -> None:
    (site,) = prefix.glob("lib/python3*/site-packages")
    info = site / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n", "utf-8")
    (info / "RECORD").write_text("core/game.py,,\n", "utf-8")
    ours = (site / "core" / "game.py").read_bytes()
    (site / "core" / "game.py").write_bytes(b"")
    try:
        done = subprocess.run(
            [prefix / "bin" / "kozyr", "solo", "kozel", "--lang", "en"],
            capture_output=True,
            encoding="utf-8",
            cwd=prefix,
        )
    finally:
        (site / "core" / "game.py").write_bytes(ours)
        shutil.rmtree(info)
    assert done.returncode == 1
    assert done.stderr.startswith("kozyr: The package theirs has overwritten files of Kozyr, such")
    assert done.stderr.count("\n") == 1


def test_it_brings_no_package_but_its_own(prefix: Path) -> None:
    asked = "import importlib.metadata as m; print(*m.files('kozyr'), sep='\\n')"
    done = subprocess.run(
        [prefix / "bin" / "python", "-c", asked], capture_output=True, text=True, check=True
    )
    tops = {line.split("/")[0] for line in done.stdout.splitlines()} - {".."}
    ours = {*PACKAGES, "kozyr.py", "__pycache__"}
    assert {top for top in tops if not top.endswith(".dist-info")} == ours


@pytest.mark.parametrize(
    ("wheel", "folder", "packages"),
    [
        ("kozyr-*.whl", ROOT, PACKAGES),
        ("kozyr_kits-*.whl", ROOT / "kits", ["kozyr_kits"]),
    ],
    ids=["game", "kits"],
)
def test_a_wheel_has_every_file_of_its_packages(
    wheel: str, folder: Path, packages: Sequence[str]
) -> None:
    with ZipFile(built(wheel)) as archive:
        packed = set(archive.namelist())
    files = {
        path.relative_to(folder).as_posix()
        for package in packages
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert len(files) > 50
    assert not files - packed


@pytest.mark.parametrize("folder", ["", "kits"])
def test_the_links_of_the_package_page_lead_to_the_source(folder: str, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", tmp_path, ROOT / folder],
        check=True,
        capture_output=True,
        env={**os.environ, "KOZYR_SOURCE": SOURCE},
    )
    (wheel,) = tmp_path.glob("*.whl")
    page = page_of(wheel)
    shown = LINKS.findall(page.get_payload())
    written = LINKS.findall((ROOT / folder / "README.md").read_text("utf-8"))
    assert len(shown) == len(written) >= 5
    for (picture, address), (_, link) in zip(shown, written, strict=True):
        path = link.removeprefix("../" if folder else "")
        assert (ROOT / path.partition("#")[0]).exists()
        base = SOURCE.replace("/blob/", "/raw/") if picture else SOURCE
        assert address == f"{base}/{path}"
    assert dict(url.split(", ") for url in page.get_all("Project-URL", []))["Source"] == SOURCE
