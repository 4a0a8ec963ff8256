from collections import Counter

import pytest

import paiyou
from paiyou.games.registry import game_spec

GAME = paiyou.game("paodekuai")


def test_counts():
    table = game_spec("paodekuai:pdk16").table
    assert table.count_by_category() == {
        "pass": 1,
        "solo": 13,
        "pair": 12,
        "solo chain": 36,
        "pair chain": 56,
        "bomb": 11,
        "trio+2": 1_080,
        "plane": 80_071,
    }
    full = Counter(table.groups[group] for group, last in zip(table.group, table.last_only, strict=True) if not last)
    assert (full["trio+2"], full["plane/2"], full["plane/3"]) == (924, 9_975, 35_240)
    assert full["plane/4"] == full["plane/5"] == 0
    assert len(GAME.actions) == len(set(GAME.actions)) == 81_280


def answers(hand, last):
    return set(GAME.start(["3", hand, "4"], turn=1, last=(0, last)).moves())


def test_too_few_kickers_only_as_the_last_cards():
    assert "555" not in GAME.start(["5559", "3", "4"]).moves()
    assert "5559" in GAME.start(["5559", "3", "4"]).moves()
    assert "555" in GAME.start(["555", "3", "4"]).moves()
    assert "5559T" in GAME.start(["5559TK", "3", "4"]).moves()
    assert "5559" not in GAME.start(["5559TK", "3", "4"]).moves()
    assert "555666" in GAME.start(["555666", "3", "4"]).moves()
    assert "555666" not in GAME.start(["555666K", "3", "4"]).moves()


def test_short_forms_are_compared_with_the_full_one():
    assert answers("777", "66689") == {"777"}
    assert answers("7778", "66689") == {"7778"}
    assert answers("555", "66689") == {"pass"}
    assert answers("888999T", "66677789TJ") == {"888999T"}


def test_who_can_beat_must_but_never_with_a_bomb():
    assert answers("K5", "9") == {"K"}
    assert answers("5JJJJ", "Q") == {"pass", "JJJJ"}
    assert answers("KJJJJ", "Q") == {"K", "JJJJ"}
    assert answers("5JJJJ", "TTTT") == {"pass", "JJJJ"}
    with pytest.raises(ValueError, match="may not pass"):
        GAME.start(["3", "K5", "4"], turn=1, last=(0, "9")).play("pass")


def test_passing_is_free_with_the_option_off():
    game = paiyou.game("paodekuai:must_beat=off")
    assert set(game.start(["3", "K5", "4"], turn=1, last=(0, "9")).moves()) == {"pass", "K"}


def play(hands, *moves):
    state = GAME.start(hands)
    for move in moves:
        state.play(move)
    return state.payoffs


def test_payoffs():
    # One card left costs nothing; a hand that never played pays double.
    assert play(["3", "4", "5678"], "3") == [8, 0, -8]


def test_a_hand_that_played_pays_once():
    assert play(["39", "64", "785"], "3", "4", "5", "9") == [2, 0, -2]


def test_an_unbeaten_bomb_earns_ten_from_each():
    # The bomb takes its trick, and then its player goes out: 20, and the cards of the others.
    assert play(["33334", "567", "89T"], "3333", "pass", "pass", "4") == [20 + 6 + 6, -10 - 6, -10 - 6]
    # Beaten by a higher bomb, the first earns nothing.
    assert play(["33335", "44446", "89T"], "3333", "4444", "pass", "pass", "6") == [-10 - 1 + 1, 20 + 0 + 6, -10 - 6]
    # A bomb as the last cards is not beaten either.
    assert play(["3333", "567", "89T"], "3333") == [32, -16, -16]


def test_three_alike_as_the_last_cards_are_called_so():
    game = paiyou.game("paodekuai")
    assert game.family.combo_of(game.spec, "333") == "trio"
    assert game.family.combo_of(game.spec, "33345") == "trio+2"
    assert game.family.combo_of(game.spec, "pass") is None
