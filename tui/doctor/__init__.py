"""The doctor's findings in words, for the screen, plain mode and the command `kozyr doctor`."""
