"""The page of the package: the README with whole addresses, because an index has no other files.

A hook of ours, since the plugin that rewrites READMEs cannot ask the environment, and only the
publisher knows the address of the source: KOZYR_SOURCE names the folder of this very release, as in
https://example.org/author/kozyr/blob/v1.0.0. Without it the links stay as they are, which does for
an installation from a checkout.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^]]*)\]\((?!https?:|#)(?P<path>[^)]+)\)")


class PackagePage(MetadataHookInterface):
    """Fill in the fields that pyproject.toml declares as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text("utf-8")
        source = os.environ.get("KOZYR_SOURCE", "").rstrip("/")
        if source:
            text = with_addresses(text, source)
            metadata["urls"] = {
                "Source": source,
                "Documentation": f"{source}/docs/README.md",
                "Changelog": f"{source}/CHANGELOG.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text: str, source: str) -> str:
    """Return a page whose links lead to the source; its pictures are fetched as bare files."""

    def whole(link: re.Match[str]) -> str:
        base = source.replace("/blob/", "/raw/", 1) if link["picture"] else source
        return f"{link['picture']}[{link['text']}]({base}/{link['path']})"

    return _LINK.sub(whole, text)
