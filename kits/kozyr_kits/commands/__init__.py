"""The commands that `kozyr` finds by entry points: arena, simulate, conformance."""

from tui.language.text import add_texts

add_texts("kozyr_kits")
