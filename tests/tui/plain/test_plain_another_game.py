"""Plain mode: the owner chooses another game for the room by its name."""

import pytest

from core.games import GAMES
from net.client.seat import ClientSeat
from net.wire.to_host import ChangeGame, Ready, Start
from tests.support.harness import Harness
from tests.support.typist import Typist
from tui.language.text import use_language
from tui.plain.stdio import MAX_LINE


class Room(Harness):
    """A table whose visitors know all games."""

    def client(self) -> ClientSeat:
        return ClientSeat(games=GAMES)


@pytest.fixture
def room() -> Room:
    return Room(GAMES["kozel"], 3)


@pytest.mark.parametrize(
    "line, sent",
    [
        ("game joker", ChangeGame("joker", 4)),
        ("game domino", ChangeGame("domino_poker", 3)),
        ("game Domino Poker 4", ChangeGame("domino_poker", 4)),
        ("game domino_poker 5", ChangeGame("domino_poker", 5)),
        ("game graph-poker 2", ChangeGame("graph_poker", 2)),
        ("game kozel 99", ChangeGame("kozel", 4)),
        ("Game Kozel 0", ChangeGame("kozel", 2)),
    ],
)
def test_the_owner_names_a_game_and_perhaps_its_seats(
    room: Room, line: str, sent: ChangeGame
) -> None:
    """For a number of seats that the game does not have, the nearest one is taken."""
    ann = Typist(room, "Ann")
    ann.type(line)
    assert ann.sent == [sent]


@pytest.mark.parametrize(
    "line", ["game", "game 3", "game chess", "game o", f"game {'9' * MAX_LINE}"]
)
def test_a_game_that_is_not_known_is_asked_for(room: Room, line: str) -> None:
    ann = Typist(room, "Ann")
    assert ann.type(line) == "Say which game: Joker, Domino Poker, Kozel, Graph-Poker."
    assert not ann.sent


@pytest.mark.parametrize("line", ["игра козёл 2", "игра козел 2", "game kozel 2"])
def test_russian_players_name_a_game_as_they_write_it(room: Room, line: str) -> None:
    use_language("ru")
    ann = Typist(room, "Ann")
    ann.type(line)
    assert ann.sent == [ChangeGame("kozel", 2)]


def test_everybody_hears_of_the_other_game_and_of_its_room(room: Room) -> None:
    ann, bob = Typist(room, "Ann"), Typist(room, "Bob")
    assert "Graph-Poker" in ann.type("game graph 2")
    assert any("Graph-Poker" in line for line in bob.said)
    assert room.table.game is GAMES["graph_poker"]
    assert "Bob" in ann.type("who")


def test_only_the_owner_chooses_and_only_between_matches(room: Room) -> None:
    ann, bob, cid = Typist(room, "Ann"), Typist(room, "Bob"), room.join("Cid")
    refused = "Another game is chosen by the owner of the table, between two matches."
    assert bob.type("game joker") == refused
    bob.type("ready")
    cid.send(Ready())
    ann.visitor.send(Start())
    assert ann.type("game joker") == refused
    assert not any(isinstance(each, ChangeGame) for each in (*ann.sent, *bob.sent))
