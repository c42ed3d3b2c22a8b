"""The texts of the waiting room: title, seats, house rules, ways in, readiness."""

from collections.abc import Collection
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from core.game import Seat, unusual_rules
from net.wire.names import bot_temper
from tui.boards.seats import letters_of
from tui.drawing.canvas import fitted, text_width
from tui.drawing.look import Look, ink_on
from tui.language.games import game_title, level_name, temper_name
from tui.language.text import t
from tui.language.words import player_said, refusal
from tui.lessons import LESSONS
from tui.room import words
from tui.room.evening import totals_said
from tui.room.house_rules import clock_of, pause_of, rules_in_full
from tui.room.invitation import BROWSER, fingerprint_said, ways
from tui.room.people import restrictions_said
from tui.room.table_code import code_line
from tui.table.countdown import clock_said
from tui.table.session import TableSession
from tui.widgets.base_screen import LEAST
from tui.widgets.menu import MenuEntry

WIDE: Final = 120
STANDARD: Final = 76
TALL: Final = 30

SEAT: Final = 11
"""The columns of a seat's line besides name and notes: margins, number, badge, a gap."""

LEAST_NAME: Final = 8


_JOIN: Final = "kozyr join "


def _beside(width: int) -> int:
    """Return the columns of the log beside the seats, as in the style sheet; 0 if it is below."""
    if width < LEAST[0]:
        return 0
    return 56 if width >= WIDE else 36 if width >= STANDARD else 24


def room_title(session: TableSession) -> str:
    """Return the names of the table and its game."""
    seated = session.client.seated
    if seated is None:
        return t("The waiting room")
    return f"{seated.table_name} · {game_title(seated.game)}"


def seat_entries(session: TableSession, width: int, look: Look) -> list[MenuEntry]:
    """Return an entry for each seat, with its player's badge; names are cut so that notes fit."""
    seats = session.seats
    names = [player_said(line.name, line.kind) for line in seats]
    wanted = max([16 if width >= WIDE else 0, *map(text_width, names)])
    for tempers in (True, False):  # tempers are left out if a name would be cut
        notes = [seat_notes(session, seat, tempers=tempers) for seat in range(len(seats))]
        room = width - _beside(width) - SEAT - max(map(text_width, notes), default=0)
        if room >= wanted:
            break
    name = max(LEAST_NAME, min(wanted, room))
    letters = letters_of(session.names)
    entries: list[MenuEntry] = []
    for seat, line in enumerate(seats):
        ground = look.owners[seat]
        badge = (letters[seat], f"bold {ink_on(ground)} on {ground}")
        said = f" {fitted(names[seat], name)}  {notes[seat]}".rstrip()
        entries.append((str(seat), Text.assemble(badge, said) if line.kind else t("free seat")))
    return entries


def main_label(session: TableSession) -> str:
    """Return the label of the first button."""
    if is_watching(session):
        return t("take the free seat") if free_seats(session) else t("ask for a seat")
    if session.client.owns:
        return t("start the match")
    return t("not ready after all") if is_ready(session) else t("I am ready")


def lesson_label(session: TableSession) -> str:
    """Return the label of the button that opens the lesson."""
    seated = session.client.seated
    return t("new to {game}? a short lesson", game=game_title(seated.game) if seated else "")


def rules_shown(session: TableSession, look: Look) -> Group:
    """Return the lines of restrictions, clock, pause, unusual house rules and past matches."""
    clock = clock_of(session)
    lines: list[RenderableType] = []
    if is_watching(session):
        lines.append(Text(t("You are watching."), look.active))
    room = session.client.room
    lines += [Text(said, look.active) for said in (restrictions_said(room) if room else ())]
    lines.append(Text(clock_said(clock), "bold" if clock else look.muted))
    lines.append(Text(words.pause_said(pause_of(session)), look.muted))
    if room is None or not unusual_rules(room.options):
        lines.append(Text(t("House rules: the usual ones"), look.muted))
    else:
        lines.append(Text(t("House rules that differ from the usual ones:"), look.active))
        lines += rules_in_full(session, look.active, look.muted, changed_only=True)
        if not (session.client.owns or is_watching(session)):
            lines.append(Text(t("By saying ready you accept them."), look.muted))
    if evening := totals_said(session.client.matches):
        lines.append(Text(t("At this table up to now:"), look.active))
        lines += [Text(said) for said in evening]
    return Group(*lines)


def how_to_join(session: TableSession, width: int, height: int) -> str:
    """Return the ways in with the code, and who can join, for a window of a size."""
    code = code_line(session)
    if session.stay is not None:
        return "\n".join(filter(None, (code, session.stay.way_back())))
    found = ways(session)
    told = [way.text.removeprefix(_JOIN) for way in found if way.kind == "kozyr"]
    addresses = told or [session.address]
    if not addresses[0]:
        return code
    text = t("join with: kozyr join {address}", address=addresses[0])
    for address in addresses[1:]:
        text += "\n" + t("on the other network: kozyr join {address}", address=address)
    text += f"\n{code}" if code else ""
    # In a small window fingerprints would cover the house rules; the invitation shows them too.
    wide = width >= (WIDE if any(way.kind in BROWSER for way in found) else STANDARD)
    roomy = wide and height >= TALL
    kinds = [way.kind for way in found]
    for place, way in enumerate(found):
        if way.kind in kinds[:place] and height < TALL:
            continue  # the invitation has the ways in of both networks
        if way.kind == "ssh":
            text += f"\n{way.text}"
            text += f"\n{fingerprint_said(way)}" if roomy else ""
        elif way.kind in BROWSER:
            text += "\n" + t("{link} (QR code: i)", link=way.text)
    if not session.address:
        return text  # only the host knows who can join
    hosting = session.hosting
    if hosting is not None and hosting.host.offline:
        return text + "\n" + words.offline_said()
    text += "\n" + words.who_may_come(session.start, coded=bool(code))
    if hosting is not None and (problem := hosting.problem) is not None:
        text += "\n" + refusal(problem.reason, problem.facts)
    return text


START_NOW: Final = "Everybody is ready: start the match"
"""The sentence to the owner once all are ready."""


def seat_notes(session: TableSession, seat: Seat, *, tempers: bool = True) -> str:
    """Return the notes on a seat: you, the owner, the bot's level, away, ready."""
    line, room = session.seats[seat], session.client.room
    notes = []
    if not line.kind:
        return ""
    if seat == session.client.seat:
        notes.append(t("you"))
    if room is not None and room.owner == seat:
        notes.append(t("owner"))
    if line.kind.startswith("bot:"):
        level = line.kind.removeprefix("bot:")
        notes.append(level_name(level))
        silent = line.away or line.idle or not tempers
        if temper := "" if silent else bot_temper(line.name, level):
            notes.append(temper_name(temper))
    elif line.ready and not line.away:
        notes.append("✓ " + t("ready"))
    elif room is not None and room.owner != seat and not line.away:
        notes.append(t("not ready"))
    return " · ".join([*notes, *words.marks_of(line)])


def who_is_ready(session: TableSession) -> str:
    """Return the line about readiness; the owner is ready by starting the match."""
    room, seats = session.client.room, session.seats
    people = [
        line
        for seat, line in enumerate(seats)
        if line.kind == "human" and room is not None and seat != room.owner
    ]
    ready = sum(line.ready for line in people)
    if room is not None and room.rematch and (ready < len(people) or not session.client.owns):
        return words.rematch_said(room)
    if not people:
        return ""
    if ready < len(people):
        return t("{n} of {all} ready", n=ready, all=len(people))
    if not all(line.kind for line in seats):
        return t("Everybody here is ready")
    return (
        t("Everybody is ready: start the match") if session.client.owns else t("Everybody is ready")
    )


def is_watching(session: TableSession) -> bool:
    """Tell whether this client is a watcher's."""
    return session.client.seat is None


def free_seats(session: TableSession) -> int:
    """Return the number of free seats."""
    return sum(not line.kind for line in session.seats)


def is_ready(session: TableSession) -> bool:
    """Tell whether this player is marked as ready."""
    seat, seats = session.client.seat, session.seats
    return seat is not None and seat < len(seats) and seats[seat].ready


def may_act(session: TableSession) -> bool:
    """Tell whether the first button does anything for this player."""
    return not is_watching(session) or free_seats(session) > 0 or not session.client.requested


def may_fill(session: TableSession) -> bool:
    """Tell whether there is a free seat that this player may give to a bot."""
    return session.client.owns and free_seats(session) > 0


def is_new_here(session: TableSession, seen: Collection[str]) -> bool:
    """Tell whether this player may learn the game here: its lesson is not among those `seen`."""
    seated = session.client.seated
    if seated is None or is_watching(session):
        return False
    return seated.game in LESSONS and seated.game not in seen
