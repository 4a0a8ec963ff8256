"""Games with partners: who is allied, what a search values, and what the solver proves, against plain minimax."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

import paiyou
from paiyou._core import ClimbingGame, TrickGame
from paiyou.games.climbing_spec import ClimbingSpec, Score
from paiyou.games.combos import build_table, chains, sets
from paiyou.games.game import Game
from paiyou.games.registry import game_spec

PAIRS = (0, 1, 0, 1)
ALONE = (0, 1, 2, 3)


@cache
def daifugo(teams: tuple[int, ...], *, must_beat: bool = False) -> Game:
    """Four hands of thirteen; who goes out first is paid for the cards left: four-seat Daifugo, more or less."""
    return Game(
        ClimbingSpec(
            name=f"daifugo-{''.join(map(str, teams))}-{must_beat}",
            title="Daifugo",
            symbols="3456789TJQKA2",
            deck=tuple(range(52)),
            seats=4,
            hand_size=13,
            teams=teams,
            must_beat=must_beat,
            table=build_table(
                [
                    *sets("solo", range(13), 1),
                    *sets("pair", range(13), 2),
                    *sets("trio", range(13), 3),
                    *sets("bomb", range(13), 4, power=1),
                    *chains("solo chain", 13, (3, 4), 1),
                ]
            ),
            score=Score(kind="cards"),
        )
    )


def endgames(game: Game, number: int, most: int, seed: int = 0) -> list[Any]:
    """Random small positions, some of them behind a combo."""
    rng, found = random.Random(seed), []
    while len(found) < number:
        cards = list("3456789TJ") * 4
        rng.shuffle(cards)
        hands = ["".join(cards.pop() for _ in range(rng.randint(1, most))) for _ in range(4)]
        state = game.start(hands, turn=rng.randrange(4))
        for _ in range(rng.randrange(3)):
            if not state.over:
                state.play(rng.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


def side_can_win(state: Any, side: frozenset[int], known: dict[bytes, bool]) -> bool:
    """Whether these seats together can force that one of them goes out first: plain minimax."""
    if state.over:
        return state.winner in side
    key = at_hand(state)
    if key not in known:
        results = (side_can_win(after(state, move), side, known) for move in state.moves())
        known[key] = any(results) if state.turn in side else all(results)
    return known[key]


def at_hand(state: Any) -> Any:
    """All that what follows depends on."""
    return tuple(state.hands), state.turn, state.last


def after(state: Any, move: str) -> Any:
    """The state a move leads to."""
    state = state.copy()
    state.play(move)
    return state


def sides(teams: tuple[int, ...]) -> list[frozenset[int]]:
    """The seats of each team."""
    return [frozenset(seat for seat in range(len(teams)) if teams[seat] == team) for team in sorted(set(teams))]


def own_less_others(points: list[int], teams: tuple[int, ...], seat: int) -> int:
    """What a seat plays for."""
    return sum(value if teams[other] == teams[seat] else -value for other, value in enumerate(points))


class TestAllied:
    @pytest.mark.parametrize("teams", [PAIRS, ALONE, (0, 0, 1, 2), (1, 0, 0, 0)])
    @pytest.mark.parametrize("family", ["climbing", "trick"])
    def test_as_the_teams_say(self, teams: tuple[int, ...], family: str) -> None:
        spec = daifugo(teams).spec if family == "climbing" else replace(game_spec("gongzhu"), teams=teams)
        state = Game(spec).deal(3)
        for seat in range(4):
            for other in range(4):
                wanted = teams[seat] == teams[other]
                assert state.allied(seat, other) == state.view(1).allied(seat, other) == wanted
                assert spec.family.allied(spec, seat, other) == wanted

    def test_counted_from_the_landlord_once_there_is_one(self) -> None:
        game = paiyou.game("doudizhu:bidding=123")
        landlords = set()
        for seed in range(30):
            state, rng = game.deal(seed), random.Random(seed)
            while state.bidding:  # type: ignore[attr-defined]
                assert not any(state.allied(0, seat) for seat in (1, 2))  # type: ignore[attr-defined]
                state.play(rng.choice(state.moves()))
            if state.redeal:
                continue
            landlord = state.landlord  # type: ignore[attr-defined]
            landlords.add(landlord)
            for seat in range(3):
                for other in range(3):
                    wanted = (seat == landlord) == (other == landlord)
                    assert state.allied(seat, other) == wanted  # type: ignore[attr-defined]
                    assert game.spec.family.allied(game.spec, seat, other, landlord) == wanted
        assert landlords == {0, 1, 2}

    def test_a_seat_that_does_not_exist(self) -> None:
        with pytest.raises(ValueError, match="there is no seat 4"):
            daifugo(PAIRS).deal(0).allied(0, 4)  # type: ignore[attr-defined]


class TestLettingThePartnerGoOut:
    """Seat 2 has put down a king and keeps one card; seat 0 could beat it, and nobody else can.

    With a partner in seat 2 to pass wins at once; for himself seat 0 must not.
    """

    HANDS = ("46A", "5577", "3", "6688")
    LAST = (2, "K")

    def test_the_solver(self) -> None:
        found = paiyou.solve(daifugo(PAIRS).start(self.HANDS, turn=0, last=self.LAST))
        assert (found.winner, found.moves, found.line) == (2, ["pass"], [(0, "pass"), (1, "pass"), (2, "3")])
        alone = paiyou.solve(daifugo(ALONE).start(self.HANDS, turn=0, last=self.LAST))
        assert "pass" not in alone.moves

    @pytest.mark.parametrize(
        "agent",
        [
            "minimax", "alphabeta", "cheat-minimax", "minimax:players=maxn", "minimax:depth=2", "det-minimax",
            "expectimax", "isuct:iterations=2000,seed=1", "isuct:iterations=2000,seed=1,reward=points",
            "uct:iterations=300,seed=1", "rave:iterations=2000,seed=1,k=0", "rules",
        ],
    )  # fmt: skip
    def test_the_players(self, agent: str) -> None:
        for teams, passes in ((PAIRS, True), (ALONE, False)):
            game = daifugo(teams)
            player = paiyou.agent(agent, game)
            state = game.start(self.HANDS, turn=0, last=self.LAST)
            chosen = player.evaluate(state if player.clairvoyant else state.view(0))[0][0]  # type: ignore[arg-type]
            assert (chosen == "pass") == passes, teams

    def test_a_pass_is_worth_both_enemies_cards_twice(self) -> None:
        """Partners pay each other nothing that counts: the difference is what the other pair pays, gained and lost."""
        game = daifugo(PAIRS)
        state = game.start(self.HANDS, turn=0, last=self.LAST)
        best = paiyou.agent("alphabeta", game).evaluate(state)[0]  # type: ignore[arg-type]
        assert best[:2] == ("pass", 2 * (4 + 4))


@pytest.mark.parametrize("must_beat", [False, True])
@pytest.mark.parametrize("teams", [PAIRS, (0, 0, 1, 1), (0, 1, 1, 0), (0, 0, 1, 2), (0, 1, 1, 1), ALONE])
def test_the_solver_is_plain_minimax_over_teams(teams: tuple[int, ...], must_beat: bool) -> None:
    game = daifugo(teams, must_beat=must_beat)
    decided = 0
    for state in endgames(game, 60, 4, seed=sum(teams)):
        found = paiyou.solve(state)
        winners = [side for side in sides(teams) if side_can_win(state, side, {})]
        assert len(winners) <= 1
        if len(set(teams)) == 2:
            assert len(winners) == 1
        assert (found.winner is None) == (not winners)
        if winners:
            decided += 1
            assert found.winner in winners[0]
            end = state.copy()
            for seat, move in found.line:
                assert end.turn == seat
                end.play(move)
            assert end.winner == found.winner
        own = next(side for side in sides(teams) if state.turn in side)
        known: dict[bytes, bool] = {}
        assert found.moves == [move for move in state.moves() if side_can_win(after(state, move), own, known)]
    assert decided > 20


def test_partners_differ_from_loners_over_many_decisions() -> None:
    """Rules, solver and search know their partners: some decisions differ, and alone nothing does."""
    differ = dict.fromkeys(("rules", "isuct:iterations=200,seed=1", "solve"), 0)
    for state in endgames(daifugo(PAIRS), 40, 6, seed=5):
        hands, turn, last = state.hands, state.turn, state.last
        asked = {}
        for teams in (PAIRS, ALONE, (3, 2, 1, 0)):
            game = daifugo(teams)
            other = game.start(hands, turn=turn, last=last)
            asked[teams] = {
                name: paiyou.solve(other).moves
                if name == "solve"
                else paiyou.agent(name, game).evaluate(other.view(turn))
                for name in differ
            }
        assert asked[ALONE] == asked[3, 2, 1, 0]
        for name in differ:
            differ[name] += asked[PAIRS][name] != asked[ALONE][name]
    assert all(differ.values()), differ


class TestValues:
    """What a search values is the own team's points less those of all others."""

    def best(self, state: Any, teams: tuple[int, ...], root: int) -> int:
        """Plain minimax: the root seat's team against all others."""
        if state.over:
            return own_less_others(state.payoffs, teams, root)
        results = [self.best(after(state, move), teams, root) for move in state.moves()]
        return max(results) if teams[state.turn] == teams[root] else min(results)

    @pytest.mark.parametrize("teams", [PAIRS, (0, 0, 1, 2)])
    def test_climbing(self, teams: tuple[int, ...]) -> None:
        game = daifugo(teams)
        states = endgames(game, 40, 2, seed=9)
        values = game.core.minimax_values(states)  # type: ignore[attr-defined]
        assert values == [self.best(state, teams, state.turn) for state in states]

    @pytest.mark.parametrize("teams", [PAIRS, (0, 0, 1, 2), ALONE])
    def test_trick(self, teams: tuple[int, ...]) -> None:
        game = Game(replace(game_spec("gongzhu"), teams=teams))
        partners = len(set(teams)) < 4
        for seed in range(12):
            state, rng = game.deal(seed), random.Random(seed)
            while sum(map(len, state.hands)) > 10:
                state.play(rng.choice(state.moves()))
            worth = self.best if partners else self.own_best
            assert game.core.minimax_values([state]) == [worth(state, teams, state.turn)]  # type: ignore[attr-defined]

    def own_best(self, state: Any, teams: tuple[int, ...], root: int) -> int:
        """The same where everybody is alone: a seat's own points."""
        if state.over:
            return int(state.payoffs[root])
        results = [self.own_best(after(state, move), teams, root) for move in state.moves()]
        return max(results) if state.turn == root else min(results)

    def test_wins_are_the_teams(self) -> None:
        climbing, trick = daifugo(PAIRS), Game(replace(game_spec("gongzhu"), teams=PAIRS))
        uneven = Game(replace(game_spec("gongzhu"), teams=(0, 0, 1, 2)))
        for seed in range(20):
            for game in (climbing, trick, uneven):
                state, rng = game.deal(seed), random.Random(seed)
                while not state.over:
                    state.play(rng.choice(state.moves()))
                wins = game.core.wins(state)  # type: ignore[attr-defined]
                if game is climbing:
                    assert wins == [float(seat % 2 == state.winner % 2) for seat in range(4)]
                    continue
                sums = [sum(state.payoffs[seat] for seat in side) for side in sides(game.teams)]
                best = [side for side, total in zip(sides(game.teams), sums, strict=True) if total == max(sums)]
                shares = {seat: 1 / len(best) for side in best for seat in side}
                assert wins == [shares.get(seat, 0.0) for seat in range(4)]

    @pytest.mark.parametrize("name", ["climbing", "trick"])
    def test_what_one_pair_gains_the_other_loses(self, name: str) -> None:
        """Estimates and tree searches are zero-sum between two teams; partners value alike."""
        game = daifugo(PAIRS) if name == "climbing" else Game(replace(game_spec("gongzhu"), teams=PAIRS))
        for seed in range(6):
            state, rng = game.deal(seed), random.Random(seed)
            while not state.over:
                state.play(rng.choice(state.moves()))
            gains = [own_less_others(state.payoffs, PAIRS, seat) for seat in range(4)]
            assert gains[0] == gains[2] == -gains[1] == -gains[3]

    def test_a_tree_search_reports_the_pairs_difference(self) -> None:
        """The last card of all brings a value that is known."""
        game = Game(replace(game_spec("gongzhu"), teams=PAIRS))
        for seed in range(10):
            state, rng = game.deal(seed), random.Random(seed)
            while sum(map(len, state.hands)) > 1:
                state.play(rng.choice(state.moves()))
            end = after(state, state.moves()[0])
            expected = own_less_others(end.payoffs, PAIRS, state.turn)
            for agent in ("isuct:iterations=20", "cheat-uct:iterations=20", "alphabeta", "expectimax"):
                player = paiyou.agent(agent, game)
                seen = state if player.clairvoyant else state.view(state.turn)
                assert player.evaluate(seen)[0][1] == pytest.approx(expected)  # type: ignore[arg-type]


class TestRefused:
    """The core refuses by itself what a spec would have refused."""

    @staticmethod
    def forged(spec: Any, **changed: Any) -> SimpleNamespace:
        fields = {name: getattr(spec, name) for name in dir(spec) if not name.startswith("_")}
        return SimpleNamespace(**(fields | changed))

    @pytest.mark.parametrize(
        ("changed", "sentence"),
        [
            ({"teams": (0, 1)}, "teams must name a team for each of the 3 seats"),
            ({"teams": (0, 1, 3)}, "teams are numbered from 0 to 2"),
            ({"teams": (0, 1, 300)}, "wrong type or is out of range"),
            ({"teams": (1, 1, 1)}, "all seats are in one team"),
            ({"teams": (0, 1, 2)}, "the landlord plays alone against all others"),
            ({"teams": (1, 1, 0)}, "the landlord plays alone against all others"),
            ({"seats": 4, "teams": (0, 1, 1, 1), "hand_size": 12}, "factor must be 3"),
            ({"seats": 5, "teams": (0, 1, 1, 1, 1), "hand_size": 10}, "2 to 4 seats"),
        ],
    )
    def test_climbing(self, changed: dict[str, Any], sentence: str) -> None:
        with pytest.raises(ValueError, match=sentence):
            ClimbingGame(self.forged(game_spec("doudizhu"), **changed))  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("changed", "sentence"),
        [
            ({"teams": (0, 1, 0)}, "teams must name a team for each of the 4 seats"),
            ({"teams": (0, 1, 0, 4)}, "teams are numbered from 0 to 3"),
            ({"teams": (2, 2, 2, 2)}, "all seats are in one team"),
            ({"seats": 5, "teams": (0, 1, 2, 3, 4), "hand_size": 10}, "2 to 4"),
        ],
    )
    def test_trick(self, changed: dict[str, Any], sentence: str) -> None:
        with pytest.raises(ValueError, match=sentence):
            TrickGame(self.forged(game_spec("gongzhu"), **changed))  # type: ignore[arg-type]
