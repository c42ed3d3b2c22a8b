"""Graph-Poker by its paragraphs: dealing, placing, secrets, windows, owners, house rules, bots."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import core.games.graph_poker.bot as bot
import core.games.graph_poker.rules as game
from core.game import IllegalMoveError, OptionError, Seat, parse_options
from core.games.graph_poker.grid import SIDES, Placements, cell_of, parse_place, place_move, xy_of
from core.games.graph_poker.poker import FREE, HIDDEN, NUMBER, POINTS, Combination, LineRules, judge
from core.games.graph_poker.rules import Options, State
from core.games.graph_poker.view import forecast, line_rules, lying, next_place, open_cells, starter
from core.match import Player
from core.pieces import DECK_52
from core.records.record import verify
from core.shuffle import RandomDecks, SeededDecks
from net.wire.from_host import Updated
from net.wire.protocol import decode_from_host, encode
from net.wire.views import parse_view, plain_view
from tests.support.dealing import DealtMatch, begin, make

A, B, C, D = range(4)
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def card(text: str) -> str:
    """Read a card as printed in the rule book: 10♥ is Th."""
    return text[:-1].replace("10", "T") + SUITS[text[-1]]


def cards(text: str) -> list[str]:
    return [card(word) for word in text.split()]


class Scripted:
    """Decks in a given order; cards that an order leaves out follow as in a new deck."""

    def __init__(self, *orders: Sequence[str]) -> None:
        self.orders = list(orders)

    def __call__(self, deck: Sequence[str], /) -> list[str]:
        order = list(self.orders.pop(0)) if self.orders else []
        rest = list(deck)
        for token in order:
            rest.remove(token)
        return order + rest


def dealt(*hands: str, dealer: Seat = 0, seats: int = 4, **options: Any) -> State:
    """Start a match in which the seats hold these cards (and others)."""
    draw = [DECK_52[i] for i in range(seats)]
    draw[dealer] = "As"
    holding = [cards(hand) for hand in hands]
    order = []
    for i in range(max(map(len, holding)) * seats):
        hand = holding[(dealer + i) % seats]
        order.append(hand[i // seats])
    return begin(game, Options(**options), seats, Scripted(draw, order))


Turn = tuple[str, int, int]


def position(
    old: dict[tuple[int, int], str], hold: dict[Seat, str] | None = None, **options: Any
) -> State:
    """Build a four-handed match in which these cards of earlier rounds lie, and seat 0 begins.

    Fillers, far away and two cells apart, complete the rounds. `hold` are cards that seats hold.
    """
    lying = [(x, y, card(text)) for (x, y), text in old.items()]
    wanted = {seat: card(text) for seat, text in (hold or {}).items()}
    used = {token for *_, token in lying} | set(wanted.values())
    spare = [token for token in DECK_52 if token not in used]
    lying.append((50, 50, spare.pop()))
    while len(lying) % 4:
        lying.append((50 + 2 * len(lying), 50, spare.pop()))
    chosen = Options(**options)
    view = game.View(
        seat=None,
        seats=4,
        options=chosen,
        to_act=(0,),
        deal=1,
        totals=(0, 0, 0, 0),
        result=None,
        dealer=0,
        round=len(lying) // 4 + 1,
        rounds=13 * chosen.decks,
        hand=(),
        cells=tuple(at for x, y, _ in lying for at in (x, y)),
        faces="".join(token for *_, token in lying),
        sheet=((0, 0, 0, 0),) * (len(lying) // 4),
        past=(),
        last=None,
    )
    state = game.imagine(view, Random(1))
    for seat, token in wanted.items():
        _give(state, seat, token, wanted)
    return state


def _give(state: State, seat: Seat, token: str, wanted: dict[Seat, str]) -> None:
    """Swap hidden cards so that a seat holds a card."""
    hands = [list(game.view(state, s).hand) for s in range(4)]
    if token in hands[seat]:
        return
    holder = next(s for s in range(4) if token in hands[s] and wanted.get(s) != token)
    other = next(held for held in hands[seat] if held not in wanted.values())
    change = (1 << 3 * NUMBER[token]) - (1 << 3 * NUMBER[other])
    state.hands[seat] += change
    state.hands[holder] -= change


def paid(
    old: dict[tuple[int, int], str], turns: dict[Seat, Turn], **options: Any
) -> list[tuple[Seat, str, int]]:
    """Play a round: the named seats place these cards, the others far away; list owner, category,
    points.
    """
    state = position(old, {seat: turn[0] for seat, turn in turns.items()}, **options)
    kept = {card(text) for text, _, _ in turns.values()}
    for seat in range(4):
        if seat in turns:
            text, x, y = turns[seat]
            make(game, state, seat, place_move(card(text), x, y))
        else:
            aside = next(token for token in game.view(state, seat).hand if token not in kept)
            far = max(xy_of(cell) for cell in state.frontier)
            make(game, state, seat, place_move(aside, *far))
    won = [(w.owner, w.category, w.points) for w in state.last.combinations]
    points = [sum(p for seat, _, p in won if seat == s) for s in range(4)]
    assert state.last.points == tuple(points)
    return sorted(won, key=lambda w: (w[0], -w[2]))


def row(text: str, x: int = 0, y: int = 0) -> dict[tuple[int, int], str]:
    """Lay cards from left to right; a dot is a gap."""
    return {(x + i, y): word for i, word in enumerate(text.split()) if word != "."}


def column(text: str, x: int = 0, y: int = 0) -> dict[tuple[int, int], str]:
    """Lay cards from below upwards."""
    return {(x, y + i): word for i, word in enumerate(text.split()) if word != "."}


def category(text: str, **options: Any) -> str:
    """Judge four cards in a line."""
    rules = line_rules(Options(**options))
    return judge(tuple(NUMBER[card(word)] for word in text.split()), rules).category


def play_on(state: State, rng: Random) -> State:
    """Play random moves to the end."""
    while acting := game.to_act(state):
        moves = game.legal(state, acting[0])
        make(game, state, acting[0], moves[rng.randrange(len(moves))])
    return state


def refusal(state: State, seat: Seat, move: str) -> IllegalMoveError:
    """Try a move that must be refused and must change nothing."""
    before = [game.view(state, viewer) for viewer in range(state.seats)]
    frontier = set(state.frontier)
    with pytest.raises(IllegalMoveError) as caught:
        make(game, state, seat, move)
    assert [game.view(state, viewer) for viewer in range(state.seats)] == before
    assert state.frontier == frontier
    assert move not in game.legal(state, seat)
    return caught.value


# --- set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats, decks, each",
    [(2, 1, 26), (3, 1, 17), (4, 1, 13), (5, 1, 10), (10, 1, 5), (10, 4, 20), (2, 4, 104)],
)
def test_everybody_gets_an_equal_share_and_the_rest_is_put_away(
    seats: int, decks: int, each: int
) -> None:
    """G-R1."""
    state = begin(game, Options(decks=decks), seats, SeededDecks(1))
    views = [game.view(state, seat) for seat in range(seats)]
    assert [len(view.hand) for view in views] == [each] * seats
    assert {view.rounds for view in views} == {each}


def test_cards_are_dealt_one_by_one_from_the_dealer_on() -> None:
    """G-R2."""
    state = begin(game, Options(), 4, Scripted(["2s", "3s", "As", "4s"], DECK_52))
    assert game.view(state, 0).dealer == 2
    assert set(game.view(state, 2).hand) == set(DECK_52[0::4])
    assert set(game.view(state, 3).hand) == set(DECK_52[1::4])
    assert set(game.view(state, 0).hand) == set(DECK_52[2::4])


def test_seats_tied_for_the_highest_card_draw_again_in_seat_order() -> None:
    """G-R2."""
    draw = cards("K♠ 2♠ K♥ K♦  5♠ 5♥ 4♠  9♠ J♥")
    assert game.view(begin(game, Options(), 4, Scripted(draw)), None).dealer == 2


def test_when_the_draw_uses_the_deck_up_the_first_of_the_tied_seats_deals() -> None:
    """G-R2."""
    pairs = sorted(DECK_52, key=lambda token: token[0])
    assert game.view(begin(game, Options(), 2, Scripted(pairs)), None).dealer == 0


def test_the_dealer_is_drawn_from_a_single_deck_however_many_are_in_play() -> None:
    """G-R2."""
    asked: list[int] = []

    def decks(deck: Sequence[str], /) -> Sequence[str]:
        asked.append(len(deck))
        return deck

    begin(game, Options(decks=3), 4, decks)
    assert asked == [52, 156]


def test_the_dealer_begins_every_round_and_the_others_follow_clockwise() -> None:
    """G-R3."""
    state = dealt(*["2♠ 3♠", "4♠ 5♠", "6♠ 7♠", "8♠ 9♠"], dealer=2)
    rng = Random(1)
    acted = []
    for _ in range(8):
        (seat,) = game.to_act(state)
        acted.append(seat)
        make(game, state, seat, rng.choice(game.legal(state, seat)))
    assert acted == [2, 3, 0, 1, 2, 3, 0, 1]


def test_the_first_card_lies_open_in_the_middle_and_all_others_face_down() -> None:
    """G-R4."""
    state = dealt("5♣", "5♥", "2♥", "K♣")
    assert set(game.legal(state, 0)) == {
        place_move(token, 0, 0) for token in game.view(state, 0).hand
    }
    make(game, state, 0, "place 5c 0 0")
    make(game, state, 1, "place 5h 1 0")
    assert game.view(state, 2).grid == ((0, 0, "5c"), (1, 0, HIDDEN))
    assert game.view(state, None).grid == ((0, 0, "5c"), (1, 0, HIDDEN))
    assert game.view(state, 1).grid == ((0, 0, "5c"), (1, 0, "5h"))
    make(game, state, 2, "place 2h 1 -1")
    make(game, state, 3, "place Kc 0 1")
    assert game.view(state, None).grid == ((0, 0, "5c"), (1, 0, "5h"), (1, -1, "2h"), (0, 1, "Kc"))


def test_the_dealers_later_cards_go_face_down_too() -> None:
    """G-R4."""
    state = dealt("5♣ 5♦", "5♥ 5♠", "2♥ 9♥", "K♣ Q♥")
    for seat, move in enumerate(("5c 0 0", "5h 1 0", "2h 1 -1", "Kc 0 1")):
        make(game, state, seat, f"place {move}")
    events = make(game, state, 0, "place 5d 2 0")
    assert game.view(state, 1).grid[-1] == (2, 0, HIDDEN)
    assert events[0].seen_by(1).data == {"move": "place ? 2 0"}


# --- placing and secrets -----------------------------------------------------------------------


def test_a_card_touches_a_lying_card_with_a_full_side() -> None:
    """G-R5: not with a corner; a card that is still face down counts."""
    state = dealt("5♣", "5♥", "2♥", "K♣")
    make(game, state, 0, "place 5c 0 0")
    assert set(open_cells(game.view(state, 1))) == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    assert "place 5h 1 1" not in game.legal(state, 1)
    make(game, state, 1, "place 5h 1 0")
    assert "place 2h 2 0" in game.legal(state, 2)
    assert "place 2h 1 0" not in game.legal(state, 2)


def test_every_refusal_names_its_paragraph_and_changes_nothing() -> None:
    """G-R3, G-R4, G-R5."""
    state = dealt("5♣", "5♥", "2♥", "K♣")
    assert str(refusal(state, 0, "place 5c 1 0")) == "the first card goes to 0 0 (G-R4)"
    assert str(refusal(state, 1, "place 5h 0 0")) == "it is not your turn (G-R3)"
    make(game, state, 0, "place 5c 0 0")
    assert str(refusal(state, 1, "place 5h 0 0")) == "a card already lies at 0 0 (G-R5)"
    assert str(refusal(state, 1, "place 5h 1 1")) == "1 1 touches no card (G-R5)"
    assert str(refusal(state, 1, "place Kc 1 0")) == "you do not hold Kc (G-R3)"
    for nonsense in ("place 5h 1", "place 5h 01 0", "place ? 1 0", "pass", "place 5h +1 0"):
        assert refusal(state, 1, nonsense).rule == "G-R5"


def test_no_cell_is_mistaken_for_one_far_away() -> None:
    """G-R6: the grid is unbounded, a coordinate of the text is not."""
    state = dealt("5♣", "5♥", "2♥", "K♣")
    make(game, state, 0, "place 5c 0 0")
    assert refusal(state, 1, "place 5h -999 1").rule == "G-R5"
    assert refusal(state, 1, "place 5h 4096 0").rule == "G-R5"
    assert len({cell_of(x, y) for x in range(-3, 4) for y in range(-3, 4)}) == 49


def test_after_the_last_card_nobody_may_move() -> None:
    """G-R7."""
    state = play_on(begin(game, Options(), 4, SeededDecks(3)), Random(3))
    assert game.to_act(state) == ()
    assert game.legal(state, 0) == ()
    assert refusal(state, 0, "place 5h 9 9").rule == "G-R7"


def test_a_face_down_card_is_known_to_nobody_but_its_placer() -> None:
    """G-R6: neither in views nor in events, nor for spectators."""
    state = dealt("5♣", "5♥", "2♥", "K♣")
    make(game, state, 0, "place 5c 0 0")
    (moved,) = make(game, state, 1, "place 5h 1 0")
    assert moved.seen_by(1).data == {"move": "place 5h 1 0"}
    for viewer in (None, 0, 2, 3):
        assert "5h" not in str(moved.seen_by(viewer))
        assert "5h" not in str(game.view(state, viewer))
    mine = lying(game.view(state, 1))[1]
    assert mine == (1, 0, "5h", 1, 1, False)


def test_what_a_seat_may_know_is_all_that_an_imagined_match_keeps() -> None:
    """G-R6: the contract of imagine, for every seat, spectators and every kind of match."""
    rng = Random(7)
    for options, seats in (
        (Options(), 4),
        (Options(decks=2, deals=2), 3),
        (Options(placement_on_hidden="only_next_to_open", round_starter="rotate"), 4),
    ):
        state = begin(game, options, seats, SeededDecks(5))
        while acting := game.to_act(state):
            for viewer in (None, *range(seats)):
                view = game.view(state, viewer)
                imagined = game.imagine(view, rng)
                assert game.view(imagined, viewer) == view
                assert imagined.frontier == state.frontier
            moves = game.legal(state, acting[0])
            make(game, state, acting[0], moves[rng.randrange(len(moves))])
        imagined = game.imagine(game.view(state, 0), rng)
        assert game.view(imagined, 0) == game.view(state, 0)


def test_an_imagined_match_can_be_played_to_its_end() -> None:
    """G-R7."""
    state = begin(game, Options(deals=2), 3, SeededDecks(5))
    make(game, state, *_first(state))
    done = play_on(game.imagine(game.view(state, 1), Random(1)), Random(2))
    assert game.result(done) is not None


def _first(state: State) -> tuple[Seat, str]:
    (seat,) = game.to_act(state)
    return seat, game.legal(state, seat)[0]


def test_a_view_survives_the_wire() -> None:
    state = play_on(begin(game, Options(decks=2, deals=2), 5, SeededDecks(2)), Random(2))
    view = game.view(state, 3)
    sent = encode(Updated(1, plain_view(view), [], 0))
    got = decode_from_host(sent)
    assert isinstance(got, Updated)
    assert parse_view(game, view.options, got.view) == view


# --- the moves as a sequence -------------------------------------------------------------------


def test_placements_are_a_sequence_of_unique_moves_that_writes_them_when_asked() -> None:
    moves = Placements(("As", "Kd"), {cell_of(1, 0), cell_of(-1, 0)})
    texts = ["place As -1 0", "place As 1 0", "place Kd -1 0", "place Kd 1 0"]
    assert list(moves) == texts
    assert [moves[i] for i in range(4)] == texts
    assert moves[-1] == texts[-1]
    assert moves[1:3] == tuple(texts[1:3])
    assert len(moves) == 4
    assert all(text in moves for text in texts)
    assert "place Qd 1 0" not in moves
    anything: Sequence[object] = moves
    assert 7 not in anything
    with pytest.raises(IndexError):
        moves[4]


def test_placements_are_equal_to_the_same_moves() -> None:
    moves = Placements(("As",), {cell_of(0, 0)})
    assert moves == Placements(("As",), {cell_of(0, 0)})
    assert moves == ("place As 0 0",)
    assert moves != ("place As 0 1",)
    assert moves != "place As 0 0"
    assert hash(moves) == hash(("place As 0 0",))


def test_placements_stay_as_they_were_when_the_match_goes_on() -> None:
    state = dealt("5♣", "5♥", "2♥", "K♣")
    moves = game.legal(state, 0)
    before = tuple(moves)
    make(game, state, 0, "place 5c 0 0")
    assert tuple(moves) == before


def test_identical_cards_of_several_decks_are_one_move() -> None:
    """G-R16: two equal tokens in a hand."""
    state = begin(game, Options(decks=2), 2, Scripted(["As", "2s"], ["5h", "9c", "5h", "9c"]))
    assert game.view(state, 0).hand.count("5h") == 2
    moves = list(game.legal(state, 0))
    assert len(moves) == len(set(moves))
    make(game, state, 0, "place 5h 0 0")
    assert game.view(state, 0).hand.count("5h") == 1


def test_reading_a_move_is_the_inverse_of_writing_it() -> None:
    assert parse_place(place_move("Th", -12, 7)) == ("Th", -12, 7)
    assert parse_place("place Th -0 7") is None


# --- categories --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, expected",
    [
        ("A♠ K♠ Q♠ J♠", "royal flush"),
        ("J♠ Q♠ K♠ A♠", "royal flush"),
        ("K♠ A♠ Q♠ J♠", "flush"),
        ("K♦ Q♦ J♦ 10♦", "straight flush"),
        ("5♣ 5♥ 5♦ 5♠", "four of a kind"),
        ("2♥ 9♥ K♥ 4♥", "flush"),
        ("7♦ 8♥ 9♠ 10♣", "straight"),
        ("10♣ 9♠ 8♥ 7♦", "straight"),
        ("Q♠ 10♥ J♦ 9♣", ""),
        ("Q♠ 10♠ J♠ 9♠", "flush"),
        ("3♣ 5♦ 9♥ K♠", ""),
        ("4♠ 3♥ 2♦ A♣", "straight"),
        ("A♥ 2♥ 3♥ 4♥", "straight flush"),
        ("K♠ A♥ 2♦ 3♣", ""),
        ("K♠ A♠ 2♠ 3♠", "flush"),
        ("2♠ 2♥ 3♦ 4♣", ""),
    ],
)
def test_a_line_is_worth_its_best_category(line: str, expected: str) -> None:
    """G-R10 to G-R14."""
    assert category(line) == expected


def test_every_category_has_its_points() -> None:
    """G-R10."""
    assert list(POINTS.values()) == [5, 4, 3, 2, 1, 0]


def test_four_identical_cards_are_four_of_a_kind_only() -> None:
    """G-R16."""
    assert category("5♠ 5♠ 5♠ 5♠") == "four of a kind"


def test_house_rule_ace_low_off_keeps_the_ace_high() -> None:
    """G-R14."""
    assert category("4♥ 3♥ 2♥ A♥", ace_low="off") == "flush"
    assert category("4♥ 3♥ 2♥ A♠", ace_low="off") == ""
    assert category("J♥ Q♥ K♥ A♥", ace_low="off") == "royal flush"


def test_house_rule_straight_order_lets_ranks_stand_in_any_order() -> None:
    """G-R12."""
    free: dict[str, Any] = {"straight_order": "any_order"}
    assert category("Q♠ 10♥ J♦ 9♣", **free) == "straight"
    assert category("K♠ A♠ J♠ Q♠", **free) == "royal flush"
    assert category("2♠ A♠ 4♠ 3♠", **free) == "straight flush"
    assert category("Q♠ Q♥ J♦ 10♣", **free) == ""
    assert category("Q♠ 9♥ J♦ 8♣", **free) == ""


def test_house_rule_straight_step_lets_ranks_rise_by_any_steps() -> None:
    """G-R13: strictly rising or falling along the line; suited it is a straight flush."""
    steps: dict[str, Any] = {"straight_step": "any_increasing"}
    assert category("3♣ 5♦ 9♥ K♠", **steps) == "straight"
    assert category("K♣ 9♦ 5♥ 3♠", **steps) == "straight"
    assert category("3♣ 5♣ 9♣ K♣", **steps) == "straight flush"
    assert category("5♣ 3♦ 9♥ K♠", **steps) == ""
    assert category("3♣ 3♦ 9♥ K♠", **steps) == ""
    assert category("A♣ 3♦ 9♥ K♠", **steps) == "straight"
    assert category("A♣ 3♦ 9♥ A♠", **steps) == ""
    assert category("J♣ Q♣ K♣ A♣", **steps) == "royal flush"
    assert category("10♣ Q♣ K♣ A♣", **steps) == "straight flush"
    assert category("A♣ 3♦ 9♥ K♠", ace_low="off", **steps) == ""


def test_house_rules_any_order_and_any_steps_together_make_any_four_ranks_a_straight() -> None:
    """G-R12, G-R13: if both readings of the ace are possible, it is high."""
    both: dict[str, Any] = {"straight_order": "any_order", "straight_step": "any_increasing"}
    assert category("9♣ 3♦ A♥ K♠", **both) == "straight"
    assert category("9♣ 9♦ A♥ K♠", **both) == ""
    rules = line_rules(Options(**both))
    assert not judge(tuple(NUMBER[token] for token in ("9c", "3c", "Ac", "Kc")), rules).low


@pytest.mark.parametrize(
    "known, rules, expected",
    [
        ("A♠ . . J♠", LineRules(), "royal flush"),
        ("10♠ . . K♠", LineRules(), "straight flush"),
        ("10♠ . . A♠", LineRules(), "flush"),
        ("10♠ . . K♥", LineRules(), "straight"),
        ("10♠ . . 10♥", LineRules(), "four of a kind"),
        ("10♠ . . 4♥", LineRules(), ""),
        (". 2♠ . 4♥", LineRules(), "straight"),
        (". 2♠ . 4♥", LineRules(ace_low=False), ""),
        ("4♥ . 9♠ .", LineRules(one=False), "straight"),
        ("4♥ . 5♠ .", LineRules(one=False), ""),
        (". 2♥ . 5♠", LineRules(one=False, ace_low=False), ""),
        (". 2♥ . 5♠", LineRules(one=False), "straight"),
        ("9♥ 4♥ . .", LineRules(spatial=False, one=False), "straight flush"),
        ("9♥ 4♠ . .", LineRules(spatial=False), ""),
        ("9♥ 6♠ . .", LineRules(spatial=False), "straight"),
    ],
)
def test_a_window_with_free_cells_is_judged_by_what_it_may_become(
    known: str, rules: LineRules, expected: str
) -> None:
    """G-R11."""
    numbers = tuple(FREE if word == "." else NUMBER[card(word)] for word in known.split())
    assert judge(numbers, rules).category == expected


# --- the worked windows of the rule book --------------------------------------------------------


def test_worked_window_1_pays_the_second_round_of_the_example() -> None:
    """G-R8, G-R17, G-R18."""
    state = dealt("5♣ 5♦", "5♥ 5♠", "2♥ 9♥", "K♣ Q♥")
    for seat, move in enumerate(("5c 0 0", "5h 1 0", "2h 1 -1", "Kc 0 1")):
        events = make(game, state, seat, f"place {move}")
    assert [event.kind for event in events] == ["moved", "opened", "round"]
    assert events[-1].data == {"round": 1, "points": [0, 0, 0, 0], "totals": [0, 0, 0, 0]}
    for seat, move in enumerate(("5d 2 0", "5s 3 0", "9h 1 1")):
        make(game, state, seat, f"place {move}")
    assert "place Qh 1 2" in game.legal(state, D)
    events = make(game, state, D, "place Qh 1 2")
    assert [event.kind for event in events] == ["moved", "opened", "window", "window", "round"]
    assert events[1].data["cards"] == [
        [2, 0, "5d", A],
        [3, 0, "5s", B],
        [1, 1, "9h", C],
        [1, 2, "Qh", D],
    ]
    assert events[2].seat == D
    assert events[2].data == {"paid": [1, -1, False, "2h5h9hQh", D, 2]}
    assert (events[3].seat, Combination(*events[3].data["paid"]).category) == (B, "four of a kind")
    assert events[4].data == {"round": 2, "points": [0, 3, 0, 2], "totals": [0, 3, 0, 2]}
    last = game.view(state, None).last
    assert last.combinations[0].cells == ((1, -1), (1, 0), (1, 1), (1, 2))
    assert last.combinations[1].cells == ((0, 0), (1, 0), (2, 0), (3, 0))


def test_worked_window_2_a_fifth_card_of_a_suit_makes_one_new_flush() -> None:
    """G-R9, G-R15."""
    assert paid(row("2♠ 7♠ J♠ 4♠"), {B: ("9♠", 4, 0)}) == [(B, "flush", 2)]


def test_worked_window_3_closing_a_gap_pays_four_windows() -> None:
    """G-R15, G-R20."""
    old = row("2♥ 9♥ 5♥ . J♥ 7♥ 3♥")
    assert paid(old, {D: ("K♥", 3, 0)}) == [(D, "flush", 2)] * 4


def test_worked_window_4_a_crossing_pays_in_both_lines() -> None:
    """G-R15."""
    old = row("7♦ 8♥ 9♠") | column("2♣ 6♣ K♣", x=3, y=-3)
    assert paid(old, {C: ("10♣", 3, 0)}) == [(C, "flush", 2), (C, "straight", 1)]


def test_worked_window_5_the_highest_card_of_this_round_decides() -> None:
    """G-R18."""
    old = row("9♦ . . A♦")
    assert paid(old, {A: ("J♦", 1, 0), C: ("4♦", 2, 0)}) == [(A, "flush", 2)]


def test_worked_window_6_goes_to_whose_single_new_card_it_is() -> None:
    """G-R9, G-R18."""
    assert paid(row("7♠ . 9♣ 10♦"), {D: ("8♥", 1, 0)}) == [(D, "straight", 1)]


def test_worked_window_7_four_of_a_kind_goes_to_the_last_placed() -> None:
    """G-R17."""
    turns = {A: ("Q♥", 1, 0), B: ("Q♦", 2, 0), D: ("Q♣", 3, 0)}
    assert paid(row("Q♠"), turns) == [(D, "four of a kind", 3)]


def test_worked_window_8_a_longer_royal_is_a_straight_flush() -> None:
    """G-R9, G-R10."""
    assert paid(row("A♠ K♠ Q♠ J♠"), {B: ("10♠", 4, 0)}) == [(B, "straight flush", 4)]


def test_worked_window_9_a_low_ace_counts_one() -> None:
    """G-R19; if the ace is only high, it is a flush and the ace is 14."""
    old = row("4♥ 3♥")
    turns = {B: ("2♥", 2, 0), C: ("A♥", 3, 0)}
    assert paid(old, turns) == [(B, "straight flush", 4)]
    assert paid(old, turns, ace_low="off") == [(C, "flush", 2)]


def test_a_gap_a_bend_or_a_diagonal_makes_no_window() -> None:
    """G-R8."""
    assert paid(row("2♠ 7♠ . J♠"), {B: ("9♠", 4, 0)}) == []
    assert paid(row("2♠ 7♠ J♠"), {B: ("9♠", 2, 1)}) == []
    steps = row("2♠") | row("7♠", 1, 1) | row("J♠", 2, 2) | row("3♦", 3, 2)
    assert paid(steps, {B: ("9♠", 3, 3)}) == []


def test_of_a_flush_the_highest_new_card_wins_though_it_was_placed_first() -> None:
    """G-R18: the order of placing does not matter."""
    assert paid(row("2♠ 7♠"), {A: ("K♠", 2, 0), D: ("9♠", 3, 0)}) == [(A, "flush", 2)]


@pytest.mark.parametrize("tie, winner", [("later", C), ("earlier", B)])
def test_house_rule_multi_deck_tie_says_who_owns_a_line_with_two_equal_highest_cards(
    tie: str, winner: Seat
) -> None:
    """G-R19."""
    old = row("2♠ 7♠")
    turns = {B: ("K♠", 2, 0), C: ("K♠", 3, 0)}
    assert paid(old, turns, decks=2, multi_deck_tie=tie) == [(winner, "flush", 2)]


# --- the match ---------------------------------------------------------------------------------


def test_the_highest_total_wins_and_equal_totals_share_a_place() -> None:
    """G-R7."""
    state = play_on(begin(game, Options(), 4, SeededDecks(11)), Random(11))
    result = game.result(state)
    assert result.totals == tuple(map(sum, zip(*state.sheet, strict=True)))
    firsts = [result.totals[seat] for seat in range(4) if result.places[seat] == 1]
    assert set(firsts) == {max(result.totals)}
    assert len(firsts) == result.totals.count(max(result.totals))


def test_house_rule_round_starter_lets_the_seats_begin_in_turn() -> None:
    """G-R3."""
    state = dealt("2♠", "3♠", "4♠", "5♠", dealer=3, round_starter="rotate")
    rng = Random(1)
    begins = []
    while acting := game.to_act(state):
        if not len(state.order) % 4:
            begins.append(acting[0])
            assert starter(game.view(state, None)) == acting[0]
        make(game, state, acting[0], rng.choice(game.legal(state, acting[0])))
    assert begins[:6] == [3, 0, 1, 2, 3, 0]
    assert [laid.owner for laid in lying(game.view(state, 0))][:6] == [3, 0, 1, 2, 0, 1]


def test_house_rule_placement_on_hidden_keeps_cards_next_to_open_ones() -> None:
    """G-R5: a hidden card is no neighbour before it is turned up."""
    state = dealt("5♣", "5♥", "2♥", "K♣", placement_on_hidden="only_next_to_open")
    make(game, state, 0, "place 5c 0 0")
    make(game, state, 1, "place 5h 1 0")
    refused = refusal(state, 2, "place 2h 2 0")
    assert str(refused) == "2 0 touches only cards that are face down (G-R5)"
    make(game, state, 2, "place 2h 0 1")
    assert open_cells(game.view(state, 3)) == ((0, -1), (-1, 0))
    make(game, state, 3, "place Kc -1 0")
    assert (2, 0) in open_cells(game.view(state, 0))


def test_only_next_to_open_is_refused_at_more_than_four_seats() -> None:
    """G-R5."""
    options = Options(placement_on_hidden="only_next_to_open")
    with pytest.raises(OptionError, match="at most 4 seats"):
        begin(game, options, 5, SeededDecks(1))
    for seats in (2, 3, 4):
        play_on(begin(game, options, seats, SeededDecks(1)), Random(1))


def test_several_deals_move_the_dealer_and_add_up() -> None:
    """G-R7: an empty grid each, rounds counted through, totals kept."""
    state = begin(game, Options(deals=3), 5, SeededDecks(4))
    dealers = [state.dealer]
    lines: list[dict[str, Any]] = []
    rng = Random(4)
    while acting := game.to_act(state):
        moves = game.legal(state, acting[0])
        for event in make(game, state, acting[0], moves[rng.randrange(len(moves))]):
            if event.kind == "round":
                lines.append(dict(event.data))
            if event.kind == "began":
                dealers.append(event.data["dealer"])
                assert game.view(state, 0).grid == ()
                assert game.to_act(state) == (dealers[-1],)
    assert dealers == [(dealers[0] + i) % 5 for i in range(3)]
    assert [line["round"] for line in lines] == list(range(1, 31))
    assert lines[-1]["totals"] == list(state.totals)
    view = game.view(state, None)
    assert len(view.past) == 2
    summed = [sum(column) for column in zip(*view.past, *view.sheet, strict=True)]
    assert summed == list(view.totals)


def test_decks_and_deals_have_the_range_of_the_book() -> None:
    with pytest.raises(OptionError, match=r"decks is one of 1\.\.4"):
        parse_options(Options, {"decks": 5})
    with pytest.raises(OptionError, match=r"deals is one of 1\.\.10"):
        parse_options(Options, {"deals": 0})


def test_a_copy_goes_its_own_way() -> None:
    state = dealt("5♣", "5♥", "2♥", "K♣")
    other = state.copy()
    make(game, other, 0, "place 5c 0 0")
    assert state.order == []
    assert "place 5c 0 0" in game.legal(state, 0)
    assert game.view(state, 0) != game.view(other, 0)


def test_a_record_of_a_match_verifies() -> None:
    players = [Player(name, "bot:easy") for name in ("Ann", "Rook", "Bo")]
    match = DealtMatch(game, Options(decks=2, deals=2), players, SeededDecks(9))
    rng = Random(9)
    while acting := game.to_act(match.state):
        moves = game.legal(match.state, acting[0])
        match.play(acting[0], moves[rng.randrange(len(moves))])
    assert verify({game.NAME: game}, match.text().splitlines()) is None


def test_two_hundred_and_eight_cards_keep_the_frontier_right() -> None:
    """G-R5: kept up to date card by card, it equals a fresh computation."""
    state = begin(game, Options(decks=4), 2, SeededDecks(1))
    rng = Random(1)
    while acting := game.to_act(state):
        moves = game.legal(state, acting[0])
        make(game, state, acting[0], moves[rng.randrange(len(moves))])
        taken = set(state.grid)
        assert not taken & state.frontier
        around = {cell + side for cell in taken for side in SIDES}
        assert state.frontier == around - taken
    assert len(state.grid) == 208


# --- before a card is placed -------------------------------------------------------------------


def test_the_forecast_tells_which_windows_a_card_finishes_and_for_whom() -> None:
    """G-R8, G-R18."""
    state = position(row("2♠ 7♠ J♠"), {A: "9♠"})
    found = forecast(game.view(state, 0)).prospects("9s", 3, 0)
    finished = [prospect for prospect in found if not prospect.missing]
    (flush,) = finished
    assert flush.cells == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert flush.cards == ("2s", "7s", "Js", "9s")
    assert (flush.category, flush.points, flush.owner) == ("flush", 2, 0)


def test_the_forecast_tells_which_windows_a_card_starts() -> None:
    """G-R8: with at least two cards, and none that can no longer score."""
    state = position(row("2♠ K♦"), {A: "9♠"})
    judge_of = forecast(game.view(state, 0))
    assert judge_of.prospects("9s", 2, 0) == ()
    (two,) = [p for p in judge_of.prospects("9s", -1, 0) if p.x == -3]
    assert two.cards == ("", "", "9s", "2s")
    assert (two.missing, two.unknown, two.owner) == (2, 0, None)


def test_the_forecast_does_not_know_hidden_cards_but_knows_its_own() -> None:
    """G-R6."""
    state = position(row("2♠ 7♠"), {A: "J♠", B: "9♠"})
    make(game, state, 0, "place Js 2 0")
    (unsure,) = [
        p for p in forecast(game.view(state, 1)).prospects("9s", 3, 0) if p.x == 0 and p.across
    ]
    assert unsure.cards == ("2s", "7s", HIDDEN, "9s")
    assert (unsure.unknown, unsure.owner) == (1, None)


def test_an_own_hidden_card_counts_in_the_outlook() -> None:
    """G-R18: the card is of this round, and so it may own the window."""
    view = game.view(position(row("2♠ 7♠")), None)
    longer = replace(view, cells=(*view.cells, 2, 0), faces=view.faces + "Ks")
    assert [p.owner for p in forecast(longer).prospects("9s", 3, 0) if not p.missing] == [0]


def test_the_viewer_knows_how_many_begin_the_next_round_before_it() -> None:
    """G-R3."""
    state = dealt("2♠", "3♠", "4♠", "5♠", dealer=1)
    assert next_place(game.view(state, 0)) == 3
    assert next_place(game.view(state, 1)) == 0
    assert next_place(game.view(state, None)) is None
    assert next_place(replace(game.view(state, 0), round=13)) is None


# --- bots --------------------------------------------------------------------------------------


def test_a_bot_takes_the_points_that_lie_there() -> None:
    """G-R18."""
    state = position(row("2♠ 7♠ J♠"), {A: "9♠"})
    parsed = parse_place(bot.choose(game.view(state, 0), "easy", Random(1)))
    assert parsed is not None
    token, *cell = parsed
    assert token[1] == "s"
    assert cell in ([3, 0], [-1, 0])


@pytest.mark.nightly
def test_bots_beat_random_players() -> None:
    """The rule of thumb is worth something: ten matches, two seats each."""
    rng = Random(1)
    won = [0, 0]
    for _ in range(10):
        state = begin(game, Options(), 4, RandomDecks(rng))
        while acting := game.to_act(state):
            seat = acting[0]
            if seat % 2:
                move = bot.choose(game.view(state, seat), "easy", rng)
                assert move in game.legal(state, seat)
            else:
                moves = game.legal(state, seat)
                move = moves[rng.randrange(len(moves))]
            make(game, state, seat, move)
        for seat in range(4):
            won[seat % 2] += state.totals[seat]
    assert won[1] > 5 * won[0]


def test_bots_finish_a_match_of_every_size() -> None:
    rng = Random(2)
    for seats, options in ((2, Options()), (3, Options(deals=2))):
        state = begin(game, options, seats, RandomDecks(rng))
        while acting := game.to_act(state):
            seat = acting[0]
            make(game, state, seat, bot.choose(game.view(state, seat), "easy", rng))
        assert game.result(state) is not None
