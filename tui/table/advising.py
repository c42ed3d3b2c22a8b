"""Advice in a match: hints, the points to expect of each move, the coach.

Functions over a MatchModel, for the full screen and for plain mode. Pure: the advice is worked out
in the background.
"""

from functools import partial

from core.advice import can_advise
from core.game import Move
from tui.language.games import no_hints
from tui.language.words import as_sentence
from tui.table import effects
from tui.table.effects import HintFound, MistakeFound, NumbersFound
from tui.table.hints import Hint, coached_said, hint_line, numbers_line
from tui.table.match import MatchModel


def ask_advice(match: MatchModel, *, counted: bool = False) -> None:
    """Ask for a hint and, if wanted, for the numbers of all moves; or report why there is none."""
    game, shown = match.game, match.shown
    if game is None or shown is None or match.looking is not None or not match.legal:
        match.effects.append(effects.Ring())
    elif not can_advise(game.NAME):
        match.effects.append(effects.Tell(as_sentence(no_hints(game.NAME))))
    else:
        match.seeking, match.numbers_wanted = True, counted
        match.effects.append(effects.FindHint(game.NAME, shown))


def turn_advice(match: MatchModel) -> None:
    """Ask for a hint, then for its numbers, then for the hint again."""
    if match.hint is None or not match.legal or match.looking is not None:
        ask_advice(match)
        return
    match.numbers_wanted = not match.numbers_wanted
    if match.numbers_wanted and match.numbers is None:
        _count(match)


def _count(match: MatchModel) -> None:
    """Ask for the numbers of all moves instead of a closer look."""
    game, shown, hint = match.game, match.shown, match.hint
    if game is not None and shown is not None and hint is not None:
        match.seeking = False
        match.effects.append(effects.FindNumbers(game.NAME, shown, hint.move))


def judge_move(match: MatchModel, move: Move) -> None:
    """Have a move judged that was chosen among several, instead of the one before."""
    game, shown = match.game, match.shown
    if game is not None and shown is not None and len(match.legal) > 1:
        match.judged = shown
        match.effects.append(effects.JudgeMove(game.NAME, shown, move))


def take_judgement(match: MatchModel, found: MistakeFound) -> bool:
    """Note the cost of a decision; tell whether it is the last one and still stands."""
    game = match.game
    if game is None or match.judged is not found.position:
        return False
    match.judged = None
    say = partial(coached_said, game.NAME, found.position.view, found.decision)
    match.effects += (effects.LogNotice(say), effects.Notify(say()), effects.Redraw(("log",)))
    return True


def take_advice(match: MatchModel, found: HintFound | NumbersFound) -> Move | None:
    """Show advice; return the recommended move, or None if it comes too late.

    The position may have changed, or the player may have stopped waiting. A move that is clearly
    better by the numbers becomes the hint.
    """
    game, position = match.game, found.position
    if game is None or match.shown is not position or not match.legal:
        return None
    if isinstance(found, HintFound):
        if not match.seeking:
            return None
        if found.final and (match.hint != found.hint or found.hint.rough):
            note = partial(hint_line, game.NAME, position.view, found.hint)
            match.effects.append(effects.LogNotice(note))
        match.hint, match.seeking = found.hint, not found.final
        if found.final and match.numbers_wanted:
            _count(match)
        match.effects.append(effects.Redraw())
        return found.hint.move
    if match.hint is None:
        return None
    match.numbers, better = found.numbers, found.numbers.better
    said = partial(numbers_line, game.NAME, position.view, found.numbers, match.hint.move)
    note = partial(said, screen=True)
    match.effects.append(effects.LogNotice(note))
    match.effects.append(effects.Redraw())
    if better is None:
        return None
    match.hint = Hint(better.move, better.reason, better.facts)
    return better.move
