"""A review, perhaps unfinished: the decisions judged so far, deal by deal. Reads no file.

Its text is kept beside the record; a review of another record is refused.

A deal's result has three sources: one's own play, the others' play, and luck. A result is the
points compared with the mean of the others. So before a deal it is zero on average for every seat,
and the points that one seat gives away go to the others. docs/review.md has the method.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import hypot, isfinite, sqrt
from typing import Final, TypeGuard

from core.game import DEAL_ENDS, Move, Plain, Seat, against_others
from core.games import FACTS
from core.records.replay import Replay
from core.review.decision import PLAYOUTS, Decision, Worth, judge


@dataclass(slots=True)
class Review:
    """Judgements of one record by one seed, in the order of the match."""

    seed: int = 0
    playouts: int = PLAYOUTS
    reached: int = 0
    """All decisions up to this position have been judged."""
    decisions: list[Decision] = field(default_factory=list)

    def take(self, at: int, decision: Decision | None) -> None:
        """Add the judgement of a position; None for one without a choice."""
        self.reached = at + 1
        if decision is not None:
            self.decisions.append(decision)

    def is_complete(self, replay: Replay) -> bool:
        """Tell whether the whole record is judged."""
        return self.reached >= replay.last

    def percent(self, last: int) -> int:
        """Return the part of a record with this last position that is judged, 0 to 100."""
        return 100 * self.reached // max(1, last)

    def deals_done(self, replay: Replay) -> int:
        """Return the number of deals or rounds, from the first on, that are completely judged."""
        ends = [*replay.deal_starts[1:], replay.last]
        return sum(end <= self.reached for end in ends)

    def costly(self, seat: Seat | None = None) -> list[Decision]:
        """List the costly decisions, of one seat or of all, in the order of the match."""
        return [each for each in self.decisions if each.costly and seat in (None, each.seat)]

    def costliest(self, seat: Seat | None = None) -> list[Decision]:
        """List the costly decisions, of one seat or of all, the costliest first."""
        return sorted(self.costly(seat), key=lambda each: (-each.loss, each.at))


def judge_rest(replay: Replay, review: Review) -> Iterator[int]:
    """Judge the rest of the record; yield each position once it is judged."""
    for at in range(review.reached, replay.last):
        review.take(at, judge(replay, at, review.seed, review.playouts))
        yield at


def next_costly(positions: Sequence[int], at: int, direction: int) -> int | None:
    """Return the next (1) or previous (-1) of some positions in order; None if there is none."""
    if direction > 0:
        return next((position for position in positions if position > at), None)
    return next((position for position in reversed(positions) if position < at), None)


VERSION: Final = 14
"""The version of the format and the method: judgements of another version are made again."""

_ROUND: Final = 4


def fingerprint(lines: Iterable[str]) -> str:
    """Return the fingerprint of a record; blank lines at its end do not matter."""
    kept = [line for line in lines if line.strip()]
    return sha256("\n".join(kept).encode("utf-8", "surrogatepass")).hexdigest()


def written(review: Review, record: str) -> str:
    """Return the text of a review of the record with this fingerprint."""
    entry = {
        "kozyr_review": VERSION,
        "record": record,
        "seed": review.seed,
        "playouts": review.playouts,
        "reached": review.reached,
        "decisions": [row(each) for each in review.decisions],
    }
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(text: str, record: str, replay: Replay) -> Review | None:
    """Read a text of `written`; None if it is damaged, foreign or of another version."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or entry.get("kozyr_review") != VERSION:
        return None
    if entry.get("record") != record:
        return None
    match entry:
        case {"seed": int(seed), "playouts": int(playouts), "reached": int(reached)}:
            rows = entry.get("decisions")
        case _:
            return None
    if not isinstance(rows, list) or not 0 <= reached <= replay.last or playouts < 1:
        return None
    found = [read_row(each, reached, replay) for each in rows]
    decisions = [each for each in found if each is not None]
    places = [each.at for each in decisions]
    if len(decisions) < len(rows) or sorted(set(places)) != places:
        return None
    return Review(seed, playouts, reached, decisions)


def row(decision: Decision) -> list[Plain]:
    """Return a decision as a row of plain values."""
    return [
        *(decision.at, decision.deal, decision.seat, decision.move, decision.best),
        *(decision.loss, decision.error),
        [list(each) for each in decision.moves],
        *(decision.closely, decision.sure),
        *(decision.given, decision.given_error, decision.expert),
        *(decision.kept or ()),
    ]


def read_row(found: Plain, reached: int, replay: Replay) -> Decision | None:
    """Read a row of `row`; None if it is not a decision in a position of this record."""
    match found:
        case [int(at), int(deal), int(seat), str(move), str(best), *rest]:
            match rest:
                case [loss, error, list(rows), bool(closely), bool(sure), *gave]:
                    known = [float(each) for each in (loss, error, *gave) if _is_known(each)]
                case _:
                    return None
            if len(known) not in _KNOWN or known[1] < 0 or known[3] < 0 or not 0 <= at < reached:
                return None
            step = replay.steps[at]
            if (step.seat, step.move, replay.deal_of(at)) != (seat, move, deal):
                return None
            legal = replay.legal(at)
            worths = [_read_worth(each, legal) for each in rows]
            moves = tuple(each for each in worths if each)
            named = {each.move for each in moves}
            if len(named) < len(rows) or not named >= {move, best}:
                return None
            lost, doubt, given, given_error, expert, *chances = known
            seen = (at, deal, seat, move, best, lost, doubt, moves, closely)
            kept = (chances[0], chances[1]) if chances else None
            return Decision(*seen, given, given_error, expert, sure, kept)
    return None


_KNOWN: Final = (5, 7)
"""The columns of a row: `loss`, `given` and their errors, `expert`, and `kept` if known."""


def _read_worth(found: Plain, legal: Sequence[Move]) -> Worth | None:
    match found:
        case [str(move), points, error] if _is_known(points) and _is_known(error):
            return Worth(move, float(points), float(error)) if move in legal else None
    return None


def _is_known(number: Plain) -> TypeGuard[float]:
    return isinstance(number, int | float) and type(number) is not bool and isfinite(number)


def as_plain(decision: Decision) -> Mapping[str, Plain]:
    """Return a decision for other programs, with rounded points."""
    return {
        "position": decision.at,
        "deal": decision.deal + 1,
        "seat": decision.seat,
        "move": decision.move,
        "best": decision.best,
        "worth": decision.worth_of(decision.move),
        "best_worth": decision.worth_of(decision.best),
        "loss": round(decision.loss, _ROUND),
        "error": round(decision.error, _ROUND),
        "given": round(decision.given, _ROUND),
        "given_error": round(decision.given_error, _ROUND),
        "expert_loss": round(decision.expert, _ROUND),
        "costly": decision.costly,
        "bid_kept": decision.kept and [round(each, _ROUND) for each in decision.kept],
        "moves": [each._asdict() for each in decision.moves],
    }


@dataclass(frozen=True, slots=True)
class DealLuck:
    """A seat's result of a deal and its sources, in points: `play` + `others` + `luck`.

    The result is points compared with the mean of the others; more is better.
    """

    result: float
    play: float
    """The effect of the seat's own decisions: minus their cost."""
    error: float
    """The standard error of `play`."""
    others: float
    """The effect of the others' decisions: the mean of their cost."""
    others_error: float
    """The standard error of `others`."""
    expert: float = 0.0
    """The value that `play` would have, had an expert made each of the seat's decisions."""

    @property
    def luck(self) -> float:
        """The rest of the result, which no decision explains."""
        return self.result - self.play - self.others

    @property
    def luck_error(self) -> float:
        """The standard error of `luck`."""
        return hypot(self.error, self.others_error)

    def rounded(self, digits: int = 1) -> tuple[float, float, float, float]:
        """Return play, others, luck and result for display: the rounded numbers add up as well."""
        play, others, result = (round(n, digits) for n in (self.play, self.others, self.result))
        return play, others, round(result - play - others, digits), result


def results_between(game: str, before: Sequence[int], after: Sequence[int]) -> list[float]:
    """Return each seat's result between two lists of totals; more is better in every game."""
    sign = -1 if FACTS[game].LOWEST_WINS else 1
    return against_others([sign * (new - old) for old, new in zip(before, after, strict=True)])


def shares(replay: Replay, deal: int, decisions: Iterable[Decision]) -> tuple[DealLuck, ...]:
    """Return the sources of each seat's result of a deal; none if it was broken off.

    `decisions` are all of the deal; those of other deals are skipped.
    """
    end = replay.deal_starts[deal + 1] if deal + 1 < len(replay.deal_starts) else replay.last
    begin = replay.deal_starts[deal]
    ended = (event.kind in DEAL_ENDS for step in replay.steps[begin:end] for event in step.events)
    if not any(ended):
        return ()
    before, after = replay.view(begin, None).totals, replay.view(end, None).totals
    results = results_between(replay.game.NAME, before, after)
    lost, doubts, experts = ([0.0] * len(results) for _ in range(3))
    for decision in decisions:
        if decision.deal == deal:
            lost[decision.seat] += decision.given
            doubts[decision.seat] += decision.given_error**2
            experts[decision.seat] += decision.expert
    seats, total, doubt = range(len(results)), sum(lost), sum(doubts)
    others = len(results) - 1
    return tuple(
        DealLuck(
            result,
            -lost[seat],
            sqrt(doubts[seat]),
            (total - lost[seat]) / others,
            sqrt(max(0.0, doubt - doubts[seat])) / others,
            -experts[seat],
        )
        for seat, result in zip(seats, results, strict=True)
    )


def added(found: Iterable[DealLuck]) -> DealLuck:
    """Add up the deals of one seat: a match has the sums of its deals."""
    known = tuple(found)
    return DealLuck(
        sum(share.result for share in known),
        sum(share.play for share in known),
        hypot(*(share.error for share in known)),
        sum(share.others for share in known),
        hypot(*(share.others_error for share in known)),
        sum(share.expert for share in known),
    )
