"""`kozyr verify`: replays records and names the first broken line. Writes no file."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.deal_proof import DealProof
from core.game import Plain
from core.games import GAMES
from core.records import BrokenRecordError
from core.records.record import MAX_BYTES, MAX_ORIGINS, proof_in, read, verify
from net.files.folders import EncodingError, decoded
from net.wire.names import clean_name
from tui.commands import Examples, FailedError, print_json
from tui.commands.history import record_meant
from tui.language.games import speak_of_game
from tui.language.text import t


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr verify match.jsonl", t("says ok, or which line breaks first and why")),
        ("kozyr verify 3", t("the third of 'kozyr history'")),
        ("kozyr verify records/*.jsonl", t("many records at once")),
        ("kozyr verify --json - < match.jsonl", t("reads standard input, answers in JSON")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=t("a record, or its number in 'kozyr history'; - reads standard input"),
    )
    parser.add_argument("--json", action="store_true", help=t("print the findings as JSON"))


def run(args: argparse.Namespace) -> int:
    """Check every file; the exit code is 0 if all are right."""
    findings = []
    for name in [word if word == "-" else str(record_meant(word)) for word in args.files]:
        finding = _check(name)
        findings.append(finding)
        if not args.json:
            # An unreadable file is a failure of this run; a broken line is a result.
            mishap = not finding["ok"] and finding["line"] is None
            print(_sentence(finding), file=sys.stderr if mishap else sys.stdout)
    if args.json:
        print_json(findings)
    return 0 if all(finding["ok"] for finding in findings) else 1


def _check(name: str) -> dict[str, Any]:
    finding: dict[str, Any] = {
        "file": name,
        "ok": False,
        "line": None,
        "reason": None,
        "proof": None,
    }
    try:
        lines = _read(name).split("\n")
        speak_of_game(_game(lines))
        fault = verify(GAMES, lines)
    except FailedError as error:
        return finding | {"reason": str(error)}
    if fault is not None:
        move = ""
        if fault.move:
            move = t("seat {seat}, {move}", seat=fault.seat, move=fault.move) + ": "
        rule = f" ({fault.rule})" if fault.rule else ""
        reason = move + t(fault.reason, **fault.facts) + rule
        return finding | {"line": fault.line, "reason": reason}
    return finding | {"ok": True, "proof": _proven(lines)}


def _game(lines: Sequence[str]) -> str:
    """Return the name of a record's game; "" if its first line is broken."""
    try:
        _, header = next(read(lines))
    except (BrokenRecordError, StopIteration):
        return ""
    return str(header.get("game"))


def _proven(lines: Sequence[str]) -> dict[str, Any] | None:
    """Return the seats whose shares are in the deals of a correct record; None without a proof."""
    _, header = next(read(lines))
    seats = len(header["seats"])
    proof = proof_in(header, seats)
    if proof is None:
        return None
    every = [_shares(chain, seats) for chain in proof.chains]
    shares = [seat for seat in range(seats) if all(seat in each["shares"] for each in every)]
    out = [seat for seat in range(seats) if any(seat in each["left_out"] for each in every)]
    found: dict[str, Any] = {"shares": shares, "left_out": out}
    if proof.before is not None:
        found["chains"] = [
            {"from": chain.first, "to": chain.deals, **each}
            for chain, each in zip(proof.chains, every, strict=True)
        ]
    if header.get("apart") is True:
        found["apart"] = True
    if branches := _branches(header.get("branch")):
        found["branches"] = branches
    return found


def _branches(said: Plain) -> list[dict[str, Any]]:
    """Return the branches after lost hosts, in order: the first deal and the lost host of each."""
    found: list[dict[str, Any]] = []
    while isinstance(said, Mapping) and len(found) < MAX_ORIGINS:
        deal, host = said.get("deal"), said.get("host")
        if type(deal) is not int or not isinstance(host, str):
            break
        found.insert(0, {"from": deal + 1, "host": clean_name(host)})
        said = said.get("before")
    return found


def _shares(chain: DealProof, seats: int) -> dict[str, list[int]]:
    """Return the seats with a share in the deals of a chain, and those left out."""
    left_out = [seat for seat in range(seats) if seat not in chain.mixed] if chain.shares else []
    return {"shares": [*chain.mixed], "left_out": left_out}


def _read(name: str) -> str:
    """Return the text of a file, or of standard input for "-". Raises FailedError."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise FailedError(t("there is no such file")) from None
    except IsADirectoryError:
        raise FailedError(t("this is a folder, not a record")) from None
    except PermissionError:
        raise FailedError(t("it cannot be read: permission denied")) from None
    except (OSError, ValueError) as error:
        raise FailedError(t("it cannot be read: {reason}", reason=str(error))) from None
    if len(data) > MAX_BYTES:
        raise FailedError(t("too large for a record: more than {n} MB", n=MAX_BYTES >> 20))
    try:
        return decoded(data, "surrogateescape")
    except EncodingError as error:
        raise FailedError(t(error.reason)) from None


def _sentence(finding: Mapping[str, Any]) -> str:
    if finding["ok"]:
        return f"{finding['file']}: {_right(finding['proof'])}"
    if finding["line"] is None:
        return f"{finding['file']}: {finding['reason']}"
    where = t("line {n}", n=finding["line"])
    return f"{finding['file']}: {where}: {finding['reason']}"


def _right(proof: Mapping[str, Any] | None) -> str:
    said = "ok"
    if proof is None:
        return t("{said}; nothing in it proves how the decks were shuffled", said=said)
    earliest, *later = proof.get("chains", [proof])
    said = _with_shares(said, earliest)
    for chain in later:
        first, last = chain["from"], chain["to"]
        if first == last:
            said = t("{said}; deal {n}: dealt anew, without the earlier host", said=said, n=first)
        else:
            said = t(
                "{said}; deals {first} to {last}: dealt anew, without the earlier host",
                said=said,
                first=first,
                last=last,
            )
        said = _with_shares(said, chain)
    for branch in proof.get("branches", ()):
        facts = {"said": said, "n": branch["from"], "host": branch["host"]}
        said = (
            t("{said}; from deal {n} on without {host}, whose computer was lost", **facts)
            if branch["host"]
            else t("{said}; from deal {n} on without the host's computer, which was lost", **facts)
        )
    if proof.get("apart"):
        said = t(
            "{said}; the others may have gone on with this match without these players", said=said
        )
    return said


def _with_shares(said: str, chain: Mapping[str, Any]) -> str:
    """Add the seats whose shares are in the deals of a chain to the sentence."""
    if not chain["shares"]:
        return t("{said}; every deal follows from its seed", said=said)
    shares, left_out = (", ".join(map(str, chain[name])) for name in ("shares", "left_out"))
    said = t(
        "{said}; every deal follows from the host's seed and the shares of these seats: {seats}",
        said=said,
        seats=shares,
    )
    return t("{said}; left out: {seats}", said=said, seats=left_out) if left_out else said
