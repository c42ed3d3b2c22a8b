"""The owner's actions on people, as typed; the host refuses them to other players."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from net.wire import to_host
from tui.actions import Action, Chapter
from tui.language.text import t
from tui.language.words import as_sentence
from tui.plain.context import PlainContext
from tui.room import people

NOW: Final = ("now", "сейчас", "сразу")
"""The words with which the table moves at once, in the middle of a deal."""


def _called(player: PlainContext, rest: str, *, kept_out: bool = False) -> people.Person | None:
    """Find a person by name, the beginning of it, or the number of a seat; otherwise list all."""
    room = player.client.room
    if room is None:
        return None
    others = [p for p in people.people(room, None) if p.kept_out == kept_out]
    wanted = rest.casefold()
    found = [p for p in others if p.name.casefold() == wanted]
    if not found and wanted.isdecimal():
        found = [p for p in others if p.seat is not None and p.seat + 1 == int(wanted)]
    if not found and wanted:
        found = [p for p in others if p.name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    known = "; ".join(people.person_said(p, room, ways=False) for p in found or others)
    player.say(t("Who? {names}.", names=known) if known else t("There is nobody."))
    return None


def _act(row: people.PersonAction, player: PlainContext, rest: str) -> None:
    """Send the request of a row about a named person."""
    person = _called(player, rest, kept_out=row.kept_out)
    if person is not None and (request := row.request(person)) is not None:
        player.send(request)
    elif person is not None:
        player.say(t("{name} only watches.", name=person.name))


def _move(player: PlainContext, rest: str) -> None:
    """Request that the table moves to a player's computer, after the deal or at once."""
    name, _, when = rest.rpartition(" ")
    at_once = when.casefold() in NOW
    person = _called(player, name if at_once else rest) if _moves(player) else None
    if person is not None and person.seat is not None:
        player.send(to_host.Migrate(person.seat, at_once))
    elif person is not None:
        player.say(t("{name} only watches.", name=person.name))


def _stay(player: PlainContext, rest: str) -> None:
    if _moves(player):
        player.send(to_host.Migrate(None))


def _moves(player: PlainContext) -> bool:
    """Tell whether the host can move this table; if not, say so."""
    if not player.client.migrates:
        player.say(t("This host cannot move its table."))
    return player.client.migrates


def _give(player: PlainContext, rest: str) -> None:
    """Give a seat, by its number, to a watcher; an absent player's seat only if typed twice."""
    asked, player.asked = player.asked, ("", None)
    number, _, name = rest.partition(" ")
    person = _called(player, name) if number.isdecimal() else None
    room = player.client.room
    if person is None or person.seat is not None or room is None:
        player.say(t("Say the seat and who watches: give 2 Ann."))
        return
    if not 1 <= int(number) <= len(room.seats):
        player.say(as_sentence(t("this table has no seat {seat}", seat=number)))
        return
    give = to_host.Give(int(number) - 1, person.name)
    line = room.seats[give.seat]
    if line.away and asked[1] != give:
        player.asked = ("give", give)
        player.say(t("Give the seat of {name} to {other}?", name=line.name, other=person.name))
        player.say(people.what_follows(line.name, person.name))
        player.say(t("The same order once more does it."))
        return
    player.send(give)


def _deny(player: PlainContext, rest: str) -> None:
    if person := _called(player, rest):
        player.send(to_host.Deny(person.name))


def _allow(**what: bool) -> Callable[[PlainContext, str], None]:
    """Return an effect that allows or forbids something at the table."""
    return lambda player, _: player.send(to_host.Allow(**what))


ORDERS: Final[tuple[Action, ...]] = (
    *(replace(row, effect=partial(_act, row)) for row in people.PERSON_ACTIONS),
    Action(
        words="move, переместить стол, переместить, перенести",
        help="move NAME: have the table on that computer after this deal; move NAME now; stay",
        chapter=Chapter.OWNER,
        effect=_move,
    ),
    Action(words="stay, остаться", bare=True, effect=_stay),
    Action(
        words="give, дать место, место",
        help=(
            "give SEAT NAME: a free seat, a bot's or that of an absent player, to a watcher; "
            "deny NAME: no seat for a watcher who asks"
        ),
        chapter=Chapter.OWNER,
        effect=_give,
    ),
    Action(words="deny, отказать", effect=_deny),
    Action(
        words="lock, закрыть вход",
        help="lock, unlock, watching off, talk off: what the owner allows; on allows it again",
        chapter=Chapter.OWNER,
        bare=True,
        effect=_allow(newcomers=False),
    ),
    Action(words="unlock, открыть вход", bare=True, effect=_allow(newcomers=True)),
    Action(
        words="watching off, зрители нет, без зрителей", bare=True, effect=_allow(watching=False)
    ),
    Action(words="watching on, зрители да", bare=True, effect=_allow(watching=True)),
    Action(words="talk off, разговоры нет", bare=True, effect=_allow(watchers_talk=False)),
    Action(words="talk on, разговоры да", bare=True, effect=_allow(watchers_talk=True)),
)
"""The owner's actions, a row each."""
