"""Hosts that leave out, fill in or restart what their players could check, and honest ones."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.deal_proof import chain_commitment, share_commitment
from core.games.kozel import rules as kozel
from net.client.deal_watch import MOST_MOVES
from net.client.events import DealChecked, MatchChecked
from net.wire.from_host import Closed, Committed, FromHost, Gathered, Revealed, Updated
from net.wire.message import RoomChange, ShareLine
from net.wire.to_host import Clock, Commit, Ready, Reveal, Rule
from tests.support.harness import Visitor
from tests.support.shuffles import (
    TABLE,
    ShuffledHarness,
    end_deal,
    missing,
    seated,
    secret,
    verdict,
)


def table() -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people and a bot at Kozel; nothing has begun."""
    return seated(kozel, 3, bots=1, target=50, pause=-1)


def begun() -> tuple[ShuffledHarness, Visitor, Visitor]:
    """The same with the first hands dealt."""
    harness, (ann, bob) = table()
    harness.begin(ann, bob)
    return harness, ann, bob


def as_it_is(message: FromHost) -> FromHost:
    return message


def shuffle(visitor: Visitor, number: int, *, stages: int = 3) -> None:
    """Have a host shuffle for another match, or begin to."""
    first = next(told for told in visitor.heard if isinstance(told, Committed))
    commitment = chain_commitment(TABLE, secret(str(number))).hex()
    again = replace(first, match=number, stage="commit", commitment=commitment, shares=[])
    own = next((m for m in reversed(visitor.sent) if isinstance(m, Commit)), None)
    for stage in ("commit", "reveal", "done")[:stages]:
        shown = {"nonce": secret("x").hex()} if stage == "done" else {}
        rows = [
            ShareLine(seat, share_commitment(TABLE, seat, secret("x")).hex(), **shown)
            for seat in (0, 2)
        ]
        visitor.take(replace(again, stage=stage, shares=[] if stage == "commit" else rows))
    assert own is not None


def announce(visitor: Visitor, number: int) -> None:
    """Have a host say that a match begins to which this player has agreed."""
    room = visitor.last(Gathered)
    visitor.client.sent(Ready())
    told = [
        RoomChange("ready", visitor.client.seat),
        RoomChange("begun", facts={"match": number}),
    ]
    visitor.take(replace(room, happened=told))


def found(visitor: Visitor) -> tuple[str, int]:
    """Return the fault and the number of shuffles last told to a client."""
    told = verdict(visitor)
    return told.fault, told.shuffles


# --- shuffles that come to nothing ----------------------------------------------------------------


def test_a_shuffle_that_stops_before_the_nonces_does_not_end_the_count() -> None:
    harness, (ann, bob) = table()
    bob.forge = lambda told: None if getattr(told, "stage", "") == "done" else told
    harness.start(bob, owner=ann)
    assert isinstance(bob.sent[-1], Reveal)
    bob.forge = as_it_is
    announce(bob, 2)
    shuffle(bob, 2, stages=1)
    announce(bob, 3)
    shuffle(bob, 3)
    assert found(bob) == ("tried", 2)


@pytest.mark.parametrize("positions", [1, 2, 3])
def test_positions_in_which_nobody_plays_do_not_end_the_count(positions: int) -> None:
    """A host deals, and breaks the connection before this player has made a move."""
    _, _, bob = begun()
    last = bob.last(Updated)
    for more in range(1, positions):
        bob.take(replace(last, seq=last.seq + more))
    bob.client.lose()
    shuffle(bob, 2)
    assert found(bob) == ("tried", 2)


def test_a_match_that_is_given_up_before_a_move_of_this_player_is_counted() -> None:
    harness, _, bob = begun()
    harness.carry_out(harness.table.close())
    announce(bob, 2)
    shuffle(bob, 2)
    assert found(bob) == ("tried", 2)


def test_a_match_that_this_player_has_played_ends_the_count() -> None:
    harness, ann, bob = begun()
    while not any(type(sent).__name__ == "Play" for sent in bob.sent):
        harness.play_to_the_end(ann, bob, moves=1)
    bob.client.lose()
    shuffle(bob, 2)
    assert verdict(bob) is None


def test_a_deal_that_a_bot_played_for_this_player_and_that_was_checked_ends_the_count() -> None:
    harness, ann, bob = begun()
    bob.lose()
    harness.table.room[1].bot = "easy"
    end_deal(harness, ann)
    assert verdict(bob.again()) is None
    bob.client.lose()
    shuffle(bob, 2)
    assert verdict(bob) is None


def test_of_a_match_that_went_on_while_the_line_was_broken_is_said_what_is_not_known() -> None:
    harness, ann, bob = begun()
    end_deal(harness, ann, bob)
    harness.table.match.intermission = None
    harness.carry_out([])
    verdict(bob)
    bob.client.lose()
    shuffle(bob, 2, stages=1)
    told = [each for each in bob.events if isinstance(each, MatchChecked)]
    assert [each.fault for each in told] == [""]


# --- what was agreed ------------------------------------------------------------------------------


CHANGES: list[dict[str, Any]] = [{"options": {"target": 500}}, {"clock": 15}, {"pause": 10}]


@pytest.mark.parametrize("changes", CHANGES)
@pytest.mark.parametrize("ready", [False, True])
def test_a_match_that_begins_by_other_terms_than_those_agreed_to_is_found(
    ready: bool, changes: dict[str, Any]
) -> None:
    """Silently while all players are ready, or in the very message with which it begins."""
    harness, (ann, bob) = table()

    def other(told: FromHost) -> FromHost:
        if not isinstance(told, Gathered) or not (ready or told.phase == "playing"):
            return told
        return replace(
            told,
            options={**told.options, **changes.get("options", {})},
            **{name: value for name, value in changes.items() if name != "options"},
        )

    bob.send(bob.client.ready())
    bob.forge = other
    harness.begin(ann, bob)
    assert found(bob)[0] == "terms"
    assert missing(bob) == (), "its share was not late: it was kept back"
    assert verdict(ann) is None


def test_rules_that_change_before_everybody_is_ready_again_are_agreed_to() -> None:
    harness, (ann, bob) = table()
    bob.send(bob.client.ready())
    ann.send(Rule({"target": "51"}))
    ann.send(Clock(30))
    assert not bob.client.room.seats[1].ready
    harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob)
    assert (found(ann)[0], found(bob)[0]) == ("", "")


def test_one_change_after_which_everybody_is_ready_again_is_agreed_to() -> None:
    harness, (ann, bob) = table()
    bob.send(bob.client.ready())
    ann.send(Clock(30))
    harness.begin(ann, bob)
    assert verdict(bob) is None


def test_a_change_in_silence_is_no_fault_once_the_player_has_agreed_to_it() -> None:
    harness, (ann, bob) = table()
    bob.send(bob.client.ready())
    room = bob.last(Gathered)
    bob.take(replace(room, clock=30, happened=[]))
    bob.take(replace(room, happened=[]))
    bob.send(bob.client.ready(False))
    harness.begin(ann, bob)
    assert verdict(bob) is None


# --- deals and positions that are left out --------------------------------------------------------


def watched() -> tuple[ShuffledHarness, list[Visitor], Visitor]:
    """Two people and a bot, and Eve, who watches and is shown less than the others."""
    harness, people = table()
    return harness, people, harness.join("Eve", watch=True)


def blind(told: FromHost) -> FromHost | None:
    """Show no position."""
    return None if isinstance(told, Updated) else told


def test_a_deal_of_which_somebody_was_shown_no_position_is_found() -> None:
    """A host could make all moves in it, and show them with the seed as if they had been played."""
    harness, (ann, bob), eve = watched()
    harness.begin(ann, bob)
    end_deal(harness, ann, bob)
    eve.forge = blind
    while harness.live.match.state.deal < 3:
        harness.play_to_the_end(ann, bob, moves=1)
    assert verdict(eve) is None
    eve.forge = as_it_is
    harness.play_to_the_end(ann, bob, moves=1)
    assert found(eve)[0] == "gap"


@pytest.mark.parametrize("deal", [1, 2])
def test_first_moves_that_were_made_before_somebody_saw_the_hands_are_found(deal: int) -> None:
    """This includes whole deals."""
    harness, (ann, bob), eve = watched()
    eve.forge = blind
    harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob, moves=2)
    while harness.live.match.state.deal < deal:
        harness.play_to_the_end(ann, bob, moves=1)
    eve.forge = as_it_is
    end_deal(harness, ann, bob)
    assert found(eve)[0] == "gap"


def test_what_a_broken_line_has_hidden_is_not_left_out() -> None:
    harness, ann, bob = begun()
    bob.lose()
    harness.table.room[1].bot = "easy"
    harness.play_to_the_end(ann, moves=2)
    bob = bob.again()
    harness.play_to_the_end(ann, bob)
    assert verdict(bob) == MatchChecked("", 0, 0, (0, 1, 2), own=True)


def test_hands_that_are_shown_before_anything_was_committed_to_are_found() -> None:
    """The client resumed in between and so did not hear the match begin."""
    harness, (ann, bob), eve = watched()
    eve.cut()
    harness.begin(ann, bob)
    again = harness.visitor(eve.client)
    held: list[Committed] = []

    def late(told: FromHost) -> FromHost | None:
        held.extend([told] if isinstance(told, Committed) else [])
        return None if isinstance(told, Committed) else told

    again.forge = late
    again.greet()
    assert any(isinstance(told, Updated) for told in again.heard)
    again.forge = as_it_is
    again.take(replace(held[0], stage="commit", shares=[]))
    assert found(again)[0] == "before"


def test_deals_that_nobody_plays_fill_no_memory() -> None:
    """A host could show one after another without ever sending a position of them."""
    harness, ann, bob = begun()
    end_deal(harness, ann, bob)
    told = bob.last(Revealed)
    for deal in range(MOST_MOVES + 100):
        bob.client.receive(replace(told, deal=deal + 10, moves=[]), 0.0)
    assert len(bob.client.deals.match.shown) <= MOST_MOVES


def test_of_a_deal_shown_while_a_watcher_was_not_there_nobody_reads_that_the_host_hid_it() -> None:
    harness, (ann, bob), eve = watched()
    harness.begin(ann, bob)
    end_deal(harness, ann, bob)
    while eve.client.view.deal == 1:
        harness.play_to_the_end(ann, bob, moves=1)
    assert verdict(eve) is None
    eve.lose()
    harness.play_to_the_end(ann, bob)
    found = verdict(eve.again())
    assert (found.fault, found.deal) == ("absent", 2)


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["host", "kept", "elsewhere", "removed"])
def test_a_host_that_closes_after_the_end_without_the_last_seed_is_told_of(code: str) -> None:
    harness, (ann, bob), eve = watched()
    harness.begin(ann, bob)

    def closing(told: FromHost) -> FromHost | None:
        last = harness.live.over and isinstance(told, Revealed)
        return None if last or getattr(told, "phase", "") == "over" else told

    eve.forge = closing
    harness.play_to_the_end(ann, bob)
    assert verdict(eve) is None
    eve.take(Closed(code, "", {}))
    told = verdict(eve)
    assert (told.fault, told.deal) == ("hidden", eve.client.view.deal)


def test_no_deal_is_praised_any_more_once_something_was_wrong() -> None:
    """The fault comes while the deal is still being checked."""
    harness, ann, bob = begun()
    end_deal(harness, ann, bob)
    assert bob.client.checking.due
    last = bob.last(Updated)
    bob.take(replace(last, view={**last.view, "totals": [9, 9, 9]}))
    assert found(bob)[0] == "shown"
    assert not any(isinstance(each, DealChecked) for each in bob.events)


def test_a_deal_whose_moves_a_broken_line_cut_in_two_is_told_anew() -> None:
    harness, ann, bob = begun()
    split: list[Revealed] = []

    def cut(told: FromHost) -> FromHost | None:
        if isinstance(told, Revealed):
            split.append(told)
            return replace(told, moves=told.moves[:3], more=True)
        return told

    bob.forge = cut
    end_deal(harness, ann, bob)
    bob.lose()
    bob = bob.again()
    assert len(split) == 1
    harness.play_to_the_end(ann, bob)
    assert verdict(bob) == MatchChecked("", 0, 0, (0, 1, 2), own=True)
