"""Invitations: the command or the link of each way in to a table, in words."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from net.lan import addresses
from net.wire.message import WayIn
from tui.language.games import game_title
from tui.language.text import t
from tui.room.words import offline_said, who_may_come
from tui.start import StartJoin
from tui.table.session import TableSession

BROWSER: Final = ("https", "http")

LINK_MARK: Final = "/#"
"""The mark in a link before the code and the port of the table, if that is not the usual one."""

ZONE_MARK: Final = "%"
"""The mark before the interface in an address valid only on one link: fe80::1%eth0."""

_ORDER: Final = ("kozyr", "ssh", *BROWSER)


@dataclass(frozen=True, slots=True)
class Way:
    """A way in to a table."""

    kind: str
    text: str
    """The command to type, or the link to open."""
    qr: str = ""
    """The text of the QR code; empty if it would be of no use to a phone."""
    fingerprint: str = ""
    """The fingerprint of the host's key that the other program shows; empty if it shows none."""
    copied: str = ""
    """The text to copy, if it is more than `text`."""


def ways(session: TableSession) -> list[Way]:
    """List the ways in that are open, with Kozyr first."""
    welcomed = session.client.handshake.welcomed
    told = [way for way in (welcomed.ways if welcomed else ()) if way.kind in _ORDER]
    told = list(filter(_can_be_opened, told))
    found = [_way(way, _here(session)) for way in sorted(told, key=lambda w: _ORDER.index(w.kind))]
    if not any(way.kind == "kozyr" for way in told) and (where := _address(session)):
        found.insert(0, Way("kozyr", f"kozyr join {where}"))
    return found


def invitations(session: TableSession) -> list[Way]:
    """List the ways in including the code, then all in one message, then the page to print."""
    room, seated = session.client.room, session.client.seated
    code = room.code if room is not None else ""
    open_ways = ways(session)
    found = [with_code(way, code, _port(open_ways)) for way in open_ways]
    if seated is None or all(way.kind == "kozyr" for way in found):
        return found
    lines = [t("Come and play {game}:", game=game_title(seated.game))]
    lines += (f"{way_said(way.kind)}: {way.text}" for way in found)
    if code:
        lines.append(t("code of this table: {code}", code=code))
    found.append(Way("message", t("all of this as a message"), copied="\n".join(lines)))
    for way in [way for way in found if way.kind in BROWSER]:
        start, mark, rest = way.text.partition(LINK_MARK)
        found.append(Way("wall", f"{start}/wall{mark[1:]}{rest}"))
    return found


def with_code(way: Way, code: str, port: int = addresses.DEFAULT_PORT) -> Way:
    """Return a way with the code of the table in its command or link.

    A browser sends the part after # to no server: the script of the page reads it, and so does
    `kozyr join`, which also needs the port of the table.
    """
    if way.kind == "kozyr":
        return replace(way, text=f"{way.text} --code {code}") if code else way
    if way.kind not in BROWSER:
        return way
    scanned = [f"code={code}"] * bool(code)
    told = [*scanned, *([f"port={port}"] if port != addresses.DEFAULT_PORT else [])]
    return replace(way, text=way.text + _after_mark(told), qr=way.qr + _after_mark(scanned))


def _after_mark(told: Sequence[str]) -> str:
    return LINK_MARK + "&".join(told) if told else ""


def _port(found: Sequence[Way]) -> int:
    """Return the port for `kozyr join` among some ways in."""
    with contextlib.suppress(addresses.AddressError):
        for way in found:
            if way.kind == "kozyr":
                return addresses.parse_address(way.text)[1]
    return addresses.DEFAULT_PORT


def _way(way: WayIn, here: str) -> Way:
    """Return a way in words; without a QR code if no phone could use the address."""
    host = way.address or here
    where = addresses.address_name(host, way.port)
    if way.kind == "kozyr":
        return Way(way.kind, f"kozyr join {addresses.short_address_name(host, way.port)}")
    # A QR code of capitals is smaller; schemes and hosts are not case-sensitive.
    link = f"{way.kind}://{where}"
    qr = "" if ZONE_MARK in host else link.upper()
    if way.kind == "ssh":
        typed = f"ssh {t('NAME')}@{host} -p {way.port}"
        return Way(way.kind, typed, qr, way.fingerprint)
    return Way(way.kind, link, qr, way.fingerprint)


def _can_be_opened(way: WayIn) -> bool:
    """Tell whether a way can be used: no browser opens an address with a zone."""
    return not (way.kind in BROWSER and ZONE_MARK in way.address)


def _here(session: TableSession) -> str:
    """Return the host's address as this program joined it; empty at the player's own table."""
    start = session.start
    return start.address[0] if isinstance(start, StartJoin) and start.address else ""


def _address(session: TableSession) -> str:
    """Return the address to join at a host that reports no ways in."""
    start = session.start
    if isinstance(start, StartJoin) and start.address:
        return addresses.address_name(*start.address)
    return session.address


def ways_told(told: Sequence[WayIn], code: str = "") -> Iterator[str]:
    """Yield the ways in for guests without Kozyr, at a host that has no player of its own."""
    port = next((each.port for each in told if each.kind == "kozyr"), addresses.DEFAULT_PORT)
    others = [each for each in told if each.kind != "kozyr" and _can_be_opened(each)]
    for way in (with_code(_way(each, each.address), code, port) for each in others):
        yield f"{way_said(way.kind)}: {way.text}"
        if said := fingerprint_said(way):
            yield said


def way_said(kind: str) -> str:
    """Say for which guests a way in is meant."""
    match kind:
        case "kozyr":
            return t("with Kozyr")
        case "ssh":
            return t("with ssh, nothing to install")
        case "message":
            return t("for a messenger: Enter copies every line above")
        case "wall":
            return t("a page with the code in large letters, to print or for a large screen")
        case _:
            return t("in a browser or on a phone, nothing to install")


def notes(session: TableSession, kinds: list[str]) -> list[str]:
    """Return notes for the inviting player: the code, who can join, hints for newcomers."""
    room = session.client.room
    code = room.code if room is not None else ""
    said = []
    if code:
        said.append(t("The code is {code}: everybody at the table sees it.", code=code))
        if set(code) & {"0", "1", "V"}:
            said.append(t("O may be typed for 0, I and L for 1, U for V."))
    hosting = session.hosting
    if hosting is not None and hosting.host.offline:
        said.append(offline_said())
    elif session.address:
        said.append(who_may_come(session.start, coded=bool(code)))
    if room is not None and room.locked:
        said.append(t("The table is locked: nobody new comes in") + ".")
    said += zone_said(session)
    if "ssh" in kinds:
        said.append(t("Instead of NAME type your name at the table."))
    if "https" in kinds:
        said.append(t("The browser warns first: no authority knows a certificate made at home."))
    if "http" in kinds:
        said.append(t("Not encrypted: others on this network can read along."))
    return said


def zone_said(session: TableSession) -> list[str]:
    """Explain addresses with a zone, if the ways in have one."""
    welcomed = session.client.handshake.welcomed
    zoned = [way for way in (welcomed.ways if welcomed else ()) if ZONE_MARK in way.address]
    if not zoned:
        return []
    said = [
        t(
            "The name after % is that of the network on this computer: Kozyr finds the right one "
            "by itself; for ssh it has to be the name on the guest's computer."
        )
    ]
    if any(way.kind in BROWSER for way in zoned):
        said.append(t("No browser opens such an address: the page needs a network with a router."))
    return said


def fingerprint_said(way: Way) -> str:
    """Word the fingerprint of a way; for browsers in pairs of digits, as they show it."""
    mark = way.fingerprint
    if not mark:
        return ""
    if way.kind in BROWSER:
        mark = ":".join(mark[at : at + 2] for at in range(0, len(mark), 2)).upper()
    return t("fingerprint: {mark}", mark=mark)


def invitation_lines(session: TableSession) -> list[str]:
    """Return the invitation as lines for plain mode."""
    found = invitations(session)
    found = [way for way in found if not way.copied]
    lines = [f"{way_said(way.kind)}: {way.text}" for way in found]
    for at, way in reversed(list(enumerate(found, 1))):
        if said := fingerprint_said(way):
            lines.insert(at, said)
    return [*lines, *notes(session, [way.kind for way in found])]
