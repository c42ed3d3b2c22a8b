"""The messages of a host that cheats."""

import json

from kozyr_kits.conformance.clients.cheats import CHEATS
from net.table.shuffle import recorded
from net.wire.from_host import Recorded


def test_a_record_in_several_parts_is_changed_as_a_whole() -> None:
    lines = [{"n": n, "text": "x" * 100} for n in range(400)]
    lie = CHEATS["no result"].lie(0)
    told = [each for part in recorded(1, "", lines) for each in lie(part)]
    parts = [each for each in told if isinstance(each, Recorded)]
    assert [each.part for each in parts] == list(range(1, parts[0].parts + 1))
    assert len(parts) > 1
    text = "".join(each.text for each in parts)
    assert [json.loads(line) for line in text.splitlines()] == lines[:-1]
