"""The page as HTML: the form before the seat, and the screen. Also its protection: headers, the
origin of requests, signed cookies.

No I/O, no sentences of its own.
"""

import base64
import hmac
import ipaddress
import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
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
    *(("enter", "Enter"), ("escape", "Esc"), ("tab", "⇥")),
)
"""The first keys of the bar under the screen of a phone."""

SWITCHES: Final = (("typing", "⌨"), ("calling", "♪"), ("more", "…"))
"""The next keys, handled by the page itself: the phone's keyboard, the call to a turn, more."""

LETTERS: Final = "1234567890h?"

MORE: Final = (
    *(("chat", "chat"), ("f2", "scores"), ("tab", "log"), ("f3", "rules")),
    *(("f6", "look back"), ("f5", "house rules"), ("f10", "people"), ("i", "invite")),
    ("v", "phrases"),
)
"""The keys under the three dots, labelled with words ..."""

MOVING: Final = (
    *(("-", "−", "zoom out"), ("+", "+", "zoom in")),
    *(("pan-left", "◀", "look left"), ("pan-up", "▲", "look up")),
    *(("pan-down", "▼", "look down"), ("pan-right", "▶", "look right")),
)
"""... and those labelled with signs."""

ENDS: Final = (
    *("lost", "nobody", "refused", "kept", "broken"),
    *("left", "elsewhere", "full", "failed", "seated", "unseated", "removed", "barred"),
    *("closed", "shut", "moved"),
)
"""The reasons for the end of a screen, as in ScreenEnd.

The page itself notices the first three: a lost connection, no answer, and an answering host to
which the browser does not connect. "seated" is a failure after which a seat can be resumed. The
page tries again after the first five.
"""

Words = Mapping[str, str]
"""The sentences of the page by name, provided by the program that opens the gateway."""


def form_page(
    words: Words,
    language: str,
    languages: Words,
    *,
    coded: bool,
    name: str = "",
    code: str = "",
    trouble: str = "",
) -> str:
    """Return the page that asks for a name, and for the code if the table has one.

    `languages` has the names of all languages, for the guest to choose from.
    """
    said = _escaped(words)
    body = f"""<main>
{_choice(language, languages)}
<h1>{said["title"]}</h1>
{_problem(trouble)}
<form method="post" action="sit">
<label>{said["name"]}<input name="name" required maxlength="24" value="{escape(name)}"
 autocomplete="nickname" spellcheck="false" autofocus></label>
{_code_field(said, code) if coded else ""}
<input type="hidden" name="seat">
<button>{said["sit"]}</button>
</form>
<p>{said["about"]}</p>
<p class="faint">{said["safety"]}</p>
</main>"""
    return _frame(language, said["title"], body, _FORM_HEAD)


def screen_page(words: Words, language: str, languages: Words, nonce: str) -> str:
    """Return the page with the terminal."""
    said = _escaped(words)
    switches = (
        f'<button id="{name}" aria-label="{said[name]}">{sign}</button>' for name, sign in SWITCHES
    )
    keys = (*(_key(*key) for key in KEYS), *switches, *(_key(key, key) for key in LETTERS))
    more = (
        *(_key(key, said[word]) for key, word in MORE),
        *(_key(key, sign, said[word]) for key, sign, word in MOVING),
    )
    body = f"""<div id="screen"></div>
<div id="bars">
<div id="unfolded" role="toolbar" hidden>{"".join(more)}{_choice(language, languages)}</div>
<div id="keys" role="toolbar">{"".join(keys)}</div>
</div>
<div id="front" hidden><div><p id="said" role="status"></p>
<a id="there" hidden>{said["there"]}</a>
<div id="elsewhere"></div>
<div id="choices"><button id="again">{said["again"]}</button>
<form method="post" action="leave"><button class="second">{said["other"]}</button></form></div>
</div></div>
<noscript><p>{said["scripts"]}</p></noscript>"""
    told = "".join(f' data-{name}="{said[name]}"' for name in (*ENDS, "seat", "others"))
    head = (
        '<link rel="stylesheet" href="static/xterm.css">\n'
        '<script type="module" src="static/page.mjs"></script>\n'
    )
    return _frame(language, said["title"], body, head, f' class="table" data-nonce="{nonce}"{told}')


def wall_form(words: Words, language: str, *, trouble: str = "") -> str:
    """Return the page that asks for the code before it shows the page for the wall."""
    said = _escaped(words)
    body = f"""<main>
<h1>{said["title"]}</h1>
{_problem(trouble)}
<form method="post" action="wall" data-sends-itself>
{_code_field(said)}
<button>{said["wall"]}</button>
</form>
</main>"""
    return _frame(language, said["title"], body, _FORM_HEAD)


def wall_page(words: Words, language: str, link: str, code: str, picture: str) -> str:
    """Return a page to print or to leave on a large screen.

    `picture` is the QR code as SVG; `code` is in the form for players, or empty.
    """
    said = _escaped(words)
    steps = "".join(f"<p>{said[step]}</p>" for step in ("wall name", "wall warning") if said[step])
    shown = f'<p>{said["code"]}</p><p class="large">{escape(code)}</p>' if code else ""
    body = f"""<main class="wall">
<h1>{said["title"]}</h1>
<p id="lost" class="trouble" hidden>{said["wall address"]}</p>
<div class="code">{picture}</div>
<p>{said["wall scan"]}</p>
<p class="link">{escape(link)}</p>
{shown}
{steps}
</main>"""
    return _frame(language, said["title"], body, _WALL_HEAD)


def sentence_page(words: Words, language: str, sentence: str) -> str:
    """Return a page with a single sentence."""
    title = escape(words["title"])
    return _frame(language, title, f"<main><h1>{title}</h1><p>{escape(sentence)}</p></main>")


_FORM_HEAD: Final = '<script type="module" src="static/form.mjs"></script>\n'


_WALL_HEAD: Final = '<script type="module" src="static/wall.mjs"></script>\n'


def _escaped(words: Words) -> dict[str, str]:
    return {key: escape(text) for key, text in words.items()}


def _key(key: str, shown: str, meaning: str = "") -> str:
    label = f' aria-label="{meaning}"' if meaning else ""
    return f'<button data-key="{key}"{label}>{shown}</button>'


def _choice(language: str, languages: Words) -> str:
    """Return the links to the page in the other languages."""
    links = (
        f'<a href="./?language={code}" lang="{code}" hreflang="{code}">{escape(name)}</a>'
        for code, name in languages.items()
        if code != language
    )
    return f"<nav>{' '.join(links)}</nav>"


def _problem(trouble: str) -> str:
    return f'<p class="trouble" role="alert">{escape(trouble)}</p>' if trouble else ""


def _code_field(said: Words, code: str = "") -> str:
    return (
        f'<label>{said["code"]}<input name="code" required maxlength="24" autocomplete="off" '
        f'autocapitalize="characters" spellcheck="false" value="{escape(code)}"></label>'
    )


def _frame(language: str, title: str, body: str, head: str = "", attributes: str = "") -> str:
    return _FRAME.format(
        language=language, title=title, body=body, head=head, attributes=attributes
    )


FIXED: Final = {
    "Server": "Kozyr",
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers would then leave the origin out of a form.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_HOST: Final = re.compile(r"(\[[0-9A-Za-z.:%_-]+\]|[0-9A-Za-z._-]{1,253})(:(?P<port>[0-9]{1,5}))?")
MOST_PORT: Final = 65535
_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,63}(\.local)?\.?", re.IGNORECASE)


def page_headers(host: str, nonce: str, *, encrypted: bool) -> dict[str, str]:
    """Return the headers of every answer. `host` is the request's own, already checked."""
    socket = f"{'wss' if encrypted else 'ws'}://{host}"
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        # The terminal makes its own style sheets and sets the colours of single cells.
        f"style-src 'self' 'nonce-{nonce}'" if nonce else "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        f"connect-src 'self' {socket}",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
    return {**FIXED, "Content-Security-Policy": "; ".join(policy), "Cache-Control": "no-store"}


def is_sound_host(host: str, *, internet: bool) -> bool:
    """Return whether a request was meant for this computer.

    On a local network it has an address, or a name without a domain. Any other name may belong to a
    foreign page whose address was redirected to this computer.
    """
    read = _HOST.fullmatch(host)
    if read is None or int(read["port"] or 0) > MOST_PORT:
        return False
    bare = _without_port(host)
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        is_name = internet or _NAME.fullmatch(bare) is not None
        return is_name and not host.startswith("[")
    return True


def is_loopback(host: str) -> bool:
    """Return whether a request came by an address that means the own computer everywhere."""
    bare = _without_port(host)
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return bare.lower() == "localhost"


def _without_port(host: str) -> str:
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_own_origin(origin: str | None, host: str, *, encrypted: bool) -> bool:
    """Return whether a request comes from the page itself."""
    return origin is not None and origin.lower() == f"http{'s' * encrypted}://{host}".lower()


def language_of(accepted: str, known: tuple[str, ...]) -> str:
    """Return the known language that a browser prefers, else the first."""
    wishes: list[tuple[float, int, str]] = []
    for at, part in enumerate(accepted[:200].split(",")):
        tag, _, weight = part.strip().partition(";")
        code = tag.strip()[:2].lower()
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            quality = 0.0
        if code in known and quality > 0:
            wishes.append((-quality, at, code))
    return min(wishes)[2] if wishes else known[0]


def write_seat(secret: bytes, said: Sequence[str]) -> str:
    """Return a seat as a cookie, for a host's program that is started again.

    It is signed with a secret of the host, so that no other program can forge one.
    """
    text = base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")
    return f"{text}.{_signature(secret, text)}"


def read_seat(secret: bytes, cookie: str) -> list[str] | None:
    """Return the seat in a cookie; None if the cookie was not written with the same secret."""
    text, _, signature = cookie.partition(".")
    if not text.isascii() or not signature.isascii():
        return None
    if not hmac.compare_digest(signature, _signature(secret, text)):
        return None
    said: list[str] = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return said


def _signature(secret: bytes, text: str) -> str:
    return hmac.digest(secret, text.encode(), sha256).hex()
