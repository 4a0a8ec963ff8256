"""Features tell nothing that the seat to move may not know."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields, replace

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from paiyou.games.climbing_spec import ClimbingSpec  # noqa: E402
from paiyou.games.packing import pack, unpack  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch, Positions, facts, moves  # noqa: E402
from paiyou.learn.climbing.encoder import Encoder  # noqa: E402
from paiyou.learn.selfplay.choosing import choose  # noqa: E402

NAMES = ["doudizhu", "doudizhu:douzero", "zhengshangyou", "mini-doudizhu"]
ENCODERS = {name: Encoder(game_spec(name), declined=True) for name in NAMES}


def after(spec: ClimbingSpec, steps: int, seed: int) -> ClimbingBatch:
    games = ClimbingBatch(spec, 4, seed=seed)
    torch.manual_seed(seed)
    for _ in range(steps):
        row, action = games.legal()
        games.play(choose(torch.rand(len(row)), row, action, games.number))
    return games


def cards_of(packed: int) -> Counter[int]:
    return Counter({rank: number for rank, number in enumerate(unpack(packed)) if number})


def exchanged(games: ClimbingBatch, rng: random.Random) -> Positions:
    """The same positions with what the seat to move cannot see dealt otherwise."""
    spec, at = games.spec, games.at
    hands, pile = at.hands.clone(), at.pile.clone()
    for place in range(games.number):
        others = [seat for seat in range(spec.seats) if seat != games.seat]
        surely = {seat: Counter[int]() for seat in others}
        if spec.pile == "landlord" and 0 in surely:
            # Everybody saw the bottom cards that the landlord took and has not played.
            surely[0] = cards_of(int(at.pile[place])) - cards_of(int(at.dealt[place, 0] - at.hands[place, 0]))
        rest = {seat: cards_of(int(hands[place, seat])) - surely[seat] for seat in others}
        pool = [card for cards in rest.values() for card in cards.elements()]
        if spec.pile == "hidden":
            pool += cards_of(int(at.pile[place])).elements()
        rng.shuffle(pool)
        for seat in others:
            number = rest[seat].total()
            hands[place, seat] = pack(surely[seat] + Counter(pool[:number]))
            del pool[:number]
        if spec.pile == "hidden":
            pile[place] = pack(Counter(pool))
    return replace(at, hands=hands, dealt=at.dealt - at.hands + hands, pile=pile)


@pytest.mark.parametrize("name", NAMES)
@given(steps=st.integers(0, 40), seed=st.integers(0, 10_000))
def test_hidden_cards_leave_no_trace(name: str, steps: int, seed: int) -> None:
    games = after(game_spec(name), steps, seed)
    other = exchanged(games, random.Random(seed))
    told, retold = games.facts(), facts(games.combos, other, games.seat)
    for field in fields(told):
        assert torch.equal(getattr(told, field.name), getattr(retold, field.name)), field.name
    legal = moves(games.combos, *games.legal())
    if len(legal.decision):
        for features, again in zip(ENCODERS[name](told, legal), ENCODERS[name](retold, legal), strict=True):
            assert torch.equal(features, again)


def test_hands_were_exchanged() -> None:
    """The test above would be empty if the exchange changed nothing."""
    games = after(game_spec("doudizhu"), 4, seed=1)
    other = exchanged(games, random.Random(1))
    assert (other.hands != games.at.hands).sum() == 2 * games.number
    assert torch.equal(other.hands.sum(dim=1), games.at.hands.sum(dim=1))
    assert torch.equal(other.hands[:, games.seat], games.at.hands[:, games.seat])


def test_features_tell_positions_apart() -> None:
    """What a seat does see is there: another own hand, another history, other cards on the table."""
    games = after(game_spec("doudizhu"), 12, seed=3)
    state, move = ENCODERS["doudizhu"](games.facts(), moves(games.combos, *games.legal()))
    assert state.shape[1] % 16 == move.shape[1] % 16 == 0
    assert len(state.unique(dim=0)) == games.number
    row, action = games.legal()
    assert len(move.unique(dim=0)) == len(set(zip(row.tolist(), action.tolist(), strict=True)))
