"""Opens the ways in for people without Kozyr, each a process beside the host; the page's words."""

from __future__ import annotations

import asyncio
import hmac
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.game import Plain
from net.interpreter import command
from net.table.lobby import Shutdown
from net.way.hosting import LinkError
from net.wire.reasons import REFUSALS
from tui.language.games import game_title
from tui.language.text import LANGUAGES, language, t, use_language
from tui.language.words import as_sentence, refusal
from tui.start import USUAL_PORT, Reachable, StartResume

if TYPE_CHECKING:
    from net.host.server import Host
    from net.table.log import Reach
    from net.wire.from_host import WayIn


PROGRAM: Final = "tui.guest.program"
"""The module of a guest's program."""


async def open_gateways(host: Host, start: Reachable, folder: Path | None) -> None:
    """Open the gateways that a start asks for. Raises LinkError; then the host is closed.

    A match that it has resumed stays saved.
    """
    try:
        if start.ssh is not None:
            await open_ssh(host, start.ssh, folder)
        if start.web is not None:
            await open_page(host, start.web, plain=start.web_plain)
    except (LinkError, asyncio.CancelledError):
        await host.close(Shutdown.BROKEN)
        raise


async def reopen_gateways(
    host: Host, asked: StartResume, saved: Reach, folder: Path | None
) -> StartResume:
    """Open the gateways asked for and, if possible, any other that was open before.

    Returns what is open now. Raises LinkError; then the host is closed.
    """
    await open_gateways(host, asked, folder)
    try:
        if asked.ssh is None and saved.ssh is not None:
            await open_ssh(host, _port_again(host, saved.ssh), folder)
            asked = replace(asked, ssh=saved.ssh)
        if asked.web is None and saved.web is not None:
            await open_page(host, _port_again(host, saved.web), plain=saved.web_plain)
            asked = replace(asked, web=saved.web, web_plain=saved.web_plain)
    except LinkError:
        # The match matters more: its people come with Kozyr, and the others see what is closed.
        host.note_trouble("no gateway")
    except asyncio.CancelledError:
        await host.close(Shutdown.BROKEN)
        raise
    return replace(asked, internet=asked.internet or saved.internet)


async def open_again(host: Host, ways: Iterable[WayIn], folder: Path | None) -> None:
    """Open the gateways that a table had where it was before, for guests who cannot come along."""
    try:
        for way in ways:
            if way.kind == "ssh":
                await open_ssh(host, _port_again(host, way.port), folder)
            elif way.kind in ("https", "http"):
                await open_page(host, _port_again(host, way.port), plain=way.kind == "http")
    except LinkError:
        host.note_trouble("no gateway")


def _port_again(host: Host, port: int) -> int:
    """Return the port at which guests came in before, or the usual one if it is taken."""
    from net.host.listener import is_free

    if is_free(port):
        return port
    host.note_trouble("other port")
    return USUAL_PORT


async def open_ssh(host: Host, port: int, folder: Path | None) -> None:
    """Let guests in by ssh, known again by what is kept in `folder`. Raises LinkError."""
    settings: dict[str, Plain] = {
        "folder": None if folder is None else str(folder),
        "words": _in_all_languages(_ssh_words),
    }
    await _open(host, "ssh", "ssh", port, settings)


async def open_page(host: Host, port: int, *, plain: bool) -> None:
    """Let guests in by a page for browsers. Raises LinkError."""
    if not can_serve_pages():
        raise LinkError(pages_missing())
    (table,) = host.lobby.tables.values()

    def words() -> dict[str, Plain]:
        title = f"{table.name} · {game_title(table.game.NAME)}"
        return {**page_words(plain=plain), "title": title}

    settings: dict[str, Plain] = {
        "words": _in_all_languages(words),
        "pem": "" if plain else host.pem,
        # Whoever has the certificate may sign seats: they outlive the program, as it does.
        "secret": hmac.digest(host.pem.encode(), b"kozyr seats of guests", "sha256").hex(),
    }
    await _open(host, "http" if plain else "https", "web", port, settings)


def _in_all_languages(words: Callable[[], dict[str, Plain]]) -> dict[str, Plain]:
    """Word something in every language."""
    worded: dict[str, Plain] = {}
    before = language()
    for code in LANGUAGES:
        use_language(code)
        worded[code] = words()
    use_language(before)
    return worded


async def _open(host: Host, kind: str, program: str, port: int, more: Mapping[str, Plain]) -> None:
    from net.host.gateway import GatewayError

    if os.name != "posix":
        raise LinkError(t("guests need pseudo-terminals, which Windows does not have"))
    settings: dict[str, Plain] = {
        "port": None if port == USUAL_PORT else port,
        "program": [*command(PROGRAM)],
        "language": language(),
        **more,
    }
    try:
        await host.open_gateway(kind, f"net.guests.{program}.server", settings)
    except GatewayError as error:
        raise LinkError(refusal(error.reason, error.facts)) from None


def can_serve_pages() -> bool:
    """Tell whether the packages that a page for browsers needs are installed."""
    return find_spec("aiohttp") is not None


def pages_missing() -> str:
    """Say what to type to install the packages that the page needs."""
    return t(
        "the page for browsers needs packages that are not installed: pip install 'kozyr[web]'"
    )


def _ssh_words() -> dict[str, Plain]:
    """Word what the ssh gateway says before and after a guest's program."""
    return {
        "code": t("Code of the table:"),
        "word": t("The word that brings you back (Enter for another seat):"),
        "code or word": t("Code of the table, or the word that brings you back:"),
        "wrong": t("That was not it."),
        "no command": t("This is a card table and nothing else: no commands, no files."),
        "one screen": t("One screen per connection."),
        "full": t("This computer is drawing for as many guests as it can. Come back later."),
        "left": t("You have left."),
        "failed": t("Something went wrong on the host's computer."),
        "unseated": t("You took no seat, and others may want to come in. You can come back."),
        "elsewhere": t("Your table is open in another window now."),
        "removed": t("The owner of the table has put you out."),
        "barred": t("The owner of the table keeps you out for this evening."),
        "closed": t("The table is closed."),
        "kept": t("The table is closed for now; its host can resume the match later."),
        "shut": t("The host has closed this way in. Come back when it is open again."),
        "moved": t("The table is at the computer of another player now."),
        "moved there": t(
            "To go on there, type:\r\n  {line}\r\n"
            "If the table is not there, ask the others for the new way in.",
            line="{line}",
        ),
        "broken": t("The host's program has ended unexpectedly."),
        "gone on": _gone_on_said(),
        "given there": _given_there_said(),
        "by key": t("Your seat is kept: the same ssh command brings you back."),
        "by word": t("Your seat is kept: come back and give the word {word}.", word="{word}"),
        "later by key": t(
            "When the table is open again, the same ssh command brings you back; until then it "
            "says “Connection refused”."
        ),
        "later by word": t(
            "When the table is open again, come back by the same ssh command and give the word "
            "{word}; until then it says “Connection refused”.",
            word="{word}",
        ),
    }


def _gone_on_said() -> str:
    """Say what guests can do if the match goes on without the host whose guests they were."""
    return t("If the others go on at another computer, ask them for the way there.")


def _given_there_said() -> str:
    """Say how a guest who had a seat gets it at another computer."""
    return t("Come in there to watch: the owner of the table then gives you your seat.")


def _with_others(said: str) -> str:
    return f"{said} {_gone_on_said()}"


def _browser_warns() -> str:
    return t("The browser warns first: no authority knows a certificate made at home.")


def page_words(*, plain: bool) -> dict[str, Plain]:
    """Return the words by the names that the page uses; `plain`: whether it is not encrypted."""
    encrypted = t(
        "Your browser has warned you because no authority has certified this computer. You can "
        "compare the fingerprint it shows with the one that the key i shows at the table."
    )
    return {
        "name": t("Your name at the table"),
        "code": t("The code of the table"),
        "sit": t("Sit down"),
        "about": t("Nothing has to be installed: the host's computer draws the table for you."),
        "safety": t("Not encrypted: others on this network can read along.")
        if plain
        else encrypted,
        "language": LANGUAGES[language()],
        "typing": t("keyboard"),
        "calling": t("call me when it is my turn"),
        "more": t("more keys"),
        **{word: t(word) for word in ("chat", "scores", "log", "rules", "look back")},
        **{word: t(word) for word in ("house rules", "people", "invite", "zoom out")},
        "zoom in": t("zoom"),
        "look left": t("look around"),
        "look right": t("look to the right"),
        "look up": t("look further up"),
        "look down": t("look further down"),
        "again": t("Come back"),
        "other": t("Come in under another name"),
        "scripts": t("The table needs JavaScript: please allow it for this page."),
        "lost": t("The connection is lost, trying again …"),
        "nobody": _with_others(
            t(
                "Nobody answers: Kozyr has ended there, or the computer is off, asleep or on "
                "another network. This page goes on trying."
            )
        ),
        "kept": t(
            "The table is closed for now; its host can resume the match later. This page comes "
            "back by itself."
        ),
        "broken": _with_others(
            t(
                "The host's program has ended unexpectedly. This page comes back by itself when "
                "the table is open again."
            )
        ),
        "seat": t("Your seat is kept."),
        "given": _given_there_said(),
        "removed": t("The owner of the table has put you out."),
        "barred": t("The owner of the table keeps you out for this evening."),
        "left": t("You have left."),
        "elsewhere": t("Your table is open in another window now."),
        "full": t("This computer is drawing for as many guests as it can. Come back later."),
        "failed": t("Something went wrong on the host's computer."),
        "seated": t("Something went wrong on the host's computer. Come back: your seat is kept."),
        "unseated": t("You took no seat, and others may want to come in. You can come back."),
        "closed": t("The table is closed."),
        "shut": t("The host has closed this way in. Come back when it is open again."),
        "moved": t(
            "The table is at the computer of another player now, and this page leads there by "
            "itself. If the table is not there, ask the others for its new address."
        )
        + ("" if plain else f" {_browser_warns()}"),
        "there": t("Open its page there"),
        "wall": t("Show the page for the wall"),
        "wall scan": t("Scan the code with the camera of a phone on this network, or open:"),
        "wall name": t("Type your name and sit down. Nothing has to be installed."),
        "wall warning": "" if plain else _browser_warns(),
        "wall address": t(
            "Open this page by the address that the host's waiting room shows: other computers "
            "cannot come by this one."
        ),
        "misdirected": t("Open this page by the address that the host's waiting room shows."),
        "foreign": t("This came from another page; reload this one."),
        "nothing": t("There is nothing here. The table is on the first page."),
        "nameless": t("Please type a name with letters or digits."),
        "busy": t("Too many people are coming in just now. Try again in a moment."),
        "cookies": t(
            "Your browser blocks cookies, but the table recognises you by one: allow them."
        ),
        "wrong": as_sentence(t(REFUSALS["wrong"])),
    }
