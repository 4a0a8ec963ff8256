"""The bidder that knows the expected points of every call."""

import numpy as np
import pytest

import paiyou
from bidder_files import random_bidder
from paiyou.agents.neural.points_bidder import PointsBidder
from paiyou.models.bidder_network import STATES
from paiyou.models.bidders import BidderFile

GAME = paiyou.game("doudizhu:bidding=call-rob")
AUCTION = GAME.spec.auction
SIZES = (len(GAME.spec.symbols) * STATES, 7, len(AUCTION.steps) * len(AUCTION.calls))


@pytest.fixture
def file():
    return random_bidder(GAME.spec.bidding_key, SIZES)


def test_values_are_those_of_the_plain_network(file):
    bidder = PointsBidder(GAME, file)
    hand = "3344479TTJQKA22BR"
    inputs = np.zeros(SIZES[0], np.float32)
    for rank, symbol in enumerate(GAME.spec.symbols):
        inputs[rank * STATES + hand.count(symbol)] = 1
    (first, biases), (second, more) = file.layers
    wanted = np.maximum(inputs @ first + biases, 0) @ second + more
    np.testing.assert_allclose(bidder.values(hand).ravel(), wanted, rtol=1e-5)


def test_it_makes_the_call_that_is_worth_most_at_its_node(file):
    bidder = PointsBidder(GAME, file)
    for seed in range(20):
        state = GAME.deal(seed)
        while state.bidding and not state.over:
            view = state.view(state.turn)
            values = bidder.values(view.hand)[AUCTION.node_after([call for _, call in view.history])]
            told = bidder.evaluate(view)
            assert {call: value for call, value, _ in told} == {
                call: pytest.approx(float(values[AUCTION.calls.index(call)])) for call in view.moves()
            }
            assert bidder.choose(view) == max(told, key=lambda entry: entry[1])[0]
            assert bidder.unit(view) == "points"
            state.play(view.moves()[(seed + len(view.history)) % len(view.moves())])


def test_it_bids_in_games_with_its_auction_alone(file):
    assert PointsBidder(paiyou.game("doudizhu:pagat,bidding=call-rob"), file)
    for other in ("doudizhu", "doudizhu:bidding=123", "doudizhu:douzero,bidding=call-rob"):
        with pytest.raises(ValueError, match="another auction"):
            PointsBidder(paiyou.game(other), file)
    small = BidderFile(file.key, 0.0, {}, file.layers[1:])
    with pytest.raises(ValueError, match="other sizes"):
        PointsBidder(GAME, small)


def test_dmc_bids_with_it(file, tmp_path):
    file.save(tmp_path / "bidder.npz")
    kept = BidderFile.load(tmp_path / "bidder.npz")
    dmc = paiyou.agent(f"dmc:bidder={tmp_path / 'bidder.npz'}", GAME)
    view = GAME.deal(2).view(GAME.deal(2).turn)
    assert dmc.evaluate(view) == PointsBidder(GAME, kept).evaluate(view)
    assert dmc.unit(view) == "points"
    by_rules = paiyou.agent("dmc:bidder=rules", GAME)
    assert by_rules.evaluate(view) == paiyou.agent("rules", GAME).evaluate(view)
    with pytest.raises(ValueError, match="nobody bids in doudizhu"):
        paiyou.agent("dmc:bidder=rules", "doudizhu")
    with pytest.raises(ValueError, match="holds no bidder"):
        paiyou.agent("dmc:bidder=nowhere.npz", GAME)
