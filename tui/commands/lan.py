"""Finding a table for a command: by an address, or by a name or an id on the LAN."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Final

from net.client.handshake import seat_key
from net.files.store import CredentialStore
from net.lan.addresses import AddressError, is_address, parse_address
from net.lan.discovery import Browser, DiscoveryError, Found, find_tables
from net.lan.networks import offline_now
from tui.commands import FailedError, UsageError, did_you_mean
from tui.language.text import t
from tui.language.words import refusal
from tui.terminal.crash import log_to_file

SEARCH_SECONDS: Final = 6.0
"""The longest search: a second is usual, but a busy network may lose the first query."""

MORE_SECONDS: Final = 0.4
"""The wait for others of the same name: the first to answer may not be the right one."""

_SHORTEST_ID: Final = 4


def look(seconds: float | None) -> tuple[Found, ...]:
    """Return the tables that answer within `seconds`; None waits for all that are announced.

    Raises FailedError.
    """
    log_to_file()
    try:
        return asyncio.run(find_tables(seconds, pinned=CredentialStore().hosts()))
    except DiscoveryError as error:
        raise FailedError(refusal(error.reason, error.facts)) from None


def offline_said() -> str:
    """Say that this computer is on no network, so that no table can be found; otherwise empty."""
    if not offline_now():
        return ""
    return t("You are offline: this computer is on no network")


def read_address(text: str) -> tuple[str, int] | None:
    """Read an address; None if the text is the name of a table. Raises UsageError."""
    if not is_address(text):
        return None
    try:
        return parse_address(text)
    except AddressError as error:
        raise UsageError(refusal(error.reason, error.facts)) from None


def find_named(name: str) -> Found:
    """Return the table of a name or an id as soon as it answers. Raises FailedError."""
    tables = _wait(lambda found: len(_called(name, found)) == 1)
    called = _called(name, tables)
    if len(called) == 1:
        return called[0]
    if called:
        ids = ", ".join(f"{table.id[:8]} ({table.host})" for table in called)
        raise FailedError(
            t("several tables are called {name}; join by id: {ids}", name=name, ids=ids)
        )
    if said := offline_said():
        raise FailedError(said)
    raise FailedError(
        t("no table is called {name} here", name=name)
        + did_you_mean(name, [table.name for table in tables])
        + "; "
        + t("'kozyr list' shows them all, and an address such as 192.168.1.20 always works")
    )


def find_any(player: str, *, watch: bool) -> Found:
    """Return the first table with the player's own seat or a free one; with `watch`, any.

    Raises FailedError.
    """
    credentials = CredentialStore()

    def seated_at(table: Found) -> bool:
        return seat_key(table.id, player) in credentials

    def fits(table: Found) -> bool:
        return table.same_version and (watch or table.free > 0 or seated_at(table))

    def order(table: Found) -> tuple[bool, bool]:
        # The player's own seat comes first, and a table without a code before one with a code.
        return watch or not seated_at(table), table.code

    for table in sorted(_wait(lambda found: any(map(fits, found))), key=order):
        if fits(table):
            return table
    if said := offline_said():
        raise FailedError(said)
    raise FailedError(
        t("no table with a free seat was found; an address such as 192.168.1.20 always works")
    )


def _called(name: str, tables: Sequence[Found]) -> list[Found]:
    by_id = [table for table in tables if table.id.startswith(name.lower())]
    if len(name) >= _SHORTEST_ID and by_id:
        return by_id
    wanted = name.casefold()
    exact = [table for table in tables if table.name.casefold() == wanted]
    return exact or [table for table in tables if table.name.casefold().startswith(wanted)]


def _wait(enough: Callable[[Sequence[Found]], bool]) -> tuple[Found, ...]:
    """Search until enough tables are found, for SEARCH_SECONDS at most."""
    print(t("Looking for tables …"), file=sys.stderr)

    async def search() -> tuple[Found, ...]:
        done = asyncio.Event()

        def changed(tables: tuple[Found, ...]) -> None:
            if enough(tables):
                done.set()

        browser = Browser(changed, pinned=CredentialStore().hosts())
        await browser.open()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SEARCH_SECONDS):
                    await done.wait()
            if not done.is_set():
                await browser.look()  # a slow answer may be on its way
            if done.is_set():
                await asyncio.sleep(MORE_SECONDS)
        finally:
            found = browser.tables
            await browser.close()
        return found

    log_to_file()
    try:
        return asyncio.run(search())
    except DiscoveryError as error:
        raise FailedError(refusal(error.reason, error.facts)) from None
