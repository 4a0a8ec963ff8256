"""The moves so far, read one by one: what is read, that nothing changes at first, and the next move as a task."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from paiyou.agents.neural.facts import FactsReader  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.interop.botzone.numpy_network import NumpyNetwork  # noqa: E402
from paiyou.interop.botzone.numpy_program import read_program  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.climbing.facts import HISTORY  # noqa: E402
from paiyou.learn.dmc.arguments import ARGUMENTS, arguments_of  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.dmc.next_move_loss import NextMoveLoss  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.history_trunk import HistoryTrunk  # noqa: E402
from paiyou.learn.nets.networks import make_network, sizes_of  # noqa: E402
from paiyou.learn.runs.export import export_run  # noqa: E402
from paiyou.learn.runs.weights import weights_at, weights_of_model  # noqa: E402
from paiyou.learn.selfplay.choosing import choose  # noqa: E402
from training_runs import QUICK, SHORT, SMALL, assert_same, has_learnt, lines, whole  # noqa: E402


def played(steps: int, length: int, number: int = 4) -> tuple[ClimbingBatch, list[torch.Tensor]]:
    """Games of Dou Dizhu played by lot, and the actions of every step."""
    torch.manual_seed(1)
    games, account = ClimbingBatch(game_spec("doudizhu:douzero"), number, seed=5), []
    games.remember(length)
    for _ in range(steps):
        row, action = games.legal()
        account.append(choose(torch.rand(len(row)), row, action, number))
        games.play(account[-1])
        assert not games.ended.any()
    return games, account


def test_games_remember_what_is_asked_for() -> None:
    games, account = played(24, 30)
    assert games.at.history.shape == (4, 30)
    assert torch.equal(games.at.history[:, :24], torch.stack(account[::-1], dim=1).int())
    assert (games.at.history[:, 24:] == -1).all()
    games.remember(7)
    assert games.at.history.shape == (4, 30), "it forgets nothing"
    network = make_network("facts", games.spec, 0, **SMALL | {"history": 40})
    with pytest.raises(ValueError, match="a network that reads 40 moves cannot play games that remember 30"):
        network.values(games, games.at, games.seat, *games.legal())
    with pytest.raises(ValueError, match="only moves of climbing games are read one by one"):
        make_network("facts", game_spec("gongzhu"), 0, history=9)


def test_an_old_move_changes_what_is_said_once_something_was_learnt() -> None:
    games, _ = played(24, 30)
    network = make_network("facts", games.spec, 0, **SMALL | {"history": 30})
    told = (games.seat, *games.legal())
    older = replace(games.at, history=games.at.history.clone())
    older.history[:, 20] = older.history[:, 20].roll(1) + 5
    with torch.no_grad():
        before = network.values(games, games.at, *told)
        assert torch.equal(network.values(games, older, *told), before), "it adds nothing at first"
        torch.nn.init.normal_(network.history_trunk.out.weight)
        assert not torch.equal(network.values(games, games.at, *told), before)
        assert not torch.equal(network.values(games, older, *told), network.values(games, games.at, *told))
    # Facts say the same as compact positions.
    facts, moves = games.network_inputs(games.at, *told)
    torch.testing.assert_close(network(facts, moves), network.values(games, games.at, *told))


def test_a_question_finds_the_move_it_is_about() -> None:
    """A toy: the answer is the place of the one move in the sequence that has a card; the loss falls."""
    torch.manual_seed(2)
    trunk = HistoryTrunk(3, 2, 6, 6)
    optimizer, losses = torch.optim.Adam(trunk.parameters(), lr=0.01), []
    for _ in range(150):
        place = torch.randint(6, (64,))
        moves = torch.zeros(64, 6, 2).index_put((torch.arange(64), place), torch.tensor([1.0, 0.0]))
        loss = torch.nn.functional.cross_entropy(trunk(torch.ones(64, 3), moves), place)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]


def test_the_next_move_is_that_of_the_next_seat_in_the_same_game() -> None:
    spec = game_spec("mini-doudizhu")
    games = ClimbingBatch(spec, 8, seed=3)
    experience, account = Experience(games), []
    torch.manual_seed(4)
    while experience.next_rows() is None:
        row, action = games.legal()
        chosen = choose(torch.rand(len(row)), row, action, 8)
        active = games.active
        experience.keep_decision(chosen, row, torch.zeros(8, dtype=torch.bool))
        games.play(chosen)
        experience.keep_results()
        account.append((chosen, active, games.ended))
    rows = experience.next_rows()
    oldest = len(account) + 1 - experience.length
    samples = experience.samples(rows, (games.seat + 1) % spec.seats)
    (_, _, ended), (then, active, _) = account[oldest], account[oldest + 1]
    loss = NextMoveLoss(2.0, torch.device("cpu"))
    groups, keys = torch.randn(8, len(spec.table.groups) + 1), torch.randn(8, len(spec.symbols))
    expected, counted = 0.0, 0
    for place in range(8):
        if samples.weight[place] and not ended[place]:
            assert active[place]
            action, counted = int(then[place]), counted + 1
            expected -= float(groups[place].log_softmax(0)[int(games.combos.group[action])])
            if action:
                expected -= float(keys[place].log_softmax(0)[int(games.combos.key[action])])
    assert counted > 2
    found = loss((groups, keys), experience, rows, samples)
    assert found.item() == pytest.approx(2 * expected / counted / torch.tensor(2.0).log().item(), rel=1e-4)
    assert loss.look()[1] == counted


def test_a_run_learns_it_goes_on_and_is_exported(tmp_path: Path) -> None:
    # The same learning rate throughout: a cosine would know that the second run was to end early.
    run = replace(QUICK, history=20, next_move=0.2, hidden=0.1, opponents="", frames=2500, final_rate=1.0)
    assert run.history > HISTORY
    plain = train(replace(SHORT, opponents="", folder=str(tmp_path / "plain")))
    run = replace(run, start=str(plain))
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    bits = [line["next_move_bits"] for line in lines(in_one, "progress") if line["next_move_bits"] is not None]
    assert sum(bits[-10:]) < sum(bits[:10])
    stopped = train(replace(run, frames=1800, folder=str(tmp_path / "stopped")))
    assert has_learnt(stopped)
    train(arguments_of(stopped, frames=2500))
    assert_same(whole(in_one), whole(stopped))
    export_run(in_one, tmp_path / "model", "float32")
    spec = game_spec(run.game)
    read, stored = weights_of_model(tmp_path / "model", spec, 0), weights_at(in_one, spec, "facts")[0][0]
    assert sizes_of(stored) == SMALL | {"history": 20, "next_move": 1, "belief": 256}
    assert sizes_of(read) == SMALL | {"history": 20}
    assert_same(read, {name: stored[name].float() for name in read})
    on = replace(SHORT, start=str(tmp_path / "model"), rival=str(in_one), folder=str(tmp_path / "on"))
    assert '"history": 20' in (train(on) / ARGUMENTS).read_text()
    with pytest.raises(ValueError, match="keeps its length: 20 cannot become 30"):
        train(replace(on, history=30, folder=str(tmp_path / "longer")))
    same_values(tmp_path / "model", stored)


def same_values(model: Path, stored: dict[str, Any]) -> None:
    """A player without torch has them by its own reader: by onnxruntime, and by the operators of a packed bot."""
    game = paiyou.game("mini-doudizhu")
    agent = paiyou.agent(f"dmc:model={model},endgame=0", game)
    reader = FactsReader(game.spec, game.spec.table.groups, 20)
    games, state, asked = ClimbingBatch(game.spec, 1, seed=3), game.deal(3), SimpleNamespace(late=0)
    games.remember(20)
    network = make_network("facts", game.spec, 0, **SMALL | {"history": 20})
    network.load_state_dict({name: stored[name].float() for name in network.state_dict()})
    numbers = {name: number for number, name in enumerate(game.spec.actions)}
    while not state.over:
        view, moves = state.view(state.turn), state.moves()
        chosen = agent.choose(view)
        if state.turn == 0 and len(moves) > 1:
            row, action = games.legal()
            with torch.no_grad():
                values = network.values(games, games.at, 0, row, action)
            program = NumpyNetwork(*read_program(model / "0.onnx"))
            found = program.run(reader.read(view, moves))
            order = [numbers[move] for move in moves]
            here = torch.stack([values[action == number][0] for number in order])
            torch.testing.assert_close(torch.from_numpy(found)[:, 0], here[:, 0], rtol=1e-4, atol=1e-5)
            assert chosen == moves[int(here[:, 0].argmax())]
            asked.late = max(asked.late, len(view.history))
        games.play(torch.tensor([numbers[chosen]]))
        state.play(chosen)
    assert asked.late > 3
