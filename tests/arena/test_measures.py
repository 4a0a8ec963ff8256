import random

import pytest

import paiyou
from paiyou.arena.measures import measure, win_shares
from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import seatings_for
from paiyou.records.record import Forfeit


def finished(name, seed, forfeit=None, payoffs=None):
    """A random game, with other payoffs where given."""
    game = paiyou.game(name)
    state = game.deal(seed)
    rng = random.Random(seed)
    while not state.over:
        state.play(rng.choice(state.moves()))
    return game, Outcome(state, seed, payoffs or state.payoffs, [], forfeit)


def test_a_side_wins_together():
    game, outcome = finished("doudizhu", 1, payoffs=[-4, 2, 2])
    assert win_shares(game, (0, 1, 1), outcome) == [0, 1, 1]
    assert measure(game, (0, 1, 1), outcome, 0) == {"wp": (0, 1), "adp": (-4, 1)}
    assert measure(game, (0, 1, 1), outcome, 1) == {"wp": (1, 1), "adp": (4, 1)}
    # Three agents: each for itself.
    assert measure(game, (2, 0, 1), outcome, 0) == {"wp": (1, 1), "adp": (2, 1)}


def test_nobody_wins_a_redeal():
    game, outcome = finished("doudizhu", 1, payoffs=[0, 0, 0])
    assert measure(game, (0, 1, 1), outcome, 0)["wp"] == (0.5, 1)


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "zhengshangyou", "paodekuai", "gongzhu"])
def test_equals_share_alike_over_the_seatings_of_a_deal(name):
    """With the same result in every seating A has half of the wins, and nothing in any zero-sum measure."""
    for seed in range(20):
        game, outcome = finished(name, seed)
        if outcome.state.redeal:
            continue
        values = [measure(game, seating, outcome, 0) for seating in seatings_for(game, 2)]
        assert sum(value["wp"][0] for value in values) / len(values) == pytest.approx(0.5)
        for key in {"adp", "points", "reward"} & set(values[0]):
            if key != "points" or name != "gongzhu":
                assert sum(value[key][0] for value in values) == pytest.approx(0)


def test_cards_left_count_where_another_agent_has_won():
    game, outcome = finished("zhengshangyou", 3)
    winner, hands = outcome.state.winner, outcome.state.hands
    losers = [seat for seat in range(3) if seat != winner]
    seating = tuple(0 if seat == losers[0] else 1 for seat in range(3))
    assert measure(game, seating, outcome, 0)["cards_left"] == (len(hands[losers[0]]), 1)
    assert measure(game, seating, outcome, 1)["cards_left"] == (0, 0)
    swapped = tuple(1 - player for player in seating)
    assert measure(game, swapped, outcome, 0)["cards_left"] == (0, 0)
    both = tuple(1 if seat == winner else 0 for seat in range(3))
    assert measure(game, both, outcome, 0)["cards_left"] == (sum(len(hands[seat]) for seat in losers), 2)


def test_gongzhu_counts_points_positive_scores_and_the_papers_reward():
    game, outcome = finished("gongzhu", 1, payoffs=[-300, 100, 0, -60])
    values = measure(game, (0, 1, 0, 1), outcome, 1)
    assert values["points"] == (40, 2)
    assert values["positive"] == (1, 2)
    # 4 s - sum(s), over 100: sum is -260.
    assert values["reward"] == (pytest.approx((4 * 100 + 260 + 4 * -60 + 260) / 100), 2)
    assert values["positive_reward"] == (2, 2)
    assert values["wp"] == (1, 1)
    assert measure(game, (0, 1, 0, 1), outcome, 0)["positive_reward"] == (1, 2)


def test_top_scorers_share_the_win():
    game, outcome = finished("gongzhu", 1, payoffs=[50, 50, 0, -400])
    assert win_shares(game, (0, 1, 0, 1), outcome) == [0.5, 0.5, 0, 0]


def test_whoever_forfeits_has_no_share_in_any_seat():
    game, outcome = finished("zhengshangyou", 1, Forfeit(1, "failed"), [5, -10, 5])
    assert win_shares(game, (0, 1, 2), outcome) == [0.5, 0, 0.5]
    assert win_shares(game, (1, 1, 0), outcome) == [0, 0, 1]
    game, outcome = finished("gongzhu", 1, Forfeit(1, "failed"), [0, -600, 0, -600])
    assert win_shares(game, (0, 1, 0, 1), outcome) == [0.5, 0, 0.5, 0]


def test_the_four_card_hand_has_no_reward_of_paper_004():
    game, outcome = finished("four-card", 1)
    assert set(measure(game, (0, 1), outcome, 0)) == {"wp", "points"}
