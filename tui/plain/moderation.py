"""Plain mode: what the owner types about people: put out NAME, lock, hand over NAME. No I/O."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.client.seat import ClientSeat
from net.wire.message import Message
from net.wire.to_host import Allow, HandOver, LetIn, Nudge
from tui.language.text import t
from tui.table.people import Person, people, person_said

ABOUT_PEOPLE: Final = {
    "put out": ("удалить",),
    "keep out": ("не пускать",),
    "let in": ("пускать", "пустить"),
    "hand over": ("передать стол", "передать"),
    "ask": ("спросить",),
}
"""Order -> what else it may be called; a name or the number of a seat follows."""

ALLOWED: Final = {
    "lock": (("закрыть вход",), Allow(newcomers=False)),
    "unlock": (("открыть вход",), Allow(newcomers=True)),
    "watching off": (("зрители нет", "без зрителей"), Allow(watching=False)),
    "watching on": (("зрители да",), Allow(watching=True)),
    "talk off": (("разговоры нет",), Allow(watchers_talk=False)),
    "talk on": (("разговоры да",), Allow(watchers_talk=True)),
}
"""Order -> what else it may be called, and what it allows or forbids."""

_ORDERS: Final = {
    word: order
    for order, others in (*ABOUT_PEOPLE.items(), *((o, words) for o, (words, _) in ALLOWED.items()))
    for word in (order, *others)
}


def order_in(line: str) -> tuple[str, str]:
    """Return the order with which a line begins, and the rest; ("", line) if there is none."""
    words = line.split()
    for length in (2, 1):
        order = _ORDERS.get(" ".join(words[:length]).casefold(), "")
        rest = " ".join(words[length:])
        if order and (order in ABOUT_PEOPLE or not rest):
            return order, rest
    return "", line


class ModerationDialogue:
    """Does what the owner wants done about people; the host says no to everybody else."""

    def __init__(
        self, client: ClientSeat, send: Callable[[Message], None], say: Callable[[str], None]
    ) -> None:
        self._client = client
        self._send = send
        self._say = say

    def do(self, order: str, rest: str) -> None:
        """Do an order, one of ABOUT_PEOPLE with a name, or of ALLOWED."""
        if order in ALLOWED:
            self._send(ALLOWED[order][1])
            return
        person = self._called(rest, kept_out=order == "let in")
        if person is None:
            return
        if order == "let in":
            self._send(LetIn(person.name))
        elif order in ("put out", "keep out"):
            self._send(person.put_out(keep_out=order == "keep out"))
        elif person.seat is None:
            self._say(t("{name} only watches.", name=person.name))
        else:
            self._send(HandOver(person.seat) if order == "hand over" else Nudge(person.seat))

    def _called(self, rest: str, *, kept_out: bool) -> Person | None:
        """Find whoever a name, its beginning or the number of a seat means; or list everybody."""
        room = self._client.room
        if room is None:
            return None
        others = [p for p in people(room, None) if p.kept_out == kept_out]
        wanted = rest.casefold()
        found = [p for p in others if p.name.casefold() == wanted]
        if not found and wanted.isdecimal():
            found = [p for p in others if p.seat is not None and p.seat + 1 == int(wanted)]
        if not found and wanted:
            found = [p for p in others if p.name.casefold().startswith(wanted)]
        if len(found) == 1:
            return found[0]
        known = "; ".join(person_said(p, room) for p in found or others)
        self._say(t("Who? {names}.", names=known) if known else t("There is nobody."))
        return None
