"""Advice: the move is legal, and its reason is true of the position."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from core.advice import ADVISERS, Reason, advise
from core.bots.values import trick_chances
from core.game import Game, Move, Seat
from core.games import GAMES
from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from core.pieces import ALL_TILES, WITH, bits, tile_mask
from core.shuffle import SeededDecks
from tests.games.joker.joker_table import play_all, position
from tests.support.dealing import begin, make
from tests.support.matches import Case, daily, samples, some_positions

NAMES = tuple(ADVISERS)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the playouts short: this tests the reasons, not the choice."""
    monkeypatch.setattr("core.advice.PLAYOUTS", 200)


@lru_cache
def some_views(name: str) -> tuple[tuple[Any, tuple[Move, ...]], ...]:
    """Yield views of seats to act in random matches, at few seats and at four, and their moves."""
    game = GAMES[name]
    found = []
    for seats in {game.SEATS[0], min(4, game.SEATS[-1])}:
        for match in some_positions(
            Case(game, game.Options(), seats, ""), seed=11, wanted=samples(30)
        ):
            for seat in game.to_act(match.state):
                moves = tuple(game.legal(match.state, seat))
                found += [(game.view(match.state, seat), moves)]
    return tuple(found)


def explained(name: str, start: str) -> Iterator[tuple[Any, Move, Reason]]:
    """Yield the moves whose reason begins like this, whether a bot would make them or not."""
    for view, moves in some_views(name):
        for move in moves[:: 1 + len(moves) // 10]:
            reason = ADVISERS[name].explain(view, move)
            if reason.template.startswith(start):
                yield view, move, reason


def outcomes(
    game: Game, view: Any, move: Move, kind: str, times: int = 4
) -> Iterator[tuple[Any, Seat | None]]:
    """Make a move in imagined states and play on at random; yield the awaited event and its seat.

    The state is the one after that event.
    """
    for number in range(times):
        rng = Random(number)
        state = game.imagine(view, rng)
        events = make(game, state, view.seat, move)
        while not any(event.kind == kind for event in events):
            seat = game.to_act(state)[0]
            events = make(game, state, seat, rng.choice(game.legal(state, seat)))
        yield state, next(event.seat for event in events if event.kind == kind)


# --- everywhere ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", daily(NAMES, "joker", "domino_poker", "kozel"))
def test_every_legal_move_can_be_explained(name: str) -> None:
    """The template finds every fact that it names, at any stage of the match."""
    for view, moves in some_views(name):
        for move in moves[:: 1 + len(moves) // 10]:
            reason = ADVISERS[name].explain(view, move)
            assert reason.template.format(**reason.facts)


@pytest.mark.parametrize("name", daily(NAMES, "joker", "domino_poker", "kozel"))
def test_the_advised_move_is_legal_and_the_same_each_time(name: str) -> None:
    for view, moves in some_views(name)[::9]:
        advice = advise(name, view, Random(3))
        assert advice.move in moves
        assert advice == advise(name, view, Random(3))
        assert advice.reason.format(**advice.facts)


@pytest.mark.parametrize("name", ["joker", "domino_poker"])
@pytest.mark.parametrize("claim", ["You play last: ", "You need {tricks} more, and no"])
def test_a_trick_said_to_be_safe_is_taken(name: str, claim: str) -> None:
    game = GAMES[name]
    for view, move, _ in explained(name, claim):
        assert {seat for _, seat in outcomes(game, view, move, "trick")} == {view.seat}


@pytest.mark.parametrize("name", ["joker", "domino_poker"])
@pytest.mark.parametrize("claim", ["{piece} loses to", "You do not want this trick: {"])
def test_a_trick_said_to_be_lost_is_not_taken(name: str, claim: str) -> None:
    game = GAMES[name]
    claim = claim.replace("piece", "card" if name == "joker" else "tile")
    for view, move, _ in explained(name, claim):
        assert view.seat not in {seat for _, seat in outcomes(game, view, move, "trick")}


CERTAIN = (
    "You need {tricks} more, and no",
    "You play last: ",
    "Every trick brings 10, and nothing",
    "Whatever you play takes this trick",
    "The trick is yours anyway",
    "You do not want this trick, but whatever you play takes it",
    "{card} takes this trick",
    "{tile} takes this trick",
)
"""Reasons that claim that a trick is taken."""


@pytest.mark.parametrize("name", ["joker", "domino_poker"])
def test_no_trick_is_said_to_be_taken_unless_it_is_in_every_world(name: str) -> None:
    """This holds for every move explained, and so for any number of playouts."""
    said = 0
    for view, moves in some_views(name):
        claimed = [
            move
            for move in (moves if view.phase == "play" else ())
            if ADVISERS[name].explain(view, move).template.startswith(CERTAIN)
        ]
        if claimed:
            chances = trick_chances(name, view, Random(0), 30)
            said += len(claimed)
            assert {chances[move] for move in claimed} == {1}
    assert said >= 2


@pytest.mark.parametrize("jokers, n", [("Xr", 1), ("7s", 2)])
def test_joker_a_card_that_a_joker_may_beat_is_not_called_safe(jokers: str, n: int) -> None:
    """King of trumps, nothing higher unseen: a player with a joker takes it all the same."""
    state = position(f"Kh {jokers} 7d / 7h 8d 8c / 8h 9d 8s / 9h Td 9s", "Ah", bids=(2, 0, 0, 0))
    reason = joker_advice(state, "play Kh")
    assert not reason.template.startswith(CERTAIN)
    if n == 2:
        assert reason.facts["n"] == n


# --- joker --------------------------------------------------------------------------------------


def joker_advice(state: joker.State, move: Move) -> Reason:
    seat = joker.to_act(state)[0]
    return ADVISERS["joker"].explain(joker.view(state, seat), move)


def test_joker_a_bid_counts_the_sure_tricks() -> None:
    """The joker and the ace of trumps are two."""
    hands = "Xr Ah 7s 8c / Kh Qh Jd 9s / Ad Kd Qd Th / 6d 7d 8d 9d"
    reason = joker_advice(position(hands, "9h", bids=()), "bid 2")
    assert reason.template == "Count on {cards}: that makes {tricks}."
    assert reason.facts == {"cards": "Xr Ah", "tricks": 2}


def test_joker_a_trump_is_commanding_when_the_higher_ones_are_seen() -> None:
    """J-R7: the card turned up is out of play, so if that is the ace, the king commands."""
    hands = "Kh 7s / Qh 9s / Ad Kd / 6d 7d"
    assert joker_advice(position(hands, "Ah", bids=()), "bid 1").facts["cards"] == "Kh"


def test_joker_the_forced_dealer_is_told_what_is_barred() -> None:
    """J-R12."""
    hands = "7s 8s / 9s Ts / 7c 8c / Ah Xr"
    state = position(hands, "6h", bids=())
    for bid in ("bid 0", "bid 0", "bid 0"):
        make(joker, state, joker.to_act(state)[0], bid)
    reason = joker_advice(state, "bid 1")
    assert reason.template.startswith("The dealer may not bid {barred}")
    assert reason.facts == {"barred": 2, "bid": 1, "cards": 2}


def test_joker_a_dealer_who_bids_more_than_he_holds_is_told_what_is_barred() -> None:
    """One trump cannot bring two tricks: the dealer would bid one."""
    state = position("7s 8s / 9s Ts / 7c 8c / 9c Kh", "6h", bids=())
    for bid in ("bid 0", "bid 1", "bid 0"):
        make(joker, state, joker.to_act(state)[0], bid)
    reason = joker_advice(state, "bid 2")
    assert reason.template.startswith("The dealer may not bid {barred}")
    assert reason.facts == {"barred": 1, "bid": 2, "cards": 2}


def test_joker_an_empty_hand_passes() -> None:
    hands = "7s 8d / Ah Kh / Qh Jh / Th 9h"
    reason = joker_advice(position(hands, "6h", bids=()), "bid 0")
    assert reason.template == "No joker, no commanding trump, no ace: take nothing."


def test_joker_an_ace_of_a_suit_already_played_cannot_be_beaten() -> None:
    """A player who wants a trick leads a card that nothing can beat: no trump, no joker is out."""
    hands = "Ah Xr Xb / 7h 7s 8s / 8h 9s Ts / 9h Js Qs"
    reason = joker_advice(position(hands, "As", trump="none", bids=(2, 0, 0, 0)), "play Ah")
    assert reason.template == ("You need {tricks}: keep {kept} for later, {card} first.")
    state = position("Ah 7d / 7h 8d / 8h 9d / 9h Td", "Xr", bids=(1, 0, 0, 0))
    reason = joker_advice(state, "play Ah")
    assert reason.template.startswith("You need {tricks}. Jokers still out that beat {card}")
    assert reason.facts == {"tricks": 1, "card": "Ah", "n": 1}


def test_joker_a_king_goes_under_the_ace() -> None:
    """After a pass, the king of hearts is thrown away under the ace that leads."""
    hands = "Ah 7s / Kh 8h / 6h 7d / 9h 8d"
    state = position(hands, "7c", bids=(1, 0, 0, 0))
    play_all(state, ["Ah"])
    reason = joker_advice(state, "play Kh")
    assert reason.template == "You do not want this trick: {card} stays under {best}."
    assert reason.facts == {"card": "Kh", "best": "Ah"}


def test_joker_a_joker_is_played_bottom_by_the_player_who_wants_nothing() -> None:
    """J-R17."""
    hands = "As 7s / Xr 8h / 9s 7d / Ks 8d"
    state = position(hands, "7c", bids=(1, 0, 0, 0))
    play_all(state, ["As"])
    reason = joker_advice(state, "play Xr bottom")
    assert reason.template.startswith("You do not want this trick: a joker played bottom")


def test_joker_only_cards_are_called_so() -> None:
    """J-R15, J-R22."""
    hands = "9s Xr 7d / Ks 8h 6h / 7c 8c 9h / As Ts Ad"
    state = position(hands, "Th", bids=(1, 0, 0, 0))
    play_all(state, ["9s"])
    assert joker_advice(state, "play Ks").template.startswith("You must follow {suit}")
    play_all(state, ["Ks"])
    reason = joker_advice(state, "play 9h")
    assert reason.template.startswith("You have no {suit} and must trump")
    assert reason.facts == {"suit": "spades", "card": "9h"}
    led = position(hands, "Th", bids=(1, 0, 0, 0))
    play_all(led, ["Xr high s", "Ks", "9h"])
    assert joker_advice(led, "play As").template.startswith("The joker called high")


def test_joker_one_trick_saves_from_the_khisht() -> None:
    """J-R28: a player who bid three of three and lost the first still wants one trick."""
    hands = "As 9d Kh / Ks Ad 8d / Qs Jd Qh / Js 7d Jh"
    state = position(hands, "7c", bids=(0, 3, 0, 1))
    play_all(state, ["As", "Ks", "Qs", "Js", "9d"])
    reason = joker_advice(state, "play Ad")
    assert reason.template.endswith("but a single trick saves you from the khisht.")


def test_joker_trumps_are_named_by_what_is_seen() -> None:
    """J-R10: three cards are seen, and no other card is mentioned."""
    state = begin(joker, joker.Options(deal_set="nines"), 4, SeededDecks(5))
    view = joker.view(state, joker.to_act(state)[0])
    assert len(view.hand) == 3
    for move in joker.TRUMP_MOVES:
        reason = ADVISERS["joker"].explain(view, move)
        assert set(str(reason.facts.get("cards", "")).split()) <= set(view.hand)


def test_joker_no_player_is_told_to_make_the_most_of_a_six() -> None:
    state = begin(joker, joker.Options(deal_set="nines"), 4, SeededDecks(5))
    view = replace(joker.view(state, joker.to_act(state)[0]), hand=("8h", "6d", "Jc"))
    adviser = ADVISERS["joker"]
    assert adviser.explain(view, "trump c").facts == {"cards": "Jc", "suit": "clubs"}
    assert "Played out many times" in adviser.explain(view, "trump d").template


def test_joker_what_is_kept_is_a_card_that_might_be_played() -> None:
    """The ace of trumps may not be played: diamonds are followed."""
    hands = "Ad 7s 8s / 8d Td Ah / 7d 8h 9h / 9d 8c 9c"
    state = position(hands, "7h", bids=(1, 1, 0, 0))
    play_all(state, ["Ad"])
    reason = joker_advice(state, "play 8d")
    assert reason.template == "{card} loses to {best}, and {kept} may still bring {tricks}."
    assert reason.facts == {"card": "8d", "best": "Ad", "kept": "Td", "tricks": 1}
    assert joker_advice(state, "play Td").facts["kept"] == "Ah"


def test_joker_who_bids_less_than_he_holds_is_told_why() -> None:
    """A sure card may still fall to a trump or a joker."""
    hands = "Ah As 7d / Kh Qh Jd / Ad Kd Qd / 6d 7c 8d"
    reason = joker_advice(position(hands, "9h", bids=()), "bid 0")
    assert reason.template.startswith("{cards} may not hold")
    assert reason.facts["bid"] == 0


def test_joker_the_highest_card_led_unwillingly_falls_to_trumps_and_jokers() -> None:
    """No higher club is out, but eight trumps and both jokers are."""
    hands = "Ac Kc / Th 9h / 8h 7h / 6h Jh"
    reason = joker_advice(position(hands, "Qh", bids=(0, 1, 1, 1)), "play Ac")
    assert reason.template.startswith("You do not want this trick, and only trumps and jokers beat")
    assert reason.facts["n"] == 10


def test_joker_a_card_can_only_be_trumped_once_both_jokers_are_seen() -> None:
    state = position("Xr 6d 7d / Xb Ac Kc / 8h 7h 9h / 8d Jh Th", "Qh", bids=(1, 1, 0, 0))
    play_all(state, ["Xr high h", "Xb top", "9h", "Jh"])
    reason = joker_advice(state, "play Ac")
    assert reason.template.startswith("You do not want this trick, and {card} can only be trumped")
    assert reason.facts["n"] == 6


def test_joker_a_card_spared_for_later_is_only_said_to_take_the_trick_if_it_must() -> None:
    """A king over the queen: the last to play takes the trick; an earlier player may not."""
    hands = "Qs 7d / Ks 7s / 8s 8d / 9s 9d"
    state = position(hands, "7c", bids=(1, 0, 0, 0))
    play_all(state, ["Qs"])
    assert joker_advice(state, "play Ks") == (
        "You keep {low} to lose a later trick with.",
        {"low": "7s"},
    )
    state = position("Qs 7d / 8s 8d / 9s 9d / Ks 7s", "7c", bids=(1, 0, 0, 0))
    play_all(state, ["Qs", "8s", "9s"])
    assert joker_advice(state, "play Ks") == (
        "{card} takes this trick, but you keep {low} to lose a later one with.",
        {"card": "Ks", "low": "7s"},
    )


# --- domino poker -------------------------------------------------------------------------------


def domino_position(hands: str, deal: int, bids: tuple[int, ...]) -> domino_poker.State:
    """Deal hands ("1-1 6-0 / ...") in a deal that seat 0 starts, and make the bids."""
    rows = [hand.split() for hand in hands.split("/")]
    wanted = [row[i] for i in range(len(rows[0])) for row in rows]
    dealt = 0

    def decks(tiles: Sequence[str], /) -> Sequence[str]:
        nonlocal dealt
        dealt += 1
        top = wanted if dealt == deal else []
        return [*top, *(tile for tile in tiles if tile not in top)]

    options = domino_poker.Options(first_starter="seat0")
    state = begin(domino_poker, options, len(rows), decks)
    while state.deal < deal:
        seat = domino_poker.to_act(state)[0]
        make(domino_poker, state, seat, domino_poker.legal(state, seat)[0])
    assert state.starter == 0
    for bid in bids:
        make(domino_poker, state, domino_poker.to_act(state)[0], f"bid {bid}")
    return state


def domino_advice(state: domino_poker.State, move: Move) -> Reason:
    seat = domino_poker.to_act(state)[0]
    return ADVISERS["domino_poker"].explain(domino_poker.view(state, seat), move)


FIVE = "1-1 0-0 6-0 6-5 2-1 / 5-0 4-1 3-1 3-2 4-2 / 4-0 3-0 6-6 5-5 4-4 / 2-0 1-0 6-4 6-3 6-2"


def test_domino_poker_the_strongest_tiles_are_counted() -> None:
    """D-R2: with 1-1 in the hand nothing beats 0-0, and with both nothing beats 6-0."""
    reason = domino_advice(domino_position(FIVE, 5, ()), "bid 3")
    assert reason.template == "Nothing beats {tiles}: that makes {tricks}."
    assert reason.facts["tiles"] == "1-1 0-0 6-0"
    assert reason.facts["tricks"] == 3


def test_domino_poker_a_bid_of_one_counts_what_beats_the_best_tile() -> None:
    """D-R2: of the 27 tiles not seen 1-1, 0-0, 6-0 and 5-0 are stronger than 4-0."""
    reason = domino_advice(domino_position("4-0 / 6-5", 1, ()), "bid 1")
    assert reason.facts == {"tile": "4-0", "all": 27, "n": 4}


def test_domino_poker_a_tile_that_nothing_beats_is_said_so() -> None:
    state = domino_position(FIVE, 5, (3, 0, 0, 0))
    reason = domino_advice(state, "play 1-1")
    assert reason.template == "You need {tricks} more, and nothing out there beats {tile}."
    assert reason.facts == {"tricks": 3, "tile": "1-1"}
    make(domino_poker, state, 0, "play 1-1")
    assert domino_advice(state, "play 5-0").template.startswith("1-1 was led")


def test_domino_poker_who_passed_stays_under() -> None:
    state = domino_position(FIVE, 5, (3, 0, 0, 0))
    make(domino_poker, state, 0, "play 6-5")
    reason = domino_advice(state, "play 4-2")
    assert reason.template == "You do not want this trick: {tile} stays under {best}."
    assert reason.facts == {"tile": "4-2", "best": "6-5"}


def test_domino_poker_the_only_trump_is_called_so() -> None:
    """D-R14."""
    state = domino_position(FIVE, 5, (3, 0, 0, 0))
    make(domino_poker, state, 0, "play 6-0")
    assert domino_advice(state, "play 5-0").template.startswith("A trump was led")


@pytest.mark.parametrize("move", ["show", "keep"])
def test_domino_poker_the_fifth_stage_says_what_to_do_and_counts_pips(move: str) -> None:
    """D-R26: the numbers of lower and of higher tiles among the 26 unseen ones."""
    seen = False
    verdict = {"show": "Show it", "keep": "Keep it hidden"}[move]
    for view, chosen, reason in explained("domino_poker", verdict):
        assert chosen == move
        seen = True
        assert view.fifth is not None
        assert int(reason.facts["lower"]) + int(reason.facts["higher"]) <= 26
    assert seen


# --- kozel --------------------------------------------------------------------------------------


def kozel_turn(hand: str, line: str, lacks: tuple[int, ...] = ()) -> kozel.View:
    """Make a position of two players: the tiles of seat 0, those laid, the numbers seat 1 lacks."""
    state = begin(kozel, kozel.Options(), 2, SeededDecks(1))
    mine = tile_mask(tuple(hand.split()))
    state.turn = 0
    state.line = line.split()
    state.left, state.right = int(line[0]), int(line[-1])
    state.laid = tile_mask(tuple(max(tile, tile[::-1]) for tile in state.line))
    free = list(bits(ALL_TILES & ~mine & ~state.laid))
    theirs = [tile for tile in free if not any(WITH[n] >> tile & 1 for n in lacks)][:5]
    state.hands = [mine, sum(1 << tile for tile in theirs)]
    state.market = [tile for tile in free if tile not in theirs]
    state.lacks[1] = sum(1 << number for number in lacks)
    return kozel.view(state, 0)


@pytest.mark.parametrize(
    ("hand", "line", "lacks", "move", "template", "facts"),
    [
        (
            *("6-4 4-2 4-1 5-3", "6-5", (), "lay 6-4 left"),
            "{tile} sheds {points} and leaves {end} open. Tiles you still hold that fit it: "
            "{more}.",
            {"tile": "6-4", "points": 10, "end": 4, "more": 2},
        ),
        (
            *("6-4 5-2 3-3", "6-5", (4,), "lay 6-4 left"),
            "{end} stays open, and the next player has no tile that fits it.",
            {"end": 4},
        ),
        (
            *("6-4 5-2 3-3", "6-5", (4, 5), "lay 6-4 left"),
            "The next player has nothing for either end and must draw.",
            {},
        ),
        (
            *("0-0 6-2 3-3", "6-0", (), "lay 0-0 right"),
            "0-0 counts 25 as long as you hold it: get rid of it.",
            {},
        ),
        (
            *("6-6 3-3 2-1", "6-3", (), "lay 6-6 left 3-3 right"),
            "Two doubles in one turn: that sheds {points}.",
            {"points": 18},
        ),
        (
            *("6-6 3-3", "6-3", (), "lay 6-6 left 3-3 right"),
            "{tile} empties your hand, and you write nothing.",
            {"tile": "6-6 3-3"},
        ),
        (
            "6-4 3-3",
            "6-5",
            (),
            "lay 6-4 left",
            "{tile} is the only tile that fits.",
            {"tile": "6-4"},
        ),
        (
            *("6-4 3-3", "6-6", (), "lay 6-4 right"),
            "{tile} is the only tile that fits.",
            {"tile": "6-4"},
        ),
        (
            *("4-4 3-3", "6-5", (), "draw"),
            "Nothing you hold fits {left} or {right}: draw from the market.",
            {"left": 6, "right": 5},
        ),
        (
            *("5-2 5-1 3-3", "6-5", (), "lay 5-2 right"),
            "{tile} is the heaviest tile that fits: it sheds {points}.",
            {"tile": "5-2", "points": 7},
        ),
    ],
)
def test_kozel_says_what_a_tile_sheds_and_leaves(
    hand: str,
    line: str,
    lacks: tuple[int, ...],
    move: Move,
    template: str,
    facts: dict[str, Any],
) -> None:
    assert ADVISERS["kozel"].explain(kozel_turn(hand, line, lacks), move) == (template, facts)


def test_kozel_says_what_stays_open_where_only_the_end_of_the_only_tile_can_be_chosen() -> None:
    """It is no heavier than another tile that fits, and so is not called the heaviest."""
    view = kozel_turn("6-5 3-3", "6-1 1-5")
    assert ADVISERS["kozel"].explain(view, "lay 6-5 left") == (
        "{tile} leaves {end} open at both ends. Tiles you have not seen that fit: {n}.",
        {"tile": "6-5", "end": 5, "n": 5},
    )


def last_two() -> kozel.State:
    """All twos except 2-1 lie in the line, 2-1 fits either end, and the market is empty."""
    state = begin(kozel, kozel.Options(), 2, SeededDecks(1))
    state.turn, state.market = 0, []
    state.line = ["1-0", "0-2", "2-3", "3-4", "4-2", "2-2", "2-5", "5-6", "6-2"]
    state.left, state.right = 1, 2
    state.laid = tile_mask(max(tile, tile[::-1]) for tile in state.line)
    mine = tile_mask(("2-1", "6-6"))
    state.hands = [mine, ALL_TILES & ~mine & ~state.laid]
    return state


def test_kozel_a_tile_that_blocks_the_deal_is_said_to_end_it() -> None:
    """K-R10: no player has a tile for a two, and none can be drawn."""
    state = last_two()
    view = kozel.view(state, 0)
    explain = ADVISERS["kozel"].explain
    assert explain(view, "lay 2-1 left") == ("{tile} blocks the deal: fish.", {"tile": "2-1"})
    assert explain(view, "lay 2-1 right").template != "{tile} blocks the deal: fish."
    with_market = replace(view, market=1)
    assert explain(with_market, "lay 2-1 left").template != "{tile} blocks the deal: fish."
    assert any(event.kind == "shown" for event in make(kozel, state, 0, "lay 2-1 left"))


def test_kozel_two_ends_alike_are_told_as_one_number() -> None:
    view = replace(kozel.view(last_two(), 0), hand=("2-1", "3-1"), market=1)
    assert ADVISERS["kozel"].explain(view, "lay 2-1 left") == (
        "{tile} leaves {end} open at both ends. Tiles you have not seen that fit: {n}.",
        {"tile": "2-1", "end": 2, "n": 0},
    )


@pytest.mark.parametrize("name", ["joker", "domino_poker"])
def test_no_reason_for_a_bid_promises_what_the_numbers_may_deny(name: str) -> None:
    """The bid that is worth most is often kept in fewer than half of the imagined deals."""
    said = {
        ADVISERS[name].explain(view, move).template
        for view, moves in some_views(name)
        for move in moves
        if move.startswith("bid")
    }
    assert said
    assert not [each for each in said if "likely." in each or "should" in each]


def test_kozel_a_player_said_to_have_to_draw_does() -> None:
    """K-R8: the numbers that the player is known to lack stand at both ends."""
    seen = 0
    for view, move, _ in explained("kozel", "The next player has nothing"):
        state = kozel.imagine(view, Random(1))
        make(kozel, state, view.seat, move)
        if state.deal == view.deal:
            seen += 1
            assert kozel.legal(state, kozel.to_act(state)[0]) in (("draw",), ("pass",))
    assert seen


# --- graph-poker --------------------------------------------------------------------------------


@pytest.mark.nightly
def test_graph_poker_points_said_to_be_closed_are_paid() -> None:
    """G-R17, G-R18: whatever else is placed in the round."""
    seen = 0
    for view, move, reason in explained("graph_poker", "It completes a row"):
        seen += 1
        for state, _ in outcomes(graph_poker, view, move, "round"):
            last = graph_poker.view(state, view.seat).last
            paid = [c for c in last.combinations if c.owner == view.seat]
            assert (reason.facts["category"], reason.facts["points"]) in {
                (c.category, c.points) for c in paid
            }
    assert seen


@pytest.mark.nightly
def test_graph_poker_cards_said_to_fit_are_in_the_hand() -> None:
    for view, move, reason in explained("graph_poker", "Cards missing"):
        cards = str(reason.facts["cards"]).split()
        assert set(cards) <= set(view.hand)
        assert move.split()[1] not in cards


def test_graph_poker_the_first_card_is_the_lowest() -> None:
    state = begin(graph_poker, graph_poker.Options(), 4, SeededDecks(1))
    view = graph_poker.view(state, graph_poker.to_act(state)[0])
    low = min(view.hand, key=lambda card: "23456789TJQKA".index(card[0]))
    assert ADVISERS["graph_poker"].explain(view, f"place {low} 0 0").facts == {"card": low}
