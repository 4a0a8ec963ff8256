"""What compilers add to C++ changes no result: the core in standard C++ alone plays, samples and searches the same."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paiyou._core import processor
from patience import PATIENCE

HERE = Path(__file__).parent
CORE = HERE.parents[1] / "core"
SOURCES = [path for path in CORE.rglob("*") if path.suffix in {".c", ".cpp", ".hpp"}]

GAMES = """
import paiyou, sys
for name in ("doudizhu:bidding=call-rob", "paodekuai", "gongzhu"):
    game = paiyou.game(name)
    for seed in range(10):
        state = game.deal(seed)
        print(name, seed, state.turn, state.hands)
        view = state.view(state.turn)
        print(view.sample(seed).hands, paiyou.agent("random:seed=3", game).choose(view))
for name, game in (("isuct:iterations=300,seed=1", "doudizhu"), ("rave:iterations=300,seed=1", "gongzhu"),
                   ("expectimax:seed=1", "mini-doudizhu:ranks=4,hand=4"), ("rules", "paodekuai")):
    game = paiyou.game(game)
    state = game.deal(5)
    print(paiyou.agent(name, game).evaluate(state.view(state.turn)))
print(paiyou.solve(paiyou.game("doudizhu").start(["3334567", "44JJ8", "55TTK"])))
print(sorted(name for name in sys.modules if name.startswith("paiyou._core.")), file=sys.stderr)
"""


def played(build: str) -> tuple[str, str]:
    """What the games above print with a build of the core, and which modules they loaded."""
    done = subprocess.run(
        [sys.executable, "-c", GAMES],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        env={**os.environ, "PAIYOU_CORE": build},
    )
    return re.sub(r"seconds=[\d.e-]+", "", done.stdout), done.stderr


@pytest.mark.skipif(not processor.has_avx2_and_bmi2(), reason="there is one build for this processor")
def test_the_core_in_standard_cxx_gives_the_same_results():
    (plain, plain_modules), (fast, fast_modules) = played("portable"), played("")
    assert "_core.portable" in plain_modules
    assert "_core.avx2" in fast_modules
    assert plain == fast
    assert plain.count("\n") == 65


def test_both_ways_to_multiply_agree(tmp_path):
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    assert compiler, "the package was built with a compiler; set CXX to it"
    program = tmp_path / "multiply"
    options = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{CORE}"]
    subprocess.run([compiler, *options, HERE / "multiply.cpp", "-o", program], check=True, timeout=PATIENCE)
    assert subprocess.run([program], check=True, capture_output=True, timeout=PATIENCE).stdout == b"200064\n"


def test_continuous_integration_runs_the_core_in_standard_cxx():
    root = CORE.parent
    assert "PAIYOU_CORE=portable" in (root / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^make .*\bportable\b", (root / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert "portable PRIVATE PAIYOU_STANDARD_CXX" in (root / "CMakeLists.txt").read_text(encoding="utf-8")


def test_only_two_files_name_a_compiler():
    # MSVC has none of these; what is needed besides belongs into core/compiler.hpp, with a replacement.
    own = re.compile(
        r"__int128|__builtin_|__attribute__|__extension__|__asm__|__GNUC__|_MSC_VER|__(AVX|BMI|SSE)\w*__|jthread>"
    )
    found = {str(path.relative_to(CORE)) for path in SOURCES if own.search(path.read_text(encoding="utf-8"))}
    assert found == {"compiler.hpp", "bindings/processor.c"}
