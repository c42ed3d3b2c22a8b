"""The order of letting in and of turning away: without sockets, time by hand."""

from collections import Counter
from dataclasses import dataclass

import pytest

from net.host.admission import Admission, AdmissionLimits, group_of


@dataclass(eq=False)
class Stranger:
    address: str

    @property
    def group(self) -> str:
        return group_of(self.address)


@dataclass
class Crowd:
    """An admission and its time."""

    admission: Admission[Stranger]
    now: float = 100.0

    def arrive(self, address: str) -> Stranger:
        stranger = Stranger(address)
        if self.admission.arrive(stranger) is not stranger:
            self.admission.ready(stranger)
        return stranger

    def let_in(self, seconds: float) -> list[Stranger]:
        """Let in the connections that may come in within `seconds`."""
        end, inside = self.now + seconds, []
        while self.now <= end:
            while (stranger := self.admission.next(self.now)) is not None:
                inside.append(stranger)
            self.now += self.admission.wait(self.now) or seconds
        self.now = end
        return inside


def crowd_of(**crowd: float) -> Crowd:
    return Crowd(Admission(AdmissionLimits(**crowd)))


@pytest.mark.parametrize(
    "address, group",
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_ipv6_counts_by_its_network(address: str, group: str) -> None:
    assert group_of(address) == group


def test_addresses_take_turns() -> None:
    many = crowd_of(per_second=10)
    for _ in range(8):
        many.arrive("10.0.0.66")
    late = many.arrive("10.0.0.1")
    assert late in many.let_in(0.1)
    many.let_in(3)
    assert many.admission.wait(many.now) is None


def test_under_250_addresses_a_newcomer_waits_five_seconds_at_most() -> None:
    many = crowd_of()
    for number in range(250):
        many.arrive(f"10.0.1.{number}")
    ann = many.arrive("10.0.0.1")
    assert ann in many.let_in(5)


def test_one_address_has_so_many_at_the_door_and_no_more() -> None:
    many = crowd_of()
    for _ in range(8):
        assert many.admission.arrive(Stranger("10.0.0.66")) is None
    ninth = Stranger("10.0.0.66")
    assert many.admission.arrive(ninth) is ninth


def test_where_too_many_wait_the_newest_of_the_most_goes() -> None:
    many = crowd_of(waiting=10)
    first = [Stranger(f"10.0.0.{number}") for number in range(7)]
    crowd = [Stranger("10.0.0.66") for _ in range(3)]
    for stranger in (*first, *crowd):
        assert many.admission.arrive(stranger) is None
    assert many.admission.arrive(Stranger("10.0.0.99")) is crowd[-1]


def test_one_address_is_let_in_so_often_and_others_need_not_wait_for_it() -> None:
    many = crowd_of(per_address=100, arrivals_per_second=20, per_second=1000)
    for _ in range(60):
        many.arrive("10.0.0.66")
    assert Counter(stranger.address for stranger in many.let_in(1))["10.0.0.66"] <= 41
    ann = many.arrive("10.0.0.1")
    assert ann in many.let_in(0.01)


def test_inside_the_oldest_of_the_most_goes_and_addresses_of_players_stay() -> None:
    limits = AdmissionLimits(inside=4, per_address=3, per_second=1000)
    many = Crowd(Admission(limits, lambda: {"10.0.0.1"}))
    back = many.arrive("10.0.0.1")
    crowd = [many.arrive("10.0.0.66") for _ in range(3)]
    many.let_in(1)
    assert many.admission.surplus() is None
    eve = many.arrive("10.0.0.66")
    assert many.let_in(1) == [eve]
    assert many.admission.surplus() is crowd[0]
    many.admission.gone(crowd[0])
    assert many.admission.surplus() is None
    for number in range(10):
        many.arrive(f"10.0.1.{number}")
    many.let_in(5)
    for _ in range(10):
        loser = many.admission.surplus()
        assert loser is not None
        assert loser is not back
        many.admission.gone(loser)
    assert many.admission.surplus() is None


def test_everything_is_forgotten_in_time() -> None:
    many = crowd_of(per_second=1000)
    for number in range(200):
        many.arrive(f"10.0.1.{number}")
        for stranger in many.let_in(1):
            many.admission.gone(stranger)
    many.admission.tidy(many.now + 61)
    kept = {name: len(v) for name, v in vars(many.admission).items() if isinstance(v, dict) and v}
    assert kept == {}


def test_a_crowd_that_waits_does_not_keep_players_out() -> None:
    crowd = Crowd(Admission(AdmissionLimits(waiting=4), lambda: {"10.0.0.1"}))
    for number in range(4):
        crowd.arrive(f"10.0.2.{number}")
    player = crowd.arrive("10.0.0.1")
    assert player in crowd.let_in(1)
