"""Findings as people read them: whole sentences in both languages, and reports of them."""

import ast
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import net.doctor
from net.doctor.facts import (
    ConnectOutcome,
    Echo,
    Facts,
    Firewall,
    Interface,
    InterfaceKind,
    Multicast,
    PortCheck,
)
from net.doctor.judging import SAME_EVERYWHERE, Finding, Severity, fault
from tui.doctor.report import Report, as_json, printed, spoken
from tui.doctor.words import MACHINE, TARGET, say
from tui.language.text import use_language

WIFI = Interface("wlan0", "192.168.1.5", 24, InterfaceKind.LAN, multicast=True)

DEAF = Facts(
    interfaces=(WIFI,),
    default=WIFI.address,
    multicast=Multicast(echoes=(Echo(WIFI.address),)),
    port_check=PortCheck(4567, outcomes=((WIFI.address, ConnectOutcome.OPEN),)),
    firewalls=(Firewall("ufw"),),
)

WELL = replace(
    DEAF,
    firewalls=(),
    multicast=Multicast(echoes=(Echo(WIFI.address, heard=True),), others=("192.168.1.7",)),
)


def test_an_announcement_that_was_not_heard_is_no_promise_that_others_find_the_table() -> None:
    check = PortCheck(4567, True, outcomes=((WIFI.address, ConnectOutcome.OPEN),))
    unheard = Report(replace(WELL, port_check=check))
    assert any("was not heard announcing" in said.sentence for said in unheard.findings)
    assert "can find a table" not in unheard.heading
    heard = Report(replace(WELL, port_check=replace(check, announced=True)))
    assert "can find a table" in heard.heading


def judged() -> set[str]:
    """Every code that the judging gives, as its source has it."""
    found = set(SAME_EVERYWHERE.values())
    for path in Path(net.doctor.__path__[0]).glob("judging*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                *("fault", "warning", "fine"),
            ):
                parts = [node.args[0]]
                if isinstance(node.args[0], ast.IfExp):
                    parts = [node.args[0].body, node.args[0].orelse]
                found |= {part.value for part in parts if isinstance(part, ast.Constant)}
    return {code for code in found if isinstance(code, str)}


def test_every_finding_has_its_words_and_no_words_are_left_over() -> None:
    counted, unnamed = {"tables", "others_heard"}, {"mdns_taken_unnamed", "no_route_nowhere"}
    assert judged() - counted == set(MACHINE | TARGET) - unnamed


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("firewall", ["ufw", "firewalld", "nftables", "Windows", "macOS"])
def test_what_to_do_about_a_firewall_is_said_for_each(language: str, firewall: str) -> None:
    use_language(language)
    said = say(fault("firewall_port", firewall=firewall, port=4567))
    assert said.step
    assert not re.search(r"\{\w+\}", said.sentence + said.step)


@pytest.mark.parametrize(
    "n, said", [(1, "Слышен ещё 1 компьютер."), (3, "Слышны ещё 3 компьютера.")]
)
@pytest.mark.usefixtures("russian")
def test_computers_are_counted(n: int, said: str) -> None:
    assert say(Finding("others_heard", Severity.FINE, {"n": n})).sentence == said


def test_names_that_programs_choose_for_themselves_do_not_steer_the_terminal() -> None:
    said = say(fault("mdns_taken", programs="\x1b[31mevil\u202e"))
    assert said.sentence.endswith(": [31mevil.")


def test_a_report_begins_with_the_outcome_then_the_cause_and_ends_with_the_address() -> None:
    lines = printed(Report(DEAF)).splitlines()
    assert lines[0] == "Others cannot find or reach a table on this computer now."
    assert lines[2].startswith("✗ Announcements of tables go out on wlan0, but the firewall ufw")
    assert "  → sudo ufw allow 4567/tcp; sudo ufw allow 5353/udp" in lines
    assert lines[-1].endswith("kozyr join 192.168.1.5:4567")


def test_an_address_behind_a_closed_port_works_only_once_that_is_mended() -> None:
    assert "What always works for others on this network:" in printed(Report(DEAF))
    shut = PortCheck(outcomes=((WIFI.address, ConnectOutcome.TIMEOUT),))
    assert "Once that is fixed" in printed(Report(replace(DEAF, port_check=shut)))


def test_plain_mode_leaves_out_what_works_where_something_does_not() -> None:
    lines = list(spoken(Report(DEAF)))
    assert not any("would let people in" in line for line in lines)
    assert "Try: sudo ufw allow 4567/tcp; sudo ufw allow 5353/udp" in lines
    assert any("would let people in" in line for line in spoken(Report(WELL)))


@pytest.mark.usefixtures("russian")
def test_a_report_for_programs_has_the_same_codes_in_every_language() -> None:
    told = json.loads(json.dumps(as_json(Report(DEAF))))
    assert told["well"] is False
    assert told["address"] == "192.168.1.5:4567"
    assert told["findings"][0]["code"] == "mdns_blocked_by"
    assert told["findings"][0]["level"] == "fault"
    assert told["findings"][0]["step"] == "sudo ufw allow 4567/tcp; sudo ufw allow 5353/udp"
    assert told["facts"]["interfaces"][0]["address"] == "192.168.1.5"
    assert json.loads(json.dumps(as_json(Report(WELL))))["well"] is True
