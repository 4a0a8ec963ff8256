from paiyou.bench.minimax import FIGURES, mini_deals
from paiyou.games.all_deals import all_deals
from paiyou.games.registry import game


def test_the_work_solves_every_deal():
    small = "mini-doudizhu:ranks=2,hand=3"
    assert mini_deals(small)() == len(all_deals(game(small)))
    assert set(FIGURES) == {"mini_deals_per_s/mini-doudizhu", "mini_all_deals_seconds/mini-doudizhu"}
