"""A walk finds the best opponent that the tree finds, and plain recursion."""

import pytest

import paiyou
from hidden_games import best_value, deals_of
from paiyou._core import best_reply
from paiyou.theory import exploitability, walked_exploitability
from paiyou.theory.climbing_tree import weighted_deals

SMALL = paiyou.game("mini-doudizhu:ranks=2,hand=3")


@pytest.mark.parametrize("options", ["ranks=2,hand=3", "hand=3", "hand=4"])
@pytest.mark.parametrize("agent", ["rules", "det-minimax", "expectimax", "isuct:iterations=30"])
def test_the_walk_finds_what_the_tree_finds(agent, options):
    """Agents with chance, too: asked once everywhere, they are the same player."""
    game = f"mini-doudizhu:{options}"
    walked, by_tree = walked_exploitability(game, agent), exploitability(game, agent)
    assert walked.worst == pytest.approx(by_tree.worst, abs=1e-9)
    assert walked.asked == by_tree.asked
    assert (walked.game, walked.policy) == (by_tree.game, by_tree.policy)


@pytest.mark.parametrize("known", [0, 1])
@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_plain_rule_is_answered_as_by_recursion(known, place):
    """Players who always take the first move, the second or the last."""

    def move_of(view):
        moves = view.moves()
        return moves[min(place, len(moves) - 1)]

    value, asked, histories = best_reply(
        SMALL.core, weighted_deals(SMALL), known, lambda state: move_of(state.view(state.turn))
    )
    assert value == pytest.approx(best_value(deals_of(SMALL), 1 - known, lambda view: {move_of(view): 1.0}), abs=1e-9)
    assert asked > 0
    assert histories > 0


def test_what_cannot_be_answered_is_refused():
    with pytest.raises(ValueError, match=r"^the random player mixes all its moves"):
        walked_exploitability(SMALL, "random")
    with pytest.raises(ValueError, match="sees all hands"):
        walked_exploitability(SMALL, "cheat-uct")
    for name in ("doudizhu", "four-card"):
        with pytest.raises(ValueError, match=f"climbing games of two, such as mini-doudizhu, not in {name}$"):
            walked_exploitability(name, "rules")
    deals = weighted_deals(SMALL)
    with pytest.raises(ValueError, match="no legal move"):
        best_reply(SMALL.core, deals, 0, lambda _: "pass")
    with pytest.raises(ValueError, match="there is no player 2"):
        best_reply(SMALL.core, deals, 2, lambda _: "pass")


def test_what_a_player_raises_comes_out():
    def fail(_):
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        best_reply(SMALL.core, weighted_deals(SMALL), 0, fail)


@pytest.mark.long
def test_hands_of_six():
    """As docs/equilibrium.md has it."""
    assert walked_exploitability("mini-doudizhu:hand=6", "rules").exploitability == pytest.approx(0.2170, abs=5e-5)
