"""Games that go on with hidden cards dealt anew: the deals are those that the engine's view allows, each as likely."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from batches import random_steps_beside_the_engine  # noqa: E402
from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.packing import write_cards  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.climbing.redealt_batch import NOBODY, RedealtBatch  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402
from paiyou.learn.selfplay.lookahead import results_of  # noqa: E402


def hands_of(games, row):
    return tuple(write_cards(hand, games.spec.symbols) for hand in games.at.hands[row].tolist())


@pytest.mark.parametrize("name", ["doudizhu", "mini-doudizhu"])
def test_what_a_seat_knows_stays(name):
    looked = 0
    for batch, states in islice(random_steps_beside_the_engine(name, 8, seed=5), 40):
        rows = batch.active.nonzero(as_tuple=True)[0].repeat_interleave(3)
        if not len(rows):
            continue
        drawn = RedealtBatch(batch, rows, 100 + torch.arange(len(rows)))
        hidden = batch.spec.pile == "hidden"
        mine, theirs = (at.hands.sum(dim=1) + hidden * at.pile for at in (drawn.at, batch.at))
        assert torch.equal(mine, theirs[rows])
        assert torch.equal(drawn.at.dealt - drawn.at.hands, (batch.at.dealt - batch.at.hands)[rows])
        assert torch.equal(drawn.facts().left, batch.facts().left[rows])
        for fact in vars(drawn.facts()):
            assert torch.equal(getattr(drawn.facts(), fact), getattr(batch.facts(), fact)[rows]), fact
        for place, row in enumerate(rows.tolist()):
            view = states[row].view(batch.seat)
            for seat, known in enumerate(view.known):
                hand = Counter(hands_of(drawn, place)[seat])
                assert not Counter(known) - hand
            looked += 1
    assert looked > 100


def test_every_deal_of_a_view_is_drawn_as_often_as_it_is_likely():
    tried = 0
    for batch, states in islice(random_steps_beside_the_engine("mini-doudizhu", 6, seed=9), 3, 30):
        for row in batch.active.nonzero(as_tuple=True)[0].tolist()[:1]:
            possible = {tuple(deal.hands): ways for deal, ways in states[row].view(batch.seat).deals()}
            if not 2 <= len(possible) <= 60:
                continue
            number, total = 3000, sum(possible.values())
            drawn = RedealtBatch(batch, torch.full((number,), row), torch.arange(number) + 7 * tried)
            found = Counter(hands_of(drawn, place) for place in range(number))
            assert set(found) <= set(possible)
            for hands, ways in possible.items():
                chance = ways / total
                assert abs(found[hands] / number - chance) < 5 * (chance * (1 - chance) / number) ** 0.5 + 1e-9
            tried += 1
    assert tried > 5


def liking(action):
    """Some order of all actions."""
    return (action + 1) * 7919 % 10007


class SomeOrder:
    """Plays the legal action that comes last in it."""

    def values(self, games, at, seat, row, action):  # noqa: ARG002
        return torch.stack([liking(action).float()] * 2, dim=1)


@pytest.mark.parametrize("head", [0, 1])
def test_results_are_the_engines(head):
    name, player = "mini-doudizhu", NetworkPlayer([SomeOrder()], head)
    numbers = {move: number for number, move in enumerate(paiyou.game(name).actions)}
    looked = 0
    for batch, states in islice(random_steps_beside_the_engine(name, 6, seed=2), 40):
        rows = batch.active.nonzero(as_tuple=True)[0]
        if not len(rows):
            continue
        branches = RedealtBatch(batch, rows, torch.arange(len(rows)))
        dealt = [hands_of(branches, place) for place in range(len(rows))]
        row, action = batch.legal()
        first = torch.stack([action[row == one][0] for one in rows.tolist()])
        found = results_of(branches, player, first)
        assert (branches.turn == NOBODY).all()
        for place, one in enumerate(rows.tolist()):
            deals = states[one].view(batch.seat).deals()
            state = next(deal for deal, _ in deals if tuple(deal.hands) == dealt[place])
            move = int(first[place])
            while not state.over:
                state.play(batch.spec.actions[move])
                if not state.over:
                    move = max((numbers[text] for text in state.moves()), key=liking)
            points = state.payoffs[batch.seat]
            unit = batch.spec.family.part(LEARN).points_unit(batch.spec, batch.seat)
            assert found[place] == (points / unit if head else (1 if points > 0 else -1))
            looked += 1
    assert looked > 60


def test_the_same_seed_gives_the_same_deal():
    games = ClimbingBatch(game_spec("doudizhu"), 4, seed=3)
    rows = torch.tensor([0, 0, 3, 0])
    one = RedealtBatch(games, rows, torch.tensor([5, 6, 5, 5]))
    assert torch.equal(one.at.hands[0], one.at.hands[3])
    assert not torch.equal(one.at.hands[0], one.at.hands[1])


@pytest.mark.parametrize("name", ["paodekuai", "zhengshangyou", "paodekuai:must_beat=off"])
def test_games_whose_rules_tell_more_are_refused(name):
    games = ClimbingBatch(game_spec(name), 2, seed=1)
    if games.spec.must_beat or games.spec.lead_card is not None:
        with pytest.raises(ValueError, match="cannot be drawn on a device yet"):
            RedealtBatch(games, torch.tensor([0]), torch.tensor([1]))
    else:
        assert RedealtBatch(games, torch.tensor([0]), torch.tensor([1])).number == 1
