"""From a start to the session of its table, or the reason for none; on from a lost host."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.game import Seat
from net.branch.company import Offer
from net.client.seat import ClientSeat
from net.way import Computer, LinkError as LinkError, TableTerms, There, Where, opening
from net.way.table_link import TableLink
from net.wire.names import clean_name
from tui.guest.gateway_words import guests
from tui.history.words import aside_said
from tui.language.text import t
from tui.language.words import refusal
from tui.own_commands import OwnCommands
from tui.preferences.settings import Settings, player_name
from tui.short_matches import remembered
from tui.start import (
    BOT_SECONDS,
    AnyStart,
    StartHost,
    StartJoin,
    StartPractice,
    StartResume,
    StartSolo,
)
from tui.table.session import TableSession

if TYPE_CHECKING:
    from tui.guest.stay import GuestStay


async def open_link(
    start: AnyStart,
    settings: Settings,
    *,
    folder: Path | None = None,
    bot_seconds: float = BOT_SECONDS,
    stay: GuestStay | None = None,
) -> TableSession:
    """Open the table of a start; a host keeps its certificate in `folder`.

    Raises LinkError. With a `stay` the link is for a guest, who keeps no files and has no other
    table.
    """
    if stay is not None:
        return _visit(stay)
    session = await _open(start, settings, this_computer(settings, folder, bot_seconds))
    commands = OwnCommands(settings.events)
    session.run_commands = lambda event: commands.follow(session.start, session.client, event)
    return session


async def _open(start: AnyStart, settings: Settings, here: Computer) -> TableSession:
    match start:
        case StartPractice():
            path = Path(start.path)
            link = await opening.practise(path, start.at, start.seat, start.level, here)
            return TableSession(link, start, take_back=link.take_back)
        case StartSolo():
            return _alone(start, _named(here, settings, start.name))
        case StartHost():
            here = _named(here, settings, start.name)
            way = await opening.host(terms_of(start, here.name), here)
            return _movable(way, replace(start, name=here.name))
        case StartJoin(address=(_, _) as place):
            here, table = _named(here, settings, start.name), start.table_id or ""
            watch, code, anew = start.watch, start.code, start.anew
            way = opening.join(place, here, table, watch=watch, code=code, anew=anew)
            return _movable(way, start)
        case StartResume():
            return await _resume(start, settings, here)
        case _:
            raise LinkError("there is no table to go to")


def this_computer(settings: Settings, folder: Path | None, bot_seconds: float) -> Computer:
    """Return this player's computer, as tables need it."""

    return Computer(player_name(settings, ""), folder, bot_seconds, guests)


def _named(here: Computer, settings: Settings, name: str) -> Computer:
    return replace(here, name=player_name(settings, name))


def terms_of(start: StartHost, name: str) -> TableTerms:
    """Return the terms of a table, named after its host if it has no name."""
    named = start.table_name or t("{name}'s table", name=name)
    return replace(start, table_name=clean_name(named))


def link_error_said(error: LinkError) -> str:
    """Say why a table cannot be opened or reached."""
    if isinstance(error, opening.NotResumedError) and error.aside is not None:
        return aside_said(error.aside)
    return refusal(error.reason, error.facts)


def _alone(start: StartSolo, here: Computer) -> TableSession:
    terms = TableTerms(start.game, start.seats, start.options, start.levels)
    link = opening.alone(terms, here, level=start.level, seed=start.seed)
    session = TableSession(link, start, take_back=link.take_back)
    session.newcomer = not opening.has_played(start.game)
    return session


def _visit(stay: GuestStay) -> TableSession:
    start = stay.start
    assert start.address is not None, "the host's own"
    table, local = start.table_id or "", stay.terms.address
    link = opening.visit(start.address, stay.handshake(), start.name, table, local)
    return TableSession(link, start, stay=stay)


async def _resume(start: StartResume, settings: Settings, here: Computer) -> TableSession:
    resumed = await opening.resume(start.table_id, start, here)
    link, where = resumed.link, resumed.where
    if isinstance(link, TableLink):
        return _movable(link, _start_at(where, resumed.name))
    assert isinstance(where, TableTerms), "a table alone moves nowhere"
    level, name = where.bots[0], resumed.name
    solo = StartSolo(where.game, where.seats, level, where.options, None, name, where.bots)
    following = remembered(settings.ladder, name)
    if following is not None and settings.ladder.get("table") == start.table_id:
        solo = following
    return TableSession(link, solo, take_back=link.take_back)


def _movable(link: TableLink, start: AnyStart) -> TableSession:
    """Return the session of a table that may move to another computer, or to this one."""
    hosting = link.hosting
    address = "" if hosting is None else hosting.address
    session = TableSession(link, start, address=address, way=link)

    def moved(where: Where, address: str) -> None:
        session.start, session.address = _start_at(where, link.computer.name), address

    link.on_moved = moved
    return session


def _start_at(where: Where, name: str) -> StartHost | StartJoin:
    """Return the start that leads a player of this name to the present place of a table."""
    if isinstance(where, There):
        return StartJoin(where.address, where.table, name)
    terms = {each.name: getattr(where, each.name) for each in fields(where)}
    return StartHost(**terms, name=name)


def go_on_at(link: TableLink, offer: Offer, client: ClientSeat, seat: Seat) -> bool:
    """Continue at the computer of a seat, as offered; tell whether that is possible."""
    if seat != client.seat:
        tables = (each.branch.table for each in offer.branches if each.branch.seat == seat)
        return any(link.join_branch(table) for table in tables)
    if offer.hosts:
        link.stay()
        return True
    return link.open_branch()
