"""`state.refusal(move)`: why the engine refuses a move, as a code, the sentence that `play` raises, and a detail."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import paiyou

TEXTS = [
    "pass",
    "bid 1",
    "call",
    "expose none",
    "expose SQ",
    "expose SQ SQ",
    "expose",
    "",
    "?",
    "xyz",
    "\ud800",
    "3" * 9,
]


def refused(state: Any, move: str) -> tuple[str, dict[str, str]]:
    """Code and detail; the exception of `play` says the same."""
    code, sentence, detail = state.refusal(move)
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        state.play(move)
    error: Any = caught.value
    assert (error.code, str(error), error.detail) == (code, sentence, detail)
    return code, detail


@pytest.mark.parametrize(
    ("name", "hands", "last", "move", "expected"),
    [
        ("doudizhu", ["3345", "6", "7"], None, "pass", "must_lead"),
        ("doudizhu", ["3345", "6", "7"], None, "334", "not_a_combo"),
        ("doudizhu", ["3345", "6", "7"], None, "346", "not_a_combo"),
        ("doudizhu", ["3345", "6", "7"], None, "44", "not_in_hand"),
        ("doudizhu", ["3345", "6", "7"], None, "33333", "not_in_hand"),
        ("doudizhu", ["3345", "6", "7"], (2, "8"), "5", "does_not_beat"),
        ("doudizhu", ["3345", "6", "7"], (2, "8"), "33", "does_not_beat"),
        ("doudizhu", ["3345", "6", "7"], None, "xyz", "not_allowed"),
        ("doudizhu", ["3345", "6", "7"], None, "SQ", "not_allowed"),
        ("doudizhu", ["3345", "6", "7"], None, "", "not_allowed"),
        ("doudizhu:bidding=123", ["3345", "6", "7"], None, "bid 1", "not_allowed"),
        ("paodekuai", ["3345", "6", "7"], (2, "4"), "pass", "must_beat"),
        ("paodekuai", ["33345", "6", "7"], None, "333", "last_cards_only"),
    ],
)
def test_climbing(name: str, hands: list[str], last: tuple[int, str] | None, move: str, expected: str) -> None:
    assert refused(paiyou.game(name).start(hands, turn=0, last=last), move) == (expected, {})


def test_everything_but_calls_is_not_allowed_in_an_auction() -> None:
    state = paiyou.game("doudizhu:bidding=123").deal(1)
    for text in [*TEXTS, "33", "334"]:
        if text not in state.moves():
            assert refused(state, text) == ("not_allowed", {})


def test_trick() -> None:
    game = paiyou.game("gongzhu:must_lead_c2=on")
    state: Any = game.deal(5)
    for text in ("SA", "nonsense", "expose HA HA", "expose ZZ"):
        assert refused(state, text) == ("not_allowed", {})
    not_held = next(card for card in ("SQ", "DJ", "CT", "HA") if card not in state.view(state.turn).hand)
    assert refused(state, f"expose {not_held}") == ("not_allowed", {})
    while state.exposing:
        state.play("expose none")
    hand = state.view(state.turn).hand
    assert refused(state, "expose none") == ("not_allowed", {})
    assert refused(state, "nonsense") == ("not_in_hand", {})
    assert refused(state, state.hands[(state.turn + 1) % 4][0]) == ("not_in_hand", {})
    assert refused(state, next(card for card in hand if card != "C2")) == ("must_lead_card", {"card": "C2"})
    state.play("C2")
    other = next(card for card in state.view(state.turn).hand if card[0] != "C")
    assert refused(state, other) == ("follow_suit", {"suit": "C"})


def test_an_exposed_card_waits() -> None:
    game = paiyou.game("gongzhu")
    for seed in range(60):
        state: Any = game.deal(seed)
        while state.exposing:
            state.play(state.moves()[-1])
        waiting = [card for card in state.exposed if card in state.view(state.turn).hand and card not in state.moves()]
        if waiting:
            assert refused(state, waiting[0]) == ("exposed_waits", {})
            return
    raise AssertionError("no such deal")


@pytest.mark.parametrize("name", ["doudizhu:bidding=123", "zhengshangyou", "paodekuai", "gongzhu", "four-card"])
def test_refused_exactly_where_play_refuses_and_nothing_is_changed(name: str) -> None:
    game, random = paiyou.game(name), Random(name)
    for seed in range(4):
        state: Any = game.deal(seed)
        while not state.over:
            legal, before = state.moves(), state.copy()
            for move in [*random.sample(game.actions, min(12, len(game.actions))), *TEXTS]:
                if move in legal:
                    assert state.refusal(move) is None
                else:
                    refused(state, move)
            assert state == before
            chosen = random.choice(legal)
            assert state.refusal(chosen) is None
            state.play(chosen)
        for move in [*game.actions[:5], *TEXTS]:
            assert refused(state, move) == ("not_allowed", {})


def test_what_is_no_text_is_no_move() -> None:
    with pytest.raises(ValueError, match="a move is a string such as"):
        paiyou.game("doudizhu").deal(0).refusal(None)  # type: ignore[attr-defined]
