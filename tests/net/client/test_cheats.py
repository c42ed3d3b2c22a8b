"""Every cheat of the catalogue against a client's seat: real messages, no sockets, time by hand."""

from __future__ import annotations

import pytest

from core.games.kozel import rules as kozel
from kozyr_kits.conformance.clients.cheats import CHEATS, TOLD
from kozyr_kits.conformance.clients.lies import CUT, Lie
from net.client.deal_check import FAULTS, UNKNOWN
from net.client.events import ClientEvent, MatchChecked, Position
from net.client.seat import ClientSeat
from net.wire.from_host import FromHost
from net.wire.to_host import Fill, Reveal, Start
from tests.support.harness import Visitor
from tests.support.lost_hosts import come, go_on, gone_on
from tests.support.shuffles import ShuffledHarness, verdict
from tui.table.deal_words import checked_said

NAMES = ("Ann", "Bob", "Rook")


class Cheated(Visitor):
    """A player to whom the host sends messages altered by a lie, on every connection."""

    def __init__(self, harness: ShuffledHarness, client: ClientSeat, lie: Lie) -> None:
        super().__init__(harness, client)
        self.answers = True
        self.lie = lie
        self.lost = False
        """Whether the host has ended this connection."""

    def take(self, message: FromHost) -> None:
        for told in self.lie(message):
            if self.lost:
                return
            if told == CUT:
                self.lost = True
            else:
                super().take(told)

    def met(self) -> Cheated:
        """Say Hello."""
        self.send(self.client.handshake.hello())
        return self

    def renewed(self) -> Cheated:
        """Reconnect as a program does whose connection has ended; messages already heard stay
        heard.
        """
        self.cut()
        again = Cheated(self.harness, self.client, self.lie)
        for event in self.client.lose():
            self.hear(event)
        again.events, again.hear = self.events, self.hear
        again.greet()
        return again


def told(events: list[ClientEvent]) -> list[MatchChecked]:
    """Return everything that the player was told of the deals as a whole."""
    return [each for each in events if isinstance(each, MatchChecked)]


def faults(visitor: Visitor) -> list[str]:
    """Return everything told of the deals, once all deals were checked."""
    verdict(visitor)
    return [each.fault for each in told(visitor.events)]


def time_of(events: list[ClientEvent], found: MatchChecked) -> str:
    """Return the progress of the match when this was told."""
    seen = [each for each in events[: events.index(found)] if isinstance(each, Position)]
    if any(each.view.result is not None for each in seen):
        return "end"
    return "match" if seen else "shuffle"


def step(harness: ShuffledHarness, *people: Visitor) -> None:
    """Have a move made, or let time pass once the match is over."""
    if harness.table.phase != "playing":
        harness.pass_time(5)
    harness.play_to_the_end(*people, moves=1)


def said_of(found: MatchChecked, visitor: Visitor) -> str:
    """Return the warning sentence over the table."""
    said = checked_said(found, visitor.client.room, NAMES, visitor.client.seat)
    assert "could not be stacked" not in said
    if found.fault != "none":
        assert said.startswith("Beware")
        assert FAULTS[found.fault].split("{")[0] in said
    return said


OF_A_PLAYER = {
    "forged shares, nobody asked": "skipped",
    "forged shares after a cut": "deal",
    "own hash replaced before the nonces": "deal",
    "shuffled again as another match": "tried",
    "another rule from the beginning": "deal",
    "dealt, cut and shuffled again": "absent",
    "a tile that was not dealt": "",
    "a legal move refused": "",
}
"""Lies about one player's messages or agreement, or told to one player alone -> a watcher's
finding.
"""


@pytest.mark.parametrize("name", TOLD)
def test_a_cheat_is_found_in_time_and_said(name: str) -> None:
    """By the deceived player and watcher; the others are not alarmed."""
    cheat = CHEATS[name]
    harness = ShuffledHarness(kozel, 3, target=200)
    ann = harness.join("Ann")
    bob = Cheated(harness, harness.client(), cheat.lie(1))
    wanted = OF_A_PLAYER.get(name, cheat.fault)
    eve = Cheated(harness, harness.client(), cheat.lie(1) if wanted else lambda told: (told,))
    bob.met().send(bob.client.join("Bob"))
    eve.met().send(eve.client.join("Eve", watch=True))
    ann.send(Fill(2, "easy"))
    bob.send(bob.client.ready())
    ann.send(Start())
    for _ in range(3000):
        bob, eve = (each.renewed() if each.lost else each for each in (bob, eve))
        if cheat.fault in faults(bob) and (not wanted or wanted in faults(eve)):
            break
        step(harness, ann, bob)
    found = next(
        each for each in told(bob.events) if each.fault == cheat.fault or each.fault not in UNKNOWN
    )
    assert found.fault == cheat.fault, "it is the first thing that is found"
    assert bool(found.deal) == ("{deal}" in FAULTS[found.fault])
    times = ("shuffle", "match", "end")
    assert time_of(bob.events, found) in times[: times.index(cheat.when) + 1]
    said_of(found, bob)
    assert not (cheat.secret and any(isinstance(sent, Reveal) for sent in bob.sent))
    assert not any(faults(ann))
    assert faults(eve)[:1] in ([wanted], []) or wanted == "absent"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("forged shares, nobody asked", "changed"),
        ("another commitment before the nonces", "changed"),
        ("no stage reveal", "skipped"),
        ("a share twice", "seats"),
        ("a nonce that does not fit", "changed"),
        ("shuffled again", "again"),
        ("other seeds", "seed"),
        ("a tile that was not dealt", "deal"),
        ("totals that nobody has", "deal"),
        ("another order of moves", "deal"),
        ("the same number with other totals", "shown"),
        ("back to an earlier number", "back"),
    ],
)
def test_a_cheat_after_two_lost_hosts_is_found_and_said(name: str, fault: str) -> None:
    """Bob is lied to at the third table, where all earlier shuffles are told again."""
    second, everybody = gone_on()
    ann, bob, eve = everybody
    lie, third = CHEATS[name].lie(1), go_on(second, ann)
    (bob,) = come(third, [bob], visitor=lambda client: Cheated(third, client, lie).met())
    ann, eve = come(third, [ann, eve])
    while not any(faults(bob)):
        step(third, ann, bob)
    found = verdict(bob)
    assert found.fault == fault
    said_of(found, bob)
    assert not any(faults(ann) + faults(eve))
