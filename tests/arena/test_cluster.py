"""Work on a real Ray cluster of two nodes: the same results, and nothing lost or twice when workers and nodes die.

All that can be sent there takes the same way, so of some kinds of work only long tests play all of it.
"""

import dataclasses
import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import paiyou
from dying import Endless, Lingering, Mortal, Squares, always_die
from paiyou.arena.blunders import count_blunders
from paiyou.arena.sequential import SequentialTest
from paiyou.arena.workers import PLACES, RETRIES, run_chunks
from paiyou.dataset.make import make_dataset
from paiyou.ladder.play import play_ladder
from paiyou.learn.imitation.demonstrations import record_agent
from paiyou.reproduce.registry import find
from paiyou.reproduce.runner import reproduce
from paiyou.theory import exploitability, find_equilibrium
from patience import PATIENCE

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


@pytest.fixture(scope="module")
def cluster():
    """Two nodes with a core each; their workers find the modules beside the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("RAY_DISABLE_IMPORT_WARNING", "1")
        made = Cluster(initialize_head=True, head_node_args=NODE)
        made.add_node(**NODE)
        made.wait_for_nodes()
        ray.init(address=made.address, log_to_driver=False, configure_logging=False)
        yield made
        ray.shutdown()
        made.shutdown()


def without_time(result):
    return dataclasses.replace(result, seconds=0.0)


def answers(folder):
    return [line.split() for line in (folder / "answers").read_text().splitlines()]


@pytest.mark.usefixtures("cluster")
def test_both_nodes_work_and_results_come_in_order(tmp_path):
    work = Squares(tmp_path, nodes=2)
    assert list(run_chunks(work.work, range(40), on="ray")) == [number**2 for number in range(40)]
    assert ray.is_initialized()  # a cluster that was there before is left alone
    assert len({node for _, node in answers(tmp_path)}) == 2


@pytest.mark.usefixtures("cluster")
def test_a_worker_that_dies_is_replaced_and_nothing_is_counted_twice(tmp_path):
    work = Squares(tmp_path, deadly=(3, 4, 17))
    assert list(run_chunks(work.work, range(30), on="ray")) == [number**2 for number in range(30)]
    assert {path.name for path in tmp_path.glob("died-*")} == {"died-3", "died-4", "died-17"}


@pytest.mark.usefixtures("cluster")
def test_a_match_survives_the_death_of_a_worker(tmp_path):
    there = paiyou.match("mini-doudizhu", Mortal(tmp_path), "random", deals=40, on="ray")
    assert (tmp_path / "died").exists()
    here = paiyou.match("mini-doudizhu", Mortal(tmp_path), "random", deals=40, cores=1)
    assert without_time(there) == without_time(here)


@pytest.mark.usefixtures("cluster")
def test_work_that_always_kills_is_given_up_with_a_sentence():
    with pytest.raises(ValueError, match=f"died {RETRIES + 1} times"):
        list(run_chunks(always_die, range(2), on="ray"))


@pytest.mark.usefixtures("cluster")
def test_what_nobody_asks_for_any_more_is_called_back(tmp_path):
    """As when a sequential test is decided: what is under way, and would work for hours, leaves the cores free."""
    cores = ray.cluster_resources()["CPU"]
    results = run_chunks(Endless(tmp_path).work, range(50), on="ray")
    assert next(results) == 0
    wait_until(lambda: len(list(tmp_path.glob("begun-*"))) > cores)
    results.close()
    wait_until(lambda: ray.available_resources().get("CPU", 0) == cores)


@pytest.mark.usefixtures("cluster")
def test_a_ladder_is_the_same_there(tmp_path):
    ladders = [
        play_ladder("mini-doudizhu", ("isuct:iterations=20",), deals=40, resamples=20, on=on, into=tmp_path / on)
        for on in PLACES
    ]
    assert without_time(ladders[0]) == without_time(ladders[1])


@pytest.mark.usefixtures("cluster")
def test_a_reproduction_is_the_same_there(tmp_path):
    here, there = (reproduce(find("whitehouse-mini"), scale=0.0005, on=on, into=tmp_path / on) for on in PLACES)
    assert here.findings == there.findings


@pytest.mark.parametrize(
    "form", [*(pytest.param(form, marks=pytest.mark.long) for form in ("games", "decisions")), "records"]
)
@pytest.mark.usefixtures("cluster")
def test_a_dataset_is_the_same_there(form, tmp_path):
    for on in PLACES:
        make_dataset(tmp_path / on, "mini-doudizhu", ["rules", "random"], games=30, form=form, on=on)
    here, there = (
        {str(path.relative_to(tmp_path / on)): path.read_bytes() for path in (tmp_path / on).rglob("*.*")}
        for on in PLACES
    )
    assert here == there
    assert len(here) > 2


@pytest.mark.long
@pytest.mark.usefixtures("cluster")
def test_demonstrations_are_the_same_there():
    here, there = (record_agent("rules", "doudizhu:douzero", 120, 7, None, on=on) for on in PLACES)
    for name, array in vars(here).items():
        assert np.array_equal(array, getattr(there, name)), name


@pytest.mark.usefixtures("cluster")
def test_a_sequential_test_and_a_control_variate_are_the_same_there():
    words = {"deals": 4000, "control": "isuct:iterations=5", "reference": 50}
    here, there = (
        paiyou.match("mini-doudizhu", "rules", "random", on=on, until=SequentialTest(0, 100), **words) for on in PLACES
    )
    assert without_time(here) == without_time(there)
    assert here.test.accepted


@pytest.mark.long
@pytest.mark.usefixtures("cluster")
def test_blunders_are_the_same_there():
    here, there = (count_blunders("doudizhu", "random", games=40, on=on) for on in PLACES)
    assert without_time(here) == without_time(there)


@pytest.mark.parametrize("name", [pytest.param("four-card", marks=pytest.mark.long), "mini-doudizhu:hand=3"])
@pytest.mark.usefixtures("cluster")
def test_what_a_player_loses_to_one_who_knows_it_is_the_same_there(name):
    found = find_equilibrium(paiyou.game(name), 20)
    here, there = (
        exploitability(found.tree, "rules", equilibrium=found, run=partial(run_chunks, on=on)) for on in PLACES
    )
    assert without_time(here) == without_time(there)


def wait_until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "this did not come about"
        time.sleep(0.02)


def test_a_match_survives_the_death_of_a_node(cluster, tmp_path):
    """Deals are under way there when it dies: they are played elsewhere, and nothing is lost or counted twice."""
    lost = cluster.add_node(num_cpus=2, object_store_memory=NODE["object_store_memory"])
    cluster.wait_for_nodes()
    maker = Lingering(tmp_path, lost.node_id)

    def kill():
        wait_until((tmp_path / "lingers").exists)
        cluster.remove_node(lost, allow_graceful=False)

    with ThreadPoolExecutor(1) as beside:
        killed = beside.submit(kill)
        there = paiyou.match("mini-doudizhu", maker, "random", deals=60, on="ray", keep=tmp_path / "kept.json")
        killed.result()
    here = paiyou.match("mini-doudizhu", maker, "random", deals=60, cores=1)
    assert without_time(there) == without_time(here)
    assert there.deals == 60


def test_a_node_that_dies_is_done_without(cluster, tmp_path):
    """The last test here: the cluster has one node less afterwards."""
    lost = cluster.add_node(num_cpus=2, object_store_memory=NODE["object_store_memory"])
    cluster.wait_for_nodes()
    work = Squares(tmp_path, seconds=0.1)
    results = run_chunks(work.work, range(80), on="ray")
    first = [next(results) for _ in range(12)]
    cluster.remove_node(lost, allow_graceful=False)
    assert first + list(results) == [number**2 for number in range(80)]
    assert {int(number) for number, _ in answers(tmp_path)} == set(range(80))
