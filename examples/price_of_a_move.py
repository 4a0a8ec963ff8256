"""What a move costs that a judge likes less than its best, by what the judge itself says that it costs.

`python examples/price_of_a_move.py zhengshangyou rules 1000`: a game, the judge, a number of deals. The judge plays all
seats up to a random decision; from there the game is played out twice, with its best move and with a random other one.
"""

import sys
from itertools import pairwise
from random import Random

import paiyou

EDGES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 2.01)
"""Of what the judge says, where 1 is half of the games, or 100 points."""


def played_out(state, judge, seat):
    """What a seat gets when the judge plays on for everybody: 1 or -1 where it says who wins, else points."""
    while not state.over:
        state.play(judge.choose(state.view(state.turn)))
    if judge.unit(state.view(seat)) == "points":
        return state.payoffs[seat]
    return 1 if state.payoffs[seat] > 0 else -1


def price(game, judge, seed):
    """What the judge says that a move costs, and what it did cost; None where there was no decision."""
    random, state, decisions = Random(seed), game.deal(seed=seed), []
    while not state.over:
        if len(state.moves()) > 1 and not getattr(state, "bidding", False) and not getattr(state, "exposing", False):
            decisions.append(state.copy())
        state.play(judge.choose(state.view(state.turn)))
    if not decisions:
        return None
    before = random.choice(decisions)
    seat = before.turn
    (best, most, _), *others = judge.evaluate(before.view(seat))
    move, value, _ = random.choice(others[: random.choice((1, 4, len(others)))])
    results = []
    for made in (best, move):
        after = before.copy()
        after.play(made)
        results.append(played_out(after, judge, seat))
    return most - value, results[0] - results[1]


if __name__ == "__main__":
    name, agent, deals = (sys.argv[1:] + ["zhengshangyou", "rules", "1000"][len(sys.argv) - 1 :])[:3]
    game = paiyou.game(name)
    judge = paiyou.agent(agent, game)
    prices = [found for found in (price(game, judge, seed) for seed in range(int(deals))) if found]
    unit = 100.0 if name.startswith("gongzhu") else 1.0
    for low, high in pairwise(EDGES):
        some = [(said, real) for said, real in prices if low * unit <= said < high * unit]
        if some:
            said, real = (sum(column) / len(some) for column in zip(*some, strict=True))
            error = (sum((cost - real) ** 2 for _, cost in some)) ** 0.5 / len(some)
            print(f"said {said:6.2f}  was {real:6.2f} +- {1.96 * error:.2f}  ({len(some)} moves)")
