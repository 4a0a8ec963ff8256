import pytest

from paiyou.server import serve
from paiyou.server.settings import Settings


class NoServer:
    started = False
    config = None

    def __init__(self, config):
        NoServer.config = config

    async def serve(self, sockets):
        for socket in sockets:
            socket.close()


def test_a_client_cannot_name_its_own_address(monkeypatch):
    monkeypatch.setattr(serve.uvicorn, "Server", NoServer)
    serve.serve(Settings(), port=0)
    assert NoServer.config.proxy_headers is False


def test_others_are_told_where_to_come(monkeypatch):
    class Started(NoServer):
        started = True

    monkeypatch.setattr(serve.uvicorn, "Server", Started)
    monkeypatch.setattr(serve, "network_address", lambda: "192.168.1.7")
    said = []
    for host in ("127.0.0.1", "0.0.0.0"):
        serve.serve(Settings(), host=host, port=0, say=said.append)
    assert len(said) == 3
    assert all(line.startswith("The table is set: http://127.0.0.1:") for line in said[:2])
    assert "http://192.168.1.7:" in said[2]
    assert serve.url("::1", 80) == "http://[::1]:80/"


def test_a_port_that_is_taken():
    with serve.bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        taken.listen()
        with pytest.raises(ValueError, match="cannot listen"):
            serve.bind("127.0.0.1", port)
        with serve.bind("127.0.0.1", port, any_port=True) as other:
            assert other.getsockname()[1] != port
    with pytest.raises(ValueError, match="port must be"):
        serve.bind("127.0.0.1", 70000)
