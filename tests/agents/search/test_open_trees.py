"""The searchers of open games on thousands of random trees beside brute force, chance and partners included."""

import random

import pytest

import paiyou
from open_trees import Node, Team, brute_value, brute_values, random_tree, same
from paiyou.games.open_game import OpenGame

METHODS = ["minimax", "alphabeta", "expectiminimax"]
TREES = 400


def trees(seed, number=TREES, **options):
    rng = random.Random(seed)
    for _ in range(number):
        seats = rng.randint(2, 4)
        yield random_tree(rng, seats, kind=rng.choice([Node, Team]), **options), rng


def search(text, node):
    agent = paiyou.agent(text, OpenGame("tree", lambda: node, node.seats))
    return agent.evaluate(node), agent.statistics


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("table", ["on", "off"])
def test_whole_trees_have_the_values_of_brute_force(method, chance, table):
    for node, _ in trees(f"{method} {chance} {table}", chance=chance):
        moves, statistics = search(f"{method}:table={table}", node)
        assert statistics["solved"]
        assert sorted(move for move, _, _ in moves) == node.moves()
        for move, value, weight in moves:
            assert same(value, brute_value(node.children[move], 99, node.turn))
            assert weight == 1
        best = max(value for _, value, _ in moves)
        assert moves[0][1] == best
        assert [value for _, value, _ in moves] == sorted((value for _, value, _ in moves), reverse=True)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("quiescence", ["on", "off"])
@pytest.mark.parametrize("table", ["on", "off"])
def test_cut_off_trees_have_the_values_of_brute_force(method, quiescence, table):
    for node, rng in trees(f"{method} {quiescence} {table}", chance=True, number=TREES // 2):
        depth = rng.randint(1, 5)
        moves, statistics = search(f"{method}:depth={depth},quiescence={quiescence},table={table}", node)
        assert statistics["depth"] == depth or statistics["solved"]
        for move, value, _ in moves:
            assert same(value, brute_value(node.children[move], statistics["depth"] - 1, node.turn, quiescence == "on"))


@pytest.mark.parametrize("quiescence", ["on", "off"])
@pytest.mark.parametrize("method", ["minimax:table=on", "minimax:table=off", "alphabeta:table=on"])
def test_max_n_has_the_values_of_brute_force(method, quiescence):
    for node, rng in trees(f"{method} {quiescence}", chance=True, number=TREES // 2):
        depth = rng.randint(1, 6)
        moves, statistics = search(f"{method},players=maxn,depth={depth},quiescence={quiescence}", node)
        for move, value, _ in moves:
            found = brute_values(node.children[move], statistics["depth"] - 1, quiescence == "on")
            assert same(value, found[node.turn])


def test_players_of_their_own_differ_from_paranoid_ones():
    differ = sum(
        search("minimax", node)[0] != search("minimax:players=maxn", node)[0] for node, _ in trees(4, chance=False)
    )
    assert differ > TREES / 10


def test_a_search_for_the_best_alone_finds_a_best_move_and_true_bounds():
    nodes = {"all": 0, "best": 0}
    for node, _ in trees(5, chance=False):
        every, all_nodes = search("alphabeta:table=off", node)
        best, best_nodes = search("alphabeta:table=off,values=best", node)
        exact = {move: value for move, value, _ in every}
        assert best[0][1] == every[0][1]
        assert exact[best[0][0]] == every[0][1]
        for move, value, weight in best:
            assert value == exact[move] if weight == 1 else value >= exact[move]
        nodes["all"] += all_nodes["nodes"]
        nodes["best"] += best_nodes["nodes"]
    assert nodes["best"] < 0.9 * nodes["all"]


def test_pruning_and_the_table_save_positions():
    nodes = {}
    for method in ("minimax", "minimax:table=on", "alphabeta:table=off", "alphabeta"):
        nodes[method] = sum(
            search(method, node)[1]["nodes"] for node, _ in trees(6, chance=False, levels=7, number=100)
        )
    assert nodes["alphabeta"] < nodes["alphabeta:table=off"] < nodes["minimax"]
    assert nodes["minimax:table=on"] < nodes["minimax"]


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_of_positions_gives_the_answer_of_the_last_finished_depth(method):
    depths = set()
    for node, rng in trees(7, chance=True, levels=7, number=60):
        for limit in (1, rng.randint(2, 40), rng.randint(40, 400)):
            moves, statistics = search(f"{method}:max_nodes={limit}", node)
            assert statistics["nodes"] <= limit
            assert statistics["full"] == (not statistics["solved"])
            depths.add(statistics["depth"])
            if statistics["depth"] == 0:  # each move's position was estimated, no more
                said = [(child.payoffs if child.over else child.estimates)[node.turn] for child in node.children]
                assert {move: value for move, value, _ in moves} == dict(enumerate(said))
                assert moves[0][0] == said.index(max(said))
            else:
                assert moves == search(f"{method}:depth={statistics['depth']}", node)[0]
    assert {0, 1, 2, 3} <= depths


def test_a_clock_that_has_run_out_gives_a_legal_move():
    for node, _ in trees(8, chance=True, number=20, levels=7):
        moves, statistics = search("minimax:seconds=0.000001", node)
        assert sorted(move for move, _, _ in moves) == node.moves()
        assert not statistics["full"]


def test_of_equal_moves_the_first_is_taken():
    leaf = Node(2, payoffs=[1, -1])
    root = Node(2, [Node(2, payoffs=[0, 0]), leaf, leaf, leaf])
    for method in METHODS:
        assert [move for move, _, _ in search(method, root)[0]] == [1, 2, 3, 0]


def test_max_n_takes_the_first_of_moves_that_are_the_same_to_the_mover():
    """Seat 1 does not care which of its moves it makes, seat 0 does."""
    for payoffs, value in (([5, 0, 0], 5), ([-5, 0, 0], -5)):
        indifferent = Node(3, [Node(3, payoffs=payoffs), Node(3, payoffs=[0, 0, 1])], turn=1, estimates=[0, 0, 0])
        assert search("minimax:players=maxn", Node(3, [indifferent]))[0][0][1] == value


def test_restless_positions_are_looked_into():
    """A quiet estimate hides what the next move does."""
    trap = Node(2, [Node(2, payoffs=[-9, 9])], turn=1, estimates=[5, -5], quiet=False)
    calm = Node(2, [Node(2, payoffs=[0, 0])], turn=1, estimates=[1, -1])
    root = Node(2, [trap, calm])
    assert search("alphabeta:depth=1,quiescence=off", root)[0][0] == (0, 5, 1)
    assert search("alphabeta:depth=1", root)[0][0] == (1, 1, 1)


def test_a_game_without_rest_is_not_followed_for_ever():
    restless = Node(2, turn=0, estimates=[1, -1], quiet=False)
    restless.children = [restless]
    moves, statistics = search("minimax:depth=3,table=off", restless)
    assert moves == [(0, 1.0, 1.0)]
    assert statistics["depth"] == 3


def test_chance_without_end_is_estimated_at_last():
    wheel = Node(1, turn=None, probabilities=[1.0], estimates=[7])
    wheel.children = [wheel]
    root = Node(1, [wheel], estimates=[0])
    moves, statistics = search("expectiminimax:depth=2,table=off", root)
    assert moves == [(0, 7.0, 1.0)]
    assert not statistics["solved"]
