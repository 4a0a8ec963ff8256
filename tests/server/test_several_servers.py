"""Several servers on one database: a room is that one's to which somebody came last, and all its people meet there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from paiyou.bench.table_server import ServerProcess
from paiyou.server.http.limits import Limits
from paiyou.server.rooms.hub import Hub
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair
from paiyou.server.rooms.store import Store
from paiyou.server.settings import Settings
from patience import PATIENCE
from server.api_apps import InlineBots
from server.wire import Client, join_room, open_room

ANN = Chair(PERSON, "Ann")


@asynccontextmanager
async def a_hub(database: str) -> AsyncIterator[Hub]:
    store = Store(database)
    hub = Hub(store, InlineBots(), Settings(bot_pause=0.0, idle_seconds=0.0))  # type: ignore[arg-type]
    try:
        yield hub
    finally:
        await hub.close()
        store.close()


def test_who_comes_to_another_server_takes_the_room_with_him(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as one, a_hub(database) as other:
            room_id, token = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            here = await one.find_to_enter(room_id)
            client = one.enter(here, token)
            await one.drop_lost_rooms()
            assert not here.lost
            client.changed.clear()

            there = await other.find_to_enter(room_id)
            for hub in (one, other):
                await hub.drop_lost_rooms()
            assert here.lost
            assert client.changed.is_set(), "or nobody would tell the client"
            assert one.rooms_in_memory == 0
            assert not there.lost
            assert other.rooms_in_memory == 1

            # And back again: the room is as it is now, and the other one lets go of it.
            await other.seat_bot(there, 0, 1)
            back = await one.find_to_enter(room_id)
            assert back is not here
            assert back.room.chairs[1].kind == BOT
            await other.drop_lost_rooms()
            assert there.lost
            assert other.rooms_in_memory == 0

    asyncio.run(test())


def test_bots_stop_in_a_room_that_is_lost(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as one, a_hub(database) as other:
            room_id, _ = await one.create("mini-doudizhu", [Chair(BOT, agent="rules"), ANN])
            live = await one.find(room_id)
            while live.thinking is not None:
                await asyncio.sleep(0)
            live.stand_ins.add(1)  # now both chairs are bots'
            assert live.bot_is_to_move
            await other.find_to_enter(room_id)
            await one.drop_lost_rooms()
            assert not live.bot_is_to_move

    asyncio.run(test())


def test_a_room_that_nobody_looks_at_is_given_up_and_taken_again(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as one:
            room_id, _ = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            assert (await one._store.newest(room_id)).owner == one._name
            one.forget_idle_rooms()
            async with asyncio.timeout(PATIENCE):
                while (await one._store.newest(room_id)).owner is not None:
                    await asyncio.sleep(0.01)
            await one.find(room_id)
            assert (await one._store.newest(room_id)).owner == one._name

    asyncio.run(test())


def test_who_only_looks_takes_no_room_away(database: str) -> None:
    """As anybody may who knows a room's id: `GET /api/rooms/ID` at another server."""

    async def test() -> None:
        async with a_hub(database) as one, a_hub(database) as other:
            room_id, token = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            live = await one.find_to_enter(room_id)
            one.enter(live, token)
            await one.seat_bot(live, 0, 1)
            looked_at = await other.find(room_id)
            assert looked_at.room.chairs[1].kind == BOT
            await one.drop_lost_rooms()
            assert not live.lost

    asyncio.run(test())


def test_who_is_refused_takes_no_room_away(database: str) -> None:
    """Neither one with a wrong token nor one spectator too many; who sits there by a token of now does."""

    async def test() -> None:
        async with a_hub(database) as one, a_hub(database) as other:
            room_id, token = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            live = await one.find_to_enter(room_id, token)
            one.enter(live, token)
            other.enter(await other.find(room_id), None)  # so that the other has it in memory as it is now
            with pytest.raises(RefusedError, match="opens no chair"):
                await other.find_to_enter(room_id, "wrong")
            other._settings = replace(other._settings, limits=Limits(spectators_per_room=1))
            with pytest.raises(RefusedError, match="too many people look"):
                await other.find_to_enter(room_id)
            await one.drop_lost_rooms()
            assert not live.lost

            assert live.room.invite is not None
            _, bob = await one.join(room_id, live.room.invite, "Bob")
            other.enter(await other.find_to_enter(room_id, bob), bob)
            await one.drop_lost_rooms()
            assert live.lost

    asyncio.run(test())


def test_a_wrong_token_at_another_server_leaves_a_room_where_it_is(database: str, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    with ServerProcess(folders[0], database=database) as one, ServerProcess(folders[1], database=database) as other:
        opened = open_room(one.address, "zhengshangyou", [{"kind": "open"}, {"kind": "open"}])
        with closing(Store(database)) as store, Client(one.address, opened["room"], opened["token"]) as stays:
            stays.wait_for((0, 0))
            owner = asyncio.run(store.newest(opened["room"])).owner
            with Client(other.address, opened["room"], "wrong") as stranger:
                assert stranger.hear()["code"] == "bad_token"
                assert asyncio.run(store.newest(opened["room"])).owner == owner
                stranger.say({"type": "hello", "token": opened["token"]})
                stranger.wait_for((0, 0))
            assert asyncio.run(store.newest(opened["room"])).owner != owner


def test_who_comes_while_a_room_is_given_up_stays(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as one:
            room_id, token = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            forgotten = one._cache.forget_idle(0.0)
            live = await one.find_to_enter(room_id)
            one.enter(live, token)
            await one._release(forgotten)
            await one.drop_lost_rooms()
            assert not live.lost

    asyncio.run(test())


def test_a_database_that_does_not_answer_takes_no_room_away(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("away"))

    async def test() -> None:
        async with a_hub(database) as one:
            room_id, _ = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            live = await one.find(room_id)
            monkeypatch.setattr(one._store, "_rooms_of", away)
            await one.drop_lost_rooms()
            assert not live.lost
            assert one.rooms_in_memory == 1

    asyncio.run(test())


def test_two_people_of_a_room_at_two_servers_meet_at_one(database: str, tmp_path: Path) -> None:
    """Who stayed behind is sent away and comes to the other, as the proxy and his page would have it."""
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    with ServerProcess(folders[0], database=database) as one, ServerProcess(folders[1], database=database) as other:
        opened = open_room(one.address, "zhengshangyou", [{"kind": "open"}, {"kind": "open"}])
        bob, cleo = (join_room(one.address, opened, name) for name in ("Bob", "Cleo"))
        with ExitStack() as clients:
            stays = clients.enter_context(Client(one.address, opened["room"], opened["token"]))
            stays.wait_for((0, 0))
            goes = clients.enter_context(Client(other.address, opened["room"], bob["token"]))
            goes.wait_for((0, 0))
            with pytest.raises(ConnectionClosed) as closed:
                stays.hear_until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            tokens = {opened["chair"]: opened["token"], bob["chair"]: bob["token"], cleo["chair"]: cleo["token"]}
            with Client(other.address, opened["room"], opened["token"]) as back:
                back.wait_for((0, 0))
                with Client(other.address, opened["room"], tokens[back.table["turn"]]) as mover:
                    mover.wait_for((0, 0))
                    move = mover.table["you"]["moves"][0]
                    assert mover.answer_to({"type": "move", "game": 0, "index": 0, "move": move}, "m")["type"] == "ack"
                for client in (back, goes):
                    client.wait_for((0, 1))
                    assert client.table["history"][0]["move"] == move
