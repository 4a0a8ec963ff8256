"""A record as a line: what is written is read back, and a line that says something odd is refused with a sentence."""

import json
import pickle
import random

import pytest

import paiyou
from paiyou.records import Forfeit, Record, Result
from positions import GAMES, TRICK_GAMES, reach

EVERY_GAME = [*GAMES, *TRICK_GAMES]

LINE = {
    "paiyou": 1,
    "game": "mini-doudizhu",
    "seed": 7,
    "moves": ["3"],
    "agents": ["random", "random"],
    "times": [0.5],
    "result": None,
}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_game_comes_back_from_its_line(name):
    game = paiyou.game(name)
    rng = random.Random(name)
    for seed in range(40):
        state = reach(game, seed, rng.choice([0, 3, 1000]))
        record = Record.of(
            game,
            state,
            seed=seed,
            agents=["random", "牌友", "a: 'b'", ""][: game.seats],
            times=[rng.random() for _ in state.history],
            info={"match": "牌友", "deal": seed, "share": 0.25},
        )
        line = record.to_line()
        assert "\n" not in line
        again = Record.from_line(line)
        assert again == record
        assert again.to_line() == line
        assert pickle.loads(pickle.dumps(again)) == record
        assert again.replay().state == state
        assert (again.result is None) == (not state.over)


def test_the_auction_and_the_card_play_are_kept_apart():
    game = paiyou.game("doudizhu:bidding=123")
    redeals = 0
    for seed in range(60):
        state = reach(game, seed, 1000)
        record = Record.of(game, state, seed=seed)
        assert [*record.auction, *record.moves] == [move for _, move in state.history]
        assert record.auction
        assert all(call.startswith("bid") for call in record.auction)
        assert not any(move.startswith("bid") for move in record.moves)
        assert record.result.redeal == state.redeal
        redeals += record.result.redeal
    assert redeals


def test_a_game_from_given_hands():
    game = paiyou.game("doudizhu")
    given = {"hands": ["2A", "44", "56"], "turn": 1, "last": (0, "33"), "bottom": "2"}
    state = game.start(**given)
    state.play("44")
    record = Record.of(game, state, **given)
    assert json.loads(record.to_line())["last"] == [0, "33"]
    again = Record.from_line(record.to_line())
    assert again == record
    assert again.replay().state == state
    assert state.over


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_every_game_as_starts(name):
    """The hands of a game in progress are the start of another: with the auction or without, whoever is to move."""
    game = paiyou.game(name)
    rng = random.Random(name)
    played = 0
    for seed in range(30):
        middle = reach(game, seed, rng.randrange(12))
        if middle.over or (middle.landlord or 0) != 0:
            continue
        given = {"hands": middle.hands, "turn": middle.turn} | ({"last": middle.last} if middle.last else {})
        try:
            state = game.start(**given)
        except ValueError:
            continue  # where beating is a duty, not every position can be a start
        while not state.over:
            state.play(rng.choice(state.moves()))
        record = Record.from_line(Record.of(game, state, **given).to_line())
        assert record.replay().state == state
        played += 1
    assert played >= 5


def test_tricks_from_given_hands():
    game = paiyou.game("gongzhu")
    given = {"hands": [["SQ", "H2"], ["S3", "H3"], ["S4", "H4"], ["S5", "HA"]], "turn": 2, "exposed": ["SQ"]}
    state = game.start(**given)
    for move in ("S4", "S5", "SQ", "S3"):
        state.play(move)
    record = Record.from_line(Record.of(game, state, **given).to_line())
    assert record == Record.of(game, state, **given)
    assert record.exposures == ()
    assert record.replay().state == state


def test_the_exposures_and_the_tricks_are_kept_apart():
    game = paiyou.game("gongzhu")
    exposing = 0
    for seed in range(40):
        state = reach(game, seed, 1000)
        record = Record.of(game, state, seed=seed)
        assert [*record.exposures, *record.moves] == [move for _, move in state.history]
        assert (len(record.exposures), len(record.moves)) == (4, 52)
        assert all(move.startswith("expose ") for move in record.exposures)
        exposing += record.exposures != ("expose none",) * 4
    assert exposing


def test_a_line_says_only_what_there_is_to_say():
    game = paiyou.game("mini-doudizhu")
    record = Record.of(game, game.deal(7), seed=7)
    said = '"game": "mini-doudizhu", "version": 1, "seed": 7, "moves": [], "result": null'
    assert record.to_line() == f'{{"paiyou": 1, {said}}}'


def test_times_are_kept_to_the_microsecond():
    game = paiyou.game("mini-doudizhu")
    state = reach(game, 7, 1)
    assert Record.of(game, state, seed=7, times=[0.12345678]).times == (0.123457,)


def test_a_forfeit():
    game = paiyou.game("doudizhu")
    state = reach(game, 7, 5)
    forfeit = Forfeit.because(1, RuntimeError("out of\nmemory \x1b[31m\udc80" + "x" * 1000))
    assert forfeit.reason.startswith("RuntimeError: out of memory ?[31m?xxx")
    assert len(forfeit.reason) == 300
    # The decision that failed took time too.
    record = Record.of(game, state, seed=7, times=[0.1] * 6, forfeit=forfeit, payoffs=[2, -4, 2])
    assert record.result == Result((2, -4, 2), forfeit=forfeit)
    again = Record.from_line(record.to_line())
    assert again == record
    assert again.replay().state == state


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "a seed or with hands"),
        ({"seed": 1, "hands": ["3", "4"]}, "one of the two"),
        ({"seed": 1, "turn": 0}, "turn goes with hands"),
        ({"seed": 1, "agents": "random"}, "agents must be a list"),
        ({"hands": "34"}, "hands must be a list"),
        ({"seed": 1, "times": [1]}, "each of the 0 decisions, not 1"),
        ({"seed": 1, "payoffs": [1, -1]}, "go together"),
        ({"seed": 1, "forfeit": Forfeit(0, "slow")}, "go together"),
        ({"seed": 1, "info": {"when": None}}, r"info\['when'\] must be a number, not null"),
        ({"seed": 1, "info": {1: 2}}, "a key of info must be a string"),
    ],
)
def test_what_cannot_be_recorded(arguments, words):
    game = paiyou.game("mini-doudizhu")
    with pytest.raises(ValueError, match=words):
        Record.of(game, game.deal(1), **arguments)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"paiyou": 2}, "version 2; this Paiyou reads version 1"),
        ({"paiyou": 0}, "no version 0"),
        ({"paiyou": True}, "paiyou must be a whole number, not true"),
        ({"paiyou": "1"}, "paiyou must be a whole number, not the string '1'"),
        ({"agent": []}, "unknown key of a record 'agent': did you mean agents"),
        ({"game": None}, "game must be a string, not null"),
        ({"seed": True}, "seed must be a whole number, not true"),
        ({"seed": 7.0}, "seed must be a whole number, not the number 7.0"),
        ({"seed": 2**64}, "at most 64 bits"),
        ({"hands": ["3", "4"]}, "one of the two"),
        ({"last": [0, "3"]}, "last goes with hands"),
        ({"seed": None}, "a seed or with hands"),
        ({"seed": None, "hands": [["S3"], 4]}, r"hands\[1\] must be a string, not the number 4"),
        ({"seed": None, "hands": ["3", "4"], "last": ["3"]}, "last must be a seat and its move"),
        ({"seed": None, "hands": ["3", "4"], "last": [True, "3"]}, r"last\[0\] must be a whole number"),
        ({"seed": None, "hands": ["3", "4"], "turn": "0"}, "turn must be a whole number"),
        ({"seed": None, "hands": ["3", "4"], "bottom": 3}, "bottom must be a string, not the number 3"),
        ({"seed": None, "hands": ["3", "4"], "exposed": "SQ"}, "exposed must be a list, not the string 'SQ'"),
        ({"moves": "3"}, "moves must be a list, not the string '3'"),
        ({"moves": [3]}, r"moves\[0\] must be a string, not the number 3"),
        ({"exposed": ["SQ"]}, "exposed goes with hands"),
        ({"auction": {}}, "auction must be a list, not an object"),
        ({"agents": ["a", None]}, r"agents\[1\] must be a string, not null"),
        ({"agents": ["a", "\x1b[2J"]}, r"agents\[1\] must be a string of printable characters"),
        ({"agents": ["a", "\udc80"]}, "printable"),
        ({"times": [0.1, 0.2]}, "each of the 1 decisions, not 2"),
        ({"times": [-1]}, r"times\[0\] must be seconds, 0 or more"),
        ({"times": ["fast"]}, r"times\[0\] must be a number"),
        ({"times": [float("nan")]}, "NaN is not a number of JSON"),
        ({"result": {}}, "result lacks the key payoffs"),
        ({"result": [1, -1]}, "result must be an object, not a list"),
        ({"result": {"payoffs": [True, False]}}, r"payoffs\[0\] must be a number, not true"),
        ({"result": {"payoffs": [1e300, 0]}}, "at most 64 bits"),
        ({"result": {"payoffs": [1, -1], "redeal": 1}}, "redeal must be true or false"),
        ({"result": {"payoffs": [1, -1], "winner": 0}}, "unknown key of result 'winner'"),
        ({"result": {"payoffs": [1, -1], "forfeit": {"seat": 1}}}, "forfeit lacks the key reason"),
        ({"result": {"payoffs": [1, -1], "forfeit": {"seat": "x", "reason": "y"}}}, "forfeit.seat must be"),
        ({"info": {"a": {"b": 1}}}, r"info\['a'\] must be a number, not an object"),
        ({"info": {"k" * 9999: None}}, r"info\['k{40}\.\.\.'\] must be a number"),
        ({"info": []}, "info must be an object, not a list"),
    ],
)
def test_a_line_with_something_wrong(changed, words):
    assert Record.from_line(json.dumps(LINE)).seed == 7
    with pytest.raises(ValueError, match=words) as caught:
        Record.from_line(json.dumps(LINE | changed))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("key", ["paiyou", "game", "seed", "moves", "result"])
def test_a_line_that_lacks_something(key):
    with pytest.raises(ValueError, match="version" if key == "paiyou" else key):
        Record.from_line(json.dumps({name: value for name, value in LINE.items() if name != key}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "breaks off after 0 characters"),
        ("nonsense", "not JSON from character 1 on, 'nonsense'"),
        ("[1]", "a record is a JSON object, {...}, not a list"),
        ('{"paiyou": 1, "game": "doud', "breaks off after 27 characters"),
        ('{"paiyou": 1, "moves": [', "breaks off after 24 characters"),
        ('{"paiyou": 1, "paiyou": 1}', "the key 'paiyou' is given twice"),
        ('{"paiyou": 1, "info": {"a": 1, "a": 2}}', "the key 'a' is given twice"),
        ('{"paiyou": 1, "seed": Infinity}', "Infinity is not a number"),
        ('{"paiyou": 1, "seed": ' + "9" * 5000 + "}", "is too large"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 200_000, "nested too deeply"),
        ('{"paiyou": 1} {}', "not JSON from character 15 on"),
        ('{"paiyou": 1, "game": "a\x00b"}', "not JSON"),
    ],
)
def test_a_line_that_is_no_record_at_all(text, words):
    with pytest.raises(ValueError, match=words) as caught:
        Record.from_line(text)
    assert len(str(caught.value).splitlines()) == 1
