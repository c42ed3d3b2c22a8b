"""The players who get a free seat, the names of bots, and the next owner of a table."""

from net.table import seating
from net.table.effects import UNKNOWN, Peer
from net.table.room import Holder, Room


def test_bots_get_names_of_their_own_with_other_initials_while_there_are_any() -> None:
    """In English and in Russian: Wren and Marten share an initial with others in one of them."""
    room = Room(10)
    seating.seat_bots(room, ("easy",) * 10)
    assert [holder.name for holder in reversed([*room])] == [
        *("Rook", "Magpie", "Badger", "Heron", "Otter", "Lynx", "Stoat", "Crane"),
        *("Wren", "Marten"),
    ]


def test_no_bot_begins_like_a_player_or_has_the_name_of_one() -> None:
    room = Room(4)
    room.sit("line", "Rhea", "token", 0, UNKNOWN)
    room.sit("other line", "Badger", "other token", 1, UNKNOWN)
    seating.fill(room, 2, "easy", playing=False)
    seating.fill(room, 3, "easy", playing=False)
    assert [holder.name for holder in room] == ["Rhea", "Badger", "Magpie", "Heron"]


def test_a_table_without_an_owner_passes_to_the_first_seat() -> None:
    room = Room(3)
    for seat, name in enumerate(("Ann", "Bob")):
        room.sit(name, name, f"token of {name}", seat, UNKNOWN)
    room.own(None)
    assert seating.pass_on(room, 0.0)
    assert room.owner == 0


def test_a_table_stays_with_an_owner_who_is_there() -> None:
    room = Room(2)
    room.sit("line", "Ann", "token", 0, UNKNOWN)
    room.own(0)
    assert not seating.pass_on(room, 0.0)
    assert room.owner == 0


def test_nothing_of_a_player_stays_at_a_freed_seat() -> None:
    room = Room(2)
    room.sit("line", "Ann", "token", 0, Peer("10.0.0.1"))
    holder = room[0]
    holder.key, holder.port, holder.number = "key", 4040, 7
    holder.away_since = holder.answer_by = 1.0
    holder.ready = holder.idle = holder.played = holder.given = True
    seating.vacate(room, 0, "")
    assert room[0] == Holder()


def test_a_match_at_a_host_with_a_player_of_its_own_is_never_abandoned() -> None:
    room = Room(2)
    room.sit("line", "Ann", "token", 0, UNKNOWN)
    room.lose("line", 100.0)
    assert seating.abandoned_due(room) is None
