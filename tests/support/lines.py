"""Random lines of dominoes, as long as the set allows."""

from itertools import pairwise
from random import Random

from core.pieces import HALVES


def random_line(rng: Random, length: int) -> tuple[tuple[int, int], ...]:
    """Lay up to `length` different tiles so that touching halves match, growing both ways."""
    left = list(HALVES)
    rng.shuffle(left)
    line = [left.pop()]
    while len(line) < length:
        ends = (line[0][0], line[-1][1])
        fitting = [tile for tile in left if {*tile} & {*ends}]
        if not fitting:
            break
        tile = fitting[0]
        left.remove(tile)
        if ends[1] in tile and (ends[0] not in tile or rng.random() < 0.5):
            line.append(tile if tile[0] == ends[1] else tile[::-1])
        else:
            line.insert(0, tile if tile[1] == ends[0] else tile[::-1])
    return tuple(line)


def whole_set(rng: Random) -> tuple[tuple[int, int], ...]:
    """Lay all 28 tiles in one line: each number stands on 8 halves, so there is a closed path."""
    ways = {n: [m for m in range(7) if m != n] for n in range(7)}
    for numbers in ways.values():
        rng.shuffle(numbers)
    path, walk = [rng.randrange(7)], []
    while path:  # Hierholzer: walk until stuck, then back out
        here = path[-1]
        if ways[here]:
            there = ways[here].pop()
            ways[there].remove(here)
            path.append(there)
        else:
            walk.append(path.pop())
    line = []
    doubles = set(range(7))
    for here, there in pairwise(walk):
        if here in doubles and rng.random() < 0.6:
            doubles.remove(here)
            line.append((here, here))
        line.append((here, there))
    last = walk[-1]
    if last in doubles:
        doubles.remove(last)
        line.append((last, last))
    for n in sorted(doubles):
        at = next(i for i, tile in enumerate(line) if tile[0] == n)
        line.insert(at, (n, n))
    return tuple(line)
