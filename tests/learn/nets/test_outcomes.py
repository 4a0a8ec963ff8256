"""Three outcomes of a move: both values are made of them, in torch and in every exported network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from paiyou.agents.neural.facts import FactsReader  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.interop.botzone.numpy_network import NumpyNetwork  # noqa: E402
from paiyou.interop.botzone.numpy_program import read_program  # noqa: E402
from paiyou.learn.climbing.encoder import RECENT  # noqa: E402
from paiyou.learn.dmc.arguments import ARGUMENTS, arguments_of  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import sizes_of  # noqa: E402
from paiyou.learn.nets.outcomes import chance_to_win, values_of  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from paiyou.learn.runs.export import export_run  # noqa: E402
from paiyou.learn.runs.weights import weights_at, weights_of_model  # noqa: E402
from training_runs import QUICK, SHORT, assert_same, has_learnt, whole  # noqa: E402


def test_values_by_hand() -> None:
    """A sure win, a sure loss, three chances in four, and estimates beyond what can be."""
    outcomes = torch.tensor([[1.0, 2.0, -4.0], [-1.0, 2.0, -4.0], [0.5, 2.0, -4.0], [1.2, 2.0, -4.0], [-3, 2.0, -4.0]])
    assert chance_to_win(outcomes[:, 0]).tolist() == [1.0, 0.0, 0.75, 1.0, 0.0]
    values = values_of(outcomes)
    assert torch.equal(values[:, 0], outcomes[:, 0])
    assert values[:, 1].tolist() == [2.0, -4.0, 0.5, 2.0, -4.0]


@pytest.mark.parametrize("objective", ["wp", "adp"])
def test_a_run_begins_with_two_values_goes_on_and_is_exported(objective: str, tmp_path: Path) -> None:
    spec = game_spec("mini-doudizhu")
    # The same learning rate throughout: a cosine would know that the second run was to end early.
    run = replace(QUICK, objective=objective, outcomes="three", opponents="", frames=2500, final_rate=1.0)
    plain = train(replace(SHORT, objective=objective, opponents="", folder=str(tmp_path / "plain")))
    run = replace(run, start=str(plain))
    with pytest.raises(ValueError, match="nothing was learnt"):  # so the weights are those that it began with
        train(replace(run, frames=0, hours=1e-9, folder=str(tmp_path / "begun")))
    for learner, before in zip(whole(tmp_path / "begun")["learners"], weights_at(plain, spec, "facts")[0], strict=True):
        for part in ("heads.weight", "heads.bias"):
            assert_same(learner["network"][part].half(), before[part][[0, 1, 1]])
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    stopped = train(replace(run, frames=1800, folder=str(tmp_path / "stopped")))
    assert has_learnt(stopped)
    train(arguments_of(stopped, frames=2500))
    assert_same(whole(in_one), whole(stopped))
    # It is exported, and the next run has three outcomes without a word, since its start has.
    export_run(in_one, tmp_path / "model", "float32")
    (stored, *_), read = weights_at(in_one, spec, "facts")[0], weights_of_model(tmp_path / "model", spec, 0)
    assert sizes_of(read) == sizes_of(stored) == sizes_of(read) | {"outcomes": 3}
    assert_same({name: value.float() for name, value in stored.items()}, read)
    on = replace(SHORT, start=str(tmp_path / "model"), opponents="", folder=str(tmp_path / "on"))
    assert '"outcomes": "three"' in (train(on) / ARGUMENTS).read_text()
    with pytest.raises(ValueError, match="three outcomes are learnt from results as they are: leave out target"):
        train(replace(on, target="sarsa", folder=str(tmp_path / "sarsa")))
    assert len(torch.load(in_one / checkpoints.WEIGHTS)["weights"][0]["heads.bias"]) == 3


def test_players_without_torch_are_told_two_values(tmp_path: Path) -> None:
    """By onnxruntime, and by the few operators that a packed bot has."""
    run = replace(SHORT, outcomes="three", opponents="", frames=600, checkpoint_every=0, folder=str(tmp_path / "run"))
    export_run(train(run), tmp_path / "model", "float32")
    game = paiyou.game(run.game)
    agent = paiyou.agent(f"dmc:model={tmp_path / 'model'},endgame=0", game)
    reader = FactsReader(game.spec, game.spec.table.groups, RECENT)
    state = game.deal(3)
    while not state.over:
        view = state.view(state.turn)
        if len(state.moves()) > 1:
            program = NumpyNetwork(*read_program(tmp_path / "model" / f"{state.turn}.onnx"))
            values = program.run(reader.read(view, state.moves()))
            assert values.shape == (len(state.moves()), 2)
            assert agent.choose(view) == state.moves()[int(values[:, 0].argmax())]
        state.play(agent.choose(view))
