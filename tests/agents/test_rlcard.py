"""The adapter beside DouZero's own game: the same agent makes the same moves in both."""

import random
import sys
from collections import Counter

import pytest
from douzero.env.game import GameEnv
from douzero.evaluation.rlcard_agent import RLCardAgent

import paiyou
from paiyou.agents.rlcard import NUMBERS, POSITIONS, SYMBOLS

GAME = paiyou.game("doudizhu:douzero")


def numbers(cards):
    return [NUMBERS[card] for card in cards]


class Watched(RLCardAgent):
    """DouZero's agent in DouZero's game, which says what it did and whether chance had a part in it."""

    def act(self, infoset):
        before = random.getstate()
        self.move = super().act(infoset)
        self.by_chance = random.getstate() != before
        return self.move


def test_it_moves_as_in_douzeros_own_game():
    """Both engines play the moves made in DouZero's; from the same state of chance the adapter makes the same."""
    compared = Counter()
    random.seed(1)
    for deal in range(120):
        state = GAME.deal(deal)
        players = {position: Watched(position) for position in POSITIONS}
        env = GameEnv(players)
        hands = {position: numbers(state.hands[seat]) for seat, position in enumerate(POSITIONS)}
        env.card_play_init(hands | {"three_landlord_cards": numbers(state.bottom)})
        agent = paiyou.agent("rlcard", GAME)
        while not state.over:
            seat = state.turn
            agent._random_state = random.getstate()
            ours = agent.choose(state.view(seat))
            env.step()
            player = players[POSITIONS[seat]]
            theirs = "".join(SYMBOLS[card] for card in player.move) or "pass"
            assert ours == theirs
            compared[seat, player.by_chance, state.last is None] += 1
            state.play(theirs)
        assert env.game_over
    assert all(compared[seat, False, leading] > 150 for seat in range(3) for leading in (False, True))
    assert sum(number for (_, by_chance, _), number in compared.items() if by_chance) > 50


def test_matches_can_be_repeated_and_leave_the_global_chance_alone():
    before = random.getstate()
    first, second = (paiyou.match(GAME, "rlcard", "random", deals=20, seed=3, cores=1) for _ in range(2))
    assert random.getstate() == before
    assert (first.wp, first.adp) == (second.wp, second.adp)
    assert first.wp.mean > 0.8


def test_it_plays_the_default_combos_too():
    assert paiyou.match("doudizhu", "rlcard", "random", deals=20, seed=1, cores=1).wp.mean > 0.8


def test_it_can_begin_in_the_middle():
    state = GAME.start(["3456789", "44", "55"], turn=1, last=(0, "33"))
    assert paiyou.agent("rlcard", GAME).choose(state.view(1)) == "44"


@pytest.mark.parametrize("name", ["zhengshangyou", "mini-doudizhu", "doudizhu:bidding=123"])
def test_other_games_are_refused(name):
    with pytest.raises(ValueError, match="plays doudizhu without bidding"):
        paiyou.agent("rlcard", name)


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "douzero.evaluation.rlcard_agent", None)
    with pytest.raises(ValueError, match="pip install"):
        paiyou.agent("rlcard", GAME)


def test_only_the_seat_to_move_can_be_asked():
    with pytest.raises(ValueError, match="not to move"):
        paiyou.agent("rlcard", GAME).choose(GAME.deal(1).view(2))
