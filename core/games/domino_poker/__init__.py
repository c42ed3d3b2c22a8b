"""Domino Poker: bids and tricks with dominoes, and a fifth stage."""

from typing import TYPE_CHECKING, Final

TITLE: Final = "Domino Poker"
ABOUT: Final = "Bid and take tricks with dominoes, and end with a row of all 28 tiles."
EMBLEM: Final = ("5-1", "6-6", "4-0")
LOWEST_WINS: Final = False
PIECES: Final = "tiles"
SHORT_MATCH: Final[dict[str, str | int]] = {"deal_set": "largest"}
"""House rules of a match of some minutes, the deal of the day."""
LENGTH: Final = "deal_set"
"""The house rule that decides how long a match is."""
OPEN_MOVES: Final = ("bid", "pick", "count", "show", "keep")
"""Moves whose legality every seat knows."""
POLICY: Final = "core.tricks.policy"
"""The meaning of the weights that its bots have learnt."""

if TYPE_CHECKING:
    from core.advice import Explaining
    from core.bots import Policy
    from core.game import Rules
    from core.games.domino_poker import advice, bids, bot, rules, summary
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
