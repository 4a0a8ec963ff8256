"""What the bid explorer shows: classes that are whole, of a game and auctions that are there."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import paiyou
import paiyou.server
from paiyou.agents.bidders import bidder_for
from paiyou.agents.neural.points_bidder import PointsBidder

TOLD = json.loads((Path(paiyou.server.__file__).parent / "web" / "bids.json").read_text(encoding="utf-8"))


def test_the_cards_are_the_games() -> None:
    state = paiyou.game(TOLD["game"] + ":bidding=123").deal(1)
    assert {TOLD["hand_size"]} == {len(hand) for hand in state.hands}
    dealt = [card for seat in range(3) for card in state.cards(seat)]
    assert set(dealt) < set(TOLD["deck"])
    assert Counter(card[-1] for card in TOLD["deck"]) == Counter("".join(state.hands) + state.bottom)


@pytest.mark.parametrize("name", TOLD["auctions"])
def test_the_auctions_have_bidders_that_know_points(name: str) -> None:
    assert isinstance(bidder_for(paiyou.game(name)), PointsBidder)


def test_the_classes_of_a_kind_are_all_hands_and_agree() -> None:
    kinds = {each["kind"] for each in TOLD["classes"]}
    assert kinds == {"jokers", "twos", "aces", "bombs", "moves"}
    for name in ("landlord_wins", "landlord_points", "peasant_points"):
        means = []
        for kind in kinds:
            those = [each for each in TOLD["classes"] if each["kind"] == kind]
            assert sum(each["hands"] for each in those) == TOLD["hands"]
            means.append(sum(each["hands"] * each[name] for each in those) / TOLD["hands"])
        assert means == pytest.approx([means[0]] * len(means), abs=1e-3)
