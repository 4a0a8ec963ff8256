"""DouZero's own engine, from PyPI, beside ours: both play the same games."""

import random

from douzero.env.game import GameEnv

import paiyou

NUMBERS = dict(zip("3456789TJQKA2BR", [*range(3, 15), 17, 20, 30], strict=True))
SYMBOLS = {number: symbol for symbol, number in NUMBERS.items()}
POSITIONS = ("landlord", "landlord_down", "landlord_up")
GAME = paiyou.game("doudizhu:douzero")


def numbers(cards):
    return [] if cards == "pass" else sorted(NUMBERS[card] for card in cards)


def written(cards):
    return "".join(SYMBOLS[card] for card in sorted(cards)) or "pass"


class Scripted:
    """A DouZero player that does what it is told."""

    def __init__(self):
        self.move = None

    def act(self, infoset):
        assert self.move in infoset.legal_actions
        return self.move


def beside(state):
    """DouZero's game with the same deal."""
    player = Scripted()
    env = GameEnv(dict.fromkeys(POSITIONS, player))
    hands = {position: numbers(state.hands[seat]) for seat, position in enumerate(POSITIONS)}
    env.card_play_init(hands | {"three_landlord_cards": numbers(state.bottom)})
    return env, player


def games_in_step(positions, seed, choose):
    """Plays both engines side by side and yields every decision before it is made."""
    rng = random.Random(seed)
    seen = 0
    for deal in range(seed * 1_000_000, (seed + 1) * 1_000_000):
        state = GAME.deal(deal)
        env, player = beside(state)
        while not state.over:
            seen += 1
            yield state, env
            move = choose(rng, state)
            player.move = numbers(move)
            env.step()
            state.play(move)
        yield state, env
        if seen >= positions:
            return


def any_move(rng, state):
    return rng.choice(state.moves())
