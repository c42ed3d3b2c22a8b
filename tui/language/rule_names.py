"""The names of house rules, their values and bots in the player's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.game import Value
from tui.language.text import t

_NAMES: Final = {
    "khisht_min_bid": "khisht from a bid of",
    "trump_choice_after": "cards seen before trumps",
    "joker_upcard": "joker turned up",
    "reply_joker_to_joker": "joker on a joker",
    "low_joker_vs_trump": "low joker goes to",
    "premium_mode": "premium taken from",
    "premium_gain_in_run": "premium for neighbours",
    "premium_sole_only": "premium only for one alone",
    "premium_skip_last": "premium without the last box",
    "premium_threshold": "smallest box for premiums",
    "forced_dealer": "dealer is forced",
    "deal_set": "which deals",
    "tie": "equal totals",
    "tuzovanie": "draw for the dealer",
    "hook": "last bidder is forced",
    "full_deals": "deals with full hands",
    "blind_multiplier": "blind deals count times",
    "stage5": "fifth stage",
    "stage5_reveal": "fifth stage: reveal",
    "stage5_direction": "fifth stage: direction",
    "stage5_top_tie": "fifth stage: equal tiles",
    "equal_pips": "stronger of equal tiles",
    "poker_on_trump_lead": "1-1 on a trump lead",
    "first_starter": "who begins",
    "hand_size": "tiles for 2, 3, 4 players",
    "entry_mode": "points short of the entry",
    "zero_double_25": "0-0 counts 25",
    "six_double_alone_50": "6-6 alone counts 50",
    "fish": "after a fish",
    "goat_tie": "several over the target",
    "next_opener": "later deals opened by",
    "opening_order": "opening double",
    "may_open_00": "opening with 0-0",
    "double_double": "two doubles at once",
    "straight_order": "ranks of a straight",
    "straight_step": "steps of a straight",
    "ace_low": "ace under the two",
    "round_starter": "rounds begun by",
    "placement_on_hidden": "beside hidden cards only",
    "multi_deck_tie": "equal highest cards",
}
_VALUES: Final = {
    "by_size": "100 a card",
    "spec": "200 or 500",
    "no_trump": "no trumps",
    "only_if_void": "only without the suit",
    "next_neighbour": "the next player",
    "full": "1 to 8 and back",
    "sheet_order": "by the sheet",
    "burn_first": "first card aside",
    "first_to_player": "first card counts",
    "simultaneous": "all at once",
    "zero": "nothing",
    "plus": "30 each",
    "minus": "30 lost",
    "draw_highest": "highest tile",
    "seat0": "first seat",
    "first_only_lost": "lost",
    "carry": "carried",
    "every_write": "needed for every write",
    "lightest_exempt": "all but the lightest",
    "highest": "the highest",
    "all_over": "all of them",
    "last_winner": "who went out",
    "from_66_down": "from 6-6 down",
    "from_11_up": "from 1-1 up",
    "spatial": "along the line",
    "one": "by one",
    "any_increasing": "by any number",
    "rotate": "each in turn",
    "only_next_to_open": "beside an open card",
}
_HANDS: Final = {755: "7, 5, 5", 777: "7, 7, 7"}
"""What players say for options and their values; where nothing stands here they say the same."""


def named(option: str) -> str:
    """Return the English name of a house rule or of one of its values, the key to others."""
    return _NAMES.get(option) or _VALUES.get(option) or option.replace("_", " ")


def rule_name(name: str) -> str:
    """Name a house rule as players do: "after a fish" for fish."""
    return t(named(name))


def rule_value(value: Value) -> str:
    """Word a value of a house rule."""
    return _HANDS.get(value, str(value)) if isinstance(value, int) else t(named(value))


def rule_said(name: str, value: Value) -> str:
    """Say that a house rule has been changed."""
    return t("House rule: {name} is now {value}", name=rule_name(name), value=rule_value(value))


def level_name(level: str) -> str:
    """Name a bot by how well it plays: "easy bot"."""
    names = {
        "easy": t("easy bot"),
        "medium": t("medium bot"),
        "hard": t("hard bot"),
        "expert": t("expert bot"),
    }
    return names.get(level, level)


def rules_text(changed: Mapping[str, Any]) -> str:
    """Say in one line which house rules differ from the usual ones."""
    if not changed:
        return t("House rules: the usual ones")
    said = ", ".join(_in_short(name, value) for name, value in changed.items())
    return t("House rules: ") + said


def _in_short(name: str, value: Value) -> str:
    said = rule_value(value)
    return f"{rule_name(name)} {said}" if said.isdecimal() else f"{rule_name(name)}: {said}"
