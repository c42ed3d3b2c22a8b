"""Plain mode from the command line: opens the way to a table and starts the dialogue with it."""

from __future__ import annotations

import asyncio
import sys

from tui.commands import FailedError
from tui.language.games import game_title
from tui.language.text import t
from tui.language.words import use_words
from tui.lessons import LESSONS
from tui.plain.context import Plan
from tui.plain.shell import run, say
from tui.preferences.settings import Settings, change, config_folder
from tui.room.invitation import ways_told
from tui.room.words import who_may_come
from tui.start import AnyStart, StartHost, StartJoin, StartResume, StartSolo, bot_seconds
from tui.table.links import HostedLink, LinkError, open_link
from tui.terminal.safe_exit import log_to_file


def solo(start: StartSolo, settings: Settings) -> int:
    """Play against bots; a person who plays a game for the first time hears of its lesson."""
    new = start.game in LESSONS and start.game not in settings.lessons_seen
    if new and _is_person():
        command = f"kozyr lesson {start.game} --plain"
        say(
            t(
                "New to {game}? '{command}' explains it.",
                game=game_title(start.game),
                command=command,
            )
        )
        change(config_folder(), lessons_seen=(*settings.lessons_seen, start.game))
    return _run(start, settings, _plan(settings, alone=True))


def host(start: StartHost, settings: Settings, *, start_when_full: bool) -> int:
    """Open a table and sit down at it."""
    return _run(start, settings, _plan(settings, start=start_when_full, hosting=True))


def join(start: StartJoin, settings: Settings, *, ready: bool) -> int:
    """Sit down at somebody's table."""
    return _run(start, settings, _plan(settings, ready=ready))


def go_on(start: StartResume, settings: Settings, *, alone: bool) -> int:
    """Resume a match that was left in the middle."""
    return _run(start, settings, _plan(settings, alone=alone, hosting=not alone))


def _plan(settings: Settings, **wishes: bool) -> Plan:
    # A program that plays through a pipe wants one match; a person decides about another.
    return Plan(autoplay=settings.autoplay, once=not _is_person(), **wishes)


def _is_person() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _run(start: AnyStart, settings: Settings, plan: Plan) -> int:
    log_to_file()
    use_words("spoken")
    return asyncio.run(_play(start, settings, plan))


async def _play(start: AnyStart, settings: Settings, plan: Plan) -> int:
    try:
        session = await open_link(
            start, settings, folder=config_folder(), bot_seconds=bot_seconds()
        )
    except LinkError as error:
        raise FailedError(str(error)) from None
    if session.address:
        say(t("Others join with: kozyr join {address}", address=session.address))
        coded = isinstance(session.start, StartHost) and session.start.code is not None
        if isinstance(session.link, HostedLink):
            for line in ways_told(session.link.ways):
                say(line)
        say(who_may_come(session.start, coded=coded))
    return await run(session, plan)
