"""Numbers of lines of play from fixed deals: any change of the move generator shows here."""

import pytest

import paiyou

# Hands full of trios and quads, so that every rule about kickers counts.
FULL_54 = ["33344455566677789KBR", "34888999TTTJJJQQQ", "567TJQKKKAAAA2222"]
FULL_48 = ["3334445556667889", "77788999TTTJJJQ2", "3456TJQQQKKKKAAA"]
PINNED = {
    "doudizhu": (FULL_54, [404, 12_836, 214_844, 368_733]),
    # The first three are also counted by DouZero's own engine, in tests/differential/test_douzero.py.
    "doudizhu:douzero": (FULL_54, [443, 13_976, 222_928, 378_181]),
    "doudizhu:pagat": (FULL_54, [336, 7_760, 152_684, 263_867]),
    "doudizhu:botzone": (FULL_54, [368, 8_131, 157_241, 269_331]),
    "doudizhu:botzone2": (FULL_54, [368, 8_131, 157_241, 269_331]),
    "zhengshangyou": (FULL_48, [34, 152, 696, 1_358]),
    "paodekuai": (FULL_48, [189, 11_039, 1_047_142, 1_047_156]),
}
SHUTTLES = ["3333444455556666789B", "777888999TTTJJJQQ", "TJQQKKKKAAAA2222R"]
PINNED_SHUTTLES = {
    "doudizhu": [266, 4_143, 63_417],
    "doudizhu:douzero": [266, 4_200, 63_645],
    "doudizhu:pagat": [240, 2_571, 41_883],
    "doudizhu:botzone": [315, 2_645, 42_635],
    "doudizhu:botzone2": [291, 2_622, 42_315],
}
PINNED_DEALS = {
    "doudizhu": [83, 405, 740, 3_951],
    "doudizhu:bidding=call-rob": [2, 4, 8, 199, 1_262],
    "doudizhu:bidding=123": [4, 92, 583, 1_989, 7_954],
    "mini-doudizhu": [7, 12, 57, 111, 422, 842, 2_748, 5_361, 15_387],
    "zhengshangyou": [28, 107, 317, 1_071, 5_602],
    "paodekuai": [28, 85, 191, 295, 2_362],
}


def count_lines(state, depth):
    if depth == 0:
        return 1
    lines = 0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        lines += count_lines(after, depth - 1)
    return lines


@pytest.mark.parametrize(("name", "depth"), [("doudizhu", 2), ("doudizhu:bidding=call-rob", 4), ("mini-doudizhu", 5)])
def test_the_core_counts_what_play_from_python_counts(name, depth):
    for seed in range(3):
        state = paiyou.game(name).deal(seed)
        assert state.perft(depth) == count_lines(state, depth)


@pytest.mark.parametrize("name", PINNED)
def test_pinned_counts_of_full_hands(name):
    hands, counts = PINNED[name]
    state = paiyou.game(name).start(hands)
    assert [state.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", PINNED_SHUTTLES)
def test_pinned_counts_of_neighbouring_quads(name):
    counts = PINNED_SHUTTLES[name]
    state = paiyou.game(name).start(SHUTTLES)
    assert [state.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", PINNED_DEALS)
def test_pinned_counts_of_a_deal(name):
    counts = PINNED_DEALS[name]
    state = paiyou.game(name).deal(seed=2026)
    assert [state.perft(depth) for depth in range(1, len(counts) + 1)] == counts
