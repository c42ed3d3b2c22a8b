"""What a player's matches add up to: counted from results alone."""

from __future__ import annotations

from core.match import Player
from core.records.career import Against, Career, Outcome, careers, seat_of
from core.records.made_bids import BidDeal

PLAYERS = (Player("Ann", "human"), Player("Rook", "bot:hard"), Player("Bob", "human"))


def outcome(totals: tuple[int, ...], places: tuple[int, ...], game: str = "joker") -> Outcome:
    goats = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return Outcome(game, 0, PLAYERS, totals, places, goats if game == "kozel" else (), when="2026")


def unfinished(game: str = "joker") -> Outcome:
    return Outcome(game, 0, PLAYERS)


def added(*outcomes: Outcome) -> Career:
    (career,) = careers(outcomes).values()
    return career


def test_finished_matches_are_counted_and_the_others_apart() -> None:
    career = added(
        outcome((300, 100, 200), (1, 3, 2)), unfinished(), outcome((0, 100, 50), (3, 1, 2))
    )
    assert (career.matches, career.unfinished, career.won) == (2, 1, 1)
    assert career.average_place == 2.0
    assert career.average_seats == 3.0
    assert career.average_points == 150.0
    assert career.places_at == {3: [1, 3]}


def test_matches_never_finished_add_up_to_nothing() -> None:
    career = added(unfinished())
    assert (career.matches, career.unfinished) == (0, 1)
    assert (career.average_place, career.average_points, career.average_seats) == (0.0, 0.0, 0.0)
    assert career.best is None


def test_a_streak_is_broken_by_the_other_result_but_not_by_an_unfinished_match() -> None:
    won, lost = outcome((2, 1, 0), (1, 2, 3)), outcome((0, 1, 2), (3, 2, 1))
    assert added(won, won, unfinished(), won).streak == 3
    assert added(won, won, lost).streak == -1
    assert added(won, won, lost).longest == 2
    assert added(lost, lost, won).streak == 1


def test_opponents_are_counted_once_a_match_by_their_kind() -> None:
    career = added(outcome((2, 1, 0), (1, 2, 3)), outcome((0, 1, 2), (3, 2, 1)))
    assert career.against == {"hard": Against(2, 1), "human": Against(2, 1)}


def test_the_best_result_is_a_place_first_and_points_then() -> None:
    low_win, high_loss = outcome((10, 5, 0), (1, 2, 3)), outcome((90, 95, 99), (3, 2, 1))
    career = added(low_win, high_loss, outcome((20, 5, 0), (1, 2, 3)))
    assert career.best is not None
    assert career.worst is not None
    assert (career.best.total, career.worst.total) == (20, 90)


def test_in_kozel_few_points_are_good_and_the_goat_is_counted() -> None:
    """K-R15: whoever has most is the goat."""
    goat = outcome((101, 20, 30), (3, 1, 2), "kozel")
    better = outcome((5, 101, 30), (1, 3, 2), "kozel")
    career = added(goat, outcome((15, 101, 30), (1, 3, 2), "kozel"), better)
    assert (career.goats, career.since_goat) == (1, 2)
    assert career.best is not None
    assert career.best.total == 5


def test_bids_that_the_record_leaves_open_are_left_out_of_the_share() -> None:
    deals = (
        BidDeal(1, (1, 0, 0), (True, False, False)),
        BidDeal(2, (0, 0, 1), (None, None, True)),
        BidDeal(3, (2, 0, 1), (False, True, True)),
    )
    career = added(Outcome("joker", 0, PLAYERS, (1, 2, 3), (3, 2, 1), bids=deals))
    assert (career.made, career.bids, career.bid_deals) == (1, 2, 3)


def test_a_player_is_known_by_any_of_his_names_but_a_bot_never_is() -> None:
    assert seat_of(PLAYERS, ("bob", "Robert")) == 2
    assert seat_of(PLAYERS, ("Rook",)) is None
    assert seat_of(PLAYERS, ()) is None
