"""A client watches how its matches are shuffled and dealt, and checks each deal when it is over.

The client believes nothing that it has not checked: it deals and plays the match again, and so has
a record of its own up to the last checked deal at any moment. No I/O: `step` checks a few moves at
a time, for a link that has other things to do in between.

A match runs through these states; every message is compared with what came before it:

    Gathered "begun"     begin      the terms and seats are bound: `Bound`
         v
    Committed "commit"   receive    answered with a Commit   <--+
    Committed "reveal"   receive    answered with a Reveal      |  a branch shuffles again
    Committed "done"     receive    the decks are fixed         |  from deal n on, once for
         v                                                      |  each host that was lost
    Updated              see        kept as a hash           <--+
    Revealed             take       the seed and the moves of a finished deal
         v
    (the loop is free)   step       deals and plays it again -> DealChecked
         v
    Recorded, Closed     finish     nothing more can come    -> MatchChecked, the verdict

Sample: `Revealed(match=1, deal=2, seed="9f..", seq=40, moves=[...], more=False)` makes deal 2 due;
`step` replays it from position 40, and one that differs gives `MatchChecked("deal", 2)`.

The first fault of FAULTS (`deal_check.py`) is the verdict, unless it only stated a gap in the
client's knowledge. A broken connection starts a new `Contact`: positions and stages may have been
missed, and the host is not blamed for those.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from core.game import Game, Plain, Seat, is_deal_over
from core.match import Player
from net.branch.statements import Origins, remark
from net.client import events, watched_match
from net.client.agreed import Bound, retaken
from net.client.deal_check import ShownDeal
from net.client.record_copy import Seen
from net.client.watched_shuffle import WatchedShuffle
from net.wire.from_host import Committed, Revealed
from net.wire.message import RoomChange, SeatLine

MOST_MOVES: Final = 20_000
"""More moves or deals than any match has: a host that kept sending them would never finish."""


def new_nonce() -> bytes:
    """Return 32 secret random bytes."""
    return secrets.token_bytes(32)


class DealWatch:
    """The watch over one match after another."""

    def __init__(self, new_nonce: Callable[[], bytes] = new_nonce) -> None:
        self.new_nonce = new_nonce
        self.match = watched_match.WatchedMatch(expected=False)
        """The last match."""
        self.contact = watched_match.Contact()
        self.depth = 0
        """The number of hosts that this match has lost before the branch where the player is."""
        self._origins: Origins = ()
        self._branched = 0
        """The number of the match that was continued at a branch."""

    @property
    def record(self) -> tuple[dict[str, Plain], ...]:
        """The record of the last match up to the last checked deal; empty before, and at fault."""
        match = self.match
        if match.replay is None or match.proof is None or match.check is not None:
            return ()
        if match.verdict is not None and match.verdict.fault:
            return ()
        first, *others = match.replay.match.lines
        branch = remark(self._origins) if self._branched == match.number else {}
        return ({**first, "deal_proof": match.proof.plain(), **branch}, *others)

    # --- the shuffle -----------------------------------------------------------------------------

    def begin(
        self, game: Game, room: events.RoomState, seat: Seat | None, *, agreed: bool
    ) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Begin to watch another match; report anything still to be said about the previous one.

        `agreed` means that this player has agreed to the terms in the room.
        """
        match = self.match
        if match.deal and self.contact.following and not (match.over or match.ended):
            yield from watched_match.blame(match, "begun")
        yield from self.finish(game, closed=True)
        self.match = watched_match.next_match(match, expected=True)
        self.match.agreed, self.match.bound = agreed, Bound(room, seat)
        self.contact.unheard = False

    def follow(
        self, room: events.RoomState, seat: Seat | None, happened: Sequence[RoomChange]
    ) -> Iterator[events.MatchChecked]:
        """Compare a room in which no match begins with the terms and seats of the match.

        On a new connection the room may belong to another match.
        """
        if self.contact.unheard:
            return
        if fault := watched_match.fault_of_room(
            self.match, self.contact, room, seat, retaken(happened)
        ):
            yield from watched_match.blame(self.match, fault)

    def branch(self, lost: int, origins: Origins) -> None:
        """Agree that a branch continues the match, whose host was lost `lost` times.

        The deal that was broken off is void: it and those after it follow from another shuffle.
        """
        self.depth, self._origins = max(self.depth, lost), origins
        self._branched = 0 if self.match.over else self.match.number

    def add_origins(self, origins: Origins) -> None:
        """Note the origins of a branch named by its host, if they extend those known here."""
        if self._origins[:1] and self._origins[0] in origins:
            self._origins = origins

    def receive(
        self, message: Committed, seat: Seat | None, room: events.RoomState, game: Game | None
    ) -> Iterator[events.ClientEvent]:
        """Follow a stage of the shuffle; yield the answer to send and the seats without a share."""
        known = self.match.shuffle
        if known is None or known.match != message.match:
            yield from self.finish(game, closed=known is not None)
            _hear_first(self, message, seat, room)
        elif self.match.allows(message, self.depth):
            _hear_another(self, message, seat, room.seats)
        match = self.match
        shuffle = match.shuffle_of(message.first)
        if shuffle.deal != message.first:
            shuffle.fault = shuffle.fault or "again"
        was_done, fault = shuffle.done, shuffle.fault
        shuffle.fault = fault or watched_match.fault_of_room(match, self.contact, room, seat)
        answer = shuffle.receive(message)
        if answer is not None:
            yield events.Answer(answer)
        if shuffle.done and not was_done:
            match.next = shuffle.deal if shuffle.followed else 0
            missing = _without_share(shuffle, seat, len(room.seats))
            yield events.Shuffled(missing, sent=shuffle.shown)
            if match.tries and not shuffle.fault:
                shuffle.fault = "tried"
        told = match.verdict.fault if match.verdict else ""
        if shuffle.fault not in ("", told) and not (fault and match.verdict):
            yield watched_match.judge(match, shuffle.fault)

    def refused(self, code: str) -> None:
        """Note that the host has refused this client's part of the shuffle."""
        if code == "shuffled" and self.match.shuffle is not None:
            self.match.shuffle.refused()

    def lost(self) -> None:
        """Note the loss of the connection: from now on messages may be missed."""
        self.contact = watched_match.Contact()
        self.match.lost()

    # --- positions, seeds and moves --------------------------------------------------------------

    def see(
        self, position: events.Position, seat: Seat | None, room: events.RoomState, game: Game
    ) -> Iterator[events.CheckAhead | events.MatchChecked]:
        """Keep the hash of a position for the check; tell a newcomer once what can be checked."""
        match, view, shuffle = self.match, position.view, self.match.shuffle
        if fault := watched_match.fault_of_room(match, self.contact, room, seat):
            yield from watched_match.blame(match, fault)
        if shuffle is not None or match.expected:
            yield from watched_match.note_position(match, self.contact, position, seat)
        if shuffle is None and room.shuffled:
            yield from watched_match.blame(match, "before")
        match.deal = view.deal
        match.finished = max(match.finished, view.deal - (not is_deal_over(view)))
        match.over = match.over or view.result is not None
        # A watcher makes no move that would prove that the match is really played.
        match.played = match.played or (seat is None and match.seen.count > 1)
        self.contact.settle()
        self.contact.following = True
        if not match.told_ahead and not match.over:
            match.told_ahead = True
            if shuffle is None and not room.shuffled:
                yield events.CheckAhead("none")
            elif shuffle is not None and not (shuffle.early or shuffle.fault):
                yield events.CheckAhead("", match.seen.deal, shuffle.shares)
        yield from watched_match.begin_check(match, game)

    def take(self, message: Revealed, game: Game) -> Iterator[events.MatchChecked]:
        """Take the seed and the moves of a deal; with the last part the deal can be checked."""
        match = self.match
        if match.shuffle is None or match.shuffle.match != message.match:
            return
        shown = match.shown.get(message.deal)
        if shown is not None and shown.whole:
            return  # sent again after a resumption
        match.moves += len(message.moves) or 1
        if match.moves > MOST_MOVES:
            return
        if shown is None:
            shown = ShownDeal(bytes.fromhex(message.seed), message.seq, [])
            match.shown[message.deal] = shown
        shown.moves += [(made.seat, made.move) for made in message.moves]
        shown.whole, shown.followed = not message.more, self.contact.following
        yield from watched_match.begin_check(match, game)

    def match_over(self, game: Game) -> Iterator[events.MatchChecked]:
        """Note the end of the match; one without commitments cannot be checked."""
        match, following = self.match, self.contact.following
        match.ended, match.in_the_open = True, following
        if match.shuffle is None and match.verdict is None:
            yield watched_match.judge(match, "none" if match.agreed else "terms")
        yield from watched_match.begin_check(match, game)
        yield from watched_match.conclude(match, following=following)

    # --- the check -------------------------------------------------------------------------------

    def step(self, game: Game) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Check a few moves; report each checked deal, and the match after its last one."""
        match = self.match
        if match.check is None or not match.check.step():
            return
        fault, deal = watched_match.end_check(match)
        if fault:
            yield watched_match.judge(match, fault, deal)
            return
        match.played = match.played or match.dealt <= match.finished
        # A fault found meanwhile counts: no later deal is confirmed.
        if match.dealt >= match.seen.deal and not (match.verdict and match.verdict.fault):
            yield events.DealChecked(match.dealt, self.record)
        yield from watched_match.begin_check(match, game)
        yield from watched_match.conclude(match, following=self.contact.following)

    def finish(
        self, game: Game | None, *, closed: bool = False
    ) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Check all that is due; after a host has `closed`, nothing more can come."""
        match = self.match
        if game is None:
            return
        match.ended = match.ended or closed or match.over
        yield from watched_match.begin_check(match, game)
        while match.check is not None:
            yield from self.step(game)
        yield from watched_match.conclude(match, following=self.contact.following)

    def catch_up(self, game: Game | None) -> Iterator[events.DealChecked | events.MatchChecked]:
        """Check the last deal to its end, if no other is left."""
        if self.match.dealt >= self.match.deal:
            yield from self.finish(game)


def compared(watch: DealWatch, match: int, seen: Seen) -> Seen:
    """Return `seen` with the facts of a watched match that its record has to agree with.

    Nothing agrees with a record that has another number than the last match, or in which the host
    has invented this player's share.
    """
    known, seen = watch.match, replace(seen, followed=True)
    if known.shuffle is None:
        return seen
    if match != known.number or any(each.fault == "share" for each in known.shuffles):
        return replace(seen, moves=())
    moves = tuple(known.shown[deal].moves for deal in sorted(known.shown))
    begun = seen.begun
    if not begun and not known.late:
        begun = tuple(SeatLine(each.name, kind=each.kind) for each in known.players)
    return replace(seen, begun=begun, own=watch.record, proof=known.committed(), moves=moves)


def _hear_first(
    watch: DealWatch, message: Committed, seat: Seat | None, room: events.RoomState
) -> None:
    """Take the first Committed of a match whose beginning a Gathered has announced."""
    again = watch.match.shuffle is not None and watch.contact.unbroken
    if watch.match.shuffle is not None or watch.match.ended:
        watch.match = watched_match.next_match(watch.match, expected=False)
    match = watch.match
    if match.bound is None:
        match.bound, watch.contact.unheard = Bound(room, seat), False
    match.players = tuple(Player(line.name, line.kind) for line in room.seats)
    shuffle = _join_shuffle(watch, message, seat, room.seats, expected=match.expected)
    match.shuffles, match.depth = [shuffle], watch.depth
    match.late = message.stage == "done" and not match.expected
    if not match.agreed:
        shuffle.fault = "terms"
    elif again or message.first > 1:
        shuffle.fault = "again"
    elif match.deal:
        shuffle.fault = "late"  # the first hands were shown before


def _hear_another(
    watch: DealWatch, message: Committed, seat: Seat | None, seats: Sequence[SeatLine]
) -> None:
    """Take the first stage of a shuffle in the middle of a match."""
    match = watch.match
    # A newcomer is sent the position first and then the stage of the shuffle; an earlier program of
    # the same player may have answered it.
    shuffle = _join_shuffle(watch, message, seat, seats, expected=watch.contact.stayed)
    if match.table != shuffle.table:
        shuffle.fault = "changed"
    match.renew(shuffle, watch.depth)


def _join_shuffle(
    watch: DealWatch,
    message: Committed,
    seat: Seat | None,
    seats: Sequence[SeatLine],
    *,
    expected: bool,
) -> WatchedShuffle:
    """Follow a shuffle, with a share of this client in it unless that is too late."""
    watch.contact.unbroken = True
    bots = [s for s, line in enumerate(seats) if line.kind != "human" and not line.away]
    return WatchedShuffle(
        message, seat, watch.new_nonce, expected=expected, seats=len(seats), bots=bots
    )


def _without_share(shuffle: WatchedShuffle, seat: Seat | None, seats: int) -> tuple[Seat, ...]:
    """Return the seats without a share in a shuffle, as reported to the player."""
    missing = {*range(seats)} - {*shuffle.shares}
    if shuffle.early and seat is not None and not shuffle.own:
        missing.add(seat)  # the list may have another share of this seat
    if seat is not None and shuffle.fault and not shuffle.shown:
        missing.discard(seat)  # this program has kept it back, and the fault explains why
    return tuple(sorted(missing))
