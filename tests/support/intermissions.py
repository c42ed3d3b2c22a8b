"""Tables with a finished deal before people, and the people going on."""

from __future__ import annotations

from net.wire.protocol import Continue, Message
from tests.support.parlour import Visitor
from tests.support.shelf import Shelf

PAUSE = 30


def table(pause: int = PAUSE, seats: int = 2, clock: int = 0, deals: int = 2) -> Shelf:
    return Shelf(None, seats, pause=pause, clock=clock, cards=1, deals=deals)


def play_deal(shelf: Shelf, *people: Visitor) -> None:
    """Play the deal that lies there to its end; bots do the rest."""
    deal = shelf.live.match.game.view(shelf.live.match.state, None).deal
    while shelf.live.match.game.view(shelf.live.match.state, None).deal == deal:
        if not shelf.live.to_act():
            break
        (seat,) = shelf.live.to_act()
        here = [person for person in people if person.client.seat == seat]
        if here:
            here[0].play(shelf.live.legal(seat)[0])
        else:
            shelf.pass_time(1)
            shelf.answer()
            shelf.pass_time(1)


def two(pause: int = PAUSE, **settings: int) -> tuple[Shelf, Visitor, Visitor]:
    """Ann and Bob with a finished deal before them."""
    shelf = table(pause, **settings)
    ann, bob = shelf.two()
    play_deal(shelf, ann, bob)
    return shelf, ann, bob


def go_on(*visitors: Visitor) -> list[Message]:
    """Have people go on from the deal that was shown last; return what the last of them hears."""
    return [visitor.send(Continue(visitor.client.seq)) for visitor in visitors][-1]


def deal_of(visitor: Visitor) -> tuple[int, str]:
    """Which deal somebody sees, and what is awaited."""
    view = visitor.client.view
    return view.deal, view.phase


FINISHED, NEXT = (1, "deal"), (2, "play")
