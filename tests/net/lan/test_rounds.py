"""Whom to ask next, however many shout: without a network, time by hand."""

from __future__ import annotations

from collections import Counter

from net.lan.rounds import LONGEST_PROBE_SECONDS, MAX_ADDRESSES, MAX_ADVERTS, PROBE_SECONDS, Rounds


class Asker:
    """Asks whoever is next, as often as allowed; only some answer."""

    def __init__(self, *answering: str) -> None:
        self.rounds = Rounds()
        self.answering = answering
        self.now = 0.0
        self.connections: list[tuple[float, str]] = []
        self.names: Counter[str] = Counter()
        self.silent: list[str] = []

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            while (advert := self.rounds.next(self.now)) is not None:
                self.names[advert.name] += 1
                self.connections += [(self.now, address) for address in advert.tries]
                there = next((at for at in advert.tries if at in self.answering), "")
                if self.rounds.answered(advert, there, self.now):
                    self.silent.append(advert.name)
            self.now += self.rounds.wait(self.now) or end - self.now

    def most_in_a_second(self) -> int:
        times = [time for time, _ in self.connections]
        return max(sum(start <= time < start + 1 for time in times) for start in times)


def test_a_table_is_asked_at_once_and_then_every_two_seconds() -> None:
    asker = Asker("10.0.0.1")
    asker.rounds.put("real", ["10.0.0.1"], 1, 0.0)
    asker.run(10 * PROBE_SECONDS)
    assert asker.connections[0][0] == 0.0
    assert asker.names["real"] == 10


def test_a_table_that_falls_silent_is_asked_once_more_everywhere_and_then_given_up() -> None:
    asker = Asker("10.0.0.2")
    asker.rounds.put("real", ["10.0.0.1", "10.0.0.2"], 1, 0.0)
    asker.run(1)
    asker.answering = ()
    asker.run(PROBE_SECONDS)
    assert [at for _, at in asker.connections[2:]] == ["10.0.0.2", "10.0.0.1", "10.0.0.2"]
    assert asker.silent == ["real"]


def test_a_table_is_asked_among_seventy_dead_ones_within_ten_seconds_and_again_and_again() -> None:
    asker = Asker("10.0.0.1")
    for number in range(70):
        asker.rounds.put(f"dead {number}", [f"10.0.1.{number}"], 1, 0.0)
    asker.rounds.put("real", ["10.0.0.1"], 1, 0.0)
    asker.run(10)
    assert asker.names["real"] >= 2
    asker.run(60)
    assert asker.names["real"] >= 30


def test_thousands_of_announcements_of_one_address_take_the_turns_of_one() -> None:
    asker = Asker("10.0.0.1")
    for number in range(2000):
        asker.rounds.put(f"dead {number}", ["10.0.1.1"], number + 1, 0.0)
    asker.rounds.put("real", ["10.0.0.1"], 1, 0.0)
    asker.run(1)
    assert asker.names["real"] == 1


def test_never_are_there_twenty_connections_in_a_second_whatever_is_announced() -> None:
    asker = Asker("10.0.1.1", "10.0.1.2")
    for number in range(500):
        addresses = [f"10.0.{number % 250}.{last}" for last in range(60)]
        asker.rounds.put(f"shouted {number}", addresses, 1, 0.0)
    asker.run(20)
    assert asker.most_in_a_second() < 20
    asker.rounds.put("again", ["10.0.0.9"], 1, asker.now)
    asker.run(1)
    assert max(Counter(asker.connections).values()) <= MAX_ADDRESSES


def test_the_most_crowded_place_gives_way_to_a_new_one() -> None:
    asker = Asker("10.9.9.9")
    gone = [
        asker.rounds.put(f"shouted {number}", [f"10.0.{number % 100}.1"], number, 0.0)
        for number in range(3 * MAX_ADVERTS)
    ]
    assert asker.rounds.put("real", ["10.9.9.9"], 1, 0.0) != "real"
    assert len([name for name in gone if name]) == 2 * MAX_ADVERTS
    asker.run(30)
    assert asker.names["real"] > 5


def test_a_dead_announcement_is_asked_less_and_less_often() -> None:
    asker = Asker()
    asker.rounds.put("dead", ["10.0.0.1"], 1, 0.0)
    asker.run(200)
    assert asker.names["dead"] < 200 / LONGEST_PROBE_SECONDS + 8
    asker.rounds.forget("dead")
    assert asker.rounds.next(asker.now + 100) is None
    assert asker.rounds.wait(asker.now) is None
