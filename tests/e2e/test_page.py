"""A guest at the page of a real host, without a browser."""

import socket
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.browser import host_with_page
from tests.support.page_guest import page_guest

pytestmark = pytest.mark.skipif(find_spec("aiohttp") is None, reason="aiohttp is not installed")

BOTS = ("--seats", "4", "--bots", "easy,easy,easy", "--code", "K7QM2X")


async def test_a_seat_survives_a_host_that_was_killed_and_resumed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with page_guest(f"https://127.0.0.1:{port}") as vera:
        async with host_with_page(tmp_path, *BOTS, port=port, killed=True):
            await vera.sit("Vera", "K7Q-M2X")
            async with vera.screen() as screen:
                await screen.wait_for("start the match")
                await screen.press("\r")
                await screen.wait_for("deal 1")
                await screen.wait_for("Your turn")
        async with host_with_page(tmp_path, table="--resume", port=port):
            assert "data-nonce" in await vera.open(), "nobody asks for a name or a code again"
            async with vera.screen() as screen:
                await screen.wait_for("deal 1")
                await screen.wait_for("Your turn")
                assert "Vera" in screen.text
