"""Sentences about the shuffle of a match, and whether its deals are those committed to.

Pure. The last sentence has no full stop: the log needs none, others add it.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from core.game import Seat
from net.client import events
from net.client.deal_check import FAULTS
from net.wire.message import SeatLine
from tui.language.text import t, tn
from tui.language.words import seat_names

RECORD_MISFIT: Final = (
    "The host sent a record that does not agree with what you saw of this match: it was not kept"
)

NUMBER_REUSED: Final = (
    "The host has given this match the number of an earlier one; its record is kept beside that one"
)


def shuffled_said(shuffled: events.Shuffled, names: Sequence[str], mine: Seat | None) -> str:
    """Name the players without a share in the shuffle; "" if all had one."""
    if mine in shuffled.missing and len(shuffled.missing) == 1:
        if shuffled.sent:
            return t("Shuffled without your share, though your program had sent it")
        return t("Shuffled without your share: it did not come in time")
    return _without(shuffled.missing, names)


def ahead_said(ahead: events.CheckAhead, room: events.RoomState | None, mine: Seat | None) -> str:
    """Tell a newcomer how far the dealing of a running match can be checked."""
    if ahead.fault:
        return t(FAULTS[ahead.fault])
    if mine is not None and mine in ahead.shares:  # a player who had a share, and has resumed
        return t("You are back: deals are checked again from deal {n} on", n=ahead.since)
    parts = [
        t("You came after the shuffle had begun: deals are checked from deal {n} on", n=ahead.since)
    ]
    if mine is None and _nobody_to_trust(ahead.shares, room.seats if room else (), room):
        parts.append(t("Only the host and the table's owner had a share in it"))
    if mine is not None:
        parts.append(t("You had no share in it"))
    return ". ".join(parts)


def deal_said(checked: events.DealChecked) -> str:
    """Say that a finished deal has been checked: dealt and played once more."""
    return t("Deal {n} checked: it is the one the host had committed to", n=checked.deal)


def checked_said(
    checked: events.MatchChecked,
    room: events.RoomState | None,
    players: Sequence[SeatLine],
    mine: Seat | None,
    *,
    drawn: bool = False,
) -> str:
    """Word the result of checking a match's deals; `players` are those who played it.

    With `drawn` the host draws this player's screen, and so has also done the checking.
    """
    if checked.fault:
        return t(FAULTS[checked.fault], deal=checked.deal, shuffles=checked.shuffles)
    every = [checked.shares, *(each.shares for each in checked.later)]
    if mine is None and any(_nobody_to_trust(shares, players, room) for shares in every):
        return t("The deal is the one the host had fixed, but nobody else had a share in it")
    names = seat_names(players)
    if drawn:
        said = t("Checked by the host's computer, which draws your screen: dealt as it had fixed")
        parts = [said]
    elif checked.later:
        parts = [_anew_said(checked), *_by_shuffle(checked, mine)]
    else:
        parts = [_anew_said(checked), _trusted_said(checked, names, mine)]
    if checked.since:
        parts.append(
            t("Checked from deal {n} on: your program came or came back then", n=checked.since)
        )
    out = [seat for seat in range(len(players)) if not all(seat in shares for shares in every)]
    left_out = [seat for seat in out if seat != mine]
    parts.append(_without(left_out, names))
    if not drawn:
        parts.append(_choice_said(checked))
    return ". ".join(filter(None, parts))


def _choice_said(checked: events.MatchChecked) -> str:
    """State how many decks the host could choose from, and why; "" if it had no choice.

    Only those need this who would otherwise read that the deal could not be stacked.
    """
    own = checked.own or any(each.own for each in checked.later)
    if checked.decks == 1 or not own:
        return ""
    parts = []
    if checked.choice > 1:
        parts.append(t("A share that was promised was not shown"))
    if checked.given_up:
        parts.append(t("A match before this one was not played to its end"))
    said = tn(
        "The host may have chosen from {n} deck",
        "The host may have chosen from {n} decks",
        checked.decks,
    )
    return ". ".join([*parts, said])


def _anew_said(checked: events.MatchChecked) -> str:
    """State how often the match was shuffled anew after a host was lost; "" if never."""
    if checked.anew > 1:
        return tn(
            "Shuffled anew {n} time, as the match went on without its host",
            "Shuffled anew {n} times, as the match went on without its host",
            checked.anew,
        )
    return t("Shuffled anew as the match went on without its host") if checked.anew else ""


def _by_shuffle(checked: events.MatchChecked, mine: Seat | None) -> list[str]:
    """Word the proof for the deals of each shuffle, when hosts were lost during the match."""
    shuffles = [events.LaterShuffle(1, checked.shares, checked.own), *checked.later]
    ends = [shuffle.deal - 1 for shuffle in checked.later]
    fair: list[str] = []
    fixed: list[str] = []
    for shuffle, last in zip_longest(shuffles, ends):
        first = shuffle.deal
        if last is None:
            which = t("{n} and later", n=first)
        else:
            which = f"{first}" if first == last else f"{first}–{last}"
        (fair if shuffle.own else fixed).append(which)
    parts: list[str] = []
    if fair and checked.decks > 1:
        parts.append(t("Checked, with your share: deals {deals}", deals=", ".join(fair)))
    elif fair:
        parts.append(t("Checked, could not be stacked: deals {deals}", deals=", ".join(fair)))
    if fixed and mine is None:
        parts.append(t("As the host had fixed them: deals {deals}", deals=", ".join(fixed)))
    elif fixed:
        said = t(
            "As the host had fixed them, without a share of yours: deals {deals}",
            deals=", ".join(fixed),
        )
        parts.append(said)
    return parts


def _trusted_said(checked: events.MatchChecked, names: Sequence[str], mine: Seat | None) -> str:
    """Word the proof of a deal without a fault: only the player's own share shows that it was fair.

    Not even that share does if the host may have chosen among several decks.
    """
    if checked.own and checked.decks > 1:
        return t("Checked: every deal has your share in it")
    if checked.own:
        return t("No deal could be stacked: checked")
    if mine is None:
        others = ", ".join(names[seat] for seat in checked.shares)
        return t(
            "The deal is the one the host had fixed; it says that these had a share in it: {names}",
            names=others,
        )
    if checked.since:
        return t("The deal is the one the host had fixed before your program came or came back")
    return t("The deal is the one the host had fixed, but you had no share in it")


def _nobody_to_trust(
    shares: Sequence[Seat], lines: Sequence[SeatLine], room: events.RoomState | None
) -> bool:
    """Tell whether there is no share on which a watcher, who has none, could rely.

    The owner's does not count: the host usually runs on the owner's computer.
    """
    people = {seat for seat, line in enumerate(lines) if line.kind == "human" or line.away}
    return not people & set(shares) - {room.owner if room else None}


def _without(missing: Sequence[Seat], names: Sequence[str]) -> str:
    who = ", ".join(names[seat] for seat in missing)
    if not who:
        return ""
    return tn(
        "Shuffled without the share of {names}",
        "Shuffled without the shares of {names}",
        len(missing),
        names=who,
    )
