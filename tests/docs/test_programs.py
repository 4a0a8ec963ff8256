"""Every program and command in the documentation runs as it stands, or is at least a command that there is.

The pages are run from top to bottom in a folder of their own. A block of `python` goes on where the one before ends;
one with a title is a file of that name. A block of `sh` is run; `console` is for what runs for hours, serves or
installs, and has only its arguments checked. A block of `text` is what the block before must have printed.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer._click.exceptions import ClickException

from paiyou.cli import app
from paiyou.plugins import Plugins
from patience import PATIENCE

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r'^( *)```(\w*)(?: title="([\w.]+)")?\n(.*?)^\1```$', re.DOTALL | re.MULTILINE)

PAGES = ["README.md", "README.zh.md", *sorted(page.relative_to(ROOT).as_posix() for page in DOCS.rglob("*.md"))]
ELSEWHERE = {
    "data.md": "dataset/test_docs.py",
    "equilibrium.md": "theory/test_equilibrium_docs.py",
    "other-worlds.md": "interop/test_other_worlds_page.py",
    "players.md": "models/test_docs.py",
    "records.md": "records/test_docs.py",
    "search-exact.md": "agents/search/test_docs.py",
    "search-open.md": "agents/search/test_open_docs.py",
    "theory.md": "theory/test_theory_docs.py",
    "training.md": "learn/test_docs.py",
}
"""Pages whose Python is run by the tests of what they are about, which look at what it prints."""
SITE = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
LANGUAGES = {"python", "sh", "console", "text", "json", "toml", "nginx"}


def blocks(page):
    """Language, title and text of every block."""
    found = []
    for indent, language, title, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        found.append((language, title, re.sub(f"^{indent}", "", text, flags=re.MULTILINE)))
    return found


def run_shell(text, folder):
    """Run commands as a person types them; what they print."""
    around = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    done = subprocess.run(
        ["bash", "-e", "-c", text], cwd=folder, env=around, capture_output=True, text=True, timeout=3 * PATIENCE
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_python(text, page, names):
    """Run a program; what it prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(text, str(page), "exec"), names)
    return printed.getvalue()


def runs(page, language):
    """Whether blocks of a language are run here."""
    if language == "sh":
        return page != "search-open.md"  # whose own test knows where the examples are
    return language == "python" and page not in ELSEWHERE


def page_that_runs(page):
    """A parameter of the test below; a translation, which has the programs of its original, runs in long tests."""
    return pytest.param(page, marks=[pytest.mark.long] if page == "zh/climbing-game.md" else [])


@pytest.mark.parametrize(
    "page",
    [page_that_runs(page) for page in SITE if any(runs(page, language) for language, _, _ in blocks(DOCS / page))],
)
def test_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    printed, names, before, modules = "", {"__name__": "page"}, {}, set(sys.modules)
    for what, plugins in Plugins.known.items():
        before[what] = set(plugins.added)
    try:
        for language, title, text in blocks(DOCS / page):
            if title:
                (tmp_path / title).write_text(text, encoding="utf-8")
            elif runs(page, language):
                printed = run_python(text, page, names) if language == "python" else run_shell(text, tmp_path)
            elif language == "text" and printed:
                assert [line for line in text.splitlines() if line not in printed.splitlines()] == []
    finally:
        for what, plugins in Plugins.known.items():
            for name in set(plugins.added) - before[what]:
                plugins.remove(name)
        for name in set(sys.modules) - modules:
            if (tmp_path / f"{name}.py").exists():
                del sys.modules[name]


@pytest.mark.parametrize("page", SITE)
def test_every_block_says_what_it_is(page):
    assert {language for language, _, _ in blocks(DOCS / page)} <= LANGUAGES
    fences = re.findall(r"^ *```", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(blocks(DOCS / page)), "a block that the tests do not see"


@pytest.mark.parametrize("page", ELSEWHERE)
def test_other_pages_are_run_by_their_own_tests(page):
    text = (ROOT / "tests" / ELSEWHERE[page]).read_text(encoding="utf-8")
    assert f'"{page}"' in text
    assert "run(PAGE, " in text or "exec(compile(program" in text


STUBS = r"""
paiyou() { printf '%s\x1f' "$@" >> calls; printf '\n' >> calls; }
python() { case "$1" in tien_len.py|black_lady.py) shift; paiyou "$@";; esac; }
torchrun() { :; }
"""
"""What stands in for the programs: the shell says what each would be told, variables and all."""


def commands(page, folder):
    """The arguments of every call of paiyou in the shell blocks of a page."""
    (folder / "calls").touch()
    for language, _, text in blocks(page):
        lines = text.splitlines()
        if any(line.startswith("$ ") for line in lines):  # what was typed, and what was answered
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        # What may be left out stands in brackets.
        script = "\n".join(re.sub(r" \[[^]]*\]", "", line) if line.startswith("paiyou") else line for line in lines)
        if language in ("sh", "console", "") and re.search(r"^(paiyou|python \w+\.py) ", script, re.MULTILINE):
            bash = shutil.which("bash")
            subprocess.run(
                [bash, "-c", STUBS + script],
                cwd=folder,
                env={"PATH": ""},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
    calls = (folder / "calls").read_text(encoding="utf-8").splitlines()
    return [call.split("\x1f")[:-1] for call in calls]


@pytest.mark.parametrize("page", PAGES)
def test_its_commands_are_there(page, tmp_path, monkeypatch):
    """Names and options are known, and files may be read; what they are worth, those who run them find out."""
    monkeypatch.chdir(tmp_path)
    wrong = []
    for name, *arguments in commands(ROOT / page, tmp_path):
        for file in arguments:
            if file.endswith((".jsonl", ".npz")):
                Path(file).touch()
        try:
            typer.main.get_command(app).commands[name].make_context(name, arguments)
        except (KeyError, ClickException) as error:
            wrong.append(f"{name} {shlex.join(arguments)}: {getattr(error, 'message', 'there is no such command')}")
    assert wrong == []


def test_every_command_is_on_its_page(tmp_path):
    shown = [name for name, *_ in commands(DOCS / "commands.md", tmp_path)]
    assert typer.main.get_command(app).commands.keys() - set(shown) == set()
    assert len(shown) > 30


def test_the_chinese_tutorial_is_the_english_one():
    """Programs, commands, pictures and links are the same, in the same chapters."""
    english, chinese = (DOCS / folder / "climbing-game.md" for folder in ("tutorials", "zh"))
    assert blocks(chinese) == blocks(english)
    for part in (r"^## ", r"^- \*\*", r"!\[.+?\]\((.+?)\)", r"\]\((?!https)(?:\.\./\w+/)?([^)]+\.md)\)"):
        found = (re.findall(part, page.read_text(encoding="utf-8"), re.MULTILINE) for page in (english, chinese))
        first, second = map(sorted, found)
        assert first == second, part


def test_the_first_tutorial_is_forty_lines():
    (program,) = [text for _, title, text in blocks(DOCS / "tutorials" / "climbing-game.md") if title]
    assert len(program.splitlines()) == 40
