from paiyou.bench.minimax import FIGURES, deals, mini_deals


def test_all_deals_are_there():
    found = deals()
    assert len(found) == len({hands for hands, _ in found}) == 8_832
    assert sum(ways for _, ways in found) == 10_501_920


def test_the_work_solves_every_deal():
    small = "mini-doudizhu:ranks=2,hand=3"
    assert mini_deals(small)() == len(deals(small))
    assert set(FIGURES) == {"mini_deals_per_s/mini-doudizhu", "mini_all_deals_seconds/mini-doudizhu"}
