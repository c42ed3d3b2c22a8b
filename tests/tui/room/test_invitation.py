"""Inviting: every way to sit down, told by the host, for all at the table."""

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs

from core.games.kozel import rules as kozel
from net.lan.addresses import code_in, parse_address
from net.way.hosting import Hosting
from net.wire.message import WayIn
from tests.support.harness import Harness
from tests.support.harness_app import HarnessLink, at_harness
from tests.support.screens import opened, pick, read, seen, until
from tui.cli import parse
from tui.drawing.look import look_from
from tui.room import invite
from tui.room.invitation import (
    Way,
    fingerprint_said,
    invitation_lines,
    invitations,
    ways,
    with_code,
)
from tui.room.invite import NARROW, QUIET, InviteScreen, LargeCode, modules, paint_qr, qr_size
from tui.start import StartHost, StartJoin
from tui.table.session import TableSession

WAYS = (
    WayIn("https", 8443, "192.168.1.20", "ab" * 32),
    WayIn("telepathy", 7, "192.168.1.20"),
    WayIn("ssh", 4022, "192.168.1.20", "SHA256:abc"),
    WayIn("kozyr", 23636, "192.168.1.20"),
)
LINK = "HTTPS://192.168.1.20:8443"


def kozel_harness(ways: tuple[WayIn, ...] = WAYS) -> Harness:
    harness = Harness(kozel)
    harness.lobby.ways = ways
    harness.join("Zoe")
    return harness


def guest_session(harness: Harness) -> TableSession:
    """Return the knowledge of a guest's program at the table of a harness, without a screen."""
    link = HarnessLink(harness, "Ann")
    session = TableSession(link, StartJoin(("harness", 1)))
    link.visitor.hear = session.absorb
    link.visitor.send(link.client.handshake.hello())
    link.visitor.send(link.client.join("Ann"))
    return session


# --- what is said --------------------------------------------------------------------------------


def test_guests_are_told_every_way_in_order_and_unknown_ones_are_skipped() -> None:
    session = guest_session(kozel_harness())
    assert [way.text for way in ways(session)] == [
        "kozyr join 192.168.1.20",
        "ssh NAME@192.168.1.20 -p 4022",
        "https://192.168.1.20:8443",
    ]
    lines = invitation_lines(session)
    assert "with ssh, nothing to install: ssh NAME@192.168.1.20 -p 4022" in lines
    assert "fingerprint: SHA256:abc" in lines


def test_what_is_sent_to_others_has_the_code_in_it() -> None:
    session = guest_session(kozel_harness())
    assert session.client.room is not None
    session.client.room = structs.replace(session.client.room, code="K7QM2X")
    told = {way.kind: way for way in invitations(session)}
    assert told["kozyr"].text == "kozyr join 192.168.1.20 --code K7QM2X"
    assert told["https"].text == "https://192.168.1.20:8443/#code=K7QM2X"
    assert told["https"].qr == "HTTPS://192.168.1.20:8443/#code=K7QM2X"
    assert told["wall"].text == "https://192.168.1.20:8443/wall#code=K7QM2X"
    assert told["ssh"].text == "ssh NAME@192.168.1.20 -p 4022", "ssh takes no code in a line"
    message = told["message"].copied
    assert all(told[kind].text in message for kind in ("kozyr", "ssh", "https"))
    assert "K7QM2X" in message, "for ssh, which asks"
    assert message.startswith("Come and play Kozel:")


def test_the_line_with_the_code_is_one_that_join_takes() -> None:
    line = with_code(Way("kozyr", "kozyr join 192.168.1.20"), "K7QM2X").text
    args = parse(line.split()[1:])
    assert (args.where, args.code) == ("192.168.1.20", "K7QM2X")


@pytest.mark.parametrize("code", ["K7QM2X", ""])
def test_every_line_of_an_invitation_and_all_of_it_is_one_that_join_takes(code: str) -> None:
    told = (*WAYS[:-1], WayIn("kozyr", 4567, "192.168.1.20"))
    session = guest_session(kozel_harness(told))
    assert session.client.room is not None
    session.client.room = structs.replace(session.client.room, code=code)
    texts = {way.kind: way.copied or way.text for way in invitations(session)}
    for kind in ("kozyr", "https", "wall", "message"):
        assert parse_address(texts[kind]) == ("192.168.1.20", 4567)
        assert code_in(texts[kind]) == code


def test_a_host_that_tells_no_ways_is_joined_as_this_guest_joined() -> None:
    session = guest_session(kozel_harness(()))
    assert [way.text for way in ways(session)] == ["kozyr join harness:1"]


def test_a_certificate_is_written_as_browsers_show_it() -> None:
    way = Way("https", "", fingerprint="0aff")
    assert fingerprint_said(way) == "fingerprint: 0A:FF"
    assert fingerprint_said(replace(way, fingerprint="")) == ""


# --- QR codes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", ["true", "mono"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_code_drawn_in_cells_has_the_modules_of_the_code(depth: str, ascii_only: bool) -> None:
    look = look_from({}, depth=depth, ascii_only=ascii_only)
    canvas, code = paint_qr(LINK, look), modules(LINK, NARROW if ascii_only else QUIET)
    assert (canvas.width, canvas.height) == qr_size(LINK, look)
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            if ascii_only:
                assert (canvas.styles[y][2 * x][2] == "") == dark
                assert "".join(canvas.chars[y]).isascii()
            else:
                light = "█▀" if y % 2 == 0 else "█▄"
                assert (canvas.chars[y // 2][x] not in light) == dark


def test_the_codes_of_addresses_fit_into_the_usual_window() -> None:
    columns, rows = qr_size("HTTPS://192.168.100.200:65535", look_from({}))
    assert columns <= 34
    assert rows <= 18
    columns, rows = qr_size("HTTPS://192.168.100.200:65535/#code=K7QM2X", look_from({}))
    assert columns <= 34
    assert rows <= 18
    columns, rows = qr_size(LINK, look_from({}, ascii_only=True))
    assert columns <= 80
    assert rows <= 24


# --- the page ------------------------------------------------------------------------------------


async def test_the_page_opens_with_a_key_shows_the_code_and_copies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Notices cover neither its lines nor the QR code."""
    async with at_harness(kozel_harness(), monkeypatch) as (pilot, _):
        copied: list[str] = []
        monkeypatch.setattr(pilot.app, "copy_to_clipboard", copied.append)
        await pilot.press("i")
        await seen(pilot, "https://192.168.1.20:8443")
        assert "▀" in read(pilot)
        await pick(pilot, "https://")
        await pilot.press("enter")
        await seen(pilot, "copied, if the terminal allows it")
        await until(pilot, lambda: copied)
        assert copied[-1] == "https://192.168.1.20:8443"
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, LargeCode))
        await seen(pilot, LINK.lower())
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, InviteScreen))
        pilot.app.notify("The table is now at Ann's computer")
        await seen(pilot, "The table is now at")
        shown = [each.region for each in pilot.app.screen.query("#ways, #invite-words, #qr")]
        (notice,) = (each.region for each in pilot.app.screen.query("Toast"))
        assert not any(notice.overlaps(region) for region in shown)


@pytest.mark.parametrize(("code", "told"), [("CLUB77", False), ("K7Q-M20", True)])
async def test_a_code_is_shown_as_its_owner_wrote_it_with_what_may_be_typed_for_it(
    code: str, told: bool
) -> None:
    async with opened(StartHost("kozel", 2, port=0, code=code)) as pilot:
        await seen(pilot, f"code of this table: {code}")
        await pilot.press("i")
        await seen(pilot, f"The code is {code}: everybody at the table sees it.")
        assert ("O may be typed for 0, I and L for 1, U for V." in read(pilot)) is told
        assert "kozyr join " in read(pilot)


@pytest.mark.parametrize("rows, fingerprint", [(24, False), (48, True)])
async def test_in_a_small_waiting_room_the_house_rules_come_before_fingerprints(
    monkeypatch: pytest.MonkeyPatch, rows: int, fingerprint: bool
) -> None:
    harness = Harness(kozel, 4, target=50)
    harness.lobby.ways = WAYS[2:]
    async with at_harness(harness, monkeypatch, size=(80, rows)) as (pilot, _):
        await seen(pilot, "ssh NAME@192.168.1.20 -p 4022")
        await seen(pilot, "target: 50")
        assert ("SHA256:abc" in read(pilot)) is fingerprint


async def test_no_line_to_type_is_cut_off_below_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_harness(kozel_harness(), monkeypatch) as (pilot, _):
        await pilot.press("i")
        await seen(pilot, "https://192.168.1.20:8443")
        await pilot.press("down")
        await seen(pilot, "with ssh, nothing to install")
        rows = [row for row in read(pilot).splitlines() if "ssh NAME@" in row]
        assert rows
        assert all("-p 4022" in row for row in rows)


async def test_a_way_in_that_takes_a_moment_is_opened_once_and_the_host_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, opened_now = list[str](), asyncio.Event()

    async def let_in(hosting: Hosting, way: str) -> None:
        asked.append(way)
        await opened_now.wait()

    monkeypatch.setattr(Hosting, "let_in", let_in)
    async with opened(StartHost("kozel", 2, port=0)) as pilot:
        await seen(pilot, "join with")
        await pilot.press("i")
        await until(pilot, lambda: isinstance(pilot.app.screen, InviteScreen))
        await pilot.press("w")
        await seen(pilot, "One moment: it is being opened")
        await pilot.press("w")
        assert asked == ["page"]
        opened_now.set()
        await pilot.pause()


async def test_a_door_that_opens_later_is_there_when_the_page_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = kozel_harness(())
    async with at_harness(harness, monkeypatch) as (pilot, _):
        harness.lobby.ways = WAYS
        await pilot.press("i")
        await seen(pilot, "ssh NAME@192.168.1.20 -p 4022")


async def test_a_door_that_opens_at_a_moved_table_comes_to_the_page_that_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next host opens its ways in a moment later, without an event about that."""
    monkeypatch.setattr(invite, "ASK_SECONDS", 0.1)
    harness = kozel_harness(())
    async with at_harness(harness, monkeypatch) as (pilot, _):
        await seen(pilot, "Zoe")
        await pilot.press("i")
        await seen(pilot, "kozyr join")
        harness.lobby.ways = WAYS
        await seen(pilot, "ssh NAME@192.168.1.20 -p 4022")


async def test_in_the_smallest_window_the_code_has_the_window_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_harness(kozel_harness(), monkeypatch, size=(60, 20)) as (pilot, _):
        await pilot.press("i")
        await seen(pilot, "https://192.168.1.20:8443")
        assert "▀" not in read(pilot)
        await pilot.press("g")
        await seen(pilot, "▀")


async def test_in_an_upright_window_the_code_stands_below_the_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_harness(kozel_harness(), monkeypatch, size=(44, 30)) as (pilot, _):
        await pilot.press("i")
        await seen(pilot, "▀")
        rows = read(pilot).splitlines()
        first = next(y for y, row in enumerate(rows) if "█" in row)
        assert any("https://192.168.1.20:8443" in row for row in rows[:first])
        assert not rows[first + 4].startswith("█"), "in the middle"


def at(*addresses: str) -> tuple[WayIn, ...]:
    """The ways in of a host that is in the networks of these addresses."""
    kinds = {"kozyr": 23636, "ssh": 4022, "https": 8443}
    return tuple(WayIn(kind, port, at) for kind, port in kinds.items() for at in addresses)


async def test_a_host_in_two_networks_is_shown_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = kozel_harness(at("192.168.1.20", "10.0.0.5"))
    async with at_harness(harness, monkeypatch) as (pilot, session):
        said = read(pilot)
        assert "kozyr join 192.168.1.20" in said
        assert "on the other network: kozyr join" in said
        copied = next(way.copied for way in invitations(session) if way.copied)
        for address in ("192.168.1.20", "10.0.0.5"):
            for line in (f"kozyr join {address}", f"NAME@{address} -p", f"https://{address}:"):
                assert line in copied
        walls = [way.text for way in invitations(session) if way.kind == "wall"]
        assert walls == ["https://192.168.1.20:8443/wall", "https://10.0.0.5:8443/wall"]
        await pilot.press("i")
        await seen(pilot, "https://10.0.0.5:8443/wall")
        assert isinstance(pilot.app.screen, InviteScreen)
        assert pilot.app.screen.shown.qr == LINK, "the code of the likelier network"


async def test_a_new_address_changes_all_that_is_shown_and_a_word_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = kozel_harness(at("192.168.1.20"))
    async with at_harness(harness, monkeypatch) as (pilot, session):
        await pilot.press("i")
        await seen(pilot, "https://192.168.1.20:8443")
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, LargeCode))
        harness.lobby.ways = at("10.0.0.5")
        session.send(session.client.handshake.hello())
        await seen(pilot, "https://10.0.0.5:8443")
        assert "192.168.1.20" not in read(pilot)
        await pilot.press("x")
        await seen(pilot, "kozyr join 10.0.0.5")
        assert "192.168.1.20" not in read(pilot)
        await pilot.press("escape")
        await seen(pilot, "The address has changed; from now")
        assert "192.168.1.20" not in read(pilot)
        session.send(session.client.handshake.hello())
        await until(pilot, lambda: not harness.lobby.ways[0].address.startswith("192"))
        lines = [line.say() for line in session.log.lines]
        assert sum("The address has changed" in line for line in lines) == 1


def test_an_address_that_holds_on_one_link_has_its_zone_and_no_page() -> None:
    session = guest_session(kozel_harness(at("fe80::1%eth0")))
    found = {way.kind: way for way in invitations(session)}
    assert found["kozyr"].text == "kozyr join [fe80::1%eth0]:23636"
    assert found["ssh"].text == "ssh NAME@fe80::1%eth0 -p 4022"
    assert "https" not in found
    assert not any(way.qr for way in found.values()), "no phone has that zone"
    said = " ".join(invitation_lines(session))
    assert "The name after % is that of the network on this computer" in said
    assert "No browser opens such an address" in said
