"""The end of a match for guests: its record is offered, and the names of its players stay."""

import pytest

from core.games.kozel import rules as kozel
from net.client.events import RecordFiled
from net.wire.to_host import Leave, Ready, Start
from tests.support.harness_app import HarnessLink, at_harness
from tests.support.screens import play_on, read, seen, table_of, until
from tests.support.shuffles import ShuffledHarness
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.table.deal_words import NUMBER_REUSED, RECORD_MISFIT


async def test_a_guest_may_watch_the_match_again_and_its_names_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = ShuffledHarness(kozel, 2, target=50)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(100, 30)) as (pilot, session):
        assert isinstance(session.link, HarnessLink)
        session.link.visitor.answers = True
        session.link.visitor.send(Ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        await play_on(pilot, zoe)
        await seen(pilot, "the goat!")
        assert "watch from deal 2" not in read(pilot)
        session.link.hear(RecordFiled("/records/match.jsonl"))
        await seen(pilot, "watch from deal 2")
        zoe.send(Leave())
        harness.join("Cyr")
        await until(pilot, lambda: session.names[0] == "Cyr")
        await pilot.press("escape")
        await until(pilot, lambda: table_of(pilot))
        assert "Zoe" in read(pilot)
        assert session.players == ("Zoe", "Ann")


async def test_a_record_that_does_not_fit_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_harness(ShuffledHarness(kozel, 2), monkeypatch) as (pilot, session):
        assert isinstance(session.link, HarnessLink)
        session.link.hear(RecordFiled(fits=False))
        await seen(pilot, "not agree with what you saw")


async def test_a_number_that_was_used_again_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_harness(ShuffledHarness(kozel, 2), monkeypatch) as (pilot, session):
        assert isinstance(session.link, HarnessLink)
        session.link.hear(RecordFiled("/records/match.2.jsonl", reused=True))
        await seen(pilot, "number of an earlier one")


def test_plain_mode_says_where_the_record_is_or_that_it_does_not_fit() -> None:
    harness = ShuffledHarness(kozel, 2)
    ann = harness.join("Ann")
    said: list[str] = []
    dialogue = PlainDialogue(PlainContext(ann.client, ann.send, said.append, Plan()))
    dialogue.receive(RecordFiled("/records/match.jsonl"), 0.0)
    dialogue.receive(RecordFiled(), 0.0)
    dialogue.receive(RecordFiled(fits=False), 0.0)
    dialogue.receive(RecordFiled("/records/match.2.jsonl", reused=True), 0.0)
    assert said == [
        "The record of this match is kept in /records/match.jsonl.",
        f"{RECORD_MISFIT}.",
        f"{NUMBER_REUSED}.",
        "The record of this match is kept in /records/match.2.jsonl.",
    ]
