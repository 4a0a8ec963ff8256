"""Every sample's return is the result of its game, as the engine played it."""

from __future__ import annotations

from dataclasses import replace
from operator import mul
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.game import Game  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.climbing.combo_tensors import contains  # noqa: E402
from paiyou.learn.climbing.part import LEARNING  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.selfplay.choosing import choose, games_of_side  # noqa: E402


@pytest.mark.parametrize(
    ("name", "teams", "places"),
    [
        ("mini-doudizhu", None, 12),
        ("doudizhu:douzero", None, 6),
        ("doudizhu", None, 4),
        ("zhengshangyou", None, 4),
        ("zhengshangyou", (0, 1, 0), 4),
    ],
)
def test_samples_are_moves_with_the_results_of_their_games(name: str, teams: tuple[int, ...], places: int) -> None:
    spec: Any = game_spec(name)
    if teams is not None:
        spec = replace(spec, name="in-teams", teams=teams)
    engine = Game(spec)
    games = ClimbingBatch(spec, places, seed=5)
    experience = Experience(games)
    states = [engine.deal(5 + place) for place in range(places)]
    # By step and place: the game, its action and seat, and whether there is something to learn. By game: its result.
    kept: list[list[tuple[int, int, int, bool] | None]] = []
    results: dict[int, tuple[int, tuple[int, ...]]] = {}
    torch.manual_seed(1)
    compared = weighed = 0
    for step in range(experience.length + experience.length // 2):
        rows = experience.next_rows()
        assert (rows is None) == (step < experience.length - 1)
        if rows is not None:
            seat = (games.seat + 1) % spec.seats
            samples = experience.samples(rows, seat)
            for place, memory in enumerate(kept[step + 1 - experience.length]):
                if memory is None:
                    assert samples.weight[place] == 0
                    continue
                game, action, its_seat, several = memory
                winner, payoffs = results[game]
                assert its_seat == seat
                assert samples.action[place] == action
                assert samples.weight[place] == several
                assert samples.win[place] == (1 if spec.teams[winner] == spec.teams[seat] else -1)
                points = samples.points[place] * LEARNING.points_unit(spec, seat)
                if teams is None:
                    assert points == payoffs[seat]
                else:  # partners play for each other
                    allied = [1 if team == spec.teams[seat] else -1 for team in spec.teams]
                    assert points == sum(map(mul, allied, payoffs))
                assert contains(samples.at.hands[place, seat], games.combos.cards[action])  # a move of this hand
                compared += 1
                weighed += several
        row, action = games.legal()
        weak = games_of_side(games, 0.3)
        chosen = choose(torch.rand(len(row)), row, action, places)
        experience.keep_decision(chosen, row, weak)
        legal = torch.bincount(row, minlength=places).tolist()
        seeds, active = games.deal_seed.tolist(), games.active.tolist()
        learns = [number > 1 and not freely for number, freely in zip(legal, weak.tolist(), strict=True)]
        memories = zip(seeds, chosen.tolist(), [games.seat] * places, learns, strict=True)
        kept.append([memory if moves else None for memory, moves in zip(memories, active, strict=True)])
        games.play(chosen)
        experience.keep_results()
        for place in range(places):
            if active[place]:
                results.update(play_on(states[place], spec.actions[int(chosen[place])], seeds[place]))
            if states[place].over:
                states[place] = engine.deal(seeds[place] + places)
    assert compared > 100
    assert 0 < weighed < compared
    assert len(results) > places


def play_on(state: Any, move: str, game: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The result of the game, if the move ends it: who went out and everybody's points."""
    state.play(move)
    return {game: (list(state.hands).index(""), tuple(state.payoffs))} if state.over else {}


def test_a_ring_that_was_saved_goes_on_alike() -> None:
    spec = game_spec("mini-doudizhu")

    def on(games: ClimbingBatch, experience: Experience, steps: int) -> None:
        for _ in range(steps):
            row, action = games.legal()
            chosen = choose(torch.rand(len(row)), row, action, games.number)
            experience.keep_decision(chosen, row, games_of_side(games, 0.0))
            games.play(chosen)
            experience.keep_results()

    games = ClimbingBatch(spec, 8, seed=1)
    experience = Experience(games)
    torch.manual_seed(1)
    on(games, experience, experience.length + 7)
    other = ClimbingBatch(spec, 8, seed=99)
    ring = Experience(other)
    other.load(games.state())
    ring.load(experience.state())
    for run in ((games, experience), (other, ring)):
        torch.manual_seed(2)
        on(*run, 31)
    rows = experience.next_rows()
    assert rows is not None
    for seat in range(spec.seats):
        for one, two in zip(
            vars(experience.samples(rows, seat)).values(), vars(ring.samples(rows, seat)).values(), strict=True
        ):
            if isinstance(one, torch.Tensor):
                assert torch.equal(one, two)
            else:
                assert all(torch.equal(a, b) for a, b in zip(vars(one).values(), vars(two).values(), strict=True))


def test_relative_points_are_less_those_of_the_others() -> None:
    """A whole share of the others' mean: what one seat has more, the others lack."""
    spec: Any = game_spec("gongzhu")
    games = spec.family.part(LEARN).batch(spec, 5, seed=1)
    kept, points = [Experience(games, relative=share) for share in (0.0, 0.5, 1.0)], torch.tensor([100, -50, 0, -250])
    rows = torch.arange(5)
    for experience in kept:
        experience.payoffs[:] = points.to(torch.int16)
    plain, half, whole = (torch.stack([each.samples(rows, seat).points for seat in range(4)]) * 125 for each in kept)
    others = (points.sum() - points) / 3
    for found, share in ((plain, 0.0), (half, 0.5), (whole, 1.0)):
        torch.testing.assert_close(found, (points - share * others)[:, None].expand(4, 5))
    torch.testing.assert_close(whole.sum(dim=0), torch.zeros(5), atol=1e-4, rtol=0)
