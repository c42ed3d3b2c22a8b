"""What happens at a table of Joker, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias, TypedDict

from core.events import DEAL, MOVED, EventForm, EventForms, numbers, seat_of
from core.game import Event, Seat
from core.games.joker.moves import AnyMove, Play, parse_move, parse_play
from core.games.joker.view import CARD_PLAYED
from core.notation import Among, CardOrNone


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt; the upcard is "" in nines."""

    deal: int
    cards: int
    dealer: Seat
    upcard: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved."""

    seat: Seat
    move: AnyMove


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """A suit, or "none"."""

    seat: Seat
    trump: str


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat has taken a trick; its plays, the leader's first."""

    seat: Seat
    leader: Seat
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over; points and totals by seat."""

    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PremiumsPaid:
    """A pulka is over; premiums and totals by seat."""

    premiums: tuple[int, ...]
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | TrumpNamed | TrickTaken | DealScored | PremiumsPaid


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    data = event.data
    match event.kind:
        case "began":
            return Began(data["deal"], data["cards"], data["dealer"], data["upcard"])
        case "moved":
            return Moved(seat_of(event), parse_move(data["move"]))
        case "trump":
            return TrumpNamed(seat_of(event), data["trump"])
        case "trick":
            plays = tuple(map(parse_play, data["cards"]))
            return TrickTaken(seat_of(event), data["leader"], plays)
        case "deal":
            return DealScored(data["deal"], numbers(data["points"]), numbers(data["totals"]))
        case "premium":
            return PremiumsPaid(numbers(data["premium"]), numbers(data["totals"]))
    return None


# --- as they are sent --------------------------------------------------------------------------


class BeganData(TypedDict):
    """A deal has been dealt."""

    deal: int
    """1..24."""
    cards: int
    """How many each player has got."""
    dealer: Seat
    upcard: CardOrNone
    """The card turned up for trumps, "" in nines."""


class TrumpData(TypedDict):
    """Trumps have been named by a player."""

    trump: Annotated[str, Among("s", "h", "d", "c", "none")]


class TrickData(TypedDict):
    """A trick is complete."""

    leader: Seat
    cards: list[Annotated[str, CARD_PLAYED]]
    """As they were played, the leader's first."""


class PremiumData(TypedDict):
    """A pulka is over; as in the record."""

    premium: list[int]
    """What each seat gains or loses by the premiums of the pulka; may be all zeros."""
    totals: list[int]


EVENTS: Final[EventForms] = {
    "began": EventForm(BeganData),
    "moved": MOVED,
    "trump": EventForm(TrumpData, "whoever has named them"),
    "trick": EventForm(TrickData, "whoever has taken it"),
    "deal": DEAL,
    "premium": EventForm(PremiumData),
}
