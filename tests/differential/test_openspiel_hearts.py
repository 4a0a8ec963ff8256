"""With the lead of the two of clubs and nothing exposed, Gongzhu's legal cards and tricks are those of hearts without
its own restrictions, as OpenSpiel has it."""

import random

import pyspiel
import pytest

import paiyou


def ours(action):
    """OpenSpiel numbers cards rank by rank, clubs diamonds hearts spades."""
    return "CDHS"[action % 4] + "23456789TJQKA"[action // 4]


@pytest.mark.parametrize("deals", [300, pytest.param(20_000, marks=pytest.mark.long)])
def test_legal_cards_and_turns_equal_those_of_openspiel(deals, record_property):
    hearts = pyspiel.load_game("hearts(pass_cards=false,must_break_hearts=false,no_pts_on_first_trick=false)")
    game = paiyou.game("gongzhu:must_lead_c2=on,expose=off")
    rng = random.Random(1)
    decisions = 0
    for _ in range(deals):
        theirs = hearts.new_initial_state()
        hands = [[], [], [], []]
        # The first chance node is the direction of the pass; then one card for each seat in turn.
        theirs.apply_action(0)
        for number in range(52):
            card = rng.choice(theirs.legal_actions())
            hands[number % 4].append(ours(card))
            theirs.apply_action(card)
        state = game.start(hands, turn=theirs.current_player())
        while not theirs.is_terminal():
            assert state.turn == theirs.current_player()
            legal = {ours(action): action for action in theirs.legal_actions()}
            assert set(state.moves()) == set(legal)
            card = rng.choice(sorted(legal))
            state.play(card)
            theirs.apply_action(legal[card])
            decisions += 1
        assert state.over
    record_property("positions", decisions)
    assert decisions == deals * 52
