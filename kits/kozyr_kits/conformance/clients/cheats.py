"""All ways in which a host may cheat, in one table: a sentence of the page, the cheat, the finding.

A cheat changes the messages to one client (`lies`), or the table for all (`rigs`, `late_choices`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from kozyr_kits.conformance.clients import late_choices as late, lies, rigs
from kozyr_kits.conformance.clients.lies import OTHER, LieTo
from kozyr_kits.conformance.clients.rigs import Rig
from net.wire.from_host import Committed, Recorded, Revealed, Updated
from net.wire.message import MadeMove


@dataclass(frozen=True, slots=True)
class Cheat:
    """One way to cheat."""

    sentence: str
    """The requirement that a silent client breaks; "" if it need not warn."""
    lie: LieTo
    fault: str = ""
    """The fault that a client of ours finds (net.client.deal_check.FAULTS)."""
    when: Literal["shuffle", "match", "end"] = "match"
    """The latest time to find it: before the first position, before the last, after the match."""
    secret: bool = False
    """Whether the client has to keep its nonce secret, which can be seen on the line."""
    rig: Rig | None = None
    """The change to the table itself, for all, if it deals by its lies."""


def _rigged(sentence: str, rig: Rig) -> Cheat:
    """Return a cheat of the table itself, which tells each client the same."""
    return Cheat(sentence, lies.truth, rig=rig)


def _later(sentence: str, change: late.Change, *, cut: bool = False) -> Cheat:
    """Return a cheat with the room once all nonces are known."""
    return Cheat(sentence, late.told_later(change, cut=cut), rig=rigs.honest)


CHEATS: Final[dict[str, Cheat]] = {
    "forged shares, nobody asked": Cheat(
        "own-share", lies.at_seat(Committed, lies.forge_unasked), "share", "shuffle", secret=True
    ),
    "forged shares after a cut": Cheat("own-share", lies.forge_after_cut, "share", "shuffle"),
    "no stage reveal": Cheat(
        "skipped", lies.withheld(Committed, "reveal"), "skipped", "shuffle", secret=True
    ),
    "own hash replaced before the nonces": Cheat(
        "own-share",
        lies.replace_own(("reveal", "done"), commitment=True),
        "share",
        "shuffle",
        secret=True,
    ),
    "own hash replaced at the end": Cheat(
        "same-commitments", lies.replace_own(("done",), commitment=True), "changed", "shuffle"
    ),
    "own nonce replaced": Cheat(
        "nonces", lies.replace_own(("done",), commitment=False), "nonce", "shuffle"
    ),
    "own share refused and replaced": Cheat("dealt-again", lies.refuse_own, "deal"),
    "a share of no seat before the nonces": Cheat(
        "share-seats", lies.shares(lies.more), "seats", "shuffle", secret=True
    ),
    "a share of no seat at the end": Cheat(
        "share-seats", lies.shares(lies.more, "done"), "seats", "shuffle"
    ),
    "a share twice": Cheat(
        "share-seats", lies.shares(lies.twice, "reveal"), "seats", "shuffle", secret=True
    ),
    "another commitment before the nonces": Cheat(
        "same-commitments",
        lies.altered(Committed, "reveal", commitment=OTHER.hex()),
        "changed",
        "shuffle",
        secret=True,
    ),
    "another commitment at the end": Cheat(
        "same-commitments",
        lies.altered(Committed, "done", commitment=OTHER.hex()),
        "changed",
        "shuffle",
    ),
    "another table": Cheat(
        "same-commitments",
        lies.altered(Committed, "reveal", shuffler="0" * 32),
        "changed",
        "shuffle",
        secret=True,
    ),
    "a share taken away at the end": Cheat(
        "same-commitments", lies.shares(lies.without_last, "done"), "changed", "shuffle"
    ),
    "a share added at the end": Cheat(
        "same-commitments", lies.shares(lies.without_last, "reveal"), "changed", "shuffle"
    ),
    "another share at the end": Cheat(
        "same-commitments", lies.shares(lies.last_other_hash, "done"), "changed", "shuffle"
    ),
    "a nonce that does not fit": Cheat(
        "nonces", lies.shares(lies.last_other_nonce, "done"), "nonce", "shuffle"
    ),
    "a bot's nonce left out": Cheat(
        "bots", lies.shares(lies.last_silent, "done"), "bots", "shuffle"
    ),
    "a bot's share left out": Cheat("bots", lies.shares(lies.without_last), "bots", "shuffle"),
    "committed with the hashes": Cheat(
        "commitment-first", lies.withheld(Committed, "commit"), "late", "shuffle", secret=True
    ),
    "committed with the nonces": Cheat(
        "commitment-first",
        lies.every(Committed, lambda told: told if told.stage == "done" else None),
        "late",
        "shuffle",
    ),
    "committed after the first deal": Cheat(
        "shuffled-first", lies.told_late("commit", "reveal", "done"), "before"
    ),
    "nothing committed": Cheat("shuffled-first", lies.withheld(Committed), "before"),
    "shuffled again": Cheat(
        "one-shuffle", lies.shuffled_again(number=True, begun=False, cut=False), "again", "shuffle"
    ),
    "shuffled again under the same number": Cheat(
        "same-commitments",
        lies.shuffled_again(number=False, begun=False, cut=False),
        "changed",
        "shuffle",
    ),
    "shuffled again as another match": Cheat(
        "agreed", lies.shuffled_again(number=True, begun=True, cut=False), "terms", "shuffle"
    ),
    "shuffled again after a cut": Cheat(
        "shuffles-counted",
        lies.shuffled_again(number=True, begun=False, cut=True),
        "tried",
        "shuffle",
    ),
    "dealt, cut and shuffled again": Cheat("shuffles-counted", lies.dealt_and_again, "tried"),
    "committed after the hashes": Cheat(
        "commitment-first", lies.told_late("commit", after=Committed), "late", "shuffle"
    ),
    "a nonce taken back": Cheat(
        "same-commitments", lies.at_seat(Committed, lies.taken_back), "changed", "shuffle"
    ),
    "a bot called a person and left out": Cheat("dealt-again", lies.bot_hidden, "deal"),
    "own nonce called silent": Cheat(
        "dealt-again", lies.at_seat(Committed, lies.called_silent), "deal"
    ),
    "a chain for later deals before the nonces": Cheat(
        "one-shuffle", lies.altered(Committed, "reveal", first=2), "again", "shuffle"
    ),
    "a chain for later deals": Cheat(
        "one-shuffle", lies.altered(Committed, first=2), "again", "shuffle"
    ),
    "another table for one": Cheat(
        "nonces", lies.altered(Committed, shuffler=OTHER.hex()[:32]), "nonce", "shuffle"
    ),
    "dealt before the nonces are shown": Cheat(
        "shuffled-first", lies.withheld(Committed, "done"), "before"
    ),
    "dealt, and then the nonces are shown": Cheat(
        "shuffled-first", lies.told_late("done"), "before"
    ),
    "shuffled again in the middle": Cheat("one-shuffle", lies.anew, "again"),
    "other seeds": Cheat("seed", lies.altered(Revealed, seed=OTHER.hex()), "seed"),
    "another seed first": Cheat(
        "seed",
        lies.at_seat(Revealed, lambda told, seat: (replace(told, seed=OTHER.hex()), told)),
        "seed",
    ),
    "the seed of another deal": Cheat(
        "in-time", lies.every(Revealed, lambda told: replace(told, deal=told.deal + 1)), "early"
    ),
    "another number of the match": Cheat(
        "in-time", lies.every(Revealed, lambda told: replace(told, match=told.match + 1)), "hidden"
    ),
    "no seeds": Cheat("in-time", lies.withheld(Revealed), "hidden"),
    "one seed kept back": Cheat(
        "in-time", lies.every(Revealed, lambda told: None if told.deal == 1 else told), "hidden"
    ),
    "moves that never end": Cheat("in-time", lies.altered(Revealed, more=True), "hidden"),
    "the next seed with this one": Cheat("in-time", lies.told_early, "early"),
    "a seed during its deal": Cheat("in-time", lies.during, "early"),
    "a move left out": Cheat("dealt-again", lies.with_moves(lambda moves: moves[:-1]), "deal"),
    "a move twice": Cheat(
        "dealt-again", lies.with_moves(lambda moves: [*moves, *moves[-1:]]), "deal"
    ),
    "another order of moves": Cheat(
        "dealt-again", lies.with_moves(lambda moves: moves[::-1]), "deal"
    ),
    "a deal without moves first": Cheat("dealt-again", lies.no_moves_first, "deal"),
    "another rule from the beginning": Cheat("agreed", lies.other_rules(0), "terms", "shuffle"),
    "another rule in the middle": Cheat("same-terms", lies.other_rules(3), "rules"),
    "moves of nobody": Cheat(
        "dealt-again",
        lies.with_moves(lambda moves: [*moves[:-1], MadeMove(9, moves[-1].move)]),
        "deal",
    ),
    "other numbers of positions": Cheat(
        "dealt-again", lies.every(Revealed, lambda told: replace(told, seq=told.seq + 1)), "deal"
    ),
    "another chain for one": Cheat("dealt-again", lies.two_faced, "deal"),
    "other shares for one": Cheat("dealt-again", lies.other_share, "deal"),
    # Before any player has drawn or passed: later, no match may have a position with this tile.
    "a tile that was not dealt": Cheat(
        "dealt-again", lies.in_one_position(lies.other_hand, when=1), "deal"
    ),
    "totals that nobody has": Cheat("dealt-again", lies.in_one_position(lies.other_totals), "deal"),
    "the same number with other totals": Cheat(
        "numbers-rise", lies.in_one_position(lies.same_number), "shown"
    ),
    "back to an earlier number": Cheat(
        "numbers-rise", lies.in_one_position(lies.lower_number), "back"
    ),
    "over, and on": Cheat("in-time", lies.given_up("over"), "hidden"),
    "given up, and on": Cheat("in-time", lies.given_up("gathering"), "hidden"),
    "closed before the last deal is shown": Cheat("in-time", lies.closed_at_end, "hidden", "end"),
    "a position left out": Cheat(
        "all-positions", lies.in_one_position(lies.no_position, when=1), "gap"
    ),
    "a number left out": Cheat("all-positions", lies.leaping, "gap"),
    "the last position left out": Cheat(
        "all-positions",
        lies.every(Updated, lambda told: None if "result" in told.view else told),
        "gap",
        "end",
    ),
    "a deal before its time": Cheat("in-time", lies.in_one_position(lies.later_deal), "hidden"),
    "another match in between": Cheat("numbers-rise", lies.begun_in_between, "begun"),
    "a legal move refused": Cheat("own-moves", lies.forbidden, "refused"),
    "a position after the end": Cheat("numbers-rise", lies.on_after_end, "after", "end"),
    # Cheats by which the host deals: only the check of the shuffle finds them.
    "seeds that were not committed to": _rigged("seed", rigs.lying(rigs.uncommitted)),
    "deals from another commitment": _rigged("same-commitments", rigs.lying(rigs.other_chain)),
    "deals from another share": _rigged("same-commitments", rigs.lying(rigs.other_share)),
    "deals from a nonce that does not fit": _rigged("nonces", rigs.lying(rigs.made_up_nonce)),
    "deals from another share of the client": _rigged("own-share", rigs.lying(rigs.own_share)),
    "deals without a bot's share": _rigged("bots", rigs.lying(rigs.no_bot)),
    "deals from a share of no seat": _rigged("share-seats", rigs.lying(rigs.odd_seat)),
    "deals from another shuffle": Cheat(
        "one-shuffle", rigs.renumbered(begun=False), rig=rigs.shuffled(rigs.Repeated)
    ),
    "deals from the shuffle of another match": Cheat(
        "shuffles-counted", rigs.renumbered(begun=True), rig=rigs.shuffled(rigs.Repeated)
    ),
    "other house rules once it knows the nonces": _rigged("same-terms", late.by_other_rules),
    "another clock once it knows the nonces": _later("same-terms", late.other_clock),
    "another pause once it knows the nonces": _later("same-terms", late.other_pause),
    "another clock after a cut": _later("same-terms", late.other_clock, cut=True),
    "two others on each other's seats": _later("same-seats", late.others_swapped),
    "two others on each other's seats after a cut": _later(
        "same-seats", late.others_swapped, cut=True
    ),
    "somebody else on another's seat": _later("same-seats", late.other_name),
    "a bot that plays better": _later("same-seats", late.other_level),
    "another seat for the client after a cut": Cheat(
        "same-seat", late.cut_when_known, rig=late.reseated
    ),
    "matches given up": _rigged("given-up-counted", late.given_up),
    "begun by other house rules, nobody ready": _rigged("agreed", late.begun_unready),
    "begun by other house rules, the client called ready": _rigged(
        "agreed", partial(late.begun_unready, called=True)
    ),
    "begun by other house rules, the client called the owner": Cheat(
        "agreed", late.owner_called, rig=late.begun_unready
    ),
    # Records of something other than the match: a client keeps its own instead, without a warning.
    "no proof": Cheat("", lies.of_record(lies.header(deal_proof=None)), when="end"),
    "a proof without a share": Cheat("", lies.of_record(lies.other_seed), when="end"),
    "other names": Cheat("", lies.of_record(lies.other_names), when="end"),
    "another move": Cheat("", lies.of_record(lies.other_move), when="end"),
    "half of it": Cheat("", lies.of_record(lambda lines: lines[: len(lines) // 2]), when="end"),
    "no result": Cheat("", lies.of_record(lambda lines: lines[:-1]), when="end"),
    "another number": Cheat(
        "", lies.every(Recorded, lambda told: replace(told, match=told.match + 1)), when="end"
    ),
    "other names, begun unheard": Cheat("", lies.renumbered, when="end"),
    "another rule": Cheat("", lies.of_record(lies.header(options={})), when="end"),
}
"""Every cheat, by name."""

TOLD: Final = [name for name, each in CHEATS.items() if each.fault]
"""Lies to one client about the shuffle and the deals."""
DEALT: Final = [name for name, each in CHEATS.items() if each.rig is not None]
"""Cheats of the table itself."""
OF_RECORDS: Final = [name for name, each in CHEATS.items() if not each.sentence]
"""Records of something other than the match."""
