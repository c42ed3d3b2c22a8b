"""The actions at a table, a row each: an action is added by its row, its effect and its words.

The rows are in the order of the bar. Plain mode shares the rows with words, and has more for words
without keys (`tui/plain/actions.py`): an `effect` needs only a match, a `key_effect` a board with a
cursor (`wishes.py`).
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Final, Protocol

from core.advice import can_advise
from net.wire.bounds import MAX_TEXT
from net.wire.to_host import Request, Rule, Say, Wait
from tui.actions import Action, Chapter, Who
from tui.boards import BOARDS
from tui.boards.choosing import hand
from tui.language import rulebook
from tui.language.text import t
from tui.table import effects, showing, wishes
from tui.table.advising import ask_advice
from tui.table.banter import PHRASES, phrase
from tui.table.effects import Effect
from tui.table.match import MatchModel, claim_rest, play
from tui.table.wishes import Desk

MAX_RULE: Final = 40
"""The longest name or value of a house rule; the protocol refuses longer ones."""


class AtMatch(Protocol):
    """A front end of a match: a desk or a dialogue."""

    match: MatchModel


def _gives(effect: Effect) -> Callable[[AtMatch, str], None]:
    """Return an action that only gives this effect."""
    return lambda at, words: at.match.effects.append(effect)


def _page(name: effects.Page) -> Callable[[Desk], None]:
    """Return an action of a desk that opens a page."""
    return lambda desk: desk.match.effects.append(effects.OpenPage(name))


def _rest(at: AtMatch, words: str) -> None:
    if claim_rest(at.match):
        play(at.match, at.match.legal[0])
    else:
        said = t("Not everything that is left is certainly yours.")
        at.match.effects.append(effects.Tell(said))


def _talk(at: AtMatch, words: str) -> None:
    if words:
        at.match.effects.append(effects.SendMessage(Say(words[:MAX_TEXT])))
    else:
        at.match.effects.append(effects.Tell(t("Say what?")))


def _phrase(at: AtMatch, words: str) -> None:
    """Say the phrase with a number; without one, list all."""
    codes = list(PHRASES)
    if words.isdecimal() and 1 <= int(words) <= len(codes):
        at.match.effects.append(effects.SendMessage(phrase(codes[int(words) - 1])))
    elif words:
        at.match.effects.append(effects.Tell(t("Which phrase? Say its number.")))
    else:
        listed = (f"{n} {t(PHRASES[code])}" for n, code in enumerate(codes, 1))
        at.match.effects.append(effects.Tell("; ".join(listed)))


def _rule(at: AtMatch, words: str) -> None:
    """Read out a paragraph or the house rules, or have a house rule changed."""
    name, equals, value = (part.strip()[:MAX_RULE] for part in words.partition("="))
    if rulebook.PARAGRAPH.fullmatch(words.upper()):
        at.match.effects.append(effects.OpenRules(words))
    elif not words:
        at.match.effects.append(effects.OpenPage("house rules"))
    elif equals:
        at.match.effects.append(effects.SendMessage(Rule({name: value})))
    else:
        at.match.effects.append(effects.Tell(t("rule NAME=VALUE; 'rule' alone lists them")))


POINTER: Final = (
    *(Action(name, hastens=False) for name in ("reach", "press", "hover", "pull", "wheel")),
    *(Action(name, hastens=False, answers=True) for name in ("click", "miss", "tap")),
    Action("end_chat", key_effect=wishes.fall_silent),
    Action("other", key_effect=lambda desk: None),
)
"""The wishes of the mouse and of other areas: "click" on a hit or "miss", "reach" a move."""

ACTIONS: Final[tuple[Action, ...]] = (
    *hand(wishes.may_step),
    Action(
        *("play", "enter,space", "play"),
        about=(
            "Left and right choose a card or tile of your hand; a number jumps to it (1 then 2: "
            "the twelfth). Enter or Space plays it; if it can be played in several ways, choose "
            "one with the arrows or a digit, or take it back with Esc. Up goes to the buttons "
            "above the hand.\nWith the mouse: a click chooses, and a second click plays what is "
            "chosen; a click on a marked place of the table plays what you have chosen there. The "
            "right button is Esc, the wheel zooms a table without edges, and dragging moves it. "
            "The keys in the bottom line and on this page can be clicked."
        ),
        when=attrgetter("match.enter_means"),
        key_effect=wishes.enter,
        only_due=True,
        answers=True,
    ),
    Action(
        *("all_hands", "a", "all hands"),
        rare=True,
        when=lambda desk: bool(desk.match.open_hands) or "",
        key_effect=wishes.look_at_hands,
        hastens=False,
    ),
    Action(
        *("hint", "h,f7", "hint"),
        shown="h",
        about=(
            "H gives a hint with its reason. H once more shows the points to expect from each "
            "move, and how often a trick is yours; a third time goes back to the reason."
        ),
        words="hint, подсказка, совет",
        help="hint: a good move and why; numbers: what each move would bring",
        chapter=Chapter.ADVICE,
        begun=True,
        games=can_advise,
        when=attrgetter("match.hint_means"),
        effect=lambda at, words: ask_advice(at.match),
        key_effect=wishes.advise,
    ),
    Action(
        *("undo", "u", "undo"),
        about=(
            "U takes back your last decision where you play alone, as often as you like, past the "
            "end of a deal too. The cards stay as they are, and bots answer the same moves as "
            "before. Such a match no longer counts in statistics."
        ),
        words="undo, back, takeback, назад, вернуть, отмена, отменить",
        help="undo: take back your last decision; such a match does not count in statistics",
        chapter=Chapter.ADVICE,
        begun=True,
        who=Who.ALONE,
        when=wishes.may_take_back,
        effect=_gives(effects.TakeBack()),
        key_effect=wishes.undo,
    ),
    Action(
        *("rest", "m", "the rest is mine"),
        rare=True,
        words="mine, rest, моё, мое, остальное",
        help="mine: play the rest of the deal, where all of it is yours whatever anybody plays",
        chapter=Chapter.COURSE,
        begun=True,
        games=lambda game: BOARDS[game].paint_tricks is not None,
        when=wishes.claimable,
        effect=_rest,
        key_effect=wishes.claim_rest,
        answers=True,
    ),
    Action(
        *("more_time", "f8,w", "more time"),
        rare=True,
        about=(
            "If there is a clock, F8 gives the player whose turn it is as much time again, once "
            "for each decision. When a player's time is up, a bot makes that move, and the player "
            "keeps the seat."
        ),
        words="more, ещё, еще",
        chapter=Chapter.ROOM,
        who=Who.COMPANY,
        when=wishes.may_give_time,
        effect=_gives(effects.SendMessage(Wait())),
    ),
    Action(
        *("ask_for_seat", "j", "ask for a seat"),
        rare=True,
        about="With J a watcher asks the owner of the table for a seat, also for one of a bot.",
        words="seat, ask for a seat, сесть, хочу играть",
        help="seat: ask the owner for a seat, as a watcher",
        chapter=Chapter.ROOM,
        who=Who.COMPANY,
        when=wishes.may_ask_for_seat,
        effect=_gives(effects.SendMessage(Request())),
    ),
    Action(
        *("stand_in", "f9,b", "a bot for a player who is away"),
        rare=True,
        who=Who.OWNER,
        when=attrgetter("session.lost"),
        key_effect=wishes.ask_stand_in,
    ),
    Action(
        *("back", "escape", "leave"),
        words="quit, exit, leave, выход, уйти",
        help="quit: leave",
        chapter=Chapter.LEAVING,
        when=attrgetter("match.back_means"),
        effect=_gives(effects.AskLeave()),
        key_effect=wishes.go_back,
        only_due=True,
    ),
    Action(
        *("people", "f10,o", "people"),
        about=(
            "F10 or O shows the people at the table and how each of them plays. There the owner "
            "asks a player who does not move, puts somebody out, hands the table over and locks it."
        ),
        chapter=Chapter.OWNER,
        who=Who.COMPANY,
        effect=_gives(effects.OpenPage("people")),
    ),
    Action(
        *("invite", "i", "invite"),
        words="invite, пригласить, приглашение",
        help="invite: every way for others to sit down here",
        chapter=Chapter.WAYS,
        who=Who.COMPANY,
        effect=_gives(effects.OpenPage("ways")),
    ),
    Action(
        *("help", "question_mark,f1", "help"),
        shown="?",
        action="help",
        words="help, ?, h, помощь, справка",
        effect=_gives(effects.OpenPage("help")),
    ),
    Action(
        *("evening", "f", "the evening"),
        words="evening, вечер",
        help="evening: every match at this table, and the places of everybody",
        chapter=Chapter.POINTS,
        who=Who.COMPANY,
        when=lambda desk: bool(desk.match.client.matches),
        effect=_gives(effects.OpenPage("evening")),
    ),
    Action(*("side", "tab", "side"), key_effect=wishes.toggle_side),
    Action(
        *("scores", "f2,p", "scores"),
        words="score, scores, points, счёт, счет, очки",
        help="score, log: the points, what happened last",
        chapter=Chapter.POINTS,
        begun=True,
        effect=_gives(effects.OpenPage("scores")),
    ),
    Action(
        *("rules", "f3,r", "rules"),
        about=(
            "What is dim cannot be played now; the line above the hand says why, and F3 opens the "
            "rule book at that paragraph."
        ),
        words="why, почему",
        help=(
            "why: the rule that forbids the move you tried last\n{paragraph}: that paragraph of "
            "the rule book"
        ),
        chapter=Chapter.RULES,
        effect=_gives(effects.OpenRules()),
        key_effect=wishes.open_rules,
    ),
    Action(
        *("chat", "f4,c", "chat"),
        words="say, сказать, скажи",
        help="say WORDS: talk to the others",
        chapter=Chapter.OTHERS,
        who=Who.COMPANY,
        effect=_talk,
        key_effect=wishes.talk,
    ),
    Action(
        *("phrases", "v", "phrases"),
        about=(
            "V says a short phrase: V and a digit, the arrows or a click. Each player reads it in "
            "their own language."
        ),
        words="phrase, фраза, фразы",
        help=(
            "phrase: the list of short phrases; phrase 3: say the third, which each player reads "
            "in their own language"
        ),
        chapter=Chapter.OTHERS,
        who=Who.COMPANY,
        effect=_phrase,
        key_effect=_page("phrases"),
    ),
    Action(
        *("house_rules", "f5", "house rules"),
        words="rule, rules, правило, правила",
        effect=_rule,
        key_effect=_page("house rules"),
    ),
    Action(
        *("last", "f6,l", "look back"),
        when=lambda desk: bool(desk.match.past) or "",
        key_effect=wishes.look_back,
        hastens=False,
    ),
    Action(
        *("coach", "k", "coach"),
        about=(
            "K switches the coach on or off: after a costly decision it tells you what was worth "
            "more."
        ),
        words="coach, тренер",
        help="coach: be told of a costly decision at once, or no longer",
        chapter=Chapter.ADVICE,
        begun=True,
        who=Who.ALONE,
        effect=_gives(effects.Switch("coach")),
    ),
    Action(
        *("ahead", "x", "choose ahead"),
        hidden=True,
        about=(
            "X chooses the piece at the cursor while others are to act: it is played on your turn "
            "if it may be, after a pause that gives nothing away. X once more, or another choice "
            "on your turn, takes it back; what has become illegal goes back into the hand."
        ),
        when=lambda desk: showing.may_choose(desk.match, desk.board) or "",
        key_effect=wishes.choose_ahead,
        hastens=False,
    ),
    Action(
        *("sort", "z", "sort the hand"),
        hidden=True,
        about=(
            "Z sorts the hand by suit, by rank, with trumps on the left, on the right; < and > "
            "move the chosen piece to another place until the deal is over."
        ),
        when=wishes.may_step,
        key_effect=wishes.sort_hand,
        hastens=False,
    ),
    Action(
        *("piece_left", "less_than_sign", "the piece to the left"),
        hidden=True,
        when=wishes.may_step,
        key_effect=lambda desk: wishes.shift_piece(desk, -1),
    ),
    Action(
        *("piece_right", "greater_than_sign", "the piece to the right"),
        hidden=True,
        when=wishes.may_step,
        key_effect=lambda desk: wishes.shift_piece(desk, 1),
    ),
    Action(
        *("banter", "e", "the bots' talk"),
        hidden=True,
        about="E has the bots say a word at great moments, or keep silent.",
        chapter=Chapter.ADVICE,
        key_effect=lambda desk: desk.match.effects.append(effects.Switch("banter")),
    ),
    Action(*("quit", "q", "quit"), action="app.ask_quit"),
)
"""The actions of the table's screen, as the bar has them; those with words are typed too."""

WISHES: Final = {action.wished: action for action in (*ACTIONS, *POINTER)}
"""Every wish, and its row."""

SHOWN: Final = frozenset(action.wished for action in ACTIONS if not action.hidden)
"""The wishes whose keys the bar shows."""

_ALWAYS: Final[dict[str, bool | str]] = {
    each.wished: True for each in ACTIONS if each.when is None and each.who is Who.ANYBODY
}
_NOT_ALWAYS: Final = tuple(
    {each.wished: each for each in ACTIONS if each.wished not in _ALWAYS}.values()
)


def possible(desk: Desk) -> dict[str, bool | str]:
    """Return the wishes whose keys mean something now: in words, or True for the row's label."""
    now, alone = _ALWAYS.copy(), desk.session.alone
    others = (Who.COMPANY, Who.OWNER) if alone else () if desk.match.client.owns else (Who.OWNER,)
    for action in _NOT_ALWAYS:
        if action.who in others:
            continue
        theirs = alone or action.who is not Who.ALONE
        means = theirs if action.when is None else action.when(desk)
        if means or means == "":
            now[action.wished] = means if isinstance(means, str) else True
    return now
