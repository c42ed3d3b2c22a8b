"""A table with a code, on the screens, in plain mode and on the command line."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import tui.plain.start
from core.games.kozel import rules as kozel
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.lan.discovery import Found
from net.table.lobby import Lobby
from net.wire.from_host import Confirmed, FromHost, Gathered, Proving, Refused, Seated
from net.wire.message import Message, SeatLine
from net.wire.protocol import VERSION
from net.wire.to_host import NewCode, Prove, Rule
from tests.support.harness import Harness
from tests.support.harness_app import at_harness
from tests.support.screens import app_of, opened, read, room_open, seen, until
from tui.app import KozyrApp
from tui.cli import run
from tui.commands.list import listed
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.program import TablesFound
from tui.room.screen import RoomScreen
from tui.room.table_code import AskCode
from tui.screens.new_table import NewTableScreen
from tui.screens.tables import TablesScreen
from tui.start import AnyStart, StartHost, StartJoin

CODE = "K7QM2X"


@asynccontextmanager
async def somebodys_table(code: str | None = CODE) -> AsyncIterator[Host]:
    table = new_table("Kitchen", kozel, kozel.Options(), 3, bot_seconds=0, code=code)
    async with Host(Lobby("Zoe", [table]), address="127.0.0.1", port=0) as host:
        yield host


# --- on the screens ------------------------------------------------------------------------------


async def test_the_waiting_room_and_the_house_rules_show_the_code() -> None:
    async with opened(StartHost("kozel", 2, port=0, code=CODE)) as pilot:
        await seen(pilot, "code of this table: K7QM2X")
        await pilot.press("f5")
        await seen(pilot, "House rules · Kozel")
        await seen(pilot, "code of this table: K7QM2X")


async def test_a_table_without_a_code_speaks_of_none() -> None:
    async with room_open(StartHost("kozel", 2, port=0)) as pilot:
        await seen(pilot, "join with: kozyr join")
        assert "code" not in read(pilot)


async def test_whoever_joins_is_asked_until_the_code_is_right() -> None:
    async with somebodys_table() as host, opened(StartJoin(("127.0.0.1", host.port))) as pilot:
        await seen(pilot, "Zoe's table Kitchen asks for a code")
        await pilot.press(*"abc", "enter")
        await seen(pilot, "a code has 4 to 16 Latin letters and digits")
        await pilot.press(*"aaaaaa", "enter")
        await seen(pilot, "that is not the code of this table")
        await pilot.press(*"k7q-m2x", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await seen(pilot, "code of this table: K7QM2X")


async def test_whoever_does_not_know_the_code_goes_home() -> None:
    async with somebodys_table() as host, opened(StartJoin(("127.0.0.1", host.port))) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, AskCode))
        await pilot.press("escape")
        await seen(pilot, "host a table on the LAN")
        assert isinstance(pilot.app, KozyrApp)
        assert pilot.app.navigator.session is None


async def test_whoever_came_from_the_list_goes_back_to_it_and_an_empty_line_is_no_code() -> None:
    async with somebodys_table() as host, opened(StartJoin()) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        assert isinstance(pilot.app, KozyrApp)
        pilot.app.begin(StartJoin(("127.0.0.1", host.port)))
        await until(pilot, lambda: isinstance(pilot.app.screen, AskCode))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, AskCode)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))


async def test_a_code_from_the_command_line_is_not_asked_for() -> None:
    async with somebodys_table() as host:
        start = StartJoin(("127.0.0.1", host.port), watch=True, code=CODE)
        async with room_open(start) as pilot:
            await seen(pilot, "Kitchen")


async def test_a_code_that_has_changed_is_told_to_everybody_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(kozel, new_code=lambda: "A1B2C3")
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch) as (pilot, _):
        harness.table.code = CODE
        zoe.send(Rule({"target": 61}))
        zoe.send(NewCode())
        await seen(pilot, "The code of the table is now")
        assert harness.table.code != CODE


async def test_the_form_asks_whether_there_is_a_code_and_remembers_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(table={"game": "kozel", "code": "nonsense"}) as pilot:
        app = app_of(pilot)
        begun: list[AnyStart] = []
        monkeypatch.setattr(app, "begin", begun.append)
        await app.push_screen(NewTableScreen(hosting=True))
        await seen(pilot, "a code to join")
        next(f for f in app.screen.query("Field") if f.name == "code").focus()
        await pilot.press("right")
        await seen(pilot, "‹ asked for ›")
        app.screen.query_one("#start").focus()
        await pilot.press("enter")
        await until(pilot, lambda: begun)
        (start,) = begun
        assert isinstance(start, StartHost)
        assert start.code == ""
        assert app.settings.table["code"] == "asked for"


def found(code: bool, phase: str = "gathering") -> Found:
    return Found(
        id="id" + str(code),
        name="Kitchen",
        game="kozel",
        host="Zoe",
        seats=3,
        free=2,
        phase=phase,
        address="10.0.0.1",
        port=4040,
        version=VERSION,
        latency=0.001,
        code=code,
    )


async def test_the_list_says_in_a_word_which_tables_ask() -> None:
    async with opened(StartJoin()) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesScreen))
        pilot.app.screen.post_message(TablesFound((found(False), found(True, "playing"))))
        await seen(pilot, "2/3 plays code")
        assert read(pilot).count(" code") == 1


# --- line by line --------------------------------------------------------------------------------


class Stage:
    """A PlainDialogue at a table that asks, with what was said and sent."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.sent: list[Message] = []
        client = ClientSeat()
        client.join("Ann", "t")
        client.handshake.meet("host", lambda code, table: Believing(code))
        self.dialogue = PlainDialogue(
            PlainContext(client, self.sent.append, self.said.append, Plan())
        )
        self.hear(
            Refused("code", "this table asks for its code: anybody who sits there can see it")
        )

    def hear(self, message: FromHost) -> None:
        for told in self.dialogue.player.client.receive(message, 100.0):
            self.dialogue.receive(told, 100.0)


class Believing:
    """A proof that believes everything."""

    def __init__(self, code: str) -> None:
        self.share = code

    def confirm(self, share: str) -> str:
        return share

    def confirmed(self, proof: str) -> bool:
        return True


def test_plain_mode_asks_tries_and_asks_again() -> None:
    stage = Stage()
    dialogue = stage.dialogue
    assert stage.said[-1] == "Type the code, or 'quit'."
    assert dialogue.wants_code
    assert dialogue.failed
    assert not dialogue.waits("k7q-m2x")
    dialogue.typed("?")
    assert stage.said[-1].startswith("A code has 4 to 16")
    dialogue.typed("aaaaaa")
    assert stage.sent == [Prove("t", "AAAAAA")]
    assert dialogue.waits("quit")
    stage.hear(Refused("wrong", "that is not the code of this table"))
    assert "that is not the code" in stage.said[-2]
    dialogue.typed("к7q-m2х")
    assert stage.sent[-1] == Prove("t", CODE)
    stage.hear(Proving(CODE))
    stage.hear(Confirmed(CODE))
    stage.hear(Seated("t", "Kitchen", "kozel", 0, "token", 0))
    stage.hear(Gathered("gathering", [SeatLine("Ann", kind="human")] * 2, 0, {}, code=CODE))
    assert "The code of this table is K7QM2X." in stage.said
    assert not dialogue.failed


def test_plain_mode_gives_up_on_quit() -> None:
    stage = Stage()
    stage.dialogue.typed("quit")
    assert stage.dialogue.done
    assert stage.dialogue.failed


@pytest.mark.parametrize(
    "typed, code, said",
    [
        pytest.param(b"", 1, ["Type the code, or 'quit'."], marks=pytest.mark.nightly),
        (
            b"aaaaaa\nk7q-m2x\nquit\n",
            0,
            ["No: that is not the code of this table;", "You sit at the table Kitchen"],
        ),
    ],
    ids=["nothing", "a wrong one, then the right one"],
)
async def test_a_pipe_is_asked_too(typed: bytes, code: int, said: list[str]) -> None:
    async with somebodys_table() as host:
        words = ["-m", "tui", "join", f"127.0.0.1:{host.port}", "--plain", "--name", "Ann"]
        pipe = asyncio.subprocess.PIPE
        player = await asyncio.create_subprocess_exec(
            sys.executable, *words, "--lang", "en", stdin=pipe, stdout=pipe
        )
        heard, _ = await player.communicate(typed)
    assert all(each in heard.decode() for each in said)
    assert player.returncode == code


# --- on the command line -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, game, code",
    [
        (["kozel"], "kozel", None),
        (["kozel", "--code"], "kozel", ""),
        (["--code", "kozel"], "kozel", ""),
        (["kozel", "--code", "kitchen"], "kozel", "KITCHEN"),
        (["kozel", "--code=k7q-m2x"], "kozel", "K7Q-M2X"),
    ],
)
def test_host_takes_a_code_or_has_one_made(
    monkeypatch: pytest.MonkeyPatch, words: list[str], game: str, code: str | None
) -> None:
    begun: list[StartHost] = []
    monkeypatch.setattr(
        tui.plain.start, "play", lambda start, /, *_, **__: begun.append(start) or 0
    )
    assert run(["host", "--plain", *words]) == 0
    assert (begun[0].game, begun[0].code) == (game, code)


@pytest.mark.parametrize("words", [["host", "kozel", "--code=?!"], ["join", "x", "--code", "?"]])
def test_what_is_no_code_is_a_mistake_on_the_command_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--plain"]) == 2
    assert "a code has 4 to 16 Latin letters and digits" in capsys.readouterr().err


def test_join_takes_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[StartJoin] = []
    monkeypatch.setattr(
        tui.plain.start, "play", lambda start, /, *_, **__: begun.append(start) or 0
    )
    assert run(["join", "10.0.0.1", "--plain", "--code", "k7q m2x"]) == 0
    assert begun[0].code == CODE


def test_kozyr_list_says_which_tables_ask() -> None:
    lines = listed([found(False), found(True)]).splitlines()
    assert "code" not in lines[1]
    assert "2/3 code" in lines[2]


def test_kozyr_list_says_which_tables_play() -> None:
    assert "2/3 plays" in listed([found(False, "playing")]).splitlines()[1]
