"""The commands: each once in a process of its own, as a person or a script runs it, and its many cases in this one."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import paiyou as package
from commands import paiyou
from paiyou.records import Forfeit, Record, Result, write_records
from patience import PATIENCE
from positions import reach


def in_a_process(*arguments, encoding="utf-8"):
    """As a person or a script runs it: nothing is loaded yet, and nothing but its own words is printed."""
    return subprocess.run(
        [sys.executable, "-m", "paiyou", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "100", "PYTHONIOENCODING": encoding},
        timeout=PATIENCE,
    )


def test_there_is_no_bar_where_every_line_is_kept():
    """A notebook asks for colours, and is no terminal all the same."""
    command = [sys.executable, "-m", "paiyou", "match", "random", "random", "--deals", "40", "--cores", "1"]
    around = {"PATH": "/usr/bin:/bin", "COLUMNS": "100", "FORCE_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(command, check=True, capture_output=True, text=True, env=around, timeout=PATIENCE)
    assert run.stderr == ""


def test_a_match_as_json_is_one_object_and_nothing_else():
    words = ["random", "random", "--game", "doudizhu:douzero", "--deals", "40", "--seed", "2", "--json"]
    run = in_a_process("match", *words)
    assert run.returncode == 0
    result = json.loads(run.stdout)
    assert set(result) >= {"game", "a", "b", "deals", "seed", "wp", "adp", "unit", "seconds"}
    assert set(result) <= {"game", "a", "b", "deals", "seed", "wp", "adp", "unit", "seconds", "games", "players"} | {
        "units",
        "clairvoyant",
        "forfeits",
    }
    assert (result["game"], result["deals"], result["seed"]) == ("doudizhu:douzero", 40, 2)
    assert set(result["wp"]) == {"mean", "low", "high"}
    assert result["wp"]["low"] <= result["wp"]["mean"] <= result["wp"]["high"]


def test_one_deal_has_no_interval():
    result = json.loads(paiyou("match", "random", "random", "--deals", "1", "--json").stdout)
    assert result["wp"]["low"] is None


def test_a_match_of_one_against_three_with_a_clock_is_saved(tmp_path):
    file = tmp_path / "games.jsonl"
    options = ["--game", "gongzhu", "--seating", "1v3", "--deals", "5", "--clock", "60", "--save", str(file)]
    result = json.loads(paiyou("match", "rules", "random", *options, "--json").stdout)
    assert result["games"] == 20
    assert result["forfeits"] == []
    assert {"wp", "points", "positive", "reward", "positive_reward"} == set(result["units"])
    assert result["reward"]["mean"] > 0
    checked = paiyou("records", str(file), "--json")
    assert checked.returncode == 0
    assert json.loads(checked.stdout)["games"] == 20


def test_a_clock_that_nobody_can_keep():
    run = paiyou("match", "rules", "random", "--deals", "3", "--clock", "0.000001")
    assert run.returncode == 0
    assert "A: rules forfeited 3 of 6 games" in run.stdout
    assert "overran its clock" in run.stdout
    assert "and 1 more; --json lists them all" in run.stdout


def test_three_agents_at_one_table():
    run = paiyou("match", "rules", "random", "rlcard", "--deals", "5")
    assert run.returncode == 0
    assert all(name in run.stdout for name in ("A: rules", "B: random", "C: rlcard"))


def test_a_match_for_people():
    run = paiyou("match", "random", "random", "--game", "zhengshangyou", "--deals", "20")
    assert run.returncode == 0
    assert "WP" in run.stdout
    assert "points per seat and game" in run.stdout


@pytest.mark.parametrize("command", ["games", "agents"])
def test_lists(command):
    assert "doudizhu" in paiyou("games").stdout
    listed = json.loads(in_a_process(command, "--json").stdout)
    assert {"games": "doudizhu", "agents": "random"}[command] in listed[command]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "random", "rndom"], "did you mean random"),
        (["match", "random", "random", "--game", "dodizhu"], "did you mean doudizhu"),
        (["match", "random", "random", "--deals", "0"], "deals must be 1 or more"),
        (["match", "random", "random", "--deals", "many"], "--deals"),
        (["match", "random", "random", "--cores", "0"], "cores must be 1 or more"),
        (["match", "random", "random", "--on", "mars"], "local or ray"),
        (["match", "human", "random", "--json"], "a person cannot play"),
        (["match", "random"], "at least two agents"),
        (["nosuch"], "No such command"),
        (["play", "--terminal", "--against", "human"], "one person"),
        (["play", "--terminal", "--seat", "7"], "no seat 7"),
        (["serve", "--database", "nonsense"], "is no database"),
        (["serve", "--key-file", "no-such-folder/key"], "cannot be read or made"),
        (["serve", "--port", "70000"], "port must be 0 to 65535"),
        (["serve", "--bot-seconds", "0"], "bot-seconds must be above 0"),
        (["bench", "nothing"], "unknown benchmark"),
        (["records", "no-such-file.jsonl"], "does not exist"),
        (["records", "tests"], "directory"),
        (["records", __file__, "--show", "0"], "lines are counted from 1"),
        (["records", __file__, "--show", "100000"], "there is no record on line 100000"),
        (["records", __file__, "--show", "1", "--json"], "without --json"),
        (["review", "no-such-file.jsonl"], "does not exist"),
        (["review", __file__, "--game-number", "0"], "lines are counted from 1"),
        (["review", __file__], "line 1: "),
        (["bench", "engine", "--seconds", "0"], "seconds must be"),
        (["advise", "345"], "must hold 20 cards"),
        (["advise", "3456789TJQKA2BR33", "--seat", "1"], "it is seat 0's turn"),
        (["advise", "345", "--agent", "cheat-uct"], "cannot advise"),
        (["advise", "345", "--history", "pass"], "SEAT:MOVE"),
        (["solve", "33", "44"], "hands must be a list of 3"),
        (["solve", "33", "44", "5X"], "X"),
        (["solve", "SQ", "H2", "H3", "H4", "--game", "gongzhu"], "endgames are solved in climbing games only"),
        (["solve", "33", "44", "55", "--turn", "3"], "no seat 3"),
        (["solve", "33", "44", "55", "--last", "66"], "SEAT:MOVE such as 2:44"),
        (["solve", "33", "44", "55", "--last", "2:67"], "67"),
        (["solve", "33", "44", "55", "--seconds", "0"], "seconds must be more than 0"),
        (["solve", "34679TJKA2", "3579TTJQK2", "44588QQKAR", "--max-nodes", "20"], "not solved within max_nodes=20"),
        (["puzzle", "99"], "numbered 1 to 60"),
        (["puzzle", "--solution"], "say whose solution"),
        (["make-puzzles", "/tmp/none.jsonl", "--deals", "1"], "allow more deals"),
        (["make-puzzles", "no-such-folder/none.jsonl", "--deals", "1"], "none.jsonl cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, words):
    assert_refused(paiyou(*arguments), words)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that opens and cannot be read")
@pytest.mark.parametrize("command", ["records", "review"])
def test_a_file_that_cannot_be_read_is_named(command):
    assert_refused(paiyou(command, "/proc/self/mem"), "'/proc/self/mem' cannot be read: ")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"game": "doudizhu", "nonsense": 1}'])
def test_a_run_whose_arguments_are_torn_cannot_go_on(tmp_path, content):
    (tmp_path / "arguments.json").write_text(content)
    refused = paiyou("train", "doudizhu", "--resume", str(tmp_path))
    assert_refused(refused, "arguments.json does not say how the run was begun; go on with another run, or start anew")


def test_a_terminal_that_knows_only_ascii():
    run = in_a_process("games", encoding="ascii")
    assert run.returncode == 0, run.stderr
    assert "Dou Dizhu ?: " in run.stdout
    assert run.stdout.isascii()
    listed = json.loads(in_a_process("games", "--json", encoding="ascii").stdout)
    assert listed == json.loads(in_a_process("games", "--json").stdout), "a program is told the same"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["nosuch"], "No such command"), (["match", "random", "rndom"], "did you mean random")],
)
def test_a_shell_hears_the_same(arguments, words):
    assert_refused(in_a_process(*arguments), words)


def assert_refused(run, words):
    assert run.returncode == 2
    assert words in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert run.stdout == ""
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "command",
    [
        "",
        "match",
        "play",
        "serve",
        "records",
        "review",
        "bench",
        "games",
        "agents",
        "advise",
        "solve",
        "puzzle",
        "make-puzzles",
        "equilibrium",
        "exploit",
        "botzone",
    ],
)
def test_every_command_has_help(command):
    run = paiyou(*command.split(), "--help")
    assert run.returncode == 0
    assert "Usage" in run.stdout


def test_without_a_command_there_is_help():
    run = in_a_process()
    assert run.returncode == 0
    assert "Usage" in run.stdout
    assert run.stderr == ""


def test_a_puzzle_and_its_solution():
    told = json.loads(in_a_process("puzzle", "17", "--json").stdout)
    assert set(told) == {"id", "level", "difficulty", "hands", "last"}
    solved = json.loads(paiyou("puzzle", "17", "--solution", "--json").stdout)
    (key,) = solved["solution"]["moves"]
    asked, shown = paiyou("puzzle", "17").stdout, paiyou("puzzle", "17", "--solution").stdout
    assert told["hands"][0] in asked
    assert "Winning moves" not in asked
    assert f"Winning moves of seat 0 (landlord): {key}" in shown
    assert len(json.loads(paiyou("puzzle", "--json").stdout)["puzzles"]) == 60
    assert "hard" in paiyou("puzzle").stdout


def test_puzzles_that_are_not_found_cost_no_file(tmp_path):
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_text("kept\n")
    for file in (old, new):
        assert "allow more deals" in paiyou("make-puzzles", str(file), "--deals", "1").stderr
    assert old.read_text() == "kept\n"
    assert not new.exists()


def test_advice_as_json_and_for_people():
    arguments = ["advise", "3456789TJQKA2BR33", "--seat", "1", "--history", "0:44", "--bottom", "557"]
    moves = json.loads(in_a_process(*arguments, "--agent", "isuct:iterations=2000", "--json").stdout)["moves"]
    assert [set(move) for move in moves] == [{"move", "value", "weight"}] * 2
    assert {move["move"] for move in moves} == {"BR", "pass"}
    assert moves[0]["weight"] >= moves[1]["weight"] > 0
    assert "pass" in paiyou(*arguments, "--agent", "rules").stdout


@pytest.fixture
def recorded(tmp_path):
    """Three games that are right, one that is not, one that is cut."""
    game = package.game("doudizhu:bidding=123")
    agents = ["rules", "[bold]random", "random"]
    records = [Record.of(game, reach(game, seed, 1000), seed=seed, agents=agents) for seed in (1, 2)]
    forfeit = Forfeit(1, "too slow")
    state = reach(game, 3, 9)
    records.append(Record.of(game, state, seed=3, agents=agents, forfeit=forfeit, payoffs=[3, -6, 3], times=[1.5] * 9))
    path = tmp_path / "[games].jsonl"
    write_records(path, records)
    lines = path.read_text().splitlines()
    wrong = replace(records[0], result=Result((7, 7, 7))).to_line()
    path.write_text("\n".join([lines[0], "", wrong, lines[1], lines[2], lines[0][:100]]))
    return path, records


def test_records_as_json(recorded):
    path, records = recorded
    run = in_a_process("records", str(path), "--json")
    assert run.returncode == 1
    report = json.loads(run.stdout)
    assert (report["games"], report["broken_lines"]) == (3, 2)
    assert [line["line"] for line in report["broken"]] == [3, 6]
    assert "the result differs" in report["broken"][0]["reason"]
    assert "breaks off after 100 characters" in report["broken"][1]["reason"]
    [(name, tally)] = report["by_game"].items()
    assert name == "doudizhu:bidding=123"
    assert tally["games"] == 3
    assert tally["forfeits"] == 1
    assert tally["moves"] == sum(len(record.auction) + len(record.moves) for record in records)
    assert [record.result.redeal for record in records] == [False, True, False]
    assert tally["redeals"] == 1
    won = sum(record.result.payoffs[0] for record in records)
    assert tally["agents"]["rules"] == {"seats": 2, "mean_payoff": won / 2}  # a redeal is nobody's game


def test_records_for_people(recorded):
    path, _ = recorded
    run = paiyou("records", str(path))
    assert run.returncode == 1
    assert "3 games, 2 broken lines" in run.stdout
    assert "1 forfeited" in run.stdout
    assert "[bold]random" in run.stdout
    assert [line.partition(":")[2][:8] for line in run.stderr.splitlines()] == [" line 3:", " line 6:"]
    path.write_text(path.read_text().splitlines()[0])
    run = paiyou("records", str(path))
    assert run.returncode == 0
    assert run.stderr == ""


def test_a_recorded_game_move_by_move(recorded):
    path, records = recorded
    run = paiyou("records", str(path), "--show", "5")
    assert run.returncode == 0
    assert "seed 3" in run.stdout
    assert "seat 1 ([bold]random) forfeits, too slow: seat 0 (rules) +3" in run.stdout
    rows = [line for line in run.stdout.splitlines() if "1.500" in line]
    assert len(rows) == 9
    assert records[2].auction[0] in rows[0]
    wrong = paiyou("records", str(path), "--show", "3")
    assert wrong.returncode == 1
    assert "line 3: the result differs" in wrong.stderr
    assert records[0].moves[-1] in wrong.stdout
    cut = paiyou("records", str(path), "--show", "6")
    assert (cut.returncode, cut.stdout) == (1, "")


def test_an_endgame_as_json():
    run = in_a_process("solve", "23", "A", "44", "--last", "2:K", "--bottom", "233", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    solution = json.loads(run.stdout)
    assert set(solution) == {"winner", "moves", "line", "nodes", "seconds"}
    assert (solution["winner"], solution["moves"]) == (0, ["2"])
    assert solution["line"] == [[0, "2"], [1, "pass"], [2, "pass"], [0, "3"]]


def test_an_endgame_for_people():
    run = paiyou("solve", "23", "A", "44", "--last", "2:K")
    assert (run.returncode, run.stderr) == (0, "")
    assert "seat 0 (landlord) is to answer K of seat 2 (peasant)" in run.stdout
    assert "seat 0 (landlord) wins." in run.stdout
    assert "Winning moves of seat 0 (landlord): 2" in run.stdout
    assert "nothing" in run.stdout
    lost = paiyou("solve", "334", "55", "--game", "mini-doudizhu").stdout
    assert "Every move of seat 0 loses." in lost
    nobody = paiyou("solve", "36", "4", "7", "--game", "zhengshangyou").stdout
    assert "Nobody can force a win against all others together." in nobody


def test_bench_has_the_keys_of_the_contract():
    run = paiyou("bench", "engine", "--seconds", "0.02", "--json")
    assert run.returncode == 0
    report = json.loads(run.stdout)
    assert set(report) == {"figures"}
    assert {
        "playout_moves_per_s/doudizhu",
        "python_moves_per_s/doudizhu",
        "encodings_per_s/doudizhu",
    } <= set(report["figures"])
    assert all(figure > 0 for figure in report["figures"].values())


@pytest.mark.parametrize("deals", [5, pytest.param(20, marks=pytest.mark.long)])
def test_the_portable_build_gives_the_same_results(deals):
    """Whatever the processor: the same moves, the same samples, the same games."""
    script = (
        "import sys\n"
        "import paiyou\n"
        "import paiyou._core\n"
        "print([name for name in ('avx2', 'portable') if f'paiyou._core.{name}' in sys.modules])\n"
        "for name in ('doudizhu:douzero', 'paodekuai', 'mini-doudizhu', 'gongzhu'):\n"
        "    game = paiyou.game(name)\n"
        "    print(game.core.playouts(3000, 7))\n"
        f"    for seed in range({deals}):\n"
        "        state = game.deal(seed)\n"
        "        while not state.over:\n"
        "            moves = state.moves()\n"
        "            print(moves, state.view(state.turn).sample(seed))\n"
        "            print(paiyou.agent('rules', game).evaluate(state.view(state.turn))[:2])\n"
        "            if name != 'gongzhu' and sum(map(len, state.hands)) < 20:\n"
        "                solution = paiyou.solve(state)\n"
        "                print(solution.moves, solution.line, solution.nodes)\n"
        "            state.play(moves[len(state.history) * 7 % len(moves)])\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, text=True, env={"PAIYOU_CORE": core}
        ).stdout.splitlines()
        for core in ("", "portable")
    ]
    assert outputs[1][0] == "['portable']"
    assert outputs[0][1:] == outputs[1][1:]


def test_a_checkpoint_that_is_not_there_is_one_clear_line(tmp_path):
    pytest.importorskip("torch")
    run = paiyou("import-douzero", str(tmp_path), "--to", str(tmp_path / "model"))
    assert (run.returncode, run.stdout) == (2, "")
    assert "lacks landlord.ckpt and landlord_down.ckpt and landlord_up.ckpt" in " ".join(run.stderr.split())
    assert not (tmp_path / "model").exists()


def test_a_review(tmp_path):
    game = package.game("doudizhu")
    state = game.start(["3A", "K", "K"])
    state.play("3")
    state.play("K")
    file = tmp_path / "games.jsonl"
    unfinished = Record.of(game, game.deal(seed=1), seed=1)
    write_records(
        file, [Record.of(game, state, hands=["3A", "K", "K"], agents=["person Ann", "rules", "rules"]), unfinished]
    )
    said = json.loads(in_a_process("review", str(file), "--json").stdout)
    assert said["agent"] == "think"
    assert [decision["verdict"] for decision in said["decisions"]] == ["blunder", "best"]
    shown = paiyou("review", str(file), "--agent", "rules").stdout
    assert "judged by rules" in shown
    assert "A 100%" in shown
    assert "seat 0 (person Ann): 0 of 1 moves as good as the judge's; 1 blunder" in shown
    assert "seat 2 (rules): nothing to judge" in shown
    refused = paiyou("review", str(file), "--game-number", "2")
    assert (refused.returncode, "not finished" in refused.stderr) == (2, True)
