"""What can be typed in plain mode: words of both languages; moves in full, in short, by number.
Its help and the paragraphs that can be read out.

Pure; a move always wins over a word that looks like it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.advice import can_advise
from core.cards import DECK_52, JOKERS
from core.game import Move, house_rules, plain_options, values_text
from core.moves import NumberMove, TypedMove
from core.tiles import NUMBER
from core.tricks.bids import Bid
from tui.boards.scene import COMMON, Topic
from tui.commands import did_you_mean
from tui.language import rulebook
from tui.language.games import game_title, rules_text
from tui.language.text import language, t
from tui.language.words import as_sentence, piece_name, spoken_aliases

COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "continue": ("дальше", "продолжить"),
    "retry": ("try", "переиграть"),
    "undo": ("back", "takeback", "назад", "вернуть", "отмена", "отменить"),
    "help": ("?", "h", "помощь", "справка"),
    "moves": ("m", "ходы"),
    "hand": ("рука",),
    "coach": ("тренер",),
    "hint": ("подсказка", "совет"),
    "numbers": ("числа", "цифры"),
    "table": ("line", "стол", "линия"),
    "picture": ("рисунок", "картинка"),
    "turn": ("ход", "чей"),
    "score": ("scores", "points", "счёт", "счет", "очки"),
    "summary": ("review", "итоги", "итог", "разбор"),
    "sheet": ("лист", "запись"),
    "log": ("again", "журнал", "повтор"),
    "why": ("почему",),
    "who": ("seats", "кто"),
    "clock": ("time", "часы", "время"),
    "code": ("код",),
    "invite": ("пригласить", "приглашение"),
    "pause": ("пауза",),
    "more": ("ещё", "еще"),
    "rule": ("rules", "правило", "правила"),
    "say": ("сказать", "скажи"),
    "ready": ("готов", "готова"),
    "mine": ("rest", "моё", "мое", "остальное"),
    "open": ("открыть",),
    "close": ("закрыть",),
    "rematch": ("реванш", "снова"),
    "wait": ("unready", "подождите"),
    "fill": ("bot", "бот"),
    "clear": ("free", "освободить"),
    "start": ("начать", "начали"),
    "accept": ("yes", "да", "согласен", "согласна"),
    "decline": ("no", "нет", "отказ"),
    "at": ("у",),
    "doctor": ("доктор", "диагностика"),
    "away": ("отойти",),
    "quit": ("exit", "leave", "выход", "уйти"),
}
"""Command -> what else it may be called.

Russian words work in every language. Besides these there are the topics of the game at the table.
"""

_CYRILLIC: Final = re.compile("[а-яё]", re.IGNORECASE)
_PASS: Final = ("pass", "пас")
_DRAW: Final = ("draw", "взять")
_SIDES: Final = {
    **dict.fromkeys(("слева", "влево", "налево", "левый", "лево"), "left"),
    **dict.fromkeys(("справа", "вправо", "направо", "правый", "право"), "right"),
}
"""Whatever a side is called, it becomes the word of the move."""

_PUNCTUATION: Final = re.compile(r"[,:;()!]")
_ARTICLES: Final = ("the",)

PIECES: Final = frozenset(DECK_52 + JOKERS)

_NAMES: Final = {alias: name for name, others in COMMANDS.items() for alias in (name, *others)}


@dataclass(frozen=True, slots=True)
class Typed:
    """A parsed line: a command and the rest of it, or "" and the whole line."""

    command: str
    rest: str


def parse_line(line: str, topics: Iterable[Topic] = ()) -> Typed:
    """Read a line that is not a move; `topics` are what the game can be asked about."""
    words = line.split(maxsplit=2)
    if line.strip().casefold().startswith("go on at "):
        return Typed("at", line.strip()[len("go on at ") :].strip())
    if " ".join(words[:2]).casefold() == "go on":
        return Typed("continue", "".join(words[2:]))
    word, _, rest = line.strip().partition(" ")
    word = word.casefold()
    command = _NAMES.get(word) or topic_called(word, (*topics, *COMMON))
    return Typed(command, rest.strip() if command else line.strip())


def topic_called(word: str, topics: Iterable[Topic]) -> str:
    """Return the name of the topic that a word means, "" if there is none."""
    found = (topic.name for topic in topics if word in (topic.name, *topic.aliases))
    return next(found, "")


def find_moves(line: str, typed: Sequence[TypedMove], said: Sequence[str] = ()) -> list[Move]:
    """Return the moves a line may mean: one if it is clear, several if not, none if it is none.

    A line is the number of a move in the list, its text, or some of its words in their order. Of
    moves that are numbers themselves (bids) it is that number: typing 2 means to bid 2. `said` is
    how the moves are read out: some of those words will do as well, and figures for ranks.
    """
    words, moves = _words(line), list(map(str, typed))
    if not words:
        return []
    exact = [move for move in moves if _words(move) == words]
    if exact:
        return exact
    if words[0] in _PASS and len(words) == 1 and Bid(0) in typed:
        return [str(Bid(0))]
    if len(words) == 1 and words[0].isdecimal() and not as_numbers(typed):
        number = int(words[0])
        return [moves[number - 1]] if 1 <= number <= len(moves) else []
    found = [move for move in moves if _within(words, _words(move))]
    return found or [move for move, text in zip(moves, said, strict=False) if named(line, text)]


def named(line: str, text: str) -> bool:
    """Tell whether a line names what is read out as `text`: "9 hearts" means the nine of hearts."""
    typed, wanted = _words(line), _words(text)
    if _within(typed, wanted):
        return bool(typed)
    ranks = {alias.replace("ё", "е"): word for alias, word in spoken_aliases().items()}
    return _within([ranks.get(word, word).replace("ё", "е") for word in typed], wanted)


def called(line: str, token: str) -> bool:
    """Tell whether a line is the complete spoken name of a card or a tile, and nothing more."""
    return len(_words(line)) == len(_words(piece_name(token))) and named(line, piece_name(token))


def piece_of(line: str) -> str:
    """Return the card or tile in the notation with which a line begins, "" if there is none."""
    words = _words(line)
    first = words[0].replace("10", "t") if words else ""
    token = first if first in NUMBER else first[:1].upper() + first[1:]
    return token if token in NUMBER or token in PIECES else ""


def may_name_move(line: str, verbs: Iterable[str]) -> bool:
    """Tell whether a line may be a move of a game that is not dealt yet and whose moves begin with
    these verbs: by a number, a verb, a side, or any word for a card.
    """
    spoken = {word for token in (*PIECES, *NUMBER) for word in _words(piece_name(token))}
    verbs = {word for verb in verbs for word in (verb, *_words(t(verb)))}
    known = {*verbs, *_PASS, *_DRAW, *_SIDES.values(), *spoken, *spoken_aliases()}
    return any(word in known or any(map(str.isdecimal, word)) for word in _words(line))


def no_such(text: str, known: Iterable[str], topics: Iterable[Topic]) -> str:
    """Say that a line is neither a command nor a move, and what to type instead."""
    words = [(name, COMMANDS.get(name, ())) for name in known]
    words += [(topic.name, topic.aliases) for topic in topics]
    # A Russian word is compared with Russian ones: each script has its own names.
    ours = _CYRILLIC.search(text) is not None
    names = (word for name, others in words for word in (name, *others))
    near = [word for word in names if (_CYRILLIC.search(word) is not None) == ours]
    hint = did_you_mean(text.partition(" ")[0].casefold(), near)
    said = t("'{text}' is neither a command nor a move{hint}", text=text, hint=hint)
    return said if hint else said + ". " + t("'help' says what can be typed.")


def bid_meant(text: str) -> str:
    """Return the number that a line means as a bid, "" if none; "pass" bids 0."""
    word = text.strip().casefold()
    return "0" if word in _PASS else word if word.isdecimal() else ""


def as_numbers(moves: Sequence[TypedMove]) -> Sequence[NumberMove]:
    """Return the moves if all are one verb with a number: "bid 0", "bid 1"; else none."""
    numbers = [move for move in moves if isinstance(move, NumberMove)]
    alike = len(numbers) == len(moves) and len({move.verb for move in numbers}) == 1
    return numbers if alike else ()


def _words(text: str) -> list[str]:
    """Split into words without articles; the two ends of a tile may come either way round."""
    words = _PUNCTUATION.sub(" ", text.casefold().replace("ё", "е")).split()
    words = [word for word in words if word not in _ARTICLES]
    for at, word in enumerate(words):
        words[at] = _SIDES.get(word, word)
        high, dash, low = word.partition("-")
        if dash and high.isdecimal() and low.isdecimal():
            words[at] = f"{max(high, low)}-{min(high, low)}"
    return words


def _within(words: Sequence[str], move: Sequence[str]) -> bool:
    rest = iter(move)
    return all(word in rest for word in words)


def help_lines(
    game: str, topics: Sequence[Topic], *, room: bool, tricks: bool = False
) -> Iterator[str]:
    """Say what can be typed at a table; `topics` are what its game can be asked about.

    In a game of `tricks` a deal can be decided before it is over.
    """
    paragraph = rulebook.example(rulebook.read(game, language()))
    yield t("A move is its number in the list, its text, or some words of it.")
    yield t(
        "turn, hand, table, moves: whose turn it is, what you hold, what is on the table, "
        "what you may do"
    )
    yield from (t(topic.help) for topic in topics if topic.help)
    if can_advise(game):
        yield t("hint: a good move and why; numbers: what each move would bring")
    if not room:
        yield t("undo: take back your last decision; such a match does not count in statistics")
        yield t("coach: be told of a costly decision at once, or no longer")
    if tricks:
        yield t("mine: play the rest of the deal, where all of it is yours whatever anybody plays")
    yield t("Enter or continue: go to the next deal once you have read a finished one")
    yield t("score, log: the points, what happened last")
    yield t("summary: how a match that is over came out, with the totals deal by deal")
    yield t("retry: after a match, play your costliest decision again")
    yield t("why: the rule that forbids the move you tried last")
    yield t("{paragraph}: that paragraph of the rule book", paragraph=paragraph)
    yield t("picture, sheet: the table and the score sheet as drawings of characters")
    yield t("who: the seats; rule: the house rules; say WORDS: talk to the others")
    if room:
        yield t("ready, wait, start: agree to begin, take it back, begin")
        yield t("rematch: the same players again; rematch rotate: in other seats")
        yield t("fill SEAT LEVEL, clear SEAT, rule NAME=VALUE: for the owner of the table")
        yield t("clock: the time for a decision; more: give more; clock SECONDS: for the owner")
        yield t("code: the code of the table; code new: take another one, for the owner")
        yield t("invite: every way for others to sit down here")
        yield t("open ssh, open page, close ssh, close page: ways in without Kozyr, for the host")
        yield t("doctor: why others do not find this table, or why the connection fails")
        yield t("put out NAME, keep out NAME (for the evening), let in NAME: for the owner")
        yield t("hand over NAME, ask NAME: give the table away, ask a player: are you there?")
        yield t("move NAME: have the table on that computer after this deal; move NAME now; stay")
        yield t("give SEAT NAME: a free seat, or one of somebody away, to somebody who watches")
        yield t("lock, unlock, watching off, talk off: what the owner allows; on allows it again")
        yield t("pause: how long a finished deal stays open; pause SECONDS: for the owner")
        yield t("away: leave, but keep the table open here, for its host")
    yield t("quit: leave")


def rule_lines(options: type[Any], chosen: Any) -> Iterator[str]:
    """List the house rules of a table: first how they differ from the usual ones."""
    values = plain_options(chosen)
    yield rules_text(chosen) + "."
    for rule in house_rules(options):
        known = values_text(rule.values)
        yield f"{rule.name}={values[rule.name]} ({known}): {t(rule.text)}"


def paragraph_lines(game: str, name: str) -> Iterator[str]:
    """Read out a paragraph of the rule book of a game."""
    text = rulebook.paragraph(rulebook.read(game, language()), name)
    if text:
        yield from rulebook.spoken(text)
    else:
        facts = {"game": game_title(game), "name": name.upper()}
        said = t("the rule book of {game} has no paragraph {name}", **facts)
        yield as_sentence(said)
