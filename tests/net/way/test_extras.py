"""The command that installs an extra, for each tool that may have installed Kozyr."""

import sys
from pathlib import Path

import pytest

from net.way.gateways import how_to_install


def test_with_pip_it_is_the_python_that_runs_kozyr(tmp_path: Path) -> None:
    assert how_to_install("web", "aiohttp", tmp_path).endswith(" -m pip install 'kozyr[web]'")
    assert sys.executable in how_to_install("web", "aiohttp", tmp_path)


def test_with_pipx_the_packages_are_put_in(tmp_path: Path) -> None:
    (tmp_path / "pipx_metadata.json").write_text("{}")
    assert how_to_install("web", "aiohttp", tmp_path) == "pipx inject kozyr aiohttp"


@pytest.mark.parametrize(
    "receipt, command",
    [
        (
            '[tool]\nrequirements = [{ name = "kozyr", directory = "/a b/kozyr" }]',
            "uv tool install '/a b/kozyr[web]'",
        ),
        ('[tool]\nrequirements = [{ name = "kozyr" }]', "uv tool install 'kozyr[web]'"),
        ("not = a = receipt", "uv tool install 'kozyr[web]'"),
    ],
    ids=["a checkout", "an index", "damaged"],
)
def test_with_uv_it_is_installed_anew_from_the_same_place(
    tmp_path: Path, receipt: str, command: str
) -> None:
    (tmp_path / "uv-receipt.toml").write_text(receipt)
    assert how_to_install("web", "aiohttp", tmp_path) == command
