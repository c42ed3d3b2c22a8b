"""The dialogue of docs/protocol.md: what really travels at the end of a deal."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from core.games.kozel import rules as kozel
from net.wire.protocol import Continue, Message, Paused, Updated
from tests.support.parlour import Parlour, Visitor


def intermission() -> str:
    """Ann and Bob at Kozel with a pause of 30 seconds, from the last move of a deal to the next."""
    parlour = Parlour(kozel, 2, pause=30)
    ann, bob = people = parlour.two()
    while True:
        (seat,) = parlour.live.to_act()
        mover = people[seat]
        play = mover.client.play(parlour.live.legal(seat)[0])
        heard = mover.send(play)
        if isinstance(heard[-1], Paused):
            break
    lines = [_line(mover, play), *_heard(ann, 2)]
    parlour.pass_time(8)
    for visitor in (bob, ann):
        message = Continue(visitor.client.seq)
        visitor.send(message)
        lines += [_line(visitor, message), *_heard(ann, 1)]
    return "\n".join(f"    {line}" for line in lines)


def _line(visitor: Visitor, message: Message) -> str:
    assert visitor.client.seat is not None
    return f"{('Ann', 'Bob')[visitor.client.seat]:4}  {_text(message)}"


def _heard(visitor: Visitor, count: int) -> list[str]:
    return [f"host  {_text(message)}" for message in visitor.heard[-count:]]


def _text(message: Message) -> str:
    """Write a message as JSON; of a view its deal and who is to act, of an event its kind."""
    plain: dict[str, Any] = msgspec.to_builtins(message)
    if not isinstance(message, Updated):
        return json.dumps(plain)
    shown = {name: message.view[name] for name in ("deal", "to_act") if name in message.view}
    plain["view"] = "view"
    plain["events"] = "events"
    view = json.dumps(shown)[:-1] + ", ...}"
    events = ", ".join(f'["{line.kind}", ...]' for line in message.events)
    return (
        json.dumps(plain)
        .replace('"view": "view"', f'"view": {view}')
        .replace('"events": "events"', f'"events": [{events}]')
    )
