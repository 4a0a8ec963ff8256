"""What the others' moves say by a play-out network: the core's likelihoods beside the same by its values one by one."""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import paiyou
from paiyou.agents.identity import known_as
from paiyou.agents.neural.playout_belief import TEMPERATURE, PlayoutBelief, temperature_of
from paiyou.agents.remote import check_remote_agent
from paiyou.models.playout_networks import UNIT
from playout_networks import core_of, random_networks
from positions import reach

NAMES = [
    "doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu", "gongzhu:partners=on"
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("temperature", "noise"), [(0.3, 0.0), (0.1, 0.2)])
def test_likelihoods_are_those_of_the_values(name: str, temperature: float, noise: float) -> None:
    game = paiyou.game(name)
    core = core_of(name, random_networks(game.spec))
    looked = 0
    for seed in range(8):
        state = reach(game, seed, 4 + 3 * seed)
        if state.over or getattr(state, "redeal", False):
            continue
        view = state.view(state.turn)
        deals = [view.sample(draw) for draw in range(5)]
        found = core.log_likelihoods(view, deals, temperature, noise)
        again = core.log_likelihoods(view, deals, temperature, noise, threads=3)
        assert found.tolist() == again.tolist()
        for deal, told in zip(deals, found.tolist(), strict=True):
            assert told == pytest.approx(_by_values(core, deal, view.seat, temperature, noise), abs=1e-9)
            looked += told != 0
    assert looked > 10


def _by_values(core: Any, deal: Any, seat: int, temperature: float, noise: float) -> float:
    """The same by the values of every decision of the others; calls of an auction say nothing."""
    state, total = deal.rewound(), 0.0
    for mover, move in deal.history:
        legal = state.moves()
        try:
            values = dict(core.values(state.view(state.turn)))
        except ValueError:  # an auction
            values = {}
        if values and mover != seat and len(legal) > 1:
            weights = {name: exp(value / UNIT / temperature) for name, value in values.items()}
            total += log((1 - noise) * weights[move] / sum(weights.values()) + noise / len(legal))
        state.play(move)
    return total


def test_what_does_not_belong_together_is_refused() -> None:
    game = paiyou.game("mini-doudizhu")
    core = core_of("mini-doudizhu", random_networks(game.spec))
    state = reach(game, 1, 4)
    view = state.view(state.turn)
    for deals in ([game.deal(1)], [1], [paiyou.game("doudizhu").deal(1)]):
        with pytest.raises(ValueError, match="states of this game that agree"):
            core.log_likelihoods(view, deals, 0.1)
    for temperature, noise in ((0.0, 0.0), (0.1, -1.0), (0.1, 1.5)):
        with pytest.raises(ValueError, match="above 0"):
            core.log_likelihoods(view, [state], temperature, noise)
    assert core.log_likelihoods(view, [], 0.1).shape == (0,)


def test_the_posterior_is_prior_times_likelihood() -> None:
    """Beside all deals of the beginning, each as likely as its ways, followed by chances of every move."""
    name, temperature = "mini-doudizhu", 0.2
    game = paiyou.game(name)
    core = core_of(name, random_networks(game.spec))
    belief = PlayoutBelief(game, network=core, temperature=temperature)
    looked = 0
    for seed in range(12):
        state = reach(game, seed, 3)
        if state.over:
            continue
        view = state.view(state.turn)
        found = {tuple(deal.hands): chance for deal, chance in belief.deals(view)}
        assert belief.statistics["listed"]
        first = state.rewound().view(view.seat)
        expected = {}
        for deal, _ in view.deals():
            likelihood = exp(_by_values(core, deal, view.seat, temperature, 0.0))
            expected[tuple(deal.hands)] = first.ways(deal.rewound()) * likelihood
        total = sum(expected.values())
        assert sum(found.values()) == pytest.approx(1)
        for hands, weight in expected.items():
            assert found[hands] == pytest.approx(weight / total)
        looked += len(expected)
    assert looked > 30


def test_drawn_deals_are_weighed_and_any_searcher_may_ask() -> None:
    game = paiyou.game("doudizhu")
    state = reach(game, 3, 12)
    view = state.view(state.turn)
    belief = PlayoutBelief(game, particles=40)
    deals = belief.deals(view, seed=4)
    assert len(deals) == 40
    assert not belief.statistics["listed"]
    weights = np.array([weight for _, weight in deals])
    assert weights.sum() == pytest.approx(1)
    assert weights.max() > 2 * weights.min(), "moves say something"
    for spec in ("isuct:infer=playouts,iterations=20,particles=10", "think:infer=playouts/temperature=0.2,deals=8"):
        assert paiyou.agent(spec, game).choose(view) in view.moves()
    assert known_as("think:infer=playouts", "doudizhu") != known_as("think", "doudizhu")


def test_it_is_asked_for_by_name() -> None:
    assert temperature_of("playouts") == TEMPERATURE
    assert temperature_of("playouts/temperature=0.25") == 0.25
    assert temperature_of("rules") is None
    for wrong in ("playouts/", "playouts/temperature=0", "playouts/heat=1", "playouts/temperature=x"):
        with pytest.raises(ValueError, match="playouts/temperature=NUMBER"):
            temperature_of(wrong)
    with pytest.raises(ValueError, match="above 0"):
        PlayoutBelief(paiyou.game("doudizhu"), temperature=0)
    check_remote_agent("think:infer=playouts", "doudizhu")
    with pytest.raises(ValueError, match="no play-out network for zhengshangyou"):
        check_remote_agent("isuct:infer=playouts", "zhengshangyou")
