"""The runs of a client's trial: each has a new table and a new client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import msgspec

from core.game import Game, house_rules
from kozyr_kits.conformance.clients.changes import another_game, given_seat
from kozyr_kits.conformance.clients.cheating import cheated, other_move
from kozyr_kits.conformance.clients.cheats import CHEATS, DEALT, TOLD
from kozyr_kits.conformance.clients.incidents import (
    IN_MATCH,
    PAUSE_SECONDS,
    WARNING_SECONDS,
    ClientTrial,
    GoneError,
    Incident,
    another_certificate,
    break_in_shuffle,
    elsewhere,
    moved,
    moved_astray,
    other_code,
    other_version,
    rule_after_match,
    wrong_proof,
    wrong_share,
)
from kozyr_kits.conformance.clients.line import LOOPBACK, Lines
from kozyr_kits.conformance.clients.losses import branch_opened, forged, lost_and_back
from kozyr_kits.conformance.clients.observer import ClientObserver
from kozyr_kits.conformance.clients.partners import NAME, Partner
from kozyr_kits.conformance.clients.people import Person
from kozyr_kits.conformance.clients.requirements import REQUIREMENTS
from kozyr_kits.conformance.report import ConformanceReport
from net.public.client import ClientSeat, Handshake, RemoteLink, new_identity
from net.public.host import STAGE_SECONDS, Host, Lobby, Table, new_table

MOST_DEALS: Final = 30
"""The most deals of a match to twice the usual points."""


class Client(Protocol):
    """A client that has been told to connect."""

    @property
    def warned(self) -> Callable[[], bool] | None:
        """Tells whether it has warned its player of the host; None if that cannot be seen."""

    def stop(self) -> object:
        """End it, if it has not ended by itself."""


@dataclass(frozen=True, slots=True)
class Run:
    """A new table and a new client, with the incidents for it."""

    name: str
    title: str
    """The subject, in English for the client's author."""
    incidents: tuple[Incident, ...]
    coded: bool = False
    """Whether the table has to ask for a code."""
    judged: bool = False
    """Whether only the client's warnings to its player can be judged."""
    whole: bool = False
    """Whether the match is then played to its end, and another one begins."""
    keys: bool = False
    """Whether the others have keys, as the host is to be lost."""
    others: tuple[str, ...] = ()
    """The names of further players, without keys."""
    waits: bool = False
    """Whether the owner starts no match until an incident has it begun."""
    deals: str = ""
    """The cheat by which the host deals: one of DEALT, or empty."""


Begin: TypeAlias = Callable[[Run, str, int], Client]
"""Starts a client for an address and a port."""


RUNS: Final = (
    Run(
        "match",
        "a whole match with all that may happen on the way",
        (break_in_shuffle, *IN_MATCH),
        whole=True,
    ),
    Run("certificate", "another certificate after a break", (another_certificate,)),
    Run("elsewhere", "the seat taken on another connection", (elsewhere,)),
    Run("version", "a host of another version", (other_version,)),
    Run("moved", "a table that has moved to another computer", (moved,)),
    Run("game", "another game at the same table", (another_game,), waits=True),
    Run("given", "a seat that the owner gives", (given_seat,), waits=True, others=("Quin",)),
    Run("astray", "somebody else where a table is said to have moved", (moved_astray,)),
    Run("lost", "a host that is gone for a while", (lost_and_back,), keys=True),
    Run(
        "gone on",
        "a match that goes on at another computer without its host",
        (branch_opened,),
        keys=True,
    ),
    Run("forged", "branches that nobody has opened", (forged,), keys=True),
    Run("proof", "a wrong proof of the code", (wrong_proof,), coded=True),
    Run("code", "a table that takes another code", (other_code,), coded=True),
    Run("share", "a bad share in the proof of the code", (wrong_share,), coded=True),
    *(
        Run(
            "shuffle",
            "a host that cheats in the shuffle",
            (cheated(name),),
            judged=not CHEATS[name].secret,
        )
        for name in TOLD
    ),
    Run("shuffle", "a host that makes other moves", (other_move,), judged=True),
    *(
        Run(
            "shuffle",
            "a host that cheats and deals by it",
            (cheated(name),),
            judged=True,
            deals=name,
        )
        for name in DEALT
    ),
)


def runs_for(*, coded: bool, judged: bool) -> list[Run]:
    """Return the runs that are possible with or without a code, and with or without its output."""
    return [run for run in RUNS if (coded or not run.coded) and (judged or not run.judged)]


async def try_client(
    game: Game,
    report: ConformanceReport,
    begin: Begin,
    *,
    port: int = 0,
    code: str = "",
    patience: float = 20.0,
    coming: float = 600.0,
    runs: Sequence[Run] = RUNS,
    at_once: int = 1,
) -> None:
    """Try a client, run by run or some of them at once. Raises HostError.

    `patience` is the time for an answer in seconds, `coming` the time for the client to connect.
    With a `port`, only one run is possible at a time.
    """
    turns = asyncio.Semaphore(1 if port else at_once)

    async def try_run(run: Run) -> ConformanceReport:
        async with turns:
            found = ConformanceReport(REQUIREMENTS)
            await _try_run(game, found, begin, run, port, code, patience, coming)
            return found

    tasks = [asyncio.ensure_future(try_run(run)) for run in runs]
    try:
        for found in await asyncio.gather(*tasks):
            report.add(found)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _try_run(
    game: Game,
    report: ConformanceReport,
    begin: Begin,
    run: Run,
    port: int,
    code: str,
    patience: float,
    coming: float,
) -> None:
    identity = new_identity()
    # In a whole match the client has to send its share, however slow its computer may be. If it
    # never does, the match has to begin within the time for its first move.
    waits = max(STAGE_SECONDS, patience / 2) if run.whole else STAGE_SECONDS
    others = 2 if run.keys else 1 + len(run.others)
    table = _table(game, code, people=others, share_seconds=waits)
    lobby = Lobby(NAME, [table])
    async with (
        AsyncExitStack() as at_last,
        Host(lobby, address=LOOPBACK, port=0, identity=identity) as host,
        AsyncExitStack() as closing,
    ):
        observer = ClientObserver(report)
        rig = CHEATS[run.deals].rig if run.deals else None
        if rig is not None:
            rig(table, lambda: observer.seat)
        lines = Lines(observer, host.port, identity)
        lines.welcome = lambda: msgspec.to_builtins(lobby.welcomed())
        closing.push_async_callback(lines.close)
        partners = await _sit_down(run, host, code, closing)
        client = begin(run, LOOPBACK, lines.open(port))
        at_last.callback(client.stop)
        owner, people = partners[0], tuple(each for each in partners if isinstance(each, Person))
        trial = ClientTrial(
            lines, observer, report, patience, owner.is_over, client.warned, people, owner
        )
        await _take(run, trial, coming)


async def _sit_down(run: Run, host: Host, code: str, closing: AsyncExitStack) -> list[Partner]:
    """Have the others sit down: the host's own player and perhaps others, or two with keys."""

    def sit(partner: Partner) -> Partner:
        closing.push_async_callback(partner.close)
        return partner

    if run.keys:
        people = [Person(name, host.port, seed, code) for seed, name in enumerate(("Pat", "Quin"))]
        partners = [sit(person) for person in people]
        for person in people:
            await person.open()
        return partners
    owner = sit(Partner(host.local_link(ClientSeat())))
    owner.waits = run.waits
    partners = [owner]
    for name in run.others:  # each takes the first free seat
        await partners[-1].seated.wait()
        link = RemoteLink(LOOPBACK, host.port, ClientSeat(Handshake(code=code)))
        partners.append(sit(Partner(link, name)))
    await partners[-1].seated.wait()
    return partners


async def _take(run: Run, trial: ClientTrial, coming: float) -> None:
    report, lines = trial.report, trial.lines
    try:
        if not await lines.wait(lambda: lines.all, coming):
            raise GoneError("no client has come")
        for incident in run.incidents:
            await incident(trial)
        if run.whole:
            seconds = 10 * trial.patience
            if not await lines.wait(trial.is_over, seconds) and trial.observer.never_continues:
                await lines.wait(trial.is_over, seconds + MOST_DEALS * PAUSE_SECONDS)
            if not trial.is_over():
                raise GoneError("the match does not end")
            for line in lines.all:
                if not line.ended:
                    trial.observer.ended(line)
            report.require("match", "not seen in a match that was played to its end")
            if trial.warned is not None:
                accused = await lines.wait(trial.warned, WARNING_SECONDS / 2)
                report.expect("honest", not accused, "it warns of a host that does not cheat")
            await rule_after_match(trial)
    except GoneError as error:
        # The end of a run often only follows from a sentence that was broken before.
        if not report.broken:
            report.expect("playing", False, str(error))


def _table(game: Game, code: str, people: int, share_seconds: float) -> Table:
    """Return a table for the client, this many other people, and bots on the other seats."""
    seats = max(3, game.SEATS[0])
    return new_table(
        "Conformance",
        game,
        game.Options(**_longer(game)),
        seats,
        bot_seconds=0,
        pause=PAUSE_SECONDS,
        bots=["easy"] * (seats - 1 - people),
        share_seconds=share_seconds,
        code=code or None,
    )


def _longer(game: Game) -> dict[str, int]:
    """Return house rules of a longer match, with room for all incidents.

    They have twice the usual number of points or deals.
    """
    longer = {}
    for rule in house_rules(game.Options):
        if isinstance(rule.values, range) and isinstance(rule.default, int):
            longer[rule.name] = min(2 * rule.default, rule.values[-1])
    return longer
