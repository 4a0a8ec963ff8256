"""OpenSpiel's games under our searchers, beside OpenSpiel's own search and brute force."""

import random
import sys

import pytest

import paiyou
from paiyou.interop.openspiel import open_game

pyspiel = pytest.importorskip("pyspiel")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")


def walk(game, seed, plies):
    rng, position = random.Random(seed), game.start()
    while not position.over and (plies > 0 or position.turn is None):
        if position.turn is None:
            moves, shares = zip(*position.chances(), strict=True)
            position = position.play(rng.choices(moves, shares)[0])
        else:
            position = position.play(rng.choice(position.moves()))
            plies -= 1
    return position


@pytest.mark.parametrize("key", [None, str])
def test_tic_tac_toe_has_the_values_of_openspiel(key):
    game = open_game("tic_tac_toe", key=key)
    agent = paiyou.agent("alphabeta", game)
    for seed in range(60):
        position = walk(game, seed, 1 + seed % 7)
        if position.over:
            continue
        moves = agent.evaluate(position)
        assert agent.statistics["solved"]
        theirs, _ = minimax.alpha_beta_search(
            position.state.get_game(), position.state, maximizing_player_id=position.turn
        )
        assert moves[0][1] == theirs
        assert moves[0][0] in position.state.legal_actions()


def lines(state):
    """A rough count of what the board is worth to each player."""
    text = str(state)
    return [text.count("xx") - text.count("oo"), text.count("oo") - text.count("xx")]


def test_connect_four_has_the_values_of_openspiel_when_cut_off():
    game = open_game("connect_four", evaluate=lines, key=str)
    for seed in range(6):
        position = walk(game, seed, 4 + seed)
        for method in ("alphabeta", "minimax"):
            moves = paiyou.agent(f"{method}:depth=3", game).evaluate(position)
            theirs, _ = minimax.alpha_beta_search(
                position.state.get_game(),
                position.state,
                value_function=lambda state, seat=position.turn: lines(state)[seat],
                maximum_depth=3,
                maximizing_player_id=position.turn,
            )
            assert moves[0][1] == theirs


def pips(state):
    board = state.observation_tensor(0)[:50]
    lead = sum(board[:25]) - 2 * board[3] - board[25] + board[49]
    return [lead, -lead]


def brute(state, depth, root):
    if state.is_terminal():
        return state.returns()[root]
    if depth == 0:
        return pips(state)[root]
    if state.is_chance_node():
        return sum(share * brute(state.child(move), depth, root) for move, share in state.chance_outcomes())
    values = [brute(state.child(move), depth - 1, root) for move in state.legal_actions()]
    return max(values) if state.current_player() == root else min(values)


def test_backgammon_has_the_values_of_brute_force():
    game = open_game("backgammon", evaluate=pips)
    for seed, depth in ((1, 1), (2, 1), (3, 1), (4, 2)):
        position = walk(game, seed, 3)
        if depth == 2:  # the fewer moves the sooner done
            position = min((walk(game, seed, plies) for plies in range(3, 40)), key=lambda each: len(each.moves()))
        agent = paiyou.agent(f"expectiminimax:depth={depth}", game)
        moves = agent.evaluate(position)
        assert agent.statistics["depth"] == depth
        assert len(moves) == len(position.moves())
        for move, value, _ in moves:
            assert value == pytest.approx(brute(position.state.child(move), depth - 1, position.turn))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("conect_four", "did you mean connect_four"),
        ("kuhn_poker", "kuhn_poker has hidden information"),
        ("matrix_rps", "matrix_rps is not played in turn"),
        (None, "unknown game of OpenSpiel"),
    ],
)
def test_games_that_cannot_be_searched_are_refused(name, message):
    with pytest.raises(ValueError, match=message):
        open_game(name)


def test_a_missing_openspiel_is_said_to_be_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ValueError, match="need the package open_spiel: pip install"):
        open_game("connect_four")


def test_moves_have_names():
    position = open_game("tic_tac_toe").start()
    assert position.name(4) == "x(1,1)"
    assert "tic_tac_toe" in repr(position)
