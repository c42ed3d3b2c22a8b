"""Joker: deals of bids and tricks with two jokers, for four."""

from typing import TYPE_CHECKING, Final

TITLE: Final = "Joker"
ABOUT: Final = (
    "Bid how many tricks you will take, and take exactly as many: two jokers beat everything."
)
EMBLEM: Final = ("Ah", "Xr", "Ks")
LOWEST_WINS: Final = False
SHORT_MATCH: Final[dict[str, str | int]] = {"deal_set": "one_pulka"}
"""House rules of a match of some minutes, the deal of the day."""
LENGTH: Final = "deal_set"
"""The house rule that decides how long a match is."""
OPEN_MOVES: Final = ("trump", "bid")
"""Moves whose legality every seat knows."""
POLICY: Final = "core.tricks.policy"
"""The meaning of the weights that its bots have learnt."""

if TYPE_CHECKING:
    from core.advice import Explaining
    from core.bots import Policy
    from core.game import Rules
    from core.games.joker import advice, bids, bot, rules, summary
    from core.records.made_bids import Bidding
    from core.summary import Summarizing

    # For type checkers: each part against its contract.
    _CHECKED: tuple[
        Rules[rules.Options, rules.State, rules.View],
        Policy[rules.View],
        Explaining[rules.View],
        Bidding,
        Summarizing[rules.View],
    ] = (rules, bot, advice, bids, summary)
