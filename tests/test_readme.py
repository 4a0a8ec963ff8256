"""The README's Python runs as it stands."""

from pathlib import Path

from pages import programs, run
from paiyou.plugins import Plugins

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_run(capsys, tmp_path, monkeypatch):
    assert len(programs(README)) == 3
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "readme"}  # each goes on where the one before ends
    try:
        for program in programs(README):
            run(README, program, names)
    finally:
        for what in ("game", "agent"):
            for name in list(Plugins.known[what].added):
                Plugins.known[what].remove(name)
    assert "landlord's base 2" in capsys.readouterr().out
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 6 * 20
