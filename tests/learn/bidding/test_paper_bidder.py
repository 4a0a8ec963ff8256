"""The bidder of DouZero: its features, its labels, and that it learns them."""

import json

import pytest
import torch

from paiyou.games.packing import pack
from paiyou.games.registry import game_spec
from paiyou.learn.bidding.paper_bidder import PaperArguments, label_hands, train_paper_bidder
from paiyou.learn.bidding.paper_features import SIZE, call_features, hand_features
from paiyou.learn.bidding.points_network import PointsNetwork

GAME = "doudizhu:bidding=call-rob"
SPEC = game_spec(GAME)
CPU = torch.device("cpu")


def features(hand):
    (row,) = hand_features(SPEC, torch.tensor([pack([SPEC.symbols.index(card) for card in hand])]))
    return row


def test_the_features_of_table_6():
    row = features("33444556666TA22BR")
    deck, solos, pairs, trios, bombs, many = row.split([54, 12, 13, 13, 14, 10])
    assert deck.sum() == 17
    assert deck[:12].tolist() == [1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0]
    assert [SPEC.symbols[rank] for rank in solos.nonzero().flatten()] == ["T", "A"]
    assert [SPEC.symbols[rank] for rank in pairs.nonzero().flatten()] == ["3", "5", "2"]
    assert [SPEC.symbols[rank] for rank in trios.nonzero().flatten()] == ["4"]
    assert bombs.nonzero().flatten().tolist() == [3, 13]  # sixes, and the rocket
    assert many.tolist() == [0, 0, 1, 0, 0, 0, 0, 1, 1, 1]
    assert features("3456789TJQKA34567")[-10:].tolist() == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert len(row) + call_features(SPEC.auction).shape[1] == SIZE


def test_the_calls_before_are_told():
    rows = call_features(SPEC.auction)
    for said in ((), ("decline",), ("call", "decline"), ("decline", "call", "rob"), ("call", "rob", "rob")):
        row = rows[SPEC.auction.node_after(said)].reshape(4, 3)
        wanted = [1 if call == "decline" else 2 for call in said] + [0] * (4 - len(said))
        assert row.argmax(dim=1).tolist() == wanted
        assert row.sum() == 4
    assert len({tuple(row.tolist()) for row in rows}) == len(rows)
    with pytest.raises(ValueError, match="yes or no"):
        call_features(game_spec("doudizhu:bidding=123").auction)


def test_a_label_is_what_calling_gained_with_the_hand(playouts):
    """A network whose calls are the same with any hand: all fillings agree, and the mean is that of all of them."""
    network = PointsNetwork(SPEC, (4,)).requires_grad_(False)
    for parameter in network.parameters():
        parameter.zero_()
    bias = network.layers[-1].bias.reshape(len(SPEC.auction.steps), 3)
    bias[:, 0] = 1.0  # everybody declines
    labels = label_hands(playouts, network, PaperArguments(GAME, temperature=0.0001), 0, 10, CPU)
    assert labels.features.shape == (30, SIZE)  # three places, always after nothing but declining
    own = torch.from_numpy(playouts.points[:10, :, 0]).float().mean(dim=1)
    torch.testing.assert_close(labels.gain, own.repeat(3))  # to call is to be landlord at the stake 1
    torch.testing.assert_close(labels.promised, torch.full((30,), -1.0))


def test_it_learns_what_was_right(playouts, tmp_path):
    torch.manual_seed(1)
    network = PointsNetwork(SPEC, (4,)).requires_grad_(False)
    arguments = PaperArguments(GAME, epochs=4, minibatch=64, held_out=0.2, temperature=5.0)
    accuracy = train_paper_bidder(playouts, network, arguments, tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["start"] + ["epoch"] * 4
    assert accuracy == max(line["accuracy"] for line in lines[1:])
    assert accuracy > max(lines[0]["calls"], 1 - lines[0]["calls"]) + 0.05  # better than always the same
    kept = torch.load(tmp_path / "weights.pt", weights_only=True)
    assert kept["accuracy"] == accuracy
    assert kept["weights"]["0.weight"].shape == (512, 128)
    with pytest.raises(ValueError, match="hands held out"):
        train_paper_bidder(playouts, network, PaperArguments(GAME, held_out=1.0), tmp_path)
