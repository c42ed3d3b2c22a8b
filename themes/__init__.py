"""The colour themes of the table: data only, read by tui.drawing.theming."""
