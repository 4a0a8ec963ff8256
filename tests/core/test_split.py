"""The splitter beside a brute force over all partitions of small hands into combos, written without it."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

import paiyou

GAMES = ["doudizhu", "doudizhu:douzero", "doudizhu:botzone2", "mini-doudizhu", "zhengshangyou", "paodekuai"]


@cache
def actions_by_cards(name):
    game = paiyou.game(name)
    return {move: action for action, move in enumerate(game.actions)}


def sub_hands(hand):
    """Every set of cards within a hand that has its lowest card."""
    ranks = list(Counter(hand).items())

    def choose(place, least):
        if place == len(ranks):
            yield ""
            return
        symbol, copies = ranks[place]
        for number in range(least, copies + 1):
            for rest in choose(place + 1, 0):
                yield symbol * number + rest

    return choose(0, 1)


def best_partition(name, hand, worth, last_only):
    """The greatest sum of worth over all partitions with one combo for the last cards at most."""
    actions = actions_by_cards(name)

    @cache
    def best(hand, last_used):
        if not hand:
            return 0.0
        found = -np.inf
        for cards in sub_hands(hand):
            action = actions.get(cards)
            if action is None or (last_used and last_only[action]):
                continue
            rest = hand
            for card in cards:
                rest = rest.replace(card, "", 1)
            found = max(found, worth[action] + best(rest, last_used or bool(last_only[action])))
        return found

    return best(hand, False)


def random_hand(game, rng, size):
    """Few ranks close together, so that there is much to choose from."""
    symbols = game.spec.symbols
    first = rng.randrange(max(1, len(symbols) - 6))
    copies = Counter(game.spec.rank_of_card)
    cards = [symbols[rank] for rank in range(first, min(first + 7, len(symbols))) for _ in range(copies[rank])]
    rng.shuffle(cards)
    return "".join(sorted(cards[:size], key=symbols.index))


@pytest.mark.parametrize("name", GAMES)
def test_the_best_split_is_that_of_all_partitions(name):
    game, rng = paiyou.game(name), random.Random(1)
    last_only = game.spec.table.last_only
    worths = [np.random.default_rng(seed).integers(-20, 10, len(game.actions)).astype(np.float32) for seed in range(3)]
    for number in range(500):
        hand, worth = random_hand(game, rng, rng.randint(1, 7)), worths[number % 3]
        value, groups = game.core.split(hand, worth)
        assert value == best_partition(name, hand, worth, last_only), hand
        actions = [actions_by_cards(name)[group] for group in groups]
        assert value == sum(worth[action] for action in actions)
        assert sum(last_only[action] for action in actions) <= 1


@pytest.mark.parametrize("name", GAMES)
def test_a_split_has_every_card_once(name):
    game = paiyou.game(name)
    worth = np.full(len(game.actions), -1, dtype=np.float32)  # as few groups as can be
    for seed in range(100):
        for hand in game.deal(seed).hands:
            value, groups = game.core.split(hand, worth)
            assert Counter("".join(groups)) == Counter(hand)
            assert value == -len(groups)


def test_known_splits():
    game = paiyou.game("doudizhu")
    fewest = np.full(len(game.actions), -1, dtype=np.float32)

    def groups(hand):
        return sorted(game.core.split(hand, fewest)[1])

    assert groups("") == []
    assert groups("34567") == ["34567"]
    assert len(groups("3334455")) == 2
    assert groups("3334445566") == ["3334445566"]
    assert groups("33334455") == ["33334455"]
    assert groups("34567BR") == ["34567", "BR"]


def test_only_cards_of_the_game_are_split():
    game = paiyou.game("mini-doudizhu")
    worth = np.zeros(len(game.actions), dtype=np.float32)
    with pytest.raises(ValueError, match="one number for each action"):
        game.core.split("33", worth[1:])
    for hand in ("A", "33333", "3x"):
        with pytest.raises(ValueError):  # noqa: PT011 - the notation's own tests read the sentences
            game.core.split(hand, worth)


@pytest.mark.parametrize("worth", [-np.inf, np.inf, np.nan])
def test_a_worth_must_be_a_number(worth):
    game = paiyou.game("doudizhu")
    with pytest.raises(ValueError, match="finite numbers"):
        game.core.split("345", np.full(len(game.actions), worth, np.float32))
