"""A refusal's code names the engine's reason; a move is refused here exactly where the engine refuses it."""

from __future__ import annotations

from random import Random

import pytest

import paiyou
from duel_family import DuelSpec
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.server.rooms.refusals import Refusal, why_refused

CODES = {
    "not_a_combo", "does_not_beat", "not_in_hand", "must_beat", "must_lead_card", "follow_suit", "must_lead",
    "last_cards_only", "exposed_waits", "not_allowed",
}  # fmt: skip


def code(state: State, move: str) -> str:
    refusal = why_refused(state, move)
    assert refusal is not None
    assert refusal.message
    return refusal.code


@pytest.mark.parametrize(
    ("name", "hands", "last", "move", "expected"),
    [
        ("doudizhu", ["3345", "6", "7"], None, "pass", "must_lead"),
        ("doudizhu", ["3345", "6", "7"], None, "334", "not_a_combo"),
        ("doudizhu", ["3345", "6", "7"], None, "44", "not_in_hand"),
        ("doudizhu", ["3345", "6", "7"], (2, "8"), "5", "does_not_beat"),
        ("doudizhu", ["3345", "6", "7"], (2, "8"), "33", "does_not_beat"),
        ("doudizhu", ["3345", "6", "7"], None, "xyz", "not_allowed"),
        ("doudizhu", ["3345", "6", "7"], None, "SQ", "not_allowed"),
        ("paodekuai", ["3345", "6", "7"], (2, "4"), "pass", "must_beat"),
        ("paodekuai", ["33345", "6", "7"], None, "333", "last_cards_only"),
    ],
)
def test_climbing_reasons(name: str, hands: list[str], last: tuple[int, str] | None, move: str, expected: str) -> None:
    state = paiyou.game(name).start(hands, turn=0, last=last)
    assert code(state, move) == expected


def test_trick_reasons() -> None:
    name = "gongzhu"
    game = paiyou.game(name)
    state = game.deal(5)
    assert code(state, "SA") == "not_allowed"
    assert code(state, "expose HA DJ") == "not_allowed"
    for _ in range(4):
        state.play("expose none")
    hand = state.view(state.turn).hand
    other = next(card for seat in range(4) if seat != state.turn for card in state.hands[seat])
    assert code(state, other) == "not_in_hand"
    if state.moves() == ["C2"]:
        assert code(state, next(card for card in hand if card != "C2")) == "must_lead_card"
    state.play(state.moves()[0])
    led = state.last[1][0]  # type: ignore[index]
    hand = state.view(state.turn).hand
    assert any(card[0] == led for card in hand)
    assert code(state, next(card for card in hand if card[0] != led)) == "follow_suit"


def test_a_named_lead_is_told() -> None:
    game = paiyou.game("gongzhu:must_lead_c2=on")
    state = game.deal(5)
    while state.exposing:  # type: ignore[attr-defined]
        state.play("expose none")
    wrong = next(card for card in state.view(state.turn).hand if card != "C2")
    refusal = why_refused(state, wrong)
    assert refusal is not None
    assert (refusal.code, refusal.detail) == ("must_lead_card", {"card": "C2"})


@pytest.mark.parametrize("name", ["doudizhu:bidding=123", "zhengshangyou", "paodekuai", "gongzhu", "mini-doudizhu"])
def test_refused_exactly_where_the_engine_refuses_and_nothing_is_changed(name: str) -> None:
    game, random = paiyou.game(name), Random(name)
    for seed in range(6):
        state = game.deal(seed)
        while not state.over:
            legal = state.moves()
            key = state.key
            for move in [*random.sample(game.actions, 12), "bid 1", "call", "expose none", "", "?"]:
                refusal = why_refused(state, move)
                assert (refusal is None) == (move in legal)
                assert refusal is None or refusal.code in CODES
            assert state.key == key
            assert why_refused(state, random.choice(legal)) is None
            state.play(random.choice(legal))


def test_an_engine_without_reasons_has_its_sentence() -> None:
    state = Game(DuelSpec()).deal(1)
    assert why_refused(state, "99") == Refusal("not_allowed", "seat 0 does not hold 99")
    assert why_refused(state, state.moves()[0]) is None
    assert state.history == []
