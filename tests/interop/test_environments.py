"""Games as environments of PettingZoo and Gymnasium: their own checkers, and the engine beside them move by move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test

import duel_family
import paiyou
from paiyou.games.game import Game
from paiyou.interop.gymnasium_env import SeatEnv
from paiyou.interop.pettingzoo_env import SeatsEnv
from paiyou.interop.spaces import Encoding, legal_numbers
from paiyou.interop.vector_env import GamesEnv, random_actions

GAMES = [
    "doudizhu",
    "doudizhu:bidding=123",
    "doudizhu:bidding=call-rob",
    "mini-doudizhu",
    "zhengshangyou",
    "paodekuai",
    "gongzhu",
    "gongzhu:partners=on",
    "gongzhu:expose=off",
    "four-card",
]


def random_positions(game: Game, seed: int, moves: int = 400) -> Any:
    """Positions of random games, the finished ones included."""
    random = np.random.default_rng(seed)
    while moves > 0:
        state = game.deal(int(random.integers(2**32)))
        while not state.over:
            yield state
            legal = state.moves()
            state.play(legal[int(random.integers(len(legal)))])
            moves -= 1
        yield state


@pytest.mark.parametrize("name", GAMES)
def test_masks_are_the_legal_moves_by_number(name: str) -> None:
    game = paiyou.game(name)
    encoding = Encoding(game)
    assert encoding.moves[: len(game.actions)] == game.actions
    for state in random_positions(game, 1):
        mask = state.mask()
        assert {encoding.moves[number] for number in legal_numbers(mask)} == set(state.moves())
        assert set(np.unique(mask)) <= {0, 1}


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_is_what_a_seat_knows_and_no_more(name: str) -> None:
    """Any deal that agrees with a seat's view looks the same from there."""
    game = paiyou.game(name)
    encoding = Encoding(game)
    for place, state in enumerate(random_positions(game, 2, 200)):
        if state.over:
            continue
        for seat in range(game.seats):
            seen = state.observe(seat)
            view = state.view(seat)
            assert np.array_equal(seen, view.sample(place).observe(seat))
            assert seen.shape == (encoding.width,)
            parts = encoding.parts(seen)
            around = [(seat + step) % game.seats for step in range(game.seats)]
            assert parts["left"].tolist() == [view.counts[other] for other in around]
            assert parts["hand"].sum() == len(view.hand)
            assert parts["unseen"].sum() == len(view.unseen)


def test_parts_of_a_climbing_observation() -> None:
    game = paiyou.game("doudizhu")
    state = game.start(["3345678", "4456", "7789"], turn=0)
    state.play("33")
    state.play("44")
    parts = Encoding(game).parts(state.observe(2))
    ranks = game.spec.symbols  # type: ignore[attr-defined]
    assert [ranks[rank] for rank in np.flatnonzero(parts["standing"])] == ["4"]
    assert parts["owner"].tolist() == [0, 0, 1]  # counted from seat 2: itself, the landlord, seat 1
    assert parts["landlord"].tolist() == [0, 1, 0]
    assert parts["played"][1].sum() == 2
    assert parts["latest"][2].sum() == 2
    assert parts["left"].tolist() == [4, 5, 2]


def test_parts_of_a_trick_observation() -> None:
    game = paiyou.game("gongzhu:expose=off")
    state = game.deal(3)
    led, first = state.turn, state.moves()[0]
    state.play(first)
    parts = Encoding(game).parts(state.observe(state.turn))
    assert [game.actions[card] for card in np.flatnonzero(parts["trick"][3])] == [first]
    assert state.turn == (led + 1) % 4
    assert parts["unfollowed"].sum() == 0
    while len(state.history) < 51:
        state.play(state.moves()[0])
    seen = Encoding(game).parts(state.observe(0))
    assert seen["tricks"].tolist() == state.tricks  # type: ignore[attr-defined]
    missed = set()
    for begin in range(0, 51, 4):
        suit = state.history[begin][1][0]
        missed |= {(seat, suit) for seat, card in state.history[begin : begin + 4] if card[0] != suit}
    assert seen["unfollowed"].sum() == len(missed)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_no_fault(name: str) -> None:
    api_test(SeatsEnv(name), num_cycles=200)


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_pettingzoo_finds_the_same_games_by_seed(name: str) -> None:
    seed_test(lambda: SeatsEnv(name), num_cycles=100)


def test_pettingzoo_finds_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: SeatsEnv("mini-doudizhu", render_mode=render_mode))
    assert "is to move" in capsys.readouterr().out


def test_rewards_are_the_payoffs_of_the_deal_that_was_asked_for() -> None:
    env = SeatsEnv("paodekuai", render_mode="ansi")
    env.reset(seed=1, options={"deal": 7})
    beside = paiyou.game("paodekuai").deal(7)
    random = np.random.default_rng(1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        assert not truncated
        if terminated:
            env.step(None)
            continue
        assert agent == f"seat_{beside.turn}"
        assert f"seat {beside.turn} is to move" in env.render()
        chosen = int(random.choice(legal_numbers(observation["action_mask"])))
        env.step(chosen)
        beside.play(env.encoding.moves[chosen])
    assert list(totals.values()) == beside.payoffs


def test_an_illegal_move_forfeits() -> None:
    env = SeatsEnv("doudizhu")
    env.reset(seed=1)
    env.step(env.encoding.number["pass"])
    assert env.rewards == {"seat_0": -2.0, "seat_1": 1.0, "seat_2": 1.0}
    assert all(env.terminations.values())
    assert "refusal" in env.infos["seat_0"]
    seat = SeatEnv("doudizhu", seat=0)
    seat.reset(seed=1)
    _, reward, ended, _, info = seat.step(seat.encoding.number["pass"])
    assert (reward, ended) == (-2.0, True)
    assert info["refusal"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_no_fault(name: str) -> None:
    check_env(SeatEnv(name, render_mode="ansi"), skip_render_check=False)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_against_the_rules_is_a_game_of_the_arena(seat: int) -> None:
    env = SeatEnv("doudizhu:bidding=123", seat=seat, opponents=["rules", "random"])
    for seed in range(5):
        _, info = env.reset(seed=seed)
        ended, reward = False, 0.0
        while not ended:
            assert env.state.turn == seat
            _, reward, ended, _, info = env.step(info["legal"][0])
        assert reward == env.state.payoffs[seat]
        assert [by for by, _ in env.state.history].count(seat) > 0


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="seat must be 0 to 2"):
        SeatEnv("doudizhu", seat=3)
    with pytest.raises(ValueError, match="2 other seats, but 1 agents"):
        SeatEnv("doudizhu", opponents=["random"])
    with pytest.raises(ValueError, match="duel games cannot be environments"):
        SeatsEnv(Game(duel_family.DuelSpec()))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("masks", [False, True])
def test_many_games_at_once_are_the_engines_games(name: str, masks: bool) -> None:
    """Every game of a batch beside a state of its own: observations, legal moves, rewards, the deals that follow."""
    number, seed = 7, 2**64 - 3  # so that seeds go round
    env = GamesEnv(name, number, masks=masks)
    random = np.random.default_rng(5)
    observations, infos = env.reset(seed=seed)
    deals = [(seed + place) % 2**64 for place in range(number)]
    states: list[Any] = [env.game.deal(deal) for deal in deals]
    finished = 0
    for _ in range(150):
        first = infos["first"]
        for place, state in enumerate(states):
            legal = infos["legal"][first[place] : first[place + 1]]
            assert {env.encoding.moves[move] for move in legal} == set(state.moves())
            assert infos["turn"][place] == state.turn
            assert np.array_equal(observations["observation"][place], state.observe(state.turn))
            if masks:
                assert np.array_equal(observations["action_mask"][place], state.mask())
        assert infos["deal"].tolist() == deals
        actions = random_actions(infos, random)
        observations, rewards, ended, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert ("final_obs" in infos) == ended.any()
        for place, state in enumerate(states):
            mover = state.turn
            state.play(env.encoding.moves[actions[place]])
            assert ended[place] == state.over
            assert infos["payoffs"][place].tolist() == (state.payoffs or [0] * env.game.seats)
            assert rewards[place] == (state.payoffs[mover] if state.over else 0)
            if state.over:
                finished += 1
                final, told = infos["final_obs"][place], infos["final_info"]
                assert np.array_equal(final["observation"], state.observe(mover))
                assert env.single_observation_space.contains(final)
                assert not np.any(final.get("action_mask", 0))
                assert (told["payoffs"][place].tolist(), told["deal"][place]) == (state.payoffs, deals[place])
                deals[place] = (deals[place] + number) % 2**64
                states[place] = env.game.deal(deals[place])
            elif ended.any():
                assert infos["final_obs"][place] is None
                assert not any(infos[mask][place] for mask in ("_final_obs", "_final_info"))
    assert finished > 0
    env.close()


def test_final_observations_are_told_as_gymnasium_tells_them() -> None:
    """Beside its own vector environment with the same way to begin anew: the same names, types and masks."""
    ours = GamesEnv("mini-doudizhu", 3, masks=True)
    theirs: Any = SyncVectorEnv([lambda: SeatEnv("mini-doudizhu")] * 3, autoreset_mode=ours.metadata["autoreset_mode"])
    found = []
    for env, choose in ((ours, lambda infos: random_actions(infos, np.random.default_rng(1))), (theirs, first_legal)):
        _, infos = env.reset(seed=1)
        while "final_obs" not in infos:
            _, _, _, _, infos = env.step(choose(infos))
        found.append(infos)
    for infos in found:
        assert infos["final_obs"].dtype == object
        assert infos["_final_obs"].dtype == infos["_final_info"].dtype == np.bool_
        assert (infos["_final_obs"] == infos["_final_info"]).all()
        for one, ended in zip(infos["final_obs"], infos["_final_obs"], strict=True):
            assert (one is not None) == ended
            assert not ended or set(one) == {"observation", "action_mask"}
        assert infos["final_info"]["payoffs"][infos["_final_info"]].any(axis=1).all()


def first_legal(infos: dict[str, Any]) -> Any:
    return np.array([legal[0] for legal in infos["legal"]])


def test_final_observations_are_the_callers_own() -> None:
    env = GamesEnv("mini-doudizhu", 16)
    random = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    kept: list[tuple[Any, Any]] = []
    for _ in range(100):
        _, _, _, _, infos = env.step(random_actions(infos, random))
        if "final_obs" in infos:
            ended = [one["observation"] for one in infos["final_obs"] if one is not None]
            kept += [(one, one.copy()) for one in [*ended, infos["final_info"]["payoffs"], infos["_final_obs"]]]
    assert len(kept) > 50
    assert all(np.array_equal(one, then) for one, then in kept)


def test_an_illegal_action_changes_no_game() -> None:
    env = GamesEnv("mini-doudizhu", 4)
    _, infos = env.reset(seed=1)
    before = {name: np.copy(value) for name, value in infos.items()}
    actions = infos["legal"][infos["first"][:-1]]
    for wrong in (len(env.encoding.moves), -1, env.encoding.number["pass"]):
        with pytest.raises(ValueError, match="not legal in game 2; nothing was played"):
            env.step(np.where(np.arange(4) == 2, wrong, actions))
    with pytest.raises(ValueError, match="one action for each game"):
        env.step(actions[:3])
    with pytest.raises(ValueError, match="one seed stands for all games"):
        env.reset(seed=[1, 2, 3, 4])
    after = env._infos()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_threads_may_share_a_batch() -> None:
    """Steps run beside each other's threads; what came too late is refused, and the games stay whole."""
    batch = paiyou.game("doudizhu").core.batch(256, 1)

    def play(seed: int) -> None:
        random = np.random.default_rng(seed)
        for _ in range(100):
            infos = {"first": batch.first.copy(), "legal": batch.legal()}
            if infos["first"][-1] == len(infos["legal"]):
                with suppress(ValueError):
                    batch.step(random_actions(infos, random))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, range(4)))
    for place, mask in enumerate(batch.mask):
        legal = batch.legal()[batch.first[place] : batch.first[place + 1]]
        assert sorted(legal) == legal_numbers(mask).tolist()


def test_spaces_hold_what_is_given() -> None:
    env = GamesEnv("doudizhu:bidding=call-rob", 3, masks=True)
    observations, infos = env.reset(seed=1)
    for _ in range(100):
        assert env.observation_space.contains(observations)
        actions = random_actions(infos, np.random.default_rng(1))
        assert env.action_space.contains(actions)
        observations, _, _, _, infos = env.step(actions)
