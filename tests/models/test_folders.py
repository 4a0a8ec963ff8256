"""Models of one's own are found by name once they are added."""

import json
import shutil

import pytest

from paiyou.models import add_models, default_model, find_model, folders, models
from paiyou.plugins import Plugins

SHIPPED = sorted(models())


@pytest.fixture(autouse=True)
def nothing_added(monkeypatch):
    monkeypatch.setattr(Plugins, "known", dict(Plugins.known))
    monkeypatch.setattr(folders, "_ADDED", Plugins("model", None, {}, folders._checked))


def card(folder, name, **changes):
    """A folder with nothing but a card."""
    said = json.loads((find_model("doudizhu-wp") / "card.json").read_text(encoding="utf-8"))
    (folder / name).mkdir(parents=True)
    (folder / name / "card.json").write_text(json.dumps(said | changes), encoding="utf-8")
    return folder / name


def test_one_model_or_a_folder_of_them(tmp_path):
    one, two = card(tmp_path, "mine"), card(tmp_path, "yours", game="mini-doudizhu")
    (tmp_path / "no-model").mkdir()
    assert add_models(one) == ["mine"]
    assert sorted(models()) == sorted([*SHIPPED, "mine"])
    assert add_models(tmp_path) == ["mine", "yours"]  # again is no harm
    assert find_model("mine") == one
    assert find_model("yours") == two
    assert default_model("mini-doudizhu:hand=4") == "yours"
    assert default_model("doudizhu") in SHIPPED  # a shipped one comes first


def test_an_imitation_is_nobodys_default(tmp_path):
    add_models(card(tmp_path, "like-rules", game="mini-doudizhu", imitates="rules"))
    assert models()["like-rules"].imitates == "rules"
    with pytest.raises(ValueError, match="no model for mini-doudizhu is shipped"):
        default_model("mini-doudizhu")
    add_models(card(tmp_path, "mine", game="mini-doudizhu:hand=4"))
    assert default_model("mini-doudizhu") == "mine"


def test_what_is_none_is_refused_and_nothing_added(tmp_path):
    card(tmp_path / "taken", "doudizhu-wp")
    card(tmp_path / "odd", "a,b")
    (card(tmp_path / "wrong", "torn") / "card.json").write_text("{")
    (tmp_path / "empty").mkdir()
    for name, reason in (
        ("taken", "there is a shipped model 'doudizhu-wp'"), ("odd", "not 'a,b'"),
        ("wrong", "the model card .* is wrong"), ("empty", "holds no model"), ("nowhere", "holds no model"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=reason):
            add_models(tmp_path / name)
    assert sorted(models()) == SHIPPED
    card(tmp_path / "first", "mine")
    add_models(tmp_path / "first")
    shutil.move(card(tmp_path / "other", "mine"), tmp_path / "second" / "mine")
    with pytest.raises(ValueError, match="there is a model 'mine' already"):
        add_models(tmp_path / "second")
