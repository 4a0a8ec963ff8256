"""DouZero's own engine, from PyPI, beside ours: legal moves, scores and encodings."""

import random
from collections import Counter

import numpy as np
import pytest
from douzero.env.env import get_obs
from douzero.env.game import GameEnv

from douzero_games import GAME, NUMBERS, POSITIONS, any_move, games_in_step, numbers, written


def long_move(rng, state):
    """Prefers moves with many cards, to reach planes and quads with kickers."""
    moves = state.moves()
    return rng.choice(sorted(moves, key=lambda move: 0 if move == "pass" else len(move))[-4:])


@pytest.mark.parametrize("positions", [12_000, pytest.param(500_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("choose", "seed"), [(any_move, 1), (long_move, 2)])
def test_legal_moves_and_scores_are_equal_in_play(choose, seed, positions, record_property):
    leading = following = 0
    for state, env in games_in_step(positions, seed, choose):
        if not state.over:
            theirs = {written(move) for move in env.game_infoset.legal_actions}
            ours = state.moves()
            assert len(ours) == len(set(ours))
            assert set(ours) == theirs
            leading += state.last is None
            following += state.last is not None
        else:
            assert env.game_over
            assert [state.payoffs[0], state.payoffs[1]] == [env.num_scores["landlord"], env.num_scores["farmer"]]
            assert state.payoffs[1] == state.payoffs[2]
            assert (state.winner == 0) == (env.get_winner() == "landlord")
            assert state.bombs == env.get_bomb_num()
    record_property("positions", leading + following)
    assert leading + following >= positions
    assert leading > positions / 6
    assert following > positions / 3


def their_moves(hand, rival):
    env = GameEnv({})
    env.acting_player_position = "landlord"
    env.card_play_action_seq = [numbers(rival)] if rival else []
    env.info_sets["landlord"].player_hand_cards = numbers(hand)
    return {written(move) for move in env.get_legal_card_play_actions()}


def test_planes_are_compared_as_douzero_does():
    """Rare moves that random play does not reach: planes with trios, quads and jokers among their kickers."""
    rng = random.Random(3)
    planes = [move for move in GAME.actions if len(move) in (12, 16, 20) and max(Counter(move).values()) >= 3]
    odd = [move for move in planes if sum(count >= 3 for count in Counter(move).values()) > len(move) // 4]
    deck = Counter(dict.fromkeys("3456789TJQKA2", 4)) + Counter("BR")
    answered = 0
    for number in range(4_000):
        rival = rng.choice(odd if number % 2 else planes)
        rest = list((deck - Counter(rival)).elements())
        rng.shuffle(rest)
        if number % 4 < 2:  # a hand made for answering: trios first
            left = Counter(rest)
            rest.sort(key=lambda card: (left[card] < 3, rng.random() if left[card] < 3 else -NUMBERS[card]))
        hand, other = rest[:20], rest[20:22]
        if len(other) < 2:
            hand, other = rest[:-2], rest[-2:]
        state = GAME.start(["".join(hand), *other], turn=0, last=(2, rival))
        theirs = their_moves("".join(hand), rival)
        assert set(state.moves()) == theirs, (rival, hand)
        answered += any(len(move) == len(rival) for move in theirs)
    assert answered > 100


def test_leads_of_hands_full_of_trios_are_equal():
    rng = random.Random(4)
    for _ in range(150):
        trios = rng.sample("3456789TJQKA2", rng.choice((4, 5, 6)))
        deck = Counter(dict.fromkeys("3456789TJQKA2", 4)) + Counter("BR")
        hand = Counter(dict.fromkeys(trios, 3))
        extra = rng.sample(list((deck - hand).elements()), 18 - 3 * len(trios) + 2)
        hand += Counter(extra)
        rest = list((deck - hand).elements())
        state = GAME.start(["".join(hand.elements()), rest[0], rest[1]])
        assert set(state.moves()) == their_moves("".join(hand.elements()), None)


def test_their_engine_counts_as_many_lines():
    """Three plies from hands full of trios and quads, counted with DouZero's generator alone."""
    landlord, down, up = hands = ["33344455566677789KBR", "34888999TTTJJJQQQ", "567TJQKKKAAAA2222"]
    state = GAME.start(hands)
    leads = their_moves(landlord, None)
    second = third = 0
    for lead in leads:
        if len(lead) == len(landlord):  # the game is over
            continue
        answers = their_moves(down, lead)
        second += len(answers)
        third += sum(len(their_moves(up, lead if answer == "pass" else answer)) for answer in answers)
    assert [state.perft(depth) for depth in (1, 2, 3)] == [len(leads), second, third]


def test_encodings_are_equal():
    """Tables 4 and 5 of DouZero in DouZero's own order, bit by bit."""
    encoder = GAME.encoder("douzero")
    compared = Counter()
    for state, env in games_in_step(3_000, 5, any_move):
        if state.over:
            continue
        theirs = get_obs(env.game_infoset)
        view = state.view(state.turn)
        for known in (state, view):
            features, rows, history = encoder.encode(known)
            assert features.dtype == rows.dtype == history.dtype == np.int8
            np.testing.assert_array_equal(features, theirs["x_no_action"])
            np.testing.assert_array_equal(history.reshape(5, 162), theirs["z"])
            their_rows = {
                written(move): row[-54:] for move, row in zip(theirs["legal_actions"], theirs["x_batch"], strict=True)
            }
            for move, row in zip(view.moves(), rows, strict=True):
                np.testing.assert_array_equal(row, their_rows[move])
        compared[theirs["position"]] += 1
    assert min(compared[position] for position in POSITIONS) > 500
