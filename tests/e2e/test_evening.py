"""An evening of a host, a guest with Kozyr, one by ssh and one with a phone, in both languages.

Players type only keys and words offered by a screen.
"""

from __future__ import annotations

import asyncio
import re
import signal
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import PHONE, Page, chromium, unavailable as no_browser
from tests.support.players import KOZYR, choose, own_places, play_by_enter, play_until_turn_of
from tests.support.ssh_clients import LEAST_OPTIONS, unavailable as no_ssh
from tests.support.terminal import Terminal
from tui.language.text import speak_of, t, tn, use_language

MISSING = no_ssh() or no_browser()

TABLE = ("host", "kozel", "--seats", "3", "--rule", "target=50", "--ssh", "0", "--pause", "0")

LOCALES = {"en": "C.UTF-8", "ru": "ru_RU.UTF-8"}


@pytest.fixture(params=LOCALES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both languages; `t` words the texts that the screens are expected to show, for tiles."""
    use_language(request.param)
    before = speak_of("tiles")
    yield request.param
    speak_of(before)
    use_language("en")


class Phone:
    """A page in a real Chromium that runs in its own thread, beside terminals."""

    def __init__(self, language: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._browser = chromium()
        self._language = language

    def __enter__(self) -> Phone:
        self._thread.start()
        self.page = self.do(self._open())
        return self

    def __exit__(self, *exception: object) -> None:
        self.do(self._browser.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> Page:
        browser = await self._browser.__aenter__()
        kept = {"ignore_https_errors": True, "locale": self._language}
        return Page(await (await browser.new_context(**kept, **PHONE)).new_page())

    def do(self, what: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the browser and wait until it is done."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    def text(self) -> str:
        """The text of the page's terminal."""
        return str(self.do(self.page.text()))

    def wait_for(self, *texts: str) -> None:
        """Wait until the page's terminal shows one of the texts."""
        self.do(self.page.wait_for(*texts, seconds=120))

    def press(self, key: str) -> None:
        """Tap a key of the bar under the screen."""
        self.do(self.page.tab.tap(f"#keys [data-key='{key}']"))

    def play(self) -> None:
        """Press Enter whenever something waits for it, until the match is over."""
        self.do(self.page.play(language=self._language))

    def watch(self) -> None:
        """Fill in the form during a match, and watch it."""
        self.do(self.page.tab.wait_for_selector("input[name=name]", timeout=120_000))
        self.do(self.page.sit("Vera"))
        watch = f"1  {t('watch')}"
        self.wait_for(watch)
        self.do(self.page.tap_for(watch, t("deal {deal}", deal=1)))

    def in_front(self) -> str:
        """The text in front of the terminal."""
        return str(self.do(self.page.tab.text_content("#said")))

    def wait_in_front(self, text: str) -> None:
        """Wait for a text in front of the terminal."""
        in_front = "text => document.getElementById('said')?.textContent.includes(text)"
        self.do(self.page.tab.wait_for_function(in_front, arg=text, timeout=120_000))


@contextmanager
def read(*terminals: Terminal) -> Iterator[None]:
    """Meanwhile read from these terminals: a program whose terminal is full stands still."""
    over = threading.Event()

    def keep_reading(terminal: Terminal) -> None:
        while not over.is_set():
            terminal.drew(0.1)

    threads = [threading.Thread(target=keep_reading, args=(each,)) for each in terminals]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def waiting_room(terminal: Terminal) -> Terminal:
    terminal.wait_for(t("I am ready"), t("start the match"), seconds=60)
    terminal.settle()
    return terminal


def last_page(terminal: Terminal) -> Terminal:
    """Be on the last page: at once, or back from the table after an Enter too many."""
    terminal.settle()
    table = t("The match is over. Enter: what next?")
    while terminal.wait_for(t("look at the table"), table) == table:
        terminal.press("enter")
        terminal.wait_until_gone(table)  # a second Enter would lead back to the table
    return terminal


@pytest.mark.nightly
@pytest.mark.skipif(bool(MISSING), reason=MISSING or "available")
@pytest.mark.timeout(900)
def test_two_matches_survive_their_host_and_the_second_has_somebody_new(
    tmp_path: Path, language: str
) -> None:
    def places(name: str) -> dict[str, str]:
        return own_places(tmp_path / name, LC_ALL=LOCALES[language])

    known = (
        "-o",
        f"UserKnownHostsFile={tmp_path / 'known'}",
        "-o",
        f"SetEnv=LC_ALL={LOCALES[language]}",
    )
    # ssh itself writes received text only in a locale that it knows, which a machine may lack.
    ssh = ["ssh", *LEAST_OPTIONS, *known]
    table = (*TABLE, "--name", "Ann", "--port", "0")
    with Phone(language) as vera, ThreadPoolExecutor(4) as pool:
        with Terminal([*KOZYR, *table], env=places("ann")) as first:
            waiting_room(first)
            (join,) = re.findall(r"kozyr join (\S+)", first.text())
            (port,) = re.findall(r"ssh \S+@\S+ -p (\d+)", first.text())
            ssh = [*ssh, "-p", port]
            bob = waiting_room(Terminal([*KOZYR, "join", join, "--name", "Bob"], env=places("bob")))
            cyr = waiting_room(Terminal([*ssh, "Cyr@127.0.0.1"], env=own_places(tmp_path / "cyr")))
            (word,) = re.findall(r"\b(\w{3}-\w{3})\b", cyr.text())
            bob.press("enter")
            cyr.press("enter")
            first.wait_for(t("Everybody is ready"))
            first.press("enter")
            play_until_turn_of(bob, first, cyr, language=language)
            with read(bob, cyr):
                first.press("i")
                first.wait_for("kozyr join")
                first.press("w")
                first.wait_for("https://", seconds=60)
                (page,) = set(re.findall(r"https://\S+?:(\d+)", first.text()))
                first.press("escape")
                vera.do(vera.page.tab.goto(f"https://127.0.0.1:{page}/"))
                vera.watch()
                first.wait_for(tn("{n} person is watching", "{n} people are watching", 1))
            first.signal(signal.SIGKILL)
            first.exit_code()
        gone = t("The host's program has ended unexpectedly.")
        cyr.wait_for(gone)
        cyr.wait_for(word)
        cyr.exit_code()
        assert cyr.is_restored()
        bob.wait_for(t("connection lost, trying again … Esc leaves").partition(",")[0])
        vera.wait_in_front(gone)
        assert t("Your seat is kept.") not in vera.in_front(), "she watches"
        with Terminal(KOZYR, env=places("ann")) as ann:
            again = t("continue: {game} with {names} · deal {deal}", game=t("Kozel"))
            ann.wait_for(again.partition("{")[0])
            ann.press("enter")
            ann.wait_for(t("House rules: "), seconds=60)
            bob.wait_until_gone(
                t("connection lost, trying again … Esc leaves").partition(",")[0], seconds=60
            )
            cyr = Terminal([*ssh, "Cyr@127.0.0.1"], env=own_places(tmp_path / "cyr"))
            cyr.wait_for(t("The word that brings you back (Enter for another seat):"), seconds=60)
            cyr.type(word)
            cyr.wait_for(t("deal {deal}", deal=1), seconds=60)
            vera.watch()  # a watcher has no seat to come back to
            watched = pool.submit(vera.play)
            list(pool.map(lambda each: play_by_enter(each, language), (ann, bob, cyr)))
            watched.result()
            with read(ann, bob):
                cyr.press("q")
                cyr.wait_for(t("Leave the table?"))
                cyr.press("2")
                cyr.exit_code()
                assert cyr.is_restored()
                if t("to the waiting room") not in vera.text():
                    vera.press("enter")
                vera.wait_for(t("to the waiting room"))
                vera.do(vera.page.tap_for(t("to the waiting room"), t("take the free seat")))
                assert (
                    t("You are the goat, {points} behind {name}").partition(",")[0]
                    not in vera.text()
                ), "she has not played it"
                vera.do(vera.page.tap_for(t("take the free seat"), t("I am ready")))
            last_page(bob).press("n")
            with read(ann):
                bob.wait_for(t("Agreed: {names}", names="Bob"))
            with read(ann, bob):
                vera.wait_for(f"{t('Another match?')} {t('Agreed: {names}', names='Bob')}.")
                assert t("The same players again?") not in vera.text()
                vera.press("enter")
            last_page(ann).wait_for(t("Waiting for {names}.", names="Ann"))
            ann.press("n")
            for each in (ann, bob):
                each.wait_until_gone(t("look at the table"))  # the last page
                each.wait_for(t("deal {deal}", deal=1))
            vera.wait_for(t("deal {deal}", deal=1))
            played = [pool.submit(play_by_enter, each, language) for each in (ann, bob)]
            played.append(pool.submit(vera.play))
            for each in played:
                each.result()
            last_page(ann).press("escape")
            ann.wait_until_gone(t("look at the table"))
            ann.press("escape")
            ann.wait_for(t("Leave the table?"))
            choose(ann, t("leave the table"))
            vera.wait_in_front(t("The table is closed."))
            bob.wait_for(t("The evening"))
            bob.press("escape")
            for terminal in (ann, bob):
                terminal.wait_for(t("play alone against bots"))
                terminal.press("q")
                assert terminal.exit_code() == 0
                assert terminal.is_restored()
