"""Matches of pairs: both pairings are played, and what counts is the own pair's points less the other's."""

import random

import paiyou
from paiyou.arena.measures import measure, win_shares
from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import seatings_for
from paiyou.records.record import Forfeit

PARTNERS = "gongzhu:partners=on"


def finished(seed, payoffs=None, forfeit=None):
    game = paiyou.game(PARTNERS)
    state = game.deal(seed)
    rng = random.Random(seed)
    while not state.over:
        state.play(rng.choice(state.moves()))
    return game, Outcome(state, seed, payoffs or state.payoffs, [], forfeit)


def test_both_pairings_are_played():
    assert seatings_for(paiyou.game(PARTNERS), 2) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_the_difference_is_that_of_the_pairs_per_game():
    game, outcome = finished(1, [100, -50, 30, 0])
    assert measure(game, (0, 1, 0, 1), outcome, 0)["difference"] == (2 * 180, 2)
    assert measure(game, (0, 1, 0, 1), outcome, 1)["difference"] == (2 * -180, 2)
    assert measure(game, (0, 1, 0, 1), outcome, 0)["points"] == (130, 2)


def test_a_pair_wins_together_though_another_seat_has_most():
    game, outcome = finished(1, [100, 60, -90, 0])
    assert win_shares(game, (0, 1, 0, 1), outcome) == [0, 0.5, 0, 0.5]


def test_whoever_forfeits_has_lost_with_its_partner():
    game, outcome = finished(1, [100, -50, 30, 0], Forfeit(0, "failed"))
    assert win_shares(game, (0, 1, 0, 1), outcome) == [0, 0.5, 0, 0.5]


def test_differences_of_two_agents_cancel_and_alone_there_is_none():
    result = paiyou.match(PARTNERS, "random", "random", deals=10, seed=1)
    ours, theirs = (player.measures["difference"].mean for player in result.players)
    assert ours == -theirs
    assert "difference" not in paiyou.match("gongzhu", "random", "random", deals=2, seed=1).players[0].measures
