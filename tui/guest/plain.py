"""Plain mode of a guest: lines in, sentences out, at the one table."""

import asyncio
import sys

from tui.commands import FailedError
from tui.guest.stay import GuestStay
from tui.language.words import use_words
from tui.plain.context import Plan
from tui.plain.shell import run
from tui.plain.stdio import say
from tui.preferences.settings import Settings
from tui.table.links import open_link


def play(stay: GuestStay, settings: Settings) -> int:
    """Play line by line until the match or the guest's input ends; return the exit code."""
    use_words("spoken")
    person = sys.stdin.isatty()
    try:
        return asyncio.run(_play(stay, settings, Plan(once=not person, drawn=True)))
    except FailedError as error:
        say(str(error))
        return 1


async def _play(stay: GuestStay, settings: Settings, plan: Plan) -> int:
    session = await open_link(stay.start, settings, stay=stay)
    if way_back := stay.way_back():
        stay.on_seat = lambda: say(way_back)
    return await run(session, plan)
