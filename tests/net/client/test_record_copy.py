"""A guest's copy of the record: joined from its parts, compared with what was seen, or refused."""

import dataclasses
import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from core.deal_proof import share_commitment
from core.games import GAMES
from core.games.kozel import rules as kozel
from core.match import to_line
from core.records.record import verify
from core.shuffle import SeededDecks
from kozyr_kits.conformance.clients.cheats import CHEATS, OF_RECORDS
from net.client.events import MatchChecked, RecordReceived
from net.client.known import MatchEnd
from net.client.record_copy import RecordJoiner, Seen, check_copy
from net.table.table import Table
from net.wire.from_host import Committed, Gathered, Recorded, Revealed
from net.wire.to_host import Fill, Leave
from tests.support.harness import Visitor
from tests.support.shuffles import TABLE, ShuffledHarness, seated, secret, verdict


def played() -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people called Ann have played a match, and Eve has watched."""
    harness = ShuffledHarness(kozel, 2, target=50)
    people = [harness.join("Ann"), harness.join("Ann")]
    eve = harness.join("Eve", watch=True)
    for visitor in (*people, eve):
        visitor.client.end = MatchEnd(keeps=True)
    harness.start(people[1], owner=people[0])
    while harness.table.phase == "playing":
        harness.play_to_the_end(*people, moves=1)
        for visitor in (*people, eve):
            verdict(visitor)  # as a link does whenever its loop is free
    return harness, [*people, eve]


def received(visitor: Visitor) -> RecordReceived:
    """The record last sent to a visitor."""
    return [each for each in visitor.events if isinstance(each, RecordReceived)][-1]


@pytest.fixture(scope="module")
def got() -> RecordReceived:
    """The record of such a match as the second Ann was sent it; nothing can change it.

    In a mutation run, only the first test that asks for it counts as testing the code run here.
    """
    return received(played()[1][1])


def test_everybody_at_the_table_gets_the_record_and_it_verifies() -> None:
    harness, everybody = played()
    for visitor, own in zip(everybody, [(0, "Ann"), (1, "Ann"), None], strict=True):
        got = received(visitor)
        checked = check_copy(got.text, got.seen)
        assert checked.fits
        kept_for = checked.lines[0].get("kept_for")
        assert kept_for == (None if own is None else {"seat": own[0], "name": own[1]})
        assert verify(GAMES, map(to_line, checked.lines)) is None
        assert [each.name for each in checked.players] == ["Ann", "Ann 2"]
        assert list(checked.lines[1:]) == harness.live.match.lines[1:]


def test_a_player_who_comes_back_gets_it_again_and_files_it_once() -> None:
    _, (ann, *_) = played()
    ann.cut()
    again = ann.again()
    assert any(isinstance(heard, Recorded) for heard in again.heard)
    assert not any(isinstance(each, RecordReceived) for each in again.events)


def test_a_match_that_is_given_up_stays_the_hosts() -> None:
    harness, people = seated(kozel, 2, target=50)
    harness.start(*people[1:], owner=people[0])
    harness.carry_out(harness.table.close())
    assert not any(isinstance(heard, Recorded) for each in people for heard in each.heard)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"Ann 2"', '"Bob"'),
        lambda text: text.replace('"target":50', '"target":51'),
        lambda text: text.replace('"places":[', '"places":[7,'),
        lambda text: text.replace('"seed":"', '"seed":"00', 1),
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: '{"kozyr":1}\n' + text,
    ],
)
def test_a_record_that_does_not_fit_what_was_seen_is_not_kept(
    spoil: Any, got: RecordReceived
) -> None:
    checked = check_copy(spoil(got.text), got.seen)
    assert not checked.fits
    assert not checked.lines


def rewritten(text: str, at: int, change: Any) -> str:
    """The record with one line replaced by another."""
    lines = text.splitlines()
    lines[at] = json.dumps(change(json.loads(lines[at])))
    return "\n".join(lines) + "\n"


def test_what_this_client_has_made_itself_is_what_the_record_is_held_against() -> None:
    """The honest record, as this client's own and as one that leaves extra keys out."""
    got = received(played()[1][1])
    assert got.seen.own
    assert got.seen.proof is not None
    assert check_copy(got.text, got.seen).fits
    assert check_copy(got.text, Seen(*known_to_all(got.seen))).fits
    chatty = rewritten(got.text, 2, lambda entry: {**entry, "chat": "hi"})
    assert check_copy(chatty, got.seen).fits


def known_to_all(seen: Seen) -> tuple[Any, ...]:
    """The knowledge of a client that does not follow the dealing of its matches."""
    return seen.table, seen.game, seen.view, seen.seat, seen.asked, seen.seats, seen.begun


def without_proof(seen: Seen) -> Seen:
    """The knowledge of a client that has its own record and has heard of no commitment."""
    return dataclasses.replace(seen, proof=None)


def without_own(seen: Seen) -> Seen:
    """The knowledge of a client that could not check all deals itself."""
    return dataclasses.replace(seen, own=())


@pytest.mark.parametrize("known", [without_proof, without_own])
def test_a_record_whose_proof_was_left_out_is_not_kept(known: Any, got: RecordReceived) -> None:
    bare = rewritten(got.text, 0, lambda entry: {**entry, "deal_proof": None})
    assert verify(GAMES, bare.splitlines()) is None
    assert not check_copy(bare, known(got.seen)).fits
    assert check_copy(bare, without_proof(without_own(got.seen))).fits


def test_a_record_that_proves_another_shuffle_than_the_one_that_was_seen_is_not_kept(
    got: RecordReceived,
) -> None:
    proof = got.seen.proof
    assert proof is not None
    for other in (
        dataclasses.replace(proof, commitment=bytes(32)),
        dataclasses.replace(proof, table=bytes(16)),
        dataclasses.replace(proof, shares={}),
    ):
        seen = dataclasses.replace(without_own(got.seen), proof=other)
        assert not check_copy(got.text, seen).fits


def own_with(seen: Seen, at: int, **changes: Any) -> Seen:
    """The knowledge of a client whose own record has another text in one line."""
    own = list(seen.own)
    own[at] = {**own[at], **changes}
    return dataclasses.replace(seen, own=tuple(own))


@pytest.mark.parametrize("at, changes", [(1, {"deck": []}), (2, {"move": "draw"}), (-1, {"x": 1})])
def test_a_record_that_differs_from_the_own_one_in_a_line_is_not_kept(
    at: int, changes: dict[str, Any], got: RecordReceived
) -> None:
    assert not check_copy(got.text, own_with(got.seen, at, **changes)).fits


@pytest.mark.parametrize("remark", [{"branch": {"deal": 1}}, {"epoch": 3}, {"taken_back": 2}])
def test_a_record_says_no_more_of_its_match_than_this_client_knows(
    remark: dict[str, Any], got: RecordReceived
) -> None:
    """That some of the players continued without the others, or that moves were taken back."""
    claimed = rewritten(got.text, 0, lambda entry: {**entry, **remark})
    assert not check_copy(claimed, got.seen).fits
    own = ({**got.seen.own[0], **remark}, *got.seen.own[1:])
    knows = dataclasses.replace(got.seen, own=own)
    assert check_copy(claimed, knows).fits
    assert not check_copy(got.text, knows).fits
    late = dataclasses.replace(got.seen, begun=())
    assert check_copy(claimed, late).fits, "whoever came later may not know it"


def test_a_record_that_makes_a_person_a_bot_is_not_kept(got: RecordReceived) -> None:
    def mechanical(entry: Any) -> Any:
        ann, *others = entry["seats"]
        return {**entry, "seats": [{**ann, "kind": "bot:expert"}, *others]}

    assert not check_copy(rewritten(got.text, 0, mechanical), got.seen).fits


def test_a_record_that_is_longer_than_the_own_one_is_not_kept(got: RecordReceived) -> None:
    shorter = dataclasses.replace(got.seen, own=got.seen.own[:-1])
    assert not check_copy(got.text, shorter).fits


def test_a_record_whose_proof_is_another_than_the_own_one_is_not_kept(got: RecordReceived) -> None:
    other = dict(got.seen.own[0]["deal_proof"]) | {"table": "00" * 16}
    assert not check_copy(got.text, own_with(got.seen, 0, deal_proof=other)).fits


@pytest.mark.parametrize("what", ["game", "seats", "options", "view"])
def test_a_record_of_something_else_than_what_was_seen_is_not_kept(
    what: str, got: RecordReceived
) -> None:
    seen = Seen(*known_to_all(got.seen))
    view = seen.view
    other: dict[str, Any] = {
        "game": {"game": GAMES["joker"]},
        "seats": {"seats": (*seen.seats, seen.seats[0]), "begun": ()},
        "options": {
            "view": dataclasses.replace(view, options=dataclasses.replace(view.options, target=99))
        },
        "view": {"view": dataclasses.replace(view, deal=view.deal + 1)},
    }
    assert check_copy(got.text, seen).fits is True
    assert check_copy(got.text, dataclasses.replace(seen, **other[what])).fits is False


def told(
    *changes: Any, seats: int = 2, prepare: Any = None, **settings: Any
) -> tuple[ShuffledHarness, list[Visitor]]:
    """Two people's match, of which Bob hears what `changes` make of each message."""
    harness, people = seated(kozel, seats, bots=seats - 2, target=50, **settings)
    if prepare is not None:
        prepare(harness.table)
    people[1].client.end = MatchEnd(keeps=True)

    def forged(message: Any) -> Any:
        for change in changes:
            message = change(message)
        return message

    people[1].forge = forged
    harness.begin(*people)
    harness.play_to_the_end(*people)
    return harness, people


@pytest.mark.parametrize("name", OF_RECORDS)
def test_another_record_than_that_of_the_match_is_refused(name: str) -> None:
    """All cheats of the catalogue; the deals themselves are right."""
    lie = CHEATS[name].lie(1)
    bob = told(lambda message: next(iter(lie(message))))[1][1]
    got = received(bob)
    assert not check_copy(got.text, got.seen).fits
    assert verdict(bob) == MatchChecked("", 0, 0, (0, 1), own=True)


def test_a_record_with_a_share_that_was_made_up_for_this_player_is_not_kept() -> None:
    """Its proof is sound: a later check would believe that all players had a share."""
    other = secret("other")

    def forging(table: Table) -> None:
        make = table.shuffle._exchange_for

        def forged(*setup: Any) -> Any:
            exchange = make(*setup)
            exchange._commitments[1] = share_commitment(exchange._table, 1, other)
            exchange._shown[1] = other
            exchange.commit = exchange.reveal = lambda seat, message: None
            return exchange

        table.shuffle._exchange_for = forged

    bob = told(prepare=forging)[1][1]
    got = received(bob)
    assert verify(GAMES, got.text.splitlines()) is None
    assert (verdict(bob) or MatchChecked()).fault == "share"
    assert not check_copy(got.text, got.seen).fits


def test_a_record_under_another_number_is_not_kept() -> None:
    """Otherwise a host could have a second record filed, of a match that was never played."""

    def renumbered(message: Any) -> Any:
        return replace(message, match=7) if isinstance(message, Recorded) else message

    got = received(told(renumbered)[1][1])
    assert verify(GAMES, got.text.splitlines()) is None
    assert not check_copy(got.text, got.seen).fits
    bare = rewritten(got.text, 0, lambda entry: {**entry, "deal_proof": None})
    assert verify(GAMES, bare.splitlines()) is None
    assert not check_copy(bare, got.seen).fits


def test_whoever_starts_the_program_again_may_not_know_who_had_begun() -> None:
    """Cid leaves the match, and a bot with another name sits there when Bob's program returns."""
    harness = ShuffledHarness(kozel, 3, target=50)
    people = [harness.join(name) for name in ("Ann", "Bob", "Cid")]
    harness.start(*people[1:], owner=people[0])
    harness.pass_time(5)
    people[2].send(Leave())
    people[1].cut()
    again = harness.visitor()
    again.client.end = MatchEnd(keeps=True)
    again.send(replace(again.client.join("Bob"), token=harness.table.room[1].token))
    harness.play_to_the_end(people[0], again)
    got = received(again)
    names = [line["name"] for line in json.loads(got.text.splitlines()[0])["seats"]]
    assert names == ["Ann", "Bob", "Cid"]
    assert harness.table.room[2].name != "Cid"
    assert check_copy(got.text, got.seen).fits


def test_whoever_saw_a_match_begin_knows_who_played_though_its_shuffle_went_by_unheard() -> None:
    harness = ShuffledHarness(kozel, 2, target=50)
    people = [harness.join("Ann"), harness.join("Bob")]
    people[1].client.end = MatchEnd(keeps=True)
    people[1].forge = lambda message: None if isinstance(message, Committed) else message
    harness.start(people[1], owner=people[0])
    people[1].cut()
    people[1].client.lose()
    harness.pass_time(5)
    again = people[1].again()
    harness.play_to_the_end(people[0], again)
    got = received(again)
    assert check_copy(got.text, got.seen).fits
    assert not check_copy(got.text.replace('"Ann"', '"Zoe"'), got.seen).fits


def test_a_record_of_a_match_for_which_nothing_was_committed_to_proves_nothing() -> None:
    def uncommitted(message: Any) -> Any:
        return None if isinstance(message, Committed | Revealed) else message

    got = received(told(uncommitted)[1][1])
    assert not check_copy(got.text, got.seen).fits
    bare = rewritten(got.text, 0, lambda entry: {**entry, "deal_proof": None})
    assert check_copy(bare, got.seen).fits


def test_a_record_that_comes_before_all_deals_are_checked_is_held_against_what_was_shown() -> None:
    """A client that has just resumed has all of it at once, and still checks the first deal."""
    _, (_, bob) = told()
    got = received(bob)
    assert bob.client.checking.due
    assert not got.seen.own
    assert check_copy(got.text, got.seen).fits
    first, *others = got.seen.moves or ()
    for moves in ([first[:-1], *others], [[*first[:-1], (0, "draw")], *others], others):
        assert not check_copy(got.text, dataclasses.replace(got.seen, moves=tuple(moves))).fits
    shown = [tuple(sorted(deal, key=lambda made: made[0])) for deal in (first, *others)]
    assert check_copy(got.text, dataclasses.replace(got.seen, moves=tuple(shown))).fits


def test_hands_that_were_thrown_in_begin_no_deal_of_their_own() -> None:
    """A record has a deck for them too, and the host shows the moves of one deal for both."""
    decks = {"new_decks": lambda: SeededDecks(secret("redealt 8"), TABLE)}
    _, (_, bob) = told(redeal="on", **decks)
    got = received(bob)
    entries = [json.loads(line) for line in got.text.splitlines()]
    assert any("deck" in first and "deck" in then for first, then in pairwise(entries))
    assert check_copy(got.text, without_own(got.seen)).fits


def test_each_seat_has_made_its_moves_in_the_order_in_which_they_were_shown() -> None:
    """Secret moves of several seats may be in another order in the record."""
    _, (_, bob) = told(seats=3)
    got = received(bob)
    known = without_own(got.seen)
    first, *others = known.moves or ()
    turns = [i for i, (one, two) in enumerate(pairwise(first)) if one[0] != two[0]]
    at = turns[0]
    swapped = [*first[:at], first[at + 1], first[at], *first[at + 2 :]]
    assert swapped != list(first)
    assert check_copy(got.text, dataclasses.replace(known, moves=(swapped, *others))).fits
    mine = [i for i, made in enumerate(first) if made[0] == first[0][0]]
    crossed = list(first)
    crossed[mine[0]], crossed[mine[1]] = crossed[mine[1]], crossed[mine[0]]
    assert not check_copy(got.text, dataclasses.replace(known, moves=(crossed, *others))).fits


def test_the_moves_of_a_deal_are_gone_through_once_however_many_a_host_shows() -> None:
    """Going through them once for each move would keep this program busy for minutes."""

    class Counted(list[Any]):
        times = 0

        def __iter__(self) -> Iterator[Any]:
            self.times += 1
            return super().__iter__()

    _, (_, bob) = told(seats=3)
    got = received(bob)
    known = without_own(got.seen)
    shown = [Counted(deal) for deal in known.moves or ()]
    assert check_copy(got.text, dataclasses.replace(known, moves=shown)).fits
    assert [deal.times for deal in shown] == [1] * len(shown)


def test_a_record_with_other_names_is_not_kept_however_the_match_was_announced() -> None:
    """The room gives the match another number than the shuffle does, so no client saw it begin."""

    def misnumbered(message: Any) -> Any:
        if isinstance(message, Gathered) and any(c.kind == "begun" for c in message.happened):
            return replace(message, happened=[replace(message.happened[0], facts={"match": 5})])
        return message

    got = received(told(misnumbered)[1][1])
    assert check_copy(got.text, got.seen).fits
    assert not check_copy(got.text.replace('"Player 0"', '"Zoe"'), got.seen).fits


def test_the_name_on_somebody_elses_copy_is_not_taken_over() -> None:
    got = received(played()[1][2])
    theirs = {"kept_for": {"seat": 0, "name": "Zoe"}}
    checked = check_copy(rewritten(got.text, 0, lambda entry: {**entry, **theirs}), got.seen)
    assert checked.fits
    assert "kept_for" not in checked.lines[0]


def test_the_record_of_another_match_is_not_kept() -> None:
    first, (_, bob, _) = played()
    other = ShuffledHarness(kozel, 2, target=60)
    people = [other.join("Ann"), other.join("Ann")]
    other.start(people[1], owner=people[0])
    other.play_to_the_end(*people)
    text = "".join(to_line(line) + "\n" for line in other.live.match.lines)
    assert first.live.match.lines != other.live.match.lines
    assert not check_copy(text, received(bob).seen).fits


def test_a_player_back_in_another_program_learns_who_played_from_the_record() -> None:
    harness, (ann, bob, _) = played()
    ann.cut()
    bob.send(Leave())
    harness.join("Cyr")
    ann.client.end = MatchEnd(keeps=True)
    late = ann.again()
    assert [line.name for line in late.client.players] == ["Ann", "Cyr"]
    got = received(late)
    checked = check_copy(got.text, got.seen)
    assert checked.fits
    late.client.end.learn(got, checked)
    assert [line.name for line in late.client.players] == ["Ann", "Ann 2"]


@pytest.mark.parametrize("begun", [True, False])
def test_a_record_of_somebody_elses_seat_is_kept_for_nobody(
    begun: bool, got: RecordReceived
) -> None:
    """It fits the facts seen only if this client was not there when the match began."""
    lines = [replace(line, name=f"not {line.name}") for line in got.seen.seats]
    who = got.seen.begun if begun else ()
    checked = check_copy(got.text, dataclasses.replace(got.seen, seats=tuple(lines), begun=who))
    assert (checked.fits, checked.lines) == (not begun, ())
    assert [each.name for each in checked.players] == ["Ann", "Ann 2"]


def test_whoever_sits_down_afterwards_is_given_no_record() -> None:
    harness, (_, bob, _) = played()
    bob.send(Leave())
    assert not any(isinstance(heard, Recorded) for heard in harness.join("Cyr").heard)


def test_the_names_of_a_finished_match_go_with_the_next_one() -> None:
    harness, (ann, bob, _) = played()
    bob.send(Leave())
    ann.send(Fill(1, "easy"))
    assert ann.client.room.seats[1].name != "Ann 2"
    assert ann.client.players[1].name == "Ann 2"
    harness.start(owner=ann)
    assert ann.client.players == ann.client.room.seats


def part(number: int, parts: int, **changes: Any) -> Recorded:
    return replace(Recorded(1, "", number, parts, str(number)), **changes)


@pytest.mark.parametrize(
    "messages, texts",
    [
        ([part(1, 1)], ["1"]),
        ([part(1, 3), part(2, 3), part(3, 3)], ["123"]),
        ([part(2, 3), part(3, 3)], []),
        ([part(1, 3), part(3, 3)], []),
        ([part(1, 3), part(2, 3), part(2, 3), part(3, 3)], []),
        ([part(1, 2), part(2, 2, match=2)], []),
        ([part(1, 2), part(2, 2, begun="now")], []),
        ([part(1, 2), part(2, 3), part(3, 3)], []),
        ([part(1, 2), part(1, 2), part(2, 2)], ["12"]),
        ([part(2, 1)], []),
        ([part(1, 1), part(2, 2), part(1, 2, match=2), part(2, 2, match=2)], ["1", "12"]),
        ([part(1, 1), part(1, 1)], ["1"]),
        ([part(1, 1), part(1, 1, text="another"), part(1, 1, text="another")], ["1", "another"]),
        ([part(1, 1), part(1, 1, match=2), part(1, 1)], ["1", "1", "1"]),
        ([part(1, 1), part(1, 1, match=2)], ["1", "1"]),
    ],
)
def test_parts_are_joined_in_order_and_anything_else_is_dropped(
    messages: Iterable[Recorded], texts: list[str]
) -> None:
    joiner = RecordJoiner()
    assert [text for each in messages if (text := joiner.take(each)) is not None] == texts
