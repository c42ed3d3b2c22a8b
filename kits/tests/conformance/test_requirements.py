"""The requirements of hosts and clients stand in docs/protocol.md, word for word."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from kozyr_kits.conformance.clients.observer import KINDS as TO_HOST
from kozyr_kits.conformance.clients.requirements import REQUIREMENTS as OF_CLIENTS
from kozyr_kits.conformance.hosts.connections import HELLO
from kozyr_kits.conformance.hosts.match_trials import CHANGED_SECONDS, QUICK
from kozyr_kits.conformance.hosts.reading import KINDS as FROM_HOST
from kozyr_kits.conformance.hosts.requirements import REQUIREMENTS as OF_HOSTS
from kozyr_kits.conformance.hosts.room_trials import LINES, SLOW
from kozyr_kits.conformance.hosts.seat_trials import REQUESTS
from kozyr_kits.conformance.report import PAGE, Requirement

ROOT = Path(__file__).parents[3]


def sections() -> dict[str, str]:
    """The text of each chapter of the page by the anchor of its heading, in one line."""
    chapters = re.split(r"^##? (.+)$", (ROOT / PAGE).read_text("utf-8"), flags=re.M)[1:]
    anchors = [
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in chapters[::2]
    ]
    return dict(zip(anchors, (" ".join(text.split()) for text in chapters[1::2]), strict=True))


@pytest.fixture(params=[OF_HOSTS, OF_CLIENTS], ids=["hosts", "clients"])
def requirements(request: pytest.FixtureRequest) -> tuple[Requirement, ...]:
    found: tuple[Requirement, ...] = request.param
    return found


def test_each_sentence_stands_in_its_section_of_the_page(
    requirements: tuple[Requirement, ...],
) -> None:
    there = sections()
    assert [each.name for each in requirements if each.text not in there[each.anchor]] == []


def test_no_two_sentences_have_one_name(requirements: tuple[Requirement, ...]) -> None:
    assert len({each.name for each in requirements}) == len(requirements)


def test_the_kits_know_the_version_the_messages_and_the_fields_of_the_page() -> None:
    page = json.loads((ROOT / PAGE).with_suffix(".json").read_text("utf-8"))
    assert HELLO.version == page["version"]
    for told, kinds in ((page["to_host"], TO_HOST), (page["from_host"], FROM_HOST)):
        assert {each["type"] for each in told} == kinds.keys()
        for name, kind in kinds.items():
            fields = {field.encode_name for field in msgspec.structs.fields(kind)}
            assert page["types"][name]["properties"].keys() == {"type", *fields}


def test_the_numbers_that_the_kit_for_hosts_tries_are_those_of_the_page() -> None:
    page = " ".join(sections().values())
    for said in (
        f"A round trip of {SLOW} ms or more",
        f"one of {QUICK} ms or less quick again, at most once in {CHANGED_SECONDS:g} s",
        f"there may be {REQUESTS} requests at once",
    ):
        assert said in page
    assert int(re.findall(r"sends more than (\d+) lines at once", page)[0]) < LINES
