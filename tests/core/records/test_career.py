"""The sums of a player's matches, counted from results alone."""

from dataclasses import replace

from core.games import GAMES
from core.match import Player
from core.records.career import (
    Against,
    Career,
    Filter,
    MadeBids,
    Opponent,
    Outcome,
    careers,
    players,
    seat_of,
)
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
    assert career.average_points == 150.0
    assert career.places_at == {3: [1, 3]}


def test_matches_never_finished_add_up_to_nothing() -> None:
    career = added(unfinished(), unfinished())
    assert (career.matches, career.unfinished) == (0, 2)
    assert career.average_points == 0.0
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
    assert (career.best.total, career.worst.total) == (20, 90)


def test_results_at_tables_of_other_sizes_are_compared_by_how_far_down_the_place_is() -> None:
    first, last = outcome((20, 5, 0), (1, 2, 3)), outcome((30, 40, 50), (3, 2, 1))
    of_two = replace(first, players=PLAYERS[:2])
    better = replace(of_two, totals=(90, 10), places=(1, 2))
    worse = replace(of_two, totals=(5, 10), places=(2, 1))
    again = [replace(each, when="later") for each in (better, worse)]
    career = added(first, better, last, worse, *again)
    assert (career.best.total, career.worst.total) == (90, 5)
    assert career.best.when == career.worst.when == "2026", "the first of equals"


def test_in_kozel_few_points_are_good_and_the_goat_is_counted() -> None:
    """K-R15: the player with most points is the goat."""
    goat = outcome((101, 20, 30), (3, 1, 2), "kozel")
    better = outcome((5, 101, 30), (1, 3, 2), "kozel")
    career = added(goat, outcome((15, 101, 30), (1, 3, 2), "kozel"), better)
    assert (career.goats, career.since_goat) == (1, 2)
    assert [mark.goat for mark in career.results] == [True, False, False]
    assert (career.opponents["bot:hard"].goats, career.opponents["bob"].goats) == (2, 0)
    assert career.best.total == 5


def test_bids_that_the_record_leaves_open_are_left_out_of_the_share() -> None:
    deals = (
        BidDeal(1, (1, 0, 0), (True, False, False)),
        BidDeal(2, (0, 0, 1), (None, None, True)),
        BidDeal(3, (2, 0, 1), (False, True, True)),
    )
    career = added(Outcome("joker", 0, PLAYERS, (1, 2, 3), (3, 2, 1), bids=deals))
    assert (career.made, career.bids, career.bid_deals) == (1, 2, 3)
    assert career.bids_at == {0: MadeBids(1, 2)}


def test_a_player_is_known_by_any_of_his_names_but_a_bot_never_is() -> None:
    assert seat_of(PLAYERS, ("bob", "Robert")) == 2
    assert seat_of(PLAYERS, ("Rook",)) is None
    assert seat_of(PLAYERS, ()) is None


def test_opponents_are_counted_one_by_one_and_bots_by_their_level() -> None:
    won, lost = outcome((2, 1, 0), (1, 2, 3)), outcome((0, 1, 2), (3, 2, 1))
    career = added(won, lost, lost)
    assert career.opponents == {
        "bot:hard": Opponent("", "hard", met=3, ahead=1, behind=2),
        "bob": Opponent("Bob", "human", met=3, ahead=1, behind=2),
    }
    assert [mark.total for mark in career.results] == [2, 0, 0]
    shared = added(outcome((2, 2, 0), (1, 1, 3)))
    assert shared.opponents["bot:hard"] == Opponent("", "hard", met=1)


def test_a_filter_admits_matches_by_game_company_and_house_rules() -> None:
    rules = GAMES["joker"].Options()
    played = replace(outcome((2, 1, 0), (1, 2, 3)), options=rules)
    for admits in (
        Filter(),
        Filter("joker", ("BOB", "bot:hard"), {"deal_set": rules.deal_set}),
    ):
        assert admits.admits(played)
    for refuses in (
        Filter("kozel"),
        Filter("joker", ("Eve",)),
        Filter("joker", ("Bob", "bot:easy")),
        Filter("joker", (), {"deal_set": "another"}),
    ):
        assert not refuses.admits(played)
    nothing_known = replace(played, options=None)
    assert Filter("joker").admits(nothing_known)
    assert not Filter(rules={"deal_set": rules.deal_set}).admits(nothing_known)


def test_the_company_is_listed_by_how_often_it_sat_there() -> None:
    one = replace(outcome((2, 1, 0), (1, 2, 3)), players=PLAYERS[:2])
    zoe = replace(one, players=(Player("Zoe", "human"), Player("bob", "human")))
    counted = players([zoe, one, outcome((2, 1, 0), (1, 2, 3)), replace(zoe, seat=1)])
    assert list(counted.items()) == [("bob", 2), ("bot:hard", 2), ("Zoe", 1)]


def test_a_bid_that_was_missed_or_is_unknown_ends_a_run() -> None:
    def deals(*made: bool | None) -> tuple[BidDeal, ...]:
        return tuple(BidDeal(n, (0, 0, 0), (each, None, None)) for n, each in enumerate(made, 1))

    one = Outcome("joker", 0, PLAYERS, (1, 2, 3), (3, 2, 1), bids=deals(True, False, True, True))
    other = replace(one, bids=deals(True, None, True))
    career = added(one, other)
    assert career.longest_run == 3, "over the end of a match"
    assert career.run == 1


def test_a_part_is_clean_if_every_bid_in_it_was_made() -> None:
    deals = (
        BidDeal(1, (1, 0, 0), (True, True, False), penalties=(False, False, True)),
        BidDeal(2, (1, 0, 0), (True, False, True), penalties=(False,) * 3, premium=(100, 0, -50)),
        BidDeal(
            3, (1, 0, 0), (False, True, None), penalties=(True, False, False), premium=(0, 100, 0)
        ),
    )
    mine = Outcome("joker", 0, PLAYERS, (1, 2, 3), (3, 2, 1), bids=deals)
    career = added(mine)
    assert (career.clean, career.parts, career.best_premium) == (1, 2, 100)
    assert (career.penalties, career.bid_matches) == (1, 1)
    assert added(mine, unfinished(), mine).bid_matches == 2
    unknown = added(replace(mine, seat=2))
    assert unknown.penalties == 1
    assert (unknown.clean, unknown.parts) == (0, 1), "nothing is claimed of what is not known"


def test_matches_of_another_length_are_told_apart() -> None:
    """Points at different lengths cannot be compared."""
    kozel = GAMES["kozel"].Options
    whole = replace(outcome((5, 101, 30), (1, 3, 2), "kozel"), options=kozel())
    short = replace(whole, options=kozel(target=50))
    other_rules = replace(whole, options=kozel(entry=0))
    assert {
        name: career.matches for name, career in careers([whole, short, other_rules]).items()
    } == {
        "kozel": 2,
        "kozel target=50": 1,
    }
