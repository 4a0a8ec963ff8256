"""The engines of other projects at the same work: OpenSpiel, DouZero and RLCard, as installed from PyPI."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from paiyou.bench.figures import Work


def openspiel_playouts() -> Work:
    """OpenSpiel's random rollouts in C++ from dealt positions of its Dou Dizhu; counts moves."""
    random = Random(1)
    return _openspiel_rollouts("dou_dizhu", [_openspiel_start(random) for _ in range(50)], random)


HEARTS = "hearts(pass_cards=false)"
"""The nearest thing to Gongzhu there."""


def openspiel_hearts_playouts() -> Work:
    """OpenSpiel's random rollouts in C++ from dealt positions of hearts without passing; counts moves."""
    random = Random(1)
    return _openspiel_rollouts(HEARTS, [openspiel_dealt(HEARTS, random) for _ in range(50)], random)


def openspiel_hearts_python_playouts() -> Work:
    """OpenSpiel's hearts driven from Python; deals are not counted in."""
    random = Random(1)
    starts = [openspiel_dealt(HEARTS, random) for _ in range(20)]
    return lambda: sum(_openspiel_play(start.clone(), random) for start in starts)


def _openspiel_rollouts(name: str, starts: list[Any], random: Random) -> Work:
    """Rollouts are only reached through the tree search: one simulation of it is `rollouts` games from the root.

    They do not say how long they were; the same positions played from Python tell the mean length.
    """
    import pyspiel

    lengths = [_openspiel_play(start.clone(), random) for start in starts for _ in range(40)]
    mean_length = sum(lengths) / len(lengths)
    rollouts = 100
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(pyspiel.load_game(name), evaluator, 1.0, 1, 10, False, 1, False)

    def work() -> int:
        for start in starts:
            bot.mcts_search(start)
        return round(len(starts) * rollouts * mean_length)

    return work


def openspiel_python_playouts() -> Work:
    """OpenSpiel's Dou Dizhu driven from Python by `legal_actions` and `apply_action`; deals are not counted in."""
    random = Random(1)
    starts = [_openspiel_start(random) for _ in range(20)]

    def work() -> int:
        return sum(_openspiel_play(start.clone(), random) for start in starts)

    return work


def openspiel_leading_lists() -> Work:
    """OpenSpiel's `legal_actions` of fresh leads, as numbers."""
    random = Random(1)
    starts = [_openspiel_start(random) for _ in range(200)]

    def work() -> int:
        for start in starts:
            start.legal_actions()
        return len(starts)

    return work


def douzero_playouts() -> Work:
    """DouZero's game, bare, with random moves."""
    return _douzero_play()


def douzero_leading_lists() -> Work:
    """DouZero's move generator on 20-card hands."""
    from douzero.env.env import deck
    from douzero.env.move_generator import MovesGener

    random = Random(1)
    hands = [sorted(random.sample(deck, 20)) for _ in range(50)]

    def work() -> int:
        for hand in hands:
            MovesGener(hand).gen_moves()
        return len(hands)

    return work


def douzero_encodings() -> Work:
    """DouZero's `get_obs` on decisions of random games."""
    from douzero.env.env import get_obs

    decisions: list[Any] = []
    play = _douzero_play(keep=decisions)
    while len(decisions) < 1000:
        play()

    def work() -> int:
        for infoset in decisions[:200]:
            get_obs(infoset)
        return 200

    return work


def rlcard_playouts() -> Work:
    """RLCard's Dou Dizhu game, bare, with random moves."""
    from rlcard.games.doudizhu import Game

    game, random = Game(), Random(1)

    def work() -> int:
        moves = 0
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(random.choice(state["actions"]))
            moves += 1
        return moves

    return work


def _openspiel_start(random: Random) -> Any:
    """A dealt position with the auction over (a bid of 3 ends it), landlord to lead."""
    state = openspiel_dealt("dou_dizhu", random)
    state.apply_action(max(state.legal_actions()))
    return state


def openspiel_dealt(name: str, random: Random) -> Any:
    """A position of one of OpenSpiel's games behind the deal."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
    return state


def _openspiel_play(state: Any, random: Random) -> int:
    moves = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(random.random() * len(legal))])
        moves += 1
    return moves


def _douzero_play(keep: list[Any] | None = None) -> Work:
    from douzero.env.env import deck
    from douzero.env.game import GameEnv

    random = Random(1)

    class Player:
        def act(self, infoset: Any) -> Any:
            if keep is not None:
                keep.append(infoset)
            return random.choice(infoset.legal_actions)

    game = GameEnv({position: Player() for position in ("landlord", "landlord_down", "landlord_up")})

    def work() -> int:
        cards = random.sample(deck, len(deck))
        game.reset()
        hands = {"landlord": cards[:20], "landlord_up": cards[20:37], "landlord_down": cards[37:]}
        game.card_play_init(
            {position: sorted(hand) for position, hand in hands.items()} | {"three_landlord_cards": cards[:3]}
        )
        moves = 0
        while not game.game_over:
            game.step()
            moves += 1
        return moves

    return work


PEERS: dict[str, dict[str, Callable[[], Work]]] = {
    "playout_moves_per_s/doudizhu": {
        "openspiel": openspiel_playouts,
        "douzero": douzero_playouts,
        "rlcard": rlcard_playouts,
    },
    "playout_moves_per_s/gongzhu": {"openspiel": openspiel_hearts_playouts},
    "python_moves_per_s/doudizhu": {"openspiel": openspiel_python_playouts},
    "python_moves_per_s/gongzhu": {"openspiel": openspiel_hearts_python_playouts},
    "lead_lists_per_s/doudizhu": {"openspiel": openspiel_leading_lists, "douzero": douzero_leading_lists},
    "encodings_per_s/doudizhu": {"douzero": douzero_encodings},
}
"""Who is measured beside us, and at what."""
