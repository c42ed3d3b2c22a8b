"""docs/protocol.md agrees with the source (`pytest --renew` writes its tables anew)."""

import json
import re
import typing
from pathlib import Path

from core.bots import LEVELS
from kozyr_kits.conformance.clients.cheats import CHEATS
from net.client.link import Timeouts
from net.host import admission
from net.host.admission import Limits
from net.lan import discovery
from net.lan.addresses import DEFAULT_PORT
from net.secure import code, tls as secure
from net.table import auth, clock, effects, match, moderation, seating, turns
from net.wire import bounds, protocol
from net.wire.from_host import FromHost
from net.wire.protocol import decode_from_host, decode_to_host
from net.wire.reasons import CLOSINGS, ENDINGS, REFUSALS
from net.wire.to_host import ToHost
from tests.support import protocol_doc, protocol_json
from tests.support.protocol_doc import codes, messages, parts, renewed

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"
FOR_PROGRAMS = DOCUMENT.with_suffix(".json")


def test_the_tables_are_those_of_the_source(renew: bool) -> None:
    text = DOCUMENT.read_text("utf-8")
    if renew:
        DOCUMENT.write_text(text := renewed(text), "utf-8")
        FOR_PROGRAMS.write_text(protocol_json.protocol(text), "utf-8")
        return
    assert text == renewed(text), "`pytest --renew` of this test writes docs/protocol.md anew"
    assert FOR_PROGRAMS.read_text("utf-8") == protocol_json.protocol(text), (
        "`pytest --renew` of this test"
    )


def test_each_message_part_and_code_stands_in_the_tables_of_one_level() -> None:
    tables = re.findall(r"^#### (\w+)$", DOCUMENT.read_text("utf-8"), re.M)
    kinds = [*typing.get_args(ToHost), *typing.get_args(FromHost)]
    kinds += [part for level in protocol_doc.LEVELS for part in parts(level)]
    assert sorted(tables) == sorted(kind.__name__ for kind in kinds)
    printed = "\n".join(codes(level) for level in protocol_doc.LEVELS)
    rows = re.findall(r"^\| `([^`]+)` \| (?:again|later|never) \|", printed, re.M)
    assert sorted(rows) == sorted([*REFUSALS, *(set(CLOSINGS) - set(ENDINGS))])


def test_whatever_stands_in_a_field_has_a_table_of_its_own() -> None:
    text = "\n".join(messages(level) for level in protocol_doc.LEVELS)
    tables = set(re.findall(r"^#### (\w+)$", text, re.M))
    types = re.findall(r"^\| `\w+` \| ([^|]+) \| [^|]+ \|", text, re.M)
    named = {name for said in types for name in re.findall(r"\b[A-Z][a-z]+[A-Za-z]*", said)}
    assert {"Situation", "Branch", "Origin", "Standing", "MissedLine"} <= named
    assert named <= tables


def level(name: str) -> str:
    """The text of a level, its tables included."""
    return DOCUMENT.read_text("utf-8").partition(f"# Level {name}")[2].partition("\n# Level ")[0]


def test_a_beginner_reads_about_six_thousand_words() -> None:
    """This leaves room for some more fields, which are added far from this page."""
    words = [word for word in level("1").split() if re.search(r"\w", word)]
    assert len(words) <= 6500


def test_each_check_has_its_number_and_a_cheat_that_the_kit_tries() -> None:
    checks = re.findall(r"^(\d+)\. (?:.+\n)(?: .+\n)*?    ?Cheat: (.+)\.$", level("2"), re.M)
    assert [int(number) for number, _ in checks] == [*range(1, 20)]
    cheats = {name for _, names in checks for name in re.findall(r'"([^"]+)"', names)}
    assert cheats <= CHEATS.keys()


def test_each_value_of_the_page_is_in_the_file_for_programs() -> None:
    told = json.loads(FOR_PROGRAMS.read_text("utf-8"))
    text = DOCUMENT.read_text("utf-8")
    for values in ("spake2", "shuffle", "anew", "signed"):
        assert told["vectors"][values]
        for name, value in told["vectors"][values].items():
            assert f"| {name} | `{value}` |" in text
    for sent in told["vectors"]["frames"]:
        read = decode_to_host if sent["from"] == "client" else decode_from_host
        assert read(bytes.fromhex(sent["hex"])[4:])
    kinds = {kind.__name__ for kind in (*typing.get_args(ToHost), *typing.get_args(FromHost))}
    assert {each["type"] for each in (*told["to_host"], *told["from_host"])} == kinds
    assert kinds <= told["types"].keys()


def test_the_numbers_are_those_of_the_source() -> None:
    text = " ".join(DOCUMENT.read_text("utf-8").split())
    timeouts, limits = Timeouts(), Limits()
    crowd = limits.strangers
    for said in (
        f"port {DEFAULT_PORT}",
        f"1 to {protocol.MAX_FRAME} bytes",
        f"1 to {protocol.MAX_STRANGER} bytes",
        f"{bounds.MAX_ITEMS} elements",
        f"after {timeouts.first_wait_seconds:g} s, then twice as long each time up to "
        f"{timeouts.longest_wait_seconds:g} s",
        f"after {timeouts.seek_seconds:g} s look for the announcement",
        f"believed for {timeouts.gone_seconds:g} s",
        f"Ping every {timeouts.heartbeat_seconds:g} s",
        f"silent for {timeouts.dead_seconds:g} s",
        f"within {limits.hello_seconds:g} s of connecting",
        f"within {limits.frame_seconds:g} s of its first byte",
        f"{limits.silent_seconds:g} s without a frame",
        f"{limits.out_bytes >> 20} MiB unread",
        f"within {limits.join_seconds:g} s of being let in",
        f"{crowd.arrivals_per_second:g} connections a second from one address",
        f"{crowd.per_second:g} in all",
        f"{crowd.per_address} of one address and {crowd.waiting} in all",
        f"{crowd.per_address} connections from one address and {crowd.inside} in all",
        f"{admission.STRANGER_BURST} messages at once and then "
        f"{limits.stranger_messages_per_second:g} messages a second",
        f"{limits.all_strangers_messages_per_second:g} messages a second",
        f"at a table {limits.messages_per_second:g} messages a second",
        f"kept for {seating.AWAY_SECONDS:g} s",
        f"away for {seating.OWNER_SECONDS:g} s",
        f"away for {seating.ABANDONED_SECONDS:g} s",
        f"{bounds.MAX_WATCHERS} watchers",
        f"{match.MAX_OFFERED} moves",
        f"{moderation.BURST} lines at once",
        f"levels {', '.join(LEVELS[:-1])} and {LEVELS[-1]}",
        f"a name of {bounds.MAX_NAME + 1} code points",
        f"{turns.LIMIT_SECONDS:g} s for a bot",
        f"0 for none, {', '.join(map(str, clock.CLOCKS[1:-1]))} or {clock.CLOCKS[-1]}",
        f"a grace of {clock.GRACE_SECONDS:g} s",
        f"a bot of the level {clock.CLOCK_BOT}",
        f"left out after {effects.STAGE_SECONDS:g} s for each stage",
        f"after {effects.STAGE_SECONDS:g} s at the latest",
        discovery.SERVICE,
        f"ALPN is `{secure.ALPN}`",
        f"first byte is `{secure.HELLO_BYTE.hex()}`",
        f"{code.SHORTEST} to {code.LONGEST} characters out of `{code.ALPHABET}`",
        f"hosts make codes of {code.LENGTH}",
        f"at least {auth.PACE_SECONDS:g} s apart",
        f"waits {auth.FIRST_PENALTY_SECONDS:g} s, each time twice as long up to "
        f"{auth.LONGEST_PENALTY_SECONDS:g} s, until {auth.FORGOTTEN_SECONDS:g} s",
    ):
        assert said in text, said
