"""Several processes learn together: one set of networks, games of their own each, and stops that cost nothing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.dmc.learner import Learner  # noqa: E402
from paiyou.learn.dmc.run_state import restore, save  # noqa: E402
from paiyou.learn.dmc.settings import Settings  # noqa: E402
from paiyou.learn.dmc.team import Team  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from patience import PATIENCE  # noqa: E402
from training_runs import PRELUDE, QUICK, SMALL, assert_same, has_learnt, lines, whole  # noqa: E402

RUN = replace(QUICK, games=16, minibatch=8, frames=2400, opponents="", log_every=1000.0, final_rate=1.0, shared="on")
TOGETHER = (
    PRELUDE
    + """
import os, sys, torch
rank, counted, count, progress = os.environ["RANK"], [], trainer.Tally.take_decisions, trainer.log_progress
def take_decisions(tally):
    counted.append(count(tally))
    return counted[-1]
def log_progress(log, frames, seconds, tally, learners):
    progress(log, frames, seconds, tally, learners)
    kept = {"learners": [learner.state() for learner in learners], "own": sum(counted), "frames": frames}
    torch.save(kept, f"{sys.argv[1]}/rank{rank}.pt")
trainer.Tally.take_decisions, trainer.log_progress = take_decisions, log_progress
"""
)
"""Every process leaves behind its weights, its own moves and the frames it knows of."""


TEAM_KILLED = """
import os, pathlib
rank = int(os.environ["RANK"])
replace, checkpoints = pathlib.Path.replace, 0
def replace_until_killed(draft, path):
    global checkpoints
    checkpoints += draft.suffix == ".draft" and path.name.startswith("checkpoint")
    if rank == 1 and checkpoints == 50:
        os.kill(os.getpid(), 9)  # the other process has written, this one has put its old file aside
    return replace(draft, path)
pathlib.Path.replace = replace_until_killed
"""


def run_two(folder: Path, name: str, told: Arguments, before: str) -> subprocess.CompletedProcess[str]:
    """Two processes under torchrun, as eight on as many GPUs."""
    script = folder / f"{name}.py"
    script.write_text(f"{before}\ntrainer.train({told!r})\n")
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    return subprocess.run(
        [*command, str(script), str(folder)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )


@pytest.fixture(scope="module")
def in_one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run in one piece, and what each process of it left behind."""
    folder = tmp_path_factory.mktemp("team")
    done = run_two(folder, "together", replace(RUN, folder=str(folder / "run")), TOGETHER)
    assert done.returncode == 0, done.stderr
    return folder


def test_two_processes_learn_together(in_one: Path) -> None:
    one, two = (torch.load(in_one / f"rank{rank}.pt") for rank in (0, 1))
    assert_same(one["learners"], two["learners"])
    assert one["frames"] == two["frames"] == one["own"] + two["own"] >= RUN.frames
    assert min(one["own"], two["own"]) > 0.4 * RUN.frames
    kept = whole(in_one / "run")
    assert_same(kept["learners"], one["learners"])
    assert lines(in_one / "run", "start")[0]["processes"] == 2
    assert any(learner["optimizer"]["state"] for learner in kept["learners"])


def test_a_team_that_was_killed_while_it_wrote_goes_on_as_if_it_had_not_been(in_one: Path, tmp_path: Path) -> None:
    """Stopped between the files of two processes, resumed, one result."""
    killed = replace(RUN, folder=str(tmp_path / "killed"), checkpoint_every=1e-9)
    done = run_two(tmp_path, "kill", killed, TEAM_KILLED + PRELUDE)
    assert done.returncode != 0, done.stderr
    assert not (tmp_path / "killed" / checkpoints.run_file(1)).exists()
    before = torch.load(checkpoints.previous(tmp_path / "killed" / checkpoints.run_file(1)))["frames"]
    assert 0 < before < whole(tmp_path / "killed")["frames"] < RUN.frames
    assert has_learnt(tmp_path / "killed")
    resumed = replace(killed, folder="", resume=killed.folder, checkpoint_every=1000.0)
    done = run_two(tmp_path, "resume", resumed, PRELUDE)
    assert done.returncode == 0, done.stderr
    for rank in (0, 1):
        kept = [torch.load(folder / checkpoints.run_file(rank)) for folder in (in_one / "run", tmp_path / "killed")]
        assert kept[0]["frames"] >= RUN.frames
        assert_same(*kept)


class Rank(Team):
    """One of a team whose others are not there: nobody waits for them."""

    def least(self, number: int, device: torch.device) -> int:
        del device
        return number

    def wait(self) -> None:
        pass


def test_a_team_that_goes_on_plays_games_of_its_own(tmp_path: Path) -> None:
    """Every process keeps its own games and draws; the networks are everybody's; teams of another size are refused."""
    spec = game_spec("mini-doudizhu")
    run = replace(QUICK, folder=str(tmp_path))

    def process(seed: int) -> tuple[ClimbingBatch, Experience, list[Learner]]:
        games = ClimbingBatch(spec, QUICK.games, seed=seed)
        experience = Experience(games)
        settings = Settings("wp", QUICK.minibatch, 1.0, 0.9, 0.02)
        networks = [make_network("facts", spec, seat, **SMALL) for seat in (0, 1)]
        return (
            games,
            experience,
            [Learner(network, experience, settings, None) for network in networks],
        )

    team = [process(1000), process(2000)]
    draws = []
    for rank, (games, experience, learners) in enumerate(team):
        torch.manual_seed(rank)
        save(tmp_path, run, Rank(rank, 2), 77, 1.5, games, experience, learners)
        draws.append(torch.rand(()).item())
    for rank, (games, _, _) in enumerate(team):
        others = process(0)
        assert restore(tmp_path, run, Rank(rank, 2), *others) == (77, 1.5)
        assert torch.equal(others[0].deal_seed, games.deal_seed)
        assert_same([learner.state() for learner in others[2]], [learner.state() for learner in team[0][2]])
        assert torch.rand(()).item() == draws[rank]
    with pytest.raises(ValueError, match="trained by 2 processes; go on with as many, not 1"):
        restore(tmp_path, run, Team(), *process(0))
    with pytest.raises(ValueError, match="trained for wp, not for adp"):
        restore(tmp_path, replace(run, objective="adp"), Rank(0, 2), *process(0))


class Behind(Rank):
    """One whose others have no more than 10 frames."""

    def least(self, number: int, device: torch.device) -> int:
        del device
        return min(number, 10)


def test_a_team_may_be_killed_twice_while_it_writes(tmp_path: Path) -> None:
    """Process 0 has written and the other has not, again after they have gone on: they still have 10 in common."""
    spec = game_spec("mini-doudizhu")
    run = replace(QUICK, folder=str(tmp_path))
    games = ClimbingBatch(spec, QUICK.games, seed=1000)
    experience = Experience(games)
    settings = Settings("wp", QUICK.minibatch, 1.0, 0.9, 0.02)
    learners = [Learner(make_network("facts", spec, 0, **SMALL), experience, settings, None)]
    for rank in (0, 1):
        save(tmp_path, run, Rank(rank, 2), 10, 1.0, games, experience, learners)
    for frames in (20, 30):
        save(tmp_path, run, Rank(0, 2), frames, 2.0, games, experience, learners)
        for rank in (0, 1):
            assert restore(tmp_path, run, Behind(rank, 2), games, experience, learners) == (10, 1.0)
