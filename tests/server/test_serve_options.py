"""`paiyou serve` offers players and models of one's own; one word that is wrong is one line before anything starts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import paiyou
from commands import Ran
from commands import paiyou as paiyou_command
from paiyou.models import find_model
from patience import PATIENCE
from server.wire import http
from trick_networks import trick_model

AGENTS = """
import paiyou

class Last(paiyou.Agent):
    line, quick, remote = "its last move", True, True

    def choose(self, view):
        return view.moves()[-1]

class Shy(Last):
    remote = False
"""


def serve(folder: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "paiyou", "serve", "--port", "0", "--database", "sqlite://", *options], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_players_and_models_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "players.py").write_text(AGENTS)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine").symlink_to(find_model("doudizhu-wp"))
    tricks, _ = trick_model(tmp_path / "models" / "tricks")
    server = serve(tmp_path, "--agent", "last=players:Last", "--model", "models")
    try:
        assert server.stdout is not None
        found = re.search(r"127\.0\.0\.1:\d+", server.stdout.readline())
        assert found is not None
        seen = {"game": "doudizhu", "seat": 0, "hand": "3456789TJQKA2BR33456", "history": [], "bottom": "345"}

        def ask(agent: str) -> tuple[int, str, list[str]]:
            status, answer, text = http(found[0], "/api/advise", {**seen, "agent": agent})
            return status, text, [one["move"] for one in answer.get("moves", [])]

        legal = http(found[0], "/api/moves", seen)[1]["moves"]
        assert ask("last")[2][0] == legal[-1]
        assert ask("dmc:model=mine") == (200, ask("dmc:model=doudizhu-wp")[1], ask("dmc")[2])
        refused = ask("dmc:model=models/mine")
        assert refused[0] == 422
        assert "mine" in refused[1]

        state = paiyou.game("gongzhu").deal(1)
        dealt = {"seat": state.turn, "hand": state.hands[state.turn], "history": []}

        def ask_in(game: str, agent: str) -> tuple[int, dict[str, Any], str]:
            return http(found[0], "/api/advise", {**dealt, "game": game, "agent": agent})

        status, answer, text = ask_in("gongzhu", "dmc:model=tricks")
        assert status == 200, text
        told = paiyou.agent(f"dmc:model={tricks}", "gongzhu").evaluate(state.view(state.turn))
        assert [(one["move"], one["value"]) for one in answer["moves"]] == [(move, value) for move, value, _ in told]
        for game, agent, word in (
            ("gongzhu:partners=on", "dmc:model=tricks", "gongzhu:partners=on"),
            ("gongzhu", "dmc:endgame=5", "means nothing in trick games"),
        ):
            status, _, text = ask_in(game, agent)
            assert status == 422
            assert word in text
    finally:
        server.kill()
        server.communicate()


def test_what_is_wrong_is_said_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "players.py").write_text(AGENTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    # In a process of its own what is registered before it is refused.
    shy = serve(tmp_path, "--agent", "shy=players:Shy")
    assert_refused(
        paiyou_command("serve", "--agent", "rules=players:Last"),
        "there is an agent 'rules' already; give it another name",
    )
    assert_refused(paiyou_command("serve", "--model", "nowhere"), "the folder 'nowhere' holds no model")
    out, err = shy.communicate(timeout=PATIENCE)
    told = Ran(shy.returncode, out, err)
    assert_refused(told, "the agent shy cannot be asked here: it does not say that it may be asked")


def assert_refused(ran: Ran, words: str) -> None:
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"paiyou: {words}")
    assert len(ran.stderr.splitlines()) == 1
