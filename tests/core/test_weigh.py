"""What the core says about moves, beside deals drawn from the same view."""

import random

import numpy as np
import pytest

import paiyou
from positions import reach

GAMES = ["doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai:must_beat=off"]


def weigher(game):
    return game.core.weigher([(10.0, 5.0)] * len(game.spec.table.groups), 7.0, 0.0, 0.0, 0.0)


def is_beaten(game, deal, seat, move):
    """Whether an enemy could answer a move in a deal."""
    hands = deal.hands
    for card in move:
        hands[seat] = hands[seat].replace(card, "", 1)
    if not hands[seat]:
        return False
    landlord = 0 if game.spec.score.kind == "stake" else None
    for other in range(game.seats):
        friends = landlord is not None and landlord not in (seat, other)
        if other != seat and not friends and game.start(hands, turn=other, last=(seat, move)).moves() != ["pass"]:
            return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_chances_to_stand_agree_with_sampled_deals(name):
    game, rng = paiyou.game(name), random.Random(1)
    core, errors, sure = weigher(game), [], 0
    for seed in range(60):
        state = reach(game, seed, rng.randint(0, 40), rng)
        if state.over:
            continue
        view = state.view(state.turn)
        deals = [view.sample(number) for number in range(12)]
        moves = [move for move in core.weigh(view) if move[0] != "pass"]
        for move, _, _, stands, _, _ in rng.sample(moves, min(3, len(moves))):
            beaten = [is_beaten(game, deal, view.seat, move) for deal in deals]
            if stands == 1.0:
                sure += 1
                assert not any(beaten), (view.hand, move)
            if len(move) < len(view.hand):
                errors.append(stands - 1 + np.mean(beaten))
    assert sure > 2
    assert abs(np.mean(errors)) < 0.05
    assert np.mean(np.abs(errors)) < 0.15


def test_the_rest_is_the_best_split_of_what_is_left():
    """With the same worth for every group, the best split is that of the fewest groups."""
    game = paiyou.game("doudizhu")
    core = game.core.weigher([(0.0, 0.0)] * len(game.spec.table.groups), 1.0, 0.0, 0.0, 0.0)
    worth = np.full(len(game.actions), -1, dtype=np.float32)
    for seed in range(5):
        view = game.deal(seed).view(0)
        for move, rest, own, *_ in core.weigh(view, True):
            left = view.hand
            for card in move:
                left = left.replace(card, "", 1)
            assert rest == game.core.split(left, worth)[0]
            assert own == -1
        assert core.strength(view) == game.core.split(view.hand, worth)[0]


def test_the_best_kickers_stand_for_all_of_a_body():
    game = paiyou.game("doudizhu")
    core = weigher(game)
    view = game.start(["33345678999TJ", "4", "5"]).view(0)
    every, best = core.weigh(view, True), core.weigh(view)
    assert [move[0] for move in every] == view.moves()
    assert set(best) < set(every)
    assert sum(move[0].count("3") == 3 and len(move[0]) == 4 for move in best) == 1


def test_a_last_card_beats_nothing_but_solos():
    """An enemy with one card cannot answer a pair."""
    game = paiyou.game("doudizhu")
    view = game.start(["A", "3344K", "6678"], turn=1).view(1)
    stands = {move: chance for move, _, _, chance, _, _ in weigher(game).weigh(view)}
    assert stands["33"] == stands["44"] == 1.0 > stands["K"] > stands["3"]


def test_face_up_cards_are_counted_as_the_landlords():
    game = paiyou.game("doudizhu")
    hands = ["3456789TJQKA2R", "334455667788TTJJQ", "99TJQQKKAA2BA2234"]
    known = game.start(hands, turn=1, bottom="A2R").view(1)
    hidden = game.start(hands, turn=1).view(1)
    chances = [{move[0]: move[3] for move in weigher(game).weigh(view)} for view in (known, hidden)]
    assert chances[0]["Q"] < 1e-5 < chances[1]["Q"]


def test_what_cannot_be_weighed_is_refused():
    game, auction = paiyou.game("doudizhu"), paiyou.game("doudizhu:bidding=123")
    with pytest.raises(ValueError, match="worth for each group"):
        game.core.weigher([(0.0, 0.0)], 1.0, 0.0, 0.0, 0.0)
    core = weigher(game)
    with pytest.raises(ValueError, match="not to move"):
        core.weigh(game.deal(1).view(1))
    for view in (auction.deal(1).view(0), paiyou.game("zhengshangyou").deal(1).view(0)):
        with pytest.raises(ValueError, match="another game"):
            core.strength(view)
    state = auction.deal(1)
    with pytest.raises(ValueError, match="card play"):
        weigher(auction).weigh(state.view(state.turn))
