"""A client watches how its matches are dealt, and checks each deal when it is over.

No I/O: `step` checks a little at a time, for a link that has other things to do in between. Nothing
is believed that was not checked here: the client deals and plays the match again, and so has its
record up to the last finished deal at any moment.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from core.deal_proof import DealtDecks
from core.game import Game, Move, OptionError, Plain, Seat, View, is_deal_over
from core.match import Player
from net.branch.statements import Origins, remark
from net.client import events
from net.client.agreed import Bound, retaken
from net.client.deal_check import DealCheck, MatchReplay, ShownDeal
from net.client.record_copy import Seen
from net.client.shuffle_share import ShuffleShare
from net.client.watched_match import WatchedMatch
from net.wire.changes import RoomChange
from net.wire.from_host import Committed, Revealed, SeatLine

FAULTS: Final = {
    "none": "The host has shown nothing by which these deals could be checked",
    "unrevealed": "The host has not shown how deal {deal} was dealt: it could not be checked",
    "absent": "You were not there when it was shown how deal {deal} was dealt: it could not be "
    "checked",
    "hidden": "Beware: the host does not show how deal {deal} was dealt",
    "late": "Beware: the host committed to its deal only after it knew the shares of the others",
    "again": "Beware: the host had the deck shuffled again after it could know everybody's share",
    "changed": "Beware: the host has changed what had been committed to for this deal",
    "terms": "Beware: the host has begun this match by house rules, with a clock or with a pause "
    "to which you had not agreed",
    "rules": "Beware: the host has changed the house rules, the clock or the pause in the middle "
    "of this match",
    "seated": "Beware: the host has changed who sits where in the middle of this match",
    "seat": "Beware: the host has put you on another seat in the middle of this match",
    "share": "Beware: the host has put something else in place of your share in this deal",
    "skipped": "Beware: the host has dealt without asking for the shares that were committed to",
    "before": "Beware: the host has dealt before it showed everybody's share in the deck",
    "seats": "Beware: the host has counted shares of seats that this table does not have",
    "tried": "Beware: the deck was shuffled {shuffles} times before the first deal was played",
    "nonce": "Beware: somebody's share in this deal is not the one that was committed to",
    "bots": "Beware: the host has left out the share of one of its own bots",
    "seed": "Beware: the seed of deal {deal} is not the one that the host had committed to",
    "deal": "Beware: deal {deal} is not the one that the host had committed to",
    "early": "Beware: the host has shown the cards of deal {deal} before it was over",
    "after": "Beware: the host has played on after the end of the match",
    "begun": "Beware: the host has begun another match in the middle of this one",
    "shown": "Beware: the host has shown the same position of this match in two ways",
    "yours": "Beware: the host has put another move in place of yours in deal {deal}",
    "refused": "Beware: the host has refused a move that the rules allow",
    "back": "Beware: the host has gone back to an earlier position of this match",
    "gap": "Beware: the host has left out positions of this match",
}
"""What may be wrong with the deals of a match, in English for the player."""

UNKNOWN: Final = ("none", "unrevealed", "absent")
"""Faults that say only that something is not known: what comes later may be worse."""


MOST_MOVES: Final = 20_000
"""No match has this many moves, or deals: a host that goes on sending them would never finish."""


def new_nonce() -> bytes:
    """Return 32 bytes that nobody can guess."""
    return secrets.token_bytes(32)


class DealWatch:
    """Watches match after match."""

    def __init__(self, new_nonce: Callable[[], bytes] = new_nonce) -> None:
        self.new_nonce = new_nonce
        self.match = WatchedMatch(expected=False)
        """What is known of the last match."""
        self._unbroken = False
        """Whether the connection has lasted since the host committed to something."""
        self._following = False
        """Whether a position was shown on this connection."""
        self._stayed = False
        """Whether anything has happened there since that position: arriving was over then."""
        self._depth = 0
        """How many hosts this player's match has lost, as far as this player has gone on."""
        self._origins: Origins = ()
        self._branched = 0
        """The number of the match that has gone on at a branch."""
        self._tries = 0
        """How many shuffles came to no play since the last match that was played to its end."""
        self._given_up = 0
        """From how many decks the matches came that were played since then, and given up."""
        self._unheard = True
        """Whether a broken connection may have hidden who sits where now."""

    @property
    def verdict(self) -> events.MatchChecked | None:
        """What is known about all deals of the last match; None as long as nothing is."""
        return self.match.verdict

    @property
    def begun(self) -> str:
        """When the last match began, says the host; empty if it has not."""
        return "" if self.match.share is None else self.match.share.begun

    @property
    def late(self) -> bool:
        """Whether this client came when the last match was being played."""
        return self.match.late

    @property
    def number(self) -> int:
        """The number of the last match at its table; 0 if it is not known."""
        return 0 if self.match.share is None else self.match.share.match

    @property
    def known(self) -> tuple[int, int]:
        """The number of the last match, and how many of its deals were shown, from the first on."""
        return self.number, self.match.awaited - 1

    @property
    def checked(self) -> int:
        """The last deal of the last match that was checked; 0 if none was or one is wrong."""
        match = self.match
        if match.verdict is not None and match.verdict.fault:
            return 0
        return match.dealt - (match.check is not None)

    @property
    def record(self) -> tuple[dict[str, Plain], ...]:
        """The record of the last match up to the last deal that was checked; empty before."""
        match = self.match
        if match.replay is None or match.proof is None or match.check is not None:
            return ()
        if match.verdict is not None and match.verdict.fault:
            return ()
        first, *others = match.replay.lines
        branch = remark(self._origins) if self._branched == self.number else {}
        return ({**first, "deal_proof": match.proof.plain(), **branch}, *others)

    def compared(self, match: int, seen: Seen) -> Seen:
        """Add to what is known of a match what its record has to say as well.

        A record under another number than that of the last match, or in which this player has a
        share that the host has made up, has nothing that it could fit.
        """
        known, seen = self.match, replace(seen, followed=True)
        if known.share is None:
            return seen
        if match != self.number or any(each.fault == "share" for each in known.chains):
            return replace(seen, moves=())
        moves = tuple(known.shown[deal].moves for deal in sorted(known.shown))
        begun = seen.begun
        if not begun and not known.late:
            begun = tuple(SeatLine(each.name, each.kind) for each in known.players)
        return replace(seen, begun=begun, own=self.record, proof=known.committed(), moves=moves)

    # --- the shuffle -----------------------------------------------------------------------------

    def begin(
        self, game: Game, room: events.RoomState, seat: Seat | None, *, agreed: bool
    ) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Note that another match begins; report what is left to say of the previous one.

        `agreed` says whether this player has agreed to what the room says.
        """
        match = self.match
        if match.deal and self._following and not (match.over or match.ended):
            yield from self._blame("begun")
        yield from self.finish(game, closed=True)
        self._forget(expected=True)
        self.match.agreed, self.match.bound, self._unheard = agreed, Bound(room, seat), False

    def follow(
        self, room: events.RoomState, seat: Seat | None, happened: Sequence[RoomChange]
    ) -> Iterator[events.MatchChecked]:
        """Take a room in which no match begins. On a new connection it may be of another match."""
        if not self._unheard and (fault := self._changed(room, seat, retaken(happened))):
            yield from self._blame(fault)

    def _changed(
        self, room: events.RoomState, seat: Seat | None, told: Collection[Seat] = ()
    ) -> str:
        """Return what the host has changed that stays until the match ends, if anything."""
        match = self.match
        if match.bound is None or match.ended or room.phase != "playing":
            return ""
        unheard, self._unheard = self._unheard, False
        return match.bound.follow(room, seat, None if unheard else told)

    def branch(self, lost: int, origins: Origins) -> None:
        """Agree that a branch goes on with the match, whose host was lost `lost` times.

        The deal that was broken off is void: it and those after it follow from another shuffle.
        """
        self._depth, self._origins = max(self._depth, lost), origins
        self._branched = 0 if self.match.over else self.number

    def come_from(self, origins: Origins) -> None:
        """Note where a branch comes from, as its host says, if that fits what is known here."""
        if self._origins[:1] and self._origins[0] in origins:
            self._origins = origins

    def _forget(self, *, expected: bool) -> None:
        """Forget the previous match."""
        match, share = self.match, self.match.share
        # A host could shuffle until it likes the deck, and hide this behind new matches.
        if match.over:
            self._tries = self._given_up = 0
        elif share is not None and share.tried:
            self._tries += not match.played
            self._given_up += match.choice if match.played else 0
        self.match = WatchedMatch(expected)

    def receive(
        self, message: Committed, seat: Seat | None, room: events.RoomState, game: Game | None
    ) -> Iterator[events.ClientEvent]:
        """Follow a stage of the shuffle; return what is to be sent and who was left out."""
        seats = room.seats
        if self.match.share is None or self.match.share.match != message.match:
            yield from self.finish(game, closed=self.match.share is not None)
            self._first_heard(message, seat, room)
        elif self.match.allows(message, self._depth):
            self._shuffled_anew(message, seat, seats)
        match = self.match
        share = match.chain(message.first)
        if share.deal != message.first:
            share.fault = share.fault or "again"
        was_done, fault = share.done, share.fault
        share.fault = fault or self._changed(room, seat)
        answer = share.receive(message)
        if answer is not None:
            yield events.Answer(answer)
        if share.done and not was_done:
            match.next = share.deal if share.followed else 0
            missing = {*range(len(seats))} - {*share.shares}
            if share.early and seat is not None and not share.own:
                missing.add(seat)  # the list may have another share of this seat
            if seat is not None and share.fault and not share.shown:
                missing.discard(seat)  # this program has kept it back, and says why below
            yield events.Shuffled(tuple(sorted(missing)), sent=share.shown)
            if self._tries and not share.fault:
                share.fault = "tried"
        told = match.verdict.fault if match.verdict else ""
        if share.fault not in ("", told) and not (fault and match.verdict):
            yield self._judge(share.fault)

    def _first_heard(self, message: Committed, seat: Seat | None, room: events.RoomState) -> None:
        """Take the first Committed of a match, whose beginning a Gathered has announced."""
        again = self.match.share is not None and self._unbroken
        if self.match.share is not None or self.match.ended:
            self._forget(expected=False)
        match = self.match
        if match.bound is None:
            match.bound, self._unheard = Bound(room, seat), False
        match.players = tuple(Player(line.name, line.kind) for line in room.seats)
        share = self._share(message, seat, room.seats, expected=match.expected)
        match.chains, match.depth = [share], self._depth
        match.late = message.stage == "done" and not match.expected
        if not match.agreed:
            share.fault = "terms"
        elif again or message.first > 1:
            share.fault = "again"
        elif match.deal:
            share.fault = "late"  # the first hands were shown before

    def _shuffled_anew(
        self, message: Committed, seat: Seat | None, seats: Sequence[SeatLine]
    ) -> None:
        """Take the first stage of a shuffle in the middle of a match."""
        match = self.match
        # Whoever comes is greeted with the position, and then told the stage that is on.
        arriving = message.stage != "commit" and not self._stayed
        expected = self._following and not arriving
        share = self._share(message, seat, seats, expected=expected)
        if match.table != share.table:
            share.fault = "changed"
        match.renew(share, self._depth)

    def _share(
        self, message: Committed, seat: Seat | None, seats: Sequence[SeatLine], *, expected: bool
    ) -> ShuffleShare:
        """Have a share in a shuffle, if it is not too late for that."""
        self._unbroken = True
        bots = [s for s, line in enumerate(seats) if line.kind != "human" and not line.away]
        return ShuffleShare(
            message, seat, self.new_nonce, expected=expected, seats=len(seats), bots=bots
        )

    def refused(self, code: str) -> None:
        """Note that the host has refused this client's part of the shuffle."""
        if code == "shuffled" and self.match.share is not None:
            self.match.share.refused()

    def settle(self) -> None:
        """Note that a room or a position is told, perhaps to somebody who had arrived before."""
        self._stayed = self._following

    def lost(self) -> None:
        """Note that the connection is lost: what is said meanwhile is not heard."""
        self.match.expected = self._unbroken = self._following = self._stayed = False
        self._unheard = True
        self.match.lost()

    # --- what is shown ---------------------------------------------------------------------------

    def see(
        self, position: events.Position, seat: Seat | None, room: events.RoomState, game: Game
    ) -> Iterator[events.CheckAhead | events.MatchChecked]:
        """Keep what is needed to check a position; report once what can be checked at all."""
        match, view, share = self.match, position.view, self.match.share
        if fault := self._changed(room, seat):
            yield from self._blame(fault)
        if share is not None or match.expected:
            yield from self._note(position, seat)
        if share is None and room.shuffled:
            yield from self._blame("before")
        match.deal = view.deal
        match.finished = max(match.finished, view.deal - (not is_deal_over(view)))
        match.over = match.over or view.result is not None
        # Whoever only watches makes no move by which to know that a match is really played.
        match.played = match.played or (seat is None and match.seen.count > 1)
        self.settle()
        self._following = True
        if not match.told_ahead and not match.over:
            match.told_ahead = True
            if share is None and not room.shuffled:
                yield events.CheckAhead("none")
            elif share is not None and not (share.early or share.fault):
                yield events.CheckAhead("", match.seen.deal, share.shares)
        yield from self._go_on(game)

    def _note(self, position: events.Position, seat: Seat | None) -> Iterator[events.MatchChecked]:
        """Keep a position; report what is wrong if it may not come now."""
        match, view = self.match, position.view
        known, last = match.seen.count, match.seen.last if self._following else 0
        fault, deal = match.seen.note(position.seq, view, seat), 0
        if match.seen.count > known:
            fault, deal = self._untimely(position.seq, view, last)
        if fault:
            yield from self._blame(fault, deal)

    def _untimely(self, seq: int, view: View, last: int) -> tuple[str, int]:
        """Return what is wrong if a new position may not come now, and of which deal.

        `last` is the number of the position before it; 0 if some may have gone by unheard.
        """
        match, deal = self.match, view.deal
        if match.over or match.ended:
            return "after", 0
        if deal in match.shown and (self._following or not is_deal_over(view)):
            return "early", deal
        if match.share is None:
            return "", 0
        if hidden := match.first_hidden(deal):
            return "hidden", hidden
        if not match.chain(deal).done:
            return "before", 0
        return ("" if match.follows(seq, deal, last) else "gap"), 0

    def made(self, seat: Seat, move: Move) -> None:
        """Note that the host has taken a move of this client, chosen in the last position."""
        self.match.played = True
        self.match.made.setdefault(self.match.deal, []).append((seat, move))

    def refuse(self, move: Move, view: View, game: Game) -> Iterator[events.MatchChecked]:
        """Note that the host says the rules forbid a move in a position; report if they do not."""
        if move in game.legal(view):
            yield from self._blame("refused")

    def take(self, message: Revealed, game: Game) -> Iterator[events.MatchChecked]:
        """Take the seed and the moves of a deal; once they are all here, it can be checked."""
        match = self.match
        if match.share is None or match.share.match != message.match:
            return
        shown = match.shown.get(message.deal)
        if shown is not None and shown.whole:
            return  # told again after a return
        match.moves += len(message.moves) or 1
        if match.moves > MOST_MOVES:
            return
        if shown is None:
            shown = ShownDeal(bytes.fromhex(message.seed), message.seq, [])
            match.shown[message.deal] = shown
        shown.moves += [(made.seat, made.move) for made in message.moves]
        shown.whole, shown.followed = not message.more, self._following
        yield from self._go_on(game)

    def match_over(self, game: Game) -> Iterator[events.MatchChecked]:
        """Note that the match has come to its end; one without commitments cannot be checked."""
        self.match.ended, self.match.in_the_open = True, self._following
        if self.match.share is None and self.match.verdict is None:
            yield self._judge("none" if self.match.agreed else "terms")
        yield from self._go_on(game)
        yield from self._conclude()

    # --- the check -------------------------------------------------------------------------------

    @property
    def due(self) -> bool:
        """Whether there is something to check."""
        return self.match.check is not None

    def step(self, game: Game) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Check a little; report each deal that was checked, and the match after its last one."""
        match = self.match
        if match.check is None or not match.check.step():
            return
        wrong, match.check = match.check.wrong, None
        if wrong:
            yield self._judge("deal", match.dealt)
            return
        shown = match.shown[match.dealt]
        if shown.followed and match.replay is not None and match.replay.seq > match.seen.last:
            yield self._judge("gap")  # the last moves were not shown, nor whose they are
            return
        moves = iter(shown.moves)
        if not all(each in moves for each in match.made.pop(match.dealt, ())):
            yield self._judge("yours", match.dealt)
            return
        match.played = match.played or match.dealt <= match.finished
        # Meanwhile something else may have been wrong; then no deal is praised any more.
        if match.dealt >= match.seen.deal and not (match.verdict and match.verdict.fault):
            yield events.DealChecked(match.dealt, self.record)
        yield from self._go_on(game)
        yield from self._conclude()

    def finish(
        self, game: Game | None, *, closed: bool = False
    ) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Check all that is due; if the host has closed, nothing more can come."""
        match = self.match
        if game is None:
            return
        match.ended = match.ended or closed or match.over
        yield from self._go_on(game)
        while match.check is not None:
            yield from self.step(game)
        yield from self._conclude()

    def catch_up(self, game: Game | None) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Check the last deal to its end, if it is the only one that is left."""
        if self.match.dealt >= self.match.deal:
            yield from self.finish(game)

    def _go_on(self, game: Game) -> Iterator[events.MatchChecked]:
        """Begin to check the next deal, if it is over and everything about it was shown."""
        match, deal = self.match, self.match.dealt + 1
        shown = match.shown.get(deal)
        if match.check is not None or shown is None or not shown.whole or not match.seen.count:
            return
        if match.verdict is not None or not (deal <= match.finished or match.ended):
            return
        proof = match.proof_of(deal, shown.seed)
        if (fault := proof.fault()) or not match.chain(deal).done:
            yield self._judge(fault or "unrevealed", deal)
            return
        match.proof, match.dealt = proof, deal
        try:
            replay = self._deal(game, shown)
        except OptionError:
            yield self._judge("deal", deal)
            return
        if replay is None or replay.seq != shown.seq:
            yield self._judge("deal", deal)
            return
        if match.begins.pop(deal, 0) > shown.seq:
            yield self._judge("gap")
            return
        whole = deal <= match.finished
        match.check = DealCheck(replay, match.seen, shown.moves, whole=whole)

    def _deal(self, game: Game, shown: ShownDeal) -> MatchReplay | None:
        """Deal the next hands of the match again, or the first ones.

        None if something else was shown between two deals. Raises OptionError.
        """
        match = self.match
        if match.replay is not None:
            if match.chain(match.dealt).deal < match.dealt:
                match.replay.deal()
            elif not match.replay.deal_anew(match.seen, shown.seq):
                return None
            return match.replay
        assert match.proof is not None
        decks = DealtDecks(match.proof.table, self._key)
        match.replay = MatchReplay(game, match.seen.options, match.players, decks, shown.seq)
        return match.replay

    def _key(self, deal: int) -> bytes:
        proof = self.match.proof
        assert proof is not None
        return proof.key(deal)

    def _conclude(self) -> Iterator[events.MatchChecked]:
        """Judge a match of which nothing more will come, once everything shown has been checked."""
        match = self.match
        if match.check is not None or match.verdict is not None or match.share is None:
            return
        checked = match.dealt >= match.deal
        if not match.seen.count:
            return
        if checked and (match.ended or match.over):
            yield self._judge("")
        elif match.ended:
            due = match.over or match.in_the_open
            unknown = "unrevealed" if self._following else "absent"
            yield self._judge("hidden" if due else unknown, match.dealt + 1)

    def _blame(self, fault: str, deal: int = 0) -> Iterator[events.MatchChecked]:
        """Judge a match, unless something worse is known of it."""
        verdict = self.match.verdict
        if verdict is None or verdict.fault in ("", *UNKNOWN):
            yield self._judge(fault, deal)

    def _judge(self, fault: str, deal: int = 0) -> events.MatchChecked:
        match = self.match
        share = match.chains[0] if match.chains else None
        since = 0 if share is None or share.early else match.seen.deal
        shares = () if share is None else share.shares
        own = share is not None and share.own
        later = tuple(events.LaterShuffle(e.deal, e.shares, e.own) for e in match.chains[1:])
        match.verdict = events.MatchChecked(
            fault,
            deal,
            since,
            shares,
            own,
            self._tries + 1,
            later,
            anew=max(match.renewals, len(later)),
            choice=match.choice,
            given_up=self._given_up,
        )
        return match.verdict
