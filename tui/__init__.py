"""The terminal: command line, screens, boards. The only package that draws.

    app.py, screens, room      the application, its screens, the waiting room
    actions.py                 an action in one row: keys, words, help, for whom, its effect
    table, boards, lessons, replay    pure models of their subjects, and their screens
    games                      the only code here that knows a game
    drawing, widgets           canvases and pieces; the widgets that show a canvas
    terminal                   the colours and signs of the terminal, and its restoring at the end
    plain                      the whole game in sentences
    commands                   the command line
    history, review, summary   past matches: lists, judgements, last pages
    language, preferences      texts, and the player's own files
    doctor, guest              the examination of the network; the program of a guest

Nothing here decides which moves are legal. Models draw nothing, wait for nothing and have no clock;
an import contract holds them to it. Keys may come faster than screens change; if nothing else
waits, a key is handled, drawn and written in the application's own loop.
"""
