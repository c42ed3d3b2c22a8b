"""Plain mode: the effects of a dialogue that take time, or concern the program around it.

Hints are found, the network is examined and ways in are opened while the dialogue continues.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tui.language.text import t
from tui.language.words import as_sentence
from tui.plain import context
from tui.plain.context import PlainContext
from tui.plain.stdio import say
from tui.preferences.settings import change, config_folder, unsaved
from tui.table import effects
from tui.table.adviser import Adviser
from tui.table.effects import Effect, HintFound, MistakeFound, ModelInput, NumbersFound
from tui.table.links import LinkError, go_on_at, link_error_said
from tui.table.session import TableSession


class Beside:
    """Carries out the effects of one dialogue. Findings come back as events, or are said here."""

    def __init__(
        self,
        session: TableSession,
        player: PlainContext,
        hear: Callable[[ModelInput], None],
        advised: Callable[[], None],
    ) -> None:
        """`hear` is called with findings, `advised` after each search for advice."""
        self.adviser = Adviser(apart=session.hosts)
        self.coach = Adviser(apart=True)
        self._session, self._player = session, player
        self._hear, self._advised = hear, advised
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Running tasks by name; "away" leads out of a table that stays open."""

    def carry_out(self, effect: Effect) -> None:
        """Carry out an effect, or begin to."""
        player, session, link = self._player, self._session, self._session.way
        match effect:
            case effects.FindHint() | effects.FindNumbers():
                self._begin("advice", self._find(effect))
            case effects.JudgeMove():
                self._forget("judgement")  # of an earlier move
                self._begin("judgement", self._judge(effect))
            case effects.TakeBack():
                player.taken_back(session.take_back())
            case effects.Switch("coach"):
                self._keep_coach()
            case effects.OpenPage("ways"):
                self._ask_for_ways()
            case context.Examine():
                self._look_into()
            case context.ChangeWay(way, opens):
                self._begin("way", self._change_way(way, opens=opens))
            case context.StepOut():
                self._step_out()
            case context.AnswerHosting(agree) if link is not None:
                if agree:
                    self._begin("hosting", link.agree())
                else:
                    link.decline()
            case context.PlayOnAt(seat):
                offer = player.offer
                if not (link and offer and go_on_at(link, offer, link.client, seat)):
                    say(t("The table cannot go on there."))
            case _:
                pass  # drawing; the dialogue says events as they come

    def _begin(self, name: str, what: Coroutine[Any, Any, None]) -> None:
        self._tasks[name] = asyncio.create_task(what)

    def _forget(self, name: str) -> None:
        if name in self._tasks:
            self._tasks.pop(name).cancel()

    def close(self) -> None:
        """Cancel searches and examinations, and end the processes of the advisers."""
        for name in ("advice", "judgement", "examination"):
            self._forget(name)
        self.adviser.close()
        self.coach.close()

    # --- advice ---------------------------------------------------------------------------------

    async def _find(self, wanted: effects.FindHint | effects.FindNumbers) -> None:
        """Find a hint or numbers; typed lines wait for them."""
        game, position = wanted.game, wanted.position
        try:
            if isinstance(wanted, effects.FindHint):
                hint = await self.adviser.hint(game, position.view)
                self._hear(HintFound(position, hint))
            else:
                numbers = await self.adviser.numbers(game, position.view, wanted.hint)
                self._hear(NumbersFound(position, numbers))
        except BaseException:
            self._player.thinking = False  # no answer will come
            raise
        finally:
            self._advised()

    async def _judge(self, made: effects.JudgeMove) -> None:
        found = await self.coach.mistake(made.game, made.position.view, made.move)
        if found is not None:
            self._hear(MistakeFound(made.position, found))

    def _keep_coach(self) -> None:
        """Save the coach's setting, as the key at the table does."""
        on = self._player.plan.coach
        if not on:
            self._forget("judgement")
        if self._session.stay is None and (problem := change(config_folder(), coach=on)):
            say(as_sentence(unsaved(problem)))

    # --- the network ----------------------------------------------------------------------------

    def _look_into(self) -> None:
        """Examine the network, unless an examination is running."""
        before = self._tasks.get("examination")
        if self._session.stay is not None:
            say(t("A guest cannot examine the host's computer."))
        elif before is None or before.done():
            say(t("Examining the network; this takes some seconds …"))
            self._begin("examination", self._examine())

    async def _examine(self) -> None:
        from tui.doctor.report import diagnose, of_table, spoken  # loads mDNS

        for sentence in spoken(await diagnose(*of_table(self._session))):
            say(sentence)

    def _ask_for_ways(self) -> None:
        link = self._session.link
        link.send(link.client.handshake.hello())

    async def _change_way(self, way: str, *, opens: bool) -> None:
        """Open or close a way in, then ask the host for the ways that are open."""
        hosting = self._session.hosting
        if hosting is None:
            say(t("Only the host's program can do that."))
            return
        try:
            await (hosting.let_in(way) if opens else hosting.shut(way))
        except LinkError as error:
            say(as_sentence(link_error_said(error)))
        self._ask_for_ways()

    # --- away -----------------------------------------------------------------------------------

    def _step_out(self) -> None:
        link = self._session.way
        if link is None or link.hosting is None:
            say(t("The table is not in this program: 'quit' leaves it."))
            return
        self._begin("away", link.step_out())
        say(t("You are away; the table stays open here. Enter brings you back to it."))

    def comes_back(self) -> bool:
        """Begin the way back to the table; tell whether the player was away."""
        if "away" not in self._tasks:
            return False
        self._begin("back", self._step_in(self._tasks.pop("away")))
        return True

    async def _step_in(self, stepping: asyncio.Task[None]) -> None:
        await stepping
        link = self._session.way
        if link is not None:
            link.step_in()
            say(t("You are back at the table."))
