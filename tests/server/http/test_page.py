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


def test_the_service_worker_names_all_files_and_changes_with_each(client, tmp_path):
    assert client.get("/sw.js").status_code == 404
    (tmp_path / "sw.js").write_text("// worker")
    (tmp_path / "table.js").write_text("// one")
    told = client.get("/sw.js")
    assert told.headers["content-type"].startswith("text/javascript")
    assert 'self.FILES = ["/", "/table.js"];' in told.text
    assert client.post("/sw.js", json={}).status_code == 405
    assert told.text.endswith("// worker")
    versions = {told.text.splitlines()[0]}
    for name in ("table.js", "index.html", "sw.js"):
        (tmp_path / name).write_text("// another")
        versions.add(client.get("/sw.js").text.splitlines()[0])
    assert len(versions) == 4


def test_what_is_long_is_compressed_for_whoever_can_read_it(client, tmp_path):
    (tmp_path / "long.js").write_text("// again and again\n" * 1_000)
    packed = client.get("/long.js", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    assert packed.text == (tmp_path / "long.js").read_text()
    plain = client.get("/long.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(plain.content) > 10 * int(packed.headers["content-length"])
    # Two bodies by one tag: a weak one, by which no byte range is continued.
    assert packed.headers["etag"] == plain.headers["etag"]
    assert plain.headers["etag"].startswith('W/"')
    for tag in (packed.headers["etag"], plain.headers["etag"].removeprefix("W/")):
        same = client.get("/long.js", headers={"if-none-match": tag})
        assert (same.status_code, same.headers["etag"]) == (304, packed.headers["etag"])
    part = {"range": "bytes=0-9", "if-range": packed.headers["etag"], "accept-encoding": "identity"}
    assert client.get("/long.js", headers=part).status_code == 200
    assert client.get("/api/games").headers["content-encoding"] == "gzip"
