"""The terminal in the page is the one whose versions and sums are listed beside its license."""

import re
from hashlib import sha256
from importlib.resources import files

STATIC = files("net.guests.web").joinpath("static")
VENDORED = re.compile(r"(xterm|addon).*\.(mjs|css)")


def test_every_vendored_file_is_of_a_named_version_and_has_its_sum() -> None:
    lines = STATIC.joinpath("xterm-VERSIONS.txt").read_text("utf-8").splitlines()
    version, sums = "", {}
    for line in lines[1:]:
        if line.startswith("# "):
            assert re.fullmatch(r"# @xterm/[a-z-]+ \d+\.\d+\.\d+", line)
            version = line
        else:
            assert version
            value, name = line.split("  ")
            sums[name] = value
    vendored = [each for each in STATIC.iterdir() if VENDORED.fullmatch(each.name)]
    assert sums == {each.name: sha256(each.read_bytes()).hexdigest() for each in vendored}
