"""The board of Joker: hand and moves, pictures of the table and the sheet, and the sentences."""

import re
from dataclasses import replace
from functools import partial
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, strategies as st

from core.game import Event, PlainEvent, Seat
from core.games.joker import rules as game
from core.games.joker.rules import Options, State, View
from core.games.joker.sheet import cards_in, deal_text, deals_of, pulka_of, pulkas
from core.shuffle import SeededDecks
from tests.games.joker.joker_table import play_all, position
from tests.support.dealing import begin, make
from tests.support.pictures import check_picture
from tui.boards import BOARDS, Focus, Scene
from tui.boards.choosing import move_cursor
from tui.boards.contract import paint_table
from tui.boards.model import BoardModel
from tui.boards.panel import painted_outcome
from tui.drawing.canvas import Painting
from tui.drawing.look import Look, look_from
from tui.games.joker.board import dealt
from tui.games.joker.middle import played
from tui.language.text import use_language

joker = BOARDS["joker"]

LOOK = look_from({})
NAMES = ("Anna", "Boris", "Vakhtang", "Zoë Müller-Lüdenscheidt")
TABLES = ((54, 14, "80"), (112, 34, "160"), (60, 10, "60"), (44, 20, "44"))


def scene(state: State, seat: Seat | None = 0, look: Look = LOOK, **more: Any) -> Scene:
    view = game.view(state, seat)
    more.setdefault("focus", Focus())
    return Scene(view=view, names=NAMES, legal=tuple(game.legal(view)), look=look, **more)


def text(painting: Painting) -> str:
    return "\n".join(painting.canvas.lines())


def moves(painting: Painting) -> set[int | str]:
    return {hit.what[1] for hit in painting.hits if hit.what[0] == "move"}


JOKERS = "Xr Kh 9h 7c / Ah Qd Jd 7d / As Kc Xb 8h / Js Jc 7h 6h"


# --- the hand and its moves --------------------------------------------------------------------


def test_the_hand_stands_by_suits_from_the_highest_with_jokers_last() -> None:
    state = position(
        "7c Xb Kh As 9d Ks Xr 6h Td / 7s 8s 9s Ts Js Qs 7h 8h 9h /"
        " 8c 9c Tc Jc Qc Kc Ac 6d 7d / Th Jh Qh Ah 8d Jd Qd Kd Ad"
    )
    view = game.view(state, 0)
    tokens = [piece.token for piece in joker.pieces(view, ())]
    assert tokens == ["As", "Ks", "Kh", "6h", "7c", "Td", "9d", "Xr", "Xb"]


@pytest.mark.parametrize("ascii_only, sign", [("off", "▲"), ("on", "^")])
def test_trumps_are_marked_in_the_hand_and_jokers_are_not(ascii_only: str, sign: str) -> None:
    look = replace(LOOK, ascii=ascii_only == "on")
    state = position("Xr Kh 9h 7c / Ah Qd Jd 7d / As Kc Xb 8h / Js Jc 7h 6h", "8h", bids=())
    drawn = text(joker.paint_hand(scene(state, 0, look, focus=Focus(piece=-1)), 80, 6))
    assert drawn.count(sign) == 2
    no_trumps = position("Xr Kh 9h 7c / Ah Qd Jd 7d / As Kc Xb 8h / Js Jc 7h 6h", "Xb", bids=())
    bare = scene(no_trumps, 0, look, focus=Focus(piece=-1))
    assert sign not in text(joker.paint_hand(bare, 80, 6))


def test_a_dim_card_says_which_paragraph_forbids_it() -> None:
    """J-R15 follow suit, J-R22 the highest of a high joker's suit."""
    state = position("9h Ks 8s / Ah 8h 9s / Kh 7h 9d / Qh Th 6d", "7c", bids=(0, 0, 0, 1))
    play_all(state, ["9h"])
    assert _reasons(state, [], 1) == {"9s": "must follow hearts (J-R15)"}
    state = position("Xr Ks 8s / Ah 8h 9s / Kh 7h 9d / Qh Th 6d", "7c", bids=(0, 0, 0, 1))
    play_all(state, ["Xr high h"])
    assert _reasons(state, [], 1) == {
        "8h": "must play your highest hearts (J-R22)",
        "9s": "must follow hearts (J-R22)",
    }
    view = game.view(state, 2)
    assert {piece.why_not for piece in joker.pieces(view, ())} == {"it is not your turn"}


def _reasons(state: State, plays: list[str], seat: Seat) -> dict[str, str]:
    play_all(state, plays)
    view = game.view(state, seat)
    if seat not in view.to_act:
        return {}
    found = joker.pieces(view, tuple(game.legal(view)))
    return {piece.token: piece.why_not for piece in found if piece.why_not}


def test_reasons_follow_the_language_at_once() -> None:
    state = position("9h Ks 8s / Ah 8h 9s / Kh 7h 9d / Qh Th 6d", "7c", bids=(0, 0, 0, 1))
    play_all(state, ["9h"])
    english = _reasons(state, [], 1)
    use_language("ru")
    assert _reasons(state, [], 1) != english


def test_bids_are_buttons_that_answer_their_own_digit() -> None:
    """J-R12: the dealer's barred bid is no button."""
    state = position("As Ks / Ah Kh / Ad Kd / Ac Kc", "7c", bids=(1, 0, 0))
    view = game.view(state, 3)
    model = BoardModel(joker)
    model.take(view, tuple(game.legal(view)))
    assert [button.label for button in model.buttons] == ["0", "2"]
    assert model.on_buttons
    outcome: Any = move_cursor(model, "digit", 2)
    assert outcome.move == "bid 2"
    assert all("J-R11" in piece.why_not for piece in model.pieces)


def test_trumps_are_named_by_buttons_after_three_cards() -> None:
    """J-R9, J-R10"""
    state = begin(game, Options(deal_set="nines"), 4, SeededDecks(1))
    seat = game.to_act(state)[0]
    view = game.view(state, seat)
    choices = joker.choices(view, tuple(game.legal(view)))
    assert [choice.label for choice in choices] == ["♠", "♥", "♦", "♣", "no trumps"]
    assert len(joker.pieces(view, ())) == 3
    drawn = text(paint_table(joker, scene(state, seat), 112, 34))
    assert joker.question(view) == "Your turn: name the trump suit"
    assert "You have seen 3 cards" in drawn
    assert joker.awaits(view, "Ann") == "Ann names the trump suit"


def test_a_led_joker_is_called_in_a_panel_with_digits_and_clicks() -> None:
    """J-R20"""
    state = position(JOKERS, "8c", bids=(1, 1, 1, 0))
    view = game.view(state, 0)
    found = joker.pieces(view, tuple(game.legal(view)))
    at = next(i for i, piece in enumerate(found) if piece.token == "Xr")
    labels = [joker.label(view, move) for move in found[at].moves]
    assert labels == [
        *("high ♠", "high ♥", "high ♦", "high ♣"),
        *("low ♠", "low ♥", "low ♦", "low ♣"),
    ]
    focus = Focus(piece=at, choosing=found[at].moves, target=5)
    for width, height, _ in TABLES:
        painting = paint_table(joker, scene(state, focus=focus), width, height)
        assert moves(painting) == set(found[at].moves)
        hit = next(h for h in painting.hits if h.what == ("move", "play Xr low h"))
        assert painting.canvas.lines()[hit.y][hit.x + 1] == "6"
        assert painting.canvas.styles[hit.y][hit.x + 3][1] == LOOK.chosen


def test_a_joker_in_reply_is_top_or_bottom_and_leaves_the_trick_in_sight() -> None:
    """J-R17"""
    state = position(JOKERS, "8c", bids=(1, 1, 1, 0))
    play_all(state, ["Kh", "Ah"])
    view = game.view(state, 2)
    found = joker.pieces(view, tuple(game.legal(view)))
    at = next(i for i, piece in enumerate(found) if piece.token == "Xb")
    assert [joker.label(view, move) for move in found[at].moves] == ["top", "bottom"]
    focus = Focus(piece=at, choosing=found[at].moves)
    painting = paint_table(joker, scene(state, 2, focus=focus), 54, 14)
    assert "1 top" in text(painting)
    assert text(painting).count("K♥") == text(painting).count("A♥") == 2, "both corners"
    assert moves(painting) == {"play Xb top", "play Xb bottom"}


@pytest.mark.parametrize(
    "upcard, call, said",
    [
        ("8c", "high h", "all give their highest ♥; a trump beats it"),
        ("8c", "high c", "all give their highest ♣"),
        ("8c", "low h", "any ♥ or trump beats it"),
        ("8c", "low c", "any ♣ beats it"),
        ("Xb", "high h", "all give their highest ♥"),
        ("Xb", "low h", "any ♥ beats it"),
    ],
)
def test_one_reads_what_a_led_joker_would_do(upcard: str, call: str, said: str) -> None:
    """J-R22, J-R23, J-R25 to J-R27."""
    state = position("Xr Kh / Ah Qd / As Kc / Js Jc", upcard, bids=(1, 1, 1, 0))
    view = game.view(state, 0)
    assert joker.meaning(view, f"play Xr {call}") == said
    calls = tuple(move for move in game.legal(view) if move.startswith("play Xr"))
    focus = Focus(piece=1, choosing=calls, target=calls.index(f"play Xr {call}"))
    for width, height, _ in TABLES:
        drawn = text(paint_table(joker, scene(state, focus=focus), width, height))
        assert all(name in drawn for name in ("Anna", "Boris", "Zoë")), "nobody is covered"


def test_where_the_literal_reading_is_played_a_trump_does_not_beat_a_low_joker() -> None:
    """J-R33."""
    options = Options(low_joker_vs_trump="joker")
    view = replace(game.view(position(JOKERS, "8c", bids=(1, 1, 1, 0)), 0), options=options)
    assert joker.meaning(view, "play Xr low h") == "any ♥ beats it"


def test_one_reads_what_a_joker_in_reply_would_do() -> None:
    """J-R17, J-R19."""
    view = game.view(position(JOKERS, "8c", bids=(1, 1, 1, 0)), 0)
    said = "takes the trick, unless another joker tops it"
    assert joker.meaning(view, "play Xb top") == said
    assert joker.meaning(view, "play Xb bottom") == "cannot take this trick"


def test_in_the_panel_of_a_led_joker_the_arrows_go_across_and_down() -> None:
    calls = [f"play Xr {way} {suit}" for way in ("high", "low") for suit in "shcd"]
    steps = [(0, 1, 0), (1, 0, 1), (5, 1, 0), (6, 0, 1), (2, -1, 0), (1, 0, -1)]
    for at, dx, dy in steps:
        assert joker.step(calls, at, dx, dy) == (at + dx + 4 * dy) % 8
    assert joker.step(["play Xb top", "play Xb bottom"], 0, 0, 1) == 1
    assert joker.step(["bid 0", "bid 1", "bid 2"], 2, 0, 1) == 0


def test_a_plain_card_says_what_it_does() -> None:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "8c", bids=(0, 0, 0, 0))
    assert joker.label(game.view(state, 0), "play Ah") == "lead A♥"
    play_all(state, ["Ah"])
    assert joker.label(game.view(state, 1), "play Qh") == "Q♥, following suit"
    play_all(state, ["Qh"])
    assert joker.label(game.view(state, 2), "play 9s") == "9♠, discarded"
    assert joker.label(game.view(state, 2), "play 7c") == "7♣, a trump"


# --- the table ---------------------------------------------------------------------------------


def joker_trick() -> State:
    """A joker led high in spades, and one card from every player except the viewer."""
    state = position(JOKERS, "8c", bids=(1, 1, 1, 0))
    play_all(state, ["Xr high s", "7d", "As"])
    return state


@pytest.mark.parametrize("width, height, name", TABLES)
def test_the_table(width: int, height: int, name: str, renew: bool) -> None:
    painting = paint_table(joker, scene(joker_trick(), 3, away=frozenset([2])), width, height)
    drawn = text(painting)
    assert "joker: high ♠" in drawn
    assert "trump" in drawn
    assert "1 to spare" in drawn
    check_picture(f"joker_table_{name}", painting.canvas, renew=renew)


def test_who_takes_the_trick_as_it_lies_is_said() -> None:
    """J-R25: the high joker of another suit is beaten by a trump."""
    state = position("Xr Kh / Ah 7c / 9s 7d / 8s 7s", "8c", bids=(1, 1, 1, 0))
    play_all(state, ["Xr high h"])
    assert "Anna is ahead" in text(paint_table(joker, scene(state), 54, 14))
    play_all(state, ["Ah", "7d"])
    assert "Anna is ahead" in text(paint_table(joker, scene(state), 54, 14))
    state = position("Xr Kh / 8d 7c / 9s 7d / 8s 7s", "8c", bids=(1, 1, 1, 0))
    play_all(state, ["Xr high h", "7c"])
    assert "Boris is ahead" in text(paint_table(joker, scene(state), 54, 14))


def test_no_bid_is_called_lost_while_the_trick_at_hand_may_still_make_it() -> None:
    state = position("Ah / Kh / 9s / 8s", "8c", bids=(1, 1, 0, 0))
    play_all(state, ["Ah"])
    assert "×" not in text(paint_table(joker, scene(state), 112, 34))
    play_all(state, ["Kh"])
    assert text(paint_table(joker, scene(state), 112, 34)).count("×") == 1, "Boris is beaten"


def test_a_low_joker_that_a_trump_beats_may_get_its_trick_back_by_the_house_rule() -> None:
    """J-R33: low_joker_vs_trump = joker"""
    for value, lost in (("joker", 0), ("trump", 1)):
        chosen = Options(low_joker_vs_trump=value)
        state = position("Xr / 7c / 9s / 8s", "8c", bids=(1, 1, 1, 1), options=chosen)
        play_all(state, ["Xr low h", "7c"])
        assert text(paint_table(joker, scene(state), 112, 34)).count("×") == lost


@pytest.mark.parametrize(
    "bid, said",
    [
        (0, ["no trick: +50", "each trick: +10"]),
        (1, ["exactly 1: +100", "no trick: -200", "else 10 a trick"]),
        (2, ["exactly 2: +200", "no trick: -200"]),
    ],
)
def test_the_mat_says_what_the_chosen_bid_pays(bid: int, said: list[str]) -> None:
    """J-R28"""
    state = position("As Ks / Ah Kh / Ad Kd / Ac Kc", "7c", bids=(0,))
    drawn = text(paint_table(joker, scene(state, 1, focus=Focus(target=bid)), 112, 34))
    assert all(words in drawn for words in said)


def test_after_a_deal_all_hands_can_be_seen() -> None:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "8c", bids=(1, 0, 0, 0))
    play_all(state, ["Ah", "Qh", "9s", "8s", "Kh", "7c", "7d"])
    game.apply(state, game.to_act(state)[0], "play 7s")
    view = game.view(state, 0)
    assert dealt(view) == (("Ah", "Kh"), ("Qh", "7c"), ("9s", "7d"), ("8s", "7s"))
    for size in ((54, 14), (112, 34), (60, 10)):
        drawn = text(paint_table(joker, scene(state, hands=True), *size))
        assert "all hands" in drawn
        assert all(sign in drawn for sign in ("A♥", "K♥", "Q♥", "7♣", "9♠", "7♦", "8♠", "7♠"))


def test_the_trick_stays_until_the_next_lead_and_the_winner_is_marked() -> None:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "8c", bids=(1, 0, 0, 0))
    play_all(state, ["Ah", "Qh", "9s", "8s"])
    painting = paint_table(joker, scene(state), 54, 14)
    drawn = text(painting)
    assert "Anna took it" in drawn
    assert drawn.count("▶") == 2, "the model, and the winner"
    for sign in ("A♥", "Q♥", "9♠", "8♠"):
        assert sign in drawn
    play_all(state, ["Kh"])
    drawn = text(paint_table(joker, scene(state), 54, 14))
    assert "9♠" not in drawn
    assert "K♥" in drawn
    looked = text(paint_table(joker, scene(state, show_last=True), 54, 14))
    assert "9♠" in looked
    assert "Anna took it" in looked


@pytest.mark.parametrize("size", [(54, 14), (112, 34), (44, 20)])
def test_a_stolen_joker_is_named_as_long_as_its_trick_lies_there(size: tuple[int, int]) -> None:
    """J-R19"""
    for second, stolen in (("Xb top", True), ("Xb bottom", False)):
        state = position("Xr 7s / Xb 8s / Ad Kd / 6d 7d", "Ah", bids=(1, 1, 0, 1))
        play_all(state, ["Xr high s", second, "Kd", "7d"])
        assert ("joker stolen!" in text(paint_table(joker, scene(state), *size))) is stolen


@pytest.mark.parametrize("width, height, name", TABLES)
def test_the_draw_for_the_dealer_is_shown_before_the_first_bid(
    width: int, height: int, name: str, renew: bool
) -> None:
    """J-R4"""
    state = begin(game, Options(), 4, SeededDecks(4))
    painting = paint_table(joker, scene(state, game.to_act(state)[0]), width, height)
    marked = next(line for line in painting.canvas.lines() if "A♠" in line)
    assert "◆" in marked
    assert ("deals first" in marked) == (name == "160")
    assert ("First ace deals:" in text(painting)) == (name != "60")
    check_picture(f"joker_draw_{name}", painting.canvas, renew=renew)
    make(game, state, game.to_act(state)[0], "bid 0")
    assert "A♠" not in text(paint_table(joker, scene(state), width, height))


def test_the_forced_dealer_sees_what_he_may_not_bid() -> None:
    """J-R12, J-R13"""
    state = position("As Ks / Ah Kh / Ad Kd / Ac Kc", "7c", bids=(1, 0, 0))
    drawn = text(paint_table(joker, scene(state, 3), 60, 10))
    assert joker.question(game.view(state, 3)) == "Your turn: how many tricks will you take?"
    assert "the dealer may not bid 1" in drawn
    assert "bids would add up to 2" in " ".join(drawn.split())
    assert "(J-R12)" in drawn
    assert "1 for 2 tricks" in drawn
    make(game, state, 3, "bid 2")
    assert "1 too many" in text(paint_table(joker, scene(state, 3), 54, 14))


def test_a_spectator_sees_every_hand_as_backs_and_no_card() -> None:
    state = position("As Ks / Ah Kh / Ad Kd / Ac Kc", "7c", bids=(1, 0, 0, 0))
    assert text(paint_table(joker, scene(state, None), 54, 14)).count("▐▐") == 4
    assert joker.paint_hand(scene(state, None), 54, 4).hits == ()


def finished_deal() -> State:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "8c", bids=(1, 0, 0, 0))
    play_all(state, ["Ah", "Qh", "9s", "8s", "Kh", "7c", "7d"])
    game.apply(state, 3, "play 7s")
    return state


@pytest.mark.parametrize("width, height, name", TABLES)
def test_the_end_of_a_deal(width: int, height: int, name: str, renew: bool) -> None:
    painting = paint_table(joker, scene(finished_deal()), width, height)
    assert "Boris took it" in text(painting)
    check_picture(f"joker_end_{name}", painting.canvas, renew=renew)


def test_the_call_of_a_leading_joker_takes_the_place_of_the_last_trick() -> None:
    state = position(JOKERS, "8c", bids=(1, 1, 1, 0))
    play_all(state, ["Xr high h", "Ah", "8h", "7h"])
    assert game.view(state, 0).to_act == (0,)
    rested = text(paint_table(joker, scene(state), 112, 34))
    assert "8♥" in rested
    focus = Focus(piece=1, choosing=("play Xr high s",))
    assert "8♥" not in text(paint_table(joker, scene(state, focus=focus), 112, 34))


def test_the_end_of_a_pulka_shows_the_premiums() -> None:
    state = finished_deal()
    before = [deal_text((0, 0, 0, 1), (0, 0, 0, 1), (0,) * 4)] * 7
    view = replace(game.view(state, 0), deal=8, sheet=(*before, state.sheet[0]), totals=(800,) * 4)
    painting = painted_outcome(joker, replace(scene(state), view=view), 80, 6)
    assert painting is not None
    drawn = text(painting)
    assert "premium +50" in drawn
    assert "premium -100" in drawn
    assert "800" in drawn


def test_a_khisht_is_named_beside_its_points() -> None:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "8c", bids=(1, 1, 1, 0))
    play_all(state, ["Ah", "Qh", "9s", "8s", "Kh", "7c", "7d"])
    game.apply(state, 3, "play 7s")
    painting = painted_outcome(joker, scene(state), 80, 6)
    (row,) = (line for line in painting.canvas.lines() if "khisht" in line)
    assert "Vakhtang" in row


def test_a_joker_on_the_table_says_in_every_size_what_it_was_called() -> None:
    for size, high, top in (
        ("small", "★♠▲", "★ ▲"),
        ("medium", "▲HIGH", "▲TOP"),
        ("large", "▲HIGH ♠", "▲TOP"),
    ):
        drawn = {
            play: "\n".join(played(LOOK, play, size).lines())
            for play in ("Xr high s", "Xb top", "Xb bottom", "Xr low h")
        }
        assert high in drawn["Xr high s"]
        assert top in drawn["Xb top"]
        assert "▼" in drawn["Xb bottom"]
        assert "▼" in drawn["Xr low h"]


def test_in_ascii_nothing_else_is_drawn() -> None:
    look = look_from({}, ascii_only=True, depth="mono")
    state = joker_trick()
    for width, height, _ in TABLES:
        for paint in (partial(paint_table, joker), joker.paint_hand, joker.paint_sheet):
            shown = scene(state, 3, look=look, focus=Focus(choosing=("play Xb top",)))
            shown = replace(shown, names=("Anna", "Boris", "Vakhtang", "Li"))
            drawn = text(paint(shown, width, height))
            for glyph in "·♠♥♦♣…":  # words, not drawings: they go through tui.language.words
                drawn = drawn.replace(glyph, "")
            assert drawn.isascii(), drawn


def test_cards_fly_and_the_trick_is_gathered_before_the_next_lead() -> None:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "8c", bids=(1, 0, 0, 0))
    play_all(state, ["Ah", "Qh", "9s", "8s"])
    events = tuple(play_all(state, ["Kh"]))

    def at(moment: float) -> str:
        return text(paint_table(joker, scene(state, events=events, moment=moment), 54, 14))

    assert "9♠" in at(0)
    assert "9♠" not in at(0.5)
    assert "K♥" in at(1)
    assert at(0.2) != at(0.3)


@given(st.integers(0, 200), st.integers(0, 200), st.sampled_from([(60, 10), (54, 14), (112, 34)]))
def test_any_position_can_be_drawn_for_anybody(
    seed: int, steps: int, size: tuple[int, int]
) -> None:
    rng = Random(seed)
    state = begin(game, Options(), 4, SeededDecks(seed))
    events: list[Event] = []
    for _ in range(steps):
        seat = game.to_act(state)[0]
        events = make(game, state, seat, rng.choice(list(game.legal(state, seat))))
    seen: Seat | None
    for seen in (None, rng.randrange(4)):
        for show_last in (False, True):
            shown = scene(state, seen, show_last=show_last, events=tuple(events))
            for paint in (partial(paint_table, joker), joker.paint_hand, joker.paint_sheet):
                canvas = paint(shown, *size).canvas
                assert (canvas.width, canvas.height) == size
        assert joker.headline(game.view(state, seen))


# --- the sheet ---------------------------------------------------------------------------------

CLEAN_PULKA = (
    deal_text((3, 2, 2, 1), (3, 2, 3, 1), (0, 0, 1, 0)),
    deal_text((0, 4, 3, 3), (0, 4, 3, 2), (0, 0, 0, 2)),
    deal_text((2, 3, 3, 2), (2, 2, 3, 2), (1, 1, 0, 0)),
    deal_text((5, 1, 2, 2), (5, 0, 2, 2), (0, 0, 0, 1)),
)
"""Example A of the rule book: seat 0 alone is clean (J-R31)."""


def after_pulka(*more: str) -> View:
    view = game.view(begin(game, Options(deal_set="nines"), 4, SeededDecks(3)), 0)
    done = CLEAN_PULKA + more
    dealer = (3 + len(done)) % 4
    totals = (900, -30, 580, 420)
    return replace(view, deal=1 + len(done), dealer=dealer, sheet=done, totals=totals, last_draw=())


def sheet(view: View, width: int, height: int, look: Look = LOOK) -> Painting:
    return joker.paint_sheet(Scene(view, NAMES, (), Focus(), look), width, height)


ROWS_160 = """\
   Anna◆           Boris           Vakhtang        Zoë Müller-Lüd…
9 │3 (200)        │2  150         │2   30  ●      │1  100
9 │-   50         │4 ~250~        │3  200         │3   20  ●●
9 │2  150  ●      │3   20  ●      │3  200         │2  150
9 │5  300         │1 -200         │2  150         │2  150  ●
──┼───────────────┼───────────────┼───────────────┼───────────────
Σ │ P  9.0        │ X -0.3        │ X  5.8        │ X  4.2
  │    9.0        │   -0.3        │    5.8        │    4.2
──┼───────────────┼───────────────┼───────────────┼───────────────
9 │2  150  ●      │2  150         │2  150  ●      │2   30
9 │"""
ROWS_80 = """\
   ▶ A     B     V     Z
Σ P 9.0 X-0.3 X 5.8 X 4.2
    9.0  -0.3   5.8   4.2
9 2 150•2 150 2 150•2  30
9
"""


def test_rows_stand_under_the_names_in_the_middle_of_a_wide_panel() -> None:
    """J-R34, J-R35"""
    view = after_pulka(deal_text((2, 2, 2, 2), (2, 2, 2, 3), (1, 0, 1, 0)))
    wide = text(sheet(view, 158, 44))
    assert dedent(wide).startswith(ROWS_160)
    assert wide.splitlines()[1].index("9") == (158 - 66) // 2
    for height in (8, 12):
        narrow = text(sheet(view, 26, height))
        assert narrow.startswith(ROWS_80)
        assert "\n   ★900   -30   580   420" in narrow


def test_ring_strike_sign_and_cross_are_told_without_colour() -> None:
    """J-R34: example A of the premiums."""
    drawn = text(sheet(after_pulka(), 48, 16))
    assert "(200)" in drawn
    assert "~250~" in drawn
    assert "P  9.0" in drawn
    assert "X -0.3" in drawn
    assert drawn.count("X") == 3
    assert "●●" in drawn
    assert "1 -200" in drawn


@pytest.mark.usefixtures("russian")
def test_in_russian_the_hundreds_of_the_sheet_have_a_comma() -> None:
    """J-R35"""
    drawn = text(sheet(after_pulka(), 48, 16))
    assert "П  9,0" in drawn
    assert "X -0,3" in drawn


def test_a_missed_bid_is_crossed_at_once_and_bids_stand_as_they_are_made() -> None:
    """J-R34"""
    view = after_pulka(deal_text((2, 2, 2, 2), (2, 2, 2, 3), (0, 0, 0, 0)))
    view = replace(view, phase="bid", trump="h", bids=(None, 4, 0, None), to_act=(3,))
    lines = sheet(view, 48, 16).canvas.lines()
    crosses = next(line for line in reversed(lines) if "X" in line)
    assert crosses.count("X") == 1
    bids = next(line for line in lines if "│4" in line and "~" not in line)
    assert "│-" in bids
    assert lines.index(bids) < lines.index(crosses), "the cross waits below the lines to come"


def test_the_sheet_is_ruled_in_advance_as_far_as_there_is_room() -> None:
    whole = sheet(after_pulka(), 48, 44).canvas.lines()
    assert sum(line.startswith(" 9 │") for line in whole) == 16
    assert sum(line.startswith(" Σ │") for line in whole) == 4
    low = sheet(after_pulka(), 48, 16).canvas.lines()
    assert "4.2" in "".join(low), "what is written comes before what is only ruled"


def of_whole_match(deals: int) -> View:
    """A match of four pulkas with `deals` finished deals, each with a bid missed by one seat."""
    options = Options()
    done = []
    for deal in range(1, deals + 1):
        cards = cards_in(options, deal)
        bids, taken = [1, 0, 0, 0], [0, 0, 0, 0]
        taken[deal % 4] = cards
        done.append(deal_text(bids, taken, (0, 0, 0, 0)))
    view = game.view(begin(game, options, 4, SeededDecks(3)), 0)
    last = {"deal": deals + 1, "dealer": (view.dealer + deals) % 4, "last_draw": ()}
    return replace(view, **last, sheet=tuple(done))


@pytest.mark.parametrize("deals", range(24))
def test_every_pulka_stands_beside_the_table_in_a_large_window(deals: int) -> None:
    """At 160x48 there are 27 lines: the current pulka is whole, earlier ones have only sums."""
    view = of_whole_match(deals)
    lines = sheet(view, 48, 27).canvas.lines()
    part = deals_of(view.options, pulka_of(view.options, max(1, deals)))
    written = [line for line in lines if re.match(r" \d │", line)]
    sizes = [str(cards_in(view.options, deal)) for deal in part]
    assert "".join(sizes) in "".join(line[1] for line in written), "each deal of it has its line"
    ended = [line for line in lines if line.startswith(" Σ │") and "." in line]
    assert len(ended) == len([each for each in view.score_sheet().pulkas if each.totals])
    for later in range(pulka_of(view.options, max(1, deals)) + 1, pulkas(view.options) + 1):
        to_come = [str(cards_in(view.options, deal)) for deal in deals_of(view.options, later)]
        in_one = any(" ".join(to_come) in line for line in lines)
        assert in_one or "".join(to_come) in "".join(line[1] for line in written)


@pytest.mark.parametrize(
    "height, ruled, ahead, earlier",
    [(9, False, False, 0), (14, False, True, 0), (27, True, True, 4), (44, True, True, 12)],
)
def test_a_low_sheet_has_fewer_rows_of_other_pulkas_then_no_lines_and_none_to_come(
    height: int, ruled: bool, ahead: bool, earlier: int
) -> None:
    """Of the third pulka all finished deals are shown, and so are the totals."""
    lines = sheet(of_whole_match(14), 48, height).canvas.lines()
    deals = [line for line in lines if re.match(r" \d │", line)]
    empty = [line for line in deals if not any(map(str.isdigit, line[2:]))]
    assert (any("┼" in line for line in lines), bool(empty)) == (ruled, ahead)
    assert len(deals) - len(empty) == earlier + 2
    assert any(line.split("│")[1:] == [*["     0    "] * 3, "     0"] for line in lines)


def test_names_stand_in_the_order_of_the_sheet() -> None:
    """J-R5: the first dealer is written last."""
    first = begin(game, Options(), 4, SeededDecks(4)).first_dealer
    state = begin(game, Options(), 4, SeededDecks(4))
    header = joker.paint_sheet(scene(state), 48, 10).canvas.lines()[0]
    order = [NAMES[(first + 1 + i) % 4][:4] for i in range(4)]
    assert [header.index(name) for name in order] == sorted(header.index(name) for name in order)


# --- words -------------------------------------------------------------------------------------


def said(event: Event, viewer: Seat | None = 0) -> str:
    return joker.sentence(event, NAMES, viewer)


def test_the_headline_names_deal_trump_and_lead() -> None:
    view = game.view(joker_trick(), 3)
    assert joker.headline(view) == "deal 4 of 24 · 4 cards · trump ♣ · joker: high ♠"
    assert joker.title(view) == "deal 4 of 24 · 4 cards", "the table shows the rest"


@pytest.mark.parametrize(
    "event, sentence",
    [
        (PlainEvent("moved", 1, {"move": "bid 3"}), "Boris bids 3 tricks."),
        (PlainEvent("moved", 0, {"move": "bid 1"}), "You bid 1 trick."),
        (PlainEvent("moved", 1, {"move": "bid 0"}), "Boris passes."),
        (PlainEvent("moved", 0, {"move": "bid 0"}), "You pass."),
        (PlainEvent("moved", 1, {"move": "play Ah"}), "Boris plays A♥."),
        (PlainEvent("moved", 0, {"move": "play Ah"}), "You play A♥."),
        (
            PlainEvent("moved", 1, {"move": "play Xr high s"}),
            "Boris plays the red joker, high ♠.",
        ),
        (PlainEvent("moved", 0, {"move": "play Xb bottom"}), "You play the black joker, bottom."),
        (PlainEvent("moved", 1, {"move": "trump h"}), ""),
        (PlainEvent("trump", 1, {"trump": "h"}), "Boris makes ♥ trumps."),
        (PlainEvent("trump", 0, {"trump": "s"}), "You make ♠ trumps."),
        (PlainEvent("trump", 1, {"trump": "none"}), "Boris calls no trumps."),
        (PlainEvent("trump", 0, {"trump": "none"}), "You call no trumps."),
        (PlainEvent("trick", 1, {"leader": 0, "cards": []}), "Boris takes the trick."),
        (PlainEvent("trick", 0, {"leader": 0, "cards": []}), "You take the trick."),
        (
            PlainEvent(
                "deal", None, {"deal": 3, "points": [50, -200, 0, 10], "totals": [1, 2, 3, 4]}
            ),
            "You score 50, total 1; Boris scores -200 for a khisht, total 2; "
            "Vakhtang scores 0, total 3; Zoë Müller-Lüdenscheidt scores 10, total 4.",
        ),
        (
            PlainEvent("premium", None, {"premium": [200, -250, 0, 0], "totals": []}),
            "The pulka is over: Anna made every bid: a premium of 200 (J-R31); "
            "Boris loses the best box, 250.",
        ),
        (
            PlainEvent("premium", None, {"premium": [0, 0, 0, 0], "totals": []}),
            "The pulka is over: the premiums change nothing.",
        ),
        (
            PlainEvent("began", None, {"deal": 2, "cards": 2, "dealer": 1, "upcard": "9h"}),
            "Deal 2. 2 cards each. Boris deals. 9♥ is turned up: ♥ are trumps.",
        ),
        (
            PlainEvent("began", None, {"deal": 1, "cards": 1, "dealer": 0, "upcard": "Xr"}),
            "Deal 1. 1 card each. You deal. A joker is turned up: it has no suit.",
        ),
        (
            PlainEvent("began", None, {"deal": 9, "cards": 9, "dealer": 0, "upcard": ""}),
            "Deal 9. 9 cards each. You deal. Boris names the trump suit.",
        ),
        (
            PlainEvent("began", None, {"deal": 9, "cards": 9, "dealer": 3, "upcard": ""}),
            "Deal 9. 9 cards each. Zoë Müller-Lüdenscheidt deals. You name the trump suit.",
        ),
        (PlainEvent("shown"), ""),
    ],
)
def test_every_event_is_one_sentence(event: Event, sentence: str) -> None:
    assert said(event) == sentence
    use_language("ru")
    russian = said(event)
    assert bool(russian) == bool(sentence)
    assert russian != sentence or not sentence


def test_every_event_of_a_match_is_said_in_both_languages(spoken: str) -> None:
    state = begin(game, Options(), 4, SeededDecks(8))
    rng = Random(8)
    silent = set()
    while game.to_act(state):
        seat = game.to_act(state)[0]
        for event in make(game, state, seat, rng.choice(list(game.legal(state, seat)))):
            words = said(event)
            if not words:
                silent.add((event.kind, str(event.data.get("move", ""))[:5]))
            assert "{" not in words
    assert silent <= {("moved", "trump")}
