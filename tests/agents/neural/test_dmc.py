import pickle

import numpy as np
import pytest
import torch

import paiyou
from networks import ASKED, facts_model, layout_model
from paiyou.agents.neural.facts import FactsReader
from positions import reach


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return facts_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    return layout_model(tmp_path_factory.mktemp("models") / "paper")


def position(state):
    return (state.turn - (state.landlord or 0)) % 3


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:douzero", "doudizhu:botzone2,bidding=123"])
@pytest.mark.parametrize("objective", ["wp", "adp"])
def test_it_plays_what_the_network_of_its_position_values_most(name, objective, tmp_path):
    """Groups by name: botzone's shuttles are in no list, and another preset numbers its groups otherwise."""
    folder, nets = facts_model(tmp_path / "m", "doudizhu", objective=objective)
    game = paiyou.game(name)
    groups = paiyou.game("doudizhu").spec.table.groups
    agent = paiyou.agent(f"dmc:model={folder},endgame=0", game)
    reader = FactsReader(game.spec, groups, 9)
    seen = set()
    for seed in range(6):
        for plies in (3, 10, 14, 25):
            state = reach(game, seed, plies)
            if state.over or state.bidding:
                continue
            view, moves = state.view(state.turn), state.moves()
            facts = reader.read(view, moves)
            with torch.no_grad():
                told = [torch.from_numpy(facts[name]) for name in ASKED]
                value = nets[position(state)](*told).numpy()
            column = value[:, 0 if objective == "wp" else 1]
            found = agent.evaluate(view)
            stake = 1 if objective == "wp" else state.stake
            assert {move: worth for move, worth, _ in found} == pytest.approx(
                dict(zip(moves, (column * stake).tolist(), strict=True)), abs=1e-5
            )
            assert [worth for _, worth, _ in found] == sorted((worth for _, worth, _ in found), reverse=True)
            assert all(weight == 1.0 for _, _, weight in found)
            assert agent.choose(view) == found[0][0]
            seen.add((state.landlord, position(state)))
    assert len(seen) >= 3


def test_a_network_of_the_papers_layout(paper):
    folder, nets = paper
    game = paiyou.game("doudizhu:douzero")
    agent = paiyou.agent(f"dmc:model={folder},endgame=0", game)
    encoder = game.encoder("douzero")
    for seed in range(9):
        state = reach(game, seed, 10 + seed)
        arrays = (torch.from_numpy(np.array(part, dtype=np.float32)) for part in encoder.encode(state))
        numbers, moves, history = arrays
        with torch.no_grad():
            value = nets[state.turn](numbers[None], history.reshape(1, 5, 162), moves)[:, 0].numpy()
        assert agent.evaluate(state.view(state.turn))[0][0] == state.moves()[int(value.argmax())]


def test_it_bids_as_rules_does_where_told(tiny):
    game = paiyou.game("doudizhu:bidding=123")
    agent, rules = paiyou.agent(f"dmc:model={tiny[0]},bidder=rules", game), paiyou.agent("rules", game)
    for seed in range(10):
        state = game.deal(seed)
        while state.bidding and not state.over:
            view = state.view(state.turn)
            assert agent.choose(view) == rules.choose(view)
            assert agent.evaluate(view) == rules.evaluate(view)
            state.play(agent.choose(view))


def test_points_count_the_stake_that_the_auction_made():
    game = paiyou.game("doudizhu:bidding=123")
    agent = paiyou.agent("dmc:endgame=0", game)
    values = {}
    for bid in ("bid 1", "bid 3"):
        state = game.deal(5)
        for call in [bid, *["bid 0"] * (2 if bid == "bid 1" else 0)]:
            state.play(call)
        view = state.view(state.turn)
        assert agent.unit(view) == "points"
        values[bid] = [(move, pytest.approx(value / view.stake)) for move, value, _ in agent.evaluate(view)]
    assert values["bid 1"] == [(move, value.expected) for move, value in values["bid 3"]]


@pytest.mark.parametrize(
    ("hand", "liked", "played"),
    [
        ("3334444569", ["3334", "444", "3339", "3336"], "3339"),  # a bomb is split: the next best with that body
        ("333444BRQK9", ["333444BR", "333444QR", "3334449Q", "33"], "3334449Q"),  # so would be the rocket
        ("3334444", ["3334", "444"], "3334"),  # there are no other kickers
        ("3334444569", ["444", "3334"], "444"),  # no kickers at all
    ],
)
def test_careful_kickers(tiny, hand, liked, played):
    game = paiyou.game("doudizhu:douzero")
    view = game.start([hand, "AA22", "AA22"]).view(0)
    assert set(liked) <= set(view.moves())
    for how, expected in (("network", liked[0]), ("careful", played)):
        agent = paiyou.agent(f"dmc:model={tiny[0]},endgame=0,kickers={how}", game)
        agent._network.values = lambda _, moves: np.array([-liked.index(m) if m in liked else -9.0 for m in moves])
        assert agent.choose(view) == expected
        found = agent.evaluate(view)
        assert found[0][:2] == (expected, 0.0)  # worth no less than what it takes the place of
        assert {move for move, _, _ in found} == set(view.moves())


def test_it_can_be_sent_to_other_processes(tiny):
    agent = paiyou.agent(f"dmc:model={tiny[0]},seed=4", "doudizhu")
    again = pickle.loads(pickle.dumps(agent))
    view = paiyou.game("doudizhu").deal(1).view(0)
    assert again.evaluate(view) == agent.evaluate(view)
    results = [
        paiyou.match("doudizhu", f"dmc:model={tiny[0]}", "random", deals=4, seed=1, cores=cores) for cores in (1, 2)
    ]
    assert results[0].wp == results[1].wp
    assert not results[0].forfeits
    assert not results[1].forfeits


def test_a_folder_named_from_here_is_found_from_elsewhere(tiny, monkeypatch, tmp_path):
    monkeypatch.chdir(tiny[0].parent)
    sent = pickle.dumps(paiyou.agent(f"dmc:model={tiny[0].name}", "doudizhu"))
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(sent).choose(paiyou.game("doudizhu").deal(1).view(0))


def test_networks_are_loaded_once_and_again_when_they_change(tmp_path):
    folder, _ = facts_model(tmp_path / "m", seed=1)
    first, second = (paiyou.agent(f"dmc:model={folder}", "doudizhu") for _ in range(2))
    assert first._network._sessions == second._network._sessions
    facts_model(folder, seed=2)
    view = paiyou.game("doudizhu").deal(1).view(0)
    assert paiyou.agent(f"dmc:model={folder}", "doudizhu").evaluate(view) != first.evaluate(view)


def test_what_does_not_fit_is_refused(tiny, paper, tmp_path):
    folder = tiny[0]
    for game in ("mini-doudizhu", "four-card"):
        with pytest.raises(ValueError, match=f"no model for {game} is shipped"):
            paiyou.agent("dmc", game)
    with pytest.raises(ValueError, match="unknown model 'nothing'"):
        paiyou.agent("dmc:model=nothing", "doudizhu")
    with pytest.raises(ValueError, match="plays doudizhu, not zhengshangyou"):
        paiyou.agent(f"dmc:model={folder}", "zhengshangyou")
    nameless, _ = facts_model(tmp_path / "nameless", groups=())
    with pytest.raises(ValueError, match="must name the groups of combos"):
        paiyou.agent(f"dmc:model={nameless}", "doudizhu")
    later, _ = facts_model(tmp_path / "later", version=2)
    with pytest.raises(ValueError, match="by version 2 of the rules of doudizhu; those here are version 1"):
        paiyou.agent(f"dmc:model={later}", "doudizhu")
    (tmp_path / "0.onnx").write_bytes(b"no network")
    (tmp_path / "card.json").write_text((folder / "card.json").read_text())
    with pytest.raises(ValueError, match=r"lacks 1.onnx and 2.onnx"):
        paiyou.agent(f"dmc:model={tmp_path}", "doudizhu")
    for name in ("1.onnx", "2.onnx"):
        (tmp_path / name).write_bytes(b"no network")
    with pytest.raises(ValueError, match="no network that ONNX Runtime can load"):
        paiyou.agent(f"dmc:model={tmp_path}", "doudizhu")
    for name in ("0.onnx", "1.onnx", "2.onnx"):
        (tmp_path / name).write_bytes((paper[0] / name).read_bytes())
    with pytest.raises(ValueError, match="asks for moves, state"):
        paiyou.agent(f"dmc:model={tmp_path}", "doudizhu")
    smaller, _ = facts_model(tmp_path / "smaller", "mini-doudizhu:ranks=13")
    with pytest.raises(ValueError, match="another size"):
        paiyou.agent(f"dmc:model={smaller}", "mini-doudizhu")


def test_only_the_seat_to_move_can_be_asked(tiny):
    agent = paiyou.agent(f"dmc:model={tiny[0]}", "doudizhu")
    state = paiyou.game("doudizhu").deal(1)
    with pytest.raises(ValueError, match="not to move"):
        agent.choose(state.view(2))
    with pytest.raises(ValueError, match=r"state\.view"):
        agent.choose(state)
