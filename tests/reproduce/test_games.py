import pickle

import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.arena.play_game import play_game
from paiyou.games.all_deals import all_deals
from paiyou.games.dealing import random_word
from paiyou.reproduce.games import Cell, End, Games, end_of, listed_deals

MINI = "mini-doudizhu:ranks=3,hand=4"


def run(cell, deals, seed, chunk):
    return {task.key: task.run() for task in cell.tasks(deals, seed, chunk)}


def test_tasks_cover_the_deals_once():
    cell = Cell("doudizhu", ("random", "random", "random"), plays=3)
    tasks = cell.tasks(12, seed=4, chunk=5)
    assert [(task.first, task.deals) for task in tasks] == [(0, 5), (5, 5), (10, 2)]
    assert sum(task.steps for task in tasks) == 36
    assert len({task.key for task in tasks}) == 3


def test_keys_tell_apart_all_that_matters():
    cells = [
        Cell("doudizhu", ("random", "random", "random")),
        Cell("doudizhu", ("random", "random", "rules")),
        Cell("doudizhu", ("random", "rules", "random")),
        Cell("doudizhu", ("random", "random", "random"), plays=2),
        Cell("zhengshangyou", ("random", "random", "random")),
        Cell(MINI, ("random", "random")),
        Cell(MINI, ("random", "random"), listed=True),
    ]
    keys = {Games(cell, seed, first, 5).key for cell in cells for seed in (1, 2) for first in (0, 5)}
    assert len(keys) == len(cells) * 4


def test_games_are_those_of_the_arena():
    cell = Cell("doudizhu", ("rules", "random", "random"), plays=2)
    ends = cell.ends(run(cell, 6, 9, 4), 6, 9, 4)
    game = paiyou.game("doudizhu")
    agents = [paiyou.agent(name, game) for name in cell.players]
    for number, plays in enumerate(ends):
        for play, end in enumerate(plays):
            outcome = play_game(game, agents, random_word(9, number), play)
            assert end == End(outcome.state.winner, tuple(len(hand) for hand in outcome.state.hands))
            assert end.left[end.winner] == 0
    wins = cell.wins(run(cell, 6, 9, 4), 6, 9, seats=(1, 2), chunk=4)
    assert wins == [[float(end.winner in (1, 2)) for end in plays] for plays in ends]
    assert any(plays[0] != plays[1] for plays in ends), "plays of a deal have chance of their own"


def test_results_do_not_depend_on_the_pieces():
    cell = Cell(MINI, ("random", "isuct:iterations=20"), plays=2, listed=True)
    assert cell.ends(run(cell, 7, 3, 7), 7, 3, 7) == cell.ends(run(cell, 7, 3, 2), 7, 3, 2)


def test_listed_deals_are_all_in_another_order():
    deals = listed_deals(MINI, 5)
    assert sorted(deals) == sorted(all_deals(paiyou.game(MINI)))
    assert deals != listed_deals(MINI, 6)
    cell = Cell(MINI, ("random", "random"), listed=True)
    task = Games(cell, 5, 0, len(deals))
    agents = [paiyou.agent("random", paiyou.game(MINI)) for _ in range(2)]
    for number in (0, 3, len(deals) - 1):
        state = task.play(agents, number, 0).state.rewound()
        assert tuple(state.hands) == deals[number][0]


def test_exact_players_win_what_minimax_says():
    """Cheating minimax against itself wins the deals that are won, by weight."""
    game = paiyou.game(MINI)
    deals = listed_deals(MINI, 1)
    cell = Cell(MINI, ("cheat-minimax", "cheat-minimax"), listed=True)
    wins = [plays[0] for plays in cell.wins(run(cell, len(deals), 1, 500), len(deals), 1, chunk=500)]
    values = game.core.minimax_values([game.start(list(hands)) for hands, _ in deals])
    assert wins == [float(value > 0) for value in values]


def test_a_failing_agent_spoils_the_experiment():
    class Broken(Agent):
        def choose(self, _view):
            raise RuntimeError("no idea")

    game = paiyou.game(MINI)
    outcome = play_game(game, [Broken(game), Broken(game)], 1)
    with pytest.raises(ValueError, match="seat 0 failed"):
        end_of(outcome)


def test_tasks_can_be_sent_to_other_processes():
    task = Cell(MINI, ("random", "random"), plays=2).tasks(3, 1)[0]
    assert pickle.loads(pickle.dumps(task)) == task
