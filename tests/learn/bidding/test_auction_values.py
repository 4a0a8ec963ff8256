"""What calls come to, against auctions gone through line by line."""

from itertools import product

import pytest
import torch

from paiyou.games.registry import game_spec
from paiyou.learn.bidding.auction_values import auction_values, open_calls
from paiyou.learn.bidding.call_chances import call_chances, every_opener, of_speakers

GAMES = ("doudizhu:bidding=call-rob", "doudizhu:bidding=123,multi_round=on", "doudizhu:douzero,bidding=123")


def lines(auction, node=0):
    """Every way to the end from a node: the steps as (node, call), and the last one."""
    for call, step in auction.steps[node].items():
        if step.next is None:
            yield [(node, call)], step
        else:
            yield from (([(node, call), *rest], last) for rest, last in lines(auction, step.next))


@pytest.mark.parametrize("name", GAMES)
def test_values_reach_and_results_are_those_of_every_line(name):
    spec = game_spec(name)
    auction = spec.auction
    torch.manual_seed(1)
    points = torch.randint(-8, 9, (2, 3)).float()
    chances = call_chances(torch.randn(2, len(auction.steps), len(auction.calls)), auction, 1.0)
    found = auction_values(spec, points, chances)
    for deal in range(2):
        result, thrown_in = torch.zeros(3), 0.0
        for line, end in lines(auction):
            chance = torch.stack([chances[deal, node, call] for node, call in line]).prod()
            stake = 0 if end.stake == 0 else end.stake if spec.score.bid else 1
            payoff = torch.full((3,), -0.5)
            payoff[end.landlord] = 1.0
            payoff *= stake * points[deal, end.landlord]
            result += chance * payoff
            thrown_in += float(chance) * (end.stake == 0)
        torch.testing.assert_close(found.result[deal], result)
        assert float(found.thrown_in[deal]) == pytest.approx(thrown_in)
        for line, _ in lines(auction):
            for place, (node, _) in enumerate(line):
                before, speaker = line[:place], auction.speaker[node]
                others = [chances[deal, at, call] for at, call in before if auction.speaker[at] != speaker]
                everybody = [chances[deal, at, call] for at, call in before]
                assert float(found.reach[deal, node]) == pytest.approx(float(torch.tensor(others).prod()))
                assert float(found.reached[deal, node]) == pytest.approx(float(torch.tensor(everybody).prod()))


def test_a_call_is_worth_what_its_lines_come_to():
    spec = game_spec("doudizhu:bidding=call-rob")
    auction = spec.auction
    points = torch.tensor([[6.0, -4.0, 2.0]])
    # Everybody who is asked says yes: three yeses, and the first keeps it at the stake 8.
    values = torch.zeros(1, len(auction.steps), len(auction.calls))
    values[..., 1:] = 1.0
    found = auction_values(spec, points, call_chances(values, auction))
    opens, last_word = 0, auction.node_after(("call", "rob", "rob"))
    assert found.calls[0, opens, 0] == -0.5 * -4.0 * 4  # the next calls, is robbed of it, and robs it back
    assert found.calls[0, opens, 1] == 48.0
    assert found.calls[0, last_word, 0] == -0.5 * 2.0 * 4
    assert found.calls[0, last_word, 2] == 6.0 * 8
    assert found.result.tolist() == [[48.0, -24.0, -24.0]]


def test_chances_are_of_open_calls_alone():
    auction = game_spec("doudizhu:bidding=123").auction
    allowed = open_calls(auction)
    values = torch.randn(5, *allowed.shape)
    for temperature in (0.0, 0.5):
        chances = call_chances(values, auction, temperature)
        torch.testing.assert_close(chances.sum(dim=-1), torch.ones(5, len(allowed)))
        assert not chances[:, ~allowed].any()
    best = call_chances(values, auction)
    assert torch.equal(best.argmax(dim=-1), torch.where(allowed, values, -torch.inf).argmax(dim=-1))


def test_seats_are_counted_from_the_opener():
    auction = game_spec("doudizhu:bidding=call-rob").auction
    tables = torch.arange(2 * 3).reshape(2, 3, 1, 1).expand(2, 3, len(auction.steps), len(auction.calls))
    spoken = of_speakers(every_opener(tables), auction)
    for opener, deal, node in product(range(3), range(2), range(len(auction.steps))):
        seat = (opener + auction.speaker[node]) % 3
        assert int(spoken[2 * opener + deal, node, 0]) == 3 * deal + seat
