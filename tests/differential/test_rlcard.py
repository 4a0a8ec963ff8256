"""RLCard's Dou Dizhu, from PyPI, beside ours: legal moves, winners and the list of all actions."""

import random
from collections import Counter

import pytest
from rlcard.games.doudizhu import Game as RLCardGame
from rlcard.games.doudizhu.utils import ACTION_2_ID, cards2str

import paiyou

GAME = paiyou.game("doudizhu")


def ordered(cards):
    return cards if cards == "pass" else "".join(sorted(cards, key="3456789TJQKA2BR".index))


def test_the_action_lists_are_equal():
    assert {ordered(action) for action in ACTION_2_ID} == set(GAME.actions)


@pytest.mark.parametrize("least", [12_000, pytest.param(500_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("prefer_long", [False, True])
def test_legal_moves_and_winners_are_equal_in_play(prefer_long, least, record_property):
    rng = random.Random(11 + prefer_long)
    theirs = RLCardGame()
    theirs.np_random.seed(11 + prefer_long)
    positions = Counter()
    while sum(positions.values()) < least:
        seen, turn = theirs.init_game()
        landlord = theirs.round.landlord_id
        hands = [cards2str(theirs.players[(landlord + seat) % 3].current_hand) for seat in range(3)]
        state = GAME.start(hands, bottom=theirs.round.seen_cards)
        while not theirs.is_over():
            assert (turn - landlord) % 3 == state.turn
            ours = state.moves()
            assert set(ours) == {ordered(move) for move in seen["actions"]}
            positions["leading" if state.last is None else "following"] += 1
            moves = sorted(ours, key=lambda move: 0 if move == "pass" else len(move))
            move = rng.choice(moves[-4:] if prefer_long else moves)
            state.play(move)
            seen, turn = theirs.step(move)
        assert state.over
        landlord_wins = theirs.judger.judge_payoffs(landlord, theirs.winner_id)[landlord] == 1
        assert (state.payoffs[0] > 0) == landlord_wins
    record_property("positions", sum(positions.values()))
    assert min(positions.values()) > least / 6
