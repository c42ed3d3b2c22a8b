"""Tables with a finished deal that people are reading, and their Continue."""

from net.wire.message import Message
from net.wire.to_host import Continue
from tests.support.harness import Visitor
from tests.support.logged_harness import LoggedHarness

PAUSE = 30


def table(pause: int = PAUSE, seats: int = 2, clock: int = 0, deals: int = 2) -> LoggedHarness:
    return LoggedHarness(None, seats, pause=pause, clock=clock, cards=1, deals=deals)


def play_deal(logged: LoggedHarness, *people: Visitor) -> None:
    """Play the current deal to its end; the bots play the rest."""
    deal = logged.live.match.game.view(logged.live.match.state, None).deal
    while logged.live.match.game.view(logged.live.match.state, None).deal == deal:
        if not logged.live.to_act():
            break
        (seat,) = logged.live.to_act()
        here = [person for person in people if person.client.seat == seat]
        if here:
            here[0].play(logged.live.legal(seat)[0])
        else:
            logged.pass_time(1)
            logged.answer()
            logged.pass_time(1)


def two(pause: int = PAUSE, **settings: int) -> tuple[LoggedHarness, Visitor, Visitor]:
    """Ann and Bob, who see a finished deal."""
    logged = table(pause, **settings)
    ann, bob = logged.two()
    play_deal(logged, ann, bob)
    return logged, ann, bob


def go_on(*visitors: Visitor) -> list[Message]:
    """Have people continue from the deal shown last; return the messages to the last of them."""
    return [visitor.send(Continue(visitor.client.seq)) for visitor in visitors][-1]


def deal_of(visitor: Visitor) -> tuple[int, str]:
    """Return the deal that a visitor sees, and the decision awaited."""
    view = visitor.client.view
    return view.deal, view.phase


FINISHED, NEXT = (1, "deal"), (2, "play")
