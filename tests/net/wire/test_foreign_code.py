"""Section 9 of docs/protocol.md, tried by a client written from that page alone."""

import re
from pathlib import Path

from net.secure.pake import ClientSide, HostSide
from tests.support.foreign_proof import ORDER, ForeignProof
from tests.support.foreigner import VERSION, Foreigner, Knock, visit

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"
CODE = "K7QM2X"


def example() -> dict[str, str]:
    """The worked example of the document."""
    _, _, text = DOCUMENT.read_text("utf-8").partition("An example to check a program with")
    return dict(re.findall(r"^\| ([^|]+) \| `(\w+)` \|$", text, re.MULTILINE))


def entropy(scalar: str) -> bytes:
    """Return the entropy from which spake2 makes a scalar: 64 bytes, taken modulo the order."""
    return (int(scalar, 16) % ORDER).to_bytes(64, "big")


def test_the_worked_example_is_what_both_sides_do() -> None:
    given = example()
    fingerprint, table = bytes.fromhex(given["fingerprint"]), given["table"]
    client = ClientSide(fingerprint, given["code"], table, lambda n: entropy(given["x"]))
    host = HostSide(fingerprint, given["code"], table, lambda n: entropy(given["y"]))
    assert (client.share, host.share) == (given["client's share"], given["host's share"])
    host.take(client.share)
    assert client.confirm(host.share) == given["client's proof"]
    assert host.check(given["client's proof"]) == given["host's proof"]
    assert client.confirmed(given["host's proof"])


def test_the_worked_example_follows_from_the_document_alone() -> None:
    given = example()
    fingerprint = bytes.fromhex(given["fingerprint"])
    proof = ForeignProof(given["code"], fingerprint, given["table"], int(given["x"], 16))
    assert proof.w == int(given["w"], 16)
    assert proof.share == given["client's share"]
    assert proof.proofs(given["host's share"]) == (given["client's proof"], given["host's proof"])
    assert proof.key.hex() == given["key"]


def prove(client: Foreigner, code: str) -> None:
    table = client.until("Welcomed")["tables"][0]
    assert table["code"] is True
    proof = ForeignProof(code, client.fingerprint, table["id"])
    share = client.ask("Prove", "Proving", table=table["id"], share=proof.share)["share"]
    mine, theirs = proof.proofs(share)
    client.say("Confirm", proof=mine)
    assert client.until("Confirmed", "Refused").get("proof", theirs) == theirs


async def test_whoever_knows_the_code_joins_watches_and_comes_back_with_a_token() -> None:
    def story(knock: Knock) -> None:
        ann = knock(encrypted=True)
        prove(ann, CODE)
        token = ann.ask("Join", "Seated", name="Ann")["token"]
        assert ann.until("Gathered")["code"] == CODE
        again = knock(encrypted=True)
        assert again.fingerprint == ann.fingerprint
        assert again.ask("Join", "Seated", name="Ann", token=token)["seat"] == 0
        bob = knock(encrypted=True)
        bob.refused("code", "Join", name="Bob", watch=True)
        bob.refused("unproved", "Confirm", proof="0" * 64)
        bob.say("Hello", version=VERSION)
        prove(bob, CODE)
        assert bob.ask("Join", "Seated", name="Bob", watch=True)["seat"] is None

    await visit(story, code=CODE)


async def test_a_wrong_code_is_refused_and_a_connection_has_one_attempt() -> None:
    def story(knock: Knock) -> None:
        eve = knock(encrypted=True)
        prove(eve, "K7QM2Y")
        eve.refused("code", "Join", name="Eve")
        share = ForeignProof(CODE, eve.fingerprint, "").share
        eve.refused("tried", "Prove", table="", share=share)
        other = knock(encrypted=True)
        other.refused("wrong", "Prove", table="", share="41" + "00" * 32)

    await visit(story, code=CODE)


async def test_a_plain_client_hears_what_the_table_wants_and_is_welcome_at_open_ones() -> None:
    def story(knock: Knock) -> None:
        ann = knock()
        told = ann.refused("plain", "Join", name="Ann", token="whatever")
        assert "encrypted" in told["reason"]
        ann.refused("plain", "Prove", table="", share="41" + "00" * 32)
        assert ann.ask("Ping", "Ponged", sent=1)

    await visit(story, code=CODE)

    def at_an_open_table(knock: Knock) -> None:
        ann = knock(encrypted=True)
        ann.refused("codeless", "Prove", table="", share="41" + "00" * 32)
        ann.ask("Join", "Seated", name="Ann")
        assert not ann.until("Gathered").get("code")
        ann.refused("joined", "Prove", table="", share="41" + "00" * 32)
        assert knock().ask("Join", "Seated", name="Bob")["seat"] == 1

    await visit(at_an_open_table)
