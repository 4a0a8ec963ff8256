"""The rule player: legal and honest everywhere, and the cases of team play by name."""

import random
from dataclasses import replace

import pytest

import paiyou
from paiyou.agents.rules import RulesAgent
from paiyou.agents.rules.climbing.bidding import chance_to_win, judge_calls
from paiyou.agents.rules.climbing.player import ClimbingRules
from paiyou.games.game import Game
from positions import GAMES

DOUDIZHU = paiyou.game("doudizhu")


def choose(game, hands, turn=0, last=None):
    state = game.start(hands, turn=turn, last=last)
    return paiyou.agent("rules", game).choose(state.view(state.turn))


@pytest.mark.parametrize("name", GAMES)
def test_only_legal_moves_and_no_look_at_hidden_cards(name):
    """Against random players, so that odd positions come up; the move is the same whatever the others hold."""
    game, rng = paiyou.game(name), random.Random(1)
    agent = paiyou.agent("rules", game)
    decisions = calls = 0
    for seed in range(30):
        state = game.deal(seed)
        while not state.over:
            if rng.random() < 0.4:
                state.play(rng.choice(state.moves()))
                continue
            view = state.view(state.turn)
            move = agent.choose(view)
            assert move in view.moves()
            if rng.random() < 0.3:
                assert agent.choose(view.sample(rng.randrange(10**6)).view(view.seat)) == move
            decisions += 1
            calls += state.bidding
            state.play(move)
    assert decisions > 150
    assert (calls > 20) == (game.spec.auction is not None)


@pytest.mark.parametrize("name", GAMES)
def test_it_judges_every_legal_move_and_plays_the_best(name):
    game, rng = paiyou.game(name), random.Random(2)
    agent = paiyou.agent("rules", game)
    for seed in range(8):
        state = game.deal(seed)
        while not state.over:
            view = state.view(state.turn)
            judged = agent.evaluate(view)
            assert sorted(move for move, _, _ in judged) == sorted(view.moves())
            values = [value for _, value, _ in judged]
            assert values == sorted(values, reverse=True)
            chosen = next(value for move, value, _ in judged if move == agent.choose(view))
            assert chosen == values[0]
            state.play(rng.choice(view.moves()))


@pytest.mark.parametrize("name", ["doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai"])
def test_it_beats_random(name):
    assert paiyou.match(name, "rules", "random", deals=40, seed=1, cores=1).wp.low > 0.7


@pytest.mark.parametrize("bidding", ["123", "call-rob"])
def test_it_beats_random_with_an_auction(bidding):
    assert paiyou.match(f"doudizhu:bidding={bidding}", "rules", "random", deals=30, seed=1, cores=1).adp.low > 1


def test_only_the_seat_to_move_can_be_asked():
    for game in (DOUDIZHU, paiyou.game("doudizhu:bidding=123")):
        state = game.deal(1)
        with pytest.raises(ValueError, match="not to move"):
            paiyou.agent("rules", game).choose(state.view((state.turn + 1) % 3))


def test_last_cards_go_out():
    assert choose(DOUDIZHU, ["34567", "5", "6"]) == "34567"
    assert choose(DOUDIZHU, ["3334", "5566", "6"], turn=1, last=(0, "44")) != "pass"
    assert choose(DOUDIZHU, ["44", "99TT", "55"], turn=2, last=(1, "33")) == "55"


def test_sure_winners_come_before_the_last_loser():
    """Nobody can beat the aces or the 2: they go first, the 3 last."""
    assert choose(DOUDIZHU, ["3AA2", "45678", "45678"]) == "AA"
    assert choose(DOUDIZHU, ["32", "45678", "45678"]) == "2"


@pytest.mark.parametrize("name", ["doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai"])
def test_a_certain_win_is_won(name):
    """Whoever plays alone and says that he wins for certain does so, whatever the others do."""
    game, rng = paiyou.game(name), random.Random(3)
    agent, claims = paiyou.agent("rules", game), 0
    for seed in range(150):
        state, claimed = game.deal(seed), False
        while not state.over:
            view = state.view(state.turn)
            if state.turn == 0:
                claimed = claimed or agent.evaluate(view)[0][1] == 1.0
                state.play(agent.choose(view))
            else:
                state.play(rng.choice(view.moves()))
        assert state.winner == 0 or not claimed
        claims += claimed
    assert claims > 30


def test_the_rocket_clears_the_way():
    assert choose(DOUDIZHU, ["34567BR", "45678", "89TJQ"]) == "BR"


def test_no_solo_for_a_landlord_on_his_last_card():
    assert choose(DOUDIZHU, ["A", "34455", "66778"], turn=1) in ("44", "55")


def test_the_highest_solo_where_there_is_nothing_else():
    assert choose(DOUDIZHU, ["T", "678QK", "4J"], turn=2) == "J"


def test_a_landlord_with_one_card_is_stopped_at_any_price():
    assert choose(DOUDIZHU, ["A", "344556677", "8999922J"], turn=2, last=(0, "K")) == "2"
    assert choose(DOUDIZHU, ["A", "344556677", "89999JQ"], turn=2, last=(0, "K")) == "9999"


def test_a_partner_who_is_next_with_one_card_gets_a_low_solo():
    assert choose(DOUDIZHU, ["45678JJQQ", "3556688KK", "T"], turn=1) == "3"


def test_the_partner_keeps_his_trick():
    """The landlord has passed: nothing is gained by taking the trick from the partner."""
    state = DOUDIZHU.start(["3456789TJ", "44KKAA5678", "33QQ799"], turn=2)
    state.play("QQ")
    state.play("pass")
    assert paiyou.agent("rules", DOUDIZHU).choose(state.view(1)) == "pass"


def test_no_bomb_on_the_partner():
    assert choose(DOUDIZHU, ["3356789TJ", "KK5678", "3344446799"], turn=2, last=(1, "Q")) != "4444"


def test_but_the_partner_is_beaten_to_go_out():
    assert choose(DOUDIZHU, ["3456789TJ", "K5678", "AA"], turn=2, last=(1, "KK")) == "AA"


def test_whoever_plays_for_himself_stops_the_one_who_is_nearly_out():
    game = paiyou.game("zhengshangyou")
    assert choose(game, ["3", "445566K", "778899QQA"], turn=2, last=(0, "J")) in ("Q", "A")


def test_must_beat_is_kept():
    game = paiyou.game("paodekuai")
    assert choose(game, ["34567", "44455KK", "6789T"], turn=1, last=(0, "3")) != "pass"


def test_a_better_hand_bids_more():
    game = paiyou.game("doudizhu:bidding=123")
    state = game.start(["TTJJQQKKAA2222ABR", "33445677899TTJJQK", "3355666778889Q4KA"])
    agent = paiyou.agent("rules", game)
    calls = {}
    for _ in range(3):
        if state.bidding:
            calls[state.turn] = agent.choose(state.view(state.turn))
            state.play("bid 0")
    assert calls == {0: "bid 3", 1: "bid 0", 2: "bid 0"}


def test_long_groups_without_high_cards_do_not_open():
    """Eleven in a row and no card above K: made landlord at once, such a hand wins one game in eight."""
    game = paiyou.game("doudizhu:bidding=123")
    state = game.start(["33445677899TTJJQK", "TTJJQQKKAA2222ABR", "3355666778889Q4KA"])
    assert paiyou.agent("rules", game).choose(state.view(0)) == "bid 0"


def test_calls_follow_the_chance_to_win():
    assert chance_to_win(1000.0, "") > 0.99 > 0.01 > chance_to_win(-1000.0, "")
    assert chance_to_win(-80.0, "BR22") > chance_to_win(-80.0, "22") > chance_to_win(-80.0, "34")
    assert judge_calls(["decline", "call"], 0.9)[0][0] == "call"
    assert judge_calls(["decline", "rob"], 0.1)[0][0] == "decline"
    assert judge_calls(["bid 0", "bid 2", "bid 3"], 0.9)[0][0] == "bid 3"


@pytest.mark.parametrize("bidding", ["123", "call-rob"])
def test_the_chance_is_about_what_landlords_win(bidding):
    """Whoever speaks is made landlord at once; over a few hundred auctions the chances add up to the wins."""
    game = paiyou.game(f"doudizhu:bidding={bidding}")
    agent = paiyou.agent("rules", game)
    strength = ClimbingRules(game)._weighers["landlord"].strength
    expected, wins = [0.0, 0.0], [0, 0]
    for seed in range(300):
        state = game.deal(seed)
        view = state.view(state.turn)
        strong = sum(view.hand.count(card) for card in "2BR") > 2
        seat = state.turn
        expected[strong] += chance_to_win(strength(view), view.hand)
        state.play("bid 3" if bidding == "123" else "call")
        while state.bidding:
            state.play("decline")
        while not state.over:
            state.play(agent.choose(state.view(state.turn)))
        wins[strong] += state.payoffs[seat] > 0
    # Standard errors are about 7 for the 215 weak hands and 4.5 for the 85 strong ones.
    assert abs(expected[0] - wins[0]) < 21
    assert abs(expected[1] - wins[1]) < 14


def test_calls_heard_before_count():
    """Two who pass are weak: a hand that would not open bids behind them, and less behind a bid."""

    def chance(*heard):
        return chance_to_win(-80.0, "K22", heard)

    assert chance("bid 0", "bid 0") > chance("bid 0") > chance() > chance("bid 2")
    assert chance("decline") > chance() > chance("call") > chance("call", "rob")
    assert judge_calls(["bid 0", "bid 1"], chance())[0][0] == "bid 0"
    assert judge_calls(["bid 0", "bid 1"], chance("bid 0", "bid 0"))[0][0] == "bid 1"
    game = paiyou.game("doudizhu:bidding=123")
    agent = paiyou.agent("rules", game)
    passed_out = 0
    for seed in range(200):
        state = game.deal(seed)
        while state.bidding:
            state.play(agent.choose(state.view(state.turn)))
        passed_out += state.redeal
    assert passed_out < 6


def test_a_bomb_where_a_pass_loses_for_certain():
    """The peasant who played the 2 has one card left, and his partner will not stop him."""
    assert choose(DOUDIZHU, ["345555678JK", "T", "34678QQA"], last=(1, "2")) == "5555"
    assert choose(DOUDIZHU, ["345555678JK", "34678QQA", "T"], last=(2, "2")) == "5555"
    assert choose(DOUDIZHU, ["345555678JK", "34678QQA", "TTT99"], last=(2, "2")) == "pass"


# Two with 17 cards each think for seconds: many of the cards that are unseen to them lie in no hand.
@pytest.mark.parametrize(
    ("seats", "hand", "deals"), [(2, 17, 1), (4, 12, 20), pytest.param(2, 17, 20, marks=pytest.mark.long)]
)
def test_tables_of_two_and_four_have_landlords_and_partners_too(seats, hand, deals):
    """Games of one's own: whoever is not the landlord is a partner of all others who are not."""
    teams = (0,) + (1,) * (seats - 1)
    score = replace(DOUDIZHU.spec.score, landlord_factor=seats - 1)
    game = Game(replace(DOUDIZHU.spec, name="own", seats=seats, teams=teams, hand_size=hand, score=score))
    agent = RulesAgent(game)
    for seed in range(deals):
        state = game.deal(seed)
        while not state.over:
            state.play(agent.choose(state.view(state.turn)))


def test_a_finished_game_has_nothing_to_decide():
    state = DOUDIZHU.start(["3", "4", "5"])
    state.play("3")
    for seat in range(3):
        with pytest.raises(ValueError, match="there is no move"):
            paiyou.agent("rules", DOUDIZHU).choose(state.view(seat))
