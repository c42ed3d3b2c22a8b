"""The events at a table besides its match, in sentences: the same in every front end.

Pure. Sentences have no full stop: the log needs none, plain mode adds it.
"""

import re
from collections.abc import Sequence
from typing import Final

from core.game import Seat
from net.client.events import Dismissed, GameChanged, NotSeated, Refusal, RoomState, TimeChanged
from net.client.seat import ClientSeat
from net.table.clock import EVERYBODY
from net.wire.message import RoomChange, SeatLine, WatcherLine
from net.wire.reasons import CLOSINGS, REFUSALS
from tui.language.games import game_title, level_name, rule_said
from tui.language.text import t, tn
from tui.language.words import player_said, refusal
from tui.room.hosts import migration_said
from tui.start import AnyStart, StartHost
from tui.table.countdown import clock_said


def marks_of(line: SeatLine | WatcherLine) -> list[str]:
    """Return the marks that all players see wherever players and watchers are listed."""
    if isinstance(line, SeatLine):
        marks = [(t("away"), line.away), (t("does not answer"), line.idle)]
    else:
        marks = [(t("asks for a seat"), line.asks)]
    return [said for said, marked in (*marks, (t("slow line"), line.slow)) if marked]


def way_said(way: str) -> str:
    """Word the way in which a player or watcher plays; "" for an unknown one."""
    return {
        "kozyr": t("with Kozyr"),
        "plain": t("in plain mode"),
        "ssh": t("by ssh"),
        "page": t("in a browser"),
        "phone": t("on a phone"),
    }.get(way, "")


def rematch_said(room: RoomState) -> str:
    """Word a proposed rematch: who agrees, and who is awaited; "" if there is none."""
    if not room.rematch:
        return ""
    rotate = room.rematch == "rotate"
    if same_players(room):
        asked = (
            t("The same players again, in other seats?") if rotate else t("The same players again?")
        )
    else:
        asked = t("Another match, in other seats?") if rotate else t("Another match?")
    people = [line for line in room.seats if line.kind == "human"]
    agreed = ", ".join(line.name for line in people if line.ready)
    parts = [asked, t("Agreed: {names}", names=agreed) + "."]
    if awaited := ", ".join(line.name for line in people if not line.ready):
        parts.append(t("Waiting for {names}.", names=awaited))
    if room.free:
        parts.append(t("A seat is free: somebody has to take it, or the owner puts a bot there."))
    return " ".join(parts)


def same_players(room: RoomState) -> bool:
    """Tell whether all who sit here played the last match, if there was one."""
    played = {line.name for line in room.evening if line.latest}
    return not played or {line.name for line in room.seats if line.kind} <= played


SAID: Final = {
    "sat": "{name} sits down",
    "left": "{name} leaves the table",
    "cleared": "{name} leaves the table",
    "lost": "{name} has lost the connection",
    "back": "{name} is back",
    "answered": "{name} is there",
    "stand_in": "A bot plays for {name} now",
    "ready": "{name} is ready",
    "unready": "{name} is no longer ready",
    "slow": "{name} has a slow line",
    "quick": "{name} has a quick line again",
    "rotated": "Everybody but the player of the first seat has moved on by one seat",
    "code": "The code of the table is now {code}",
    "begun": "The match begins",
    "abandoned": "Everybody has left",
    "given": "The owner gives {name} a seat",
    "put_out": "The owner of the table has put {name} out",
    "kept_out": "The owner of the table keeps {name} out for this evening",
    "let_in": "{name} may come in again",
    "requested": "{name} would like to play",
    "denied": "{name} goes on watching",
    "locked": "The table is locked: nobody new comes in",
    "unlocked": "The table is open to newcomers again",
    "watching_on": "Watching is allowed again",
    "watching_off": "Nobody may watch from now on",
    "talk_on": "Watchers may talk again",
    "talk_off": "Watchers may no longer talk",
}
"""Change of a room -> its sentence, where none of its facts asks for another."""


def change_said(change: RoomChange, room: RoomState, mine: Seat | None) -> str:
    """Word a change of a room that is now `room`; "" if other lines show it."""
    facts, own = change.facts, change.seat == mine
    name = player_said(change.name, "bot:" if change.kind in ("bot", "cleared") else "")
    match change.kind:
        case "bot":
            level = level_name(str(facts["level"]))
            return t("{name} sits down", name=f"{name}, {level},")
        case "asked" if own:
            return f"{t('Are you there?')} {idle_said(int(facts['seconds']))}"
        case "asked":
            after = tn("{n} second", "{n} seconds", int(facts["seconds"]))
            return t(
                "{name} has {after} to answer; after that a bot plays on", name=name, after=after
            )
        case "stand_in" if own:
            return idle_said(0)
        case "ready" if room.phase == "over":
            return t("{name} is ready for another match", name=name)
        case "unready" if "why" in facts:
            again = t("You are no longer marked as ready: say so again if you agree")
            return again if own else ""
        case "given" if facts.get("before") == change.name:
            return t("The owner gives {name} the seat back", name=name)
        case "given" if "before" in facts:
            before = str(facts["before"])
            return t("The owner gives the seat of {before} to {name}", before=before, name=name)
        case "owner":
            return t(
                "The table is yours now" if own else "The table belongs to {name} now", name=name
            )
        case "abandoned" if "match" in facts:
            return t("Everybody has left: the match ends unfinished")
        case kind if kind in SAID:
            return t(SAID[kind], name=name, code=room.code)
        case _:
            return _table_said(change, room) or migration_said(change)


def _table_said(change: RoomChange, room: RoomState) -> str:
    """Word a change of the table, or of its terms; "" if it is neither."""
    facts = change.facts
    match change.kind:
        case "rematch":
            name = player_said(change.name, "")
            return _proposal_said(name, room, rotate=bool(facts["rotate"]))
        case "rule":
            return rule_said(type(room.options), str(facts["rule"]), facts["value"])
        case "clock":
            return clock_said(int(facts["seconds"]))
        case "pause":
            return pause_said(int(facts["seconds"]))
        case "watcher_came" | "watcher_left":
            return watchers_said(len(room.watchers))
        case "game":
            return _game_said(str(facts["game"]), str(facts["before"]), len(room.seats))
    return ""


def _game_said(game: str, before: str, seats: int) -> str:
    if game == before:
        return tn("The table has {n} seat now", "The table has {n} seats now", seats)
    return t("The owner has chosen another game: {game}", game=game_title(game))


def game_changed_said(event: GameChanged) -> str:
    """Tell a player of another game, and of the seat there."""
    game = game_title(event.game)
    if event.seat is None and event.old_seat is not None:
        return t("{game} is next, and there is no seat for you: you watch", game=game)
    if event.seat != event.old_seat and event.seat is not None:
        return t("{game} is next; you sit at seat {n} now", game=game, n=event.seat + 1)
    return t("{game} is next in this room", game=game)


def _proposal_said(name: str, room: RoomState, *, rotate: bool) -> str:
    if same_players(room):
        if rotate:
            return t("{name} proposes: the same players again, in other seats", name=name)
        return t("{name} proposes: the same players again", name=name)
    if rotate:
        return t("{name} proposes another match, in other seats", name=name)
    return t("{name} proposes another match", name=name)


def is_again(name: str, earlier: str) -> bool:
    """Tell whether a name may be that of an earlier player: a second "Ann" is called "Ann 2"."""
    return re.fullmatch(rf"{re.escape(earlier)} \d+", name) is not None


def is_own_request(change: RoomChange, client: ClientSeat) -> bool:
    """Tell whether a change is this watcher's own request for a seat."""
    asked = client.handshake.name
    own = change.name == asked or is_again(change.name, asked)
    return change.kind == "requested" and client.requested and own


def request_said(room: RoomState) -> str:
    """Say to a watcher that the owner has been asked for a seat, or is away."""
    owner = None if room.owner is None else room.seats[room.owner]
    if owner is None or owner.away:
        return t("The owner of the table is away: your question waits")
    return t("{name} has been asked for a seat for you", name=owner.name)


def idle_said(seconds: int) -> str:
    """Word the consequence of the owner's question, in so many seconds; 0: a bot plays now."""
    if not seconds:
        return t("A bot plays for you until you show that you are there")
    return tn(
        "Without an answer a bot plays for you after {n} second",
        "Without an answer a bot plays for you after {n} seconds",
        seconds,
    )


def subject(change: RoomChange) -> str:
    """Return the name of the state that a change sets; "" for an event.

    In the log a change replaces the earlier one of the same state.
    """
    match change.kind:
        case "rule" | "clock" | "pause":
            return str(change.facts.get("rule", change.kind))
        case "watcher_came" | "watcher_left":
            return "the watchers"
        case "locked" | "unlocked":
            return "the lock"
        case "watching_on" | "watching_off" | "talk_on" | "talk_off":
            return change.kind.partition("_")[0]
        case "slow" | "quick":
            return f"line {change.name}"
        case "ready" | "unready" if "why" not in change.facts:
            return f"ready {change.seat}"
        case _:
            return ""


def watchers_said(number: int) -> str:
    """State the number of watchers."""
    if not number:
        return t("Nobody is watching now")
    return tn("{n} person is watching", "{n} people are watching", number)


def late_said(late: Seat, names: Sequence[str], mine: Seat | None) -> str:
    """Say that a bot moved for a player whose time was up."""
    if late == mine:
        return t("Your time is up: a bot has moved for you")
    return t("{name}'s time is up: a bot has moved", name=names[late])


def helped_said() -> str:
    """Say to a player who was away that a bot has moved."""
    return t("You could not be reached: a bot has moved for you")


def given_said(event: TimeChanged, names: Sequence[str]) -> str:
    """Name the player who gave more time, and the players who got it; "" if no one did."""
    if event.giver is None:
        return ""
    others = ", ".join(names[seat] for seat in event.given)
    return t("{name} gives more time: {others}", name=names[event.giver], others=others)


def come_back_said() -> str:
    """Tell a player without credentials how to get an earlier seat back."""
    return t("If you had a seat here, watch: the owner can give it back to you.")


def link_said(*, up: bool) -> str:
    """Say that the connection is lost, or restored."""
    if up:
        return t("The connection is back")
    return t("The connection is lost; trying again")


def place_said(places: Sequence[str]) -> str:
    """Say how others join after a change of the host's address."""
    where = ", ".join(f"kozyr join {place}" for place in places)
    return t("The address has changed; from now on others join with: {where}", where=where)


def offline_said() -> str:
    """Say that this computer is offline, and name a remedy."""
    return t(
        "You are offline: nobody can come in until the cable is plugged in or the Wi-Fi is on "
        "again."
    )


def refusal_said(event: Refusal | NotSeated | Dismissed) -> str:
    """Word a refusal or the end of a connection, with the paragraph that it cites.

    Reasons that this program knows are in its own words. Any other text is quoted as the host's, so
    that no host can speak for this program.
    """
    if isinstance(event, Refusal) and event.code in ("rule", "illegal", "back"):
        return refusal(event.reason, event.facts, event.rule)  # the game's own reason
    known = (CLOSINGS if isinstance(event, Dismissed) else REFUSALS).get(event.code)
    if known is None:
        return t("The host says: {words}", words=refusal(event.reason, event.facts))
    return refusal(known, {name: _brief(name, fact) for name, fact in event.facts.items()})


def _brief(name: str, fact: str | int) -> str | int:
    """Cut a fact to the length of a name or an address: a host could send a sentence."""
    return fact[: 24 if name == "name" else 64] if isinstance(fact, str) else fact


def pause_value(seconds: int) -> str:
    """Word a value of the pause: "30 seconds", "until all have read it"."""
    if seconds == EVERYBODY:
        return t("until all have read it")
    return tn("{n} second", "{n} seconds", seconds) if seconds else t("no pause")


def pause_said(seconds: int) -> str:
    """Word the pause after a deal in a sentence."""
    if seconds == EVERYBODY:
        return t("After a deal: the next one begins when everybody has read it")
    if not seconds:
        return t("No pause after a deal: the next one begins at once")
    return tn(
        "After a deal: {n} second to read it", "After a deal: {n} seconds to read it", seconds
    )


def who_may_come(start: AnyStart, *, coded: bool) -> str:
    """Say who can join the table of a start; `coded` if it asks for a code."""
    if isinstance(start, StartHost) and start.internet:
        if coded:
            return t(
                "Anybody who has the address and the code can come in, even from the internet."
            )
        return t("Anybody who has the address can come in, even from the internet.")
    if coded:
        return t("Anybody on this network who has the code can come in.")
    return t("Anybody on this network can come in.")
