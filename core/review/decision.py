"""One decision of a match judged: what it was worth, what the best was worth, and the difference.

Only what the player knew counts: the moves are valued from the player's View.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from core import advice
from core.bots.settled import at_table, settle
from core.bots.values import CERTAIN, Sample, mean, sample
from core.game import Move, Seat
from core.records.replay import Replay
from core.tricks.bids import Bid

PLAYOUTS: Final = 270
"""Imagined ends of the deal per decision: enough to judge a whole match of the longest game in
about a minute on one core.
"""

_CLOSER: Final = 3
"""Where a first look finds a better move, this many times as many follow in fresh worlds."""
_RIVALS: Final = 2
"""This many of the best moves of the first look are then compared with the one made."""
_VERDICT: Final = 5
"""How many times as many, fresh ones again, decide about a mistake that a closer look finds."""

_DIGITS: Final = 3
"""Decimals of what each move was worth: far more than is known of it."""

_LEAST: Final = 0.5
"""A mistake costs this many points or more, however certain it is.

Every sheet is kept in whole points: what costs less than half of one costs none, as it is written.
"""


class Worth(NamedTuple):
    """What one of the moves compared was worth."""

    move: Move
    points: float
    """Ahead of the mean of the others, weighed as bots weigh them."""
    error: float
    """The standard error of `points`; 0 where they are exact."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided where there was a choice.

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
    """What the move cost by the last look: the best value less its own. Chance may make it a little
    less than 0.
    """
    error: float
    """The standard error of `loss`."""
    moves: tuple[Worth, ...]
    """All moves that were compared, the best first, by the first look: there they are alike."""
    closely: bool = True
    """Whether the numbers of a hint see it too, the last look bears it out, and it was not the play
    that keeps the bid more often.
    """
    given: float = 0.0
    """What the move gave away as results are compared: the others count in full.

    Always by the second look; the third one sees only what the second finds large.
    """
    given_error: float = 0.0
    """The standard error of `given`."""
    expert: float = 0.0
    """What the choice of a first look would have given away, measured like `given`."""
    sure: bool = False
    """Whether `best` brings what its player wants whatever the others hold and do."""
    kept: tuple[float, float] | None = None
    """How likely the bid is kept after `move` and after `best`, 0 to 1, if the last look says."""

    def worth_of(self, move: Move) -> float:
        """Return what one of the moves compared was worth."""
        return next(each.points for each in self.moves if each.move == move)

    @property
    def costly(self) -> bool:
        """Whether it was a mistake beyond reasonable doubt, and one that matters."""
        return self.closely and self.loss >= _LEAST and self.loss > CERTAIN * self.error


def judge(replay: Replay, at: int, seed: int, playouts: int) -> Decision | None:
    """Judge the move made in a position; None if there was no choice or nothing can be known.

    The same seed gives the same judgement, whatever was judged before.
    """
    step = replay.steps[at]
    if step.seat is None or len(replay.legal(at)) < 2:
        return None
    asked = _Question(replay.game.NAME, replay.view(at, step.seat), f"{seed}/{at}", playouts)
    first = asked.look("", 1, (step.move,))
    if first is None or step.move not in first.moves:
        return None
    rivals = _rivals(first, step.move)
    best, lost, mistaken = step.move, _Lost(), False
    if asked.lead(first, rivals) >= _NOTICED:
        best, lost = asked.compare(first, rivals)
        if first.exact:
            mistaken = lost.is_mistake(_LEAST)
            if mistaken:
                # Of several equally good moves it names the one that the hint gives.
                best = asked.shown(step.move).hint
            lost = lost._replace(kept=_kept(first, step.move, best))
        elif best != step.move and lost.loss > max(_LEAST / 2, _WORTH_A_VERDICT * lost.error):
            shown = asked.shown(step.move)
            if shown.lead > max(_LEAST, _CLEAR * shown.error):
                # Nobody is shown one move by the review and another by the hint.
                best, lost = shown.hint, asked.decide(step.move, shown.hint, lost)
                mistaken = lost.is_mistake(max(_LEAST, _CLEAR * shown.error / 2))
                mistaken = mistaken and asked.borne_out(step.move, shown)
        if best not in first.moves:
            # Of very many moves a hint may try others than the first look has.
            again = asked.look("", 1, (step.move, best))
            assert again is not None, "what could be compared once can be again"
            first = again
    mistaken = mistaken and not _safer(step.move, lost.kept)
    return Decision(
        at,
        replay.deal_of(at),
        step.seat,
        step.move,
        best,
        lost.loss,
        lost.error,
        tuple(
            Worth(move, round(each.mean, _DIGITS), round(each.error, _DIGITS))
            for move, each in sorted(first.estimates().items(), key=lambda item: -item[1].mean)
        ),
        mistaken,
        *(lost.given, lost.given_error, lost.expert),
        sure=best != step.move and best in first.sure,
        kept=lost.kept,
    )


class _Question(NamedTuple):
    """A position, looked at up to three times in fresh worlds."""

    game: str
    view: Any
    seed: str
    playouts: int

    def look(
        self, name: str, times: int, asked: Sequence[Move], among: Sequence[Move] = ()
    ) -> Sample | None:
        """Play out this many times the usual number of playouts."""
        rng = Random(self.seed + name)
        return sample(self.game, self.view, rng, times * self.playouts, asked, among=among)

    def lead(self, first: Sample, rivals: Sequence[Move]) -> float:
        """Return how far another move leads the first of some moves, by a first look.

        If the move made leads by less than its error, chance may hide a better one: fresh worlds
        say.
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
        """Measure the first of some moves against the others; return the best and what it cost.

        In fresh worlds: what the first look owes to chance is not in the loss.
        """
        made, likely, *_ = rivals
        tried = first if first.exact else self.look("/again", _CLOSER, (made,), rivals)
        assert tried is not None, "what could be compared once can be again"
        lost = _losses(tried, tried.moves.index(made), tried.moves.index(likely))
        return tried.moves[tried.order()[0]] if lost.loss > 0 else made, lost

    def shown(self, made: Move) -> _Shown:
        """Return what a player sees who asks for a hint here and for its numbers."""
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
        """Tell whether the hint's move is better than the one made at a table too.

        It is not if any other one is better there by more than the error of that.
        """
        if not shown.found.at_table:
            return True
        settled = settle(shown.found, self.game, self.view, shown.rng)
        if settled.best != shown.hint:
            return False
        if made not in settled.second:
            tried = at_table(self.game, self.view, 0, (shown.hint, made))
            return tried is None or tried.behind(1, 0)[0] > 0
        ahead, doubt = min(settled.second.values())
        return -ahead <= doubt and settled.second[made][0] >= 0

    def decide(self, made: Move, best: Move, lost: _Lost) -> _Lost:
        """Return what a move has cost in fresh worlds once more."""
        pair = (made, best)
        last = self.look("/verdict", _VERDICT, pair, pair)
        assert last is not None, "what could be compared once can be again"
        at, first = last.moves.index(made), last.moves.index(best)
        loss, doubt = last.behind(at, first)
        return lost._replace(loss=loss, error=doubt, kept=_kept(last, made, best))


def _kept(looked: Sample, made: Move, best: Move) -> tuple[float, float] | None:
    """Return how likely the bid is kept after either move; None without a bid."""
    if not looked.kept:
        return None
    return looked.kept[looked.moves.index(made)], looked.kept[looked.moves.index(best)]


_SAFER: Final = 0.01
"""By this much more often a move keeps the bid if it is the safer one: less may be chance."""


def _safer(made: Move, kept: tuple[float, float] | None) -> bool:
    """Tell whether a play keeps the bid more often than the one that is worth more.

    Then it costs only by what the others get, and to make sure of one's bid is no mistake.
    """
    if kept is None or made.split()[0] == Bid.verb:
        return False
    return kept[0] - kept[1] > _SAFER


def _rivals(first: Sample, made: Move) -> list[Move]:
    """Return the move made, the best one of a first look, and the best others."""
    ordered = [first.moves[at] for at in first.order()]
    return [made, ordered[0], *[move for move in ordered if move != made][:_RIVALS]]


_CLEAR: Final = 4.0
"""A hint's numbers have to see a lead of this many of its errors, and the last look half of that:
so a mistake is none that only just passed.
"""
_WORTH_A_VERDICT: Final = 2.0
"""The second look has to find this many of its errors for another look to follow: what is costly
by the numbers of a hint, which know a lead as well as a second look does, it seldom misses.
"""

_NOTICED: Final = 0.25
"""A first look has to see a lead of this many points for a closer look to follow, however doubtful:
what it misses no other look finds.
"""


class _Shown(NamedTuple):
    """What a hint and its numbers say of a move that somebody has made."""

    hint: Move
    lead: float
    """How far the hint's move is ahead."""
    error: float
    """The standard error of `lead`."""
    found: Sample
    """What the hint has before a table settles it."""
    rng: Random
    """Its generator by then."""


class _Lost(NamedTuple):
    """What a decision cost, in the fields that a `Decision` has too."""

    loss: float = 0.0
    error: float = 0.0
    given: float = 0.0
    given_error: float = 0.0
    expert: float = 0.0
    kept: tuple[float, float] | None = None

    def is_mistake(self, least: float) -> bool:
        """Tell whether the loss is as large as this, and beyond its errors."""
        return self.loss >= least and self.loss > CERTAIN * self.error


def _losses(tried: Sample, played: int, chosen: int) -> _Lost:
    """Measure what the move played cost, and the one that a first look would have chosen.

    The highest of several means usually owes something to chance. So the move to compare with is
    found in one half of the numbers and measured in the other half, and then the other way round.
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
