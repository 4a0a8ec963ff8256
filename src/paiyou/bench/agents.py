"""Speed of players: decisions on one core, asked from Python as at a table."""

from __future__ import annotations

from paiyou.agents.registry import agent
from paiyou.bench.figures import Measure, Work, rated
from paiyou.games.registry import game


def rules_decisions(name: str) -> Work:
    """Every decision of some games of the rule player with itself, fresh leads included; the games are not timed."""
    playing, player = game(name), agent("rules", name)
    views = []
    for seed in range(50):
        state = playing.deal(seed)
        while not state.over:
            views.append(state.view(state.turn))
            state.play(player.choose(views[-1]))

    def work() -> int:
        for view in views:
            player.choose(view)
        return len(views)

    return work


FIGURES: dict[str, Measure] = {
    f"rules_decisions_per_s/{name}": rated(rules_decisions, name)
    for name in ("doudizhu", "zhengshangyou", "paodekuai", "gongzhu")
}
"""What is measured, and on which game."""
