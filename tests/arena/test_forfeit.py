import random

import pytest

import paiyou
from paiyou.arena.families.trick import worst_score
from paiyou.arena.measures import forfeit_payoffs
from paiyou.arena.seating import seatings_for, seats_of
from positions import GAMES, TRICK_GAMES, reach


def test_the_agent_pays_like_a_landlord():
    game = paiyou.game("doudizhu")
    state = game.start(["33334", "5555", "66667"])
    assert forfeit_payoffs(game, state, [0]) == [-2, 1, 1]
    assert forfeit_payoffs(game, state, [1, 2]) == [2, -1, -1]
    assert forfeit_payoffs(game, state, [1]) == [1, -2, 1]  # the partner is another agent, and innocent
    state.play("3333")
    assert forfeit_payoffs(game, state, [1, 2]) == [4, -2, -2]


def test_before_there_is_a_landlord_too():
    game = paiyou.game("doudizhu:bidding=123")
    assert forfeit_payoffs(game, game.deal(1), [1]) == [1, -2, 1]
    assert forfeit_payoffs(game, game.deal(1), [1, 2]) == [2, -1, -1]
    state = game.deal(1)
    state.play("bid 3")
    landlord = state.landlord
    assert forfeit_payoffs(game, state, [landlord])[landlord] == -6
    both_sides = [landlord, (landlord + 1) % 3]
    assert [forfeit_payoffs(game, state, both_sides)[seat] for seat in both_sides] == [-3, -3]
    mini = paiyou.game("mini-doudizhu")
    assert forfeit_payoffs(mini, mini.deal(1), [0]) == [-1, 1]


def test_cards_left_are_paid_to_each_of_the_others():
    game = paiyou.game("zhengshangyou")
    state = game.start(["34", "5", "6"])
    assert forfeit_payoffs(game, state, [0]) == [-4, 2, 2]
    assert forfeit_payoffs(game, state, [0, 2]) == [-2, 3, -1]


def test_the_worst_of_the_tricks():
    game = paiyou.game("gongzhu:expose=off")
    # All bad cards and the transformer: (-200 - 100) x 2.
    assert forfeit_payoffs(game, game.deal(1), [2]) == [0, 0, -600, 0]
    assert forfeit_payoffs(game, game.deal(1), [2, 3]) == [0, 0, -600, -600]
    # With all small hearts taken, all hearts would be good: the worst leaves one out.
    hands = [["H2", "C3"], ["H3", "C4"], ["H4", "C5"], ["H5", "C6"]]
    state = game.start(hands, turn=3)
    for card in ("H5", "H2", "H3", "H4"):
        state.play(card)
    assert worst_score(game, state, 3) == -2 * (200 - 10 + 100)
    assert worst_score(game, state, 0) == -2 * (200 - 10 + 100)
    assert forfeit_payoffs(game, state, [0]) == [-580, 0, 0, 0]
    four_card = paiyou.game("four-card")
    assert forfeit_payoffs(four_card, four_card.deal(1), [1]) == [2, -2]
    state = four_card.deal(1)
    for card in ("C7", "C9"):
        state.play(card)
    assert forfeit_payoffs(four_card, state, [1]) == [2, -2]
    assert forfeit_payoffs(four_card, state, [0]) == [-2, 2]


def test_no_score_of_tricks_is_worse_than_the_worst():
    game = paiyou.game("gongzhu")
    rng = random.Random(1)
    for seed in range(300):
        state = reach(game, seed, rng.randrange(4, 56))
        worst = [worst_score(game, state, seat) for seat in range(4)]
        assert all(points >= bound for points, bound in zip(state.points, worst, strict=True))
        while not state.over:
            state.play(rng.choice(state.moves()))
        assert all(points >= bound for points, bound in zip(state.payoffs, worst, strict=True))


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_the_agent_that_fails_loses_in_every_seating(name):
    game = paiyou.game(name)
    rng = random.Random(1)
    for seed in range(20):
        state = reach(game, seed, rng.randrange(20))
        if state.over:
            continue
        for seating in seatings_for(game, 2):
            seats = seats_of(seating, seating[state.turn])
            payoffs = forfeit_payoffs(game, state, seats)
            lost = sum(payoffs[seat] for seat in seats)
            assert lost < 0
            assert lost < sum(payoffs) - lost
