"""The page of the kits: their README with absolute addresses, as for the game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class PackagePage(MetadataHookInterface):
    """Fill in the fields that pyproject.toml declares as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text("utf-8")
        source = os.environ.get("KOZYR_SOURCE", "").rstrip("/")
        if source:
            text = text.replace("](../", f"]({source}/")
            metadata["urls"] = {"Source": source, "Documentation": f"{source}/docs/README.md"}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
