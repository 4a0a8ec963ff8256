"""Games that networks play are the engine's, and the agent is asked where the imitator was to move, and only there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.cli import app  # noqa: E402
from paiyou.games.climbing_spec import ClimbingSpec  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.imitation.corrections import corrected_games, play_games, seats_of_imitator  # noqa: E402
from paiyou.learn.imitation.demonstrations import Demonstrations  # noqa: E402
from paiyou.learn.nets.networks import WIN, make_network  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402

CPU = torch.device("cpu")
SMALL = {"width": 16, "state_width": 16, "depth": 1}


def player(spec: ClimbingSpec, seed: int) -> NetworkPlayer:
    torch.manual_seed(seed)
    return NetworkPlayer([make_network("facts", spec, seat, **SMALL) for seat in range(spec.seats)], WIN)


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        ("doudizhu:douzero", [[0], [1, 2]]),
        ("mini-doudizhu", [[0], [1]]),
        ("zhengshangyou", [[0], [1], [2]]),
    ],
)
def test_sides_take_turns(game: str, sides: list[list[int]]) -> None:
    teams = game_spec(game).teams  # type: ignore[union-attr]
    assert [seats_of_imitator(teams, seed) for seed in range(600, 600 + 2 * len(sides))] == sides * 2


def test_an_imitator_can_have_all_sides_but_one() -> None:
    teams = game_spec("zhengshangyou").teams  # type: ignore[union-attr]
    assert [seats_of_imitator(teams, seed, others=True) for seed in range(600, 603)] == [[1, 2], [0, 2], [0, 1]]


@pytest.mark.parametrize(
    ("game", "games", "at_once", "others"),
    [
        ("doudizhu:douzero", 7, 3, False),
        ("zhengshangyou", 9, 4, False),
        ("mini-doudizhu", 40, 100, False),
        ("paodekuai", 9, 4, True),
    ],
)
def test_the_agent_is_asked_in_the_imitators_place(game: str, games: int, at_once: int, others: bool) -> None:
    """The agent is not asked where there is nothing to choose, nor for the opponent."""
    spec = game_spec(game)
    assert isinstance(spec, ClimbingSpec)
    heard: list[int] = []
    imitator, opponent = player(spec, 1), player(spec, 2)
    told = corrected_games(
        "rules", spec, imitator, opponent, games, 901, CPU, at_once=at_once, others=others, progress=heard.append
    )
    assert (told.game, told.agent, told.first, len(told), sum(heard)) == (game, "rules", 901, games, games)
    engine = paiyou.game(game)
    agent = paiyou.agent("rules", engine)
    corrected = 0
    for number, length in enumerate(told.length):
        state = engine.deal(901 + number)
        asked = seats_of_imitator(spec.teams, 901 + number, others=others)
        for place in range(length):
            moves, move = state.moves(), engine.actions[told.played[number, place]]
            assert move in moves
            wanted = engine.actions[told.wanted[number, place]]
            if state.turn in asked and len(moves) > 1:
                assert told.choices[number, place] == len(moves)
                assert wanted == agent.choose(state.view(state.turn))
                corrected += wanted != move
            else:
                assert told.choices[number, place] == 0
                assert wanted == move
            state.play(move)
        assert state.over
        assert not told.played[number, length:].any()
    assert corrected > 10


def test_each_side_plays_its_own_network() -> None:
    """One passes whenever it can, the other never does: the moves tell them apart."""
    spec = game_spec("doudizhu:douzero")
    assert isinstance(spec, ClimbingSpec)

    class Passes(torch.nn.Module):
        def __init__(self, sign: float) -> None:
            super().__init__()
            self.sign = sign

        def values(self, _tables: Any, _at: Any, _seat: int, _row: Any, action: Any) -> Any:
            return self.sign * (action == 0).float()[:, None]

    imitator, opponent = (NetworkPlayer([Passes(sign)] * 3, 0) for sign in (1.0, -1.0))  # type: ignore[list-item]
    played, length = play_games(spec, imitator, opponent, 12, 30, CPU, at_once=5)
    engine = paiyou.game("doudizhu:douzero")
    seen = set()
    for number in range(12):
        state = engine.deal(30 + number)
        own = seats_of_imitator(spec.teams, 30 + number)
        for action in played[number, : length[number]]:
            moves, move = state.moves(), engine.actions[action]
            if "pass" in moves and len(moves) > 1:
                assert (move == "pass") == (state.turn in own)
                seen.add(state.turn in own)
            state.play(move)
        assert state.over
    assert seen == {False, True}


def test_the_seed_decides_the_games() -> None:
    """Also the noise on the opponent's values, whatever was drawn before."""
    spec = game_spec("mini-doudizhu")
    assert isinstance(spec, ClimbingSpec)
    imitator, opponent = player(spec, 1), player(spec, 2)
    one, again = (play_games(spec, imitator, opponent, 50, 7, CPU)[0] for _ in range(2))
    assert np.array_equal(one, again)


def test_the_command_line_corrects_an_imitation(tmp_path: Path) -> None:
    asked = ["--game", "mini-doudizhu", "--games", "6", "--passes", "1", "--device", "cpu", "--cores", "1", "--json"]
    run = CliRunner()
    done = run.invoke(app, ["imitate", "rules", str(tmp_path / "first"), "--seed", "1", *asked])
    assert done.exit_code == 0, done.output
    first, opponent = str(tmp_path / "first"), tmp_path / "opponent"
    shutil.copytree(first, opponent)
    more = ["--start", first, "--against", str(opponent), "--seed", "9", "--learning-rate", "0.0001"]
    done = run.invoke(app, ["imitate", "rules", str(tmp_path / "next"), *more, *asked, "--passes", "0"])
    assert done.exit_code == 0, done.output
    # The opponent is not needed where the games are there, on another machine for instance.
    opponent.rename(tmp_path / "elsewhere")
    done = run.invoke(app, ["imitate", "rules", str(tmp_path / "next"), *more, *asked])
    assert done.exit_code == 0, done.output
    (tmp_path / "elsewhere").rename(opponent)
    assert json.loads(done.stdout)["games"] == 6
    kept = Demonstrations.load(tmp_path / "next" / "demonstrations.npz")
    assert kept.players == f"{first} against {opponent}"
    assert np.count_nonzero(kept.choices) > 0
    (tmp_path / "next" / "weights.pt").unlink()
    done = run.invoke(app, ["imitate", "rules", str(tmp_path / "next"), "--seed", "9", *asked])
    assert done.exit_code == 2
    assert "holds 6 games of" in done.stderr.replace("\n", " ")
    for agent, options, sentence in (
        ("rules", ["--against", first], "name it by start"),
        ("rules", ["--start", first, "--against", str(tmp_path)], "there is no checkpoint"),
        ("rules", [*more, "--at-once", "0"], "at_once must be at least 1"),
        ("rules", [*more, "--cores", "0"], "cores must be 1 or more"),
        ("rules", [*more, "--seats", "all"], "seats must be side or others, not 'all'"),
        ("rules", [*more, "--learning-rate", "nan"], "learning_rate must be a number above 0"),
        ("cheat-uct", more, "cheat-uct cannot be imitated"),
    ):
        done = run.invoke(app, ["imitate", agent, str(tmp_path / "other"), *asked, *options])
        assert done.exit_code == 2
        assert sentence in done.stderr
        assert not (tmp_path / "other").exists()
