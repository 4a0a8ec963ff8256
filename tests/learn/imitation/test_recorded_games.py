"""Games as columns are the engine's games, and records become columns and back without a difference."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.arena.match import match  # noqa: E402
from paiyou.cli import app  # noqa: E402
from paiyou.games.climbing_spec import ClimbingSpec  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.imitation import supervised  # noqa: E402
from paiyou.learn.imitation.decisions import decisions_of  # noqa: E402
from paiyou.learn.imitation.recorded_games import RecordedGames  # noqa: E402
from paiyou.learn.imitation.self_play import self_play  # noqa: E402
from paiyou.learn.nets.networks import WIN, make_network  # noqa: E402
from paiyou.learn.runs.weights import write_weights  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402
from paiyou.records.files import read_records  # noqa: E402
from paiyou.records.record import Record  # noqa: E402

CPU = torch.device("cpu")
SMALL = {"width": 16, "state_width": 16, "depth": 1}
COLUMNS = ("hands", "pile", "opener", "played", "length")


def player(game: str) -> NetworkPlayer:
    torch.manual_seed(1)
    spec = game_spec(game)
    number = 1 if spec.name in ("zhengshangyou", "paodekuai") else spec.seats
    return NetworkPlayer([make_network("facts", spec, seat, **SMALL) for seat in range(number)], WIN)


@pytest.mark.parametrize(("game", "games"), [("doudizhu:douzero", 5), ("mini-doudizhu", 30), ("zhengshangyou", 4)])
def test_self_play_becomes_records_and_records_become_the_same_games(game: str, games: int) -> None:
    played = self_play(game, player(game), "nobody", games, first=70)
    records = list(played.to_records())
    engine = paiyou.game(game)
    for number, record in enumerate(records):
        dealt = engine.deal(70 + number)
        assert record.hands == tuple(dealt.hands)
        assert record.turn == dealt.turn
        state = record.replay().state
        assert state.over
        assert record.agents == ("nobody",) * engine.seats
    again = RecordedGames.from_records(records, game)
    for name in COLUMNS:
        assert np.array_equal(getattr(played, name), getattr(again, name)), name
    assert (again.game, again.players) == (game, "nobody")


@pytest.mark.parametrize("game", ["doudizhu:douzero", "zhengshangyou"])
def test_every_decision_is_there_with_its_moves(game: str) -> None:
    played = self_play(game, player(game), "nobody", 6, first=3)
    engine, spec = paiyou.game(game), game_spec(game)
    assert isinstance(spec, ClimbingSpec)
    expected: dict[int, list[tuple[int, list[str], str]]] = {seat: [] for seat in range(engine.seats)}
    forced = np.zeros((engine.seats, 6), int)
    for number in range(6):
        state = engine.deal(3 + number)
        for action in played.played[number, : played.length[number]]:
            moves = state.moves()
            if len(moves) > 1:
                expected[state.turn].append((number, sorted(moves), engine.actions[action]))
            else:
                forced[state.turn, number] += 1
            state.play(engine.actions[action])
    for seat, found in enumerate(decisions_of(played, CPU)):
        seen = []
        for place in range(len(found)):
            row, actions = found.moves(torch.tensor([place]))
            assert not row.any()
            chosen = engine.actions[int(found.played[place])]
            seen.append((int(found.game[place]), sorted(engine.actions[each] for each in actions), chosen))
        assert sorted(seen) == sorted(expected[seat])
        assert found.forced.tolist() == forced[seat].tolist()
        which = torch.tensor([len(found) - 1, 0])
        rows, several = found.moves(which)
        assert [several[rows == place].tolist() for place in (0, 1)] == [
            found.moves(which[[i]])[1].tolist() for i in (0, 1)
        ]


def test_games_with_an_auction_are_learnt_from_the_landlords_seat(tmp_path: Path) -> None:
    """Deals thrown in are left out; the landlord is seat 0 and has taken the bottom cards."""
    file = tmp_path / "games.jsonl"
    match("doudizhu:bidding=123", "rules", "random", deals=4, seed=5, cores=1, save=file)
    records = list(read_records(file))
    games = RecordedGames.from_records(records, "doudizhu")
    kept = [record for record in records if record.result is not None and not record.result.redeal]
    assert len(games) == len(kept) > 0
    landlords = set()
    for record, again in zip(kept, games.to_records(), strict=True):
        assert again.moves == record.moves
        assert [len(hand) for hand in again.hands or ()] == [20, 17, 17]
        landlords.add(record.replay().state.history[len(record.auction)][0])
    assert len(landlords) > 1


def test_what_cannot_be_learnt_from_is_refused(tmp_path: Path) -> None:
    played = self_play("mini-doudizhu", player("mini-doudizhu"), "nobody", 3)
    records = list(played.to_records())
    with pytest.raises(ValueError, match="no finished game of mini-doudizhu"):
        RecordedGames.from_records([], "mini-doudizhu")
    rest = paiyou.game("mini-doudizhu").start(["3", "4"])
    rest.play("3")
    cut = Record.of(paiyou.game("mini-doudizhu"), rest, hands=["3", "4"])
    assert len(RecordedGames.from_records([cut, *records], "mini-doudizhu")) == 3
    with pytest.raises(ValueError, match="in climbing games only, and gongzhu is none"):
        RecordedGames.from_records(records, "gongzhu")
    with pytest.raises(ValueError, match="has an auction, which is not learnt"):
        RecordedGames.from_records(records, "doudizhu:bidding=123")
    with pytest.raises(ValueError, match="games must be 1 or more, not 0"):
        self_play("mini-doudizhu", player("mini-doudizhu"), "nobody", 0)
    (tmp_path / "torn.npz").write_bytes(b"")
    with pytest.raises(ValueError, match="holds no games in columns; 'paiyou convert-games' makes some"):
        RecordedGames.load(tmp_path / "torn.npz")
    other = played.first(2)
    wrong = RecordedGames(
        other.game, "nobody", other.hands[::-1].copy(), other.pile, other.opener, other.played, other.length
    )
    with pytest.raises(ValueError, match="are no games of mini-doudizhu as it is now"):
        decisions_of(wrong, CPU)


def test_the_command_line_plays_converts_and_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        supervised, "fresh_network", lambda spec, position, kind: make_network(kind, spec, position, **SMALL)
    )
    spec = game_spec("mini-doudizhu")
    about = {"game": spec.name, "version": spec.version, "network": "facts", "objective": "wp"}
    write_weights(tmp_path / "run", player("mini-doudizhu").networks, about)
    run = CliRunner()

    def paiyou_does(*words: str) -> dict[str, object]:
        done = run.invoke(app, [*words, "--game", "mini-doudizhu", "--json"])
        assert done.exit_code == 0, done.output
        said: dict[str, object] = json.loads(done.stdout)
        return said

    columns, records, back = (str(tmp_path / name) for name in ("a.npz", "a.jsonl", "b.npz"))
    asked = ["--model", str(tmp_path / "run"), "--games", "20", "--device", "cpu"]
    assert paiyou_does("self-play", columns, *asked)["games"] == 20
    assert paiyou_does("convert-games", columns, records)["games"] == 20
    assert paiyou_does("convert-games", records, back)["games"] == 20
    again = run.invoke(app, ["convert-games", columns, records, "--game", "mini-doudizhu"])
    assert (again.exit_code, again.output.split()) == (2, f"paiyou: there is a file {records}; name another".split())
    one, two = RecordedGames.load(Path(columns)), RecordedGames.load(Path(back))
    assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in COLUMNS)
    learnt = ["--epochs", "1", "--minibatch", "64", "--device", "cpu"]
    said = paiyou_does("train-supervised", records, str(tmp_path / "sl"), *learnt)
    assert len(said["accuracy"]) == 2  # type: ignore[arg-type]
    done = run.invoke(app, ["train-supervised", records])
    assert done.exit_code == 2
    assert "name the files of games, and after them the folder" in done.stderr
    done = run.invoke(app, ["train-supervised", columns, records, str(tmp_path / "other"), "--device", "cpu"])
    assert done.exit_code == 2
    assert "can only be learnt from alone" in done.stderr
