"""Announcements of a table whose program has no player."""

from core.games.kozel import rules as kozel
from net.table.effects import Effect, ShowStatus
from net.wire.to_host import Allow, Start
from tests.support.harness import Harness
from tui.plain.start import introduction, status
from tui.start import StartHost


class Club(Harness):
    """A table without a seat of its own; `said` is its status."""

    def __init__(self) -> None:
        self.said: list[str] = []
        super().__init__(kozel, seats=2, bots=("easy",), unattended=True)

    def carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, ShowStatus):
                self.said += status(kozel, effect.room)
        super().carry_out(effects)


def test_it_says_what_is_open_and_who_can_come() -> None:
    club = Club()
    club.table.code = "K7QM2X"
    start = StartHost("kozel", 2, code="K7QM2X")
    said = list(introduction(club.table, "192.168.1.5:23636", start))
    assert "Others join with: kozyr join 192.168.1.5:23636" in said
    assert "The code of this table is K7QM2X." in said
    assert "Anybody on this network who has the code can come in." in said


def test_it_says_what_happens_without_anybody_there() -> None:
    club = Club()
    ann = club.join("Ann")
    assert club.said[-2:] == ["Ann sits down.", "The table belongs to Ann now."]
    ann.send(Allow(newcomers=False))
    assert club.said[-1] == "The table is locked: nobody new comes in."
    ann.send(Start())
    assert club.said[-1] == "The match begins."
    ann.cut()
    assert club.said[-1] == "Ann has lost the connection."


def test_other_tables_tell_their_players_alone() -> None:
    harness = Harness(kozel, seats=2)
    visitor = harness.visitor()
    effects = harness.lobby.receive(visitor, visitor.client.join("Ann"), harness.now)
    assert not [effect for effect in effects if isinstance(effect, ShowStatus)]
