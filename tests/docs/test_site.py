"""How the site is built: notebooks run in every build, and what is wrong stops it."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
PLAIN = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_build_runs_the_notebooks():
    config = yaml.safe_load(PLAIN)
    [options] = [one["mkdocs-jupyter"] for one in config["plugins"] if "mkdocs-jupyter" in one]
    assert (options["execute"], options["allow_errors"], options["cache"]) == (True, False, False)
    notebooks = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.ipynb"))
    assert len(notebooks) == 3
    assert all(path in PLAIN for path in notebooks)


def test_a_warning_stops_the_build():
    build = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "mkdocs build --strict" in build
    assert re.search(r"^make .*\bdocs$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
