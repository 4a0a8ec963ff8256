"""The agent dmc in trick games, with random networks."""

import json
import pickle

import onnx
import pytest
import torch

import paiyou
from networks import facts_model
from paiyou.advice import advise
from paiyou.agents.neural.trick_facts import TrickFactsReader
from paiyou.agents.remote import check_remote_agent
from paiyou.games.family import LEARN
from paiyou.learn.runs.export import export
from paiyou.models import add_models, default_model, folders
from paiyou.models.write import write_model
from paiyou.plugins import Plugins
from paiyou.review import review
from positions import reach
from trick_batches import steps_beside_the_engine
from trick_networks import ASKED, trick_card, trick_model

GONGZHU = ["gongzhu", "gongzhu:expose=off", "gongzhu:must_lead_c2=on", "gongzhu:expose=off,pig_flip=never"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return trick_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    return trick_model(tmp_path_factory.mktemp("models") / "pairs", "gongzhu:partners=on", name="pairs", networks=4)


@pytest.fixture
def no_models(monkeypatch, tmp_path):
    monkeypatch.setattr(folders, "SHIPPED", tmp_path / "nothing")
    monkeypatch.setattr(Plugins, "known", dict(Plugins.known))
    monkeypatch.setattr(folders, "_ADDED", Plugins("model", None, {}, folders._checked))


@pytest.mark.parametrize("name", GONGZHU)
@pytest.mark.parametrize(("objective", "networks"), [("wp", 1), ("adp", 1), ("adp", 4)])
def test_it_plays_what_the_network_of_its_place_values_most(name, objective, networks, tmp_path):
    """A model that knows of exposures plays where there are none, too."""
    folder, nets = trick_model(tmp_path / "m", objective=objective, networks=networks)
    game = paiyou.game(name)
    agent = paiyou.agent(f"dmc:model={folder}", game)
    reader = TrickFactsReader(game.spec, [exposure.card for exposure in paiyou.game("gongzhu").spec.exposures])
    places = set()
    for seed in range(4):
        opener = game.deal(seed).turn
        for plies in (0, 3, 5, 14, 30):
            state = reach(game, seed, plies)
            view, moves = state.view(state.turn), state.moves()
            place = (state.turn - opener) % 4
            facts = reader.read(view, moves)
            with torch.no_grad():
                value = nets[place % networks](*(torch.from_numpy(facts[fact]) for fact in ASKED)).numpy()
            found = agent.evaluate(view)
            assert {move: worth for move, worth, _ in found} == pytest.approx(
                dict(zip(moves, value[:, 0 if objective == "wp" else 1].tolist(), strict=True)), abs=1e-3
            )
            assert found == sorted(found, key=lambda entry: -entry[1])
            assert agent.choose(view) == found[0][0]
            assert agent.unit(view) == ("result" if objective == "wp" else "points")
            places.add(place)
    assert len(places) == 4


@pytest.mark.parametrize("name", [*GONGZHU, "gongzhu:partners=on", "gongzhu:partners=on,expose=off"])
def test_whole_games(name, tiny, pairs):
    folder = pairs[0] if "partners" in name else tiny[0]
    assert sorted(file.name for file in tiny[0].iterdir()) == ["0.onnx", "card.json"]
    result = paiyou.match(name, f"dmc:model={folder}", "random", deals=3, seed=1, cores=1)
    assert not result.forfeits


def test_it_advises_and_reviews_in_points(tiny):
    game, judge = paiyou.game("gongzhu"), f"dmc:model={tiny[0]}"
    agent = paiyou.agent(judge, game)
    state = game.deal(1)
    told = advise(game, judge, seat=state.turn, hand=state.hands[state.turn])
    assert told == agent.evaluate(state.view(state.turn))
    assert all(move.startswith("expose") for move, _, _ in told)
    while not state.over:
        state.play(state.moves()[-1])
    seen = review(paiyou.Record.of(game, state, seed=1), judge)
    free = [decision for decision in seen.decisions if decision.verdict != "forced"]
    assert free
    assert {decision.unit for decision in free} == {"points"}
    assert all(decision.loss is not None for decision in free)


@pytest.mark.usefixtures("no_models")
def test_it_plays_by_its_other_value_where_told(tmp_path):
    game = paiyou.game("gongzhu")
    wins, points = (trick_model(tmp_path / name, objective=name, name=name)[0] for name in ("wp", "adp"))
    view = reach(game, 1, 20).view(reach(game, 1, 20).turn)
    asked = paiyou.agent(f"dmc:model={wins},objective=adp", game)  # the same weights, by their second value
    assert asked.evaluate(view) == paiyou.agent(f"dmc:model={points}", game).evaluate(view)
    assert asked.evaluate(view) != paiyou.agent(f"dmc:model={wins}", game).evaluate(view)
    assert asked.unit(view) == "points"
    assert pickle.loads(pickle.dumps(asked)).evaluate(view) == asked.evaluate(view)
    # Where no model is named, one that was trained for it; with none, the other value of the one there is.
    add_models(wins)
    assert paiyou.agent("dmc:objective=adp", game)._network.card.name == "wp"
    add_models(points)
    assert paiyou.agent("dmc:objective=adp", game)._network.card.name == "adp"
    assert paiyou.agent("dmc", game)._network.card.name == "wp"
    trick_model(tmp_path / "like", imitates="rules", name="like")
    with pytest.raises(ValueError, match="the model like plays like rules, for nothing else: leave objective out"):
        paiyou.agent(f"dmc:model={tmp_path / 'like'},objective=wp", game)


def test_it_can_be_sent_to_other_processes(tiny):
    agent = paiyou.agent(f"dmc:model={tiny[0]},seed=4", "gongzhu")
    view = reach(agent.game, 1, 20).view(reach(agent.game, 1, 20).turn)
    assert pickle.loads(pickle.dumps(agent)).evaluate(view) == agent.evaluate(view)


def test_options_of_other_families_are_refused(tiny):
    assert {"endgame", "kickers"} <= set(type(paiyou.agent(f"dmc:model={tiny[0]}", "gongzhu")).options)
    for option in ("endgame=0", "overrule=most", "max_nodes=5", "kickers=careful"):
        name = option.partition("=")[0]
        with pytest.raises(ValueError, match=f"the option {name} of dmc means nothing in trick games: leave it out"):
            paiyou.agent(f"dmc:model={tiny[0]},{option}", "gongzhu")
        with pytest.raises(ValueError, match=f"the option {name} of dmc means nothing in trick games: leave it out"):
            check_remote_agent(f"dmc:{option}", "gongzhu")


def test_what_does_not_fit_is_refused(tiny, pairs, tmp_path):
    with pytest.raises(
        ValueError, match="on gongzhu and cannot play gongzhu:partners=on: partners makes it another game"
    ):
        paiyou.agent(f"dmc:model={tiny[0]}", "gongzhu:partners=on")
    with pytest.raises(ValueError, match="on gongzhu:partners=on and cannot play gongzhu: partners makes"):
        paiyou.agent(f"dmc:model={pairs[0]}", "gongzhu")
    with pytest.raises(ValueError, match="plays gongzhu, not four-card"):
        paiyou.agent(f"dmc:model={tiny[0]}", "four-card")
    climbing, _ = facts_model(tmp_path / "climbing")
    _change(climbing, game="gongzhu", shared=True)
    with pytest.raises(ValueError, match=r"asks for bombs, known, .*, which is no facts"):
        paiyou.agent(f"dmc:model={climbing}", "gongzhu")
    _change(climbing, kind="layout")
    with pytest.raises(ValueError, match="of the kind layout"):
        paiyou.agent(f"dmc:model={climbing}", "gongzhu")
    torn, _ = trick_model(tmp_path / "torn", networks=4)
    (torn / "2.onnx").unlink()
    with pytest.raises(ValueError, match=r"lacks 2\.onnx .* one network for each of 4 positions"):
        paiyou.agent(f"dmc:model={torn}", "gongzhu")
    one, _ = trick_model(tmp_path / "one")
    (one / "0.onnx").unlink()
    with pytest.raises(ValueError, match=r"lacks 0\.onnx .* one network for all positions"):
        paiyou.agent(f"dmc:model={one}", "gongzhu")


def test_who_has_not_learnt_to_expose_asks_rules(tmp_path):
    folder, _ = trick_model(tmp_path / "closed", "gongzhu:expose=off")
    game = paiyou.game("gongzhu")
    agent, rules = paiyou.agent(f"dmc:model={folder}", game), paiyou.agent("rules", game)
    for seed in range(5):
        state = game.deal(seed)
        while state.exposing:
            view = state.view(state.turn)
            assert agent.evaluate(view) == rules.evaluate(view)
            assert agent.unit(view) == "order"
            state.play(agent.choose(view))
        assert agent.unit(state.view(state.turn)) == "points"
        assert agent.choose(state.view(state.turn)) in state.moves()
    assert not paiyou.match(game, f"dmc:model={folder}", "random", deals=2, seed=1, cores=1).forfeits


def _change(folder, **said):
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    (folder / "card.json").write_text(json.dumps(card | said), encoding="utf-8")


def test_a_model_that_asks_for_less(tmp_path):
    """Facts that a network has no use for are not in its file."""
    folder = tmp_path / "less"
    value = onnx.helper.make_tensor_value_info("value", onnx.TensorProto.FLOAT, ["M", 52])
    card = onnx.helper.make_tensor_value_info("move_card", onnx.TensorProto.INT64, ["M", 52])
    cast = onnx.helper.make_node("Cast", ["move_card"], ["value"], to=onnx.TensorProto.FLOAT)
    graph = onnx.helper.make_graph([cast], "less", [card], [value])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    write_model(folder, trick_card("gongzhu"), [model], "float32")
    agent, state = paiyou.agent(f"dmc:model={folder}", "gongzhu:expose=off"), paiyou.game("gongzhu:expose=off").deal(2)
    values = {move: value for move, value, _ in agent.evaluate(state.view(state.turn))}
    assert values == {move: float(move == "H3") for move in state.moves()}


@pytest.mark.usefixtures("no_models")
def test_the_default_is_the_model_of_the_most_similar_game(tiny, pairs, tmp_path):
    add_models(tiny[0])
    with pytest.raises(ValueError, match="cannot play gongzhu:partners=on: partners makes it another game"):
        default_model("gongzhu:partners=on")
    with pytest.raises(ValueError, match="no network for gongzhu:partners=on"):
        check_remote_agent("dmc", "gongzhu:partners=on")
    add_models(pairs[0])
    add_models(trick_model(tmp_path / "closed", "gongzhu:expose=off")[0])
    assert default_model("gongzhu") == "tiny"
    assert default_model("gongzhu:must_lead_c2=on") == "tiny"
    assert default_model("gongzhu:expose=off,pig_flip=full") == "closed"
    assert default_model("gongzhu:partners=on") == "pairs"
    assert default_model("gongzhu:partners=on,expose=off") == "pairs"
    for name in ("gongzhu", "gongzhu:partners=on,expose=off"):
        assert check_remote_agent("dmc", name)
    with pytest.raises(ValueError, match="the model 'pairs' does not play gongzhu; tiny and closed do"):
        check_remote_agent("dmc:model=pairs", "gongzhu")


@pytest.mark.parametrize(("name", "objective"), [("gongzhu", "wp"), ("gongzhu:partners=on", "adp")])
def test_a_network_of_the_trainer_says_the_same_at_the_table(name, objective, tmp_path):
    """From the batch to torch, and from the View to ONNX: one value."""
    game = paiyou.game(name)
    learning = game.family.part(LEARN)
    network = learning.network("facts", game.spec, 0, width=32, state_width=48).eval()
    export(tmp_path / "m", [network], game.spec, objective)
    agent = paiyou.agent(f"dmc:model={tmp_path / 'm'}", game)
    assert agent._network.card.shared
    column, unit = (0, 1.0) if objective == "wp" else (1, learning.points_unit(game.spec, 0))
    games = learning.batch(game.spec, 4, seed=5)
    names, states = learning.moves(game.spec), [game.deal(5 + row) for row in range(4)]
    for _ in steps_beside_the_engine(game, games, states, seed=1):
        row, action = games.legal()
        with torch.no_grad():
            values = network(*games.network_inputs(games.at, games.seat, row, action))[:, column] * unit
        for place in games.active.nonzero()[:, 0].tolist():
            mine = row == place
            told = dict(zip((names[number] for number in action[mine].tolist()), values[mine].tolist(), strict=True))
            found = agent.evaluate(states[place].view(states[place].turn))
            assert {move: value for move, value, _ in found} == pytest.approx(told, abs=1e-4)
        if games.episode.all():
            break
