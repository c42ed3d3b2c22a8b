"""Words about the shuffle and the check at the end: on the screen and in plain mode."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.client.events import CheckAhead, LaterShuffle, MatchChecked, RoomState, Shuffled
from net.wire.from_host import FromHost, Revealed
from net.wire.message import SeatLine
from net.wire.to_host import Ready, Start
from tests.support.harness import Visitor
from tests.support.harness_app import HarnessLink, at_harness
from tests.support.screens import play_on, read, seen, table_of, until
from tests.support.shuffles import TABLE, ShuffledHarness, seated, secret, verdict
from tui.language.text import use_language
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.table.deal_words import ahead_said, checked_said, shuffled_said
from tui.table.last_page import LastPage

NAMES = ("Ann", "Bob", "Zoe")
PEOPLE = (
    SeatLine("Ann", kind="human"),
    SeatLine("Bob", kind="human"),
    SeatLine("Zoe", kind="bot:easy"),
)
ROOM = RoomState("over", PEOPLE, 0, kozel.Options())


@asynccontextmanager
async def begun(
    harness: ShuffledHarness,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int] = (160, 48),
    forge: Any = None,
) -> AsyncIterator[tuple[Pilot[None], Visitor, Visitor]]:
    """Ann before her screen and Zoe begin a match."""
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=size) as (pilot, session):
        assert isinstance(session.link, HarnessLink)
        ann = session.link.visitor
        ann.answers = True
        ann.forge = forge or ann.forge
        ann.send(Ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        yield pilot, ann, zoe


@asynccontextmanager
async def played(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (80, 24), forge: Any = None
) -> AsyncIterator[tuple[Pilot[None], Visitor, Visitor]]:
    """Ann before her screen and Zoe have played a match."""
    decks = SeededDecks(secret("seed 16"), TABLE)  # the match is over after one deal
    harness = ShuffledHarness(kozel, 2, target=50, new_decks=lambda: decks)
    async with begun(harness, monkeypatch, size, forge) as (pilot, ann, zoe):
        await play_on(pilot, zoe)
        yield pilot, ann, zoe


def play(harness: ShuffledHarness, ann: Visitor, zoe: Visitor) -> None:
    """Make the first legal move of the player to move."""
    (seat,) = harness.live.to_act()
    (zoe, ann)[seat].play(harness.live.legal(seat)[0])


@pytest.mark.parametrize(
    "size",
    [
        (60, 20),
        pytest.param((80, 24), marks=pytest.mark.nightly),
        pytest.param((160, 48), marks=pytest.mark.nightly),
    ],
)
async def test_the_end_of_a_match_says_that_the_deal_was_checked(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with played(monkeypatch, size) as (pilot, ann, _):
        if size == (60, 20):
            await pilot.press("pagedown")
        await seen(pilot, "The deals are still being checked.")
        verdict(ann)
        await seen(pilot, "No deal could be stacked: checked.")
        for there in ("Zoe", "to the waiting room", "copy as text", "leave the table"):
            assert there in read(pilot)


async def test_the_end_of_a_match_says_loudly_that_a_deal_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def other_seed(message: FromHost) -> FromHost:
        if isinstance(message, Revealed):
            return replace(message, seed=secret("other").hex())
        return message

    async with played(monkeypatch, forge=other_seed) as (pilot, ann, _):
        verdict(ann)
        await seen(pilot, "Beware: the seed of deal 1 is not the one")
        (warning,) = (line for line in table_of(pilot).session.log.lines if "Beware" in line.say())
        assert warning.kind == "warning", "no notice in a faint colour"
        use_language("ru")
        assert isinstance(pilot.app.screen, LastPage)
        pilot.app.screen.tell_deal()
        await seen(pilot, "Осторожно: кон 1 сдан не так")


async def test_a_finished_deal_is_said_to_be_checked_while_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = ShuffledHarness(kozel, 2, pause=30)
    async with begun(harness, monkeypatch) as (pilot, ann, zoe):
        while harness.live.to_act():
            play(harness, ann, zoe)
        await seen(pilot, "The deal is over. Enter or a click continues")
        assert verdict(ann) is None
        await seen(pilot, "Deal 1 is over and checked. Enter or a click continues")
        await seen(pilot, "Deal 1 checked: it is the one")
        await pilot.app.change_settings(language="ru")
        await seen(pilot, "Кон 1 сыгран и проверен")


async def test_a_finished_deal_is_said_to_be_checked_where_nobody_waits_for_readers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = ShuffledHarness(kozel, 2)
    async with begun(harness, monkeypatch) as (pilot, ann, zoe):
        while harness.live.match.state.deal == 1:
            play(harness, ann, zoe)
        await seen(pilot, "The deal is over. Enter or a click continues")
        verdict(ann)
        await seen(pilot, "Deal 1 is over and checked. Enter or a click continues")


async def test_the_log_says_who_had_no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = ShuffledHarness(kozel, 2)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, size=(160, 48)) as (pilot, session):
        assert isinstance(session.link, HarnessLink)
        session.link.visitor.answers, zoe.answers = True, False
        session.link.visitor.send(Ready())
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        await seen(pilot, "the cards are on their way")
        harness.pass_time(5)
        await seen(pilot, "Shuffled without the share of Zoe")


@pytest.mark.nightly
async def test_another_match_shows_nothing_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with played(monkeypatch) as (pilot, ann, zoe):
        zoe.answers = False
        ann.send(Ready())
        zoe.send(Start())
        await seen(pilot, "the cards are on their way")
        ann.harness.pass_time(5)
        await until(pilot, lambda: ann.client.view is not None)
        await until(pilot, lambda: not isinstance(pilot.app.screen, LastPage))


def test_plain_mode_says_both_and_leaves_once_it_knows() -> None:
    harness, (ann, bob) = seated(kozel, 2, target=50)
    said: list[str] = []
    dialogue = PlainDialogue(PlainContext(ann.client, ann.send, said.append, Plan(once=True)))
    ann.hear = lambda event: dialogue.receive(event, harness.now)
    bob.answers = False
    harness.start(bob, owner=ann)
    harness.pass_time(5)
    assert "Shuffled without the share of Player 1." in said
    harness.play_to_the_end(ann, bob)
    assert any(sentence.startswith("Place 2") for sentence in said)
    assert not dialogue.done
    verdict(ann)
    assert said[-1].startswith("No deal could be stacked: checked. Shuffled without")
    assert dialogue.done


@pytest.mark.parametrize(
    "checked, mine, sentence",
    [
        (MatchChecked("", 0, 0, (0, 1, 2), own=True), 1, "No deal could be stacked: checked"),
        (
            MatchChecked("", 0, 0, (0, 1, 2)),
            1,
            "The deal is the one the host had fixed, but you had no share in it",
        ),
        (
            MatchChecked("", 0, 3, (0, 1, 2)),
            None,
            "The deal is the one the host had fixed; it says that these had a share in it: "
            "Ann, Bob, Zoe. Checked from deal 3 on: your program came or came back then",
        ),
        (
            MatchChecked("", 0, 3, (0, 1, 2)),
            1,
            "The deal is the one the host had fixed before your program came or came back. "
            "Checked from deal 3 on: your program came or came back then",
        ),
        (
            MatchChecked("tried", 0, 0, (0, 1, 2), own=True, shuffles=3),
            1,
            "Beware: the deck was shuffled 3 times before the first deal was played",
        ),
        (
            MatchChecked("", 0, 0, (1, 2), own=True),
            1,
            "No deal could be stacked: checked. Shuffled without the share of Ann",
        ),
        (
            MatchChecked("", 0, 0, (0, 2)),
            1,
            "The deal is the one the host had fixed, but you had no share in it",
        ),
        (
            MatchChecked("", 0, 0, (0, 2)),
            None,
            "The deal is the one the host had fixed, but nobody else had a share in it",
        ),
        (
            MatchChecked("deal", 4, 0, (0, 1, 2)),
            0,
            "Beware: deal 4 is not the one that the host had committed to",
        ),
        (
            MatchChecked(
                "", 0, 0, (0, 1, 2), own=True, later=(LaterShuffle(5, (0, 1, 2), own=True),), anew=1
            ),
            1,
            "Shuffled anew as the match went on without its host. "
            "Checked, could not be stacked: deals 1–4, 5 and later",
        ),
        (
            MatchChecked("", 0, 0, (0, 1, 2), own=True, later=(LaterShuffle(2, (0,)),), anew=1),
            1,
            "Shuffled anew as the match went on without its host. "
            "Checked, could not be stacked: deals 1. "
            "As the host had fixed them, without a share of yours: deals 2 and later. "
            "Shuffled without the share of Zoe",
        ),
        (
            MatchChecked("", 0, 0, (1, 2), own=True, choice=2),
            1,
            "Checked: every deal has your share in it. Shuffled without the share of Ann. "
            "A share that was promised was not shown. The host may have chosen from 2 decks",
        ),
        (
            MatchChecked(
                *("", 0, 0, (0, 1, 2)),
                own=True,
                later=(LaterShuffle(2, (0, 1), own=True),),
                anew=1,
                choice=2,
            ),
            1,
            "Shuffled anew as the match went on without its host. "
            "Checked, with your share: deals 1, 2 and later. Shuffled without the share of Zoe. "
            "A share that was promised was not shown. The host may have chosen from 2 decks",
        ),
        (
            MatchChecked("", 0, 0, (0, 1, 2), own=True, given_up=3),
            1,
            "Checked: every deal has your share in it. "
            "A match before this one was not played to its end. "
            "The host may have chosen from 4 decks",
        ),
        (
            MatchChecked("", 0, 0, (1, 2), own=True, choice=2, given_up=1),
            1,
            "Checked: every deal has your share in it. Shuffled without the share of Ann. "
            "A share that was promised was not shown. "
            "A match before this one was not played to its end. "
            "The host may have chosen from 3 decks",
        ),
        (
            MatchChecked("", 0, 0, (0, 2), choice=2),
            1,
            "The deal is the one the host had fixed, but you had no share in it",
        ),
        (
            MatchChecked("", 0, 0, (0, 1, 2), own=True, anew=1),
            1,
            "Shuffled anew as the match went on without its host. "
            "No deal could be stacked: checked",
        ),
        (
            MatchChecked(
                "", 0, 0, (0, 1, 2), own=True, later=(LaterShuffle(5, (0, 1, 2), own=True),), anew=3
            ),
            1,
            "Shuffled anew 3 times, as the match went on without its host. "
            "Checked, could not be stacked: deals 1–4, 5 and later",
        ),
        (
            MatchChecked("", 0, 0, (0, 1, 2), later=(LaterShuffle(2, (1, 2)),), anew=1),
            None,
            "Shuffled anew as the match went on without its host. "
            "As the host had fixed them: deals 1, 2 and later. Shuffled without the share of Ann",
        ),
        (
            MatchChecked("", 0, 0, (0, 1, 2), later=(LaterShuffle(2, (0, 2)),), anew=1),
            None,
            "The deal is the one the host had fixed, but nobody else had a share in it",
        ),
    ],
)
def test_what_checking_has_come_to(checked: MatchChecked, mine: int | None, sentence: str) -> None:
    assert checked_said(checked, ROOM, PEOPLE, mine) == sentence


@pytest.mark.parametrize("later", [(), (LaterShuffle(5, (0, 1, 2), own=True),)])
def test_a_guest_whose_screen_the_host_draws_is_not_told_that_nothing_could_be_stacked(
    later: tuple[LaterShuffle, ...],
) -> None:
    """The guest's nonce, too, was made and shown by a program on the host's computer."""
    checked = MatchChecked("", 0, 0, (0, 1, 2), own=True, later=later)
    assert checked_said(checked, ROOM, PEOPLE, 1, drawn=True) == (
        "Checked by the host's computer, which draws your screen: dealt as it had fixed"
    )
    assert checked_said(MatchChecked("late"), ROOM, PEOPLE, 1, drawn=True).startswith("Beware")


def test_a_watcher_reads_the_same_after_a_player_has_left() -> None:
    checked, left = MatchChecked("", 0, 0, (0, 1)), (PEOPLE[0], SeatLine())
    assert "Ann, Bob" in checked_said(
        checked, RoomState("over", left, 0, ROOM.options), PEOPLE[:2], None
    )


def test_who_was_left_out() -> None:
    assert shuffled_said(Shuffled(()), NAMES, 0) == ""
    assert "did not come in time" in shuffled_said(Shuffled((0,)), NAMES, 0)
    assert "though your program had sent it" in shuffled_said(Shuffled((0,), sent=True), NAMES, 0)
    assert shuffled_said(Shuffled((0, 1)), NAMES, 0).endswith("the shares of Ann, Bob")


@pytest.mark.parametrize(
    "ahead, mine, sentence",
    [
        (CheckAhead("none"), 1, "The host has shown nothing by which these deals could be checked"),
        (
            CheckAhead("", 3, (0, 1, 2)),
            None,
            "You came after the shuffle had begun: deals are checked from deal 3 on",
        ),
        (
            CheckAhead("", 3, (0, 2)),
            None,
            "You came after the shuffle had begun: deals are checked from deal 3 on. "
            "Only the host and the table's owner had a share in it",
        ),
        (
            CheckAhead("", 2, (0, 1)),
            1,
            "You are back: deals are checked again from deal 2 on",
        ),
        (
            CheckAhead("", 2, (0, 2)),
            1,
            "You came after the shuffle had begun: deals are checked from deal 2 on. "
            "You had no share in it",
        ),
    ],
)
def test_what_can_be_checked_by_somebody_who_comes_late(
    ahead: CheckAhead, mine: int | None, sentence: str
) -> None:
    assert ahead_said(ahead, ROOM, mine) == sentence


def under_way() -> ShuffledHarness:
    """Two people are playing, both with a share in the shuffle."""
    harness, (ann, bob) = seated(kozel, 2)
    harness.start(bob, owner=ann)
    return harness


def test_plain_mode_says_it_on_arrival() -> None:
    said: list[str] = []
    harness = under_way()
    late = harness.visitor()
    dialogue = PlainDialogue(PlainContext(late.client, late.send, said.append, Plan()))
    late.hear = lambda event: dialogue.receive(event, harness.now)
    late.client.join("Eve", watch=True)
    late.greet()
    assert "You came after the shuffle had begun: deals are checked from deal 1 on." in said


async def test_the_log_says_it_on_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_harness(under_way(), monkeypatch, size=(160, 48), watch=True) as (pilot, _):
        await until(pilot, lambda: table_of(pilot))
        await seen(pilot, "after the shuffle had begun")
