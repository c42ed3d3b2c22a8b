"""One match as a client knows it, the check of its deals and the verdict on them. No I/O.

`WatchedMatch` is the state, and `Contact` that of the connection; the functions below work on them.
`fault_of_room` and `note_position` recognise at once a message that the host may not send now. A
deal is due for a check once it is over and its seed and moves have come: `begin_check` deals it
again, `DealCheck` plays it, `end_check` judges it, and `conclude` judges the match when nothing
more will come.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from core.deal_proof import DealProof, DealtDecks
from core.game import Game, Move, OptionError, Seat, View, is_deal_over
from core.match import Match, Player
from net.client import events
from net.client.agreed import Bound
from net.client.deal_check import UNKNOWN, DealCheck, SeenPositions, ShownDeal, deal_anew
from net.client.watched_shuffle import WatchedShuffle
from net.table.live import LiveMatch
from net.wire.from_host import Committed


@dataclass(slots=True)
class Contact:
    """The client's knowledge of the present connection; a lost one leaves a new `Contact`."""

    unbroken: bool = False
    """Whether the connection has lasted since the host committed to a shuffle."""
    following: bool = False
    """Whether a position was shown on this connection."""
    stayed: bool = False
    """Whether a room or a position has come after that one: the greeting is over."""
    unheard: bool = True
    """Whether seats may have changed without this client's knowledge."""

    def settle(self) -> None:
        """Note a room or a position: after one that follows another, the greeting is over."""
        self.stayed = self.following


@dataclass(slots=True)
class WatchedMatch:
    """A match, from its first Committed or the Gathered that announced it to the verdict."""

    expected: bool
    """Whether this client was there when it began, before the host committed to anything."""
    agreed: bool = True
    """Whether it began on the terms to which this player had agreed."""
    bound: Bound | None = None
    """The terms and seats that stay until the match ends; None while they are not known."""
    depth: int = 0
    """The number of hosts that had been lost when this client first heard of the match."""
    late: bool = False
    """Whether this client joined during the match."""
    shuffles: list[WatchedShuffle] = field(default_factory=list)
    """The shuffles from which its deals come, in the order of the deals."""
    renewals: int = 0
    """The number of shuffles that this client has accepted since it heard of the match."""
    shuffled: int = -1
    """The number of lost hosts when this client was last asked for a share; -1 if never."""
    players: tuple[Player, ...] = ()
    seen: SeenPositions = field(default_factory=SeenPositions)
    shown: dict[int, ShownDeal] = field(default_factory=dict)
    """The revealed deals, by number."""
    proof: DealProof | None = None
    """The proof of the deals that have been dealt again."""
    replay: LiveMatch | None = None
    """The match dealt and played again from its revealed deals."""
    dealt: int = 0
    """The number of deals dealt again; all except the one in `check` are checked."""
    check: DealCheck | None = None
    moves: int = 0
    """The number of revealed moves, and of revealed deals without moves."""
    made: dict[int, list[tuple[Seat, Move]]] = field(default_factory=dict)
    """By deal, the moves of this client that the host has accepted."""
    deal: int = 0
    """The deal of the last position."""
    next: int = 0
    """The deal with which the next position must begin; 0 if positions may have been missed."""
    begins: dict[int, int] = field(default_factory=dict)
    """The number of the first position of each deal that followed a shuffle at once."""
    played: bool = False
    """Whether a move of this client or a checked deal shows that the match is played."""
    finished: int = 0
    """The last deal that is known to be over."""
    over: bool = False
    """Whether a position was shown with a result."""
    ended: bool = False
    """Whether it is over or given up: no deal follows."""
    in_the_open: bool = False
    """Whether this client was connected when it ended, so that the host has to reveal the deal."""
    told_ahead: bool = False
    """Whether the player has been told from which deal on the match can be checked."""
    verdict: events.MatchChecked | None = None
    tries: int = 0
    """The number of shuffles without play since the last match that was played to its end."""
    given_up: int = 0
    """The number of decks for the matches given up since then."""

    @property
    def shuffle(self) -> WatchedShuffle | None:
        """The last shuffle; None if the host has committed to nothing."""
        return self.shuffles[-1] if self.shuffles else None

    @property
    def number(self) -> int:
        """The number of the match at its table; 0 if it is not known."""
        return self.shuffles[-1].match if self.shuffles else 0

    @property
    def begun(self) -> str:
        """The time at which the match began, according to the host; empty if it has not."""
        return self.shuffles[-1].begun if self.shuffles else ""

    @property
    def checked(self) -> int:
        """The last checked deal; 0 if there is none or one is wrong."""
        if self.verdict is not None and self.verdict.fault:
            return 0
        return self.dealt - (self.check is not None)

    @property
    def table(self) -> bytes:
        """The table id of the formulas; empty if the host has committed to nothing."""
        return self.shuffles[0].table if self.shuffles else b""

    @property
    def choice(self) -> int:
        """The number of decks among which the host could choose by holding shares back."""
        return max((each.choice for each in self.shuffles), default=1)

    @property
    def awaited(self) -> int:
        """The first deal that has not been revealed to its last move."""
        return self.first_hidden(len(self.shown) + 1) or len(self.shown) + 1

    def note_made(self, seat: Seat, move: Move) -> None:
        """Note that the host has accepted a move of this client, chosen in the last position."""
        self.played = True
        self.made.setdefault(self.deal, []).append((seat, move))

    def lost(self) -> None:
        """Note the loss of the connection: a deal revealed in part comes again as a whole."""
        self.expected, self.next = False, 0
        if not self.shuffles:
            self.bound = None  # another match may have begun by the time this client resumes
        self.shown = {deal: shown for deal, shown in self.shown.items() if shown.whole}
        for shuffle in self.shuffles:
            shuffle.lost()

    def follows(self, seq: int, deal: int, last: int) -> bool:
        """Return whether a new position follows the one with the number `last`; 0 if there is none.

        The first position after a shuffle is of its first deal; in a match whose host was lost it
        may leave out some numbers.
        """
        if self.next and deal >= self.next:
            follows, self.next = deal == self.next, 0
            self.begins[deal] = seq
            return follows
        return seq == last + 1 or not last

    def shuffle_of(self, deal: int) -> WatchedShuffle:
        """Return the shuffle from which a deal comes."""
        found = (each for each in reversed(self.shuffles) if each.deal <= deal)
        return next(found, self.shuffles[0])

    def committed(self) -> DealProof | None:
        """Return the proof, without seeds, from which the decks have to follow."""
        proof: DealProof | None = None
        for shuffle in self.shuffles:
            if not shuffle.done:
                return None
            proof = replace(shuffle.proof(b"", 0), before=proof)
        return proof

    def allows(self, message: Committed, depth: int) -> bool:
        """Return whether a stage begins another shuffle, as it may after the loss of a host.

        A client accepts at most one for each of the `depth` hosts that were lost before the branch
        where its player is. The last one belongs to this branch, as a player may skip branches. A
        client that joins during the match hears of the earlier ones, and perhaps of one right after
        it has joined.
        """
        if message.first != self.awaited or any(each.is_of(message) for each in self.shuffles):
            return False
        if self.shuffled == depth:
            return False
        return self.renewals < depth - self.depth + (self.late and self.deal < message.first)

    def renew(self, shuffle: WatchedShuffle, depth: int) -> None:
        """Continue with a new shuffle; positions shown of its first deal are void."""
        deal, arriving = shuffle.deal, self.late and not self.seen.count
        self.shuffled = depth if shuffle.early else self.shuffled
        self.renewals += not arriving or shuffle.early
        self.shuffles = [each for each in self.shuffles if each.deal < deal] + [shuffle]
        self.seen.void(deal)
        self.shown.pop(deal, None)
        self.made.pop(deal, None)
        self.begins.pop(deal, None)
        self.finished, self.deal = min(self.finished, deal - 1), min(self.deal, deal - 1)
        self.over = False  # the last deal may be the void one

    def first_hidden(self, before: int) -> int:
        """Return the first deal below `before` that was not revealed; 0 if all were."""
        for deal in range(1, before):  # ends soon, however large a number a host invents
            if deal not in self.shown or not self.shown[deal].whole:
                return deal
        return 0


def fault_of_room(
    match: WatchedMatch,
    contact: Contact,
    room: events.RoomState,
    seat: Seat | None,
    taken: Collection[Seat] = (),
) -> str:
    """Return the fault if the host has changed a fact that is fixed for the match, else "".

    `taken` are the seats that the host has just named as taken by other players.
    """
    if match.bound is None or match.ended or room.phase != "playing":
        return ""
    unheard, contact.unheard = contact.unheard, False
    return match.bound.follow(room, seat, None if unheard else taken)


def note_position(
    match: WatchedMatch, contact: Contact, position: events.Position, seat: Seat | None
) -> Iterator[events.MatchChecked]:
    """Keep a position; report the fault of a position that may not come now."""
    view, known = position.view, match.seen.count
    last = match.seen.last if contact.following else 0
    fault, deal = match.seen.note(position.seq, view, seat), 0
    if match.seen.count > known:
        fault, deal = _untimely(match, contact, position.seq, view, last)
    if fault:
        yield from blame(match, fault, deal)


def _untimely(
    match: WatchedMatch, contact: Contact, seq: int, view: View, last: int
) -> tuple[str, int]:
    """Return the fault of a new position that may not come now, else "", and its deal.

    `last` is the number of the position before it; 0 if some may have been missed.
    """
    deal = view.deal
    if match.over or match.ended:
        return "after", 0
    if deal in match.shown and (contact.following or not is_deal_over(view)):
        return "early", deal
    if match.shuffle is None:
        return "", 0
    if hidden := match.first_hidden(deal):
        return "hidden", hidden
    if not match.shuffle_of(deal).done:
        return "before", 0
    return ("" if match.follows(seq, deal, last) else "gap"), 0


def next_match(match: WatchedMatch, *, expected: bool) -> WatchedMatch:
    """Return the state for the match after this one."""
    tries, given_up = match.tries, match.given_up
    # A host could shuffle until it likes the deck, and hide that behind new matches.
    if match.over:
        tries = given_up = 0
    elif match.shuffle is not None and match.shuffle.tried:
        tries += not match.played
        given_up += match.choice if match.played else 0
    return WatchedMatch(expected, tries=tries, given_up=given_up)


def begin_check(match: WatchedMatch, game: Game) -> Iterator[events.MatchChecked]:
    """Begin to check the next deal, if it is over and was revealed to its last move."""
    deal = match.dealt + 1
    shown = match.shown.get(deal)
    if match.check is not None or shown is None or not shown.whole or not match.seen.count:
        return
    if match.verdict is not None or not (deal <= match.finished or match.ended):
        return
    proof = _proof_of(match, deal, shown.seed)
    if (fault := proof.fault()) or not match.shuffle_of(deal).done:
        yield judge(match, fault or "unrevealed", deal)
        return
    match.proof, match.dealt = proof, deal
    try:
        replay = _deal_again(match, game, shown)
    except OptionError:
        yield judge(match, "deal", deal)
        return
    if replay is None or replay.seq != shown.seq:
        yield judge(match, "deal", deal)
        return
    if match.begins.pop(deal, 0) > shown.seq:
        yield judge(match, "gap")
        return
    whole = deal <= match.finished
    match.check = DealCheck(replay, match.seen, shown.moves, whole=whole)


def _proof_of(match: WatchedMatch, deal: int, seed: bytes) -> DealProof:
    """Return the proof up to a deal, with the seed that the host has revealed for it."""
    shuffle = match.shuffle_of(deal)
    later = shuffle.proof(seed, deal)
    return later if match.proof is None else match.proof.anew(later, shuffle.deal)


def _deal_again(match: WatchedMatch, game: Game, shown: ShownDeal) -> LiveMatch | None:
    """Deal the next hands of the match again, or the first ones.

    None if the positions shown before are not those of the finished deal. Raises OptionError.
    """
    if match.replay is not None:
        if match.shuffle_of(match.dealt).deal < match.dealt:
            match.replay.deal()
        elif not deal_anew(match.replay, match.seen, shown.seq):
            return None
        return match.replay
    assert match.proof is not None

    def key(deal: int) -> bytes:
        assert match.proof is not None
        return match.proof.key(deal)

    decks = DealtDecks(match.proof.table, key)
    again = Match(game, match.seen.options, match.players, decks)
    match.replay = LiveMatch(again, shown.seq)
    return match.replay


def end_check(match: WatchedMatch) -> tuple[str, int]:
    """End the check of a deal; return its fault, or "", and the deal to name."""
    assert match.check is not None
    wrong, match.check = match.check.wrong, None
    if wrong:
        return "deal", match.dealt
    shown = match.shown[match.dealt]
    if shown.followed and match.replay is not None and match.replay.seq > match.seen.last:
        return "gap", 0  # neither the last moves nor their players were shown
    moves = iter(shown.moves)
    if not all(each in moves for each in match.made.pop(match.dealt, ())):
        return "yours", match.dealt
    return "", 0


def conclude(match: WatchedMatch, *, following: bool) -> Iterator[events.MatchChecked]:
    """Judge a match after its last message, once everything shown has been checked.

    `following` tells whether this connection has shown a position of it.
    """
    if match.check is not None or match.verdict is not None or match.shuffle is None:
        return
    checked = match.dealt >= match.deal
    if not match.seen.count:
        return
    if checked and (match.ended or match.over):
        yield judge(match, "")
    elif match.ended:
        due = match.over or match.in_the_open
        unknown = "unrevealed" if following else "absent"
        yield judge(match, "hidden" if due else unknown, match.dealt + 1)


def blame(match: WatchedMatch, fault: str, deal: int = 0) -> Iterator[events.MatchChecked]:
    """Judge a match, unless a worse fault is already known."""
    if match.verdict is None or match.verdict.fault in ("", *UNKNOWN):
        yield judge(match, fault, deal)


def judge(match: WatchedMatch, fault: str, deal: int = 0) -> events.MatchChecked:
    """Give the verdict on a match, a key of FAULTS or "", and return it."""
    first = match.shuffles[0] if match.shuffles else None
    later = tuple(events.LaterShuffle(e.deal, e.shares, e.own) for e in match.shuffles[1:])
    match.verdict = events.MatchChecked(
        fault,
        deal,
        0 if first is None or first.early else match.seen.deal,
        () if first is None else first.shares,
        first is not None and first.own,
        match.tries + 1,
        later,
        anew=max(match.renewals, len(later)),
        choice=match.choice,
        given_up=match.given_up,
    )
    return match.verdict
