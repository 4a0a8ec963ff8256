"""What seats have passed on, as networks are told of it."""

from __future__ import annotations

import paiyou
from paiyou.agents.neural.facts import FactsReader
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.declined import DECLINED, kinds_of_combos
from paiyou.games.registry import game_spec


def test_kinds_are_single_cards_pairs_and_the_rest() -> None:
    spec = game_spec("doudizhu")
    assert isinstance(spec, ClimbingSpec)
    kinds = dict(zip(spec.actions, kinds_of_combos(spec.table).tolist(), strict=True))
    assert (kinds["3"], kinds["R"], kinds["33"], kinds["22"]) == (0, 0, 1, 1)
    assert {kinds[move] for move in ("BR", "333", "34567", "3333", "3334")} == {2}


def test_the_lowest_of_each_kind_is_told_apart_for_friend_and_foe() -> None:
    game = paiyou.game("doudizhu:douzero")
    spec = game_spec("doudizhu:douzero")
    assert isinstance(spec, ClimbingSpec)
    state = game.start(["3456677KA2", "889TTQK", "457799JJQ"])
    reader = FactsReader(spec, spec.table.groups, 9)
    for move in ("5", "8", "pass", "pass", "9", "pass", "A", "pass", "pass", "66", "TT", "pass", "pass"):
        state.play(move)
    view = state.view(1)
    told = reader.read(view, view.moves())["declined"]
    assert told.shape == (1, 3, DECLINED)
    key = {symbol: rank + 1 for rank, symbol in enumerate(spec.symbols)}
    # Seats from the one to move, 1: what it let go by itself; the other peasant; the landlord.
    assert told[0].tolist() == [
        [key["A"], 0, 0, 0, 0, 0],
        [key["A"], key["8"], 0, key["T"], 0, 0],
        [key["8"], 0, key["T"], 0, 0, 0],
    ]
