"""The findings of a review in sentences: the cost of decisions, the shares of play and luck."""

from collections.abc import Iterator
from typing import Final

from core.game import DEAL_ENDS, Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import DealLuck, Review, added, shares
from tui.language.text import t
from tui.language.words import decimal, player_said
from tui.table.hints import cost_said


def signed(points: float) -> str:
    """Return points with their sign: "+12.0", "−3.5", "0.0"."""
    if not round(points, 1):
        return decimal(0)
    return decimal(points, sign="+").replace("-", "\N{MINUS SIGN}")


def deal_said(replay: Replay, deal: int) -> str:
    """Name a deal or a round of a match by its number: "Deal 3"; `deal` counts from 0."""
    begin = replay.deal_starts[deal]
    end = replay.deal_starts[deal + 1] if deal + 1 < len(replay.deal_starts) else replay.last
    kinds = [e.kind for step in replay.steps[begin:end] for e in step.events]
    ended = next((kind for kind in reversed(kinds) if kind in DEAL_ENDS), "deal")
    return t("Round {n}", n=deal + 1) if ended == "round" else t("Deal {n}", n=deal + 1)


def decision_said(replay: Replay, decision: Decision) -> str:
    """State the cost of a decision: "K♦ cost 24 (±5): 7♠ was worth more"; no ± if it is exact."""
    digits = 0 if decision.loss >= _WHOLE else 1
    cost = decimal(decision.loss, digits)
    if decision.error:
        error = max(_LEAST, decision.error)
        cost += f" (±{decimal(error, digits if error >= _HALF else 1)})"
    said = cost_said(replay.game.NAME, replay.view(decision.at, decision.seat), decision, cost)
    before, kept = (round(100 * each) for each in decision.kept or (0, 0))
    if kept - before < _TELLING:
        return said
    return t("{said}; the bid is kept in {n}%, not {before}%", said=said, n=kept, before=before)


_WHOLE: Final = 10
"""From this many points on, tenths are left out."""
_TELLING: Final = 3
"""The least difference in per cent for the sentence to say that a move keeps the bid more often."""
_HALF: Final = 0.5
"""An error below this would be rounded to zero."""
_LEAST: Final = 0.1
"""The least error shown for a cost that is not proven, as in the numbers of a hint."""


def costliest_said(replay: Replay, decision: Decision, seat: Seat | None) -> str:
    """Name the deal of a decision and its cost and, if `seat` is None, its player."""
    said = decision_said(replay, decision)
    if seat is None:
        said = f"{_player_said(replay, decision.seat)}: {said}"
    return f"{deal_said(replay, decision.deal)}, {said}"


def _player_said(replay: Replay, seat: Seat) -> str:
    player = replay.players[seat]
    return player_said(player.name, player.kind)


def mistake_said(replay: Replay, review: Review | None, seat: Seat | None) -> str:
    """Name the costliest decision of a seat, or of all seats for None; empty if none is known."""
    costliest = review.costliest(seat) if review else []
    if not costliest:
        return ""
    said = costliest_said(replay, costliest[0], seat)
    what = said[0].lower() + said[1:]
    if seat is None:
        return t("The costliest decision: {what}", what=what)
    return t("Your costliest decision: {what}", what=what)


def on_last_page(
    replay: Replay, review: Review | None, seat: Seat | None, *, running: bool
) -> tuple[str, str]:
    """Return the costliest mistake and the progress of a review, for the last page of a match.

    Both are without full stops. One of them is empty: the mistake while the review runs, else the
    progress.
    """
    if review is None:
        return "", ""
    if running:
        return "", t("the match is being reviewed: {n}%", n=review.percent(replay.last))
    mistake = mistake_said(replay, review, seat)
    if not mistake and review.is_complete(replay):
        mistake = t("No decision that was costly beyond doubt.").rstrip(".")
    return mistake, ""


def share_said(share: DealLuck) -> str:
    """Divide a result into play and luck: "own play −3.0 (±1.2), the others' play +1.5 ..."."""
    play, others, luck, result = share.rounded()
    return t(
        "own play {play} (±{error}; an expert's choices {expert}), the others' play {others} "
        "(±{others_error}), luck {luck}, result {result}",
        play=signed(play),
        error=decimal(share.error),
        expert=signed(share.expert),
        others=signed(others),
        others_error=decimal(share.others_error),
        luck=signed(luck),
        result=signed(result),
    )


def deal_lines(replay: Replay, review: Review, deal: int, seat: Seat) -> Iterator[str]:
    """Yield the lines about one seat in a deal that is completely judged."""
    found = shares(replay, deal, review.decisions)
    if found:
        yield f"{deal_said(replay, deal)}: {share_said(found[seat])}"
    for decision in review.costly(seat):
        if decision.deal == deal:
            yield f"  {decision_said(replay, decision)}"


def match_shares(replay: Replay, review: Review) -> tuple[DealLuck, ...]:
    """Return the sums over the deals judged so far, one for each seat; empty if there are none."""
    parts = [shares(replay, deal, review.decisions) for deal in range(review.deals_done(replay))]
    known = [found for found in parts if found]
    return tuple(map(added, zip(*known, strict=True)))


def closing_lines(replay: Replay, review: Review, seat: Seat, most: int = 5) -> Iterator[str]:
    """Sum up a review: play and luck of all players, and the costliest decisions of one seat."""
    for player, share in zip(replay.players, match_shares(replay, review), strict=False):
        yield f"{player_said(player.name, player.kind)}: {share_said(share)}"
    costliest = review.costliest(seat)[:most]
    if not costliest:
        yield t("No decision that was costly beyond doubt.")
        return
    yield t("The costliest decisions:")
    for number, decision in enumerate(costliest, 1):
        yield f"  {number}. {costliest_said(replay, decision, seat)}"
