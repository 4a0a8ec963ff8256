"""The endgame solver beside a plain minimax, and on puzzles with known answers."""

import os
import random
from collections import Counter

import pytest

import paiyou

GAMES = [
    "doudizhu",
    "doudizhu:douzero",
    "doudizhu:pagat",
    "doudizhu:botzone2",
    "mini-doudizhu",
    "zhengshangyou",
    "paodekuai",
]

POSITIONS = int(os.environ.get("PAIYOU_SOLVER_POSITIONS", "200"))
"""For each game; a longer run is asked for in the environment."""


class Minimax:
    """Who wins by trying everything: one seat, the attacker, against all others. Knows only moves() and play()."""

    def __init__(self, attacker):
        self.attacker = attacker
        self.known = {}

    def wins(self, state):
        if state.over:
            return state.winner == self.attacker
        key = (tuple(state.hands), state.turn, state.last)
        if key not in self.known:
            results = (self.wins(after(state, move)) for move in state.moves())
            self.known[key] = any(results) if state.turn == self.attacker else all(results)
        return self.known[key]


def after(state, move):
    state = state.copy()
    state.play(move)
    return state


def attackers(game):
    return range(game.seats) if game.teams == (0, 1, 2) else [0]


def side(game, seat):
    return game.teams[seat]


def expected(game, state):
    """The winning side, or None, and all winning moves, by minimax."""
    for attacker in attackers(game):
        minimax = Minimax(attacker)
        won = minimax.wins(state)
        if not won and len(attackers(game)) > 1:
            continue
        winning = side(game, attacker) if won else next(team for team in game.teams if team != side(game, attacker))
        if side(game, state.turn) != winning:
            return winning, []
        return winning, [move for move in state.moves() if minimax.wins(after(state, move)) == won]
    return None, []


def check(game, state):
    """Solve a position and compare everything; returns the winning side."""
    before = state.copy()
    solution = paiyou.solve(state)
    assert state == before
    winning, moves = expected(game, state)
    assert solution.moves == moves, state
    if winning is None:
        assert (solution.winner, solution.line) == (None, []), state
        return None
    assert side(game, solution.winner) == winning, state
    played = state.copy()
    for seat, move in solution.line:
        assert played.turn == seat
        won = side(game, seat) == winning
        if won:
            assert move in expected(game, played)[1], (state, played)
        played.play(move)
    assert played.over
    assert played.winner == solution.winner
    return winning


def random_position(game, rng, most=10):
    """A few random cards each, half the time with a combo on the table; more of few ranks than chance would deal."""
    symbols = game.spec.symbols
    ranks = rng.sample(symbols, rng.randint(3, len(symbols)))
    if rng.random() < 0.3:  # neighbours, for the sake of chains
        first = rng.randrange(max(1, len(symbols) - 6))
        ranks = symbols[first : first + 7]
    deck = [symbols[rank] for rank in game.spec.rank_of_card if symbols[rank] in ranks]
    rng.shuffle(deck)
    cards = rng.randint(game.seats, min(most, len(deck)))
    hands = [[card] for card in deck[: game.seats]]
    weights = [rng.random() + 0.1 for _ in hands]
    for card in deck[game.seats : cards]:
        hand = rng.choices(hands, weights)[0]
        if len(hand) < game.spec.hand_size:
            hand.append(card)
    hands = ["".join(hand) for hand in hands]
    turn = rng.randrange(game.seats)
    if rng.random() < 0.5:
        short = [move for move in game.actions[1:] if len(move) <= 6]
        for _ in range(100):
            try:
                seat = (turn + rng.randint(1, game.seats - 1)) % game.seats
                move = rng.choice(short if rng.random() < 0.5 else short[:60])
                return game.start(hands, turn=turn, last=(seat, move))
            except ValueError:
                continue  # cards of it are in a hand, or somebody would have had to beat it
    return game.start(hands, turn=turn)


@pytest.mark.parametrize("name", GAMES)
def test_equals_minimax(name):
    game, rng = paiyou.game(name), random.Random(name)
    found = Counter()
    for _ in range(POSITIONS):
        state = random_position(game, rng)
        found[check(game, state), state.last is None] += 1
    # Both sides win, on the lead and behind a combo; nobody wins where everyone is on his own.
    sides = {*game.teams} | ({None} if len(attackers(game)) > 1 else set())
    assert {winner for winner, _ in found} == sides
    assert min(sum(count for (_, lead), count in found.items() if lead is which) for which in (True, False)) > 20
