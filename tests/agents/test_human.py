import paiyou
from paiyou.agents.human import HumanAgent


def test_a_person_is_asked_until_the_move_is_legal(monkeypatch, capsys):
    answers = iter(["99", "nonsense", "3"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    game = paiyou.game("doudizhu")
    agent = paiyou.agent("human", game)
    assert agent.choose(game.start(["345", "6", "7"]).view(0)) == "3"
    assert capsys.readouterr().out.splitlines() == [
        "'99' is not in the hand of seat 0, who holds 345",
        "'nonsense' has a card that does not exist; cards are written 3456789TJQKA2BR, low to high; or write 'pass'",
    ]


def test_cards_in_any_order_are_understood(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: " 4333 ")
    game = paiyou.game("doudizhu")
    assert paiyou.agent("human", game).choose(game.start(["3334", "6", "7"]).view(0)) == "3334"


def test_any_way_of_asking_will_do():
    game = paiyou.game("doudizhu")
    agent = HumanAgent(game, ask=lambda view: view.moves()[-1])
    assert agent.choose(game.start(["3", "6", "7"]).view(0)) == "3"
    assert agent.evaluate(game.start(["345", "6", "7"]).view(0))[0] == ("5", 0.0, 1.0)
