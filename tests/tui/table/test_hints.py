"""Hints: worded in both languages, shown at the table with the cursor on the move."""

import ast
from dataclasses import replace
from typing import Any

import pytest

from core.advice import Number, Numbers, can_advise
from core.bots import BOTS
from core.games import GAMES
from core.pieces import DECK_52, JOKERS, NUMBER
from net.client.events import TimeChanged
from tests.support import texts
from tests.support.game_facts import seats_of
from tests.support.matches import Case, daily, samples, some_positions
from tests.support.screens import my_turn, opened, read, seen, until
from tui.app import KozyrApp
from tui.boards import BOARDS
from tui.language.text import catalogue, use_language
from tui.language.words import piece_name, use_words
from tui.start import StartSolo
from tui.table.adviser import Adviser
from tui.table.hints import (
    Hint,
    find_hint,
    find_numbers,
    lead_said,
    move_text,
    numbers_line,
    numbers_text,
    reason_text,
    weighed,
)

RULES = texts.ROOT / "core" / "games"
CARDS_AND_TILES = {*DECK_52, *JOKERS, *NUMBER}


def templates() -> set[str]:
    """Every reason: the first argument of because(), or a constant that stands for it."""
    found = set()
    for path in RULES.glob("*/advice.py"):
        tree = ast.parse(path.read_text("utf-8"))
        constants = {
            node.target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "because"
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(first.value)
                elif isinstance(first, ast.Name) and first.id in constants:
                    found.add(constants[first.id])
    return found


def test_every_reason_is_translated() -> None:
    russian = catalogue("ru")
    assert len(templates()) > 60
    assert not [template for template in templates() if template not in russian]


def test_counts_get_their_noun_and_cards_their_names() -> None:
    assert reason_text("{tricks}, {points}", {"tricks": 1, "points": 2}) == "1 trick, 2 points"
    assert reason_text("{cards} in {suit}", {"cards": "Ah Ts", "suit": "hearts"}) == (
        "A♥, 10♠ in hearts"
    )
    assert reason_text("{tiles}", {"tiles": "6-4 1-1"}) == "6-4, 1-1"


@pytest.mark.usefixtures("russian")
def test_counts_are_declined_in_russian() -> None:
    said = [reason_text("You need {tricks} more, and nobody can beat {card}.",
                        {"tricks": n, "card": "Ah"}) for n in (1, 2, 5)]  # fmt: skip
    assert [text.split(",")[0] for text in said] == [
        "Надо взять ещё 1 взятку",
        "Надо взять ещё 2 взятки",
        "Надо взять ещё 5 взяток",
    ]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the playouts short where only the words matter."""
    monkeypatch.setattr("core.advice.PLAYOUTS", 40)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", list(filter(can_advise, GAMES)))
@pytest.mark.parametrize("code", daily(["en", "ru"], "ru"))
def test_hints_have_no_gaps(name: str, code: str) -> None:
    use_language(code)
    game = GAMES[name]
    case = Case(game, game.Options(), seats_of(name, "short"), name)
    for match in some_positions(case, seed=2, wanted=samples(2)):
        for seat in game.to_act(match.state):
            view = game.view(match.state, seat)
            hint = find_hint(name, view)
            assert hint.move in game.legal(match.state, seat)
            assert "{" not in hint.text
            said = move_text(name, view, hint.move)
            assert said
            pieces = BOARDS[name].pieces(view, game.legal(match.state, seat))
            for piece in pieces:
                if hint.move in piece.moves and piece.token in CARDS_AND_TILES:
                    assert piece_name(piece.token) in said, f"{said!r} does not name {piece.token}"
                    break


# --- at the table ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", daily(["h", "р", "f7", "H", "Р", "ჰ"], "ჰ"))
async def test_a_hint_stands_over_the_hand_with_the_cursor_on_the_move(key: str) -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        expected = find_hint("kozel", table.model.match.shown.view)
        await pilot.press(key)
        await until(pilot, lambda: table.model.match.hint == expected)
        await seen(pilot, expected.text[:40])
        await seen(pilot, "Hint: ")
        turn = table.model.board
        if turn.on_buttons:
            assert turn.buttons[turn.focus.target].move == expected.move
        else:
            assert turn.piece.moves == (expected.move,)
        await pilot.press(key)
        await until(pilot, lambda: not table.model.match.seeking)
        said = [line for line in table.session.log.lines if line.say().startswith("Hint: ")]
        assert len(said) == 1, "asked for twice, written down once"
        await pilot.press("enter")
        await until(pilot, lambda: table.model.match.hint is None)


async def test_a_bid_is_advised_with_the_cursor_on_its_button() -> None:
    async with opened(StartSolo("joker", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("h")
        await until(pilot, lambda: table.model.match.hint)
        assert table.model.board.on_buttons
        assert "  0 " in read(pilot)


class Fickle(Adviser):
    """Fickle advises another move each time, always at first glance."""

    looks = 0

    def _hint(self, game: str, view: Any, seconds: float | None) -> Hint:
        moves = GAMES[game].legal(view)
        self.looks += 1
        return Hint(moves[self.looks % len(moves)], "", {}, rough=True)


async def test_enter_plays_what_an_adviser_says_at_last_however_often_it_changes_its_mind() -> None:
    async with opened(StartSolo("joker", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        fickle = table.driver.adviser = Fickle(apart=False)
        await pilot.press("h")
        await until(pilot, lambda: fickle.looks == 2 and not table.model.match.seeking)
        before = table.session.client.seq
        await pilot.press("enter")
        await until(pilot, lambda: table.session.client.seq > before)


LONG = Hint(
    "bid 5",
    "{cards} may not hold against trumps and jokers: {bid} is the safer bid.",
    {"cards": "Xr As Ks Qs Js Ts 9s", "bid": 5},
)


@pytest.mark.parametrize(
    "size",
    [
        (60, 20),
        pytest.param((80, 24), marks=pytest.mark.nightly),
        pytest.param((160, 48), marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize("code", ["en", "ru"])
async def test_a_long_reason_over_buttons_can_be_read_whole(
    size: tuple[int, int], code: str
) -> None:
    use_language(code)
    async with opened(StartSolo("joker", 4, "easy", {}, 3), size, language=code) as pilot:
        table = await my_turn(pilot)
        table.model.match.hint = LONG
        table.driver.receive(TimeChanged(None))
        await seen(pilot, LONG.text.split()[-1])
        said = " ".join(read(pilot).split())
        assert LONG.text in said or size[0] == 160  # there the log stands beside the words
        assert table.query_one("#prompt").size.height == 2 + (size[0] < 160)
        assert "  0 " in read(pilot)
        table.model.match.hint = None
        table.driver.receive(TimeChanged(None))
        await until(pilot, lambda: table.query_one("#prompt").size.height == 2)


async def test_a_hint_speaks_another_language_as_soon_as_the_player_does() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("h")
        await until(pilot, lambda: table.model.match.hint)
        assert isinstance(pilot.app, KozyrApp)
        await pilot.app.change_settings(language="ru")
        await seen(pilot, table.model.match.hint.text[:40])
        await seen(pilot, "Подсказка")
        assert "Hint" not in read(pilot)


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    "reason, facts, said",
    [
        (
            "You do not want this trick: {card} stays under {best}.",
            {"card": "Qd", "best": "Ad"},
            "Эта взятка не нужна: дама бубен уходит под туза бубен.",
        ),
        (
            "Nothing is sure here: {cards} may be trumped.",
            {"cards": "Ad Qs"},
            "Верного ничего нет: туза бубен, даму пик могут побить козырем.",
        ),
        (
            "Nothing beats {tiles}, and hardly anything {likely}.",
            {"tiles": "1-1", "likely": "0-0"},
            "Ничто не бьёт дупль один и почти ничто — дупль пусто.",
        ),
    ],
)
def test_a_card_read_out_in_russian_has_its_case(
    reason: str, facts: dict[str, str | int], said: str
) -> None:
    use_words("spoken")
    assert reason_text(reason, facts) == said


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    "suit, lacking, followed, low",
    [
        ("spades", "Пик", "пику", "пика"),
        ("hearts", "Червей", "черву", "черва"),
        ("diamonds", "Бубен", "бубну", "бубна"),
        ("clubs", "Треф", "трефу", "трефа"),
    ],
)
def test_the_four_suits_are_declined_in_russian(
    suit: str, lacking: str, followed: str, low: str
) -> None:
    facts = {"suit": suit, "card": "Th"}
    trumps = "You have no {suit} and must trump: {card} is your only trump."
    assert reason_text(trumps, facts) == f"{lacking} у вас нет, козырь один: 10♥."
    only = "You must follow {suit}, and {card} is your only one."
    assert reason_text(only, facts) == f"Надо класть {followed}, а она у вас одна: 10♥."
    led_low = "You do not want this trick: called low, the joker falls to any {suit}."
    assert reason_text(led_low, facts).endswith(f"бьёт любая {low}.")


# --- in numbers -----------------------------------------------------------------------------------

COUNTED = Numbers(
    (
        Number("bid 2", 95),
        Number("bid 1", 70, behind=30, certain=True),
        Number("bid 3", 75, behind=40, certain=True),
        Number("bid 0", -5, behind=90, certain=True),
    )
)


def test_numbers_of_places_are_drawn_there_and_the_line_names_the_best_alone() -> None:
    game = GAMES["graph_poker"]
    matches = some_positions(Case(game, game.Options(), 4, ""), seed=3, wanted=8)
    match = next(match for match in matches if game.to_act(match.state))
    seat = game.to_act(match.state)[0]
    view = game.view(match.state, seat)
    moves = game.legal(match.state, seat)[:3]
    worths = [(4.0, 0.0), (4.0, 0.0), (-0.2, 4.0)]
    numbered = (Number(m, p, behind=b) for m, (p, b) in zip(moves, worths, strict=True))
    found = Numbers(tuple(numbered))
    drawn = weighed("graph_poker", found)
    assert [drawn[move] for move in moves] == [("4", True), ("4", True), ("-0.2", False)]
    said = numbers_line("graph_poker", view, found, moves[0], screen=True)
    first, second = (BOARDS["graph_poker"].spoken_move(view, move) for move in moves[:2])
    assert said == (
        f"{first} and {second} come to about the same. "
        "On the places: points to expect; of the best move +4."
    ), "the lead comes first: a small window cuts the rest"
    assert "-0.2" in numbers_line("graph_poker", view, found, moves[0]), "for whoever sees no table"
    equal = Numbers(tuple(Number(move, 0.0) for move in moves))
    assert not weighed("graph_poker", equal)
    said = numbers_line("graph_poker", view, equal, moves[0], screen=True)
    assert said == "By the numbers no move is worth more than another: 0."
    assert not weighed("joker", found), "cards of a trick have no places"


def called(move: str) -> str:
    return move.removeprefix("bid ")


def test_numbers_are_said_best_first() -> None:
    said = numbers_text("joker", COUNTED, "bid 2", called)
    assert said == (
        "Bid 2, 30 ahead of bid 1. Points to expect, about: 2: +95; 1: +70; 3: +75; 0: -5. "
        "What the others get counts too."
    )
    lays = (Number("6-3: left", -3), Number("6-4: left", -4), Number("c", -9.5, behind=6))
    assert numbers_text("kozel", Numbers(lays), "c", str).startswith(
        "6-3 and 6-4 come to about the same. Points you would write, about: 6-3: 3; 6-4: 4; c: 9.5."
    )
    taking = Numbers((Number("a", 40, 0.643), Number("b", -10, 0.0)))
    assert numbers_text("joker", taking, "a", str).endswith(
        "Points to expect, about (and how often you take the trick): a: +40 (64%); b: -10 (0%). "
        "What the others get counts too."
    )
    guessed = (Number("a", 40, error=12.6), Number("b", 38, error=0.84, behind=2))
    assert "about: a: +40 ± 13; b: +38 ± 0.8." in numbers_text("joker", Numbers(guessed), "a", str)
    surely = (Number("a", 40, error=0.01), Number("b", 38, behind=2))
    assert "about: a: +40 ± 0.1; b: +38." in numbers_text("joker", Numbers(surely), "a", str)
    alike = (Number("a", 40, error=2.0), Number("b", 40, error=1.0))
    assert "about: a, b: +40 ± 2.0." in numbers_text("joker", Numbers(alike), "a", str)
    equal = [Number("a", 40, 0.5), Number("b", 40, 0.5), Number("c", 5, 0.0, behind=35)]
    assert "trick): a, b: +40 (50%); c: +5 (0%)." in numbers_text(
        "joker", Numbers(tuple(equal)), "a", str
    )
    assert "nothing to count" in numbers_text("joker", Numbers(()), "a", str)


@pytest.mark.parametrize(
    "second, sure, said",
    [
        (Number("10♣", 130, behind=10), False, "7♥, 10 ahead of 10♣, not certain."),
        (Number("10♣", 130, behind=10, certain=True), False, "7♥, 10 ahead of 10♣."),
        (Number("10♣", 140), False, "7♥ and 10♣ come to about the same."),
        (Number("10♣", 140, certain=True), False, "7♥ and 10♣ come to about the same."),
        (
            Number("10♣", 30, behind=110, certain=True),
            True,
            "7♥ makes it, whatever the others hold: 110 ahead of 10♣.",
        ),
        (Number("10♣", 140), True, "7♥ makes it, whatever the others hold."),
    ],
)
def test_the_sentence_follows_from_the_numbers(second: Number, sure: bool, said: str) -> None:
    found = Numbers((Number("7♥", 140), second), sure=sure)
    assert lead_said(found, str) == said
    assert numbers_text("joker", found, "7♥", str).startswith(f"{said} Points to expect, about: ")


def test_that_the_others_count_is_said_where_the_points_alone_do_not_give_order_and_lead() -> None:
    counts = "What the others get counts too."
    for second, told in (
        (Number("b", 130, behind=10), False),
        (Number("b", 130, behind=20), True),
        (Number("b", 140, behind=5), True),
        (Number("b", 140), False),
    ):
        said = numbers_text("joker", Numbers((Number("a", 140), second)), "a", str)
        assert (counts in said) is told, said


def test_the_best_move_is_compared_with_another_one_and_not_with_itself_laid_elsewhere() -> None:
    best = [Number(f"6-2: {end}", -15, error=1.1) for end in ("left end, 6", "right end, 6")]
    other = Number("6-0: left end, 6", -20, error=1.2, behind=5)
    assert lead_said(Numbers((*best, other)), str) == (
        "6-2 (left end, 6), 5 ahead of 6-0 (left end, 6), not certain."
    )
    assert lead_said(Numbers(tuple(best)), str).endswith("come to about the same."), "no other"
    assert numbers_text("kozel", Numbers((*best, other)), best[0].move, str).endswith(
        "6-2, 5 ahead of 6-0, not certain. Points you would write, about: 6-2: 15 ± 1.1; "
        "6-0: 20 ± 1.2."
    )
    elsewhere = replace(best[1], points=-18, behind=3)
    assert numbers_text("kozel", Numbers((best[0], elsewhere)), best[0].move, str).endswith(
        "6-2 (left end, 6), 3 ahead of 6-2 (right end, 6), not certain. "
        "Points you would write, about: 6-2 (left end, 6): 15 ± 1.1; 6-2 (right end, 6): 18 ± 1.1."
    )


def test_ways_to_play_a_piece_that_are_worth_the_same_stand_behind_its_name() -> None:
    high = [Number(f"the red joker, high {suit}", 100) for suit in "♠♥"]
    low = Number("the red joker, low ♠", -50, behind=150)
    assert numbers_text("joker", Numbers((*high, low)), high[0].move, str).startswith(
        "The red joker (high ♠), 150 ahead of the red joker (low ♠), not certain. Points to "
        "expect, about: the red joker (high ♠, high ♥): +100; the red joker (low ♠): -50."
    )


def test_the_number_that_may_be_typed_for_a_move_is_not_read_as_points() -> None:
    moves = (
        Number("2 five-three: right end, 3", -8),
        Number("1 three-blank: left end, 3", -10, behind=2),
    )
    assert lead_said(Numbers(moves), str).startswith(
        "five-three (right end, 3), 2 ahead of three-blank (left end, 3)"
    )


def test_what_the_numbers_contain_is_said_and_that_there_was_little_time() -> None:
    found = Numbers((Number("a", 240), Number("b", 30, behind=210)), beyond="the premium in sight")
    assert numbers_text("joker", found, "a", str).endswith(" Counted in: the premium in sight.")
    rough = Numbers((Number("a", 40), Number("b", 30, behind=10)), rough=True)
    assert numbers_text("joker", rough, "a", str).endswith(" A rough count: there was little time.")
    assert Hint("play Ah", "You need {tricks} more.", {"tricks": 1}, rough=True).text == (
        "You need 1 trick more."
    )


def test_of_very_many_moves_only_the_best_are_named_and_the_hint() -> None:
    many = Numbers(tuple(Number(f"m{n}", 9 - n, behind=n) for n in range(9)))
    said = numbers_text("joker", many, "m8", str)
    assert "m5: +4; m8: +1; 2 more moves." in said
    assert "m6" not in said


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize("code", daily(["en", "ru"], "ru"))
def test_numbers_have_no_gaps(name: str, code: str) -> None:
    use_language(code)
    game = GAMES[name]
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=2, wanted=samples(1)):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            hint = find_hint(name, view).move
            found = find_numbers(name, view, hint)
            said = numbers_line(name, view, found, hint)
            assert "{" not in said
            assert not found.moves or move_text(name, view, hint).partition(": ")[0] in said


async def test_h_once_more_shows_numbers_and_a_third_time_the_reason() -> None:
    async with opened(StartSolo("joker", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("h")
        await until(pilot, lambda: table.model.match.hint)
        await seen(pilot, "h numbers")
        await pilot.press("h")
        await seen(pilot, "Points to expect, about: ")
        await seen(pilot, "h hint")
        hint = table.model.match.hint
        await pilot.press("h")
        await seen(pilot, hint.text[:40])
        await pilot.press("enter")
        await until(pilot, lambda: table.model.match.numbers is None)
        assert not table.model.match.numbers_wanted
