"""The table's middle before the first trick: the bid due, and the draw for the first player."""

from collections.abc import Sequence
from functools import lru_cache

from core.game import Seat
from core.games.domino_poker import rules as domino_poker
from core.games.domino_poker.moves import Bid, PlayTile, bid_of, parse_move
from tui.boards.scene import Scene
from tui.boards.seats import StyledText
from tui.boards.trick_layout import TrickLayout
from tui.boards.trick_mat import heading, inked, put_waiting
from tui.boards.words import why_not
from tui.drawing.canvas import Canvas, cut, text_width
from tui.drawing.look import Look
from tui.games.domino_poker.hand import drawn
from tui.games.domino_poker.words import bid_pays
from tui.language.text import language, t


def put_bidding(canvas: Canvas, scene: Scene, table: TrickLayout) -> None:
    """Write the current decision in the middle; before the first bid also the draw for the lead."""
    view = scene.view
    lines: Sequence[Canvas] = ()
    if view.last_draw and view.phase == "bid":
        names = scene.names[: view.seats]
        lines = _draw_lines(
            scene.look, names, view.last_draw, view.starter, table.roomy, language()
        )
    put_waiting(canvas, table, _awaited(scene), scene.focus.target, lines)


def _awaited(scene: Scene) -> list[list[StyledText]]:
    """Write the current decision, with the words for each possible bid."""
    look, view = scene.look, scene.view
    if not view.to_act:
        return []
    seat = view.to_act[0]
    name, mine = scene.names[seat], seat == view.seat
    stage = view.now.stage
    lines: list[StyledText] = []
    if stage == "hapok":
        lines.append((t("Hapok: nobody bids, every trick brings 10."), look.active))
    elif stage == "mizer":
        lines.append((t("Mizer: nobody bids, every trick costs 10."), look.active))
    elif stage == "blind" and view.phase == "bid":
        lines.append((t("Blind: everybody bids before seeing a tile."), look.active))
    if view.phase == "play":
        said = t("You lead: any tile") if mine else t("{name} leads", name=name)
        return [[*lines, (said, look.ink)]]
    bids = [move for move in scene.legal if not isinstance(parse_move(move), PlayTile)]
    if not mine or not bids:
        return [lines]  # the line over the hand says who is bidding
    forbidden = [bid for n in range(view.now.size + 1) if (bid := str(Bid(n))) not in bids]
    barred = [(why_not(domino_poker, view, bid), look.active) for bid in forbidden[:1]]
    return [[*lines, *inked(look, bid_pays(view, bid_of(bid))), *barred] for bid in bids]


@lru_cache(2)
def _draw_lines(
    look: Look,
    names: tuple[str, ...],
    draws: tuple[tuple[str, ...], ...],
    starter: Seat,
    roomy: bool,
    _: str,
) -> tuple[Canvas, ...]:
    """Draw one line per seat: the last two tiles it drew for the start (D-R8).

    Cached for a look and a language: no bid at the cursor changes it.
    """
    tiles = [[draw[seat] for draw in draws if draw[seat]][-2:] for seat in range(len(names))]
    most = max(map(len, tiles))
    lines = (
        _draw_line(look, name, own, most, first=seat == starter, roomy=roomy)
        for seat, (name, own) in enumerate(zip(names, tiles, strict=True))
    )
    return (heading(look, t("High tile begins:")), *lines)


def _draw_line(
    look: Look, name: str, tokens: Sequence[str], most: int, *, first: bool, roomy: bool
) -> Canvas:
    names, apart = (9, 6) if roomy else (7, 5)
    line = Canvas(names + 2 + most * apart + (15 if roomy else 1), 1, look.ink, look.felt)
    shown = cut(name, names)
    line.put(names - text_width(shown), 0, shown, look.active if first else look.muted)
    for i, token in enumerate(tokens):
        tile = drawn(look, token, "mini", upright=False, dimmed=not first)
        line.blit(tile, names + 1 + i * apart, 0)
    if first:
        x = names + 1 + most * apart
        said = f"{'D' if look.ascii else '◆'} {t('begins')}"
        line.put(x, 0, cut(said, line.width - x) if roomy else said[0], look.active)
    return line
