"""All ways in which a host may cheat, in one table: a sentence of the page, the cheat, the finding.

A cheat changes the messages to one client (`lies`), or the table for all (`rigs`, `late_choices`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from core.game import Seat
from kozyr_kits.conformance.clients import late_choices as late, lies, rigs
from kozyr_kits.conformance.clients.lies import OTHER, Lie
from kozyr_kits.conformance.clients.rigs import Rig
from net.wire.from_host import Committed, Recorded, Revealed, Updated
from net.wire.message import MadeMove


@dataclass(frozen=True, slots=True)
class Cheat:
    """One way to cheat."""

    sentence: str
    """The requirement that a silent client breaks; "" if it need not warn."""
    lie: Callable[[Seat], Lie]
    """Makes the lie for the client at a seat."""
    fault: str = ""
    """The fault that a client of ours finds (net.client.deal_check.FAULTS)."""
    when: Literal["shuffle", "match", "end"] = "match"
    """The latest time to find it: before the first position, before the last, after the match."""
    secret: bool = False
    """Whether the client has to keep its nonce secret, which can be seen on the line."""
    rig: Rig | None = None
    """The change to the table itself, for all, if it deals by its lies."""


CHEATS: Final[dict[str, Cheat]] = {
    "forged shares, nobody asked": Cheat(
        "own-share", lies.at_seat(Committed, lies.forge_unasked), "share", "shuffle", secret=True
    ),
    "forged shares after a cut": Cheat("own-share", lies.forge_after_cut, "share", "shuffle"),
    "no stage reveal": Cheat(
        "skipped",
        lies.every(Committed, lambda told: None, "reveal"),
        "skipped",
        "shuffle",
        secret=True,
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
    "own share refused and replaced": Cheat("dealt-again", lies.refuse_own, "deal", "match"),
    "a share of no seat before the nonces": Cheat(
        "share-seats",
        lies.every(
            Committed, lambda told: lies.with_rows(told, lies.more) if told.shares else told
        ),
        "seats",
        "shuffle",
        secret=True,
    ),
    "a share of no seat at the end": Cheat(
        "share-seats",
        lies.every(Committed, lambda told: lies.with_rows(told, lies.more), "done"),
        "seats",
        "shuffle",
    ),
    "a share twice": Cheat(
        "share-seats",
        lies.every(Committed, lambda told: lies.with_rows(told, lies.twice), "reveal"),
        "seats",
        "shuffle",
        secret=True,
    ),
    "another commitment before the nonces": Cheat(
        "same-commitments",
        lies.every(Committed, lambda told: replace(told, commitment=OTHER.hex()), "reveal"),
        "changed",
        "shuffle",
        secret=True,
    ),
    "another commitment at the end": Cheat(
        "same-commitments",
        lies.every(Committed, lambda told: replace(told, commitment=OTHER.hex()), "done"),
        "changed",
        "shuffle",
    ),
    "another table": Cheat(
        "same-commitments",
        lies.every(Committed, lambda told: replace(told, shuffler="0" * 32), "reveal"),
        "changed",
        "shuffle",
        secret=True,
    ),
    "a share taken away at the end": Cheat(
        "same-commitments",
        lies.every(Committed, lambda told: lies.with_rows(told, lies.without_last), "done"),
        "changed",
        "shuffle",
    ),
    "a share added at the end": Cheat(
        "same-commitments",
        lies.every(
            Committed,
            lambda told: (
                lies.with_rows(told, lies.without_last) if told.stage == "reveal" else told
            ),
        ),
        "changed",
        "shuffle",
    ),
    "another share at the end": Cheat(
        "same-commitments",
        lies.every(Committed, lambda told: lies.with_rows(told, lies.last_other_hash), "done"),
        "changed",
        "shuffle",
    ),
    "a nonce that does not fit": Cheat(
        "nonces",
        lies.every(Committed, lambda told: lies.with_rows(told, lies.last_other_nonce), "done"),
        "nonce",
        "shuffle",
    ),
    "a bot's nonce left out": Cheat(
        "bots",
        lies.every(Committed, lambda told: lies.with_rows(told, lies.last_silent), "done"),
        "bots",
        "shuffle",
    ),
    "a bot's share left out": Cheat(
        "bots",
        lies.every(
            Committed, lambda told: lies.with_rows(told, lies.without_last) if told.shares else told
        ),
        "bots",
        "shuffle",
    ),
    "committed with the hashes": Cheat(
        "commitment-first",
        lies.every(Committed, lambda told: None, "commit"),
        "late",
        "shuffle",
        secret=True,
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
    "nothing committed": Cheat(
        "shuffled-first", lies.every(Committed, lambda told: None), "before"
    ),
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
    "dealt, cut and shuffled again": Cheat(
        "shuffles-counted", lies.dealt_and_again, "tried", "match"
    ),
    "committed after the hashes": Cheat(
        "commitment-first", lies.told_late("commit", after=Committed), "late", "shuffle"
    ),
    "a nonce taken back": Cheat(
        "same-commitments", lies.at_seat(Committed, lies.taken_back), "changed", "shuffle"
    ),
    "a bot called a person and left out": Cheat("dealt-again", lies.bot_hidden, "deal", "match"),
    "own nonce called silent": Cheat(
        "dealt-again", lies.at_seat(Committed, lies.called_silent), "deal", "match"
    ),
    "a chain for later deals before the nonces": Cheat(
        "one-shuffle",
        lies.every(Committed, lambda told: replace(told, first=2), "reveal"),
        "again",
        "shuffle",
    ),
    "a chain for later deals": Cheat(
        "one-shuffle",
        lies.every(Committed, lambda told: replace(told, first=2)),
        "again",
        "shuffle",
    ),
    "another table for one": Cheat(
        "nonces",
        lies.every(Committed, lambda told: replace(told, shuffler=OTHER.hex()[:32])),
        "nonce",
        "shuffle",
    ),
    "dealt before the nonces are shown": Cheat(
        "shuffled-first", lies.every(Committed, lambda told: None, "done"), "before", "match"
    ),
    "dealt, and then the nonces are shown": Cheat(
        "shuffled-first", lies.told_late("done"), "before", "match"
    ),
    "shuffled again in the middle": Cheat("one-shuffle", lies.anew, "again", "match"),
    "other seeds": Cheat(
        "seed", lies.every(Revealed, lambda told: replace(told, seed=OTHER.hex())), "seed", "match"
    ),
    "another seed first": Cheat(
        "seed",
        lies.at_seat(Revealed, lambda told, seat: (replace(told, seed=OTHER.hex()), told)),
        "seed",
        "match",
    ),
    "the seed of another deal": Cheat(
        "in-time",
        lies.every(Revealed, lambda told: replace(told, deal=told.deal + 1)),
        "early",
        "match",
    ),
    "another number of the match": Cheat(
        "in-time",
        lies.every(Revealed, lambda told: replace(told, match=told.match + 1)),
        "hidden",
        "match",
    ),
    "no seeds": Cheat("in-time", lies.every(Revealed, lambda told: None), "hidden", "match"),
    "one seed kept back": Cheat(
        "in-time",
        lies.every(Revealed, lambda told: None if told.deal == 1 else told),
        "hidden",
        "match",
    ),
    "moves that never end": Cheat(
        "in-time", lies.every(Revealed, lambda told: replace(told, more=True)), "hidden", "match"
    ),
    "the next seed with this one": Cheat("in-time", lies.told_early, "early", "match"),
    "a seed during its deal": Cheat("in-time", lies.during, "early", "match"),
    "a move left out": Cheat(
        "dealt-again", lies.with_moves(lambda moves: moves[:-1]), "deal", "match"
    ),
    "a move twice": Cheat(
        "dealt-again", lies.with_moves(lambda moves: [*moves, *moves[-1:]]), "deal", "match"
    ),
    "another order of moves": Cheat(
        "dealt-again", lies.with_moves(lambda moves: moves[::-1]), "deal", "match"
    ),
    "a deal without moves first": Cheat("dealt-again", lies.no_moves_first, "deal", "match"),
    "another rule from the beginning": Cheat("agreed", lies.other_rules(0), "terms", "shuffle"),
    "another rule in the middle": Cheat("same-terms", lies.other_rules(3), "rules", "match"),
    "moves of nobody": Cheat(
        "dealt-again",
        lies.with_moves(lambda moves: [*moves[:-1], MadeMove(9, moves[-1].move)]),
        "deal",
        "match",
    ),
    "other numbers of positions": Cheat(
        "dealt-again",
        lies.every(Revealed, lambda told: replace(told, seq=told.seq + 1)),
        "deal",
        "match",
    ),
    "another chain for one": Cheat("dealt-again", lies.two_faced, "deal", "match"),
    "other shares for one": Cheat("dealt-again", lies.other_share, "deal", "match"),
    # Before any player has drawn or passed: later, no match may have a position with this tile.
    "a tile that was not dealt": Cheat(
        "dealt-again", lies.in_one_position(lies.other_hand, when=1), "deal", "match"
    ),
    "totals that nobody has": Cheat(
        "dealt-again", lies.in_one_position(lies.other_totals), "deal", "match"
    ),
    "the same number with other totals": Cheat(
        "numbers-rise", lies.in_one_position(lies.same_number), "shown", "match"
    ),
    "back to an earlier number": Cheat(
        "numbers-rise", lies.in_one_position(lies.lower_number), "back", "match"
    ),
    "over, and on": Cheat("in-time", lies.given_up("over"), "hidden", "match"),
    "given up, and on": Cheat("in-time", lies.given_up("gathering"), "hidden", "match"),
    "closed before the last deal is shown": Cheat("in-time", lies.closed_at_end, "hidden", "end"),
    "a position left out": Cheat(
        "all-positions", lies.in_one_position(lies.no_position, when=1), "gap", "match"
    ),
    "a number left out": Cheat("all-positions", lies.leaping, "gap", "match"),
    "the last position left out": Cheat(
        "all-positions",
        lies.every(Updated, lambda told: None if "result" in told.view else told),
        "gap",
        "end",
    ),
    "a deal before its time": Cheat(
        "in-time", lies.in_one_position(lies.later_deal), "hidden", "match"
    ),
    "another match in between": Cheat("numbers-rise", lies.begun_in_between, "begun", "match"),
    "a legal move refused": Cheat("own-moves", lies.forbidden, "refused", "match"),
    "a position after the end": Cheat("numbers-rise", lies.on_after_end, "after", "end"),
    # Cheats by which the host deals: only the check of the shuffle finds them.
    "seeds that were not committed to": Cheat("seed", lies.truth, rig=rigs.lying(rigs.uncommitted)),
    "deals from another commitment": Cheat(
        "same-commitments", lies.truth, rig=rigs.lying(rigs.other_chain)
    ),
    "deals from another share": Cheat(
        "same-commitments", lies.truth, rig=rigs.lying(rigs.other_share)
    ),
    "deals from a nonce that does not fit": Cheat(
        "nonces", lies.truth, rig=rigs.lying(rigs.made_up_nonce)
    ),
    "deals from another share of the client": Cheat(
        "own-share", lies.truth, rig=rigs.lying(rigs.own_share)
    ),
    "deals without a bot's share": Cheat("bots", lies.truth, rig=rigs.lying(rigs.no_bot)),
    "deals from a share of no seat": Cheat(
        "share-seats", lies.truth, rig=rigs.lying(rigs.odd_seat)
    ),
    "deals from another shuffle": Cheat(
        "one-shuffle", rigs.renumbered(begun=False), rig=rigs.shuffled(rigs.Repeated)
    ),
    "deals from the shuffle of another match": Cheat(
        "shuffles-counted", rigs.renumbered(begun=True), rig=rigs.shuffled(rigs.Repeated)
    ),
    "other house rules once it knows the nonces": Cheat(
        "same-terms", lies.truth, rig=late.by_other_rules
    ),
    "another clock once it knows the nonces": Cheat(
        "same-terms", late.told_later(late.other_clock), rig=rigs.honest
    ),
    "another pause once it knows the nonces": Cheat(
        "same-terms", late.told_later(late.other_pause), rig=rigs.honest
    ),
    "another clock after a cut": Cheat(
        "same-terms", late.told_later(late.other_clock, cut=True), rig=rigs.honest
    ),
    "two others on each other's seats": Cheat(
        "same-seats", late.told_later(late.others_swapped), rig=rigs.honest
    ),
    "two others on each other's seats after a cut": Cheat(
        "same-seats", late.told_later(late.others_swapped, cut=True), rig=rigs.honest
    ),
    "somebody else on another's seat": Cheat(
        "same-seats", late.told_later(late.other_name), rig=rigs.honest
    ),
    "a bot that plays better": Cheat(
        "same-seats", late.told_later(late.other_level), rig=rigs.honest
    ),
    "another seat for the client after a cut": Cheat(
        "same-seat", late.cut_when_known, rig=late.reseated
    ),
    "matches given up": Cheat("given-up-counted", lies.truth, rig=late.given_up),
    "begun by other house rules, nobody ready": Cheat("agreed", lies.truth, rig=late.begun_unready),
    "begun by other house rules, the client called ready": Cheat(
        "agreed", lies.truth, rig=partial(late.begun_unready, called=True)
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
