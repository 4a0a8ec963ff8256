"""Bots for Botzone: what they know and may do beside the engine, whole games before a judge, and the archive alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import paiyou
from botzone_judge import GAMES, Ask, Bot, FaultError, Judge
from paiyou.agents.bidders import bidder_for
from paiyou.agents.neural.network import Network
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.interop.botzone.bot import KEEP_RUNNING, Conversation
from paiyou.interop.botzone.legal import LegalMoves
from paiyou.interop.botzone.numpy_network import NumpyNetwork
from paiyou.interop.botzone.numpy_program import read_program
from paiyou.interop.botzone.observed_game import ObservedGame
from paiyou.interop.botzone.pack import auction_nodes, files_of, pack_bot, packed_modules
from paiyou.interop.botzone.packed_game import PackedGame, game_file
from paiyou.interop.botzone.player import Player
from paiyou.models.folders import find_model

BOTZONE = sorted(GAMES)
MODES = [False, True]


@lru_cache
def player_of(name: str, keep_running: bool = False) -> Player:
    return Player(files_of(name, keep_running=keep_running).__getitem__)


def inside(name: str, keep_running: bool = False) -> Bot:
    """A bot in this process, in its own conversation; a plain one is begun anew for every line."""
    player = player_of(name, keep_running)
    conversation = Conversation(player)

    def ask(line: str) -> str:
        answer, *more = (conversation if keep_running else Conversation(player)).answer(line)
        assert more == ([KEEP_RUNNING] if keep_running else [])
        return answer

    return Bot(ask, keep_running=keep_running)


def at_random(judge: Judge, random: Random) -> Bot:
    """A bot that looks at the judge's table and plays any legal move."""

    def ask(line: str) -> str:  # noqa: ARG001 - it cheats
        state = judge.state
        move = random.choice(state.moves())
        if state.bidding:
            return json.dumps({"response": int(move.removeprefix("bid "))})
        held, chosen = sorted(judge.cards[state.turn]), []
        for symbol in "" if move == "pass" else move:
            card = next(card for card in held if judge.symbol[card] == symbol)
            held.remove(card)
            chosen.append(card)
        return json.dumps({"response": chosen})

    return Bot(ask)


@pytest.mark.parametrize("name", BOTZONE)
def test_a_bot_knows_what_its_seat_knows(name: str) -> None:
    """Random games: what requests tell, beside the engine's view, and the legal moves of both."""
    legal = LegalMoves(paiyou.game(GAMES[name]).spec)  # type: ignore[arg-type]
    counts = []
    for seed in range(20):
        judge, random = Judge(name, seed), Random(seed)
        bots = [at_random(judge, random) for _ in range(3)]
        for seat, bot in enumerate(bots):
            counts.append(_listen(judge, seat, bot, legal))
        judge.play(bots)
    assert sum(map(len, counts)) > 500


def _listen(judge: Judge, seat: int, bot: Bot, legal: LegalMoves) -> list[str]:
    """Let a bot hear what it is asked, and look at what it knows before each of its moves, which are kept."""
    observed, looked = ObservedGame(judge.game.spec), []  # type: ignore[arg-type]

    def listen(request: Any) -> None:
        observed.add_request(request)
        if observed.bids is not None:
            return
        view, seen = judge.state.view(seat), observed.view()
        first = judge.state.landlord
        for field in ("hand", "unseen", "public", "bombs"):
            assert getattr(seen, field) == getattr(view, field), field
        for field in ("counts", "played", "known"):
            values = getattr(view, field)
            assert getattr(seen, field) == values[first:] + values[:first], field
        moves = [(by, move) for by, move in view.history if not move.startswith("bid")]
        assert seen.history == [((by - first) % 3, move) for by, move in moves]
        last = None if view.last is None else ((view.last[0] - first) % 3, view.last[1])
        assert (seen.seat, seen.last) == ((seat - first) % 3, last)
        assert sorted(legal.moves(seen.hand, last and last[1])) == sorted(view.moves())
        looked.append(seen.hand)

    bot.listen, bot.spoken = listen, observed.add_answer  # type: ignore[method-assign]
    return looked


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:botzone", "doudizhu:botzone2", "zhengshangyou"])
def test_a_packed_game_is_the_game(name: str) -> None:
    spec: Any = paiyou.game(name).spec
    assert isinstance(spec, ClimbingSpec)
    game = PackedGame(game_file(spec))
    assert tuple(game.actions) == spec.actions
    assert game.action_numbers == spec.action_numbers
    assert (tuple(game.deck), tuple(game.rank_of_card)) == (spec.deck, spec.rank_of_card)
    assert np.array_equal(game.table.cards, spec.table.cards)


@pytest.mark.parametrize("name", ["doudizhu:douzero", "paodekuai"])
def test_games_whose_table_does_not_say_all_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="ask the engine"):
        LegalMoves(paiyou.game(name).spec)  # type: ignore[arg-type]


@pytest.mark.parametrize("model", ["doudizhu-wp", "doudizhu-adp"])
def test_numpy_values_moves_as_onnx_runtime_does(model: str) -> None:
    game = paiyou.game("doudizhu:botzone2")
    folder = find_model(model)
    theirs = Network(folder, game)
    ours = [NumpyNetwork(*read_program(folder / f"{place}.onnx")) for place in range(3)]
    random, column = Random(3), 0 if model.endswith("wp") else 1
    for seed in range(4):
        state = game.deal(seed)
        while not state.over:
            view = state.view(state.turn)
            moves = view.moves()
            facts = theirs._reader.read(view, moves)
            assert np.allclose(ours[state.turn].run(facts)[:, column], theirs.values(view, moves), atol=1e-4)
            state.play(random.choice(moves))


@pytest.mark.parametrize("name", BOTZONE)
@pytest.mark.parametrize("keep_running", MODES)
def test_whole_games_before_the_judge(name: str, keep_running: bool) -> None:
    for seed in range(4):
        payoffs = Judge(name, seed).play([inside(name, keep_running) for _ in range(3)])
        assert sum(payoffs) == 0


@pytest.mark.parametrize("name", BOTZONE)
def test_both_modes_play_the_same(name: str) -> None:
    games = []
    for keep_running in MODES:
        judge = Judge(name, 11)
        judge.play([inside(name, keep_running) for _ in range(3)])
        games.append(judge.state.history)
    assert games[0] == games[1]


def test_a_bot_plays_what_its_network_plays_here() -> None:
    """The agent `dmc` without its solver, in the bot's place on the same deals."""
    agent = paiyou.agent("dmc:model=doudizhu-wp,endgame=0", "doudizhu:botzone")
    for seed in range(3):
        judge = Judge("FightTheLandlord", seed)
        judge.play([inside("FightTheLandlord") for _ in range(3)])
        state = judge.game.deal(seed)
        for seat, move in judge.state.history:
            assert state.turn == seat
            assert agent.choose(state.view(seat)) == move
            state.play(move)


def test_it_wins_against_random_bots() -> None:
    won = 0
    for seed in range(10):
        judge = Judge("FightTheLandlord", seed)
        others = [at_random(judge, Random(seed)) for _ in range(2)]
        won += judge.play([inside("FightTheLandlord"), *others])[0] > 0
    assert won >= 8


def test_bids_are_those_of_the_shipped_bidder() -> None:
    """In the auction that it has learnt, whoever opens it."""
    nodes = auction_nodes()
    assert nodes[""] == (0, [0, 1, 2, 3])
    assert nodes["0 2"][1] == [0, 3]
    game = paiyou.game("doudizhu:bidding=123")
    bidder, player = bidder_for(game), player_of("FightTheLandlord2")
    spec: Any = game.spec
    number = dict(zip(spec.card_names, spec.deck, strict=True))
    bids = []
    for seed in range(50):
        state: Any = game.deal(seed)
        while state.bidding:
            observed = ObservedGame(player.game)
            said = [int(move.removeprefix("bid ")) for _, move in state.history]
            observed.add_request({"own": [number[card] for card in state.cards(state.turn)], "bid": said})
            bids.append(player.answer(observed))
            assert f"bid {bids[-1]}" == bidder.choose(state.view(state.turn))
            state.play(f"bid {bids[-1]}")
    assert {0, 3} <= set(bids)  # type: ignore[arg-type]


def test_a_move_is_played_whatever_goes_wrong() -> None:
    """Without networks and bidder a bot still keeps the rules."""
    files = files_of("FightTheLandlord2")
    broken = {place: content for place, content in files.items() if place in ("about.json", "game.npz")}
    player = Player(broken.__getitem__)
    judge = Judge("FightTheLandlord2", 5)
    judge.play([Bot(lambda line: Conversation(player).answer(line)[0]) for _ in range(3)])
    assert judge.state.history[:3] == [(0, "bid 0"), (1, "bid 0"), (2, "bid 0")]
    assert judge.state.landlord == 0


def test_a_combo_that_is_not_in_the_table_is_passed_and_remembered() -> None:
    """Should the site allow more than we know of, a fault would cost the game."""
    conversation = Conversation(player_of("FightTheLandlord", True))
    own = [*range(0, 52, 4), 1, 5, 9, 13]
    first = {"own": own, "publiccard": [50, 51, 52], "history": [[], [2, 3, 6]]}
    line = json.dumps({"requests": [first], "responses": []})
    assert json.loads(conversation.answer(line)[0]) == {"response": []}
    led = json.loads(conversation.answer(json.dumps({"history": [[7], [11]]}))[0])["response"]
    assert set(led) <= set(own)


def saying(response: Any) -> Ask:
    """A bot that says the same to everything."""
    return lambda line: json.dumps({"response": response})  # noqa: ARG005


def test_the_judge_finds_faults() -> None:
    for answer, what in (([], "may not pass"), ([0, 1, 2, 3, 4], "hold"), ("3", "hold")):
        bots = [Bot(saying(answer)) for _ in range(3)]
        with pytest.raises(FaultError, match=what):
            Judge("FightTheLandlord", 1).play(bots)
    bots = [Bot(saying(2)) for _ in range(3)]
    with pytest.raises(FaultError, match=r"bid 2 after \[2\]"):
        Judge("FightTheLandlord2", 1).play(bots)


# --- the archive, in a Python that has NumPy and nothing else


@pytest.fixture(scope="module")
def numpy_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with NumPy alone, to be the only place where packages are found."""
    folder = tmp_path_factory.mktemp("packages")
    installed = Path(np.__file__).parent
    for package in (installed, installed.with_name("numpy.libs")):
        if package.exists():
            (folder / package.name).symlink_to(package)
    return folder


START = "import sys, runpy; sys.path.append(sys.argv[1]); runpy.run_path(sys.argv[2], run_name='__main__')"


def command(archive: Path, packages: Path) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", START, str(packages), str(archive)]


@contextmanager
def running(archive: Path, packages: Path, folder: Path) -> Iterator[Ask]:
    """A program that keeps running; it is let go at the end of its input."""
    with subprocess.Popen(
        command(archive, packages), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        given, said = process.stdin, process.stdout

        def ask(line: str) -> str:
            given.write(line + "\n")
            given.flush()
            answer = said.readline()
            assert said.readline() == KEEP_RUNNING + "\n"
            return answer

        yield ask
        given.close()
        assert process.wait() == 0


@pytest.mark.parametrize("name", BOTZONE)
@pytest.mark.parametrize("apart", [False, True])
def test_the_archive_keeps_running(name: str, apart: bool, numpy_alone: Path, tmp_path: Path) -> None:
    """Three of them play a whole game; with networks in the user's storage, too."""
    archive = tmp_path / "bot.zip"
    written = pack_bot(name, archive, keep_running=True, data=tmp_path / "data" if apart else None)
    assert len(written) == (9 if apart else 1)
    judge = Judge(name, 21)
    with ExitStack() as stack:
        asks = [stack.enter_context(running(archive, numpy_alone, tmp_path)) for _ in range(3)]
        judge.play([Bot(ask, keep_running=True) for ask in asks])
    beside = Judge(name, 21)
    beside.play([inside(name) for _ in range(3)])
    assert judge.state.history == beside.state.history


@pytest.mark.parametrize("name", BOTZONE)
def test_the_plain_archive_is_started_for_every_decision(name: str, numpy_alone: Path, tmp_path: Path) -> None:
    archive = tmp_path / "bot.zip"
    pack_bot(name, archive)

    def ask(line: str) -> str:
        done = subprocess.run(
            command(archive, numpy_alone), input=line, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        assert done.stderr == ""
        assert done.stdout.count("\n") == 1
        return done.stdout

    judge = Judge(name, 4)
    random = Random(4)
    judge.play([Bot(ask), at_random(judge, random), at_random(judge, random)])


def test_the_archive_runs_on_old_pythons(tmp_path: Path) -> None:
    for place, source in packed_modules().items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(source, encoding="utf-8")
    vermin = Path(sys.executable).with_name("vermin")
    done = subprocess.run([vermin, "--no-tips", str(tmp_path)], capture_output=True, text=True, check=False)
    assert "Minimum required versions: 3.6\n" in done.stdout, done.stdout
    assert not any("_core" in source or "onnx" in source for source in packed_modules().values())


def test_the_command_packs_and_plays(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "paiyou", "botzone"]
    archive = tmp_path / "bot.zip"
    packed = subprocess.run(
        [*program, "FightTheLandlord", "--pack", str(archive), "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(packed.stdout)["files"] == {str(archive): archive.stat().st_size}
    judge = Judge("FightTheLandlord", 3)
    request = {"own": judge.dealt[0], "history": [[], []], "publiccard": judge.public}
    line = json.dumps({"requests": [request], "responses": []})
    here = subprocess.run([*program, "FightTheLandlord"], input=line, capture_output=True, text=True, check=True)
    assert set(json.loads(here.stdout)["response"]) <= set(judge.dealt[0])
    wrong = subprocess.run([*program, "Landlord"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "FightTheLandlord" in wrong.stderr
