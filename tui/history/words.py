"""The words of past and of unfinished matches and of statistics, for screens and the command line.

Reads no file of past matches: `net.files.history` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from core.bots import LEVELS
from core.game import Seat, house_rules, parse_options
from core.games import GAMES
from core.match import Player
from core.records import BrokenRecordError, Fault
from core.records.career import Career, Filter, Mark, seat_of
from core.records.made_bids import clean_title, penalty_title
from net.files.history import PastMatch, StillGoingOnError
from tui.language.games import game_title, level_name, rule_in_short, rules_text, words_of
from tui.language.text import t, tn
from tui.language.words import decimal, player_said, refusal

if TYPE_CHECKING:
    from net.files.saved import SetAside
    from net.table.log_contents import Log


def titles() -> tuple[str, ...]:
    """Return the headings of a list of matches."""
    return t("date"), t("game"), t("result"), t("players")


def cells(past: PastMatch, names: Sequence[str], *, brief: bool = False) -> tuple[str, ...]:
    """Return the cells of a match in a list; `names` are the reader's names.

    The players are listed without the reader; `brief` counts bots by their levels.
    """
    when = past.begun.strftime("%Y-%m-%d %H:%M")
    if past.fault is not None:
        return when, "?", t("damaged"), fault_said(past.fault)
    own = past.seat_of(names)
    others = [player for seat, player in enumerate(past.players) if seat != own]
    said = players_said(others, brief=brief)
    return when, game_title(past.game), result_said(past, names), said


def result_said(past: PastMatch, names: Sequence[str]) -> str:
    """Word the result of a match: the reader's place, or the winners if the reader did not play."""
    result = _ended_said(past, names)
    if past.apart:
        result = t("{result}, apart from the others", result=result)
    if past.branch:
        facts = {"result": result, "n": past.branch}
        result = t("{result}, gone on from deal {n} after a lost host", **facts)
    return t("{result}, with moves taken back", result=result) if past.taken_back else result


def _ended_said(past: PastMatch, names: Sequence[str]) -> str:
    if past.going_on:
        return t("still going on")
    if not past.finished:
        return t("not finished")
    seat = past.seat_of(names)
    if seat is None:
        return t("first: {names}", names=_at_place(past, 1))
    facts = {"place": past.places[seat], "seats": len(past.players), "total": past.totals[seat]}
    if seat in past.goats:
        return t("the goat, {total}", **facts)
    return t("place {place} of {seats}, {total}", **facts)


def _at_place(past: PastMatch, place: int) -> str:
    return ", ".join(
        player_said(player.name, player.kind)
        for player, taken in zip(past.players, past.places, strict=True)
        if taken == place
    )


def players_said(players: Sequence[Player], *, brief: bool = False) -> str:
    """List players: people first, then bots by their levels."""
    people = ", ".join(player.name for player in players if player.kind == "human")
    bots: dict[str, list[str]] = {}
    for player in players:
        if player.kind != "human":
            bots.setdefault(player.kind.removeprefix("bot:"), []).append(
                player_said(player.name, player.kind)
            )
    say = _counted if brief else _named
    groups = (say(level, bots[level]) for level in sorted(bots, key=rank_of_kind))
    return " · ".join(filter(None, (people, *groups)))


def _named(level: str, names: Sequence[str]) -> str:
    kind = bots_said(level) if len(names) > 1 else level_name(level)
    return f"{', '.join(names)} ({kind})"


def _counted(level: str, names: Sequence[str]) -> str:
    forms = {
        "easy": tn("{n} easy", "{n} easy", len(names)),
        "medium": tn("{n} medium", "{n} medium", len(names)),
        "hard": tn("{n} hard", "{n} hard", len(names)),
        "expert": tn("{n} expert", "{n} expert", len(names)),
    }
    return forms.get(level) or f"{len(names)} {level}"


def fault_said(fault: Fault) -> str:
    """Word the fault of a record, with its line."""
    reason = t(fault.reason, **fault.facts)
    return f"{t('line {n}', n=fault.line)}: {reason}" if fault.line else reason


def opening_failed(error: OSError | BrokenRecordError | StillGoingOnError) -> str:
    """Word the reason why a record cannot be opened, or a folder of records not listed."""
    if isinstance(error, BrokenRecordError):
        return fault_said(error.fault)
    if isinstance(error, StillGoingOnError):
        return t(error.reason)
    return t("it cannot be read: {reason}", reason=error.strerror or str(error))


def none_played(game: str) -> str:
    """Say that no match has been played here, or none of a game."""
    if not game:
        return t("No match has been played here yet.")
    return t("No match of {game} has been played here yet.", game=game_title(game))


# --- statistics ---------------------------------------------------------------------------------


def career_rows(career: Career) -> Iterator[tuple[str, str]]:
    """Yield the numbers of a career, each with its label."""
    yield t("matches finished"), str(career.matches)
    if career.unfinished:
        yield t("not finished"), str(career.unfinished)
    if not career.matches:
        return
    yield t("won"), share_said(career.won, career.matches)
    if career.goats:
        yield t("was the goat"), share_said(career.goats, career.matches)
        yield t("since being the goat"), tn("{n} match", "{n} matches", career.since_goat)
    yield t("average place"), _average_places(career)
    yield t("average points"), str(round(career.average_points))
    if career.bids:
        yield t("bids made"), share_said(career.made, career.bids)
    if career.best is not None and career.worst is not None:
        yield t("best result"), _mark(career.best)
        yield t("worst result"), _mark(career.worst)
    yield t("streak"), _streak(career.streak)
    if career.longest > 1:
        yield t("longest streak"), tn("{n} won in a row", "{n} won in a row", career.longest)
    yield from _marks_of_bids(career)


def _marks_of_bids(career: Career) -> Iterator[tuple[str, str]]:
    """Yield the numbers about bids: longest run, clean parts of matches, premiums, penalties."""
    if career.longest_run > 1:
        said = tn("{n} in a row", "{n} in a row", career.longest_run)
        yield t("best run of bids"), said
    if career.parts and (title := clean_title(career.game)):
        yield t(title), share_said(career.clean, career.parts)
    if career.best_premium > 0:
        yield t("largest premium"), f"+{career.best_premium}"
    if career.bid_matches and (title := penalty_title(career.game)):
        each = decimal(career.penalties / career.bid_matches)
        yield t(title), t("{n} a match", n=each)


def career_title(career: Career) -> str:
    """Name the game of a career, and the length of its matches if it is unusual."""
    title = game_title(career.game)
    if not career.length:
        return title
    rules = house_rules(GAMES[career.game].Options)
    said = (
        rule_in_short(rule, career.length[rule.name])
        for rule in rules
        if rule.name in career.length
    )
    return " · ".join((title, *said))


def _average_places(career: Career) -> str:
    """State the average place for each size of table: places at other sizes cannot be compared."""
    return " · ".join(
        t("{place} of {seats}", place=decimal(sum(places) / len(places)), seats=seats)
        for seats, places in sorted(career.places_at.items())
    )


def bots_said(level: str) -> str:
    """Name the bots of a level in the plural: "easy bots"; "human" is other people."""
    names = {
        "human": t("other people"),
        "easy": t("easy bots"),
        "medium": t("medium bots"),
        "hard": t("hard bots"),
        "expert": t("expert bots"),
    }
    return names.get(level, level)


def rank_of_kind(kind: str) -> int:
    """Return a sort key that puts people before bots, and weak bots before strong ones."""
    return ("human", *LEVELS).index(kind) if kind in ("human", *LEVELS) else len(LEVELS) + 1


def share_said(part: int, whole: int) -> str:
    """Word a part of a whole: "3 of 12 (25%)"."""
    return t(
        "{part} of {whole} ({percent}%)", part=part, whole=whole, percent=round(100 * part / whole)
    )


def _mark(mark: Mark) -> str:
    facts = {"place": mark.place, "seats": mark.seats, "total": mark.total}
    return t("place {place} of {seats}, {total}", **facts) + f" · {mark.when[:10]}"


def _streak(streak: int) -> str:
    if streak < 0:
        return tn("no win for {n} match", "no win for {n} matches", -streak)
    return tn("{n} won in a row", "{n} won in a row", streak)


def summary(careers: Iterable[Career], names: Sequence[str], damaged: int) -> str:
    """Name the players whose matches were counted, and the numbers of matches."""
    found = list(careers)
    counted = sum(career.matches for career in found)
    left = sum(career.unfinished for career in found)
    said = [tn("{n} match finished", "{n} matches finished", counted)]
    if left:
        said.append(tn("{n} not finished", "{n} not finished", left))
    if damaged:
        said.append(tn("{n} damaged record", "{n} damaged records", damaged))
    return f"{', '.join(names)}: {', '.join(said)}"


def player_named(name: str) -> str:
    """Name a player of a filter: a person, or the bots of a level."""
    return bots_said(name.removeprefix("bot:")) if name.startswith("bot:") else name


def filter_said(chosen: Filter) -> str:
    """Say which matches are counted."""
    said = [game_title(chosen.game) if chosen.game else t("all games")]
    if chosen.players:
        said.append(t("with {names}", names=", ".join(map(player_named, chosen.players))))
    if chosen.rules:
        said.append(rules_text(parse_options(GAMES[chosen.game].Options, chosen.rules)))
    return " · ".join(said)


# --- through whose eyes ---------------------------------------------------------------------


def chosen_eyes(
    players: Sequence[Player], word: str, name: str, own: Seat | None = None
) -> Seat | None:
    """Return the seat that a word names: a number from 1, a name, "nobody" for a watcher (None).

    Without a word it is the seat `own` if known, or else that of `name`, of the only person, or the
    first one. Raises LookupError.
    """
    if not word:
        people = [seat for seat, player in enumerate(players) if player.kind == "human"]
        own = seat_of(players, (name,)) if own is None else own
        return own if own is not None else people[0] if len(people) == 1 else 0
    wanted = word.casefold()
    names = [player.name.casefold() for player in players]
    if wanted in names:
        return names.index(wanted)
    if wanted in ("nobody", "никто"):
        return None
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise LookupError(word)


MOST_OFFERED: Final = 2
"""The most matches on the home screen; the command line lists all."""


def unfinished() -> tuple[list[tuple[str, str]], list[str]]:
    """Return the ids and the words of the matches for the home screen, and of files set aside."""
    # Old logs are read by the message classes, which verifying a record does without.
    from net.files.saved import Logs

    files = Logs()
    offered = [(table.id, log_said(table)) for table in files.tables()[:MOST_OFFERED]]
    return offered, [aside_said(aside) for aside in files.problems]


def aside_said(aside: SetAside) -> str:
    """Say why a file was set aside."""
    return t(
        "a match cannot be resumed: {problem}; its file is now {file}",
        problem=refusal(aside.problem.reason, aside.problem.facts),
        file=aside.path.name,
    )


def log_said(table: Log) -> str:
    """Name a match in a menu: its game, its people, the deal that it has reached."""
    game, deal = game_title(table.opened.game), table.deal
    people = [seat.name for seat in table.others if seat.token]
    names = ", ".join(people) or t("bots")
    with words_of(table.opened.game):
        if table.alone:
            return t("continue: {game} against bots · deal {deal}", game=game, deal=deal)
        return t("continue: {game} with {names} · deal {deal}", game=game, names=names, deal=deal)


def called(word: str, tables: Sequence[Log]) -> list[Log]:
    """Return the matches that a word names, by table, id or game; "" names all."""
    wanted = word.casefold()
    game = wanted.replace(" ", "_").replace("-", "_")
    return [
        table
        for table in tables
        if wanted == table.opened.name.casefold()
        or game == table.opened.game
        or table.id.startswith(wanted)
    ]
