"""The shared shuffle of a match: stages, silence, breaks, other programs, announcements."""

from functools import partial
from itertools import pairwise

import pytest

from core.deal_proof import chain_commitment, parse_proof, share_commitment
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.match import to_line
from core.records.record import verify
from net.client.events import Shuffled
from net.client.seat import ClientSeat
from net.table import shuffle
from net.table.effects import STAGE_SECONDS
from net.wire.from_host import Committed, Gathered, Revealed, Updated
from net.wire.to_host import Commit, Continue, Join, Leave, Play, Ready, Reveal, Start
from tests.support.harness import Visitor, with_bots
from tests.support.logged_harness import returned, under_way
from tests.support.shuffles import ShuffledHarness, missing, seated, secret, verdict


def stages(visitor: Visitor) -> list[str]:
    return [heard.stage for heard in visitor.heard if isinstance(heard, Committed)]


def begun(bots: int = 0, seats: int = 2) -> tuple[ShuffledHarness, list[Visitor]]:
    """A table at which all clients answer; the match is dealt."""
    harness, people = seated(bots=bots, seats=seats)
    harness.start(*people[1:], owner=people[0])
    return harness, people


def test_a_match_is_dealt_once_everybody_has_shown_the_nonce() -> None:
    harness, people = begun(bots=1, seats=3)
    for visitor in people:
        assert stages(visitor) == ["commit", "reveal", "done"]
        assert isinstance(visitor.heard[-1], Updated)
        assert visitor.last(Gathered).shuffled
        assert missing(visitor) == ()
    assert harness.proof().mixed == (0, 1, 2)
    assert harness.now == 100.0


def test_no_nonce_is_told_to_anybody_before_all_are_there() -> None:
    harness, people = begun(bots=1, seats=3)
    nonces = [share.nonce.hex() for share in harness.proof().shares.values() if share.nonce]
    early = [heard for heard in people[0].heard if isinstance(heard, Committed)][:-1]
    assert len(nonces) == 3
    assert not any(nonce in str(early) for nonce in nonces)
    seed = harness.proof().seed.hex()
    assert not any(seed in str(heard) for heard in people[0].heard)


def test_no_hash_is_told_to_anybody_in_the_stage_in_which_hashes_are_awaited() -> None:
    harness, (ann, bob) = seated(bots=1, seats=3)
    bob.answers = False
    harness.start(bob, owner=ann)
    ann.cut()
    again = ann.again()
    told = [heard for heard in again.heard if isinstance(heard, Committed)]
    assert [(each.stage, each.shares) for each in told] == [("commit", [])]


def test_whoever_was_silent_in_the_first_stage_is_refused_in_the_second() -> None:
    harness, (ann, bob) = seated()
    bob.answers = False
    ann.forge = lambda message: (
        None if isinstance(message, Committed) and message.stage == "reveal" else message
    )
    harness.start(bob, owner=ann)
    harness.pass_time(STAGE_SECONDS)
    assert bob.last(Committed).stage == "reveal"
    assert bob.refused(Commit(1, "0" * 64)) == "shuffled"
    assert bob.refused(Reveal(1, "0" * 64)) == "shuffled"
    assert ann.refused(Reveal(2, "0" * 64)) == "shuffled"
    assert ann.refused(Reveal(1, "0" * 64)) == "nonce"


def test_a_long_deal_and_a_long_record_are_told_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    harness, people = begun()
    harness.play_to_the_end(*people, moves=6)
    live = harness.table.match.live
    (whole,) = shuffle.revealed(1, live, 1)
    count = len(whole.moves)
    assert count > 1
    assert not whole.more
    for most in (1, count - 1, count, count + 1):
        monkeypatch.setattr(shuffle, "MAX_MADE", most)
        parts = shuffle.revealed(1, live, 1)
        assert [move for part in parts for move in part.moves] == whole.moves
        assert [part.more for part in parts] == [True] * (len(parts) - 1) + [False]
        assert len(parts) == -(-count // most)
    lines = [{"deal": number} for number in range(9)]
    text = "".join(to_line(line) + "\n" for line in lines)
    monkeypatch.setattr(shuffle, "MAX_PART", 10)
    monkeypatch.setattr(shuffle, "MAX_PARTS", -(-len(text) // 10))
    told = shuffle.recorded(1, "", lines)
    assert "".join(each.text for each in told) == text
    assert [(each.part, each.parts) for each in told] == [
        (number, len(told)) for number in range(1, len(told) + 1)
    ]
    assert shuffle.recorded(1, "", [*lines, {"deal": 9}]) == []


@pytest.mark.parametrize("silent_from", ["commit", "reveal"])
def test_a_silent_seat_is_left_out_after_two_seconds_and_all_see_which(silent_from: str) -> None:
    harness, (ann, bob) = seated()
    if silent_from == "commit":
        bob.answers = False
    else:
        bob.hear = lambda event: None
        bob.forge = lambda message: (
            None if isinstance(message, Committed) and message.stage == "reveal" else message
        )
    harness.start(bob, owner=ann)
    harness.pass_time(STAGE_SECONDS - 0.1)
    assert not any(isinstance(heard, Updated) for heard in ann.heard)
    assert harness.table.phase == "playing"
    harness.pass_time(0.2)
    assert isinstance(ann.heard[-1], Updated)
    assert harness.proof().mixed == (0,)
    assert missing(ann) == (1,)


def test_with_nobody_answering_the_seed_alone_deals() -> None:
    harness, (ann, bob) = seated()
    ann.answers = bob.answers = False
    harness.start(bob, owner=ann)
    harness.pass_time(2 * STAGE_SECONDS)
    proof = harness.proof()
    assert proof.shares == {}
    assert proof.key(1) == proof.seed_of(1)


def test_before_the_deal_a_move_is_refused_and_nobody_can_sit_down() -> None:
    harness, (ann, bob) = seated()
    bob.answers = False
    harness.start(bob, owner=ann)
    assert ann.refused(Play(1, 1, "play 1")) == "idle"
    assert ann.refused(Continue(1)) == "idle"
    assert ann.refused(Start()) == "running"
    assert harness.visitor().refused(Join("Eve")) == "playing"


def test_a_share_that_comes_too_late_or_fits_nothing_is_refused() -> None:
    harness, (ann, bob) = seated()
    bob.answers = False
    harness.start(bob, owner=ann)
    nonce = secret("Bob's own")
    table = bytes.fromhex(bob.last(Committed).shuffler)
    share = share_commitment(table, 1, nonce).hex()
    assert bob.refused(Commit(7, share)) == "shuffled"
    assert bob.refused(Reveal(1, nonce.hex())) == "shuffled"
    bob.send(Commit(1, share))
    assert bob.last(Committed).stage == "reveal"
    bob.send(Commit(1, share))  # the same again, after a break
    assert bob.refused(Commit(1, "0" * 64)) == "shuffled"
    assert bob.refused(Reveal(1, "0" * 64)) == "nonce"
    bob.send(Reveal(1, nonce.hex()))
    assert harness.proof().mixed == (0, 1)
    assert bob.refused(Commit(1, share)) == "shuffled"
    watcher = harness.join("Cid", watch=True)
    assert watcher.refused(Reveal(1, nonce.hex())) == "watching"


@pytest.mark.parametrize("stage", ["commit", "reveal"])
def test_whoever_comes_back_during_the_shuffle_still_has_a_share(stage: str) -> None:
    harness, (ann, bob) = seated()
    bob.forge = lambda message: (
        None if isinstance(message, Committed) and message.stage == stage else message
    )
    harness.start(bob, owner=ann)
    bob.cut()
    harness.pass_time(1)
    again = bob.again()
    assert harness.proof().mixed == (0, 1)
    harness.play_to_the_end(ann, again)
    for visitor in (ann, again):
        found = verdict(visitor)
        assert (found.fault, found.since) == ("", 0)


def test_a_player_who_leaves_during_the_shuffle_is_not_waited_for() -> None:
    harness, (ann, bob, cid) = seated(seats=3)
    cid.answers = False
    harness.start(bob, cid, owner=ann)
    cid.send(Leave())
    assert harness.proof().mixed == (0, 1)
    assert [player.name for player in harness.live.match.players] == [
        "Player 0",
        "Player 1",
        "Player 2",
    ]
    harness.play_to_the_end(ann, bob)
    assert verdict(ann) == verdict(bob)
    assert verdict(ann).fault == ""


def test_a_table_that_everybody_leaves_during_the_shuffle_waits_for_players_again() -> None:
    harness, (ann, bob) = seated()
    bob.answers = False
    harness.start(bob, owner=ann)
    ann.send(Leave())
    bob.send(Leave())
    harness.pass_time(2 * STAGE_SECONDS)
    assert harness.table.phase == "gathering"
    assert harness.table.match is None


def test_everybody_checks_a_whole_match_of_kozel_with_breaks_and_watchers() -> None:
    harness, people = seated(kozel, 3, bots=1, target=50, pause=-1)
    ann, bob = people
    early = harness.join("Eve", watch=True)
    harness.start(bob, owner=ann)
    harness.play_to_the_end(*people, moves=10)
    bob.cut()
    bob = Visitor(harness, bob.client)
    bob.greet()
    deal = harness.live.match.game.view(harness.live.match.state, None).deal
    late = harness.join("Lia", watch=True)
    harness.play_to_the_end(ann, bob)
    for visitor, since in ((ann, 0), (bob, 0), (early, 0), (late, deal)):
        found = verdict(visitor)
        assert (found.fault, found.since, found.shares) == ("", since, (0, 1, 2))
    assert all(len(heard.moves) <= 1000 for heard in ann.heard if isinstance(heard, Revealed))
    before = [type(each) for each, then in pairwise(ann.heard) if isinstance(then, Revealed)]
    assert before == [Updated] * len(harness.live.deals), "right after the position that ends it"


def test_what_is_decided_at_once_and_in_secret_is_checked_too() -> None:
    harness, people = seated(cards=3, deals=3, blind="on", seats=3)
    harness.start(*people[1:], owner=people[0])
    made: list[tuple[int, str]] = []
    while harness.table.phase == "playing":
        seat = harness.live.to_act()[-1]  # an order other than that of the record
        made.append((seat, harness.live.legal(seat)[-1]))
        people[seat].play(made[-1][1])
    assert [verdict(visitor).fault for visitor in people] == ["", "", ""]
    revealed = [heard.moves for heard in people[0].heard if isinstance(heard, Revealed)]
    taken = [(each.seat, each.move) for moves in revealed for each in moves]
    assert taken == made
    recorded = [(line["seat"], line["move"]) for line in harness.live.match.lines if "move" in line]
    assert taken != recorded
    assert sorted(taken) == sorted(recorded)


def test_another_match_is_shuffled_anew() -> None:
    harness, (ann, bob) = begun()
    first = harness.proof()
    harness.play_to_the_end(ann, bob)
    assert verdict(ann) is not None
    bob.send(Ready())
    ann.send(Start())
    second = harness.proof()
    assert ann.client.deals.match.verdict is None
    assert second.seed != first.seed
    assert second.shares != first.shares
    harness.play_to_the_end(ann, bob)
    assert [verdict(visitor).fault for visitor in (ann, bob)] == ["", ""]


def test_another_program_goes_on_with_the_same_decks_and_reveals_them() -> None:
    harness, people = seated(cards=3, deals=2)
    harness.start(people[1], owner=people[0])
    harness.play_to_the_end(*people, moves=4)
    before = harness.proof()
    other = harness.again(new_nonce=lambda: secret("unused"))
    assert other.proof() == before
    back = [Visitor(other, visitor.client).greet() for visitor in people]
    seats = {visitor.client.seat: visitor for visitor in back}
    while other.table.phase == "playing":
        seat = other.live.to_act()[0]
        seats[seat].play(other.live.legal(seat)[0])
    for visitor in back:
        assert stages(visitor) == ["done"]
        found = verdict(visitor)
        assert (found.fault, found.since, found.shares) == ("", 0, (0, 1))


def test_the_record_carries_the_proof_and_verifies() -> None:
    harness, people = seated(kozel, 2, target=50)
    harness.start(people[1], owner=people[0])
    proof = harness.proof()
    harness.play_to_the_end(*people)
    (lines,) = harness.saved
    written = parse_proof(lines[0]["deal_proof"], 2)
    assert written == proof.upto(len(harness.live.deals))
    assert 1 < written.deals < proof.deals
    assert verify(GAMES, map(to_line, lines)) is None


def test_a_host_that_closes_for_good_reveals_what_was_dealt_and_one_that_keeps_does_not() -> None:
    for code, fault in (("host", ""), ("kept", None)):
        harness, people = seated(kozel, 2)
        harness.start(people[1], owner=people[0])
        harness.play_to_the_end(*people, moves=5)
        harness.carry_out(harness.table.close(code))
        for visitor in people:
            found = verdict(visitor)
            assert (found and found.fault) == fault
            assert visitor.client.dismissed is not None


def test_a_table_of_ones_own_asks_nobody_and_its_record_has_the_seed() -> None:
    harness, ann = with_bots(kozel, 2)
    assert not any(isinstance(heard, Committed | Revealed) for heard in ann.heard)
    assert not ann.last(Gathered).shuffled
    assert harness.proof().shares == {}
    assert harness.proof().fault() == ""
    assert harness.live.match.lines[0]["deal_proof"] == harness.proof().plain()


def test_a_match_begun_alone_is_not_called_shuffled_by_all_where_the_next_one_is() -> None:
    before, sitting = under_way(None, 2)
    harness = before.again(new_nonce=lambda: secret("nonce"))
    ann, bob = (returned(harness, each) for each in sitting)
    assert not bob.last(Gathered).shuffled
    while harness.table.phase == "playing":
        (ann, bob)[harness.live.to_act()[0]].play(harness.live.legal(harness.live.to_act()[0])[0])
    assert bob.last(Gathered).shuffled


def test_a_player_who_comes_back_when_the_match_is_over_is_told_no_verdict() -> None:
    harness, people = begun()
    harness.play_to_the_end(*people)
    people[0].cut()
    seat = ClientSeat(people[0].client.handshake, {harness.game.NAME: harness.game})
    late = Visitor(harness, seat).greet()
    assert any(isinstance(heard, Revealed) for heard in late.heard)
    assert verdict(late).since == 1
    assert not any(isinstance(each, Shuffled) and each.missing for each in late.events)


def test_a_match_that_comes_to_the_end_of_its_chain_is_dealt_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("net.table.shuffle", "net.table.match"):
        monkeypatch.setattr(f"{module}.LINKS", 2)
    monkeypatch.setattr(shuffle, "chain_commitment", partial(chain_commitment, deals=2))
    harness, people = seated(kozel, 2, target=200)
    harness.start(*people[1:], owner=people[0])
    harness.play_to_the_end(*people, moves=500)
    harness.pass_time(3600)
    match = harness.table.match
    assert (len(match.live.deals), match.live.between_deals, match.live.over) == (2, True, False)
    assert not harness.table.shuffle.running
    assert [each.fault for person in people if (each := verdict(person))] == []
