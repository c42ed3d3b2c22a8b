"""The people at a table, and the owner's actions on them: the same in every front end.

Pure. Only actions possible now are offered; the host has the last word.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core.game import Seat
from net.client.events import RoomState
from net.wire import to_host
from tui.actions import Action, Chapter
from tui.language.text import t
from tui.language.words import player_said
from tui.room.hosts import movers
from tui.room.words import is_again, marks_of, way_said


@dataclass(frozen=True, slots=True)
class Person:
    """A player or a watcher at a table, or a person kept out of it."""

    name: str
    seat: Seat | None = None
    """None for a watcher and for a banned person."""
    kept_out: bool = False

    @property
    def watcher(self) -> str:
        """The name by which a request identifies a watcher; "" for a player."""
        return self.name if self.seat is None else ""


@dataclass(frozen=True, slots=True)
class OwnerAction:
    """An action of the owner, with its request."""

    label: str
    request: to_host.OwnerRequest | to_host.Migrate
    question: str = ""
    """The question before an action that cannot be undone, else empty."""
    consequence: str = ""
    """The consequences, shown with the question."""


@dataclass(frozen=True, kw_only=True)
class PersonAction(Action):
    """An action on a person in all front ends; its `label` is that of the menu."""

    request: Callable[[Person], to_host.OwnerRequest | None]
    """Returns the request; None if the action cannot be about that person."""
    chapter: Chapter = Chapter.OWNER
    kept_out: bool = False
    """Whether it is about banned people: all others are about players and watchers."""
    offered: Callable[[Person, RoomState], bool] | None = None
    """Tells whether the menu has it, None: always; a typed action is left to the host to refuse."""
    question: str = ""
    """The question before it, in English, if the action cannot be undone."""
    consequence: Callable[[Person, RoomState], str] | None = None


def people(room: RoomState, mine: Seat | None) -> list[Person]:
    """List the others: players, watchers, people kept out."""
    seated = [
        Person(line.name, seat)
        for seat, line in enumerate(room.seats)
        if seat != mine and is_person(room, seat)
    ]
    kept_out = [Person(name, kept_out=True) for name in room.kept_out]
    watchers = [Person(line.name) for line in room.watchers]
    return [*seated, *watchers, *kept_out]


def is_person(room: RoomState, seat: Seat) -> bool:
    """Tell whether a seat belongs to a person, even while a bot plays there."""
    line = room.seats[seat]
    return line.kind == "human" or line.away or line.idle


def still_there(person: Person, room: RoomState) -> bool:
    """Tell whether a person is still where the owner saw them."""
    return person in people(room, None)


def person_said(person: Person, room: RoomState, *, ways: bool = True) -> str:
    """Name a person in a list, with notes: "Ann · by ssh · away"; without `ways` "Ann · away"."""
    if person.kept_out:
        notes = [t("kept out")]
    elif person.seat is None:
        line = next((line for line in room.watchers if line.name == person.name), None)
        notes = [] if line is not None and line.asks else [t("watches")]
        notes += [way_said(line.way if ways else ""), *marks_of(line)] if line else []
    else:
        seat = room.seats[person.seat]
        notes = [way_said(seat.way if ways else ""), *marks_of(seat)]
    return " · ".join(filter(None, [person.name, *notes]))


def owner_actions(person: Person, room: RoomState, *, can_move: bool = False) -> list[OwnerAction]:
    """List the owner's actions on a person; `can_move`: the host can move the table."""
    name, seat = person.name, person.seat
    actions: list[OwnerAction] = []
    if seat is not None:
        actions = takers(seat, room)
    elif not person.kept_out:
        actions = answers_to(person, room) if name in room.asking else seats_to_give(person, room)
    for row in PERSON_ACTIONS:
        request = row.request(person) if row.kept_out == person.kept_out else None
        if request is not None and (row.offered is None or row.offered(person, room)):
            ask = t(row.question, name=name) if row.question else ""
            follows = row.consequence(person, room) if row.consequence else ""
            actions.append(OwnerAction(t(row.label), request, ask, follows))
    if can_move and seat is not None and _is_present(person, room):
        actions += [OwnerAction(*way) for way in movers(name, room, seat)]
    return actions


def _is_present(person: Person, room: RoomState) -> bool:
    """Tell whether a player is connected and has answered."""
    return person.seat is not None and not (
        room.seats[person.seat].away or room.seats[person.seat].idle
    )


def _is_awaited(person: Person, room: RoomState) -> bool:
    """Tell whether a match may be waiting for a player who is present."""
    return room.phase == "playing" and _is_present(person, room)


def _of_seat(
    request: Callable[[Seat], to_host.OwnerRequest],
) -> Callable[[Person], to_host.OwnerRequest | None]:
    """Return the request of a row about a player, given the function that makes it from a seat."""
    return lambda person: None if person.seat is None else request(person.seat)


def _decides(person: Person, _: RoomState) -> str:
    return t("From then on {name} decides everything you decide now.", name=person.name)


def _bot_follows(person: Person, room: RoomState) -> str:
    follows = room.phase == "playing" and person.seat is not None
    return t("A bot plays on in that seat.") if follows else ""


def _kept_out(person: Person, room: RoomState) -> str:
    keep = t("Nobody can come in from that computer until you allow it.")
    return f"{_bot_follows(person, room)} {keep}".strip()


PERSON_ACTIONS: Final = (
    PersonAction(
        words="ask, спросить",
        label="ask: are you there?",
        request=_of_seat(to_host.Nudge),
        offered=_is_awaited,
    ),
    PersonAction(
        words="hand over, передать стол, передать",
        help="hand over NAME, ask NAME: give the table away, ask a player: are you there?",
        label="hand the table over",
        request=_of_seat(to_host.HandOver),
        offered=_is_present,
        question="Give the table to {name}?",
        consequence=_decides,
    ),
    PersonAction(
        words="put out, удалить",
        help="put out NAME, keep out NAME (for the evening), let in NAME: for the owner",
        label="put out",
        request=lambda person: to_host.PutOut(person.seat, person.watcher),
        question="Put {name} out?",
        consequence=_bot_follows,
    ),
    PersonAction(
        words="keep out, не пускать",
        label="keep out for this evening",
        request=lambda person: to_host.PutOut(person.seat, person.watcher, keep_out=True),
        question="Put {name} out and keep out for this evening?",
        consequence=_kept_out,
    ),
    PersonAction(
        words="let in, пускать, пустить",
        label="let in again",
        request=lambda person: to_host.LetIn(person.name),
        kept_out=True,
    ),
)
"""The owner's actions on people, in the order of the menu."""


def answers_to(person: Person, room: RoomState) -> list[OwnerAction]:
    """List the owner's answers to a watcher who asks for a seat."""
    return [*seats_to_give(person, room), OwnerAction(t("no seat now"), to_host.Deny(person.name))]


def seats_to_give(person: Person, room: RoomState) -> list[OwnerAction]:
    """List the seats for a watcher: first the person's own, then a free one, then those of bots.

    Those of other absent players come last, where a hasty choice does no harm.
    """
    own, bots, others = [], [], []
    for seat, line in enumerate(room.seats):
        if line.away and is_again(person.name, line.name):
            label = t("this is {name}: give the seat back", name=line.name)
            own.append(_giving(label, seat, line.name, person.name))
        elif line.away:
            label = t("give the seat of {name}", name=line.name)
            others.append(_giving(label, seat, line.name, person.name))
        elif line.kind.startswith("bot:") and not line.idle:
            name = player_said(line.name, line.kind)
            label = t("give the seat of the bot {name}", name=name)
            bots.append(OwnerAction(label, to_host.Give(seat, person.name)))
    free = [
        OwnerAction(t("give a free seat"), to_host.Give(seat, person.name))
        for seat in room.free[:1]
    ]
    return [*own, *free, *bots, *others]


def takers(seat: Seat, room: RoomState) -> list[OwnerAction]:
    """List the watchers for the seat of an absent player, a returned player first."""
    name = room.seats[seat].name
    if not room.seats[seat].away:
        return []
    own, others = [], []
    for other in (line.name for line in room.watchers):
        if is_again(other, name):
            label = t("{other} is {name}: give the seat back", other=other, name=name)
            own.append(_giving(label, seat, name, other))
        else:
            others.append(_giving(t("give the seat to {other}", other=other), seat, name, other))
    return [*own, *others]


def _giving(label: str, seat: Seat, name: str, other: str) -> OwnerAction:
    """Return the action that gives the seat of an absent player to a watcher."""
    ask = t("Give the seat of {name} to {other}?", name=name, other=other)
    return OwnerAction(label, to_host.Give(seat, other), ask, what_follows(name, other))


def what_follows(name: str, other: str) -> str:
    """Say the consequence of giving the seat of an absent player to a watcher."""
    if is_again(other, name):
        return t("{other} is called {name} then.", other=other, name=name)
    return t("{name} cannot come back to it.", name=name)


def table_actions(room: RoomState) -> list[OwnerAction]:
    """List the owner's actions on the table: the lock, watching, watchers' talk."""
    lock = t("let newcomers in again") if room.locked else t("lock the table to newcomers")
    watch = t("forbid watching") if room.watching else t("allow watching")
    quiet, loud = t("stop watchers from talking"), t("let watchers talk")
    ask = t("Forbid watching?") if room.watching and room.watchers else ""
    gone = t("Everybody who is watching has to go.") if ask else ""
    actions = [
        OwnerAction(lock, to_host.Allow(newcomers=room.locked)),
        OwnerAction(watch, to_host.Allow(watching=not room.watching), ask, gone),
    ]
    if room.watching:
        talk = quiet if room.watchers_talk else loud
        actions.append(OwnerAction(talk, to_host.Allow(watchers_talk=not room.watchers_talk)))
    return actions


def restrictions_said(room: RoomState) -> list[str]:
    """List the owner's restrictions, sentences without full stops."""
    said = []
    if room.locked:
        said.append(t("The table is locked: nobody new comes in"))
    if not room.watching:
        said.append(t("Nobody may watch"))
    elif not room.watchers_talk:
        said.append(t("Watchers may not talk"))
    if room.kept_out:
        said.append(t("Kept out for this evening: {names}", names=", ".join(room.kept_out)))
    return said
