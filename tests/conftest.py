"""What every test may use: the flag that renews golden files, examples without a time limit."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests.support.matches import samples

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


def pytest_collection_finish() -> None:
    """Look for no garbage among the tests themselves: that took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--renew"))


@pytest.fixture(autouse=True)
def unhurried_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give advice all the time it takes: on a busy machine it would come out rough."""
    monkeypatch.setattr("core.advice.SECONDS", None)
    monkeypatch.setattr("core.advice.GLANCE", None)
