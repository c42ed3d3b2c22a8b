"""A match whose host is lost: another program shuffles anew, and all clients check that."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from core.deal_proof import parse_proof, share_commitment
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.match import to_line
from core.records.record import verify
from net.branch.statements import Origin
from net.client.events import LaterShuffle, MatchChecked, RecordReceived
from net.client.known import MatchEnd
from net.client.record_copy import check_copy
from net.client.taking_over import NotTakenError, branch_from_record
from net.table.effects import STAGE_SECONDS
from net.table.log import ChainLine, LogError, Restrictions, ShuffleLine, VoidLine
from net.table.opening import record_of
from net.wire.from_host import Closed, Committed, FromHost, Gathered, Peers, Revealed, Updated
from net.wire.message import PeerLine, ShareLine
from net.wire.to_host import Allow, Clear, Commit, Continue, Fill, Reveal
from tests.support.harness import Visitor
from tests.support.lost_hosts import begun, come, go_on, gone_on, into_deal, lost, taken_on
from tests.support.shuffles import TABLE, ShuffledHarness, seated, secret, verdict


async def test_a_deal_whose_check_is_not_finished_is_checked_before_the_table_goes_on() -> None:
    """Otherwise the host would be blamed for this program's delay."""
    harness, (_, bob, _) = begun(0)
    while not bob.client.checking.due:
        harness.play_to_the_end(*harness.visitors[:2], moves=1)
    assert bob.client.deals.match.checked == 0
    deals = await bob.client.checking.finish()
    assert bob.client.deals.match.checked == 1
    lines = branch_from_record(bob.client, deals, "branch", "Host", lambda: "token").lines
    assert any(isinstance(line, VoidLine) for line in lines), "from the deal after it on"


def faults(everybody: list[Visitor]) -> list[str | None]:
    return [found and found.fault for found in map(verdict, everybody)]


def chains(lines: Any) -> list[tuple[int, int]]:
    proof = parse_proof(lines[0]["deal_proof"], len(lines[0]["seats"]))
    return [(chain.first, chain.deals) for chain in proof.chains]


def test_a_match_goes_on_from_the_last_finished_deal_and_everybody_checks_both_shuffles() -> None:
    harness, everybody = lost()
    last = max(visitor.client.seq for visitor in everybody)
    new = go_on(harness, everybody[1])
    everybody = come(new, everybody)
    assert [visitor.client.view.deal for visitor in everybody] == [1, 1, 1]
    assert all(visitor.client.seq > last for visitor in everybody)
    new.play_to_the_end(*everybody[:2])
    assert faults(everybody) == ["", "", ""]
    for visitor in everybody:
        found = verdict(visitor)
        own = visitor.client.seat is not None
        assert (found.own, found.later) == (own, (LaterShuffle(2, (0, 1, 2), own),))
    (lines,) = new.saved
    assert verify(GAMES, map(to_line, lines)) is None
    deals = len(new.live.deals)
    assert deals > 1
    assert chains(lines) == [(1, 1), (2, deals)]
    assert lines[0]["branch"] == {"table": "table-1", "deal": 1, "host": "Host"}
    for visitor in everybody:
        assert list(visitor.client.deals.record) == lines


def test_the_restrictions_of_the_owner_hold_at_the_branch_too() -> None:
    harness, everybody = lost()
    everybody[0].send(Allow(newcomers=False, watchers_talk=False))
    limits = go_on(harness, everybody[1]).table.room.access.limits
    assert limits == Restrictions(locked=True, watchers_talk=False)


def played(new: ShuffledHarness, everybody: list[Visitor]) -> list[tuple[int, int]]:
    """Play to the end, with nothing to complain of; return the chains of the record."""
    new.play_to_the_end(*everybody[:2])
    assert faults(everybody) == [""] * len(everybody)
    (lines,) = new.saved
    assert verify(GAMES, map(to_line, lines)) is None
    return chains(lines)


def test_guests_are_known_at_a_branch_by_their_marks() -> None:
    harness, everybody = lost()
    _, bob, _ = everybody
    marked = PeerLine(0, "ab" * 32), PeerLine(1, "cd" * 32, "10.0.0.2", 4002)
    bob.client.peers = Peers(1, None, [*marked])
    new = go_on(harness, bob)
    (guest,) = new.table.room.guests
    assert (guest.name, guest.marks) == (new.table.room[0].name, ("ab" * 32,))
    assert guest.token == new.table.room[0].token


def test_a_host_that_is_lost_between_two_deals_costs_nothing() -> None:
    harness, everybody = begun(0)
    while not harness.live.between_deals:
        harness.play_to_the_end(*everybody[:2], moves=1)
    new = go_on(harness, everybody[0])
    everybody = come(new, everybody)
    assert played(new, everybody)[:2] == [(1, 1), (2, len(new.live.deals))]


def test_a_deal_whose_host_is_lost_before_it_has_shown_its_seed_is_void() -> None:
    harness, everybody = lost()
    for visitor in everybody:
        visitor.forge = lambda message: None if isinstance(message, Revealed) else message
    while not harness.live.between_deals:
        harness.play_to_the_end(*everybody[:2], moves=1)
    new = go_on(harness, everybody[1])
    everybody = come(new, everybody)
    assert [visitor.client.view.deal for visitor in everybody] == [1, 1, 1]
    assert played(new, everybody)[:2] == [(1, 1), (2, len(new.live.deals))]


def test_where_no_deal_is_finished_the_match_begins_again_with_one_shuffle() -> None:
    harness, everybody = begun(4)
    new = go_on(harness, everybody[1])
    assert new.table.phase == "playing"
    everybody = come(new, everybody)
    new.pass_time(5)
    rooms = (each.kept().opened.room for each in (harness, new))
    assert len({tuple((seat.name, seat.bot) for seat in room.seats) for room in rooms}) == 1
    assert everybody[0].client.deals.match.number == 1
    assert played(new, everybody) == [(1, len(new.live.deals))]
    assert new.saved[0][0]["deal_proof"]["shuffle"] == 2
    assert new.saved[0][0]["branch"] == {"table": "table-1", "deal": 0, "host": "Host"}


def test_a_host_lost_in_the_middle_of_the_first_shuffle_is_no_matter() -> None:
    harness, people = seated(kozel, 3, bots=1, target=50, pause=-1)
    people[1].answers = False
    harness.start(people[1], owner=people[0])
    new = go_on(harness, people[1])
    everybody = come(new, people)
    new.pass_time(5)
    assert len(played(new, everybody)) == 1


def test_two_hosts_lost_in_one_deal_leave_the_trace_of_one() -> None:
    second, everybody = gone_on()
    third = go_on(second, everybody[0])
    everybody = come(third, everybody)
    assert played(third, everybody) == [(1, 1), (2, len(third.live.deals))]


def test_each_lost_host_is_counted_in_the_verdict_though_the_next_shuffle_replaces_its_own() -> (
    None
):
    """With the agreement of others, a host could otherwise have a deal dealt anew until it likes
    it.
    """
    new, everybody = gone_on()
    for taker in (0, 1):
        new = go_on(new, everybody[taker])
        everybody = come(new, everybody)
        into_deal(new, everybody, 2)
    new.play_to_the_end(*everybody[:2])
    found = [verdict(each) for each in everybody]
    assert [(each.fault, len(each.later), each.anew) for each in found if each] == 3 * [("", 1, 3)]


def test_a_first_shuffle_that_another_one_replaces_is_counted_too() -> None:
    harness, everybody = begun(4)
    new = go_on(harness, everybody[1])
    everybody = come(new, everybody)
    new.play_to_the_end(*everybody[:2])
    found = [verdict(each) for each in everybody]
    assert [(each.fault, each.later, each.anew) for each in found if each] == 3 * [("", (), 1)]


def test_each_host_that_is_lost_after_a_finished_deal_leaves_its_chain() -> None:
    second, everybody = taken_on()
    everybody = come(second, everybody)
    into_deal(second, everybody, 3)
    third = go_on(second, everybody[0])
    late = third.join("Lia", watch=True)
    everybody = [*come(third, everybody), late]
    ann = everybody[0]
    ann.client.end = MatchEnd(keeps=True)
    assert played(third, everybody) == [(1, 1), (2, 2), (3, len(third.live.deals))]
    before = {"table": "table-1", "deal": 1, "host": "Host"}
    said = {"table": "branch-1", "deal": 2, "host": "Host", "before": before}
    assert third.saved[0][0]["branch"] == said
    got = next(each for each in ann.events if isinstance(each, RecordReceived))
    assert check_copy(got.text, got.seen).fits
    first, *lines = got.text.splitlines(keepends=True)
    assert not check_copy("".join([first, *lines[:-1]]), got.seen).fits


def test_whoever_was_away_when_the_host_was_lost_checks_all_of_it_later() -> None:
    """Bob's line breaks in deal 1; he hears of its end, and of the new shuffle, from the next."""
    harness, (ann, bob, eve) = begun(4)
    bob.cut()
    ann.send(Fill(1, "easy"))
    while harness.live.match.state.deal < 2:
        harness.play_to_the_end(ann, moves=1)
    new = go_on(harness, ann)
    ann, eve = come(new, [ann, eve])
    while new.live.match.state.deal < 3:
        new.play_to_the_end(ann, moves=1)
        if new.table.shuffle.running:
            new.pass_time(5)  # Bob's share is awaited as long as the others'
    (bob,) = come(new, [bob])
    played(new, [ann, bob, eve])
    found = verdict(bob)
    assert found.own
    assert [later.own for later in found.later] == [False]


def test_the_same_program_started_again_goes_on_before_and_after_the_shuffle() -> None:
    new, everybody = taken_on()
    last = new.live.seq
    again = new.again(new_nonce=lambda: b"n" * 32)
    again.chance.decks = new.chance.decks
    assert (again.live.seq, again.live.proof) == (last, new.live.proof)
    everybody = come(new, everybody)
    into_deal(new, everybody, 2)
    more = new.again(new_nonce=lambda: b"n" * 32)
    assert (more.live.seq, more.live.proof) == (new.live.seq, new.live.proof)
    assert more.live.match.lines == new.live.match.lines
    assert not more.table.shuffle.running


def test_what_is_kept_of_a_match_that_lost_its_host_is_its_record_so_far() -> None:
    """If no player resumes it, the record is all that remains of it."""
    new, _ = gone_on()
    kept = new.kept()
    lines = record_of(kept)
    assert (lines[0]["branch"]["deal"], chains(lines)) == (1, [(1, 1), (2, 2)])
    assert list(lines[1:]) == new.live.match.lines[1:]
    at = next(i for i, line in enumerate(kept.lines) if isinstance(line, ChainLine))
    lines = [*kept.lines]
    lines[at] = structs.replace(lines[at], first=9)  # nothing is known of the earlier deal
    with pytest.raises(LogError, match=f"line {at + 1}$"):
        record_of(replace(kept, lines=tuple(lines)))


@pytest.mark.parametrize("stage", ["commit", "reveal"])
def test_a_host_that_ends_in_the_middle_of_a_new_shuffle_goes_on_with_the_same_one(
    stage: str,
) -> None:
    """Bob hears nothing of that stage, so the host waits for him until it is killed."""
    new, everybody = taken_on()
    ann, bob, eve = come(new, everybody)

    def unheard(message: FromHost) -> FromHost | None:
        new_one = isinstance(message, Committed) and message.first > 1
        return None if new_one and message.stage == stage else message

    bob.forge = unheard
    for each in (ann, bob):
        each.send(Continue(new.live.seq))
    assert new.table.shuffle.renewing is not None
    new.join("Lia", watch=True)
    written = [line.stage for line in new.kept().lines if isinstance(line, ShuffleLine)]
    assert written == ["commit", "reveal"][: len(written)], "each stage once"
    assert written[-1] == stage
    again = new.again()
    everybody = come(again, [ann, bob, eve], agreed=False)
    again.play_to_the_end(*everybody[:2])
    assert faults(everybody) == ["", "", ""]
    found = verdict(everybody[1])
    assert [(later.own, later.shares) for later in found.later] == [(True, (0, 1, 2))]


def test_a_shuffle_that_nobody_agreed_to_is_found_by_everybody() -> None:
    new, everybody = taken_on()
    everybody = come(new, everybody, agreed=False)
    new.play_to_the_end(*everybody[:2])
    assert faults(everybody) == ["again", "again", "again"]


def test_whoever_comes_during_the_first_shuffle_agrees_to_no_other_one() -> None:
    harness, people = seated(kozel, 3, bots=1, target=50, pause=-1)
    people[1].answers = False
    harness.start(people[1], owner=people[0])
    late = harness.join("Lia", watch=True)
    people[1].answers = True
    harness.pass_time(5)
    into_deal(harness, people, 2)
    new = go_on(harness, people[1])
    everybody = come(new, [*people, late], agreed=False)
    new.play_to_the_end(*everybody[:2])
    assert faults(everybody) == ["again", "again", "again"]


def test_a_deal_whose_shuffle_was_not_shown_to_its_end_cannot_be_checked() -> None:
    """Eve is shown its seed and its moves, but no position of it."""
    new, everybody = taken_on()
    ann, bob, eve = come(new, everybody)

    def hidden(message: FromHost) -> FromHost | None:
        later = isinstance(message, Committed) and message.stage != "commit"
        shown = isinstance(message, Updated) and message.view["deal"] == 2
        return None if (later and message.first > 1) or shown else message

    eve.forge = hidden
    into_deal(new, [ann, bob], 2)
    while not new.live.between_deals:
        new.play_to_the_end(ann, bob, moves=1)
    assert eve.last(Revealed).deal == 2
    eve.take(Closed("host", "", {}))
    found = verdict(eve)
    assert (found.fault, found.deal) == ("unrevealed", 2)


def test_whoever_comes_later_must_hear_of_the_first_shuffle_too() -> None:
    new, everybody = gone_on()
    late = new.visitor()
    late.forge = lambda message: None if getattr(message, "first", 2) == 1 else message
    late.send(late.client.join("Lia", watch=True))
    assert faults([*everybody, late]) == [None, None, None, "again"]


@pytest.mark.parametrize("depth", [1, 2])
def test_one_more_shuffle_than_agreed_to_is_found(depth: int) -> None:
    """The new host did not like its deal, and claims that it was lost itself."""
    second, everybody = gone_on()
    third = go_on(second, everybody[0])
    everybody = come(third, everybody, depth=depth)
    third.play_to_the_end(*everybody[:2])
    assert faults(everybody) == (["changed"] * 3 if depth == 1 else [""] * 3)


@pytest.mark.parametrize("depth", [1, 8])
def test_one_agreement_allows_one_shuffle_however_many_hosts_are_said_to_be_lost(
    depth: int,
) -> None:
    harness, everybody = lost()
    second = go_on(harness, everybody[1])
    everybody = come(second, everybody, depth=depth)
    into_deal(second, everybody, 2)
    third = go_on(second, everybody[0])
    everybody = come(third, everybody, agreed=False)
    third.play_to_the_end(*everybody[:2])
    assert faults(everybody) == ["changed"] * 3


@pytest.mark.parametrize("seats", [(), (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("cut", [False, True])
def test_another_shuffle_at_the_same_branch_is_found_in_whatever_stage_it_is_told(
    seats: tuple[int, ...], cut: bool
) -> None:
    """The new host likes its deck less than one of its own, and tells of that in its last stage."""
    harness, everybody = lost()
    new = go_on(harness, everybody[1])
    ann, bob, eve = come(new, everybody)
    into_deal(new, [ann, bob, eve], 2)
    if cut:
        ann.client.lose()
    told = [each for each in ann.heard if isinstance(each, Committed)][-1]
    nonce = secret("host")
    rows = [
        ShareLine(seat, share_commitment(TABLE, seat, nonce).hex(), nonce.hex()) for seat in seats
    ]
    ann.take(structs.replace(told, commitment=secret("C").hex(), shares=rows))
    assert faults([ann, bob, eve]) == ["changed", None, None]


def test_whoever_comes_in_the_middle_of_a_new_shuffle_blames_nobody_for_what_was_said_before() -> (
    None
):
    """Some have shown their nonces by then, and the host waits for the last ones."""
    harness, everybody = begun(0, pause=0)
    into_deal(harness, everybody, 2)
    new = go_on(harness, everybody[1])
    ann, bob, eve = everybody
    bob.client.branch(new.table.id, 1, 1, "Host")
    (bob,) = come(new, [bob])
    bob.forge = lambda told: None if getattr(told, "stage", "") == "reveal" else told
    ann, eve = come(new, [ann, eve])
    stages = [each.stage for each in eve.heard if isinstance(each, Committed)]
    assert stages == ["done", "reveal"]
    new.pass_time(5)
    into_deal(new, [ann, bob, eve], 2)
    new.play_to_the_end(ann, bob)
    assert faults([ann, eve]) == ["", ""]


def test_a_program_that_starts_again_in_a_new_shuffle_blames_nobody_for_its_first_hash() -> None:
    """The list comes while its second hash is still on its way."""
    new, everybody = taken_on()
    ann, bob, _ = come(new, everybody)
    ann.keep_back(Commit)
    for each in (ann, bob):
        each.send(Continue(new.live.seq))
    again = new.visitor()
    again.answers = False
    again.client.handshake.credentials = bob.client.handshake.credentials
    again.send(again.client.join(bob.client.handshake.name))
    assert again.client.seat == 1
    assert [each.stage for each in again.heard if isinstance(each, Committed)] == ["done", "commit"]
    new.pass_time(STAGE_SECONDS)
    assert again.last(Committed).stage == "reveal"
    assert faults([again]) == [None]


def test_a_deal_that_a_player_has_seen_is_not_shuffled_again() -> None:
    """Not even in the first match at a branch, nor for a watcher who came later."""
    harness, people = seated(kozel, 3, bots=1, target=50, pause=-1)
    new = go_on(harness, people[0])
    ann, bob = come(new, people)
    new.begin(ann, bob)
    for each in (ann, bob, new.join("Lia", watch=True)):
        told = each.last(Committed)
        each.take(structs.replace(told, commitment=secret("C").hex(), stage="commit", shares=[]))
        assert faults([each]) == ["changed"]


def test_a_lost_host_is_counted_also_by_a_watcher_who_missed_its_shuffle() -> None:
    harness, everybody = lost()
    late = harness.join("Lia", watch=True)
    second = go_on(harness, everybody[1])
    everybody = come(second, everybody)
    into_deal(second, everybody, 2)
    (late,) = come(second, [late])
    third = go_on(second, everybody[0])
    everybody = come(third, [*everybody, late])
    third.play_to_the_end(*everybody[:2])
    found = [verdict(each) for each in everybody]
    assert [(each.fault, len(each.later), each.anew) for each in found if each] == 4 * [("", 1, 2)]


def test_a_shuffle_for_deals_that_are_finished_is_found() -> None:
    """A host that has lost a deal in which it did badly."""
    harness, everybody = lost()
    new = go_on(harness, everybody[1])

    into_deal(harness, everybody, 3)
    everybody = come(new, everybody)
    new.play_to_the_end(*everybody[:2])
    assert faults(everybody) != ["", "", ""]
    assert all(faults(everybody))


def test_the_share_of_a_player_who_is_silent_is_left_out_of_the_later_deals() -> None:
    new, everybody = taken_on()
    ann, bob, eve = come(new, everybody)
    bob.answers = False
    into_deal(new, [ann, bob], 1)
    new.pass_time(5)
    assert played(new, [ann, bob, eve])[0] == (1, 1)
    found = verdict(bob)
    assert (found.own, found.later) == (True, (LaterShuffle(2, (0, 2), False),))


def test_another_finished_deal_than_the_one_played_is_found() -> None:
    new, everybody = taken_on()
    ann = everybody[0]
    seen = new.live.match.state.totals
    new.live.match.state.totals = [total + 1 for total in seen]
    everybody = come(new, everybody)
    new.live.match.state.totals = seen
    new.play_to_the_end(*everybody[:2])
    assert ann.client is everybody[0].client
    assert faults(everybody) == ["deal", "deal", "deal"]


def test_nothing_is_dealt_where_all_have_left() -> None:
    harness, everybody = begun(0, pause=10)
    into_deal(harness, everybody, 2)
    new = go_on(harness, everybody[1])
    new.table.left = True
    everybody = come(new, everybody)
    alarms = len(new.alarms)
    new.pass_time(60)
    assert new.table.match.intermission is not None
    assert len(new.alarms) <= alarms + 5
    assert not new.table.shuffle.running
    assert new.table.match.held(new.now)
    assert not new.table.match.needs_shuffle(new.now)
    new.table.left = False
    new.carry_out(new.lobby.tick(new.now))
    new.answer_for_visitors()
    assert new.live.match.state.deal == 2
    played(new, everybody)


def test_a_table_without_a_match_goes_on_with_its_people_and_rules() -> None:
    harness, people = seated(kozel, 3, bots=1, target=50)
    new = go_on(harness, people[0])
    assert new.table.phase == "gathering"
    new.table.become_branch(0, until=None)
    assert [holder.bot for holder in new.table.room] == ["", "", "easy"]
    everybody = come(new, people)
    everybody[0].send(Clear(2))
    everybody[0].send(Fill(2, "easy"))
    assert new.table.room[2].bot == "easy"
    new.start(everybody[1], owner=everybody[0])
    new.play_to_the_end(*everybody)
    assert faults(everybody) == ["", ""]
    assert new.table.matches > 1


def test_a_match_whose_end_was_seen_is_not_played_again() -> None:
    harness, everybody = begun(0)
    ann, bob, _ = everybody
    ann.forge = lambda message: None if isinstance(message, Gathered) else message
    harness.play_to_the_end(ann, bob)
    assert ann.client.room.phase == "playing"
    ann.client.deals.finish(ann.client.game)
    new = go_on(harness, ann)
    assert new.table.phase == "gathering"
    assert new.table.evening.standings == harness.table.evening.standings


def test_a_record_that_does_not_agree_with_what_was_shown_is_not_taken() -> None:
    harness, everybody = lost()
    client, view = everybody[0].client, everybody[0].client.view
    totals = tuple(total + 1 for total in view.totals)
    client.position = replace(client.position, view=replace(view, totals=totals))
    with pytest.raises(NotTakenError, match="does not agree"):
        go_on(harness, everybody[0])


def test_a_match_that_was_not_shown_deal_by_deal_is_not_taken() -> None:
    harness, everybody = begun(0)
    ann = everybody[0]
    ann.forge = lambda message: None if isinstance(message, Revealed) else message
    into_deal(harness, everybody, 2)
    with pytest.raises(NotTakenError, match="cheated"):
        go_on(harness, ann)
    bare, people = seated(kozel, 3, bots=1, target=50)
    people[0].forge = lambda message: None if isinstance(message, Committed) else message
    bare.start(people[1], owner=people[0])
    bare.pass_time(5)
    with pytest.raises(NotTakenError, match="nothing by which"):
        go_on(bare, people[0])


def test_a_program_that_knows_nothing_yet_takes_no_table() -> None:
    harness = ShuffledHarness(kozel, 3)
    with pytest.raises(NotTakenError, match="does not know enough"):
        go_on(harness, harness.visitor())


@pytest.mark.parametrize(
    "game, options",
    [
        ("joker", {}),
        ("domino_poker", {}),
        ("graph_poker", {"deals": 3}),
        ("tiny", {"cards": 3, "deals": 3, "blind": "on"}),
    ],
)
def test_every_game_goes_on_and_what_is_dealt_is_checked(game: str, options: Any) -> None:
    module = GAMES.get(game)
    harness, everybody = seated(module, 4 if game == "joker" else 3, pause=-1, **options)
    harness.start(*everybody[1:], owner=everybody[0])
    for deal, taker in ((2, 1), (3, 2)):
        while harness.live.match.state.deal < deal:
            harness.play_to_the_end(*everybody, moves=1)
        harness.play_to_the_end(*everybody, moves=3)
        harness = go_on(harness, everybody[taker])
        everybody = come(harness, everybody)
    while harness.live.match.state.deal < 3 or not (
        harness.live.between_deals or harness.live.over
    ):
        harness.play_to_the_end(*everybody, moves=1)
    for visitor in everybody:
        found = verdict(visitor)
        assert found is None or not found.fault
        assert visitor.client.deals.match.checked == 3
        assert chains(visitor.client.deals.record) == [(1, 1), (2, 2), (3, 3)]


def test_a_program_shows_another_nonce_in_each_shuffle() -> None:
    new, everybody = taken_on()
    again = come(new, everybody)
    into_deal(new, again, 2)
    for before, after in zip(everybody[:2], again[:2], strict=True):
        shown = [each.nonce for each in (*before.sent, *after.sent) if isinstance(each, Reveal)]
        assert len(shown) == len({*shown}) == 2


def test_nothing_is_shuffled_for_as_long_as_nobody_is_there() -> None:
    """No player would have a share in the deals to come."""
    harness, everybody = begun(0, pause=10)
    into_deal(harness, everybody, 2)
    new = go_on(harness, everybody[1])
    new.carry_out(new.lobby.tick(new.now))
    new.pass_time(3600)
    assert not new.table.shuffle.running
    assert new.table.match.intermission is not None
    everybody = come(new, everybody)
    assert played(new, everybody) == [(1, 1), (2, len(new.live.deals))]


def test_the_own_record_says_where_the_branch_comes_from_also_if_its_host_says_another_thing() -> (
    None
):
    _, everybody = lost()
    verdict(everybody[0])
    deals = everybody[0].client.deals
    assert "branch" not in deals.record[0]
    own, before = Origin("T1", 1, "Ann"), Origin("T0", 0, "Bob")
    deals.branch(1, (own,))
    deals.add_origins((Origin("T1", 0, "Ann"),))
    assert deals.record[0]["branch"] == {"table": "T1", "deal": 1, "host": "Ann"}
    deals.add_origins((own, before))
    assert deals.record[0]["branch"]["before"] == {"table": "T0", "deal": 0, "host": "Bob"}


def test_a_match_that_was_over_before_its_host_was_lost_is_no_branch() -> None:
    harness, everybody = begun(0)
    harness.play_to_the_end(*everybody[:2])
    verdict(everybody[0])
    deals = everybody[0].client.deals
    deals.branch(1, (Origin("T1", 1, "Ann"),))
    assert "branch" not in deals.record[0]


def can_be_called(people: list[Visitor]) -> None:
    """Have all players know a port of each one's program, to which its way leads."""
    lines = [PeerLine(seat, f"{seat}0" * 32, f"10.0.0.{seat}", 4000) for seat in range(len(people))]
    for each in people:
        each.client.peers = Peers(1, 0, lines)


def test_a_branch_waits_a_moment_for_those_who_are_on_their_way() -> None:
    harness, everybody = begun(0, pause=0)
    into_deal(harness, everybody, 2)
    can_be_called(everybody[:2])
    for late in (False, True):
        new = go_on(harness, everybody[1])
        new.table.become_branch(1, until=new.now + 2)
        assert new.table.room[0].bot, "nobody waits for longer"
        assert new.table.room.owner == 1
        (bob,) = come(new, everybody[1:2])
        assert not new.table.shuffle.running
        if late:
            new.pass_time(2.1)
        else:
            come(new, everybody[:1])
        assert new.table.shuffle.running or new.live.match.state.deal == 2
        everybody = [everybody[0], bob]


def test_a_match_that_is_shuffled_again_waits_for_them_too() -> None:
    harness, everybody = begun(4)
    can_be_called(everybody[:2])
    new = go_on(harness, everybody[1])
    new.table.become_branch(1, until=new.now + 2)
    (bob,) = come(new, everybody[1:2])
    assert not any(isinstance(told, Committed) for told in bob.heard)
    new.pass_time(2.1)
    assert bob.last(Committed).first == 1


def elsewhere(stage: Committed) -> Committed:
    return structs.replace(stage, shuffler="0" * 32)


def uncommitted(stage: Committed) -> Committed | None:
    return None if stage.stage == "commit" else stage


def replaced(stage: Committed) -> Committed:
    """Put a share of the host's own making in place of Bob's."""
    own = ShareLine(1, share_commitment(TABLE, 1, secret("host")).hex())
    return structs.replace(stage, shares=[own if row.seat == 1 else row for row in stage.shares])


@pytest.mark.parametrize(
    "lie, fault", [(elsewhere, "changed"), (uncommitted, "late"), (replaced, "share")]
)
def test_what_is_wrong_with_a_new_shuffle_is_found_at_once(
    lie: Callable[[Committed], Committed | None], fault: str
) -> None:
    new, everybody = taken_on()
    ann, bob, _ = come(new, everybody)

    def forged(message: FromHost) -> FromHost | None:
        if isinstance(message, Committed) and message.first > 1:
            return lie(message)
        return message

    bob.forge = forged
    into_deal(new, [ann, bob], 1)
    new.pass_time(5)
    for each, faults_told in ((ann, []), (bob, [fault])):
        found = [told.fault for told in each.events if isinstance(told, MatchChecked)]
        assert found == faults_told
