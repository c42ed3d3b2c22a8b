"""Journals of earlier releases become logs: the same match, the same people, the same numbers.

The files of `journals` were written by release 0.2.0, version 3, in the middle of a match; beside
each stands its record as that release wrote it.
"""

from pathlib import Path

import pytest

from core.deal_proof import DealProof, NonceShare, share_commitment, whole_commitment
from core.game import Game
from core.games import GAMES
from core.match import to_line as record_line
from core.shuffle import SeededDecks
from net.table.clock import EVERYBODY
from net.table.log import BackLine, BegunLine, LogError, OtherReleaseError, log_text
from net.table.log_contents import decks_of
from net.table.log_reader import read_table
from net.table.opening import record_of
from net.wire.message import Standing
from tests.support.logged_harness import LoggedHarness
from tests.support.unfinished_tables import checked

FILES = Path(__file__).parent / "journals"


def lines_of(name: str) -> list[bytes]:
    return (FILES / f"{name}.journal").read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=lambda game: game.NAME)
def test_the_match_is_the_same(game: Game) -> None:
    whole = b"".join(lines_of(game.NAME))
    read = read_table(whole)
    record = (FILES / f"{game.NAME}.record").read_text(encoding="utf-8")
    assert "".join(record_line(line) + "\n" for line in record_of(read)) == record
    assert read_table(log_text(read.lines).encode()).lines == read.lines, "and stays so as a log"
    logged = LoggedHarness(game, len(read.room.seats), pause=EVERYBODY)
    logged.file = whole
    other = logged.again(pause=EVERYBODY)
    assert [seat.name for seat in other.kept().room.seats] == [
        seat.name for seat in other.table.room
    ]
    moves = [line for line in read.lines if isinstance(line, dict) and "move" in line]
    assert [place.number for place in other.table.room] == [
        max((line["number"] for line in moves if line["seat"] == seat), default=0)
        for seat in range(len(other.table.room))
    ]


def test_one_seed_for_a_whole_match_has_everybody_s_shares_in_it() -> None:
    """Releases whose matches had no chain of seeds wrote this."""
    table, seed, nonce = bytes(16), b"s" * 32, b"n" * 32
    share = NonceShare(share_commitment(table, 0, nonce), nonce)
    mixed = DealProof(table, seed, whole_commitment(table, seed), {0: share}).decks()
    assert isinstance(mixed, SeededDecks)
    written = (
        b'"proof":{"seed":"%s","commitment":"%s","shares":[{"seat":0,"commitment":"%s","nonce":"%s"}]}'
        % tuple(
            part.hex().encode()
            for part in (seed, whole_commitment(table, seed), share.commitment, nonce)
        )
    )
    first = lines_of("kozel")[0].replace(b'"kozyr_table":3', b'"kozyr_table":2')
    begins, ends = first.index(b'"proof":'), first.index(b',"bots"')
    read = read_table(checked([first[:begins] + written + first[ends:]]))
    cards = [str(number) for number in range(36)]
    assert decks_of(read)(cards) == mixed(cards)


def test_moves_taken_back_are_left_out_and_marked() -> None:
    lines = lines_of("kozel")
    port = b'{"kept":"port","port":4041,"check":"00000000"}\n'
    back = b'{"kept":"back","moves":3,"check":"00000000"}\n'
    read = read_table(checked([*lines, port, back]))
    assert read.port == 4041
    assert [line for line in read.lines if isinstance(line, BackLine)] == [BackLine(3)]
    moves = [line for line in read.lines if isinstance(line, dict) and "move" in line]
    assert len(moves) == 3
    assert record_of(read)[0]["taken_back"] == 1


@pytest.mark.parametrize(
    "line, other",
    [(2, b'{"kept":"move","seat":9,"move":"pass"}'), (3, b'{"kept":"deal","deal":2}'), (4, b"{}")],
)
def test_what_cannot_be_read_or_played_is_damage_and_says_where(line: int, other: bytes) -> None:
    lines = lines_of("kozel")
    lines[line] = other[:-1] + b',"check":"00000000"}\n'
    with pytest.raises(LogError, match=f"damaged at line {line + 1}$"):
        read_table(checked(lines))
    with pytest.raises(LogError, match=f"damaged at line {line + 1}$"):
        read_table(b"".join([*lines[:line], lines[line + 1], *lines[line:]]))
    assert isinstance(read_table(b"".join(lines_of("kozel"))).begun, BegunLine)


def test_what_the_first_line_says_beside_the_match_stays() -> None:
    first, move, *others = lines_of("kozel")
    said = b',"own":1,"host":"Ann","port":4040,"evening":[["Zoe"]],"epoch":2,"apart":true,"check":'
    said = said.replace(b',"own"', b',"reach":{"internet":true},"own"')
    late = move.replace(b',"check":', b',"late":true,"check":')
    read = read_table(checked([first.replace(b',"check":', said), late, *others]))
    opened, header = read.opened, read.header
    assert (opened.own, opened.host, opened.port) == (1, "Ann", 4040)
    assert opened.evening == (Standing("Zoe"),)
    assert opened.reach.internet
    assert (header["epoch"], header["apart"]) == (2, True)
    moves = [line for line in read.lines if isinstance(line, dict) and "move" in line]
    assert ["late" in line for line in moves[:2]] == [True, False]


def test_a_game_that_this_release_does_not_know_is_named() -> None:
    first, *others = lines_of("kozel")
    other = first.replace(b'"game":"kozel"', b'"game":"%s"' % (b"c" * 50))
    with pytest.raises(OtherReleaseError, match=r"know its game, c{40}$"):
        read_table(checked([other, *others]))
