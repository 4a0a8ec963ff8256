"""Our games as OpenSpiel's: its own checks, our engine beside it, and its algorithms beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pyspiel
import pytest

import paiyou
from duel_family import INFO
from paiyou.games.game import Game
from paiyou.interop.openspiel_games import listed_deals, spiel_game
from paiyou.plugins import Plugins
from paiyou.theory import find_equilibrium

GAMES = [
    "doudizhu",
    "doudizhu:bidding=123",
    "doudizhu:bidding=call-rob",
    "mini-doudizhu",
    "zhengshangyou",
    "paodekuai",
    "gongzhu",
    "gongzhu:partners=on",
    "four-card",
]


@pytest.fixture
def duel() -> Iterator[Game]:
    paiyou.register_game(INFO)
    yield paiyou.game("duel")
    Plugins.known["game"].remove("duel")


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_no_fault(name: str) -> None:
    pyspiel.random_sim_test(spiel_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.usefixtures("duel")
def test_nor_in_a_game_written_wholly_in_python() -> None:
    game = spiel_game("duel")
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    assert not game.get_type().provides_observation_tensor
    assert game.max_chance_outcomes() == 256  # its deals cannot be listed


@pytest.mark.parametrize("name", GAMES)
def test_a_game_there_is_a_game_here(name: str) -> None:
    """The same moves are legal, players know what views tell, and the end pays the same."""
    game, here = spiel_game(name), paiyou.game(name)
    random = Random(1)
    for _ in range(3):
        state = game.new_initial_state()
        dealt: list[int] = []
        while state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            dealt.append(random.choices(numbers, chances)[0])
            state.apply_action(dealt[-1])
        deals = listed_deals(here)
        beside = deals[dealt[0]][0].copy() if deals else here.deal(int.from_bytes(dealt, "big"))
        while not beside.over:
            legal = state.legal_actions()
            assert state.current_player() == beside.turn
            assert {state.action_to_string(beside.turn, number) for number in legal} == set(beside.moves())
            for seat in range(here.seats):
                assert np.array_equal(state.observation_tensor(seat), beside.observe(seat))  # type: ignore[attr-defined]
                told = {state.information_state_string(seat)}
                told.add(game.state_of(beside.view(seat).sample(5)).information_state_string(seat))
                assert len(told) == 1, "a player is told what his view tells and no more"
            clone = state.clone()
            number = random.choice(legal)
            state.apply_action(number)
            beside.play(game.moves[number])
            assert clone.history() == state.history()[:-1]
            assert clone.legal_actions() == legal
        assert state.is_terminal()
        assert state.returns() == beside.payoffs


def test_small_games_have_all_their_deals() -> None:
    assert len(listed_deals(paiyou.game("mini-doudizhu"))) == 8832
    assert sum(chance for _, chance in listed_deals(paiyou.game("four-card"))) == pytest.approx(1)
    assert listed_deals(paiyou.game("doudizhu")) == []


@pytest.mark.parametrize("name", ["four-card", pytest.param("mini-doudizhu:hand=2", marks=pytest.mark.long)])
def test_their_cfr_finds_our_values(name: str) -> None:
    """OpenSpiel's solver on our game, measured by OpenSpiel, beside our own solver."""
    game = spiel_game(name)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    ours = find_equilibrium(name, 1000)
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    slack = pyspiel.nash_conv(game, policy)
    assert slack < 0.1
    assert value == pytest.approx(ours.value, abs=slack + 1e-3)


def test_games_are_loaded_by_name_once_they_are_known() -> None:
    spiel_game("gongzhu:expose=off")
    assert pyspiel.load_game("paiyou_gongzhu_expose_off").num_players() == 4
    with pytest.raises(ValueError, match="unknown game"):
        spiel_game("bridge")
