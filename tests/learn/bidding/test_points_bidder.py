"""Learning to bid from made-up results of the card play."""

import json

import pytest
import torch

import paiyou
from paiyou.agents.neural.points_bidder import PointsBidder
from paiyou.games.packing import write_cards
from paiyou.games.registry import game_spec
from paiyou.learn.bidding.auction_values import auction_values
from paiyou.learn.bidding.call_chances import call_chances, every_opener, of_speakers
from paiyou.learn.bidding.points_bidder import (
    FILE,
    BidderArguments,
    bidding_spec,
    dealt,
    tables_of,
    train_points_bidder,
)
from paiyou.learn.bidding.points_network import PointsNetwork
from paiyou.learn.bidding.temper import MOST_THROWN_IN, claimed, find_temper
from paiyou.models.bidders import BidderFile

GAME = "doudizhu:bidding=call-rob"
SMALL = BidderArguments(GAME, rounds=3, passes=6, minibatch=128, widths=(32,), held_out=0.2)


@pytest.fixture(scope="module")
def run(playouts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bidder")
    return train_points_bidder(playouts, SMALL, folder), folder


def test_what_was_learnt_beats_simple_bidders(run, playouts):
    """One seat bids by the network among two that always call, never do, or call at random, on hands held out."""
    network, _ = run
    spec = game_spec(GAME)
    auction = spec.auction
    held_out = dealt(playouts, 240, 300, torch.device("cpu"))
    points = every_opener(held_out.points)
    own = call_chances(of_speakers(every_opener(tables_of(network, held_out.hands)), auction), auction)
    wants = torch.zeros(own.shape[1:])
    wants[:, 1:] = 1.0
    for other in (call_chances(wants, auction), call_chances(-wants, auction), call_chances(0 * wants, auction, 1.0)):
        gains = []
        for seat in range(3):
            speaks = torch.tensor([speaker == seat for speaker in auction.speaker])[:, None]
            mixed = torch.where(speaks, own, other.expand_as(own))
            gains.append(auction_values(spec, points, mixed).result[:, seat].mean())
        assert sum(gains) > 0.3


def test_the_players_file_says_what_the_network_says(run, playouts):
    network, folder = run
    game = paiyou.game(GAME)
    bidder = PointsBidder(game, BidderFile.load(folder / FILE))
    deals, _ = playouts.deals(0, 4)
    for hand in deals.hands.flatten().tolist()[:30]:
        values = bidder.values(write_cards(hand, game.spec.symbols))
        torch.testing.assert_close(
            torch.from_numpy(values), network(torch.tensor(hand)).detach(), rtol=0.01, atol=0.02
        )  # half precision


def test_the_log_tells_every_round_and_the_temper(run):
    _, folder = run
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["start", "round", "round", "round", "temper"]
    assert lines[-2]["loss"] > 0
    assert lines[-2]["calls_changed"] < 0.5
    assert abs(lines[-2]["promised_too_much"]) < 1.0
    assert BidderFile.load(folder / FILE).temper == lines[-1]["points"]


def test_temper_is_the_least_that_keeps_deals_from_being_thrown_in():
    """Hands whose call is worth less than nothing by a known amount: a temper above that amount makes them call."""
    spec = game_spec(GAME)
    auction = spec.auction
    torch.manual_seed(2)
    short = torch.rand(500, 3) * 2.0  # what a call lacks
    tables = -short[:, :, None, None] * claimed(auction)
    points = torch.full((500, 3), -2.0)
    temper = find_temper(spec, tables, points)
    # Of the two who may call, each declines where it lacks more than the temper.
    for give, below in ((0.0, True), (-0.05, False)):
        declines = (short > temper.points + give).float()
        both = (declines[:, [0, 0, 1]] * declines[:, [1, 2, 2]]).mean()
        assert (float(both) <= MOST_THROWN_IN) == below
    assert temper.thrown_in_without == 1.0
    # Alone with this temper a seat is landlord wherever it calls, and loses two points.
    assert temper.cost == pytest.approx(2.0 * float((short <= temper.points).float().mean()), rel=1e-4)
    assert find_temper(spec, tables * 0 + claimed(auction), points).points == 0.0


def test_what_does_not_fit_is_refused(playouts, tmp_path):
    with pytest.raises(ValueError, match="nobody bids in doudizhu"):
        bidding_spec("doudizhu", playouts)
    with pytest.raises(ValueError, match="dealt or paid otherwise"):
        bidding_spec("doudizhu:douzero,bidding=123", playouts)
    with pytest.raises(ValueError, match="hands held out"):
        train_points_bidder(playouts, BidderArguments(GAME, held_out=0.0), tmp_path)


def test_a_network_has_a_value_for_every_call_of_every_node():
    spec = game_spec("doudizhu:bidding=123,multi_round=on")
    assert PointsNetwork(spec, (8,))(torch.tensor([[3, 4], [5, 6]])).shape == (2, 2, 27, 4)
