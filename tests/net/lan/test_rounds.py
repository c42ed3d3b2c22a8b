"""The next host to ask, however many announce themselves: without a network, time by hand."""

from collections import Counter

from net.lan import rounds


class Asker:
    """Asks the next machine, as often as allowed; only some answer."""

    def __init__(self, *answering: str) -> None:
        self.rounds = rounds.Rounds()
        self.answering = answering
        self.now = 0.0
        self.connections: list[tuple[float, str]] = []
        self.names: Counter[str] = Counter()
        self.silent: list[str] = []

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            while (query := self.rounds.next(self.now)) is not None:
                self.names[query.advert.name] += 1
                self.connections += [(self.now, address) for address in query.addresses]
                there = next((at for at in query.addresses if at in self.answering), "")
                self.take(query, there)
            self.now += self.rounds.wait(self.now) or end - self.now

    def take(self, query: rounds.Query, address: str, took: float = 0.01) -> None:
        if self.rounds.answered(query, address, took, self.now):
            self.silent.append(query.advert.name)

    def ask(self, seconds: float = 0.0) -> rounds.Query:
        """Ask the next query, which no machine has answered yet."""
        self.now += seconds
        query = self.rounds.next(self.now)
        assert query is not None
        return query

    def most_in_a_second(self) -> int:
        times = [time for time, _ in self.connections]
        return max(sum(start <= time < start + 1 for time in times) for start in times)


def test_a_table_is_asked_at_once_and_then_every_two_seconds() -> None:
    asker = Asker("10.0.0.1")
    asker.rounds.put("real", ["10.0.0.1"], 1, 0.0)
    asker.run(10 * rounds.PROBE_SECONDS)
    assert asker.connections[0][0] == 0.0
    assert asker.names["real"] == 10


def test_a_table_that_falls_silent_is_asked_once_more_everywhere_and_then_given_up() -> None:
    asker = Asker("10.0.0.2")
    asker.rounds.put("real", ["10.0.0.1", "10.0.0.2"], 1, 0.0)
    asker.run(1)
    asker.answering = ()
    asker.run(rounds.PROBE_SECONDS)
    assert [at for _, at in asker.connections[2:]] == ["10.0.0.2", "10.0.0.2", "10.0.0.1"]
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
    assert max(Counter(asker.connections).values()) <= rounds.BURST


def test_the_most_crowded_place_gives_way_to_a_new_one() -> None:
    asker = Asker("10.9.9.9")
    gone = [
        asker.rounds.put(f"shouted {number}", [f"10.0.{number % 100}.1"], number, 0.0)
        for number in range(3 * rounds.MAX_ADVERTS)
    ]
    assert asker.rounds.put("real", ["10.9.9.9"], 1, 0.0) != "real"
    assert len([name for name in gone if name]) == 2 * rounds.MAX_ADVERTS
    asker.run(30)
    assert asker.names["real"] > 5


def test_a_dead_announcement_is_asked_less_and_less_often() -> None:
    asker = Asker()
    asker.rounds.put("dead", ["10.0.0.1"], 1, 0.0)
    asker.run(200)
    assert asker.names["dead"] < 200 / rounds.LONGEST_PROBE_SECONDS + 8
    asker.rounds.forget("dead")
    assert asker.rounds.next(asker.now + 100) is None
    assert asker.rounds.wait(asker.now) is None


MANY = [f"172.{number}.0.9" for number in range(17, 38)]
"""The bridges of a machine with Docker."""


def test_all_addresses_are_asked_however_many_and_none_waits_for_the_silence_of_another() -> None:
    asker = Asker()
    asker.rounds.put("real", [*MANY, "10.0.0.1"], 1, 0.0)
    first = asker.ask()
    assert first.addresses == tuple(MANY[: rounds.BURST])
    assert asker.rounds.next(0.0) is None, "never more than a few at once"
    asked = [first] + [asker.ask(rounds.STAGGER_SECONDS + 0.001) for _ in range(5)]
    assert [at for each in asked for at in each.addresses] == [*MANY, "10.0.0.1"]
    asker.take(asked[-1], "10.0.0.1")
    for each in asked[:-1]:
        asker.take(each, "")
    assert asker.ask(rounds.PROBE_SECONDS).addresses == ("10.0.0.1",)
    assert asker.silent == [], "the others are only bridges"


def test_it_is_undecided_until_the_last_address_has_been_silent() -> None:
    asker = Asker()
    assert not asker.rounds.undecided
    asker.rounds.put("dead", MANY[:6], 1, 0.0)
    first, second = asker.ask(), asker.ask(rounds.STAGGER_SECONDS + 0.001)
    asker.take(first, "")
    assert asker.rounds.undecided
    asker.take(second, "")
    assert not asker.rounds.undecided


def test_a_slow_table_has_the_time_it_needs_and_a_fast_one_soon_leaves_the_list() -> None:
    asker = Asker()
    asker.rounds.put("slow", ["10.0.0.1"], 1, 0.0)
    first = asker.ask()
    assert first.patience == rounds.MOST_PATIENCE
    asker.take(first, "10.0.0.1", took=1.8)
    slow = asker.ask(rounds.PROBE_SECONDS)
    assert 1.8 * 2 < slow.patience < rounds.MOST_PATIENCE
    asker.take(slow, "10.0.0.1", took=0.02)
    assert asker.ask(rounds.PROBE_SECONDS).patience == rounds.LEAST_PATIENCE


def test_what_was_asked_before_an_announcement_changed_counts_no_more() -> None:
    asker = Asker()
    asker.rounds.put("real", ["10.0.0.1"], 1, 0.0)
    before = asker.ask()
    asker.rounds.put("real", ["10.0.0.2"], 1, 0.0)
    after = asker.ask(1)
    asker.take(after, "10.0.0.2")
    asker.take(before, "")
    assert asker.silent == []
    assert asker.ask(rounds.PROBE_SECONDS).addresses == ("10.0.0.2",)
