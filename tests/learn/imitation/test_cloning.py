"""Demonstrations replayed in a batch are the recorded games, and a network learns to play like the agent."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.cli import app  # noqa: E402
from paiyou.cli.show.imitation import run_imitation  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.combo_tensors import total_cards  # noqa: E402
from paiyou.learn.imitation import cloning  # noqa: E402
from paiyou.learn.imitation.cloning import HELD_OUT, agreements, cross_entropy, imitate, replay  # noqa: E402
from paiyou.learn.imitation.demonstrations import Demonstrations, record_agent  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from paiyou.models.card import ModelCard  # noqa: E402

CPU = torch.device("cpu")
USUAL = cloning.fresh_network
SMALL = {"width": 32, "state_width": 32, "depth": 1}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloning, "fresh_network", fresh_network)


def fresh_network(spec: Any, position: int, kind: str = "facts") -> Any:
    return make_network(kind, spec, position, **SMALL)


def decisions(told: Demonstrations) -> Counter[tuple[object, ...]]:
    """Every decision among several moves, by the engine: game, seat, its hand, the moves, what the agent wanted."""
    engine = paiyou.game(told.game)
    found: Counter[tuple[object, ...]] = Counter()
    for number, length in enumerate(told.length):
        state = engine.deal(told.first + number)
        for played, wanted in zip(told.played[number, :length], told.wanted[number, :length], strict=True):
            moves = state.moves()
            if len(moves) > 1:
                left = tuple(len(hand) for hand in state.hands)
                found[number, state.turn, left, frozenset(moves), engine.actions[wanted]] += 1
            state.play(engine.actions[played])
        assert state.over
    return found


@pytest.mark.parametrize(
    ("game", "games", "at_once"),
    [
        ("doudizhu:douzero", 7, 3),
        ("zhengshangyou", 9, 4),
        ("zhengshangyou", 3, 50),
        ("paodekuai", 5, 3),
        ("mini-doudizhu", 30, 30),
    ],
)
def test_every_recorded_decision_is_seen_once(game: str, games: int, at_once: int) -> None:
    """Also where the opener varies, and where there are fewer games than places in the batch."""
    told = record_agent("rules", game, games, first=12_345)
    names = paiyou.game(game).actions
    seen: Counter[tuple[object, ...]] = Counter()
    finished = []
    for step in replay(game_spec(game), told, at_once, CPU):
        assert step.games.number == min(games, at_once)
        left = total_cards(step.games.at.hands)
        for place in step.counts.nonzero()[:, 0].tolist():
            number = int(step.games.deal_seed[place]) - 12_345
            actions = step.action[step.row == place]
            moves = frozenset(names[action] for action in actions.tolist())
            # The preferences are in the order in which the batch lists the moves.
            share = step.share[step.row == place]
            assert share.sum().item() == pytest.approx(1.0)
            assert share[actions == step.wanted[place]].item() == share.max().item()
            assert bool(step.held_out[place]) == (number in (0, 1))
            seen[number, step.seat, tuple(left[place].tolist()), moves, names[step.wanted[place]]] += 1
        finished.append(step.finished)
    assert seen == decisions(told)
    assert finished[0] == 0
    assert finished == sorted(finished)
    assert finished[-1] < games


def test_games_that_are_held_out_stray_as_the_others_do() -> None:
    told = record_agent("random", "mini-doudizhu", 2 * HELD_OUT + 20, first=1)
    held = set()
    for step in replay(game_spec("mini-doudizhu"), told, 16, CPU):
        held |= {int(seed) for seed in step.games.deal_seed[step.held_out & step.counts]}
    assert {seed - 1 for seed in held} == {0, 1, 2 * HELD_OUT, 2 * HELD_OUT + 1}
    assert {seed % 2 for seed in held} == {0, 1}


def test_recordings_of_other_games_are_refused() -> None:
    """Those of another deal would never end; those of another table have no such moves."""
    told = record_agent("rules", "mini-doudizhu", 6, first=1)
    short = replace(told, played=np.zeros_like(told.played))
    foreign = replace(told, wanted=told.wanted + 60_000)
    # Preferences of one move fewer where there was a choice, and of one more elsewhere.
    other = told.choices.copy()
    first, last = np.flatnonzero(other)[[0, -1]]
    other.flat[first] -= 1
    other.flat[last] += 1
    for wrong in (short, foreign, replace(told, choices=other)):
        with pytest.raises(ValueError, match="are no games of mini-doudizhu as it is now; record them anew"):
            for _ in replay(game_spec("mini-doudizhu"), wrong, 4, CPU):
                pass


def test_cross_entropy_is_that_of_torch_and_so_is_its_gradient() -> None:
    torch.manual_seed(1)
    number, widest = 40, 9
    moves = torch.randint(0, widest + 1, (number,))  # some positions have none: games that wait
    row = torch.arange(number).repeat_interleave(moves)[torch.randperm(int(moves.sum()))]
    place = torch.zeros_like(row)
    for position in range(number):
        mine = row == position
        place[mine] = torch.randperm(int(mine.sum()))
    value = (30 * torch.randn(len(row))).requires_grad_()
    wanted_place = (torch.rand(number) * moves).long()
    counts = (moves > 1) & (torch.rand(number) < 0.8)
    found = cross_entropy(value, row, (place == wanted_place[row]).float(), counts)
    (slope,) = torch.autograd.grad(found, value)
    padded = torch.full((number, widest), -torch.inf).index_put((row, place), value)
    expected = torch.nn.functional.cross_entropy(padded[counts], wanted_place[counts])
    (expected_slope,) = torch.autograd.grad(expected, value)
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(slope, expected_slope)
    assert expected_slope.abs().max() > 0.01
    share = torch.rand(len(row))
    share = share / torch.zeros(number).index_add(0, row, share)[row]
    spread = torch.zeros(number, widest).index_put((row, place), share)
    expected = -(spread * torch.log_softmax(padded, dim=1).nan_to_num(neginf=0.0))[counts].sum() / counts.sum()
    torch.testing.assert_close(cross_entropy(value, row, share, counts), expected)
    nothing = cross_entropy(value, row, share, torch.zeros_like(counts))
    assert nothing.item() == 0.0
    assert not torch.autograd.grad(nothing, value)[0].any()
    none = torch.zeros(0, dtype=torch.int64)
    assert float(cross_entropy(torch.zeros(0), none, torch.zeros(0), torch.zeros_like(counts))) == 0.0


def test_a_network_imitates_and_plays_like_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloning, "HELD_OUT", 5)
    told = record_agent("rules", "mini-doudizhu", 600, first=50_000)
    heard: list[int] = []
    agreement = imitate(told, tmp_path, passes=2, at_once=40, learning_rate=5e-3, progress=heard.append)
    assert sum(heard) == 2 * 600
    assert min(heard) >= 0
    spec = game_spec("mini-doudizhu")
    fresh = [fresh_network(spec, position) for position in range(2)]
    before = agreements(spec, told, fresh, 40, CPU)
    assert len(agreement) == len(before) == 2
    for learnt, untrained in zip(agreement, before, strict=True):
        assert learnt > max(0.75, untrained + 0.2)
    content = checkpoints.read(tmp_path / checkpoints.WEIGHTS, spec=spec, network="facts")
    assert content["imitates"] == "rules"
    assert content["agreement"] == agreement
    assert content["frames"] == 2 * told.length.sum()
    assert content["seconds"] > 0
    # What was written plays that way too, and on games of other seeds.
    for network, weights in zip(fresh, content["weights"], strict=True):
        network.load_state_dict(weights)
    others = record_agent("rules", "mini-doudizhu", 100, first=1_000_000)
    same, asked = 0, 0
    with torch.no_grad():
        for step in replay(spec, others, 64, CPU):
            chosen = cloning.choose(step.values(fresh[step.seat]), step.row, step.action, 64)
            same += int(((chosen == step.wanted) & step.counts).sum())
            asked += int(step.counts.sum())
    assert same / asked > 0.75


def test_an_imitation_learns_on(tmp_path: Path) -> None:
    """It begins with the weights of another: with a step size of nothing it would remain that one."""
    told = record_agent("rules", "mini-doudizhu", 60, first=3)
    imitate(told, tmp_path / "first", passes=1)
    imitate(told, tmp_path / "next", passes=1, start=tmp_path / "first", learning_rate=1e-30, seed=2)
    imitate(told, tmp_path / "anew", passes=1, learning_rate=1e-30, seed=2)
    first, following, anew = (
        torch.load(tmp_path / name / checkpoints.WEIGHTS)["weights"] for name in ("first", "next", "anew")
    )
    for one, two, other in zip(first, following, anew, strict=True):
        assert all(torch.equal(one[name], two[name]) for name in one)
        assert not all(torch.equal(one[name], other[name]) for name in one)


def test_weights_beyond_all_bounds_are_not_written(tmp_path: Path) -> None:
    told = record_agent("rules", "mini-doudizhu", 30, first=3)
    with pytest.raises(ValueError, match="grew beyond all bounds; imitate with a learning_rate below"):
        imitate(told, tmp_path, passes=1, learning_rate=1e9)
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_gives_the_same_network(tmp_path: Path) -> None:
    """Also with a single game, and with more places than games."""
    for games in (1, 60):
        told = record_agent("rules", "mini-doudizhu", games, first=3)
        runs = [imitate(told, tmp_path / f"{games} {name}", passes=1, seed=seed) for name, seed in (("a", 1), ("b", 1))]
        assert runs[0] == runs[1]
        weights = [torch.load(tmp_path / f"{games} {name}" / checkpoints.WEIGHTS)["weights"] for name in "ab"]
        for one, two in zip(*weights, strict=True):
            assert all(torch.equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"passes": 0}, "passes must be at least 1, not 0"),
        ({"at_once": 0}, "at_once must be at least 1, not 0"),
        ({"learning_rate": float("nan")}, "learning_rate must be a number above 0"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    told = record_agent("rules", "mini-doudizhu", 2, first=1)
    with pytest.raises(ValueError, match=sentence):
        imitate(told, tmp_path, **changes)
    for game, why in (("doudizhu:bidding=123", "has an auction"),):
        with pytest.raises(ValueError, match=why):
            imitate(replace(told, game=game), tmp_path)
    assert list(tmp_path.iterdir()) == []


def no_bar(*_: object) -> Any:
    return nullcontext(lambda _: None)


def test_the_command_records_once_and_learns_from_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(agent: str = "rules", game: str = "mini-doudizhu", games: int = 20, seed: int = 9, **how: Any) -> Any:
        how = {"passes": 1, "device": "cpu", "cores": 1} | how
        return run_imitation(agent, tmp_path / "like rules", game, games, seed, bar=no_bar, **how)

    recorded = run(passes=0)
    assert recorded.agreement == []
    assert recorded.games == 20
    assert "20 games" in recorded.line()
    file = tmp_path / "like rules" / "demonstrations.npz"
    assert recorded.decisions == np.count_nonzero(Demonstrations.load(file).choices)
    for changes in ({"agent": "random"}, {"games": 21}, {"seed": 8}, {"game": "mini-doudizhu:hand=4"}):
        with pytest.raises(
            ValueError, match="holds 20 games of rules at mini-doudizhu from seed 9, with rules asked, not those wanted"
        ):
            run(**changes)
    for wrong, sentence in (
        ({"passes": -1}, "passes must be 0 or more"),
        ({"device": "abacus"}, "no device 'abacus'"),
        ({"at_once": 0}, "at_once must be at least 1, not 0"),
        ({"learning_rate": float("nan")}, "learning_rate must be a number above 0, not nan"),
        ({"cores": 0}, "cores must be 1 or more, not 0"),
        ({"start": tmp_path / "nothing"}, "there is no checkpoint .*nothing"),
        ({"against": tmp_path / "nothing"}, "need an imitation that plays them: name it by start"),
    ):
        with pytest.raises(ValueError, match=sentence):
            run(**wrong)

    def never(*_: object) -> None:
        raise AssertionError("it was recorded before")

    monkeypatch.setattr("paiyou.learn.imitation.demonstrations.record_agent", never)
    learnt = run()
    assert len(learnt.agreement) == 2
    assert learnt.to_json()["agreement"] == learnt.agreement
    assert f"{learnt.agreement[0]:.1%}" in learnt.line()
    with pytest.raises(ValueError, match=r"there are weights in .*; name another folder"):
        run()


def test_the_command_line_makes_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloning, "fresh_network", USUAL)
    folder, model = str(tmp_path / "run"), tmp_path / "model"
    asked = ["--game", "mini-doudizhu", "--games", "6", "--seed", "1", "--passes", "1", "--device", "cpu"]
    done = CliRunner().invoke(app, ["imitate", "rules", folder, *asked, "--cores", "1", "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert (said["folder"], said["games"], len(said["agreement"])) == (folder, 6, 2)
    done = CliRunner().invoke(app, ["export-model", folder, str(model)])
    assert done.exit_code == 0, done.output
    card = ModelCard.load(model)
    kept = Demonstrations.load(tmp_path / "run" / "demonstrations.npz")
    assert (card.objective, card.frames) == ("wp", kept.length.sum())
    assert said["decisions"] == np.count_nonzero(kept.choices)
    assert card.title.endswith("plays like rules")
    assert paiyou.agent(f"dmc:model={model}", "mini-doudizhu").choose(paiyou.game("mini-doudizhu").deal(1).view(0))
    done = CliRunner().invoke(app, ["imitate", "cheat-uct", str(tmp_path / "other"), *asked])
    assert done.exit_code == 2
    assert "cheat-uct cannot be imitated" in done.stderr
    assert not (tmp_path / "other").exists()
