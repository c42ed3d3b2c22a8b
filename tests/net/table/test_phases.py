"""Every message is either served or refused in each phase, as in the table of phases."""

import typing

import pytest

from net.table.phases import GATHERING, OVER, PERMISSIONS, PHASES, PLAYING, Permission, Role
from net.wire import to_host
from net.wire.from_host import Refused
from net.wire.message import Message
from net.wire.reasons import CLOSINGS, ENDINGS, REFUSALS, class_of_closing, class_of_refusal
from tests.support.harness import Visitor, met
from tests.support.requests import REQUESTS

EXAMPLES = {type(message): message for message in reversed(REQUESTS)}


def at_table(phase: str) -> tuple[Visitor, Visitor, Visitor]:
    """The owner, another player and a watcher of a table in a phase."""
    harness, ann, bob = met()
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
    assert kind in EXAMPLES, f"tests/support/requests.py lacks a {kind.__name__}"
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
