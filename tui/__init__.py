"""The terminal: command line, screens, boards. The only package that draws."""
