"""The same players once more: who has to agree, who may propose it, and the new seats."""

from net.wire.from_host import Gathered, Moved, Refused, Updated
from net.wire.message import RoomChange
from net.wire.to_host import Fill, Leave, Ready, Rematch, Rule, Start
from tests.net.table.test_between_matches import over
from tests.support.harness import Harness, Visitor


def three() -> tuple[Harness, list[Visitor]]:
    """Ann, Bob and Cid sit together before a match."""
    harness = Harness(seats=3)
    return harness, [harness.join(name) for name in ("Ann", "Bob", "Cid")]


def names(visitor: Visitor) -> list[str]:
    return [line.name for line in visitor.last(Gathered).seats]


def test_the_next_match_begins_as_soon_as_everybody_wants_it_without_the_owner_doing_more() -> None:
    harness, ann, bob = over()
    bob.send(Rematch())
    told = ann.last(Gathered)
    assert (told.phase, told.rematch, told.seats[1].ready) == ("over", "same", True)
    ann.send(Rematch())
    assert bob.last(Gathered).phase == "playing"
    assert (harness.table.matches, names(ann)) == (2, ["Ann", "Bob"])


def test_rules_that_are_set_to_what_they_are_do_not_take_the_last_match_away() -> None:
    harness, ann, bob = over()
    ann.send(Rule({"cards": harness.table.agreement.options.cards}))
    bob.cut()
    assert bob.again().last(Updated).seq == harness.live.seq


def test_two_who_press_at_once_agree_with_each_other() -> None:
    harness, ann, bob = over()
    ann.send(Rematch(False))
    bob.send(Rematch(False))
    assert harness.table.phase == "playing"
    assert bob.last(Gathered).rematch == ""


def test_ready_agrees_too_and_the_owner_may_start_what_others_have_proposed() -> None:
    harness, ann, bob = over()
    ann.send(Rematch())
    bob.send(Ready())
    assert harness.table.phase == "playing"
    harness, ann, bob = over()
    bob.send(Rematch())
    ann.send(Start())
    assert harness.table.phase == "playing"


def test_a_seat_that_has_become_free_is_waited_for() -> None:
    harness, ann, bob = over()
    ann.send(Rematch())
    bob.send(Leave())
    assert (harness.table.phase, ann.last(Gathered).rematch) == ("over", "same")
    cyr = harness.join("Cyr")
    assert (harness.table.phase, cyr.last(Gathered).rematch) == ("over", "same")
    cyr.send(Rematch())
    assert harness.table.phase == "playing"
    harness, ann, bob = over()
    bob.send(Leave())
    ann.send(Rematch())
    ann.send(Fill(1, "easy"))
    assert harness.table.phase == "playing"


def test_whoever_is_away_is_waited_for_and_the_owner_is_nobody_special() -> None:
    harness, ann, bob = over()
    ann.cut()
    bob.send(Rematch())
    assert harness.table.phase == "over"
    ann = ann.again()
    assert harness.table.phase == "over"
    ann.send(Rematch())
    assert harness.table.phase == "playing"


def test_a_proposal_ends_with_the_last_who_wants_it() -> None:
    harness, ann, bob = over()
    bob.send(Rematch())
    bob.send(Ready(False))
    assert ann.last(Gathered).rematch == ""
    bob.send(Ready())
    ann.send(Ready())
    assert harness.table.phase == "over"  # the owner has not started it


def test_whoever_is_ready_agrees_to_the_same_seats() -> None:
    harness, (ann, bob, _) = three()
    bob.send(Ready())
    ann.send(Rematch(False))
    proposed = RoomChange("rematch", 0, "Ann", {"rotate": 0})
    assert ann.last(Gathered).happened == [proposed, RoomChange("ready", 0, "Ann")]
    assert harness.table.room[1].ready


def test_whoever_alone_has_proposed_may_propose_it_otherwise() -> None:
    _, ann, bob = over()
    bob.send(Rematch(False))
    bob.send(Rematch(True))
    assert ann.last(Gathered).rematch == "rotate"


def test_what_others_have_proposed_is_not_changed_and_nobody_is_moved_unasked() -> None:
    harness, (ann, bob, cid) = three()
    bob.send(Ready())
    ann.send(Rematch(True))
    assert ann.last(Gathered).happened == [
        RoomChange("rematch", 0, "Ann", {"rotate": 1}),
        RoomChange("unready", 1, "Bob", {"why": "terms"}),
        RoomChange("ready", 0, "Ann"),
    ]
    assert [line.ready for line in bob.last(Gathered).seats] == [True, False, False]
    bob.send(Rematch(False))
    assert bob.last(Refused).code == "proposed"
    bob.send(Rematch())
    assert ann.last(Gathered).rematch == "rotate"
    cid.send(Rematch())
    assert harness.table.phase == "playing"


def test_seats_rotate_around_the_first_so_that_everybody_gets_other_neighbours() -> None:
    harness, (ann, bob, cid) = three()
    for visitor in (ann, bob, cid):
        visitor.send(Rematch(True))
    assert names(ann) == ["Ann", "Cid", "Bob"]
    assert ann.client.owns
    assert [visitor.client.seat for visitor in (ann, bob, cid)] == [0, 2, 1]
    assert not [told for told in ann.heard if isinstance(told, Moved)]
    for visitor in (ann, bob, cid):
        assert visitor.client.view.seat == visitor.client.seat
    seat = harness.live.to_act()[0]
    mover = next(v for v in (ann, bob, cid) if v.client.seat == seat)
    before = harness.live.seq
    mover.play(harness.live.legal(seat)[0])
    assert harness.live.seq > before


def test_the_owner_keeps_the_table_and_everybody_the_seat_after_a_rotation() -> None:
    harness, (ann, bob, cid) = three()
    ann.send(Leave())
    dan = harness.join("Dan")
    assert bob.client.owns
    for visitor in (bob, cid, dan):
        visitor.send(Rematch(True))
    assert bob.client.owns
    assert bob.client.seat == 2
    bob.cut()
    assert bob.again().client.seat == 2
