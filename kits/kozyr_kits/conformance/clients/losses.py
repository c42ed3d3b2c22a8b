"""Trials of a client whose host is lost: the host returns, or the player joins a branch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from kozyr_kits.conformance.clients.incidents import ClientTrial, GoneError
from kozyr_kits.conformance.clients.line import LOOPBACK, Line, Lines
from kozyr_kits.conformance.clients.observer import ClientObserver
from kozyr_kits.conformance.clients.people import Person
from kozyr_kits.conformance.schema import brief
from net.public.client import Branch, Identity, Place, Situation, consult, new_identity

CALLS: Final = 4
"""The number of calls after which a client has heard the others at least twice."""

LOSS_SECONDS: Final = 10.0
"""The time in which a client notices that its host is gone, and calls the others."""

COMING_SECONDS: Final = 1.5
"""The time in which a player who is offered a branch connects to it."""

ASK_SECONDS: Final = 0.3


@dataclass(frozen=True, slots=True)
class Loss:
    """The client and two people at a table whose host is gone."""

    trial: ClientTrial
    pat: Person
    quin: Person
    seat: Seat
    """The seat of the client."""
    play: dict[str, object]
    """A move of the client that has not been answered."""

    @property
    def people(self) -> tuple[Person, Person]:
        return self.pat, self.quin

    @property
    def patience(self) -> float:
        return LOSS_SECONDS + self.trial.patience

    async def until(self, holds: Callable[[], object]) -> bool:
        """Wait for a condition that depends on calls between programs, which wake no task."""
        for _ in range(round(self.patience / ASK_SECONDS)):
            if await self.trial.lines.wait(holds, ASK_SECONDS):
                return True
        return bool(holds())

    async def called(self, came: Callable[[], bool] = lambda: False) -> bool:
        """Wait for CALLS calls of the client from now on, or until it has connected to a place."""
        wanted = len(self._calls()) + CALLS
        return await self.until(lambda: came() or len(self._calls()) >= wanted)

    def _calls(self) -> list[Situation]:
        return [call for each in self.people for call in each.calls if call.seat == self.seat]

    async def asked(self) -> Situation | None:
        """Consult the client until it replies with its situation; None if it never does."""
        for _ in range(round(self.patience / ASK_SECONDS)):
            if (told := await self.pat.ask(self.seat)) is not None:
                return told
            await asyncio.sleep(ASK_SECONDS)
        return None


async def _at_table(trial: ClientTrial) -> Loss | None:
    """Play until the second deal; return None if the client has named no key."""
    pat, quin = trial.people

    def finished() -> bool:
        return min(pat.checked, quin.checked) >= 1

    if not await trial.lines.wait(finished, 10 * trial.patience):
        raise GoneError("no deal comes to its end")
    _, play = await trial.next_play()
    seat = trial.observer.seat
    return Loss(trial, pat, quin, seat, play) if seat in pat.place else None


async def _lose(loss: Loss) -> None:
    await loss.trial.lines.vanish()
    for each in loss.people:
        await each.lose()


async def lost_and_back(trial: ClientTrial) -> None:
    """Have the host vanish for some seconds."""
    loss = await _at_table(trial)
    if loss is None:
        return
    report = trial.report
    told = await loss.asked()
    at = told is not None and told.at == loss.pat.table
    report.expect("with-host", at, f"while its host answers its port says {brief(told)}")
    await _lose(loss)
    report.expect("lost-asks", await loss.called(), "it does not call the others")
    for each in loss.people:
        calls = [call for call in each.calls if call.at == ""]
        for call in calls:
            right = call.seat == loss.seat and each.genuine(call.seat, call)
            report.expect("lost-asks", right, f"it calls with {brief(call)}")
        sent = [call.sent for call in calls]
        report.expect("lost-sent", sent == sorted({*sent}), f"`sent` of its calls is {brief(sent)}")
    told = await loss.asked()
    right = told is not None and told.seat == loss.seat and loss.pat.genuine(loss.seat, told)
    report.expect("lost-answers", right, f"its port answers {brief(told)}")
    if told is not None:
        report.expect("lost-at", told.at == "", f"while its host is lost it says {brief(told)}")
        await _call_wrongly(loss)
    trial.lines.open(trial.lines.port)
    moved = await trial.plays_on(1)
    report.expect("return", moved, "the client does not come back to the host and play on")

    def identified() -> bool:
        seated = [line for line in trial.lines.all if line.last("Seated")]
        return all(any(said["type"] == "Identify" for said in line.said) for line in seated)

    said = await trial.lines.wait(identified, trial.patience)
    report.expect("identify", said, "it does not say Identify when it is back")


async def _call_wrongly(loss: Loss) -> None:
    """Call in the name of another player, and about another table."""
    pat, line = loss.pat, loss.pat.place[loss.seat]
    right = pat.situation()
    forged = replace(right, seat=loss.quin.client.seat or 0, sent=1 << 50)
    for table, wrong in ((pat.table, forged), ("elsewhere", right)):
        told = await consult(line.address, line.port, table, wrong)
        detail = f"it answers {brief(wrong)} at {table}"
        loss.trial.report.expect("lost-strangers", told is None, detail)


async def branch_opened(trial: ClientTrial) -> None:
    """Have Pat open a branch; if the client's player joins it, play the void deal again."""
    loss = await _at_table(trial)
    if loss is None:
        return
    await _lose(loss)
    pat, report = loss.pat, trial.report
    if not await loss.called():
        raise GoneError("the client does not call the others")
    there = Lines(ClientObserver(report), pat.host.port, pat.identity)
    try:
        place = Place(LOOPBACK, there.open(0), pat.identity.fingerprint.hex())
        branch = await pat.open_branch(place)
        came = await there.wait(lambda: _came(there), loss.patience)
        if came:
            said = [m for line in there.all for m in line.said if m["type"] == "Return"]
            right = all(m["table"] == branch.table for m in said)
            report.expect("coming", right, f"it comes with {brief(said)}")
            await loss.quin.come(branch, pat.host.port)
            await _play_on(loss, there)
        elif any(m["type"] in ("Return", "Join") for line in there.all for m in line.said):
            report.expect("coming", False, "it does not get its seat by its key")
    finally:
        await there.close()


def _came(there: Lines) -> list[Line]:
    """Return the connections whose Return has been given a seat."""
    return [
        line
        for line in there.all
        if line.last("Seated") and any(said["type"] == "Return" for said in line.said)
    ]


async def _play_on(loss: Loss, there: Lines) -> None:
    """Play the void deal again at the branch."""
    trial, report = loss.trial, loss.trial.report
    before = loss.pat.checked
    went_on = await there.wait(
        lambda: loss.pat.checked > before or loss.pat.is_over(), 10 * trial.patience
    )
    report.expect("returned", went_on, "the deal that was broken off does not come to its end")
    said = [message for line in there.all for message in line.said]
    report.expect("void-play", loss.play not in said, f"{brief(loss.play)} comes again")
    shown = [message["nonce"] for message in said if message["type"] == "Reveal"]
    lines = trial.lines.all
    earlier = [m["nonce"] for line in lines for m in line.said if m["type"] == "Reveal"]
    if shown:
        report.expect("new-nonce", not {*shown} & {*earlier}, "an earlier nonce is shown again")
    if trial.warned is not None:
        report.expect("honest", not trial.warned(), "it warns of a host that does not cheat")


# --- forged branches -----------------------------------------------------------------------------


async def forged(trial: ClientTrial) -> None:
    """Announce branches that do not exist: the client must show its key to none of them."""
    loss = await _at_table(trial)
    if loss is None:
        return
    await _lose(loss)
    shown = new_identity()
    there = Lines(ClientObserver(trial.report), 0, shown)
    there.other, there.welcome = shown, trial.lines.welcome
    try:
        place = Place(LOOPBACK, there.open(0), shown.fingerprint.hex())
        for name, what, branch in _forgeries(loss, place, new_identity()):
            for each in loss.people:
                each.says = _saying(branch)
            if not await loss.called(lambda: _asked_for_seat(there)):
                raise GoneError("the client does not call the others")
            came = await there.wait(lambda: _asked_for_seat(there), COMING_SECONDS)
            trial.report.expect(name, not came, f"it comes to {what}")
            if came:
                return
    finally:
        await there.close()


def _asked_for_seat(there: Lines) -> bool:
    return any(said["type"] in ("Return", "Join") for line in there.all for said in line.said)


def _saying(branch: Branch) -> Callable[[Situation], Situation]:
    return lambda told: replace(told, at=branch.table, branches=(branch,))


def _forgeries(loss: Loss, place: Place, other: Identity) -> Iterator[tuple[str, str, Branch]]:
    """Yield a requirement, the fault, and a branch with it."""
    pat, quin = loss.people
    assert pat.company is not None
    where = place.address, place.port, place.fingerprint
    right = Branch(pat.company.seat, "ab" * 16, 1, pat.company.match, pat.checked, *where)
    yield "signatures", "a branch without a signature", right
    by_another = replace(right, signature=quin.sign(right))
    yield "signatures", "a branch that another player has signed", by_another
    astray = replace(right, fingerprint=other.fingerprint.hex())
    yield "certificate", "another certificate", replace(astray, signature=pat.sign(astray))
