"""Requests that count as the page's own, the language of the page, and the contents of a cookie."""

import pytest

from net.guests.web import pages


@pytest.mark.parametrize(
    "host", ["192.168.1.20:8443", "[fe80::1]:8443", "localhost", "annas-laptop", "anna.local:1"]
)
def test_a_computer_in_the_network_is_called_by_address_or_by_a_bare_name(host: str) -> None:
    assert pages.is_sound_host(host, internet=False)


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.20.evil.example", "", "a b", "a;b", "a\n"]
)
def test_other_names_are_those_of_pages_elsewhere(host: str) -> None:
    assert not pages.is_sound_host(host, internet=False)


def test_with_the_internet_a_host_may_have_a_domain_but_no_nonsense() -> None:
    assert pages.is_sound_host("table.example:8443", internet=True)
    assert not pages.is_sound_host("table.example; script-src *", internet=True)


@pytest.mark.parametrize(
    "host", ["a:b", "a:b:c", "::1", "[::1", "[]", "[a]", "[:::]:1", "[::1]:", "a:65536", "[::1]a"]
)
@pytest.mark.parametrize("internet", [False, True])
def test_what_is_no_address_is_no_host(host: str, internet: bool) -> None:
    assert not pages.is_sound_host(host, internet=internet)


def test_an_origin_is_our_own_with_scheme_and_port() -> None:
    assert pages.is_own_origin("https://a:1", "a:1", encrypted=True)
    assert not pages.is_own_origin("http://a:1", "a:1", encrypted=True)
    assert not pages.is_own_origin("https://a:2", "a:1", encrypted=True)
    assert not pages.is_own_origin(None, "a:1", encrypted=True)


def test_the_screen_may_be_reached_at_this_host_alone() -> None:
    policy = pages.page_headers("a:1", "n", encrypted=False)["Content-Security-Policy"]
    assert "connect-src 'self' ws://a:1;" in policy


@pytest.mark.parametrize(
    "accepted, language",
    [
        ("", "en"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8", "ru"),
        ("de, en;q=0.3, ru;q=0.7", "ru"),
        ("ru;q=0, en", "en"),
        ("ru;q=rubbish", "en"),
    ],
)
def test_the_page_speaks_what_the_browser_likes_best(accepted: str, language: str) -> None:
    assert pages.language_of(accepted, ("en", "ru")) == language


def test_what_people_type_is_no_part_of_the_page() -> None:
    words = dict.fromkeys(("title", "name", "code", "sit", "about", "safety"), "<b>")
    text = pages.form_page(words, "en", {"ru": "<u>"}, coded=True, name='"><script>', trouble="<i>")
    assert "<script>" not in text
    assert "<b>" not in text
    assert "<i>" not in text


SECRET = b"of the host"


def test_a_seat_survives_its_cookie() -> None:
    said = ["t", "Анна", "token", "host"]
    cookie = pages.write_seat(SECRET, said)
    assert pages.read_seat(SECRET, cookie) == said
    assert len(cookie) < 4096, "what browsers keep"


@pytest.mark.parametrize("cookie", ["", ".", "%%%", "a.b", "я.я", "W10" + "." + "0" * 64])
def test_a_cookie_that_the_host_has_not_signed_is_none(cookie: str) -> None:
    assert pages.read_seat(SECRET, cookie) is None


def test_a_cookie_changed_in_any_letter_is_none() -> None:
    cookie = pages.write_seat(SECRET, ["t", "Ann", "token", "host"])
    for at, letter in enumerate(cookie):
        changed = cookie[:at] + ("A" if letter != "A" else "B") + cookie[at + 1 :]
        assert pages.read_seat(SECRET, changed) is None
    assert pages.read_seat(b"of another host", cookie) is None
