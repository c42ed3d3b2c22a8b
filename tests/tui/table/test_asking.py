"""The lines over the hand: what there is to answer, the buttons, and what Enter does."""

from __future__ import annotations

from typing import Any

import pytest

from core.games import GAMES
from core.games.joker import rules as joker
from core.position import legal as legal_moves
from core.shuffle import SeededDecks
from tests.games.joker.joker_table import position
from tests.support.choosing import choosing_in
from tests.support.dealing import begin, make
from tui.table.lines import asked, below, offered


def test_a_bid_is_asked_for_where_the_buttons_are() -> None:
    choosing = choosing_in(GAMES["domino_poker"], seats=4)
    assert asked(choosing) == "Your turn: how many tricks will you take?"
    buttons, chosen = offered(choosing)
    assert [button.label for button in buttons] == ["0", "1"]
    assert chosen == 0
    assert choosing.selection.seen.piece == -1, "no tile is held out meanwhile"
    choosing.do("climb", 1)
    assert choosing.selection.seen.piece == 0
    assert offered(choosing)[1] is None


@pytest.mark.parametrize("name", ["kozel", "graph_poker"])
def test_where_a_piece_is_played_it_is_simply_the_players_turn(name: str) -> None:
    choosing = choosing_in(GAMES[name])
    assert asked(choosing) == "Your turn"
    assert offered(choosing) == ((), None)


def leading_a_joker() -> Any:
    state = position("Xr Kh / Ah Qd / As Kc / Js Jc", "8c", bids=(1, 1, 1, 0))
    choosing = choosing_in(joker, seats=4)
    view = joker.view(state, 0)
    choosing.take(view, legal_moves(joker, view))
    choosing.do("jump", [piece.token for piece in choosing.selection.pieces].index("Xr"))
    choosing.enter()
    return choosing


def test_what_the_panel_of_a_joker_offers_has_no_buttons_besides() -> None:
    """J-R19: the line below says what the chosen way would mean."""
    choosing = leading_a_joker()
    said = asked(choosing)
    assert said == "Which way? Enter plays, Esc takes it back"
    assert offered(choosing) == ((), None)
    assert below(choosing.selection, said) == "all give their highest ♠; a trump beats it"
    choosing.do("climb", 1)
    assert choosing.selection.target.move == "play Xr low s"
    assert below(choosing.selection, said) == "any ♠ or trump beats it"
    choosing.cancel()
    assert below(choosing.selection, asked(choosing)) == "Enter plays it; there are 8 ways"


def test_of_the_ways_to_lay_a_tile_there_are_buttons() -> None:
    """K-R6."""
    kozel = GAMES["kozel"]
    state = begin(kozel, kozel.Options(), 2, SeededDecks(8))
    while True:
        seat = kozel.to_act(state)[0]
        moves = tuple(kozel.legal(state, seat))
        choosing = choosing_in(kozel)
        choosing.take(kozel.view(state, seat), moves)
        both = next((n for n, p in enumerate(choosing.selection.pieces) if len(p.moves) > 1), None)
        if both is not None:
            break
        make(kozel, state, seat, moves[0])
    choosing.do("jump", both)
    choosing.enter()
    buttons, chosen = offered(choosing)
    assert len(buttons) == 2
    assert chosen == 0
