"""Earlier selves: which are kept, whose games they play, and that a run with them goes on exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments, arguments_of  # noqa: E402
from paiyou.learn.dmc.company import company  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.dmc.league import League  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402
from training_runs import QUICK, SHORT, SMALL, assert_same, has_learnt, whole  # noqa: E402

CPU = torch.device("cpu")


def marks(league: League) -> list[float]:
    """What the networks were filled with when they were taken in."""
    return [next(player.networks[0].parameters()).flatten()[0].item() for player in league.members]


def test_the_oldest_goes_and_the_others_stay_where_they_are() -> None:
    network = make_network("facts", game_spec("mini-doudizhu"), 0, **SMALL)
    league, seen = League(2, 100, [network], 1, CPU), []
    for frames in range(0, 500, 40):
        with torch.no_grad():
            for weights in network.parameters():
                weights.fill_(frames)
        league.look(frames)
        seen.append(marks(league))
    assert seen[2:4] == [[], [120.0]]
    assert seen[6] == [120.0, 240.0]
    assert seen[9] == [360.0, 240.0]
    assert seen[-1] == [360.0, 480.0]
    assert all(player.head == 1 for player in league.members)
    # It goes on with them, and a run that has none begins one.
    other = League(2, 100, [network], 1, CPU)
    other.load(league.state())
    assert_same(other.state(), league.state())
    other.load({})
    assert (other.members, other.taken, other.due) == ([], 0, 100)
    nobody = League(0, 1, [network], 0, CPU)
    nobody.look(10**9)
    assert nobody.members == []


@pytest.mark.parametrize("game", ["mini-doudizhu", "zhengshangyou"])
def test_the_deal_says_whose_games_they_are(game: str) -> None:
    """Rivals and earlier selves have shares of their own, and each earlier self about as many games as the next."""
    spec = game_spec(game)
    games = ClimbingBatch(spec, 40_000, seed=7)
    players = [NetworkPlayer([], place) for place in range(5)]
    sides = len(set(spec.teams))
    for seats, share in (("side", 1 / sides), ("others", 1 - 1 / sides)):
        run = Arguments(game=game, weak=0.1, rival_share=0.2, league_share=0.4, rival_seats=seats)
        met = list(company(games, run, players[:1], players[1:]))
        assert [player.head for player, _ in met] == [0, 1, 2, 3, 4]
        together = torch.stack([its for _, its in met])
        assert int(together.sum(dim=0).max()) == 1
        chance = games.deal_seed % 1000
        assert bool(((chance >= 100) & (chance < 700))[together.any(dim=0)].all())
        found = (together.float().mean(dim=1) / share).tolist()
        assert found == pytest.approx([0.2, 0.1, 0.1, 0.1, 0.1], abs=0.02)
        assert list(company(games, replace(run, rival_share=0.0, league_share=0.0), players[:1], players[1:])) == []


def test_nothing_is_learnt_from_the_moves_of_an_earlier_self(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep, seen = Experience.keep_decision, {False: 0, True: 0}

    def look(experience: Any, action: Any, row: Any, special: Any) -> None:
        games = experience.games
        chance = games.deal_seed % 1000
        within = (chance < 500) & (games.deal_seed // 1000 % 2 == games.seat)
        begun = bool(special.any())
        assert torch.equal(special, within if begun else torch.zeros_like(within))
        seen[begun] += 1
        keep(experience, action, row, special)

    monkeypatch.setattr(Experience, "keep_decision", look)
    run = replace(QUICK, games=1000, minibatch=250, frames=38_001, league=3, league_every=10_000, league_share=0.5)
    train(replace(run, opponents="", folder=str(tmp_path)))
    assert min(seen.values()) > 5, "there is none until the first frames are over"


def test_a_run_with_a_league_goes_on_exactly(tmp_path: Path) -> None:
    # The same learning rate throughout: a cosine would know that the second run was to end early.
    run = replace(QUICK, league=2, league_every=400, league_share=0.6, weak=0.2, frames=2500, final_rate=1.0)
    run = replace(run, opponents="")
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    stopped = train(replace(run, frames=1800, folder=str(tmp_path / "stopped")))
    assert has_learnt(stopped)
    assert whole(stopped)["league"]["taken"] == 4
    train(arguments_of(stopped, frames=2500))
    assert_same(whole(in_one), whole(stopped))
    kept = whole(in_one)
    assert (kept["league"]["taken"], len(kept["league"]["weights"])) == (6, 2)
    one, two = (weights[0]["heads.weight"] for weights in kept["league"]["weights"])
    assert not torch.equal(one, two)
    # A run from before there were leagues goes on without one, or begins it then.
    before = train(replace(SHORT, opponents="", folder=str(tmp_path / "before")))
    content = torch.load(before / "checkpoint.pt")
    torch.save({name: value for name, value in content.items() if name != "league"}, before / "checkpoint.pt")
    train(arguments_of(before, frames=400, league=2, league_every=10))
    assert len(whole(before)["league"]["weights"]) == 2
