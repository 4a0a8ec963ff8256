"""Makes `src/paiyou/_core/__init__.pyi` from the core itself: run this after a change to what the core offers."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from nanobind.stubgen import StubGen

import paiyou._core as core

STUB = Path(__file__).parents[2] / "src" / "paiyou" / "_core" / "__init__.pyi"
HEAD = "# Made by core/bindings/stub.py; not to be changed by hand.\n# ruff: noqa\n"


def make_stub() -> str:
    """The stub as nanobind writes it, in the words of type checkers."""
    offered = ModuleType(core.__name__, core.__doc__)
    vars(offered).update({name: value for name, value in vars(core).items() if belongs(value)})
    stubs = StubGen(offered)
    stubs.put(offered)
    text = stubs.get()
    # Only names imported by themselves survive a circle of imports.
    used = sorted(set(re.findall(r"\b(paiyou\.games\.\w+)\.([A-Z]\w+)", text)))
    text = re.sub(r"\bpaiyou\.games\.\w+\.([A-Z]\w+)", r"\1", text)
    text = re.sub(r"^import paiyou\.games\.\w+\n", "", text, flags=re.MULTILINE)
    imports = "".join(f"from {module} import {name}\n" for module, name in used)
    text = text.replace("\nimport numpy\n", f"\nimport numpy\n{imports}", 1)
    text = text.replace("__hash__: None = None", "__hash__ = None  # type: ignore[assignment]")
    return HEAD + text


def belongs(value: object) -> bool:
    """Whether something is the core's own: classes and functions are named after it, whatever the build."""
    return getattr(value, "__module__", None) == core.__name__


if __name__ == "__main__":
    STUB.write_text(make_stub())
    subprocess.run([Path(sys.executable).with_name("ruff"), "format", "--quiet", STUB], check=True)
