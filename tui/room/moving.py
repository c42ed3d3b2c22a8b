"""Moving the table to another computer, in words: the same in every front end.

Pure. Sentences have no full stop.
"""

from core.game import Seat
from net.client.events import FoundElsewhere, RoomState, TableMoved
from net.client.seat import ClientSeat
from net.lan.addresses import address_name
from net.wire.message import RoomChange
from net.wire.to_host import Migrate
from tui.language.text import t


def migration_said(change: RoomChange) -> str:
    """Word a stage of the table's move to another computer; "" for any other change."""
    name = change.name
    match change.kind:
        case "migrating":
            return t("The owner wants to move the table to the computer of {name}", name=name)
        case "accepted":
            return t(
                "{name} agrees: the table moves there, and that computer then deals the cards and "
                "knows them all",
                name=name,
            )
        case "staying":
            return _staying_said(name, str(change.facts.get("why", "")), change)
        case _:
            return ""


def _staying_said(name: str, why: str, change: RoomChange) -> str:
    match why:
        case "off":
            return t("The table stays where it is: the owner has changed plans")
        case "no":
            return t("The table stays where it is: {name} does not want to have it", name=name)
        case "port":
            return t(
                "The table stays where it is: the computer of {name} cannot let others in",
                name=name,
            )
        case "disk":
            return t(
                "The table stays where it is: the disk of {name} cannot be written to", name=name
            )
        case "release":
            return t(
                "The table stays where it is: the program of {name} cannot continue it", name=name
            )
        case "silent":
            return t("The table stays where it is: {name} has not answered", name=name)
        case "lost":
            return t("The table stays where it is: {name} has lost the connection", name=name)
        case "unreached":
            other = str(change.facts.get("other", ""))
            return t(
                "The table stays where it is: {other} cannot reach the computer of {name}",
                name=name,
                other=other,
            )
        case _:
            return t("The table stays where it is: the match is too long to be sent")


def moved_said(moved: TableMoved, client: ClientSeat) -> str:
    """Say at whose computer the table is now."""
    room, seat = client.room, client.seat
    here = room is not None and seat is not None and room.seats[seat].name == moved.name
    if moved.branch and here:
        return t(
            "The match goes on here from deal {n}, for as long as this program runs; the others "
            "are told, and come along if they want",
            n=moved.branch,
        )
    if moved.branch:
        return t(
            "You come along to {name}, where the match goes on from deal {n}",
            name=moved.name,
            n=moved.branch,
        )
    if here:
        return t("The table is at this computer now, for as long as this program runs")
    return t("The table is at the computer of {name} now", name=moved.name)


def elsewhere_said(found: FoundElsewhere) -> str:
    """Name the address of the table to a player whose program does not follow it unasked."""
    return t(
        "The table seems to go on at another computer: 'kozyr join {address}' goes there",
        address=address_name(found.address, found.port),
    )


def not_here_said() -> str:
    """Tell the player who was asked to have the table that it stays where it is."""
    return t("The table does not come to this computer after all")


def could_have_it(client: ClientSeat) -> list[Seat]:
    """List the seats to whose computers this player, as owner, can move the table."""
    room, peers = client.room, client.peers
    if room is None or not client.can_move_table:
        return []
    # Before the first match it is unknown which players are guests without Kozyr.
    native = range(len(room.seats)) if peers is None else {peer.seat for peer in peers.peers}
    return [
        seat
        for seat, line in enumerate(room.seats)
        if line.kind == "human" and not (line.away or line.idle)
        if seat in native and seat != client.seat
    ]


def movers(name: str, room: RoomState, seat: int) -> list[tuple[str, Migrate]]:
    """Return the requests that move the table to the computer of a seat, each with words."""
    if room.phase != "playing":
        return [(t("move the table to {name}", name=name), Migrate(seat))]
    return [
        (t("move the table to {name} after this deal", name=name), Migrate(seat)),
        (
            t("move the table to {name} at once", name=name),
            Migrate(seat, at_once=True),
        ),
    ]


def asked_said(client: ClientSeat) -> tuple[str, str]:
    """Return the question to the player who is to have the table, and the consequences."""
    welcomed = client.handshake.welcomed
    follows = t(
        "The owner asks for it. This computer then deals the cards, and the table closes when you "
        "leave."
    )
    if welcomed is not None and any(way.kind != "kozyr" for way in welcomed.ways):
        more = t("This computer also draws the table for guests by ssh or in a browser.")
        follows = f"{follows} {more}"
    return t("Have the table on this computer from now on?"), follows
