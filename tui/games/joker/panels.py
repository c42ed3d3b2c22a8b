"""The panels laid over the Joker table: a joker's call, the outcome of a deal, the page of a pulka.

The page has sums, clean players, ringed and struck out entries. It comes after the summary of the
last deal of a pulka, and nowhere else.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from core.game import Event, Move, Seat, is_deal_over
from core.games.joker.moves import PlayCard, parse_move, parse_play, play_of
from core.games.joker.sheet import Entry, Pulka, pulkas
from core.games.joker.summary import is_khisht
from core.games.joker.view import View
from core.pieces import JOKERS
from tui.boards.panel import put_panel
from tui.boards.scene import DealOutcome, Scene, SeatOutcome, Tone
from tui.boards.seats import mine_first
from tui.boards.trick_layout import TrickLayout
from tui.drawing.canvas import Canvas, Hit, text_width
from tui.drawing.look import ink_on
from tui.games.joker.words import declared
from tui.language.text import t
from tui.language.words import as_sentence, suit_glyph

# --- the call of a joker -----------------------------------------------------------------------

_SUITS: Final = 4


def step(choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
    """Return the choice next to `target` in a direction of the panel, going round the ends."""
    first = parse_move(choosing[0])
    leads = isinstance(first, PlayCard) and bool(first.suit)
    return (target + (dx or dy * (_SUITS if leads else 1))) % len(choosing)


def put_calls(canvas: Canvas, scene: Scene, table: TrickLayout) -> tuple[Hit, ...]:
    """Offer the ways to play a joker in one small panel: suits side by side, high and low below."""
    look, focus = scene.look, scene.focus
    moves = focus.choosing
    plays = [play_of(move) for move in moves]
    leads = not scene.view.trick
    across = _SUITS if leads else len(moves)
    heads = [t("high"), t("low")] if leads else [""]
    cell = 6 if leads else 4 + max(text_width(declared(play)) for play in plays)
    left = max(map(text_width, heads)) + (1 if leads else 0)
    title = t("The joker leads as") if leads else t("The joker is played")
    width = min(canvas.width, max(left + across * cell, text_width(title) + 2) + 4)
    height = len(heads) + 2
    x = (canvas.width - width) // 2
    y = _row_of_calls(table, x, height, leads=leads)
    put_panel(canvas, look, x, y, width, height, title)
    hits = []
    start = x + (width - left - across * cell) // 2
    for row, head in enumerate(heads):
        canvas.put(start, y + 1 + row, head, look.panel_ink, look.panel)
    for number, (move, play) in enumerate(zip(moves, plays, strict=True)):
        cx, cy = start + left + number % across * cell, y + 1 + number // across
        chosen = number == focus.target % len(moves)
        said = "" if leads else declared(play)
        sides = "><" if chosen and look.shapes else "  "
        ground = look.chosen if chosen else look.panel
        colour = ink_on(ground) if chosen else look.panel_ink
        text = f"{sides[0]}{number + 1} {said}".ljust(cell - 1) + sides[1]
        canvas.put(cx, cy, text, colour, ground, "b" if chosen else "")
        if play.suit:
            face = look.chosen if chosen else look.face
            glyph = suit_glyph(play.suit, ascii_only=look.ascii)
            canvas.put(cx + 2, cy, f" {glyph} ", look.suit(play.suit), face, "b")
        hits.append(Hit(cx, cy, cell, 1, ("move", move)))
    return tuple(hits)


def _row_of_calls(table: TrickLayout, x: int, height: int, *, leads: bool) -> int:
    """Return the row for the panel, where it covers no card except, in reply, the player's own.

    A leader has it in the middle if it is narrow enough for that.
    """
    others = [seat for seat in range(4) if seat != table.me]
    lowest = table.blocks[table.me][1] - height
    if leads:
        y = (sum(table.middle) - height) // 2
        left, side, across, _ = table.blocks[(table.me + 1) % 4]
        reach = left + min(across, table.beside)
        clear = side + table.lines[(table.me + 1) % 4] if x < reach else 0
    else:
        tall = table.piece[1]
        y = table.spots[table.me][1] + (tall - height) // 2
        clear = max(table.spots[seat][1] for seat in others) + tall
    return max(0, min(lowest, max(y, clear)))


# --- the end of a deal -------------------------------------------------------------------------


def outcome(view: View) -> DealOutcome:
    """Return bid, tricks and points of each player, with a remark."""
    pulka = view.score_sheet().pulkas[-1]
    premiums = pulka.premiums or (0,) * _SUITS
    results = []
    for seat, entry in enumerate(pulka.lines[-1].entries):
        made: Tone = "bad" if entry.spoiled else "good"
        note, tone = _note(view, entry, premiums[seat])
        results.append(
            SeatOutcome(
                cells=(
                    (str(entry.bid) if entry.bid else t("pass"), ""),
                    (str(entry.taken), made),
                    (str(entry.points), made),
                ),
                gained=entry.points + premiums[seat],
                total=view.totals[seat],
                note=note,
                tone=tone,
                lit=premiums[seat] > 0 or not entry.spoiled,
            )
        )
    return DealOutcome((t("bid"), t("took"), t("points")), tuple(results))


def _note(view: View, entry: Entry, premium: int) -> tuple[str, Tone]:
    if premium:
        return f"{t('premium')} {premium:+}", "active"
    return (t("khisht"), "bad") if is_khisht(view.options, entry) else ("", "")


def page_title(view: View) -> str:
    """Name the pulka that ends with the finished deal of a view; empty if none does."""
    pulka = _ended(view)
    if pulka is None:
        return ""
    played = pulkas(view.options)
    return t("pulka {n} of {all}", n=pulka.number, all=played) if played > 1 else t("the pulka")


def page_told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Read out the page of the pulka."""
    pulka = _ended(view)
    if pulka is None:
        return ()
    told = [
        t(
            "{name}: {made} of {all} bids made, {sum} in this pulka, {total} in all.",
            name=names[seat],
            made=_made(pulka, seat),
            all=len(pulka.lines),
            sum=pulka.sums[seat],
            total=pulka.totals[seat],
        )
        for seat in view.score_sheet().order
    ]
    return (*told, *map(as_sentence, _moved(pulka, names)))


def _ended(view: View) -> Pulka | None:
    drawn = view.score_sheet().pulkas if is_deal_over(view) else ()
    return drawn[-1] if drawn and drawn[-1].totals else None


def _made(pulka: Pulka, seat: Seat) -> int:
    return sum(not line.entries[seat].spoiled for line in pulka.lines)


def _moved(pulka: Pulka, names: Sequence[str]) -> Iterator[str]:
    """Name the clean players, and the boxes that were ringed and struck out."""
    clean = [name for name, is_clean in zip(names, pulka.clean, strict=True) if is_clean]
    if clean:
        yield t("Every bid made: {names}", names=", ".join(clean))
    else:
        yield t("Nobody made every bid")
    for line in pulka.lines:
        for seat, entry in enumerate(line.entries):
            facts = {"name": names[seat], "n": entry.points, "deal": line.deal}
            if entry.ringed:
                yield t("Ringed: {name}, {n} of deal {deal}", **facts)
            if entry.struck:
                yield t("Struck out: {name}, {n} of deal {deal}", **facts)
    if clean and not any(pulka.premiums):
        yield t("Nobody gains or loses a box")


def page_outcome(view: View) -> DealOutcome | None:
    """Return the sums of a finished pulka, and the boxes that premiums have moved.

    They are ringed and struck out as in the sheet; clean players light up.
    """
    pulka = _ended(view)
    if pulka is None:
        return None
    results = []
    for seat, clean in enumerate(pulka.clean):
        entries = [line.entries[seat] for line in pulka.lines]
        ringed = "".join(f"({entry.points})" for entry in entries if entry.ringed)
        struck = "".join(f"~{entry.points}~" for entry in entries if entry.struck)
        made: Tone = "good" if clean else ""
        moved: Tone = "bad" if struck else "good" if ringed else "muted"
        results.append(
            SeatOutcome(
                cells=(
                    (f"{_made(pulka, seat)}/{len(entries)}", made),
                    (ringed + struck or "-", moved),
                    (str(pulka.sums[seat]), "active"),
                ),
                gained=0,
                total=pulka.totals[seat],
                note=t("clean pulka") if clean else "",
                tone="good",
                lit=clean,
            )
        )
    return DealOutcome((t("made"), t("premium"), t("pulka")), tuple(results))


def moments(view: View, events: Sequence[Event]) -> list[tuple[str, Seat]]:
    """Find a stolen joker, a premium, a khisht."""
    kinds, found = {event.kind for event in events}, list[tuple[str, Seat]]()
    if "trick" in kinds and (stolen := stolen_by(view)):
        found += [("stole", stolen[0]), ("robbed", stolen[1])]
    if "deal" in kinds:
        pulka = view.score_sheet().pulkas[-1]
        paid = pulka.premiums or ()
        found += [("premium", seat) for seat, points in enumerate(paid) if points > 0]
        costs = view.options.khisht != "none"
        for seat, entry in enumerate(pulka.lines[-1].entries):
            if costs and is_khisht(view.options, entry):
                found.append(("khisht", seat))
    return found


def stolen_by(view: View) -> tuple[Seat, Seat] | None:
    """Return who took the last trick from a joker with the other one (J-R19), and from whom."""
    last = [parse_play(play) for play in view.last_trick]
    jokers = [place for place, play in enumerate(last) if play.card in JOKERS]
    if len(jokers) < len(JOKERS) or last[jokers[0]].call not in ("high", "top"):
        return None
    first, second = ((view.last_leader + place) % len(last) for place in jokers)
    return (second, first) if view.winners and view.winners[-1] == second else None


def occasion(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Celebrate a clean pulka, nine tricks bid and taken, or a khisht (J-R29, J-R31)."""
    pulka = view.score_sheet().pulkas[-1]
    written = pulka.lines[-1].entries
    seats, costs = mine_first(len(written), view.seat), view.options.khisht != "none"
    clean = [seat for seat in seats if pulka.totals and pulka.clean[seat]]
    nine = [seat for seat in seats if written[seat].bid == written[seat].taken == 9]
    khishts = [seat for seat in seats if costs and is_khisht(view.options, written[seat])]
    found = ((t("clean pulka"), clean), (t("nine of nine"), nine), (t("khisht"), khishts))
    for words, whose in found:
        if whose:
            return words, ", ".join(names[seat] for seat in whose)
    return "", ""
