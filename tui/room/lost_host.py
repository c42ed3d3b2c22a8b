"""A match whose host is lost, in words: the same in every front end.

Pure. Sentences have no full stop.
"""

from core.game import Seat
from net.branch.company import Offer, OpenBranch
from net.client.events import NotGoneOn
from net.client.seat import ClientSeat
from net.way.table_link import TableLink
from tui.language.text import t
from tui.language.words import refusal


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
    return t("{name} does not answer any more", name=_host(offer, client)), " ".join(
        said for said in (_finished(offer), _advice(offer, client)) if said
    )


def _host(offer: Offer, client: ClientSeat) -> str:
    return t("The host's computer") if offer.lost is None else name_of(offer.lost, client)


def _finished(offer: Offer) -> str:
    if not offer.deals:
        return t("No deal is finished yet: the match would begin again.")
    return t(
        "Deal {n} is finished and the next one is void: the match can go on from there.",
        n=offer.deals,
    )


def _advice(offer: Offer, client: ClientSeat) -> str:
    """Name the computer that is suggested, or the reason against this one."""
    suggested = offer.suggested
    if _good(offer) or suggested is None or client.seat is None:
        return ""
    if suggested != client.seat:
        return t(
            "Everybody is suggested the computer of {name}: as soon as {name} goes on there, you "
            "can come along with one key.",
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


def _good(offer: Offer) -> bool:
    return any(not known.behind for known in offer.branches)


def choices(offer: Offer, client: ClientSeat) -> list[tuple[Seat, str]]:
    """Return the seats at whose computers the match can go on, with words; the best first."""
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


def choose(link: TableLink, offer: Offer, client: ClientSeat, seat: Seat) -> bool:
    """Go on at the computer of a seat, as offered; tell whether that is possible."""
    if seat != client.seat:
        tables = (each.branch.table for each in offer.branches if each.branch.seat == seat)
        return any(link.join_branch(table) for table in tables)
    if offer.hosts:
        link.stay()
        return True
    return link.open_branch()


def is_news(offer: Offer, before: Offer | None) -> bool:
    """Tell whether an offer has a new choice, so that a player who has answered is asked again."""
    if before is None or before.hosts != offer.hosts or offer.may_open > before.may_open:
        return True
    known = {each.branch.table for each in before.branches}
    return any(each.branch.table not in known for each in offer.branches)


def kept_said(client: ClientSeat) -> str:
    """Tell a player who leaves without the host where the finished deals are."""
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
    """Say why the choice to go on failed."""
    why = refusal(event.reason, event.facts)
    return t("That is not possible: {why}", why=why)
