"""The host of a table in words, moved to another computer or lost: the same in every front end.

Pure. Sentences have no full stop.
"""

from typing import Final

from core.game import Seat
from net.branch.company import Offer, OpenBranch
from net.client.events import FoundElsewhere, NotGoneOn, RoomState, TableMoved
from net.client.seat import ClientSeat
from net.lan.addresses import address_name
from net.wire.message import RoomChange
from net.wire.to_host import Migrate
from tui.language.text import t
from tui.language.words import refusal

# --- moved on purpose ---------------------------------------------------------------------------


STAYS: Final = {
    "off": "The table stays where it is: the owner has changed plans",
    "no": "The table stays where it is: {name} does not want to have it",
    "port": "The table stays where it is: the computer of {name} cannot let others in",
    "disk": "The table stays where it is: the disk of {name} cannot be written to",
    "release": "The table stays where it is: the program of {name} cannot continue it",
    "silent": "The table stays where it is: {name} has not answered",
    "lost": "The table stays where it is: {name} has lost the connection",
    "unreached": "The table stays where it is: {other} cannot reach the computer of {name}",
    "size": "The table stays where it is: the match is too long to be sent",
}
"""Why a table is not moved -> the sentence; an unknown reason is worded as "size"."""


def migration_said(change: RoomChange) -> str:
    """Word a stage of the table's move to another computer; "" for any other change."""
    name, facts = change.name, change.facts
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
            said = STAYS.get(str(facts.get("why")), STAYS["size"])
            return t(said, name=name, other=str(facts.get("other", "")))
    return ""


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
    """Name the address of the table to a player whose program does not follow it by itself."""
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
    """Return the requests that move the table to the computer of a seat, each with its words."""
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
    """Return the question to the player who is asked to have the table, and the consequences."""
    welcomed = client.handshake.welcomed
    follows = t(
        "The owner asks for it. This computer then deals the cards, and the table closes when you "
        "leave."
    )
    if welcomed is not None and any(way.kind != "kozyr" for way in welcomed.ways):
        more = t("This computer also draws the table for guests by ssh or in a browser.")
        follows = f"{follows} {more}"
    return t("Have the table on this computer from now on?"), follows


# --- lost ----------------------------------------------------------------------------------------


def lost_said(offer: Offer, client: ClientSeat) -> tuple[str, str]:
    """Return the question to a player whose host is lost, and the text about the answers."""
    if offer.offline:
        return t("You are offline"), t(
            "This computer has no network: the cable is out, or Wi-Fi is off. The match waits for "
            "you; you are back at the table as soon as there is a network again."
        )
    if offer.hosts:
        return t("The others go on without you"), t(
            "They lost the connection to this computer and play on elsewhere. Your own seat there "
            "is free unless it was given to somebody else; coming along ends the match here."
        )
    if offer.answered is not None and not offer.may_open:
        return t("The host answers the others"), t(
            "The computer of {name} still reaches the host: only your way there is broken. Wait: "
            "you are back at the table as soon as it works again.",
            name=name_of(offer.answered, client),
        )
    lost = t("The host's computer") if offer.lost is None else name_of(offer.lost, client)
    return t("{name} does not answer any more", name=lost), " ".join(
        said for said in (_finished(offer), _advice(offer, client)) if said
    )


def _finished(offer: Offer) -> str:
    if not offer.deals:
        return t("No deal is finished yet: the match would begin again.")
    return t(
        "Deal {n} is finished and the next one is void: the match can go on from there.",
        n=offer.deals,
    )


def _advice(offer: Offer, client: ClientSeat) -> str:
    """Name the suggested computer, or the reason against this one."""
    suggested = offer.suggested
    good = any(not known.behind for known in offer.branches)
    if good or suggested is None or client.seat is None:
        return ""
    if suggested != client.seat:
        return t(
            "The computer of {name} is suggested to everybody: as soon as {name} goes on there, "
            "you can come along with one key.",
            name=name_of(suggested, client),
        )
    if not offer.reached:
        return t(
            "The others do not reach this computer, perhaps because of a firewall: better wait for "
            "one of them to go on."
        )
    if not offer.others:
        return t("Nobody else answers: bots play for the others until they come.")
    return t("It is best to go on at your computer; the others then come along with one key.")


def choices(offer: Offer, client: ClientSeat) -> list[tuple[Seat, str]]:
    """Return the seats at whose computers the match can continue, with words; the best first."""
    found = [(known.branch.seat, _along(known, client)) for known in offer.branches]
    if client.seat is None:
        return found
    if offer.hosts:
        return [*found, (client.seat, t("play on here"))]
    if not offer.may_open:
        return found
    first = offer.deals + 1
    here = (
        t("go on here from deal {n}", n=first)
        if offer.suggested == client.seat and offer.reached and not found
        else t("go on here from deal {n} all the same", n=first)
    )
    return [*found, (client.seat, here)]


def _along(known: OpenBranch, client: ClientSeat) -> str:
    branch = known.branch
    facts = {"name": name_of(branch.seat, client), "n": branch.deals + 1}
    others = [name_of(seat, client) for seat in known.there if seat != branch.seat]
    if known.behind:
        said = t("come along to {name}, only from deal {n}", **facts)
    else:
        said = t("come along to {name}, from deal {n}", **facts)
    return f"{said} ({t('there: {names}', names=', '.join(others))})" if others else said


def is_news(offer: Offer, before: Offer | None) -> bool:
    """Tell whether an offer has a new choice: then a player who has answered is asked again."""
    if before is None or before.hosts != offer.hosts or offer.may_open > before.may_open:
        return True
    known = {each.branch.table for each in before.branches}
    return any(each.branch.table not in known for each in offer.branches)


def kept_said(client: ClientSeat) -> str:
    """Tell a player who leaves without the host where the finished deals are kept."""
    if client.deals is None or not client.deals.match.checked:
        return t("No deal was finished; if the match goes on, 'kozyr join' finds the table")
    return t(
        "The finished deals are among your past matches; if the match goes on, 'kozyr join' finds "
        "the table"
    )


def name_of(seat: Seat, client: ClientSeat) -> str:
    """Return the name of the player of a seat."""
    return client.room.seats[seat].name if client.room is not None else ""


def awaited_said(offer: Offer, client: ClientSeat) -> str:
    """List in one sentence the choices of a player whose host is lost."""
    said = [said for seat, said in choices(offer, client) if seat != client.seat]
    if said:
        return t("You can go on: {choices}", choices="; ".join(said))
    return lost_said(offer, client)[0]


def not_gone_on_said(event: NotGoneOn) -> str:
    """Give the reason why the choice to continue failed."""
    why = refusal(event.reason, event.facts)
    return t("That is not possible: {why}", why=why)
