import json

import pytest

from networks import card_for
from paiyou.models import Figure, ModelCard, Result, default_model, find_model, folders, models
from paiyou.models.write import MOST_BYTES

RESULT = Result("rules", "doudizhu", 1000, 1, "paiyou match dmc rules", wp=Figure(0.8, 0.75, 0.85))


def test_a_card_is_read_as_it_was_written(tmp_path):
    card = card_for("doudizhu", results=(RESULT,), notes=("first", "第二"), frames=10**12, seconds=3.5)
    card.save(tmp_path)
    assert ModelCard.load(tmp_path) == card
    assert json.loads((tmp_path / "card.json").read_text(encoding="utf-8")) == card.to_json()
    assert "adp" not in card.to_json()["results"][0]


def test_a_card_without_a_version_is_of_the_first_rules(tmp_path):
    (tmp_path / "card.json").write_text(json.dumps(FINE))
    assert ModelCard.load(tmp_path).version == 1


FINE = {"name": "m", "game": "doudizhu", "title": "t", "kind": "layout", "objective": "wp"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "a/b"}, "must be a word"),
        ({"kind": "other"}, "kind must be one of facts, layout"),
        ({"objective": "win"}, "objective must be one of wp, adp, logadp"),
        ({"shared": "yes"}, "shared must be true or false, not the string 'yes'"),
        ({"groups": ["solo", "solo"]}, "every group once"),
        ({"groups": "solo"}, "groups must be a list"),
        ({"version": 0}, "version must be 1 or more, not 0"),
        ({"version": "new"}, "version must be a whole number"),
        ({"frames": -1}, "frames must be 0 or more"),
        ({"frames": "many"}, "frames must be a whole number"),
        ({"seconds": -1.0}, "seconds must be"),
        ({"title": 3}, "title must be a string"),
        ({"colour": "red"}, "unknown key of a model card"),
        ({"results": [{}]}, r"results\[0\] lacks the key opponent"),
        (
            {"results": [{"opponent": "a", "game": "b", "deals": 1, "seed": 1, "command": "c", "wp": {"mean": 1}}]},
            r"results\[0\].wp lacks the key low",
        ),
    ],
)
def test_wrong_cards_are_refused(change, message, tmp_path):
    (tmp_path / "card.json").write_text(json.dumps(FINE | change))
    with pytest.raises(ValueError, match=message):
        ModelCard.load(tmp_path)


def test_a_card_that_is_no_json_or_not_there(tmp_path):
    with pytest.raises(ValueError, match="cannot be read"):
        ModelCard.load(tmp_path)
    (tmp_path / "card.json").write_text("{")
    with pytest.raises(ValueError, match="is wrong"):
        ModelCard.load(tmp_path)


def test_every_shipped_model_is_whole():
    for name, card in models().items():
        folder = find_model(name)
        assert card.name == name
        assert sum(file.stat().st_size for file in folder.iterdir()) <= MOST_BYTES


def test_the_default_is_the_games_own_and_trained_to_win(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "SHIPPED", tmp_path)
    with pytest.raises(ValueError, match=r"no model for doudizhu is shipped.*none yet"):
        default_model("doudizhu")
    for name, objective in (("doudizhu-adp", "adp"), ("doudizhu-wp", "wp")):
        (tmp_path / name).mkdir()
        card_for("doudizhu:douzero", name=name, objective=objective).save(tmp_path / name)
    assert default_model("doudizhu:bidding=123") == "doudizhu-wp"
    assert default_model("doudizhu:bidding=123", ("adp", "wp")) == "doudizhu-adp"
    assert list(models()) == ["doudizhu-adp", "doudizhu-wp"]
    assert find_model("doudizhu-adp") == tmp_path / "doudizhu-adp"
    with pytest.raises(ValueError, match=r"no model for paodekuai.*doudizhu-wp \(plays doudizhu\)"):
        default_model("paodekuai")
    with pytest.raises(ValueError, match="did you mean doudizhu-wp"):
        find_model("doudizhu-w")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="holds no model"):
        find_model(tmp_path / "empty")
