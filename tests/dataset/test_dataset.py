"""Datasets: whole, the same wherever they are made, finished after a kill; and what they say is true."""

import json
from pathlib import Path

import pyarrow.dataset
import pyarrow.parquet as parquet
import pytest

import paiyou
from commands import paiyou as command
from paiyou.dataset import make, shards
from paiyou.dataset.make import make_dataset
from paiyou.dataset.shards import FORMS, ShardMaker
from paiyou.records.files import read_records

NAMES = ["doudizhu", "doudizhu:bidding=call-rob", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu"]


def rows_of(folder):
    return pyarrow.dataset.dataset(folder / "data", format="parquet").to_table().to_pylist()


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    """A few games each, so that there are several."""
    few = {name: shards.Form(form.meaning, form.ending, 4, form.columns) for name, form in FORMS.items()}
    for module in (make, shards):
        monkeypatch.setattr(module, "FORMS", few)


@pytest.mark.parametrize("name", NAMES)
def test_a_row_a_game_tells_the_whole_game(name, tmp_path):
    made = make_dataset(tmp_path, name, ["random", "rules"], games=10, seed=3, cores=1)
    rows = rows_of(tmp_path)
    assert [row["game"] for row in rows] == list(range(10))
    assert made.card["rows"] == 10
    game = paiyou.game(name)
    for row in rows:
        assert row["agents"] == [("random", "rules")[(seat + row["game"]) % 2] for seat in range(game.seats)]
        state = game.deal(row["seed"])
        assert [cards if isinstance(cards, str) else " ".join(cards) for cards in state.hands] == row["hands"]
        for seat, move in zip(row["seats"], row["moves"], strict=True):
            assert state.turn == seat
            state.play(move)
        assert state.over
        assert state.payoffs == row["payoffs"]
        assert row["forfeit"] is None


@pytest.mark.parametrize("name", NAMES)
def test_a_row_a_decision_tells_what_the_seat_saw(name, tmp_path):
    make_dataset(tmp_path / "decisions", name, ["rules"], games=5, seed=3, form="decisions", cores=1)
    make_dataset(tmp_path / "games", name, ["rules"], games=5, seed=3, cores=1)
    rows, games = rows_of(tmp_path / "decisions"), rows_of(tmp_path / "games")
    assert len(rows) == sum(len(game["moves"]) for game in games)
    at = iter(rows)
    for played in games:
        state = paiyou.game(name).deal(played["seed"])
        for ply, (seat, move) in enumerate(zip(played["seats"], played["moves"], strict=True)):
            row, view = next(at), state.view(seat)
            assert (row["game"], row["ply"], row["seat"], row["move"]) == (played["game"], ply, seat, move)
            assert row["legal"] == view.moves()
            assert row["hand"] == row["hands"][seat]
            assert row["counts"] == view.counts
            assert (row["last_seat"], row["last_move"]) == (view.last or (None, None))
            assert row["values"] is None
            assert row["payoff"] == played["payoffs"][seat]
            state.play(move)


def test_records_are_records(tmp_path):
    make_dataset(tmp_path, "doudizhu:bidding=123", ["random"], games=10, form="records", cores=1)
    records = [record for file in sorted((tmp_path / "data").iterdir()) for record in read_records(file)]
    assert len(records) == 10
    assert all(record.replay().state.over for record in records)
    assert [record.info["game"] for record in records] == list(range(10))


def test_values_are_those_of_the_judge(tmp_path):
    make_dataset(tmp_path, "doudizhu", ["random"], games=1, form="decisions", values="dmc", cores=1)
    make_dataset(tmp_path / "games", "doudizhu", ["random"], games=1, cores=1)
    (played,) = rows_of(tmp_path / "games")
    game, judge = paiyou.game("doudizhu"), paiyou.agent("dmc", "doudizhu")
    state = game.deal(played["seed"])
    for row in rows_of(tmp_path):
        judged = {move: value for move, value, _ in judge.evaluate(state.view(state.turn))}
        assert dict(zip(row["legal"], row["values"], strict=True)) == pytest.approx(judged, rel=1e-5)
        state.play(row["move"])


@pytest.mark.parametrize("form", list(FORMS))
def test_the_same_on_any_number_of_cores(form, tmp_path):
    def build(folder, **more):
        return make_dataset(tmp_path / folder, "mini-doudizhu", ["rules", "random"], games=18, form=form, **more)

    build("whole", cores=1)
    whole = files_of(tmp_path / "whole")
    assert len([path for path in whole if path.parent == Path("data")]) == 5
    build("two", cores=2)
    assert files_of(tmp_path / "two") == whole


def test_a_killed_dataset_is_finished(tmp_path):
    def build(folder, **more):
        return make_dataset(tmp_path / folder, "mini-doudizhu", ["rules", "random"], games=18, cores=1, **more)

    def stop(_, told=[]):  # noqa: B006
        told.append(1)
        if len(told) == 4:  # two before the first file
            raise KeyboardInterrupt

    whole = build("whole")
    with pytest.raises(KeyboardInterrupt):
        build("killed", progress=stop)
    assert len(list((tmp_path / "killed" / "data").iterdir())) == 2
    told = []
    rest = build("killed", progress=told.append)
    assert (rest.played, sum(told)) == (10, 18)
    assert rest.card == whole.card
    assert files_of(tmp_path / "killed") == files_of(tmp_path / "whole")
    assert build("killed").played == 0


def test_a_kill_at_any_time_leaves_no_file_uncounted(tmp_path, monkeypatch):
    """After every single write there is: the same call finishes, and the card counts all rows."""
    for name in ("_write", "_add_rows"):
        for kill in range(1, 4):
            work, done = getattr(make, name), []

            def write(*given, work=work, done=done, kill=kill):
                work(*given)
                done.append(1)
                if len(done) == kill:
                    raise KeyboardInterrupt

            folder = tmp_path / f"{name}{kill}"
            with monkeypatch.context() as patch:
                patch.setattr(make, name, write)
                with pytest.raises(KeyboardInterrupt):
                    make_dataset(folder, "mini-doudizhu", ["rules"], games=10, form="decisions", cores=1)
            made = make_dataset(folder, "mini-doudizhu", ["rules"], games=10, form="decisions", cores=1)
            assert made.card["rows"] == len(rows_of(folder))


def test_the_card_says_how_it_was_made(tmp_path):
    made = make_dataset(tmp_path, "doudizhu", ["rules", "dmc"], games=2, form="decisions", cores=1)
    card = json.loads((tmp_path / "card.json").read_text())
    assert card == made.card
    assert card["agents"][0] == {"name": "rules", "known_as": "rules"}
    assert card["agents"][1]["known_as"].startswith("dmc (")
    schema = parquet.read_schema(next((tmp_path / "data").iterdir()))
    assert [column["name"] for column in card["columns"]] == schema.names
    text = (tmp_path / "README.md").read_text()
    assert "--agent rules --agent dmc --games 2 --seed 1 --form decisions" in text
    assert all(f"`{name}`" in text for name in schema.names)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"games": 0}, "games must be 1"),
        ({"form": "csv"}, "unknown form of a dataset"),
        ({"values": "dmc"}, "--form decisions"),
        ({"agents": []}, "at least one agent"),
        ({"agents": ["nobody"]}, "unknown agent"),
        ({"agents": ["human"]}, "a person cannot play"),
        ({"game": "bridge"}, "unknown game"),
        ({"on": "mars"}, "local or ray"),
    ],
)
def test_bad_input(said, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        make_dataset(tmp_path / "x", **said)
    assert not (tmp_path / "x").exists()


def test_another_dataset_is_left_alone(tmp_path):
    make_dataset(tmp_path, "mini-doudizhu", games=2, cores=1)
    with pytest.raises(ValueError, match="holds another dataset"):
        make_dataset(tmp_path, "mini-doudizhu", games=3, cores=1)
    (tmp_path / "card.json").write_text("{")
    with pytest.raises(ValueError, match="no card of a dataset"):
        make_dataset(tmp_path, "mini-doudizhu", games=2, cores=1)
    (tmp_path / "card.json").unlink()
    with pytest.raises(ValueError, match="files without a card"):
        make_dataset(tmp_path, "mini-doudizhu", games=2, cores=1)


def test_every_seat_has_agents_of_its_own():
    maker = ShardMaker("doudizhu", ["rules", "random"], 1, "games")
    assert len({id(agent) for seat in maker.agents for agent in seat}) == 6


def test_the_command(tmp_path):
    words = (
        "dataset",
        str(tmp_path / "d"),
        "--game",
        "mini-doudizhu",
        "--agent",
        "random",
        "--games",
        "6",
        "--cores",
        "1",
    )
    shown = command(*words)
    assert shown.returncode == 0
    assert "6 games, 6 rows; 6 played now" in shown.stdout
    assert json.loads(command(*words, "--json").stdout)["played"] == 0
    assert command(*words, "--form", "records").returncode == 2
