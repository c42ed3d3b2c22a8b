"""The end of a match: places, the goat, and what next."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from core.game import Result
from net.files.history import find_record
from tui.language.text import t
from tui.language.words import as_sentence
from tui.start import StartJoin, StartSolo
from tui.table.session import TableSession
from tui.widgets.coloured import Coloured
from tui.widgets.in_front import InFront
from tui.widgets.menu import Menu
from tui.widgets.page import kozyr_of, look_of


class MatchOver(InFront, ModalScreen[str]):
    """Gives "again", "room", "look" or "leave"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "look", show=False),
        Binding("ctrl+c", "app.ask_quit", show=False, priority=True),
    ]

    def __init__(self, session: TableSession, result: Result) -> None:
        super().__init__()
        self._session = session
        self._result = result

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog", id="match-over"):
            yield Static(t("The match is over"), classes="question", markup=False)
            yield Coloured(self._places)
            if self._session.client.deals is not None:
                yield Coloured(self._deal, id="deal")
            yield Menu(self._entries(), id="what-next")

    def _places(self) -> Text:
        return places_text(self._result, self._session, look_of(self).active)

    def _deal(self) -> Text:
        deals, look = self._session.client.deals, look_of(self)
        beware = deals is not None and deals.verdict is not None and deals.verdict.fault
        style = f"bold {look.bad}" if beware else ""
        return Text(as_sentence(self._session.deal_checked()), style)

    def tell_deal(self) -> None:
        """Say what is known by now of how it was dealt."""
        for said in self.query("#deal").results(Coloured):
            said.update(self._deal())

    def tell_record(self) -> None:
        """Offer to watch the match again as soon as its record is there."""
        for menu in self.query("#what-next").results(Menu):
            menu.offer(self._entries())

    def _entries(self) -> list[tuple[str, str]]:
        # The first answer is harmless, because one Enter too many chooses it.
        session = self._session
        again = []
        if isinstance(session.start, StartSolo):
            again = [("again", t("play again"))]
        elif session.client.seat is not None:
            # Others have to agree, and a seat may have become free.
            again = [("room", t("another match: to the waiting room"))]
        watch = [("replay", t("watch it again"))] if self._record() else []
        return [("look", t("look at the table")), *again, *watch, ("leave", t("leave the table"))]

    def _record(self) -> Path | None:
        """Return the record of the match: the table's own, or the copy of a guest."""
        session, result = self._session, self._result
        seated = session.client.seated
        if isinstance(session.start, StartJoin) or seated is None:
            return session.record
        return find_record(seated.game, result.totals, result.places)

    def action_look(self) -> None:
        """Back to the table as it lies."""
        self.dismiss("look")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        path = self._record() if event.option.id == "replay" else None
        if path is not None:
            from tui.replay.watch import open_replay  # rarely needed

            open_replay(kozyr_of(self), path)
        else:
            self.dismiss(event.option.id or "look")


def places_text(result: Result, session: TableSession, ink: str) -> Text:
    """List the players from the first place to the last; goats are named as such."""
    text = Text()
    names, mine = session.players, session.client.seat
    width = max(map(len, names))
    for seat in sorted(range(len(names)), key=lambda seat: result.places[seat]):
        style = f"bold {ink}" if seat == mine else ""
        line = f"{result.places[seat]:>2}.  {names[seat]:{width}}  {result.totals[seat]:>5}"
        if result.goats and seat in result.goats:
            line += "   " + t("the goat!")
        text.append(line + "\n", style)
    return text
