"""The rule player with slips: how often, how far off, and that chance follows from the seed."""

from __future__ import annotations

import pytest

import paiyou
from paiyou.agents.rules.player import SLIP_REACH

GAMES = ("doudizhu", "zhengshangyou", "paodekuai", "gongzhu", "mini-doudizhu")


def played(game: str, agent: str, *, seed: int) -> list[tuple[str, list[str]]]:
    """What the agent does in every seat of a game, each time with the moves of the rules from best to worst."""
    made = paiyou.game(game)
    player, rules = paiyou.agent(agent, made), paiyou.agent("rules", made)
    player.begin(seed)
    state, done = made.deal(seed=seed), []
    while not state.over:
        view = state.view(state.turn)
        move = player.choose(view)
        done.append((move, [one for one, _, _ in rules.evaluate(view)]))
        state.play(move)
    return done


@pytest.mark.parametrize("game", GAMES)
def test_a_slip_is_one_of_the_next_best_moves(game: str) -> None:
    for move, order in played(game, "rules:slips=1", seed=3):
        assert move in (order[1 : 1 + SLIP_REACH] or order)


@pytest.mark.parametrize("game", GAMES)
def test_without_slips_it_is_the_rule_player(game: str) -> None:
    assert played(game, "rules:slips=0", seed=3) == played(game, "rules", seed=3)


def test_as_many_slips_as_were_asked_for() -> None:
    rules = paiyou.agent("rules", paiyou.game("doudizhu"))
    choices = slips = 0
    for seed in range(60):
        game = paiyou.game("doudizhu")
        player, state = paiyou.agent("rules:slips=0.3", game), game.deal(seed=seed)
        player.begin(seed)
        while not state.over:
            view = state.view(state.turn)
            move = player.choose(view)
            choices += len(view.moves()) > 1
            slips += move != rules.choose(view)
            state.play(move)
    # Five standard deviations of a binomial.
    assert abs(slips / choices - 0.3) < 5 * (0.3 * 0.7 / choices) ** 0.5


def test_chance_follows_from_the_seed() -> None:
    assert played("doudizhu", "rules:slips=0.5", seed=1) == played("doudizhu", "rules:slips=0.5", seed=1)
    assert played("doudizhu", "rules:slips=0.5,seed=2", seed=1) != played("doudizhu", "rules:slips=0.5", seed=1)


@pytest.mark.parametrize("share", ["1.5", "-0.1"])
def test_a_share_is_between_nothing_and_all(share: str) -> None:
    with pytest.raises(ValueError, match="share of decisions"):
        paiyou.agent(f"rules:slips={share}", paiyou.game("doudizhu"))
