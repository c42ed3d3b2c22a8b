"""A client's share in one shuffle: the faults of a host, and things that are no faults."""

from typing import Any

import pytest

from core.deal_proof import share_commitment
from net.client.watched_shuffle import WatchedShuffle
from net.wire.from_host import Committed
from net.wire.message import ShareLine
from net.wire.to_host import Commit, Reveal
from tests.support.shuffles import TABLE, secret

C = secret("commitment").hex()
NONCES = {seat: secret(f"nonce {seat}") for seat in range(3)}
OTHER = secret("another nonce")


def line(seat: int, *, nonce: bytes | None = None, shown: bool = False) -> ShareLine:
    """The share of a seat, with its nonce in the last stage."""
    value = NONCES[seat] if nonce is None else nonce
    commitment = share_commitment(TABLE, seat, value).hex()
    return ShareLine(seat, commitment, value.hex() if shown else None)


def stage(name: Any, *shares: ShareLine, **other: Any) -> Committed:
    """Return the host's message about a stage."""
    values = {"shuffler": TABLE.hex(), "commitment": C, "begun": "2026-11-20T19:00:00"} | other
    return Committed(match=1, stage=name, shares=list(shares), **values)


HASHED = (line(0), line(1), line(2))
SHOWN = tuple(line(seat, shown=True) for seat in range(3))
STAGES: Any = [("commit", ()), ("reveal", HASHED), ("done", SHOWN)]


def share(
    first: Committed | None = None, *, seat: int | None = 0, expected: bool = True, bots: Any = (2,)
) -> WatchedShuffle:
    """The share of seat 0 at a table of three, whose last seat is a bot's."""
    return WatchedShuffle(
        first or stage("commit"),
        seat,
        lambda: NONCES[0],
        expected=expected,
        seats=3,
        bots=bots,
    )


def heard(mine: WatchedShuffle, *messages: Committed) -> list[Commit | Reveal | None]:
    """Receive stage after stage; return the answers."""
    return [mine.receive(message) for message in messages]


def test_a_shuffle_in_order_puts_the_own_nonce_into_the_decks() -> None:
    mine = share()
    answers = heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", *SHOWN))
    commit, reveal = Commit(1, HASHED[0].commitment), Reveal(1, NONCES[0].hex())
    assert answers == [commit, reveal, None]
    assert (mine.fault, mine.own, mine.done, mine.tried) == ("", True, True, True)
    assert (mine.shares, mine.begun, mine.match) == ((0, 1, 2), "2026-11-20T19:00:00", 1)
    proof = mine.proof(bytes(32), 4)
    assert (proof.deals, proof.commitment.hex(), proof.mixed) == (4, C, (0, 1, 2))


@pytest.mark.parametrize(
    "hashed, shown, decks",
    [
        (HASHED, SHOWN, 1),
        (HASHED, (SHOWN[0], HASHED[1], SHOWN[2]), 2),
        (HASHED, (SHOWN[0], HASHED[1], HASHED[2]), 4),
        (HASHED, (HASHED[0], SHOWN[1], SHOWN[2]), 1),
        (HASHED[:2], SHOWN[:2], 1),
    ],
)
def test_each_nonce_that_was_fixed_and_not_shown_gives_the_host_a_choice(
    hashed: tuple[ShareLine, ...], shown: tuple[ShareLine, ...], decks: int
) -> None:
    """This does not count the player's own nonce, unknown to the host, nor seats left out from the
    start.
    """
    mine = share()
    heard(mine, stage("commit"), stage("reveal", *hashed))
    assert mine.choice == 1
    heard(mine, stage("done", *shown))
    assert mine.choice == decks


def test_for_a_watcher_every_nonce_that_is_not_shown_gives_the_host_a_choice() -> None:
    eve = share(seat=None)
    heard(eve, stage("commit"), stage("reveal", *HASHED), stage("done", *HASHED))
    assert eve.choice == 8


def test_a_shuffle_for_later_deals_is_known_by_its_first_deal_and_its_commitment() -> None:
    mine = share(stage("commit", first=3))
    assert (mine.deal, mine.shares) == (3, ())
    assert mine.is_of(stage("reveal", *HASHED, first=3))
    assert not mine.is_of(stage("reveal", *HASHED))
    assert not mine.is_of(stage("reveal", *HASHED, first=3, commitment=secret("x").hex()))
    heard(mine, *(stage(name, *rows, first=3) for name, rows in STAGES))
    proof = mine.proof(bytes(32), 4)
    assert (proof.first, proof.deals, proof.seed) == (3, 4, bytes(32))
    assert {seat: each.commitment.hex() for seat, each in proof.shares.items()} == {
        line.seat: line.commitment for line in HASHED
    }


@pytest.mark.parametrize("heard_before", range(3))
def test_whoever_hears_an_earlier_stage_on_the_same_connection_has_followed(
    heard_before: int,
) -> None:
    mine = share()
    heard(mine, *(stage(name, *rows) for name, rows in STAGES[:heard_before]))
    assert not mine.followed
    heard(mine, stage("done", *SHOWN))
    assert mine.followed is (heard_before > 0)
    mine.lost()
    heard(mine, stage("done", *SHOWN))
    assert not mine.followed


def test_nothing_is_tried_or_owned_before_its_stage() -> None:
    mine = share()
    heard(mine, stage("commit"))
    assert (mine.tried, mine.own, mine.done, mine.shown) == (False, False, False, False)
    heard(mine, stage("reveal", *HASHED))
    assert (mine.tried, mine.own, mine.done, mine.shown) == (True, False, False, True)


def test_a_stage_that_comes_again_is_answered_with_the_same_hash_and_nonce() -> None:
    mine = share()
    first = heard(mine, stage("commit"), stage("reveal", *HASHED))
    mine.lost()
    assert heard(mine, stage("reveal", *HASHED))[0] == first[1]
    again = share()
    assert heard(again, stage("commit"), stage("commit")) == [first[0], first[0]]


def test_no_hash_is_sent_once_the_hashes_of_the_others_are_known() -> None:
    mine = share()
    heard(mine, stage("commit"), stage("reveal", *HASHED[1:]))
    assert heard(mine, stage("commit")) == [None]


def test_a_watcher_answers_nothing_and_owns_nothing() -> None:
    eve = share(seat=None)
    answers = heard(eve, stage("commit"), stage("reveal", *HASHED), stage("done", *SHOWN))
    assert answers == [None, None, None]
    assert (eve.fault, eve.own, eve.shown) == ("", False, False)


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("what", ["shuffler", "commitment"])
def test_neither_table_nor_commitment_may_change(what: str, at: int) -> None:
    mine, other = share(), {what: secret("other").hex()[: 32 if what == "shuffler" else 64]}
    for name, lines in STAGES[:at]:
        heard(mine, stage(name, *lines))
    name, lines = STAGES[at]
    assert heard(mine, stage(name, *lines, **other)) == [None]
    assert mine.fault == "changed"


def test_hashes_may_not_change_between_the_stages() -> None:
    mine = share()
    other = line(1, nonce=OTHER, shown=True)
    heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", SHOWN[0], other, SHOWN[2]))
    assert mine.fault == "changed"


def test_nonces_may_not_change_once_they_are_shown() -> None:
    mine = share()
    heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", *SHOWN))
    heard(mine, stage("done", *SHOWN))
    assert mine.fault == ""
    heard(mine, stage("done", SHOWN[0], HASHED[1], SHOWN[2]))
    assert mine.fault == "changed"


@pytest.mark.parametrize(
    "shares",
    [(*HASHED, line(1)), (HASHED[0], ShareLine(3, HASHED[1].commitment))],
    ids=["twice", "no such seat"],
)
def test_each_line_is_of_another_seat_of_the_table(shares: Any) -> None:
    mine = share()
    assert heard(mine, stage("commit"), stage("reveal", *shares))[1] is None
    assert mine.fault == "seats"


def test_no_nonce_is_shown_for_a_hash_that_is_not_the_own() -> None:
    mine = share()
    lines = (line(0, nonce=OTHER), *HASHED[1:])
    assert heard(mine, stage("commit"), stage("reveal", *lines))[1] is None
    assert (mine.fault, mine.shown) == ("share", False)


def test_no_nonce_is_shown_where_the_own_hash_is_left_out() -> None:
    mine = share()
    assert heard(mine, stage("commit"), stage("reveal", *HASHED[1:]))[1] is None
    assert (mine.fault, mine.shown) == ("", False)


def test_no_nonce_is_shown_after_anything_that_was_wrong() -> None:
    mine = share()
    heard(mine, stage("commit"), stage("commit", commitment=secret("x").hex()))
    assert heard(mine, stage("reveal", *HASHED)) == [None]
    assert (mine.fault, mine.shown) == ("changed", False)


def test_the_first_thing_that_was_wrong_is_the_one_that_is_told() -> None:
    mine = share()
    wrong = line(0, nonce=OTHER, shown=True)
    heard(mine, stage("commit"), stage("commit", commitment=secret("x").hex()))
    heard(mine, stage("done", wrong, *SHOWN[1:]))
    assert mine.fault == "changed"


def test_an_own_nonce_that_the_host_says_was_silent_is_not_owned_and_no_fault() -> None:
    mine = share()
    heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", HASHED[0], *SHOWN[1:]))
    assert (mine.fault, mine.own, mine.shares) == ("", False, (1, 2))


def test_a_nonce_that_does_not_fit_its_hash_is_found() -> None:
    mine = share()
    wrong = ShareLine(1, HASHED[1].commitment, OTHER.hex())
    heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", SHOWN[0], wrong, SHOWN[2]))
    assert mine.fault == "nonce"


def test_another_nonce_in_place_of_the_own_one_is_found() -> None:
    mine = share()
    wrong = ShareLine(0, HASHED[0].commitment, OTHER.hex())
    heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", wrong, *SHOWN[1:]))
    assert (mine.fault, mine.own) == ("nonce", False)


@pytest.mark.parametrize("bots, fault", [((2,), "bots"), ((1,), ""), ((0, 1), ""), ((), "")])
def test_no_bot_is_left_out(bots: tuple[int, ...], fault: str) -> None:
    mine = share(bots=bots)
    lines = (SHOWN[0], SHOWN[1], HASHED[2])
    heard(mine, stage("commit"), stage("reveal", *HASHED), stage("done", *lines))
    assert mine.fault == fault


def test_bots_that_stand_in_later_have_no_share_that_could_be_left_out() -> None:
    """A newcomer joins in the middle of a match, and a bot plays for a player who was silent."""
    done = stage("done", SHOWN[0], SHOWN[1], HASHED[2])
    late = share(done, seat=None, expected=False)
    heard(late, done)
    assert late.fault == ""


def test_the_stage_reveal_may_be_missed_only_with_a_broken_connection() -> None:
    mine = share()
    heard(mine, stage("commit"), stage("done", HASHED[0], *SHOWN[1:]))
    assert mine.fault == "skipped"
    mine = share()
    heard(mine, stage("commit"))
    mine.lost()
    heard(mine, stage("done", HASHED[0], *SHOWN[1:]))
    assert mine.fault == ""


@pytest.mark.parametrize("expected, fault", [(True, "late"), (False, "")])
def test_whoever_saw_the_match_begin_must_hear_the_commitment_before_any_hash(
    expected: bool, fault: str
) -> None:
    mine = share(stage("reveal", *HASHED), expected=expected)
    assert (mine.fault, mine.early) == (fault, False)


def test_a_program_that_starts_again_in_a_match_does_not_know_its_earlier_nonce() -> None:
    """It shows nothing, owns nothing, and blames no other for a hash that it has not made."""
    lines = (line(0, nonce=OTHER), *HASHED[1:])
    mine = share(stage("reveal", *lines), expected=False)
    shown = (line(0, nonce=OTHER, shown=True), *SHOWN[1:])
    assert heard(mine, stage("reveal", *lines), stage("done", *shown)) == [None, None]
    assert (mine.fault, mine.own, mine.shown, mine.shares) == ("", False, False, (0, 1, 2))


def test_a_hash_of_a_program_that_was_ended_is_neither_the_own_one_nor_a_fault() -> None:
    """The host took it before this program said which nonce is its own."""
    mine = share(expected=False)
    lines = (line(0, nonce=OTHER), *HASHED[1:])
    shown = (line(0, nonce=OTHER, shown=True), *SHOWN[1:])
    assert heard(mine, stage("commit"), stage("reveal", *lines))[1] is None
    heard(mine, stage("done", *shown))
    assert (mine.fault, mine.own, mine.shown) == ("", False, False)


def test_no_nonce_is_shown_unless_the_commitment_was_known_before_all_hashes() -> None:
    mine = share(stage("reveal", *HASHED), expected=False)
    assert heard(mine, stage("reveal", *HASHED), stage("done", *SHOWN)) == [None, None]
    assert (mine.fault, mine.own, mine.shown) == ("", False, False)


def test_a_hash_that_came_too_late_is_not_the_own_one() -> None:
    """Another one in the list is no fault, and the nonce stays hidden."""
    mine = share()
    heard(mine, stage("commit"))
    mine.refused()
    mine.refused()
    lines = (line(0, nonce=OTHER), *HASHED[1:])
    assert heard(mine, stage("reveal", *lines)) == [None]
    heard(mine, stage("done", line(0, nonce=OTHER, shown=True), *SHOWN[1:]))
    assert (mine.fault, mine.own, mine.shown) == ("", False, False)


def test_the_nonce_stays_hidden_after_a_refusal_even_where_the_own_hash_is_listed() -> None:
    mine = share()
    heard(mine, stage("commit"))
    mine.refused()
    assert heard(mine, stage("reveal", *HASHED)) == [None]


def test_a_refused_nonce_excuses_no_other_share_in_the_list() -> None:
    mine = share()
    heard(mine, stage("commit"), stage("reveal", *HASHED))
    mine.refused()
    heard(mine, stage("done", line(0, nonce=OTHER, shown=True), *SHOWN[1:]))
    assert mine.fault == "changed"
    mine = share()
    heard(mine, stage("commit"), stage("reveal", *HASHED))
    mine.refused()
    heard(mine, stage("done", *SHOWN))
    assert (mine.fault, mine.own) == ("", True)
