"""Spoken answers of every game: true in every position, words and no signs."""

import re
from collections.abc import Sequence

import pytest

from core.game import Move
from core.games import GAMES
from core.games.graph_poker.poker import Combination
from core.games.kozel.moves import DRAW, LAY_LEFT, LAY_RIGHT
from core.games.kozel.view import View
from tests.support.dealing import make
from tests.support.game_facts import seats_of
from tests.support.matches import Case, some_positions
from tui.boards import BOARDS, Piece
from tui.language.words import card_name, use_words
from tui.plain.table import PlainTable

NAMES = ("Ann", "Bob", "Cid", "Dee")
SIGNS = re.compile(r"[♠♥♦♣★]|\b[2-9TJQKA][shdc]\b|\b[0-6]-[0-6]\b|[{}]")


def case_of(game: str) -> Case:
    return Case(GAMES[game], GAMES[game].Options(), seats_of(game, "short"), game)


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_is_answered_in_words_and_nothing_else_is_a_topic(game: str) -> None:
    use_words("spoken")
    board, case = BOARDS[game], case_of(game)
    own = [topic.name for topic in board.topics]
    every = {topic.name for other in BOARDS.values() for topic in other.topics}
    for match in some_positions(case, seed=3, wanted=25):
        for seat in (0, None):
            view = case.game.view(match.state, seat)
            for topic in sorted(every):
                said = [part for part in board.spoken_part(view, NAMES, topic) if part]
                assert bool(said) == (topic in own), (
                    f"{game} in the phase {view.phase}: one of its topics is answered in every "
                    f"phase, and nothing else is; asked for {topic}, said {said}"
                )
                assert not [part for part in said if SIGNS.search(part) or part[-1] not in ".!?w"]


@pytest.mark.parametrize("game", GAMES)
def test_hand_and_moves_are_told_in_every_phase(game: str) -> None:
    use_words("spoken")
    case = case_of(game)
    for match in some_positions(case, seed=7, wanted=10, between=True):
        for seat in {*match.game.to_act(match.state), 0}:
            view = case.game.view(match.state, seat)
            table = PlainTable(game, view, NAMES, tuple(case.game.legal(view)))
            for asked in ("hand", "turn", "moves", "table", "score"):
                said = [part for part in table.answer(asked) if part]
                assert said, f"{game} in the phase {view.phase} does not answer {asked!r}"
                assert not [part for part in said if "{" in part]


def test_of_very_many_moves_those_of_no_piece_are_named_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def die(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
        """A piece that is neither card nor tile."""
        return (Piece("5", tuple(legal[1:])),)

    monkeypatch.setattr(BOARDS["kozel"], "pieces", die)
    match = next(some_positions(case_of("kozel"), seed=7))
    view = match.game.view(match.state, match.game.to_act(match.state)[0])
    table = PlainTable("kozel", view, NAMES, (DRAW, *LAY_LEFT, *LAY_RIGHT))
    assert list(table.answer("moves"))[:2] == ["5: 56 moves", "1 draw from the market"]
    assert table.turn() == "Your turn: 'moves' lists 57 moves."


@pytest.mark.parametrize("game", GAMES)
def test_the_hands_are_counted_as_they_are(game: str) -> None:
    case = case_of(game)
    for match in some_positions(case, seed=4, wanted=25):
        views = [case.game.view(match.state, seat) for seat in range(case.seats)]
        # Open hands are told card by card; hands not yet dealt or taken up cannot be counted.
        if not hasattr(views[0], "hand") or views[0].phase in (
            "trump",
            "bid",
            "pick",
            "count",
            "decide",
            "over",
        ):
            continue
        said = " ".join(BOARDS[game].spoken_part(views[0], NAMES, "tiles"))
        counts = [int(n) for n in re.findall(r"\d+", said)]
        assert counts == [len(view.hand) for view in views]


def test_the_last_trick_is_told_and_the_player_who_took_it() -> None:
    case = case_of("joker")
    for match in some_positions(case, seed=5, wanted=40):
        view = case.game.view(match.state, 0)
        (said,) = BOARDS["joker"].spoken_part(view, NAMES, "last")
        if view.winners:
            assert said.endswith(f"It went to {NAMES[view.winners[-1]]}.")
        else:
            assert said == "No trick has been played yet."


def test_a_window_that_is_told_is_paid_when_it_is_closed() -> None:
    """G-R9: a window promised for sure is among those that the round pays."""
    case, board = case_of("graph_poker"), BOARDS["graph_poker"]
    told = 0
    for match in some_positions(case, seed=6, wanted=60):
        (seat,) = case.game.to_act(match.state) or (0,)
        view = case.game.view(match.state, seat)
        if seat != (view.dealer - 1) % view.seats or view.result:
            continue  # only the last player of a round sees the effect at once
        legal = case.game.legal(match.state, seat)
        for sentence in board.spoken_part(view, NAMES, "windows"):
            found = re.match(r"(-?\d+) (-?\d+): (?!perhaps)([a-z ]+), (\d) point", sentence)
            if found:
                x, y, category, points = found.groups()
                state = match.state.copy()
                events = [
                    event
                    for move in legal
                    if move.endswith(f" {x} {y}") and card_name(move.split()[1]) in sentence
                    for event in make(case.game, state.copy(), seat, move)
                ]
                rows = [Combination(*e.data["paid"]) for e in events if e.kind == "window"]
                paid = [(row.category, row.points) for row in rows]
                assert (category, int(points)) in paid
                told += 1
    assert told
