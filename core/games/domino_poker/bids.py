"""The points of a bid of Domino Poker, for reading records without replaying them."""

from collections.abc import Callable

from core.games.domino_poker.sheet import Options, deal_points, schedule


def terms(options: Options, seats: int, deal: int) -> tuple[int, Callable[[int, int], int]]:
    """Return the number of tricks of a deal, and its points for a bid and the tricks taken.

    Hapok, mizer and the fifth stage have no bids: there the number of tricks is 0.
    """
    deals = schedule(options, seats)
    if not 1 <= deal <= len(deals) or not deals[deal - 1].bidding:
        return 0, lambda _bid, _taken: 0
    now = deals[deal - 1]
    return now.size, lambda bid, taken: deal_points(options, now.stage, (bid,), (taken,))[0]
