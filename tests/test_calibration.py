"""Bits of beliefs by hand, and of networks that believe what counting says."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou
from believing_models import believing_model
from commands import paiyou as command
from core.test_belief import classes_of, numbers_held
from paiyou.agents.base import Agent
from paiyou.agents.neural.playout_belief import PlayoutBelief
from paiyou.calibration import BINS, bits, calibrate, held_by, sorted_by_chance
from playout_networks import core_of, random_networks
from positions import reach


@pytest.mark.parametrize("name", ["mini-doudizhu", "doudizhu", "gongzhu"])
def test_hidden_cards_are_found(name):
    game = paiyou.game(name)
    for seed in range(12):
        state = reach(game, seed, 4 * seed)
        if state.over:
            continue
        view = state.view(state.turn)
        chances = np.array(view.chances())
        held, hidden = held_by(state, classes_of(game), chances)
        table = numbers_held(game, view, state, chances.shape)
        expected = (table * np.arange(chances.shape[2])).sum(axis=2)
        assert (held == expected).all()
        assert (hidden == expected.sum(axis=1)).all()


def test_bits_by_hand():
    """One card that two may hold, and two cards of a class of which one holder has both."""
    held, hidden = np.array([[0, 1], [2, 0], [0, 0]]), np.array([1.0, 2.0, 0.0])
    chances = np.array([[[0.75, 0.25, 0], [0.25, 0.75, 0]], [[0.5, 0.25, 0.25], [0.5, 0.25, 0.25]], np.ones((2, 3))])
    assert bits(chances, held, hidden) == pytest.approx(-np.log2(0.75) + (2 + 1) / 2)
    assert bits(np.zeros_like(chances), held, hidden) == pytest.approx(-2 * np.log2(1e-6)), "no surprise costs all"


def test_chances_are_sorted_by_hand():
    """Of one class with two hidden cards: only chances of having some, and neither 0 nor 1, are counted."""
    chances = np.array([[[0.3, 0.72, 0.08], [0.08, 0.72, 0.2]], [[0, 1, 0], [1, 0, 0]], [[0.5, 0.5, 0], [0.5, 0.5, 0]]])
    number, believed, so = sorted_by_chance(chances, np.array([[1, 1], [1, 0], [0, 0]]), np.array([2.0, 1.0, 0.0]))
    expected = dict.fromkeys(range(BINS), (0, 0.0, 0)) | {0: (1, 0.08, 0), 2: (1, 0.2, 0), 7: (2, 1.44, 2)}
    assert list(zip(number, believed, so, strict=True)) == [pytest.approx(expected[place]) for place in range(BINS)]


def test_who_counts_gains_nothing(tmp_path):
    found = calibrate(paiyou.game("mini-doudizhu"), str(believing_model(tmp_path, "mini-doudizhu", loud=0)), games=6)
    assert found.decisions > 20
    assert found.gained.mean == pytest.approx(0, abs=1e-4)
    assert found.told.mean == pytest.approx(found.counted.mean, abs=1e-4)
    assert 0.3 < found.counted.mean < 1
    for one in found.bins:
        assert one.low <= one.believed <= one.high
        assert (one.happened_low is None) == (one.happened_high is None)
        low, high = one.came_true.low, one.came_true.high
        assert 0 <= low <= one.happened <= high <= 1
        assert one.came_true.mean == one.happened
    alone = calibrate(paiyou.game("mini-doudizhu"), str(believing_model(tmp_path, "mini-doudizhu", loud=0)), games=1)
    assert alone.bins[0].happened_low is None, "nothing is known of the error of one game"
    json.dumps(alone.to_json(), allow_nan=False)


@pytest.mark.parametrize(("name", "games"), [("mini-doudizhu", 20), ("gongzhu", 2)])
def test_who_believes_nonsense_loses_bits(name, games, tmp_path):
    game, model = paiyou.game(name), believing_model(tmp_path, name, loud=3)
    found = calibrate(game, str(model), games=games, players=["random:seed=1"] * game.seats)
    assert found.gained.mean < -0.1
    assert found.believed.mean < found.told.mean, "to know how many cards everyone has helps against nonsense"
    assert found.to_json() == calibrate(game, str(model), games=games, players=["random:seed=1"] * game.seats).to_json()
    with pytest.raises(ValueError, match="name a player for each, not 1"):
        calibrate(game, str(model), players=["random"])


class LikeNetwork(Agent):
    """Plays the move that a play-out network values most."""

    name = "like network"

    def __init__(self, game, network):
        super().__init__(game)
        self.network = network

    def choose(self, view):
        return max(self.network.values(view), key=lambda entry: entry[1])[0]


def test_who_knows_how_the_others_play_knows_more():
    game = paiyou.game("mini-doudizhu")
    network = core_of("mini-doudizhu", random_networks(game.spec))
    belief = PlayoutBelief(game, network=network, temperature=0.05, noise=0.01)
    players = [LikeNetwork(game, network)] * game.seats
    found = calibrate(game, infer=belief, players=players, games=60)
    assert found.model == "PlayoutBelief"
    assert found.gained.low > 0.05
    assert found.told == found.believed
    sure = [one for one in found.bins if one.low >= 0.9]
    assert sure[0].happened > 0.8


def test_a_sample_of_deals_leaves_nothing_out():
    """Where deals are drawn, no card's place counts as impossible that was not drawn: counting has a little say."""
    found = calibrate(paiyou.game("doudizhu"), infer="random", particles=3, players=["random:seed=1"] * 3, games=1)
    assert found.decisions > 5
    assert found.believed.mean < 3


def test_beliefs_by_name():
    game = paiyou.game("mini-doudizhu")
    found = calibrate(game, infer="rules", noise=0.1, players=["rules"] * game.seats, games=30)
    assert found.model == "rules"
    assert found.gained.mean > 0
    with pytest.raises(ValueError, match="nothing to measure"):
        calibrate(game, infer="none")


def test_the_command_prints_it(tmp_path):
    model = believing_model(tmp_path / "mine", "mini-doudizhu")
    words = ["belief", str(model), "--game", "mini-doudizhu", "--games", "2"]
    found = json.loads(command(*words, "--json").stdout)
    assert (found["model"], found["games"]) == ("mine", 2)
    assert set(found["gained"]) == {"mean", "low", "high"}
    printed = command(*words).stdout
    assert "better than counting by" in printed
    assert "came true" in printed
    picture = tmp_path / "reliability.svg"
    command(*words, "--plot", str(picture))
    drawn = picture.read_text(encoding="utf-8")
    assert "a reliability plot of mine" in drawn
    assert "How many chances in 2 games" in drawn
    for path, sentence in (("plot.txt", "ends in .svg or .png"), ("nowhere/plot.svg", "there is no folder")):
        assert sentence in command(*words, "--plot", str(tmp_path / path)).stderr
    assert "tells nothing of hidden cards" in command("belief", "doudizhu-wp").stderr
    told = command("belief", "--infer", "random", "--player", "random", "--player", "random", *words[2:], "--json")
    assert json.loads(told.stdout)["model"] == "random"
