"""One decision of a match judged: its worth, the worth of the best move, and the difference.

The moves are valued from the player's View, so only the knowledge of the player counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from core import advice
from core.advice import at_table, settle
from core.bots.values import CERTAIN, Sample, mean, sample
from core.game import Move, Seat
from core.games import GAMES
from core.moves import Bid
from core.records.replay import Replay

PLAYOUTS: Final = 270
"""Imagined ends of the deal per decision: enough to judge a whole match of the longest game in
about a minute on one core.
"""

_CLOSER: Final = 3
"""If a first look finds a better move, this many times the playouts follow in fresh worlds."""
_RIVALS: Final = 2
"""The number of best moves with which the second look compares the move made."""
_VERDICT: Final = 5
"""This many times the playouts, in fresh worlds again, decide whether it was a mistake."""

_DIGITS: Final = 3
"""Decimals of the worth of each move: far more than are known."""

_LEAST: Final = 0.5
"""A mistake costs this many points or more, however certain it is.

Every sheet is kept in whole points, so less than half of one is none.
"""

_DEALS_OF_BIDS: Final = 32
"""The deals at a table that confirm a costly bid: each takes 16 ms for two bids on nine cards."""


class Worth(NamedTuple):
    """The worth of one of the moves compared."""

    move: Move
    points: float
    """The lead over the mean of the others, weighed as bots weigh it."""
    error: float
    """The standard error of `points`; 0 where they are exact."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a player who had a choice.

    Values are points ahead of the mean of the others, weighed as bots weigh them.
    """

    at: int
    """The position in which the decision was made."""
    deal: int
    """The number of the deal or round, from 0."""
    seat: Seat
    move: Move
    best: Move
    """The best move; the one played if none is known to be better."""
    loss: float
    """The cost of the move by the last look: the best value less its own. Chance may make it a
    little less than 0.
    """
    error: float
    """The standard error of `loss`."""
    moves: tuple[Worth, ...]
    """All moves that were compared, the best first, by the first look, which treats them alike."""
    closely: bool = True
    """Whether it stands up to a close look: the numbers of a hint agree, the last look confirms it,
    and the move was not the one that keeps the bid more often.
    """
    given: float = 0.0
    """The points that the move gave away, with the others counted in full, as in results.

    Always by the second look, as the third one sees only large losses.
    """
    given_error: float = 0.0
    """The standard error of `given`."""
    expert: float = 0.0
    """The points that the first look's choice would have given away, measured like `given`."""
    sure: bool = False
    """Whether `best` reaches its player's goal, whatever the others hold and do."""
    kept: tuple[float, float] | None = None
    """The chance to keep the bid after `move` and after `best`, 0 to 1, if the last look says."""

    def worth_of(self, move: Move) -> float:
        """Return the worth of one of the moves compared."""
        return next(each.points for each in self.moves if each.move == move)

    @property
    def costly(self) -> bool:
        """Whether it was a mistake beyond reasonable doubt, and a mistake that matters."""
        return self.closely and self.loss >= _LEAST and self.loss > CERTAIN * self.error


def judge(replay: Replay, at: int, seed: int, playouts: int) -> Decision | None:
    """Judge the move made in a position; None if there was no choice or nothing can be known.

    The same seed gives the same judgement, whatever was judged before.
    """
    step = replay.steps[at]
    if step.seat is None or len(replay.legal(at)) < 2:
        return None
    asked = _Asked(replay.game.NAME, replay.view(at, step.seat), f"{seed}/{at}", playouts)
    found = _judged(asked, step.seat, step.move)
    return found and replace(found, at=at, deal=replay.deal_of(at))


def judge_now(game: str, view: Any, move: Move) -> Decision | None:
    """Judge the move just made by the view's seat, for a coach; None unless it was costly.

    A review of the first move of a record gives the same. Takes up to about a second, or two for a
    seemingly costly bid in games that settle bids at a table.
    """
    if len(GAMES[game].legal(view)) < 2:
        return None
    found = _judged(_Asked(game, view, "0/0", PLAYOUTS), view.seat, move)
    return found if found and found.costly else None


def _judged(asked: _Asked, seat: Seat, made: Move) -> Decision | None:
    """Judge a move, by up to three looks; None if nothing can be known."""
    first = asked.look("", 1, (made,))
    if first is None or made not in first.moves:
        return None
    rivals = _rivals(first, made)
    best, lost, mistaken = made, _Lost(), False
    if asked.lead(first, rivals) >= _NOTICED:
        best, lost = asked.compare(first, rivals)
        if first.exact:
            mistaken = lost.is_mistake(_LEAST)
            if mistaken:
                # Of several equally good moves it names the one that the hint gives.
                shown = asked.shown(made)
                best = shown.hint
                # A count assumes that the others know the hand: only a sure plan needs no table.
                proven = best in first.sure and made not in first.sure
                mistaken = proven or asked.leads_at_table(made, shown, errors=1)
            lost = lost._replace(kept=_kept(first, made, best))
        elif best != made and lost.loss > max(_LEAST / 2, _WORTH_A_VERDICT * lost.error):
            best, lost, mistaken = _by_hint(asked, made, best, lost)
        if best not in first.moves:
            # With very many moves a hint may try others than the first look did.
            again = asked.look("", 1, (made, best))
            assert again is not None, "what could be compared once can be again"
            first = again
    worths = (
        Worth(move, round(each.mean, _DIGITS), round(each.error, _DIGITS))
        for move, each in sorted(first.estimates().items(), key=lambda item: -item[1].mean)
    )
    return Decision(
        *(0, 0, seat, made, best, lost.loss, lost.error, tuple(worths)),
        closely=mistaken and not _safer(made, lost.kept),
        given=lost.given,
        given_error=lost.given_error,
        expert=lost.expert,
        sure=best != made and best in first.sure,
        kept=lost.kept,
    )


def _by_hint(asked: _Asked, made: Move, best: Move, lost: _Lost) -> tuple[Move, _Lost, bool]:
    """Return the best move, its loss and whether it was a mistake, if the hint bears it out."""
    shown = asked.shown(made)
    if shown.lead <= max(_LEAST, _CLEAR * shown.error):
        return best, lost, False
    # A review and a hint must not name different moves.
    lost = asked.decide(made, shown.hint, lost)
    mistaken = lost.is_mistake(max(_LEAST, _CLEAR * shown.error / 2))
    return shown.hint, lost, mistaken and asked.borne_out(made, shown)


class _Asked(NamedTuple):
    """A position that is looked at up to three times, in fresh worlds each time."""

    game: str
    view: Any
    seed: str
    playouts: int

    def look(
        self, name: str, times: int, asked: Sequence[Move], among: Sequence[Move] = ()
    ) -> Sample | None:
        """Sample the position with `times` the usual number of playouts."""
        rng = Random(self.seed + name)
        return sample(self.game, self.view, rng, times * self.playouts, asked, among=among)

    def lead(self, first: Sample, rivals: Sequence[Move]) -> float:
        """Return the lead of another move over the first of some moves, by a first look.

        If the move made leads by less than its error, chance may hide a better one, and fresh
        worlds decide.
        """
        made, likely, other, *_ = (first.moves.index(each) for each in rivals)
        if made != likely or first.exact:
            return first.behind(made, likely)[0]
        behind, doubt = first.behind(other, made)
        again = self.look("/glance", 1, rivals[:1], rivals) if behind < doubt else None
        if again is None:
            return 0.0
        made = again.moves.index(rivals[0])
        return again.behind(made, again.order()[0])[0]

    def compare(self, first: Sample, rivals: Sequence[Move]) -> tuple[Move, _Lost]:
        """Measure the first of some moves against the others; return the best and the loss.

        The worlds are fresh, so the chance of the first look is not in the loss.
        """
        made, likely, *_ = rivals
        tried = first if first.exact else self.look("/again", _CLOSER, (made,), rivals)
        assert tried is not None, "what could be compared once can be again"
        lost = _losses(tried, tried.moves.index(made), tried.moves.index(likely))
        return tried.moves[tried.order()[0]] if lost.loss > 0 else made, lost

    def shown(self, made: Move) -> _Shown:
        """Return the hint of this position and its numbers, as a player sees them."""
        rng = Random(0)
        found = sample(self.game, self.view, rng, advice.PLAYOUTS)
        assert found is not None, "what could be compared once can be again"
        hint = found.best
        if made not in found.moves:
            found = sample(self.game, self.view, Random(0), advice.PLAYOUTS, (made,))
            assert found is not None, "what could be compared once can be again"
        lead, doubt = found.behind(found.moves.index(made), found.moves.index(hint))
        return _Shown(hint, lead, doubt, found, rng)

    def borne_out(self, made: Move, shown: _Shown) -> bool:
        """Tell whether a table confirms the hint's move: as the hint, and ahead of the move made.

        They do not if another move leads by more than the standard error. Where the table is too
        slow for hints, the hint's move has to lead by more than that.
        """
        if not shown.found.at_table:
            return True
        if not shown.found.settles:
            return self.leads_at_table(made, shown, errors=1)
        settled = settle(shown.found, self.game, self.view, shown.rng)
        if settled.best != shown.hint:
            return False
        ahead, doubt = min(settled.second.values(), default=(0.0, 0.0))
        if -ahead > doubt or settled.second.get(made, (0.0, 0.0))[0] < 0:
            return False
        return self.leads_at_table(made, shown)

    def leads_at_table(self, made: Move, shown: _Shown, errors: int = 0) -> bool:
        """Tell whether the hint's move leads by more than `errors` standard errors at a table.

        The deals are fresh. This rejects almost every decision that real play refutes, and none
        that it clearly confirms.
        """
        deals = None if shown.found.settles else _DEALS_OF_BIDS
        pair = shown.hint, made
        tried = shown.found.at_table and at_table(self.game, self.view, 0, pair, deals)
        if not tried:
            return True
        ahead, doubt = tried.behind(1, 0)
        return ahead > errors * doubt

    def decide(self, made: Move, best: Move, lost: _Lost) -> _Lost:
        """Measure the loss of a move in fresh worlds once more."""
        pair = (made, best)
        last = self.look("/verdict", _VERDICT, pair, pair)
        assert last is not None, "what could be compared once can be again"
        at, first = last.moves.index(made), last.moves.index(best)
        loss, doubt = last.behind(at, first)
        return lost._replace(loss=loss, error=doubt, kept=_kept(last, made, best))


def _kept(looked: Sample, made: Move, best: Move) -> tuple[float, float] | None:
    """Return the chance to keep the bid after either move; None without a bid."""
    if not looked.kept:
        return None
    return looked.kept[looked.moves.index(made)], looked.kept[looked.moves.index(best)]


_SAFER: Final = 0.01
"""The safer move keeps the bid by at least this much more often: less may be chance."""


def _safer(made: Move, kept: tuple[float, float] | None) -> bool:
    """Tell whether a play keeps the bid more often than another one that is worth more.

    It then costs only points of the others, and securing one's bid is no mistake.
    """
    if kept is None or made.split()[0] == Bid.verb:
        return False
    return kept[0] - kept[1] > _SAFER


def _rivals(first: Sample, made: Move) -> list[Move]:
    """Return the move made, the best one of a first look, and the best others."""
    ordered = [first.moves[at] for at in first.order()]
    return [made, ordered[0], *[move for move in ordered if move != made][:_RIVALS]]


_CLEAR: Final = 4.0
"""A hint's numbers have to show a lead of this many of its errors, and the last look half of that:
no mistake may pass by a hair.
"""
_WORTH_A_VERDICT: Final = 2.0
"""Another look follows only if the second one finds a loss of this many of its errors. That seldom
misses a move that is costly by a hint's numbers, which are no more exact.
"""

_NOTICED: Final = 0.25
"""A closer look follows if the first one shows a lead of this many points, however doubtful: no
other look finds a mistake that the first one misses.
"""


class _Shown(NamedTuple):
    """The hint of a position, and its numbers for the move made."""

    hint: Move
    lead: float
    """The lead of the hint's move."""
    error: float
    """The standard error of `lead`."""
    found: Sample
    """The sample of the hint, before a table settles it."""
    rng: Random
    """Its generator by then."""


class _Lost(NamedTuple):
    """The cost of a decision, in fields that a `Decision` has too."""

    loss: float = 0.0
    error: float = 0.0
    given: float = 0.0
    given_error: float = 0.0
    expert: float = 0.0
    kept: tuple[float, float] | None = None

    def is_mistake(self, least: float) -> bool:
        """Tell whether the loss is at least this large, and certain."""
        return self.loss >= least and self.loss > CERTAIN * self.error


def _losses(tried: Sample, played: int, chosen: int) -> _Lost:
    """Measure the cost of the move played, and of the one that a first look would have chosen.

    The highest of several means usually owes something to chance. So the move to compare with is
    found in one half of the numbers and measured in the other, and then vice versa.
    """
    best = tried.order()[0]
    ahead, results = tried.ahead, tried.results
    if tried.exact:
        loss, given = (max(0.0, mean(of[best]) - mean(of[played])) for of in (ahead, results))
        return _Lost(loss, 0.0, given)
    losses, gifts, experts = [], [], []
    for start in (0, 1):
        means = [mean(each[start::2]) for each in ahead]
        top = means.index(max(means))
        other = slice(1 - start, None, 2)
        losses.append(mean(ahead[top][other]) - mean(ahead[played][other]))
        gifts.append(mean(results[top][other]) - mean(results[played][other]))
        experts.append(mean(results[top][other]) - mean(results[chosen][other]))
    compared = best if best != played else chosen
    errors = [
        tried.error([one - other for one, other in zip(of[compared], of[played], strict=True)])
        for of in (ahead, results)
    ]
    return _Lost(mean(losses), errors[0], mean(gifts), errors[1], mean(experts))
