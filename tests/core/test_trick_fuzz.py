"""Mangled moves, starts and specs of trick games: a clear ValueError of one line, or a value; never a crash."""

import dataclasses
import random

import pytest

import paiyou
from core.test_fuzz import attempt, mangled
from paiyou.games.game import Game
from paiyou.games.registry import game_spec
from paiyou.games.trick_spec import Exposure, TrickScore
from positions import reach


def test_mangled_moves():
    rng = random.Random(1)
    games = [paiyou.game(name) for name in ("gongzhu", "gongzhu:must_lead_c2=on", "four-card")]
    for number in range(300):
        state = reach(games[number % len(games)], number, rng.randrange(56))
        before, legal = state.copy(), state.moves()
        for _ in range(100 if legal else 0):
            trial = state.copy()
            attempt(trial.play, mangled(rng, rng.choice(legal)))
            if trial != before:
                assert trial.history[-1][1] in legal
        assert state == before


def test_mangled_starts():
    rng = random.Random(2)
    game = paiyou.game("gongzhu")
    started = 0
    for number in range(10_000):
        size = rng.choice([1, 2, 13])
        hands = [hand[:size] for hand in game.deal(number % 50).hands]
        if rng.random() < 0.4:
            seat = rng.randrange(4)
            hands[seat] = rng.choice([mangled(rng, " ".join(hands[seat])), hands[seat][1:], [*hands[seat], "SQ"], None])
        last = (rng.randrange(-1, 5), mangled(rng, "SA")) if rng.random() < 0.3 else None
        exposed = rng.choice([None, [], ["SQ"], ["SQ", "HA"], ["S2"], "SQ", [3]])
        bottom = rng.choice(["", "", "C3", ["zz"], None])
        state = attempt(game.start, hands, turn=rng.randrange(-1, 5), last=last, bottom=bottom, exposed=exposed)
        if state is not None:
            started += 1
            assert state.moves()
            view = state.view(state.turn)
            assert view.sample(number).view(state.turn) == view
            while not state.over:
                state.play(rng.choice(state.moves()))
    assert started > 500


FIELDS = {
    "seats": [-1, 0, 1, 2, 3, 5, 99, "four", None],
    "hand_size": [-3, 0, 1, 12, 14, 2**40, None],
    "lead_card": [None, -5, 0, 51, 52, 999, "C2"],
    "must_lead_card": [True, None, "x"],
    "suits": ["", "HS", "HSCDX", None],
    "cards": [(), ("H2",), ("H2", "S2", "H3"), None],
    "title": ["another"],
    "exposures": [
        (Exposure(1),),
        (Exposure(0, doubles=(2, 3)), Exposure(8, doubles_set=True)),
        (Exposure(60),),
        (Exposure(-1),),
        (Exposure(1), Exposure(1)),
        (Exposure(1, doubles=(99,)),),
        tuple(Exposure(card) for card in range(9)),
        None,
    ],
    "open_cards": [((1,), (1,)), ((99,),), (tuple(range(14)),), ((0,), (1,), (2,), (3,), (4,)), ((51,),), None],
    "score": [
        None,
        TrickScore(points=()),
        TrickScore(points=(1,) * 52, multiplier=77),
        TrickScore(points=(2**40,) * 52),
    ],
}


@pytest.mark.parametrize("name", ["gongzhu", "four-card"])
def test_mangled_specs(name):
    spec = game_spec(name)
    refused = made = 0
    for field, values in FIELDS.items():
        for value in values:
            changed = {field: value}
            core = attempt(lambda changed=changed: Game(dataclasses.replace(spec, **changed)).core)
            if core is None:
                refused += 1
            else:
                made += 1
                core.playouts(20, 1)
                state = core.deal(1)
                while not state.over:
                    for seat in range(len(state.hands)):
                        assert state.view(seat).sample(1).view(seat) == state.view(seat)
                    state.play(state.moves()[-1])
    assert refused > 20
    assert made > 4
