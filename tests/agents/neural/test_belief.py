"""What a network believes, as a player without torch asks for it, and searchers that go by it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from believing_models import believing_model, believing_networks  # noqa: E402
from core.test_belief import numbers_held  # noqa: E402
from paiyou.agents.neural.belief import NetworkBelief, model_of_belief  # noqa: E402
from paiyou.agents.neural.facts import OF_A_MOVE, OF_A_STATE, FactsReader  # noqa: E402
from paiyou.agents.neural.trick_facts import TrickFactsReader  # noqa: E402
from paiyou.agents.remote import check_remote_agent  # noqa: E402
from paiyou.learn.climbing import facts as climbing  # noqa: E402
from paiyou.learn.climbing.encoder import RECENT  # noqa: E402
from paiyou.learn.trick import facts as trick  # noqa: E402
from paiyou.models import add_models, folders  # noqa: E402
from paiyou.plugins import Plugins  # noqa: E402
from positions import reach  # noqa: E402

GAMES = ["mini-doudizhu", "doudizhu", "zhengshangyou", "gongzhu"]


@pytest.fixture(scope="module")
def model_of(tmp_path_factory):
    """The folder of a game's model, made once."""
    return cache(lambda name: believing_model(tmp_path_factory.mktemp("models") / "mine", name))


def views(game, number=6):
    """Of random games, the seat to move having a choice."""
    found = 0
    for seed in range(60):
        state = reach(game, seed, seed % 24)
        if not state.over and len(state.moves()) > 1:
            yield state.view(state.turn)
            found += 1
            if found == number:
                return
    raise AssertionError("there were too few")


def torch_belief(game, networks, view):
    """By torch, from the facts that a player reads."""
    spec = game.spec
    if hasattr(spec, "symbols"):
        reader = FactsReader(spec, spec.table.groups, RECENT)
        told = reader.read(view, view.moves())
        facts = climbing.Facts(*(torch.from_numpy(told[name]) for name in OF_A_STATE))
        cards, *columns = (torch.from_numpy(told[name]) for name in OF_A_MOVE)
        moves = climbing.Moves(torch.zeros_like(columns[0]), cards, *columns)
    else:
        reader = TrickFactsReader(spec, [exposure.card for exposure in spec.exposures])
        told = {name: torch.from_numpy(value) for name, value in reader.read(view, view.moves()).items()}
        card, exposes = told.pop("move_card"), told.pop("move_exposes")
        facts, moves = trick.Facts(**told), trick.Moves(torch.zeros_like(card[:, 0]), card, exposes)
    network = networks[0 if len(networks) == 1 else reader.position(view)]
    with torch.no_grad():
        return network.value_and_belief(facts, moves)[1][0].numpy()


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_those_of_torch_and_deals_have_them(name, model_of):
    game, networks = paiyou.game(name), believing_networks(name)
    belief = NetworkBelief(game, str(model_of(name)), particles=30, max_states=200)
    for view in views(game):
        chances = belief.chances(view)
        assert chances == pytest.approx(torch_belief(game, networks, view), abs=1e-4)
        deals = belief.deals(view, seed=3)
        assert sum(weight for _, weight in deals) == pytest.approx(1)
        assert all(view.ways(state) > 0 for state, _ in deals)
        assert belief.statistics["states"] == len(deals)
        fitted = np.array(view.believing(chances).chances())
        if belief.statistics["listed"]:
            found = sum(weight * numbers_held(game, view, state, fitted.shape) for state, weight in deals)
            hidden = found.any(axis=(1, 2))
            assert found[hidden] == pytest.approx(fitted[hidden], abs=1e-6)
        else:
            assert len(deals) == 30
            assert [state.key for state, _ in belief.deals(view, seed=3)] == [state.key for state, _ in deals]
        # It is another belief than that of counting, and says so of every class of cards.
        assert np.abs(fitted - np.array(view.chances())).max() > 0.01 or len(deals) == 1
        assert len(belief.draw(view, 5)) == 5


def test_who_is_not_to_decide_believes_what_he_knows(model_of):
    game = paiyou.game("doudizhu:bidding=123")
    belief = NetworkBelief(game, str(model_of("doudizhu")))
    state = game.deal(1)
    for view in (state.view(state.turn), game.deal(2).view((game.deal(2).turn + 1) % 3)):
        assert belief.chances(view) is None
        assert belief.believing(view) is view
        assert len(belief.deals(view)) == belief.particles


@pytest.mark.parametrize("agent", ["uct:trees=4,iterations=20", "isuct:iterations=60", "rave:iterations=60"])
@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_tree_searchers_take_it(agent, name, model_of):
    game, model = paiyou.game(name), model_of(name)
    player = paiyou.agent(f"{agent},infer=belief/model={model},particles=20", game)
    view = next(views(game))
    assert player.choose(view) in view.moves()
    assert player.statistics["states"] == 20
    assert player.choose(view) == player.choose(view)


@pytest.mark.parametrize("agent", ["expectimax", "det-minimax"])
def test_exact_searchers_take_it(agent, model_of):
    game = paiyou.game("mini-doudizhu:hand=4,ranks=3")
    model = model_of(game.name)
    player, plain = (paiyou.agent(f"{agent}{more}", game) for more in (f":infer=belief/model={model}", ""))
    others = 0
    for view in views(game):
        found, usual = ({move: value for move, value, _ in one.evaluate(view)} for one in (player, plain))
        assert found.keys() == usual.keys()
        assert player.statistics["listed"]
        others += found != pytest.approx(usual)
    assert others > 0, "values over other chances are other values"


def test_what_does_not_fit_is_refused(model_of, monkeypatch):
    game = paiyou.game("doudizhu")
    model = model_of("doudizhu")
    assert model_of_belief("rules") is None
    assert model_of_belief("belief") == ""
    assert model_of_belief("belief/model=a/b") == "a/b"
    for wrong in ("belief/", "belief/mine", "belief/model=", "belief/seed=1"):
        with pytest.raises(ValueError, match="asked for by belief or belief/model=NAME"):
            paiyou.agent(f"isuct:infer={wrong}", game)
    with pytest.raises(ValueError, match="noise is about the moves of an agent"):
        paiyou.agent(f"isuct:infer=belief/model={model},noise=0.1", game)
    with pytest.raises(ValueError, match="doudizhu-wp tells nothing of hidden cards; write one that does"):
        paiyou.agent("isuct:infer=belief/model=doudizhu-wp", game)
    with pytest.raises(ValueError, match="no model that tells of hidden cards is shipped for mini-doudizhu"):
        paiyou.agent("isuct:infer=belief", paiyou.game("mini-doudizhu"))
    # A server's clients name models that it knows.
    with pytest.raises(ValueError, match="model"):
        check_remote_agent(f"isuct:infer=belief/model={model}", "doudizhu")
    with pytest.raises(ValueError, match="doudizhu-wp tells nothing of hidden cards"):
        check_remote_agent("isuct:infer=belief/model=doudizhu-wp", "doudizhu")
    monkeypatch.setattr(Plugins, "known", dict(Plugins.known))
    monkeypatch.setattr(folders, "_ADDED", Plugins("model", None, {}, folders._checked))
    add_models(model)
    check_remote_agent("isuct:infer=belief/model=mine", "doudizhu")
    check_remote_agent("isuct:infer=belief", "doudizhu")
    assert paiyou.agent("isuct:infer=belief", game).inference.network.card.name == "mine"
