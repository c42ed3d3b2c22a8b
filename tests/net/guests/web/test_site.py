"""The page over real sockets: entering, rights of a browser, a screen each, and limits."""

import asyncio
import base64
import json
import logging
import re
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from socket import create_connection
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import aiohttp
import pytest
from yarl import URL

from net.guests import screens
from net.guests.screens import ScreenEnd
from net.guests.seats import KEPT, mark_of_ticket
from net.guests.web.pages import is_loopback, write_seat
from net.guests.web.server import LIMITS, PageServer
from net.guests.web.site import FORMS_AT_ONCE
from net.host import listener
from tests.net.guests.web.conftest import Browser, Serve, browser_from, drawn
from tests.support.small_program import SMALL_PROGRAM, WATCHING_PROGRAM

FORM = "application/x-www-form-urlencoded"


async def sit(browser: Browser, name: str = "Anna", code: str = "", seat: str = "") -> None:
    status, _, _ = await browser.post("/sit", name=name, code=code, seat=seat)
    assert status == 303


@asynccontextmanager
async def at_screen(serve: Serve, **how: str) -> AsyncIterator[Any]:
    """The screen of a guest who has sat down."""
    browser, _ = await serve(**how)
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, "[Anna")
        yield socket


async def pressed(socket: Any, key: bytes, shown: str) -> str:
    """Press a key; read the screen until it shows a text."""
    await socket.send_bytes(key)
    return await drawn(socket, shown)


# --- coming in -----------------------------------------------------------------------------------


async def test_the_form_asks_for_the_code_where_there_is_one_in_the_browsers_language(
    serve: Serve,
) -> None:
    browser, _ = await serve("K7QM2X")
    status, text, _ = await browser.get(**{"Accept-Language": "fr, ru;q=0.8, en;q=0.5"})
    assert (status, "ru:code" in text, "ru:sit" in text) == (200, True, True)
    open_table, _ = await serve()
    assert "en:code" not in (await open_table.get())[1]


async def test_the_page_lets_a_browser_do_nothing_but_what_it_needs(serve: Serve) -> None:
    browser, _ = await serve()
    _, _, answer = await browser.get()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "frame-ancestors 'none'" in policy
    assert "'unsafe-inline'" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    _, _, terminal = await browser.get("/static/xterm.mjs")
    assert terminal.content_type == "text/javascript"


async def test_a_wrong_code_is_said_and_a_right_one_gives_a_cookie_that_no_script_reads(
    serve: Serve,
) -> None:
    browser, host = await serve("K7QM2X")
    status, text, _ = await browser.post("/sit", name="Anna", code="AAAAAA")
    assert (status, "en:wrong" in text) == (403, True)
    assert 'value="Anna"' in text
    assert (await browser.post("/sit", name="Anna", code="?"))[0] == 403
    status, _, answer = await browser.post("/sit", name="Anna", code="k7q-m2x")
    assert status == 303
    (cookie,) = (said for said in answer.headers.getall("Set-Cookie") if "kozyr_seat" not in said)
    assert {"HttpOnly", "SameSite=Strict", "Secure"} <= {part.strip() for part in cookie.split(";")}
    assert host.asked == [("127.0.0.1", "AAAAAA"), ("127.0.0.1", "K7QM2X")]


async def test_wrong_codes_of_one_computer_keep_no_other_from_coming_in(serve: Serve) -> None:
    browser, host = await serve("K7QM2X")
    host.answers = asyncio.Event()
    async with browser_from("127.0.0.2", browser.address) as guesser:
        guesses = [
            asyncio.ensure_future(guesser.post("/sit", name="Eve", code="AAAAAA"))
            for _ in range(FORMS_AT_ONCE + 5)
        ]
        too_many, _ = await asyncio.wait(guesses, return_when=asyncio.FIRST_COMPLETED)
        assert {each.result()[0] for each in too_many} == {503}
        await sit(browser, code="K7QM2X")
        host.answers.set()
        assert {answer[0] for answer in await asyncio.gather(*guesses)} == {403, 503}


async def test_forms_without_end_from_one_computer_do_not_push_out_who_has_just_come_in(
    serve: Serve,
) -> None:
    browser, _ = await serve()
    await sit(browser)
    async with browser_from("127.0.0.2", browser.address) as sender:
        said = {(await sender.post("/sit", name="Eve"))[0] for _ in range(KEPT)}
    assert said == {303, 503}
    async with browser.screen() as screen:
        await drawn(screen, "[Anna")


async def test_nothing_readable_is_no_name_and_the_code_need_not_be_typed_again(
    serve: Serve,
) -> None:
    browser, host = await serve("K7QM2X")
    status, text, _ = await browser.post("/sit", name="\u202e \u200b", code="K7QM2X")
    assert (status, "en:nameless" in text, 'value="K7QM2X"' in text) == (400, True, True)
    assert host.asked == []


async def test_the_language_chosen_on_the_page_is_remembered(serve: Serve) -> None:
    browser, _ = await serve()
    _, text, _ = await browser.get()
    assert 'href="./?language=ru"' in text
    assert "ru:language" in text, "in its own words"
    status, _, answer = await browser.get("/?language=ru")
    assert (status, answer.headers["Location"]) == (303, "./")
    assert "ru:sit" in (await browser.get())[1]
    await sit(browser)
    _, text, _ = await browser.get()
    assert ("ru:chat" in text, 'href="./?language=en"' in text) == (True, True)
    assert (await browser.get("/?language=xx"))[0] == 200


# --- the page for the wall -----------------------------------------------------------------------


LAN = "192.168.1.20:8443"


async def test_the_page_for_the_wall_shows_code_and_link_to_whoever_knows_the_code(
    serve: Serve,
) -> None:
    browser, host = await serve("K7QM2X")
    own = {"Host": LAN, "Origin": f"https://{LAN}"}
    status, text, _ = await browser.get("/wall", Host=LAN)
    assert (status, "<svg" in text, "data-sends-itself" in text) == (200, False, True)
    status, text, _ = await browser.post("/wall", own, code="AAAAAA")
    assert (status, "<svg" in text, "en:wrong" in text) == (403, False, True)
    status, text, answer = await browser.post("/wall", own, code="k7q-m2x")
    assert (status, "<svg" in text, "K7QM2X" in text) == (200, True, True)
    assert f"https://{LAN}/<" in text
    assert "kozyr_seat" not in str(answer.headers), "nobody sits down by that"
    assert [code for _, code in host.asked] == ["AAAAAA", "K7QM2X"], "guesses are counted"


async def test_the_page_for_the_wall_leads_phones_to_no_address_of_their_own(serve: Serve) -> None:
    browser, _ = await serve()
    status, text, _ = await browser.get("/wall")
    assert (status, "en:wall address" in text) == (421, True)
    status, text, _ = await browser.get("/wall", Host=LAN)
    assert (status, "<svg" in text) == (200, True)
    assert (await browser.get("/wall/link", Host=LAN))[1] == f"https://{LAN}/"


async def test_the_page_for_the_wall_follows_the_computer_in_its_own_browser(serve: Serve) -> None:
    """At its loopback address it stays in reach when the computer gets another address."""
    browser, host = await serve()
    port = browser.address.rpartition(":")[2]
    for host.address in ("192.168.1.20", "10.0.0.7"):
        link = f"https://{host.address}:{port}/"
        status, text, _ = await browser.get("/wall")
        assert (status, f">{link}<" in text, 'src="static/wall.mjs"' in text) == (200, True, True)
        assert (await browser.get("/wall/link"))[1] == link


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:8443"])
def test_loopback_addresses_are_known(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback(LAN)


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", None])
async def test_a_form_of_another_page_is_refused(serve: Serve, origin: str | None) -> None:
    browser, host = await serve()
    headers = {} if origin is None else {"Origin": origin}
    status, text, _ = await browser.post("/sit", headers, name="Anna")
    assert (status, "en:foreign" in text) == (403, True)
    assert host.asked == []


async def test_a_page_elsewhere_that_calls_itself_by_our_address_gets_nothing(serve: Serve) -> None:
    browser, _ = await serve()
    status, text, _ = await browser.get(Host="evil.example")
    assert (status, "en:misdirected" in text) == (421, True)
    assert (await browser.get(Host="annas-laptop.local"))[0] == 200


async def test_what_is_not_there_is_said_in_a_sentence(serve: Serve) -> None:
    browser, _ = await serve()
    for path in ("/nothing", "/static/..%2fserver.py", "/static/page"):
        status, text, _ = await browser.get(path)
        assert (status, "en:nothing" in text) == (404, True)
    status, text, _ = await browser.post("/sit", name="a" * 5000)
    assert (status, "en:nothing" in text) == (413, True)


async def test_whoever_forgets_https_is_led_there(serve: Serve) -> None:
    browser, _ = await serve()
    plain = browser.address.replace("https", "http")
    async with browser.session.get(plain + "/x", allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (307, browser.address + "/")
        assert answer.headers["Cache-Control"] == "no-store"


# --- the screen ----------------------------------------------------------------------------------


async def test_a_screen_draws_takes_keys_and_follows_the_window(serve: Serve) -> None:
    browser, _ = await serve()
    await sit(browser)
    assert 'id="screen"' in (await browser.get())[1]
    async with browser.screen() as socket:
        await drawn(socket, "[Anna  100x30]")
        await pressed(socket, "ход".encode(), "<ход>")
        await socket.send_str(json.dumps({"size": [44, 20]}))
        await drawn(socket, "44x20]")
        await socket.send_str("no json")
        await socket.send_str('{"size": "large"}')
        await socket.send_str('{"ping": 7}')
        await drawn(socket, '{"pong": 7}')
        await pressed(socket, b"q", '{"end": "left"}')


@pytest.mark.parametrize(
    "end, told",
    [
        (ScreenEnd.CLOSED, {"end": "closed"}),
        (ScreenEnd.KEPT, {"cause": "kept"}),
        (ScreenEnd.BROKEN, {"cause": "broken"}),
    ],
)
async def test_the_page_hears_that_the_table_is_closed_or_why_it_goes_on_trying(
    serve: Serve, end: ScreenEnd, told: dict[str, str]
) -> None:
    browser, host = await serve()
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, '{"seat": true}')
        await host.page.close(end)
        said = [message.data async for message in socket]
        assert [json.loads(each) for each in said if isinstance(each, str)][-1] == told


async def test_whoever_watches_has_no_seat_that_is_kept(serve: Serve) -> None:
    browser, _ = await serve(program=WATCHING_PROGRAM)
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, '{"seat": false}')


@pytest.mark.parametrize(
    "key, said", [(b"o", "removed"), (b"O", "barred"), (b"x", "left")], ids=str
)
async def test_whoever_was_put_out_is_not_told_of_having_left(
    serve: Serve, key: bytes, said: str
) -> None:
    async with at_screen(serve) as socket:
        await pressed(socket, key, f"<{key.decode()}>")
        await pressed(socket, b"q", f'{{"end": "{said}"}}')


async def test_the_page_links_to_the_table_that_has_moved_and_the_form_there_brings_the_seat(
    serve: Serve,
) -> None:
    browser, _ = await serve("K7QM2X")
    await sit(browser, code="K7QM2X")
    async with browser.screen() as socket:
        await drawn(socket, "[Anna")
        await pressed(socket, b"w", "<w>")
        told = await pressed(socket, b"q", '{"end": "moved"}')
    (link,) = re.findall(r'{"link": "([^"]+)"}', told)
    page, _, given = link.partition("#")
    assert page == f"https://192.0.2.7:{URL(browser.address).port}/"
    kept = dict(parse_qsl(given))
    assert kept == {"code": "K7QM2X", "name": "Anna", "seat": "token of Anna"}
    there, _ = await serve("K7QM2X")
    await sit(there, **kept)
    async with there.screen() as socket:
        await drawn(socket, "[Anna token of Anna 100x30]")


async def test_the_form_of_a_link_learns_whether_its_seat_is_one_of_the_table(serve: Serve) -> None:
    browser, host = await serve()
    host.lost.add("of another table")
    assert (await browser.post("/known", seat="token of Anna"))[0] == 204
    assert (await browser.post("/known", seat="of another table"))[0] == 404
    assert (await browser.post("/known", {}, seat="token of Anna"))[0] == 403, "another page"


async def test_the_ticket_of_a_seat_opens_it_at_the_page_of_a_branch(serve: Serve) -> None:
    """The branch has tokens of its own, and knows the SHA-256 of the earlier tokens."""
    guest = {"name": "Anna", "token": "new", "word": "", "marks": [mark_of_ticket("old")]}
    browser, host = await serve("K7QM2X", guests=[guest])
    host.lost |= {"old", "of another table"}
    assert (await browser.post("/known", seat="old"))[0] == 204
    assert (await browser.post("/known", seat="of another table"))[0] == 404
    assert (await browser.post("/sit", name="Anna", code="AAAAAA", seat="old"))[0] == 403
    await sit(browser, "Anna", "K7QM2X", "old")
    async with browser.screen() as socket:
        await drawn(socket, "[Anna new 100x30]")


async def test_the_page_has_links_to_the_computers_that_may_go_on(serve: Serve) -> None:
    browser, _ = await serve("K7QM2X")
    await sit(browser, "Anna", "K7QM2X")
    async with browser.screen() as socket:
        await drawn(socket, "[Anna")
        await socket.send_str('{"ping": 1}')
        told = await drawn(socket, '"elsewhere"')
    ((name, link),) = re.findall(r'\["(\w+)", "([^"]+)"\]', told)
    assert name == "Bob"
    assert link.startswith(
        f"https://192.168.1.21:{URL(browser.address).port}/#code=K7QM2X&name=Anna"
    )


async def test_the_page_hears_when_the_guest_types_in_a_line(serve: Serve) -> None:
    async with at_screen(serve) as socket:
        await pressed(socket, b"t", '{"state": {"typing": true}}')


@pytest.mark.skipif(sys.platform != "linux", reason="only there a line is measured")
async def test_a_guests_program_hears_how_long_the_line_takes(serve: Serve) -> None:
    async with at_screen(serve) as socket:
        await socket.send_bytes(b"l")
        assert re.search(r"line [1-9]\d* ms", await drawn(socket, " ms"))


async def test_a_page_that_is_touched_speaks_of_taps(serve: Serve) -> None:
    browser, _ = await serve()
    await sit(browser)
    for touch in (1, 0):
        async with browser.screen(touch=touch) as socket:
            await drawn(socket, "[Anna")
            await pressed(socket, b"?", f"touch {touch}")


@pytest.mark.parametrize(
    "code, said", [("os._exit(70)", "seated"), ("os.kill(0, 9)", "seated"), ("os._exit(1)", "left")]
)
async def test_a_program_that_fails_is_not_taken_for_a_guest_who_leaves(
    serve: Serve, code: str, said: str
) -> None:
    async with at_screen(serve, program=SMALL_PROGRAM.replace("break", code)) as socket:
        await pressed(socket, b"q", f'{{"end": "{said}"}}')


@pytest.mark.parametrize("page, spoken", [("ru", "ru"), ("", "en"), ("../x", "en")])
async def test_a_screen_speaks_as_the_page_around_it(serve: Serve, page: str, spoken: str) -> None:
    browser, _ = await serve()
    await sit(browser)
    async with browser.screen(language=page) as socket:
        await drawn(socket, "[Anna")
        await pressed(socket, b"?", f"language {spoken}")


async def test_without_a_cookie_and_from_another_page_there_is_no_screen(serve: Serve) -> None:
    browser, _ = await serve()
    async with browser.screen() as socket:
        await drawn(socket, '{"end": "unknown"}')
        assert socket._response.headers["Server"] == "Kozyr"
    browser.own = {"Origin": "https://elsewhere.example"}
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        async with browser.screen():
            pass
    assert refused.value.status == 403


async def test_the_page_opened_again_has_the_seat_also_after_the_host_began_anew(
    serve: Serve,
) -> None:
    browser, _ = await serve()
    await sit(browser)
    async with browser.screen() as first:
        await drawn(first, '{"seat": true}')
        assert (await browser.post("/seat"))[0] == 204
        async with browser.screen() as second:
            await drawn(second, "[Anna token of Anna 100x30]")
            await drawn(first, '{"end": "elsewhere"}')
    seat = next(value for name, value in browser.cookies().items() if "seat" in name)
    later, _ = await serve()
    port = urlsplit(later.address).port
    status, text, _ = await later.get(Cookie=f"kozyr_seat_{port}={seat}")
    assert (status, 'id="screen"' in text) == (200, True)


async def test_a_browser_without_cookies_is_told_what_is_missing(serve: Serve) -> None:
    browser, _ = await serve()
    status, _, answer = await browser.post("/sit", name="Anna", code="")
    assert status == 303
    browser.session.cookie_jar.clear()
    assert "en:cookies" in (await browser.get("/" + answer.headers["Location"][2:]))[1]
    assert "en:cookies" not in (await browser.get())[1]


async def test_whoever_leaves_is_asked_for_a_name_again(serve: Serve) -> None:
    browser, _ = await serve()
    await sit(browser)
    assert (await browser.post("/leave"))[0] == 303
    assert "en:sit" in (await browser.get())[1]


def _unsigned(*said: str) -> str:
    return base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")


@pytest.mark.parametrize("ending", ["", ".", "." + "0" * 64])
async def test_a_forged_cookie_starts_no_program_and_asks_for_the_code(
    serve: Serve, ending: str
) -> None:
    browser, _ = await serve("K7QM2X")
    port = urlsplit(browser.address).port
    forged = _unsigned("t", "Mallory", "invented", "ab" * 32) + ending
    status, text, answer = await browser.get(Cookie=f"kozyr_seat_{port}={forged}")
    assert (status, "en:code" in text, 'id="screen"' in text) == (200, True, False)
    assert "Set-Cookie" not in answer.headers
    async with browser.screen() as socket:
        await drawn(socket, '{"end": "unknown"}')


async def test_the_seat_of_another_table_is_none(serve: Serve) -> None:
    browser, _ = await serve("K7QM2X")
    port = urlsplit(browser.address).port
    cookie = write_seat(bytes.fromhex("5e" * 32), ["another", "Ann", "token", ""])
    assert "en:code" in (await browser.get(Cookie=f"kozyr_seat_{port}={cookie}"))[1]


# --- limits --------------------------------------------------------------------------------------


UNSEATED = SMALL_PROGRAM.replace("host.sendall", "len")
"""A guest's program that takes no seat."""


@pytest.mark.parametrize(
    ("limits", "program", "first"),
    [
        pytest.param({"MOST_GUESTS": 1}, SMALL_PROGRAM, "[Anna", id="of all"),
        pytest.param({"MOST_OF_ONE": 1}, SMALL_PROGRAM, "[Anna", id="of one address"),
        pytest.param({"MOST_UNSEATED": 1}, UNSEATED, "[Anna", id="without a seat"),
        pytest.param(
            {"MOST_GUESTS": 1, "SEAT_SECONDS": 0.0},
            SMALL_PROGRAM,
            '{"seat": true}',
            id="nobody with a seat makes room",
        ),
    ],
)
async def test_one_screen_too_many_is_told_so_and_takes_nothing_from_the_first(
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    limits: dict[str, float],
    program: str,
    first: str,
) -> None:
    for name, most in limits.items():
        monkeypatch.setattr(screens, name, most)
    browser, _ = await serve(program=program)
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, first)
        await sit(browser, "Bob")
        async with browser.screen() as other:
            await drawn(other, '{"end": "full"}')
        await pressed(socket, b"k", "<k>")


async def test_whoever_has_a_seat_comes_back_however_many_screens_there_are(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, _ = await serve()
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, '{"seat": true}')
    monkeypatch.setattr(screens, "MOST_GUESTS", 0)
    async with browser.screen() as socket:
        await drawn(socket, "[Anna token of Anna")


async def test_whoever_has_lost_the_seat_is_a_newcomer(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many cookies of earlier seats a browser has kept, they open no more screens."""
    monkeypatch.setattr(screens, "MOST_GUESTS", 0)
    browser, host = await serve()
    host.lost.add("token of Bob")
    for name, shown in (("Anna", "[Anna token of Anna"), ("Bob", '{"end": "full"}')):
        browser.session.cookie_jar.clear()
        said = ["t", name, f"token of {name}", "ab" * 32]
        cookie = write_seat(bytes.fromhex("5e" * 32), said)
        await browser.get(Cookie=f"kozyr_seat_{urlsplit(browser.address).port}={cookie}")
        async with browser.screen() as socket:
            await drawn(socket, shown)


async def test_whoever_takes_no_seat_goes(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "HOME_SECONDS", 0.1)
    browser, _ = await serve(program=UNSEATED)
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, '{"end": "unseated"}')


async def test_whoever_takes_no_seat_makes_room_for_somebody_else(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "MOST_UNSEATED", 1)
    monkeypatch.setattr(screens, "SEAT_SECONDS", 0.0)
    browser, _ = await serve(program=UNSEATED)
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, "[Anna")
        await sit(browser, "Bob")
        async with browser.screen() as other:
            await drawn(other, "[Bob")
            await drawn(socket, '{"end": "unseated"}')


def _frame(kind: int, data: bytes) -> bytes:
    """Write a message of a WebSocket as a client does, masked with nothing."""
    return bytes([0x80 | kind, 0x80 | len(data)]) + bytes(4) + data


async def _open_and_read_nothing(browser: Browser) -> asyncio.StreamWriter:
    """Open a screen by hand; after its first frame nothing more is taken from the line."""
    where = urlsplit(browser.address)
    sock = create_connection((where.hostname or "", where.port or 0))
    said = (
        *("GET /screen?columns=80&rows=24 HTTP/1.1", f"Host: {where.netloc}"),
        *(f"Origin: {browser.address}", "Upgrade: websocket", "Connection: Upgrade"),
        *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
        "Cookie: " + "; ".join(f"{name}={value}" for name, value in browser.cookies().items()),
    )
    reader, writer = await asyncio.open_connection(sock=sock)
    writer.write(("\r\n".join(said) + "\r\n\r\n").encode())
    assert b"101" in await reader.readline()
    await reader.readuntil(b"[Anna")
    transport = writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    return writer


async def test_a_browser_that_never_reads_is_parted_however_lively_it_seems(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "UNREAD_SECONDS", 0.1)
    kept: list[asyncio.Transport] = []
    keep = PageServer.has_screen

    def noted(self: PageServer, transport: asyncio.Transport) -> None:
        keep(self, transport)
        kept.append(transport)

    monkeypatch.setattr(PageServer, "has_screen", noted)
    browser, _ = await serve(encrypted=False)
    await sit(browser)
    writer = await _open_and_read_nothing(browser)
    writer.write(_frame(0x2, b"f"))
    unsent: list[int] = []
    while not kept[0].is_closing():
        writer.write(_frame(0xA, b""))  # the reply to a ping
        unsent.append(kept[0].get_write_buffer_size())
        await asyncio.sleep(0.005)
    writer.transport.abort()
    # Beyond the transport's own limit, one more frame may wait; the system decides its size.
    assert 0 < max(unsent) < 1 << 20
    async with browser.screen() as socket:
        await drawn(socket, "[Anna")


@pytest.mark.parametrize("encrypted", [True, False])
async def test_rubbish_on_the_port_disturbs_nobody(serve: Serve, encrypted: bool) -> None:
    browser, _ = await serve(encrypted=encrypted)
    port = urlsplit(browser.address).port
    for rubbish in (
        b"\x00" * 3000,
        b"\x16\x03\x01\x02\x00" + b"z" * 512,
        b"GET / HTTP/9.9\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(rubbish)
        writer.write_eof()
        await reader.read()
        writer.close()
    assert (await browser.get())[0] == 200


@pytest.mark.parametrize(
    ("crowd", "addresses"),
    [
        pytest.param(200, ["127.0.0.1"], id="of one computer"),
        pytest.param(LIMITS.strangers.waiting, [f"127.0.1.{n}" for n in range(1, 9)], id="of many"),
    ],
)
async def test_a_crowd_leaves_room_for_the_browser_of_another_computer(
    serve: Serve, crowd: int, addresses: list[str]
) -> None:
    browser, _ = await serve()
    port = urlsplit(browser.address).port
    sources = [(addresses[n % len(addresses)], 0) for n in range(crowd)]
    idle = [
        await asyncio.open_connection("127.0.0.1", port, local_addr=source) for source in sources
    ]
    other = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0), ssl=False)
    try:
        async with (
            aiohttp.ClientSession(connector=other) as session,
            session.get(browser.address) as answer,
        ):
            assert answer.status == 200
    finally:
        for _, writer in idle:
            writer.transport.abort()


async def test_only_local_networks_are_let_in(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "is_local", lambda *_: False)
    browser, _ = await serve()
    with pytest.raises((aiohttp.ClientError, ssl.SSLError, OSError)):
        await browser.get()


# --- what strangers cannot do --------------------------------------------------------------------


async def test_nobody_outside_writes_the_log(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    browser, host = await serve()
    broken = {**browser.own, "Content-Encoding": "gzip", "Content-Type": FORM}
    for headers, body in (
        (broken, b"no gzip"),
        ({**browser.own, "Content-Type": f"{FORM}; charset=none"}, b"name="),
        ({**browser.own, "Content-Type": FORM}, b"&a=1" * 20),
        ({**browser.own, "Content-Type": "multipart/form-data; boundary=x"}, b"--x\r\n\r\n"),
    ):
        async with browser.session.post(
            browser.address + "/sit", data=body, headers=headers, ssl=False
        ) as answer:
            assert answer.status == 400
            await answer.read()
    origin, anybody = urlsplit(browser.address), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    head = f"POST /sit HTTP/1.1\r\nHost: {origin.netloc}\r\nOrigin: {browser.address}\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", origin.port, ssl=anybody)
    writer.write(head.encode() + b"Content-Length: 9\r\n\r\nname=")
    writer.close()
    nonsense = {"Host": "a:b:c", "Origin": "https://a:b:c"}
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await browser.session.ws_connect(browser.address + "/screen", headers=nonsense, ssl=False)
    assert refused.value.status == 421
    assert host.asked == []
    await sit(browser)
    async with browser.screen() as socket:
        await drawn(socket, "[Anna")
        for text in ("[" * 60_000, '{"size": [1e400, 1]}', '{"ping": 1e400}', '{"size": 7}', "[]"):
            await socket.send_str(text)
        await pressed(socket, b"k", "<k>")
    # The gateway's process leaves out the library's own messages.
    ours = [record for record in caplog.records if not record.name.startswith("aiohttp")]
    assert not [record for record in ours if record.levelno >= logging.ERROR]


async def _raw(browser: Browser, said: bytes) -> str:
    """Say something on an unencrypted connection; return the reply."""
    port = urlsplit(browser.address).port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    answer = await reader.read()
    writer.close()
    return answer.decode()


async def test_the_way_to_https_leads_to_no_other_computer(serve: Serve) -> None:
    browser, _ = await serve()
    said = await _raw(browser, b"GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n")
    assert "421" in said.split("\r\n")[0]
    assert "evil.example" not in said


@pytest.mark.parametrize("encrypted", [True, False])
@pytest.mark.parametrize(
    "said",
    [
        *(b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"rubbish\r\n\r\n"),
        *(b"GET \xff\r\n\r\n", b"CONNECT away:443 HTTP/1.0\r\n\r\n"),
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nExpect: more\r\n\r\n",
    ],
)
async def test_no_answer_names_the_software(serve: Serve, encrypted: bool, said: bytes) -> None:
    browser, _ = await serve(encrypted=encrypted)
    answer = (await _raw(browser, said)).lower()
    assert "server: kozyr" in answer
    assert "python" not in answer
    assert "aiohttp" not in answer
