"""Records: written, read, played back, and the faults of damaged ones."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from core.game import IllegalMoveError, parse_options
from core.games import GAMES, NAMES
from core.match import Player, header, to_line
from core.records import BrokenRecordError, Fault
from core.records.record import play_back, read, verify
from core.shuffle import SeededDecks
from kozyr_kits.arena import match as arena
from tests.support import tiny_game
from tests.support.dealing import DealtMatch
from tests.support.matches import samples

KOZEL = GAMES["kozel"]
MATCH = arena.play(KOZEL, KOZEL.Options(), ["easy"] * 3, seed=3)
TEXT = MATCH.text()
LINES = TEXT.splitlines()


def at(kind: str, which: int = 0) -> int:
    """Index of the first (second, ...) line that has this key."""
    return [index for index, line in enumerate(MATCH.lines) if kind in line][which]


def changed(index: int, **values: Any) -> list[str]:
    """The record with some values of one line replaced."""
    return [*LINES[:index], to_line({**MATCH.lines[index], **values}), *LINES[index + 1 :]]


def without(index: int) -> list[str]:
    return [*LINES[:index], *LINES[index + 1 :]]


# --- writing ----------------------------------------------------------------------------------


def test_the_header_says_what_is_played_by_which_rules_and_by_whom() -> None:
    players = [Player("Ann", "human"), Player("Грач", "bot:hard")]
    line = to_line(header(KOZEL, KOZEL.Options(target=50), players))
    assert line.startswith('{"kozyr":1,"game":"kozel","options":{"target":50,"hand_size":755,')
    assert line.endswith(
        '"seats":[{"name":"Ann","kind":"human"},{"name":"Грач","kind":"bot:hard"}],"deal_proof":null}'
    )


def test_a_rule_that_was_added_is_written_only_where_it_is_unusual() -> None:
    """So records of whole matches have the same bytes as before short matches existed."""
    game = GAMES["domino_poker"]
    usual = header(game, game.Options(), ())["options"]
    short = header(game, game.Options(deal_set="rising"), ())["options"]
    assert short == {**usual, "deal_set": "rising"}
    assert "deal_set" not in usual


@pytest.mark.parametrize("said", [{}, {"deal_set": "full"}, {"deal_set": "largest"}])
def test_records_verify_whether_they_say_the_added_rule_or_not(said: dict[str, str]) -> None:
    game = GAMES["domino_poker"]
    options = parse_options(game.Options, {"full_deals": 1, **said})
    first, *others = arena.play(game, options, ["easy"] * 2, seed=3).lines
    first = {**first, "options": {**first["options"], **said}}
    assert verify(GAMES, map(to_line, (first, *others))) is None


def test_lines_come_in_the_order_in_which_things_happened() -> None:
    """The deck of the next deal comes after the line of the finished deal."""
    assert ["kozyr" in line for line in MATCH.lines[:2]] == [True, False]
    assert "deck" in MATCH.lines[1]
    deal = at("deal")
    assert "move" in MATCH.lines[deal - 1]
    assert "deck" in MATCH.lines[deal + 1]
    assert "deal" in MATCH.lines[-2]
    assert MATCH.lines[-1]["result"].keys() == {"totals", "places", "goats"}


def test_a_deal_line_of_kozel_is_as_described() -> None:
    line = MATCH.lines[at("deal")]
    assert list(line) == ["deal", "points", "totals", "left"]
    assert line["deal"] == 1


def test_an_illegal_move_writes_nothing() -> None:
    match = DealtMatch(KOZEL, KOZEL.Options(), MATCH.players, SeededDecks(1))
    before = match.text()
    with pytest.raises(IllegalMoveError):
        match.play(0, "lay 9-9 left")
    assert match.text() == before


# --- reading ----------------------------------------------------------------------------------


def test_a_whole_record_verifies_with_or_without_line_ends() -> None:
    assert verify(GAMES, LINES) is None
    assert verify(GAMES, TEXT.splitlines(keepends=True)) is None
    assert verify(GAMES, [*LINES, "", "  "]) is None


def test_a_record_plays_back_to_the_same_match() -> None:
    again = play_back(GAMES, LINES)
    assert again.text() == TEXT
    assert again.players == MATCH.players
    assert KOZEL.result(again.state) == KOZEL.result(MATCH.state)


def test_extra_keys_on_known_lines_are_allowed() -> None:
    for index in (0, 1, 2, at("deal"), len(LINES) - 1):
        assert verify(GAMES, changed(index, note="hello", at=12.5)) is None
    assert verify(GAMES, changed(0, deal_proof={"seed": "00"})) is None
    assert verify(GAMES, changed(at("deal"), seat=0)) is None


def test_spaces_and_the_order_of_keys_do_not_matter() -> None:
    lines = [json.dumps(dict(reversed(json.loads(line).items())), indent=None) for line in LINES]
    assert verify(GAMES, lines) is None


@pytest.mark.parametrize("keep", [2, 3, 10, at("deal") + 1, at("deal") + 2, at("deal") + 9])
def test_a_match_that_is_still_running_plays_back_and_continues(keep: int) -> None:
    """Cut anywhere between moves, even between a deal line and the deck after it."""
    decks = SeededDecks(3)
    for line in MATCH.lines[:keep]:
        if "deck" in line:
            decks(line["deck"])
    match = play_back(GAMES, LINES[:keep], partial=True)
    match.decks = decks
    match.deal_due()
    for line in MATCH.lines[len(match.lines) :]:
        if "move" in line:
            match.play(line["seat"], line["move"])
            match.deal_due()
    assert match.text() == TEXT


def test_secret_decisions_are_written_by_seat_and_may_break_off_between() -> None:
    games: dict[str, Any] = {tiny_game.NAME: tiny_game}
    players = [Player(name, "human") for name in ("Ann", "Bob", "Cid")]
    match = DealtMatch(games["tiny"], tiny_game.Options(blind="on"), players, SeededDecks(1))
    for seat in (2, 0, 1):
        match.play(seat, "stay")
    lines = match.text().splitlines()
    assert [play_back(games, lines[:end], partial=True).held for end in (2, 3, 4, 5)] == [
        0,
        1,
        2,
        0,
    ]
    fault = verify(games, [*lines[:3], lines[4], lines[3]])
    assert str(fault) == "line 4: expected a move of seat 1"


def test_a_running_match_does_not_verify_as_a_finished_one() -> None:
    cut = at("deal") + 4
    assert verify(GAMES, LINES[:cut]) == Fault(cut + 1, "the record stops before the match is over")
    assert verify(GAMES, LINES[:-1]) is not None
    assert str(verify(GAMES, LINES[:-1])).startswith(f'line {len(LINES)}: expected {{"result"')


# --- damage -----------------------------------------------------------------------------------

RULES = MATCH.lines[0]["options"]
UNPROVED = {key: value for key, value in MATCH.lines[0].items() if key != "deal_proof"}
MOVE = at("move", 5)
MOVE_SEAT = MATCH.lines[MOVE]["seat"]
DEAL = at("deal", 1)


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ([], 1, "the file is empty"),
        (["", ""], 1, "the file is empty"),
        ([LINES[0][:-5], *LINES[1:]], 1, "not valid JSON"),
        ([*LINES[:3], LINES[3][:-1] + ',"note":NaN}', *LINES[4:]], 4, "not valid JSON"),
        (["[]", *LINES[1:]], 1, "not a JSON object"),
        (["[" * 100_000, *LINES[1:]], 1, "not valid JSON"),
        ([*LINES[:3], LINES[3][:-1] + ',"note":"\udcff"}', *LINES[4:]], 4, "not UTF-8"),
        (changed(3, note=json.loads("[" * 100 + "]" * 100)), 4, "more than 100 deep"),
        ([*LINES[:3], "", *LINES[3:]], 4, "blank line inside the record"),
        (LINES[1:], 1, "not the first line of a record: it has no version"),
        (changed(0, kozyr=2), 1, "version 2 of the format; this program reads 1"),
        (changed(0, kozyr=True), 1, "version true of the format; this program reads 1"),
        (changed(0, game="chess"), 1, f'no such game: "chess"; there are: {", ".join(NAMES)}'),
        (changed(0, game=["kozel"]), 1, 'no such game: ["kozel"]; there are: '),
        (changed(0, options=None), 1, "the house rules are missing"),
        (changed(0, options={"entry": 13}), 1, "house rules left out: double_double, entry_mode, "),
        (changed(0, options={"goat": 1}), 1, "unknown house rule 'goat'; known are: "),
        (changed(0, seats=[]), 1, "kozel is played at 2..4 seats; got 0"),
        (changed(0, seats="abc"), 1, "the seats are missing"),
        (changed(0, seats=[{"name": "A"}, {"kind": "human"}]), 1, "a seat needs a name and a kind"),
        (changed(0, seats=[{"name": "A", "kind": "robot"}] * 3), 1, 'level, not "robot"'),
        (changed(0, seats=[{"name": "A", "kind": "bot:"}] * 3), 1, 'level, not "bot:"'),
        (changed(0, options=RULES | {"target": "101"}), 1, 'target is 101, not "101"'),
        (changed(0, options=RULES | {"target": True}), 1, "house rule target is one of 50..500"),
        (changed(0, deal_proof="none"), 1, "deal_proof is missing: it must be null or an object"),
        (changed(0, deal_proof=[]), 1, "deal_proof is missing: it must be null or an object"),
        ([to_line(UNPROVED), *LINES[1:]], 1, "deal_proof is missing: it must be null or an object"),
        (changed(0, deck=[]), 1, "one line cannot have kozyr and deck"),
        (changed(1, deal=1), 2, "one line cannot have deck and deal"),
        (changed(MOVE, deal=1), MOVE + 1, "one line cannot have move and deal"),
        (changed(1, deck=None), 2, "a deck is a list of cards"),
        (changed(1, deck=[1] * 28), 2, "a deck is a list of cards"),
        (changed(1, deck=["6-6"] * 28), 2, "not a shuffle of the cards in play"),
        (changed(1, deck=[]), 2, "not a shuffle of the cards in play"),
        (without(1), 2, "a deck line is missing"),
        (LINES[:1], 2, "the record stops before the match is over"),
        ([LINES[0], "{"], 2, "not valid JSON"),
        (
            changed(MOVE, move="lay 9-9 left"),
            MOVE + 1,
            "lay 9-9 left is not a move of this game (K-R6)",
        ),
        (changed(MOVE, seat=7), MOVE + 1, "it is not your turn (K-R4)"),
        (changed(MOVE, seat=-1), MOVE + 1, "it is not your turn (K-R4)"),
        (changed(MOVE, seat=True), MOVE + 1, "expected a move of seat "),
        (changed(MOVE, seat="0"), MOVE + 1, f"expected a move of seat {MOVE_SEAT}"),
        (changed(MOVE, move=None), MOVE + 1, "expected a move of seat "),
        (changed(DEAL, deal=3), DEAL + 1, "deal is 2, not 3"),
        (changed(DEAL, totals=[0, 0, 0]), DEAL + 1, "totals is ["),
        (changed(DEAL, points="\ud800"), DEAL + 1, "not UTF-8 text"),
        ([*changed(MOVE, seat=7)[:-1], "{"], MOVE + 1, "it is not your turn"),
        ([*LINES[:DEAL], "{", *LINES[DEAL:]], DEAL + 1, "not valid JSON"),
        ([*LINES[: DEAL + 1], "{", *LINES[DEAL + 2 :]], DEAL + 2, "not valid JSON"),
        (changed(DEAL, left=[True, 0, 0]), DEAL + 1, "left is ["),
        (changed(DEAL, move="draw"), DEAL + 1, 'expected {"deal":2'),
        (without(DEAL), DEAL + 1, 'expected {"deal":2'),
        (without(DEAL + 1), DEAL + 2, "a deck line is missing"),
        (LINES[: DEAL + 1], DEAL + 2, "the record ends after deal 2, before the match is over"),
        ([*LINES, LINES[-1]], len(LINES) + 1, "a line after the result"),
        ([*LINES, "{}"], len(LINES) + 1, "a line after the result"),
        (changed(len(LINES) - 1, result={}), len(LINES), "result is {"),
        ([*LINES[:MOVE], '{"chat":"hi"}', *LINES[MOVE:]], MOVE + 1, "expected a move of seat "),
    ],
)
def test_a_damaged_record_is_faulted_at_its_first_bad_line(
    lines: list[str], line: int, reason: str
) -> None:
    fault = verify(GAMES, lines)
    assert fault.line == line
    assert reason in str(fault)
    with pytest.raises(BrokenRecordError, match=re.escape(str(fault))):
        play_back(GAMES, lines)


def test_house_rules_that_do_not_suit_the_players_are_named() -> None:
    game = GAMES["graph_poker"]
    rules = game.Options(placement_on_hidden="only_next_to_open")
    line = to_line(header(game, rules, [Player("Ann", "human")] * 5))
    fault = verify(GAMES, [line])
    assert fault is not None
    assert str(fault).startswith("line 1: house rule placement_on_hidden: only_next_to_open")


def test_what_a_damaged_record_holds_does_not_reach_the_terminal() -> None:
    damaged = changed(MOVE, move="lay \x1b[2J?")
    damaged[MOVE] = damaged[MOVE].replace("?", "\\ud800")
    fault = verify(GAMES, damaged)
    assert "lay \ufffd[2J\ufffd is not a move" in str(fault)
    assert str(fault).isprintable()
    str(fault).encode()
    endless = verify(GAMES, changed(MOVE, move="x" * 100))
    assert endless.move == "x" * 40
    for length, shown in ((58, "x" * 58 + '"'), (59, "x" * 56 + "...")):
        assert verify(GAMES, changed(DEAL, deal="x" * length)).facts["wrong"] == '"' + shown
    endless = verify(GAMES, changed(DEAL, totals=[0] * 100))
    assert endless.facts["wrong"] == "[" + "0," * 28 + "..."


def test_a_fault_brings_template_and_facts_for_its_translation() -> None:
    fault = verify(GAMES, changed(MOVE, move="lay 9-9 left"))
    assert fault is not None
    assert str(fault).startswith(f"line {MOVE + 1}: seat {MOVE_SEAT}, lay 9-9 left: lay 9-9")
    assert fault == Fault(
        MOVE + 1,
        "{move} is not a move of this game",
        {"move": "lay 9-9 left"},
        MOVE_SEAT,
        "lay 9-9 left",
        "K-R6",
    )
    fault = verify(GAMES, changed(0, options={"goat": "\x1b"}))
    assert fault.reason == "unknown house rule {name}; known are: {known}"
    assert fault.facts["name"] == "'goat'"


@settings(max_examples=samples(40))
@given(st.data())
def test_no_damage_crashes_the_check(data: st.DataObject) -> None:
    """Bytes changed, lines lost, doubled and swapped: a fault or none, never an error."""
    lines = [*LINES]
    rng = Random(data.draw(st.integers(0, 10**9)))
    for _ in range(data.draw(st.integers(1, 3))):
        if not lines:
            break  # an empty file is damage enough
        index = rng.randrange(len(lines))
        match data.draw(st.integers(0, 4)):
            case 0:
                del lines[index]
            case 1:
                lines.insert(index, rng.choice(lines))
            case 2:
                other = rng.randrange(len(lines))
                lines[index], lines[other] = lines[other], lines[index]
            case 3:
                spot = rng.randrange(len(lines[index]))
                text = data.draw(st.text(max_size=2))
                lines[index] = lines[index][:spot] + text + lines[index][spot + 1 :]
            case _:
                lines = lines[: index + 1]
    fault = verify(GAMES, lines)
    if lines != LINES and fault is not None:
        assert 1 <= fault.line <= len(lines) + 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda x: (
            st.lists(x, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["kozyr", "game", "options", "seats", "deck", "seat", "move", "deal", "name"]
                ),
                x,
                max_size=5,
            )
        ),
        max_leaves=8,
    )
)
@settings(max_examples=samples(40))
def test_no_value_anywhere_crashes_the_check(value: Any) -> None:
    rng = Random(repr(value))
    for index in (0, 1, MOVE, DEAL, len(LINES) - 1):
        key = rng.choice(list(MATCH.lines[index]))
        verify(GAMES, changed(index, **{key: value}))
        verify(GAMES, [*LINES[:index], json.dumps(value), *LINES[index + 1 :]])


def test_reading_numbers_the_lines() -> None:
    assert list(read(['{"a":1}', '{"b":2}', ""])) == [(1, {"a": 1}), (2, {"b": 2})]


def test_the_example_of_the_description_verifies() -> None:
    text = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
    example = text.split("```jsonl\n")[1].split("```")[0]
    assert verify(GAMES, example.splitlines()) is None


def test_the_first_of_two_opening_decks_is_not_blamed_for_the_second() -> None:
    """Joker draws for the first dealer before it deals: two deck lines come at the beginning."""
    joker = GAMES["joker"]
    lines = arena.play(joker, joker.Options(), ["easy"] * 4, seed=1).text().splitlines()
    assert str(verify(GAMES, [*lines[:2], "{"])) == "line 3: not valid JSON"
    assert str(verify(GAMES, lines[:2])) == "line 3: the record stops before the match is over"


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_was_broken_off_between_two_deals_says_after_which(name: str) -> None:
    """The correct earlier lines do not become wrong by that: only the end is reported."""
    game = GAMES[name]
    options = game.Options(deals=2) if name == "graph_poker" else game.Options()
    lines = arena.play(game, options, ["easy"] * 4, seed=1).text().splitlines()
    ends = [at for at, line in enumerate(lines) if line.startswith(('{"deal"', '{"round"'))]
    second = next(at for at, line in enumerate(lines) if at > ends[0] and '"deck"' in line)
    said = f"line {second + 1}: the record ends after deal 1, before the match is over"
    assert str(verify(GAMES, lines[:second])) == said
