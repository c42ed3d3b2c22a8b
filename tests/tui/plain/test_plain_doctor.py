"""Plain mode: the command that finds out why a table is not found."""

import asyncio

import pytest

from net.client.events import Dismissed
from net.client.seat import ClientSeat
from net.wire.from_host import Closed
from net.wire.reasons import CLOSINGS
from tui.doctor.report import of_table
from tui.plain.context import Examine, PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.preferences.settings import Settings
from tui.start import StartHost, StartJoin, StartSolo
from tui.table.links import open_link
from tui.table.session import TableSession


@pytest.mark.parametrize("line", ["doctor", "доктор", "Диагностика"])
def test_the_doctor_is_asked_by_a_word_even_before_there_is_a_seat(line: str) -> None:
    asked: list[object] = []
    said: list[str] = []
    dialogue = PlainDialogue(
        PlainContext(ClientSeat(), lambda message: None, said.append, Plan(), asked.append)
    )
    dialogue.typed(line)
    assert asked == [Examine()]
    assert said == []


def test_whoever_reaches_nobody_is_told_how_to_find_out_why() -> None:
    said: list[str] = []
    client = ClientSeat()
    dialogue = PlainDialogue(PlainContext(client, lambda message: None, said.append, Plan()))
    closed = Closed("unreachable", CLOSINGS["unreachable"], {"address": "10.0.0.9:23636"})
    event = client.dismiss(closed)
    assert isinstance(event, Dismissed)
    dialogue.receive(event, 0.0)
    assert said == [
        "Nobody answers at 10.0.0.9:23636.",
        "'kozyr doctor 10.0.0.9:23636' finds out why.",
    ]


def test_whoever_meets_another_certificate_is_told_how_to_come_in_without_the_key() -> None:
    said: list[str] = []
    client = ClientSeat()
    dialogue = PlainDialogue(PlainContext(client, lambda message: None, said.append, Plan()))
    event = client.dismiss(Closed("stranger", CLOSINGS["stranger"], {}))
    assert isinstance(event, Dismissed)
    dialogue.receive(event, 0.0)
    assert "the same command with '--watch' lets you in to watch" in said[-1]


async def test_an_examination_is_about_the_table_that_one_is_at() -> None:
    assert of_table(None) == (None, None)
    settings = Settings(name="Ann")
    join = await open_link(StartJoin(("10.0.0.9", 4567)), settings)
    assert of_table(join) == (("10.0.0.9", 4567), None)
    hosted = await open_link(StartHost("kozel", 2, port=0), settings)
    running = asyncio.ensure_future(hosted.link.run(lambda event: None))
    assert of_table(hosted) == (None, int(hosted.address.rpartition(":")[2]))
    await hosted.link.close()
    await running
    alone = await open_link(StartSolo("kozel", 2, "easy"), settings)
    assert of_table(alone) == (None, None)
    assert isinstance(alone, TableSession)
