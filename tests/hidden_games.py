"""Small games with hidden hands the slow way: results and best responses over states, without trees and sequences."""

import importlib.util
from pathlib import Path

from paiyou.games.all_deals import all_deals

_spec = importlib.util.spec_from_file_location("kuhn_poker", Path(__file__).parents[1] / "examples" / "kuhn_poker.py")
_kuhn_poker = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_kuhn_poker)
Kuhn = _kuhn_poker.Kuhn


def deals_of(game):
    deals = [(game.start(list(hands)), ways) for hands, ways in all_deals(game)]
    total = sum(ways for _, ways in deals)
    return [(state, ways / total) for state, ways in deals]


def after(state, move):
    state = state.copy()
    state.play(move)
    return state


def best_value(states, player, policy):
    """What the player gets at best from weighted states he cannot tell apart; `policy(view)` is what the other does."""
    value, own = 0.0, {}
    waiting = list(states)
    while waiting:
        state, weight = waiting.pop()
        if state.over:
            value += weight * state.payoffs[player]
        elif state.turn != player:
            shares = policy(state.view(state.turn)).items()
            waiting += [(after(state, move), weight * share) for move, share in shares if share > 0]
        else:
            own.setdefault(state.view(player).key, []).append((state, weight))
    for group in own.values():
        moves = group[0][0].moves()
        value += max(
            best_value([(after(state, move), weight) for state, weight in group], player, policy) for move in moves
        )
    return value


def expected(states, policies):
    """What player 0 gets when both follow a policy."""
    value, waiting = 0.0, list(states)
    while waiting:
        state, weight = waiting.pop()
        if state.over:
            value += weight * state.payoffs[0]
        else:
            shares = policies[state.turn](state.view(state.turn)).items()
            waiting += [(after(state, move), weight * share) for move, share in shares if share > 0]
    return value
