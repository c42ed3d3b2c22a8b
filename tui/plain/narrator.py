"""Plain mode: the sentences about events at the table. No I/O."""

from collections import deque
from collections.abc import Callable, Sequence

from core.game import Event, Seat, is_deal_over
from net.branch.company import Offer
from net.client import events
from net.client.deal_check import FAULTS
from tui.boards import Board
from tui.language.games import speak_of_game
from tui.language.text import t, tn
from tui.language.words import as_sentence, begun
from tui.plain.context import PlainContext
from tui.room import hosts, words
from tui.summary.words import page_lines
from tui.table import deal_words
from tui.table.advising import take_advice, take_judgement
from tui.table.banter import spoken, spoken_said
from tui.table.countdown import Countdown
from tui.table.effects import HintFound, MistakeFound, ModelInput, NumbersFound
from tui.table.hints import coached_said, numbers_text
from tui.table.match import NEVER, among_people, let_choose, plays_itself, show_next, take_in


class Narrator:
    """Words events, and has the player's match follow them."""

    def __init__(self, player: PlainContext) -> None:
        self._player = player
        self._room = player.room
        self._teller = Teller(player.say, player.log)
        self.finished = False
        """Whether the last match was read out to its end."""
        self._asked = self._waits = NEVER
        """The positions of the last request to continue, and of the last news about readers."""

    def receive(self, event: ModelInput, now: float) -> None:
        """Say an event; `now` is the time, in seconds, for clocks."""
        player = self._player
        speak_of_game(player.client.match_game.NAME if player.client.match_game is not None else "")
        match event:
            case events.SeatGiven(seat=seat):
                self._player.say(t("The owner gives you seat {n}.", n=seat + 1))
            case events.GameChanged():
                player.say(as_sentence(words.game_changed_said(event)))
                player.room.begin_anew()
            case events.SatDown() if not (player.plan.alone or event.again):
                self._room.sat_down(event)
            case events.RoomChanged(room):
                self._room_changed(event, room)
            case events.Position():
                self._position(event, now)
            case events.IntermissionChanged():
                self._intermission(event, now)
            case events.TimeChanged():
                self._time_changed(event, now)
            case events.Refusal(code="dealt"):
                pass  # the player continued twice, or the pause ended first
            case events.Refusal(code="back"):
                player.thinking = False
                _say_refusal(player, event)
            case events.Refusal():
                _say_refusal(player, event)
            case events.Spoken(name=name):
                player.say(t("{name} says: {text}", name=name, text=spoken_said(event)))
            case events.Shuffled():
                player.sentence(deal_words.shuffled_said(event, player.names, player.client.seat))
            case events.WasMissed(game_events, helped):
                player.say(t("What happened meanwhile:"))
                # Without "you": a bot may have made this seat's moves.
                self._teller.tell(player.board, game_events, player.names, None)
                player.sentence(words.helped_said() if helped else "")
            case HintFound() | NumbersFound():
                _say_advice(player, event)
            case MistakeFound() if take_judgement(player.match, event) and player.in_match:
                game, view = player.table.game, event.position.view
                player.say(coached_said(game, view, event.decision, aloud=True))
            case _:
                self._hear_of_checks(event)

    def _hear_of_checks(self, event: ModelInput) -> None:
        """Say the results of checks, and the place of the record."""
        player = self._player
        match event:
            case events.CheckAhead():
                player.sentence(
                    deal_words.ahead_said(event, player.client.room, player.client.seat)
                )
            case events.DealChecked():
                player.sentence(deal_words.deal_said(event))
            case events.MatchChecked():
                _say_checked(player, event)
                self._leave_if_once()
            case events.RecordFiled(fits=False):
                player.sentence(t(deal_words.RECORD_MISFIT))
            case events.RecordFiled(path) if path:
                if event.reused:
                    player.sentence(t(deal_words.NUMBER_REUSED))
                player.say(t("The record of this match is kept in {path}.", path=path))
            case _:
                self._hear_of_host(event)

    def _hear_of_host(self, event: ModelInput) -> None:
        """Say events about the host: moves, losses, connections."""
        player = self._player
        match event:
            case events.HostingWanted():
                player.say_all(hosts.asked_said(player.client))
                player.say(t("'accept' agrees, 'decline' leaves the table where it is."))
            case events.TableStays():
                player.sentence(hosts.not_here_said())
            case events.HostLost(offer=Offer() as offer):
                _say_lost(player, offer)
            case events.HostLost():
                player.offer = None
            case events.NotGoneOn():
                player.sentence(hosts.not_gone_on_said(event))
            case events.FoundElsewhere():
                player.sentence(hosts.elsewhere_said(event))
            case events.TableMoved():
                player.sentence(hosts.moved_said(event, player.client))
            case events.Connected(again=True) | events.Disconnected():
                player.sentence(words.link_said(up=isinstance(event, events.Connected)))
                if self.finished and player.plan.once:
                    _say_unshown(player)
                self._leave_if_once()

    def hurry(self, now: float) -> None:
        """Say that the time is nearly up."""
        self._say_time(self._player.client.ends, now)

    def _room_changed(self, event: events.RoomChanged, room: events.RoomState) -> None:
        plan, gathering = self._player.plan, room.phase == "gathering"
        if plan.alone and gathering:
            return  # bots sit down one by one: not worth a sentence each
        self._room.changed(event)
        if gathering:
            self._room.follow(room, start=plan.start, ready=plan.ready)

    def _position(self, event: events.Position, now: float) -> None:
        player, view, game_events = self._player, event.view, event.events
        # While all decide at once, a person is asked again only after the others have decided. A
        # program would answer each question, so it is not asked again.
        others = game_events and all(event.seat != view.seat for event in game_events)
        once = player.plan.once or len(view.to_act) > 1
        asked = player.match.legal if others and once else ()
        take_in(player.match, event)
        show_next(player.match)
        player.perform()
        player.events.absorb(event)
        self._tell_events(event)
        if event.before:
            player.thinking = False
            self._teller.log.clear()
            player.say(t("Taken back. This match no longer counts in statistics."))
        if not game_events:
            self.finished, player.hand_said = False, ""
            self._asked = self._waits = NEVER  # a Continue may have been lost
            player.say_all(player.table.situation())
        began = any(event.kind == "began" for event in game_events)
        if began:
            player.hand_said = ""  # read out a new hand even if it equals the old one
        moves = player.match.legal
        if view.result is not None and not self.finished:
            self._say_result()
        elif moves and moves != asked:
            self._say_turn()
            self._say_time(event.ends, now)
        elif not moves and began:
            _say_hand(player)
        elif not moves and not game_events:
            _say_hand(player)
            player.say(player.table.awaited())

    def _tell_events(self, event: events.Position) -> None:
        """Say the events that led to a position, and the words of bots about them."""
        player, view = self._player, event.view
        seat = player.client.seat
        if event.late is not None:
            player.sentence(words.late_said(event.late, player.names, seat))
        self._teller.tell(player.board, event.events, player.names, seat)
        if event.events and is_deal_over(view):
            player.say_all(player.board.page_told(view, player.names))
        talker, talk = spoken(player.board, event, player.client.players)
        if talk and player.plan.banter:
            player.say(f"{player.names[talker]}: {t(talk)}")

    def _say_turn(self) -> None:
        player, moves = self._player, self._player.match.legal
        client, view = player.client, player.client.view
        forced = client.match_game is not None and plays_itself(
            player.plan.autoplay,
            client.match_game.NAME,
            moves,
            player.table.choices.pieces,
            watched=among_people(client.room),
        )
        learns = player.plan.newcomer and view.deal == 1
        claimed = player.match.rest_is_mine and player.match.rest_of == view.deal
        if claimed or (forced and not learns):
            player.play(moves[0])
            return
        if len(moves) > 1 and not player.table.choices.names_all():
            _say_hand(player)
        player.say(player.table.turn())
        if player.match.rest_is_mine and len(player.table.choices.pieces) > 1:
            player.say(t("The rest is yours, whatever anybody plays: 'mine' plays it."))

    def _intermission(self, paused: events.IntermissionChanged, now: float) -> None:
        """Ask the player to continue, once per deal; then say once who is still reading."""
        player, seat = self._player, self._player.client.seat
        take_in(player.match, paused)
        player.perform()
        if player.match.awaited and (self._asked != paused.seq or paused.giver is not None):
            self._asked = paused.seq
            player.say(player.awaited())
            if paused.ends is not None:
                n = Countdown(paused.ends).seconds(now)
                player.say(
                    tn(
                        "The next deal begins in {n} second at the latest.",
                        "The next deal begins in {n} seconds at the latest.",
                        n,
                    )
                )
        elif seat in paused.gone_on and paused.awaited and self._waits != paused.seq:
            self._waits = paused.seq
            player.say(player.awaited())

    def _time_changed(self, event: events.TimeChanged, now: float) -> None:
        self._player.sentence(words.given_said(event, self._player.names))
        if self._player.client.seat in event.given:
            self._say_time(event.ends, now)

    def _say_time(self, ends: float | None, now: float) -> None:
        """Say the time left for this player's decision, if a clock is running."""
        player = self._player
        if ends is not None and player.client.my_turn:
            n = Countdown(ends).seconds(now)
            player.say(tn("You have {n} second.", "You have {n} seconds.", n))

    def _say_result(self) -> None:
        player = self._player
        self.finished = True
        match = player.ending
        if match is not None:
            player.say_all(page_lines(match))
            if not player.plan.once:
                player.say(t("'summary' reads that again, with the totals deal by deal."))
        if player.plan.once:
            # If the deals of the match are checked, the result may still be to come.
            deals = player.client.deals
            player.left = deals is None or deals.match.verdict is not None
        elif player.client.owns and player.plan.alone:
            player.say(t("'start' begins another match, 'quit' leaves."))
        elif player.client.seat is not None:
            player.say(t("'rematch': the same players again, once all agree; 'quit' leaves."))

    def _leave_if_once(self) -> None:
        if self.finished and self._player.plan.once:
            self._player.left = True


def _say_lost(player: PlainContext, offer: Offer) -> None:
    """Say the choices without the host, as far as they are new."""
    before = player.offer
    player.offer = offer
    client = player.client
    if before is None or hosts.lost_said(before, client) != hosts.lost_said(offer, client):
        for said in hosts.lost_said(offer, client):
            player.sentence(said)
    if before is None or hosts.choices(before, client) != hosts.choices(offer, client):
        for seat, said in hosts.choices(offer, client):
            player.sentence(t("'at {name}': {what}", name=hosts.name_of(seat, client), what=said))
    if before is None and not offer.hosts:
        player.say(t("To wait, type nothing; 'quit' leaves it for another day."))


def _say_advice(player: PlainContext, found: HintFound | NumbersFound) -> None:
    """Say a hint or numbers, unless the position has changed meanwhile."""
    match = player.match
    player.thinking, hint = False, match.hint
    taken, table = take_advice(match, found), player.table
    if isinstance(found, HintFound):
        if taken is not None and not match.numbers_wanted:
            move, reason = table.choices.spoken(found.hint.move), begun(found.hint.text)
            player.say(t("Hint: {move}. {reason}", move=move, reason=reason))
    elif hint is not None and match.numbers is found.numbers:
        said = numbers_text(table.game, found.numbers, hint.move, table.choices.spoken)
        player.say(said)
    player.perform()


def _say_refusal(player: PlainContext, refusal: events.Refusal) -> None:
    """Say the reason; after an illegal move also the legal ones."""
    if refusal.move is not None:
        let_choose(player.match)
    player.say_no(words.refusal_said(refusal), refusal.rule)
    if refusal.code == "illegal" and player.match.legal:
        player.say(player.table.turn())


def _say_hand(player: PlainContext) -> None:
    """Read out the hand, unless it is the one read out last."""
    hand, before = player.table.hand(), player.hand_said
    player.hand_said = hand
    player.say_all([hand] if hand != before else [])


def _say_checked(player: PlainContext, checked: events.MatchChecked) -> None:
    client, drawn = player.client, player.plan.drawn
    said = deal_words.checked_said(checked, client.room, client.players, client.seat, drawn=drawn)
    player.sentence(said)


def _say_unshown(player: PlainContext) -> None:
    """Say that the last deal could not be checked, if so."""
    deals = player.client.deals
    if deals is not None and deals.match.verdict is None:
        player.sentence(t(FAULTS["unrevealed"], deal=deals.match.checked + 1))


class Teller:
    """Says the events of a match; the last sentences go to `log`."""

    def __init__(self, say: Callable[[str], None], log: deque[str]) -> None:
        self.log = log
        self._say = say
        self._run: list[Event] = []
        """Repeated events of one player, summed up before the next other event."""

    def tell(
        self, board: Board, game_events: Sequence[Event], names: Sequence[str], seat: Seat | None
    ) -> None:
        """Say events; a position without any drops those not yet summed up."""
        if not game_events:
            self._run.clear()
        for event in game_events:
            if board.repeats(event, seat):
                self._run.append(event)
                continue
            sentence = board.sentence(event, names, seat)
            if sentence and self._run:
                self._tell(board.sum_up(self._run, names))
                self._run.clear()
            if sentence:
                self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self._say(sentence)
        self.log.append(sentence)
