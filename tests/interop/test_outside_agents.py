"""Agents of RLCard and bots of OpenSpiel as opponents."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
import rlcard

import paiyou
from paiyou.interop.openspiel_bot import SpielBotAgent
from paiyou.interop.rlcard_model import RLCardModelAgent


def random_rlcard_agent() -> Any:
    """What `rlcard-model:model=MODULE:random_rlcard_agent` makes: it answers by numbers, and reads its observation."""
    from rlcard.agents.random_agent import RandomAgent

    return RandomAgent(27472)


def lowest_action(game: Any, player: int, seed: int) -> Any:  # noqa: ARG001
    """A bot that always takes the lowest legal number."""
    import pyspiel

    class Lowest(pyspiel.Bot):  # type: ignore[misc]
        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def step(self, state: Any) -> int:
            return min(state.legal_actions())

    return Lowest()


def test_an_rlcard_agent_is_told_what_rlcard_tells() -> None:
    """RLCard's own game beside ours, on its deals: every number of the observation, and all raw facts."""
    env = rlcard.make("doudizhu", config={"seed": 3})
    game = paiyou.game("doudizhu")
    agent = RLCardModelAgent(game)
    random = Random(1)
    for _ in range(5):
        theirs, seat = env.reset()
        hands = [
            "".join(card.rank if card.rank else card.suit[0] for card in player.current_hand)
            for player in env.game.players
        ]
        hands = [hand.replace("BJ", "B").replace("RJ", "R") for hand in hands]
        state: Any = game.start(hands, bottom=theirs["raw_obs"]["seen_cards"])
        while not env.is_over():
            assert state.turn == seat
            ours = agent.raw_state(state.view(seat))
            assert np.array_equal(ours["obs"], theirs["obs"])
            assert set(ours["legal_actions"]) == set(theirs["legal_actions"])
            for number, features in ours["legal_actions"].items():
                assert np.array_equal(features, theirs["legal_actions"][number])
            for field in theirs["raw_obs"]:
                mine, other = ours["raw_obs"][field], theirs["raw_obs"][field]
                if field == "actions":  # in any order
                    mine, other = sorted(mine), sorted(other)
                assert mine == other, field
            number = random.choice(sorted(theirs["legal_actions"]))
            state.play(env._decode_action(number))
            theirs, seat = env.step(number)
        assert state.over
        assert [int(points > 0) for points in state.payoffs] == [int(points > 0) for points in env.get_payoffs()]


@pytest.mark.parametrize("spec", ["rlcard-model", f"rlcard-model:model={__name__}:random_rlcard_agent"])
def test_rlcard_agents_play_matches(spec: str) -> None:
    found = [paiyou.match("doudizhu", spec, "random", deals=5, seed=2, cores=1) for _ in range(2)]
    assert not found[0].forfeits
    assert found[0].wp == found[1].wp, "by its seed, whatever NumPy's own stream is"


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("openspiel", "gongzhu"),
        ("openspiel", "doudizhu:bidding=call-rob"),
        ("openspiel:bot=uniform_random", "paodekuai"),
        ("openspiel:bot=ismcts,simulations=5", "mini-doudizhu"),
        ("openspiel:bot=ismcts,simulations=3", "four-card"),
        (f"openspiel:bot={__name__}:lowest_action", "zhengshangyou"),
    ],
)
def test_openspiel_bots_play_matches(spec: str, game: str) -> None:
    found = [paiyou.match(game, spec, "random", deals=3, seed=2, cores=1) for _ in range(2)]
    assert not found[0].forfeits
    assert found[0].wp == found[1].wp


def test_an_openspiel_bot_does_not_see_hidden_cards() -> None:
    """Two deals that look alike to its seat are alike to it: it is handed the same guess."""
    game = paiyou.game("gongzhu:expose=off")
    state = game.deal(1)
    view = state.view(state.turn)
    other = view.sample(9)
    assert other.hands != state.hands
    seen = []
    for one in (state, other):
        agent = SpielBotAgent(game, seed=4)
        agent._bots = {one.turn: _Looking(seen)}
        agent.choose(one.view(one.turn))
    assert seen[0] == seen[1]
    assert seen[0] != state.hands


class _Looking:
    def __init__(self, seen: list[Any]) -> None:
        self._seen = seen

    def step(self, state: Any) -> int:
        self._seen.append(state.inside.hands)
        return int(state.legal_actions()[0])


def test_ismcts_is_stronger_than_chance() -> None:
    result = paiyou.match("mini-doudizhu", "openspiel:bot=ismcts,simulations=50", "random", deals=10, seed=1, cores=1)
    assert result.wp.mean > 0.6


def test_they_travel() -> None:
    game = paiyou.game("doudizhu")
    for spec in ("rlcard-model:seed=3", "openspiel:seed=3"):
        agent = paiyou.agent(spec, game)
        again = pickle.loads(pickle.dumps(agent))
        view = game.deal(5).view(0)
        for one in (agent, again):
            one.begin(7)
        assert agent.choose(view) == again.choose(view)


@pytest.mark.parametrize(
    ("spec", "game", "said"),
    [
        ("rlcard-model", "gongzhu", "play doudizhu without presets and bidding, not gongzhu"),
        ("rlcard-model", "doudizhu:bidding=123", "without presets and bidding"),
        ("rlcard-model", "doudizhu:douzero", "without presets and bidding"),
        ("rlcard-model:model=nobody", "doudizhu", "cannot be loaded"),
        ("rlcard-model:model=no_such_module:make", "doudizhu", "cannot be loaded"),
        ("openspiel:bot=nobody", "gongzhu", "unknown bot of OpenSpiel"),
        ("openspiel:bot=no_such_module:make", "gongzhu", "cannot be made"),
        ("openspiel:simulations=0", "gongzhu", "simulations must be 1 or more"),
    ],
)
def test_what_is_wrong_is_said(spec: str, game: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        paiyou.agent(spec, game)
