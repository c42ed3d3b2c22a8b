"""Fixtures of every test of screens and commands: folders of its own, one machine, English."""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.lan.announcing import Announcement
from net.lan.discovery import Browser
from tui.language.text import language, speak_of, use_language
from tui.language.words import use_words

_NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def own_places(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Keep settings, records and tables off the real folders and the real network.

    Every test begins in English, with glyphs for the suits.
    """
    # Numbered here: pytest would look through all of the others.
    places = tmp_path_factory.mktemp(f"places{next(_NUMBERS)}", numbered=False)
    monkeypatch.setenv("KOZYR_CONFIG_DIR", str(places / "config"))
    monkeypatch.setenv("KOZYR_STATE", str(places / "state"))
    monkeypatch.setenv("XDG_STATE_HOME", str(places / "xdg"))
    monkeypatch.setenv("KOZYR_INTERFACES", "127.0.0.1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    before = language()
    use_language("en")
    speak_of("")
    use_words("glyphs")
    yield places
    use_language(before)


@pytest.fixture(autouse=True)
def no_lan(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce no table and look for none, unless a test takes `lan`.

    All tests that run at the same time, on any number of processes, share one LAN: each program
    asks the tables of all others, and a host turns away the ninth connection from one address.
    """

    async def quiet(each: Announcement | Browser) -> None:
        """Open nothing."""

    if "lan" not in request.fixturenames:
        monkeypatch.setattr(Announcement, "open", quiet)
        monkeypatch.setattr(Browser, "open", quiet)


@pytest.fixture
def lan() -> None:
    """Let the programs of this test find each other over mDNS, on this machine."""


@pytest.fixture
def russian() -> None:
    """Speak Russian in this test."""
    use_language("ru")


@pytest.fixture(params=["en", "ru"])
def spoken(request: pytest.FixtureRequest) -> str:
    """Run the test in both languages, one after the other."""
    use_language(request.param)
    return str(request.param)


@pytest.fixture(autouse=True)
def no_review(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the review beside a last page find nothing, unless a test takes `reviewed`.

    It runs in two processes of its own, and most tests leave the page at once.
    """

    async def thinking(*asked: object) -> None:
        await asyncio.get_running_loop().create_future()

    if "reviewed" not in request.fixturenames:
        monkeypatch.setattr("tui.review.after_match.finish", thinking)
        monkeypatch.setattr("tui.review.after_match.expert_points", thinking)


@pytest.fixture
def reviewed() -> None:
    """Let the matches of this test be reviewed in processes of their own."""
