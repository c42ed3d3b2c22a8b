"""Kozel, the goat: a draw game with dominoes and penalty points."""

from typing import TYPE_CHECKING, Final

TITLE: Final = "Kozel"
ABOUT: Final = "Get rid of your tiles: what is left counts against you, and 101 make you the goat."
EMBLEM: Final = ("6-4", "0-0", "6-6")
LOWEST_WINS: Final = True
PIECES: Final = "tiles"
SHORT_MATCH: Final[dict[str, str | int]] = {"target": 50}
"""House rules of a match of some minutes, the deal of the day."""
LENGTH: Final = "target"
"""The house rule that decides how long a match is."""
FORCED_MOVES: Final = ("draw", "pass")
"""Moves that are legal only if no other is."""

if TYPE_CHECKING:
    from core.advice import Explaining
    from core.bots import Policy
    from core.game import Rules
    from core.games.kozel import advice, bot, rules, summary
    from core.summary import Summarizing

    # For type checkers: each part against its contract.
    _CHECKED: tuple[
        Rules[rules.Options, rules.State, rules.View],
        Policy[rules.View],
        Explaining[rules.View],
        Summarizing[rules.View],
    ] = (rules, bot, advice, summary)
