"""The examples are short, run as they stand, and are right."""

import runpy
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import paiyou
from patience import PATIENCE

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("tic_tac_toe", "X wins"),
        ("dice_game", "seat 1 has 0 at stake"),
        ("kuhn_poker", "bets 0.000"),
        ("exact_values", "square: minimax takes move 0, with a coin it is move 1"),
        ("squares_with_loops", "12 squares: A wins"),
        ("why_pruning_is_right", "the root was the same in 2,000 of 2,000 changed trees"),
    ],
)
def test_they_run_and_are_short(name, last):
    path = EXAMPLES / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 60
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout.strip().endswith(last)
    assert done.stderr == ""


def test_perfect_play_at_tic_tac_toe_is_a_draw():
    game = runpy.run_path(str(EXAMPLES / "tic_tac_toe.py"))["GAME"]
    agent = paiyou.agent("alphabeta", game)
    position = game.start()
    while not position.over:
        move, value, _ = agent.evaluate(position)[0]
        assert value == 0
        position = position.play(move)
    assert position.payoffs == [0, 0]


def test_exact_values_matter_only_with_chance():
    """The lecture, both digressions, on random leaves: any increasing change, or only a linear one."""
    choice = runpy.run_path(str(EXAMPLES / "exact_values.py"))["choice"]
    random, kept = Random(1), 0
    for _ in range(20):
        leaves = [random.sample(range(1, 30), 3) for _ in range(3)]
        linear, cube = (
            [[change(leaf) for leaf in row] for row in leaves] for change in (lambda v: 4 * v - 9, lambda v: v**3)
        )
        assert choice(False, leaves) == choice(False, linear) == choice(False, cube)
        assert choice(True, leaves) == choice(True, linear)
        kept += choice(True, leaves) == choice(True, cube)
    assert kept < 20


def test_tokens_that_may_go_round_for_ever():
    """The values are the only ones that satisfy minimax in every position, whoever begins where."""
    parts = runpy.run_path(str(EXAMPLES / "squares_with_loops.py"))
    for last in range(3, 9):
        value = parts["solve"](last)
        assert value[1, last, 0] == (1 if last % 2 == 0 else -1)
        for place, worth in value.items():
            if place[0] != last and place[1] != 1:
                after = [value[there] for there in parts["moves"](place, last)]
                assert worth == (max(after) if place[2] == 0 else min(after))


def test_tic_tac_toe_in_numbers(capsys):
    runpy.run_path(str(EXAMPLES / "counting_tic_tac_toe.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert "255,168 games, 5,478 positions, 765 of them different" in printed
    assert ".../.X./...: replies are worth [1, 2], so it is 1" in printed
    assert printed.strip().endswith("the best is worth 1; alpha-beta looks at 4 of 12 leaves")


def test_pig_is_played_with_care():
    """One roll from winning with the other just as near: a sure win is taken, and nothing is banked that loses."""
    parts = runpy.run_path(str(EXAMPLES / "dice_game.py"))
    game, pig = parts["GAME"], parts["Pig"]
    agent = paiyou.agent("expectiminimax:depth=4", game)
    assert agent.evaluate(pig((15, 0), 0, 5))[0][:2] == ("stop", 1.0)
    moves = {move: value for move, value, _ in agent.evaluate(pig((0, 18), 0, 18))}
    assert moves["roll"] > moves["stop"]
    moves = {move: value for move, value, _ in agent.evaluate(pig((0, 0), 0, 3))}
    assert moves["roll"] > moves["stop"]


def test_the_careful_player_plays_a_match():
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "endgames_with_rules.py"), "10", "most", "20", "500"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout.startswith("most, 20 deals, 500 positions: WP 0.")


def test_the_careful_player_is_overruled():
    """With 3, A and A against two lower cards it does not begin with the 3."""
    parts = runpy.run_path(str(EXAMPLES / "endgames_with_rules.py"))
    game = paiyou.game("doudizhu")

    class Thoughtless(type(paiyou.agent("rules", game))):
        def choose(self, view):
            return view.moves()[0]

    player = parts["Careful"](game, parts["Endgame"](10))
    player._rules = Thoughtless(game)
    view = game.start(["3AA", "5", "6"]).view(0)
    assert player._rules.choose(view) == "3"
    assert player.choose(view) in ("A", "AA")


def test_what_moves_cost_is_measured():
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "price_of_a_move.py"), "mini-doudizhu", "rules", "40"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    lines = done.stdout.splitlines()
    assert len(lines) > 2
    said = [float(line.split()[1]) for line in lines]
    assert said == sorted(said)
    assert sum(int(line.rpartition("(")[2].split()[0]) for line in lines) <= 40


@pytest.mark.parametrize("told", [["20"], ["10", "gongzhu:partners=on"]])
def test_the_play_out_network_plays_alone(told):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "playout_network_alone.py"), "random", *told],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert float(done.stdout.removeprefix("against random: WP ").split()[0]) > 0.8
