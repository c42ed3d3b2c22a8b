"""The actions of a replay, a row each: keys, the words of plain mode, help.

The rows are in the order of the bar. The keys have their effects on a `ReplayDesk`; the effects of
the words are in `tui/plain/replay.py`, by the names of the rows there.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from tui.actions import Action, Chapter
from tui.replay import wishes
from tui.replay.wishes import ReplayDesk
from tui.table.actions import CAMERA
from tui.table.effects import Page


def _opens(page: Page) -> Callable[[ReplayDesk], None]:
    return partial(wishes.open_page, page=page)


ACTIONS: Final[tuple[Action, ...]] = (
    Action(
        *("later", "right", "step"),
        shown="←→",
        in_place=True,
        key_effect=wishes.later,
        words="next, continue, go on, дальше, вперёд, вперед",
        help="Enter or next: one move forward; next 5: five; back: one back",
    ),
    Action(
        *("earlier", "left", "a step back"),
        hidden=True,
        in_place=True,
        key_effect=lambda desk: wishes.step(desk, -1),
        words="back, назад",
    ),
    Action("run", "space,enter", "play it", shown="Space", key_effect=wishes.run),
    Action(
        *("hint", "h,f7", "adviser"),
        shown="h",
        key_effect=wishes.turn_adviser,
        words="hint, подсказка, совет",
        help="hint: what the adviser would have said here; numbers: what each move would bring",
        chapter=Chapter.ADVICE,
    ),
    Action(
        *("deal_on", "pagedown", "deal"),
        shown="PgUp/Dn",
        key_effect=lambda desk: wishes.leaf(desk, 1),
        words="deal, round, next deal, next round, раздача, следующая раздача, круг, кон",
        help="deal, deal back: the next deal or round, the one before; deal 3: the third",
    ),
    Action(
        *("deal_back", "pageup", "a deal back"),
        hidden=True,
        key_effect=lambda desk: wishes.leaf(desk, -1),
        words="deal back, round back, раздача назад, прошлая раздача, круг назад, кон назад",
    ),
    Action(
        *("go_to", "g,f6", "go to"),
        shown="g",
        key_effect=_opens("where"),
        words="go, к, перейти",
        help="a number: to that move; all: everything from here to the end",
    ),
    Action(
        *("costly_on", "n", "costly"),
        shown="nN",
        key_effect=lambda desk: wishes.go_costly(desk, 1),
        words="costly, n, т, дорогое",
        help="n, N: the next costly decision, the one before; costliest: the costliest of them",
    ),
    Action(
        *("costly_back", "N", "the costly one before"),
        hidden=True,
        key_effect=lambda desk: wishes.go_costly(desk, -1),
        words="costly back, дорогое назад",
    ),
    Action(
        *("dearest", "d", "costliest"),
        shown="d",
        key_effect=wishes.list_costliest,
        words="costliest, d, dearest, в, дорогие, самые дорогие",
    ),
    Action("play_from_here", "b", "play on", shown="b", key_effect=wishes.play_from_here),
    Action(
        *("try_again", "t", "retry"),
        shown="t",
        key_effect=wishes.try_again,
        words="retry, try, t, переиграть, е",
        help="retry: play the costliest decision again, against bots",
        chapter=Chapter.OTHERS,
    ),
    Action(
        *("faster", "up", "speed"), shown="↑↓", key_effect=lambda desk: wishes.change_rate(desk, 1)
    ),
    Action(
        *("slower", "down", "slower"),
        hidden=True,
        key_effect=lambda desk: wishes.change_rate(desk, -1),
    ),
    Action(
        *("eyes", "v", "eyes"),
        shown="v",
        key_effect=lambda desk: wishes.look_through(desk, 1),
        words="eyes, глаза",
        help="eyes NAME: what another player saw; eyes nobody: what a watcher saw",
    ),
    Action(
        *("eyes_back", "V", "the eyes before"),
        hidden=True,
        key_effect=lambda desk: wishes.look_through(desk, -1),
    ),
    Action(
        *("back", "escape", "back"),
        key_effect=wishes.leave,
        words="quit, q, exit, leave, выход, уйти",
        help="quit: leave",
        chapter=Chapter.LEAVING,
    ),
    Action(
        *("help", "question_mark,f1", "help"),
        shown="?",
        action="help",
        words="help, ?, h, помощь, справка",
    ),
    Action(
        *("beginning", "home", "the beginning"),
        hidden=True,
        key_effect=lambda desk: wishes.go(desk, 0),
    ),
    Action(
        *("end", "end", "the end"),
        hidden=True,
        key_effect=lambda desk: wishes.go(desk, desk.cursor.replay.last),
    ),
    Action(
        *("all_hands", "a", "all hands"),
        rare=True,
        when=wishes.may_see_hands,
        key_effect=wishes.look_at_hands,
    ),
    Action("side", "tab", "side", shown="Tab", key_effect=lambda desk: desk.side.toggle()),
    Action("scores", "f2,p", "scores", key_effect=_opens("scores")),
    Action("rules", "f3,r", "rules", key_effect=wishes.open_rules),
    *CAMERA,
    Action("quit", "q", "quit", action="app.ask_quit"),
    Action(words="all, всё, все"),
    Action(words="numbers, числа, цифры"),
    Action(
        words="summary, итоги, итог",
        help="summary: how the match came out, with the totals deal by deal\n"
        "{paragraph}: that paragraph of the rule book",
        chapter=Chapter.OTHERS,
    ),
)
"""The actions of a replay's screen, then those that are only typed."""

WISHES: Final = {action.wished: action for action in ACTIONS}

ABOUT_POSITIONS: Final = (
    Action(help="hand, table, moves, score: what there was to see and do in this position"),
    Action(
        help="picture, sheet: the table and the score sheet as drawings of characters",
        chapter=Chapter.DRAWINGS,
    ),
)
"""The lines of help about questions that a position answers, as at a table."""
