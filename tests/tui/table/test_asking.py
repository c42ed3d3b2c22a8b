"""The lines over the hand: the question, the buttons, and the effect of Enter."""

from typing import Any

import pytest

from core.games import GAMES
from core.games.joker import rules as joker
from core.shuffle import SeededDecks
from tests.games.joker.joker_table import position
from tests.support.choosing import board_in
from tests.support.dealing import begin, make
from tui.boards.choosing import cancel, enter, move_cursor
from tui.table.lines import asked, below, offered


def test_a_bid_is_asked_for_where_the_buttons_are() -> None:
    model = board_in(GAMES["domino_poker"], seats=4)
    assert asked(model) == "Your turn: how many tricks will you take?"
    buttons, chosen = offered(model)
    assert [button.label for button in buttons] == ["0", "1"]
    assert chosen == 0
    assert model.seen.piece == -1, "no tile is held out meanwhile"
    move_cursor(model, "climb", 1)
    assert model.seen.piece == 0
    assert offered(model)[1] is None


@pytest.mark.parametrize("name", ["kozel", "graph_poker"])
def test_where_a_piece_is_played_it_is_simply_the_players_turn(name: str) -> None:
    model = board_in(GAMES[name])
    assert asked(model) == "Your turn"
    assert offered(model) == ((), None)


def test_the_first_card_of_graph_poker_goes_to_the_middle_and_not_to_numbers() -> None:
    assert below(board_in(GAMES["graph_poker"])) == "Enter plays it: in the middle of the table"


def leading_a_joker() -> Any:
    state = position("Xr Kh / Ah Qd / As Kc / Js Jc", "8c", bids=(1, 1, 1, 0))
    model = board_in(joker, seats=4)
    view = joker.view(state, 0)
    model.take(view, tuple(joker.legal(view)))
    move_cursor(model, "jump", [piece.token for piece in model.pieces].index("Xr"))
    enter(model)
    return model


def test_what_the_panel_of_a_joker_offers_has_no_buttons_besides() -> None:
    """J-R19: the line below explains the chosen way."""
    model = leading_a_joker()
    assert asked(model) == "Which way? Enter or a click plays, Esc takes it back"
    assert offered(model) == ((), None)
    assert below(model) == "all give their highest ♠; a trump beats it"
    move_cursor(model, "climb", 1)
    assert model.target.move == "play Xr low s"
    assert below(model) == "any ♠ or trump beats it"
    cancel(model)
    assert below(model) == "Enter plays it; there are 8 ways"


def test_of_the_ways_to_lay_a_tile_there_are_buttons() -> None:
    """K-R6."""
    kozel = GAMES["kozel"]
    state = begin(kozel, kozel.Options(), 2, SeededDecks(8))
    while True:
        seat = kozel.to_act(state)[0]
        moves = tuple(kozel.legal(state, seat))
        model = board_in(kozel)
        model.take(kozel.view(state, seat), moves)
        both = next((n for n, p in enumerate(model.pieces) if len(p.moves) > 1), None)
        if both is not None:
            break
        make(kozel, state, seat, moves[0])
    move_cursor(model, "jump", both)
    enter(model)
    buttons, chosen = offered(model)
    assert len(buttons) == 2
    assert chosen == 0
