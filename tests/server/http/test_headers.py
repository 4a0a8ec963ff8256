import pytest
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from paiyou.server.http.headers import CONTENT_SECURITY_POLICY, same_origin
from server.api_apps import client_of, small_app

SOLVE = {"game": "doudizhu", "hands": ["3334", "2", "55"]}


@pytest.fixture
def client():
    app = small_app(hosts=("cards.example",))

    @app.get("/file.js")
    async def file():
        return PlainTextResponse("x")

    @app.get("/kept.svg")
    async def kept():
        return PlainTextResponse("x", headers={"Cache-Control": "max-age=5"})

    @app.websocket("/socket")
    async def socket(websocket: WebSocket):
        await websocket.accept()
        await websocket.send_text("hello")
        await websocket.close()

    return client_of(app)


def test_every_answer_has_the_headers(client):
    answers = [
        client.get("/api/games"),
        client.get("/api/docs"),
        client.get("/file.js"),
        client.get("/nothing"),
        client.delete("/api/games"),
        client.post("/api/moves", content=b"{"),
        client.post("/api/moves", content=b" " * 100_000),
        client.get("/", headers={"host": "evil.example"}),
        client.post("/api/moves", headers={"origin": "http://evil.example"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 404, 405, 422, 413, 400, 403]
    for answer in answers:
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "cache-control" in answer.headers
        assert "access-control-allow-origin" not in answer.headers


def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline():
    assert CONTENT_SECURITY_POLICY == (
        "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def test_answers_of_the_api_are_not_kept_and_files_are_asked_for_again(client):
    assert client.get("/api/games").headers["cache-control"] == "no-store"
    assert client.get("/file.js").headers["cache-control"] == "no-cache"
    assert client.get("/kept.svg").headers["cache-control"] == "max-age=5"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("127.0.0.1:80", 200),
        ("[::1]", 200),
        ("[::1]:8000", 200),
        ("cards.example:443", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("evil.example:127.0.0.1", 400),
        ("localhost:x", 400),
        ("", 400),
    ],
)
def test_only_our_own_names(client, host, status):
    assert client.get("/api/games", headers={"host": host}).status_code == status


def test_any_name_where_the_settings_say_so():
    client = client_of(small_app(hosts=("*",)))
    assert client.get("/api/games", headers={"host": "anything.example"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "fine"),
    [
        (None, True),
        ("http://localhost:8000", True),
        ("https://localhost:8000", True),
        ("http://LOCALHOST:8000", True),
        ("http://localhost", False),
        ("http://localhost:8001", False),
        ("http://evil.example", False),
        ("http://localhost:8000.evil.example", False),
        ("http://localhost:8000@evil.example", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("file://localhost:8000", False),
    ],
)
def test_only_our_own_pages(client, origin, fine):
    headers = {"host": "localhost:8000"} | ({} if origin is None else {"origin": origin})
    assert client.post("/api/solve", json=SOLVE, headers=headers).status_code == (200 if fine else 403)
    assert client.get("/api/games", headers=headers).status_code == 200, "reading is for the browser to forbid"
    if fine:
        with client.websocket_connect("/socket", headers=headers) as socket:
            assert socket.receive_text() == "hello"
    else:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers=headers):
            pass


def test_sockets_are_for_our_own_names_too(client):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers={"host": "evil.example"}):
        pass


def test_two_origins_are_none_of_ours():
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"origin", b"http://evil.example")]
    assert not same_origin({"type": "http", "headers": headers})
