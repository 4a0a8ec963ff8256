import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from paiyou.server.bucket import Bucket
from paiyou.server.http.limits import Buckets, Limits, RoomQuota, client_address, message_bucket
from patience import PATIENCE
from server.api_apps import client_of, small_app


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def scope(client="1.2.3.4", **headers):
    return {
        "type": "http",
        "client": client and (client, 5),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }


def test_bucket_has_a_burst_and_a_rate():
    clock = Clock()
    bucket = Bucket(rate=2, burst=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == pytest.approx(0.5)
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False], "no more than the burst is saved up"


def test_each_client_has_its_own_bucket_and_old_ones_are_forgotten():
    buckets = Buckets(rate=0.01, burst=1, clients=3, clock=Clock())
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0
    for number in range(100):
        buckets.take(f"c{number}")
    assert len(buckets) == 3


def test_room_quota():
    clock = Clock()
    quota = RoomQuota(Limits(rooms_per_hour=2, room_burst=2), clock)
    assert [quota.take("a") for _ in range(2)] == [0, 0]
    assert quota.take("a") == pytest.approx(1800)
    assert quota.take("b") == 0
    clock.now += 1800
    assert quota.take("a") == 0
    assert quota.take("a") > 0


def test_message_bucket():
    bucket = message_bucket(Limits(messages_per_second=0.001, message_burst=2))
    assert [bucket.take() for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("client", "forwarded", "header", "address"),
    [
        ("1.2.3.4", False, "9.9.9.9", "1.2.3.4"),
        ("1.2.3.4", True, "8.8.8.8, 9.9.9.9", "9.9.9.9"),
        ("1.2.3.4", True, None, "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", False, None, "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", False, None, "2001:db8:1:2::"),
        ("fe80::1%eth0", False, None, "fe80::"),
        ("::ffff:1.2.3.4", False, None, "1.2.3.4"),
        (None, False, None, "unknown"),
        ("testclient", False, None, "testclient"),
        ("1.2.3.4", True, "x" * 1000, "x" * 64),
        ("1.2.3.4", True, "9.9.9.9:4711", "9.9.9.9"),
        ("1.2.3.4", True, "8.8.8.8, [2001:db8:1:2::7]:4711", "2001:db8:1:2::"),
        ("1.2.3.4", True, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
    ],
)
def test_who_asks(client, forwarded, header, address):
    asked = scope(client) if header is None else scope(client, x_forwarded_for=header)
    assert client_address(asked, Limits(forwarded=forwarded)) == address


def test_too_many_requests():
    client = client_of(small_app(limits=Limits(requests_per_second=0.001, request_burst=3)))
    assert [client.get("/api/games").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    refused = client.get("/api/games")
    assert refused.json()["code"] == "too_fast"
    assert 1000 - PATIENCE <= int(refused.headers["retry-after"]) <= 1000
    assert "content-security-policy" in refused.headers
    named = client.get("/api/games", headers={"X-Forwarded-For": "9.9.9.9"})
    assert named.status_code == 429, "a name that the client gives itself does not count"


def test_too_many_sockets():
    app = small_app(limits=Limits(requests_per_second=0.001, request_burst=2))

    @app.websocket("/socket")
    async def socket(websocket: WebSocket):
        await websocket.accept()
        await websocket.close()

    client = client_of(app)
    for _ in range(2):
        with client.websocket_connect("ws://localhost/socket"):
            pass
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://localhost/socket"):
        pass


def test_a_body_may_not_be_too_large():
    client = client_of(small_app(limits=Limits(body_bytes=1000)))
    assert client.post("/api/moves", content=b" " * 1000).status_code == 422
    for body in (b" " * 1001, (b" " * 400 for _ in range(3)), (b" " for _ in range(1001))):
        answer = client.post("/api/moves", content=body)
        assert answer.status_code == 413
        assert answer.json()["code"] == "too_large"


def test_a_body_in_parts_arrives_whole():
    client = client_of(small_app())
    body = b'{"game": "doudizhu", "hands": ["3334", "2", "55"]}'
    parts = (body[at : at + 7] for at in range(0, len(body), 7))
    answer = client.post("/api/solve", content=parts, headers={"content-type": "application/json"})
    assert answer.json()["winner"] == 0


def test_a_length_that_lies():
    client = client_of(small_app(limits=Limits(body_bytes=1000)))
    answer = client.post("/api/moves", content=b" " * 1001, headers={"content-length": "10"})
    assert answer.status_code == 413
    answer = client.post("/api/moves", content=b"{}", headers={"content-length": "9" * 5000})
    assert answer.status_code == 413
