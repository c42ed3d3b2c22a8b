"""Hosts that cheat, each in its own way, and clients that find it out by themselves."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from core.deal_proof import LINKS, DealProof, chain_commitment, share_commitment
from core.games import GAMES
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from core.match import to_line
from core.records.record import play_back
from core.shuffle import SeededDecks
from net.client.deal_check import FAULTS
from net.client.deal_watch import DealWatch, new_nonce
from net.client.events import CheckAhead, DealChecked, MatchChecked, Shuffled
from net.table.effects import STAGE_SECONDS
from net.wire.from_host import Committed, FromHost, Gathered, Refused, Revealed, Updated
from net.wire.message import RoomChange, ShareLine
from net.wire.to_host import Commit, Fill, Leave, Play, Ready, Reveal
from tests.support.harness import Visitor
from tests.support.matches import daily
from tests.support.shuffles import (
    TABLE,
    ShuffledHarness,
    end_deal,
    fault,
    missing,
    seated,
    secret,
    verdict,
)

OTHER = secret("what the host would rather have")


def table(bots: int = 1, **settings: Any) -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people and bots at Kozel, and a watcher; nothing has begun."""
    harness, people = seated(kozel, 2 + bots, bots=bots, target=50, **settings)
    return harness, [*people, harness.join("Eve", watch=True)]


def begun(**settings: Any) -> tuple[ShuffledHarness, Visitor, Visitor, Visitor]:
    """The same with the first hands dealt."""
    harness, everybody = table(**settings)
    harness.begin(*everybody[:2])
    return harness, *everybody


def play(harness: ShuffledHarness, everybody: list[Visitor]) -> list[str]:
    """Play the match to its end; return the findings of each player."""
    ann, bob, *_ = everybody
    if harness.table.phase == "gathering":
        harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob)
    return [fault(visitor) for visitor in everybody]


def forge(*visitors: Visitor, lie: Callable[[FromHost], FromHost | None]) -> None:
    """Have a host tell some of those at its table something different."""
    for visitor in visitors:
        visitor.forge = lie


def begin_unheard(
    harness: ShuffledHarness, ann: Visitor, bob: Visitor, *, announced: bool = False
) -> Visitor:
    """Begin a match whose shuffle a broken connection hides from Bob; return him afterwards."""
    forge(bob, lie=only("", lambda message: None) if announced else lambda message: None)
    harness.start(bob, owner=ann)
    bob.lose()
    harness.pass_time(5)
    return bob.again()


def only(stage: str, lie: Callable[[Committed], Committed | None]) -> Any:
    """Change Committed only of one stage; "" is every stage."""

    def changed(message: FromHost) -> FromHost | None:
        if isinstance(message, Committed) and stage in ("", message.stage):
            return lie(message)
        return message

    return changed


def test_an_honest_host_is_found_honest_by_everybody() -> None:
    harness, everybody = table()
    assert play(harness, everybody) == ["", "", ""]
    for visitor in everybody:
        own = visitor.client.seat is not None
        assert MatchChecked("", 0, 0, (0, 1, 2), own) in visitor.events
        told = [each for each in visitor.events if isinstance(each, Shuffled)]
        assert told == [Shuffled((), sent=own)]


def test_a_stacked_deck_is_found_by_everybody_and_the_deal_is_named() -> None:
    harness, everybody = table()
    ann, bob, _ = everybody
    harness.start(bob, owner=ann)
    match, stacked = harness.live.match, SeededDecks(OTHER)
    honest = match.decks
    match.decks = lambda cards: (honest(cards), stacked(cards))[1]
    assert play(harness, everybody) == ["deal", "deal", "deal"]
    found = verdict(ann)
    assert found.deal == 2
    assert "{deal}" in FAULTS[found.fault]


def test_a_deck_stacked_from_the_first_deal_on_is_found_by_everybody() -> None:
    harness, everybody = table()
    new = harness.table.new_match

    def stack(players: Any, decks: Any, setup: Any) -> Any:
        return new(players, SeededDecks(OTHER, TABLE), setup)

    harness.table.new_match = stack
    assert play(harness, everybody) == ["deal", "deal", "deal"]


def without_shuffle(message: FromHost) -> FromHost | None:
    """A table that plays without a shuffle and says so."""
    if isinstance(message, Gathered):
        return replace(message, shuffled=False)
    return None if isinstance(message, Committed | Revealed) else message


def test_a_table_that_says_it_plays_without_a_shuffle_is_no_cheat() -> None:
    harness, everybody = table()
    for visitor in everybody:
        visitor.forge = without_shuffle
        visitor.take(visitor.last(Gathered))
    assert play(harness, everybody) == ["none", "none", "none"]


def ahead(visitor: Visitor) -> list[CheckAhead]:
    """Return the events about checking the deals that a client received on arrival."""
    return [each for each in visitor.events if isinstance(each, CheckAhead)]


def test_whoever_comes_during_a_deal_is_told_at_once_from_which_one_on_it_is_checked() -> None:
    harness, everybody = table(pause=-1)
    ann, bob, _ = everybody
    harness.begin(ann, bob)
    while harness.live.match.state.deal < 2:
        harness.play_to_the_end(ann, bob, moves=1)
    late = harness.join("Lia", watch=True)
    assert ahead(late) == [CheckAhead("", 2, (0, 1, 2))]
    late.cut()
    again = harness.visitor(late.client).greet()
    assert play(harness, [*everybody, again]) == ["", "", "", ""]
    assert verdict(again) == MatchChecked("", 0, 2, (0, 1, 2))
    praised = [each.deal for each in again.events if isinstance(each, DealChecked)]
    assert praised == [*range(2, len(harness.live.deals) + 1)], "nobody saw deal 1 here"
    assert [ahead(visitor) for visitor in (*everybody, again)] == [[], [], [], []]


def test_whoever_comes_during_the_shuffle_is_told_with_the_first_deal() -> None:
    harness, everybody = table()
    ann, bob, _ = everybody
    bob.keep_back(Reveal)
    harness.start(bob, owner=ann)
    late = harness.join("Lia", watch=True)
    assert ahead(late) == []
    harness.pass_time(STAGE_SECONDS)
    assert ahead(late) == [CheckAhead("", 1, (0, 2))]


def test_where_nothing_was_committed_to_everybody_is_told_at_the_first_deal() -> None:
    harness, everybody = table()
    for visitor in everybody:
        visitor.forge = without_shuffle
        visitor.take(visitor.last(Gathered))
    play(harness, everybody)
    assert [ahead(visitor) for visitor in everybody] == [[CheckAhead("none")]] * 3


def test_a_match_that_is_over_has_nothing_ahead_to_check() -> None:
    harness, everybody = table()
    play(harness, everybody)
    assert ahead(harness.join("Lia", watch=True)) == []


def test_a_nonce_left_out_on_purpose_is_seen_by_everybody() -> None:
    """The host claims that Bob was silent."""
    harness, everybody = table()
    _, bob, _ = everybody
    bob.keep_back(Reveal)
    assert play(harness, everybody) == ["", "", ""]
    for visitor in everybody:
        assert missing(visitor) == (1,)
        found = verdict(visitor)
        assert found is not None
        assert (found.shares, found.choice) == ((0, 2), 1 if visitor is bob else 2)


def test_a_stage_that_a_broken_connection_hid_is_not_held_against_the_host() -> None:
    harness, everybody = table()
    ann, bob, _ = everybody
    bob.send(Ready())
    silent, bob.send = bob.send, lambda message: []
    harness.start(owner=ann)
    bob.send = silent
    bob.lose()
    harness.pass_time(5)
    again = bob.again()
    harness.play_to_the_end(ann, again)
    assert verdict(again) == MatchChecked("", 0, 0, (0, 2))
    assert missing(again) == (1,)


@pytest.mark.parametrize("announced", [True, False])
def test_a_shuffle_that_a_broken_connection_hid_whole_is_not_held_against_the_host(
    announced: bool,
) -> None:
    """That is the shuffle of the next match, whether its beginning was heard or not."""
    harness, everybody = table()
    ann, bob, _ = everybody
    play(harness, everybody)
    again = begin_unheard(harness, ann, bob, announced=announced)
    harness.play_to_the_end(ann, again)
    assert verdict(again) == MatchChecked("", 0, 1, (0, 2))
    assert faults(ann) == ["", ""]


def test_a_match_that_was_committed_to_after_one_that_was_not_is_checked() -> None:
    """A broken connection hid its beginning."""
    harness, everybody = table()
    ann, bob, _ = everybody
    forge(bob, lie=only("", lambda message: None))
    assert play(harness, everybody) == ["", "before", ""]
    assert ahead(bob) == []
    again = begin_unheard(harness, ann, bob)
    harness.play_to_the_end(ann, again)
    assert verdict(again) == MatchChecked("", 0, 1, (0, 2))


@pytest.mark.parametrize("code, fault", [("shuffled", ""), ("nonce", "share")])
def test_a_share_that_the_host_says_came_too_late_proves_nothing_to_its_owner(
    code: str, fault: str
) -> None:
    """The host refuses the hash and puts one of its own making in its place."""
    harness, everybody = table()
    ann, bob, _ = everybody
    row = ShareLine(1, share_commitment(TABLE, 1, OTHER).hex(), OTHER.hex())

    def replaced(message: Committed) -> Committed:
        bob.client.deals.refused(code)
        shown = row if message.stage == "done" else replace(row, nonce=None)
        return replace(message, shares=[message.shares[0], shown, message.shares[2]])

    forge(bob, lie=lambda message: only("reveal", replaced)(only("done", replaced)(message)))
    harness.begin(ann, bob)
    assert not any(isinstance(sent, Reveal) for sent in bob.sent)
    found = verdict(bob)
    assert (found.fault if found else "") == fault
    assert found is None or not found.own
    told = [(each.missing, each.sent) for each in bob.events if isinstance(each, Shuffled)]
    assert told == [(() if fault else (1,), False)]


def test_a_refusal_before_any_shuffle_means_nothing() -> None:
    watch = DealWatch()
    watch.refused("shuffled")
    assert watch.match.verdict is None


def test_matches_that_begin_only_to_be_shuffled_are_counted() -> None:
    harness, everybody = table()
    ann, bob, _ = everybody
    for number in range(1, 4):
        harness.start(bob, owner=ann)
        if number < 3:
            harness.table.shuffle.stop()  # it did not like that deck
            harness.table.match = None
        harness.pass_time(5)
    for visitor in everybody:
        found = verdict(visitor)
        assert (found.fault, found.shuffles) == ("tried", 3)


def test_shuffles_that_end_with_the_connection_are_counted() -> None:
    harness, everybody = table()
    bob = everybody[1]
    forge(bob, lie=lambda message: only("done", lambda done: None)(message))
    harness.start(bob, owner=everybody[0])
    assert isinstance(bob.sent[-1], Reveal)
    first = next(told for told in bob.heard if isinstance(told, Committed))
    for number in range(2, 4):
        bob.client.lose()
        again = replace(first, match=number, commitment=secret(str(number)).hex())
        for stage in ("commit", "reveal", "done"):
            nonce = {"nonce": secret("x").hex()} if stage == "done" else {}
            rows = [
                ShareLine(seat, share_commitment(TABLE, seat, secret("x")).hex(), **nonce)
                for seat in (0, 2)
            ]
            bob.forge = lambda message: message
            bob.take(replace(again, stage=stage, shares=[] if stage == "commit" else rows))
    found = verdict(bob) or MatchChecked()
    assert (found.fault, found.shuffles) == ("tried", 3)


def break_off(visitor: Visitor, messages: int) -> None:
    """Have a connection die after some messages: nothing gets through any more."""
    left = iter(range(messages))

    def heard(message: FromHost) -> FromHost | None:
        if next(left, None) is None:
            visitor.answers = False
            return None
        return message

    visitor.forge = heard


@pytest.mark.parametrize("seed", daily(range(200), *range(50)))
def test_an_honest_host_on_a_bad_line_is_never_accused(seed: int) -> None:
    """Both people's connections break again and again before the first deal."""
    chance = Random(seed)
    harness, (ann, bob, _) = table()
    people = [ann, bob]
    if chance.random() < 0.5:
        harness.start(bob, owner=ann)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(2)
        break_off(people[at], chance.randrange(5))
        if harness.table.phase == "gathering":
            harness.start(bob, owner=ann)
        harness.pass_time(chance.choice((0, 0, 0.5, 2, 4)))
        people[at].cut()
        people[at].client.lose()
        harness.pass_time(chance.choice((0, 0.5, 2)))
        people[at] = harness.visitor(people[at].client)
        people[at].greet()
    harness.pass_time(5)
    harness.carry_out(harness.table.close())
    for visitor in people:
        told = [each for each in visitor.events if isinstance(each, MatchChecked)]
        assert [each.fault for each in told] == [""]
        shown = any(isinstance(sent, Reveal) for each in (ann, bob) for sent in each.sent)
        assert not told[0].own or shown


def test_a_deal_shown_before_its_last_position_is_shown_too_early() -> None:
    harness, everybody = table(pause=-1)
    ann, bob, eve = everybody
    held: list[FromHost] = []

    def swapped(message: FromHost) -> FromHost | None:
        if isinstance(message, Updated) and "to_act" not in message.view:
            held.append(message)
            return None
        if isinstance(message, Revealed):
            eve.forge = lambda message: message
            eve.take(message)
            eve.take(held.pop())
            return None
        return message

    forge(eve, lie=swapped)
    harness.begin(ann, bob)
    end_deal(harness, ann, bob)
    assert verdict(eve) == MatchChecked("early", 1, 0, (0, 1, 2))


def test_whoever_comes_back_to_a_finished_deal_may_be_shown_it_at_once() -> None:
    harness, ann, bob, eve = begun(pause=-1)
    eve.lose()
    end_deal(harness, ann, bob)
    again = eve.again()
    shown = [type(told) for told in again.heard if isinstance(told, Revealed | Updated)]
    assert shown == [Revealed, Updated]
    assert verdict(again) is None
    assert list(again.client.deals.catch_up(GAMES["kozel"])) == [], "there is more to come"
    late = harness.join("Lia", watch=True)
    assert play(harness, [ann, bob, again, late]) == ["", "", "", ""]


def test_whoever_comes_back_must_not_be_shown_a_deal_that_is_not_over() -> None:
    harness, ann, bob, eve = begun(pause=-1)
    end_deal(harness, ann, bob)
    first = eve.last(Revealed)
    eve.lose()
    harness.play_to_the_end(ann, bob, moves=3)
    again = harness.visitor(eve.client)

    def ahead(message: FromHost) -> FromHost | None:
        if isinstance(message, Updated):
            again.forge = lambda message: message
            again.take(replace(first, deal=2, more=True))
        return message

    forge(again, lie=ahead)
    again.greet()
    assert verdict(again) == MatchChecked("early", 2, 0, (0, 1, 2))


def hide(deal: int, *visitors: Visitor) -> None:
    """Have a host hide how a deal was dealt."""
    forge(
        *visitors,
        lie=lambda told: None if isinstance(told, Revealed) and told.deal == deal else told,
    )


@pytest.mark.parametrize("deal", [1, 2])
def test_a_deal_that_was_not_shown_when_it_was_over_is_named_with_the_next_one(deal: int) -> None:
    harness, everybody = table(pause=-1)
    ann, bob, _ = everybody
    hide(deal, *everybody)
    harness.begin(ann, bob)
    while harness.live.match.state.deal <= deal:
        assert [verdict(visitor) for visitor in everybody] == [None] * 3
        harness.play_to_the_end(ann, bob, moves=1)
    found = [verdict(visitor) for visitor in everybody]
    assert [each and (each.fault, each.deal) for each in found] == [("hidden", deal)] * 3


def test_a_last_deal_that_was_not_shown_is_named_when_the_match_is_over() -> None:
    harness, everybody = table()
    hide(3, *everybody)
    assert play(harness, everybody) == ["hidden", "hidden", "hidden"]
    assert [found and found.deal for found in map(verdict, everybody)] == [3, 3, 3]


def test_each_deal_is_checked_when_it_is_over() -> None:
    harness, everybody = table(pause=-1)
    ann, bob, _ = everybody
    harness.begin(ann, bob)
    while harness.live.match.state.deal < 3:
        harness.play_to_the_end(ann, bob, moves=1)
        for visitor in everybody:
            assert verdict(visitor) is None
    for visitor in everybody:
        checked = [each for each in visitor.events if isinstance(each, DealChecked)]
        assert checked == [DealChecked(1), DealChecked(2)]
        record = [to_line(line) for line in checked[-1].record]
        assert play_back(GAMES, record, partial=True, prove=True).state.deal == 2
        played = [to_line(line) for line in harness.live.match.lines]
        assert record[1:] == played[1 : len(record)]


def test_what_a_seed_shows_says_nothing_of_later_deals_and_fixes_them() -> None:
    chain = DealProof(TABLE, OTHER, chain_commitment(TABLE, OTHER), {}, LINKS)
    assert chain.upto(3).fault() == ""
    assert chain.upto(3).seed_of(2) == chain.seed_of(2)
    with pytest.raises(ValueError, match="no seed for deal 4"):
        chain.upto(3).seed_of(4)
    assert replace_seed(chain.upto(3), chain.seed_of(4)).fault() == "seed"


def replace_seed(proof: DealProof, seed: bytes) -> DealProof:
    return DealProof(proof.table, seed, proof.commitment, proof.shares, proof.deals)


@pytest.mark.parametrize("told", [True, False])
def test_positions_after_the_end_take_the_proof_back(told: bool) -> None:
    """Whether the room has said that the match is over or not."""
    harness, everybody = table()
    ann = everybody[0]
    if not told:
        forge(ann, lie=lambda room: None if getattr(room, "phase", "") == "over" else room)
    assert play(harness, everybody) == ["", "", ""]
    last = ann.last(Updated)
    ann.take(last)
    assert verdict(ann) == MatchChecked("", 0, 0, (0, 1, 2), own=True), "shown before the end"
    ann.take(replace(last, seq=last.seq + 1))
    assert verdict(ann) == MatchChecked("after", 0, 0, (0, 1, 2), own=True)
    ann.take(replace(last, view={**last.view, "totals": [9, 9, 9]}))
    assert (verdict(ann) or MatchChecked()).fault == "after", "the first fault is told"


def faults(visitor: Visitor) -> list[str]:
    """Return all faults that a client was told in the deals of match after match."""
    verdict(visitor)
    return [each.fault for each in visitor.events if isinstance(each, MatchChecked)]


def test_another_match_after_one_that_was_left_is_no_fault() -> None:
    """One move was made, so its shuffle is not one that a host disliked."""
    harness, ann, bob, eve = begun()
    harness.play_to_the_end(ann, bob, moves=1)
    ann.send(Leave())
    bob.send(Leave())
    cid, dan = harness.join("Cid"), harness.join("Dan")
    cid.send(Fill(2, "easy"))
    assert play(harness, [cid, dan, eve]) == ["", "", ""]
    assert faults(eve) == ["", ""]


def test_a_match_whose_end_a_broken_connection_hid_is_told_of_when_another_begins() -> None:
    harness, *_, eve = begun()
    eve.lose()
    again = harness.visitor(eve.client)
    forge(again, lie=lambda told: None if isinstance(told, Updated) else told)
    room = again.greet().last(Gathered)
    again.take(replace(room, happened=[RoomChange("begun", None, "", {"match": 2})]))
    assert faults(again) == ["absent"]


def test_another_match_before_the_end_of_this_one_is_found() -> None:
    harness, ann, bob, _ = begun()
    harness.play_to_the_end(ann, bob, moves=3)
    room = ann.last(Gathered)
    ann.take(replace(room, happened=[RoomChange("begun", None, "", {"match": 2})]))
    last = ann.last(Updated)
    ann.take(replace(last, seq=last.seq - 1))
    found = [(each.fault, each.deal) for each in ann.events if isinstance(each, MatchChecked)]
    assert found == [("begun", 0), ("before", 0)]


def fewer(message: FromHost) -> FromHost:
    """Leave the last move out of every deal."""
    if isinstance(message, Revealed):
        return replace(message, moves=message.moves[:-1])
    return message


def test_moves_left_out_of_a_deal_whose_end_was_not_seen_are_found() -> None:
    harness, ann, bob, eve = begun(pause=-1)
    eve.lose()
    end_deal(harness, ann, bob)
    harness.play_to_the_end(ann, bob, moves=3)
    again = harness.visitor(eve.client)
    forge(again, lie=fewer)
    assert verdict(again.greet()) == MatchChecked("deal", 1, 0, (0, 1, 2))


def test_seats_that_come_and_go_during_the_shuffle_are_found() -> None:
    harness, everybody = table(pause=-1)
    eve = everybody[2]

    def five(message: FromHost) -> FromHost | None:
        if isinstance(message, Committed):
            room = eve.last(Gathered)
            eve.forge = lambda message: message
            eve.take(replace(room, seats=[*room.seats, *room.seats[:2]], happened=[]))
            eve.take(message)
            eve.take(replace(room, happened=[]))
            return None
        return message

    forge(eve, lie=five)
    harness.begin(*everybody[:2])
    assert faults(eve) == ["seated"]


def test_another_move_in_the_players_name_is_found_when_the_deal_is_over() -> None:
    harness, everybody = table()
    bob = everybody[1]
    send = bob.send

    def wilful(message: Any) -> Any:
        if isinstance(message, Play):
            message = replace(message, move=harness.live.legal(1)[-1])
        return send(message)

    bob.send = wilful
    assert play(harness, everybody) == ["", "yours", ""]
    assert verdict(bob) == MatchChecked("yours", 1, 0, (0, 1, 2), own=True)


@pytest.mark.parametrize("hidden", [1, 5])
def test_the_last_positions_of_a_match_cannot_be_left_out(hidden: int) -> None:
    """Nothing comes after them; the host could have made their moves in the players' names."""
    honest, everybody = table()
    assert play(honest, everybody) == ["", "", ""]
    last = everybody[2].last(Updated).seq
    harness, everybody = table()

    def lie(message: FromHost) -> FromHost | None:
        late = isinstance(message, Updated) and message.seq > last - hidden
        return None if late else message

    forge(everybody[2], lie=lie)
    assert play(harness, everybody) == ["", "", "gap"]


@pytest.mark.parametrize("legal", [True, False])
def test_a_host_may_refuse_only_what_the_rules_forbid(legal: bool) -> None:
    harness, (ann, bob, _) = table()
    harness.begin(ann, bob)
    while harness.live.to_act() != (1,):
        harness.play_to_the_end(ann, bob, moves=1)
    if legal:
        bob.send = lambda message: bob.take(Refused("illegal", "no", number=message.number))
    bob.play(harness.live.legal(1)[0] if legal else "lay 9-9 left")
    assert verdict(bob) == (MatchChecked("refused", 0, 0, (0, 1, 2), own=True) if legal else None)


def test_moves_that_come_in_several_parts_are_one_deal() -> None:
    harness, everybody = table()
    ann = everybody[0]

    def halved(message: FromHost) -> FromHost | None:
        if not isinstance(message, Revealed):
            return message
        ann.forge = lambda part: part
        ann.take(replace(message, moves=message.moves[:4], more=True))
        assert verdict(ann) is None
        ann.forge = halved
        return replace(message, moves=message.moves[4:])

    forge(ann, lie=halved)
    assert play(harness, everybody) == ["", "", ""]


def test_a_host_that_never_comes_to_the_last_move_of_a_deal_does_not_show_it() -> None:
    harness, everybody = table()
    ann = everybody[0]

    def endless(message: FromHost) -> FromHost | None:
        if not isinstance(message, Revealed) or message.deal != 1:
            return message
        ann.forge = lambda part: part
        for _ in range(5):
            ann.take(replace(message, moves=message.moves[:1] * 5000, more=True))
        return message

    forge(ann, lie=endless)
    assert play(harness, everybody) == ["hidden", "", ""]


@pytest.mark.parametrize("shown", [True, False])
def test_a_match_that_its_players_have_left_is_checked_as_far_as_it_was_played(shown: bool) -> None:
    harness, everybody = table()
    ann, bob, eve = everybody
    if not shown:
        forge(eve, lie=lambda message: None if isinstance(message, Revealed) else message)
    harness.begin(ann, bob)
    harness.play_to_the_end(ann, bob, moves=3)
    ann.send(Leave())
    bob.send(Leave())
    assert harness.table.phase == "gathering"
    found = MatchChecked("", 0, 0, (0, 1, 2)) if shown else MatchChecked("hidden", 1, 0, (0, 1, 2))
    assert verdict(eve) == found
    last = eve.last(Updated)
    eve.take(replace(last, seq=last.seq + 1))
    assert (verdict(eve) or MatchChecked()).fault == ("after" if shown else "hidden")


def test_nonces_are_32_bytes_and_never_the_same() -> None:
    nonces = {new_nonce() for _ in range(10)}
    assert [len(nonce) for nonce in nonces] == [32] * 10


@pytest.mark.parametrize("deal", [1, 2])
def test_a_host_that_closes_without_revealing_is_told_of(deal: int) -> None:
    """The check of the previous deal may still be under way then."""
    harness, everybody = table(pause=-1)
    ann, bob, _ = everybody
    hide(deal, *everybody)
    harness.begin(ann, bob)
    while harness.live.match.state.deal < deal:
        harness.play_to_the_end(ann, bob, moves=1)
    harness.carry_out(harness.table.close())
    found = [verdict(visitor) for visitor in everybody]
    assert [each and (each.fault, each.deal) for each in found] == [("unrevealed", deal)] * 3


def test_a_share_of_which_the_host_says_nothing_is_told_as_missing() -> None:
    harness, everybody = table()
    bob = everybody[1]
    bob.keep_back(Commit)
    play(harness, everybody)
    assert [missing(visitor) for visitor in everybody] == [(1,), (1,), (1,)]


def test_a_whole_match_of_joker_is_checked_in_small_steps_from_small_notes() -> None:
    harness, (ann,) = seated(joker, 4, bots=3)
    harness.start(owner=ann)
    assert ann.client.deals is not None
    told, steps, kept = [], 0, 0
    while harness.table.phase == "playing":
        harness.play_to_the_end(ann, moves=1)
        seen = ann.client.deals.match.seen
        kept = max(kept, len(seen))
        assert len(seen.hashes) == 16 * len(seen)
        while ann.client.checking.due:
            told += ann.client.checking.step()
            steps += 1
    assert steps > 60
    assert kept < 60, "positions of deals that were checked are still kept"
    deals = [DealChecked(number) for number in range(1, 25)]
    assert told == [*deals, MatchChecked("", 0, 0, (0, 1, 2, 3), own=True)]
    assert Shuffled((), sent=True) in ann.events
