"""Records of people, with a real store and real games: written down once, rated, adjusted for luck, moved elsewhere."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import select

import paiyou
from paiyou.records.position import Position
from paiyou.server.bots.pool import BotError
from paiyou.server.profiles.entries import GameEntry
from paiyou.server.profiles.facts import facts_of
from paiyou.server.profiles.kinds import chance_lost, review_entry
from paiyou.server.profiles.luck import luck_of, reference_of
from paiyou.server.profiles.profile_store import ProfileStore
from paiyou.server.profiles.ratings import START
from paiyou.server.profiles.summary import FEWEST, days_in_a_row, streak, summary_of
from paiyou.server.rooms.hub import Hub
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.reviews import Reviews
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.tables import chairs, ends, results
from patience import PATIENCE
from server.api_apps import InlineBots
from server.rooms.test_hub import a_hub, play_to_the_end, until
from server.stored_rooms import evening

STRONG = Chair(BOT, level="strong", agent="rules")


async def opened(hub: Hub, game: str, others: list[Chair]) -> tuple[str, str, Any]:
    key = await hub.profiles.open()
    profile = await hub.profiles.find(key)
    room, _ = await hub.create(game, [Chair(PERSON, "Ann", profile=profile), *others])
    return key, profile, await hub.find(room)


async def all_recorded(hub: Hub, profile: str, games: int) -> list[Any]:
    """What is written down in the background comes by itself."""
    async with asyncio.timeout(PATIENCE):
        while len(found := await hub.profiles.games(profile)) < games:
            await asyncio.sleep(0.02)
            with suppress(BotError):  # on a busy machine no worker may have answered in time
                await hub.profiles.record_games(profile)
    return found


def test_a_profile_is_written_by_one_task_at_a_time() -> None:
    """Also where one begins at the moment in which another has just ended and a third is about to begin."""
    inside = 0

    class Slow:
        async def read(self, _: Any) -> list[Any]:
            nonlocal inside
            inside += 1
            for _ in range(3):
                await asyncio.sleep(0)
            assert inside == 1
            inside -= 1
            return []

    profiles = ProfileStore(Slow(), None)  # type: ignore[arg-type]

    async def again_and_again() -> None:
        for _ in range(4):
            assert await profiles.record_games("ann") == 0

    async def several() -> None:
        await asyncio.gather(*(again_and_again() for _ in range(3)))

    asyncio.run(several())
    assert len(profiles._locks) == 0


def test_finished_games_are_written_down_once(database: str) -> None:
    async def test() -> None:
        async with a_hub(database) as hub:
            key, profile, live = await opened(hub, "doudizhu", [STRONG, STRONG])
            for number in range(3):
                await play_to_the_end(hub, live)
                await hub.next_game(live, 0, number + 1)
            games = await all_recorded(hub, profile, 3)
            assert await hub.profiles.record_games(profile) == 0
            assert len(await hub.profiles.games(profile)) == 3
            by_chair = dict(live.room.results)
            rating = START
            for row, entry, review in games:
                assert entry.points == by_chair[row["game"]][0]
                assert entry.won == float(entry.points > 0)
                assert entry.role == ("landlord" if row["game"] == 0 else "peasant")
                assert (entry.level, review, len(entry.opponents)) == ("strong", None, 1)
                rating = rating.after(entry.opponents)
                assert entry.after == rating
            told = summary_of(games, [])
            assert told["by_game"][0]["rating"]["games"] == 3
            assert {role["name"]: role["games"] for role in told["by_game"][0]["roles"]} == {
                "landlord": 1,
                "peasant": 2,
            }
            with pytest.raises(RefusedError):
                await hub.profiles.find(key + "x")

    asyncio.run(test())


def test_what_was_not_written_down_when_the_server_died_is_found_later() -> None:
    async def test() -> None:
        async with a_hub("sqlite://") as hub:
            _, profile, live = await opened(hub, "mini-doudizhu", [STRONG])
            hub.profiles.record_games_quietly = _nothing  # type: ignore[method-assign]
            await play_to_the_end(hub, live)
            assert await hub.profiles.games(profile) == []
            later = ProfileStore(hub._store, InlineBots())  # type: ignore[arg-type]
            assert await later.record_games(profile, most=1) == 0
            assert len(await later.games(profile)) == 1

    asyncio.run(test())


async def _nothing(*_: object) -> None:
    pass


def test_a_game_with_hints_or_stand_ins_counts_and_is_not_rated() -> None:
    async def test() -> None:
        async with a_hub("sqlite://") as hub:
            _, profile, live = await opened(hub, "mini-doudizhu", [STRONG])
            await until(lambda: live.room.over or live.room.chair_at(live.room.state.turn) == 0)
            await hub.hint(live, 0, 0, live.room.index)
            await play_to_the_end(hub, live)
            [(_, entry, _)] = await all_recorded(hub, profile, 1)
            assert (entry.won in (0, 1), entry.after) == (True, None)
            await hub.next_game(live, 0, 1)
            await play_to_the_end(hub, live)
            games = await all_recorded(hub, profile, 2)
            assert games[1][1].after is not None

    asyncio.run(test())


def test_a_game_that_was_set_up_counts_and_is_not_rated() -> None:
    async def test() -> None:
        async with a_hub("sqlite://") as hub:
            profile = await hub.profiles.find(await hub.profiles.open())
            sitting = [Chair(PERSON, "Ann", profile=profile), STRONG]
            room, _ = await hub.create("mini-doudizhu", sitting, opening=Position("mini-doudizhu", seed=3))
            live = await hub.find(room)
            for number in range(2):
                await play_to_the_end(hub, live)
                await hub.next_game(live, 0, number + 1)
            (_, first, _), (_, second, _) = await all_recorded(hub, profile, 2)
            assert (first.won in (0, 1), first.after, first.luck_won) == (True, None, None)
            assert second.after is not None
            assert second.luck_won is not None

    asyncio.run(test())


def test_between_people_there_are_no_hints_in_rated_games() -> None:
    async def test() -> None:
        async with a_hub("sqlite://") as hub:
            _, ann, live = await opened(hub, "mini-doudizhu", [Chair(OPEN)])
            bob = await hub.profiles.find(await hub.profiles.open())
            await hub.join(live.room.id, live.room.invite, "Bob", profile=bob)
            assert live.room.rated
            turn = live.room.chair_at(live.room.state.turn)
            with pytest.raises(RefusedError) as refused:
                await hub.hint(live, turn, 0, live.room.index)
            assert refused.value.refusal.code == "rated"
            await play_to_the_end(hub, live)
            [(_, one, _)], [(_, other, _)] = await all_recorded(hub, ann, 1), await all_recorded(hub, bob, 1)
            assert one.won + other.won == 1
            assert one.level == other.level == "people"
            assert (one.rating > START.value) == (one.won == 1)

            # Where whoever opened the table has no record there, nobody's is written, and hints are free.
            room, _ = await hub.create("mini-doudizhu", [Chair(PERSON, "Ann"), Chair(OPEN)])
            free = await hub.find(room)
            await hub.join(room, free.room.invite, "Bob", profile=bob)
            assert not free.room.rated
            assert (await hub.hint(free, free.room.chair_at(free.room.state.turn), 0, 0))["moves"]

    asyncio.run(test())


def test_a_review_is_noted() -> None:
    async def test() -> None:
        async with a_hub("sqlite://") as hub:
            _, profile, live = await opened(hub, "doudizhu", [STRONG, STRONG])
            await play_to_the_end(hub, live)
            bots: Any = InlineBots()
            whole = json.loads(await Reviews(hub._store, bots, hub.profiles).make(live.room.id, 0))
            [(_, _, review)] = await all_recorded(hub, profile, 1)
            own = whole["summaries"][0]
            assert (review.decisions, review.best) == (own["decisions"], own["best"])
            faults = sum(own["verdicts"].get(name, 0) for name in ("inaccuracy", "mistake", "blunder"))
            assert sum(count for count, _ in review.kinds.values()) == faults
            told = summary_of(await hub.profiles.games(profile), [])
            assert told["accuracy"][0]["accuracy"] == own["best"] / own["decisions"]

    asyncio.run(test())


def test_puzzles_are_rated_once_and_records_move() -> None:
    async def test() -> None:
        bots: Any = InlineBots()
        one, other = Store("sqlite://"), Store("sqlite://")
        here, there = ProfileStore(one, bots), ProfileStore(other, bots)
        profile, new = await here.find(await here.open()), await there.find(await there.open())
        solved = await here.keep_puzzle(profile, 7, 5.0, solved=True)
        assert await here.keep_puzzle(profile, 7, 5.0, solved=False) == solved
        assert solved.rating is not None
        assert solved.rating > START.value
        failed = await here.keep_puzzle(profile, 8, 5.0, solved=False)
        assert failed.rating is not None
        assert failed.rating < solved.rating
        entry = GameEntry(name="gongzhu", level="strong", won=1.0, points=100.0, rating=1200.0, deviation=90.0,
                          volatility=0.06)  # fmt: skip
        lines = [({"room": "far away", "game": 0, "ended": 5.0}, entry, None)]
        puzzles = [
            (({name: row[name] for name in ("puzzle", "ended")}), line) for row, line in await here.puzzles(profile)
        ]
        assert await there.import_lines(new, lines, puzzles) == 3
        assert await there.import_lines(new, lines, puzzles) == 0
        told = summary_of(await there.games(new), await there.puzzles(new))
        assert (told["puzzles"]["tried"], told["puzzles"]["solved"], told["games"]) == (2, 1, 1)
        mine, others = await there.rating(new, "gongzhu"), await there.rating(new, "gongzhu", imported=False)
        assert mine is not None
        assert (mine.value, others) == (1200.0, None)
        one.close()
        other.close()

    asyncio.run(test())


def test_the_end_of_a_game_is_stored_with_its_last_action() -> None:
    async def test() -> None:
        async with a_hub("sqlite://") as hub:
            _, profile, live = await opened(hub, "mini-doudizhu", [STRONG])
            await play_to_the_end(hub, live)
            rows = await hub._store.read(lambda connection: connection.execute(select(ends)).mappings().all())
            assert [(row["room"], row["game"], row["hinted"]) for row in rows] == [(live.room.id, 0, "[]")]
            kept = await hub._store.read(
                lambda connection: connection.execute(select(chairs.c.profile)).scalars().all()
            )
            assert sorted(kept, key=str) == sorted([profile, None], key=str)
            await all_recorded(hub, profile, 1)
            assert await hub._store.read(lambda c: c.execute(select(results.c.room)).scalar()) == live.room.id

    asyncio.run(test())


@pytest.mark.parametrize("game", ["doudizhu", "doudizhu:bidding=123", "gongzhu", "gongzhu:partners=on", "paodekuai"])
def test_what_a_game_was_for_every_chair(game: str) -> None:
    stored = evening(game)
    facts = [facts_of(stored, 0, chair) for chair in range(len(stored.chairs))]
    assert sum(one["won"] for one in facts) >= 1
    for chair, one in enumerate(facts):
        against = [other for side in one["sides"] for other in side["chairs"]]
        assert sorted([chair, *one["partners"], *against]) == list(range(len(facts)))
        assert (one["won"] == 1) <= all(side["score"] == 1 for side in one["sides"])


def test_luck_is_nothing_on_average() -> None:
    """The mean was fixed beforehand from other deals."""
    game = paiyou.game("zhengshangyou")
    reference = reference_of(game)
    assert reference is not None
    lucks = [luck_of(game, seed, seat=0) for seed in range(400)]
    won = [luck[0] for luck in lucks if luck is not None]
    assert len(won) == 400
    spread = (sum(luck**2 for luck in won) / 400) ** 0.5
    assert spread > 0.05
    assert abs(sum(won) / 400) < 4 * spread / 20


def test_streaks() -> None:
    assert streak([True, True, False, True]) == {"now": 1, "best": 2}
    day = 86_400.0
    from datetime import UTC, datetime

    today = datetime.fromtimestamp(10.5 * day, UTC)
    assert days_in_a_row([2 * day, 3 * day, 4 * day, 9.2 * day, 9.3 * day], today) == {"now": 1, "best": 3}
    assert days_in_a_row([2 * day, 3 * day], today) == {"now": 0, "best": 2}


def test_kinds_of_mistakes() -> None:
    info = paiyou.game_info("doudizhu")
    told = [{"move": "pass"}]
    faults = [
        {"seat": 0, "verdict": "mistake", "unit": "result", "loss": 0.2, "move": "33", "told": told},
        {"seat": 0, "verdict": "blunder", "unit": "points", "loss": 1.2, "move": "pass", "told": [{"move": "44"}]},
        {"seat": 0, "verdict": "best", "unit": "result", "loss": 0.0, "move": "5", "told": [{"move": "5"}]},
        {"seat": 0, "verdict": "forced", "unit": "order", "loss": None, "move": "5", "told": []},
        {"seat": 1, "verdict": "blunder", "unit": "result", "loss": 1.0, "move": "5", "told": [{"move": "6"}]},
        {"seat": 0, "verdict": "mistake", "unit": "result", "loss": 0.3, "move": "6", "told": [{"move": "7"}]},
    ]
    entry = review_entry(info, 0, faults, [False, False, True, True, True, True], [False] * 5 + [True])
    assert (entry.decisions, entry.best) == (3, 1)
    assert entry.kinds == {"overtook": (1, pytest.approx(0.1)), "passed": (1, pytest.approx(0.2))}


@pytest.mark.parametrize(("unit", "loss", "lost"), [("result", 0.4, 0.2), ("points", 1.2, 0.2), ("points", 99.0, 1.0)])
def test_nobody_loses_more_than_the_game(unit: str, loss: float, lost: float) -> None:
    info = paiyou.game("doudizhu").info
    assert chance_lost(info, {"unit": unit, "loss": loss}) == pytest.approx(lost)


@pytest.mark.parametrize("games", [1, 2, FEWEST - 1, FEWEST])
def test_few_games_have_a_mean_and_no_interval(games: int) -> None:
    lines: Any = [
        (
            {"room": "r", "game": n, "ended": float(n)},
            GameEntry(name="doudizhu", level="strong", won=float(n % 2)),
            None,
        )
        for n in range(games)
    ]
    (told,) = summary_of(lines, [])["by_game"]
    assert told["won"]["mean"] == pytest.approx((games // 2) / games)
    assert (told["won"]["low"] is None) is (games < FEWEST)
