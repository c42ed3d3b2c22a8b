"""Going on when the host is gone, in words: the same in every front end.

Pure. Sentences have no full stop.
"""

from core.game import Seat
from net.client.events import NotGoneOn
from net.client.seat import ClientSeat
from net.migration.epochs import Offer
from tui.language.text import t
from tui.language.words import refusal


def lost_said(offer: Offer) -> tuple[str, str]:
    """Return the question when the host is gone, and what follows from the answers."""
    if offer.offline:
        return t("You are offline: this computer is on no network"), t(
            "The host and the others may be well, and the match may go on among them. Plug the "
            "cable in or connect to the Wi-Fi again, and wait: your seat is kept. Or go on here: "
            "bots then play for whoever is missing."
        )
    if not offer.possible:
        return t("No answer from the host"), t(
            "To go on without it, {needed} of you have to agree; {heard} can be reached now, you "
            "included. Wait for the host or for the others; or go on apart, where bots play for "
            "whoever is missing. The others may then go on with this match too.",
            needed=offer.needed,
            heard=offer.heard,
        )
    if offer.needed == 1:
        return t("Go on without the host?"), t(
            "Nothing comes from the host any more: its computer is gone, or your own connection is "
            "broken. The match goes on from the last finished deal at this computer; the deal that "
            "was broken off is void."
        )
    return t("Go on without the host?"), t(
        "Nothing comes from the host any more: its computer is gone, or your own connection is "
        "broken. The match goes on from the last finished deal at the computer of one of you, once "
        "{needed} of you choose the same, that player among them; the deal that was broken off is "
        "void.",
        needed=offer.needed,
    )


def kept_said(client: ClientSeat) -> str:
    """Say what is left to a player who does not wait for the host today."""
    if client.deals is None or not client.deals.checked:
        return t("No deal was finished; if the match goes on, 'kozyr join' finds the table")
    return t(
        "The finished deals are among your past matches; if the match goes on, 'kozyr join' finds "
        "the table"
    )


def goers(offer: Offer, client: ClientSeat) -> list[tuple[Seat, str]]:
    """Return at whose computers the table can go on, and how to say so."""
    if not offer.possible:
        return []
    return [(seat, _goer(seat, offer, client)) for seat in offer.candidates]


def parters(offer: Offer, client: ClientSeat) -> list[tuple[Seat, str]]:
    """Return at whose computers this player can go on apart, and how to say so."""
    found = [
        (seat, t("come along to {name}, who goes on apart", name=name_of(seat, client)))
        for seat in offer.apart
    ]
    if not offer.possible and client.seat is not None:
        found.append((client.seat, t("go on apart, at this computer")))
    return found


def _goer(seat: Seat, offer: Offer, client: ClientSeat) -> str:
    name = name_of(seat, client)
    said = (
        t("go on at this computer")
        if seat == client.seat
        else t("go on at the computer of {name}", name=name)
    )
    others = [
        name_of(voter, client)
        for voter, wish in sorted(offer.votes.items())
        if wish == seat and voter != client.seat
    ]
    return f"{said} ({t('agreed: {names}', names=', '.join(others))})" if others else said


def name_of(seat: Seat, client: ClientSeat) -> str:
    """Return the name of whoever sits on a seat."""
    return client.room.seats[seat].name if client.room is not None else ""


def chosen_said(offer: Offer, client: ClientSeat) -> str:
    """Say what this player has chosen and how many agree; empty before the choice."""
    if offer.own is None:
        return ""
    name, agreed = name_of(offer.own, client), sum(w == offer.own for w in offer.votes.values())
    if agreed >= offer.needed and offer.votes.get(offer.own) != offer.own:
        return t(
            "You want to go on at the computer of {name}: enough of you agree, but {name} has not "
            "chosen it yet",
            name=name,
        )
    facts = {"name": name, "agreed": agreed, "needed": offer.needed}
    if offer.votes.get(offer.own) != offer.own:
        return t(
            "You want to go on at the computer of {name}: {agreed} of the {needed} needed agree; "
            "{name} has to be one of them",
            **facts,
        )
    return t(
        "You want to go on at the computer of {name}: {agreed} of the {needed} needed agree",
        **facts,
    )


def awaited_said(offer: Offer, client: ClientSeat) -> str:
    """Say what is awaited before the table goes on; empty if nobody has chosen anything."""
    if offer.own is not None:
        return chosen_said(offer, client)
    wished = set(offer.votes.values())
    wishes = [said for seat, said in goers(offer, client) if seat in wished]
    if not wishes:
        return ""
    return t("No answer from the host; you can choose: {wishes}", wishes="; ".join(wishes))


def not_gone_on_said(event: NotGoneOn) -> str:
    """Say why this computer cannot have the table."""
    why = refusal(event.reason, event.facts)
    if not event.here:
        return t("You cannot go on without the host: {why}", why=why)
    return t("The table cannot go on at this computer: {why}", why=why)


def differs(offer: Offer, client: ClientSeat) -> bool:
    """Tell whether somebody wants to go on elsewhere than this player does, or first of all."""
    others = {wish for voter, wish in offer.votes.items() if voter != client.seat}
    return bool(others - {offer.own})
