"""The lines of a log: their keys, the decks that follow from them, and the seeds they keep."""

import json

import pytest
from msgspec.structs import replace

from core.games.kozel import rules as kozel
from core.match import header
from core.shuffle import SeededDecks
from net.table.log import move_line
from net.table.log_contents import Log, decks_of
from tests.support.shuffles import ShuffledHarness
from tests.support.unfinished_tables import left_table


def test_the_line_of_a_move_says_only_what_there_is_to_say() -> None:
    assert move_line(0, "draw") == {"seat": 0, "move": "draw"}
    late = move_line(0, "draw", 7, late=True)
    assert late == {"seat": 0, "move": "draw", "number": 7, "late": True}


def test_the_first_line_of_the_record_has_no_proof_in_it() -> None:
    """The private lines have the seeds; a reader of the match computes the proof from a log."""
    logged = ShuffledHarness(kozel, 2)
    logged.begin(*logged.seat_people())
    match = logged.live.match
    assert match.lines[0]["deal_proof"]
    written = json.loads(logged.file.splitlines()[1])
    del written["check"]
    assert written == json.loads(json.dumps(header(kozel, match.options, match.players)))


def test_decks_that_a_log_gives_are_dealt_first_and_then_those_of_its_seed() -> None:
    opened, first, begun = left_table(port=0)
    cards = [str(card) for card in range(9)]
    order = cards[::-1]
    log = Log((opened, first, replace(begun, given=1), {"deck": order}, {"deck": cards}))
    decks = decks_of(log)
    new = SeededDecks(bytes.fromhex(begun.seed), bytes.fromhex(begun.shuffler))
    assert decks(cards) == order
    assert [decks(cards), decks(cards)] == [new(cards), new(cards)]
    with pytest.raises(ValueError, match="not a shuffle"):
        decks_of(log)(cards[1:])
