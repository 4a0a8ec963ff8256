"""The facts of decisions beside a plain reading of the state."""

import random
from collections import Counter

import numpy as np
import pytest

import paiyou
from paiyou.agents.neural.facts import OF_A_MOVE, OF_A_STATE, FactsReader
from positions import GAMES

HISTORY = 9


def counted(cards, symbols):
    return [Counter(cards)[symbol] for symbol in symbols]


def expected(game, state, groups):
    """The table of the module's docstring, from the full state instead of the view."""
    spec, me, seats = game.spec, state.turn, game.seats
    around = [(me + step) % seats for step in range(seats)]
    played = dict.fromkeys(around, "")
    actions = []
    for seat, move in state.history:
        if move in spec.actions:
            actions.append("" if move == "pass" else move)
            played[seat] += actions[-1]
    known = dict.fromkeys(around, "")
    if state.landlord is not None:
        known[state.landlord] = "".join((Counter(state.bottom) - Counter(played[state.landlord])).elements())
    hidden = state.bottom if spec.pile == "hidden" else ""
    table = spec.table
    moves = [spec.actions.index(move) for move in state.moves()]

    def rows(hands):
        return [counted(hand, spec.symbols) for hand in hands]

    return {
        "hand": rows([state.hands[me]]),
        "unseen": rows(["".join(state.hands[seat] for seat in around[1:]) + hidden]),
        "played": [rows(played[seat] for seat in around)],
        "known": [rows(known[seat] for seat in around)],
        "standing": rows(["" if state.last is None else state.last[1]]),
        "owner": [0 if state.last is None else around.index(state.last[0])],
        "history": [rows(([""] * HISTORY + actions)[: -HISTORY - 1 : -1])],
        "left": [[len(state.hands[seat]) for seat in around]],
        "bombs": [sum(bool(table.power[spec.actions.index(move)]) for move in actions if move)],
        "place": [(me - (state.landlord or 0)) % spec.seats],
        "move_cards": rows("" if action == 0 else spec.actions[action] for action in moves),
        "move_group": [
            groups.index(name) if action and (name := table.groups[table.group[action]]) in groups else len(groups)
            for action in moves
        ],
        "move_key": [int(table.key[action]) for action in moves],
        "move_power": [int(table.power[action]) for action in moves],
        "move_size": [int(table.size[action]) for action in moves],
    }


@pytest.mark.parametrize("name", GAMES)
def test_they_are_what_the_state_says(name):
    game = paiyou.game(name)
    groups = game.spec.table.groups[::-2]  # some are not listed, the others in another order
    reader = FactsReader(game.spec, groups, HISTORY)
    compared = 0
    for seed in range(4):
        rng, state = random.Random(seed), game.deal(seed)
        while not state.over:
            moves = state.moves()
            if not state.bidding and rng.random() < 0.3:
                found = reader.read(state.view(state.turn), moves)
                for fact, value in expected(game, state, groups).items():
                    assert found[fact].dtype == np.int64
                    assert found[fact].tolist() == value, fact
                compared += 1
            state.play(rng.choice(moves))
    assert compared > 5


def test_bottom_cards_that_are_gone_are_not_known():
    """A game from given hands: of the bottom 3, K and 2 the landlord has only the K left."""
    game = paiyou.game("doudizhu")
    state = game.start(["4K", "55", "66"], bottom="3K2")
    found = FactsReader(game.spec, game.spec.table.groups, HISTORY).read(state.view(0), state.moves())
    assert found["known"][0, 0].tolist() == counted("K", game.spec.symbols)
    assert not found["known"][0, 1:].any()


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:douzero", "zhengshangyou", "paodekuai", "mini-doudizhu"])
def test_they_are_what_a_network_was_trained_on(name):
    """The batched game and the player's View tell the same, number for number."""
    batch_module = pytest.importorskip("paiyou.learn.climbing.batched_game")
    torch = pytest.importorskip("torch")
    game, games = paiyou.game(name), 6
    spec = game.spec
    batch = batch_module.ClimbingBatch(spec, games, seed=3)
    states = [game.deal(3 + place) for place in range(games)]
    rng = random.Random(1)
    compared = 0
    for _ in range(60):
        told, (row, action) = batch.facts(), batch.legal()
        columns = batch_module.moves(batch.combos, row, action)
        reader = FactsReader(spec, spec.table.groups, told.history.shape[1])
        chosen = torch.zeros(games, dtype=torch.int64)
        for place, state in enumerate(states):
            if not batch.active[place] or state.over:
                continue
            mine = (row == place).nonzero()[:, 0]
            names = [spec.actions[number] for number in action[mine].tolist()]
            found = reader.read(state.view(state.turn), names)
            for fact in OF_A_STATE:
                assert found[fact][0].tolist() == getattr(told, fact)[place].tolist(), fact
            for fact in OF_A_MOVE:
                assert found[fact].tolist() == getattr(columns, fact.removeprefix("move_"))[mine].tolist(), fact
            chosen[place] = action[mine[rng.randrange(len(mine))]]
            state.play(spec.actions[int(chosen[place])])
            compared += 1
        batch.play(chosen)
        for place in range(games):  # a game that has ended is dealt again, with a seed of its own
            if batch.ended[place]:
                states[place] = game.deal(int(batch.deal_seed[place]))
    assert compared > 100
