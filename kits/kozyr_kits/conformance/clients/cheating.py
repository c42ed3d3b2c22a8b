"""Has a client play with a cheating host; checks that it keeps its nonce secret and warns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgpack
import msgspec

from core.game import Seat
from kozyr_kits.conformance.clients.alterations import Plain
from kozyr_kits.conformance.clients.cheats import CHEATS
from kozyr_kits.conformance.clients.incidents import RETRY_SECONDS, ClientTrial, GoneError, Incident
from kozyr_kits.conformance.clients.lies import CUT, Lie
from kozyr_kits.conformance.clients.line import Line
from kozyr_kits.conformance.schema import brief
from net.wire.message import Message
from net.wire.protocol import decode_from_host


def lying(lie_to: Callable[[Seat], Lie], trial: ClientTrial) -> list[str]:
    """Have the host cheat from now on; return the list of its lies, which grows."""
    lies: list[Lie] = []
    wrong: list[str] = []

    def lie(line: Line, message: Plain) -> list[Plain]:
        if trial.observer.seated is None:
            return [message]
        if not lies:
            lies.append(lie_to(trial.observer.seat))
        told: list[Plain] = []
        heard = decode_from_host(msgpack.packb(message))
        for each in lies[0](heard):
            if isinstance(each, Message):
                told.append(msgspec.to_builtins(each))
            elif each == CUT:
                line.cut()
        truth = msgspec.to_builtins(heard)
        if told == [truth]:
            return [message]
        wrong.append(_wrong(truth, told))
        return told

    trial.lines.cheat = lie
    return wrong


def _wrong(message: Plain, told: Sequence[Plain]) -> str:
    """Word the first difference between a message and those sent in its place."""
    kind = message["type"]
    instead = next((each for each in told if each["type"] == kind), None)
    if instead is None:
        return f"{kind} is kept back"
    for name in (name for name in instead if instead[name] != message.get(name)):
        was, now = message.get(name), instead[name]
        if isinstance(was, dict) and isinstance(now, dict):
            part = next(key for key in {**was, **now} if was.get(key) != now.get(key))
            name, was, now = f"{name}.{part}", was.get(part), now.get(part)
        return f"{kind}.{name} is {brief(now)} for {brief(was)}"
    return f"{kind} comes with {brief([each['type'] for each in told if each is not instead])}"


def cheated(name: str) -> Incident:
    """Return an incident in which the host cheats in one way."""
    cheat = CHEATS[name]

    async def play(trial: ClientTrial) -> None:
        wrong = lying(cheat.lie, trial)
        if cheat.secret:
            shown = await _shows_nonce(trial)
            said = f"{_cheat(name, wrong)}: the nonce is shown all the same"
            trial.report.expect(cheat.sentence, not shown, said)
        await _expect_warning(trial, cheat.sentence, name, wrong)

    return play


async def other_move(trial: ClientTrial) -> None:
    """Make another legal move in place of the client's."""
    lines, offered = trial.lines, list[Plain]()

    def listen(line: Line, message: Plain) -> list[Plain]:
        if message["type"] != "Offered":
            return [message]
        offered.append(message)
        return []

    others: list[str] = []
    while not others:
        line, play = await trial.next_play()
        truth, lines.cheat = lines.cheat, listen
        line.forward({"type": "Ask"})
        if not await lines.wait(lambda: offered, trial.patience):
            raise GoneError("the client is gone")
        lines.cheat = truth
        others = [move for move in offered.pop()["moves"] if move != play["move"]]
        line.forward(play | ({"move": others[0]} if others else {}))
    wrong = [f"{brief(others[0])} for {brief(play['move'])}"]
    await _expect_warning(trial, "own-moves", "another move in place of the client's", wrong)


def _cheat(name: str, wrong: Sequence[str]) -> str:
    """Name a cheat, with its first lie if there was one."""
    return f"{name} ({wrong[0]})" if wrong else name


async def _expect_warning(
    trial: ClientTrial, requirement: str, name: str, wrong: Sequence[str]
) -> None:
    """Wait until the client warns its player, or the match is over."""
    warned = trial.warned
    if warned is None:
        return
    if not await trial.lines.wait(lambda: warned() or trial.is_over(), 10 * trial.patience):
        raise GoneError("the match does not end")
    if not warned() and trial.lines.line is not None:
        await trial.expect_end("closed", trial.lines.line, "host")
    told = await trial.hears_warning(warned)
    trial.report.expect(requirement, told, f"{_cheat(name, wrong)}: no warning")


async def _shows_nonce(trial: ClientTrial) -> bool:
    """Wait until the shuffle is over for the client; tell whether it has revealed its nonce."""

    def over() -> bool:
        line = trial.lines.line
        heard = {message["type"] for message in line.told} if line else set()
        return "Updated" in heard or bool(line and line.ended)

    def shown() -> bool:
        return any(m["type"] == "Reveal" for line in trial.lines.all for m in line.said)

    if not await trial.lines.wait(lambda: over() or shown(), trial.patience):
        raise GoneError("no match has begun")
    await trial.lines.wait(shown, RETRY_SECONDS / 4)
    return shown()
