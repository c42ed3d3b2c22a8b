"""What every test may use: the flag that renews golden files, examples without a time limit."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from core import advice
from net.host import bots
from net.secure import tls
from tests.support.matches import samples
from tests.support.near_bots import NearWorker

# A busy machine is slow; that says nothing about the program.
settings.register_profile(
    "kozyr",
    deadline=None,
    max_examples=samples(25),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("kozyr")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew", action="store_true", help="write golden files anew instead of comparing"
    )
    parser.addoption(
        "--late",
        type=float,
        default=0,
        metavar="MS",
        help="let whatever may come late do so, by up to so many milliseconds",
    )


def pytest_configure(config: pytest.Config) -> None:
    if milliseconds := config.getoption("--late"):
        from tests.support.late import Late

        config.pluginmanager.register(Late(milliseconds))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage among the tests themselves: that took a quarter of the time.

    Nor while they are read: to compile them anew took half as long again.
    """
    gc.disable()
    yield
    gc.collect()
    gc.enable()


class Errors(logging.Handler):
    """Keeps what is logged as an error, by a program or by asyncio for a task."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.logged: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # What strangers send is an error to these two alone: the gateways silence them.
        if record.name.partition(".")[0] not in ("aiohttp", "asyncssh"):
            self.logged.append(self.format(record))


@pytest.fixture(autouse=True)
def nothing_fails_unnoticed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which a program or a task logs an error, but for those marked `logs`.

    A host drops a connection then, or does without a file, and the test may pass by the aftermath.
    """
    gc.freeze()  # so that the collection below, 0.2 s otherwise, is of this test's objects alone
    gc.set_threshold(50_000, 20, 50)  # the program sets it, too
    errors = Errors()
    logging.getLogger().addHandler(errors)
    yield
    if "event_loop_policy" in request.fixturenames:
        gc.collect()  # a task tells of an exception that nobody has asked for as it is deleted
    logging.getLogger().removeHandler(errors)
    expected = [mark.args[0] for mark in request.node.iter_markers("logs")]
    others = [each for each in errors.logged if not any(text in each for text in expected)]
    assert not others, "logged as errors:\n" + "\n".join(others)
    for text in expected:
        assert any(text in each for each in errors.logged), f"nothing is logged about {text!r}"


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--renew"))


@pytest.fixture(autouse=True)
def at_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give advice all the time it takes, and do in this process what elsewhere takes its own.

    On a busy machine advice would come out rough. A process for a certificate costs 0.1 s of
    processor time, one for easy bots 0.07; the tests of both have them, and programs that tests
    start.
    """
    monkeypatch.setattr(advice, "SECONDS", None)
    monkeypatch.setattr(advice, "GLANCE", None)
    if "tests/net/secure" not in request.node.nodeid:
        monkeypatch.setattr(tls, "_made_apart", tls._made)
    if request.path.name not in ("test_bots.py", "test_local.py"):
        monkeypatch.setattr(bots, "Worker", NearWorker)
