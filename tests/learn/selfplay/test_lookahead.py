"""Look-ahead in a batch: the arithmetic is that of `think`, and without play-outs it is the plain network."""

from __future__ import annotations

from itertools import pairwise

import pytest

torch = pytest.importorskip("torch")

from paiyou.agents.neural.think import Race  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402
from paiyou.learn.selfplay.lookahead import Lookahead, LookaheadPlayer, candidates  # noqa: E402
from training_runs import SMALL  # noqa: E402

SPEC = game_spec("mini-doudizhu")


def tiny_player(seed: int = 1) -> NetworkPlayer:
    torch.manual_seed(seed)
    return NetworkPlayer([make_network("facts", SPEC, position, **SMALL).eval() for position in range(SPEC.seats)], 0)


def a_step(games: ClimbingBatch):
    row, action = games.legal()
    return games, row, action


def test_the_best_few_moves_near_the_best_are_looked_at():
    torch.manual_seed(4)
    row = torch.randint(0, 50, (600,))
    action = torch.randperm(600)
    value = torch.rand(600)
    value[row == 7] = 0.5  # all alike
    value[row == 8] -= torch.arange(int((row == 8).sum()))  # none near another
    found = candidates(value, row, action, 50, Lookahead(candidates=3, margin=0.3))
    for one in range(50):
        mine = sorted(zip(value[row == one].tolist(), action[row == one].tolist(), strict=True), reverse=True)
        near = [pair for pair in mine if pair[0] >= mine[0][0] - 0.3][:3] if mine else []
        kept = found.row == one
        told = list(zip(found.value[kept].tolist(), found.action[kept].tolist(), strict=True))
        assert told == (near if len(near) > 1 else [])
        if told:
            assert found.first[kept].unique().tolist() == [int(kept.nonzero()[0])]
    assert not (found.row == 8).any()
    assert (found.row == 7).sum() == 3


class Told(LookaheadPlayer):
    """Is told the results of play-outs."""

    def __init__(self, settings, results):
        super().__init__(NetworkPlayer([], 0), settings)
        self.results = results
        self.asked = []

    def _play_out(self, games, found, places, done, number):  # noqa: ARG002
        self.asked.append((places.tolist(), done, number))
        return self.results[places, done : done + number]


@pytest.mark.parametrize("sure", [0.0, 1.0])
@pytest.mark.parametrize("prior", [0.0, 20.0])
def test_the_arithmetic_is_that_of_think(prior, sure):
    torch.manual_seed(8)
    settings = Lookahead(playouts=64, candidates=4, margin=0.5, prior=prior, sure=sure)
    row, action = torch.arange(40).repeat_interleave(4), torch.arange(160)
    value = torch.rand(160) * 0.4
    found = candidates(value, row, action, 40, settings)
    assert len(found) == 160
    strength = torch.rand(160, 1)
    results = torch.where(torch.rand(160, 64) < strength, 1.0, -1.0)
    player = Told(settings, results)
    chosen = player._race(ClimbingBatch(SPEC, 40, 1), found)
    given_up = 0
    for one in range(40):
        places = (found.row == one).nonzero(as_tuple=True)[0]
        race = Race([str(place) for place in places.tolist()], found.value[places].tolist(), prior, 1e12)
        for begin, end in pairwise((0, 16, 64)):
            if len(race.running) > 1:
                race.add(results[places][race.running][:, begin:end].numpy())
        move, _, _ = race.choice(sure)
        assert int(chosen[one]) == int(move)
        given_up += 4 - len(race.running)
        for portion in range(2):
            asked = player.asked[portion][0]
            expected = [place for at, place in enumerate(places.tolist()) if race.number(at) > (0, 16)[portion]]
            assert [place for place in asked if place in places.tolist()] == expected
    assert given_up > 20
    assert player.looked == 40
    assert 5 < player.overruled < 40


@pytest.mark.parametrize("settings", [Lookahead(playouts=0), Lookahead(candidates=1), Lookahead(playouts=8, prior=1e9)])
def test_without_play_outs_that_count_it_is_the_plain_network(settings):
    plain = tiny_player()
    looking = LookaheadPlayer(plain, settings)
    games = ClimbingBatch(SPEC, 16, seed=4)
    for _ in range(30):
        row, action = games.legal()
        chosen = plain(games, row, action)
        assert torch.equal(looking(games, row, action)[row], chosen[row])
        games.play(chosen)


def test_the_same_seed_plays_the_same_and_moves_are_legal():
    games = ClimbingBatch(SPEC, 16, seed=4)
    settings = Lookahead(playouts=8, margin=2.0)
    one, other = (LookaheadPlayer(tiny_player(), settings, seed=5) for _ in range(2))
    differed = 0
    for _ in range(20):
        row, action = games.legal()
        chosen = one(games, row, action)
        assert torch.equal(chosen, other(games, row, action))
        legal = set(zip(row.tolist(), action.tolist(), strict=True))
        assert all((place, int(chosen[place])) in legal for place in row.unique().tolist())
        differed += int((chosen != tiny_player()(games, row, action))[row].sum())
        games.play(chosen)
    assert differed > 0
    assert one.looked > 0
    assert one.played_out == other.played_out > 0


def test_points_are_played_for_too():
    plain = tiny_player()
    looking = LookaheadPlayer(NetworkPlayer(plain.networks, 1), Lookahead(playouts=4, margin=4.0))
    games = ClimbingBatch(SPEC, 8, seed=2)
    for _ in range(9):
        games.play(looking(*a_step(games)))
    assert looking.looked > 0


def test_numbers_that_cannot_be_meant_are_refused():
    for wrong in ({"playouts": -1}, {"candidates": 0}, {"margin": -0.1}, {"prior": -1.0}):
        with pytest.raises(ValueError, match="look-ahead needs"):
            Lookahead(**wrong)
    assert Lookahead(playouts=512).portions == [128, 384]
    assert Lookahead(playouts=1).portions == [1]
