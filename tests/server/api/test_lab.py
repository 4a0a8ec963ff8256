"""The lab's API: positions as the engine knows them, agents as they answer elsewhere, and no hand that was not set."""

from __future__ import annotations

from typing import Any

import pytest

import paiyou
from positions import reach
from server.api_apps import InlineBots, client_of, small_app

GAMES = ["doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu"]
SET = {"game": "doudizhu", "hands": ["3334", "2", "55"], "turn": 0, "moves": []}


def ask(path: str, body: dict[str, Any], bots: Any = None) -> tuple[int, Any]:
    answer = client_of(small_app(bots)).post(f"/api/lab/{path}", json=body)
    return answer.status_code, answer.json()


def right(path: str, body: dict[str, Any]) -> Any:
    status, answer = ask(path, body)
    assert status == 200, answer
    return answer


def refused(path: str, body: dict[str, Any]) -> str:
    status, answer = ask(path, body)
    assert status == 422, answer
    return str(answer["message"])


def dealt(name: str, seed: int, moves: int) -> tuple[Any, dict[str, Any]]:
    state = reach(paiyou.game(name), seed, moves)
    return state, {"game": name, "seed": seed, "moves": [move for _, move in state.history]}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_whole_deck(name: str) -> None:
    told, state = right("game", {"game": name}), paiyou.game(name).deal(0)
    view = state.view(0)
    assert sorted(told["deck"]) == sorted([*view.hand, *view.unseen])
    assert told["sizes"] == [len(hand) for hand in state.hands]
    assert {"rules", "isuct", "cheat-uct"} <= {one["name"] for one in told["agents"]}
    assert "human" not in {one["name"] for one in told["agents"]}
    assert told["sources"][:2] == ["counting", "rules"]
    assert told["solves"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [0, 7, 1000])
def test_a_look_is_the_engines_game(name: str, moves: int) -> None:
    state, position = dealt(name, 4, moves)
    told = right("look", {"position": position})
    assert told["moves"] == position["moves"]
    assert [(one["seat"], one["move"]) for one in told["history"]] == state.history
    assert len(told["steps"]) == len(state.history) + 1
    assert told["steps"][-1]["hands"] == [state.cards(seat) for seat in range(len(state.hands))]
    assert told["legal"] == ([] if state.over else state.moves())
    assert told["redeal"] == state.redeal
    if state.over and not state.redeal:
        assert told["result"]["payoffs"] == state.payoffs
    last = right("look", {"position": position, "first": len(state.history)})
    assert last["steps"] == told["steps"][-1:]


def test_a_deal_that_everybody_declined_is_over() -> None:
    told = right("look", {"position": {"game": "doudizhu:bidding=123", "seed": 3, "moves": ["bid 0"] * 3}})
    assert (told["redeal"], told["legal"], told["steps"][-1]["phase"]) == (True, [], "over")
    assert len(told["steps"]) == 4
    more = {"game": "doudizhu:bidding=123", "seed": 3, "moves": ["bid 0"] * 4}
    assert "move 4" in refused("look", {"position": more})


@pytest.mark.parametrize("name", GAMES)
def test_what_one_seat_knows_tells_no_other_hand(name: str) -> None:
    state, _ = dealt(name, 6, 3 if name == "mini-doudizhu" else 9)
    seat = state.turn
    view = state.view(seat)
    bottom = view.public if name.startswith("doudizhu") and not state.history[-1][1].startswith("bid") else ""
    position = {"game": name, "seat": seat, "hand": view.hand, "history": state.history, "bottom": bottom}
    told = right("look", {"position": position})
    assert told["seen_by"] == seat
    for step in told["steps"]:
        assert [at for at, hand in enumerate(step["hands"]) if hand and at != seat] == []
    assert told["steps"][-1]["counts"] == view.counts
    assert sorted(told["legal"]) == sorted(view.moves())
    # Whoever is asked is asked what he would be at a table.
    mine = right("ask", {"position": position, "agent": "rules"})["moves"]
    all_set = {"game": name, "seed": 6, "moves": [move for _, move in state.history]}
    assert mine == right("ask", {"position": all_set, "agent": "rules"})["moves"]
    assert "set those of the others" in refused("ask", {"position": position, "agent": "cheat-uct:iterations=10"})
    assert refused("solve", {"position": position})
    assert "all hands were set" in refused("move", {"position": position, "agent": "rules"})
    other = (seat + 1) % len(state.hands)
    assert f"what seat {other} knows" in refused("belief", {"position": position, "seat": other})


def test_agents_answer_as_they_do_elsewhere() -> None:
    state, position = dealt("doudizhu", 8, 6)
    told = right("ask", {"position": position, "agent": "rules"})
    wanted = paiyou.agent("rules", "doudizhu").evaluate(state.view(state.turn))
    assert [(one["move"], one["value"]) for one in told["moves"]] == [(move, value) for move, value, _ in wanted]
    open_hands = right("ask", {"position": SET, "agent": "cheat-minimax"})
    assert open_hands["moves"][0]["move"] in ("333", "3334")
    assert open_hands["moves"][0]["value"] > 0


def test_a_whole_game_of_bots_move_by_move() -> None:
    position: dict[str, Any] = {"game": "gongzhu", "seed": 9, "moves": []}
    look = right("look", {"position": position})
    steps = look["steps"]
    while steps[-1]["phase"] != "over":
        agent = ["rules", "random"][len(position["moves"]) % 2]
        told = right("move", {"position": position, "agent": agent, "values": True, "word": len(steps)})
        assert told["move"] in look["legal"]
        look = told["look"]
        # The random player prefers nothing, and says nothing.
        assert (told["opinion"] is None) == (agent == "random")
        position["moves"].append(told["move"])
        assert look["moves"] == position["moves"]
        assert len(look["steps"]) == 1
        steps += look["steps"]
    assert steps == right("look", {"position": position})["steps"]
    assert "no move left" in refused("move", {"position": position, "agent": "rules"})


def test_beliefs_are_a_seats_own() -> None:
    state, position = dealt("doudizhu", 8, 6)
    told = right("belief", {"position": position, "seat": 2})
    assert told["seat"] == 2
    view = state.view(2)
    assert sorted("".join(one["card"] * (len(one["chances"][0]) - 1) for one in told["holdings"])) == sorted(
        view.unseen
    )
    # What the others hold really makes no difference to it: the same view with other hidden hands.
    begun = view.sample(5).rewound()
    again = {"game": "doudizhu", "hands": list(begun.hands), "bottom": begun.bottom, "moves": position["moves"]}
    assert right("belief", {"position": again, "seat": 2}) == told
    assert right("belief", {"position": position, "seat": 2, "source": "rules"})["source"] == "rules"
    for source, words in (
        ("isuct", "too long"),
        ("cheat-uct", "sees all hands"),
        ("nobody", "nobody"),
        ("belief", "no model"),
    ):
        assert words in refused("belief", {"position": position, "source": source})


def test_ends_are_solved() -> None:
    told = right("solve", {"position": SET})
    assert (told["winner"], told["value"]) == (0, None)
    assert told["moves"] == ["333", "3334"]
    tricks = {"game": "gongzhu", "hands": ["SA HA", "S2 H3", "SQ H4", "S3 H5"], "turn": 1, "moves": []}
    told = right("solve", {"position": tricks})
    state = paiyou.game("gongzhu").start(tricks["hands"], turn=1)  # type: ignore[arg-type]
    for seat, move in told["line"]:
        assert state.turn == seat
        state.play(move)
    assert state.over
    assert state.payoffs is not None
    assert state.payoffs[1] >= told["value"]
    assert "fewer cards" in refused("solve", {"position": {"game": "gongzhu", "seed": 1, "moves": ["expose none"] * 4}})


def test_nonsense_is_refused_before_a_worker_is_asked() -> None:
    bots = InlineBots()
    for path, body in (
        ("look", {"position": {"game": "chess", "seed": 1}}),
        ("ask", {"position": SET, "agent": "human"}),
        ("ask", {"position": SET, "agent": "dmc:model=/etc"}),
        ("belief", {"position": SET, "source": "belief/model=/etc"}),
        ("solve", {"position": {"game": "doudizhu", "seat": 0, "hand": "3"}}),
    ):
        status, _ = ask(path, body, bots)
        assert status == 422
    assert bots.asked == []
    for body, words in (
        ({"position": {"game": "doudizhu"}}, "seed or with hands"),
        ({"position": {**SET, "seed": 1}}, "one of the two"),
        ({"position": {**SET, "hands": ["3334", "2"]}}, "hands"),
        ({"position": {**SET, "hands": ["33333", "2", "5"]}}, "3"),
        ({"position": {**SET, "moves": ["44"]}}, "move 1"),
        ({"position": {**SET, "version": 99}}, "of version 99"),
    ):
        assert words in refused("look", body)
