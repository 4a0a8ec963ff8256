"""Packed hands: counted and written in one go as card by card."""

from hypothesis import given
from hypothesis import strategies as st

from paiyou.games.packing import MAX_COPIES, MAX_RANKS, count_cards, pack, unpack, write_all_cards, write_cards

SYMBOLS = "3456789TJQKA2BR"
COUNTS = st.lists(st.integers(0, MAX_COPIES), min_size=MAX_RANKS, max_size=MAX_RANKS)


@given(COUNTS)
def test_cards_are_counted(counts):
    packed = pack(dict(enumerate(counts)))
    assert unpack(packed) == counts
    assert count_cards(packed) == sum(counts)


@given(st.lists(COUNTS), st.integers(1, MAX_RANKS))
def test_many_hands_are_written_like_each_of_them(hands, ranks):
    packed = [pack(dict(enumerate(counts[:ranks]))) for counts in hands]
    symbols = SYMBOLS[:ranks]
    assert write_all_cards(packed, symbols) == [write_cards(hand, symbols) for hand in packed]
    expected = ["".join(map(str.__mul__, symbols, counts)) for counts in hands]
    assert write_all_cards(packed, symbols) == expected
