"""Incidents in a match that a client plays, with the reactions of a correct client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.game import WordedError, house_rules
from core.games import GAMES
from kozyr_kits.conformance.clients.alterations import ALTERATIONS, Alteration, Plain
from kozyr_kits.conformance.clients.line import LOOPBACK, UNALTERED, Line, Lines
from kozyr_kits.conformance.clients.observer import ClientObserver
from kozyr_kits.conformance.clients.partners import Partner
from kozyr_kits.conformance.clients.people import Person
from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import brief
from net.public.client import Identity, new_identity
from net.wire.reasons import CLOSINGS, REFUSALS
from net.wire.to_host import NewCode, Rule

SILENT_SECONDS: Final = 6.0
"""The time after which a client considers a silent host gone."""
RETRY_SECONDS: Final = 4.0
"""The time in which a client tries to resume: it tries once a second."""

WORD: Final = "4d5e"
"""The word by which the new host of a table recognises the clients sent by the old one."""

WARNING_SECONDS: Final = 6.0
"""The time for a warning: a client gives it at once, or when it has checked a match."""
LOOK_SECONDS: Final = 0.25
"""The time between two looks at the output of a client."""

LATE_SECONDS: Final = 0.5
"""The time that an answer takes on a slow line."""

PAUSE_SECONDS: Final = 10
"""The seconds of a finished deal; a client that never continues breaks only that sentence."""


class GoneError(WordedError):
    """The client is gone or inactive."""


@dataclass(frozen=True, slots=True)
class ClientTrial:
    """The client under test, for incidents. `patience` is the time for an answer in seconds."""

    lines: Lines
    observer: ClientObserver
    report: ConformanceReport
    patience: float
    is_over: Callable[[], bool]
    """Whether the match has ended."""
    warned: Callable[[], bool] | None = None
    """Whether the client has warned its player of the host; None if that cannot be seen."""
    people: tuple[Person, ...] = ()
    """The other players, who have keys if the host is to be lost."""
    owner: Partner | None = None
    """The owner of the table, in a run in which the client follows that player's requests."""

    async def next_play(self) -> tuple[Line, Plain]:
        """Hold back the client's next move. Raises GoneError.

        A move that the host has accepted may be sent again after a break: it is let through.
        """
        while True:
            held = await self.lines.take("Play", self.patience)
            if held is None and self.observer.reading:
                held = await self.lines.take("Play", PAUSE_SECONDS + self.patience)
            if held is None:
                raise GoneError("the client makes no move")
            line, play = held
            if play["number"] > self.observer.number:
                return held
            line.forward(play)

    async def next_line(self, after: Line, seconds: float = 0) -> Line | None:
        """Wait for the client to connect again."""
        after_it = after.number + 1
        await self.lines.wait(lambda: len(self.lines.all) > after_it, seconds or self.patience)
        return self.lines.all[after_it] if len(self.lines.all) > after_it else None

    async def plays_on(self, moves: int = 2) -> bool:
        """Wait for this many more moves; tell whether they were made."""
        wanted = self.observer.plays + moves

        def moved() -> bool:
            return self.observer.plays >= wanted

        if await self.lines.wait(moved, self.patience) or not self.observer.reading:
            return moved()
        return await self.lines.wait(moved, PAUSE_SECONDS + self.patience)

    async def hears_warning(self, warned: Callable[[], bool]) -> bool:
        """Wait for the client to warn its player; its output wakes no waiting task."""
        for _ in range(round(WARNING_SECONDS / LOOK_SECONDS)):
            if await self.lines.wait(warned, LOOK_SECONDS):
                return True
        return warned()

    async def expect_end(self, name: str, line: Line, code: str, **facts: str | int) -> None:
        """Close the connection for a reason; the client must not resume."""
        reason = CLOSINGS[code]
        line.tell({"type": "Closed", "code": code, "reason": reason, "facts": facts})
        line.hang_up()
        back = await self.next_line(line, RETRY_SECONDS)
        self.report.expect(name, back is None, f"the client connects again after Closed {code}")


Incident: TypeAlias = Callable[[ClientTrial], Awaitable[None]]


async def lost_play(trial: ClientTrial) -> None:
    """Break the connection before a move has reached the host: it has to be sent again."""
    line, play = await trial.next_play()
    line.cut()

    def again() -> bool:
        return any(play in each.said for each in trial.lines.all[line.number + 1 :])

    came = await trial.lines.wait(again, trial.patience)
    trial.report.expect("again", came, f"{brief(play)} does not come again after a break")


async def taken_play(trial: ClientTrial) -> None:
    """Break the connection after a move has been made, before the client is told."""
    line, play = await trial.next_play()
    line.mute = True
    line.forward(play)
    await trial.lines.wait(
        lambda: any(m.get("number", -1) >= play["number"] for m in line.unheard), trial.patience
    )
    line.cut()
    back = await trial.next_line(line)
    moved = await trial.plays_on(1) if back is not None else False
    trial.report.expect("return", moved, "the client does not come back and play on")


async def stale(trial: ClientTrial) -> None:
    """Refuse a move as stale: the next one must have its number."""
    line, play = await trial.next_play()
    position = {**trial.observer.position, "events": []}
    refused = {"type": "Refused", "code": "stale", "reason": REFUSALS["stale"], "rule": ""}
    line.tell({**refused, "facts": {}, "seq": position["seq"], "number": play["number"]})
    line.tell(position)
    next_one = await trial.lines.take("Play", trial.patience)
    right = next_one is not None and next_one[1]["number"] == play["number"]
    trial.report.expect(
        "numbers", right, f"after a refused {brief(play)} comes {brief(next_one and next_one[1])}"
    )
    if next_one is not None:
        next_one[0].forward(next_one[1])


async def lower_number(trial: ClientTrial) -> None:
    """Show the position with the earlier number again while a move is on its way."""
    line, play = await trial.next_play()
    line.tell({**trial.observer.position, "events": []})
    for _ in range(2):  # the second Ping was sent after that was read
        ping = await trial.lines.take("Ping", trial.patience)
        if ping is not None:
            ping[0].forward(ping[1])
    same = trial.observer.pending == play
    trial.report.expect(
        "one-choice", same, f"{brief(trial.observer.pending)} comes after {brief(play)}"
    )
    line.forward(play)


async def silence(trial: ClientTrial) -> None:
    """Fall silent: the client has to consider the host gone, and resume."""
    line, play = await trial.next_play()
    line.mute = True
    line.forward(play)
    ended = await trial.lines.wait(lambda: line.ended, SILENT_SECONDS + trial.patience)
    back = await trial.next_line(line) if ended else None
    trial.report.expect("silent-host", back, "the client stays with a host that says nothing")
    line.cut()


async def crowd(trial: ClientTrial) -> None:
    """Turn the client away once, as if crowded: it has to try again."""
    line, play = await trial.next_play()
    line.forward(play)
    line.cut()
    hello = await trial.lines.take("Hello", trial.patience)
    if hello is None:
        raise GoneError("the client does not come back")
    line = hello[0]
    line.tell({"type": "Closed", "code": "crowd", "reason": CLOSINGS["crowd"], "facts": {}})
    line.hang_up()
    back = await trial.next_line(line)
    trial.report.expect("crowd", back, "Closed crowd keeps the client from coming back")


async def break_in_shuffle(trial: ClientTrial) -> None:
    """Break the connection before the client's share has reached the host."""
    held = await trial.lines.take("Commit", trial.patience)
    if held is None:
        trial.report.expect("commit", False, "the client does not answer the stage commit")
        return
    held[0].cut()
    # The host waits for the share; the observer compares the one that is sent again.
    await trial.next_line(held[0])


def altered(alteration: Alteration) -> Incident:
    """Return an incident in which the client resumes at a host with another form of messages."""

    async def alter(trial: ClientTrial) -> None:
        line, _ = await trial.next_play()
        trial.lines.alteration = alteration
        line.cut()
        went_on = await trial.plays_on(3)
        trial.lines.alteration = UNALTERED
        done = str(alteration.change.__doc__)
        detail = (
            f"the client does not play on once the host does this: {done[:1].lower()}{done[1:]}"
        )
        if not trial.report.expect(alteration.name, went_on, detail):
            raise GoneError("the client does not play on with {name}", name=alteration.name)

    return alter


async def elsewhere(trial: ClientTrial) -> None:
    """Say that the player has resumed on another connection."""
    line, _ = await trial.next_play()
    await trial.expect_end("elsewhere", line, "elsewhere")


async def another_certificate(trial: ClientTrial) -> None:
    """Replace the host with another one: that must not receive the token."""
    line, _ = await trial.next_play()
    trial.lines.other = new_identity()
    line.cut()
    strange = await trial.next_line(line)
    if strange is not None:
        joined = {"Join", "Play"}
        await trial.lines.wait(
            lambda: strange.ended or any(each["type"] in joined for each in strange.said),
            trial.patience,
        )
        detail = "a host with another certificate gets the token"
        trial.report.expect("token", not _shown(strange), detail)


async def moved(trial: ClientTrial) -> None:
    """Say that the table is at another computer: the client must join there."""
    there = await _sent_on(trial, new_identity())
    if there is None:
        return
    lines, word = trial.lines, there.said and there.said[0].get("word")
    trial.report.expect(
        "moved-word", word == WORD, f"Hello has the word {brief(word)}, not {brief(WORD)}"
    )
    came = await lines.wait(lambda: _shown(there), trial.patience)
    trial.report.expect("moved", came, "the client does not Join at the new place")


async def moved_astray(trial: ClientTrial) -> None:
    """Say that the table is at another computer, and have a stranger answer there."""
    astray = await _sent_on(trial, new_identity(), somebody_else=True)
    if astray is None:
        return
    await trial.lines.wait(lambda: astray.ended or _shown(astray), trial.patience)
    trial.report.expect("moved-token", not _shown(astray), "another certificate gets the token")
    words = [each["word"] for each in astray.said if each.get("word")]
    trial.report.expect("moved-word", not words, f"Hello tells another certificate {brief(words)}")


async def _sent_on(
    trial: ClientTrial, there: Identity, *, somebody_else: bool = False
) -> Line | None:
    """Send a client that states `migrates` to a new place; return its first connection there."""
    line, _ = await trial.next_play()
    lines = trial.lines
    if not line.said[0].get("migrates"):
        return None
    lines.moved, lines.other = not somebody_else, new_identity() if somebody_else else there
    place = {"address": LOOPBACK, "port": lines.port, "fingerprint": there.fingerprint.hex()}
    facts = {"name": "Conny", **place, "word": WORD}
    line.tell({"type": "Closed", "code": "moved", "reason": CLOSINGS["moved"], "facts": facts})
    line.hang_up()
    back = await trial.next_line(line)
    if back is None:
        trial.report.expect("moved", False, "the client does not come to the new place")
        return None
    await lines.wait(lambda: back.said or back.ended, trial.patience)
    return back


def _shown(line: Line) -> bool:
    """Tell whether the client has sent a token on a connection."""
    return any(each.get("token") for each in line.said)


async def other_version(trial: ClientTrial) -> None:
    """Speak another version."""
    held = await trial.lines.take("Hello", trial.patience)
    if held is None:
        raise GoneError("no client has come")
    yours = held[1]["version"]
    await trial.expect_end("closed", held[0], "version", host=yours + 1, yours=yours)


async def wrong_proof(trial: ClientTrial) -> None:
    """Give a wrong proof of the code: the client must not join."""
    joined = await _said_after(trial, "Confirmed", "proof", _flipped, "Join")
    trial.report.expect("impostor", not joined, "Join follows a wrong proof of the code")


async def wrong_share(trial: ClientTrial) -> None:
    """Answer Prove with a share that is no point of the curve: the client must not confirm."""
    confirmed = await _said_after(trial, "Proving", "share", _no_point, "Confirm")
    trial.report.expect("bad-share", not confirmed, "Confirm answers a share that is no point")


def _flipped(digits: str) -> str:
    return "".join("fedcba9876543210"[int(digit, 16)] for digit in digits)


def _no_point(share: str) -> str:
    """Keep the byte that names the side; no point of edwards25519 has y = 2."""
    return share[:2] + "02" + 31 * "00"


async def _said_after(
    trial: ClientTrial, kind: str, field: str, spoilt: Callable[[str], str], answer: str
) -> bool:
    """Spoil a field of the host's proof; tell whether the client replies with this message."""
    heard: list[tuple[Line, int]] = []

    def spoil(line: Line, message: Plain) -> list[Plain]:
        if message["type"] != kind:
            return [message]
        heard.append((line, len(line.said)))
        return [message | {field: spoilt(message[field])}]

    trial.lines.cheat = spoil
    if not await trial.lines.wait(lambda: heard, trial.patience):
        raise GoneError("no client has come and proved the code")
    line, mark = heard[0]

    def answered() -> bool:
        return any(message["type"] == answer for message in line.said[mark:])

    await trial.lines.wait(lambda: line.ended or answered(), RETRY_SECONDS)
    return answered()


async def unknown_phrase(trial: ClientTrial) -> None:
    """Say a phrase that no program knows: the client must play on."""
    line, play = await trial.next_play()
    line.tell({"type": "Said", "seat": 0, "name": "Conny", "text": "Hi!", "phrase": "no_such_one"})
    line.forward(play)
    went_on = await trial.plays_on() and not line.ended
    trial.report.expect("phrase", went_on, 'it does not play on after Said.phrase "no_such_one"')


TOLD_OF_SEAT: Final[tuple[tuple[str, str, Plain, Plain], ...]] = (
    ("quick", "slow", {"slow": True}, {}),
    ("quick", "quick", {"slow": False}, {}),
    ("stood-in", "asked", {}, {"seconds": 30}),
    (
        "stood-in",
        "stand_in",
        {"kind": "bot:easy", "idle": True},
        {"level": "easy", "why": "idle"},
    ),
    ("stood-in", "back", {"kind": "human", "idle": False}, {}),
)
"""A requirement, a change of the client's seat, its fields and facts: the client plays on."""


async def changed_seat(trial: ClientTrial) -> None:
    """Tell of changes of the client's own seat, each of which may happen while it is to move."""
    for name, change, fields, facts in TOLD_OF_SEAT:
        line, play = await trial.next_play()
        room, seat = line.last("Gathered") or {}, trial.observer.seat
        seats = [dict(each) for each in room["seats"]]
        seats[seat] |= fields
        told = {"kind": change, "seat": seat, "name": seats[seat]["name"], "facts": facts}
        line.tell(room | {"seats": seats, "happened": [told]})
        line.forward(play)
        went_on = await trial.plays_on() and not line.ended
        said = f"it does not play on after `{change}` in Gathered.happened"
        trial.report.expect(name, went_on, f"{said}, Gathered.seats[{seat}] {brief(fields)}")


async def other_code(trial: ClientTrial) -> None:
    """Have the table take another code, and break the connection: the token opens the seat."""
    line, _ = await trial.next_play()
    assert trial.owner is not None

    def code() -> object:
        return (line.last("Gathered") or {}).get("code")

    earlier = code()
    trial.owner.send(NewCode())
    await trial.lines.wait(lambda: code() != earlier, trial.patience)
    line.cut()
    played = await trial.next_line(line) is not None and await trial.plays_on(1)
    said = f"it does not come back and play on after Gathered.code has become {brief(code())}"
    trial.report.expect("code-changed", played, said)


async def rule_after_match(trial: ClientTrial) -> None:
    """Change a house rule after the match, and begin another, if the client is still there."""
    line, owner = trial.lines.line, trial.owner
    told = None if line is None or line.ended else line.last("Seated")
    if line is None or told is None or owner is None:
        return  # it has gone, or is back and does not sit yet
    room = line.last("Gathered") or {}
    rule = house_rules(GAMES[told["game"]].Options)[0]
    other = next(value for value in rule.values if value != room["options"][rule.name])
    owner.send(Rule({rule.name: other}))
    owner.begin()
    went_on = await trial.plays_on(1)
    said = f"it plays no other match after Gathered.options.{rule.name} has become {brief(other)}"
    trial.report.expect("rule-after", went_on, said)


async def late_answer(trial: ClientTrial) -> None:
    """Answer a Ping late: the next one has to state that delay, if the client sends such times."""
    line, play = await trial.next_play()
    for late in (LATE_SECONDS, 0):
        ping = await trial.lines.take("Ping", trial.patience)
        if ping is None:
            break
        took = ping[1].get("took", 0)
        if not late and took:
            right = took >= LATE_SECONDS * 1000
            said = f"Ping.took is {took} after an answer that took {LATE_SECONDS} s"
            trial.report.expect("took", right, said)
        await asyncio.sleep(late)
        ping[0].forward(ping[1])
    line.forward(play)


IN_MATCH: Final[tuple[Incident, ...]] = (
    lost_play,
    taken_play,
    stale,
    lower_number,
    crowd,
    *map(altered, ALTERATIONS),
    unknown_phrase,
    changed_seat,
    late_answer,
    silence,
)
"""The incidents of one match, one after another."""
