"""The example package in an environment of its own, installed by pip as a stranger would install it."""

from __future__ import annotations

import atexit
import shutil
import site
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from patience import PATIENCE

PACKAGE = Path(__file__).parents[1] / "examples" / "paiyou-daifugo"


@dataclass(frozen=True)
class Environment:
    """A fresh environment with the package, and a folder to work in."""

    python: Path
    folder: Path

    def run(self, *arguments: str) -> str:
        """What `python` with these arguments prints; it must succeed."""
        done = subprocess.run(
            [str(self.python), *arguments], cwd=self.folder, capture_output=True, text=True, check=False,
            timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def paiyou(self, *arguments: str) -> str:
        """What a command prints."""
        return self.run("-m", "paiyou", *arguments)


@cache
def fresh_environment() -> Environment:
    """One for all tests: it sees the packages of this one, so that nothing is fetched, and has nothing of its own."""
    folder = Path(tempfile.mkdtemp(prefix="paiyou-fresh-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], check=True, timeout=PATIENCE)
    python = folder / "env" / "bin" / "python"
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "env"), "platbase": str(folder / "env")}))
    seen = [path for path in sys.path if path in {*site.getsitepackages(), site.getusersitepackages()}]
    # Not the paths alone: this package may be installed editable, by a line in such a file.
    lines = [f"import site; site.addsitedir({path!r})" for path in seen]
    (own / "development.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
    source = shutil.copytree(PACKAGE, folder / "paiyou-daifugo")
    made = Environment(python, folder)
    made.run(
        "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-build-isolation",
        str(source),
    )  # fmt: skip
    shutil.rmtree(source)  # what was installed needs it no more
    return made
