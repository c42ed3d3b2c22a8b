"""The shell of plain mode: it carries lines and events to the dialogue, and effects from it.

After a match it also has the match reviewed.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.bots import BOTS
from net.client.events import ClientEvent, RecordFiled, TableMoved, WaysTold
from tui.language.text import t
from tui.language.words import as_sentence, refusal
from tui.plain.beside import Beside
from tui.plain.context import PlainContext, Plan
from tui.plain.orders import PlainDialogue
from tui.plain.stdio import EndSignals, LineReader, say
from tui.plain.words import parse_line
from tui.review.after_match import AfterMatch, News, record_of
from tui.room.invitation import invitation_lines
from tui.short_matches import line_of_day
from tui.start import AnyStart
from tui.table.countdown import WARN_SECONDS, Countdown
from tui.table.session import TableSession


class PlainReview:
    """The review after a match: call `follow` at each event, `stop` at the end."""

    def __init__(
        self, session: TableSession, say: Callable[[str], None], player: PlainContext
    ) -> None:
        """The findings are kept in `player`, for the last page and for "retry"."""
        self._player = player
        self._session = session
        self._say = say
        self._task: asyncio.Task[None] | None = None

    def follow(self) -> None:
        """Begin once a match is over and its record exists; stop when another begins."""
        session, client = self._session, self._session.client
        if client.view is None or client.view.result is None:
            self.stop()
            session.record = None
        elif (
            self._task is None and client.match_game is not None and client.match_game.NAME in BOTS
        ):
            path = record_of(session, client.view.result)
            if path is not None:
                after = AfterMatch(path, client.view.seat, alone=session.alone)
                self._player.after = after
                self._task = asyncio.create_task(after.run(partial(self._tell, after)))

    def stop(self) -> None:
        """Cancel the review; its judgements are kept beside the record."""
        if self._task is not None:
            self._task.cancel()
            self._task, self._player.after, self._player.retry = None, None, None

    def _tell(self, after: AfterMatch, news: News) -> None:
        if news == "record":
            self._say(t("The match is being reviewed; this takes a minute or so") + ".")
        elif news == "review":
            self._player.retry = after.again
        said = {"review": after.said[0], "expert": after.expert}.get(news, "")
        if said:
            self._say(as_sentence(said))


async def run(
    session: TableSession,
    plan: Plan,
    opened: Callable[[AnyStart], Awaitable[TableSession]] | None = None,
) -> int:
    """Play at a table until the dialogue ends; return the exit code.

    `opened` opens the table to which the player goes next.
    """
    shell = _Shell(session, plan)
    code = await shell.run()
    while opened is not None and (start := shell.goes_to) is not None:
        plan = replace(plan, coach=shell.coached)
        shell = _Shell(await opened(start), plan, shell.reader)
        code = await shell.run()
    return code


class _Shell:
    """Connects a dialogue, a link and stdin."""

    def __init__(self, session: TableSession, plan: Plan, reader: LineReader | None = None) -> None:
        self._session = session
        self._link = link = session.link
        # Lines from a pipe come faster than turns: they wait. A person who types out of turn is
        # told so. Finished deals do not stay open for a program: it would wait for its turn.
        self._patient = sys.stdin is None or not sys.stdin.isatty()
        player = PlainContext(link.client, link.send, say, plan, asks=not self._patient)
        self.beside = Beside(
            session,
            player,
            lambda found: self._dialogue.receive(found, session.now()),
            self._work_off,
        )
        player.outside = self.beside.carry_out
        self._dialogue = PlainDialogue(player)
        self._problem_said: Exception | None = None
        self._lines: deque[str] = deque()
        self._no_more = False
        self._done = asyncio.Event()
        self._signals = EndSignals(self._done.set)
        self._warning: asyncio.TimerHandle | None = None
        # A program leaves after the match, and a guest has no records.
        self._review: PlainReview | None = None
        if not plan.once and session.stay is None:
            self._review = PlainReview(session, say, player)
        self._day_read = False
        """Whether the record of the finished match has been read for the line of the day."""
        self.reader = reader or LineReader()

    async def run(self) -> int:
        self._signals.catch()
        carrying = asyncio.create_task(self._link.run(self._on_event))
        carrying.add_done_callback(lambda _: self._done.set())
        self.reader.start(self._on_line)
        await self._done.wait()
        self._say_day()
        if self._review is not None:
            self._review.stop()
        if self._signals.by_person and (link := self._session.way) is not None:
            link.put_away()
        await self._link.close()
        self.beside.close()
        await carrying  # raises the error, if there was one
        if self._signals.caught:
            return 128 + self._signals.caught
        return 1 if self._dialogue.failed else 0

    def _on_event(self, event: ClientEvent) -> None:
        if isinstance(event, WaysTold):
            for sentence in invitation_lines(self._session):
                say(sentence)
        if isinstance(event, TableMoved):
            player = self._dialogue.player
            player.plan = replace(player.plan, hosting=self._session.hosts)
        if isinstance(event, RecordFiled) and event.path:
            self._session.record = Path(event.path)
        self._dialogue.receive(event, self._session.now())
        self._session.run_commands(event)
        self._say_day()
        if self._review is not None:
            self._review.follow()
        for trouble in self._session.new_troubles():
            say(as_sentence(trouble))
        hosting = self._session.hosting
        problem = None if hosting is None else hosting.problem
        if problem is not None and problem is not self._problem_said:
            self._problem_said = problem
            say(as_sentence(refusal(problem.reason, problem.facts)))
        self._watch_time()
        self._work_off()

    def _say_day(self) -> None:
        """Say the line of the deal of the day as soon as its record exists."""
        view, player = self._session.client.view, self._dialogue.player
        if not self._session.alone or view is None or view.result is None:
            player.day_line, self._day_read = "", False
        elif not self._day_read and (path := record_of(self._session, view.result)):
            self._day_read, player.day_line = True, line_of_day(path)
            if player.day_line:
                say(player.day_line)

    @property
    def goes_to(self) -> AnyStart | None:
        """The start of the next table, if the player goes on to one."""
        return self._dialogue.player.goes_to

    @property
    def coached(self) -> bool:
        """Whether the coach is on."""
        return self._dialogue.player.plan.coach

    def _watch_time(self) -> None:
        """Set a timer to warn the player before the time for a decision is up."""
        if self._warning is not None:
            self._warning.cancel()
            self._warning = None
        session = self._session
        ends = session.client.ends
        countdown = None if ends is None else Countdown(ends)
        if countdown is not None and session.client.my_turn:
            wait = countdown.ends - WARN_SECONDS - session.now()
            if wait > 0:  # otherwise the turn was announced with this time
                loop = asyncio.get_running_loop()
                self._warning = loop.call_later(wait, self._warn, countdown)

    def _warn(self, countdown: Countdown) -> None:
        # A timer may be early: the sentence has the round number.
        self._dialogue.hurry(max(self._session.now(), countdown.ends - WARN_SECONDS))

    def _on_line(self, line: str | None) -> None:
        if line is None:
            self._no_more = True
        else:
            self._lines.append(line)
            if self._dialogue.thinking and not self._patient:
                say(t("Still thinking …"))
        self._work_off()

    def _work_off(self) -> None:
        """Carry out the typed lines that need not wait."""
        while self._lines and not self._dialogue.done and not self._dialogue.thinking:
            if self._patient and self._dialogue.waits(self._lines[0]):
                self._dialogue.say_kept(self._lines[0])
                return
            line = self._lines.popleft()
            self.reader.taken()
            if parse_line(line).command == "quit" or not self.beside.comes_back():
                self._dialogue.typed(line)
        # At the end of the input, the answer about a seat is still awaited.
        client, asked = self._link.client, self._dialogue.wants_code
        answered = client.seated is not None or client.dismissed is not None or asked
        over = self._no_more and not self._lines and answered and not self._dialogue.thinking
        if self._dialogue.done or over:
            self._done.set()
