"""Workers: they may die, overrun or refuse, and the next question is answered all the same."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from paiyou.server.bots.pool import BotError, Bots
from patience import PATIENCE


def a_question() -> dict[str, Any]:
    return {"game": "mini-doudizhu", "seed": 1, "moves": [], "seat": 0, "agent": "rules", "word": 1}


def test_workers_that_die_overrun_or_refuse_do_not_harm_the_next_question() -> None:
    async def test() -> None:
        bots = Bots()
        try:
            assert (await bots.run("choose", a_question(), PATIENCE))["move"]
            process = bots._lanes["quick"]._workers[0]._process
            assert process is not None
            process.kill()
            with pytest.raises(BotError):
                await bots.run("choose", a_question(), PATIENCE)
            assert (await bots.run("choose", a_question(), PATIENCE))["move"]
            with pytest.raises(ValueError, match="nothing"):
                await bots.run("choose", a_question() | {"game": "nothing"}, PATIENCE)
            slow = {
                "game": "doudizhu",
                "seed": 1,
                "moves": [],
                "seat": 0,
                "agent": "uct:iterations=100000000",
                "word": 1,
            }
            assert (await bots.run("choose", {**slow, "agent": "uct:iterations=5"}, PATIENCE))["move"]
            with pytest.raises(BotError, match="no answer within"):
                await bots.run("choose", slow, 1.5)
            # An asker who went away leaves no answer behind for the next.
            asked = asyncio.create_task(bots.run("choose", a_question(), PATIENCE))
            await asyncio.sleep(0)
            asked.cancel()
            hint = await bots.run("hint", a_question(), PATIENCE)
            assert hint["moves"]
            assert hint["unit"] in ("result", "points", "order")
            with pytest.raises(BotError, match="KeyError"):
                await bots.run("choose", {"game": "doudizhu", "agent": "rules"}, PATIENCE)
        finally:
            await bots.close()

    asyncio.run(test())


def test_a_worker_that_is_still_starting_is_left_to_start() -> None:
    """On a busy machine that may take longer than an answer may; whoever killed it then would never have one."""

    async def test() -> None:
        bots = Bots()
        try:
            with pytest.raises(BotError, match="the worker has not started"):
                await bots.run("choose", a_question(), 0.001)
            process = bots._lanes["quick"]._workers[0]._process
            assert (await bots.run("choose", a_question(), PATIENCE))["move"]
            assert bots._lanes["quick"]._workers[0]._process is process
        finally:
            await bots.close()

    asyncio.run(test())


def test_a_worker_that_cannot_be_started_fails_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        bots = Bots()
        monkeypatch.setattr("sys.executable", "/bin/false")
        try:
            with pytest.raises(BotError, match="a worker could not be started"):
                await bots.run("choose", a_question(), PATIENCE)
            monkeypatch.undo()
            assert (await bots.run("choose", a_question(), PATIENCE))["move"]
        finally:
            await bots.close()

    asyncio.run(test())


def test_who_hangs_up_on_a_worker_leaves_it_to_the_others() -> None:
    async def test() -> None:
        bots = Bots()
        try:
            await bots.run("choose", a_question(), PATIENCE)
            process = bots._lanes["quick"]._workers[0]._process
            for _ in range(5):
                asked = asyncio.create_task(bots.run("hint", a_question(), PATIENCE))
                await asyncio.sleep(0.001)
                asked.cancel()
            assert (await bots.run("choose", a_question(), PATIENCE))["move"]
            assert bots._lanes["quick"]._workers[0]._process is process
            # Waiting counts: behind a long question one gives up in time.
            slow = {**a_question(), "game": "doudizhu", "agent": "uct:iterations=100000000"}
            long_one = asyncio.create_task(bots.run("choose", slow, PATIENCE))
            await asyncio.sleep(0.1)
            with pytest.raises(BotError, match="no worker was free"):
                await bots.run("choose", slow, 0.5)
            assert not long_one.done()
            long_one.cancel()
        finally:
            await bots.close()

    asyncio.run(test())


def test_one_client_does_not_keep_the_others_from_a_worker() -> None:
    async def test() -> None:
        bots = Bots(slow=2)
        for_ever = {**a_question(), "game": "doudizhu", "agent": "uct:iterations=100000000"}
        short = {**a_question(), "agent": "uct:iterations=5"}
        try:
            greedy = [asyncio.create_task(bots.run("choose", for_ever, PATIENCE, client="greedy")) for _ in range(10)]
            await asyncio.sleep(0)
            for client in ("other", "third"):
                assert (await bots.run("choose", short, PATIENCE, client=client))["move"]
            assert not any(task.done() for task in greedy)
            assert all(worker._process is not None for worker in bots._lanes["slow"]._workers)
            assert not any(worker._process for worker in bots._lanes["questions"]._workers), "nobody has asked"
            # Who gives up while he waits leaves no place behind.
            lane = bots._lanes["slow"]
            for task in greedy:
                task.cancel()
            await asyncio.gather(*greedy, return_exceptions=True)
            assert len(lane._queue) == 0
        finally:
            await bots.close()

    asyncio.run(test())
