from collections import Counter

import paiyou
from paiyou.games.registry import game_spec


def test_counts():
    assert game_spec("zhengshangyou").table.count_by_category() == {
        "pass": 1,
        "solo": 13,
        "pair": 12,
        "trio": 12,
        "solo chain": 36,
        "pair chain": 56,
        "trio chain": 38,
        "bomb": 11,
    }
    assert len(paiyou.game("zhengshangyou:zsy3_simple").actions) == 179


def test_the_holder_of_the_three_of_spades_leads():
    game = paiyou.game("zhengshangyou")
    leaders = Counter()
    for seed in range(300):
        state = game.deal(seed)
        assert "S3" in state.cards(state.turn)
        leaders[state.turn] += 1
    assert min(leaders.values()) > 60


def test_the_deck():
    state = paiyou.game("zhengshangyou").deal(1)
    cards = Counter("".join(state.hands))
    assert cards == dict.fromkeys("3456789TJQK", 4) | {"A": 3, "2": 1}


def test_payoffs_count_the_cards_left():
    state = paiyou.game("zhengshangyou").start(["3", "456", "789TT"])
    state.play("3")
    assert state.payoffs == [8, -3, -5]
    assert state.winner == 0


def test_everyone_for_himself():
    game = paiyou.game("zhengshangyou")
    assert game.teams == (0, 1, 2)
    assert game.deal(1).landlord is None
    assert game.deal(1).view(0).public == ""
