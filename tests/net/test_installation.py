"""Modules for later are loaded beside the table, or never if the program is ending."""

import asyncio

import pytest

from net import installation


async def test_a_program_that_is_ending_loads_nothing_and_logs_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(installation, "SOON", 0.0)
    loop, due = asyncio.get_running_loop(), asyncio.Event()
    await loop.shutdown_default_executor()
    installation.load_soon(())
    loop.call_later(0.001, due.set)
    await due.wait()
