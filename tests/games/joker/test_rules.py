"""The course of Joker by docs/rules/joker.en.md; points and sheet stand in test_joker_sheet."""

from random import Random

import msgpack
import pytest

from core.game import IllegalMoveError, OptionError, parse_options
from core.games.joker import rules as joker
from core.games.joker.tricks import DECK, NUMBER, PLAYS
from core.games.joker.view import known_missing
from core.match import Match, Player
from core.records.record import verify
from core.shuffle import SeededDecks
from net.wire.views import plain_view
from tests.games.joker.joker_table import Decks, play_all, play_first, position, stacked, winner
from tests.support.dealing import DealtMatch, begin, make

GAMES = {"joker": joker}
PLAYERS = [Player(name, "human") for name in ("Ann", "Bob", "Cid", "Dan")]


def options(**chosen: str | int) -> joker.Options:
    parsed: joker.Options = parse_options(joker.Options, chosen)
    return parsed


def random_match(seed: int, chosen: joker.Options | None = None) -> Match:
    match = DealtMatch(joker, chosen or joker.Options(), PLAYERS, SeededDecks(seed))
    rng = Random(seed)
    while seats := joker.to_act(match.state):
        match.play(seats[0], rng.choice(joker.legal(match.state, seats[0])))
    return match


# --- deck, schedule, dealer ---------------------------------------------------------------------


def test_the_deck_has_two_jokers_and_no_black_sixes() -> None:
    """J-R2"""
    assert len(set(DECK)) == 36
    assert [card for card in DECK if card[0] == "6"] == ["6h", "6d"]
    assert DECK[-2:] == ("Xr", "Xb")


def test_joker_is_played_by_four() -> None:
    """J-R1"""
    with pytest.raises(OptionError, match="played at 4 seats; got 3"):
        begin(joker, joker.Options(), 3, SeededDecks(1))


def test_a_match_has_24_deals_in_four_pulkas() -> None:
    """J-R3"""
    state = begin(joker, joker.Options(), 4, SeededDecks(1))
    sizes: dict[int, tuple[int, int]] = {}
    while joker.to_act(state):
        sizes[state.deal] = (state.cards, joker.view(state, None).pulka)
        play_first(state)
    small, nines = list(range(1, 9)), [9] * 4
    assert [size for size, _ in sizes.values()] == [*small, *nines, *small[::-1], *nines]
    assert [pulka for _, pulka in sizes.values()] == [1] * 8 + [2] * 4 + [3] * 8 + [4] * 4


@pytest.mark.parametrize(
    ("deal_set", "cards"), [("one_pulka", [1, 2, 3, 4, 5, 6, 7, 8]), ("four_nines", [9, 9, 9, 9])]
)
def test_a_short_match_is_one_pulka_and_ends_with_its_premiums(
    deal_set: str, cards: list[int]
) -> None:
    """J-R3, J-R5, J-R31, J-R36: all players deal equally often."""
    short = options(deal_set=deal_set)
    match = random_match(4, short)
    kinds = [kind for line in match.lines for kind in ("deal", "premium", "result") if kind in line]
    assert kinds == ["deal"] * len(cards) + ["premium", "result"]
    assert match.lines[-1]["result"]["totals"] == match.lines[-2]["totals"]
    assert verify(GAMES, match.text().splitlines()) is None
    pulka = joker.view(match.state, None).score_sheet().pulkas[-1]
    assert (pulka.number, [line.cards for line in pulka.lines]) == (1, cards)
    dealers = [line.dealer for line in pulka.lines]
    assert dealers == [(match.state.first_dealer + deal) % 4 for deal in range(len(cards))]


def test_deal_set_nines_has_16_deals_of_nine() -> None:
    state = begin(joker, options(deal_set="nines"), 4, SeededDecks(1))
    sizes: dict[int, int] = {}
    while joker.to_act(state):
        sizes[state.deal] = state.cards
        play_first(state)
    assert list(sizes.values()) == [9] * 16


def test_the_first_ace_after_the_burnt_card_makes_the_first_dealer() -> None:
    """J-R4: the ace in the middle belongs to no player, jokers count as nothing."""
    order = ["Ah", "Xr", "7s", "8s", "9s", "Ts", "Ac"]
    order += [card for card in DECK if card not in order]
    orders = iter([order, list(DECK), list(DECK)])
    state = begin(joker, joker.Options(), 4, lambda cards: next(orders))
    assert state.dealer == 1
    assert joker.view(state, None).last_draw == ("Ah", "Xr", "7s", "8s", "9s", "Ts", "Ac")


def test_tuzovanie_first_to_player_burns_no_card() -> None:
    orders = iter([["7s", "8s", "Ah", *DECK], list(DECK)])
    state = begin(joker, options(tuzovanie="first_to_player"), 4, lambda cards: next(orders))
    assert state.dealer == 2


def test_the_draw_is_shown_until_the_first_bid() -> None:
    """J-R4"""
    state = begin(joker, joker.Options(), 4, Decks(3, {}))
    assert joker.view(state, 2).last_draw[-1] == "Ah"
    play_first(state)
    assert joker.view(state, 2).last_draw == ()


def test_the_deal_passes_clockwise_and_each_pulka_begins_with_the_first_dealer() -> None:
    """J-R5"""
    state = begin(joker, joker.Options(), 4, Decks(2, {}))
    dealers: dict[int, int] = {}
    while joker.to_act(state):
        dealers[state.deal] = state.dealer
        assert joker.view(state, 0).first_dealer == 2
        play_first(state)
    assert list(dealers.values()) == [2, 3, 0, 1] * 6


def test_cards_are_dealt_from_the_left_of_the_dealer() -> None:
    """J-R6"""
    state = position("Ah 7s / Kh 8s / Qh 9s / Jh Ts", "6h", bids=())
    assert joker.view(state, 0).hand == ("7s", "Ah")
    assert joker.view(state, 3).hand == ("Ts", "Jh")
    assert state.dealer == 3


# --- trumps -------------------------------------------------------------------------------------


def test_the_next_card_is_turned_up_for_trumps() -> None:
    """J-R7"""
    view = joker.view(position("Ah / Kh / Qh / Jh", "6d", bids=()), 0)
    assert (view.trump, view.upcard, view.phase, view.chooser) == ("d", "6d", "bid", None)


def test_a_joker_turned_up_means_no_trumps() -> None:
    """J-R8"""
    view = joker.view(position("Ah / Kh / Qh / Jh", "Xb", bids=()), 0)
    assert (view.trump, view.phase) == ("none", "bid")


def test_joker_upcard_chooser_lets_the_left_of_the_dealer_name_trumps() -> None:
    """The player has seen the whole hand, and the others have theirs."""
    chosen = options(joker_upcard="chooser")
    state = position("Ah 7d / Kh 8d / Qh 9d / Jh Td", "Xr", bids=(), options=chosen)
    view = joker.view(state, 2)
    assert (view.phase, view.trump, view.chooser, view.to_act) == ("trump", "", 0, (0,))
    assert view.hand == ("Qh", "9d")
    assert [event.kind for event in make(joker, state, 0, "trump c")] == ["moved", "trump"]
    assert joker.view(state, 2).trump == "c"


def test_in_nines_the_left_of_the_dealer_names_trumps_or_none() -> None:
    """J-R9"""
    state = begin(joker, options(deal_set="nines"), 4, Decks(3, {}))
    assert joker.legal(state, 0) == tuple(
        f"trump {trump}" for trump in ("s", "h", "d", "c", "none")
    )
    assert joker.legal(state, 1) == ()
    assert joker.view(state, 0).chooser == 0
    make(joker, state, 0, "trump none")
    assert joker.view(state, 1).trump == "none"
    assert joker.to_act(state) == (0,)


NINES = (
    "7s 8s 9s Ts Js Qs Ks As Xr / "
    "6h 7h 8h 9h Th Jh Qh Kh Ah / "
    "6d 7d 8d 9d Td Jd Qd Kd Ad / "
    "7c 8c 9c Tc Jc Qc Kc Ac Xb"
)


@pytest.mark.parametrize("seen", [3, 9])
def test_before_trumps_are_named_only_the_chooser_sees_his_first_cards(seen: int) -> None:
    """J-R10, J-R37"""
    rows = [hand.split() for hand in NINES.split("/")]
    chosen = options(deal_set="nines", trump_choice_after=seen)
    state = begin(joker, chosen, 4, Decks(3, {1: stacked(rows, 0)}))
    assert joker.view(state, 0).hand == tuple(rows[0][:seen])
    for viewer in (None, 1, 2, 3):
        assert joker.view(state, viewer).hand == ()
    make(joker, state, 0, "trump s")
    assert joker.view(state, 0).hand == tuple(rows[0])
    assert joker.view(state, 1).hand == tuple(rows[1])


# --- bids ---------------------------------------------------------------------------------------

EIGHT = {
    1: "7d / 8d / 9d / Td",
    3: "7d 7s 7h / 8d 8s 8h / 9d 9s 9h / Td Ts Th",
    4: "7d 7s 7h 7c / 8d 8s 8h 8c / 9d 9s 9h 9c / Td Ts Th Tc",
    5: "7d 7s 7h 7c Js / 8d 8s 8h 8c Qs / 9d 9s 9h 9c Ks / Td Ts Th Tc As",
}


def test_bids_go_round_from_the_left_of_the_dealer_and_are_open() -> None:
    """J-R11"""
    state = position(EIGHT[3], "6h", bids=())
    for seat, bid in enumerate((1, 0, 3)):
        assert joker.to_act(state) == (seat,)
        assert joker.legal(state, seat) == ["bid 0", "bid 1", "bid 2", "bid 3"]
        make(joker, state, seat, f"bid {bid}")
    assert joker.view(state, None).bids == (1, 0, 3, None)
    make(joker, state, 3, "bid 2")
    assert joker.view(state, 1).phase == "play"
    assert joker.to_act(state) == (0,)


@pytest.mark.parametrize(
    "size, bids, allowed",
    [
        (5, (2, 1, 1), (0, 2, 3, 4, 5)),
        (3, (1, 1, 1), (1, 2, 3)),
        (4, (3, 2, 0), (0, 1, 2, 3, 4)),
        (1, (0, 0, 0), (0,)),
        (1, (1, 0, 0), (1,)),
    ],
)
def test_the_dealer_may_not_make_the_bids_add_up(
    size: int, bids: tuple[int, ...], allowed: tuple[int, ...]
) -> None:
    """J-R12"""
    state = position(EIGHT[size], "6h", bids=bids)
    assert joker.legal(state, 3) == [f"bid {n}" for n in allowed]
    free = position(EIGHT[size], "6h", bids=bids, options=options(forced_dealer="off"))
    assert joker.legal(free, 3) == [f"bid {n}" for n in range(size + 1)]


# --- who takes the trick ------------------------------------------------------------------------

WORKED = {
    1: ("Xr high s", "As", "Ks", "7h", 3),
    2: ("Xr high s", "Ks", "9c", "8d", 0),
    3: ("Xr high h", "Ah", "Kh", "6d", 0),
    4: ("Xr high s", "As", "Xb top", "7h", 2),
    5: ("Xr high s", "As", "Xb bottom", "9s", 0),
    6: ("Xr high s", "As", "Xb bottom", "7h", 3),
    7: ("Xr low s", "7s", "Ts", "8s", 2),
    8: ("Xr low s", "9s", "7h", "Ks", 2),
    9: ("Xr low s", "9c", "7h", "8d", 2),
    10: ("Xr low s", "9c", "Ad", "8d", 0),
    11: ("Xr low s", "9c", "Xb bottom", "8d", 0),
    12: ("Xr low s", "9s", "Xb top", "7h", 2),
    13: ("Xr low h", "9h", "Ac", "Xb bottom", 1),
    14: ("Xr low h", "9c", "Ac", "8d", 0),
    15: ("9d", "Xr bottom", "Kd", "8d", 2),
    16: ("9d", "Xr top", "7h", "Xb top", 3),
    17: ("9d", "Xr top", "7h", "Xb bottom", 1),
    18: ("6d", "Xr bottom", "Xb bottom", "8c", 0),
}


def one_trick(plays: tuple[str, ...], upcard: str, chosen: joker.Options | None = None) -> int:
    hands = " / ".join(play[:2] for play in plays)
    return winner(position(hands, upcard, options=chosen), plays)


@pytest.mark.parametrize("row", WORKED)
def test_the_worked_tricks_with_hearts_trumps_go_to_their_winners(row: int) -> None:
    """J-R19, J-R25 to J-R27: the table of worked tricks; the seat left of the dealer leads."""
    *plays, taker = WORKED[row]
    assert one_trick(tuple(map(str, plays)), "Qh") == taker


def test_worked_trick_19_without_trumps_goes_to_its_winner() -> None:
    """J-R25"""
    assert one_trick(("Xr high s", "7s", "Ac", "Ad"), "Xb") == 0


@pytest.mark.parametrize(
    "plays, taker",
    [
        (("Xb high s", "Xr top", "As", "7h"), 1),
        (("Xb high s", "Xr bottom", "As", "Ks"), 0),
        (("Xb low s", "Xr top", "As", "7h"), 1),
        (("Xb low s", "Xr bottom", "As", "7d"), 2),
        (("Xb low s", "Xr bottom", "Ac", "7d"), 0),
        (("9d", "Xb top", "Xr top", "7h"), 2),
        (("9d", "Xb top", "Xr bottom", "7h"), 1),
        (("9d", "Xb bottom", "Xr top", "7h"), 2),
        (("9d", "Xb bottom", "Xr bottom", "7h"), 3),
        (("9d", "Xb bottom", "Xr bottom", "7c"), 0),
    ],
)
def test_of_two_jokers_in_one_trick_the_modes_decide(plays: tuple[str, ...], taker: int) -> None:
    """J-R19, J-R25: first joker, second joker in playing order."""
    assert one_trick(plays, "Qh") == taker


@pytest.mark.parametrize(
    "plays, taker",
    [
        (("Xr low s", "9c", "7h", "8d"), 0),
        (("Xr low s", "9s", "7h", "Ks"), 2),
        (("Xr low s", "9c", "7h", "Xb top"), 3),
        (("Xr low h", "9h", "Ac", "8d"), 1),
        (("Xr high s", "9c", "7h", "8d"), 2),
        (("9d", "9c", "7h", "8d"), 2),
    ],
)
def test_low_joker_vs_trump_joker_is_the_literal_reading(
    plays: tuple[str, ...], taker: int
) -> None:
    """J-R33: row 9 goes to the leader, and nothing else changes."""
    assert one_trick(plays, "Qh", options(low_joker_vs_trump="joker")) == taker


def test_a_copy_knows_that_a_bare_low_joker_leads() -> None:
    """J-R33"""
    state = position("Xr / 9c / 7h / 8d", "Qh", options=options(low_joker_vs_trump="joker"))
    play_all(state, ["Xr low s", "9c"])
    assert winner(state.copy(), ["7h", "8d"]) == 0
    assert winner(state, ["7h", "8d"]) == 0


def test_the_winner_of_a_trick_leads_the_next() -> None:
    """J-R14"""
    state = position("7s 7d / 8s 8d / As 9d / Ts Td", "6h")
    events = play_all(state, ["7s", "8s", "As", "Ts"])
    assert (events[1].kind, events[1].seat) == ("trick", 2)
    assert events[1].data == {"leader": 0, "cards": ["7s", "8s", "As", "Ts"]}
    view = joker.view(state, 0)
    assert (view.to_act, view.leader, view.taken) == ((2,), 2, (0, 0, 1, 0))
    play_all(state, ["9d"])
    view = joker.view(state, 0)
    assert (view.trick, view.last_trick, view.last_leader) == (("9d",), ("7s", "8s", "As", "Ts"), 0)


def test_the_last_trick_remembers_who_led_it() -> None:
    state = position("7s 7d 7c / 8s 8d 8c / As 9d 9c / Ts Td Tc", "6h")
    play_all(state, ["7s", "8s", "As", "Ts", "9d", "Td", "7d", "8d"])
    view = joker.view(state, None)
    assert (view.last_trick, view.last_leader) == (("9d", "Td", "7d", "8d"), 2)


# --- what may be played -------------------------------------------------------------------------


def legal_after(lead: str, hand: str, upcard: str = "6h", **chosen: str | int) -> list[str]:
    """The legal moves of seat 1 with this hand."""
    size = len(hand.split())
    spare = [card for card in DECK if card not in f"{hand} {lead[:2]} {upcard}"]
    first = [lead[:2], *spare[: size - 1]]
    rest = spare[size - 1 :]
    hands = [first, hand.split(), rest[:size], rest[size : 2 * size]]
    state = position(" / ".join(map(" ".join, hands)), upcard, options=options(**chosen))
    make(joker, state, 0, f"play {lead}")
    return [move.removeprefix("play ") for move in joker.legal(state, 1)]


JOKER = ["Xb top", "Xb bottom"]


@pytest.mark.parametrize(
    "lead, hand, may",
    [
        ("Xr high s", "Ks 8s 9h Xb", ["Ks", *JOKER]),
        ("Xr high s", "9h Qh 7d Xb", ["9h", "Qh", *JOKER]),
        ("Xr high s", "7d 8c", ["7d", "8c"]),
        ("Xr low s", "Ks 8s 9h Xb", ["8s", "Ks", *JOKER]),
        ("Xr high h", "9h Qh 7d 8c", ["Qh"]),
        ("Xr high h", "7s 9d", ["7s", "9d"]),
        ("9d", "7d Kd Ah 7s", ["7d", "Kd"]),
        ("9d", "7h Ah 7s Kc", ["7h", "Ah"]),
        ("9d", "7s Kc", ["7s", "Kc"]),
        ("9d", "7d 7s Kc Xb", ["7d", *JOKER]),
        ("9d", "Xb Xr", ["Xr top", "Xr bottom", *JOKER]),
    ],
)
def test_what_a_reply_may_be(lead: str, hand: str, may: list[str]) -> None:
    """J-R15 to J-R18, J-R22 to J-R24: the example of legal moves, hearts trumps."""
    assert legal_after(lead, hand) == may


def test_without_trumps_a_void_hand_is_free() -> None:
    """J-R15"""
    assert legal_after("9d", "7s Ah", upcard="Xr") == ["7s", "Ah"]


@pytest.mark.parametrize(
    "lead, hand, may",
    [
        ("Xr high s", "Ks 8s 9h Xb", ["Ks"]),
        ("Xr low s", "Qh 9h 7d Xb", ["9h", "Qh"]),
        ("Xr low s", "7d 8c 9c Xb", ["7d", "8c", "9c", *JOKER]),
        ("9d", "7d 8c 9c Xb", ["7d", *JOKER]),
    ],
)
def test_reply_joker_only_if_void_of_suit_and_trumps(lead: str, hand: str, may: list[str]) -> None:
    """J-R24"""
    assert legal_after(lead, hand, reply_joker_to_joker="only_if_void") == may


def test_a_joker_leads_high_or_low_in_any_suit_and_both_jokers_are_told_apart() -> None:
    """J-R20, J-R21"""
    state = position("7s Xr Xb / 8s 8d 9d / 9s Td Jd / Ts Qd Kd", "6h")
    calls = [f"{mode} {suit}" for mode in ("high", "low") for suit in "shdc"]
    wanted = ["play 7s"] + [f"play {card} {call}" for card in ("Xr", "Xb") for call in calls]
    assert joker.legal(state, 0) == tuple(wanted)
    make(joker, state, 0, "play Xb low c")
    assert joker.view(state, 0).hand == ("7s", "Xr")
    assert joker.view(state, 1).plays == ("Xb low c",)


# --- refusals -----------------------------------------------------------------------------------


def refused(state: joker.State, seat: int, move: str) -> tuple[str, str]:
    before = [joker.view(state, viewer) for viewer in (None, 0, 1, 2, 3)]
    with pytest.raises(IllegalMoveError) as caught:
        make(joker, state, seat, move)
    assert [joker.view(state, viewer) for viewer in (None, 0, 1, 2, 3)] == before
    return caught.value.reason.format(**caught.value.facts), caught.value.rule


def test_refused_bids_name_their_paragraph() -> None:
    state = position(EIGHT[3], "6h", bids=(1, 1, 1))
    barred = "the dealer may not bid 0: the bids would add up to 3"
    assert refused(state, 3, "bid 0") == (barred, "J-R12")
    assert refused(state, 3, "bid 4") == ("a bid is 0 to 3", "J-R11")
    assert refused(state, 3, "bid all") == ("a bid is 0 to 3", "J-R11")
    assert refused(state, 3, "play 7d") == ("this is the time to bid", "J-R11")
    assert refused(state, 3, "dance") == ("dance is not a move of this game", "J-R11")
    assert refused(state, 2, "bid 1") == ("it is not your turn", "J-R11")


def test_refused_trumps_name_their_paragraph() -> None:
    state = begin(joker, options(deal_set="nines"), 4, Decks(3, {}))
    assert refused(state, 0, "bid 1") == ("trumps must be named first", "J-R9")
    assert refused(state, 0, "trump x") == ("trump x is not a move of this game", "J-R9")
    assert refused(state, 1, "trump s") == ("it is not your turn", "J-R9")


@pytest.mark.parametrize(
    "lead, tried, reason, rule",
    [
        ("Td", "Kh", "must follow diamonds", "J-R15"),
        ("Td", "As", "you do not hold As", "J-R15"),
        ("Td", "Xb high s", "a joker in reply is played top or bottom", "J-R17"),
        ("9c", "9d", "no clubs in hand: must play a trump", "J-R15"),
        ("Xr high d", "7d", "must play your highest diamonds", "J-R22"),
        ("Xr high d", "Kh", "must follow diamonds", "J-R22"),
        ("Xr high c", "7d", "no clubs in hand: must play a trump", "J-R22"),
        ("Xr low d", "Kh", "must follow diamonds", "J-R23"),
        ("Xr low c", "7d", "no clubs in hand: must play a trump", "J-R23"),
    ],
)
def test_refused_cards_name_their_paragraph(lead: str, tried: str, reason: str, rule: str) -> None:
    state = position("Td 9c Xr 8s / 7d 9d Kh Xb / 8d 8c 9s 9h / Jd Qd Kd Ts", "6h")
    make(joker, state, 0, f"play {lead}")
    assert refused(state, 1, f"play {tried}") == (reason, rule)
    assert refused(state, 1, "bid 1") == ("the bids are made, now cards are played", "J-R14")


def test_a_leading_joker_must_be_called() -> None:
    """J-R20"""
    state = position("Xr / 8d / 9d / Td", "6h")
    wanted = ("a joker that leads is called high or low in a suit", "J-R20")
    assert refused(state, 0, "play Xr top") == wanted


def test_a_joker_to_a_joker_is_refused_by_the_house_rule() -> None:
    """J-R24"""
    chosen = options(reply_joker_to_joker="only_if_void")
    state = position("Xr 8d / Xb 7s / 9d Td / Jd Qd", "6h", options=chosen)
    make(joker, state, 0, "play Xr high s")
    reason = "only a player with neither spades nor a trump may answer a joker with a joker"
    assert refused(state, 1, "play Xb top") == (reason, "J-R24")


def test_no_move_is_taken_after_the_end() -> None:
    match = random_match(1)
    assert joker.to_act(match.state) == ()
    assert joker.legal(match.state, 0) == ()
    assert refused(match.state, 0, "bid 1") == ("the match is over", "J-R36")


# --- the end of deals and of the match ----------------------------------------------------------


def test_a_deal_is_scored_and_the_next_begins_at_once() -> None:
    """J-R28, J-R34: jokers are shown only now."""
    state = position("Xr 7s / Ts 9s / 8s 8d / 9d Td", "6h", bids=(1, 0, 0, 0))
    before = joker.view(state, 1)
    play_all(state, ["Xr high s", "Ts", "8s", "9d", "7s", "9s", "8d"])
    events = play_all(state, ["Td"])
    assert [event.kind for event in events] == ["moved", "trick", "deal", "began"]
    # Bids 1 0 0 0; the joker takes the first trick, 9s the second.
    assert events[2].data["points"] == [100, 10, 50, 50]
    assert events[2].data["deal"] == 2
    gained = zip(before.totals, events[2].data["points"], strict=True)
    assert events[2].data["totals"] == [old + new for old, new in gained]
    assert events[3].data["deal"] == 3
    assert events[3].data["cards"] == 3
    assert events[3].data["dealer"] == 0
    assert before.sheet == joker.view(state, 1).sheet[:1]
    assert joker.view(state, 1).sheet[1] == "10001100" + "0"


def test_premium_lines_stand_after_the_last_deal_of_every_pulka() -> None:
    """J-R31, J-R35: even when no player gains; totals run on."""
    lines = random_match(3).lines
    at = [i for i, line in enumerate(lines) if "premium" in line]
    assert [lines[i - 1]["deal"] for i in at] == [8, 12, 20, 24]
    for i in at:
        before = zip(lines[i - 1]["totals"], lines[i]["premium"], strict=True)
        assert lines[i]["totals"] == [total + premium for total, premium in before]


def test_totals_are_the_sum_of_the_points_and_agree_with_the_sheet() -> None:
    match = random_match(4)
    view = joker.view(match.state, None)
    assert view.score_sheet().pulkas[-1].totals == view.totals
    assert view.result.totals == view.totals


@pytest.mark.parametrize("seed", range(4))
def test_a_record_of_a_match_verifies(seed: int) -> None:
    assert verify(GAMES, random_match(seed).text().splitlines()) is None


def test_a_record_line_for_each_deal_is_exact() -> None:
    lines = random_match(7).lines
    deals = [line for line in lines if "deal" in line]
    assert [set(line) for line in deals] == [{"deal", "points", "totals"}] * 24
    assert [line["deal"] for line in deals] == list(range(1, 25))
    assert set(lines[-1]["result"]) == {"totals", "places"}
    assert len([line for line in lines if "deck" in line]) == 25


# --- what may be known --------------------------------------------------------------------------

IMAGINED = [
    {},
    {"trump_choice_after": 9, "joker_upcard": "chooser"},
    {"reply_joker_to_joker": "only_if_void", "low_joker_vs_trump": "joker", "deal_set": "nines"},
]


@pytest.mark.parametrize("chosen", IMAGINED)
def test_an_imagined_state_looks_the_same_and_plays_on(chosen: dict[str, str | int]) -> None:
    """J-R37"""
    rng = Random(1)
    state = begin(joker, options(**chosen), 4, SeededDecks(2))
    while seats := joker.to_act(state):
        if state.phase == "trump" or rng.random() < 0.1:
            for viewer in (None, 0, 1, 2, 3):
                view = joker.view(state, viewer)
                imagined = joker.imagine(view, rng)
                assert joker.view(imagined, viewer) == view
                if viewer == seats[0]:
                    assert joker.legal(imagined, viewer) == joker.legal(state, viewer)
                for _ in range(8):
                    play_first(imagined)
                    if not joker.to_act(imagined):
                        break
        make(joker, state, seats[0], rng.choice(joker.legal(state, seats[0])))
    view = joker.view(state, 0)
    assert joker.view(joker.imagine(view, rng), 0) == view


def test_imagined_hands_keep_what_replies_have_shown() -> None:
    """A player who trumped has none of the suit; one who discarded has no trumps either."""
    hands = "9d Xr 7s 7c / 7h Ts 8s 8c / 8d 9s Js 9c / Qc Ks Kc As"
    state = position(hands, "6h")
    play_all(state, ["9d", "7h", "8d", "Qc"])
    play_all(state, ["8s", "9s", "As", "7s"])
    play_all(state, ["Ks", "Xr bottom", "Ts", "Js"])
    rng = Random(3)
    for _ in range(30):
        hidden = joker.imagine(joker.view(state, 0), rng)
        assert not any(
            DECK[card][1] == "d" for card in range(34) if hidden.tricks.hands[1] >> card & 1
        )
        assert not hidden.tricks.hands[3] & sum(1 << NUMBER[c] for c in DECK if c[1] in "dh")
    missing = known_missing(joker.view(state, None))
    assert missing[0] == 0
    assert missing[2] == 0


def test_a_reply_to_a_high_joker_shows_that_nothing_higher_is_held() -> None:
    """J-R22"""
    state = position("Xr 7d / Ts 9d / Ks 8d / 8s Jd", "6h")
    play_all(state, ["Xr high s", "Ts"])
    above = sum(1 << NUMBER[card] for card in ("Js", "Qs", "Ks", "As"))
    assert known_missing(joker.view(state, 2))[1] == above


def test_a_view_is_small_on_the_wire_in_mid_match() -> None:
    rng = Random(5)
    state = begin(joker, joker.Options(), 4, SeededDecks(5))
    sizes = []
    while seats := joker.to_act(state):
        if state.deal == 12:
            sizes.append(len(msgpack.packb(plain_view(joker.view(state, seats[0])))))
        make(joker, state, seats[0], rng.choice(joker.legal(state, seats[0])))
    assert max(sizes) < 400


def test_every_play_has_its_text_once() -> None:
    assert len(set(PLAYS)) == 34 + 2 * 10
