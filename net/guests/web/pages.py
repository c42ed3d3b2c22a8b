"""The page as HTML: the form before the seat, and the screen. No I/O, and no words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

_FRAME: Final = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover,
 interactive-widget=resizes-content">
<meta name="theme-color" content="#0c1f19">
<title>{title}</title>
<link rel="stylesheet" href="static/page.css">
{head}</head>
<body{attributes}>
{body}
</body>
</html>
"""

KEYS: Final = (
    *(("left", "←"), ("up", "↑"), ("down", "↓"), ("right", "→")),
    *(("enter", "Enter"), ("escape", "Esc"), ("tab", "Tab"), ("", "⌨")),
    *((digit, digit) for digit in "1234567890"),
    *(("h", "h"), ("?", "?")),
)
"""The bar under the screen of a phone."""

ENDS: Final = (*("lost", "left", "elsewhere", "full", "failed", "seated", "unseated", "closed"),)
"""Why there is no screen: as in End, but "lost" is for the page itself to notice, and "seated" is
a failure after which there is a seat to come back to.
"""

Words = Mapping[str, str]
"""What the page says, by the names used here; provided by whatever opens the gateway."""


def form_page(
    words: Words, language: str, *, coded: bool, name: str = "", trouble: str = ""
) -> str:
    """Return the page that asks for a name, and for the code if there is one."""
    said = {key: escape(text) for key, text in words.items()}
    problem = f'<p class="trouble" role="alert">{escape(trouble)}</p>' if trouble else ""
    code = (
        f'<label>{said["code"]}<input name="code" required maxlength="24" autocomplete="off" '
        f'autocapitalize="characters" spellcheck="false"></label>'
        if coded
        else ""
    )
    body = f"""<main>
<h1>{said["title"]}</h1>
{problem}
<form method="post" action="sit">
<label>{said["name"]}<input name="name" required maxlength="24" value="{escape(name)}"
 autocomplete="nickname" spellcheck="false" autofocus></label>
{code}
<button>{said["sit"]}</button>
</form>
<p>{said["about"]}</p>
<p class="faint">{said["safety"]}</p>
</main>"""
    return _frame(language, said["title"], body)


def screen_page(words: Words, language: str, nonce: str) -> str:
    """Return the page with the terminal."""
    said = {key: escape(text) for key, text in words.items()}
    keys = "".join(
        f'<button data-key="{key}">{shown}</button>'
        if key
        else f'<button id="typing" aria-label="{said["typing"]}">{shown}</button>'
        for key, shown in KEYS
    )
    body = f"""<div id="screen"></div>
<div id="keys" role="toolbar">{keys}</div>
<div id="front" hidden><div><p id="said"></p>
<div id="choices"><button id="again">{said["again"]}</button>
<form method="post" action="leave"><button class="second">{said["other"]}</button></form></div>
</div></div>
<noscript><p>{said["scripts"]}</p></noscript>"""
    told = "".join(f' data-{name}="{said[name]}"' for name in ENDS)
    head = (
        '<link rel="stylesheet" href="static/xterm.css">\n'
        '<script type="module" src="static/page.mjs"></script>\n'
    )
    return _frame(language, said["title"], body, head, f' class="table" data-nonce="{nonce}"{told}')


def sentence_page(words: Words, language: str, sentence: str) -> str:
    """Return a page with a single sentence."""
    title = escape(words["title"])
    return _frame(language, title, f"<main><h1>{title}</h1><p>{escape(sentence)}</p></main>")


def _frame(language: str, title: str, body: str, head: str = "", attributes: str = "") -> str:
    return _FRAME.format(
        language=language, title=title, body=body, head=head, attributes=attributes
    )
