"""Blunders by hand, one definition after the other, and the count over games."""

import json
import pickle

import pytest
from typer.testing import CliRunner

import paiyou
from paiyou.agents.base import Agent
from paiyou.arena.blunders import KINDS, BlunderFinder, _Watch, count_blunders
from paiyou.cli import app

DOUZERO = paiyou.game("doudizhu:douzero")


def test_a_thrown_endgame():
    """Against 5 and 6 in either hand the aces go first; both deals are lost by the 3."""
    view = paiyou.game("doudizhu").start(["3AA", "5", "6"]).view(0)
    finder = BlunderFinder(paiyou.game("doudizhu"))
    assert finder.endgame_fault(view, "3") in {("fault", "A"), ("fault", "AA")}
    assert finder.endgame_fault(view, "AA") == ("fine", "")
    assert BlunderFinder(paiyou.game("doudizhu"), max_deals=1).endgame_fault(view, "3") == ("many", "")
    alone = paiyou.game("doudizhu").start(["3", "5", "6"]).view(0)
    assert finder.endgame_fault(alone, "3") == ("many", "")  # no choice, no blunder


def test_no_fault_where_nothing_wins_in_every_deal():
    """A 4 or 5 is beaten in some deals whatever is led first."""
    game = paiyou.game("doudizhu")
    view = game.start(["4577", "5", "46"]).view(0)
    assert {BlunderFinder(game).endgame_fault(view, move) for move in view.moves()} == {("open", "")}


def test_too_large_endgames_are_left_out():
    game = paiyou.game("doudizhu")
    view = game.start(["33445566789TJ", "34567789TJ", "K"]).view(0)
    assert BlunderFinder(game, max_deals=50, max_nodes=1).endgame_fault(view, "33") == ("unsolved", "")


class Wasteful(Agent):
    """Plays both jokers as kickers where it can, else the first move."""

    def choose(self, view):
        moves = view.moves()
        return next((move for move in moves if len(move) > 2 and move.endswith("BR")), moves[0])


def test_games_are_watched():
    report = count_blunders(DOUZERO, Wasteful, games=150, seed=3, max_deals=20, max_nodes=300, cores=1)
    assert report.counts["rocket"] > 0
    assert report.counts["endgame"] > 0
    assert report.games == 150
    assert report.decisions > 1000
    assert report.endgames >= report.sure + report.unsolved
    for example in report.examples:
        assert example.kind in KINDS
        state = DOUZERO.deal(example.seed)
        agent = Wasteful(DOUZERO)
        for _ in range(example.ply):
            state.play(agent.choose(state.view(state.turn)))
        assert (state.turn, state.hands[state.turn], state.last) == (example.seat, example.hand, example.last)
        assert example.move in state.moves()
    rocket = next(example for example in report.examples if example.kind == "rocket")
    assert "BR" in rocket.move


def test_a_count_does_not_depend_on_the_number_of_cores():
    reports = [count_blunders("doudizhu", "rules", games=12, seed=5, cores=cores) for cores in (1, 2)]
    assert reports[0].counts == reports[1].counts
    assert reports[0].examples == reports[1].examples
    watch = _Watch(DOUZERO, "random", 1, 10, 100)
    assert pickle.loads(pickle.dumps(watch)).play(range(2)) == watch.play(range(2))


def test_auctions_are_passed_over():
    assert count_blunders("doudizhu:bidding=123", "rules", games=10, seed=1, cores=1).decisions > 50


def test_none_in_few_games_is_not_certainty():
    report = count_blunders("mini-doudizhu", "rules", games=5, seed=1, cores=1)
    assert report.per_1000["rocket"].mean == 0
    assert report.per_1000["rocket"].high > 300


def test_the_command():
    words = ["blunders", "rules", "--games", "3", "--cores", "1"]
    said = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert (said["agent"], said["game"], said["games"]) == ("rules", "doudizhu", 3)
    assert set(said["counts"]) == set(said["per_1000"]) == set(KINDS)
    assert "both jokers" in CliRunner().invoke(app, words).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rules", "--game", "gongzhu"], "climbing games"),
        (["rules", "--games", "0"], "games must be 1 or more"),
        (["rules", "--max-deals", "0"], "max_deals must be 1 or more"),
        (["human"], "a person cannot play"),
        (["nobody"], "unknown agent"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(words, message):
    result = CliRunner().invoke(app, ["blunders", *words])
    assert result.exit_code == 2
    assert message in result.output
