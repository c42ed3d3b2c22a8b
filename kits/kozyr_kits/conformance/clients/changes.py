"""Trials of a client whose table changes to another game, or whose player has to watch for a while.

A client that does not name the game in `games` of its Hello is sent away, and must not come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from core.game import Game, house_rules
from core.games import GAMES
from kozyr_kits.conformance.clients.incidents import RETRY_SECONDS, ClientTrial, GoneError
from kozyr_kits.conformance.clients.line import Line
from kozyr_kits.conformance.clients.partners import Partner
from kozyr_kits.conformance.schema import brief
from net.wire.to_host import ChangeGame, Give

PLAYERS: Final = ("Ready", "Rematch", "Play", "Continue", "Commit", "Reveal", "Start", "Wait")
"""Requests of a player that a client may send by itself, and a watcher may not."""


async def another_game(trial: ClientTrial) -> None:
    """Change the game while the client is away, play it, and change back in its presence."""
    line, owner, game, seats = await _ready(trial)
    report, known = trial.report, _known(line)
    others = [each for each in GAMES.values() if each is not game and seats in each.SEATS]
    other = next((each for each in others if each.NAME in known), others[0])
    if other.NAME in known:
        line.cut()
    owner.send(ChangeGame(other.NAME, seats, _short(other)))
    if other.NAME not in known:
        await _sent_away(trial)
        return
    owner.begin()
    went_on = await trial.plays_on(1)
    said = f"the client does not play on after Seated.game {brief(other.NAME)}"
    if not report.expect("game-in-seated", went_on, said):
        return
    if not await trial.lines.wait(trial.is_over, 10 * trial.patience):
        raise GoneError("the match does not end")
    if game.NAME in known:
        owner.send(ChangeGame(game.NAME, seats))
        went_on = await trial.plays_on()
        said = f"the client does not play on after GameChanged.game {brief(game.NAME)}"
        report.expect("game-followed", went_on, said)
    if trial.warned is not None:
        report.expect("honest", not trial.warned(), "it warns of a host that does not cheat")


async def given_seat(trial: ClientTrial) -> None:
    """Have one seat too few for a while, so that the client watches, and then give it a seat."""
    line, owner, game, seats = await _ready(trial)
    report, known = trial.report, _known(line)
    small = next((GAMES[name] for name in known if seats - 1 in GAMES[name].SEATS), None)
    if small is None or game.NAME not in known:
        return
    room = line.last("Gathered") or {}
    name = room["seats"][trial.observer.seat]["name"]
    owner.send(ChangeGame(small.NAME, seats - 1))
    await trial.lines.wait(lambda: line.last("GameChanged"), trial.patience)
    mark = len(line.said)
    for _ in range(2):  # the second Ping was sent after that was read
        ping = await trial.lines.take("Ping", trial.patience)
        if ping is not None:
            ping[0].forward(ping[1])
    asked = [each for each in line.said[mark:] if each["type"] in PLAYERS]
    said = f"{brief(asked[:1])} comes after GameChanged.seat nil"
    report.expect("watcher-requests", not asked, said)
    owner.send(ChangeGame(game.NAME, seats), Give(seats - 1, name))
    back = await trial.next_line(line)
    owner.begin()
    played = back is not None and await trial.plays_on(1)
    said = "does not play on at the seat" if back is not None else "does not come back"
    report.expect("given", played, f"the client {said} after Given")


async def _ready(trial: ClientTrial) -> tuple[Line, Partner, Game, int]:
    """Wait until the client is ready; return its line, the owner, the game and the seats."""
    lines = trial.lines

    def ready() -> Sequence[Line]:
        return [each for each in lines.all if _says(each, "Ready") and each.last("Gathered")]

    if not await lines.wait(ready, trial.patience) or trial.owner is None:
        raise GoneError("the client does not say Ready")
    line = ready()[-1]
    told, room = line.last("Seated") or {}, line.last("Gathered") or {}
    return line, trial.owner, GAMES[told["game"]], len(room["seats"])


def _says(line: Line, kind: str) -> bool:
    return any(each["type"] == kind for each in line.said)


def _known(line: Line) -> list[str]:
    """Return the games named in the client's Hello, among those that exist."""
    return [name for name in line.said[0].get("games", ()) if name in GAMES]


def _short(game: Game) -> dict[str, Any]:
    """Return house rules of a short match: the least of each number."""
    rules = house_rules(game.Options)
    return {rule.name: min(rule.values) for rule in rules if isinstance(rule.values, range)}


async def _sent_away(trial: ClientTrial) -> None:
    """Expect that the client does not come back after it has heard Closed `changed`."""
    lines = trial.lines
    if not await lines.wait(lambda: trial.observer.closed == "changed", trial.patience):
        raise GoneError("the client is gone")
    back = await trial.next_line(lines.all[-1], RETRY_SECONDS)
    trial.report.expect("closed", back is None, "the client connects again after Closed changed")
