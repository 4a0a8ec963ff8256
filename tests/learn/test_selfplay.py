"""A step of self-play: the best-valued move, a random one now and then, and no question without a choice."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.batch import BatchedGame  # noqa: E402
from paiyou.learn.facts import Facts, Moves  # noqa: E402
from paiyou.learn.selfplay import self_play_step  # noqa: E402

SPEC = game_spec("doudizhu")
RANKS = torch.arange(1, 16)


class Taste(torch.nn.Module):
    """Values a move by its cards and the hand, so that a mixed-up row shows; the second head wants the opposite."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = self.moves = 0

    def forward(self, facts: Facts, moves: Moves) -> torch.Tensor:
        assert (facts.hand[moves.decision] >= moves.cards).all()
        counts = torch.bincount(moves.decision, minlength=len(facts.hand))
        assert (counts > 1).all()  # nothing is asked that has one answer
        self.decisions += len(counts)
        self.moves += len(moves.decision)
        value = taste(facts.hand[moves.decision], moves.cards)
        return torch.stack([value, -value], dim=1)


def taste(hand: torch.Tensor, cards: torch.Tensor) -> torch.Tensor:
    return ((cards * RANKS**1.4).sum(dim=-1) * (1 + hand.sum(dim=-1) % 3)).sin()


@pytest.mark.parametrize("head", [0, 1])
def test_the_best_valued_move_is_played(head: int) -> None:
    games, network = BatchedGame(SPEC, 32, seed=3), Taste()
    random = torch.Generator().manual_seed(3)
    forced = asked = 0
    for _ in range(90):
        row, action = games.legal()
        hands, cards = games.facts().hand, games.tables.counts[action]
        value = taste(hands[row], cards) * (-1 if head else 1)
        chosen = self_play_step(games, [network] * 3, 0.0, random, head)
        for place in row.unique().tolist():
            mine = row == place
            assert value[mine & (action == chosen[place])] == value[mine].max()
            forced += int(mine.sum()) == 1
            asked += int(mine.sum()) > 1
    assert network.decisions == asked > 500
    assert forced > 300
    assert games.episode.sum() > 10


def test_exploring_draws_every_move_alike_and_asks_nothing() -> None:
    number = 3_000
    games = BatchedGame(SPEC, number, seed=0)
    # The same deal in every place: its leads should come up equally often.
    games.at.hands[:] = games.at.hands[0].clone()
    games.at.dealt[:] = games.at.dealt[0].clone()
    legal = games.legal()[1][games.legal()[0] == 0]
    network = Taste()
    chosen = self_play_step(games, [network] * 3, 1.0, torch.Generator().manual_seed(1))
    assert network.decisions == 0
    counts = torch.bincount(chosen, minlength=len(SPEC.actions))[legal].double()
    assert counts.sum() == number
    expected = number / len(legal)
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    freedom = len(legal) - 1
    assert abs(chi_squared - freedom) < 5 * (2 * freedom) ** 0.5


def test_epsilon_is_the_share_of_random_moves() -> None:
    games, network = BatchedGame(SPEC, 4_000, seed=5), Taste()
    several = int((torch.bincount(games.legal()[0]) > 1).sum())
    self_play_step(games, [network] * 3, 0.25, torch.Generator().manual_seed(1))
    assert abs(network.decisions / several - 0.75) < 0.03
