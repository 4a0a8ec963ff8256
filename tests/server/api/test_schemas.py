from importlib import import_module
from pkgutil import iter_modules

import pytest
from pydantic import TypeAdapter, ValidationError

import paiyou
from paiyou.server.api import schemas
from paiyou.server.api.schemas import fields
from paiyou.server.api.schemas.errors import ErrorBody
from paiyou.server.api.schemas.games import Seen
from paiyou.server.api.schemas.rooms import CreateRoom, JoinRoom, Records
from paiyou.server.api.schemas.table import Table
from paiyou.server.http.errors import first_problem

YOU, OPEN = {"kind": "you"}, {"kind": "open"}
ROOM = {"game": "doudizhu", "chairs": [YOU, OPEN, {"kind": "bot", "level": "steady"}], "name": "Ann"}


def problem(kind, value):
    with pytest.raises(ValidationError) as raised:
        kind.model_validate(value)
    return first_problem(raised.value.errors())


def test_a_room():
    room = CreateRoom.model_validate(ROOM | {"seed": 7})
    assert [chair.kind for chair in room.chairs] == ["you", "open", "bot"]
    by_name = CreateRoom.model_validate(ROOM | {"chairs": [{"kind": "bot", "agent": "rules"}, YOU]})
    assert by_name.chairs[0].agent == "rules"
    assert CreateRoom.model_validate(ROOM | {"name": "  牌友 "}).name == "牌友"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"chairs": [OPEN, OPEN]}, "exactly one chair"),
        ({"chairs": [YOU, YOU, OPEN]}, "exactly one chair"),
        ({"chairs": [YOU]}, "at least 2"),
        ({"chairs": [YOU, OPEN, OPEN, OPEN, OPEN]}, "at most 4"),
        ({"chairs": [YOU, {"kind": "cat"}]}, 'chairs[1] must be {"kind": "you"}'),
        ({"chairs": [YOU, "bot"]}, 'chairs[1] must be {"kind": "you"}'),
        ({"chairs": [YOU, {"kind": ["bot"]}]}, 'chairs[1] must be {"kind": "you"}'),
        ({"chairs": [YOU, {}]}, 'chairs[1] must be {"kind": "you"}'),
        ({"chairs": [YOU, {"kind": "bot"}]}, "chairs[1].level is missing"),
        ({"chairs": [YOU, {"kind": "bot", "level": "steady", "agent": "rules"}]}, "no field chairs[1].level"),
        ({"chairs": [YOU, {"kind": "open", "level": "steady"}]}, "no field chairs[1].level"),
        ({"name": ""}, "name must be a string of at least 1"),
        ({"name": "   "}, "name must have 1 to 24 characters that can be printed"),
        ({"name": "a\nb"}, "printed"),
        ({"name": "a\u202eb"}, "printed"),
        ({"name": "x" * 25}, "at most 24"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"seed": 2**63}, "seed must be at most"),
        ({"seed": "7"}, "seed must be a whole number"),
    ],
)
def test_no_room(change, words):
    assert words in problem(CreateRoom, ROOM | change)


def test_joining():
    assert JoinRoom.model_validate({"invite": "abc", "name": "Bob"}).name == "Bob"
    assert "invite is missing" in problem(JoinRoom, {"name": "Bob"})
    assert "at most 100" in problem(JoinRoom, {"name": "Bob", "invite": "x" * 101})


def test_pairs_are_lists_in_json_and_strict_inside():
    seen = Seen.model_validate({"game": "doudizhu", "hand": "3", "seat": 0, "history": [[0, "33"], [1, "pass"]]})
    assert seen.history == [(0, "33"), (1, "pass")]
    assert "history[0][0]" in problem(Seen, {"game": "doudizhu", "hand": "3", "seat": 0, "history": [["0", "33"]]})


@pytest.mark.parametrize(
    "name", ["doudizhu:botzone2", "paodekuai", "gongzhu", "doudizhu:bidding=123", "four-card", "mini-doudizhu:ranks=13"]
)
def test_every_move_and_hand_fits(name):
    game = paiyou.game(name)
    moves = TypeAdapter(fields.Move)
    for action in game.actions:
        moves.validate_python(action)
    state = game.deal(seed=1)
    hands = TypeAdapter(fields.Hand)
    for seat in range(game.seats):
        hands.validate_python(state.hands[seat])
        for card in state.cards(seat):
            TypeAdapter(fields.Card).validate_python(card)
    for move in state.moves():
        moves.validate_python(move)


def test_all_bodies_are_strict():
    models = {
        kind
        for module in iter_modules(schemas.__path__, f"{schemas.__name__}.")
        for kind in vars(import_module(module.name)).values()
        if isinstance(kind, type) and issubclass(kind, fields.Schema)
    }
    assert len(models) > 40
    for model in models:
        assert model.model_config["extra"] == "forbid", model
        assert model.model_config["strict"] is not issubclass(model, fields.Answer), model
        for example in (model.model_config.get("json_schema_extra") or {}).get("examples", []):
            model.model_validate(example)


def test_errors_and_records():
    ErrorBody.model_validate({"code": "invalid", "message": "no"})
    ErrorBody.model_validate({"code": "full", "message": "no", "detail": {"chairs": 3}})
    Records.model_validate({"records": [{"paiyou": 1}]})


def test_a_spectator_sees_no_hand_by_its_schema():
    fields = Table.model_fields
    for hidden in ("you", "invite", "counter"):
        assert fields[hidden].annotation is type(None)
