"""Play-out networks of climbing games in the core beside the same on torch: features, values and whole games, bit for
bit. And what those of all families have in common.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from batches import random_steps_beside_the_engine  # noqa: E402
from paiyou.games.dealing import random_word  # noqa: E402
from paiyou.games.family import NEURAL  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import facts, moves  # noqa: E402
from paiyou.models.playout_networks import UNIT  # noqa: E402
from patience import PATIENCE  # noqa: E402
from playout_networks import core_of, file_of, random_networks  # noqa: E402

NAMES = ["doudizhu", "doudizhu:douzero", "mini-doudizhu", "zhengshangyou", "paodekuai"]


@pytest.mark.parametrize("name", NAMES)
def test_features_and_values_are_those_of_torch(name: str) -> None:
    spec = game_spec(name)
    networks = random_networks(spec)
    core = core_of(name, networks)
    number_of = {text: number for number, text in enumerate(spec.actions)}
    looked = 0
    for batch, states in islice(random_steps_beside_the_engine(name, games=4, seed=5), 90):
        row, action = batch.legal()
        network = networks[batch.seat % len(networks)]
        told = (facts(batch.combos, batch.at, batch.seat), moves(batch.combos, row, action))
        state, move = network.features(*network.features.encoder(*told), row)
        with torch.no_grad():
            value = (network(*told)[:, 0] * UNIT).long()
        for place, engine in enumerate(states):
            if engine.turn != batch.seat:
                continue
            of_state, of_moves = core.features(engine.view(batch.seat))
            assert sorted(of_state) == state[place].nonzero()[:, 0].tolist()
            pairs = {int(action[at]): at for at in (row == place).nonzero()[:, 0].tolist()}
            assert sorted(number_of[text] for text, _ in of_moves) == sorted(pairs)
            for text, of_move in of_moves:
                expected = move[pairs[number_of[text]]].nonzero()[:, 0] + state.shape[1]
                assert sorted(of_move) == expected.tolist()
            found = core.values(engine.view(batch.seat))
            assert {number_of[text]: number for text, number in found} == {
                number: int(value[at]) for number, at in pairs.items()
            }
            looked += 1
    assert looked > 100


def chosen(core: Any, state: Any, number_of: dict[str, int]) -> str:
    """The reference: the move of the highest value, of equal ones that with the highest number."""
    found = core.values(state.view(state.turn))
    best: str = max(found, key=lambda entry: (entry[1], number_of[entry[0]]))[0]
    return best


@pytest.mark.parametrize("name", NAMES)
def test_sums_that_follow_the_cards_are_those_computed_anew(name: str) -> None:
    game = paiyou.game(name)
    core = core_of(name, random_networks(game.spec, seed=3))
    number_of = {text: number for number, text in enumerate(game.spec.actions)}
    for seed in range(4):
        state = game.deal(seed)
        for _ in range(seed * 3):
            if not state.over:
                state.play(state.moves()[-1])
        if state.over:
            continue
        line = core.play_out(state)
        for move in line:
            assert move == chosen(core, state, number_of)
            state.play(move)
        assert state.over


def test_play_outs_are_games_on_the_deals_of_the_view() -> None:
    game = paiyou.game("doudizhu")
    core = core_of("doudizhu", random_networks(game.spec, seed=4))
    state = game.deal(3)
    for _ in range(6):
        state.play(core.values(state.view(state.turn))[0][0])
    view = state.view(state.turn)
    tried = view.moves()[:3]
    deals = [(view.sample(seed), 1.0 + seed) for seed in range(3)]
    for points in (False, True):
        results = core.play_outs(view, tried, 0, 40, seed=9, points=points, deals=deals)
        possible = []
        for deal, _ in deals:
            ends = []
            for move in tried:
                end = deal.copy()
                end.play(move)
                if not end.over:
                    for answer in core.play_out(end):
                        end.play(answer)
                payoff = end.payoffs[view.seat]
                ends.append(payoff if points else (1 if payoff > 0 else -1))
            possible.append(ends)
        assert {tuple(column) for column in results.T.tolist()} == {tuple(ends) for ends in possible}


def test_play_outs_follow_a_reference_in_python() -> None:
    game = paiyou.game("doudizhu:douzero")
    core = core_of("doudizhu:douzero", random_networks(game.spec, seed=6))
    number_of = {text: number for number, text in enumerate(game.spec.actions)}
    state = game.deal(8)
    for _ in range(4):
        state.play(state.moves()[0])
    view = state.view(state.turn)
    tried = view.moves()[-2:]
    expected = []
    for move in tried:
        expected.append([])
        for deal in range(5, 11):
            end = view.sample(random_word(77, deal))
            end.play(move)
            while not end.over:
                end.play(chosen(core, end, number_of))
            expected[-1].append(end.payoffs[view.seat])
    assert core.play_outs(view, tried, 5, 6, seed=77, points=True).tolist() == expected


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu:partners=on"])
def test_deals_are_numbered_and_shared_by_moves_and_threads(name: str) -> None:
    game = paiyou.game(name)
    core = core_of(name, random_networks(game.spec, seed=4))
    state = game.deal(3)
    view = state.view(state.turn)
    one, other = view.moves()[:2]
    whole = core.play_outs(view, [one, other], 0, 64, seed=1)
    assert np.array_equal(whole, core.play_outs(view, [one, other], 0, 64, seed=1, threads=3))
    assert np.array_equal(whole[1:, 20:50], core.play_outs(view, [other], 20, 30, seed=1))
    assert not np.array_equal(whole, core.play_outs(view, [one, other], 0, 64, seed=2))
    assert set(np.unique(whole)) <= {-1, 1}


BOTH = """
import sys
import paiyou
from paiyou.agents.neural.playouts import playouts_for
game = paiyou.game(sys.argv[1])
core = playouts_for(game, path=sys.argv[2])
print([core.play_out(game.deal(seed)) for seed in range(20)], core.play_games(50, 1))
"""


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu:partners=on"])
def test_both_builds_play_the_same_games(tmp_path: Path, name: str) -> None:
    spec = game_spec(name)
    file = tmp_path / "network.npz"
    file_of(spec, random_networks(spec, widths=(96, 64, 32))).save(file)
    told = []
    for build in ("portable", ""):
        environment = {**os.environ, "PAIYOU_CORE": build} if build else dict(os.environ)
        command = [sys.executable, "-c", BOTH, name, str(file)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=PATIENCE, env=environment
        )  # fmt: skip
        told.append(done.stdout)
    assert told[0] == told[1]
    assert len(told[0]) > 1000


def _core_of_file(name: str, file: Any) -> Any:
    game = paiyou.game(name)
    return game.family.part(NEURAL).playouts(game, file)


def test_what_does_not_fit_is_refused() -> None:
    mini = game_spec("mini-doudizhu")
    file = file_of(mini, random_networks(mini))
    with pytest.raises(ValueError, match="features, and this game has"):
        _core_of_file("doudizhu", file)
    core = _core_of_file("mini-doudizhu", file)
    with pytest.raises(ValueError, match="another game"):
        core.values(paiyou.game("doudizhu").deal(1).view(0))
    state = paiyou.game("mini-doudizhu").deal(1)
    with pytest.raises(ValueError, match="not to move"):
        core.values(state.view((state.turn + 1) % 3))


def test_places_are_counted_from_the_landlord_whoever_he_is() -> None:
    auction, plain = paiyou.game("doudizhu:bidding=123"), paiyou.game("doudizhu")
    networks = random_networks(plain.spec, seed=7)
    with_auction, without = (core_of(game.name, networks) for game in (auction, plain))
    landlords = set()
    for seed in range(12):
        state = auction.deal(seed)
        while state.bidding and not state.over:
            state.play(state.moves()[-1] if len(state.history) == seed % 3 else "bid 0")
        if state.over:
            continue
        landlord, hands = state.landlord, state.hands
        landlords.add(landlord)
        same = plain.start(hands[landlord:] + hands[:landlord], bottom=state.bottom)
        line = without.play_out(same)
        assert with_auction.play_out(state) == line
        for place, move in enumerate(line[:20]):
            seat = (landlord + same.turn) % 3
            assert state.turn == seat, place
            of_state, of_moves = with_auction.features(state.view(seat))
            expected, of_same_moves = without.features(same.view(same.turn))
            assert sorted(of_state) == sorted(expected)
            assert [(move, sorted(of)) for move, of in of_moves] == [(move, sorted(of)) for move, of in of_same_moves]
            assert with_auction.values(state.view(seat)) == without.values(same.view(same.turn))
            state.play(move)
            same.play(move)
    assert landlords == {0, 1, 2}
