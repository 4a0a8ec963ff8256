"""Hands that are played out: the deals, the games, the file."""

import numpy as np
import pytest
import torch

import paiyou
from paiyou.games.packing import pack, write_cards
from paiyou.learn.bidding.playouts import Playouts, card_play_of, landlords_points, play_out_hands
from paiyou.learn.bidding.resampled_deals import resampled_deals
from paiyou.learn.climbing.batched_game import ClimbingBatch
from paiyou.learn.selfplay.batched_match import NetworkPlayer

GAME = paiyou.game("doudizhu")
NAMES = {move: number for number, move in enumerate(GAME.actions)}


def test_a_hand_stays_and_all_else_is_drawn_anew():
    spec, seeds = GAME.spec, torch.arange(5, 45)
    deals = resampled_deals(spec, seeds, 6)
    hands, pile = deals.hands.reshape(40, 6, 3), deals.pile.reshape(40, 6)
    plain = ClimbingBatch(spec, 40, 5)
    assert torch.equal(hands[:, :, 0], (plain.at.dealt[:, 0] - plain.at.pile)[:, None].expand(-1, 6))
    assert torch.equal(deals.hands.sum(dim=1) + deals.pile, torch.full((240,), pack(spec.rank_of_card)))
    for hand in hands[:, :, 1:].flatten().tolist():
        assert len(write_cards(hand, spec.symbols)) == 17
    assert all(len(set(column.tolist())) == 6 for column in (*hands[:, :, 1], *pile))
    # A card that is not in the hand lies in either of the other hands 17 times of 37.
    joker = 1 << (4 * 14)
    without = (hands[:, :, 0] & joker) == 0
    there = ((hands[:, :, 1] & joker) > 0)[without].float()
    assert abs(float(there.mean()) - 17 / 37) < 4 * (0.25 / len(there)) ** 0.5


def liking(action):
    """Some order of all actions, in which a pass is no better than others."""
    return (action + 1) * 7919 % 10007


class SomeOrder:
    """Plays the legal action that comes last in it."""

    def values(self, games, at, seat, row, action):  # noqa: ARG002
        return liking(action)[:, None].float()


def test_the_landlords_points_are_the_engines():
    spec = card_play_of("doudizhu:bidding=123")
    assert spec.auction is None
    deals = resampled_deals(spec, torch.arange(3), 2)
    found = landlords_points(spec, NetworkPlayer([SomeOrder()], 0), deals, at_once=7)
    for hands, pile, points in zip(deals.hands.tolist(), deals.pile.tolist(), found.tolist(), strict=True):
        for landlord in range(3):
            seated = [hands[(landlord + seat) % 3] for seat in range(3)]
            seated[0] += pile
            state = GAME.start(
                [write_cards(hand, spec.symbols) for hand in seated], bottom=write_cards(pile, spec.symbols)
            )
            while not state.over:
                state.play(max(state.moves(), key=lambda move: liking(NAMES[move])))
            assert state.payoffs[0] == points[landlord]
    assert len(set(found.flatten().tolist())) > 2  # wins and losses, with bombs or springs


def test_playouts_are_kept(tmp_path, playouts):
    playouts.save(tmp_path / "kept" / "playouts.npz")
    again = Playouts.load(tmp_path / "kept" / "playouts.npz")
    assert (again.game, again.model, again.first) == (playouts.game, playouts.model, playouts.first)
    np.testing.assert_array_equal(again.points, playouts.points)
    deals, points = again.deals(2, 5)
    assert points.shape == (24, 3)
    assert torch.equal(deals.hands, playouts.deals(0, 5)[0].hands[16:])
    (tmp_path / "other.npz").write_bytes(b"something else")
    with pytest.raises(ValueError, match="holds no playouts"):
        Playouts.load(tmp_path / "other.npz")


def test_what_cannot_be_played_out_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no landlord takes the pile in zhengshangyou"):
        play_out_hands("zhengshangyou", tmp_path, 1, 1)
    with pytest.raises(ValueError, match="1 or more"):
        play_out_hands("doudizhu", tmp_path, 0, 1)
