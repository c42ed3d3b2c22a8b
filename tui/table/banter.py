"""Short lines at the table: phrases that a player says with a key and a digit, and the lines of
bots. Pure.

A phrase is sent with its words in the sender's language, for programs that do not know its code;
others show it in the reader's language.

A bot speaks at memorable moments, by its temper. A board finds the moments (`moments`); the line
goes into the log and above the hand.
"""

from collections.abc import Mapping
from typing import Final

from core.game import Seat
from net.client.events import Position, Spoken
from net.wire.message import SeatLine
from net.wire.names import bot_temper
from net.wire.to_host import Say
from tui.boards import Board
from tui.language.text import t

LINES: Final[Mapping[str, Mapping[str, str]]] = {
    "khisht": {
        "": "Not a single trick. It happens.",
        "bold": "I would bid the same again!",
        "careful": "That was one risk too many.",
        "spoiler": "At least you did not profit from it.",
    },
    "premium": {
        "": "A clean pulka!",
        "bold": "Fortune favours the bold.",
        "careful": "Count twice, bid once.",
        "spoiler": "And somebody's best box is gone. A pity.",
    },
    "stole": {
        "": "The later joker takes it.",
        "bold": "This is what I was waiting for!",
        "careful": "Patience pays.",
        "spoiler": "Oh, was that trick yours?",
    },
    "robbed": {
        "": "There goes my joker.",
        "bold": "It was worth a try.",
        "careful": "A joker should wait for its moment.",
        "spoiler": "I shall remember that.",
    },
    "fish": {
        "": "That is as far as it goes.",
        "bold": "Stuck? Deal the next one!",
        "careful": "Fish. Let us count.",
        "spoiler": "Nobody goes out. Splendid.",
    },
    "goat": {
        "": "Well then, the goat is me.",
        "bold": "Baa! One more match?",
        "careful": "May I see that last deal again?",
        "spoiler": "One cannot spoil it for others every time.",
    },
}
"""Moment -> temper -> the bot's line, in English; "" is a bot without a temper."""


def spoken(board: Board, position: Position, seats: tuple[SeatLine, ...]) -> tuple[Seat, str]:
    """Return the bot that says something about a position, and the line in English; "" for none."""
    for moment, seat in board.moments(position.view, position.events):
        line = seats[seat] if seat < len(seats) else SeatLine()
        level = line.kind.removeprefix("bot:")
        if level != line.kind and not line.away:
            return seat, LINES[moment][bot_temper(line.name, level)]
    return 0, ""


def banter_said(*, on: bool) -> str:
    """Say that bots talk from now on, or no longer."""
    return t("The bots say a word at great moments") if on else t("The bots keep silent")


PHRASES: Final = {
    "well_played": "Well played!",
    "your_turn": "It is your turn, hurry up!",
    "minute": "One minute, please",
    "here_again": "Here I am again",
    "thanks": "Thank you!",
    "luck": "Good luck, everybody!",
    "lucky_one": "Some people have all the luck!",
    "oops": "Oops, that was a mistake",
    "so_close": "So close!",
    "good_match": "That was a good match!",
    "another": "Another match?",
    "leaving_soon": "I have to leave soon",
}
"""The code of each phrase, and its words in English."""


def phrase(code: str) -> Say:
    """Return a phrase as a message."""
    return Say(t(PHRASES[code]), code)


def spoken_said(event: Spoken) -> str:
    """Return the words of a message: a known phrase in this player's language, or its text."""
    known = PHRASES.get(event.phrase)
    return t(known) if known else event.text
