"""Promises of docs/protocol.md, tried by a client written from that page alone."""

from hashlib import sha256
from random import Random
from types import ModuleType

import pytest

from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from tests.support.foreigner import VERSION, Foreigner, Knock, Told, visit


def sit_down(knock: Knock, seats: int) -> tuple[Foreigner, Foreigner]:
    """Ann and Bob at a table that bots fill, the match begun."""
    ann, bob = knock(), knock()
    ann.ask("Join", "Seated", name="Ann")
    bob.ask("Join", "Seated", name="Bob")
    for seat in range(2, seats):
        ann.ask("Fill", "Gathered", seat=seat, level="easy")
    bob.say("Ready")
    ann.until_room(lambda room: bool(room) and room["seats"][1]["ready"])
    ann.say("Start")
    while not (ann.position and bob.position):
        for player in (ann, bob):
            player.catch_up()  # each answers what the shuffle asks
    return ann, bob


def check_shuffle(player: Foreigner) -> None:
    """Section 8: the seeds lead to the commitments, and the last stage to the one before."""
    player.until_revealed()
    first, second, last = player.committed
    seed, table = bytes.fromhex(player.revealed["seed"]), bytes.fromhex(first["shuffler"])
    for deal in range(player.revealed["deal"], 0, -1):
        seed = sha256(b"kozyr/shuffle/1/chain\0" + table + deal.to_bytes(8) + seed).digest()
    assert {stage["commitment"] for stage in player.committed} == {seed.hex()}
    assert [row[:2] for row in second["shares"]] == [row[:2] for row in last["shares"]]
    for seat, share, nonce in last["shares"]:
        mixed = table + bytes(8) + seat.to_bytes(2) + bytes.fromhex(nonce)
        assert share == sha256(b"kozyr/shuffle/1/nonce\0" + mixed).hexdigest()
    assert len(player.revealed["moves"]) < player.position["seq"]


async def test_first_words() -> None:
    """Sections 2 and 3: versions, and everything before a seat."""

    def story(knock: Knock) -> None:
        stranger = knock(version=VERSION + 1, future=[{"a": 1}])
        assert stranger.closed()["facts"] == {"host": VERSION, "yours": VERSION + 1}
        early = knock()
        (line,) = early.until("Welcomed")["tables"]
        assert (line["seats"], line["free"], line["phase"]) == (3, 3, "gathering")
        assert early.refused("join", "Play", number=4, seq=0, move="draw")["number"] == 4
        early.refused("table", "Join", name="Eve", table="nonsense")
        early.refused("seat", "Join", name="Eve", seat=9)
        assert early.ask("Ping", "Ponged", sent=77)["sent"] == 77
        early.say("Leave")
        assert early.closed()["code"] == "left"
        long = knock()
        long.say("Join", name="x" * 25)
        assert long.closed()["code"] == "garbage"

    await visit(story)


async def test_the_room() -> None:
    """Section 10: the owner's rights, a full table, watchers, chat."""

    def story(knock: Knock) -> None:
        ann, bob, eve = (knock() for _ in range(3))
        ann.ask("Join", "Seated", name="Ann")
        ann.until("Gathered")
        assert ann.room["owner"] == 0
        ann.refused("joined", "Join", name="Ann")
        bob.refused("taken", "Join", name="ann", seat=0)
        bob.ask("Join", "Seated", name="ann", seat=1)
        bob.until("Gathered")
        assert [line["name"] for line in bob.room["seats"]] == ["Ann", "ann 2", ""]
        owners: list[tuple[str, Told]] = [
            ("Start", {}),
            ("Fill", {"seat": 2, "level": "easy"}),
            ("Clear", {"seat": 0}),
            ("Rule", {"options": {}}),
        ]
        for kind, fields in owners:
            bob.refused("owner", kind, **fields)
        ann.refused("free", "Start")
        ann.refused("level", "Fill", seat=2, level="genius")
        assert ann.refused("rule", "Rule", options={"goat": 1})["facts"]["name"] == "'goat'"
        ann.ask("Fill", "Gathered", seat=2, level="easy")
        eve.refused("full", "Join", name="Eve")
        assert eve.ask("Join", "Seated", name="Eve", watch=True)["seat"] is None
        eve.refused("watching", "Ready")
        ann.refused("unready", "Start")
        for word in range(5):
            eve.ask("Say", "Said", text=f"hello {word}\x1b")
        eve.refused("fast", "Say", text="and more")
        assert ann.until("Said")["text"] == "hello 0"
        ann.ask("Clear", "Gathered", seat=1)
        assert bob.closed()["code"] == "removed"

    await visit(story)


async def test_moves_are_made_exactly_once() -> None:
    """Sections 4 and 5: another connection with the token continues where the old one was."""

    def story(knock: Knock) -> None:
        ann, bob = sit_down(knock, 2)
        while not ann.acts:
            ann.until("Updated") if not bob.acts else bob.play(
                bob.ask("Ask", "Offered")["moves"][0]
            )
            ann.catch_up()
        move = ann.ask("Ask", "Offered")["moves"][0]
        number, seq = ann.position["number"] + 1, ann.position["seq"]
        refused = ann.refused("stale", "Play", number=number, seq=seq + 1, move=move)
        assert (refused["number"], refused["seq"]) == (number, seq)
        ann.refused("number", "Play", number=number + 1, seq=seq, move=move)
        assert ann.refused("illegal", "Play", number=number, seq=seq, move="dance")["rule"]
        ann.play(move)
        after = ann.position["seq"]
        ann.say("Play", number=number, seq=seq, move=move)
        assert ann.until("Updated", "Refused")["number"] == number
        bob.until("Updated")
        assert bob.position["seq"] == after
        again = knock()
        token = ann.seated["token"]
        again.refused("playing", "Join", name="Ann", token=token[:-1])
        told = again.ask("Join", "Seated", name="Somebody", token=token, watch=True, seat=1)
        assert (told["seat"], told["token"], told["number"]) == (0, token, number)
        assert again.hear()["seats"][0]["name"] == "Ann"
        assert (again.until("Updated")["events"], again.position["seq"]) == ([], after)
        assert ann.closed()["code"] == "elsewhere"
        again.say("Leave")
        assert again.closed()["code"] == "left"
        bob.until_room(lambda room: room["seats"][0]["kind"] == "bot:easy")
        assert bob.room["owner"] == 1

    await visit(story, seats=2)


@pytest.mark.parametrize(
    ("game", "seats"), [(kozel, 3), (domino_poker, 3), (graph_poker, 5), (joker, 4)]
)
async def test_a_whole_match_with_offered_moves(game: ModuleType, seats: int) -> None:
    """Sections 3 and 7: a client without rules asks, and the match ends."""

    def story(knock: Knock) -> None:
        rng = Random(3)
        players = sit_down(knock, seats)
        while not all(player.room["phase"] == "over" for player in players):
            for player in players:
                player.catch_up()
                if player.room["phase"] == "playing" and player.acts:
                    offered = player.ask("Ask", "Offered")
                    if offered["seq"] == player.position["seq"]:
                        player.play(rng.choice(offered["moves"]))
        ann, bob = (player.position["view"]["result"] for player in players)
        assert ann == bob
        assert len(ann["places"]) == seats
        for player in players:
            check_shuffle(player)

    await visit(story, game, seats, pause=-1)
