"""Graph-Poker: cards on an unbounded grid, paid by lines of four."""

from typing import TYPE_CHECKING, Final

TITLE: Final = "Graph-Poker"
ABOUT: Final = "Lay cards edge to edge: poker hands of four in a straight line bring points."
EMBLEM: Final = ("Th", "Jh", "Qh", "Kh")
LOWEST_WINS: Final = False
SHORT_MATCH: Final[dict[str, str | int]] = {}
"""House rules of a match of some minutes, the deal of the day."""
LENGTH: Final = "deals"
"""The house rule that decides how long a match is."""

if TYPE_CHECKING:
    from core.advice import Explaining
    from core.bots import Policy
    from core.game import Rules
    from core.games.graph_poker import advice, bot, rules, summary
    from core.summary import Summarizing

    # For type checkers: each part against its contract.
    _CHECKED: tuple[
        Rules[rules.Options, rules.State, rules.View],
        Policy[rules.View],
        Explaining[rules.View],
        Summarizing[rules.View],
    ] = (rules, bot, advice, summary)
