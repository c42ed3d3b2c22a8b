"""The actions that are only typed, a row each; those with keys are in `tui/table/actions.py`.

An effect gets the `PlainContext` and the text typed behind the words. Games add topics for
questions.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from core.bots import levels
from core.games import GAMES
from net.migration import IncomingStage
from net.table.clock import CLOCKS, EVERYBODY, PAUSES
from net.wire import to_host
from net.wire.bounds import MAX_CLOCK
from tui.actions import Action, Chapter
from tui.language.games import game_title, no_bots
from tui.language.text import t
from tui.language.words import as_sentence
from tui.plain import context
from tui.plain.context import PlainContext
from tui.plain.people import ORDERS
from tui.room.hosts import choices, name_of
from tui.room.words import pause_said
from tui.summary.words import page_lines
from tui.table.actions import ACTIONS
from tui.table.advising import ask_advice
from tui.table.countdown import clock_said


def _finish_reading(player: PlainContext, rest: str) -> None:
    """Continue from a finished deal; without one, name the players awaited."""
    if player.client.view is None:
        player.say(t("The match has not begun."))
    elif not player.finish_reading():
        player.say(player.awaited())


def _retry(player: PlainContext, rest: str) -> None:
    """Leave for a table at which the costliest decision is made again."""
    if player.retry is not None:
        player.goes_to, player.left = player.retry, True
    elif player.in_match:
        player.say(t("The match is not over yet."))
    else:
        player.say(t("No costly decision of yours is known."))


def _answers(asked: str) -> Callable[[PlainContext, str], None]:
    """Return the effect that answers a question about the position."""
    return lambda player, rest: player.say_all(player.table.answer(asked, rest))


def _whose_turn(asked: str, player: PlainContext, rest: str) -> None:
    """Answer "turn" or "moves"; without a host, or out of turn, name the players awaited."""
    if player.offer is not None or not player.match.legal:
        player.say(player.awaited())
    else:
        player.say_all(player.table.answer(asked, rest))


def _summary(player: PlainContext, rest: str) -> None:
    """Read out the last page of the match, with the totals deal by deal."""
    match = player.ending
    if match is None:
        player.say(t("The match is not over yet."))
    else:
        player.say_all(page_lines(match, whole=True))
        player.room.evening()


def _who(player: PlainContext, rest: str) -> None:
    player.room.who()
    if player.in_match:
        player.say(player.awaited())


# --- the room ------------------------------------------------------------------------------------


def _another_game(player: PlainContext, rest: str) -> None:
    """Choose another game, by its name or title, and perhaps the number of its seats."""
    client, words = player.client, rest.split()
    if not client.can_change_game or client.room is None:
        player.say(t("Another game is chosen by the owner of the table, between two matches."))
        return
    seats = int(words.pop()) if words and words[-1].isdecimal() else len(client.room.seats)
    typed = _letters(" ".join(words))
    found = [
        name
        for name in GAMES
        if typed and any(_letters(called).startswith(typed) for called in (name, game_title(name)))
    ]
    if len(found) != 1:
        known = ", ".join(map(game_title, GAMES))
        player.say(t("Say which game: {games}.", games=known))
        return
    allowed = GAMES[found[0]].SEATS
    player.send(to_host.ChangeGame(found[0], min(max(seats, allowed[0]), allowed[-1])))


_ALIKE: Final = str.maketrans("-_ё", "  е")


def _letters(name: str) -> str:
    """Return a name without the characters that players may leave out or write differently."""
    return name.casefold().translate(_ALIKE)


def _rematch(player: PlainContext, rest: str) -> None:
    """Propose another match, or agree to the one proposed."""
    if rest.casefold() in ("", "rotate", "пересадка", "с пересадкой"):
        player.send(to_host.Rematch(True if rest else None))
    else:
        player.say(t("'rematch' keeps the seats, 'rematch rotate' changes them."))


def _fill(player: PlainContext, rest: str) -> None:
    """Put bots on the seats with the numbers typed, or on all free ones."""
    room, seated, words = player.client.room, player.client.seated, rest.split()
    if room is None:
        return
    numbers = [int(word) for word in words if word.isdecimal()]
    wanted = [word.casefold() for word in words if not word.isdecimal()]
    known = levels(seated.game) if seated else ()
    if not known and seated:
        player.say(no_bots(seated.game) + ".")
        return
    waiting = [seat for seat, line in enumerate(room.seats, 1) if not line.kind or line.away]
    level = wanted[0] if wanted else known[0]
    for number in numbers or waiting:
        if 1 <= number <= len(room.seats):
            player.send(to_host.Fill(number - 1, level[:12]))
        else:
            player.say(as_sentence(t("this table has no seat {seat}", seat=number)))
    if not numbers and not waiting:
        player.say(t("No seat is free."))


def _clear(player: PlainContext, rest: str) -> None:
    room, numbers = player.client.room, [int(word) for word in rest.split() if word.isdecimal()]
    if room is not None and len(numbers) == 1 and 1 <= numbers[0] <= len(room.seats):
        player.send(to_host.Clear(numbers[0] - 1))
    elif room is not None:
        player.say(t("Which seat? Say its number."))


def _seconds(clock: bool, player: PlainContext, rest: str) -> None:
    """Say the clock, or the pause after a deal; or set it to the seconds typed."""
    room, typed = player.client.room, rest if clock else rest.removeprefix("-")
    if not rest and room is not None:
        player.sentence(clock_said(room.clock) if clock else pause_said(room.pause))
    elif typed.isdecimal():
        seconds = max(EVERYBODY, min(int(rest), MAX_CLOCK))
        player.send(to_host.Clock(seconds) if clock else to_host.Pause(seconds))
    elif rest:
        known = ", ".join(map(str, CLOCKS if clock else PAUSES))
        player.say(
            t("clock SECONDS; {values}" if clock else "pause SECONDS; {values}", values=known)
        )


def _code(player: PlainContext, rest: str) -> None:
    room = player.client.room
    if rest.casefold() in ("new", "новый"):
        player.send(to_host.NewCode())
    elif room is not None and room.code:
        player.say(t("The code of this table is {code}.", code=room.code))
    else:
        player.say(t("Anybody on this network can sit down here without a code."))


# --- ways in, other computers --------------------------------------------------------------------


def _change_way(player: PlainContext, rest: str, *, opens: bool) -> None:
    """Open or close a way in for guests without Kozyr."""
    ways = {"ssh": "ssh", "page": "page", "страницу": "page", "страница": "page"}
    way = ways.get(rest.casefold())
    if way is None:
        player.say(t("Say 'open ssh', 'open page', 'close ssh' or 'close page'."))
    else:
        player.carry_out(context.ChangeWay(way, opens))


def _answer_hosting(player: PlainContext, rest: str, *, agree: bool) -> None:
    """Answer the owner's question whether to have the table at this computer."""
    if player.client.incoming.stage is IncomingStage.ASKED:
        player.carry_out(context.AnswerHosting(agree))
    else:
        player.say(t("Nobody has asked you anything."))


def _play_on_at(player: PlainContext, rest: str) -> None:
    """Continue at the computer of a player, named in `rest`, after the host is lost."""
    offer, known = player.offer, player.client
    if offer is None:
        player.say(t("Nobody has asked you anything."))
        return
    for seat, _ in choices(offer, known):
        if name_of(seat, known).casefold() == rest.casefold():
            player.carry_out(context.PlayOnAt(seat))
            return
    player.say(t("The table cannot go on there."))


TYPED: Final[tuple[Action, ...]] = (
    Action(
        words="turn, ход, чей",
        help=(
            "turn, hand, table, moves: whose turn it is, what you hold, what is on the table, "
            "what you may do"
        ),
        begun=True,
        effect=partial(_whose_turn, "turn"),
    ),
    Action(words="moves, m, ходы", begun=True, effect=partial(_whose_turn, "moves")),
    Action(words="hand, рука", begun=True, effect=_answers("hand")),
    Action(words="table, line, стол, линия", begun=True, effect=_answers("table")),
    Action(
        words="numbers, числа, цифры",
        begun=True,
        effect=lambda player, _: ask_advice(player.match, counted=True),
    ),
    Action(
        words="continue, go on, дальше, продолжить",
        help="Enter or continue: go to the next deal once you have read a finished one",
        chapter=Chapter.COURSE,
        effect=_finish_reading,
    ),
    Action(
        words="log, again, журнал, повтор",
        begun=True,
        effect=lambda player, _: player.say_all(player.log),
    ),
    Action(
        words="summary, review, итоги, итог, разбор",
        help="summary: how a match that is over came out, with the totals deal by deal",
        chapter=Chapter.POINTS,
        begun=True,
        effect=_summary,
    ),
    Action(
        words="retry, try, переиграть",
        help="retry: after a match, play your costliest decision again",
        chapter=Chapter.POINTS,
        begun=True,
        effect=_retry,
    ),
    Action(
        words="picture, рисунок, картинка",
        help="picture, sheet: the table and the score sheet as drawings of characters",
        chapter=Chapter.DRAWINGS,
        begun=True,
        effect=_answers("picture"),
    ),
    Action(words="sheet, лист, запись", begun=True, effect=_answers("sheet")),
    Action(
        words="who, seats, кто",
        help="who: the seats; rule: the house rules",
        chapter=Chapter.OTHERS,
        effect=_who,
    ),
    Action(
        words="ready, готов, готова, готово",
        help="ready, wait, start: agree to begin, take it back, begin",
        chapter=Chapter.ROOM,
        effect=lambda player, _: player.send(player.client.ready()),
    ),
    Action(
        words="wait, unready, подождите",
        effect=lambda player, _: player.send(player.client.ready(False)),
    ),
    Action(words="start, начать, начали", effect=lambda player, _: player.send(to_host.Start())),
    Action(
        words="rematch, реванш, снова",
        help="rematch: the same players again; rematch rotate: in other seats",
        chapter=Chapter.ROOM,
        effect=_rematch,
    ),
    Action(
        words="fill, bot, бот",
        help="fill SEAT LEVEL, clear SEAT, rule NAME=VALUE: for the owner of the table",
        chapter=Chapter.ROOM,
        effect=_fill,
    ),
    Action(words="clear, free, освободить", effect=_clear),
    Action(
        words="game, игра",
        help="game NAME SEATS: another game in this room, for the owner of the table",
        chapter=Chapter.ROOM,
        effect=_another_game,
    ),
    Action(
        words="clock, time, часы, время",
        help="clock: the time for a decision; more: give more; clock SECONDS: for the owner",
        chapter=Chapter.ROOM,
        effect=partial(_seconds, True),
    ),
    Action(
        words="code, код",
        help="code: the code of the table; code new: take another one, for the owner",
        chapter=Chapter.ROOM,
        effect=_code,
    ),
    Action(
        words="open, открыть",
        help="open ssh, open page, close ssh, close page: ways in without Kozyr, for the host",
        chapter=Chapter.WAYS,
        effect=partial(_change_way, opens=True),
    ),
    Action(words="close, закрыть", effect=partial(_change_way, opens=False)),
    Action(
        words="doctor, доктор, диагностика",
        help="doctor: why others do not find this table, or why the connection fails",
        chapter=Chapter.WAYS,
        effect=lambda player, _: player.carry_out(context.Examine()),
    ),
    *ORDERS,
    Action(
        words="pause, пауза",
        help="pause: how long a finished deal stays open; pause SECONDS: for the owner",
        chapter=Chapter.OWNER,
        effect=partial(_seconds, False),
    ),
    Action(
        words="away, отойти",
        help="away: leave, but keep the table open here, for its host",
        chapter=Chapter.OWNER,
        effect=lambda player, _: player.carry_out(context.StepOut()),
    ),
    Action(
        words="accept, yes, да, согласен, согласна",
        effect=partial(_answer_hosting, agree=True),
    ),
    Action(
        words="decline, no, нет, отказ",
        effect=partial(_answer_hosting, agree=False),
    ),
    Action(words="at, go on at, у", effect=_play_on_at),
)
"""The actions that are only typed, in the order of the help within a chapter."""

ROWS: Final = {each.word: each for each in (*ACTIONS, *TYPED) if each.words}
"""All actions with words, by their names in plain mode."""
