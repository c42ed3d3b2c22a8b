"""Reads what a host sends as strictly as the page says: one map, each key once. No I/O."""

from __future__ import annotations

import typing
from typing import Any, Final

import msgpack
import msgspec

from core.game import Plain
from net.conformance.report import ConformanceReport
from net.conformance.schema import brief, check_map, check_plain
from net.conformance.sentences import CODES, FACTS, FLOATS, MAPS, MESSAGES
from net.wire.changes import ROOM_CHANGES
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.message import Message
from net.wire.reasons import CLOSINGS, REFUSALS

Heard = dict[str, Any]
"""A message as it arrived."""

KINDS: Final[dict[str, type[Message]]] = {kind.__name__: kind for kind in typing.get_args(FromHost)}

_OPEN_ENDED: Final = (Welcomed, Closed)
"""Later versions may add fields to these."""


def read(body: bytes, report: ConformanceReport) -> Heard | None:
    """Return the message in a frame, None if it is not one; note what breaks the page."""
    try:
        message = msgpack.unpackb(body, strict_map_key=False, object_pairs_hook=_once)
    except Exception as error:  # there are many kinds, and they all mean the same
        report.expect(MAPS, False, f"a frame holds no msgpack map: {error!r}"[:200])
        return None
    kind = KINDS.get(str(message.get("type"))) if isinstance(message, dict) else None
    if not report.expect(MAPS, kind is not None, f"{brief(message)} is no message of the page"):
        return None
    assert kind is not None
    report.check(FLOATS, check_plain(message, kind.__name__))
    if not report.check(MESSAGES, _check_fields(message, kind)):
        return None
    _check_codes(message, report)
    return dict(message)


def _once(pairs: list[tuple[Plain, Plain]]) -> dict[Plain, Plain]:
    map_ = dict(pairs)
    if len(map_) < len(pairs):
        raise ValueError("a key stands twice")
    return map_


def _check_fields(message: Heard, kind: type[Message]) -> list[str]:
    fields = {name: value for name, value in message.items() if name != "type"}
    if kind in _OPEN_ENDED:
        known = {field.name for field in msgspec.structs.fields(kind)}
        fields = {name: value for name, value in fields.items() if name in known}
    return list(check_map(fields, kind, kind.__name__))


def _check_codes(message: Heard, report: ConformanceReport) -> None:
    for change in message.get("happened", ()):
        kind = change["kind"]
        report.expect(MESSAGES, kind in ROOM_CHANGES, f"a RoomChange of the kind {brief(kind)}")
    if message["type"] not in ("Refused", "Closed"):
        return
    codes = REFUSALS if message["type"] == "Refused" else CLOSINGS
    code, reason, facts = message["code"], message["reason"], message.get("facts", {})
    said = codes.get(code)
    right = said == "{reason}" or said == reason or code in ("rule", "illegal")
    report.expect(
        CODES, said is not None and right, f"{message['type']} {brief(code)}: {brief(reason)}"
    )
    try:
        reason.format(**facts)
    except (LookupError, ValueError):
        report.expect(FACTS, False, f"{brief(reason)} cannot be filled from {brief(facts)}")
    else:
        report.expect(FACTS, True, "")
