"""The README's Python runs as it stands."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_run(capsys, tmp_path, monkeypatch):
    examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "readme"}  # the second goes on where the first ends
    for example in examples:
        exec(compile(example, str(README), "exec"), names)
    assert "landlord's base 2" in capsys.readouterr().out
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 6 * 20
