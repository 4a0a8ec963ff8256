"""The hub with a real store and real workers: moves once and in order, bots that fail, rooms that come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from paiyou.records.record import Record
from paiyou.server.bots.levels import stand_in
from paiyou.server.bots.pool import BotError, Bots
from paiyou.server.http.limits import Limits
from paiyou.server.rooms.hub import Hub, same_cards
from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.record_pages import RecordPages
from paiyou.server.rooms.refusals import AlreadyDone, RefusedError
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair
from paiyou.server.rooms.store import Store
from paiyou.server.settings import Settings
from patience import PATIENCE
from server.api_apps import InlineBots

ANN = Chair(PERSON, "Ann")
RULES = Chair(BOT, agent="rules")
SEARCHER = Chair(BOT, agent="isuct:iterations=1")


@asynccontextmanager
async def a_hub(database: str, **settings: Any) -> AsyncIterator[Hub]:
    store, bots = Store(database), Bots(seconds=PATIENCE)
    hub = Hub(
        store, bots, Settings(**{"bot_pause": 0.0, "bot_seconds": PATIENCE, "question_seconds": PATIENCE} | settings)
    )
    try:
        yield hub
    finally:
        await hub.close()
        await bots.close()
        store.close()


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.01)


def people_are_to_move(live: LiveRoom) -> bool:
    room = live.room
    return room.over or room.player_at(room.state.turn).kind == PERSON


async def play_to_the_end(hub: Hub, live: LiveRoom) -> None:
    room = live.room
    while True:
        await until(lambda: people_are_to_move(live))
        if room.over:
            return
        chair = room.chair_at(room.state.turn)
        await hub.move(live, chair, room.number, room.index, room.state.moves()[-1])


async def records_of(hub: Hub, room: str, first: int = 0, most: int = 100) -> list[str]:
    pages = RecordPages(hub._store, InlineBots())  # type: ignore[arg-type]
    return [line async for part in pages.read(room, first, most) for line in part]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def code_of(error: pytest.ExceptionInfo[RefusedError]) -> str:
    return error.value.refusal.code


@pytest.mark.parametrize("game", ["doudizhu:bidding=call-rob", "gongzhu", "mini-doudizhu"])
def test_whole_games_with_bots_and_their_records(database: str, game: str) -> None:
    async def test() -> None:
        seats = {"gongzhu": 4, "mini-doudizhu": 2}.get(game, 3)
        async with a_hub(database) as hub:
            room_id, _ = await hub.create(game, [ANN] + [RULES] * (seats - 1))
            live = await hub.find(room_id)
            assert await records_of(hub, room_id) == []
            for number in range(2):
                await play_to_the_end(hub, live)
                records = await records_of(hub, room_id)
                assert len(records) == number + 1
                await hub.next_game(live, 0, number + 1)
                with pytest.raises(AlreadyDone):
                    await hub.next_game(live, 0, number + 1)
            assert len(await records_of(hub, room_id)) == 2  # the third is running: its cards are nobody's business
            assert await records_of(hub, room_id, first=1) == records[1:]
            assert await records_of(hub, room_id, most=1) == records[:1]
            assert await records_of(hub, room_id, first=3) == []
            for record in records:
                Record.from_line(record).replay()

    run(test())


def test_a_move_is_made_once_and_only_in_its_place(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub:
            room_id, _ = await hub.create("mini-doudizhu", [ANN, RULES], seed=3)
            live = await hub.find(room_id)
            room = live.room
            await until(lambda: people_are_to_move(live))
            index, move = room.index, room.state.moves()[0]
            for bad in ((1, index), (0, index + 1), (0, index + 7)):
                with pytest.raises(RefusedError) as late:
                    await hub.move(live, 0, *bad, move)
                assert code_of(late) == "late"
            with pytest.raises(RefusedError) as watching:
                await hub.move(live, None, 0, index, move)
            assert code_of(watching) == "spectator"
            with pytest.raises(RefusedError) as other:
                await hub.move(live, 1, 0, index, move)
            assert code_of(other) == "not_your_turn"
            assert room.index == index
            # Five of the same at once: one is made, the others are told that it is.
            said = await asyncio.gather(*(hub.move(live, 0, 0, index, move) for _ in range(5)), return_exceptions=True)
            assert sorted(type(one).__name__ for one in said) == ["AlreadyDone"] * 4 + ["NoneType"]
            with pytest.raises(AlreadyDone):
                await hub.move(live, 0, 0, index, move[::-1])
            stored = await hub._store.load(room_id)
            assert stored is not None
            assert [row["move"] for row in stored.actions].count(move) >= 1
            assert len({row["number"] for row in stored.actions}) == len(stored.actions)

    run(test())


def test_after_a_restart_the_room_is_where_it_was(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub:
            room_id, token = await hub.create("doudizhu:bidding=123", [ANN, RULES, Chair(OPEN)])
            invite = (await hub.find(room_id)).room.invite
            assert invite is not None
            _, other_token = await hub.join(room_id, invite, "Bob")
            live = await hub.find(room_id)
            await play_to_the_end(hub, live)
            await hub.next_game(live, 2, 1)
            for _ in range(4):
                await until(lambda: people_are_to_move(live))
                room = live.room
                chair = room.chair_at(room.state.turn)
                await hub.move(live, chair, room.number, room.index, room.state.moves()[-1])
        # The first hub is gone with all it knew.
        async with a_hub(database, bot_pause=1000.0) as hub:
            again = await hub.find(room_id)
            assert again is not live
            before, now = live.room, again.room
            assert (now.number, now.scores, list(now.results)) == (before.number, before.scores, list(before.results))
            # A bot's last move may have been stored when the first hub went, but not yet played.
            assert now.history[: len(before.history)] == before.history
            assert [chair.name for chair in now.chairs] == ["Ann", None, "Bob"]
            assert hub.enter(again, token).chair == 0
            assert hub.enter(again, other_token).chair == 2
            assert hub.enter(again, None).chair is None
            for wrong in ("", "x", token + "x", room_id, invite):
                with pytest.raises(RefusedError) as refused:
                    hub.enter(again, wrong)
                assert code_of(refused) == "bad_token"
        async with a_hub(database) as hub:
            again = await hub.find(room_id)
            await play_to_the_end(hub, again)

    run(test())


@pytest.mark.parametrize("agent", ["nobody", "uct:iterations=100000000"])
def test_a_bot_that_fails_or_overruns_is_replaced_and_it_is_said(agent: str, tmp_path: Any) -> None:
    async def test() -> None:
        game = "mini-doudizhu:ranks=8,hand=14"
        async with a_hub(f"sqlite:///{tmp_path}/t.db") as hub:
            true_run = hub._bot_moves._bots.run

            async def impatient(kind: str, payload: dict[str, Any], seconds: float, **_: str) -> dict[str, Any]:
                """The one on the chair has little time; who moves in its place has what the server gives."""
                return await true_run(kind, payload, 0.5 if payload["agent"] == agent else seconds)

            hub._bot_moves._bots.run = impatient  # type: ignore[assignment, method-assign]
            room_id, _ = await hub.create(game, [ANN, Chair(BOT, agent=agent)], seed=1)
            live = await hub.find(room_id)
            room = live.room
            await until(lambda: people_are_to_move(live))
            if not room.history:
                await hub.move(live, 0, 0, 0, room.state.moves()[0])
                await until(lambda: people_are_to_move(live) and room.index > 1)
            bots_moves = [played for played in room.history if room.chair_at(played.seat) == 1]
            assert bots_moves
            assert all(played.note == "rules" for played in bots_moves)
            restored = await hub._store.load(room_id)
            assert restored is not None
            assert [row["note"] for row in restored.actions] == [played.note for played in room.history]

    run(test())


def test_a_join_repeated_finds_the_same_chair(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub, a_hub(database) as other:
            room_id, _ = await hub.create("zhengshangyou", [ANN, Chair(OPEN), Chair(OPEN)])
            invite = (await hub.find(room_id)).room.invite
            assert invite is not None
            await other.find(room_id)  # knows both chairs as open
            first = await hub.join(room_id, invite, "Bob", "a wish of sixteen")
            assert await hub.join(room_id, invite, "Bob", "a wish of sixteen") == first
            second = await hub.join(room_id, invite, "Cleo", "another wish of sixteen")
            assert second[0] != first[0]
            assert second[1] != first[1]
            assert await hub.join(room_id, invite, "Bob", "a wish of sixteen") == first
            with pytest.raises(RefusedError) as full:
                await hub.join(room_id, invite, "Dan", "a third wish of sixteen")
            assert code_of(full) == "full"
            # Another server on the database that still thinks a chair is open gives nothing away.
            with pytest.raises(RefusedError) as late:
                await other.join(room_id, invite, "Eve", "a wish that comes late")
            assert code_of(late) == "full"
            assert [chair.name for chair in (await other.find(room_id)).room.chairs] == ["Ann", "Bob", "Cleo"]
            assert hub.enter(await hub.find(room_id), first[1]).chair == first[0]

    run(test())


def test_a_bot_that_another_server_has_seated_is_seen(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub, a_hub(database) as other:
            room_id, _ = await hub.create("mini-doudizhu", [ANN, Chair(OPEN)])
            assert (await other.find(room_id)).room.chairs[1].kind == OPEN
            await hub.seat_bot(await hub.find(room_id), 0, 1)
            assert (await other.find(room_id)).room.chairs[1].kind == BOT

    run(test())


def test_one_who_goes_away_does_not_make_two_of_a_room(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db", idle_seconds=-1.0) as hub:
            room_id, _ = await hub.create("zhengshangyou", [ANN, Chair(OPEN), Chair(OPEN)])
            hub.forget_idle_rooms()
            assert hub.rooms_in_memory == 0
            first = asyncio.create_task(hub.find(room_id))
            await asyncio.sleep(0)
            second = asyncio.create_task(hub.find(room_id))
            await asyncio.sleep(0)
            first.cancel()
            await asyncio.sleep(0)
            third = await hub.find(room_id)
            assert await second is third

    run(test())


def test_a_hint_is_for_the_seat_that_asked_whoever_is_to_move_then(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db", bot_pause=1000.0) as hub:
            room_id, _ = await hub.create("mini-doudizhu", [ANN, RULES], seed=4)
            live = await hub.find(room_id)
            room = live.room
            if room.state.turn != room.seat_of(0):
                async with live.lock:
                    await hub._journal.play(live, room.state.moves()[0])
            asked: list[dict[str, Any]] = []
            true_run = hub._bot_moves._bots.run

            async def fails_once(kind: str, payload: dict[str, Any], seconds: float, **_: str) -> dict[str, Any]:
                if kind != "hint":
                    return await true_run(kind, payload, seconds)
                asked.append(payload)
                if len(asked) == 1:
                    # While the adviser thinks, and then fails, the person moves.
                    await hub.move(live, 0, 0, room.index, room.state.moves()[0])
                    raise BotError("gone")
                return await true_run(kind, payload, seconds)

            hub._bot_moves._bots.run = fails_once  # type: ignore[assignment, method-assign]
            legal = set(room.state.moves())
            found = await hub.hint(live, 0, 0, room.index)
            assert [question["seat"] for question in asked] == [room.seat_of(0)] * 2
            assert {entry["move"] for entry in found["moves"]} <= legal

    run(test())


def test_a_rules_bot_whose_worker_dies_is_asked_again(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db") as hub:
            # Nobody else answers at once in this game.
            room_id, _ = await hub.create("mini-doudizhu", [ANN, RULES], seed=2)
            live = await hub.find(room_id)
            await until(lambda: people_are_to_move(live))
            room = live.room
            process = hub._bot_moves._bots._lanes["quick"]._workers[0]._process
            before = room.index
            await hub.move(live, 0, 0, before, room.state.moves()[0])
            if process is not None:
                process.kill()
            await until(lambda: people_are_to_move(live) and room.index > before + 1)
            assert all(played.note is None or played.note == "rules" for played in room.history)

    run(test())


def test_a_repeated_move_is_known_even_when_its_deal_is_gone(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub:
            room_id, _ = await hub.create("doudizhu:bidding=123", [ANN, Chair(OPEN), Chair(OPEN)])
            live = await hub.find(room_id)
            room = live.room
            assert room.invite is not None
            for name in ("Bob", "Cleo"):
                await hub.join(room_id, room.invite, name)
            chairs = []
            for index in range(3):
                chairs.append(room.chair_at(room.state.turn))
                await hub.move(live, chairs[-1], 0, index, "bid 0")
            assert room.redeals == 1
            for index, chair in enumerate(chairs):
                with pytest.raises(AlreadyDone):
                    await hub.move(live, chair, 0, index, "bid 0")
                with pytest.raises(RefusedError):
                    await hub.move(live, chair, 0, index, "bid 1")
            with pytest.raises(RefusedError):
                await hub.move(live, chairs[0], 0, 1, "bid 0")

    run(test())


def test_two_servers_on_one_database_agree_on_what_happened(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as one, a_hub(database) as other:
            room_id, _ = await one.create("zhengshangyou", [ANN, Chair(OPEN), Chair(OPEN)])
            invite = (await one.find(room_id)).room.invite
            assert invite is not None
            for name in ("Bob", "Cleo"):
                await one.join(room_id, invite, name)
            here, there = await one.find(room_id), await other.find(room_id)
            chair = here.room.chair_at(here.room.state.turn)
            first, second = here.room.state.moves()[:2]
            await one.move(here, chair, 0, 0, first)
            with pytest.raises(RefusedError) as late:
                await other.move(there, chair, 0, 0, second)
            assert code_of(late) == "late"
            assert there.room.state == here.room.state
            assert [played.move for played in there.room.history] == [first]

    run(test())


def test_a_room_that_went_on_at_another_server_is_not_an_old_one(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as one:
            room_id, _ = await one.create("mini-doudizhu", [ANN, Chair(OPEN)])
            invite = (await one.find(room_id)).room.invite
            assert invite is not None
            async with a_hub(database) as other:
                _, token = await other.join(room_id, invite, "Bob")
                one.enter(await one.find(room_id), token)  # whose chair was open here a moment ago
                for client in list((await one.find(room_id)).clients):
                    one.leave(await one.find(room_id), client)
                there = await other.find(room_id)
                await play_to_the_end(other, there)
                await other.next_game(there, 0, 1)
                room = there.room
                await other.move(there, room.chair_at(room.state.turn), 1, 0, room.state.moves()[0])
            # That server is gone, and people come here.
            here = await one.find(room_id)
            assert (here.room.number, here.room.index) == (1, 1)
            assert here.room.state == room.state

    run(test())


def test_a_move_that_was_stored_though_the_database_said_it_failed_is_made(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub:
            room_id, _ = await hub.create("mini-doudizhu", [ANN, RULES])
            live = await hub.find(room_id)
            move, commit = live.room.state.moves()[0], hub._store._commit

            def commit_and_die(batch: Any) -> Any:
                hub._store._commit = commit  # type: ignore[method-assign]
                return [(work, OperationalError("COMMIT", None, OSError("gone"))) for work, _ in commit(batch)]

            hub._store._commit = commit_and_die  # type: ignore[method-assign]
            with pytest.raises(OperationalError):
                await hub.move(live, 0, 0, 0, move)
            # The client sends it again, as it is told to; then it is done, and the bot goes on.
            with pytest.raises(AlreadyDone):
                await hub.move(live, 0, 0, 0, move)
            assert live.room.history[0].move == move
            await until(lambda: live.room.index > 1 or live.room.over)

    run(test())


def test_who_hangs_up_does_not_leave_a_move_half_made(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db") as hub:
            room_id, _ = await hub.create("zhengshangyou", [ANN, Chair(OPEN), Chair(OPEN)])
            live = await hub.find(room_id)
            assert live.room.invite is not None
            for name in ("Bob", "Cleo"):
                await hub.join(room_id, live.room.invite, name)
            for turns in range(30):
                room = live.room
                if room.over:
                    break
                chair = room.chair_at(room.state.turn)
                asked = asyncio.create_task(hub.move(live, chair, 0, room.index, room.state.moves()[-1]))
                for _ in range(turns % 6):
                    await asyncio.sleep(0)
                asked.cancel()
                await until(lambda: not hub._background.tasks)
                stored = await hub._store.load(room_id)
                assert stored is not None
                assert [row["move"] for row in stored.actions] == [played.move for played in live.room.history]

    run(test())


def test_invitations(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db") as hub:
            room_id, _ = await hub.create("zhengshangyou", [ANN, Chair(OPEN), RULES])
            room = (await hub.find(room_id)).room
            assert room.invite is not None
            with pytest.raises(RefusedError) as wrong:
                await hub.join(room_id, "please", "Bob")
            assert code_of(wrong) == "bad_invite"
            said = await asyncio.gather(
                *(hub.join(room_id, room.invite, f"Bob {n}") for n in range(5)), return_exceptions=True
            )
            assert sum(isinstance(one, tuple) for one in said) == 1
            assert {one.refusal.code for one in said if isinstance(one, RefusedError)} == {"full"}
            with pytest.raises(RefusedError) as nowhere:
                await hub.find("nowhere")
            assert code_of(nowhere) == "no_room"
            closed, _ = await hub.create("zhengshangyou", [ANN, RULES, RULES])
            with pytest.raises(RefusedError) as shut:
                await hub.join(closed, "None", "Bob")
            assert code_of(shut) == "bad_invite"

    run(test())


def test_rooms_nobody_looks_at_leave_the_memory_and_come_back(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db", idle_seconds=0.0) as hub:
            room_id, token = await hub.create("mini-doudizhu", [ANN, RULES])
            live = await hub.find(room_id)
            client = hub.enter(live, token)
            await until(lambda: live.thinking is None)
            hub.forget_idle_rooms()
            assert hub.rooms_in_memory == 1
            hub.leave(live, client)
            await asyncio.sleep(0.01)
            hub.forget_idle_rooms()
            assert hub.rooms_in_memory == 0
            again = await hub.find(room_id)
            assert again is not live
            assert again.room.state == live.room.state
            # Many who come at once find one and the same room.
            hub.forget_idle_rooms()
            found = await asyncio.gather(*(hub.find(room_id) for _ in range(5)))
            assert len(set(map(id, found))) == 1

    run(test())


def test_hints_come_from_what_the_person_sees(tmp_path: Any) -> None:
    async def test() -> None:
        async with a_hub(f"sqlite:///{tmp_path}/t.db") as hub:
            room_id, _ = await hub.create("paodekuai", [ANN, RULES, RULES])
            live = await hub.find(room_id)
            await until(lambda: people_are_to_move(live))
            room = live.room
            found = await hub.hint(live, 0, 0, room.index)
            assert 0 < len(found["moves"]) <= 5
            assert {entry["move"] for entry in found["moves"]} <= set(room.state.moves())
            for chair, game, index, code in ((None, 0, room.index, "spectator"), (0, 0, room.index + 1, "late"),
                                             (1, 0, room.index, "not_your_turn")):  # fmt: skip
                with pytest.raises(RefusedError) as refused:
                    await hub.hint(live, chair, game, index)
                assert code_of(refused) == code

    run(test())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("33344", "44333", True), ("34", "43", False), ("expose SQ HA", "expose HA SQ", True),
     ("expose SQ HA", "expose SA HQ", False), ("SQ", "QS", False), ("pass", "pass", True)],
)  # fmt: skip
def test_the_same_move_in_another_order(one: str, other: str, same: bool) -> None:
    assert same_cards(one, other) is same


def test_bots_take_the_chairs_that_stay_open(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub:
            room_id, _ = await hub.create("doudizhu:bidding=123", [ANN, Chair(OPEN), Chair(OPEN)])
            live = await hub.find(room_id)
            invite = live.room.invite
            assert invite is not None
            for asking, chair, code in ((None, 1, "spectator"), (0, 0, "bad_message"), (0, 3, "bad_message")):
                with pytest.raises(RefusedError) as wrong:
                    await hub.seat_bot(live, asking, chair)
                assert code_of(wrong) == code
            await asyncio.gather(*(hub.seat_bot(live, 0, chair) for chair in (1, 2, 2)))
            assert [chair.kind for chair in live.room.chairs] == [PERSON, BOT, BOT]
            with pytest.raises(RefusedError) as late:
                await hub.join(room_id, invite, "Bob")
            assert code_of(late) == "full"
            await play_to_the_end(hub, live)
        async with a_hub(database) as hub:
            live = await hub.find(room_id)
            assert [chair.agent for chair in live.room.chairs] == [None, "dmc", "dmc"]
            assert live.room.over

    run(test())


def test_a_bot_plays_for_a_person_who_is_away_until_he_is_back(database: str) -> None:
    async def test() -> None:
        async with a_hub(database, away_seconds=1000.0) as hub:
            room_id, token = await hub.create("zhengshangyou", [ANN, Chair(OPEN), RULES])
            live = await hub.find(room_id)
            room = live.room
            assert room.invite is not None
            live.begun -= 1001.0  # so much later
            chair, bobs = await hub.join(room_id, room.invite, "Bob")
            ann = hub.enter(live, token)
            with pytest.raises(RefusedError) as coming:
                await hub.seat_bot(live, ann.chair, chair)
            assert code_of(coming) == "not_away"
            bob = hub.enter(live, bobs)
            for _ in range(2):
                with pytest.raises(RefusedError) as here:
                    await hub.seat_bot(live, ann.chair, chair)
                assert code_of(here) == "not_away"
                hub.leave(live, bob)
            live.left[chair] -= 1001.0
            assert live.stand_ins == set()
            await hub.seat_bot(live, ann.chair, chair)
            seat = room.seat_of(chair)
            assert live.table(0)["players"][seat]["stand_in"]
            await until(lambda: live.thinking is None)
            ann.changed.clear()
            for other in (chair, 2):  # again, or where a bot sits: nothing has changed
                await hub.seat_bot(live, ann.chair, other)
            assert not ann.changed.is_set()

            async def ann_moves() -> None:
                await until(lambda: room.over or (room.chair_at(room.state.turn) == 0 and live.thinking is None))
                if not room.over:
                    await hub.move(live, 0, room.number, room.index, room.state.moves()[0])

            while len(room.history) < 9 and not room.over:
                await ann_moves()
            notes = {played.note for played in room.history if played.seat == seat}
            assert notes == {stand_in(room.game.info)}
            assert {played.note for played in room.history if played.seat != seat} == {None}
            # His chair is still his own, and nobody moves for him any more.
            again = hub.enter(live, bobs)
            assert again.chair == chair
            assert not live.table(0)["players"][seat]["stand_in"]
            while room.state.turn != seat and not room.over:
                await ann_moves()
                await until(lambda: live.thinking is None)
            before = room.index
            await asyncio.sleep(0.2)
            assert room.index == before

    run(test())


def test_spectators_keep_nobody_from_his_chair() -> None:
    async def test() -> None:
        limits = Limits(spectators_per_room=3, sockets_per_chair=2)
        async with a_hub("sqlite://", limits=limits) as hub:
            room_id, token = await hub.create("mini-doudizhu", [ANN, Chair(OPEN)])
            live = await hub.find(room_id)
            watching = [hub.enter(live, None) for _ in range(3)]
            with pytest.raises(RefusedError) as crowded:
                hub.enter(live, None)
            assert code_of(crowded) == "too_many"
            _, other = await hub.join(room_id, live.room.invite or "", "Bob")
            people = [hub.enter(live, token), hub.enter(live, token), hub.enter(live, other)]
            with pytest.raises(RefusedError) as crowded:
                hub.enter(live, token)
            assert code_of(crowded) == "too_many"
            hub.leave(live, people[0])
            hub.enter(live, token)
            hub.leave(live, watching[0])
            hub.enter(live, None)

    run(test())


def test_all_rooms_of_one_address_are_one_client(tmp_path: Any) -> None:
    async def test() -> None:
        asked: list[str] = []
        database = f"sqlite:///{tmp_path}/t.db"

        async def note(*_: Any, client: str) -> dict[str, Any]:
            asked.append(client)
            raise BotError("none here")

        rooms = []
        async with a_hub(database) as hub:
            hub._bot_moves._bots.run = note  # type: ignore[assignment, method-assign]
            for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
                room_id, token = await hub.create("mini-doudizhu", [SEARCHER, ANN], seed=1, address=address)
                rooms.append((room_id, token))
                live = await hub.find(room_id)
                await until(lambda live=live: people_are_to_move(live))
            assert set(asked) == {"192.0.2.1", "192.0.2.2"}
            with pytest.raises(RefusedError):
                await hub.hint(live, 1, 0, live.room.index)
            assert asked[-1] == "192.0.2.2"
        # Taken from the store, a room is its own client until a person sits down; who watches is not asked to pay.
        async with a_hub(database) as hub:
            hub._bot_moves._bots.run = note  # type: ignore[assignment, method-assign]
            live = await hub.find(rooms[0][0])
            hub.enter(live, None, "192.0.2.3")
            assert live.asker == rooms[0][0]
            hub.enter(live, rooms[0][1], "192.0.2.4")
            assert live.asker == "192.0.2.4"

    run(test())
