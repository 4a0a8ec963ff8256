import logging

import pytest
from starlette.responses import StreamingResponse
from starlette.websockets import WebSocket

from paiyou.server.http.errors import ApiError
from server.api_apps import client_of, small_app

GOOD = {"game": "doudizhu", "hand": "3456789TJQKA2BR33", "seat": 1, "history": [[0, "44"]], "bottom": "557"}


@pytest.fixture
def app():
    app = small_app()

    @app.get("/api/bug")
    async def bug():
        raise RuntimeError("secret inside")

    @app.get("/api/slip")
    async def slip():
        b"\xff".decode()

    @app.get("/api/half")
    async def half():
        async def parts():
            yield "half"
            raise RuntimeError("secret inside")

        return StreamingResponse(parts())

    @app.get("/api/late")
    async def late():
        raise TimeoutError

    @app.get("/api/bad")
    async def bad():
        raise ValueError("seat must\nbe 0 to 2, " + "x" * 1000)

    @app.get("/api/told")
    async def told():
        raise ApiError(409, "the room is full", code="full", detail={"chairs": 3})

    return app


@pytest.fixture
def client(app):
    return client_of(app)


def test_what_nobody_expected_is_logged_and_not_told(client, caplog):
    for path in ("bug", "slip"):
        caplog.clear()
        with caplog.at_level(logging.ERROR, "paiyou.server"):
            answer = client.get(f"/api/{path}")
        assert answer.status_code == 500
        assert answer.json()["code"] == "internal"
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
        assert "Traceback" in caplog.text
        assert "default-src 'self'" in answer.headers["content-security-policy"], "a failure has the headers, too"


def test_half_an_answer_breaks_off(client):
    with pytest.raises(RuntimeError):
        client.get("/api/half")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/nothing", 404, "not_found"),
        ("DELETE", "/api/games", 405, "method_not_allowed"),
        ("GET", "/api/moves", 405, "method_not_allowed"),
        ("GET", "/api/late", 503, "busy"),
        ("GET", "/api/told", 409, "full"),
        ("GET", "/api/bad", 422, "invalid"),
    ],
)
def test_codes(client, method, path, status, code):
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert 0 < len(answer.json()["message"]) <= 500
    assert "\n" not in answer.json()["message"]
    if status == 405:
        assert answer.headers["allow"]
    if code == "full":
        assert answer.json() == {"code": "full", "message": "the room is full", "detail": {"chairs": 3}}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hand": None}, "hand must be"),
        ({"seat": "1"}, "seat must be a whole number"),
        ({"seat": 1.5}, "seat must be a whole number"),
        ({"seat": True}, "seat must be a whole number"),
        ({"seat": -1}, "seat must be at least 0"),
        ({"seat": 4}, "seat must be at most 3"),
        ({"seat": 10**30}, "seat must be"),
        ({"history": [[0, 44]]}, "history[0][1] must be a string"),
        ({"history": [[0]]}, "history[0][1] is missing"),
        ({"history": [[0, "44", 5]]}, "history[0]"),
        ({"history": "0:44"}, "history must be a list"),
        ({"history": [[0, "44"]] * 401}, "history must be a list of at most 400 items"),
        ({"history": [[0, "4" * 61]]}, "history[0][1] must be a string of at most 60 characters"),
        ({"game": ""}, "game must be a string of at least 1 characters"),
        ({"game": "x" * 101}, "game must be a string of at most 100 characters"),
        ({"hands": []}, "no field hands here"),
        ({"<b>\n" * 100: 1}, "no field"),
        ({"hand": ["3"] * 55}, "hand must be a list of at most 54"),
    ],
)
def test_a_body_that_does_not_fit_is_told_in_one_sentence(client, change, words):
    answer = client.post("/api/moves", json=GOOD | change)
    assert answer.status_code == 422
    said = answer.json()
    assert set(said) == {"code", "message"}
    assert said["code"] == "invalid"
    assert words in said["message"]
    assert len(said["message"]) < 200
    assert "\n" not in said["message"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b"9" * 60_000,
        b"NaN",
        b"null",
        b"[]",
        b'"text"',
        b'{"game": "\\ud800", "hand": "3", "seat": 0}',
        b'{"game": "doudizhu", "hand": "\\ud800", "seat": 0}',
        b'{"\\ud800": 1}',
        b'{"game": "doudizhu", "hand": "3\\u0000", "seat": 0}',
        b'{"game": "doudizhu", "hand": "3", "seat": 1e400}',
    ],
)
def test_broken_bodies(client, body):
    answer = client.post("/api/moves", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()) == {"code", "message"}


def test_another_content_type_is_no_json(client):
    answer = client.post("/api/moves", content=b"game=doudizhu", headers={"content-type": "text/plain"})
    assert answer.status_code == 422
    assert "JSON" in answer.json()["message"]


def test_errors_of_a_socket_are_not_swallowed(app, client):
    @app.websocket("/api/socket/{kind}")
    async def socket(websocket: WebSocket, kind: str):
        await websocket.accept()
        raise {"value": ValueError, "time": TimeoutError, "decode": lambda: b"\xff".decode()}[kind]()

    for kind, error in (("value", ValueError), ("time", TimeoutError), ("decode", UnicodeDecodeError)):
        with pytest.raises(error), client.websocket_connect(f"ws://localhost/api/socket/{kind}") as connected:
            connected.receive_text()
