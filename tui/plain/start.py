"""Plain mode from the command line: playing, keeping a table open for others, a guest's stay."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from core.game import Game
from net.client.reading import read_room
from net.files.folders import state_directory
from net.lan.addresses import short_address_name
from net.table.lobby import Shutdown
from net.table.table import Table
from net.way.hosting import Hosting, open_host
from net.way.opening import resume_unattended
from net.wire.from_host import Gathered
from net.wire.reasons import TROUBLES
from tui.commands import FailedError
from tui.guest.stay import GuestStay
from tui.language.games import game_title
from tui.language.text import t
from tui.language.words import as_sentence, refusal, use_words
from tui.lessons import LESSONS
from tui.plain.context import Plan
from tui.plain.shell import run
from tui.plain.stdio import EndSignals, say
from tui.preferences.settings import Settings, config_folder, player_name, remember
from tui.room.invitation import ways_told
from tui.room.words import change_said, offline_said, place_said, who_may_come
from tui.start import AnyStart, StartHost, StartPractice, StartResume, StartSolo, bot_seconds
from tui.table import links
from tui.table.session import TableSession
from tui.terminal.crash import log_to_file

if TYPE_CHECKING:
    from net.host.server import Host


def play(start: AnyStart, settings: Settings, /, **wishes: bool) -> int:
    """Play at the table of a start; `wishes` are fields of a Plan. Returns the exit code."""
    if isinstance(start, StartSolo) and not isinstance(start, StartPractice):
        _mention_lesson(start.game, settings)
    # A program in a pipe plays one match; a person decides about another.
    once = not _is_person()
    kept = {"coach": settings.coach, "banter": settings.banter}
    plan = Plan(autoplay=settings.autoplay, once=once, **kept, **wishes)
    log_to_file()
    use_words("spoken")
    return asyncio.run(_play(start, settings, plan))


def _mention_lesson(game: str, settings: Settings) -> None:
    """Mention the lesson to a person who has not played a game here."""
    if game in LESSONS and game not in settings.lessons_seen and _is_person():
        command = f"kozyr lesson {game} --plain"
        title = game_title(game)
        say(t("New to {game}? '{command}' explains it.", game=title, command=command))
        remember(state_directory(), lessons_seen=(*settings.lessons_seen, game))


def _is_person() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


async def _play(start: AnyStart, settings: Settings, plan: Plan) -> int:
    async def opened(start: AnyStart) -> TableSession:
        try:
            session = await links.open_link(
                start, settings, folder=config_folder(), bot_seconds=bot_seconds()
            )
            session.client.handshake.way = "plain"
            return session
        except links.LinkError as error:
            raise FailedError(links.link_error_said(error)) from None

    session = await opened(start)
    plan = replace(plan, newcomer=session.newcomer and not plan.once)
    if session.address:
        say(t("Others join with: kozyr join {address}", address=session.address))
        coded = isinstance(session.start, StartHost) and session.start.code is not None
        if (hosting := session.hosting) is not None:
            _say_all(other_places(hosting.host))
            _say_all(ways_told(hosting.host.lobby.ways))
        say(who_may_come(session.start, coded=coded))
    return await run(session, plan, opened)


def serve(start: StartHost | StartResume, settings: Settings) -> int:
    """Keep a table open for others until a signal; return the exit code."""
    log_to_file()
    use_words("spoken")
    return asyncio.run(_serve(start, settings))


async def _serve(start: StartHost | StartResume, settings: Settings) -> int:
    here = links.this_computer(settings, config_folder(), bot_seconds())
    try:
        if isinstance(start, StartHost):
            here = replace(here, name=player_name(settings, start.name))
            hosting = await open_host(links.terms_of(start, here.name), here, unattended=True)
        else:
            hosting = await resume_unattended(start.table_id, start, here)
    except links.LinkError as error:
        raise FailedError(links.link_error_said(error)) from None
    return await _keep_open(hosting, start)


async def _keep_open(hosting: Hosting, start: StartHost | StartResume) -> int:
    host = hosting.host
    (table,) = host.lobby.tables.values()
    ended = asyncio.Event()
    signals = EndSignals(ended.set)
    signals.catch()
    host.runtime.on_status = lambda room: _say_all(status(table.game, room))
    host.runtime.on_trouble = lambda code: say(as_sentence(t(TROUBLES[code])))
    host.on_network = lambda: _say_all(places_now(host))
    _say_all(introduction(table, hosting.address, start))
    _say_all(other_places(host))
    _say_all(ways_told(host.lobby.ways, table.code))
    try:
        await hosting.announce()
        if (problem := hosting.problem) is not None:
            say(as_sentence(refusal(problem.reason, problem.facts)))
        await ended.wait()
    finally:
        await hosting.close(Shutdown.KEPT if signals.by_person else Shutdown.BROKEN)
    return 128 + signals.caught if signals.caught else 0


def introduction(table: Table, address: str, start: StartHost | StartResume) -> Iterator[str]:
    """Yield the sentences about a new table: its address, its code, who can join."""
    facts = {"game": game_title(table.game.NAME), "table": table.name}
    yield t("The table {table} is open: {game}. Nobody plays in this program.", **facts)
    yield t("Others join with: kozyr join {address}", address=address)
    yield who_may_come(start, coded=bool(table.code))
    if table.code:
        yield t("The code of this table is {code}.", code=table.code)
    yield t("Whoever sits down first owns the table. Ctrl+C closes it.")


def other_places(host: Host) -> Iterator[str]:
    """Yield the addresses on other networks, or that this computer is offline."""
    if host.offline:
        yield offline_said()
    for each in host.addresses[1:]:
        where = short_address_name(each, host.port)
        yield t("On the other network: kozyr join {address}", address=where)


def places_now(host: Host) -> Iterator[str]:
    """Yield the addresses after a change of the networks."""
    if host.offline:
        yield offline_said()
        return
    places = [short_address_name(each, host.port) for each in host.addresses]
    yield as_sentence(place_said(places))
    yield from ways_told(host.lobby.ways, host.guests.code)


def status(game: Game, message: Gathered) -> Iterator[str]:
    """Yield a sentence for each change at the table."""
    room = read_room(game, message)
    for what in message.happened:
        over = t("The match is over") if what.kind == "over" else ""
        said = over or change_said(what, room, None)
        if said:
            yield as_sentence(said)


def _say_all(sentences: Iterator[str]) -> None:
    for sentence in sentences:
        say(sentence)


def play_as_guest(stay: GuestStay, settings: Settings) -> int:
    """Play at a guest's one table until the match or the input ends; return the exit code."""
    use_words("spoken")
    try:
        return asyncio.run(_play_as_guest(stay, settings, Plan(once=not _is_person(), drawn=True)))
    except FailedError as error:
        say(str(error))
        return 1


async def _play_as_guest(stay: GuestStay, settings: Settings, plan: Plan) -> int:
    session = await links.open_link(stay.start, settings, stay=stay)
    if way_back := stay.way_back():
        stay.on_seat = lambda: say(way_back)
    return await run(session, plan)
