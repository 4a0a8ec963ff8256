"""The convolutional network of trick games: its planes, what it values, and that imitation makes a player of it."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import paiyou
from paiyou.cli import app

torch = pytest.importorskip("torch")

from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.adversary import adversary_of  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.export import export  # noqa: E402
from paiyou.learn.runs.weights import frozen_player, weights_at  # noqa: E402
from paiyou.learn.selfplay.choosing import choose  # noqa: E402
from paiyou.learn.trick.convolutional_network import ConvolutionalNetwork  # noqa: E402

SPEC = game_spec("gongzhu")


def decisions(steps, number=16, seed=5):
    """A batch some steps into random games, with its legal moves."""
    torch.manual_seed(seed)
    games = SPEC.family.part(LEARN).batch(SPEC, number, seed)
    for _ in range(steps):
        row, action = games.legal()
        games.play(choose(torch.rand(len(row)), row, action, number))
    return games, *games.legal()


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(1)
    return make_network("cnn", SPEC, 0).eval()


@pytest.mark.parametrize("steps", [0, 2, 5, 40])
@torch.no_grad()
def test_values_are_those_of_every_decision_alone(network, steps):
    games, row, action = decisions(steps)
    facts, moves = games.network_inputs(games.at, games.seat, row, action)
    values = network.values(games, games.at, games.seat, row, action)
    assert values.shape == (len(row), 2)
    for each in row.unique():
        own = row == each
        few = replace(moves, decision=torch.zeros_like(row[own]), card=moves.card[own], exposes=moves.exposes[own])
        assert torch.allclose(network(facts.rows(each[None]), few), values[own], atol=1e-5)
        assert len(values[own][:, 0].unique()) == int(own.sum()), "moves are told apart"


@torch.no_grad()
def test_planes_are_cards_by_suit_and_rank(network):
    games, row, action = decisions(30)
    facts, _ = games.network_inputs(games.at, games.seat, row, action)
    planes = network.planes(facts)
    assert planes.shape[2:] == (4, 13)
    assert torch.equal(planes[:, 0].flatten(1), facts.hand.float())
    assert torch.equal(planes[:, 1].flatten(1), facts.exposed.float())
    assert torch.equal(planes[:, 2:5].flatten(2), facts.may_hold[:, 1:].float())


def test_it_is_small_and_has_no_other_sizes(network):
    assert sum(weight.numel() for weight in network.parameters()) < 2**20
    with pytest.raises(ValueError, match="has sizes of its own; leave out width"):
        make_network("cnn", SPEC, 0, width=64)
    with pytest.raises(ValueError, match="there are facts, paper, cnn"):
        make_network("dense", SPEC, 0)


@pytest.mark.parametrize("game", ["gongzhu:expose=off", "gongzhu:partners=on"])
def test_other_trick_games(game):
    spec = game_spec(game)
    games = spec.family.part(LEARN).batch(spec, 4, 3)
    row, action = games.legal()
    assert ConvolutionalNetwork(spec).values(games, games.at, games.seat, row, action).isfinite().all()


def test_an_exported_one_plays_the_same(network, tmp_path):
    pytest.importorskip("onnxruntime")
    export(tmp_path / "model", [network], SPEC, "wp", imitates="rules")
    game = paiyou.game("gongzhu")
    agent = paiyou.agent(f"dmc:model={tmp_path / 'model'}", game)
    state = game.deal(9)
    games = SPEC.family.part(LEARN).batch(SPEC, 1, 9)
    names = SPEC.family.part(LEARN).moves(SPEC)
    while not state.over:
        row, action = games.legal()
        if not bool(games.active):
            games.play(torch.zeros(1, dtype=torch.int64))
            continue
        with torch.no_grad():
            value = network.values(games, games.at, games.seat, row, action)[:, 0]
        ours = {names[move]: each for move, each in zip(action.tolist(), value.tolist(), strict=True)}
        theirs = {move: each for move, each, _ in agent.evaluate(state.view(state.turn))}
        assert ours == pytest.approx(theirs, abs=1e-4)
        assert agent.unit(state.view(state.turn)) == "order"
        chosen = int(action[0])
        games.play(torch.tensor([chosen]))
        state.play(names[chosen])


@torch.no_grad()
def test_an_exported_one_is_met_in_training(network, tmp_path):
    """As a rival and by an adversary: the model's file says which network it is of, and it values moves as before."""
    pytest.importorskip("onnx")
    export(tmp_path / "model", [network], SPEC, "wp", imitates="rules")
    player = frozen_player(tmp_path / "model", SPEC, torch.device("cpu"))
    games, row, action = decisions(30)
    own = network.values(games, games.at, games.seat, row, action)
    again = player.network(games.seat).values(games, games.at, games.seat, row, action)
    assert torch.allclose(own, again, atol=0.02)
    nobody = row[:0]
    assert player.network(0).values(games, games.at, games.seat, nobody, nobody).shape == (0, 2)
    assert adversary_of(str(tmp_path / "model"), frames=10).start == "", "which is of our network, and begins anew"
    with pytest.raises(ValueError, match="which is of the network cnn"):
        weights_at(tmp_path / "model", SPEC, "facts")


def test_imitation_makes_a_player_of_it(tmp_path):
    run, model = str(tmp_path / "run"), tmp_path / "model"
    asked = ["--game", "gongzhu", "--network", "cnn", "--games", "110", "--seed", "1", "--passes", "2"]
    asked += ["--learning-rate", "0.003", "--at-once", "16", "--device", "cpu", "--cores", "1", "--json"]
    done = CliRunner().invoke(app, ["imitate", "rules", run, *asked])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert min(said["agreement"]) > 0.3, "chance is about 0.27"
    done = CliRunner().invoke(app, ["export-model", run, str(model)])
    assert done.exit_code == 0, done.output
    card = json.loads((model / "card.json").read_text(encoding="utf-8"))
    assert (card["imitates"], card["game"], card["shared"]) == ("rules", "gongzhu", True)
    assert sum(file.stat().st_size for file in model.glob("*.onnx")) < 2**20
    paiyou.match("gongzhu", f"dmc:model={model}", "random", deals=2, seed=1, cores=1, seating="1v3")
