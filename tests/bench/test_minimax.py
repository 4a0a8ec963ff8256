from paiyou.bench.minimax import FIGURES, deals


def test_all_deals_are_there_and_solved():
    found = deals()
    assert len(found) == len({hands for hands, _ in found}) == 8_832
    assert sum(ways for _, ways in found) == 10_501_920
    make, _ = FIGURES["mini_deals_per_s/mini-doudizhu"]
    assert make("mini-doudizhu:ranks=2,hand=3")() == len(deals("mini-doudizhu:ranks=2,hand=3"))
