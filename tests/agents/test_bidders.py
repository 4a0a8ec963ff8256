"""Who bids at a table, and how often the cards are thrown in there."""

import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.agents.bidders import bidder_for, choose_at_table, in_auction, tempered_call
from paiyou.games.registry import game_info

AUCTIONS = ("doudizhu:bidding=call-rob", "doudizhu:bidding=123")


def auction_against(game, agent, seed):
    """An auction in which a person declines, in every seat in turn; the state at its end."""
    state, person = game.deal(seed), seed % game.seats
    while not state.over and state.bidding:
        state.play(state.moves()[0] if state.turn == person else choose_at_table(agent, state))
    return state


@pytest.mark.parametrize("name", AUCTIONS)
@pytest.mark.parametrize("level", game_info("doudizhu").levels)
def test_few_deals_are_thrown_in_when_a_person_declines(name, level):
    game = paiyou.game(name)
    agent = paiyou.agent(game.info.levels[level], game)
    thrown_in = sum(auction_against(game, agent, seed).redeal for seed in range(200))
    assert thrown_in < 200 / 6


@pytest.mark.parametrize("name", AUCTIONS)
def test_temper_moves_the_first_call_alone(name):
    """With so much of it every hand is called on, by the call that was the best of them, and nothing is overbid."""
    game = paiyou.game(name)
    bidder = paiyou.agent("rules", game)
    for seed in range(30):
        state = game.deal(seed)
        opening = state.view(state.turn)
        told = bidder.evaluate(opening)
        best_claim = next(call for call, _, _ in told if call not in ("decline", "bid 0"))
        assert tempered_call(bidder, opening, 1000.0) == best_claim
        assert tempered_call(bidder, opening, 0.0) == told[0][0]
        state.play(state.moves()[1])
        later = state.view(state.turn)
        assert tempered_call(bidder, later, 1000.0) == bidder.evaluate(later)[0][0]


def test_agents_play_their_own_cards():
    game = paiyou.game("doudizhu:bidding=123")
    for name in ("rules", "isuct:iterations=20", "cheat-uct:iterations=2,trees=2"):
        agent = paiyou.agent(name, game)
        state = game.deal(4)
        state.play("bid 3")
        assert not in_auction(game, state.view(state.turn))
        assert choose_at_table(agent, state) in state.moves()


def test_an_agent_of_somebody_elses_bids_for_itself():
    class Bold(Agent):
        def choose(self, view):
            return view.moves()[-1]

    game = paiyou.game("doudizhu:bidding=123")
    for seed in range(5):
        assert choose_at_table(Bold(game), game.deal(seed)) == "bid 3"


def test_a_bidder_that_was_asked_for_calls_at_a_table_too():
    game = paiyou.game("doudizhu:bidding=123")
    assert paiyou.agent("dmc:bidder=rules", game).bids
    assert not paiyou.agent("dmc", game).bids


def test_rules_bid_where_nobody_has_learnt_to():
    game = paiyou.game("doudizhu:douzero,bidding=123")
    assert bidder_for(game).name == "rules"
    assert bidder_for(paiyou.game("doudizhu:bidding=123"), "rules").name == "rules"
