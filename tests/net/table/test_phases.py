"""Every message is either served or refused in each phase, as the table of phases says."""

from __future__ import annotations

import typing

import pytest

from net.table.phases import GATHERING, OVER, PERMISSIONS, PHASES, PLAYING, Permission, Role
from net.wire import protocol
from net.wire.protocol import Message, Refused
from net.wire.reasons import REFUSALS
from tests.support.parlour import Parlour, Visitor

EXAMPLES: dict[type[Message], Message] = {
    protocol.Say: protocol.Say("hello"),
    protocol.Leave: protocol.Leave(),
    protocol.Ready: protocol.Ready(),
    protocol.Play: protocol.Play(9, 9, "play 1"),
    protocol.Continue: protocol.Continue(9),
    protocol.Wait: protocol.Wait(),
    protocol.Ask: protocol.Ask(),
    protocol.Fill: protocol.Fill(0, "easy"),
    protocol.Clear: protocol.Clear(1),
    protocol.Rule: protocol.Rule({"cards": 2}),
    protocol.Clock: protocol.Clock(30),
    protocol.NewCode: protocol.NewCode(),
    protocol.Pause: protocol.Pause(30),
    protocol.Start: protocol.Start(),
}


def at_table(phase: str) -> tuple[Visitor, Visitor, Visitor]:
    """The owner, another player and a watcher of a table in a phase."""
    parlour = Parlour()
    ann, bob = parlour.join("Ann"), parlour.join("Bob")
    if phase != GATHERING:
        parlour.start(bob, owner=ann)
    while phase == OVER and parlour.table.phase == PLAYING:
        seat = parlour.live.to_act()[0]
        (ann, bob)[seat].play(parlour.live.legal(seat)[0])
    return ann, bob, parlour.join("Cid", watch=True)


def code_of(visitor: Visitor, message: Message) -> str:
    """The code of the refusal of a message; empty if it was served."""
    answers = [answer for answer in visitor.send(message) if isinstance(answer, Refused)]
    return answers[-1].code if answers else ""


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    "kind, permission", list(PERMISSIONS.items()), ids=lambda value: getattr(value, "__name__", "")
)
def test_the_table_of_phases_is_what_a_table_does(
    kind: type[Message], permission: Permission, phase: str
) -> None:
    owner, player, watcher = at_table(phase)
    message = EXAMPLES[kind]
    if permission.role > Role.WATCHER:
        assert code_of(watcher, message) == "watching"
    if permission.role > Role.PLAYER:
        assert code_of(player, message) == "owner"
    code = code_of(owner, message)
    if phase in permission.phases:
        assert code not in ("watching", "owner", permission.code or "-")
    else:
        assert code == permission.code


def test_every_message_to_a_table_is_in_the_table_of_phases() -> None:
    elsewhere = {"Hello", "Join", "Prove", "Confirm", "Ping"}
    names = {kind.__name__ for kind in typing.get_args(protocol.ToHost)}
    assert {kind.__name__ for kind in PERMISSIONS} == names - elsewhere
    assert {permission.code for permission in PERMISSIONS.values()} - {""} <= set(REFUSALS)
