"""Every cheat of the catalogue against a client's seat: real messages, no sockets, time by hand."""

from __future__ import annotations

import pytest

from core.games.kozel import rules as kozel
from kozyr_kits.conformance.clients.cheats import CHEATS, TOLD
from kozyr_kits.conformance.clients.lies import CUT, Lie
from net.client.events import ClientEvent, MatchChecked, Position
from net.client.faults import FAULTS, UNKNOWN
from net.client.seat import ClientSeat
from net.wire.from_host import FromHost
from net.wire.to_host import Continue, Fill, Start
from tests.support.harness import Visitor
from tests.support.shuffles import ShuffledHarness, verdict
from tui.table.deal_words import checked_said

NAMES = ("Ann", "Bob", "Rook")


class Cheated(Visitor):
    """A player to whom the host tells what a lie makes of its messages, on every connection."""

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

    def renewed(self) -> Cheated:
        """Come back as a program does whose connection has ended; what was heard stays heard."""
        self.cut()
        again = Cheated(self.harness, self.client, self.lie)  # type: ignore[arg-type]
        for event in self.client.lose():
            self.hear(event)
        again.events, again.hear = self.events, self.hear
        again.greet()
        return again


def told(events: list[ClientEvent]) -> list[MatchChecked]:
    """All that the player was told of the deals as a whole."""
    return [each for each in events if isinstance(each, MatchChecked)]


def time_of(events: list[ClientEvent], found: MatchChecked) -> str:
    """How far the match was when this was told."""
    seen = [each for each in events[: events.index(found)] if isinstance(each, Position)]
    if any(each.view.result is not None for each in seen):
        return "end"
    return "match" if seen else "shuffle"


def step(harness: ShuffledHarness, ann: Visitor, bob: Cheated) -> None:
    """Whoever has to do something does it: reads on, plays a first move, or lets time pass."""
    match = harness.table.match
    if harness.table.phase != "playing" or match is None:
        harness.pass_time(5)
    elif match.intermission is not None:
        for visitor in (ann, bob):
            if match.intermission is not None:
                visitor.send(Continue(match.live.seq))
    elif harness.asked:
        harness.answer()
        harness.pass_time(5)
    elif not harness.live.to_act():
        harness.pass_time(5)
    else:
        seat = harness.live.to_act()[0]
        (ann, bob)[seat].play(harness.live.legal(seat)[0])


@pytest.mark.parametrize("name", TOLD)
def test_a_cheat_is_found_in_time_and_said(name: str) -> None:
    cheat = CHEATS[name]
    harness = ShuffledHarness(kozel, 3, target=200)
    ann = harness.join("Ann")
    bob = Cheated(harness, harness.client(), cheat.lie(1))
    bob.send(bob.client.handshake.hello())
    bob.send(bob.client.join("Bob"))
    ann.send(Fill(2, "easy"))
    bob.send(bob.client.ready())
    ann.send(Start())
    for _ in range(3000):
        if bob.lost:
            bob = bob.renewed()
        verdict(bob)
        if any(each.fault == cheat.fault for each in told(bob.events)):
            break
        step(harness, ann, bob)
    found = next(
        each for each in told(bob.events) if each.fault == cheat.fault or each.fault not in UNKNOWN
    )
    assert found.fault == cheat.fault, "it is the first thing that is found"
    times = ("shuffle", "match", "end")
    assert time_of(bob.events, found) in times[: times.index(cheat.when) + 1]
    said = checked_said(found, bob.client.room, NAMES, bob.client.seat)
    assert "could not be stacked" not in said
    if cheat.fault != "none":
        assert said.startswith("Beware")
        assert FAULTS[cheat.fault].split("{")[0] in said
