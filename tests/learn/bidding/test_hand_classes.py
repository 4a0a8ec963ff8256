"""Hands by classes, counted again by hand."""

from collections import defaultdict
from statistics import fmean

import pytest

from paiyou.games.packing import write_cards
from paiyou.learn.bidding.hand_classes import hand_classes


def test_classes_are_means_over_their_hands(playouts):
    spec = playouts.spec()
    hands = playouts.deals(0, len(playouts))[0].hands[:: playouts.fillings, 0].tolist()
    points = defaultdict(list)
    for hand, played in zip(hands, playouts.points, strict=True):
        cards = write_cards(hand, spec.symbols)
        bombs = sum(cards.count(symbol) == 4 for symbol in spec.symbols) + ("BR" in cards)
        for kind, value in (
            ("jokers", cards.count("B") + cards.count("R")),
            ("twos", cards.count("2")),
            ("bombs", bombs),
        ):
            points[kind, value].append((played[:, 0].mean(), (played[:, 0] > 0).mean(), -played[:, 1:].mean() / 2))
    found = {(each.kind, each.value): each for each in hand_classes(playouts)}
    for key, played in points.items():
        own, won, others = (fmean(map(float, column)) for column in zip(*played, strict=True))
        assert found[key].hands == len(played)
        assert found[key].landlord_points == pytest.approx(own, abs=1e-4)
        assert found[key].landlord_wins == pytest.approx(won, abs=1e-4)
        assert found[key].peasant_points == pytest.approx(others, abs=1e-4)
    for kind in ("jokers", "twos", "aces", "bombs", "moves"):
        assert sum(each.hands for each in found.values() if each.kind == kind) == len(playouts)
    assert found["jokers", 2].landlord_points > found["jokers", 0].landlord_points
