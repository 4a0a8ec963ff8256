"""The best-valued move of every game, and no question where there is one move only."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.climbing.facts import Facts, Moves  # noqa: E402
from paiyou.learn.nets.networks import ValueNetwork  # noqa: E402
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced  # noqa: E402

SPEC = game_spec("doudizhu")
RANKS = torch.arange(1, 16)


class Taste(ValueNetwork):
    """Values a move by its cards and the hand, so that a mixed-up row shows; the second head wants the opposite."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = 0

    def forward(self, facts: Facts, moves: Moves) -> torch.Tensor:
        assert (facts.hand[moves.decision] >= moves.cards).all()
        counts = torch.bincount(moves.decision, minlength=len(facts.hand))
        assert (counts > 1).all()  # nothing is asked that has one answer
        self.decisions += len(counts)
        value = taste(facts.hand[moves.decision], moves.cards)
        return torch.stack([value, -value], dim=1)


def taste(hand: torch.Tensor, cards: torch.Tensor) -> torch.Tensor:
    return ((cards * RANKS**1.4).sum(dim=-1) * (1 + hand.sum(dim=-1) % 3)).sin()


@pytest.mark.parametrize("head", [0, 1])
def test_the_best_valued_move_is_chosen(head: int) -> None:
    games, network = ClimbingBatch(SPEC, 32, seed=3), Taste()
    forced = asked = 0
    for _ in range(90):
        row, action = games.legal()
        value = taste(games.facts().hand[row], games.combos.counts[action]) * (-1 if head else 1)
        chosen = decide_skipping_forced(games, network, head, row, action)
        for place in row.unique().tolist():
            mine = row == place
            assert value[mine & (action == chosen[place])] == value[mine].max()
            forced += int(mine.sum()) == 1
            asked += int(mine.sum()) > 1
        games.play(chosen)
    assert network.decisions == asked > 500
    assert forced > 300
    assert games.episode.sum() > 10


def test_a_step_without_choices_asks_nothing() -> None:
    games, network = ClimbingBatch(SPEC, 4, seed=1), Taste()
    row, action = torch.arange(4), torch.tensor([5, 0, 3, 0])
    assert decide_skipping_forced(games, network, 0, row, action).tolist() == [5, 0, 3, 0]
    assert network.decisions == 0
