"""The man page agrees with --help (`pytest --renew` or `make man` writes it anew)."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.man_page import page, page_path
from tui.cli import COMMANDS
from tui.language.text import LANGUAGES, use_language

FOLDER = Path(__file__).parents[2] / "docs" / "man"


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    use_language(request.param)
    return str(request.param)


def test_the_page_is_made_of_the_help_texts(language: str, renew: bool) -> None:
    if renew:
        page_path(FOLDER, language).write_text(page(language), "utf-8")
    kept = page_path(FOLDER, language).read_text("utf-8")
    assert kept == page(language), "`make man` writes docs/man anew"


def test_every_command_has_its_part(language: str) -> None:
    text = page(language)
    assert [name for name in COMMANDS if f".SS kozyr {name} " not in text] == []


@pytest.mark.skipif(not shutil.which("groff"), reason="groff reads man pages")
def test_groff_has_nothing_to_complain_about(language: str) -> None:
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-rLL=78n"]
    done = subprocess.run(
        command, input=page(language).encode(), capture_output=True, check=True, timeout=60
    )
    assert done.stderr == b""
