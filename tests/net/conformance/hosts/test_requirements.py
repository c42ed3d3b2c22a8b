"""What a host is held to stands in docs/protocol.md, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from net.conformance.sentences import PAGE, SENTENCES, Sentence

ROOT = Path(__file__).parents[3]


def sections() -> dict[str, str]:
    """The text of each chapter of the page by the anchor of its heading, in one line."""
    chapters = re.split(r"^##? (.+)$", (ROOT / PAGE).read_text("utf-8"), flags=re.M)[1:]
    anchors = [
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in chapters[::2]
    ]
    return dict(zip(anchors, (" ".join(text.split()) for text in chapters[1::2]), strict=True))


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.name)
def test_a_sentence_stands_in_its_section_of_the_page(sentence: Sentence) -> None:
    assert sentence.text in sections()[sentence.anchor]


def test_no_two_sentences_have_one_name() -> None:
    assert len({sentence.name for sentence in SENTENCES}) == len(SENTENCES)
