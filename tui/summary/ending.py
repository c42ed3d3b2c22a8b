"""A match that is over, as far as this program saw it or has its record. No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.game import Event, Result, Seat
from core.records.replay import Replay
from core.summary import Summary, summarize, worth_keeping
from net.client.happenings import Position
from tui.language.words import player_said


class MatchEvents:
    """Keeps the events of one match that its last page is made of; a new match starts afresh."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._over = False

    def absorb(self, position: Position) -> None:
        """Take in what led to a position."""
        if self._over or position.before:
            self._events.clear()
        self._over = position.view.result is not None
        for earlier in position.before:
            self._events += worth_keeping(earlier.events)
        self._events += worth_keeping(position.events)

    @property
    def seen(self) -> Sequence[Event]:
        """What has been seen of the match."""
        return self._events


@dataclass(frozen=True, slots=True)
class Ending:
    """Everything the last page shows."""

    game: str
    names: tuple[str, ...]
    mine: Seat | None
    """Whose page it is; None for a watcher."""
    result: Result
    summary: Summary
    deal_check: str = ""
    """Whether the deals are the ones committed to, as a sentence; empty if nothing is proved."""
    beware: bool = False
    """Whether they are not."""
    mistake: str = ""
    """The costliest mistake, as a sentence without a full stop; empty without a review."""
    reviewing: str = ""
    """How far its review has got, in words; empty unless it is being made."""

    @property
    def by_place(self) -> tuple[Seat, ...]:
        """The seats from the first place to the last."""
        places = self.result.places
        return tuple(sorted(range(len(places)), key=lambda seat: (places[seat], seat)))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players who came first."""
        return tuple(seat for seat in self.by_place if self.result.places[seat] == 1)


def ending(game: str, names: Sequence[str], view: Any, events: Sequence[Event]) -> Ending:
    """Sum up what one seat has seen of a match that is over."""
    return Ending(game, tuple(names), view.seat, view.result, summarize(game, view, events))


def ending_of(replay: Replay, seat: Seat | None) -> Ending | None:
    """Sum up a recorded match; None if it was not played to its end."""
    view = replay.view(replay.last, seat)
    if view.result is None:
        return None
    names = [player_said(player.name, player.kind) for player in replay.players]
    return ending(replay.game.NAME, names, view, events_of(replay))


def events_of(replay: Replay) -> list[Event]:
    """Return those events of a whole match that its last page is made of."""
    return [event for step in replay.steps for event in worth_keeping(step.events)]
