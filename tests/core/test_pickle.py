"""States, views and games pickle: the same comes back, and a view's pickle holds nothing the seat may not know."""

import copy
import os
import pickle
import random
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paiyou
from paiyou.games import pickling, registry
from paiyou.games.game import Game
from paiyou.games.registry import game_infos, game_spec
from positions import GAMES as CLIMBING
from positions import TRICK_GAMES, reach

STARTS = [
    ("doudizhu", {"hands": ["34567", "45", "36677"], "turn": 1, "last": (0, "5")}),
    ("doudizhu", {"hands": ["34567", "4555", "36677"], "turn": 2, "last": (0, "8888")}),
    ("doudizhu", {"hands": ["3345", "6", "78"], "bottom": "35R"}),
    ("doudizhu:bidding=123", {"hands": ["3355", "789T", "358"], "bottom": "35B"}),
    (
        "doudizhu:bidding=123",
        {"hands": ["33334444555566667"[:17], "7778888999TTTTJJJ", "QQQQKKKKAAAA2222J"], "turn": 1},
    ),
    ("zhengshangyou", {"hands": ["34", "5", "6677"], "turn": 2}),
    ("paodekuai", {"hands": ["34", "5", "6677"], "turn": 2, "last": (1, "6")}),
    ("mini-doudizhu", {"hands": ["34", "56"], "bottom": "35"}),
    ("gongzhu", {"hands": ["SQ H2", "C2 H3", "D4 D5", "DJ CT"], "turn": 1, "exposed": "SQ"}),
    ("gongzhu", {"hands": ["SQ H2", "C2 H3", "D4 D5", "DJ"], "turn": 0, "last": (3, "CT")}),
    ("four-card", {"hands": ["H4 H6", "S2 D6"], "turn": 1}),
]


def variants():
    """Every game with every preset and every value of every option."""
    for name, entry in game_infos().items():
        yield name
        yield from (f"{name}:{preset}" for preset in entry.presets[1:])
        for option, what in entry.options.items():
            for value in what.choices or {bool: ("on", "off"), int: ("3",)}[what.kind]:
                yield f"{name}:{option}={value}" + (",bidding=123" if option == "multi_round" else "")


def again(value, protocol=None):
    return pickle.loads(pickle.dumps(value, protocol))


def walk(state, seed):
    """The state and all that follow in one random game."""
    rng, state = random.Random(seed), state.copy()
    while True:
        yield state
        if state.over:
            return
        state.play(rng.choice(state.moves()))


def assert_same_state(twin, state):
    assert twin is not state
    assert type(twin) is type(state)
    assert twin == state
    assert twin.key == state.key
    assert repr(twin) == repr(state)
    for name in dir(state):
        value = getattr(state, name)
        if not name.startswith("_") and not callable(value):
            assert getattr(twin, name) == value, name
    seats = range(len(state.hands))
    assert [twin.cards(seat) for seat in seats] == [state.cards(seat) for seat in seats]
    assert twin.moves() == state.moves()
    assert twin.rewound() == state.rewound()
    assert [twin.view(seat) for seat in seats] == [state.view(seat) for seat in seats]


def assert_same_view(twin, view):
    assert type(twin) is type(view)
    assert twin == view
    assert hash(twin) == hash(view)
    assert twin.key == view.key
    assert repr(twin) == repr(view)
    for name in dir(view):
        value = getattr(view, name)
        if not name.startswith("_") and not callable(value):
            assert getattr(twin, name) == value, name
    assert twin.moves() == view.moves()
    # The same deal for every seed: draws are as uniform as before.
    assert all(twin.sample(seed) == view.sample(seed) for seed in range(3))


@pytest.mark.parametrize("name", list(variants()))
def test_states_and_views_of_every_variant_in_every_phase(name):
    game = paiyou.game(name)
    for state in walk(game.deal(7), 7):
        assert again(state) == state
        for seat in range(game.seats):
            assert again(state.view(seat)) == state.view(seat)
    assert_same_state(again(state), state)
    assert again(state).payoffs == state.payoffs


@pytest.mark.parametrize("name", [*CLIMBING, *TRICK_GAMES])
@settings(max_examples=12)
@given(seed=st.integers(0, 2**64 - 1), plies=st.integers(0, 120), protocol=st.integers(2, pickle.HIGHEST_PROTOCOL))
def test_what_comes_back_is_the_same_in_all_it_says(name, seed, plies, protocol):
    game = paiyou.game(name)
    state = reach(game, seed, plies)
    assert_same_state(again(state, protocol), state)
    for seat in range(game.seats):
        assert_same_view(again(state.view(seat), protocol), state.view(seat))


def test_everybody_declined():
    game = paiyou.game("doudizhu:bidding=123")
    state = game.deal(3)
    while not state.over:
        state.play("bid 0")
    assert state.redeal
    assert_same_state(again(state), state)
    for seat in range(3):
        assert_same_view(again(state.view(seat)), state.view(seat))


@pytest.mark.parametrize(("name", "arguments"), STARTS)
def test_games_from_given_hands(name, arguments):
    game = paiyou.game(name)
    for seed in range(5):
        for state in walk(game.start(**arguments), seed):
            assert_same_state(again(state), state)
            for seat in range(game.seats):
                assert_same_view(again(state.view(seat)), state.view(seat))


@pytest.mark.parametrize("name", [*CLIMBING, *TRICK_GAMES])
def test_a_view_says_nothing_of_hidden_cards(name):
    # The same bytes whatever the others hold: nothing in them can depend on it.
    game = paiyou.game(name)
    for seed in range(8):
        state = reach(game, seed, 4 * seed)
        for seat in range(game.seats):
            view = state.view(seat)
            pickled, shown = pickle.dumps(view), repr(view)
            for other in range(6):
                elsewhere = view.sample(other).view(seat)
                assert pickle.dumps(elsewhere) == pickled
                assert repr(elsewhere) == shown


@pytest.mark.parametrize("name", ["doudizhu", "paodekuai", "gongzhu"])
def test_a_sample_of_a_view_pickles(name):
    game = paiyou.game(name)
    for seed in range(10):
        state = reach(game, seed, 3 * seed)
        sample = again(state.view(1)).sample(seed)
        assert_same_state(again(sample), sample)


def test_one_that_came_back_goes_its_own_way():
    state = paiyou.game("doudizhu").deal(1)
    twin = again(state)
    twin.play(twin.moves()[0])
    assert state.history == []
    assert twin != state


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_a_game_that_is_not_listed_brings_its_spec(name):
    game = Game(replace(game_spec(name), name="my own", title="my own"))
    state = reach(game, 1, 20)
    view = state.view(0)
    both, twin, seen = again((game, state, view))
    assert both == game
    assert both.core is game.core
    assert_same_state(twin, state)
    assert_same_view(seen, view)


def test_games_are_equal_where_all_they_say_is_alike():
    spec = game_spec("doudizhu")
    game, twin = Game(replace(spec)), Game(replace(spec))
    assert game == twin == paiyou.game("doudizhu")
    assert len({game, twin}) == 1
    assert game.deal(1) == twin.deal(1) == paiyou.game("doudizhu").deal(1)
    assert again(game) is paiyou.game("doudizhu")
    for other in (replace(spec, title="another"), replace(spec, hand_size=16), game_spec("doudizhu:douzero")):
        assert Game(other) != game
        assert Game(other).deal(1) != game.deal(1)
        assert Game(other).deal(1).view(0) != game.deal(1).view(0)
    assert game != "doudizhu"


def test_the_compiled_game_and_many_states_share_one_game():
    game = paiyou.game("gongzhu")
    assert again(game.core) is copy.copy(game.core) is copy.deepcopy(game.core) is game.core
    assert repr(game.core) == "<compiled game gongzhu>"
    own = Game(replace(game_spec("doudizhu"), title="my own"))
    states = [own.deal(seed) for seed in range(20)]
    assert len(pickle.dumps(states)) < len(pickle.dumps(states[0])) + 20 * 1000
    assert again(states) == states


def test_another_format_is_refused(monkeypatch):
    state = paiyou.game("doudizhu").deal(1)
    pickles = [pickle.dumps(thing) for thing in (state, state.view(0), paiyou.game("doudizhu"))]
    monkeypatch.setattr(pickling, "FORMAT", 99)
    for pickled in pickles:
        with pytest.raises(ValueError, match="pickled by another version of Paiyou, in format 1; this one reads 99"):
            pickle.loads(pickled)


def test_another_version_of_the_rules_is_refused(monkeypatch):
    state = paiyou.game("gongzhu").deal(1)
    pickles = [pickle.dumps(thing) for thing in (state, state.view(0), paiyou.game("gongzhu"))]
    monkeypatch.setattr(registry, "game", lambda name: Game(replace(game_spec(name), version=2)))
    for pickled in pickles:
        with pytest.raises(ValueError, match="under version 1 of the rules of gongzhu; here they are of version 2"):
            pickle.loads(pickled)


def damaged(saved):
    """What was saved, one thing wrong at a time."""
    yield {}
    for name, value in saved.items():
        yield {key: other for key, other in saved.items() if key != name}
        if name != "dealt":
            yield {**saved, name: object()}
            yield {**saved, name: -1}
            yield {**saved, name: 99}
        if isinstance(value, list):
            yield {**saved, name: [*value, value[0]] if value else [0]}
    yield {**saved, "history": [(0, "no such move")]}
    yield {**saved, "history": [*saved["history"][1:], saved["history"][0]]}


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "gongzhu"])
def test_what_is_damaged_is_refused(name):
    game = paiyou.game(name)
    state = reach(game, 5, 12)
    for thing in (state, state.view(1)):
        core, saved = thing.__getstate__()
        for wrong in damaged(saved):
            if wrong == saved:
                continue
            with pytest.raises(ValueError, match="this pickle is damaged"):
                type(thing).__new__(type(thing)).__setstate__((core, wrong))
        for wrong in ((), (core,), (saved, core), (None, saved), (paiyou.game("four-card"), saved)):
            with pytest.raises(ValueError, match="this pickle is damaged"):
                type(thing).__new__(type(thing)).__setstate__(wrong)


def changed(value, rng):
    """A value with something in it a little otherwise."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, 0, 255, 256, 2**63, 2**64, -1])
    if isinstance(value, str):
        place = rng.randrange(len(value)) if value else 0
        return rng.choice([value[:place] + value[place + 1 :], value + value[:1], value[:place] + "A", "3"])
    if isinstance(value, list | tuple) and value:
        items = list(value)
        place = rng.randrange(len(items))
        items[place : place + 1] = rng.choice([[changed(items[place], rng)], [], [items[place]] * 2])
        return type(value)(items)
    return rng.choice([0, 1, "3", "33"])


@pytest.mark.parametrize("name", ["doudizhu:bidding=123", "paodekuai", "mini-doudizhu", "gongzhu", "four-card"])
def test_what_is_damaged_is_refused_or_does_no_harm(name):
    game, rng = paiyou.game(name), random.Random(1)
    for seed in range(150):
        state = reach(game, seed, rng.randrange(40))
        thing = rng.choice([state, state.view(seed % game.seats)])
        core, saved = thing.__getstate__()
        for _ in range(rng.choice([1, 2])):
            field = rng.choice(list(saved))
            saved = {**saved, field: changed(saved[field], rng)}
        twin = type(thing).__new__(type(thing))
        try:
            twin.__setstate__((core, saved))
        except ValueError:
            continue
        views = [twin]
        if thing is state:
            *_, last = walk(twin, seed)
            assert last.over
            views = [twin.view(seat) for seat in range(game.seats)]
        for view in views:
            if name != "paodekuai":  # where passes deny combos, and no deal may be left
                assert view.sample(seed).view(view.seat).hand == view.hand


@pytest.mark.parametrize(("name", "plies"), [("doudizhu", 0), ("doudizhu", 9), ("doudizhu:bidding=123", 0)])
def test_open_cards_are_those_that_the_landlord_took(name, plies):
    """A state that says otherwise would have its views deal cards that nobody holds."""
    state = reach(paiyou.game(name), 5, plies)
    core, saved = state.__getstate__()
    for wrong in ("BRA", "3333", "2222AAAAKKKK", "B", "34", ""):
        assert wrong != saved["open"]
        with pytest.raises(ValueError, match="this pickle is damaged"):
            type(state).__new__(type(state)).__setstate__((core, {**saved, "open": wrong}))


@pytest.mark.parametrize(("name", "plies"), [("doudizhu", 9), ("doudizhu:bidding=123", 12), ("mini-doudizhu", 2)])
def test_no_more_is_left_over_than_the_deal_leaves(name, plies):
    state = reach(paiyou.game(name), 5, plies)
    for thing in (state, state.view(0), state.view(1)):
        core, saved = thing.__getstate__()
        for wrong in ("33445", "BR456"):
            with pytest.raises(ValueError, match="this pickle is damaged"):
                type(thing).__new__(type(thing)).__setstate__((core, {**saved, "pile": wrong}))


CARRY = """
import pickle, sys
import paiyou
things = pickle.load(sys.stdin.buffer)
again = [(thing, thing.sample(5)) if hasattr(thing, "sample") else (thing, thing.copy()) for thing in things]
sys.stdout.buffer.write(pickle.dumps(again))
"""


@pytest.mark.parametrize("core", ["portable", ""])
def test_pickles_go_from_process_to_process_and_from_build_to_build(core):
    things = []
    own = Game(replace(game_spec("mini-doudizhu"), name="my own"))
    for game in (paiyou.game("doudizhu:bidding=123"), paiyou.game("paodekuai"), paiyou.game("gongzhu"), own):
        for plies in (0, 2, 9):
            state = reach(game, 3, plies)
            things += [state, *(state.view(seat) for seat in range(game.seats))]
    answer = subprocess.run(
        [sys.executable, "-c", CARRY],
        input=pickle.dumps(things),
        stdout=subprocess.PIPE,
        env={**os.environ, "PAIYOU_CORE": core},
        check=True,
    ).stdout
    expected = [(thing, thing.sample(5) if hasattr(thing, "sample") else thing) for thing in things]
    assert pickle.loads(answer) == expected
