"""What happens at a table besides the match, in a sentence each: the same in every front end. Pure.

Sentences have no full stop: the log goes without, plain mode adds it.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Seat
from net.client.told import Dismissed, NotSeated, Refusal, Room, TimeChanged
from net.secure.code import code_name
from net.wire.protocol import RoomChange
from tui.language.rule_names import level_name, rule_said
from tui.language.text import t, tn
from tui.language.words import refusal
from tui.table.countdown import clock_said
from tui.table.pause_words import pause_said


def change_said(change: RoomChange, room: Room, mine: Seat | None) -> str:
    """Say what has changed in a room that is now `room`; "" for what others show already."""
    name, facts = change.name, change.facts
    match change.kind:
        case "sat":
            return t("{name} sits down", name=name)
        case "bot":
            level = level_name(str(facts["level"]))
            return t("{name} sits down", name=f"{name}, {level},")
        case "left" | "cleared":
            return t("{name} leaves the table", name=name)
        case "lost":
            return t("{name} has lost the connection", name=name)
        case "back":
            return t("{name} is back", name=name)
        case "stand_in":
            return t("A bot plays for {name} now", name=name)
        case "ready" if room.phase == "over":
            return t("{name} is ready for another match", name=name)
        case "ready":
            return t("{name} is ready", name=name)
        case "unready" if "why" in facts:
            mine_too = change.seat == mine
            return t("You are no longer ready: say so again if you agree") if mine_too else ""
        case "unready":
            return t("{name} is not ready after all", name=name)
        case "rule":
            return rule_said(type(room.options), str(facts["rule"]), facts["value"])
        case "clock":
            return clock_said(int(facts["seconds"]))
        case "pause":
            return pause_said(int(facts["seconds"]))
        case "code":
            code = code_name(room.code)
            return t("The code of the table is now {code}", code=code)
        case "owner":
            return _owner_said(name, mine=change.seat == mine)
        case "watcher_came" | "watcher_left":
            return watchers_said(room.watchers)
        case "begun":
            return t("The match begins")
        case "abandoned":
            return t("Everybody has left: the match ends unfinished")
        case _:
            return ""


def subject(change: RoomChange) -> str:
    """Return what a change tells the state of, "" if it tells something that has happened.

    Who tries out every value should not fill a log with them.
    """
    match change.kind:
        case "rule" | "clock" | "pause":
            return str(change.facts.get("rule", change.kind))
        case "watcher_came" | "watcher_left":
            return "the watchers"
        case "ready" | "unready" if "why" not in change.facts:
            return f"ready {change.seat}"
        case _:
            return ""


def _owner_said(name: str, *, mine: bool) -> str:
    return t("The table is yours now") if mine else t("The table belongs to {name} now", name=name)


def watchers_said(number: int) -> str:
    """Say how many people look on."""
    if not number:
        return t("Nobody watches any more")
    return tn("{n} person watches", "{n} people watch", number)


def late_said(late: Seat, names: Sequence[str], mine: Seat | None) -> str:
    """Say that a bot has made somebody's move, the time being up."""
    if late == mine:
        return t("Your time is up: a bot has moved for you")
    return t("{name}: time is up, a bot has moved", name=names[late])


def given_said(told: TimeChanged, names: Sequence[str]) -> str:
    """Say who has given more time to whom; "" if nobody has."""
    if told.giver is None:
        return ""
    others = ", ".join(names[seat] for seat in told.given)
    return t("{name} gives more time: {others}", name=names[told.giver], others=others)


def link_said(*, up: bool) -> str:
    """Say that the connection is lost, or stands again."""
    if up:
        return t("The connection stands again")
    return t("The connection is lost; trying again")


def refusal_said(told: Refusal | NotSeated | Dismissed) -> str:
    """Say why something was not done or is over, with its paragraph."""
    return refusal(told.reason, told.facts, told.rule if isinstance(told, Refusal) else "")
