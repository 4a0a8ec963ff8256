"""A player of your own at the table, over HTTP and the WebSocket: opens one with bots, or takes the chair of a link.

    python examples/socket_player.py http://localhost:8080 doudizhu 3       # three games against bots
    python examples/socket_player.py 'http://localhost:8080/#room=ROOM&invite=WORD' '' 1    # one at a friend's table

It needs Python and `pip install websockets`, nothing of Paiyou. docs/table.md has the messages and all of `table`.
"""

import json
import random
import sys
import time
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def choose(table):
    """Your idea: `table["you"]` has your cards and the legal moves, the rest is what everybody at the table sees."""
    return random.choice(table["you"]["moves"])


def ask(address, body=None):
    """An answer of the API; what it refuses is an `HTTPError`, and its body says why."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def sit_down(link, game):
    """Take a chair: that of an invitation, or of a new table with bots on the others. The token is the key to it."""
    words, api = parse_qs(urlsplit(link).fragment), f"http://{urlsplit(link).netloc}/api"
    if "invite" in words:
        return api, ask(f"{api}/rooms/{words['room'][0]}/join", {"invite": words["invite"][0], "name": "Robot"})
    told = next(one for one in ask(f"{api}/games")["games"] if one["name"] == game.partition(":")[0])
    bots = [{"kind": "bot", "level": told["levels"][0]["key"]}] * (told["seats"] - 1)
    return api, ask(f"{api}/rooms", {"game": game, "chairs": [{"kind": "you"}, *bots], "name": "Robot"})


def play(socket, games):
    """Move whenever it is your turn, until so many games are over; the table comes again after every change."""
    while True:
        message = json.loads(socket.recv())
        if message["type"] == "error" and message["code"] != "late":  # late: the table has changed, and comes again
            sys.exit(message["message"])
        table = message.get("table")
        if table and table["phase"] == "over":
            print(f"game {table['game'] + 1}: {table['result']['payoffs'][table['you']['seat']]:+} points", flush=True)
            if table["game"] + 1 >= games:
                return
            socket.send(json.dumps({"type": "next", "id": "next", "game": table["game"] + 1}))
        elif table and table["turn"] == table["you"]["seat"]:
            place = {"game": table["game"], "index": table["index"]}
            socket.send(json.dumps({"type": "move", "id": str(table["index"]), **place, "move": choose(table)}))


def main():
    """Sit down and play; a connection that is lost is opened again, and the game goes on where it was."""
    api, chair = sit_down(sys.argv[1], sys.argv[2])
    print(f"room {chair['room']}", flush=True)
    while True:
        try:
            with connect(f"{api.replace('http', 'ws', 1)}/rooms/{chair['room']}/socket", max_size=None) as socket:
                socket.send(json.dumps({"type": "hello", "token": chair["token"]}))
                return play(socket, int(sys.argv[3]))
        except (ConnectionClosed, OSError):
            time.sleep(1.0)


if __name__ == "__main__":
    main()
