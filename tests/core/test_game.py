"""The contract's own parts: house rules, events, refusals, places."""

from dataclasses import dataclass

import pytest

from core import game


@dataclass(frozen=True, slots=True)
class Options:
    size: int = game.choice(7, (7, 5), "Tiles in a hand.")
    target: int = game.choice(101, range(50, 501), "Points that end the match.")
    fish: str = game.choice("all", ("all", "none"), "Who writes after a fish.")


def test_house_rules_are_listed_in_order_with_their_values_and_sentences() -> None:
    rules = game.house_rules(Options)
    assert [rule.name for rule in rules] == ["size", "target", "fish"]
    assert [rule.default for rule in rules] == [7, 101, "all"]
    assert rules[0].values == (7, 5)
    assert rules[2].text == "Who writes after a fish."


def test_options_are_parsed_from_names_and_values_or_texts() -> None:
    assert game.parse_options(Options, {}) == Options()
    assert game.parse_options(Options, {"size": "5", "target": 60}) == Options(size=5, target=60)
    assert game.plain_options(Options(fish="none")) == {"size": 7, "target": 101, "fish": "none"}


def test_an_unknown_house_rule_is_named_with_those_that_exist() -> None:
    with pytest.raises(
        game.OptionError, match=r"unknown house rule 'siez'; known are: size, target"
    ):
        game.parse_options(Options, {"siez": 7})


@pytest.mark.parametrize(
    "value", [6, "6", 7.0, True, None, [7], "seven", "--7", "07", "٧", " 7", "9" * 5000, ""]
)
def test_a_value_out_of_range_is_refused_with_the_values(value: object) -> None:
    with pytest.raises(game.OptionError, match="house rule size is one of 7, 5; got"):
        game.parse_options(Options, {"size": value})


@pytest.mark.parametrize("value", [49, 501, "501", -101, True])
def test_a_number_out_of_range_is_refused_with_the_range(value: object) -> None:
    with pytest.raises(game.OptionError, match=r"house rule target is one of 50\.\.500; got"):
        game.parse_options(Options, {"target": value})


def test_values_are_said_as_a_list_or_a_range() -> None:
    assert game.values_text(range(1, 5)) == "1..4"
    assert game.values_text(("on", "off")) == "on, off"


def test_an_event_is_cut_to_its_viewer() -> None:
    event = game.PlainEvent("drew", 1, {"count": 2, "tile": "?"}, {"tile": "6-4"})
    assert event.seen_by(1) == game.PlainEvent("drew", 1, {"count": 2, "tile": "6-4"})
    for other in (0, 2, None):
        assert event.seen_by(other) == game.PlainEvent("drew", 1, {"count": 2, "tile": "?"})


def test_an_event_of_no_player_keeps_its_secret_from_spectators() -> None:
    """A spectator is the viewer None, as is the seat of an event that belongs to no player."""
    assert game.PlainEvent("dealt", None, {}, {"cards": ["Ah"]}).seen_by(None).data == {}


def test_a_refusal_says_its_reason_and_its_paragraph() -> None:
    error = game.IllegalMoveError("must follow {suit}", "J-R15", suit="hearts")
    assert str(error) == "must follow hearts (J-R15)"
    assert (error.reason, error.rule, error.facts) == (
        "must follow {suit}",
        "J-R15",
        {"suit": "hearts"},
    )


@pytest.mark.parametrize(
    ("totals", "lowest_first", "ranks"),
    [
        ([10, 30, 20], False, (3, 1, 2)),
        ([10, 30, 20], True, (1, 3, 2)),
        ([9, 5, 5, 1], False, (1, 2, 2, 4)),
        ([110, 0, 0, 110], True, (3, 1, 1, 3)),
        ([0, 0], False, (1, 1)),
    ],
)
def test_equal_totals_share_a_place_and_the_next_is_skipped(
    totals: list[int], lowest_first: bool, ranks: tuple[int, ...]
) -> None:
    assert game.places(totals, lowest_first=lowest_first) == ranks
