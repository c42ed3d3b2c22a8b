"""What `make dist` has built, installed into an empty environment, does what the README says.

Left out of `make test`: packages have to be built first, and their dependencies come from an index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from core.games import GAMES
from tests.support.terminal import Terminal

pytestmark = [pytest.mark.dist, pytest.mark.timeout(600)]

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES: Final = ("core", "net", "tui", "themes")
SOURCE: Final = "https://example.org/somebody/kozyr/blob/v1.0.0"
LINKS: Final = re.compile(r"(!?)\[[^]]*\]\(([^)]+)\)")
"""Whether it is a picture, and where it leads."""


def built(pattern: str) -> Path:
    """Return the one file of a kind in dist/."""
    found = [*(ROOT / "dist").glob(pattern)]
    assert len(found) == 1, "make dist builds the packages first"
    return found[0]


def page_of(wheel: Path) -> Message:
    """Return what an index shows of a package."""
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


@pytest.fixture(scope="module", params=["*.whl", "*.tar.gz"], ids=["wheel", "sdist"])
def prefix(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which nothing but Kozyr and what it needs is installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    subprocess.run(
        [folder / "bin" / "python", "-m", "pip", "install", "--quiet", built(request.param)],
        check=True,
        cwd=folder,
    )
    return folder


def told(prefix: Path, *words: str, **env: str) -> str:
    """Run the installed command in a folder of its own and return what it prints."""
    done = subprocess.run(
        [prefix / "bin" / "kozyr", *words],
        capture_output=True,
        encoding="utf-8",
        cwd=prefix,
        env={**os.environ, "KOZYR_LANG": "en", **env},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_says_its_version(prefix: Path) -> None:
    assert told(prefix, "--version") == f"kozyr {PROJECT['version']}\n"


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_a_match(prefix: Path, game: str) -> None:
    assert "seat" in told(prefix, "simulate", game, "--matches", "1")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rule_books_are_there(prefix: Path, game: str, language: str) -> None:
    book = (ROOT / "docs" / "rules" / f"{game}.{language}.md").read_text("utf-8")
    paragraphs = re.findall(r"^\*\*(\w-R\d+)\*\*", book, re.MULTILINE)
    assert len(paragraphs) > 10
    shown = told(prefix, "rules", game, "--lang", language)
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
            [prefix / "bin" / "kozyr", "simulate", "kozel", "--lang", "en"],
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


def test_the_wheel_has_every_file_of_the_packages() -> None:
    with ZipFile(built("*.whl")) as wheel:
        packed = set(wheel.namelist())
    files = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert len(files) > 400
    assert not files - packed


def test_the_links_of_the_package_page_lead_to_the_source(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT],
        check=True,
        capture_output=True,
        env={**os.environ, "KOZYR_SOURCE": SOURCE},
    )
    (wheel,) = tmp_path.glob("*.whl")
    page = page_of(wheel)
    shown = LINKS.findall(page.get_payload())
    written = LINKS.findall((ROOT / "README.md").read_text("utf-8"))
    assert len(shown) == len(written) > 5
    for (picture, address), (_, path) in zip(shown, written, strict=True):
        assert (ROOT / path).exists()
        base = SOURCE.replace("/blob/", "/raw/") if picture else SOURCE
        assert address == f"{base}/{path}"
    assert dict(url.split(", ") for url in page.get_all("Project-URL", []))["Source"] == SOURCE
