"""Deals drawn anew for whole batches: they agree with what the seat knows, and all of them are equally likely."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields

import pytest

torch = pytest.importorskip("torch")

from scipy import stats  # noqa: E402

import paiyou  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402
from paiyou.learn.selfplay.lookahead import Lookahead, LookaheadPlayer  # noqa: E402
from paiyou.learn.trick.batched_game import TrickBatch  # noqa: E402
from paiyou.learn.trick.hidden_deals import hidden_deals  # noqa: E402
from paiyou.learn.trick.part import LEARNING  # noqa: E402
from positions import reach  # noqa: E402
from training_runs import SMALL  # noqa: E402
from trick_batches import ODD_GAMES, batch_from, random_actions  # noqa: E402

NAMES = ["gongzhu", "gongzhu:partners=on,must_lead_c2=on", "gongzhu:expose=off", "four-card"]
GAMES = [*map(paiyou.game, NAMES), *(game for game in ODD_GAMES if game.name != "pairs")]
DRAWS = 4_000
FEWEST, MOST = 2, 400
"""Deals of a position in which frequencies are compared."""


def position(game, state):
    """A batch of one game of the engine's, played up to where it is."""
    return batch_from(game.spec, [state], state.history[0][0] if state.history else state.turn)


def narrow_positions(game, number):
    """Positions with few deals that agree, those first in which somebody has shown a void."""
    found = []
    cards = game.seats * (game.spec.hand_size + bool(game.spec.exposures))
    for seed in range(60):
        state = reach(game, seed, random.Random(seed).randrange(cards))
        if state.over:
            continue
        view = state.view(state.turn)
        try:
            deals = view.deals(MOST)
        except ValueError:
            continue
        if len(deals) >= FEWEST:
            found.append((sum(map(bool, view.voids)), state, deals))
    found.sort(key=lambda entry: -entry[0])
    return [(state, deals) for _, state, deals in found[:number]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_deal_that_agrees_is_as_likely_as_any_other(game):
    spec = game.spec
    compared = 0
    for state, deals in narrow_positions(game, 5):
        games = position(game, state)
        opener = int(games.opener[0])
        numbers = {card: number for number, card in enumerate(spec.cards)}
        expected = {
            tuple(
                sum(1 << numbers[card] for card in deal.hands[(opener + place) % spec.seats])
                for place in range(spec.seats)
            )
            for deal, _ in deals
        }
        assert len(expected) == len(deals)
        draws = LEARNING.redealt(games, torch.zeros(DRAWS, dtype=torch.int64), torch.arange(DRAWS) + (7 << 30))
        drawn = Counter(map(tuple, draws.at.hands.tolist()))
        assert drawn.keys() <= expected
        p = stats.chisquare([drawn[hands] for hands in expected]).pvalue
        assert p > 1e-5, (p, len(expected))
        compared += 1
    assert compared > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_seat_knows_nothing_of_it_and_nobody_gains_a_card(game):
    """At every step of many games: the same facts and moves as before, everyone as many cards, each card once."""
    games = TrickBatch(game.spec, 40, seed=3)
    chance = torch.Generator().manual_seed(1)
    moved = 0
    for step in range(game.seats * (game.spec.hand_size + 1)):
        row, action = games.legal()
        rows = games.active.nonzero(as_tuple=True)[0]
        if len(rows):
            dealt = LEARNING.redealt(games, rows, torch.arange(len(rows)) + 1000 * step)
            assert dealt.spec is games.spec
            theirs = dealt.legal()
            assert rows[theirs[0]].tolist() == row.tolist()
            assert theirs[1].tolist() == action.tolist()
            before, after = (
                games.network_inputs(games.at, games.seat, row, action)[0].rows(rows),
                dealt.network_inputs(dealt.at, dealt.seat, *theirs)[0],
            )
            for field in fields(before):
                assert torch.equal(getattr(before, field.name), getattr(after, field.name)), field.name
            assert torch.equal(dealt.at.dealt ^ dealt.at.hands, (games.at.dealt ^ games.at.hands)[rows])
            together = torch.zeros_like(rows)
            for place in range(game.seats):
                assert not (together & dealt.at.hands[:, place]).any()
                together |= dealt.at.hands[:, place]
            moved += int((dealt.at.hands != games.at.hands[rows]).any(dim=1).sum())
        games.play(random_actions(row, action, games.number, chance))
    assert moved > 40


def test_a_seed_is_a_deal_wherever_it_is_drawn():
    games = TrickBatch(game_spec("gongzhu"), 8, seed=5)
    seeds = torch.tensor([3, 4, 5, 3])
    whole = hidden_deals(games.cards, games.at, 0, torch.arange(8))
    assert torch.equal(LEARNING.redealt(games, torch.arange(8), torch.arange(8)).at.hands, whole)
    dealt = LEARNING.redealt(games, torch.tensor([3, 4, 5, 2]), seeds).at.hands
    assert torch.equal(dealt[:3], whole[3:6])
    assert not torch.equal(dealt[3], dealt[0])


def test_games_go_on_from_there_to_their_ends():
    games = TrickBatch(game_spec("gongzhu"), 6, seed=5)
    dealt = LEARNING.redealt(games, torch.arange(6).repeat(2), torch.arange(12))
    chance = torch.Generator().manual_seed(1)
    over = torch.zeros(12, dtype=torch.bool)
    for _ in range(LEARNING.longest_game(games.spec)):
        row, action = dealt.legal()
        assert not over[row].any()
        dealt.play(random_actions(row, action, 12, chance))
        assert not (over & dealt.ended).any()
        assert (dealt.payoffs[~dealt.ended] == 0).all()
        over |= dealt.ended
    assert over.all()


def test_look_ahead_plays_trick_games():
    """In whole batches, partners and points included; the same seed plays the same."""
    spec = game_spec("gongzhu:partners=on")
    torch.manual_seed(1)
    player = NetworkPlayer([make_network("facts", spec, 0, **SMALL).eval()], 1)
    one, other = (LookaheadPlayer(player, Lookahead(playouts=3, margin=4.0, prior=1.0), seed=5) for _ in range(2))
    games, differed = TrickBatch(spec, 3, seed=4), 0
    for _ in range(8):
        row, action = games.legal()
        chosen = one(games, row, action)
        assert torch.equal(chosen[row], other(games, row, action)[row])
        differed += int((chosen != player(games, row, action))[row.unique()].sum())
        games.play(chosen)
    assert one.looked > 0
    assert one.played_out == other.played_out > 0
    assert differed > 0


def test_more_holders_than_can_be_drawn_for_are_refused():
    game = next(game for game in ODD_GAMES if game.name == "pairs")
    with pytest.raises(ValueError, match="its hidden cards are with 4 holders, and 3 are the most"):
        LEARNING.redealt(TrickBatch(game.spec, 2, 1), torch.arange(2), torch.arange(2))
