"""The requirements of hosts and clients stand in docs/protocol.md, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kozyr_kits.conformance.clients.requirements import REQUIREMENTS as OF_CLIENTS
from kozyr_kits.conformance.hosts.requirements import REQUIREMENTS as OF_HOSTS
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
