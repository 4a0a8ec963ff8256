import pytest

import paiyou
from paiyou.ladder.shipped import agent_rating
from paiyou.server.api.schemas.games import GameList
from paiyou.server.bots.pool import BotError
from paiyou.server.http.limits import Limits
from server.api_apps import InlineBots, client_of, small_app

SEEN = {"game": "doudizhu", "hand": "3456789TJQKA2BR33", "seat": 1, "history": [[0, "44"]], "bottom": "557"}
ENDGAME = {"game": "doudizhu", "hands": ["3334", "2", "55"]}


@pytest.fixture
def client():
    return client_of(small_app())


def test_games_are_what_the_games_say(client):
    answer = client.get("/api/games")
    assert answer.status_code == 200
    told = GameList.model_validate(answer.json())
    assert [game.name for game in told.games] == ["doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu"]
    for listed in answer.json()["games"]:
        for variant in listed["variants"]:
            game = paiyou.game(variant["name"])
            levels = [{"key": level["key"], "agent": level["agent"]} for level in listed["levels"]]
            assert {**listed, "levels": levels} == game.info.to_json()
            assert (game.name, game.seats) == (variant["name"], listed["seats"])
            assert game.title == f"{listed['title']['en']} {listed['title']['zh']}"
            assert game.family.name == listed["family"]
            assert len(listed["teams"]) == game.seats
            if game.name == listed["name"]:
                assert list(game.teams) == listed["teams"]
        for level in listed["levels"]:
            paiyou.agent(level["agent"], game)
            assert level["rating"] == agent_rating(listed["name"], level["agent"])


def test_legal_moves(client):
    answer = client.post("/api/moves", json=SEEN)
    assert answer.status_code == 200
    assert sorted(answer.json()["moves"]) == ["BR", "pass"]
    assert answer.json()["combos"] == {"BR": "rocket"}


def test_legal_moves_of_a_trick_game(client):
    state = paiyou.game("gongzhu:expose=off").deal(seed=5)
    while len(state.history) < 7:
        state.play(state.moves()[0])
    for hand in (state.hands[state.turn], " ".join(state.hands[state.turn])):
        body = {"game": "gongzhu:expose=off", "hand": hand, "seat": state.turn, "history": state.history}
        assert client.post("/api/moves", json=body).json() == {"moves": state.moves(), "combos": {}}


def test_advice_is_that_of_the_agent(client):
    answer = client.post("/api/advise", json=SEEN | {"agent": "isuct:iterations=2000"})
    assert answer.status_code == 200
    moves = answer.json()["moves"]
    assert answer.json()["unit"] == "result"
    assert [set(move) for move in moves] == [{"move", "value", "weight"}] * 2
    assert moves[0]["weight"] >= moves[1]["weight"] > 0
    assert client.post("/api/advise", json=SEEN | {"agent": "rules"}).json()["moves"][0]["move"] == "pass"


def test_calls_come_with_their_expected_points(client):
    body = {"game": "doudizhu:bidding=123", "hand": "3334445556667778B", "seat": 0}
    told = client.post("/api/advise", json=body).json()
    assert told["unit"] == "points"
    assert {each["move"] for each in told["moves"]} == {"bid 0", "bid 1", "bid 2", "bid 3"}


def test_the_games_strongest_advises_unless_another_is_asked_for():
    bots = InlineBots()
    client = client_of(small_app(bots))
    for body in (SEEN, SEEN | {"agent": None}, SEEN | {"agent": "dmc"}):
        assert client.post("/api/advise", json=body).status_code == 200
    assert [payload["agent"] for _, payload, _ in bots.asked] == ["dmc"] * 3


def test_an_endgame(client):
    answer = client.post("/api/solve", json=ENDGAME)
    assert answer.status_code == 200
    solved = answer.json()
    assert (solved["winner"], solved["moves"], solved["line"]) == (0, ["333", "3334"], [[0, "3334"]])
    last = client.post("/api/solve", json=ENDGAME | {"turn": 1, "last": [0, "A"]}).json()
    assert last["winner"] != 0
    assert last["moves"] == ["2"]


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("moves", SEEN | {"seat": 0, "hand": "345"}, "must hold"),
        ("moves", SEEN | {"history": []}, "it is seat 0's turn"),
        ("moves", SEEN | {"game": "bridge"}, "unknown game"),
        ("moves", SEEN | {"game": "doudizhu:max_same_kicker=1"}, "unknown option"),
        ("moves", SEEN | {"game": "doudizhu:multi_round"}, "bidding=123"),
        ("moves", SEEN | {"history": [[3, "44"]]}, "seat 3"),
        ("moves", SEEN | {"history": [[0, "4x"]]}, "x"),
        ("advise", SEEN | {"agent": "cheat-uct"}, "sees all hands"),
        ("advise", SEEN | {"agent": "human"}, "person"),
        ("advise", SEEN | {"agent": "isuct:iterations=1000000000"}, "iterations must be"),
        ("advise", SEEN | {"agent": "dmc:model=/etc"}, "unknown model"),
        ("solve", ENDGAME | {"hands": ["3334", "2"]}, "3"),
        ("solve", ENDGAME | {"game": "gongzhu"}, "climbing games only"),
        ("solve", ENDGAME | {"turn": 3}, "no seat 3"),
        ("solve", ENDGAME | {"last": [1, "345"]}, "345"),
    ],
)
def test_bad_input_is_422_and_one_sentence(client, path, body, words):
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"code", "message"}
    assert answer.json()["code"] == "invalid"
    assert words in answer.json()["message"]
    assert "\n" not in answer.json()["message"]


def test_no_move_after_the_end(client):
    game = paiyou.game("mini-doudizhu:hand=1")
    state = game.deal(seed=1)
    state.play(state.moves()[0])
    assert state.over
    for seat in (0, 1):
        body = {"game": game.name, "hand": state.hands[seat], "seat": seat, "history": state.history}
        for path in ("moves", "advise"):
            answer = client.post(f"/api/{path}", json=body)
            assert answer.status_code == 422, answer.text


def test_unsafe_names_never_reach_a_worker():
    bots = InlineBots()
    client = client_of(small_app(bots))
    for change in ({"agent": "cheat-uct"}, {"agent": "dmc:model=../x"}, {"game": "doudizhu:both_jokers=on"}):
        assert client.post("/api/advise", json=SEEN | change).status_code == 422
    assert bots.asked == []
    client.post("/api/advise", json=SEEN)
    assert [kind for kind, _, _ in bots.asked] == ["advise"]


def test_a_worker_that_fails_is_busy():
    class Failing:
        async def run(self, *_, **__):
            raise BotError("TypeError: secret inside")

    answer = client_of(small_app(Failing())).post("/api/solve", json=ENDGAME)
    assert answer.status_code == 503
    assert answer.json()["code"] == "busy"
    assert "secret" not in answer.text
    assert int(answer.headers["retry-after"]) > 0


def test_few_questions_at_once():
    class Nested:
        """Asks again while it is asked."""

        def __init__(self):
            self.answers = []

        async def run(self, *_, **__):
            from httpx import ASGITransport, AsyncClient

            async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as inner:
                self.answers.append(await inner.post("/api/solve", json=ENDGAME))
            return {"winner": None, "moves": [], "line": [], "nodes": 0, "seconds": 0.0, "combos": {}}

    for limits, status in (
        (Limits(questions_per_client=1), 429),
        (Limits(questions=1), 503),
    ):
        app = small_app(bots := Nested(), limits)
        # ASGITransport's clients have one address; the outer client must have the same for the first limit.
        outer = client_of(app, client=("127.0.0.1", 1))
        assert outer.post("/api/solve", json=ENDGAME).status_code == 200
        assert bots.answers[-1].status_code == status
        assert outer.post("/api/solve", json=ENDGAME).status_code == 200, "the place is free again"


def test_docs_page_needs_no_script(client):
    page = client.get("/api/docs")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for words in ("/api/advise", "/api/solve", "AdviceWanted", "3456789TJQKA2BR33", "/api/openapi.json"):
        assert words in page.text
    assert "<script" not in page.text
    assert "style=" not in page.text
    assert "://" not in page.text
    assert client.get("/api/docs.css").headers["content-type"].startswith("text/css")


def test_openapi_examples_work(client):
    described = client.get("/api/openapi.json").json()
    assert "HTTPValidationError" not in described["components"]["schemas"]
    for path, routes in described["paths"].items():
        if "post" not in routes:
            continue
        name = routes["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        examples = described["components"]["schemas"][name]["examples"]
        assert examples
        for example in examples:
            assert client.post(path.format(puzzle=1, game="gongzhu", step=0), json=example).status_code == 200
