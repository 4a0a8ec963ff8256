import pytest
from starlette.websockets import WebSocketDisconnect

from paiyou.server.http.page import serve_page
from server.api_apps import client_of, small_app


@pytest.fixture
def client(tmp_path):
    (tmp_path / "index.html").write_text("<title>table</title>")
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "games").write_text("a file")
    (tmp_path.parent / "outside.txt").write_text("outside")
    app = small_app()
    serve_page(app, tmp_path)
    return client_of(app)


def test_files_have_an_etag_and_are_asked_for_again(client):
    page = client.get("/")
    assert page.text == "<title>table</title>"
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "path", ["/nothing", "/api", "/api/", "/api/nothing", "/..%2foutside.txt", "/%2e%2e/outside.txt"]
)
def test_what_is_not_there(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_api_comes_first(client):
    assert "games" in client.get("/api/games").json()
    answer = client.get("/api/moves")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    answer = client.delete("/api/games")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert client.post("/", json={}).status_code == 405


def test_a_socket_to_nowhere_is_closed(client):
    for path in ("/nowhere", "/api/nowhere"):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(path):
            pass
