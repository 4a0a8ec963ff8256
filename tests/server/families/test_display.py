"""Any other family at the table: what State and View offer, and no more."""

from random import Random

from duel_family import DuelSpec
from paiyou.games.game import Game
from paiyou.server.families.display import Display, Scene, Shape, display_of
from paiyou.server.rooms.room import BOT, PERSON, Chair, Room
from paiyou.server.rooms.seat_view import table_for


def test_a_family_from_outside_has_the_default():
    game = Game(DuelSpec())
    assert type(display_of(game)) is Display
    room, random = Room("r", game, b"secret", [Chair(PERSON, "Ann"), Chair(BOT, agent="random")]), Random(1)
    while not room.over:
        table = table_for(room, 0)
        assert (table["shape"], table["phase"]) == (Shape().to_json(), "play")
        assert (table["landlord"], table["stake"], table["trick"], table["counter"]) == (None, None, [], None)
        assert [player["role"] for player in table["players"]] == [None, None]
        hidden = room.state.cards(1 - table["you"]["seat"])
        room.state = room.state.view(table["you"]["seat"]).sample(1)
        assert table_for(room, 0) == table
        assert not set(hidden) & {card for played in table["history"] for card in played["cards"]}
        move = random.choice(room.state.moves())
        room.play(move)
        assert room.history[-1].cards == (move,)
    result = table_for(room, None)["result"]
    assert result["payoffs"] == room.state.payoffs
    assert Scene().phase == "play"


def test_cards_of_which_there_are_several_are_told_by_their_number():
    shown = Display().cards_of("33", ["3", "3", "3", "4"], ["3", "4"])
    assert shown == ("3", "3")
