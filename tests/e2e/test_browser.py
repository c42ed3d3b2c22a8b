"""People in a real browser: at a desk and on a phone, through a reload and a lost line."""

import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import DESK, PHONE, Page, chromium, host_with_page, unavailable
from tests.support.cut_proxy import CutProxy

pytestmark = pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "there is a browser")

SAID = "text => document.getElementById('said')?.textContent.includes(text)"
"""The text in front of the table."""

BOTS = ("--seats", "4", "--bots", "easy,easy,easy", "--rule", "target=50", "--code", "K7QM2X")


@pytest.mark.timeout(400)  # an otherwise idle machine needs twenty seconds of these
async def test_a_phone_sits_down_plays_reloads_and_survives_a_lost_line(tmp_path: Path) -> None:
    async with (
        host_with_page(tmp_path, *BOTS) as port,
        CutProxy(port) as line,
        chromium() as browser,
    ):
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **PHONE)
        page = Page(await context.new_page())
        faults: list[str] = []
        page.tab.on("pageerror", lambda error: faults.append(str(error)))
        page.tab.on(
            "console",
            lambda said: faults.append(said.text) if "Content Security" in said.text else None,
        )
        await page.tab.goto(f"https://127.0.0.1:{line.port}/")
        await page.sit("Vera", "AAAAAA")
        await page.tab.wait_for_selector(".trouble")
        await page.sit("Vera", "k7q-m2x")
        await page.wait_for("start the match")
        assert await page.tab.evaluate("terminal.cols >= 44 && terminal.cols < 60")
        assert await page.tab.evaluate("terminal.rows >= 30")
        await page.tap_for("start the match", "deal 1")
        await page.play(turns=1)
        await page.tab.reload()
        await page.wait_for("deal 1")
        await page.wait_for("Your turn", "Vera")
        line.refusing = True
        line.cut()
        await page.tab.wait_for_selector("#front:not([hidden])")
        line.met.clear()
        line.relaying.clear()
        line.refusing = False
        await line.met.wait()
        await page.tab.set_viewport_size({"width": 844, "height": 390})  # turned on its side
        await page.tab.wait_for_function("() => terminal.cols > 60")
        line.relaying.set()
        await page.tab.wait_for_selector("#front", state="hidden", timeout=40_000)
        await page.wait_for("deal 1")
        await page.wait_for_bottom("Esc leave")
        await page.tab.tap("#keys [data-key='?']")
        await page.wait_for("Esc goes back")
        await page.tab.tap("#keys [data-key=escape]")
        assert await page.tab.evaluate("document.activeElement.inputMode") == "none"
        second = Page(await context.new_page())
        await second.tab.goto(f"https://127.0.0.1:{line.port}/")
        await second.wait_for("deal 1")
        async with page.tab.expect_navigation():
            await page.tab.tap("#again")
        await page.wait_for("deal 1")
        await second.tab.wait_for_selector("#again")
        assert faults == []


@pytest.mark.nightly
async def test_a_whole_match_is_played_at_a_desk(tmp_path: Path) -> None:
    async with host_with_page(tmp_path, *BOTS) as port, chromium() as browser:
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **DESK)
        page = Page(await context.new_page())
        await page.tab.goto(f"https://127.0.0.1:{port}/")
        await page.sit("Vera", "K7QM2X")
        await page.wait_for("start the match")
        await page.tab.keyboard.press("Enter")
        await page.wait_for("deal 1")
        await page.play()
        await page.wait_for("match over")


WATCHED = """
globalThis.called = [];
navigator.vibrate = (ms) => { called.push(`vibrate ${ms}`); return true; };
Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  called.push(`awake ${what}`);
  return { released: false, release() { this.released = true; called.push("asleep"); } };
} } });
"""
"""Notes the requests of the page to a phone."""


@pytest.mark.nightly
@pytest.mark.timeout(400)
async def test_a_phone_comes_by_a_link_with_the_code_and_its_keys_reach_everything(
    tmp_path: Path,
) -> None:
    async with host_with_page(tmp_path, *BOTS) as port, chromium() as browser:
        context = await browser.new_context(ignore_https_errors=True, locale="ru-RU", **PHONE)
        await context.add_init_script(WATCHED)
        page = Page(await context.new_page())
        asked: list[str] = []
        page.tab.on("request", lambda request: asked.append(request.url))
        await page.tab.goto(f"https://127.0.0.1:{port}/#code=k7q-m2x")
        await page.tab.tap("nav a")  # English, please
        await page.tab.wait_for_selector("html[lang=en]")
        given = "() => document.forms[0].elements.code.value === 'k7q-m2x'"
        await page.tab.wait_for_function(given)
        await page.tab.fill("input[name=name]", "Vera")
        async with page.tab.expect_navigation():
            await page.tab.tap("main button")
        await page.wait_for("start the match")
        assert not [url for url in asked if "k7q" in url.partition("#")[0]], "no address has it"
        await page.unfold("chat")
        await page.tab.wait_for_function("() => terminal.textarea.inputMode === 'text'")
        assert await page.tab.evaluate("document.activeElement === terminal.textarea")
        await page.tab.keyboard.type("привет")
        await page.tab.keyboard.press("Enter")
        await page.wait_for("привет")
        await page.tab.tap("#keys [data-key=escape]")
        await page.tab.wait_for_function("() => terminal.textarea.inputMode === 'none'")
        assert "awake screen" not in await page.tab.evaluate("called")
        await page.tap_for("start the match", "deal 1")
        await page.wait_for("Your turn")
        await page.tab.wait_for_function("() => called.includes('awake screen')")
        await page.tab.wait_for_function("() => called.includes('vibrate 80')")
        for size in ({"width": 390, "height": 844}, {"width": 844, "height": 390}):
            await page.tab.set_viewport_size(size)
            for key, shown in (("f2", "Scores"), ("f3", "Rules · "), ("f5", "House rules · ")):
                await page.unfold(key)
                await page.wait_for(shown)
                await page.tab.tap("#keys [data-key=escape]")
                await page.wait_for("Your turn")
            await page.unfold("i")
            await page.wait_for("/#code=K7QM2X")
            await page.tab.tap("#keys [data-key=escape]")
            await page.wait_for("Your turn")
        await page.tab.tap("#calling")
        assert await page.tab.evaluate("localStorage.getItem('kozyr.calls')") == "off"
        await page.tab.tap("#more")
        async with page.tab.expect_navigation():
            await page.tab.tap("#unfolded a")
        await page.wait_for("Ваш ход")
        assert await page.tab.get_attribute("#calling", "aria-pressed") == "false"
        assert "vibrate 80" not in await page.tab.evaluate("called"), "not after it is off"


@pytest.mark.nightly  # tests/e2e/test_page.py kills and closes a host every day
@pytest.mark.timeout(400)
async def test_the_page_tells_a_host_that_is_gone_from_a_closed_table(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with chromium() as browser:
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **PHONE)
        page = Page(await context.new_page())
        async with host_with_page(tmp_path, *BOTS, port=port, killed=True):
            await page.tab.goto(f"https://127.0.0.1:{port}/")
            await page.sit("Vera", "K7QM2X")
            await page.tap_for("start the match", "deal 1")
        gone = "The host's program has ended unexpectedly."
        await page.tab.wait_for_function(SAID, arg=gone)
        await page.tab.wait_for_function(SAID, arg="Your seat is kept.")
        async with host_with_page(tmp_path, table="--resume", port=port):
            await page.tab.wait_for_selector("#front", state="hidden", timeout=40_000)
            await page.wait_for("Your turn", "Vera")
        await page.tab.wait_for_function(SAID, arg=gone)
        async with host_with_page(tmp_path, *BOTS, port=port):
            await page.tab.wait_for_selector("input[name=code]", timeout=40_000)
            await page.sit("Vera", "K7QM2X")
            await page.wait_for("start the match")
        await page.tab.wait_for_function(SAID, arg="The table is closed.")
        assert not await page.tab.is_visible("#again")


REFUSING = """
globalThis.refusing = true;
globalThis.WebSocket = class extends WebSocket {
  constructor(way) { super(refusing ? "wss://127.0.0.1:9/" : way); }
};
"""
"""Has the page request a connection that its own policy forbids, so that the browser refuses it."""


@pytest.mark.nightly
async def test_the_page_tells_a_browser_that_refuses_from_a_host_that_is_silent(
    tmp_path: Path,
) -> None:
    async with (
        host_with_page(tmp_path, *BOTS) as port,
        CutProxy(port) as line,
        chromium() as browser,
    ):
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **PHONE)
        page = Page(await context.new_page())
        await page.tab.add_init_script(REFUSING)
        await page.tab.goto(f"https://127.0.0.1:{line.port}/")
        await page.sit("Vera", "K7QM2X")
        await page.tab.wait_for_function(SAID, arg="refuses its connection to the table")
        line.refusing = True
        line.cut()
        await page.tab.wait_for_function(SAID, arg="The connection is lost, trying again")
        line.refusing = False
        await page.tab.wait_for_function(SAID, arg="kozyr host --web-plain")
        await page.tab.evaluate("refusing = false")
        await page.wait_for("start the match")


# the words of the page about a move are tried every day in tests/net/guests/web
@pytest.mark.nightly
async def test_the_page_leads_to_a_table_that_has_moved_and_a_link_waits_for_a_tap(
    tmp_path: Path,
) -> None:
    """The first host says where the table has gone; the second host has a similar table open, which
    knows nothing of the seat.
    """
    async with (
        host_with_page(tmp_path / "old", *BOTS) as old,
        host_with_page(tmp_path / "new", *BOTS) as new,
        chromium() as browser,
    ):
        context = await browser.new_context(ignore_https_errors=True, locale="en-US", **DESK)
        link = f"https://127.0.0.1:{new}/#code=K7QM2X&name=Vera&seat=token"

        def moved(way: Any) -> None:
            for said in ({"link": link}, {"end": "moved"}):
                way.send(json.dumps(said))

        await context.route_web_socket(re.compile(f"127.0.0.1:{old}/screen"), moved)
        page = Page(await context.new_page())
        await page.tab.goto(f"https://127.0.0.1:{old}/")
        await page.sit("Vera", "K7QM2X")
        await page.tab.wait_for_function(SAID, arg="this page leads there by itself")
        async with page.tab.expect_response("**/known"):
            await page.tab.wait_for_url(f"https://127.0.0.1:{new}/**")
        await page.tab.wait_for_selector("main button:focus")
        assert await page.tab.input_value("input[name=name]") == "Vera"
        assert await page.tab.input_value("input[name=code]") == "K7QM2X"
        await page.tab.click("main button")
        await page.wait_for("start the match")
