"""Every message is either served or refused in each phase, as the table of phases says."""

from __future__ import annotations

import typing

import pytest

from net.table.phases import GATHERING, OVER, PERMISSIONS, PHASES, PLAYING, Permission, Role
from net.wire import to_host
from net.wire.from_host import Refused
from net.wire.message import Message
from net.wire.reasons import CLOSINGS, ENDINGS, REFUSALS, class_of_closing, class_of_refusal
from tests.support.harness import Harness, Visitor

EXAMPLES: dict[type[Message], Message] = {
    to_host.Say: to_host.Say("hello"),
    to_host.Request: to_host.Request(),
    to_host.Leave: to_host.Leave(),
    to_host.Ready: to_host.Ready(),
    to_host.Rematch: to_host.Rematch(),
    to_host.Commit: to_host.Commit(9, "0" * 64),
    to_host.Reveal: to_host.Reveal(9, "0" * 64),
    to_host.Play: to_host.Play(9, 9, "play 1"),
    to_host.Continue: to_host.Continue(9),
    to_host.Wait: to_host.Wait(),
    to_host.Ask: to_host.Ask(),
    to_host.Fill: to_host.Fill(0, "easy"),
    to_host.Clear: to_host.Clear(1),
    to_host.Rule: to_host.Rule({"cards": 2}),
    to_host.Clock: to_host.Clock(30),
    to_host.ChangeGame: to_host.ChangeGame("kozel", 3),
    to_host.NewCode: to_host.NewCode(),
    to_host.Pause: to_host.Pause(30),
    to_host.Start: to_host.Start(),
    to_host.PutOut: to_host.PutOut(1),
    to_host.LetIn: to_host.LetIn("Dan"),
    to_host.Allow: to_host.Allow(newcomers=False),
    to_host.Give: to_host.Give(1, "Eve"),
    to_host.Deny: to_host.Deny("Eve"),
    to_host.HandOver: to_host.HandOver(1),
    to_host.Nudge: to_host.Nudge(1),
    to_host.Here: to_host.Here(),
    to_host.Identify: to_host.Identify("0" * 64, 4000),
    to_host.Migrate: to_host.Migrate(1),
    to_host.Accept: to_host.Accept(1, 4000, "0" * 64),
    to_host.Decline: to_host.Decline(1),
    to_host.Reached: to_host.Reached(1, True),
    to_host.Prepared: to_host.Prepared(1),
}


def at_table(phase: str) -> tuple[Visitor, Visitor, Visitor]:
    """The owner, another player and a watcher of a table in a phase."""
    harness = Harness()
    ann, bob = harness.join("Ann"), harness.join("Bob")
    if phase != GATHERING:
        harness.start(bob, owner=ann)
    while phase == OVER and harness.table.phase == PLAYING:
        seat = harness.live.to_act()[0]
        (ann, bob)[seat].play(harness.live.legal(seat)[0])
    return ann, bob, harness.join("Cid", watch=True)


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
    assert kind in EXAMPLES, f"EXAMPLES lacks a {kind.__name__}"
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
    elsewhere = {"Hello", "Join", "Prove", "Confirm", "Return", "Consult", "Ping"}
    names = {kind.__name__ for kind in typing.get_args(to_host.ToHost)}
    assert {kind.__name__ for kind in PERMISSIONS} == names - elsewhere
    assert {permission.code for permission in PERMISSIONS.values()} - {""} <= set(REFUSALS)


def test_of_each_code_a_program_knows_whether_to_send_it_again() -> None:
    assert class_of_refusal("stale") == "again"
    assert class_of_refusal("full") == "later"
    assert {class_of_refusal(code) for code in ("joined", "a later version's")} == {"never"}
    assert [code for code in CLOSINGS if class_of_closing(code) == "again"] == ["crowd"]
    assert {class_of_closing(code) for code in ENDINGS} == {"never"}
