"""The laboratory's page can be repeated: each command in it is one that its program takes."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kozyr_kits.commands import main as kits
from tui.cli import main as kozyr

PAGE = Path(__file__).parents[2] / "docs" / "research" / "bots.md"
NOT_A_WORD = "--no-such-word"
