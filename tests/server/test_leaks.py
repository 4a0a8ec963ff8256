"""Nothing hidden leaves the server: all that is sent over whole games is searched for cards the receiver may not know.

People sit on every chair and one watches, over real sockets; they also say wrong things and ask for hints, and the REST
answers are read on the way. Then the true deals are worked out from the database, which no client sees, and every text
is held against them in two ways. It may name no card that its receiver cannot know at that moment. And it must stay the
same when the hidden cards are dealt anew in a way that agrees with all the receiver has seen. (In climbing games suits
are decoration that a new deal draws anew: there the second comparison is by rank.)
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

import paiyou
from paiyou.bench.table_server import ServerProcess
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.opinion import opinion, points_judge
from paiyou.server.families.display import display_of
from paiyou.server.rooms.room import PERSON, Chair, Room
from paiyou.server.rooms.seat_view import table_for
from patience import PATIENCE
from server.wire import Client, http, join_room, open_room

GAMES = [
    "doudizhu", "doudizhu:bidding=123", "doudizhu:bidding=call-rob", "mini-doudizhu", "zhengshangyou", "paodekuai",
    "gongzhu", "gongzhu:expose=off",
]  # fmt: skip
IN_POSTGRES = ["doudizhu:bidding=123"]
"""What is told does not come from the database; that it is the same there is tried with one game."""
EVENINGS = [
    *(("sqlite", name) for name in GAMES),
    *(("postgres", name) for name in IN_POSTGRES),
    *(pytest.param(("postgres", name), marks=pytest.mark.long) for name in GAMES if name not in IN_POSTGRES),
]
SUITED = re.compile(r"\b[SHDC][2-9TJQKA]\b")
RANKS = re.compile(r"[3-9TJQKA2BR]+")
HOW_TO_WRITE = "a card is its suit and rank, from H2 to DA"
"""Said to whoever writes something else."""
WATCHING = -1


@dataclass(frozen=True)
class Heard:
    """A text, who was sent it (a chair, or the spectator), and what that one had said before."""

    chair: int
    place: tuple[int, int]
    text: str
    said: str = ""


@dataclass
class Evening:
    """All that was sent in a room of a server."""

    server: ServerProcess
    name: str
    room: str
    texts: list[Heard]
    tokens: list[str]

    def __post_init__(self) -> None:
        self.at: defaultdict[tuple[int, int], list[Heard]] = defaultdict(list)
        """The texts by the place of the game where they were sent."""
        for heard in self.texts:
            self.at[heard.place].append(heard)


@pytest.fixture(scope="module")
def server_on(
    tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[str], str]
) -> Iterator[Callable[[str], ServerProcess]]:
    """One server on each kind of database, started when it is first asked for."""
    with ExitStack() as running:

        @cache
        def start(kind: str) -> ServerProcess:
            folder, database = tmp_path_factory.mktemp("table"), new_database(kind)
            return running.enter_context(
                ServerProcess(folder, database=database, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE)
            )

        yield start


class Company:
    """People on all chairs of a room, and a spectator (last)."""

    def __init__(self, server: ServerProcess, name: str, random: Random) -> None:
        self.server, self.name, self.random = server, name, random
        self.address = address = server.address
        seats = paiyou.game(name).seats
        opened = open_room(address, name, [{"kind": "open"}] * (seats - 1))
        self.room, self.tokens = opened["room"], [opened["token"]]
        self.people = [self._client(opened["token"])]
        self.spectator = self._client(None)
        self.texts: list[Heard] = []
        self._note_http(f"/api/rooms/{self.room}", (0, 0))
        self._note_http(f"/api/rooms/{self.room}/join", (0, 0), {"invite": "guess", "name": "Eve"})
        for number in range(1, seats):
            self.tokens.append(join_room(address, opened, f"Bob {number}")["token"])
            self.people.append(self._client(self.tokens[-1]))

    def _client(self, token: str | None) -> Client:
        return Client(self.address, self.room, token)

    def _note_http(self, path: str, place: tuple[int, int], body: dict[str, Any] | None = None) -> None:
        status, _, text = http(self.address, path, body)
        given_up = time.monotonic() + PATIENCE
        while status == 503 and time.monotonic() < given_up:  # a server that is busy says so, and can be asked again
            self.texts.append(Heard(WATCHING, place, text))
            status, _, text = http(self.address, path, body)
        assert status < 500, text
        self.texts.append(Heard(WATCHING, place, text))

    def play(self, games: int) -> Evening:
        for game in range(games):
            index = 0
            while True:
                for client in (*self.people, self.spectator):
                    client.wait_for((game, index))
                    while client.table["phase"] == "waiting":
                        client.hear()
                if self.spectator.table["phase"] == "over":
                    break
                if self.random.random() < 0.2:
                    self._disturb((game, index))
                mover = next(client for client in self.people if client.to_move)
                moves = mover.table["you"]["moves"]
                self._note(mover, (game, index), "", mover.move(self.random.choice(moves)))
                index += 1
            self._note_http(f"/api/rooms/{self.room}", (game, index))
            self._note_http(f"/api/rooms/{self.room}/records", (game, index))
            if game + 1 < games:
                self.random.choice(self.people).answer_to({"type": "next", "game": game + 1})
        for chair, client in enumerate((*self.people, self.spectator)):
            client.close()
            for text in client.heard:
                message = json.loads(text)
                if message["type"] == "table":
                    place = (message["table"]["game"], message["table"]["index"])
                    self.texts.append(Heard(chair if client is not self.spectator else WATCHING, place, text))
        return Evening(self.server, self.name, self.room, self.texts, self.tokens)

    def _disturb(self, place: tuple[int, int]) -> None:
        """Wrong moves and hints by everybody, and a look from outside."""
        game, index = place
        some = ["pass", "33", "3", "R", "2222", "BR", "SQ", "C2", "expose SQ", "bid 3", "rob", "nonsense"]
        for client in (*self.people, self.spectator):
            for message in (
                {"type": "hint", "game": game, "index": index},
                {"type": "hint", "game": game, "index": index + 5},
                {"type": "move", "game": game, "index": index - 1 if index else 7, "move": self.random.choice(some)},
                {"type": "next", "game": game + 1},
            ):
                self._note(client, place, json.dumps(message), client.answer_to(message))
            wrong = [move for move in some if not client.to_move or move not in client.table["you"]["moves"]]
            message = {"type": "move", "game": game, "index": index, "move": self.random.choice(wrong)}
            self._note(client, place, json.dumps(message), client.answer_to(message))
        self._note_http(f"/api/rooms/{self.room}", place)
        self._note_http(f"/api/rooms/{self.room}/records", place)
        self._note_http(f"/api/rooms/{self.room}/games/{game}/review", place)

    def _note(self, client: Client, place: tuple[int, int], said: str, answer: dict[str, Any]) -> None:
        chair = WATCHING if client is self.spectator else self.people.index(client)
        self.texts.append(Heard(chair, place, json.dumps(answer), said))


class Truth:
    """A room as the database knows it, from action to action."""

    def __init__(self, evening: Evening) -> None:
        server, room_id = evening.server, evening.room
        [(name, self.secret)] = server.stored("SELECT game, secret FROM rooms WHERE id = :room", room=room_id)
        names = server.stored("SELECT name FROM chairs WHERE room = :room ORDER BY chair", room=room_id)
        self.actions = server.stored(
            "SELECT game, number, move FROM actions WHERE room = :room ORDER BY game, number", room=room_id
        )
        self.game = paiyou.game(name)
        self.room = Room(room_id, self.game, bytes.fromhex(self.secret), [Chair(PERSON, name) for (name,) in names])
        self.number = self.redeals = 0
        self._deal()

    def _deal(self) -> None:
        digest = hmac.new(bytes.fromhex(self.secret), f"{self.number}.{self.redeals}".encode(), hashlib.sha256).digest()
        self.seed = int.from_bytes(digest[:8], "big") >> 1
        self.state: Any = self.game.deal(self.seed)
        self.played: list[str] = []
        """Cards with suits that everybody has seen, since they were played or shown."""
        self.bottom: list[str] = []
        self._dealt = [set(self.state.cards(seat)) for seat in range(self.game.seats)]
        self._look_at_bottom()

    def _look_at_bottom(self) -> None:
        """Cards that a landlord holds, or took, beyond those dealt to him at first; without an auction three of his."""
        if not isinstance(self.game.spec, ClimbingSpec) or self.game.spec.pile != "landlord" or self.bottom:
            return
        if self.state.landlord is None:
            return
        now = set(self.state.cards(self.state.landlord))
        self.bottom = sorted(now - self._dealt[self.state.landlord]) or sorted(self.room.bottom or ())
        assert Counter(card[-1] for card in self.bottom) == Counter(self.state.bottom)

    def positions(self) -> Iterator[tuple[int, int]]:
        """Walks through the actions; `state`, `played`, `bottom` and `room` are those before the action."""
        yield 0, 0
        for game, number, move in self.actions:
            if number < 0:
                self.room.next_game()
                self.number, self.redeals = self.number + 1, 0
                self._deal()
                yield game, 0
                continue
            self.room.play(move)
            seat = self.state.turn
            before = set(self.state.cards(seat))
            self.state.play(move)
            if move.startswith("expose"):
                self.played += move.split()[1:]
            else:
                self.played += sorted(before - set(self.state.cards(seat)))
            self._look_at_bottom()
            if self.state.over and self.state.redeal:
                self.redeals += 1
                self._deal()
            yield game, number + 1

    def known(self, seat: int | None) -> Counter[str]:
        """Cards with suits that a seat may know."""
        if self.state.over:
            hands = [card for at in range(self.game.seats) for card in self.state.cards(at)]
            return Counter({*hands, *self.played, *self.bottom})
        own = [] if seat is None else self.state.cards(seat)
        return Counter({*own, *self.played, *self.bottom})

    def unseen(self, seat: int) -> Counter[str]:
        """Ranks (in trick games cards) that are neither played nor in the own hand."""
        spec: Any = self.game.spec
        if isinstance(spec, ClimbingSpec):
            deck = Counter(spec.symbols[rank] for rank in spec.rank_of_card)
            gone = Counter(card[-1] for card in [*self.state.cards(seat), *self.played])
            return deck - gone
        moved = [move for _, move in self.state.history if not move.startswith("expose")]
        return Counter(spec.cards) - Counter([*self.state.cards(seat), *moved])


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, path)
    else:
        yield path, value


def named_beyond(truth: Truth, seat: int | None, heard: Heard) -> list[str]:
    """Cards that a text names and its receiver may not know.

    The counter, which names all unseen ones, is left out, and so is the shape, which is the same for every deal.
    """
    message = json.loads(heard.text)
    table = message.get("table", message)
    waiting = table.get("phase") == "waiting"
    known = Counter() if waiting else truth.known(seat)
    ranks = Counter(card[-1] for card in known.elements())
    counter = table.pop("counter", None)
    if counter is not None and seat is not None:
        told = Counter(
            {card: 1 for cards in counter.values() for card in cards}
            if isinstance(next(iter(counter.values())), list)
            else counter
        )
        if +told != truth.unseen(seat):
            return ["counter"]
    shape = table.pop("shape", None)
    if shape is not None and shape != json.loads(json.dumps(display_of(truth.game).shape(truth.game).to_json())):
        return ["shape"]
    you = table.get("you")
    if you is not None and not set(you["combos"]) <= set(you["moves"]):
        return ["combos"]
    said = set(SUITED.findall(heard.said)) | set(re.findall(r'"([3-9TJQKA2BR]+)"', heard.said))
    climbing = isinstance(truth.game.spec, ClimbingSpec)
    found = []
    for path, value in leaves(message):
        if not isinstance(value, str) or path.endswith((".room", ".invite", ".id", ".game_name", ".title")):
            continue
        value = value.replace(HOW_TO_WRITE, "")
        found += [f"{path}: {card}" for card in SUITED.findall(value) if card not in known and card not in said]
        if climbing and RANKS.fullmatch(value) and value not in said and Counter(value) - ranks:
            found.append(f"{path}: {value}")
    return found


def without_suits(truth: Truth, value: Any) -> str:
    text = json.dumps(value, sort_keys=True)
    return re.sub(r'"[SHDC]([2-9TJQKA])"', r'"\1"', text) if isinstance(truth.game.spec, ClimbingSpec) else text


def told_of_another_deal(truth: Truth, chair: int, heard: Heard, random: Random) -> tuple[str, str] | None:
    """What was told, and what would have been told had the hidden cards been dealt otherwise."""
    message, room = json.loads(heard.text), truth.room
    seat = None if chair == WATCHING else room.seat_of(chair)
    true_state = room.state
    room.state = true_state.view(seat if seat is not None else random.randrange(room.seats)).sample(
        random.randrange(1 << 30)
    )
    try:
        if "table" in message or "phase" in message:
            table = message.get("table", message)
            connected = frozenset(player["chair"] for player in table["players"] if player["connected"])
            again = json.loads(json.dumps(table_for(room, None if seat is None else chair, connected)))
            return without_suits(truth, table), without_suits(truth, again)
        said = json.loads(heard.said) if heard.said else {}
        here = (said.get("game"), said.get("index")) == heard.place
        if said.get("type") == "move" and here and seat is not None:
            refusal = room.refusal(seat, said["move"])
            again = None if refusal is None else [refusal.code, refusal.message, refusal.detail]
            return json.dumps([message.get(key) for key in ("code", "message", "detail")]), json.dumps(again)
        if message.get("type") == "hint" and message["agent"] in ("rules", "dmc"):
            assert seat is not None
            view = room.state.view(seat)
            called, left = truth.game.family.combo_of, display_of(truth.game).plays_left
            thought = opinion(paiyou.agent(message["agent"], truth.game), view, points_judge(truth.game))
            again = [
                {
                    "move": move, "value": value, "weight": weight, "plays_left": left(truth.game, view, move),
                    "points": None if thought.points is None else thought.points[move],
                    "combo": called(truth.game.spec, move),
                }
                for move, value, weight in thought.found[:5]
            ]  # fmt: skip
            return json.dumps(message["moves"]), json.dumps(again)
        return None
    finally:
        room.state = true_state


@pytest.fixture(scope="module", params=EVENINGS, ids="-".join)
def evening(request: pytest.FixtureRequest, server_on: Callable[[str], ServerProcess]) -> Evening:
    """Played once; then come all that look at it."""
    kind, name = request.param
    return Company(server_on(kind), name, Random(name)).play(games=2)


def test_no_text_names_a_hidden_card(evening: Evening) -> None:
    truth = Truth(evening)
    searched = 0
    for place in truth.positions():
        for heard in evening.at[place]:
            if '"records"' not in heard.text:
                seat = None if heard.chair == WATCHING else truth.room.seat_of(heard.chair)
                assert named_beyond(truth, seat, heard) == [], heard
                searched += 1
    assert searched > 50


def test_another_deal_would_have_been_told_the_same(evening: Evening) -> None:
    truth, random = Truth(evening), Random(evening.name)
    kinds: Counter[str] = Counter()
    for place in truth.positions():
        if truth.room.over:
            continue
        for heard in evening.at[place]:
            message = json.loads(heard.text)
            if message.get("table", message).get("phase") == "waiting":
                continue
            pair = told_of_another_deal(truth, heard.chair, heard, random)
            if pair is not None:
                assert pair[0] == pair[1], heard
                kinds[message.get("type", "http")] += 1
    assert kinds["table"] > 40
    assert kinds["error"] > 4
    assert kinds["http"] > 2
    assert kinds["hint"] > 1 or truth.game.info.strongest not in ("rules", "dmc")


def test_secrets_stay_inside(evening: Evening) -> None:
    """What deals follow from and what opens a chair is told to nobody; a record has its seed once its game is over."""
    truth = Truth(evening)
    keys = [hashlib.sha256(token.encode()).hexdigest() for token in evening.tokens]
    records = 0
    for heard in evening.texts:
        assert not any(secret in heard.text for secret in (truth.secret, *evening.tokens, *keys))
    for place in truth.positions():
        for heard in evening.at[place]:
            assert str(truth.seed) not in heard.text or truth.state.over
            told = json.loads(heard.text).get("records")
            if told is not None:
                assert len(told) == place[0] + truth.state.over
                records += 1
    assert records > 2


@pytest.mark.parametrize(
    "evening", [("sqlite", "doudizhu:bidding=123"), ("sqlite", "gongzhu")], indirect=True, ids="-".join
)
def test_the_search_finds_what_does_not_belong_there(evening: Evening) -> None:
    """A search that cannot fail finds nothing: cards are planted in true texts, and both ways must notice."""
    truth, random = Truth(evening), Random(1)
    planted = 0
    for place in truth.positions():
        for heard in evening.at[place]:
            message = json.loads(heard.text)
            table = message.get("table", {})
            if heard.chair == WATCHING or table.get("phase") not in ("auction", "play"):
                continue
            seat = truth.room.seat_of(heard.chair)
            other = (seat + 1) % truth.game.seats
            hidden = sorted(set(truth.state.cards(other)) - set(truth.known(seat)))
            if len(hidden) < 5:
                continue
            table["players"][other]["cards"] = [hidden[0]]
            assert named_beyond(truth, seat, Heard(heard.chair, place, json.dumps(message)))
            pair = told_of_another_deal(truth, heard.chair, Heard(heard.chair, place, json.dumps(message)), random)
            assert pair is not None
            assert pair[0] != pair[1]
            planted += 1
    assert planted > 20
