"""What happens to a client whose host is lost: it comes back, or the match goes on elsewhere."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from net.client.consulting import consult
from net.conformance.clients.incidents import ClientTrial, GoneError
from net.conformance.clients.later_host import try_later_host
from net.conformance.clients.line import LOOPBACK, Line, Lines
from net.conformance.clients.observer import ClientObserver
from net.conformance.clients.people import Person
from net.conformance.schema import brief
from net.migration.epochs import Call, Opened, Situation, Vote, is_valid
from net.migration.handing import Place
from net.secure.tls import Identity, new_identity

CALLS: Final = 4
"""After so many calls a client has heard at least twice what the others say."""

LOSS_SECONDS: Final = 10.0
"""Within this time a client has noticed that its host is gone, and calls the others."""

COMING_SECONDS: Final = 1.5
"""A client that believes what it has heard is at the new place within this time."""

ASK_SECONDS: Final = 0.3


@dataclass(frozen=True, slots=True)
class Loss:
    """The client and two people at a table whose host is gone."""

    trial: ClientTrial
    pat: Person
    quin: Person
    seat: Seat
    """That of the client."""
    play: dict[str, object]
    """A move of the client that has not been answered."""

    @property
    def patience(self) -> float:
        return LOSS_SECONDS + self.trial.patience

    async def until(self, holds: Callable[[], object]) -> bool:
        """Wait for what the programs say to one another, which is no news of a line."""
        for _ in range(round(self.patience / ASK_SECONDS)):
            if await self.trial.lines.until(holds, ASK_SECONDS):
                return True
        return bool(holds())

    async def called(self, calls: int = CALLS) -> bool:
        """Wait for the client to call so many times from now on."""
        wanted = len(self._calls()) + calls
        return await self.until(lambda: len(self._calls()) >= wanted)

    def _calls(self) -> list[Call]:
        return [call for each in (self.pat, self.quin) for call in each.calls]

    async def asked(self, holds: Callable[[Situation], object]) -> Situation | None:
        """Ask the client until it tells both; return its Situation, None if it never does."""
        for _ in range(round(self.patience / ASK_SECONDS)):
            told = [await each.ask(self.seat) for each in self.people]
            said = [each.situation for each in told if each is not None]
            if len(said) == len(told) and all(map(holds, said)):
                return said[-1]
            await asyncio.sleep(ASK_SECONDS)
        return None

    def holds_all(self, situation: Situation) -> bool:
        """Whether the client has lost its host, and holds all that the others hold."""
        assert self.pat.election is not None
        return situation.absent and situation.progress >= self.pat.election.kept.progress

    def is_own(self, said: Situation | None) -> bool:
        """Whether something that the client tells with a call is what it may tell a stranger."""
        if said is None or said.seat != self.seat or not self.pat.genuine(said):
            return False
        own = all(vote.voter == self.seat for vote in said.votes)
        return said.absent and own and said.opened is None and not said.given_up

    def agree(self, candidate: Seat) -> bool:
        """Have both people want to go on at somebody's computer; tell whether they may."""
        self.pat.hear(self.quin.situation())
        self.quin.hear(self.pat.situation())
        chosen = [each.election.choose(candidate) for each in self.people if each.election]
        self.pat.hear(self.quin.situation())
        self.quin.hear(self.pat.situation())
        return all(chosen)

    def agree_on(self, person: Person) -> None:
        """Have both people want to go on at the computer of one of them. Raises GoneError."""
        assert person.client.seat is not None
        if not self.agree(person.client.seat):
            raise GoneError("the others cannot agree")

    @property
    def people(self) -> tuple[Person, Person]:
        return self.pat, self.quin

    def check_votes(self) -> None:
        """Compare all votes of the client that anybody has heard."""
        chosen: dict[int, Seat] = {}
        for told in (told.situation for each in self.people for told in each.heard):
            for vote in told.votes:
                if vote.voter == self.seat:
                    same = chosen.setdefault(vote.epoch, vote.candidate) == vote.candidate
                    detail = f"two candidates in epoch {vote.epoch}"
                    self.trial.report.expect("one-vote", same, detail)


async def _lose(trial: ClientTrial) -> Loss | None:
    """Have the host vanish in the second deal; None if the client has no key to go on with."""
    pat, quin = trial.people

    def finished() -> bool:
        return min(pat.finished, quin.finished) >= 1

    if not await trial.lines.until(finished, 10 * trial.patience):
        raise GoneError("no deal comes to its end")
    _, play = await trial.next_play()
    seat = trial.observer.seat
    if seat not in pat.place:
        return None
    await trial.lines.vanish()
    for each in (pat, quin):
        await each.lose()
    return Loss(trial, pat, quin, seat, play)


async def lost_and_back(trial: ClientTrial) -> None:
    """Have the host gone for some seconds, and come back."""
    loss = await _lose(trial)
    if loss is None:
        return
    report = trial.report
    called = await loss.called()
    report.expect("lost-asks", called, "it does not call the others")
    for each in loss.people:
        for call in each.calls:
            right = call.seat == loss.seat and each.genuine(call)
            report.expect("lost-asks", right, f"it calls with {brief(call)}")
        for own in each.told:
            report.expect("lost-says", loss.is_own(own), f"it calls with {brief(own)}")
        sent = [call.sent for call in each.calls]
        report.expect("lost-sent", sent == sorted({*sent}), f"`sent` of its calls is {brief(sent)}")
    told = await loss.asked(lambda situation: True)
    right = told is not None and told.seat == loss.seat and told.absent and loss.pat.genuine(told)
    report.expect("lost-answers", right, f"its port answers {brief(told)}")
    if told is not None:
        await _call_wrongly(loss)
    trial.lines.open(trial.lines.port)
    moved = await trial.goes_on(1)
    report.expect("return", moved, "the client does not come back to the host and play on")

    def identified() -> bool:
        seated = [line for line in trial.lines.all if line.last("Seated")]
        return all(any(said["type"] == "Identify" for said in line.said) for line in seated)

    said = await trial.lines.until(identified, trial.patience)
    report.expect("identify", said, "it does not say Identify when it is back")


async def _call_wrongly(loss: Loss) -> None:
    """Call in somebody else's name, and about another table."""
    pat, line = loss.pat, loss.pat.place[loss.seat]
    assert pat.election is not None
    call = pat.election.call(1 << 50)
    forged = replace(call, seat=loss.quin.client.seat or 0)
    for table, wrong in ((pat.table, forged), ("elsewhere", call)):
        told = await consult(line.address, line.port, table, wrong)
        loss.trial.report.expect(
            "lost-strangers", told is None, f"it answers {brief(wrong)} at {table}"
        )


async def gone_on(trial: ClientTrial) -> None:
    """Have the match go on at somebody else's computer."""
    loss = await _lose(trial)
    if loss is None:
        return
    await _go_on(loss, "joining")


async def _go_on(loss: Loss, name: str) -> None:
    """Have the table opened at Pat's computer, to which the client has to come."""
    pat, report = loss.pat, loss.trial.report
    loss.agree_on(pat)
    there = Lines(ClientObserver(report), pat.host.port, pat.identity)
    try:
        place = Place(LOOPBACK, there.open(0), pat.identity.fingerprint.hex())
        opened = await pat.open_table(place)
        # Quin comes later: the deal would begin with the two of them, and without its nonce.
        came = await there.until(lambda: _came(there), loss.patience)
        report.expect(name, came, "it does not come to the new host")
        if came:
            await loss.quin.come(opened, pat.host.port)
            await _play_on(loss, there)
    finally:
        await there.close()


def _came(there: Lines) -> list[Line]:
    """The connections on which somebody has been given a seat by a Return."""
    return [
        line
        for line in there.all
        if line.last("Seated") and any(said["type"] == "Return" for said in line.said)
    ]


async def given_up(trial: ClientTrial) -> None:
    """Have somebody open the table to whom too few come, and the match go on with another."""
    loss = await _lose(trial)
    if loss is None:
        return
    pat, report = loss.pat, trial.report
    assert pat.election is not None
    loss.agree_on(pat)
    there = Lines(ClientObserver(report), 0, pat.identity)
    there.other, there.welcome = pat.identity, trial.lines.welcome
    try:
        place = Place(LOOPBACK, there.open(0), pat.identity.fingerprint.hex())
        pat.election.open(place)
        pat.give_up()
        if not await loss.called():
            raise GoneError("the client does not call the others")
        came = await there.until(lambda: _asked_for_seat(there), COMING_SECONDS)
    finally:
        await there.close()
    if report.expect("given-up", not came, "it comes to a host that has given its epoch up"):
        await _go_on(dataclasses.replace(loss, pat=loss.quin, quin=pat), "given-up-votes")


async def _play_on(loss: Loss, there: Lines) -> None:
    """Play the broken deal again."""
    trial, report = loss.trial, loss.trial.report
    before = loss.pat.finished
    went_on = await there.until(
        lambda: loss.pat.finished > before or loss.pat.is_over(), 10 * trial.patience
    )
    detail = "the deal that was broken off does not come to its end"
    report.expect("joining", went_on, detail)
    said = [message for line in there.all for message in line.said]
    report.expect("void-play", loss.play not in said, f"{brief(loss.play)} comes again")
    shown = [message["nonce"] for message in said if message["type"] == "Reveal"]
    earlier = [
        message["nonce"]
        for line in trial.lines.all
        for message in line.said
        if message["type"] == "Reveal"
    ]
    if shown:
        report.expect("new-nonce", not {*shown} & {*earlier}, "an earlier nonce is shown again")
    if trial.warned is not None:
        report.expect("honest", not trial.warned(), "it warns of a host that does not cheat")
    loss.check_votes()


# --- what is not to be believed ------------------------------------------------------------------


async def forged(trial: ClientTrial) -> None:
    """Tell of hosts that have no right to the table: the client must not go there."""
    loss = await _lose(trial)
    if loss is None:
        return
    loss.agree_on(loss.pat)
    shown = new_identity()
    there = Lines(ClientObserver(trial.report), 0, shown)
    there.other, there.welcome = shown, trial.lines.welcome
    try:
        place = Place(LOOPBACK, there.open(0), shown.fingerprint.hex())
        for name, what, opened in _forgeries(loss, place, new_identity()):
            for each in loss.people:
                each.says = _saying(opened)
            if not await loss.called():
                raise GoneError("the client does not call the others")
            came = await there.until(lambda: _asked_for_seat(there), COMING_SECONDS)
            trial.report.expect(name, not came, f"it comes to a host with {what}")
            if came:
                return
    finally:
        await there.close()


def _asked_for_seat(there: Lines) -> bool:
    return any(said["type"] in ("Return", "Join") for line in there.all for said in line.said)


def _saying(opened: Opened) -> Callable[[Situation], Situation]:
    return lambda told: replace(told, votes=(), opened=opened)


def _forgeries(loss: Loss, place: Place, other: Identity) -> Iterator[tuple[str, str, Opened]]:
    """Requirement, what is wrong, and what is said; the last one is right but for the place."""
    pat, quin = loss.people
    assert pat.election is not None
    assert pat.client.seat is not None
    assert quin.client.seat is not None
    pat.hear(quin.situation())
    votes = pat.election.won()
    own, theirs = sorted(votes, key=lambda vote: vote.voter != pat.client.seat)
    held = pat.election.kept.progress
    where = place.address, place.port, place.fingerprint

    def signed(opened: Opened, by: Person = pat) -> Opened:
        return replace(opened, signature=by.sign(opened))

    right = signed(Opened(own.after, own.lost, own.epoch, pat.client.seat, held, *where, votes))
    yield "enough-votes", "too few votes", signed(replace(right, votes=(own,)))
    yield "own-votes", "one vote twice", signed(replace(right, votes=(own, own)))
    stolen = replace(theirs, signature=pat.sign(theirs))
    yield (
        "signatures",
        "a vote that its voter has not signed",
        signed(replace(right, votes=(own, stolen))),
    )
    yield "signatures", "word of it that its host has not signed", signed(right, quin)
    yield "same-votes", "votes of an earlier epoch", signed(replace(right, epoch=own.epoch + 1))
    another = replace(right, host=quin.client.seat)
    yield "same-votes", "votes for somebody else", signed(another, quin)
    if held.deals:
        less = replace(held, deals=held.deals - 1)
        lower = tuple(_vote(each, candidate=another.host, progress=less) for each in loss.people)
        yield "base", "less than it holds", signed(replace(another, base=less, votes=lower), quin)
    later = own.epoch + 1  # the client may know of the epoch before by now
    astray = replace(
        right,
        epoch=later,
        fingerprint=other.fingerprint.hex(),
        votes=tuple(_vote(each, epoch=later) for each in loss.people),
    )
    yield "certificate", "another certificate than it was told of", signed(astray)


def _vote(person: Person, **other: object) -> Vote:
    """Sign somebody's vote with something else in it."""
    assert person.election is not None
    assert person.election.kept.vote is not None
    vote: Vote = replace(person.election.kept.vote, **other)
    return replace(vote, signature=person.sign(vote))


# --- the client as the next host -----------------------------------------------------------------


async def chosen(trial: ClientTrial) -> None:
    """Have the others want to go on at the client's computer, if its player wants it too."""
    loss = await _lose(trial)
    if loss is None or await loss.asked(loss.holds_all) is None:
        return
    report = trial.report
    if not loss.agree(loss.seat):
        raise GoneError("the others may not vote for the client")
    for each in loss.people:  # first they say that their host answers
        each.says = lambda told: replace(told, absent=False)
    if not await loss.called():
        raise GoneError("the client does not call the others")
    early = await _now(loss)
    opened = early is not None and early.opened is not None
    report.expect("not-absent", not opened, "it opens the table without enough votes")
    voters = {vote.voter for vote in early.votes} if early is not None else set()
    others = {each.client.seat for each in loss.people}
    report.expect("passed-on", others <= voters, f"it knows of the votes of {brief(voters)}")
    for each in loss.people:
        each.says = lambda told: told
    told = await loss.asked(lambda situation: situation.opened is not None)
    loss.check_votes()
    if told is None or told.opened is None:
        return
    valid = is_valid(told.opened, loss.pat.keys.keys(), loss.pat.genuine)
    if report.expect("opens", valid, f"it opens the table with {brief(told.opened)}"):
        await try_later_host(trial, loss.pat, loss.quin, told.opened)


async def _now(loss: Loss) -> Situation | None:
    told = await loss.pat.ask(loss.seat)
    return None if told is None else told.situation
