from paiyou.reproduce.model_results import _same, measure


def test_a_result_says_how_it_was_come_by_and_keeps_every_measure() -> None:
    quiet = "gongzhu:partners=on,expose=off"
    found = measure("gongzhu-partners", "random", 2, played=quiet)
    assert found.command == (f'paiyou match "dmc:model=gongzhu-partners" random --game {quiet} --deals 2 --seed 2026')
    assert found.game == quiet
    assert found.wp is not None
    assert found.difference is not None
    assert found.points is not None
    assert found.adp is None


def test_results_in_another_game_stand_beside_each_other() -> None:
    quiet = measure("gongzhu-supervised", "random", 1, "1v3", "gongzhu:expose=off")
    assert _same(quiet, quiet)
    assert not _same(quiet, measure("gongzhu-supervised", "random", 1, "1v3"))
    assert not _same(quiet, measure("gongzhu-supervised", "random", 1, played="gongzhu:expose=off"))
