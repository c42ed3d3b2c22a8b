"""One evening of four machines: the table moves, its host is lost for good, and comes back.

Joker by Ann and Bob with Kozyr, Will by ssh and Pat at a phone.
"""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.browser import CHROMIUM, PHONE, Page, unavailable as no_browser
from tests.support.netns import Lan, unavailable
from tests.support.players import KOZYR, asked, choose, lines_of, own_places, read_on, record_of
from tests.support.ssh_clients import LEAST_OPTIONS, unavailable as no_client
from tests.support.terminal import Terminal
from tui.language.text import t, use_language

REASON = unavailable() or no_client() or no_browser()

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(REASON), reason=REASON or "available"),
]

LOCALES = {"en": "C.UTF-8", "ru": "ru_RU.UTF-8"}

JOKER = ("joker", "--rule", "deal_set=one_pulka", "--pause", "0")


class Evening:
    """The four players' tables, and their way of playing on."""

    def __init__(self, folder: Path, lan: Lan, language: str) -> None:
        self.folder, self.lan, self.language = folder, lan, language
        self.places = {
            name: own_places(folder / name, KOZYR_INTERFACES="", LC_ALL=LOCALES[language])
            for name in ("ann", "bob")
        }
        self.at: dict[str, Terminal] = {}
        self.phone: Page | None = None
        self.stack = contextlib.ExitStack()

    def start(self, name: str, *words: str) -> Terminal:
        """Start Kozyr at a player's machine."""
        command = self.lan.command(name, [*KOZYR, *words, "--name", name.title()])
        self.at[name] = self.stack.enter_context(Terminal(command, env=self.places[name]))
        return self.at[name]

    def ssh(self, line: str) -> Terminal:
        """Connect as Will by ssh, with his key."""
        key, known = self.folder / "key", self.folder / "known"
        if not key.exists():
            made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
            subprocess.run(made, check=True)
        words = ["-o", f"UserKnownHostsFile={known}"]
        words += [
            "-o",
            f"SetEnv=LC_ALL={LOCALES[self.language]}",
            "-i",
            str(key),
            *line.split()[1:],
        ]
        command = self.lan.command("will", ["ssh", *LEAST_OPTIONS, *words])
        self.at["will"] = self.stack.enter_context(
            Terminal(command, env={"LC_ALL": LOCALES[self.language]})
        )
        return self.at["will"]

    async def play_until(self, done: Callable[[], bool]) -> None:
        """Have each player press Enter whenever the table waits for that player."""
        stop = threading.Event()
        wanted = (*asked(self.language), read_on(self.language), t("Esc continues"))

        def press(terminal: Terminal) -> None:
            while not stop.is_set():
                if any(question in terminal.text() for question in wanted):
                    terminal.press("enter")
                terminal.drew(0.3)
                terminal.settle(0.05)

        async def tap(page: Page) -> None:
            touched = (*asked(self.language), read_on(self.language, touched=True))
            while not stop.is_set():
                shown = await page.text()
                if any(question in " ".join(shown.split()) for question in touched):
                    await page.tab.keyboard.press("Enter")
                await asyncio.sleep(0.4)

        async def watch() -> None:
            while not done():  # noqa: ASYNC110 - it is seen on several screens
                await asyncio.sleep(0.1)
            stop.set()

        people = [asyncio.to_thread(press, each) for each in self.at.values()]
        if self.phone is not None:
            people.append(tap(self.phone))
        await asyncio.gather(watch(), *people)

    async def play_to_deal(self, number: int) -> None:
        """Play until that deal is on every screen."""
        said = self.deal(number)
        await self.play_until(lambda: all(said in each.text() for each in self.at.values()))

    def deal(self, number: int) -> str:
        """Return the line over the table during a deal."""
        return {"en": f"deal {number}", "ru": f"раздача {number}"}[self.language]

    async def open_link(self, link: str) -> None:
        """Have Pat open a link, again and again until the page there is open."""
        from playwright.async_api import Error

        assert self.phone is not None
        while True:
            with contextlib.suppress(Error):
                await self.phone.tab.goto(link)
                break
        await self.phone.tab.wait_for_selector("#screen")

    def come_back_by_ssh(self, address: str, deal: int = 4) -> None:
        """Have Will try again until the way in is open and he sits at the table."""
        while True:
            will = self.ssh(f"ssh Will@{address} -p 4022")
            with contextlib.suppress(AssertionError):
                will.wait_for(self.deal(deal), seconds=5)
                return


def verified(places: dict[str, str]) -> None:
    """Have a player's record checked; the output names the lost computer."""
    words = [*KOZYR, "verify", str(record_of(places))]
    done = subprocess.run(words, env=os.environ | places, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Bob" in done.stdout


@contextlib.contextmanager
def phone_command(lan: Lan, folder: Path) -> Iterator[str]:
    """Return a browser at Pat's machine, as a program to start."""
    script = folder / "browser"
    words = " ".join(lan.command("pat", [str(CHROMIUM)]))
    script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    script.chmod(0o755)
    yield str(script)


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_an_evening_at_four_machines_ends_with_equal_records(
    tmp_path: Path, language: str
) -> None:
    from playwright.async_api import async_playwright

    use_language(language)
    with Lan("ann", "bob", "will", "pat") as lan, phone_command(lan, tmp_path) as browser:
        evening = Evening(tmp_path, lan, language)
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(
                executable_path=browser, args=["--no-sandbox", "--disable-gpu"]
            )
            locale = {"en": "en-US", "ru": "ru-RU"}[language]
            context = await chromium.new_context(ignore_https_errors=True, locale=locale, **PHONE)
            evening.phone = Page(await context.new_page())
            with evening.stack:
                await spend(evening)


async def spend(evening: Evening) -> None:
    lan, phone = evening.lan, evening.phone
    here, there = lan.address("ann"), lan.address("bob")
    ways = ("--ssh", "4022", "--web", "4043", "--table", "Inn", "--seats", "4")
    ann = evening.start("ann", "host", *JOKER, *ways)
    ann.wait_for(t("start the match"))
    bob = evening.start("bob", "join", "Inn")
    will = evening.ssh(f"ssh Will@{here} -p 4022")
    await phone.tab.goto(f"https://{here}:4043/")
    await phone.sit("Pat")
    for guest in (bob, will):
        guest.wait_for(t("I am ready"))
        guest.settle()
        guest.press("enter")
    await phone.wait_for(t("I am ready"))
    await phone.tab.keyboard.press("Enter")
    ann.wait_for(t("Everybody is ready: start the match"))
    ann.settle()
    ann.press("enter")
    await evening.play_to_deal(2)

    # The table moves to Bob's computer, with the guests.
    ann.press("o")
    choose(ann, "Bob")
    choose(ann, t("move the table to {name} at once", name="Bob"))
    bob.wait_for(t("Have the table on this computer from now on?"))
    choose(bob, t("yes"))
    will.exit_code()
    await phone.tab.wait_for_url(f"https://{there}:4043/*", timeout=60_000)
    await phone.tab.wait_for_selector("#screen")
    (line,) = re.findall(rf"^ *(ssh Will@{there} -p 4022)", will.text(), re.MULTILINE)
    will = evening.ssh(line)
    await evening.play_to_deal(4)

    # Bob's computer is lost; Ann continues, and both guests return to their seats there.
    bob.signal(signal.SIGKILL)
    bob.exit_code()
    del evening.at["bob"]
    ann.wait_for(t("{name} does not answer any more", name="Bob"))
    choose(ann, t("go on here from deal {n}", n=4))
    will.exit_code()
    link = phone.tab.locator("#elsewhere a", has_text="Ann")
    await link.wait_for(timeout=60_000)
    await asyncio.to_thread(evening.come_back_by_ssh, here)
    await evening.open_link(await link.get_attribute("href"))
    await evening.play_to_deal(5)

    # The lost computer comes back, and its player joins the others.
    bob = evening.start("bob", "host", "--resume", "Inn")
    bob.wait_for(t("The others go on without you"))
    choose(bob, t("come along to {name}, from deal {n}", name="Ann", n=4)[:18])
    bob.wait_for(evening.deal(5), evening.deal(6))
    await evening.play_to_deal(7)

    # It is late: the match is put away, and played to its end the next evening.
    ann.settle()
    ann.press("escape")
    choose(ann, t("save the match for later"))
    evening.at["will"].exit_code()
    for each in ann, bob:
        each.wait_for(t("play alone against bots"))
        each.settle()
        each.press("q")
        each.exit_code()
    evening.at.clear()
    (kept,) = Path(evening.places["ann"]["KOZYR_STATE"]).joinpath("tables").glob("*.jsonl")
    ann = evening.start("ann", "host", "--resume", kept.stem)
    ann.wait_for(evening.deal(7))
    bob = evening.start("bob", "join", "Inn")
    await asyncio.to_thread(evening.come_back_by_ssh, here, 7)
    await phone.wait_for(evening.deal(7))
    over = t("match over")
    await evening.play_until(lambda: all(over in each.text() for each in (ann, bob)))

    for name in ("ann", "bob"):
        await asyncio.to_thread(verified, evening.places[name])
    ours, theirs = (lines_of(evening.places[name]) for name in ("ann", "bob"))
    assert ours == theirs
    assert (ours[0]["branch"]["deal"], ours[0]["branch"]["host"]) == (3, "Bob")
    assert "result" in ours[-1]
