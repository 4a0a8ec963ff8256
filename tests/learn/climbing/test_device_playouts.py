"""Play-outs of one decision on a device: the position is the engine's, and so are the games to their ends."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from paiyou.agents.neural.facts import OF_A_STATE, FactsReader  # noqa: E402
from paiyou.agents.remote import check_remote_agent  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.device_playouts import DevicePlayouts  # noqa: E402
from paiyou.learn.climbing.encoder import RECENT  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.export import export  # noqa: E402
from positions import reach  # noqa: E402
from training_runs import SMALL  # noqa: E402

NAMES = ["doudizhu", "doudizhu:douzero", "doudizhu:bidding=123"]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """Tiny networks that have learnt nothing, as a model."""
    folder, spec = tmp_path_factory.mktemp("models") / "tiny", game_spec("doudizhu")
    torch.manual_seed(2)
    export(folder, [make_network("facts", spec, position, **SMALL) for position in range(3)], spec, "wp")
    return folder


def states(name, number=8):
    game = paiyou.game(name)
    found = [reach(game, seed, 4 + 2 * seed) for seed in range(4 * number)]
    return [state for state in found if not state.over and state.view(0).landlord is not None][:number]


@pytest.mark.parametrize("name", NAMES)
def test_the_position_is_the_views(name, model):
    game = paiyou.game(name)
    playouts = DevicePlayouts(game, model, "cpu")
    reader = FactsReader(game.spec, game.spec.table.groups, RECENT)
    for state in states(name):
        view = state.view(state.turn)
        batch = playouts.game_of(view)
        assert sorted(batch.spec.actions[action] for action in batch.legal()[1].tolist()) == sorted(view.moves())
        told, facts = reader.read(view, view.moves()), batch.facts()
        for fact in OF_A_STATE:
            mine = getattr(facts, fact).numpy()
            mine = mine[:, :RECENT] if fact == "history" else mine
            assert np.array_equal(mine, told[fact]), fact


def test_a_game_that_was_set_up_behind_a_combo(model):
    game = paiyou.game("doudizhu")
    state = game.start(["3456789TJQK", "44556677", "88999TTJJQ"], turn=2, last=(0, "34567"))
    playouts = DevicePlayouts(game, model, "cpu")
    for move in ("89TJQ", "pass", "pass", "8"):
        view = state.view(state.turn)
        batch = playouts.game_of(view)
        assert sorted(batch.spec.actions[action] for action in batch.legal()[1].tolist()) == sorted(view.moves())
        state.play(move)


@pytest.mark.parametrize("name", NAMES)
def test_games_end_as_the_networks_own_player_ends_them(name, model):
    game = paiyou.game(name)
    playouts = DevicePlayouts(game, model, "cpu")
    player = paiyou.agent(f"dmc:model={model},endgame=0", game)
    for state in states(name, 4):
        view, moves = state.view(state.turn), state.moves()[:3]
        deals = [view.sample(draw) for draw in range(2)]
        for points in (False, True):
            found = [playouts.play_outs(view, moves, 0, 1, 7, 1, points, [(deal, 1.0)]) for deal in deals]
            assert found[0].shape == (len(moves), 1)
            if points:
                continue  # another network's choices; the sign is looked at below
            for deal, results in zip(deals, found, strict=True):
                for move, result in zip(moves, results[:, 0].tolist(), strict=True):
                    end = deal.copy()
                    end.play(move)
                    while not end.over:
                        end.play(player.choose(end.view(end.turn)))
                    assert result == (1 if end.payoffs[view.seat] > 0 else -1)


def test_the_same_deals_for_every_move_and_more_of_them_later(model):
    game = paiyou.game("doudizhu")
    playouts = DevicePlayouts(game, model, "cpu")
    state = states("doudizhu", 3)[2]
    view = state.view(state.turn)
    whole = playouts.play_outs(view, [view.moves()[0]] * 2, 0, 12, 5)
    assert whole[0].tolist() == whole[1].tolist()
    assert len(set(whole[0].tolist())) == 2
    later = playouts.play_outs(view, view.moves()[:1], 8, 4, 5)
    assert later[0].tolist() == whole[0, 8:].tolist()
    assert set(np.abs(playouts.play_outs(view, view.moves()[:1], 0, 12, 5, 1, True)).ravel().tolist()) <= {
        unit << bombs for unit in (1, 2) for bombs in range(8)
    }


def test_weighed_deals_are_drawn_by_their_weights(model):
    playouts = DevicePlayouts(paiyou.game("doudizhu"), model, "cpu")
    state = states("doudizhu", 1)[0]
    view = state.view(state.turn)
    deals = [(view.sample(0), 0.8), (view.sample(1), 0.2)]
    hands, pile = playouts._drawn(view, deals, torch.randint(-(2**63), 2**63 - 1, (4000,)))
    assert len(pile) == 4000
    first = (hands == hands[hands[:, (state.turn + 1) % 3] == hands[0, (state.turn + 1) % 3]][0]).all(dim=1)
    assert min(abs(float(first.double().mean()) - share) for share in (0.8, 0.2)) < 0.04


def test_think_has_the_large_network_play_games_out(model):
    game = paiyou.game("doudizhu")
    think = paiyou.agent(f"think:model={model},device=cpu,deals=16,margin=9,prior=1", game)
    again = pickle.loads(pickle.dumps(think))
    for state in states("doudizhu", 3):
        view = state.view(state.turn)
        if len(view.moves()) < 2:
            continue
        found = think.evaluate(view)
        assert found == again.evaluate(view)
        assert think.statistics["deals"] == 16
    assert paiyou.agent(f"think:model={model},device=cpu,deals=8,infer=random", game).choose(view) in view.moves()


def test_what_cannot_be_is_refused(model):
    with pytest.raises(ValueError, match="device must be one of cuda, cpu"):
        paiyou.agent("think:device=tpu", "doudizhu")
    with pytest.raises(ValueError, match="leave weights out"):
        paiyou.agent("think:device=cpu,weights=x", "doudizhu")
    with pytest.raises(ValueError, match="cannot be drawn on a device yet"):
        DevicePlayouts(paiyou.game("paodekuai"), model, "cpu")
    with pytest.raises(ValueError, match="device is not offered"):
        check_remote_agent("think:device=cuda", "doudizhu")
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="there is no GPU here"):
            paiyou.agent(f"think:model={model},device=cuda", "doudizhu")
