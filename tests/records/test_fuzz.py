"""Mangled lines, read and replayed: each is a record or a broken line with a sentence, never anything else."""

import json
import random

import pytest

import paiyou
from paiyou.records import BrokenLine, Forfeit, Record
from paiyou.records.summary import checked_lines
from positions import GAMES, TRICK_GAMES, reach

BATCH = 10_000
INTACT_EVERY = 20

ODD_VALUES = [
    *(None, True, False, 0, 1, -1, 3, 2**63, 2**64, -(2**70), 10**400, 0.5, -0.0, 1e308, float("inf"), float("nan")),
    *("", "pass", "bid 1", "expose none", "expose SQ HA", "33", "doudizhu", "mini-doudizhu:ranks=3", "x" * 5000),
    *("\x00", "\udc80", "\u2028", "\x1b[2J", "牌友"),
    *([], {}, [[]], [None], ["3", 4], [0, "3"], [[["3"]]], ["pass"] * 500, {"seat": 0}, {"payoffs": []}),
    *({"payoffs": [1, -1]}, {"payoffs": [0, 0, 0], "forfeit": {"seat": 9, "reason": "x"}}),
]
SNIPPETS = [
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\n", b"\r\n", b"[" * 3000, b'{"a":' * 3000, b"NaN", b"-Infinity", b"1e999"),
    *(b"9" * 5000, b'"', b"\\", b"\\ud800", b"}", b"]", b",", b", ", b'"seed": 1, ', b'"pass", ', b"true", b"null"),
]


def corpus():
    """One of everything: finished or not, with auctions, from given hands, forfeited, with notes."""
    lines = []
    for name in (*GAMES, *TRICK_GAMES):
        game = paiyou.game(name)
        for seed in range(6):
            state = reach(game, seed, 4 if seed == 0 else 2 if seed == 2 else 1000)
            said = {"seed": seed} | ({"agents": ["random"] * game.seats} if seed % 2 else {})
            if seed == 1:
                said |= {"times": [0.001] * len(state.history), "info": {"match": 7, "note": "牌友"}}
            if seed == 2:
                said |= {"forfeit": Forfeit(0, "too slow"), "payoffs": [0] * game.seats}
            lines.append(Record.of(game, state, **said).to_line())
    game = paiyou.game("doudizhu")
    given = {"hands": ["2A", "44", "56"], "turn": 1, "last": (0, "33"), "bottom": "2"}
    lines.append(Record.of(game, game.start(**given), **given).to_line())
    game = paiyou.game("gongzhu")
    given = {"hands": [["SQ", "H2"], ["S3", "H3"], ["S4", "H4"], ["S5", "HA"]], "turn": 2, "exposed": ["SQ"]}
    lines.append(Record.of(game, game.start(**given), **given).to_line())
    return lines


def change_value(rng, line):
    """A value somewhere in the object replaced by one of another kind, a key renamed, or one left out."""
    record = json.loads(line)
    place = record
    key = rng.choice(list(place))
    while isinstance(place[key], dict | list) and place[key] and rng.random() < 0.6:
        place = place[key]
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    kind = rng.randrange(4)
    if kind == 0:
        del place[key]
    elif kind == 1 and isinstance(place, dict):
        place[rng.choice(["", "Game", "seed", "hands", "turn", "redeal", "exposures", "x" * 200])] = place.pop(key)
    else:
        place[key] = rng.choice(ODD_VALUES)
    return json.dumps(record).encode()


def mangled(rng, lines):
    line = rng.choice(lines)
    kind = rng.randrange(5)
    if kind == 0:
        return change_value(rng, line)
    line = bytearray(line, "utf-8")
    if kind == 1:  # bytes flipped
        for _ in range(rng.randrange(1, 4)):
            line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
    elif kind == 2:  # cut at either end, or in the middle
        start, end = sorted((rng.randrange(len(line)), rng.randrange(len(line))))
        line = rng.choice([line[:end], line[start:], line[:start] + line[end:]])
    elif kind == 3:  # the beginning of one line and the end of another
        other = rng.choice(lines).encode()
        line = line[: rng.randrange(len(line))] + other[rng.randrange(len(other)) :]
    else:
        place = rng.randrange(len(line))
        line[place:place] = rng.choice(SNIPPETS)
    return bytes(line)


@pytest.mark.parametrize("batches", [1, pytest.param(10, marks=pytest.mark.long)])
def test_mangled_lines(batches, tmp_path):
    rng = random.Random(1)
    lines = corpus()
    path = tmp_path / "mangled.jsonl"
    records = broken = 0
    for _ in range(batches):
        text = b"".join(
            (mangled(rng, lines) if number % INTACT_EVERY else lines[number % len(lines)].encode()) + b"\n"
            for number in range(BATCH)
        )
        path.write_bytes(text)
        written = text.split(b"\n")
        found = list(checked_lines(path))
        # Every line that is not empty is reported, once, in order.
        assert [number for number, _ in found] == [number for number, line in enumerate(written, 1) if line.strip()]
        for number, line in found:
            if isinstance(line, Record):
                records += 1
                assert Record.from_line(line.to_line()) == line
            else:
                broken += 1
                assert isinstance(line, BrokenLine)
                assert line.number == number
                assert 8 < len(line.reason) < 600
                assert line.reason.isprintable()
                # What was written intact is not among them.
                assert written[number - 1].decode("utf-8", "replace") not in lines
    assert records + broken >= batches * BATCH
    assert records > batches * BATCH // INTACT_EVERY  # some mangling does no harm: a time, a name
    assert broken > batches * BATCH // 2
