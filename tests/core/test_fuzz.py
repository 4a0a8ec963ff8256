"""Mangled texts and specs: a clear ValueError of one line, or a value; never a crash, never a change.

A seventh of 100,000; all of them in the long form.
"""

import dataclasses
import random

import numpy as np
import pytest

import paiyou
from paiyou.games.climbing_spec import Score
from paiyou.games.game import Game
from paiyou.games.registry import game_spec
from positions import reach

LETTERS = "3456789TJQKA2BR" * 3 + "passbidcallrobdecline 0123:,=_-+.xyzé牌\x00\n\t'\"%{}\udc80"


@pytest.fixture(params=[1, pytest.param(7, marks=pytest.mark.long)], ids=["some", "many"])
def times(request):
    """How often the numbers below are tried."""
    return request.param


def mangled(rng, text):
    """A text with some characters dropped, doubled, swapped or replaced; sometimes nothing but noise."""
    if rng.random() < 0.1:
        return "".join(rng.choices(LETTERS, k=rng.randrange(0, 60)))
    characters = list(text)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(characters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            characters.insert(place, rng.choice(LETTERS))
        elif characters:
            place %= len(characters)
            if kind == 1:
                del characters[place]
            elif kind == 2:
                characters[place] = rng.choice(LETTERS)
            else:
                characters.append(characters[place])
    return "".join(characters)


def attempt(function, *arguments, **named):
    """The result, or None after a ValueError of one readable line. Anything else is a failure."""
    try:
        return function(*arguments, **named)
    except ValueError as error:
        message = str(error)
        assert 8 < len(message) < 600
        assert "\n" not in message
        return None


def test_mangled_moves(times):
    rng = random.Random(1)
    games = [paiyou.game(name) for name in ("doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "paodekuai")]
    accepted = 0
    for number in range(90 * times):
        game = games[number % len(games)]
        state = reach(game, number, rng.randrange(40))
        before, legal = state.copy(), state.moves()
        if not legal:
            continue
        for _ in range(100):
            text = mangled(rng, rng.choice(legal))
            trial = state.copy()
            attempt(trial.play, text)
            if trial != before:
                accepted += 1
                assert trial.history[-1][1] in legal
        assert state == before
    assert accepted > 15 * times  # a doubled swap or a change of order is still a move


def test_mangled_names_of_games_and_agents(times):
    rng = random.Random(2)
    names = [
        "doudizhu:douzero,bidding=123",
        "doudizhu:bidding=call-rob,max_same_kicker=1",
        "mini-doudizhu:ranks=3,hand=4",
        "zhengshangyou:zsy3_simple",
        "paodekuai:must_beat=off",
    ]
    game = paiyou.game("mini-doudizhu")
    for _ in range(1_500 * times):
        attempt(game_spec, mangled(rng, rng.choice(names)))
        attempt(paiyou.agent, mangled(rng, "random:seed=3"), game)


def test_mangled_starts(times):
    rng = random.Random(3)
    game = paiyou.game("doudizhu")
    for number in range(3_000 * times):
        state = game.deal(number % 50)
        hands = [mangled(rng, hand) if rng.random() < 0.5 else hand for hand in state.hands]
        if rng.random() < 0.1:
            hands = hands[: rng.randrange(4)]
        last = (rng.randrange(-1, 4), mangled(rng, "33")) if rng.random() < 0.3 else None
        started = attempt(game.start, hands, turn=rng.randrange(-1, 5), last=last, bottom=mangled(rng, state.bottom))
        if started is not None and not started.over:
            assert started.moves()


TABLE_FIELDS = [
    "cards",
    "group",
    "key",
    "power",
    "body",
    "stands_group",
    "stands_key",
    "body_cards",
    "body_last_only",
    "alias_action",
    "alias_group",
    "alias_key",
]
SPEC_FIELDS = {
    "seats": [-1, 0, 1, 2, 3, 4, 5, 99, "three", None],
    "hand_size": [-3, 0, 1, 5, 17, 18, 30, 2**40, None],
    "lead_card": [-5, 0, 2, 53, 54, 999],
    "pile": ["hidden", "landlord", "Landlord", "", None],
    "must_beat": [True, False, None, "x"],
    "symbols": ["", "34", "3456789TJQKA2BR", None, "三四五六七八九十甲乙丙丁戊BR", "33"],
    "score": [None, Score(kind="stakes"), Score(landlord_factor=-1), Score(unbeaten_bomb=10**9)],
    "teams": [(), (0, 0), (0, 1, 1), None],
}


def mangled_table(rng, table):
    name = rng.choice(TABLE_FIELDS)
    column = getattr(table, name).copy()
    kind = rng.randrange(3)
    if kind == 0 or not len(column):
        column = column[: rng.randrange(len(column) + 1)]
    elif kind == 1:
        column[rng.randrange(len(column))] = rng.choice([0, 1, np.iinfo(np.int16).max % (int(column.max()) + 2)])
    else:
        rng.shuffle(column)
    return dataclasses.replace(table, **{name: column})


@pytest.mark.parametrize("name", ["mini-doudizhu:ranks=2,hand=3", "zhengshangyou", "doudizhu:bidding=call-rob"])
def test_mangled_specs(name, times):
    rng = random.Random(4)
    spec = game_spec(name)
    refused = made = 0
    for _ in range(times * (450 if len(spec.table) < 1_000 else 40)):
        if rng.random() < 0.7:
            changed = {"table": mangled_table(rng, spec.table)}
        else:
            field = rng.choice(list(SPEC_FIELDS))
            changed = {field: rng.choice(SPEC_FIELDS[field])}
        core = attempt(lambda changed=changed: Game(dataclasses.replace(spec, **changed)).core)
        if core is None:
            refused += 1
        else:
            made += 1
            core.playouts(20, 1)
    assert refused > 10 * times
    assert made > 2 * times


def test_mangled_auctions(times):
    rng = random.Random(5)
    spec = game_spec("doudizhu:bidding=123")
    auction = spec.auction
    for _ in range(20 * times):
        steps = [dict(options) for options in auction.steps]
        node = rng.randrange(len(steps))
        call = rng.choice(list(steps[node]))
        value = rng.choice([-1, 0, 1, 3, 64, 200, 300])
        steps[node][call] = dataclasses.replace(steps[node][call], **{rng.choice(["next", "landlord", "stake"]): value})
        changed = dataclasses.replace(auction, steps=tuple(steps))
        core = attempt(lambda changed=changed: Game(dataclasses.replace(spec, auction=changed)).core)
        if core is not None:
            core.playouts(20, 1)
