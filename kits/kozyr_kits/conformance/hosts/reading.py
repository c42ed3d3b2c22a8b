"""Reads the frames of a host, and notes the sentences that a single message breaks."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import brief, check, check_plain, unpacked
from net.wire.from_host import Closed, FromHost, Gathered, Refused
from net.wire.message import ROOM_CHANGES, Message
from net.wire.reasons import CLOSINGS, REFUSALS

KINDS: Final[dict[str, type[Message]]] = {kind.__name__: kind for kind in get_args(FromHost)}


def read(body: bytes, report: ConformanceReport) -> Any:
    """Return the message in a frame, None if it is not one; note the sentences it breaks.

    Fields that the page does not name are noted and skipped, so that the run can continue.
    """
    plain, wrong = unpacked(body)
    if wrong:
        report.expect("maps", False, f"a frame holds no msgpack map: {wrong}")
        return None
    kind = KINDS.get(str(plain.get("type"))) if isinstance(plain, dict) else None
    if not report.expect("maps", kind is not None, f"{brief(plain)} is no message of the page"):
        return None
    assert kind is not None
    known = {"type", *(field.encode_name for field in msgspec.structs.fields(kind))}
    named = {name: value for name, value in plain.items() if name in known}
    report.check("plain-values", check_plain(named, kind.__name__))
    report.check("messages", check(plain, kind, kind.__name__))
    try:
        message = msgspec.convert(named, kind, strict=True)
    except (ValueError, RecursionError):
        return None
    _check_codes(message, report)
    return message


def _check_codes(message: Message, report: ConformanceReport) -> None:
    if isinstance(message, Gathered):
        for kind in (change.kind for change in message.happened):
            report.expect(
                "messages", kind in ROOM_CHANGES, f"a RoomChange of the kind {brief(kind)}"
            )
    if not isinstance(message, Refused | Closed):
        return
    code, reason = message.code, message.reason
    said = (REFUSALS if isinstance(message, Refused) else CLOSINGS).get(code)
    right = said is not None and (said in ("{reason}", reason) or code in ("rule", "illegal"))
    report.expect("codes", right, f"{type(message).__name__} {brief(code)}: {brief(reason)}")
    try:
        reason.format(**message.facts)
        filled = True
    except (LookupError, ValueError):
        filled = False
    report.expect("facts", filled, f"{brief(reason)} cannot be filled from {brief(message.facts)}")
