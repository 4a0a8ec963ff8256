"""The README's Python runs as it stands."""

from pathlib import Path

from pages import programs, run

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_run(capsys, tmp_path, monkeypatch):
    assert len(programs(README)) == 2
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "readme"}  # the second goes on where the first ends
    for program in programs(README):
        run(README, program, names)
    assert "landlord's base 2" in capsys.readouterr().out
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 6 * 20
