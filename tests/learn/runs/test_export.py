"""A network as ONNX gives the values that torch gives, and plays as the agent dmc."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import onnxruntime  # noqa: E402

import paiyou  # noqa: E402
from paiyou.agents.neural.facts import NAMES, FactsReader  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch, moves  # noqa: E402
from paiyou.learn.climbing.encoder import RECENT  # noqa: E402
from paiyou.learn.climbing.facts import Facts, Moves  # noqa: E402
from paiyou.learn.climbing.facts_graph import FACTS, MOVES  # noqa: E402
from paiyou.learn.climbing.part import LEARNING  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments, arguments_of  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import FactsNetwork, make_network  # noqa: E402
from paiyou.learn.runs.export import export, export_run  # noqa: E402
from paiyou.learn.runs.weights import weights_of_model  # noqa: E402
from paiyou.learn.selfplay.choosing import choose  # noqa: E402
from positions import reach  # noqa: E402

SMALL = {"width": 32, "state_width": 48, "depth": 2}


def loud(spec, position: int, **more: int) -> FactsNetwork:
    """A network whose values differ from move to move by more than rounding."""
    torch.manual_seed(position)
    network = make_network("facts", spec, position, **SMALL | more)
    with torch.no_grad():
        for weights in network.parameters():
            weights.copy_(weights * 2.0 if weights.any() else torch.randn_like(weights) / 4)
    return network


KINDS = (
    {},
    {"state_depth": 2},
    {"places": 3, "state_depth": 1},
    {"declined": 1},
    {"outcomes": 3},
    {"history": 12, "declined": 1},
    {"declined": 1, "places": 3, "rank_depth": 2, "rank_width": 16, "outcomes": 3},
)
"""What networks may have besides the usual."""


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *(("mini-doudizhu", more) for more in KINDS),
        ("doudizhu:douzero", KINDS[-1]),
        ("zhengshangyou", KINDS[0]),
        *(pytest.param("doudizhu:douzero", more, marks=pytest.mark.long) for more in KINDS[:-1]),
        *(pytest.param("zhengshangyou", more, marks=pytest.mark.long) for more in KINDS[1:]),
    ],
)
def test_values_are_those_of_torch_at_every_position(name: str, more: dict[str, int]) -> None:
    spec = game_spec(name)
    networks = [loud(spec, position, **more) for position in range(1 if "places" in more else spec.seats)]
    sessions = [
        onnxruntime.InferenceSession(LEARNING.graph(network, spec, position).SerializeToString())
        for position, network in enumerate(networks)
    ]
    asked = [given.name for given in sessions[0].get_inputs()]
    assert ("place" in asked) == ("places" in more)
    assert ("declined" in asked) == ("declined" in more)
    games = ClimbingBatch(spec, 3, seed=2)
    compared = [0] * spec.seats
    for _ in range(45):
        told, (row, action) = games.facts(), games.legal()
        legal = moves(games.combos, row, action)
        with torch.no_grad():
            network = networks[games.seat % len(networks)]
            value = network(told, legal) * torch.tensor([1.0, LEARNING.points_unit(spec, games.seat)])
            at_once = network.values(games, games.at, games.seat, row, action)[:, 0]
        torch.testing.assert_close(at_once, value[:, 0])
        for place in games.active.nonzero()[:, 0].tolist():
            mine = row == place
            one = {name: getattr(told, name)[place : place + 1] for name in FACTS}
            one["history"] = one["history"][:, : max(RECENT, more.get("history", 0))]
            one |= {f"move_{field.name}": getattr(legal, field.name)[mine] for field in fields(Moves)[1:]}
            assert set(one) == {*FACTS, *MOVES}
            inputs = {name: one[name].long().numpy() for name in asked}
            found = torch.from_numpy(sessions[games.seat % len(sessions)].run(["value"], inputs)[0])
            torch.testing.assert_close(found, value[mine], rtol=1e-4, atol=1e-5)
            compared[games.seat] += len(found)
        games.play(choose(torch.rand(len(row)), row, action, games.number))
    assert min(compared) > 50


@pytest.mark.parametrize("objective", ["wp", "adp"])
@pytest.mark.parametrize("more", [{}, {"places": 3, "state_depth": 1}, {"declined": 1}, {"outcomes": 3}])
def test_a_folder_of_networks_plays_as_dmc(objective: str, more: dict[str, int], tmp_path: Path) -> None:
    """One network for each position, or one that is told which."""
    spec = game_spec("doudizhu:douzero")
    networks = [loud(spec, position, **more) for position in range(1 if "places" in more else spec.seats)]
    export(tmp_path, networks, spec, objective)
    game = paiyou.game("doudizhu:douzero")
    agent = paiyou.agent(f"dmc:model={tmp_path},endgame=0", game)
    reader = FactsReader(spec, spec.table.groups, RECENT)
    asked = set()
    for seed in range(24):
        state = reach(game, seed, seed)
        if state.over or len(state.moves()) < 2:
            continue
        told = {
            name: torch.from_numpy(fact) for name, fact in reader.read(state.view(state.turn), state.moves()).items()
        }
        with torch.no_grad():
            decision = torch.zeros(len(state.moves()), dtype=torch.int64)
            legal = Moves(decision, *(told[name] for name in NAMES[len(FACTS) :]))
            value = networks[state.turn % len(networks)](Facts(*(told[name] for name in FACTS)), legal)[
                :, 0 if objective == "wp" else 1
            ]
        assert agent.choose(state.view(state.turn)) == state.moves()[int(value.argmax())]
        asked.add(state.turn)
    assert asked == {0, 1, 2}


def test_a_run_is_exported_and_another_begins_with_the_model(tmp_path: Path) -> None:
    """Weights go through int8 and back: near those of the run, and every later copy is the same."""
    run = Arguments(
        game="mini-doudizhu", games=8, minibatch=8, frames=400, device="cpu", opponents="", width=40, state_width=56,
        depth=2, folder=str(tmp_path / "run"),
    )  # fmt: skip
    train(run)
    spec = game_spec(run.game)
    weights = torch.load(tmp_path / "run" / "weights.pt")["weights"]
    for name, most in (("float32", 0.0), ("int8", 0.01)):
        export_run(tmp_path / "run", tmp_path / name, name)
        assert json.loads((tmp_path / name / "card.json").read_text())["frames"] >= run.frames
        for position in range(spec.seats):
            found = weights_of_model(tmp_path / name, spec, position)
            assert found.keys() == weights[position].keys()
            for part, values in weights[position].items():
                off = (found[part] - values.float()).abs().max() / values.float().abs().max()
                assert off <= most, part
    train(replace(run, start=str(tmp_path / "run"), folder=str(tmp_path / "on")))
    later = torch.load(tmp_path / "on" / "weights.pt")["weights"]
    export_run(tmp_path / "on", tmp_path / "mean", "float32", mean_with=[tmp_path / "run"])
    moved = False
    for position in range(spec.seats):
        for part, values in weights_of_model(tmp_path / "mean", spec, position).items():
            assert torch.equal(values, (weights[position][part].float() + later[position][part].float()) / 2), part
            moved |= not torch.equal(values, later[position][part].float())
    assert moved
    train(replace(run, objective="adp", folder=str(tmp_path / "points")))
    with pytest.raises(ValueError, match="for adp, network facts; a mean needs runs on mini-doudizhu for wp"):
        export_run(tmp_path / "on", tmp_path / "wrong", mean_with=[tmp_path / "points"])
    train(replace(run, width=48, start=str(tmp_path / "on"), folder=str(tmp_path / "wider")))
    with pytest.raises(ValueError, match="wider holds networks of other sizes; a mean needs runs of the same sizes"):
        export_run(tmp_path / "on", tmp_path / "wrong", mean_with=[tmp_path / "wider"])
    torch.save(torch.load(tmp_path / "run" / "weights.pt") | {"version": 2}, tmp_path / "later.pt")
    with pytest.raises(ValueError, match="by version 2 of the rules of mini-doudizhu; those here are version 1"):
        export_run(tmp_path / "later.pt", tmp_path / "wrong")
    assert not (tmp_path / "wrong").exists()
    game = paiyou.game(run.game)
    state = game.deal(1)
    assert paiyou.agent(f"dmc:model={tmp_path / 'int8'}", game).choose(state.view(state.turn)) in state.moves()
    with pytest.raises(ValueError, match="nothing was learnt"):  # so the weights are those that it began with
        train(replace(run, frames=0, hours=1e-9, start=str(tmp_path / "int8"), folder=str(tmp_path / "next")))
    begun = torch.load(tmp_path / "next" / "checkpoint.pt")["learners"]
    for position in range(spec.seats):
        for part, values in weights_of_model(tmp_path / "int8", spec, position).items():
            assert torch.equal(begun[position]["average"][part], values), part


def test_one_network_for_all_positions(tmp_path: Path) -> None:
    """It learns from every position's moves, is one file of int8, plays every seat, and another run begins with it."""
    run = Arguments(
        game="doudizhu:douzero", games=4, minibatch=4, frames=700, device="cpu", opponents="", width=40, state_width=56,
        depth=1, state_depth=1, shared="on", folder=str(tmp_path / "run"),
    )  # fmt: skip
    train(run)
    (weights,) = torch.load(tmp_path / "run" / "weights.pt")["weights"]
    told = weights["place_bias"].float()
    assert (told != 0).any(dim=1).tolist() == [True] * 3
    assert len(told.unique(dim=0)) == 3
    export_run(tmp_path / "run", tmp_path / "model")
    assert sorted(file.name for file in (tmp_path / "model").iterdir()) == ["0.onnx", "card.json"]
    kept = weights_of_model(tmp_path / "model", game_spec(run.game), 0)
    assert kept.keys() == weights.keys()
    for part, values in weights.items():
        assert (kept[part] - values.float()).abs().max() <= 0.01 * values.float().abs().max(), part
    game = paiyou.game(run.game)
    agent = paiyou.agent(f"dmc:model={tmp_path / 'model'},endgame=0", game)
    state = game.deal(1)
    asked = set()
    while not state.over:
        asked.add(state.turn)
        state.play(agent.choose(state.view(state.turn)))
    assert asked == {0, 1, 2}
    # What is not said is as the start has it; a rival may be of the other kind.
    wider = {"width": 0, "state_width": 72, "depth": 0, "state_depth": 2, "shared": "off"}
    on = replace(run, start=str(tmp_path / "model"), folder=str(tmp_path / "on"), **wider)
    train(on)
    whole = torch.load(tmp_path / "on" / "checkpoint.pt", weights_only=False)
    assert len(whole["learners"]) == 1
    assert json.loads((tmp_path / "on" / "arguments.json").read_text())["shared"] == "on"
    train(arguments_of(tmp_path / "on", frames=1400))
    plain = replace(run, shared="off", state_depth=0, rival=str(tmp_path / "on"), folder=str(tmp_path / "plain"))
    assert len(torch.load(train(plain) / "weights.pt")["weights"]) == 3
    with pytest.raises(ValueError, match="has 3 networks, one for each position; a network that plays all of them"):
        train(replace(run, start=plain.folder, folder=str(tmp_path / "refused")))


def test_a_network_is_told_later_what_the_others_passed_on(tmp_path: Path) -> None:
    """A run begins with one that was not told, learns by it, is exported, and the next one is told without a word."""
    plain = Arguments(
        game="mini-doudizhu", games=8, minibatch=8, frames=400, device="cpu", opponents="", width=40, state_width=56,
        depth=1, folder=str(tmp_path / "plain"),
    )  # fmt: skip
    train(plain)
    told = replace(plain, start=plain.folder, declined="on", folder=str(tmp_path / "told"))
    weights = torch.load(train(told) / "weights.pt")["weights"]
    assert all(bool((network["declined_in.weight"] != 0).any()) for network in weights)
    export_run(tmp_path / "told", tmp_path / "model")
    game = paiyou.game(plain.game)
    agent = paiyou.agent(f"dmc:model={tmp_path / 'model'},endgame=0", game)
    state = game.deal(1)
    while not state.over:
        state.play(agent.choose(state.view(state.turn)))
    train(replace(plain, start=str(tmp_path / "model"), folder=str(tmp_path / "on")))
    assert json.loads((tmp_path / "on" / "arguments.json").read_text())["declined"] == "on"
    with pytest.raises(ValueError, match="nobody passes in gongzhu; leave declined out"):
        train(replace(plain, game="gongzhu", declined="on", folder=str(tmp_path / "refused")))


def test_seats_that_are_alike_share_a_network(tmp_path: Path) -> None:
    """It learns from every seat's moves, is one file, and another run begins with it."""
    run = Arguments(
        game="zhengshangyou", games=4, minibatch=4, frames=700, device="cpu", opponents="", width=40, state_width=56,
        depth=1, folder=str(tmp_path / "run"),
    )  # fmt: skip
    train(run)
    assert len(torch.load(tmp_path / "run" / "weights.pt")["weights"]) == 1
    export_run(tmp_path / "run", tmp_path / "model")
    assert sorted(file.name for file in (tmp_path / "model").iterdir()) == ["0.onnx", "card.json"]
    game = paiyou.game("zhengshangyou")
    agent = paiyou.agent(f"dmc:model={tmp_path / 'model'},endgame=0", game)
    openers = set()
    for seed in range(8):
        state = game.deal(seed)
        openers.add(state.turn)
        assert agent.choose(state.view(state.turn)) in state.moves()
    assert openers == {0, 1, 2}
    on = replace(run, start=str(tmp_path / "model"), rival=str(tmp_path / "model"), rival_seats="others")
    train(replace(on, folder=str(tmp_path / "on")))
    whole = torch.load(tmp_path / "on" / "checkpoint.pt", weights_only=False)
    steps = {int(state["step"]) for state in whole["learners"][0]["optimizer"]["state"].values()}
    assert len(whole["learners"]) == 1
    assert min(steps) > 20
